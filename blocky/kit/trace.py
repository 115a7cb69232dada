"""Records all calls of a recursive function, with their arguments and results.

``trace(flatten, board)`` runs the function once under Python's tracing, without changing it. The
record has the calls of the function, and of other functions of its module that are recursive,
directly or through others. A generator is run to its end; its call lasts from its first step to its
last, and what it yields is its result.
"""

import dis
import functools
import inspect
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator
from itertools import islice
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from blocky.kit.calls import Call, Trace, short
from blocky.kit.language import say, say_count
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["Trace", "is_callable_object", "snapshot", "trace"]

#: A function of whether a call is entered or left, its arguments, and its result.
Watch = Callable[[bool, dict[str, Any], Any], Any]

#: The most layers that are taken off a function.
MOST_LAYERS = 100

#: The flags of code that can pause: generators and coroutines.
_PAUSING = inspect.CO_GENERATOR | inspect.CO_COROUTINE

#: Code that is part of the expression that it is written in.
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


class _EnoughError(BaseException):
    """Ends a run that has made too many calls, or yielded too many values."""


class _WaitsError(BaseException):
    """Ends a coroutine that waits for something that only an event loop can bring."""


def trace(function: Callable[..., Any], *args: Any, calls: int = 5000, seconds: float = 2.5,
          copy: Callable[[Any], Any] | None = None, watch: Watch | None = None) -> Trace:
    """Run ``function(*args)`` and return the record of its recursion.

    The run is stopped after ``calls`` calls or yielded values, ``seconds`` seconds of computing, or
    by an exception of the function. The record says so, and nothing is raised here. ``copy`` copies
    arguments and results; by default it is ``snapshot``. Caches of the function and of its module
    are emptied first, because a result that is remembered makes no call.

    ``watch(entered, arguments, result)`` is called at each step, with the arguments themselves, so
    that it can see what the function has changed. Its results are in ``seen``.

    TypeError: ``function`` is not written in Python, or it is an asynchronous generator.

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
    traced = _traced(function)
    recorder = _Recorder(traced, _arguments_by_name(function, args), calls, copy or snapshot, watch)
    cached_functions = _empty_caches(function, traced)
    result: Any = None
    error: BaseException | None = None
    trace_function_before = sys.gettrace()
    limit = computing_limit(seconds)

    def run() -> Any:
        """Start tracing and run the function; return its result.

        For a generator, that is the list of what it yields; for a coroutine, what it returns.
        """
        sys.settrace(recorder.enter)
        returned = function(*args)
        if inspect.isgenerator(returned):
            return recorder.all_of(returned)
        return _awaited(returned) if inspect.iscoroutine(returned) else returned

    try:
        result = limit.call(run)
    except (_EnoughError, _WaitsError, OutOfTimeError, Exception, SystemExit) as caught:
        error = caught
    finally:
        # Python ends the tracing if it raises an error, because the stack is full or time is over.
        is_complete = sys.gettrace() == recorder.enter
        sys.settrace(trace_function_before)
    is_out_of_time = isinstance(error, OutOfTimeError) or (limit.over > 0 and not is_complete)
    stopped = ""
    if recorder.yields_on:
        stopped = say_count("The run was stopped after 1 yielded value.",
                            "The run was stopped after {count} yielded values.", calls)
    elif recorder.full:
        stopped = _stopped_after(calls, recorder.has_base_case)
    elif isinstance(error, _WaitsError):
        stopped = say("The run was stopped at an await that only an event loop can end, such as "
                      "await asyncio.sleep(1).")
    elif is_out_of_time:
        stopped = say("The run was stopped after {seconds:g} seconds. Does it ever "
                      "end?", seconds=seconds)
    elif isinstance(error, RecursionError) or not is_complete:
        stopped = say("The stack was full, so the record ends here. Is there a base case, and does "
                      "every call get closer to it? If so, try a smaller argument.")
    own_error = error if isinstance(error, (Exception, SystemExit)) else None
    record = recorder.finish(result, own_error, stopped)
    codes_shown = {call.code for call in record.calls}
    names = [cached.__name__ for cached in cached_functions if cached.__code__ in codes_shown]
    record.note = _note(record, names, traced.name)
    return record


def _stopped_after(calls: int, has_base_case: bool) -> str:
    """Return a sentence on a run that was stopped after so many calls, and on what to look for."""
    if has_base_case:
        return say_count("The run was stopped after 1 call.",
                         "The run was stopped after {count} calls. Some of them returned "
                         "without making another call, so there is a base case. Try a smaller "
                         "argument. If that run never ends either, look for a call that doesn't "
                         "get closer to the base case.", calls)
    return say_count("The run was stopped after 1 call. Is there a base case, and does "
                     "every call get closer to it?",
                     "The run was stopped after {count} calls. Is there a base case, and "
                     "does every call get closer to it?", calls)


def _note(record: Trace, caches: list[str], name: str) -> str:
    """Return a sentence on calls that the record doesn't show; "" if it shows all.

    ``name`` is that of the traced function, and ``caches`` are the names of the functions in the
    record whose caches were emptied.
    """
    if not record.calls and not record.stopped and not record.error:
        return say("{name} returned {result} without running its own lines. A wrapper around the "
                   "function, such as a decorator, returned the result.", name=name,
                   result=short(record.result))
    if caches and record.calls:
        return say_count("{names} has a cache, which was emptied before the run. If the result of "
                         "a call is already in the cache, the call doesn't run and isn't shown.",
                         "{names} have caches, which were emptied before the run. If the result of "
                         "a call is already in a cache, the call doesn't run and isn't shown.",
                         len(caches),
                         names=", ".join(caches))
    return ""


def _awaited(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Return the result of a coroutine, which may await others; no event loop is needed.

    _WaitsError: it waits for something that only an event loop can bring.
    """
    try:
        while coroutine.send(None) is None:
            pass  # it lets others run, and there are none
    except StopIteration as end:
        return end.value
    finally:
        coroutine.close()
    raise _WaitsError


