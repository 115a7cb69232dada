"""Calls code that a student wrote: what it raises becomes a sentence, and it is stopped in time."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from heapq import heappop, heappush
from queue import Empty, SimpleQueue
from typing import Any
from weakref import ref

__all__ = ["OutOfTimeError", "PartError", "call_safely", "made_by_student", "time_limit"]


class OutOfTimeError(BaseException):
    """Ends code that runs too long; no `except Exception` of a student's catches it."""


def time_limit(seconds: float) -> AbstractContextManager[object]:
    """Return what raises OutOfTimeError in the block of a `with` that runs for over ``seconds``.

    Another thread watches the clock and raises the exception in this one, which slows nothing down.
    It does so again and again, for code that catches every exception. What cannot be stopped this
    way is a single endless call into a library.
    """
    global _watcher
    # A lock tells whether the block still runs: no exception can break into a lock's own __exit__.
    runs = threading.Lock()
    if _watcher is None or not _watcher.is_alive():  # a forked process has lost its threads
        _watcher = threading.Thread(target=_watch, daemon=True)
        _watcher.start()
    _begun.put((time.monotonic() + seconds, id(runs), threading.get_ident(), ref(runs)))
    return runs


_Limit = tuple[float, int, int, "ref[threading.Lock]"]
_watcher: threading.Thread | None = None
_begun: SimpleQueue[_Limit] = SimpleQueue()


def _watch() -> None:
    limits: list[_Limit] = []  # a heap: the next to end comes first
    while True:
        wait = max(0, limits[0][0] - time.monotonic()) if limits else None
        try:
            heappush(limits, _begun.get(timeout=wait))
        except Empty:
            _, key, caller, runs = heappop(limits)
            if lock := runs():
                if lock.locked():
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(caller), ctypes.py_object(OutOfTimeError))
                heappush(limits, (time.monotonic() + 0.01, key, caller, runs))  # if code catches it
                del lock


#: How long, in seconds, a function that was passed in may run in one call.
TIME_LIMIT = 3.0


class PartError(Exception):
    """A function or a player that was passed in failed. Its text is a sentence that says how."""


def made_by_student(thing: object) -> bool:
    """Tell whether the class of ``thing`` is defined outside the kit."""
    return not type(thing).__module__.startswith("blocky.")


def call_safely(name: str, function: Callable[..., Any], *args: Any,
                seconds: float | None = None) -> Any:
    """Return ``function(*args)``. PartError: it raised, or ran too long (default: TIME_LIMIT)."""
    seconds = TIME_LIMIT if seconds is None else seconds
    try:
        with time_limit(seconds):
            return function(*args)
    except PartError:
        raise
    except RecursionError:
        raise PartError(f"{name} called itself until the stack was full. Is there a base case, "
                        f"and does every call come closer to it?") from None
    except OutOfTimeError:
        raise PartError(f"{name} was stopped after {seconds:g} seconds. "
                        f"Does it ever come to an end?") from None
    except Exception as error:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PartError(f"{name} raised {what.rstrip('.')}.") from error
