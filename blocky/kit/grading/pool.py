"""Processes that grade, each one submission after the other.

One is replaced if it ends, hangs or has graded enough.
"""

from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import Protocol

from blocky.kit.grading.job import Graded, Job
from blocky.kit.language import say, say_count

__all__ = ["Pool", "Process", "Start", "UngradedError"]

#: The seconds by the clock in which a process without orders has to end.
ENDING = 30

#: After so many submissions a process is replaced, lest it needs more and more memory.
ENOUGH = 150


class UngradedError(Exception):
    """A submission was not graded, by no fault of the student."""


class Process(Protocol):
    """A process that grades."""

    def kill(self) -> None:
        """End it at once."""

    def join(self, timeout: float | None = None) -> object:
        """Wait until it has ended, at most ``timeout`` seconds."""


#: Starts a process that grades, with a folder of its own; returns it, and the pipe to it.
Start = Callable[[str], tuple[Process, Connection]]


class _Worker:
    """A process that grades, seen from the process that gives the orders."""

    def __init__(self, start: Start, work: Path) -> None:
        self._scratch = TemporaryDirectory(dir=work, ignore_cleanup_errors=True)
        self._process, self._orders = start(self._scratch.name)
        self.graded = 0

    def grade(self, job: Job, seconds: float, stopped: Event) -> Graded:
        """Grade a submission in at most ``seconds`` by the clock, until ``stopped`` is set.

        UngradedError: it wasn't graded; the process may have ended then.
        """
        end = monotonic() + seconds
        try:
            self._orders.send(job)
            while not self._orders.poll(0.5):
                if stopped.is_set():
                    raise UngradedError(say("it was stopped"))
                if monotonic() > end:
                    raise UngradedError(say_count("it took more than {count} second",
                                                  "it took more than {count} seconds",
                                                  int(seconds)))
            answer: Graded | str = self._orders.recv()
        except (EOFError, OSError):
            self.close(kill=True)
            raise UngradedError(say("the process that was grading it ended")) from None
        except BaseException:  # otherwise the answer would be taken for that to the next job
            self.close(kill=True)
            raise
        self.graded += 1
        if isinstance(answer, str):
            raise UngradedError(answer)
        return answer

    @property
    def can_go_on(self) -> bool:
        """Whether the process can grade more submissions."""
        return not self._orders.closed and self.graded < ENOUGH

    def close(self, kill: bool = False) -> None:
        """End the process: at once if ``kill``, or else when it has nothing to do.

        It gets ``ENDING`` seconds for that.
        """
        if not kill:
            with suppress(OSError):
                self._orders.send(None)
                self._process.join(ENDING)
        self._orders.close()
        self._process.kill()
        self._process.join()
        self._scratch.cleanup()


class Pool:
    """Processes that grade, each one submission after the other. Several threads may use it."""

    def __init__(self, start: Start, work: Path, seconds: float) -> None:
        """Prepare to grade in folders below ``work``, in at most ``seconds`` for a submission."""
        self.start = start
        self._work = work
        self._seconds = seconds
        self._idle: list[_Worker] = []
        self._is_closed = False

    def grade(self, job: Job, stopped: Event) -> Graded:
        """Grade a submission, until ``stopped`` is set. UngradedError: it wasn't graded."""
        worker = self._worker()
        try:
            return worker.grade(job, self._seconds, stopped)
        finally:
            if worker.can_go_on and not self._is_closed:
                self._idle.append(worker)
            else:
                worker.close()

    def _worker(self) -> _Worker:
        """Return a process that has nothing to do, or a new one if all are busy."""
        with suppress(IndexError):
            return self._idle.pop()
        return _Worker(self.start, self._work)

    def close(self) -> None:
        """End the processes that have nothing to do, and the others when they have finished."""
        self._is_closed = True
        with suppress(IndexError):
            while True:  # other threads change the list at the same time
                self._idle.pop().close()
