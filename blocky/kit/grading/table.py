"""The table of a class: a line for each exercise of a student, and the files that hold it."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from blocky.kit.language import say
from blocky.kit.notebook.outcome import on_one_line

__all__ = ["BY_NOTEBOOK", "BY_STUDENT", "Grade", "Standing", "kept", "told", "write"]

#: The files: a line for each exercise of a student, and a line for each student.
BY_NOTEBOOK, BY_STUDENT = "grades_by_notebook.csv", "grades.csv"


class Standing(StrEnum):
    """What became of an exercise."""

    GRADED = "graded"
    UNGRADED = "ungraded"  #: something went wrong that is not the student's
    UNREADABLE = "unreadable"  #: it is no notebook
    NOT_SUBMITTED = "not_submitted"
    NO_EXERCISE = "no_exercise"  #: it is a file that is no exercise


class Grade(NamedTuple):
    """A line of the table; no points where there are none yet."""

    game: str
    student: str
    notebook: str
    points: float | None
    maximum: float | None
    standing: Standing
    remark: str = ""


def told(table: Sequence[Grade]) -> list[str]:
    """Return the lines that show a table."""
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


def kept(table: Iterable[Grade]) -> list[Grade]:
    """Return a table with the lines of the file that are of other exercises or students."""
    lines = [each._replace(student=on_one_line(each.student)) for each in table]
    new, students = {each[:3] for each in lines}, {each.student for each in lines}
    lines += [each for each in _read() if each[:3] not in new and not (
        each.standing is Standing.NO_EXERCISE and each.student in students)]
    return sorted(lines, key=lambda each: (each.student, each.maximum is None, *each[:3]))


def _read() -> list[Grade]:
    try:
        with open(BY_NOTEBOOK, newline="", encoding="utf-8") as file:
            return [Grade(each["game"], each["student"], each["notebook"],
                          float(each["points"]) if each["points"] else None,
                          float(each["maximum"]) if each["maximum"] else None,
                          Standing(each["standing"]), each["remark"])
                    for each in csv.DictReader(file)]
    except (OSError, KeyError, ValueError, TypeError, csv.Error):
        return []  # there is none, or it is another's


def write(table: Sequence[Grade]) -> None:
    """Write both files: each takes the place of the old one when it is whole."""
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
            ["" if each is None else on_one_line(each, 2000) if isinstance(each, str) else each
             for each in line] for line in lines)
    os.replace(new, name)
