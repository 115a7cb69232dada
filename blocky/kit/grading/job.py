"""A submission as plain data, and the function that grades it, on whatever machine.

Nothing here knows the course, its gradebook or its other students.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from nbgrader.apps import NbGrader  # type: ignore[import-untyped]
from nbgrader.converters import Autograde, GenerateFeedback  # type: ignore[import-untyped]

from blocky.kit.check.exercise_cells import language_of, read
from blocky.kit.grading.autograde import RestoreCells, RunCells
from blocky.kit.grading.gradebook import Gradebook
from blocky.kit.grading.judging import Guests
from blocky.kit.grading.steps import take_step
from blocky.kit.language import language

__all__ = ["Files", "Graded", "Job", "Points", "Terms", "files_in", "graded"]

#: The contents of files, by their paths in a folder, with slashes.
Files = dict[str, bytes]

class Terms(NamedTuple):
    """What holds for all submissions that are graded together.

    Attributes:
        game: the game of the exercises.
        language: the language of remarks, unless a notebook has its own.
        hints, carry: the settings of the course.
        seed: what the secret cases are made from.
        seconds: how long a submission may take by the clock.
        config: nbgrader's configuration; None for that in the current folder.
    """

    game: str
    language: str
    hints: int
    carry: bool
    seed: str
    seconds: float
    config: dict[str, Any] | None = None


class Job(NamedTuple):
    """A submission that is to be graded.

    Attributes:
        student: the id of the student, or another id that stands for it.
        name: the name of the exercise.
        fingerprint: what is noted in the graded notebook.
        submitted, exercise: the files of the student, and those of the exercise.
        book: a gradebook with one student.
    """

    student: str
    name: str
    fingerprint: str
    submitted: Files
    exercise: Files
    book: bytes


class Points(NamedTuple):
    """What goes into the gradebook.

    Attributes:
        timestamp: when the submission was handed in.
        penalty: the points that it loses because it's late.
        scores: the points of each cell, and whether only a person can give them.
        comments: the comment on each cell.
    """

    timestamp: datetime | None
    penalty: float | None
    scores: Mapping[str, tuple[float | None, bool]]
    comments: Mapping[str, str | None]


class Graded(NamedTuple):
    """A submission that is graded: the files for the instructor and the student, and the points."""

    autograded: Files
    feedback: Files
    points: Points


def graded(job: Job, app: NbGrader, guests: Guests, seed: str) -> Graded:
    """Grade a submission; ``app`` knows nbgrader's configuration. Any error: it's not graded."""
    RunCells.guests = guests
    RunCells.seed = seed
    RestoreCells.fingerprint = job.fingerprint
    with TemporaryDirectory(dir=guests.scratch, ignore_cleanup_errors=True) as folder:
        work = Path(folder)
        book = work / "gradebook.db"
        book.write_bytes(job.book)
        _write(job.exercise, work / "source" / job.name)
        submitted = work / "submitted" / job.student / job.name
        _write(job.submitted, submitted)
        with suppress(ValueError):
            language(language_of(read(submitted / f"{job.name}.ipynb")))
        for step in (Autograde, GenerateFeedback):
            take_step(app, step, job.name, job.student, folder, db_url=f"sqlite:///{book}")
        autograded, feedback = (files_in(work / step / job.student / job.name)
                                for step in ("autograded", "feedback"))
        return Graded(autograded, feedback, _points_in(book, job))


def files_in(folder: Path) -> Files:
    """Return all files below a folder, without links and pipes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()}


def _write(files: Files, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _points_in(book: Path, job: Job) -> Points:
    with Gradebook(f"sqlite:///{book}") as made:
        entry = made.find_submission_notebook(job.name, job.name, job.student)
        return Points(entry.assignment.timestamp, entry.late_submission_penalty,
                      {each.name: (each.auto_score, each.needs_manual_grade)
                       for each in entry.grades},
                      {each.name: each.auto_comment for each in entry.comments})
