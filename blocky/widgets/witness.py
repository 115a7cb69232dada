"""What a stepper keeps of a run: the tree, the grids and the results as they were at each step.

A recursion may change what it is given, so that the values of an earlier step must be kept. A
``Witness`` looks, at each step, at the block of the call only, and keeps what is new: so the whole
record costs about what one walk over the tree costs for each of its levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.trace import Call, Trace, snapshot, trace

__all__ = ["Node", "Seen", "Shown", "Witness", "as_grid", "as_rectangles"]


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
        self._known: dict[int, Node] = {}
        self._kept: list[Block] = []
        self._paths: dict[int, Path] = {}
        self._open: list[Block | None] = []
        self._cells: list[tuple[int, int, int, Any]] = []
        self._rows = [[list(row) for row in grid] for grid in self._live]
        self._rebuilt: tuple[int, dict[int, Node]] = (0, {})
        self._nodes: dict[Path, Node] = {}
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
        if isinstance(value, (list, np.ndarray)):
            grid = as_grid(value)
            if grid is not None:
                rows, columns = grid.shape
                text = f"{rows} by {columns} grid" if rows > 2 else str(grid.tolist())
                return Shown(text, f"{rows}\N{MULTIPLICATION SIGN}{columns}")
            if as_rectangles(value):
                return Shown(f"{len(value)} rectangles", str(len(value)))
        return snapshot(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> Seen:
        """Look at what may have changed in this step; return what is to be kept of it."""
        kept: Any = None
        if entered:
            block = next((each for each in arguments.values() if isinstance(each, Block)), None)
            above = self._open[-1] if self._open else None
            path = self._path(block) if block is not None else None
            if above is not None and id(above) in self._paths:
                self._look_at(above)
            self._open.append(block)
        else:
            block = self._open.pop() if self._open else None
            path = self._paths.get(id(block))
            kept = _kept(result)
        if block is not None and path is not None:
            self._look(block, path)
        for number, grid in enumerate(self._live):
            self._look_at_grid(number, grid)
        return Seen(len(self._changes), len(self._cells), kept)

    def _path(self, block: Block) -> Path | None:
        above = self._open[-1] if self._open else None
        if above is not None and id(above) in self._paths:
            for number, child in enumerate(above.children):
                if child is block:
                    return (*self._paths[id(above)], number)
        return self._paths.get(id(block))

    def _look(self, top: Block, path: Path) -> None:
        waiting, looked_at = [(top, path)], set()
        while waiting:
            block, path = waiting.pop()
            if id(block) in looked_at or len(path) > 14:
                continue
            looked_at.add(id(block))
            self._paths[id(block)] = path
            self._look_at(block)
            if isinstance(block.children, (list, tuple)):
                waiting += [(child, (*path, number)) for number, child in enumerate(block.children)
                            if isinstance(child, Block)]

    def _look_at(self, block: Block) -> None:
        node = _node(block)
        if self._known.get(node.identity) != node:
            if node.identity not in self._known:
                self._kept.append(block)  # so that no other block gets its identity
            self._known[node.identity] = node
            self._changes.append(node)

    def _look_at_grid(self, number: int, grid: Any) -> None:
        for row, (before, now) in enumerate(zip(self._rows[number], grid, strict=False)):
            now = now.tolist() if isinstance(now, np.ndarray) else now
            if before != now:
                for column, (old, new) in enumerate(zip(before, now, strict=False)):
                    if old != new:
                        self._cells.append((number, row, column, new))
                self._rows[number][row] = list(now)

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
        for node in self._changes[done:version]:
            known[node.identity] = node
        if version != self._rebuilt[0] or not self._nodes:
            self._nodes = dict(_walk(known, id(self.top), ()))
        self._rebuilt = version, known
        return self._nodes

    def grid(self, number: int, step: int) -> NDArray[Any]:
        """Return a grid among the arguments as of a step."""
        grid: NDArray[Any] = np.array(self.grids[number])
        for which, row, column, value in self._cells[:self.seen(step).grid]:
            if which == number:
                grid[row, column] = value
        return grid

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


def _node(block: Block) -> Node:
    """Return a block as it is now, also one that is only being made."""
    colour, children = getattr(block, "colour", None), getattr(block, "children", ())
    return Node(id(block), colour if colour in list(Colour) else None,
                tuple(map(id, children)) if isinstance(children, (list, tuple)) else (),
                getattr(block, "position", None), getattr(block, "size", None))


def _walk(known: dict[int, Node], identity: int, path: Path) -> Iterator[tuple[Path, Node]]:
    node = known.get(identity)
    if node is None or len(path) > 14:
        return
    yield path, node
    for number, child in enumerate(node.children):
        yield from _walk(known, child, (*path, number))


def _kept(result: Any) -> Any:
    """Return a result that pictures can show, as it is now; None for any other."""
    if isinstance(result, Block):
        try:
            return result.copy()
        except RecursionError:
            return None
    grid = as_grid(result, copy=True)
    return grid if grid is not None else as_rectangles(result)


def _description(block: Block) -> tuple[str, str]:
    node = _node(block)
    if node.children:
        return "divided block", "divided"
    if node.colour is None:
        return "block", "block"
    return f"{Colour(node.colour).word} leaf", Colour(node.colour).letter


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
