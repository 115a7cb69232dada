"""Records all calls of a recursive function, with their arguments and results.

``trace(flatten, board)`` runs the function once under Python's tracing, without changing it. The
record has the calls of the function, and of other functions of its module that are recursive,
directly or through others.
"""

import dis
import functools
import inspect
import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from blocky.kit.calls import Call, Trace
from blocky.kit.language import say, say_count
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["Trace", "snapshot", "trace"]

#: A function of whether a call is entered or left, its arguments, and its result.
Watch = Callable[[bool, dict[str, Any], Any], Any]

_PAUSES = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")


class _EnoughError(BaseException):
    """Ends a run that has made too many calls."""


def trace(function: Callable[..., Any], *args: Any, calls: int = 5000, seconds: float = 2.5,
          copy: Callable[[Any], Any] | None = None, watch: Watch | None = None) -> Trace:
    """Run ``function(*args)`` and return the record of its recursion.

    The run is stopped after ``calls`` calls, ``seconds`` seconds of computing, or by an exception
    of the function. The record says so, and nothing is raised here. ``copy`` copies arguments and
    results; by default it is ``snapshot``.

    ``watch(entered, arguments, result)`` is called at each step, with the arguments themselves, so
    that it can see what the function has changed. Its results are in ``seen``.

    TypeError: ``function`` is not written in Python, or is a generator.

    >>> def length(items):
    ...     return 0 if not items else 1 + length(items[1:])
    >>> print(trace(length, ["a", "b"]))
    length(items=['a', 'b'])
        length(items=['b'])
            length(items=[])
            length returned 0
        length returned 1
    length returned 2
    """
    recorder = _Recorder(_code_of(function), calls, copy or snapshot, watch)
    result: Any = None
    error: BaseException | None = None
    before, limit = sys.gettrace(), computing_limit(seconds)

    def recorded() -> Any:
        sys.settrace(recorder.enter)
        return function(*args)

    try:
        result = limit.call(recorded)
    except (_EnoughError, OutOfTimeError, Exception) as caught:
        error = caught
    finally:
        whole = sys.gettrace() == recorder.enter  # Python ends the tracing if it raises an error
        sys.settrace(before)
    stopped = ""
    if recorder.full:
        stopped = say_count("The run was stopped after 1 call. Is there a base case, and does "
                            "every call come closer to it?",
                            "The run was stopped after {count} calls. Is there a base case, and "
                            "does every call come closer to it?", calls)
    elif isinstance(error, OutOfTimeError) or (limit.over and not whole):
        stopped = say("The run was stopped after {seconds:g} seconds. Does it ever come to an "
                      "end?", seconds=seconds)
    elif isinstance(error, RecursionError) or not whole:
        stopped = say("The stack was full, and the record ends there. Is there a base case, and "
                      "does every call come closer to it?")
    return recorder.finish(result, error if isinstance(error, Exception) else None, stopped)


def snapshot(value: Any) -> Any:
    """Return a copy of ``value``, made with its own ``copy`` if it has one.

    >>> rows = [[1], [2]]
    >>> kept = snapshot(rows)
    >>> rows[0].append(3)
    >>> kept
    [[1], [2]]
    """
    if isinstance(value, (list, tuple, set)):
        parts = [snapshot(part) for part in value]
        return type(value)(parts) if type(value) in (list, tuple, set) else parts
    if isinstance(value, dict):
        return {key: snapshot(part) for key, part in value.items()}
    if isinstance(value, type) or not callable(getattr(value, "copy", None)):
        return value
    try:
        return value.copy()
    except Exception:
        return value


def _code_of(function: Any) -> tuple[CodeType, dict[str, Any]]:
    plain = function
    while isinstance(plain, functools.partial):
        plain = plain.func
    plain = inspect.unwrap(plain)
    plain = getattr(plain, "__func__", plain)
    if not hasattr(plain, "__code__"):
        raise TypeError(say("{function!r} is not a function written in Python, so that its calls "
                            "cannot be recorded.", function=function))
    if plain.__code__.co_flags & _PAUSES:
        raise TypeError(say("{name} contains a yield or an await. Such a function runs in pieces, "
                            "so that its calls cannot be recorded.", name=plain.__name__))
    return plain.__code__, plain.__globals__