def snapshot(value: Any) -> Any:
    """Return a deep copy of lists, tuples, sets and dicts, and of others what ``copy()`` returns.

    A value without such a method is returned as it is.

    >>> rows = [[1], [2]]
    >>> kept = snapshot(rows)
    >>> rows[0].append(3)
    >>> kept
    [[1], [2]]
    """
    if isinstance(value, (list, tuple, set)):
        parts = [snapshot(part) for part in value]
        # a subclass may need other arguments, so a list stands for it
        return type(value)(parts) if type(value) in (list, tuple, set) else parts
    if isinstance(value, dict):
        return {key: snapshot(part) for key, part in value.items()}
    if isinstance(value, type) or not callable(getattr(value, "copy", None)):
        return value
    try:
        return value.copy()
    except Exception:
        return value


class _Traced(NamedTuple):
    """The function that is recorded.

    Attributes:
        name: its name.
        codes: its code, or that of each of its implementations.
        layers: the code of what is wrapped around it, which isn't shown.
        module: the names of its module.
    """

    name: str
    codes: frozenset[CodeType]
    layers: frozenset[CodeType]
    module: dict[str, Any]


def _traced(function: Any) -> _Traced:
    """Return what to record for a function, a method, a class or an object that can be called.

    TypeError: its calls cannot be recorded.
    """
    layers = [*_layers(function)]
    innermost = layers[-1]  # the function that was written, without what is wrapped around it
    if not isinstance(innermost, FunctionType):
        raise TypeError(say("{function!r} isn't a function written in Python, so its calls can't "
                            "be recorded.", function=function))
    if inspect.isasyncgenfunction(innermost):
        raise TypeError(say("{name} is an asynchronous generator. The function step(...) can't run "
                            "it by itself, so its calls can't be recorded.",
                            name=innermost.__name__))
    module = innermost.__globals__
    codes = _codes_of([innermost, *_implementations(layers, module)])
    wrappers = [value for value in module.values()
                if isinstance(value, FunctionType) and hasattr(value, "__wrapped__")]
    codes_around = _codes_of([*layers, *wrappers]) - codes
    name = innermost.__name__
    if not isinstance(function, type):  # for a class, the name of its method tells more
        name = getattr(function, "__name__", name)
    return _Traced(name, codes, codes_around, module)


