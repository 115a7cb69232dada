"""Calls students' code: errors become sentences, and a time limit stops it."""

from __future__ import annotations

import ctypes
import dis
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from operator import index
from queue import Empty, SimpleQueue
from typing import Any, ClassVar, TypeVar, cast

from blocky.kit.language import mark, say

__all__ = ["Fault", "Limit", "OutOfTimeError", "PartError", "call_safely", "computing_limit",
           "made_by_student", "time_limit", "trusted", "trusted_kinds", "whole"]

T = TypeVar("T")


class OutOfTimeError(BaseException):
    """Ends code that runs too long; `except Exception` does not catch it."""


def time_limit(seconds: float) -> Limit:
    """Return a limit that raises OutOfTimeError in a call after ``seconds``."""
    end = time.monotonic() + seconds
    return Limit(lambda: end - time.monotonic())


def computing_limit(seconds: float) -> Limit:
    """Return a limit that raises OutOfTimeError in a call after ``seconds`` of computing.

    It counts the computing time of this thread, so that a busy machine makes no difference. Code
    that has waited for as long, without computing, is stopped too.
    """
    return Limit(_Computing(seconds).left)


class _Computing:
    """Measures how long a thread has computed, and how long it has waited."""

    #: The seconds between two looks, and the ratio of waiting to computing on a busy machine.
    STEP, BUSY = 0.05, 40

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.clock = _clock_of(threading.get_ident())
        self.start = self.clock()
        self.last_look = time.monotonic()  # when ``left`` was called last
        self.last_computed = self.start  # the computing time of the thread then
        self.waited = 0.0

    def left(self) -> float:
        """Return after how many seconds to look again; 0 or less if the time is over.

        The time is over if the thread has computed for ``seconds``. It's also over if the thread
        has waited for as long, and for longer than a busy machine would make it wait.
        """
        now = time.monotonic()
        computed = self.clock()
        # a longer time has passed only if the whole program was suspended: that doesn't count
        passed = min(now - self.last_look, 2 * self.STEP)
        self.waited += max(0.0, passed - (computed - self.last_computed))
        self.last_look = now
        self.last_computed = computed
        computed_in_all = computed - self.start
        if self.waited > max(self.seconds, self.BUSY * computed_in_all):
            return 0
        return min(self.STEP, self.seconds - computed_in_all)


def _clock_of(thread: int) -> Callable[[], float]:
    """Return a clock of the computing time of a thread; of all threads on systems without one."""
    if hasattr(time, "pthread_getcpuclockid"):
        clock = time.pthread_getcpuclockid(thread)
        return lambda: time.clock_gettime(clock)
    return time.process_time


#: Raises an exception in a thread, at its next call or loop iteration, instead of a pending one. It
#: is a single call of C that holds the interpreter lock.
_raise = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.py_object)(
    ("PyThreadState_SetAsyncExc", ctypes.pythonapi))


