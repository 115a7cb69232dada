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
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import Any, NamedTuple, Self

from nbgrader.converters import Autograde, GenerateFeedback  # type: ignore[import-untyped]

from blocky.kit.check.course_settings import begin_with, settings_of
from blocky.kit.check.exercise_cells import BadNotebookError, language_of, read
from blocky.kit.games import package
from blocky.kit.grading.autograde import RestoreCells, RunCells
from blocky.kit.grading.course import Course
from blocky.kit.grading.judging import Guests
from blocky.kit.grading.table import Standing
from blocky.kit.guest.clock import HELD
from blocky.kit.guest.guest import FORKS
from blocky.kit.language import in_use, language, say, say_count
from blocky.kit.notebook.outcome import on_one_line
from blocky.kit.notebook.restore import notebook_at

__all__ = ["Grading"]

#: The seconds by the clock that a process may take beside those of its cells, lest it hang.
EXTRA = 900

#: The seconds by the clock in which a process without orders has to end.
ENDING = 30

#: After so many submissions a process is replaced, lest it needs more and more memory.
ENOUGH = 50


class UngradedError(Exception):
    """A submission was not graded, by no fault of the student."""


class Order(NamedTuple):
    """What a process needs to know of a submission; ``work`` and ``source`` are folders."""

    student: str
    name: str
    work: str
    source: str
    fingerprint: str


def _grade_all(game: str, hidden: list[Path], seed: str, scratch: str, orders: Connection) -> None:
    """Grade submissions until there are no more; answer why each isn't graded, or ""."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    gc.freeze()  # what was preloaded is never garbage
    gc.enable()
    folder, spoken = Path.cwd(), in_use()
    settings = settings_of(folder)
    begin_with(min(settings.hints, 1), settings.carry)
    course: Course | None = None
    guests: Guests | None = None
    try:
        while order := orders.recv():
            try:
                os.chdir(folder)  # nbgrader goes to another one
                language(spoken)
                course = course or Course(game)
                guests = guests or Guests(game, Path(scratch), limits=course.limits, hidden=hidden)
                RunCells.guests, RunCells.seed = guests, seed
                _grade_one(course, order)
                orders.send("")
            except BaseException as error:
                orders.send(_sentence(error))
    except EOFError:
        pass
    finally:
        if guests is not None:
            guests.close()


def _grade_one(course: Course, order: Order) -> None:
    """Take nbgrader's steps with one notebook."""
    RestoreCells.fingerprint = order.fingerprint
    with suppress(ValueError):
        language(language_of(read(course.handed_in(order.student, order.name))))
    for step in (Autograde, GenerateFeedback):
        course.convert(step, order.name, order.student, order.work,
                       source_directory=order.source,
                       db_url=f"sqlite:///{Path(order.work) / 'gradebook.db'}")


class _Worker:
    """A process that grades, seen from the process that gives the orders."""

    def __init__(self, context: Any, game: str, hidden: list[Path], seed: str, work: Path) -> None:
        self._scratch = TemporaryDirectory(dir=work, ignore_cleanup_errors=True)
        self._orders, theirs = context.Pipe()
        self._process = context.Process(target=_grade_all, daemon=True, args=(
            game, hidden, seed, self._scratch.name, theirs))
        self._process.start()
        theirs.close()
        self.graded = 0

    def grade(self, order: Order, seconds: float, stopped: Event) -> None:
        """Grade a submission. UngradedError: it wasn't; this process may have ended then."""
        end = monotonic() + seconds
        try:
            self._orders.send(order)
            while not self._orders.poll(0.5):
                if stopped.is_set():
                    raise UngradedError(say("it was stopped"))
                if monotonic() > end:
                    raise UngradedError(say_count("it took more than {count} second",
                                                  "it took more than {count} seconds",
                                                  int(seconds)))
            why = str(self._orders.recv())
        except (EOFError, OSError):
            self.close(kill=True)
            raise UngradedError(say("the process that graded it ended")) from None
        except BaseException:
            self.close(kill=True)
            raise
        self.graded += 1
        if why:
            raise UngradedError(why)

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


class Grading:
    """Grades submissions. It's a context manager, which ends all its processes."""

    def __init__(self, course: Course, work: Path, hidden: Sequence[Path] = ()) -> None:
        """Prepare to grade in the folder ``work``; no student sees the ``hidden`` folders."""
        self.course = course
        self.work = work
        self.hidden = [*hidden]
        self.seed = secrets.token_hex(8)
        self.stopped = Event()
        self.context: Any = multiprocessing.get_context("forkserver" if FORKS else "spawn")
        if FORKS:
            self.context.set_forkserver_preload(
                ["blocky.kit.grading.preload", __name__, f"{package(course.game)}.check"])
        self._idle: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        while self._idle:
            self._idle.pop().close()

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
        with TemporaryDirectory(dir=self.work, ignore_cleanup_errors=True) as work:
            self.course.stage(student, name, Path(work))
            order = Order(student, name, work, str(self.work / "source"),
                          self.course.fingerprint(student, name))
            worker = self._worker()
            try:
                worker.grade(order, self.course.seconds * HELD + EXTRA, self.stopped)
            finally:
                if worker.is_there:
                    self._idle.append(worker)
                else:
                    worker.close()
            self.course.publish(student, name, Path(work))

    def _worker(self) -> _Worker:
        """Return a process that has nothing to do."""
        with suppress(IndexError):
            return self._idle.pop()
        return _Worker(self.context, self.course.game, self.hidden, self.seed, self.work)


def _sentence(error: BaseException) -> str:
    return on_one_line(f"{type(error).__name__}: {error}").rstrip(": ")


def _page(name: str, why: str) -> str:
    said = escape(say("{name} wasn't graded and gets 0 points: {why}", name=name, why=why))
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{name}</title>\n<p>{said}</p>\n'
