"""A phrase of a notebook that is read against the code beside it; see tests/test_prose.py."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import nbformat

ROOT = Path(__file__).parents[1]


class Phrase(NamedTuple):
    notebook: str
    cell: str
    text: str
    means: Callable[[SimpleNamespace], Any]
    after: tuple[str, ...] = ()
    slow: bool = False


@cache
def cells(notebook):
    path = ROOT / f"{notebook}.ipynb"
    return {cell.id: cell.source for cell in nbformat.read(path, as_version=4).cells}