class Limit:
    """Stops a call when no time is ``left``; ``over`` is then true.

    ``left`` is a function that returns after how many seconds to look again, or 0 or less if the
    time is over. Another thread watches the clock and raises the exception in this one, which costs
    no time. Code that catches it OFTEN gets a new one each time it catches one, even in `finally`,
    until all its calls have ended. A single endless call into a library cannot be stopped.
    """

    #: How often code can catch the exception, and for how many seconds it goes on each time.
    OFTEN, PAUSE = 5, 0.01

    #: The least number of seconds between two looks.
    LEAST_PAUSE = 0.002

    #: How many more calls the stack can hold from then on: the exception needs room in a full one.
    ROOM = 500

    def __init__(self, left: Callable[[], float]) -> None:
        self.left = left
        self.over = 0  # how often the exception was raised
        self._has_ended = False  # whether the call has ended
        self._thread = threading.get_ident()
        self._next_exception = cast(Any, OutOfTimeError)

    def call(self, function: Callable[..., T], *args: Any, **named: Any) -> T:
        """Return the result of ``function``. OutOfTimeError: its time ran out.

        All threads with limits have one watcher, which calls ``look``.
        """
        global _watcher
        if _watcher is None or not _watcher.is_alive():  # threads do not survive a fork
            _watcher = threading.Thread(target=_watch, daemon=True)
            _watcher.start()
        recursion_limit = sys.getrecursionlimit()
        try:
            _new_limits.put((time.monotonic() + self.left(), id(self), self))
            result = function(*args, **named)
        finally:
            self._has_ended = True  # nothing can interrupt between this and the end of the call
            while self.over:  # an exception was raised, and it may not have arrived yet
                try:
                    _raise(self._thread, OutOfTimeError)  # replaces a pending one
                except OutOfTimeError:
                    break
            if self._next_exception is not OutOfTimeError:  # so ``look`` has made a lasting one
                del self._next_exception.__init__, self._next_exception.__del__
                sys.setrecursionlimit(recursion_limit)
        if self.over:
            raise OutOfTimeError
        return result

    def look(self) -> float:
        """Raise the exception in the call if its time is over; the watcher calls this.

        Return the seconds to the next look; 0 if the call has ended.
        """
        if self._has_ended:
            return 0
        seconds_left = self.left()
        if seconds_left > 0:
            return max(seconds_left, self.LEAST_PAUSE)
        self.over += 1
        if self.over == self.OFTEN:  # the code goes on catching it
            self._next_exception = self._lasting_exception()
            sys.setrecursionlimit(sys.getrecursionlimit() + self.ROOM)
        if not self._has_ended:  # nothing can interrupt between this and the next line
            _raise(self._thread, self._next_exception)
        return self.PAUSE

    def _lasting_exception(self) -> Any:
        """Return a class of OutOfTimeError that is raised again in this thread when it's caught.

        When code catches it, Python makes an instance of the class, and deletes it later. Both
        raise the class again.
        """
        lasting: Any = type(OutOfTimeError.__name__, (OutOfTimeError,), {})
        lasting.__init__ = lasting.__del__ = staticmethod(partial(_raise, self._thread, lasting))
        return lasting


#: The thread that looks at all limits.
_watcher: threading.Thread | None = None

#: Limits whose calls have begun: (time of the next look, id, limit), as in ``_watch``.
_new_limits: SimpleQueue[tuple[float, int, Limit]] = SimpleQueue()


def _watch() -> None:
    """Look at each limit when it's time for it, for ever; new limits come from ``_new_limits``."""
    # A heap, the next look first. The ids keep limits from being compared, as they can't be.
    limits: list[tuple[float, int, Limit]] = []
    while True:
        wait: float | None = None
        if limits:
            next_look = limits[0][0]
            wait = max(0, next_look - time.monotonic())
        try:
            heappush(limits, _new_limits.get(timeout=wait))
        except Empty:  # no new limit has come, so it's time for the next look
            _, key, limit = heappop(limits)
            pause = limit.look()
            if pause:  # otherwise the call has ended
                heappush(limits, (time.monotonic() + pause, key, limit))
            del limit  # or it would be kept while waiting for the next one


#: The time limit for a call of a student's function, in seconds.
TIME_LIMIT = 3.0

_TRUSTED: set[type] = set()


def trusted(kind: type[T]) -> type[T]:
    """Decorate a class of players or goals that is the kit's own.

    Others are a student's: their calls have a time limit, and their results are checked.
    """
    _TRUSTED.add(kind)
    return kind


def trusted_kinds(base: type[T]) -> dict[str, type[T]]:
    """Return the trusted subclasses of ``base`` by name."""
    return {kind.__name__: kind for kind in _TRUSTED if issubclass(kind, base)}


def made_by_student(thing: object) -> bool:
    """Whether ``thing`` is a class that is not trusted, or an instance of one."""
    return (thing if isinstance(thing, type) else type(thing)) not in _TRUSTED


