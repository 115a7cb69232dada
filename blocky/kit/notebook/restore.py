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
    """Return a notebook as nbformat reads it. BadNotebookError: the file is none.

    What other programs write wrongly around the cells' sources is mended.
    """
    read(path)
    try:
        found = json.loads(read_text(path))
        _mend(found)
        text = json.dumps(found, ensure_ascii=False)
        notebook: NotebookNode = nbformat.reads(  # type: ignore[no-untyped-call]
            text.encode("utf-8", "replace").decode("utf-8"), as_version=4)
    except Exception as error:
        raise BadNotebookError(say("This file isn't a Jupyter notebook ({error!r}).",
                                   error=error)) from None
    return notebook


def _mend(notebook: dict[str, Any]) -> None:
    """Mend what nbformat refuses, or nbgrader can't show.

    That's a widget without a state, as Colab writes it, a code cell without outputs, and an id of
    a cell that has other characters than ids may have, or isn't in this version of the format.
    """
    metadata = notebook.setdefault("metadata", {})
    metadata.pop("widgets", None)
    minor = notebook.setdefault("nbformat_minor", 5)
    has_ids = isinstance(minor, int) and minor >= 5
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
    """Restore the ``cells`` of a notebook, as nbformat reads them; return what was wrong.

    Locked cells become as they were ``released``, deleted ones too. So do deleted cells that define
    names that are used and nowhere else defined. Answers stay as they are.
    """
    _keep_the_last_of_each_name(cells, released)
    remarks = []
    names_released = {_key(each) for each in released}
    if cells and names_released.isdisjoint(_key(cell) for cell in cells):
        remarks.append(say("it contains no cells of the exercise, so it may be the wrong notebook"))
    for number, each in enumerate(released):
        settings = each.metadata.get("nbgrader", {})
        if not (settings.get("locked") or settings.get("grade")):
            continue
        at, name = _place(cells, each), _key(each)
        if at is None:
            _put_back(cells, released, number)
            remarks.append(say("{name} was deleted and has been restored", name=name))
        elif settings.get("locked"):
            if cells[at].source.strip() != each.source.strip():
                remarks.append(say("{name} was edited and has been restored", name=name))
            cells[at] = copy.deepcopy(each)
    _put_back_what_is_needed(cells, released)
    return remarks


def is_check(cell: NotebookNode) -> bool:
    """Whether a cell is a check that gives points."""
    kept = cell.metadata.get("nbgrader", {})
    return bool(cell.cell_type == "code" and kept.get("grade") and not kept.get("solution"))


def only_shown(cells: Sequence[Any], released: Sequence[Any]) -> set[int]:
    """Return the places of the exercise's own cells that define nothing that other cells use."""
    sources_released = {each.source.strip() for each in released
                        if each.cell_type == "code" and not each.metadata.get("nbgrader")}
    defined: dict[int, set[str]] = {}
    used: dict[int, set[str]] = {}
    shown: set[int] = set()
    for at, cell in enumerate(cells):
        if cell.cell_type != "code":
            continue
        defined[at], used[at] = _names(cell.source)
        source = cell.source.strip()
        is_a_command = source[:1] in "%!"  # or it is empty
        if (source in sources_released and not cell.metadata.get("nbgrader")
                and not is_a_command):
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
    """Leave each name to its last cell, with nbgrader's metadata of the release.

    Cells that were split or copied have the same name.
    """
    settings_left = {_key(each): each.metadata["nbgrader"] for each in released
                     if each.metadata.get("nbgrader")}  # by name; each is given only once
    for cell in reversed(cells):
        settings = cell.metadata.pop("nbgrader", None)
        name = str(settings.get("grade_id", "")) if isinstance(settings, dict) else ""
        if name in settings_left:
            cell.metadata["nbgrader"] = copy.deepcopy(settings_left.pop(name))


def _put_back_what_is_needed(cells: list[Any], released: Sequence[Any]) -> None:
    """Put back deleted cells that define names which are used but not defined any more."""
    code = [_names(cell.source) for cell in cells if cell.cell_type == "code"]
    missing = {name for _, used in code for name in used}
    missing -= {name for defined, _ in code for name in defined}
    for number, each in reversed([*enumerate(released)]):
        if each.cell_type == "code" and not each.metadata.get("nbgrader"):
            defined, used = _names(each.source)
            if defined & missing and _place(cells, each) is None:
                _put_back(cells, released, number)
                missing |= used - defined


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return the global names that a cell defines, and those that it uses."""
    try:
        top = symtable.symtable(python_of(source), "", "exec")
    except UNREADABLE:
        return set(), set(re.findall(r"\w+", source))
    symbols = top.get_symbols()
    defined = {each.get_name() for each in symbols if each.is_assigned() or each.is_imported()}
    used = {each.get_name() for each in symbols if each.is_referenced()}
    waiting = deque(top.get_children())  # the tables of functions and classes, and those in them
    while waiting:
        table = waiting.popleft()
        used |= {each.get_name() for each in table.get_symbols() if each.is_global()}
        waiting.extend(table.get_children())
    return defined, used


def _place(cells: Sequence[Any], released: NotebookNode) -> int | None:
    """Return the place of a released cell, found by its name or else by its text."""
    named = [at for at, cell in enumerate(cells) if _key(cell) == _key(released)]
    same = [at for at, cell in enumerate(cells) if "nbgrader" not in cell.metadata
            and cell.source.strip() == released.source.strip()]
    return max(named or same, default=None)


def _put_back(cells: list[Any], released: Sequence[Any], number: int) -> None:
    """Insert a released cell before those that came after it."""
    later_ones = {_key(each) for each in released[number + 1:]}
    place = len(cells)
    for at, cell in enumerate(cells):
        if _key(cell) in later_ones:
            place = at
            break
    cells.insert(place, copy.deepcopy(released[number]))


def _key(cell: NotebookNode) -> str:
    """Return the name that nbgrader knows a cell by; of other cells, the id."""
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", cell.get("id", "")))
