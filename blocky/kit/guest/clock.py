"""Measures the time that counts for a process, on a busy machine as on a quiet one."""

from contextlib import suppress
from time import monotonic

import psutil

__all__ = ["HELD", "Clock"]

#: How many times as long a process may take by the clock: a busy machine may hold it.
HELD = 10


class Clock:
    """Counts the seconds that a process has computed or slept, on a busy machine as on a quiet one.

    If it waits for the machine, a HELD-th of that counts.
    """

    def __init__(self, process: int) -> None:
        """Start to count the seconds of the process with this id."""
        self.process_id = process
        self.begun = monotonic()
        #: When ``_look`` looked last, and how long the process had computed and slept until then.
        self.seen = self.begun
        self.computed = 0.0
        self.slept = 0.0
        self._look()
        #: What it had computed before this clock was started.
        self.before = self.computed

    def used(self) -> float:
        """Return the seconds that count."""
        self._look()
        computed_or_slept = self.computed - self.before + self.slept
        return max(computed_or_slept, (self.seen - self.begun) / HELD)

    def _look(self) -> None:
        """Set ``seen``, ``computed`` and ``slept`` from the process, if it is still there.

        If it sleeps now, all the time since the last look in which it didn't compute was sleep.
        """
        now = monotonic()
        with suppress(psutil.Error):
            process = psutil.Process(self.process_id)
            times = process.cpu_times()
            computed = times.user + times.system
            if process.status() in _IDLE:
                seconds_since = now - self.seen
                computed_since = computed - self.computed
                self.slept += max(0.0, seconds_since - computed_since)
            self.computed = computed
        self.seen = now


#: The states of a process that waits, and not for the machine.
_IDLE = (psutil.STATUS_SLEEPING, psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP)
