"""Writes the file that students get of a course, without solutions: ``blocky release``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from blocky.kit.check.exercise_cells import BadNotebookError, read
from blocky.kit.language import say
from blocky.kit.lessons.new import RECORD, files_of, of_students
from blocky.kit.teaching import nearest

__all__ = ["add_arguments", "command"]

#: What is in every answer that has not been written yet.
STUB = "NotImplementedError"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument of ``blocky release``."""
    parser.add_argument("file", type=Path, nargs="?", default="students.zip",
                        help=say("the zip file to write (students.zip)"))


def command(options: Namespace) -> int:
    """Write the students' zip file of the course in this folder; return 1 if that has answers."""
    course = nearest("exercises").parent
    exercises = files_of(course, "exercises")
    if not exercises:
        raise FileNotFoundError(say("There are no exercises here. `blocky course FOLDER` makes a "
                                    "course that has them."))
    if answered := [name for name, path in exercises.items() if _is_answered(path)]:
        print(say("There are answers in {names}. Make the exercises of solutions/ again: "
                  "GRADING.md says how.", names=", ".join(answered)))
        return 1
    with ZipFile(options.file, "w", ZIP_DEFLATED) as made:
        for name, path in of_students(course).items():
            made.write(path, f"blocky/{name}")
        if (course / RECORD).is_file():  # so that what the instructor has changed is told, too
            made.write(course / RECORD, f"blocky/{RECORD}")
    print(say("{file} has the lessons and exercises, and no solutions.", file=options.file))
    return 0


def _is_answered(path: Path) -> bool:
    with suppress(BadNotebookError):
        return any(cell.is_answer and cell.kind == "code" and STUB not in cell.source
                   for cell in read(path))
    return False
