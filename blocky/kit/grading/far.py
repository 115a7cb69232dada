"""Grades submissions on the workers of a Dask cluster.

A worker may not start processes by ``multiprocessing``, as Dask makes it a daemon. So it starts the
program ``far_program``. It imports this module in the thread that keeps it alive, so this doesn't
need nbgrader, which takes seconds to load.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from typing import Any

from blocky.kit.cluster import CallStoppedError, Cluster, ClusterError
from blocky.kit.grading.job import Graded, Job, Terms
from blocky.kit.grading.pool import Pool, Process, UngradedError
from blocky.kit.grading.scratch import remove_leftovers, scratch
from blocky.kit.guest.walls import walls_hold
from blocky.kit.language import say, say_count

__all__ = ["ON_WORKERS", "Far"]

#: The packages that workers must have in the same version, beside the kit.
ON_WORKERS = ("nbgrader",)


# -- the process that asks -------------------------------------------------------------------------

class Far:
    """A cluster that grades."""

    def __init__(self, cluster: Cluster, terms: Terms) -> None:
        self._cluster = cluster
        self._terms = terms

    def grade(self, job: Job, stopped: Event) -> Graded:
        """Grade a submission, until ``stopped`` is set.

        UngradedError: it wasn't graded. WorkersLostError, ClusterError: as in ``Cluster.call``.
        """
        try:
            answer: Graded | str = self._cluster.call(_grade, self._terms, job, stopped=stopped)
        except CallStoppedError:
            raise UngradedError(say("it was stopped")) from None
        if isinstance(answer, str):
            raise UngradedError(answer)
        return answer

    def close(self) -> None:
        """Let the workers end the processes that have nothing to do any more."""
        with suppress(ClusterError):
            self._cluster.on_each_worker(_close)

    def protection(self) -> str:
        """Return a sentence that counts the workers, and those that run students' code in walls."""
        # by worker: True, False, or the error that asking it has raised
        holds = self._cluster.on_each_worker(walls_hold)
        return say_count(
            "The cluster has {count} worker now. Students' code runs behind walls (bubblewrap) on "
            "{walled} of them. On the others, it can read everything that the worker can read.",
            "The cluster has {count} workers now. Students' code runs behind walls (bubblewrap) on "
            "{walled} of them. On the others, it can read everything that the worker can read.",
            len(holds), walled=sum(answer is True for answer in holds.values()))


# -- the worker ------------------------------------------------------------------------------------

class _Kept:
    """What a worker keeps from one submission to the next.

    Attributes:
        lock: to be held while the others change.
        pool: the pool of processes that grade.
        terms: the terms of that pool.
        work: the temporary folder of all pools.
    """

    lock = threading.Lock()
    pool: Pool | None = None
    terms: Terms | None = None
    work: Any = None


def _grade(terms: Terms, job: Job) -> Graded | str:
    """Grade a submission in this worker; if it isn't graded, return the sentence that says why.

    The pool that graded the submission before is used again, unless it has other terms.
    """
    with _Kept.lock:
        if _Kept.pool is None or _Kept.terms != terms:
            _Kept.pool = _new_pool(terms)
        pool = _Kept.pool  # another thread may replace that in _Kept
    try:
        return pool.grade(job, Event())  # nothing here stops it
    except UngradedError as error:
        return str(error)


def _new_pool(terms: Terms) -> Pool:
    """Return a new pool of processes for some terms, after closing the present pool."""
    if _Kept.pool is not None:
        _Kept.pool.close()
    if _Kept.work is None:
        remove_leftovers()
        _Kept.work = scratch()
    _Kept.terms = terms
    return Pool(_Programs(terms), Path(_Kept.work.name), terms.seconds)


def _close() -> None:
    """End this worker's processes; those that are still grading end after their submission."""
    with _Kept.lock:
        if _Kept.pool is not None:
            _Kept.pool.close()
        _Kept.pool = None


class _Program(subprocess.Popen[bytes]):
    """A program that grades."""

    def join(self, timeout: float | None = None) -> None:
        """Wait at most ``timeout`` seconds for the end of the program, then close its input.

        Until then the input stays open, because its end would tell the program to end at once.
        """
        with suppress(subprocess.TimeoutExpired):
            self.wait(timeout)
            assert self.stdin is not None  # Popen was given a pipe
            self.stdin.close()


class _Programs:
    """Starts programs that grade."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def __call__(self, scratch: str) -> tuple[Process, Connection]:
        """Start a program that grades in the folder ``scratch``; return it, and the pipe to it.

        UngradedError: this system can't.
        """
        if sys.platform == "win32":
            raise UngradedError(say("a worker of a cluster can grade on Linux and macOS only"))
        ours, theirs = Pipe()
        path = os.pathsep.join(os.path.abspath(each) for each in sys.path if each)
        program = _Program(
            [sys.executable, "-P", "-m", "blocky.kit.grading.far_program", str(theirs.fileno())],
            cwd=scratch,
            pass_fds=[theirs.fileno()], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            # PYTHONSAFEPATH is the option -P for the processes that the program starts: none
            # imports from its current folder. Each computes in one thread, as many share the cores.
            env={**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1",
                 "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
        theirs.close()  # the program has its own copy, and the pipe ends when it ends
        ours.send((self._terms, scratch))
        return program, ours
