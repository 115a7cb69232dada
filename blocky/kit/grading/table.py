"""The table of a class: a line for each exercise of a student, and the files that hold it."""

import csv
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from blocky.kit import csv_files
from blocky.kit.language import say
from blocky.kit.notebook.outcome import on_one_line

__all__ = ["BY_NOTEBOOK", "BY_STUDENT", "Grade", "Standing", "as_text",
           "set_aside_what_is_not_ours", "with_other_lines", "write"]

#: The files: one has a line for each exercise of a student, the other a line for each student.
BY_NOTEBOOK, BY_STUDENT = "grades_by_notebook.csv", "grades.csv"

#: The name that a table gets which is not ours.
OLD = "grades_by_notebook.old.csv"


class Standing(StrEnum):
    """The state of an exercise in the table."""

    GRADED = "graded"
    UNGRADED = "ungraded"  #: something went wrong, by no fault of the student
    UNREADABLE = "unreadable"  #: the file is no notebook
    NOT_SUBMITTED = "not_submitted"
    NO_EXERCISE = "no_exercise"  #: the notebook is none of the exercises


class Grade(NamedTuple):
    """A line of the table.

    ``points`` are None until it is graded. ``late_days`` counts days that were begun. ``waiting``:
    only a person can give the missing points.
    """

    game: str
    student: str
    notebook: str
    points: float | None
    maximum: float | None
    standing: Standing
    remark: str = ""
    late_days: int = 0
    waiting: bool = False


def as_text(table: Sequence[Grade]) -> list[str]:
    """Return a line of text for each line of the table: student, exercise, points and remark."""
    students = [on_one_line(each.student, 40) for each in table]
    width = max([7, *map(len, students)])
    lines = []
    for student, each in zip(students, table, strict=True):
        line = f"{student:{width}}  {on_one_line(each.notebook, 60):16}  {_points(each)}"
        lines.append(f"{line}  {each.remark}" if each.remark else line)
    return lines


def _points(grade: Grade) -> str:
    """Return the points of a line in words, such as "7 of 10"; "-" for no exercise."""
    if grade.maximum is None:
        return "   -"
    return say("{points:>4} of {maximum:g}", maximum=grade.maximum,
               points="-" if grade.points is None else f"{grade.points:g}")


def with_other_lines(table: Iterable[Grade]) -> list[Grade]:
    """Return the table, together with the lines of the old file for other submissions.

    The result is sorted by student; each student's files that aren't exercises come last.
    """
    # as in the file, where the student's id is on one line
    lines = [line._replace(student=on_one_line(line.student)) for line in table]
    submissions = {_submission(line) for line in lines}
    students = {line.student for line in lines}
    for line in _read():
        # for these students, the files that are no exercises have just been listed anew
        is_out_of_date = line.standing is Standing.NO_EXERCISE and line.student in students
        if _submission(line) not in submissions and not is_out_of_date:
            lines.append(line)
    return sorted(lines,
                  key=lambda line: (line.student, line.maximum is None, *_submission(line)))


def _submission(grade: Grade) -> tuple[str, str, str]:
    """Return the game, student and notebook of a line, which tell what it's about."""
    return grade.game, grade.student, grade.notebook


def _read() -> list[Grade]:
    """Return the lines of the file, if there is one. ValueError: it is not such a table."""
    try:
        return [_grade_of(row) for row in csv_files.read(BY_NOTEBOOK)]
    except FileNotFoundError:
        return []
    except (KeyError, TypeError, AttributeError, csv.Error) as error:
        raise ValueError(str(error)) from None


def _grade_of(row: dict[str, str]) -> Grade:
    """Return a line of the file. An older file lacks the last columns."""
    return Grade(
        row["game"], row["student"], row["notebook"],
        points=float(row["points"]) if row["points"] else None,
        maximum=float(row["maximum"]) if row["maximum"] else None,
        standing=Standing(row["standing"]), remark=row["remark"],
        late_days=int(row.get("late_days") or 0), waiting=row.get("waiting") == str(True))


def set_aside_what_is_not_ours() -> str:
    """Rename the file if it cannot be read as our table; return a sentence about it, or ""."""
    try:
        _read()
    except ValueError:
        os.replace(BY_NOTEBOOK, OLD)
        return say("Something has changed {file}, and Blocky can't read it any more. So Blocky has "
                   "renamed it to {old}. To write a new table with all the exercises, run `blocky "
                   "grade` without a number.",
                   file=BY_NOTEBOOK, old=OLD)
    return ""


def write(table: Sequence[Grade]) -> None:
    """Write the table to ``BY_NOTEBOOK``, and one with a line for each student to ``BY_STUDENT``.

    Each file replaces the old one only when it's complete.
    """
    _write(BY_NOTEBOOK, [Grade._fields, *table])
    names = sorted({each.notebook for each in table if each.maximum is not None})
    points = {(each.student, each.notebook): each.points for each in table}
    maxima = {each.notebook: each.maximum for each in table if each.maximum is not None}
    late_days = Counter[str]()
    for each in table:
        late_days[each.student] += each.late_days
    lines: list[list[Any]] = [["student", *names, "total", "maximum", "late_days"]]
    for student in sorted({each.student for each in table if each.student}):
        own_points = [points.get((student, name)) for name in names]
        total = sum(number or 0 for number in own_points)
        lines.append([student, *own_points, total, sum(maxima.values()), late_days[student]])
    _write(BY_STUDENT, lines)


def _write(name: str, lines: Iterable[Iterable[Any]]) -> None:
    """Write a table to a new file, which then replaces the old one."""
    new = Path(f"{name}.new")
    csv_files.write(new, [[_shortened(cell) for cell in line] for line in lines])
    os.replace(new, name)


def _shortened(cell: Any) -> Any:
    """Return a cell; a text on one line, and cut off if it's very long."""
    return on_one_line(cell, 2000) if isinstance(cell, str) else cell
