"""Makes or updates the folder of a student or of a course: ``blocky new``, ``blocky course``."""

import json
import shutil
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from blocky.kit.check.exercise_cells import BadNotebookError, read
from blocky.kit.language import LOCALE, in_use, say
from blocky.kit.teaching import ROOT, edition

__all__ = ["RECORD", "add_arguments", "command", "course", "files_for_students", "files_in",
           "write"]

#: The README of students.
STUDENTS = Path(__file__).with_name("students.md")

#: What git leaves out of a course: points, and what students handed in.
IGNORED = Path(__file__).with_name("gitignore.txt")

#: The file with checksums of what was written to a folder, for the next update.
RECORD = ".blocky.json"


def files_in(root: Path, *names: str) -> dict[str, Path]:
    """Return the files in ``root`` with these names, and all files in the folders with these names.

    The result has the path of each file by its path within ``root``. Hidden files are left out, and
    the ``.new`` versions that ``write`` makes.
    """
    files: dict[str, Path] = {}
    for name in names:
        for path in (root / name, *sorted((root / name).rglob("*"))):
            inside = path.relative_to(root)
            is_hidden = any(part.startswith(".") for part in inside.parts)
            if path.is_file() and not is_hidden and inside.suffix != ".new":
                files[inside.as_posix()] = path
    return files


def files_for_students(root: Path) -> dict[str, Path]:
    """Return the files of the course in ``root`` that students get, without solutions."""
    translated = LOCALE / in_use() / STUDENTS.name
    return {"README.md": translated if translated.is_file() else STUDENTS,
            **files_in(root, "notebooks", "exercises", "images", "course.toml")}


def write(folder: Path, files: Mapping[str, Path]) -> list[str]:
    """Write files to a folder, except over those changed there; return the names of these.

    ``files`` are the paths of the sources, by the names that they get in the folder. The new
    version of a changed file is put beside it, with ``.new`` after its name, unless the source is
    still the same as the last time.
    """
    record = {}  # the checksums of the files as they were written the last time
    changed_there = []
    with suppress(OSError, ValueError, TypeError):  # no record: as if nothing had been written
        record = dict(json.loads((folder / RECORD).read_text(encoding="utf-8")))
    for name, source in files.items():
        target = folder / name
        new_sum = _sum(source)
        old_sum = record.get(name)
        sum_there = _sum(target) if target.exists() else None
        is_new = sum_there is None or old_sum != new_sum
        if is_new and sum_there != new_sum:
            target.parent.mkdir(parents=True, exist_ok=True)
            new_version = target.with_name(f"{target.name}.new")
            shutil.copyfile(source, new_version)
            is_unchanged_there = sum_there in (None, old_sum)
            if is_unchanged_there:
                new_version.replace(target)
            else:
                changed_there.append(name)
        record[name] = new_sum
    (folder / RECORD).write_text(json.dumps(record, indent=1), encoding="utf-8")
    return changed_there


def _sum(path: Path) -> str:
    """Return a checksum of a file; of a notebook, without outputs, as running it changes these."""
    try:
        content = json.dumps([{**asdict(cell), "outputs": None} for cell in read(path)],
                             sort_keys=True).encode()
    except BadNotebookError:
        content = path.read_bytes()
    return sha256(content).hexdigest()


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument of ``blocky new`` and ``blocky course``."""
    parser.add_argument("folder", type=_folder, help=say(
        "the folder to make or update; files that you changed stay as they are"))


def _folder(name: str) -> Path:
    """Return the path of a folder. ArgumentTypeError: its name is empty."""
    if not name.strip():
        raise ArgumentTypeError(say("The name of the folder is empty. For the current folder, type "
                                    "a dot: ."))
    return Path(name)


def _make(folder: Path, files: Mapping[str, Path]) -> None:
    """Write files to a folder, and print which files there stay because somebody changed them.

    FileExistsError: the path is that of a file, or of the kit's own folder.
    """
    if folder.is_file() or folder.resolve() == ROOT.resolve():
        raise FileExistsError(say("{folder} is a file or the kit's own folder. Choose another "
                                  "folder.", folder=folder))
    for name in write(folder, files):
        print(say("You changed {name}, so it stays as it is. The new version is saved as "
                  "{name}.new.",
                  name=folder / name))


def command(options: Namespace) -> int:
    """Make or update a student's folder, and return 0."""
    _make(options.folder, files_for_students(edition()))
    print(say("The lessons and exercises are in {folder}. To open them, run `blocky lab` there.",
              folder=options.folder.resolve()))
    return 0


def course(options: Namespace) -> int:
    """Make or update the folder of a course of nbgrader, and return 0."""
    _make(options.folder, {
        ".gitignore": IGNORED,
        **files_in(ROOT, "nbgrader_config.py"),
        **files_in(edition(), "GRADING.md", "docs", "notebooks", "exercises", "solutions",
                   "images")})
    print(say("The course is in {folder}. To see what to do next, read GRADING.md there.",
              folder=options.folder.resolve()))
    return 0
