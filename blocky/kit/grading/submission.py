"""Grades submissions in processes of their own, each in a folder of its own.

A process grades one submission after the other, and is replaced if it ends, hangs or has graded
enough. On Linux these processes are forked from one that has imported all they need. Students' code
runs in guests, which they start.
"""

import gc
import multiprocessing
import os
import secrets
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import Any, Protocol, Self

from nbgrader.apps import NbGrader  # type: ignore[import-untyped]

from blocky.kit.check.course_settings import begin_with, settings_of
from blocky.kit.check.exercise_cells import BadNotebookError
from blocky.kit.cluster import ClusterError, WorkersLostError
from blocky.kit.games import package
from blocky.kit.grading.config import app_of, limits_of
from blocky.kit.grading.course import Course
from blocky.kit.grading.job import Graded, Job, Terms, graded
from blocky.kit.grading.judging import Guests
from blocky.kit.grading.table import Standing
from blocky.kit.guest.clock import HELD
from blocky.kit.guest.guest import FORKS
from blocky.kit.language import in_use, language, say, say_count
from blocky.kit.notebook.outcome import on_one_line
from blocky.kit.notebook.restore import notebook_at

__all__ = ["Elsewhere", "Forks", "Grading", "Pool", "Process", "UngradedError", "grade_all",
           "terms_of"]

#: The seconds by the clock that a process may take beside those of its cells, lest it hang.
EXTRA = 900

#: The seconds by the clock in which a process without orders has to end.
ENDING = 30

#: After so many submissions a process is replaced, lest it needs more and more memory.
ENOUGH = 50


class UngradedError(Exception):
    """A submission was not graded, by no fault of the student."""


def terms_of(course: Course, config: dict[str, Any] | None = None) -> Terms:
    """Return the terms of the settings here, with a new secret seed."""
    settings = settings_of(Path.cwd())
    return Terms(course.game, in_use(), min(settings.hints, 1), settings.carry,
                 secrets.token_hex(8), course.seconds * HELD + EXTRA, config)


def grade_all(terms: Terms, hidden: Sequence[Path], scratch: str, orders: Connection,
              idle: float | None = None) -> None:
    """Grade one job after the other, and answer each with what came of it, or why nothing did.

    It ends when there are no more, or after ``idle`` seconds without a job.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    folder = Path.cwd()
    begin_with(terms.hints, terms.carry)
    app: NbGrader | None = None
    guests: Guests | None = None
    try:
        while orders.poll(idle) and (job := orders.recv()):
            try:
                os.chdir(folder)  # nbgrader goes to another one
                language(terms.language)
                app = app or app_of(terms.config)
                guests = guests or Guests(terms.game, Path(scratch), limits=limits_of(app),
                                          hidden=hidden)
                answer: Graded | str = graded(job, app, guests, terms.seed)
            except BaseException as error:
                answer = _sentence(error)
            orders.send(answer)
    except (EOFError, OSError):
        pass  # nobody waits for an answer any more
    finally:
        if guests is not None:
            guests.close()


def _grade_in_a_fork(*arguments: Any) -> None:
    gc.freeze()  # what was preloaded is never garbage
    gc.enable()
    grade_all(*arguments)


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
        """Grade a submission. UngradedError: it wasn't; this process may have ended then."""
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
            raise UngradedError(say("the process that graded it ended")) from None
        except BaseException:
            self.close(kill=True)
            raise
        self.graded += 1
        if isinstance(answer, str):
            raise UngradedError(answer)
        return answer

    @property
    def is_there(self) -> bool:
        """Whether it can grade more."""
        return not self._orders.closed and self.graded < ENOUGH

    def close(self, kill: bool = False) -> None:
        """End the process: at once, or as soon as it has nothing to do."""
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
        """Prepare to grade below the folder ``work``, each in so many seconds by the clock."""
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
            if worker.is_there and not self._is_closed:
                self._idle.append(worker)
            else:
                worker.close()

    def _worker(self) -> _Worker:
        """Return a process that has nothing to do."""
        with suppress(IndexError):
            return self._idle.pop()
        return _Worker(self.start, self._work)

    def close(self) -> None:
        """End the processes that have nothing to do, and the others when they have finished."""
        self._is_closed = True
        with suppress(IndexError):
            while True:
                self._idle.pop().close()


