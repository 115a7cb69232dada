"""Makes the folder of a student, or of a course, or brings it up to date: ``blocky new FOLDER``."""

from __future__ import annotations

import json
import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from blocky.kit.check.exercise_cells import BadNotebookError, read
from blocky.kit.language import LOCALE, in_use, say
from blocky.kit.teaching import ROOT, edition

__all__ = ["RECORD", "add_arguments", "command", "course", "files_of", "of_students", "write"]

#: The file of what students read first.
STUDENTS = Path(__file__).with_name("students.md")

#: The file in a folder that says what was written there, for the next time.
RECORD = ".blocky.json"


def files_of(root: Path, *names: str) -> dict[str, Path]:
    """Return the files of a folder that have these names or are in folders of these names."""
    found = [path for name in names for path in (root / name, *sorted((root / name).rglob("*")))]
    inside = {path.relative_to(root): path for path in found if path.is_file()}
    return {name.as_posix(): path for name, path in inside.items()
            if not any(part.startswith(".") for part in name.parts) and name.suffix != ".new"}


def of_students(root: Path) -> dict[str, Path]:
    """Return the files of the course in ``root`` for students, without solutions."""
    translated = LOCALE / in_use() / STUDENTS.name
    return {"README.md": translated if translated.is_file() else STUDENTS,
            **files_of(root, "notebooks", "exercises", "images", "course.toml")}


def write(folder: Path, files: Mapping[str, Path]) -> list[str]:
    """Write files into a folder under their names, but over none that was changed there.

    The new version of one that was changed is put beside it, with ``.new`` after its name. Return
    the names of these.
    """
    record, kept = {}, []
    with suppress(OSError, ValueError, TypeError):
        record = dict(json.loads((folder / RECORD).read_text(encoding="utf-8")))
    for name, source in files.items():
        target, new = folder / name, _sum(source)
        now = _sum(target) if target.exists() else None
        if now != new and (now is None or record.get(name) != new):
            target.parent.mkdir(parents=True, exist_ok=True)
            beside = target.with_name(f"{target.name}.new")
            shutil.copyfile(source, beside)
            if now in (None, record.get(name)):
                beside.replace(target)
            else:
                kept.append(name)
        record[name] = new
    (folder / RECORD).write_text(json.dumps(record, indent=1), encoding="utf-8")
    return kept


def _sum(path: Path) -> str:
    """Return a checksum of a file, of a notebook without its outputs."""
    try:
        said = json.dumps([asdict(cell) for cell in read(path)], sort_keys=True).encode()
    except BadNotebookError:
        said = path.read_bytes()
    return sha256(said).hexdigest()


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument of ``blocky new`` and ``blocky course``."""
    parser.add_argument("folder", type=Path, help=say(
        "the folder; if it is there, it gets what is new, and what was changed in it stays"))


def _make(folder: Path, files: Mapping[str, Path]) -> None:
    """Write files into a folder, and say which were kept. FileExistsError: it is no such folder."""
    if folder.is_file() or folder.resolve() == ROOT.resolve():
        raise FileExistsError(say("{folder} is a file, or the kit itself. Name another folder.",
                                  folder=folder))
    for name in write(folder, files):
        print(say("{name} was changed here, and stays as it is; its new version is {name}.new.",
                  name=folder / name))


def command(options: Namespace) -> int:
    """Make a student's folder, say what to do there, and return 0."""
    _make(options.folder, of_students(edition()))
    print(say("The lessons and exercises are in {folder}. There, `blocky lab` opens them.",
              folder=options.folder.resolve()))
    return 0


def course(options: Namespace) -> int:
    """Make the folder of a course of nbgrader, say what to do there, and return 0."""
    _make(options.folder, {
        **files_of(ROOT, "nbgrader_config.py"),
        **files_of(edition(), "GRADING.md", "notebooks", "exercises", "solutions", "images")})
    print(say("The course is in {folder}. There, GRADING.md says what to do.",
              folder=options.folder.resolve()))
    return 0
