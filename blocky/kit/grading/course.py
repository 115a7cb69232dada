"""Grades a class in the folder of its course: what ``blocky grade`` does.

Every submission is graded by a process of its own, so that none can stop the others. These are
forked, each with a kernel, from one that has imported all they need (where that is not safe, they
are started anew). GRADING.md says what comes of it.
"""

from __future__ import annotations

import ast
import csv
import logging
import multiprocessing
import os
import sqlite3
import sys
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from glob import glob
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import nbformat
import sqlalchemy
from nbgrader.api import Gradebook  # type: ignore[import-untyped]
from nbgrader.apps import NbGrader  # type: ignore[import-untyped]
from nbgrader.converters import (  # type: ignore[import-untyped]
    Autograde,
    BaseConverter,
    GenerateAssignment,
    GenerateFeedback,
)
from nbgrader.coursedir import CourseDirectory  # type: ignore[import-untyped]
from nbgrader.plugins import CsvExportPlugin  # type: ignore[import-untyped]
from tqdm import tqdm

from blocky.kit.check.cells import BadNotebookError, read
from blocky.kit.check.record import state_of
from blocky.kit.grading.kernel import CAN_FORK, Forked
from blocky.kit.grading.run import RunCells, remarks
from blocky.kit.language import say, say_count

__all__ = ["Grade", "add_arguments", "command", "grade"]

#: Seconds that a process may take for a submission beside those of its cells: only for one that
#: hangs.
EXTRA = 900

#: Seconds to wait for another process that is writing in the gradebook.
PATIENCE = 600


class Grade(NamedTuple):
    """A line of the table."""

    student: str
    notebook: str
    points: float
    maximum: float
    remark: str


class Course:
    """A course of nbgrader in the current folder, and one of its assignments (a game)."""

    def __init__(self, assignment: str) -> None:
        self.app = NbGrader(log_level=logging.CRITICAL)
        self.app.initialize([])
        self.assignment = assignment
        self.directory = CourseDirectory(parent=self.app)
        self.seconds = RunCells(parent=self.app).submission_timeout + EXTRA

    def folder(self, step: str, student: str = ".") -> Path:
        """Return the folder of a step ("submitted", "autograded", ...) for a student."""
        return Path(self.directory.format_path(
            getattr(self.directory, f"{step}_directory"), student, self.assignment))

    def students(self) -> list[str]:
        """Return the names of all who have submitted something."""
        return sorted(Path(path).parent.name for path in glob(str(self.folder("submitted", "*"))))

    def book(self) -> Gradebook:
        """Return the gradebook, open."""
        return Gradebook(self.directory.db_url, self.directory.course_id)

    def convert(self, step: type[BaseConverter], student: str = ".", notebook: str = "*",
                **directories: str) -> None:
        """Take a step of nbgrader. It raises what goes wrong."""

        class Step(step):  # type: ignore[misc]  # nbgrader's own writes it into a log

            def convert_notebooks(self) -> None:
                ids = self.coursedir.assignment_id, self.coursedir.student_id
                for notebooks in self.assignments.values():
                    self.notebooks = sorted(notebooks)
                    if not self.init_destination(*ids):
                        continue
                    self.run_pre_convert_hook()
                    self.init_assignment(*ids)
                    for each in self.notebooks:
                        self.convert_single_notebook(each)
                    self.set_permissions(*ids)
                    self.run_post_convert_hook()

        directory = CourseDirectory(parent=self.app, assignment_id=self.assignment,
                                    student_id=student, notebook_id=notebook, **directories)
        Step(coursedir=directory, parent=self.app, force=True).start()

    def synchronise(self) -> None:
        """Make the gradebook know the exercises; what is released stays as it is."""
        with TemporaryDirectory() as release:
            try:
                self.convert(GenerateAssignment, release_directory=release)
            except Exception as error:
                raise SystemExit(say("The exercises cannot be read: {error}",
                                 error=_words(error))) from None

    def modules(self) -> Iterator[str]:
        """Yield the modules that the exercises import."""
        for path in sorted(self.folder("source").glob("*.ipynb")):
            for cell in read(path):
                with suppress(SyntaxError):
                    for node in ast.walk(ast.parse(cell.source if cell.kind == "code" else "")):
                        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                            yield node.module
                            yield from (f"{node.module}.{each.name}" for each in node.names)
                        elif isinstance(node, ast.Import):
                            yield from (each.name for each in node.names)

    def line(self, book: Gradebook, student: str, name: str, wrong: str) -> Grade:
        """Return the line of the table for a notebook of a student."""
        maximum = book.find_notebook(name, self.assignment).max_score
        path = self.folder("submitted", student) / f"{name}.ipynb"
        book.update_or_create_student(student)
        if not path.exists():
            others = sorted(each.name for each in path.parent.glob("*.ipynb"))
            return Grade(student, name, 0, maximum, say(
                "not submitted; there is {files}", files=", ".join(others)) if others else
                say("not submitted"))
        book.update_or_create_submission(self.assignment, student)
        graded = book.find_submission_notebook(name, self.assignment, student)
        if wrong:  # what an earlier submission was worth is not valid any more
            (self.folder("autograded", student) / f"{name}.ipynb").unlink(missing_ok=True)
            (self.folder("feedback", student) / f"{name}.html").unlink(missing_ok=True)
            for each in graded.grades:
                each.auto_score, each.needs_manual_grade = 0, False
            book.db.commit()
            return Grade(student, name, graded.score, maximum,
                         say("not graded: {wrong}", wrong=wrong))
        said = self._said(self.folder("autograded", student) / f"{name}.ipynb")
        if graded.needs_manual_grade:
            said.append(say("needs manual grading"))
        return Grade(student, name, graded.score, maximum, "; ".join(said))

    def _said(self, path: Path) -> list[str]:
        """Return what is to say of an autograded notebook."""
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        said = list(remarks(notebook))
        for cell in notebook.cells:
            kept = cell.metadata.get("nbgrader", {})
            for output in cell.get("outputs", []) if kept.get("grade") else []:
                if output.output_type == "error" and (stands := state_of(output)):
                    said.append(f"{stands.task}: {stands.state.words}")
                elif output.output_type == "error" and output.ename == "NotRun":
                    said.append(say("{cell}: not run", cell=kept["grade_id"]))
                elif output.output_type == "error":
                    first = f"{output.ename}: {output.evalue}".split("\n")[0].rstrip(": ")
                    said.append(f"{kept['grade_id']}: {first}")
                elif output.output_type == "stream" and output.name == "stderr":
                    said.append(say("{cell}: wrote on the standard error output",
                                    cell=kept["grade_id"]))
        return said


