"""A course of nbgrader: where its files lie, and how a submission is graded without touching them.

Each exercise is an assignment of its own. What nbgrader does with a submission it does in a folder
made for that, with a copy of the gradebook; only what came out whole takes the place of what was
there.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

import nbformat
from nbgrader.api import MissingEntry  # type: ignore[import-untyped]
from nbgrader.apps import NbGrader  # type: ignore[import-untyped]
from nbgrader.converters import (  # type: ignore[import-untyped]
    BaseConverter,
    GenerateAssignment,
    GenerateFeedback,
)
from nbgrader.coursedir import CourseDirectory  # type: ignore[import-untyped]
from nbgrader.utils import parse_utc  # type: ignore[import-untyped]
from sqlalchemy import make_url

from blocky.kit.check.course_settings import carries, file_of_the_course
from blocky.kit.grading.autograde import RunCells, noted
from blocky.kit.grading.book import Gradebook
from blocky.kit.grading.pages import Pages
from blocky.kit.language import say

__all__ = ["Course"]

#: A file that only one process can hold at a time.
LOCK = ".grading.lock"

TIMESTAMP = "timestamp.txt"


class Course:
    """A course of nbgrader in the current folder, and one of its games."""

    def __init__(self, game: str) -> None:
        self.app = NbGrader(log_level=logging.CRITICAL)
        self.app.initialize([])
        self.game = game
        self.directory = CourseDirectory(parent=self.app)
        self.seconds = RunCells(parent=self.app).submission_timeout
        self.writing = Lock()
        self.database = make_url(self.directory.db_url).database
        if not self.directory.db_url.startswith("sqlite:"):
            raise SystemExit(say("`blocky grade` needs a gradebook in a file of SQLite, not {url}.",
                                 url=self.directory.db_url))

    # -- files -----------------------------------------------------------------------------------

    def folder(self, step: str, student: str = ".", assignment: str = "") -> Path:
        """Return the folder of a step ("submitted", "autograded", ...) for a student."""
        return Path(self.directory.format_path(
            getattr(self.directory, f"{step}_directory"), student, assignment or self.game))

    def exercises(self) -> dict[str, list[str]]:
        """Return the names of the exercises of each game."""
        return {folder.name: sorted(path.stem for path in folder.glob("*.ipynb"))
                for folder in sorted(self.folder("source").parent.iterdir()) if folder.is_dir()}

    def handed_in(self, student: str, name: str) -> Path:
        """Return where an exercise lies, or should lie, that a student handed in."""
        own = self.folder("submitted", student, name) / f"{name}.ipynb"
        return own if own.exists() else self.folder("submitted", student) / own.name

    def students(self) -> list[str]:
        """Return the names of all who have handed in something."""
        place = self.folder("submitted", ".", ".")
        return sorted(each.name for each in place.iterdir()
                      if each.is_dir() and each.name != ".ipynb_checkpoints"
                      ) if place.is_dir() else []

    def strays(self, student: str) -> list[str]:
        """Return the notebooks of a student, in the folder of the student, that are no exercise.

        Without a student: those that lie in nobody's folder.
        """
        top = self.folder("submitted", student, ".")
        if not student:
            return sorted(path.name for path in top.glob("*.ipynb"))
        games = self.exercises()
        known = {Path(folder, f"{name}.ipynb") for game in games for name in games[game]
                 for folder in (game, name)}
        return [str(path) for path in sorted(each.relative_to(top) for each in top.rglob("*.ipynb"))
                if path not in known and ".ipynb_checkpoints" not in path.parts]

    # -- the gradebook ---------------------------------------------------------------------------

    def book(self, url: str = "") -> Gradebook:
        """Return the gradebook, open."""
        return Gradebook(url or self.directory.db_url, self.directory.course_id)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let nobody else grade in this folder meanwhile. SystemExit: somebody does."""
        try:
            lock = sqlite3.connect(LOCK, timeout=0)
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise SystemExit(
                say("Another `blocky grade` is at work in this folder. Wait until it has ended, "
                    "then try again.") if error.sqlite_errorcode == sqlite3.SQLITE_BUSY
                else say("Nothing can be written in this folder, and nothing was graded ({error}).",
                         error=error)) from None
        with closing(lock):
            try:
                yield
            finally:
                with suppress(OSError):
                    os.remove(LOCK)

    def found(self, book: Gradebook, student: str, name: str) -> Any:
        """Return what the gradebook has of a student's exercise; None if it has nothing."""
        with suppress(MissingEntry):
            return book.find_submission_notebook(name, name, student)
        return None

    # -- nbgrader --------------------------------------------------------------------------------

    def convert(self, step: type[BaseConverter], name: str, student: str, root: str,
                **options: str) -> None:
        """Take a step of nbgrader with one notebook, in the folder ``root``; raise what goes wrong.

        nbgrader's own writes that into a log.
        """

        class Step(step):  # type: ignore[misc]

            def init_notebooks(self) -> None:
                self.place = self._format_source(name, self.coursedir.student_id)

            def convert_notebooks(self) -> None:
                self.notebooks = [os.path.join(self.place, f"{name}.ipynb")]
                ids = self.coursedir.assignment_id, self.coursedir.student_id
                if self.init_destination(*ids):
                    self.run_pre_convert_hook()
                    self.init_assignment(*ids)
                    for each in self.notebooks:
                        self.convert_single_notebook(each)
                    self.set_permissions(*ids)
                    self.run_post_convert_hook()

        steps = {f"{each}_directory": each
                 for each in ("source", "release", "submitted", "autograded", "feedback")}
        directory = CourseDirectory(parent=self.app, root=root, assignment_id=name,
                                    student_id=student, notebook_id=name, **(steps | options))
        made = {"exporter_class": Pages} if step is GenerateFeedback else {}
        Step(coursedir=directory, parent=self.app, force=True, **made).start()

    def synchronise(self, names: list[str], work: Path) -> None:
        """Make the gradebook know exercises; ``work`` gets them as nbgrader wants them.

        What is released stays as it is.
        """
        for name in names:
            try:
                source = self.folder("source")
                shutil.copytree(source, work / "source" / name,
                                ignore=shutil.ignore_patterns("*.ipynb"))
                shutil.copy(source / f"{name}.ipynb", work / "source" / name)
                self.convert(GenerateAssignment, name, ".", str(work),
                             db_url=self.directory.db_url)
            except Exception as error:
                raise SystemExit(say("The exercise {name} cannot be read, and nothing was graded: "
                                     "{error}", name=name, error=f"{type(error).__name__}: {error}"
                                     )) from None

    # -- one submission --------------------------------------------------------------------------

    def stage(self, student: str, name: str, work: Path) -> None:
        """Copy into ``work`` what a student handed in for an exercise, and what grading it needs.

        That is the gradebook, and what the course has set.
        """
        path = self.handed_in(student, name)
        for file in self._files(path):
            goal = Path(self._in(work, "submitted", student, name), file.relative_to(path.parent))
            goal.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, goal)
        if said := file_of_the_course(Path.cwd()):
            shutil.copyfile(said, work / said.name)
        with self.writing, closing(sqlite3.connect(str(self.database))) as ours, \
                closing(sqlite3.connect(work / "gradebook.db")) as theirs:
            ours.backup(theirs)

    def mark(self, student: str, name: str) -> str:
        """Return what is another as soon as the submission is another, or the exercise."""
        made, path = hashlib.sha256(repr(carries()).encode()), self.handed_in(student, name)
        for file in [*self._files(path), self.folder("source") / path.name]:
            made.update(repr((file.name, file.stat().st_size)).encode() + file.read_bytes())
        return made.hexdigest()

    @staticmethod
    def why_no_time(path: Path) -> str:
        """Return why the time is not known at which a notebook was handed in; "": there is none."""
        time = path.parent / TIMESTAMP
        try:
            if time.is_file():
                parse_utc(time.read_text(encoding="utf-8").strip() or None)
        except (OSError, ValueError, OverflowError):
            return say("{file} cannot be read as a time, and does not count", file=TIMESTAMP)
        return ""

    def publish(self, student: str, name: str, work: Path) -> None:
        """Put what was made of a submission in ``work`` in the place of what was there before."""
        fresh = []
        try:
            for step in ("autograded", "feedback"):
                made, place = self._in(work, step, student, name), self.folder(step, student, name)
                for file in _regular(made):
                    if step == "feedback" and file.suffix == ".ipynb":
                        continue
                    goal = place / file.relative_to(made)
                    goal.parent.mkdir(parents=True, exist_ok=True)
                    fresh.append((goal.with_name(f"{goal.name}.new"), goal))
                    fresh[-1][0].unlink(missing_ok=True)
                    shutil.copyfile(file, fresh[-1][0])
            with self.writing:
                self._record(student, name, work)
            for new, goal in fresh:
                os.replace(new, goal)
        finally:
            for new, _ in fresh:
                new.unlink(missing_ok=True)

    def _record(self, student: str, name: str, work: Path) -> None:
        with self.book() as book, self.book(f"sqlite:///{work / 'gradebook.db'}") as made:
            theirs = made.find_submission_notebook(name, name, student.strip())
            self._entry(book, student, name, theirs.assignment.timestamp)
            ours = book.find_submission_notebook(name, name, student)
            grades = {each.name: each for each in theirs.grades}
            looked_at = noted(self.graded(student, name, work))["doubted"]
            for grade in ours.grades:
                grade.auto_score = grades[grade.name].auto_score
                grade.needs_manual_grade = grades[grade.name].needs_manual_grade or (
                    grade.name in looked_at and grade.manual_score is None)
            comments = {each.name: each for each in theirs.comments}
            for comment in ours.comments:
                comment.auto_comment = comments[comment.name].auto_comment
            ours.late_submission_penalty = theirs.late_submission_penalty
            book.db.commit()

    def give_nothing(self, student: str, name: str, page: str) -> None:
        """Give no points for what is no notebook; ``page`` is the feedback that says why."""
        path = self.folder("feedback", student, name) / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.new")
        new.write_text(page, encoding="utf-8")
        with self.writing, self.book() as book:
            self._entry(book, student, name, None)
            ours = book.find_submission_notebook(name, name, student)
            for grade in ours.grades:
                grade.auto_score, grade.needs_manual_grade = 0, False
            ours.late_submission_penalty = None
            book.db.commit()
        os.replace(new, path)
        (self.folder("autograded", student, name) / f"{name}.ipynb").unlink(missing_ok=True)

    @staticmethod
    def _entry(book: Gradebook, student: str, name: str, timestamp: Any) -> None:
        book.update_or_create_student(student)
        book.update_or_create_submission(name, student, timestamp=timestamp)

    def graded(self, student: str, name: str, work: Path | None = None) -> Any:
        """Return the autograded notebook of an exercise, that in ``work``; None: there is none."""
        path = (self.folder("autograded", student, name) if work is None else
                self._in(work, "autograded", student, name)) / f"{name}.ipynb"
        with suppress(OSError, ValueError, AttributeError, nbformat.ValidationError):
            return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        return None

    @staticmethod
    def _in(work: Path, step: str, student: str, name: str) -> Path:
        return work / step / student.strip() / name

    def _files(self, path: Path) -> list[Path]:
        """Return the files of a submission: its notebook, and what lies beside that is no other."""
        unread = {TIMESTAMP} if self.why_no_time(path) else set()
        return [path, *(file for file in _regular(path.parent)
                        if file.suffix != ".ipynb" and file.name not in unread
                        and file.stat().st_size <= 1000 * self.directory.max_file_size)]


def _regular(folder: Path) -> list[Path]:
    """Return the files in a folder and in those in it: no links, no pipes."""
    return sorted(each for each in folder.rglob("*") if each.is_file() and not each.is_symlink())
