"""An instructor's settings for a course: how many hints, and whether a mistake costs once."""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["FILE", "MOST", "begin_grading", "carries", "file_of_the_course", "most_hints"]

#: The file of a course's settings, in the folder of the notebooks or in one above it.
FILE = "course.toml"

#: The number of hints for each mistake: where, what kind, and which change.
MOST = 3

_grades: bool | None = None


def begin_grading(carry: bool = True) -> None:
    """Show one hint at most from now on, and carry as told, whatever lies beside the notebook."""
    global _grades
    _grades = carry


def most_hints() -> int:
    """Return the most hints for a mistake, 0 to 3: ``hints`` in the nearest ``course.toml``."""
    most = MOST
    with suppress(ValueError, TypeError):
        most = min(MOST, max(0, int(_setting("hints", MOST))))
    return most if _grades is None else min(most, 1)


def carries() -> bool:
    """Return whether the kit's own answers replace wrong ones that an answer uses.

    They do, unless the nearest ``course.toml`` says ``carry = false``.
    """
    return _setting("carry", True) is not False if _grades is None else _grades


def file_of_the_course(folder: Path) -> Path | None:
    """Return the ``course.toml`` in a folder or in the nearest one above it; None if none is."""
    return next((each / FILE for each in (folder, *folder.parents) if (each / FILE).is_file()),
                None)


def _setting(name: str, default: Any) -> Any:
    with suppress(OSError, ValueError):
        if file := file_of_the_course(Path.cwd()):
            return tomllib.loads(file.read_text(encoding="utf-8")).get(name, default)
    return default