def _words(error: BaseException) -> str:
    first = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def _grade_one(assignment: str, student: str, name: str, path: list[str],
               answer: Connection) -> None:
    """Grade one notebook of one student, and send why that was impossible, or ""."""
    warnings.filterwarnings("ignore", module="nbgrader")  # of its own use of its database
    try:
        if CAN_FORK:
            RunCells.forked = Forked(path)  # first of all, while this process has but one thread
        sqlalchemy.event.listen(sqlalchemy.Engine, "connect", _wait_for_others)
        course = Course(assignment)
        course.convert(Autograde, student, name)
        course.convert(GenerateFeedback, student, name)
        answer.send("")
    except BaseException as error:
        answer.send(_words(error))


def _wait_for_others(connection: Any, _: Any) -> None:
    """Let a connection to the gradebook wait for its turn, and begin to write only then."""
    if isinstance(connection, sqlite3.Connection):
        connection.isolation_level = "IMMEDIATE"
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")


class Grading:
    """Grades submissions, each in a process of its own."""

    def __init__(self, course: Course, path: list[str]) -> None:
        self.course, self.path = course, path
        self.context: Any = multiprocessing.get_context("forkserver" if CAN_FORK else "spawn")
        if CAN_FORK:
            self.context.set_forkserver_preload(
                [__name__, "ipykernel.kernelapp", "ipykernel.ipkernel", *course.modules()])

    def grade(self, student: str, name: str) -> str:
        """Grade a notebook; return why not, if it was impossible."""
        path = self.course.folder("submitted", student) / f"{name}.ipynb"
        try:
            read(path)
        except BadNotebookError as error:
            return str(error)
        return self._grade(student, name) and self._grade(student, name)  # it may be chance

    def _grade(self, student: str, name: str) -> str:
        answer, theirs = self.context.Pipe(duplex=False)
        process = self.context.Process(
            target=_grade_one, args=(self.course.assignment, student, name, self.path, theirs))
        process.start()
        theirs.close()
        try:
            if answer.poll(self.course.seconds):
                return str(answer.recv())
            return say_count("it took more than {count} second",
                             "it took more than {count} seconds", self.course.seconds)
        except EOFError:
            return say("the process that graded it ended")
        finally:
            process.kill()
            process.join()
            process.close()


def grade(assignment: str, number: str = "", jobs: int = 0) -> list[Grade]:
    """Grade all submissions of the exercises whose names begin with ``number``."""
    warnings.filterwarnings("ignore", module="nbgrader")
    path = [each for each in sys.path[not sys.flags.safe_path:] if each]  # that of a new kernel
    os.environ.update(
        PATH=os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")]),
        OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")  # nbgrader looks for alembic on the PATH
    course = Course(assignment)
    course.synchronise()
    students = course.students()
    with course.book() as book:
        names = sorted(each.name for each in book.find_assignment(assignment).notebooks
                       if each.name.startswith(number))
    todo = {student: [name for name in names if
                      (course.folder("submitted", student) / f"{name}.ipynb").exists()]
            for student in students}
    grading, wrong = Grading(course, path), {}
    bar = tqdm(total=sum(map(len, todo.values())), desc="Grading", unit=" submissions")

    def one_after_another(student: str) -> None:
        for name in todo[student]:
            wrong[student, name] = grading.grade(student, name)
            bar.update()

    with bar, ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        list(pool.map(one_after_another, todo))  # raises what went wrong
    with course.book() as book:
        table = [course.line(book, student, name, wrong.get((student, name), ""))
                 for student in students for name in names]
        CsvExportPlugin(parent=course.app, to="grades.csv").export(book)
    with open("grades_by_notebook.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Grade._fields)
        writer.writerows(table)
    return table


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky grade``."""
    parser.add_argument("number", nargs="?", default="",
                        help=say("that of an exercise, as 06; without it all of them"))
    parser.add_argument("--jobs", type=int, default=0,
                        help=say("submissions at a time (default: one for each core)"))


def command(options: Namespace) -> int:
    """Grade a class, print the table, and return 0."""
    table = grade(options.game, options.number, options.jobs)
    width = max([len(each.student) for each in table] + [7])
    for each in table:
        print(f"{each.student:{width}}  {each.notebook:16}  {each.points:4g} of {each.maximum:g}"
              f"{'  ' + each.remark if each.remark else ''}")
    print(say("{count} lines. Points: grades.csv and grades_by_notebook.csv; answers with their "
              "results: feedback/.", count=len(table)))
    return 0
