"""Grades one submission from plain data, on whatever machine.

Nothing here knows the course, its gradebook or its other students.
"""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from nbgrader.apps import NbGrader  # type: ignore[import-untyped]
from nbgrader.converters import Autograde, GenerateFeedback  # type: ignore[import-untyped]

from blocky.kit.check.exercise_cells import language_of, read
from blocky.kit.grading.autograde import RestoreCells, RunCells
from blocky.kit.grading.gradebook import Gradebook
from blocky.kit.grading.job import Files, Graded, Job, Points
from blocky.kit.grading.judging import Guests
from blocky.kit.grading.steps import take_step
from blocky.kit.language import language

__all__ = ["files_in", "graded"]


def graded(job: Job, app: NbGrader, guests: Guests, seed: str) -> Graded:
    """Grade a submission with nbgrader's steps, in a temporary folder; return the result.

    ``app`` knows nbgrader's configuration. Secret cases are made from ``seed``. Any error means
    that the submission isn't graded.
    """
    # nbgrader makes its steps from their classes, so they get these as attributes of the classes
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
        with suppress(ValueError):  # without a language of its own, the course's stays
            language(language_of(read(submitted / f"{job.name}.ipynb")))
        for step in (Autograde, GenerateFeedback):
            take_step(app, step, job.name, job.student, folder, db_url=f"sqlite:///{book}")
        return Graded(autograded=files_in(work / "autograded" / job.student / job.name),
                      feedback=files_in(work / "feedback" / job.student / job.name),
                      points=_points_in(book, job))


def files_in(folder: Path) -> Files:
    """Return all files below a folder, without links and pipes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()}


def _write(files: Files, folder: Path) -> None:
    """Write files to a new folder."""
    folder.mkdir(parents=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _points_in(book: Path, job: Job) -> Points:
    """Return the points of a submission that nbgrader has written to a gradebook."""
    with Gradebook(f"sqlite:///{book}") as made:
        entry = made.find_submission_notebook(job.name, job.name, job.student)
        return Points(
            timestamp=entry.assignment.timestamp,
            penalty=entry.late_submission_penalty,
            scores={each.name: (each.auto_score, each.needs_manual_grade)
                    for each in entry.grades},
            comments={each.name: each.auto_comment for each in entry.comments})
