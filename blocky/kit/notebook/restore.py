"""Restores what was damaged in an exercise: its checks, and cells that define what it needs."""

import copy
import json
import re
import symtable
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import nbformat
from nbformat import NotebookNode

from blocky.kit.check.exercise_cells import BadNotebookError, read
from blocky.kit.definitions import UNREADABLE, python_of
from blocky.kit.language import say
from blocky.kit.text_files import read_text

__all__ = ["is_check", "notebook_at", "only_shown", "restore"]


def notebook_at(path: Path) -> NotebookNode:
    """Return a notebook as nbformat reads it. BadNotebookError: the file isn't a notebook.

    What other programs write wrongly around the cells' sources is mended: see ``_mend``.
    """
    read(path)  # only for its errors, which say more than those below
    try:
        contents = json.loads(read_text(path))
        _mend(contents)
        text = json.dumps(contents, ensure_ascii=False)
        # half of a surrogate pair, which no file can hold, becomes a question mark
        text_in_utf8 = text.encode("utf-8", "replace").decode("utf-8")
        notebook: NotebookNode = nbformat.reads(  # type: ignore[no-untyped-call]
            text_in_utf8, as_version=4)
    except Exception as error:  # nbformat may raise any error for a damaged file
        raise BadNotebookError(say("This file isn't a Jupyter notebook ({error!r}).",
                                   error=error)) from None
    return notebook


def _mend(notebook: dict[str, Any]) -> None:
    """Change in a notebook's JSON what nbformat refuses, or nbgrader can't show.

    Widgets' states go, as Colab writes none. A code cell gets a list of outputs. An id of a cell
    goes if its version of the format has none, and is replaced if it has other characters than ids
    may have.
    """
    metadata = notebook.setdefault("metadata", {})
    metadata.pop("widgets", None)
    minor = notebook.setdefault("nbformat_minor", 5)
    has_ids = isinstance(minor, int) and minor >= 5  # since version 4.5 of the format
    for cell in notebook["cells"]:
        cell.setdefault("metadata", {})
        if cell["cell_type"] == "code":
            cell.setdefault("execution_count", None)
            if not isinstance(cell.get("outputs"), list):
                cell["outputs"] = []
        if not has_ids:
            cell.pop("id", None)
        elif "id" in cell and not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", str(cell["id"])):
            cell["id"] = uuid4().hex[:8]


def restore(cells: list[Any], released: Sequence[Any]) -> list[str]:
    """Restore the ``cells`` of a notebook from the ``released`` ones; return what was wrong.

    Both are cells as nbformat reads them. Locked cells become as they were released. Deleted cells
    are put back if they're locked or graded, or if they define a name that is used but nowhere
    defined any more. Answers that are still there stay as they are.
    """
    _keep_the_last_of_each_name(cells, released)
    remarks = []
    names_released = {_key(cell) for cell in released}
    if cells and names_released.isdisjoint(_key(cell) for cell in cells):
        remarks.append(say("it contains no cells of the exercise, so it may be the wrong notebook"))
    for number, released_cell in enumerate(released):
        settings = released_cell.metadata.get("nbgrader", {})
        if not (settings.get("locked") or settings.get("grade")):
            continue
        place = _place(cells, released_cell)
        name = _key(released_cell)
        if place is None:
            _put_back(cells, released, number)
            remarks.append(say("{name} was deleted and has been restored", name=name))
        elif settings.get("locked"):
            if cells[place].source.strip() != released_cell.source.strip():
                remarks.append(say("{name} was edited and has been restored", name=name))
            cells[place] = copy.deepcopy(released_cell)
    _put_back_what_is_needed(cells, released)
    return remarks


def is_check(cell: NotebookNode) -> bool:
    """Whether a cell is a check that gives points."""
    settings = cell.metadata.get("nbgrader", {})
    return bool(cell.cell_type == "code" and settings.get("grade")
                and not settings.get("solution"))


