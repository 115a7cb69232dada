"""The table of a class: a line for each exercise of a student, and the files that hold it."""

import csv
import os
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from blocky.kit.language import say
from blocky.kit.notebook.outcome import on_one_line

__all__ = ["BY_NOTEBOOK", "BY_STUDENT", "Grade", "Standing", "as_text", "with_other_lines", "write"]

#: The files: one has a line for each exercise of a student, the other a line for each student.
BY_NOTEBOOK, BY_STUDENT = "grades_by_notebook.csv", "grades.csv"


class Standing(StrEnum):
    """The state of an exercise in the table."""

    GRADED = "graded"
    UNGRADED = "ungraded"  #: something went wrong, by no fault of the student
    UNREADABLE = "unreadable"  #: the file is no notebook
    NOT_SUBMITTED = "not_submitted"
    NO_EXERCISE = "no_exercise"  #: the notebook is none of the exercises


class Grade(NamedTuple):
    """A line of the table; ``points`` are None until it is graded."""

    game: str
    student: str
    notebook: str
    points: float | None
    maximum: float | None
    standing: Standing
    remark: str = ""


def as_text(table: Sequence[Grade]) -> list[str]:
    """Return the table as lines of text."""
    names = [on_one_line(each.student, 40) for each in table]
    width = max([7, *map(len, names)])
    return [f"{name:{width}}  {on_one_line(each.notebook, 60):16}  {_points(each)}"
            f"{'  ' + each.remark if each.remark else ''}"
            for name, each in zip(names, table, strict=True)]


def _points(grade: Grade) -> str:
    if grade.maximum is None:
        return "   -"
    return say("{points:>4} of {maximum:g}", maximum=grade.maximum,
               points="-" if grade.points is None else f"{grade.points:g}")


def with_other_lines(table: Iterable[Grade]) -> list[Grade]:
    """Return the table with the lines for other exercises and students that the file has."""
    lines = [each._replace(student=on_one_line(each.student)) for each in table]
    new, students = {each[:3] for each in lines}, {each.student for each in lines}
    lines += [each for each in _read() if each[:3] not in new and not (
        each.standing is Standing.NO_EXERCISE and each.student in students)]
    return sorted(lines, key=lambda each: (each.student, each.maximum is None, *each[:3]))


def _read() -> list[Grade]:
    try:
        with open(BY_NOTEBOOK, newline="", encoding="utf-8") as file:
            return [Grade(row["game"], row["student"], row["notebook"],
                          float(row["points"]) if row["points"] else None,
                          float(row["maximum"]) if row["maximum"] else None,
                          Standing(row["standing"]), row["remark"])
                    for row in csv.DictReader(file)]
    except (OSError, KeyError, ValueError, TypeError, csv.Error):
        return []  # there is no such file, or it is not ours


def write(table: Sequence[Grade]) -> None:
    """Write both files; each replaces the old one only when it is complete."""
    _write(BY_NOTEBOOK, [Grade._fields, *table])
    names = sorted({each.notebook for each in table if each.maximum is not None})
    points = {(each.student, each.notebook): each.points for each in table}
    students = sorted({each.student for each in table})
    _write(BY_STUDENT, [["student", *names, "total"], *(
        [student, *(points.get((student, name)) for name in names),
         sum(points.get((student, name)) or 0 for name in names)] for student in students)])


def _write(name: str, lines: Iterable[Iterable[Any]]) -> None:
    new = Path(f"{name}.new")
    with open(new, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(
            ["" if cell is None else on_one_line(cell, 2000) if isinstance(cell, str) else cell
             for cell in line] for line in lines)
    os.replace(new, name)
