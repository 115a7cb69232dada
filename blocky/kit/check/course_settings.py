"""An instructor's settings for a course: how many hints, and whether a mistake costs once."""

import json
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from blocky.kit.language import say
from blocky.kit.text_files import BadTextError, read_text

__all__ = ["FILE", "MOST", "Settings", "begin_with", "carries", "file_of_the_course", "most_hints",
           "print_problems", "settings_of"]

#: The file of a course's settings, in the folder of the notebooks or in one above it.
FILE = "course.toml"

#: Names that a file of settings gets by mistake: Windows may hide ``.txt``.
MISNAMED = ("course.toml.txt", "Course.toml", "Course.toml.txt")

#: The number of hints for each mistake: where to look, what kind it is, and which change helps.
MOST = 3


class Settings(NamedTuple):
    """A course's settings, and a sentence for each problem with the file that holds them."""

    hints: int = MOST
    carry: bool = True
    problems: tuple[str, ...] = ()


#: The settings that hold whatever lies beside the notebook, as when it is graded.
_fixed: Settings | None = None

#: The problems that were printed already.
_printed: set[str] = set()


def begin_with(hints: int, carry: bool) -> None:
    """Use these settings from now on, whatever lies beside the notebook."""
    global _fixed
    _fixed = Settings(hints, carry)


def most_hints() -> int:
    """Return the most hints for a mistake, 0 to 3."""
    return _here().hints


def carries() -> bool:
    """Return whether the kit's own answers replace wrong ones that an answer uses."""
    return _here().carry


def print_problems() -> None:
    """Print each problem with the course's settings, the first time only."""
    for problem in _here().problems:
        if problem not in _printed:
            _printed.add(problem)
            print(problem, say("Tell your instructor. Until this is fixed, checks give no hints."))


def file_of_the_course(folder: Path) -> Path | None:
    """Return the path of ``course.toml`` in a folder or the nearest one above; None: there is none.

    It may be a broken link or a folder.
    """
    return _nearest(folder, [FILE])


def settings_of(folder: Path) -> Settings:
    """Return the settings for the notebooks in a folder.

    If the file has mistakes, there are no hints, since the course may not want any.
    """
    file = file_of_the_course(folder)
    if file is None:
        return _without_file(folder)
    try:
        given = _read(file)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        problem = say("The course settings in {file} can't be read. {why}", file=file,
                      why=f"{why.rstrip('.')}.")
        return Settings(hints=0, problems=(problem,))
    problems = tuple(say("The course settings in {file} are wrong. {why}", file=file, why=why)
                     for why in _wrong_in(given))
    carry = given.get("carry")
    return Settings(hints=0 if problems else given.get("hints", MOST),
                    carry=carry if isinstance(carry, bool) else True,
                    problems=problems)


def _nearest(folder: Path, names: Iterable[str]) -> Path | None:
    """Return the nearest file with one of the names in a folder or above it; None if none is.

    It may be a broken link or a folder.
    """
    for each_folder in (folder, *folder.parents):
        for name in names:
            if os.path.lexists(each_folder / name):
                return each_folder / name
    return None


def _without_file(folder: Path) -> Settings:
    """Return the default settings, or no hints if a file was meant to have settings."""
    misnamed = _nearest(folder, MISNAMED)
    if misnamed is None:
        return Settings()
    problem = say("The course settings must be in a file with the name {right}, but this one is "
                  "{wrong}.", right=FILE, wrong=misnamed)
    return Settings(hints=0, problems=(problem,))


def _here() -> Settings:
    """Return the settings for the current folder, or those of ``begin_with``."""
    return settings_of(Path.cwd()) if _fixed is None else _fixed


def _read(file: Path) -> dict[str, Any]:
    """Return the settings in a file by name, unchecked.

    OSError, ValueError: the file can't be read, or isn't TOML.
    """
    if not file.is_file():
        raise BadTextError(say("It's a folder or a broken link, not a file."))
    try:
        return tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(say("{error}. Write one setting on each line, such as: hints = 2",
                             error=error)) from None


def _wrong_in(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for each of the ``given`` settings that is unknown or has a wrong value."""
    for name, value in given.items():
        written = json.dumps(value, ensure_ascii=False, default=str)  # true, not True, as in TOML
        if name == "hints":
            if type(value) is not int or not 0 <= value <= MOST:
                yield say("hints is {value}, but it must be an integer from 0 to {most}.",
                          value=written, most=MOST)
        elif name == "carry":
            if type(value) is not bool:
                yield say("carry is {value}, but it must be true or false.", value=written)
        elif near := get_close_matches(name.lower(), ("hints", "carry"), n=1):
            yield say("There's no setting {name}. Did you mean {near}?", name=name, near=near[0])
        else:
            yield say("There's no setting {name}. The settings are hints and carry.", name=name)
