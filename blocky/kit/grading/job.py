"""A submission to be graded, and what came of it, as plain data.

A worker of a cluster imports this while it may not be busy for long, so it doesn't need nbgrader.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

__all__ = ["Files", "Graded", "Job", "Points", "Terms"]

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
