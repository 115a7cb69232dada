"""Stops Python code that runs too long, on every operating system."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["OutOfTimeError", "time_limit"]


class OutOfTimeError(BaseException):
    """Ends code that runs too long; no `except Exception` of a student's catches it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTimeError in the block of a `with` that runs for more than ``seconds``.

    Another thread watches the clock and raises the exception in this one, which slows nothing down.
    It does so again and again, for code that catches every exception. What cannot be stopped this
    way is a single endless call into a library.
    """
    caller, returned = threading.get_ident(), threading.Event()
    watch = threading.Thread(target=_watch, args=(caller, returned, seconds), daemon=True)
    try:
        watch.start()
        yield
    finally:
        while not returned.is_set() or watch.is_alive():
            with suppress(OutOfTimeError):  # raised here, after the block
                returned.set()
                watch.join()


def _watch(caller: int, returned: threading.Event, wait: float) -> None:
    while not returned.wait(wait):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(caller), ctypes.py_object(OutOfTimeError))
        wait = 0.01  # once more, if the code caught it
