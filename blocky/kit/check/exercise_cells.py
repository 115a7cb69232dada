"""An exercise's notebook as a file: its cells, its answers and its locked check cells."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blocky.kit.language import say

__all__ = ["BadNotebookError", "Cell", "language_of", "read"]


class BadNotebookError(Exception):
    """A file that cannot be read as a notebook; the message says why."""


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook.

    ``number`` counts the code cells from 1, as Jupyter does when all run in order; it is 0 for a
    text. ``nbgrader`` is what nbgrader keeps in the cell, {} for most.
    """

    kind: str
    source: str
    number: int = 0
    nbgrader: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the cell for nbgrader: "flatten" of an answer, "check-flatten" of a check."""
        return str(self.nbgrader.get("grade_id", ""))

    @property
    def is_answer(self) -> bool:
        """Whether the student writes here."""
        return bool(self.nbgrader.get("solution"))

    @property
    def is_check(self) -> bool:
        """Whether it is a check that gives points."""
        return self.kind == "code" and bool(self.nbgrader.get("grade")) and not self.is_answer

    @property
    def task(self) -> str:
        """The name of the task that the cell checks."""
        return self.name.removeprefix("check-")

    @property
    def checksum(self) -> str:
        """The sum that nbgrader leaves in a cell with such a text, such a name and such points."""
        parts = [self.source, self.kind, *(str(bool(part)) for part in (
            self.nbgrader.get("grade"), self.is_answer,
            not self.is_answer and (self.nbgrader.get("grade") or self.nbgrader.get("locked")))),
            self.name]
        if self.nbgrader.get("grade"):
            parts.append(str(float(self.nbgrader.get("points", 0))))
        return hashlib.md5("".join(parts).encode(), usedforsecurity=False).hexdigest()

    @property
    def is_as_released(self) -> bool:
        """Whether the text is that of the release, by the sum that nbgrader left in the cell."""
        return bool(self.checksum == self.nbgrader.get("checksum", self.checksum))


def language_of(cells: Iterable[Cell]) -> str:
    """Return the language that a notebook chooses by ``blocky.language``; "en" if it does not."""
    code = "\n".join(cell.source for cell in cells if cell.kind == "code")
    found = re.search(r"^blocky\.language\([\"'](\w+)[\"']\)", code, re.M)
    return found[1] if found else "en"


def read(path: Path) -> list[Cell]:
    """Return the cells of a notebook. BadNotebookError: it is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadNotebookError(say("This file cannot be read ({error}).", error=error)) from None
    if not text.strip():
        raise BadNotebookError(say("This file is an empty file."))
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadNotebookError(say("This file is not valid JSON ({error}).", error=error)) from None
    try:
        cells, number = [], 0
        for each in notebook["cells"]:
            source, kind = each["source"], each["cell_type"]
            kept = each.get("metadata", {}).get("nbgrader")
            number += kind == "code"
            cells.append(Cell(kind, source if isinstance(source, str) else "".join(source),
                              number if kind == "code" else 0,
                              kept if isinstance(kept, dict) else {}))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadNotebookError(say("This file is no notebook of Jupyter ({error!r}).",
                                   error=error)) from None
    return cells
