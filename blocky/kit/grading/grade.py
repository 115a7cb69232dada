"""Grades a class in the folder of its course: what ``blocky grade`` does.

Every submission is graded by a process of its own, so that none can stop the others. These are
forked, each with its kernels, from one that has imported all they need (where that is not safe,
they are started anew). GRADING.md says what comes of it.
"""

from __future__ import annotations

import ast
import gc
import multiprocessing
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from html import escape
from importlib import import_module
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import Any

from joblib import cpu_count
from nbgrader.converters import Autograde, GenerateFeedback  # type: ignore[import-untyped]
from tqdm import tqdm

from blocky.kit.check.cells import BadNotebookError, language_of, read
from blocky.kit.games import package
from blocky.kit.grading import table, walls
from blocky.kit.grading.course import Course
from blocky.kit.grading.kernel import CAN_FORK, Forked
from blocky.kit.grading.run import RestoreCells, RunCells, marked, remarks
from blocky.kit.grading.scratch import remove_what_is_left, scratch
from blocky.kit.grading.table import Grade, Standing
from blocky.kit.language import language, say, say_count
from blocky.kit.notebook.outcome import on_one_line
from blocky.kit.notebook.restore import notebook_at
from blocky.kit.notebook.run import HELD
from blocky.kit.teaching import editions

__all__ = ["Grading", "add_arguments", "command"]

#: Seconds that a process may take for a submission beside those of its cells, by the clock: only
#: for one that hangs.
EXTRA = 900

#: So many kernels are forked for a submission: one may end.
KERNELS = 2

#: Exit codes: all is graded, something is not, it was stopped.
DONE, UNGRADED, STOPPED = 0, 1, 130


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
            self.context.set_forkserver_preload(
                ["blocky.kit.grading.warm", __name__, *_modules(course)])

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


def _modules(course: Course) -> Iterator[str]:
    """Yield the modules that the exercises of the game import."""
    for path in sorted(course.folder("source").glob("*.ipynb")):
        for cell in read(path):
            with suppress(SyntaxError):
                for node in ast.walk(ast.parse(cell.source if cell.kind == "code" else "")):
                    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                        yield node.module
                        yield from (f"{node.module}.{each.name}" for each in node.names)
                    elif isinstance(node, ast.Import):
                        yield from (each.name for each in node.names)


