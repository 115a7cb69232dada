"""Calls code that a student wrote: what it raises becomes a sentence, and it is stopped in time."""

from __future__ import annotations

import ctypes
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
    """Ends code that runs too long; no `except Exception` of a student's catches it."""


def time_limit(seconds: float) -> Limit:
    """Return what raises OutOfTimeError in a call that runs for over ``seconds``."""
    end = time.monotonic() + seconds
    return Limit(lambda: end - time.monotonic())


def computing_limit(seconds: float) -> Limit:
    """Return what raises OutOfTimeError in a call that has computed for over ``seconds``.

    It is the computing time of this thread, so that a busy machine makes nothing late. Code that
    only waits is stopped as well, when it has waited for as long.
    """
    return Limit(_Computing(seconds).left)


class _Computing:
    """How long a thread has computed, and how long it has waited."""

    #: How often to look, in seconds. How often the waiting of a busy machine can be of computing.
    STEP, BUSY = 0.05, 40

    def __init__(self, seconds: float) -> None:
        self.seconds, self.clock = seconds, _clock_of(threading.get_ident())
        self.begun = self.computed = self.clock()
        self.seen, self.waited = time.monotonic(), 0.0

    def left(self) -> float:
        """Return for how many seconds it need not be looked at again; 0: its time is over."""
        now, computed = time.monotonic(), self.clock()
        passed = min(now - self.seen, 2 * self.STEP)  # longer: the whole program was held
        self.waited += max(0.0, passed - (computed - self.computed))
        self.seen, self.computed = now, computed
        used = computed - self.begun
        if self.waited > max(self.seconds, self.BUSY * used):
            return 0
        return min(self.STEP, self.seconds - used)


def _clock_of(thread: int) -> Callable[[], float]:
    """Return what tells the computing time of a thread, where a system has it, or of them all."""
    if hasattr(time, "pthread_getcpuclockid"):
        clock = time.pthread_getcpuclockid(thread)
        return lambda: time.clock_gettime(clock)
    return time.process_time


#: Raises an exception in a thread, at its next call or round of a loop, in place of one that is
#: still to come. It is one call of C: the thread that makes it keeps Python to itself.
_raise = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.py_object)(
    ("PyThreadState_SetAsyncExc", ctypes.pythonapi))


class Limit:
    """Stops a call as soon as no time is ``left``; ``over`` tells whether it did.

    Another thread watches the clock and raises the exception in this one, which slows nothing down.
    Code that catches it so often gets another one wherever it catches one, which leaves its own
    `finally` no time, until all that is open has ended. What cannot be stopped this way is a single
    endless call into a library.
    """

    #: How often code may catch the exception, and how long, in seconds, it goes on each time.
    OFTEN, PAUSE = 5, 0.01

    def __init__(self, left: Callable[[], float]) -> None:
        self.left, self.over, self._ended = left, 0, False
        self._thread, self._stop = threading.get_ident(), cast(Any, OutOfTimeError)

    def call(self, function: Callable[..., T], *args: Any, **named: Any) -> T:
        """Return what ``function`` returns. OutOfTimeError: its time was over, whatever it did."""
        global _watcher
        if _watcher is None or not _watcher.is_alive():  # a forked process has lost its threads
            _watcher = threading.Thread(target=_watch, daemon=True)
            _watcher.start()
        try:
            _begun.put((time.monotonic() + self.left(), id(self), self))
            result = function(*args, **named)
        finally:
            self._ended = True  # nothing can come between this and the end of the call
            while self.over:
                try:
                    _raise(self._thread, OutOfTimeError)  # so that nothing is still to come
                except OutOfTimeError:
                    break
            if self._stop is not OutOfTimeError:
                del self._stop.__init__, self._stop.__del__
        if self.over:
            raise OutOfTimeError
        return result

    def look(self) -> float:
        """Stop the call if its time is over; return when to look again, 0 if it has ended."""
        if self._ended:
            return 0
        if (pause := self.left()) > 0:
            return max(pause, 0.002)
        self.over += 1
        if self.over == self.OFTEN:
            stop: Any = type(OutOfTimeError.__name__, (OutOfTimeError,), {})
            # Where it is caught an object of it is made, which goes when that is done with.
            stop.__init__ = stop.__del__ = staticmethod(partial(_raise, self._thread, stop))
            self._stop = stop
        if not self._ended:  # nothing can come between this and the next
            _raise(self._thread, self._stop)
        return self.PAUSE


_watcher: threading.Thread | None = None
_begun: SimpleQueue[tuple[float, int, Limit]] = SimpleQueue()


