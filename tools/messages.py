"""Finds and translates what people read in a notebook: prose, and texts in its code.

Each text is a message of a catalogue: ``translated`` replaces all of them, ``Notes`` lists them.
"""

import copy
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from babel.messages.catalog import Catalog

from tools.code_messages import Translator, code, joined

__all__ = ["Notes", "code", "markdown", "translated"]


class Notes:
    """Lists texts with their cells, by a function that translates nothing.

    >>> notes = Notes()
    >>> notes.say("tree-01", "A board is a tree."), notes.found
    ('A board is a tree.', {'A board is a tree.': ['tree-01']})
    """

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}

    def say(self, cell: str, text: str) -> str:
        """List a text of a cell, and return it unchanged."""
        cells = self.found.setdefault(text, [])
        if cell not in cells:
            cells.append(cell)
        return text

    def template(self) -> Catalog:
        """Return a catalogue of the texts, each with its cells."""
        made = Catalog()
        for text, cells in self.found.items():
            made.add(text, locations=[(cell, 0) for cell in cells])
        return made


def translated(notebook: Any, said: Callable[[str, str], str]) -> Any:
    """Return a copy of a notebook, without outputs, whose texts are translated by ``said``.

    ``said`` takes the id of a cell and a text.
    """
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        says = partial(said, cell.id)
        if cell.cell_type == "code":
            cell.source, cell.outputs, cell.execution_count = code(cell.source, says), [], None
        elif cell.cell_type == "markdown":
            cell.source = markdown(cell.source, says)
    return notebook


_APART = re.compile(r"(^```[^\n]*\n.*?^```[ ]*$|\n(?:[ \t]*\n)+)", re.M | re.S)
_SILENT = re.compile(r"`[^`]*`|<[^>]*>|\]\([^)]*\)|\$[^$]*\$")  # code, tags, links, formulas


def markdown(text: str, said: Translator) -> str:
    r"""Return Markdown with its blocks translated; the lines of a paragraph are joined.

    >>> markdown("## A tree\n\nIt has\nnodes.", str.upper)
    '## A TREE\n\nIT HAS NODES.'
    """
    pieces = _APART.split(text)
    for number, piece in enumerate(pieces):
        if fence := re.fullmatch(r"(```python\n)(.*\n)(```\s*)", piece, re.S):
            pieces[number] = fence[1] + code(fence[2], said) + fence[3]
        elif re.search(r"\A```.*# \S*[^\W\d_]\S* [^\W\d_]", piece, re.S):
            pieces[number] = said(piece)
        elif number % 2 == 0 and re.search(r"[^\W\d_]", _SILENT.sub("", piece)):
            block = piece.strip("\n")
            pieces[number] = piece.replace(block, said(joined(block)))
    return "".join(pieces)
