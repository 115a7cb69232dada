"""Writes the zip file of a course for students, without solutions: ``blocky release``."""

import os
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from blocky.kit.check.course_settings import settings_of
from blocky.kit.check.exercise_cells import BadNotebookError, read
from blocky.kit.language import say
from blocky.kit.lessons.new import RECORD, files_for_students, files_in
from blocky.kit.teaching import nearest
from blocky.kit.writing import expect_own

__all__ = ["add_arguments", "command"]

#: A word in every answer that is not written yet.
STUB = "NotImplementedError"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument of ``blocky release``."""
    parser.add_argument("file", type=Path, nargs="?", default="students.zip",
                        help=say("the zip file to write (default: students.zip)"))


def command(options: Namespace) -> int:
    """Write the zip file of the course in this folder for students, and return 0.

    If exercises have answers, print which ones, write nothing, and return 1.
    SystemExit: the settings of the course are wrong.
    """
    course = nearest("exercises").parent
    exercises = files_in(course, "exercises")
    if not exercises:
        raise FileNotFoundError(say("There are no exercises here. To make a course, run "
                                    "`blocky course FOLDER`."))
    if problems := settings_of(course.absolute()).problems:
        raise SystemExit("\n".join(problems))
    answered = [name for name, path in exercises.items() if _is_answered(path)]
    if answered:
        print(say("There are answers in {names}. Generate these exercises again from solutions/. "
                  "GRADING.md explains how.", names=", ".join(answered)))
        return 1
    expect_own(options.file, lambda content: b"blocky/README.md" in content,
               say("the zip file of a course"))
    # in a new file first, so that a failure leaves the old one as it is
    new = options.file.with_name(f"{options.file.name}.new")
    try:
        with ZipFile(new, "w", ZIP_DEFLATED) as archive:
            for name, path in files_for_students(course).items():
                archive.write(path, f"blocky/{name}")
            if (course / RECORD).is_file():  # so that `blocky new` knows what you changed
                archive.write(course / RECORD, f"blocky/{RECORD}")
        os.replace(new, options.file)
    finally:
        new.unlink(missing_ok=True)
    print(say("{file} contains the lessons and exercises, without solutions.", file=options.file))
    return 0


def _is_answered(path: Path) -> bool:
    """Return whether an exercise has an answer in place of the STUB; False for another file."""
    with suppress(BadNotebookError):
        return any(cell.is_answer and cell.kind == "code" and STUB not in cell.source
                   for cell in read(path))
    return False
