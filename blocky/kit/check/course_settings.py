"""What an instructor has set for a course: how far hints climb, whether a mistake costs once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

__all__ = ["FILE", "MOST", "begin_grading", "carries", "file_of_the_course", "most_hints"]

#: The file of a course that says so, in the folder of the notebooks or in one above it.
FILE = "course.toml"

#: There are so many hints for each mistake: where, what kind, and which change.
MOST = 3

_grades: bool | None = None


def begin_grading(carry: bool = True) -> None:
    """From now on, show no more than the first hint: the notebook is graded.

    ``carry`` is what the course says, whatever lies beside the notebook.
    """
    global _grades
    _grades = carry


def most_hints() -> int:
    """Return how many hints there are at most for a mistake, 0 to 3.

    It is the number ``hints`` in the nearest ``course.toml``; 3 where there is none, or none that
    can be read.
    """
    try:
        most = min(MOST, max(0, int(_said("hints", MOST))))
    except (ValueError, TypeError):
        most = MOST
    return most if _grades is None else min(most, 1)


def carries() -> bool:
    """Return whether the kit's own answers stand in for wrong ones that an answer uses.

    So it is, unless the nearest ``course.toml`` says ``carry = false``.
    """
    return _said("carry", True) is not False if _grades is None else _grades


def file_of_the_course(folder: Path) -> Path | None:
    """Return the ``course.toml`` in a folder, or in the nearest one above it; None if none is."""
    return next((each / FILE for each in (folder, *folder.parents) if (each / FILE).is_file()),
                None)


def _said(name: str, otherwise: Any) -> Any:
    try:
        file = file_of_the_course(Path.cwd())
        return tomllib.loads(file.read_text(encoding="utf-8")).get(name, otherwise) if file else \
            otherwise
    except (OSError, ValueError):
        return otherwise