class _Recorder:
    """Records what Python's tracing reports."""

    def __init__(self, function: tuple[CodeType, dict[str, Any]], budget: int,
                 copy: Callable[[Any], Any], watch: Watch | None) -> None:
        self._root, self._module = function
        self._budget, self._copy, self._watch = budget, copy, watch
        self._calls: list[Call] = []
        self._open: list[tuple[FrameType, Call, dict[str, Any]]] = []
        self._events: list[tuple[bool, Call, Any]] = []
        self._made: Counter[CodeType] = Counter()
        self._at_once: Counter[CodeType] = Counter()
        self._recursive = {self._root}
        self.full = False

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Record a call that is entered; return the trace function for the rest of it."""
        code = frame.f_code
        if (frame.f_globals is not self._module or code.co_name in _COMPREHENSIONS
                or code.co_flags & _PAUSES
                or (code is not self._root and (not self._calls or _calls_nothing(code)))):
            return None
        if self._at_once[code]:
            self._recursive.add(code)
        if sum(self._made[each] for each in self._recursive) >= self._budget:
            self.full = True
            raise _EnoughError
        values = frame.f_locals
        arguments = {name: values[name] for name in _parameters(code)}
        above = self._open[-1] if self._open else None
        seen = self._watch(True, arguments, None) if self._watch else None
        call = Call(len(self._calls), code.co_name,
                    {name: self._copy(value) for name, value in arguments.items()},
                    above[1].number if above else None, len(self._open),
                    above[0].f_lineno if above else 0, code=code)
        self._calls.append(call)
        self._open.append((frame, call, arguments))
        self._made[code] += 1
        self._at_once[code] += 1
        self._events.append((True, call, seen))
        frame.f_trace_lines = False
        return self._within

    def _within(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "exception":
            kind, value, _ = arg
            if issubclass(kind, OutOfTimeError):
                sys.settrace(None)  # the open calls do not return
                return None
            text = " ".join(str(value).split())
            self._open[-1][1].error = f"{kind.__name__}: {text}" if text else kind.__name__
        elif event == "return" and self._open and self._open[-1][0] is frame:
            _, call, arguments = self._open.pop()
            self._at_once[frame.f_code] -= 1
            call.last_line = frame.f_lineno
            if _returns(frame):
                call.result, call.error = self._copy(arg), ""
            seen = self._watch(False, arguments, arg) if self._watch else None
            self._events.append((False, call, seen))
        return self._within

    def finish(self, result: Any, error: BaseException | None, stopped: str) -> Trace:
        """Return the trace of the first function and the recursive ones."""
        renumbered: dict[int | None, int | None] = {None: None}
        calls: list[Call] = []
        for call in self._calls:
            above = renumbered[call.parent]
            if call.code not in self._recursive:
                renumbered[call.number] = above
                continue
            renumbered[call.number] = len(calls)
            call.number, call.parent, call.depth = len(calls), above, 0
            if above is not None:
                calls[above].children.append(call.number)
                call.depth = calls[above].depth + 1
            calls.append(call)
        events = [event for event in self._events if event[1].code in self._recursive]
        for step, (entered, call, _) in enumerate(events, start=1):
            if entered:
                call.entered = step
            else:
                call.left = step
        steps = [(entered, call.number) for entered, call, _ in events]
        return Trace(calls, steps, stopped, result, error, [seen for _, _, seen in events])


@functools.cache
def _parameters(code: CodeType) -> list[str]:
    names, others, named = inspect.getargs(code)
    return [*names, *filter(None, (others, named))]


@functools.cache
def _calls_nothing(code: CodeType) -> bool:
    """Whether a function cannot be recursive, as it calls nothing, directly or indirectly."""
    return not any(instruction.opname.startswith(("CALL", "LOAD_ATTR", "LOAD_METHOD"))
                   for instruction in dis.get_instructions(code))


def _returns(frame: FrameType) -> bool:
    """Whether a frame is left by a return, and not by an exception."""
    return dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN_")