@dataclass(frozen=True)
class Fault:
    """What is wrong with a student's code: a key of SENTENCES, and the fields of the sentence.

    The fields are texts and numbers. ``str`` returns the sentence.

    >>> print(Fault("stopped", name="Your swap", seconds=3.0))
    Your swap was stopped after 3 seconds. Does it ever end?
    """

    kind: str
    fields: dict[str, Any]

    #: The sentences by key, those of leagues last: a game of a league can be saved, and is loaded
    #: without the league. Games register more.
    SENTENCES: ClassVar[dict[str, str]] = mark({
        "raised": "{name} raised {error}.",
        "stack": "{name} called itself until the stack was full. Is there a base case, and does "
                 "every call get closer to it?",
        "stopped": "{name} was stopped after {seconds:g} seconds. Does it ever end?",
        "no_move": "{name} returned {value}, but it should return a {expected}.",
        "no_number": "{name} returned {value}, but it should return an integer.",
        "other_result": "Your {name} returned {got} for {given}, but it should return {expected}.",
        "other_data": "Your {name}, called with {given}, left {got} at {place}, but it should be "
                      "{expected}.",
        "refused": "{reason}",
        "stuck": "No move is legal.",
        "no_wish": "{name} found no move to make.",
        "other": "{text}",
        "not_made": "{name} couldn't be created. {error}",
        "no_player": "it creates {value}, which isn't a player",
        "late": "{name} took longer than {seconds:g} s.",
        "illegal": "{name} chose to {move}. {refusal}",
        "not_stopped": "{name} couldn't be stopped after {seconds:g} s.",
        "memory": "{name} used more than {megabytes:g} megabytes of memory.",
        "gone": "{name} ended the game's process.",
        "too_much": "{name} started too many processes or wrote too many files.",
        "no_answer": "{name} sent something that isn't an answer.",
    })

    @classmethod
    def register(cls, game: str, sentences: Mapping[str, str]) -> None:
        """Add the sentences of a game; "game." is put before their keys."""
        cls.SENTENCES.update({f"{game}.{kind}": text for kind, text in sentences.items()})

    def __init__(self, kind: str, **fields: Any) -> None:
        if kind not in self.SENTENCES:
            raise ValueError(say("There's no fault {kind!r}.", kind=kind))
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "fields", fields)

    def __str__(self) -> str:
        return say(self.SENTENCES[self.kind]).format(**self.fields)

    def __hash__(self) -> int:
        return hash((self.kind, tuple(sorted(self.fields))))

    def to_record(self) -> dict[str, Any]:
        """Return this fault as JSON can hold it."""
        return {"kind": self.kind, **self.fields}

    @classmethod
    def from_record(cls, record: Any) -> Fault:
        """Return the fault of a record. ValueError: the record is invalid."""
        try:
            fault = cls(**record)
            str(fault)  # raises KeyError if a field of its sentence is missing
        except (KeyError, ValueError, TypeError):
            raise ValueError(say("The record of the game contains {reason!r} as the reason why a "
                                 "turn was lost. That isn't a valid reason.",
                                 reason=record)) from None
        return fault


class PartError(Exception):
    """A student's function or player failed; ``fault`` says how."""

    def __init__(self, kind: str, **fields: Any) -> None:
        self.fault = Fault(kind, **fields)
        super().__init__(str(self.fault))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(PartError, self.fault.kind, **self.fault.fields), ()


def call_safely(name: str, function: Callable[..., Any], *args: Any,
                seconds: float | None = None) -> Any:
    """Return ``function(*args)``, where ``name`` is what an error calls the function.

    PartError: it raised an exception, or took longer than ``seconds`` (default: TIME_LIMIT).
    KeyboardInterrupt: somebody interrupted it.
    """
    seconds = TIME_LIMIT if seconds is None else seconds
    try:
        return time_limit(seconds).call(function, *args)
    except PartError:  # it says already what failed
        raise
    except RecursionError:
        raise PartError("stack", name=name) from None
    except OutOfTimeError:
        raise PartError("stopped", name=name, seconds=seconds) from None
    except KeyboardInterrupt as error:
        if not _was_raised_by_code(error):
            raise
        raise PartError("raised", name=name, error=_in_words(error)) from error
    except (Exception, SystemExit, GeneratorExit) as error:
        raise PartError("raised", name=name, error=_in_words(error)) from error


def _was_raised_by_code(error: BaseException) -> bool:
    """Whether a `raise` raised an exception, so that it isn't an interruption from outside."""
    innermost = error.__traceback__
    while innermost and innermost.tb_next:
        innermost = innermost.tb_next
    if innermost is None:
        return False
    instruction = innermost.tb_frame.f_code.co_code[innermost.tb_lasti]
    return dis.opname[instruction] == "RAISE_VARARGS"  # that of `raise`


def _in_words(error: BaseException) -> str:
    """Return the name of an exception and its text, if it has one.

    >>> _in_words(ValueError("Too small.")), _in_words(SystemExit(None))
    ('ValueError: Too small', 'SystemExit')
    """
    name = type(error).__name__
    if error.args == (None,):  # that of exit()
        return name
    try:
        text = str(error)
    except Exception:  # the exception is a student's too
        text = ""
    return f"{name}: {text.rstrip('.')}" if text else name


def whole(name: str, number: Any) -> int:
    """Return ``number``, which the function ``name`` returned. PartError: it isn't an integer."""
    try:
        return index(number)
    except TypeError:
        raise PartError("no_number", name=name, value=repr(number)) from None
