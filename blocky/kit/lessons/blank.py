"""Makes copies of the lessons without code, to type it in class: ``blocky blank``."""

import re
from argparse import Namespace
from functools import partial

import nbformat
from nbformat import NotebookNode

from blocky.kit.language import say
from blocky.kit.lessons import files

__all__ = ["add_arguments", "blank", "command"]

_IMPORTS = re.compile(r"(\s*(from \S+ )?import (\([^)]*\)|[^\n(]*)\s*)*")


def blank(notebook: NotebookNode) -> NotebookNode:
    """Return a copy of a notebook with empty code cells, except those that only import.

    >>> lesson = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    >>> blank(lesson).cells[0].source
    ''
    """
    copy: NotebookNode = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    for cell in copy.cells:
        if cell.cell_type == "code" and not _IMPORTS.fullmatch(cell.source):
            cell.source = ""
            cell.outputs = []
            cell.execution_count = None
    return copy


add_arguments = partial(files.add_arguments, target="blank")


def command(options: Namespace) -> int:
    """Write each lesson as a notebook with empty code cells; return the exit code."""
    return files.write_each(
        options, ".ipynb",
        lambda lesson, _: f"{nbformat.writes(blank(lesson))}\n",  # type: ignore[no-untyped-call]
        _is_blank, say("a notebook without code"))


def _is_blank(content: bytes) -> bool:
    """Return whether this is the content of a notebook that has no code but imports."""
    try:
        notebook = nbformat.reads(content.decode("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
        return all(_IMPORTS.fullmatch(cell.source) for cell in notebook.cells
                   if cell.cell_type == "code")
    except (UnicodeDecodeError, AttributeError, nbformat.reader.NotJSONError,
            nbformat.ValidationError):
        return False
