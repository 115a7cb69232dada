"""What a stepper keeps of a run: the tree, the grids and the results as they were at each step.

A recursion may change what it is given, so that the values of an earlier step must be kept. A
``Witness`` looks, at each step, at the block whose call has just run its code and at all below it,
and keeps what is new: so the whole record costs about what a few walks over the tree cost for each
of its levels. What a call changes elsewhere in the tree is seen when a call above is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import MAX_DEPTH, Block, Path
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.kit.trace import Call, Trace, snapshot, trace

__all__ = ["OTHER", "Node", "Seen", "Shown", "Witness", "as_grid", "as_rectangles", "colour_number"]


#: No path is longer; a tree that contains itself has no end.
DEEPEST = MAX_DEPTH + 2
#: Stands in a grid for what is no whole number.
OTHER = -9
_ATTRIBUTES = "colour", "position", "size"


class Shown:
    """Stands for a value in a record: ``text`` says what it is; a block has an ``identity``."""

    def __init__(self, text: str, short: str = "", identity: int | None = None,
                 path: Path | None = None) -> None:
        self.text, self.short = text, short or text
        self.identity, self.path = identity, path

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Node:
    """A block as it was: its attributes, and the identities of its children."""

    identity: int
    colour: int | None
    children: tuple[int, ...]
    position: Any
    size: Any


@dataclass(frozen=True)
class Seen:
    """What is kept of a step: how much had changed in the tree and on the grid, and the result."""

    tree: int
    grid: int
    result: Any


class Witness:
    """Watches the run of a function on ``args``.

    Attributes:
        top: the first block among the arguments; None if there is none.
        place: the first pair of numbers among them, such as (row, column) or (x, y); or None.
        grids: the two-dimensional grids among them, as they were at the beginning.
        trace: the record, after ``run``.
    """

    def __init__(self, args: tuple[Any, ...]) -> None:
        self.top = next((arg for arg in args if isinstance(arg, Block)), None)
        self.place = next((tuple(arg) for arg in args if _is_place(arg)), None)
        self._live = [arg for arg in args if as_grid(arg) is not None]
        self.grids = [grid for arg in self._live if (grid := as_grid(arg, copy=True)) is not None]
        self._names = {id(arg): f"{len(arg)} by {len(arg[0])} grid" for arg in self._live}
        self._changes: list[Node] = []
        self._known: dict[int, tuple[Any, ...]] = {}
        self._kept: list[Block] = []
        self._paths: dict[int, Path] = {}
        self._open: list[Block | None] = []
        self._cells: list[tuple[int, int, int, int]] = []
        self._rows = [[_numbers(row) for row in grid] for grid in self._live]
        self._pictured: tuple[Any, Any] = (None, None)
        self._rebuilt: tuple[int, dict[int, Node]] = (0, {})
        self._nodes: dict[Path, Node] = {}
        self._grids = [(0, grid.astype(int)) for grid in self.grids]
        self.trace: Trace
        if self.top is not None:
            self._look(self.top, ())
        self._beginning = len(self._changes)

    def run(self, function: Callable[..., Any], args: tuple[Any, ...], **limits: Any) -> Trace:
        """Run ``function(*args)`` under the tracer; return the record."""
        self.trace = trace(function, *args, copy=self.note, watch=self.watch, **limits)
        return self.trace

    # -- while it runs -----------------------------------------------------------------------

    def note(self, value: Any) -> Any:
        """Return what the record keeps of an argument or a result."""
        if isinstance(value, Block):
            path = self._path(value)
            if path is not None:
                return Shown(f"block {path}", str(path), id(value), path)
            return Shown(*_description(value), id(value))
        if id(value) in self._names:
            return Shown(self._names[id(value)])
        if isinstance(value, Random):
            return Shown("rng")
        if isinstance(value, Goal):
            return Shown(type(value).__name__)
        if isinstance(value, Colour):
            return Shown(value.word)
        if isinstance(value, np.generic):
            return value.item()
        if type(value) in (list, tuple) and any(isinstance(part, Block) for part in value):
            return type(value)(map(self.note, value))
        if isinstance(value, (list, np.ndarray)):
            picture = _picture(value)
            self._pictured = value, picture
            if isinstance(picture, list):
                return Shown(f"{len(picture)} rectangles", str(len(picture)))
            if picture is not None:
                rows, columns = picture.shape
                text = f"{rows} by {columns} grid" if rows > 2 else str(picture.tolist())
                return Shown(text, f"{rows}\N{MULTIPLICATION SIGN}{columns}")
        return snapshot(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> Seen:
        """Look at what may have changed in this step; return what is to be kept of it."""
        kept: Any = None
        if entered:
            above = self._open[-1] if self._open else None
            block = next((each for each in arguments.values() if isinstance(each, Block)), above)
            path = self._path(block)
            looked_at = self._look(above, self._paths.get(id(above)))
            if id(block) not in looked_at:
                self._look(block, path)
            self._open.append(block)
        else:
            block = self._open.pop()
            self._look(block, self._paths.get(id(block)))
            if not self._open:
                self._look(self.top, ())
            kept = self._keep(result)
        for number, grid in enumerate(self._live):
            self._look_at_grid(number, grid)
        return Seen(len(self._changes), len(self._cells), kept)

    def _keep(self, result: Any) -> Any:
        """Return a result that pictures can show, as it is now; None for any other."""
        if isinstance(result, Block):
            try:
                return result if self.top is not None else result.copy()
            except Exception:
                return None  # it is no whole tree
        value, picture = self._pictured
        return picture if value is result else _picture(result)

    def _path(self, block: Block | None) -> Path | None:
        above = self._open[-1] if self._open else None
        if above is not None and id(above) in self._paths:
            for number, child in enumerate(_children(above)):
                if child is block:
                    return (*self._paths[id(above)], number)
        return self._paths.get(id(block))

    def _look(self, top: Block | None, path: Path | None) -> set[int]:
        """Look at a block of the tree, and at all below it; return the identities of them all."""
        looked_at: set[int] = set()
        waiting = [(top, path)] if top is not None and path is not None else []
        while waiting:
            block, path = waiting.pop()
            identity = id(block)
            if identity in looked_at or len(path) > DEEPEST:
                continue
            looked_at.add(identity)
            self._paths[identity] = path
            children = _children(block)
            now = _state(block, children)
            if self._known.get(identity) != now:
                self._note_change(block, now)
            for number, child in enumerate(children):
                if isinstance(child, Block):
                    waiting.append((child, (*path, number)))
        return looked_at

    def _note_change(self, block: Block, now: tuple[Any, ...]) -> None:
        if id(block) not in self._known:
            self._kept.append(block)  # so that no other block gets its identity
        self._known[id(block)] = now
        self._changes.append(Node(id(block), colour_number(now[0]), *now[1:]))

    def _look_at_grid(self, number: int, grid: Any) -> None:
        for row, (before, line) in enumerate(zip(self._rows[number], grid, strict=False)):
            now = line.tolist() if isinstance(line, np.ndarray) else line
            if before != now:
                now = _numbers(now)
                self._cells += [(number, row, column, new) for column, (old, new)
                                in enumerate(zip(before, now, strict=False)) if old != new]
                self._rows[number][row] = now

    # -- afterwards --------------------------------------------------------------------------

    def seen(self, step: int) -> Seen:
        """Return what was kept of a step; step 0 is before the first."""
        if step == 0:
            return Seen(self._beginning, 0, None)
        seen: Seen = self.trace.seen[step - 1]
        return seen

    def nodes(self, step: int) -> dict[Path, Node]:
        """Return the blocks of the tree by their paths, each before its children, as of a step."""
        if self.top is None:
            return {}
        version = self.seen(step).tree
        done, known = self._rebuilt
        if version < done:
            done, known = 0, {}
        if version != self._rebuilt[0]:
            known.update((node.identity, node) for node in self._changes[done:version])
            self._nodes = _walk(known, id(self.top))
            self._rebuilt = version, known
        return self._nodes

    def grid(self, number: int, step: int) -> NDArray[Any]:
        """Return a grid among the arguments as of a step; OTHER is where no whole number is."""
        version = self.seen(step).grid
        done, grid = self._grids[number]
        if version < done:
            done, grid = 0, self.grids[number].astype(int)
        for which, row, column, value in self._cells[done:version]:
            if which == number:
                grid[row, column] = value
        self._grids[number] = version, grid
        return grid.copy()

    @property
    def moves(self) -> bool:
        """Whether positions or sizes change in the run, and colours and children do not."""
        before: dict[int, Node] = {}
        moved = False
        for node in self._changes:
            old = before.setdefault(node.identity, node)
            if (old.colour, old.children) != (node.colour, node.children):
                return False
            moved = moved or old != node
        return moved

    def result_of(self, call: Call) -> Any:
        """Return what is kept of the result of a call that was left."""
        return None if call.left is None else self.trace.seen[call.left - 1].result

    def finished(self, step: int) -> Iterator[Call]:
        """Yield the calls that were left, in which no call that was left is contained."""
        waiting = [0] if self.trace.calls else []
        while waiting:
            call = self.trace.calls[waiting.pop()]
            if call.entered > step:
                continue
            if call.left is not None and call.left <= step:
                yield call
            else:
                waiting += reversed(call.children)


def _children(block: Block) -> Any:
    """Return the children of a block; none for one that is only being made, or broken."""
    children = getattr(block, "children", ())
    return children if isinstance(children, (list, tuple)) else ()


def _state(block: Block, children: Any) -> tuple[Any, ...]:
    """Return what is kept of a block, also of one that is only being made."""
    colour: Any
    position: Any
    size: Any
    try:
        colour, position, size = block.colour, block.position, block.size
    except AttributeError:
        colour, position, size = (getattr(block, name, None) for name in _ATTRIBUTES)
    if type(position) is not tuple or type(size) is not int:
        position, size = _plain(position), _plain(size)
    return colour, tuple(map(id, children)), position, size


def colour_number(value: Any) -> int | None:
    """Return the number of a colour; None for what is no colour."""
    known = isinstance(value, (int, np.integer)) and 0 <= value < len(Colour)
    return int(value) if known else None


def _plain(value: Any) -> Any:
    """Return a position or a size as it is now, in plain numbers."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def _numbers(row: Any) -> list[int]:
    """Return a row of a grid, with OTHER for what is no whole number."""
    if not isinstance(row, (list, tuple, np.ndarray)):
        return []
    return [int(part) if isinstance(part, (int, np.integer, np.bool_)) else OTHER for part in row]


