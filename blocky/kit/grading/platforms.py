"""Points in the files that learning platforms import: ``blocky grade --export``.

The class list is the file that the platform itself exports. Its lines are matched with the students
of the course, who are known by the names of their folders.
"""

import csv
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import chain
from typing import NamedTuple

from blocky.kit.grading.submitted import student_id
from blocky.kit.grading.table import Grade
from blocky.kit.language import say, say_count
from blocky.kit.text_files import BadTextError, read_text
from blocky.kit.writing import replace_file

__all__ = ["PLATFORMS", "ClassList", "ListError", "Platform", "export", "read_class_list"]

#: A line of a class list, by the names of its columns.
Row = dict[str, str]

#: The separators that platforms and spreadsheet programs write between cells.
SEPARATORS = (",", ";", "\t")

#: What Canvas writes in the row that holds the maximum points.
POINTS_POSSIBLE = "    Points Possible"


class ListError(ValueError):
    """A class list that can't be used; the message says why, and what to do."""


class Platform(NamedTuple):
    """A learning platform.

    Attributes:
        file: the name of the file that it imports.
        columns: the columns of a class list that its import needs, as far as they're there.
        match: the columns that may contain the name of a student's folder.
        has_maximum_row: whether a row of its file contains the maximum points.
    """

    file: str
    columns: tuple[str, ...]
    match: tuple[str, ...]
    has_maximum_row: bool


#: Moodle writes the names of its columns in the language of the person who exports.
_MOODLE = ("Username", "ID number", "Email address",
           "Nombre de usuario", "Número de ID", "Dirección de correo", "Dirección Email",
           "Dirección de correo electrónico")

PLATFORMS = {
    "canvas": Platform("grades_canvas.csv",
                       ("Student", "ID", "SIS User ID", "SIS Login ID", "Section"),
                       ("SIS Login ID", "SIS User ID", "ID"), has_maximum_row=True),
    "moodle": Platform("grades_moodle.csv", _MOODLE, _MOODLE, has_maximum_row=False),
}


@dataclass
class ClassList:
    """A class list of a platform.

    Attributes:
        file: its name, for sentences.
        platform: the platform that exported it.
        separator: the character between its cells.
        columns: the names of its columns.
        rows: the lines of its students.
        possible: in Canvas, the line with the maximum points; empty without one.
        match: the columns that are compared with the names of students' folders.
    """

    file: str
    platform: Platform
    separator: str
    columns: list[str]
    rows: list[Row]
    possible: Row
    match: list[str]


def read_class_list(name: str, path: str | os.PathLike[str], match: str = "") -> ClassList:
    """Return the class list in a file that the platform ``name`` has exported.

    ``match`` is the column that contains the names of students' folders. With "", the columns that
    are usual on the platform are tried. ListError: the file can't be used.
    """
    if name not in PLATFORMS:
        raise ListError(say("Blocky can't write grades for {name!r}. It knows these platforms: "
                            "{names}.", name=name, names=", ".join(PLATFORMS)))
    platform = PLATFORMS[name]
    file = os.fspath(path)
    text = _text_of(path, name)
    separator = _separator_of(text)
    # surplus cells go into the column "", and missing ones are empty
    reader = csv.DictReader(StringIO(text), delimiter=separator, restkey="", restval="")
    columns = [column.strip() for column in reader.fieldnames or []]
    reader.fieldnames = columns
    wanted = [match] if match else [*platform.match]
    columns_of_ids = [column for column in wanted if column in columns]
    if not columns_of_ids:
        raise ListError(say("The class list {file} has no column {wanted}. Its columns are: "
                            "{columns}. Name one of them with --match.", file=file,
                            wanted=" / ".join(wanted), columns=", ".join(columns)))
    students: list[Row] = []
    without_id: list[Row] = []
    for row in reader:
        has_id = any(row[column].strip() for column in columns_of_ids)
        if has_id:
            students.append(row)
        else:
            without_id.append(row)
    # Canvas writes the maximum points in a row with a name in place of a student's, but no id.
    possible_rows = [row for row in without_id if row.get("Student", "").strip()]
    maximum_row = possible_rows[0] if possible_rows else {}
    return ClassList(file, platform, separator, columns, rows=students, possible=maximum_row,
                     match=columns_of_ids)


