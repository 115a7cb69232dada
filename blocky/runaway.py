"""Stops Python code that runs too long, on every operating system."""

from __future__ import annotations

import ctypes
import threading
import time
from contextlib import AbstractContextManager
from heapq import heappop, heappush
from queue import Empty, SimpleQueue
from weakref import ref

__all__ = ["OutOfTimeError", "time_limit"]


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