def _codes_of(values: Iterable[Any]) -> frozenset[CodeType]:
    """Return the code of those values that are functions written in Python."""
    return frozenset(value.__code__ for value in values if isinstance(value, FunctionType))


def _arguments_by_name(function: Any, args: tuple[Any, ...]) -> dict[str, Any]:
    """Return ``args`` by the names of a function's parameters; {} if these can't be found out."""
    try:
        return dict(inspect.signature(function).bind(*args).arguments)
    except (TypeError, ValueError):
        return {}


def _layers(function: Any) -> Iterator[Any]:
    """Yield a function, then the function that it is wrapped around, and so on to the innermost.

    A class counts as wrapped around its ``__new__`` or ``__init__``, and an object around its
    ``__call__``.
    """
    for _ in range(MOST_LAYERS):  # some objects have any attribute, and would go on for ever
        yield function
        if isinstance(function, functools.partial):
            function = function.func
        elif inspect.ismethod(function):
            function = function.__func__
        elif hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        elif isinstance(function, type):
            members = [inspect.getattr_static(function, name) for name in ("__new__", "__init__")]
            makers = [getattr(member, "__func__", member) for member in members]  # of staticmethods
            written_in_python = [maker for maker in makers if isinstance(maker, FunctionType)]
            if not written_in_python:
                return
            function = written_in_python[0]
        elif is_callable_object(function):
            function = type(function).__call__
        else:
            return


def is_callable_object(thing: Any) -> bool:
    """Whether a thing is an object that can be called because its class defines ``__call__``."""
    return not inspect.isroutine(thing) and not isinstance(thing, type) and isinstance(
        inspect.getattr_static(type(thing), "__call__", None), FunctionType)


def _implementations(layers: list[Any], module: dict[str, Any]) -> list[Any]:
    """Return the implementations of a generic function, or []; ``layers`` ends with the function.

    Generic functions are made by functools.singledispatch, generic methods by singledispatchmethod.
    """
    for layer in layers:
        if hasattr(layer, "registry") and hasattr(layer, "dispatch"):  # from singledispatch
            return [*layer.registry.values()]
    for member in _members(module):
        if isinstance(member, functools.singledispatchmethod) and member.func is layers[-1]:
            return [*member.dispatcher.registry.values()]
    return []


def _members(module: dict[str, Any]) -> list[Any]:
    """Return the attributes of the classes in a module."""
    return [member for each in module.values() if isinstance(each, type)
            for member in vars(each).values()]


def _empty_caches(function: Any, traced: _Traced) -> list[FunctionType]:
    """Empty the caches of a function and of those it uses; return the functions with a cache."""
    cached_functions = []
    for value in (*_layers(function), *_used(traced)):
        if isinstance(value, functools._lru_cache_wrapper):
            inner = value.__wrapped__
            value.cache_clear()
            if isinstance(inner, FunctionType) and inner not in cached_functions:
                cached_functions.append(inner)
    return cached_functions


