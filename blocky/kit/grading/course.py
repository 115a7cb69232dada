"""A course of nbgrader: its files and its gradebook.

Each exercise is an assignment. A submission is graded as plain data, elsewhere; only a complete
result replaces the old one.
"""

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path, PurePath
from threading import Lock
from typing import Any

import nbformat
from nbgrader.api import MissingEntry  # type: ignore[import-untyped]
from nbgrader.converters import GenerateAssignment  # type: ignore[import-untyped]
from nbgrader.utils import parse_utc  # type: ignore[import-untyped]
from sqlalchemy import make_url

from blocky.kit.check.course_settings import carries, most_hints
from blocky.kit.grading.config import configured
from blocky.kit.grading.gradebook import Gradebook
from blocky.kit.grading.job import Files, Graded, Job, Points
from blocky.kit.grading.one import files_in
from blocky.kit.grading.steps import take_step
from blocky.kit.grading.submitted import TIMESTAMP, Stray, Submitted, is_of_the_system
from blocky.kit.language import say
from blocky.kit.notebook.restore import notebook_at
from blocky.kit.text_files import read_text

__all__ = ["Course"]

#: A file that only one process can lock at a time.
LOCK = ".grading.lock"

#: The files beside a submission with which nbgrader's exchange gives the feedback to its student.
EXCHANGE = {TIMESTAMP, "submission_secret.txt"}

#: The tables of the gradebook with a student's work, and which of their lines are about one
#: submission: each refers to the table before.
OF_A_STUDENT = {
    "submitted_assignment": "student_id = :student AND assignment_id IN"
                            " (SELECT id FROM assignment WHERE name = :assignment)",
    "submitted_notebook": "assignment_id IN (SELECT id FROM main.submitted_assignment)",
    "grade": "notebook_id IN (SELECT id FROM main.submitted_notebook)",
    "comment": "notebook_id IN (SELECT id FROM main.submitted_notebook)"}


