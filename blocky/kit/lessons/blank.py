"""Makes copies of the lessons without code, to type it live: ``blocky blank``."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from typing import Any

import nbformat

from blocky.kit.lessons import files

__all__ = ["add_arguments", "blank", "command"]


def blank(notebook: Any) -> Any:
    """Return a copy with its prose and with empty code cells; those that only import stay.

    >>> lesson = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    >>> blank(lesson).cells[0].source
    ''
    """
    copy = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    for cell in copy.cells:
        if cell.cell_type == "code" and not _only_imports(cell.source):
            cell.source, cell.outputs, cell.execution_count = "", [], None
    return copy


def _only_imports(source: str) -> bool:
    return re.fullmatch(r"(\s*(from \S+ )?import (\([^)]*\)|[^\n(]*)\s*)*", source) is not None


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky blank``."""
    files.add_arguments(parser, "blank")


def command(options: Namespace) -> int:
    """Write each lesson as a notebook with empty code cells; return 0 unless there is none."""
    return files.write_each(
        options, ".ipynb",
        lambda lesson, _: f"{nbformat.writes(blank(lesson))}\n")  # type: ignore[no-untyped-call]
