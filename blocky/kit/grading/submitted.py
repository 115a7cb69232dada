"""What students handed in: which files are exercises, and why the others are not graded."""

import os
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from blocky.kit.language import say, say_count

__all__ = ["TIMESTAMP", "Stray", "Submitted", "is_of_the_system", "student_id"]

#: The file that says when a notebook was handed in.
TIMESTAMP = "timestamp.txt"

#: Files and folders that systems and programs make by themselves, in lower case.
OF_THE_SYSTEM = {
    "__macosx", ".ds_store", ".localized", ".spotlight-v100", ".trashes", ".fseventsd",
    "thumbs.db", "ehthumbs.db", "desktop.ini", "$recycle.bin", "system volume information",
    ".directory", "@eadir", ".ipynb_checkpoints", ".virtual_documents", "__pycache__", ".git"}

#: What the names of such files begin with: those of macOS, and locks of an office.
OF_THE_SYSTEM_BEGIN = ("._", "~$", ".~lock.")

NOTEBOOK = ".ipynb"

#: The ends of the names of archives.
ARCHIVES = {".zip", ".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz"}

#: The kinds of characters that break a line, or show nothing: control characters and separators.
SEPARATING = {"Cc", "Zl", "Zp"}

#: Up to so many other files in a folder have a line each; more of them share one.
FEW = 3


class Stray(NamedTuple):
    """A file that is not graded, and why; ``student`` is "" if it is in nobody's folder."""

    student: str
    file: str
    why: str


def is_of_the_system(path: Path) -> bool:
    """Whether a file or folder was made by a system or a program, so that nobody handed it in."""
    return any(part.lower() in OF_THE_SYSTEM or part.lower().startswith(OF_THE_SYSTEM_BEGIN)
               for part in path.parts)


def student_id(name: str) -> str:
    r"""Return the id of the student whose folder has this name: one line of text.

    Bytes that aren't UTF-8, as old archives have them, are written out.

    >>> student_id(" Ann\nLee ")
    'Ann Lee'
    """
    name = os.fsencode(name).decode("utf-8", "backslashreplace")
    on_one_line = "".join(" " if unicodedata.category(letter) in SEPARATING else letter
                          for letter in name)
    return unicodedata.normalize("NFC", on_one_line).strip()  # an accented letter is one character


