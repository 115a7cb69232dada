"""Grades each submission in a process of its own, so that none can stop the others.

On Linux these processes are forked from one that has imported all they need. Students' code runs in
guests, which they start.
"""

import gc
import multiprocessing
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
from typing import Any

from nbgrader.converters import Autograde, GenerateFeedback  # type: ignore[import-untyped]

from blocky.kit.check.course_settings import begin_with, settings_of
from blocky.kit.check.exercise_cells import BadNotebookError, language_of, read
from blocky.kit.games import package
from blocky.kit.grading.autograde import RestoreCells, RunCells
from blocky.kit.grading.course import Course
from blocky.kit.grading.table import Standing
from blocky.kit.guest.clock import HELD
from blocky.kit.guest.guest import FORKS
from blocky.kit.language import language, say, say_count
from blocky.kit.notebook.outcome import on_one_line
from blocky.kit.notebook.restore import notebook_at

__all__ = ["Grading"]

#: The seconds by the clock that a process may take beside those of its cells, lest it hang.
EXTRA = 900


class UngradedError(Exception):
    """A submission was not graded, by no fault of the student."""


def _grade_one(game: str, student: str, name: str, hidden: list[Path], seed: str,
               work: str, source: str, fingerprint: str, answer: Connection) -> None:
    """Grade one notebook in the folder ``work``; send the reason if that failed, or ""."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    gc.freeze()  # what was preloaded is never garbage
    gc.enable()
    settings = settings_of(Path.cwd())  # nbgrader goes to another folder
    begin_with(min(settings.hints, 1), settings.carry)
    try:
        RunCells.game, RunCells.seed, RunCells.hidden = game, seed, hidden
        RestoreCells.fingerprint = fingerprint
        course = Course(game)
        with suppress(ValueError):
            language(language_of(read(course.handed_in(student, name))))
        for step in (Autograde, GenerateFeedback):
            course.convert(step, name, student, work, source_directory=source,
                           db_url=f"sqlite:///{Path(work) / 'gradebook.db'}")
        answer.send("")
    except BaseException as error:
        answer.send(_sentence(error))


class Grading:
    """Grades submissions, each in a process and a folder of its own."""

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
            answer, theirs = self.context.Pipe(duplex=False)
            process = self.context.Process(target=_grade_one, args=(
                self.course.game, student, name, self.hidden, self.seed, work,
                str(self.work / "source"), self.course.fingerprint(student, name), theirs))
            process.start()
            theirs.close()
            try:
                if problem := self._wait_for(answer):
                    raise UngradedError(problem)
            finally:
                process.kill()
                process.join()
                process.close()
            self.course.publish(student, name, Path(work))

    def _wait_for(self, answer: Connection) -> str:
        """Return why a submission was not graded; "" if it was."""
        seconds = self.course.seconds * HELD + EXTRA
        end = monotonic() + seconds
        try:
            while not answer.poll(0.5):
                if self.stopped.is_set():
                    return say("it was stopped")
                if monotonic() > end:
                    return say_count("it took more than {count} second",
                                     "it took more than {count} seconds", seconds)
            return str(answer.recv())
        except EOFError:
            return say("the process that graded it ended")


def _sentence(error: BaseException) -> str:
    return on_one_line(f"{type(error).__name__}: {error}").rstrip(": ")


def _page(name: str, why: str) -> str:
    said = escape(say("{name} wasn't graded and gets 0 points: {why}", name=name, why=why))
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{name}</title>\n<p>{said}</p>\n'