def _walk(known: dict[int, Node], top: int) -> dict[Path, Node]:
    """Return the blocks of a tree by their paths, each before its children."""
    found: dict[Path, Node] = {}
    waiting: list[tuple[int, Path, tuple[int, ...]]] = [(top, (), ())]
    while waiting:
        identity, path, above = waiting.pop()
        node = known.get(identity)
        if node is None or len(path) > DEEPEST:
            continue
        found[path] = node
        if identity not in above:  # a block may contain itself
            line = (*above, identity)
            for number in range(len(node.children) - 1, -1, -1):
                waiting.append((node.children[number], (*path, number), line))
    return found


def _picture(value: Any) -> Any:
    """Return the rectangles or the grid that a value is, as it is now; None if it is neither."""
    rectangles = as_rectangles(value)
    return as_grid(value, copy=True) if rectangles is None else rectangles


def _description(block: Block) -> tuple[str, str]:
    if _children(block):
        return "divided block", "divided"
    colour = getattr(block, "colour", None)
    if isinstance(colour, Colour):
        return f"{colour.word} leaf", colour.letter
    return "block", "block"


def _is_place(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2 and all(
        isinstance(part, (int, float, np.number)) for part in value)


def as_grid(value: Any, copy: bool = False) -> NDArray[Any] | None:
    """Return a two-dimensional grid of whole numbers as an array; None if it is none."""
    if isinstance(value, np.ndarray):
        if value.ndim != 2 or value.dtype.kind not in "iub" or not value.size:
            return None
        return value.copy() if copy else value
    if (not isinstance(value, (list, tuple)) or not value
            or not all(isinstance(row, (list, tuple, np.ndarray)) for row in value)
            or len({len(row) for row in value}) != 1 or as_rectangles(value)):
        return None
    try:
        grid = np.array(value)
    except ValueError:
        return None
    return grid if grid.ndim == 2 and grid.size and grid.dtype.kind in "iub" else None


def as_rectangles(value: Any) -> list[Any] | None:
    """Return a list of rectangles (colour, corner, (width, height), thickness); None otherwise."""
    if not isinstance(value, list) or not value:
        return None
    for each in value:
        if not (isinstance(each, tuple) and len(each) == 4 and len(_pair(each[1])) == 2
                and len(_pair(each[2])) == 2 and isinstance(each[3], int)):
            return None
    return list(value)


def _pair(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else ()