def only_shown(cells: Sequence[Any], released: Sequence[Any]) -> set[int]:
    """Return the places of the exercise's own cells that only show something.

    Those are cells of code without nbgrader's metadata, still as they were ``released``, that
    define nothing that other cells use. Cells with a command of IPython, such as %pip, are not
    among them.
    """
    sources_released = {cell.source.strip() for cell in released
                        if cell.cell_type == "code" and not cell.metadata.get("nbgrader")}
    defined: dict[int, set[str]] = {}
    used: dict[int, set[str]] = {}
    shown: set[int] = set()  # at first all that may be, then without those that others need
    for at, cell in enumerate(cells):
        if cell.cell_type != "code":
            continue
        defined[at], used[at] = _names(cell.source)
        source = cell.source.strip()
        is_as_released = source in sources_released and not cell.metadata.get("nbgrader")
        is_a_command = source[:1] in "%!"  # also if it's empty, as "" is in every string
        if is_as_released and not is_a_command:
            shown.add(at)
    while True:  # a cell that is needed may need others
        used_elsewhere: set[str] = set()
        for at, names in used.items():
            if at not in shown:
                used_elsewhere |= names
        needed = {at for at in shown if defined[at] & used_elsewhere}
        if not needed:
            return shown
        shown -= needed


def _keep_the_last_of_each_name(cells: list[Any], released: Sequence[Any]) -> None:
    """Give nbgrader's metadata, as released, to the last cell of each name; no other cell has any.

    If a student has split or copied a cell, several cells have its name.
    """
    settings_to_give = {_key(cell): cell.metadata["nbgrader"] for cell in released
                        if cell.metadata.get("nbgrader")}
    for cell in reversed(cells):
        settings = cell.metadata.pop("nbgrader", None)
        name = str(settings.get("grade_id", "")) if isinstance(settings, dict) else ""
        if name in settings_to_give:
            cell.metadata["nbgrader"] = copy.deepcopy(settings_to_give.pop(name))


def _put_back_what_is_needed(cells: list[Any], released: Sequence[Any]) -> None:
    """Put back deleted cells that define names which are used but not defined any more."""
    defined_in_cells: set[str] = set()
    used_in_cells: set[str] = set()
    for cell in cells:
        if cell.cell_type == "code":
            defined, used = _names(cell.source)
            defined_in_cells |= defined
            used_in_cells |= used
    missing = used_in_cells - defined_in_cells
    # From the last to the first, because a cell that is put back may need earlier ones.
    for number, released_cell in reversed([*enumerate(released)]):
        if released_cell.cell_type == "code" and not released_cell.metadata.get("nbgrader"):
            defined, used = _names(released_cell.source)
            if defined & missing and _place(cells, released_cell) is None:
                _put_back(cells, released, number)
                missing |= used - defined


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return the global names that a cell defines, and those that it uses.

    A cell that Python can't read defines nothing, and every word in it counts as used.
    """
    try:
        top = symtable.symtable(python_of(source), "", "exec")
    except UNREADABLE:
        return set(), set(re.findall(r"\w+", source))
    symbols = top.get_symbols()
    defined = {symbol.get_name() for symbol in symbols
               if symbol.is_assigned() or symbol.is_imported()}
    used = {symbol.get_name() for symbol in symbols if symbol.is_referenced()}
    inner_tables = deque(top.get_children())  # those of functions and classes, still to be read
    while inner_tables:
        table = inner_tables.popleft()
        used |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
        inner_tables.extend(table.get_children())
    return defined, used


def _place(cells: Sequence[Any], released: NotebookNode) -> int | None:
    """Return the place of a released cell in a notebook, the last if there are several, or None.

    The cell is found by its name or, if no cell has that, by its source.
    """
    with_its_name = [at for at, cell in enumerate(cells) if _key(cell) == _key(released)]
    with_its_source = [at for at, cell in enumerate(cells) if "nbgrader" not in cell.metadata
                       and cell.source.strip() == released.source.strip()]
    return max(with_its_name or with_its_source, default=None)


def _put_back(cells: list[Any], released: Sequence[Any], number: int) -> None:
    """Insert the released cell of this number before those that come after it in the release."""
    keys_of_later_cells = {_key(cell) for cell in released[number + 1:]}
    place = len(cells)
    for at, cell in enumerate(cells):
        if _key(cell) in keys_of_later_cells:
            place = at
            break
    cells.insert(place, copy.deepcopy(released[number]))


def _key(cell: NotebookNode) -> str:
    """Return the name that nbgrader knows a cell by; of other cells, the id."""
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", cell.get("id", "")))