class Course:
    """The course of nbgrader in the current folder, and one of its games."""

    def __init__(self, game: str) -> None:
        """Read the configuration of the course in the current folder.

        SystemExit: it's wrong, or its gradebook isn't in an SQLite file.
        """
        self.app, self.directory, limits = configured()
        self.game = game
        #: How long all the cells of a submission may take.
        self.seconds = limits.submission_timeout
        #: A thread holds this while it copies the gradebook or writes to it.
        self.writing = Lock()
        #: The files of the exercises that were synchronised, by the names of exercises.
        self._exercises: dict[str, Files] = {}
        #: The file that ``_book_without_students`` has made; empty until it's called.
        self._empty_book = b""
        #: The path of the gradebook.
        self.database = make_url(self.directory.db_url).database
        if not self.directory.db_url.startswith("sqlite:"):
            raise SystemExit(say("`blocky grade` needs a gradebook in an SQLite file, not {url}.",
                                 url=self.directory.db_url))

    # -- files -----------------------------------------------------------------------------------

    def folder(self, step: str, student: str = ".", assignment: str = "") -> Path:
        """Return the folder of a step ("source", "submitted", "autograded", ...) for an assignment.

        ``student`` is "." in a step that has no folders for students. The assignment "" stands for
        the one with the name of the game.
        """
        return Path(self.directory.format_path(
            getattr(self.directory, f"{step}_directory"), student, assignment or self.game))

    def exercises(self) -> dict[str, list[str]]:
        """Return the names of the exercises of each game."""
        top = self.folder("source").parent
        if not top.is_dir():
            return {}
        names: dict[str, list[str]] = {}
        for folder in sorted(top.iterdir()):
            if folder.is_dir() and not is_of_the_system(Path(folder.name)):
                names[folder.name] = sorted(path.stem for path in folder.glob("*.ipynb")
                                            if not is_of_the_system(Path(path.name)))
        return names

    @cached_property
    def submitted(self) -> Submitted:
        """What was handed in when this was first asked for."""
        top = self.folder("submitted", student=".", assignment=".")  # of all students
        return Submitted(top, self.exercises(), largest=1000 * self.directory.max_file_size)

    def handed_in(self, student: str, name: str) -> Path:
        """Return the path of a student's exercise, which need not exist."""
        return self.submitted.exercise(student, self.game, name)

    def students(self) -> list[str]:
        """Return the ids of the students who have a folder."""
        return sorted(self.submitted.folders)

    def strays(self, student: str) -> list[Stray]:
        """Return the files in a student's folder that are not graded; of "", those in nobody's."""
        return self.submitted.strays(student)

    def graded(self, student: str, name: str) -> Any:
        """Return a student's autograded notebook; None if it isn't there or can't be read."""
        path = self.folder("autograded", student, name) / f"{name}.ipynb"
        with suppress(OSError, ValueError, AttributeError, nbformat.ValidationError):
            return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        return None

    def fingerprint(self, student: str, name: str) -> str:
        """Return a checksum of all that a submission's points depend on.

        That's the submission, its exercise, the course's settings, nbgrader's configuration, and
        when it was due. If the checksum is still the same, the submission needn't be graded again.
        """
        configured = json.dumps(self.app.config, sort_keys=True, default=str)
        hints = min(most_hints(), 1)  # feedback pages show only the first
        settings = (carries(), hints, configured, self._due(student, name))
        path = self.handed_in(student, name)
        exercise = self.folder("source") / path.name
        checksum = hashlib.sha256(repr(settings).encode())
        for file in [*self._files(path), exercise]:
            # the size marks where a file ends, so that no other files give the same bytes
            checksum.update(repr((file.name, file.stat().st_size)).encode() + file.read_bytes())
        return checksum.hexdigest()

    def _due(self, student: str, name: str) -> Any:
        """Return when an exercise is due, and the student's extension; each of them may be None.

        Return a single None if there's no gradebook, or it doesn't know the exercise.
        """
        read_only = f"{Path(str(self.database)).absolute().as_uri()}?mode=ro"
        with suppress(sqlite3.Error), closing(sqlite3.connect(read_only, uri=True)) as book:
            return book.execute(
                "SELECT assignment.duedate, submitted.extension FROM assignment"
                " LEFT JOIN submitted_assignment AS submitted"
                " ON submitted.assignment_id = assignment.id AND submitted.student_id = ?"
                " WHERE assignment.name = ?", (student, name)).fetchone()
        return None

    @staticmethod
    def timestamp_problem(path: Path) -> str:
        """Return why the timestamp beside a notebook can't be read; "" if it can, or is none."""
        timestamp = path.parent / TIMESTAMP
        try:
            if timestamp.is_file():
                parse_utc(read_text(timestamp).strip() or None)
        except (OSError, ValueError, OverflowError):
            return say("{file} is ignored, because it doesn't contain a time such as 2026-03-01 "
                       "12:00:00 UTC", file=TIMESTAMP)
        return ""

    def _files(self, path: Path) -> list[Path]:
        """Return the notebook and the files beside it, without a timestamp that can't be read."""
        left_out = {TIMESTAMP} if self.timestamp_problem(path) else set()
        return [path, *(file for file in self.submitted.beside(path) if file.name not in left_out)]

    # -- the gradebook ---------------------------------------------------------------------------

    def book(self) -> Gradebook:
        """Return the gradebook, open."""
        return Gradebook(self.directory.db_url, self.directory.course_id)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep others from grading in this folder. SystemExit: somebody else does."""
        try:
            lock = sqlite3.connect(LOCK, timeout=0)
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise SystemExit(say("Another `blocky grade` is running in this folder. Wait until "
                                     "it ends, then try again.")) from None
            raise SystemExit(say("Blocky can't write to this folder, so nothing was graded "
                                 "({error}).", error=error)) from None
        with closing(lock):
            try:
                yield
            finally:
                with suppress(OSError):
                    os.remove(LOCK)

    def refuse_closed_book(self) -> None:
        """Raise SystemExit if the gradebook is there, but can't be written to."""
        if not os.path.lexists(str(self.database)):
            return
        try:
            with closing(sqlite3.connect(str(self.database))) as book:
                book.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise SystemExit(say(
                "Blocky can't write to the gradebook {file}, so nothing was graded ({error}). "
                "Change its permissions, or restore it from a copy. Then run this again.",
                file=self.database, error=error)) from None

    def entry(self, book: Gradebook, student: str, name: str) -> Any:
        """Return the entry for a student's exercise in an open gradebook; None without one."""
        with suppress(MissingEntry):
            return book.find_submission_notebook(name, name, student)
        return None

    # -- nbgrader --------------------------------------------------------------------------------

    def synchronise(self, names: list[str], work: Path) -> None:
        """Enter exercises into the gradebook, and remember their files for the Jobs.

        nbgrader makes its release of them in the temporary folder ``work``, so that the course's
        own released exercises stay as they are. SystemExit: an exercise can't be read.
        """
        for name in names:
            try:
                source = self.folder("source")
                shutil.copytree(source, work / "source" / name,
                                ignore=shutil.ignore_patterns("*.ipynb"))
                _copy_text(source / f"{name}.ipynb", work / "source" / name / f"{name}.ipynb")
                take_step(self.app, GenerateAssignment, name, ".", str(work),
                          db_url=self.directory.db_url)
                self._exercises[name] = files_in(work / "source" / name)
            except Exception as error:
                raise SystemExit(say("Blocky can't read the exercise {name}, so nothing was "
                                     "graded: {error}", name=name,
                                     error=f"{type(error).__name__}: {error}")) from None

    # -- one submission --------------------------------------------------------------------------

    def job(self, student: str, name: str, known_as: str = "") -> Job:
        """Return a submission as a Job, which is plain data for another process.

        The exercise must have been synchronised. In the Job, the student has the id ``known_as``;
        "" stands for their own. Its gradebook has only this submission.
        """
        path = self.handed_in(student, name)
        submitted = {file.relative_to(path.parent).as_posix(): self._content(file, path)
                     for file in self._files(path)}
        known_as = known_as or student
        return Job(student=known_as, name=name, fingerprint=self.fingerprint(student, name),
                   submitted=submitted, exercise=self._exercises[name],
                   book=self._book_of(student, name, known_as))

    @staticmethod
    def _content(file: Path, notebook: Path) -> bytes:
        """Return the content of a file of a submission, in the form that nbgrader reads."""
        if file == notebook:
            text: str = nbformat.writes(notebook_at(file))  # type: ignore[no-untyped-call]
            return text.encode()
        if file.name == TIMESTAMP:
            return read_text(file).encode()
        return file.read_bytes()

    def _book_of(self, student: str, name: str, known_as: str) -> bytes:
        """Return the bytes of a gradebook with all exercises, but only one submission.

        There, its student has the id ``known_as``.
        """
        with self.writing, closing(sqlite3.connect(":memory:")) as book:
            book.deserialize(self._book_without_students())
            book.execute("ATTACH DATABASE ? AS course", (str(self.database),))
            book.execute("INSERT INTO student (id) VALUES (?)", (known_as,))
            for table, condition in OF_A_STUDENT.items():
                book.execute(f"INSERT INTO {table} SELECT * FROM course.{table} WHERE {condition}",
                             {"student": student, "assignment": name})
            book.execute("UPDATE submitted_assignment SET student_id = ?", (known_as,))
            book.commit()
            book.execute("DETACH DATABASE course")
            return book.serialize()

    def _book_without_students(self) -> bytes:
        """Return the bytes of a gradebook with all exercises and no students; it's made once."""
        if not self._empty_book:
            with closing(sqlite3.connect(str(self.database))) as ours, \
                    closing(sqlite3.connect(":memory:")) as book:
                ours.backup(book)
                for table in ["student", *OF_A_STUDENT]:
                    book.execute(f"DELETE FROM {table}")
                book.commit()
                book.execute("VACUUM")  # or the deleted lines would stay in the file
                self._empty_book = book.serialize()
        return self._empty_book

    def publish(self, student: str, name: str, graded: Graded) -> None:
        """Replace the files and points of a submission with those that were made from it.

        The old files stay until all new ones and the points are written.
        """
        to_replace: list[tuple[Path, Path]] = []  # new files, and those whose places they take
        try:
            for folder, target, content in self._files_to_publish(student, name, graded):
                _make_room(target, folder)
                new = target.with_name(f"{target.name}.new")
                to_replace.append((new, target))
                new.unlink(missing_ok=True)
                new.write_bytes(content)
            with self.writing:
                self._record(student, name, graded.points)
            for new, target in to_replace:
                os.replace(new, target)
            self._give_to_the_exchange(student, name)
        finally:
            for new, _ in to_replace:
                new.unlink(missing_ok=True)

    def _files_to_publish(self, student: str, name: str, graded: Graded
                          ) -> Iterator[tuple[Path, Path, bytes]]:
        """Yield each file to publish: the folder of its step, its path in it, and its content."""
        for step, files in (("autograded", graded.autograded), ("feedback", graded.feedback)):
            folder = self.folder(step, student, name)
            for file, content in files.items():
                path = _path_inside(file)
                # the notebook isn't feedback, and _give_to_the_exchange copies the exchange's files
                is_left_out = step == "feedback" and (
                    path.suffix == ".ipynb" or path.parts[0] in EXCHANGE)
                if not is_left_out:
                    yield folder, folder / path, content

    def _record(self, student: str, name: str, points: Points) -> None:
        """Write the points, comments and late penalty of a submission into the gradebook."""
        with self.book() as book:
            entry = self._new_entry(book, student, name, points.timestamp)
            for grade in entry.grades:
                grade.auto_score, grade.needs_manual_grade = points.scores[grade.name]
            for comment in entry.comments:
                comment.auto_comment = points.comments[comment.name]
            entry.late_submission_penalty = points.penalty
            book.db.commit()

    def give_no_points(self, student: str, name: str, page: str) -> None:
        """Give 0 points for a file that isn't a notebook.

        ``page`` is the HTML of the feedback that says why. It replaces the student's earlier page
        only when the points are written; then an earlier autograded notebook is removed.
        """
        path = self.folder("feedback", student, name) / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._give_to_the_exchange(student, name)
        new = path.with_name(f"{path.name}.new")
        new.write_text(page, encoding="utf-8")
        with self.writing, self.book() as book:
            entry = self._new_entry(book, student, name, None)
            for grade in entry.grades:
                grade.auto_score = 0
                grade.needs_manual_grade = False
            entry.late_submission_penalty = None
            book.db.commit()
        os.replace(new, path)
        (self.folder("autograded", student, name) / f"{name}.ipynb").unlink(missing_ok=True)

    def _give_to_the_exchange(self, student: str, name: str) -> None:
        """Copy the files ``EXCHANGE`` from beside a submission into the folder of its feedback.

        Without them, nbgrader gives no feedback to the whole class. Those that were handed in are
        copied, because student code may have changed the copies that it ran beside.
        """
        path = self.handed_in(student, name)
        feedback = self.folder("feedback", student, name)
        if path.parent.is_symlink():  # it may lead to the files of another student
            return
        for file in self.submitted.beside(path):
            if file.parent == path.parent and file.name in EXCHANGE:
                feedback.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, feedback / file.name)

    def _new_entry(self, book: Gradebook, student: str, name: str, timestamp: Any) -> Any:
        """Return the entry for a student's exercise in an open gradebook; make it if there's none.

        ``timestamp`` is when the exercise was handed in; None if that isn't known.
        """
        book.update_or_create_student(student)
        book.update_or_create_submission(name, student, timestamp=timestamp)
        return book.find_submission_notebook(name, name, student)


def _copy_text(source: Path, target: Path) -> None:
    """Copy a text file as plain UTF-8, which is what nbgrader reads."""
    target.write_text(read_text(source), encoding="utf-8", newline="\n")


def _make_room(file: Path, top: Path) -> None:
    """Make the folder that a file below ``top`` will be written to.

    What is in the way is removed: files where the path needs folders, and a folder where the path
    needs the file.
    """
    folders_inside_out = file.relative_to(top).parents[:-1]  # without the empty path of ``top``
    for folder in reversed(folders_inside_out):
        if not (top / folder).is_dir():
            (top / folder).unlink(missing_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.is_dir() and not file.is_symlink():
        shutil.rmtree(file)


def _path_inside(name: str) -> PurePath:
    """Return the path of a file that another process or machine has named.

    ValueError: it leads out of its folder.
    """
    path = PurePath(name)
    if path.anchor or ".." in path.parts or not path.parts:
        raise ValueError(say("A file must be inside the folder of its submission, not at {path}.",
                             path=name))
    return path