def _used(traced: _Traced) -> list[Any]:
    """Return the module's values that the traced function names, and those that these name, etc.

    Of an attribute, only the name is known: all attributes of this name in classes are returned.
    """
    values = _values_by_name(traced.module)
    used: list[Any] = []
    waiting = [*traced.codes]  # the code whose names are still to be looked up
    known_codes = set(waiting)
    while waiting:
        code = waiting.pop()
        named_here = [value for name in code.co_names for value in values.get(name, ())]
        used += named_here
        constants_and_codes = [*code.co_consts]  # the code of inner functions is a constant
        for value in named_here:
            if callable(value):
                constants_and_codes += [getattr(layer, "__code__", None)
                                        for layer in _layers(value)]
        for each in constants_and_codes:
            if isinstance(each, CodeType) and each not in known_codes:
                known_codes.add(each)
                waiting.append(each)
    return used


def _values_by_name(module: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the values that each name may have: in the module, or as an attribute of a class."""
    values: dict[str, list[Any]] = {name: [value] for name, value in module.items()}
    for value in module.values():
        if isinstance(value, type):
            for name, member in vars(value).items():
                values.setdefault(name, []).append(member)
    return values


class _OpenCall(NamedTuple):
    """A recorded call that is not over; ``arguments`` are the values themselves, not copies."""

    frame: FrameType
    call: Call
    arguments: dict[str, Any]


class _Event(NamedTuple):
    """A step of the run: a call is entered or left; ``seen`` is what ``watch`` returned."""

    entered: bool
    call: Call
    seen: Any


class _Recorder:
    """Records what Python's tracing reports."""

    def __init__(self, traced: _Traced, given: dict[str, Any], budget: int,
                 copy: Callable[[Any], Any], watch: Watch | None) -> None:
        self._traced = traced
        self._given = {name: copy(value) for name, value in given.items()}
        self._budget = budget  # the most calls, or yielded values, that are recorded
        self._copy = copy
        self._watch = watch
        self._calls: list[Call] = []
        #: The recorded calls that are running now: those of paused generators are not among them.
        self._open: list[_OpenCall] = []
        self._paused: dict[FrameType, _OpenCall] = {}
        self._events: list[_Event] = []
        #: Where the last exception was raised, or passed on: a frame and its instruction.
        self._raised_at: tuple[FrameType, int] | None = None
        #: How many calls of each code were recorded, and how many of these are not over.
        self._made: Counter[CodeType] = Counter()
        self._open_by_code: Counter[CodeType] = Counter()
        self._recursive = set(traced.codes)  # the code of the function and of recursive ones
        self.full = False  # whether there were too many calls
        self.yields_on = False  # whether a generator yielded too many values

    @property
    def has_base_case(self) -> bool:
        """Whether a call of a recursive function returned without making a recursive call."""
        callers = {call.parent for call in self._calls if call.code in self._recursive}
        for was_entered, call, _ in self._events:
            has_returned = not was_entered and not call.error
            if has_returned and call.code in self._recursive and call.number not in callers:
                return True
        return False

    def all_of(self, generator: Generator[Any, Any, Any]) -> list[Any]:
        """Return the values that a generator yields. _EnoughError: there are too many."""
        values = list(islice(generator, self._budget))
        if len(values) == self._budget:
            self.yields_on = True
            sys.settrace(None)  # closing the generator ends open calls: that isn't recorded
            generator.close()
            raise _EnoughError
        return values

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Record a call that is entered; return the trace function for the rest of it.

        Return None for a call that isn't recorded. Python calls this for each call in the run, and
        each time that a paused generator or coroutine goes on.
        """
        code = frame.f_code
        if frame.f_globals is not self._traced.module or code.co_name in _COMPREHENSIONS:
            return None
        if frame in self._paused:
            self._open.append(self._paused.pop(frame))
            return self._within
        if not self._is_recorded(code):
            return None
        if self._open_by_code[code]:  # it has called itself, perhaps through others
            self._recursive |= self._cycle_of(code)
        recursive_calls = sum(self._made[each] for each in self._recursive)
        if recursive_calls >= self._budget:
            self.full = True
            raise _EnoughError
        self._record_entry(frame, code)
        frame.f_trace_lines = False  # only the end of the call and exceptions matter
        return self._within

    def _is_recorded(self, code: CodeType) -> bool:
        """Whether to record the calls of the function with this ``code``.

        It's the traced one, or one that may be recursive too; but nothing is recorded before the
        first call of the traced function, and nothing that is wrapped around it.
        """
        if code in self._traced.codes:
            return True
        has_begun = bool(self._calls)
        return has_begun and code not in self._traced.layers and not _calls_nothing(code)

    def _record_entry(self, frame: FrameType, code: CodeType) -> None:
        """Add a call that is entered to the calls, the open calls and the events."""
        values = frame.f_locals
        arguments = {name: values[name] for name in _parameters(code)}
        above = self._open[-1] if self._open else None
        seen = self._watch(True, arguments, None) if self._watch else None
        call = Call(
            number=len(self._calls),
            name=self._traced.name if code in self._traced.codes else code.co_name,
            arguments={name: self._copy(value) for name, value in arguments.items()},
            parent=above.call.number if above else None,
            depth=len(self._open),
            line=above.frame.f_lineno if above else 0,
            code=code,
            yields=bool(code.co_flags & inspect.CO_GENERATOR))
        if call.yields:
            call.result = []
        self._calls.append(call)
        self._open.append(_OpenCall(frame, call, arguments))
        self._made[code] += 1
        self._open_by_code[code] += 1
        self._events.append(_Event(True, call, seen))

    def _cycle_of(self, code: CodeType) -> set[CodeType]:
        """Return the codes of the functions through which a function calls itself, and its own.

        They are those of the open calls after the latest call of the function with ``code``.
        """
        codes = {code}
        for open_call in reversed(self._open):
            if open_call.frame.f_code is code:
                break
            codes.add(open_call.frame.f_code)
        return codes

    def _within(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Record an exception in a call, its pause or its end; return the trace function for it.

        Python calls this for each event in the call. ``arg`` is what was raised, returned or
        yielded.
        """
        if frame in self._paused:  # an exception is thrown into it
            self._open.append(self._paused.pop(frame))
        if event == "exception":
            kind, value, _ = arg
            if issubclass(kind, OutOfTimeError):
                sys.settrace(None)  # the open calls do not return
                return None
            if kind is StopIteration and frame.f_code.co_flags & _PAUSING:
                return self._within  # an await or a yield from has come to its end
            self._raised_at = frame, frame.f_lasti
            text = " ".join(str(value).split())
            call = self._open[-1].call
            call.error = f"{kind.__name__}: {text}" if text else kind.__name__
        elif event == "return" and self._open and self._open[-1].frame is frame:
            open_call = self._open.pop()
            # Python reports "return" with None for a call that an exception ends, too.
            is_ended_by_error = arg is None and self._raised_at == (frame, frame.f_lasti)
            if _pauses(frame) and not is_ended_by_error:
                self._record_pause(open_call, arg)
            else:
                self._record_end(open_call, arg)
        return self._within

    def _record_pause(self, open_call: _OpenCall, yielded: Any) -> None:
        """Note that a call pauses; add what it ``yielded`` to its result if it's a generator's."""
        frame, call, _ = open_call
        self._paused[frame] = open_call
        is_first_pause = _last_operation(frame) == "RETURN_GENERATOR"  # it yields nothing there
        if call.yields and not is_first_pause:
            call.result.append(self._copy(yielded))

    def _record_end(self, open_call: _OpenCall, returned: Any) -> None:
        """Record the end of a call, by a return or an exception.

        ``returned`` is what it returned, or None. A call's error that is no longer true is removed.
        """
        frame, call, arguments = open_call
        self._open_by_code[frame.f_code] -= 1
        call.last_line = frame.f_lineno
        if call.yields:
            returned = call.result  # the list of what it yielded
            was_closed = call.error == GeneratorExit.__name__  # that isn't a mistake
            if _returns(frame) or was_closed:
                call.error = ""
        elif _returns(frame):
            call.result = self._copy(returned)
            call.error = ""  # it was caught
        seen = self._watch(False, arguments, returned) if self._watch else None
        self._events.append(_Event(False, call, seen))

    def finish(self, result: Any, error: BaseException | None, stopped: str) -> Trace:
        """Return the record of the run: the calls of the traced function and of recursive ones.

        ``result`` and ``error`` are how the run ended. ``stopped`` is a sentence on why it was
        stopped before its end, or "".
        """
        top = None  # a call that stands for the whole run, if one is needed
        events = [event for event in self._events if event.call.code in self._recursive]
        if self._count_outermost() > 1:
            top = self._whole_run(result, error, is_over=not stopped)
            events.insert(0, _Event(True, top, events[0].seen))
            if not stopped:
                events.append(_Event(False, top, events[-1].seen))
        calls = self._renumbered_calls(top)
        for step, (entered, call, _) in enumerate(events, start=1):
            if entered:
                call.entered = step
            else:
                call.left = step
        steps = [(entered, call.number) for entered, call, _ in events]
        return Trace(calls, steps, stopped, result, error, [event.seen for event in events])

    def _renumbered_calls(self, top: Call | None) -> list[Call]:
        """Return the calls to show with their new numbers, parents, children and depths.

        If there is a ``top``, it comes first, and the outermost calls are its children.
        """
        calls = [] if top is None else [top]
        # The new numbers by the old ones; of a call that isn't shown, that of the shown one above
        # it. Outermost calls have the parent None.
        new_numbers: dict[int | None, int | None] = {None: None if top is None else 0}
        for call in self._calls:
            parent = new_numbers[call.parent]
            if call.code not in self._recursive:
                new_numbers[call.number] = parent
                continue
            new_numbers[call.number] = len(calls)
            call.number = len(calls)
            call.parent = parent
            call.depth = 0
            if parent is not None:
                calls[parent].children.append(call.number)
                call.depth = calls[parent].depth + 1
            calls.append(call)
        return calls

    def _count_outermost(self) -> int:
        """Return how many of the recursive calls are not inside another one."""
        inside: set[int | None] = set()
        count = 0
        for call in self._calls:
            if call.parent in inside:
                inside.add(call.number)
            elif call.code in self._recursive:
                inside.add(call.number)
                count += 1
        return count

    def _whole_run(self, result: Any, error: BaseException | None, is_over: bool) -> Call:
        """Return a call that stands for the whole run.

        It's needed if the function was called several times, as by what is wrapped around it.
        """
        code = next(iter(self._traced.codes))  # any of them will do
        whole = Call(0, self._traced.name, self._given, None, 0, code=code)
        if error is not None:
            whole.error = type(error).__name__
        elif is_over:
            whole.result = self._copy(result)
        return whole


@functools.cache
def _parameters(code: CodeType) -> list[str]:
    """Return the names of the parameters of a function, those with ``*`` and ``**`` last."""
    names, others, named = inspect.getargs(code)
    return [*names, *filter(None, (others, named))]


@functools.cache
def _calls_nothing(code: CodeType) -> bool:
    """Whether a function cannot be recursive, as it calls nothing, directly or indirectly."""
    return not any(instruction.opname.startswith(("CALL", "LOAD_ATTR", "LOAD_METHOD"))
                   for instruction in dis.get_instructions(code))


def _returns(frame: FrameType) -> bool:
    """Whether a frame is left by a return, and not by an exception."""
    return _last_operation(frame).startswith("RETURN_")


def _pauses(frame: FrameType) -> bool:
    """Whether a frame is left by a yield or an await, after which it goes on with a RESUME."""
    may_pause = bool(frame.f_code.co_flags & _PAUSING)
    return may_pause and _last_operation(frame).startswith(
        ("YIELD_VALUE", "RESUME", "RETURN_GENERATOR"))


def _last_operation(frame: FrameType) -> str:
    return dis.opname[frame.f_code.co_code[frame.f_lasti]]