class Class:
    """Those who handed in exercises of a game, and what became of them."""

    def __init__(self, course: Course, number: str, students: Sequence[str]) -> None:
        """Choose exercises and students; without one all. SystemExit: there is none such."""
        self.course = course
        here, names = course.students(), course.exercises().get(course.game, [])
        self.names = [each for each in names
                      if each.startswith((number, number.zfill(2)) if number else "")]
        self.students = [each for each in here if each in students or not students]
        if not self.names:
            raise SystemExit(say("There is no exercise {number!r} of {game} in {folder}. There "
                                 "are: {names}.", number=number, game=course.game,
                                 folder=course.folder("source"), names=", ".join(names) or "-"))
        if missing := sorted({*students} - {*here}) or not here:
            raise SystemExit(say("Nothing was handed in: there is no folder {folder}.",
                                 folder=course.folder("submitted", (missing or ["STUDENT"])[0]
                                                      if missing is not True else "STUDENT")))

    def todo(self, again: bool) -> list[tuple[str, str]]:
        """Return what is to be graded: with ``again`` all, else what is new or was changed."""
        return [(student, name) for student in self.students for name in self.names
                if os.path.lexists(self.course.handed_in(student, name))
                and (again or not self._is_done(student, name))]

    def _is_done(self, student: str, name: str) -> bool:
        try:
            if marked(self.course.graded(student, name)) != self.course.mark(student, name):
                return False
        except OSError:
            return False
        with self.course.book() as book:
            return self.course.found(book, student, name) is not None

    def table(self, became: dict[tuple[str, str], tuple[Standing, str]]) -> list[Grade]:
        """Return the table, for what has become of some of it now."""
        with self.course.book() as book:
            lines = [self._line(book, student, name, *became.get(
                (student, name), (Standing.GRADED, "")))
                for student in self.students for name in self.names]
        why = say("not graded: an exercise lies in STUDENT/{game}, and has the name that it was "
                  "given", game=self.course.game)
        return lines + [Grade("", student, stray, None, None, Standing.NO_EXERCISE, why)
                        for student in [*self.students, ""]
                        for stray in self.course.strays(student)]

    def _line(self, book: Any, student: str, name: str, standing: Standing, why: str) -> Grade:
        path = self.course.handed_in(student, name)
        entry = self.course.found(book, student, name)
        maximum = book.find_notebook(name, name).max_score
        points = None if entry is None else entry.score - (entry.late_submission_penalty or 0)
        notebook, said = self.course.graded(student, name), []
        if not os.path.lexists(path):
            return Grade(self.course.game, student, name, points, maximum, Standing.NOT_SUBMITTED,
                         say("not submitted"))
        if standing is Standing.UNREADABLE:
            said.append(say("not graded: {wrong}", wrong=why))
        elif standing is Standing.UNGRADED or notebook is None:
            standing, points = Standing.UNGRADED, None if notebook is None else points
            said.append(say("ungraded: {wrong}", wrong=why or say("it is still to be graded")))
        else:
            said += remarks(notebook)
            if entry.needs_manual_grade:
                said.append(say("needs manual grading"))
        if late := entry and entry.assignment.total_seconds_late:
            said.append(say("handed in {hours:.1f} hours late, which costs {points:g}",
                            hours=late / 3600, points=entry.late_submission_penalty or 0))
        said += filter(None, [self.course.why_no_time(path)])
        return Grade(self.course.game, student, name, points, maximum, standing, "; ".join(said))


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky grade``."""
    parser.add_argument("number", nargs="?", default="",
                        help=say("that of an exercise, as 06; without it all of them"))
    parser.add_argument("--student", action="append", default=[],
                        help=say("only this one; may be given several times"))
    parser.add_argument("--all", action="store_true",
                        help=say("grade again what was graded already, and has not changed"))
    parser.add_argument("--jobs", type=int, default=0,
                        help=say("submissions at a time (default: one for each core)"))


def command(options: Namespace) -> int:
    """Grade a class, print the table, and return the exit code."""
    path = [each for each in sys.path[not sys.flags.safe_path:] if each]  # that of a new kernel
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    course = Course(options.game)
    remove_what_is_left()
    with course.locked(), scratch() as work:
        chosen = Class(course, options.number, options.student)
        todo = chosen.todo(options.all)
        grading = Grading(course, path, Path(work), _view(course, path, work))
        if CAN_FORK and todo:
            forkserver.ensure_running()  # it imports meanwhile what all need
        course.synchronise(chosen.names, Path(work))
        became: dict[tuple[str, str], tuple[Standing, str]] = {}
        stopped = _one_and_all(grading, todo, options.jobs or cpu_count(), became.__setitem__)
        lines = chosen.table(dict.fromkeys(todo, (Standing.UNGRADED, "")) | became)
        try:
            table.write(table.kept(lines))
        except OSError as error:
            raise SystemExit(say("The grades are in the gradebook, but their files cannot be "
                                 "written ({error}). Then run this again.",
                                 error=error)) from None
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # not every terminal shows every letter
    print(*table.told(lines), sep="\n")
    print(say_count("{count} line, {new} graded now.", "{count} lines, {new} graded now.",
                    len(lines), new=sum(standing is not Standing.UNGRADED
                                        for standing, _ in became.values())),
          say("Points: {student} and {notebook}; answers with their results: feedback/.",
              student=table.BY_STUDENT, notebook=table.BY_NOTEBOOK))
    ungraded = sum(each.standing is Standing.UNGRADED for each in lines)
    if ungraded:
        print(say_count("{count} line is ungraded: its points are the old ones. Run this again.",
                        "{count} lines are ungraded: their points are the old ones. Run this "
                        "again.", ungraded))
    return STOPPED if stopped else UNGRADED if ungraded else DONE


def _view(course: Course, path: list[str], work: str) -> walls.View | None:
    """Return what submissions may see behind walls, None without walls; say what protects."""
    view = walls.view(path, [*(each / "solutions" for each in editions().values()), *(
        Path(getattr(course.directory, f"{step}_directory"))
        for step in ("source", "submitted", "autograded", "feedback"))])
    if CAN_FORK and walls.hold(view, work):
        print(say("Each submission runs behind walls: it sees no file of the course or of yours, "
                  "no network and no other program, and all that it starts ends with it."),
              flush=True)
        return view
    print(say("Submissions run without walls, as this system refuses them or has none: they can "
              "read all that you can, and are kept from accidents only. GRADING.md says how to "
              "grade in a container."), flush=True)
    return None


def _one_and_all(grading: Grading, todo: Sequence[tuple[str, str]], jobs: int,
                 done: Callable[[tuple[str, str], tuple[Standing, str]], None]) -> bool:
    """Grade what is to do, so many at a time; return whether it was stopped by Ctrl-C."""
    # An exception that Ctrl-C raises may come where nothing can be made of it, and be lost.
    before = signal.signal(signal.SIGINT, lambda *_: grading.stopped.set())
    try:
        with tqdm(total=len(todo), desc=say("Grading"), unit=" submissions",
                  disable=not todo) as bar, \
                ThreadPoolExecutor(jobs) as pool:
            futures = {pool.submit(grading.grade, *each): each for each in todo}
            left = set(futures)
            while left and not grading.stopped.is_set():
                ended, left = wait(left, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in ended:
                    done(futures[future], future.result())
                    bar.update()
            pool.shutdown(cancel_futures=True)
    finally:
        signal.signal(signal.SIGINT, before)
    return grading.stopped.is_set()