def _text_of(path: str | os.PathLike[str], platform: str) -> str:
    """Return the text of a class list. ListError: it isn't there, or can't be read."""
    file = os.fspath(path)
    try:
        return read_text(path)
    except FileNotFoundError:
        raise ListError(say("There's no class list {file}. Export it from {platform}, and give "
                            "its path.", file=file, platform=platform)) from None
    except (OSError, BadTextError) as error:
        raise ListError(say("Blocky can't read the class list {file}: {error}", file=file,
                            error=error)) from None


def _separator_of(text: str) -> str:
    """Return the separator that splits the first line into the most cells."""
    def number_of_cells(separator: str) -> int:
        first_line = next(csv.reader(StringIO(text), delimiter=separator), [])
        return len(first_line)

    return max(SEPARATORS, key=number_of_cells)


def export(listed: ClassList, grades: Sequence[Grade], students: Sequence[str]) -> list[str]:
    """Write the points of ``students`` as the platform imports them.

    Return the sentences to print: which file was written, who isn't in it and why, and in which
    columns the platform has other maximum points.
    """
    # A grade without a maximum is of a file that is no exercise.
    names = sorted({each.notebook for each in grades if each.maximum is not None})
    points = {(each.student, each.notebook): each.points for each in grades}
    headers = {name: _header(listed, name) for name in names}
    matched, problems = _match(listed, students)
    columns_of_students = [column for column in listed.columns
                           if column in listed.platform.columns or column in listed.match]
    columns = [*columns_of_students, *headers.values()]
    lines = [columns]
    if listed.platform.has_maximum_row:
        maximum_by_column = {headers[each.notebook]: _number(each.maximum) for each in grades
                             if each.maximum is not None}
        maximum_row, differences = _maximum_row(listed, maximum_by_column)
        lines.append([maximum_row.get(column, "") for column in columns])
        problems += differences
    for student, row in matched.items():
        lines.append([*(row[column] for column in columns_of_students),
                      *(_number(points.get((student, name))) for name in names)])
    _write(listed, lines)
    done = say_count("{file} has the points of {count} student, for your learning platform.",
                     "{file} has the points of {count} students, for your learning platform.",
                     len(matched), file=listed.platform.file)
    return [done, *problems]


def _maximum_row(listed: ClassList, maximum_by_column: Mapping[str, str]) -> tuple[Row, list[str]]:
    """Return Canvas's line with the maximum points, and a sentence on each that differs from ours.

    What Canvas has written stays; the other cells are filled in from ``maximum_by_column``.
    """
    written_by_canvas = {column: cell for column, cell in listed.possible.items() if cell.strip()}
    row = {**maximum_by_column, "Student": POINTS_POSSIBLE, **written_by_canvas}
    differences = [
        say("In Canvas, {column} has {theirs} possible points, but the exercise has {ours}. Change "
            "the points in Canvas.", column=column, theirs=row[column], ours=ours)
        for column, ours in maximum_by_column.items() if not _has_number(row[column], ours)]
    return row, differences


def _header(listed: ClassList, name: str) -> str:
    """Return the column of an exercise: the one that the class list has for it, or a new one.

    Canvas adds the number of an assignment to its name: "06_flatten (4711)".
    """
    known = [column for column in listed.columns
             if re.sub(r" \(\d+\)$", "", column).casefold() == name.casefold()]
    if len(known) > 1:
        raise ListError(say("The class list {file} has several columns for {name}: {columns}. "
                            "Delete all but one of them from the file.", file=listed.file,
                            name=name, columns=", ".join(known)))
    return known[0] if known else name