class Forks:
    """Starts processes on this computer: on Linux they are forked from one that has imported all.

    Attributes:
        context: how ``multiprocessing`` starts them.
    """

    def __init__(self, terms: Terms, hidden: Sequence[Path]) -> None:
        """Prepare to start processes. No submission sees the ``hidden`` folders."""
        self._terms = terms
        self._hidden = [*hidden]
        self.context: Any = multiprocessing.get_context("forkserver" if FORKS else "spawn")
        if FORKS:
            self.context.set_forkserver_preload(
                ["blocky.kit.grading.preload", __name__, f"{package(terms.game)}.check"])

    def __call__(self, scratch: str) -> tuple[Process, Connection]:
        """Start a process."""
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=_grade_in_a_fork, daemon=True, args=(
            self._terms, self._hidden, scratch, theirs))
        process.start()
        theirs.close()
        return process, ours


class Elsewhere(Protocol):
    """Where submissions are graded: processes of this computer, or a cluster."""

    def grade(self, job: Job, stopped: Event) -> Graded:
        """Grade a submission, until ``stopped`` is set.

        UngradedError: it wasn't. WorkersLostError, ClusterError: as in ``Cluster.call``.
        """

    def close(self) -> None:
        """End what was started."""


class Grading:
    """Grades submissions. It's a context manager, which ends all its processes.

    Attributes:
        stopped: set to stop it.
        suspects: the submissions whose workers in a cluster were lost, each time.
        why_stopped: why it stopped by itself, or "".
    """

    def __init__(self, course: Course, elsewhere: Elsewhere, known_as: str = "") -> None:
        """Prepare to grade submissions of a course ``elsewhere``.

        There, each student is ``known_as`` that id.
        """
        self.course = course
        self._elsewhere = elsewhere
        self._known_as = known_as
        self.stopped = Event()
        self.suspects: list[tuple[str, str]] = []
        self.why_stopped = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._elsewhere.close()

    def grade(self, student: str, name: str) -> tuple[Standing, str]:
        """Grade a submission; return its standing, and why if it is not graded."""
        path = self.course.handed_in(student, name)
        try:
            if why := self._why_no_notebook(student, path):
                self.course.give_no_points(student, name, _page(name, why))
                return Standing.UNREADABLE, why
            try:
                self._grade(student, name)
            except UngradedError:
                self._grade(student, name)  # it may have been chance
        except UngradedError as error:
            return Standing.UNGRADED, str(error)
        except WorkersLostError:
            self.suspects.append((student, name))
            return Standing.UNGRADED, say("the workers of the cluster that graded it were lost, "
                                          "one after the other")
        except ClusterError as error:
            self.why_stopped = str(error)
            self.stopped.set()
            return Standing.UNGRADED, say("the cluster can't be used any more")
        except Exception as error:
            return Standing.UNGRADED, _sentence(error)
        return Standing.GRADED, ""

    def _why_no_notebook(self, student: str, path: Path) -> str:
        """Return why a file is no notebook; "" if it is. UngradedError: it can't be opened."""
        if why := self.course.submitted.why_no_file(student, path):
            return why
        try:
            path.read_bytes()
        except OSError as error:
            raise UngradedError(say("the file can't be opened ({error})",
                                    error=error.strerror)) from None
        try:
            notebook_at(path)
        except BadNotebookError as error:
            return str(error)
        return ""

    def _grade(self, student: str, name: str) -> None:
        job = self.course.job(student, name, self._known_as)
        self.course.publish(student, name, self._elsewhere.grade(job, self.stopped))


def _sentence(error: BaseException) -> str:
    return on_one_line(f"{type(error).__name__}: {error}").rstrip(": ")


def _page(name: str, why: str) -> str:
    said = escape(say("{name} wasn't graded and gets 0 points: {why}", name=name, why=why))
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{name}</title>\n<p>{said}</p>\n'
