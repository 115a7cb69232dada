"""The computing time of a check: that of this thread, and that of an answer elsewhere."""

import time

__all__ = ["add", "thread_time"]

_elsewhere = 0.0


def thread_time() -> float:
    """Return the seconds that this thread, and answers in other processes, have computed."""
    return time.thread_time() + _elsewhere


def add(seconds: float) -> None:
    """Count so many seconds more."""
    global _elsewhere
    _elsewhere += seconds
