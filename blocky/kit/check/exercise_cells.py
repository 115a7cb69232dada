"""An exercise's notebook as a file: its cells, its answers and its locked check cells."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blocky.kit.language import say
from blocky.kit.text_files import BadTextError, read_text

__all__ = ["BadNotebookError", "Cell", "language_of", "read"]


class BadNotebookError(Exception):
    """A file that cannot be read as a notebook; the message says why."""


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook.

    ``number`` counts the code cells from 1, as Jupyter does when all run in order; a text has 0.
    ``nbgrader`` is nbgrader's metadata, {} in most cells.
    """

    kind: str
    source: str
    number: int = 0
    nbgrader: dict[str, Any] = field(default_factory=dict)
    outputs: list[dict[str, Any]] = field(default_factory=list)

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
        """Whether the cell is a check that gives points."""
        return self.kind == "code" and bool(self.nbgrader.get("grade")) and not self.is_answer

    @property
    def task(self) -> str:
        """The name of the task that the cell checks."""
        return self.name.removeprefix("check-")

    @property
    def checksum(self) -> str:
        """The checksum that nbgrader computes for the cell, from these parts in this order."""
        gives_points = bool(self.nbgrader.get("grade"))
        is_locked = not self.is_answer and (gives_points or bool(self.nbgrader.get("locked")))
        parts = [self.source, self.kind, str(gives_points), str(self.is_answer), str(is_locked),
                 self.name]
        if gives_points:
            parts.append(str(float(self.nbgrader.get("points", 0))))
        return hashlib.md5("".join(parts).encode(), usedforsecurity=False).hexdigest()


def language_of(cells: Iterable[Cell]) -> str:
    """Return the language that a notebook chooses by ``blocky.language``, or else "en"."""
    code = "\n".join(cell.source for cell in cells if cell.kind == "code")
    found = re.search(r"^blocky\.language\([\"'](\w+)[\"']\)", code, re.M)
    return found[1] if found else "en"


def read(path: Path) -> list[Cell]:
    """Return the cells of the notebook in a file. BadNotebookError: the file isn't a notebook."""
    notebook = _json_in(path)
    _refuse_another_format(notebook)
    try:
        return [*_cells_of(notebook)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadNotebookError(say("This file isn't a Jupyter notebook ({error!r}).",
                                   error=error)) from None


def _json_in(path: Path) -> Any:
    """Return the value in a JSON file. BadNotebookError: it can't be read, or isn't JSON."""
    try:
        text = read_text(path)
    except OSError as error:
        raise BadNotebookError(say("This file can't be read ({error}).",
                                   error=error.strerror or error)) from None
    except BadTextError as error:
        raise BadNotebookError(say("This file can't be read. {why}", why=error)) from None
    if not text.strip():
        raise BadNotebookError(say("This file is empty."))
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadNotebookError(say("This file isn't valid JSON ({error}).", error=error)) from None


def _refuse_another_format(notebook: Any) -> None:
    """Raise BadNotebookError for JSON that isn't a notebook, or a notebook of another format.

    A missing or strange number of the format counts as 4.
    """
    version = notebook.get("nbformat", 4) if isinstance(notebook, dict) else 4
    if isinstance(version, int) and version != 4:
        raise BadNotebookError(say(
            "This notebook has format {version}, but the kit reads only format 4. Save it again "
            "with a current JupyterLab.", version=version))
    if not isinstance(notebook, dict) or "cells" not in notebook:
        raise BadNotebookError(say("This file isn't a Jupyter notebook: it has no cells."))


def _cells_of(notebook: dict[str, Any]) -> Iterator[Cell]:
    """Yield the cells of a notebook, code cells numbered from 1, the others with 0.

    KeyError and the like: a cell isn't as it should be.
    """
    code_cells = 0
    for each in notebook["cells"]:
        is_code = each["cell_type"] == "code"
        code_cells += is_code
        number = code_cells if is_code else 0
        source = "".join(each["source"])
        nbgrader = each.get("metadata", {}).get("nbgrader")
        if not isinstance(nbgrader, dict):
            nbgrader = {}
        yield Cell(each["cell_type"], source, number, nbgrader, each.get("outputs", []))