def _match(listed: ClassList, students: Sequence[str]) -> tuple[Mapping[str, Row], list[str]]:
    """Return the line of each student that matches only them, and sentences about all the others.

    The others are the students with no line, several lines, or a line that matches more students,
    and the lines without a student.
    """
    rows_of_students = {student: _rows_that_match(student, listed) for student in students}
    # how many students each line matches; by id, as a row is a dict and can't be a key
    claims = Counter(map(id, chain.from_iterable(rows_of_students.values())))
    matched: dict[str, Row] = {}
    shared: list[str] = []  # the students with a line that matches others, too
    missing: list[str] = []  # those without a line
    problems: list[str] = []
    for student, rows in rows_of_students.items():
        if not rows:
            missing.append(student)
        elif len(rows) > 1:
            problems.append(say(
                "{student} isn't in {output}, because {count} lines of {file} match that name. Use "
                "--match to name the column to compare.", student=student,
                output=listed.platform.file, count=len(rows), file=listed.file))
        elif claims[id(rows[0])] > 1:
            shared.append(student)
        else:
            matched[student] = rows[0]
    if shared:
        problems.append(say(
            "These folders aren't in {output}, because two or more of them match the same line of "
            "{file}: {names}. Rename or merge them.", output=listed.platform.file, file=listed.file,
            names=", ".join(shared)))
    if missing:
        problems.append(say(
            "These students on the course aren't in {file}: {names}. Blocky compared the names of "
            "their folders with these columns: {columns}.", file=listed.file,
            names=", ".join(missing), columns=", ".join(listed.match)))
    unclaimed = [row for row in listed.rows if not claims[id(row)]]
    if unclaimed:
        problems.append(say(
            "These students in {file} have no folder in the course: {names}.", file=listed.file,
            names=", ".join(_name(listed, row) for row in unclaimed)))
    return matched, problems


def _rows_that_match(student: str, listed: ClassList) -> list[Row]:
    """Return the lines of a class list that match the name of a student's folder."""
    return [row for row in listed.rows if _key(student) in _keys(listed, row)]


def _key(text: str) -> str:
    """Return the name of a folder in the form in which names are compared."""
    return student_id(text).casefold()


def _keys(listed: ClassList, row: Row) -> set[str]:
    """Return the names of folders that a line matches; of an e-mail address, also its first part.

    >>> row = {"Username": "Ada", "Email address": "lovelace@example.org"}
    >>> listed = ClassList("", PLATFORMS["moodle"], ",", [*row], [row], {}, [*row])
    >>> sorted(_keys(listed, row))
    ['ada', 'lovelace', 'lovelace@example.org']
    """
    keys: set[str] = set()
    for column in listed.match:
        cell = _key(row[column])
        before_at, _, _ = cell.partition("@")
        keys |= {cell, before_at}
    return keys - {""}


def _name(listed: ClassList, row: Row) -> str:
    """Return what a sentence calls a student in a class list."""
    return next(row[column].strip() for column in listed.match if row[column].strip())


def _number(points: float | None) -> str:
    """Return points as a cell; empty if there are none.

    >>> _number(7.0), _number(2.25), _number(None)
    ('7', '2.25', '')
    """
    return "" if points is None else f"{round(points, 4):.10g}"


def _has_number(cell: str, number: str) -> bool:
    """Return whether a cell of a platform contains this number, perhaps with a decimal comma.

    >>> _has_number("7,00", "7"), _has_number("10", "7")
    (True, False)
    """
    try:
        return float(cell.strip().replace(",", ".")) == float(number)
    except ValueError:
        return False


def _write(listed: ClassList, lines: Sequence[Sequence[str]]) -> None:
    """Write the file; it replaces the old one only when it's complete.

    Cells stay as the platform wrote them, because it looks for its students by them.
    """
    table = StringIO()
    csv.writer(table, delimiter=listed.separator).writerows(lines)
    replace_file(listed.platform.file, table.getvalue().encode())