class Submitted:
    """The folder of what was handed in, with a folder for each student.

    ``exercises`` are the names of the exercises of each game. Files of more than ``largest`` bytes
    do not go with an exercise.
    """

    def __init__(self, top: Path, exercises: Mapping[str, Sequence[str]], largest: int) -> None:
        """Find the folders of students in the folder ``top``."""
        self.top = top
        self.exercises = exercises
        self.largest = largest
        #: The folders of each student: more than one if the names differ only in how an accented
        #: letter is encoded, in control characters, or in spaces at the ends.
        self.folders: dict[str, list[Path]] = defaultdict(list)
        for path in sorted(top.iterdir()) if top.is_dir() else []:
            if path.is_dir() and not is_of_the_system(Path(path.name)):
                self.folders[student_id(path.name)].append(path)

    def exercise(self, student: str, game: str, name: str) -> Path:
        """Return the path of a student's exercise: in its own folder, or in that of its game.

        If it's nowhere, return the path that it should have.
        """
        folders = self.folders.get(student, [self.top / student])
        file = f"{name}{NOTEBOOK}"
        for folder in folders:
            for path in (folder / name / file, folder / game / file):
                if os.path.lexists(path):
                    return path
        return folders[0] / game / file

    def why_no_file(self, student: str, path: Path) -> str:
        """Return why a student's exercise at ``path`` isn't a file in their folder; "" if it is."""
        folders = [folder.resolve() for folder in self.folders.get(student, [self.top / student])]
        if not any(path.resolve().is_relative_to(folder) for folder in folders):
            return say("It's a link to a place outside the student's folder. Ask the student for "
                       "the file itself.")
        if not path.exists():
            return say("It's a link to a file that doesn't exist. Ask the student for the file "
                       "itself.")
        if path.is_dir():
            return say("It's a folder, not a file.")
        if not path.is_file():
            return say("It isn't a file.")
        return ""

    def beside(self, notebook: Path) -> list[Path]:
        """Return the files that go with an exercise: those in its folder, without notebooks."""
        return [path for path in self._files(notebook.parent) if self._goes_along(path)]

    def strays(self, student: str) -> list[Stray]:
        """Return the files in a student's folder that aren't graded, nor helpers of an exercise.

        For the student "", return the files that are in nobody's folder.
        """
        if not student:
            return self._strays_at_the_top()
        graded = {self.exercise(student, game, name)
                  for game, names in self.exercises.items() for name in names}
        strays: list[Stray] = []
        for folder in self.folders.get(student, []):
            strays += self._strays_in(folder, student, graded)
        return strays

    def _strays_at_the_top(self) -> list[Stray]:
        """Return the files that are in nobody's folder."""
        why = say("not graded: it isn't in a student's folder. Put it into submitted/STUDENT")
        paths = sorted(self.top.iterdir()) if self.top.is_dir() else []
        return [Stray("", path.name, why) for path in paths
                if not path.is_dir() and not is_of_the_system(Path(path.name))
                and path.name != TIMESTAMP]

    def _strays_in(self, folder: Path, student: str, graded: set[Path]) -> Iterator[Stray]:
        """Yield a Stray for each file in one of a student's folders that isn't ``graded``.

        Helper files beside an exercise are left out. If many files of one folder can't be
        exercises, they share a Stray. A folder that can't be opened has one, too.
        """
        folders_of_exercises = {path.parent for path in graded if os.path.lexists(path)}
        others = defaultdict[Path, list[Path]](list)  # by folder
        unopened: list[OSError] = []
        for path in self._files(folder, unopened):
            if path in graded or path.name == TIMESTAMP:
                continue
            is_beside_exercise = not folders_of_exercises.isdisjoint(path.parents)
            if self._may_be_an_exercise(path):
                yield Stray(student, str(path.relative_to(folder)), self._why(student, path))
            elif not (is_beside_exercise and self._goes_along(path)):
                others[path.parent].append(path)
        for parent, paths in others.items():
            if len(paths) > FEW:
                yield Stray(student, str(parent.relative_to(folder) / "*"), say_count(
                    "not graded: {count} file that isn't a notebook",
                    "not graded: {count} files that aren't notebooks", len(paths)))
            else:
                for path in paths:
                    yield Stray(student, str(path.relative_to(folder)), self._why(student, path))
        for error in unopened:
            yield Stray(student, str(Path(error.filename).relative_to(folder)), say(
                "not graded: this folder can't be opened ({error})", error=error.strerror))

    @staticmethod
    def _files(folder: Path, unopened: list[OSError] | None = None) -> Iterator[Path]:
        """Yield the files below a folder that were handed in, in order.

        Links to folders, which aren't followed, and folders with the ending of a notebook are
        yielded, too. The errors of folders that can't be opened are added to ``unopened``; None
        ignores them.
        """
        onerror = None if unopened is None else unopened.append
        for parent, folders, files in os.walk(folder, onerror=onerror):
            here = Path(parent)
            # os.walk goes on with what is left in this list
            folders[:] = sorted(name for name in folders if not is_of_the_system(Path(name)))
            links = [name for name in folders if (here / name).is_symlink()]
            like_notebooks = [name for name in folders if name.lower().endswith(NOTEBOOK)]
            for name in sorted({*files, *links, *like_notebooks}):
                if not is_of_the_system(Path(name)):
                    yield here / name

    def _goes_along(self, path: Path) -> bool:
        """Whether an exercise in the same folder gets a file."""
        return (path.is_file() and not path.is_symlink() and path.suffix.lower() != NOTEBOOK
                and path.stat().st_size <= self.largest)

    def _may_be_an_exercise(self, path: Path) -> bool:
        """Return whether a file looks like an exercise, or is an archive that may hold some."""
        has_such_an_ending = path.suffix.lower() in {".json", *ARCHIVES}
        is_a_notebook = NOTEBOOK in path.name.lower()  # perhaps with another ending after it
        has_name_of_exercise = self._meant_by(path) == path.stem.lower()
        return has_such_an_ending or is_a_notebook or has_name_of_exercise

    def _meant_by(self, path: Path) -> str:
        """Return the name of the exercise that a file's name contains or resembles; "" for none."""
        names = [name for names_of_game in self.exercises.values() for name in names_of_game]
        stem, _, _ = path.name.lower().partition(".")
        names_inside = [name for name in names if name.lower() in stem]
        likely = names_inside or get_close_matches(stem, names, n=1, cutoff=0.75)  # a slip or two
        return likely[0] if likely else ""

    def _why(self, student: str, path: Path) -> str:
        """Return why a file is not graded, and what to do about it."""
        if path.is_symlink():
            return say("not graded: it's a link, and links aren't followed")
        if not path.is_file():
            return say("not graded: it isn't a file")
        kind = path.suffix.lower()
        if kind in ARCHIVES:
            return say("not graded: unpack it, and put its notebooks into the student's folder")
        exercise = self._meant_by(path)
        may_be_a_notebook = NOTEBOOK in path.name.lower() or kind in {".json", ""}
        if exercise and may_be_a_notebook:
            return self._why_not_as(exercise, student)
        if kind == NOTEBOOK:
            return say("not graded: no exercise has this name")
        if path.stat().st_size > self.largest:
            return say("not graded, and too large to be copied with an exercise")
        return say("not graded: it isn't a notebook (.ipynb)")

    def _why_not_as(self, exercise: str, student: str) -> str:
        """Return why a file that seems to be an exercise isn't graded, and where to put it."""
        game = next(game for game, names in self.exercises.items() if exercise in names)
        right_place = self.exercise(student, game, exercise)
        shown = right_place.relative_to(self.top)
        if os.path.lexists(right_place):
            return say("not graded: {file} is graded instead", file=shown)
        return say("not graded: if it's the exercise {name}, put it at {file}", name=exercise,
                   file=shown)