def _watch() -> None:
    limits: list[tuple[float, int, Limit]] = []  # a heap: the next to look comes first
    while True:
        wait = max(0, limits[0][0] - time.monotonic()) if limits else None
        try:
            heappush(limits, _begun.get(timeout=wait))
        except Empty:
            _, key, limit = heappop(limits)
            if pause := limit.look():
                heappush(limits, (time.monotonic() + pause, key, limit))
            del limit


#: How long, in seconds, a function that was passed in may run in one call.
TIME_LIMIT = 3.0

_TRUSTED: set[type] = set()


def trusted(kind: type[T]) -> type[T]:
    """Return ``kind``, a class of a player or of a goal that needs no watching; a decorator.

    What is not trusted is a student's: it is stopped in time, and what it returns is looked at.
    """
    _TRUSTED.add(kind)
    return kind


def trusted_kinds(base: type[T]) -> dict[str, type[T]]:
    """Return the trusted subclasses of ``base`` by their names."""
    return {kind.__name__: kind for kind in _TRUSTED if issubclass(kind, base)}


def made_by_student(thing: object) -> bool:
    """Tell whether the class of ``thing``, or the class that it is, is none that is trusted."""
    return (thing if isinstance(thing, type) else type(thing)) not in _TRUSTED


@dataclass(frozen=True)
class Fault:
    """What was wrong with code that was passed in: a key of SENTENCES, and what the sentence names.

    The fields are texts and numbers. ``str`` gives the sentence.

    >>> print(Fault("stopped", name="Your swap", seconds=3.0))
    Your swap was stopped after 3 seconds. Does it ever come to an end?
    """

    kind: str
    fields: dict[str, Any]

    #: The sentences by their keys; those of leagues stand last, and games register theirs.
    SENTENCES: ClassVar[dict[str, str]] = mark({
        "raised": "{name} raised {error}.",
        "stack": "{name} called itself until the stack was full. Is there a base case, and does "
                 "every call come closer to it?",
        "stopped": "{name} was stopped after {seconds:g} seconds. Does it ever come to an end?",
        "no_move": "{name} returned {value}, but a {expected} is expected.",
        "no_number": "{name} returned {value}, but a whole number is expected.",
        "other_result": "Your {name} returned {got} for {given}, but {expected} is expected.",
        "refused": "{reason}",
        "other": "{text}",
        "not_made": "{name} could not be made. {error}",
        "no_player": "it makes {value}, which is no player",
        "ended_python": "{name} raised {error}.",
        "late": "{name} took longer than {seconds:g} s.",
        "illegal": "{name} chose to {move}. {refusal}",
        "not_stopped": "{name} could not be stopped after {seconds:g} s.",
        "memory": "{name} used more than {megabytes:g} megabytes of memory.",
        "gone": "{name} ended the process of the game.",
        "no_answer": "{name} sent something that is no answer.",
    })

    @classmethod
    def register(cls, game: str, sentences: Mapping[str, str]) -> None:
        """Add the sentences of a game; the name of the game and a dot stand before their keys."""
        cls.SENTENCES.update({f"{game}.{kind}": text for kind, text in sentences.items()})

    def __init__(self, kind: str, **fields: Any) -> None:
        if kind not in self.SENTENCES:
            raise ValueError(say("There is no fault {kind!r}.", kind=kind))
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
        """Return the fault of a record. ValueError: it is of no fault."""
        try:
            fault = cls(**record)
            str(fault)
        except (KeyError, ValueError, TypeError):
            raise ValueError(say("A reason to lose a turn cannot be {reason!r}.",
                                 reason=record)) from None
        return fault


class PartError(Exception):
    """A function or a player that was passed in failed; ``fault`` says how."""

    def __init__(self, kind: str, **fields: Any) -> None:
        self.fault = Fault(kind, **fields)
        super().__init__(str(self.fault))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(PartError, self.fault.kind, **self.fault.fields), ()


def call_safely(name: str, function: Callable[..., Any], *args: Any,
                seconds: float | None = None) -> Any:
    """Return ``function(*args)``. PartError: it raised, or ran too long (default: TIME_LIMIT)."""
    seconds = TIME_LIMIT if seconds is None else seconds
    try:
        return time_limit(seconds).call(function, *args)
    except PartError:
        raise
    except RecursionError:
        raise PartError("stack", name=name) from None
    except OutOfTimeError:
        raise PartError("stopped", name=name, seconds=seconds) from None
    except Exception as error:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PartError("raised", name=name, error=what.rstrip(".")) from error


def whole(name: str, number: Any) -> int:
    """Return ``number``, which ``name`` returned. PartError: it is no whole number."""
    try:
        return index(number)
    except TypeError:
        raise PartError("no_number", name=name, value=repr(number)) from None
