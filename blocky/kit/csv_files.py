"""Tables as CSV files that spreadsheets show as they are."""

import csv
import os
import re
from collections.abc import Iterable
from typing import Any

__all__ = ["read", "write"]

#: Excel takes a file without a byte-order mark to be in an old encoding.
ENCODING = "utf-8-sig"

#: The beginning of what a spreadsheet would compute, and of what is already marked as text.
FORMULA = re.compile(r"'*[=+\-@]")


def write(path: str | os.PathLike[str], lines: Iterable[Iterable[Any]]) -> None:
    """Write a table. An apostrophe marks as text what a spreadsheet would take for a formula."""
    with open(path, "w", newline="", encoding=ENCODING) as file:
        csv.writer(file).writerows([_as_text(cell) for cell in line] for line in lines)


def read(path: str | os.PathLike[str]) -> list[dict[str, str]]:
    """Return the lines of a table, each a dict by the names of its columns.

    The cells are as they were given to ``write``; those that a line lacks are empty.
    """
    with open(path, newline="", encoding=ENCODING) as file:
        return [{name: _as_given(cell) for name, cell in row.items()}
                for row in csv.DictReader(file, restval="")]


def _as_text(cell: Any) -> Any:
    """Return a cell, after an apostrophe if a spreadsheet would take it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell


def _as_given(cell: str) -> str:
    """Return a cell without the apostrophe that ``_as_text`` has added."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell
