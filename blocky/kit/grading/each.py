"""Grades submissions, each in a process of its own, so that none can stop the others.

These are forked, each with its kernels, from one that has imported all they need (where that is not
safe, they are started anew). GRADING.md says what comes of it.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
from contextlib import suppress
from html import escape
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import Any

from nbgrader.converters import Autograde, GenerateFeedback  # type: ignore[import-untyped]

from blocky.kit.check.exercise_cells import BadNotebookError, language_of, read
from blocky.kit.games import package
from blocky.kit.grading import walls
from blocky.kit.grading.autograde import RestoreCells, RunCells
from blocky.kit.grading.course import Course
from blocky.kit.grading.kernel import CAN_FORK, Forked
from blocky.kit.grading.table import Standing
from blocky.kit.language import language, say, say_count
from blocky.kit.notebook.execute import HELD
from blocky.kit.notebook.outcome import on_one_line
from blocky.kit.notebook.restore import notebook_at

__all__ = ["Grading"]

#: Seconds that a process may take for a submission beside those of its cells, by the clock: only
#: for one that hangs.
EXTRA = 900

#: So many kernels are forked for a submission: one may end.
KERNELS = 2


class UngradedError(Exception):
    """A submission was not graded; whose fault that is, is not known, but it is no student's."""


def _grade_one(game: str, student: str, name: str, path: list[str], view: walls.View | None,
               work: str, source: str, mark: str, last: bool, answer: Connection) -> None:
    """Grade one notebook of one student in the folder ``work``; send why that failed, or "".

    If this is the ``last`` try, that a witness says nothing is no failure any more.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    gc.freeze()  # what is there from the start is no garbage
    gc.enable()
    try:
        with suppress(ModuleNotFoundError):
            import_module(f"{package(game)}.check")  # it registers the tasks of the game
        if CAN_FORK:  # first of all, while this process has but one thread
            RunCells.forked = [Forked(path, view) for _ in range(KERNELS)]
            RunCells.witness, RunCells.game, RunCells.last = Forked(path, view), game, last
        walls.adopt()
        walls.end_with_parent()
        RestoreCells.mark = mark
        course = Course(game)
        with suppress(ValueError):
            language(language_of(read(course.handed_in(student, name))))
        for step in (Autograde, GenerateFeedback):
            course.convert(step, name, student, work, source_directory=source,
                           db_url=f"sqlite:///{Path(work) / 'gradebook.db'}")
        answer.send("")
    except BaseException as error:
        answer.send(on_one_line(f"{type(error).__name__}: {error}").rstrip(": "))


class Grading:
    """Grades submissions, each in a process and a folder of its own."""

    def __init__(self, course: Course, path: list[str], work: Path,
                 view: walls.View | None = None) -> None:
        self.course, self.path, self.work, self.stopped = course, path, work, Event()
        self.view = view
        self.context: Any = multiprocessing.get_context("forkserver" if CAN_FORK else "spawn")
        if CAN_FORK:
            rooms = (f"{package(course.game)}.{room}" for room in ("check", "widgets", "arena"))
            self.context.set_forkserver_preload(["blocky.kit.grading.warm", __name__, *rooms])

    def grade(self, student: str, name: str) -> tuple[Standing, str]:
        """Grade an exercise that was handed in; return what became of it, and why."""
        path = self.course.handed_in(student, name)
        try:
            if why := _why_no_notebook(path):
                self.course.give_nothing(student, name, _page(name, why))
                return Standing.UNREADABLE, why
            try:
                self._grade(student, name)
            except UngradedError:
                self._grade(student, name, last=True)  # it may have been chance
        except Exception as error:
            return Standing.UNGRADED, str(error) if isinstance(error, UngradedError) else \
                on_one_line(f"{type(error).__name__}: {error}").rstrip(": ")
        return Standing.GRADED, ""

    def _grade(self, student: str, name: str, last: bool = False) -> None:
        with TemporaryDirectory(dir=self.work, ignore_cleanup_errors=True) as work:
            self.course.stage(student, name, Path(work))
            answer, theirs = self.context.Pipe(duplex=False)
            process = self.context.Process(target=_grade_one, args=(
                self.course.game, student, name, self.path, self.view, work,
                str(self.work / "source"),
                self.course.mark(student, name), last, theirs))
            process.start()
            theirs.close()
            try:
                if wrong := self._awaited(answer):
                    raise UngradedError(wrong)
            finally:
                process.kill()
                process.join()
                process.close()
            self.course.publish(student, name, Path(work))

    def _awaited(self, answer: Connection) -> str:
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


def _why_no_notebook(path: Path) -> str:
    """Return why a file is no notebook; "" if it is one. OSError: nobody knows."""
    if not path.is_file():
        return say("It is no file.")
    path.read_bytes()
    try:
        notebook_at(path)
    except BadNotebookError as error:
        return str(error)
    return ""


def _page(name: str, why: str) -> str:
    said = escape(say("{name} was not graded, and has 0 points: {why}", name=name, why=why))
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{name}</title>\n<p>{said}</p>\n'
