"""What a stepper shows beside the calls: the tree, the grid or the cells that a function works on.

Which picture it is follows from what went in and what came out, not from the function's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle as Patch
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.colour import FRAME, Colour
from blocky.draw.picture import INK, MARK, palette_of
from blocky.draw.raster import Labels
from blocky.draw.steps import (
    DONE,
    OPEN,
    WAITING,
    Part,
    cells,
    parts_board,
    parts_tree,
    pieces,
    square,
)
from blocky.trace import Call
from blocky.widgets.witness import Node, Seen, Shown, Witness, as_rectangles

__all__ = ["Subject", "subject_of"]


class Subject:
    """A function of which nothing is known: only its calls are shown.

    ``widths`` are those of the pictures beside the calls, in inches, and ``titles`` what stands
    over them; ``main`` is the number of the one that shows most.
    """

    SQUARE = 2.3
    widths: tuple[float, ...] = ()
    titles: tuple[str, ...] = ()
    main = 0

    def __init__(self, witness: Witness) -> None:
        self.witness, self.trace = witness, witness.trace

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the pictures as of a step, one on each of ``axes``."""

    def tell(self, step: int) -> str:
        """Return what else there is to say of a step, a sentence; "" for nothing."""
        return ""

    def label(self, call: Call) -> Sequence[str]:
        """Return the arguments that tell a call from others, the longest wording first."""
        values = [value.short if isinstance(value, Shown) else repr(value)
                  for value in call.arguments.values()
                  if not isinstance(value, Shown) or value.path is not None]
        return [str(call), ", ".join(values)]

    def result(self, call: Call) -> Sequence[str]:
        """Return what came back, the longest wording first."""
        if isinstance(call.result, Shown):
            return [call.result.text, call.result.short]
        return ["None", "✓"] if call.result is None else [call.outcome.removeprefix("returned ")]

    def current(self, step: int) -> Call | None:
        """Return the call that a step belongs to."""
        return self.trace.calls[self.trace.steps[step - 1][1]] if step else None


class TreeSubject(Subject):
    """A function of a block: board and tree, and beside them what its results make."""

    def __init__(self, witness: Witness) -> None:
        super().__init__(witness)
        results = [witness.result_of(call) for call in self.trace.calls]
        assert witness.top is not None
        self._levels = max(witness.top.max_depth - witness.top.level,
                           *map(len, witness.nodes(len(self.trace.steps))), 0)
        grids = self._levels <= 8 and any(isinstance(result, np.ndarray) for result in results)
        rectangles = any(isinstance(result, list) for result in results)
        self._third: Any = None
        title = ""
        if grids:
            self._third, title = self._draw_grid, "grid so far"
        elif rectangles:
            self._third, title = self._draw_rectangles, "rectangles so far"
        elif witness.moves:
            self._third, title = self._draw_places, "where positions and sizes say"
        self.widths, self.titles = (self.SQUARE, 5.7), ("board", "tree")
        if self._third:
            self.widths, self.titles = (self.SQUARE, 3.2, self.SQUARE), ("board", "tree", title)
            self.main = 2
        self._selects = any(isinstance(result, Block) for result in results)

    def label(self, call: Call) -> Sequence[str]:
        """Return the path of the call's block; where there is no room, which child it is."""
        block = _block_of(call)
        if block is None or block.path is None:
            return super().label(call)
        return [f"block {block.path}", str(block.path), *map(str, block.path[-1:])]

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw board and tree, what was not reached yet pale, and the third picture."""
        nodes = self.witness.nodes(step)
        states = self._states(step)
        parts: dict[Path, Part] = {
            path: (None if node.children else node.colour, states.get(node.identity, WAITING))
            for path, node in nodes.items()}
        at = self._at(nodes, step)
        looks: Any = {"palette": palette, "letters": letters}
        parts_board(axes[0], parts, at, **looks)
        parts_tree(axes[1], parts, at, parts, **looks)
        if self._selects and self.witness.place and self.witness.top:
            self._draw_cross(axes[0])
        if self._third:
            self._third(axes[2], nodes, states, step, **looks)

    def _states(self, step: int) -> dict[int, str]:
        states: dict[int, str] = {}
        for call in self.trace.calls:
            if call.entered > step:
                break
            block = _block_of(call)
            if block is not None and block.identity is not None:
                left = call.left is not None and call.left <= step
                states[block.identity] = DONE if left else OPEN
        return states

    def _at(self, nodes: dict[Path, Node], step: int) -> Path | None:
        call = self.current(step)
        block = _block_of(call) if call else None
        if call and call.left == step and isinstance(call.result, Shown) and call.result.identity:
            block = call.result
        if block is None:
            return None
        return next((path for path, node in nodes.items() if node.identity == block.identity), None)

    def _draw_cross(self, ax: Axes) -> None:
        top = self.witness.nodes(0).get(())
        if top is None or not top.size or self.witness.place is None:
            return
        left, right = ax.get_xlim()
        scale = 4096 / top.size
        x, y = ((part - corner) * scale
                for part, corner in zip(self.witness.place, top.position, strict=True))
        ax.plot([min(max(x, left), right)], [min(max(y, left), right)], "x", color="white",
                markersize=11, markeredgewidth=4, clip_on=False)
        ax.plot([min(max(x, left), right)], [min(max(y, left), right)], "x", color="black",
                markersize=10, markeredgewidth=2, clip_on=False)

    def _draw_grid(self, ax: Axes, nodes: dict[Path, Node], states: dict[int, str], step: int, *,
                   palette: str, letters: bool) -> None:
        """Draw the grids that have come back so far where their blocks are."""
        side = 2**self._levels
        numbers = np.full((side, side), -1)
        wrong: list[tuple[tuple[int, int, int], str]] = []
        for call in self.witness.finished(step):
            block, grid = _block_of(call), self.witness.result_of(call)
            if block is None or block.path is None:
                continue
            x, y, width = square(block.path, side)
            if isinstance(grid, np.ndarray) and grid.shape == (width, width):
                numbers[y:y + width, x:x + width] = grid
            else:
                what = "{} by {}".format(*grid.shape) if isinstance(grid, np.ndarray) else "no grid"
                wrong.append(((x, y, max(width, 1)), what))
        paints = {int(colour): palette_of(palette)[colour] for colour in Colour}
        texts = {int(colour): colour.letter if letters else str(int(colour)) for colour in Colour}
        cells(ax, numbers, paints, texts)
        ax.add_patch(Patch((0, 0), side, side, fill=False, edgecolor=INK, linewidth=1))
        for (x, y, width), text in wrong:
            ax.add_patch(Patch((x, y), width, width, facecolor="white", edgecolor="#b00020",
                               hatch="//", linewidth=1.5))
            ax.text(x + width / 2, y + width / 2, f"✗ {text}", fontsize=8, color="#b00020",
                    ha="center", va="center", bbox={"facecolor": "white", "linewidth": 0, "pad": 1})

    def _draw_rectangles(self, ax: Axes, nodes: dict[Path, Node], states: dict[int, str],
                         step: int, *, palette: str, letters: bool) -> None:
        """Draw the rectangles that have come back so far."""
        top = nodes.get(())
        size = top.size if top and isinstance(top.size, int) and top.size > 0 else 1
        drawn = [rectangle for call in self.witness.finished(step)
                 for rectangle in as_rectangles(self.witness.result_of(call)) or []]
        fine = [each for each in drawn if _drawable(each, palette)]
        pieces(ax, fine, size, palette=palette, letters=letters)
        ax.add_patch(Patch((0, 0), size, size, fill=False, edgecolor=INK, linewidth=1))

    def _draw_places(self, ax: Axes, nodes: dict[Path, Node], states: dict[int, str], step: int, *,
                     palette: str, letters: bool) -> None:
        """Draw each leaf where its position and size say, those that are done over the others."""
        last = self.witness.nodes(len(self.trace.steps))
        extent = max((max(node.position) + node.size for node in last.values()
                      if _placed(node)), default=1)
        rectangles: list[Any] = []
        for state in (WAITING, OPEN, DONE):
            for node in nodes.values():
                if (states.get(node.identity, WAITING) == state and _placed(node)
                        and node.colour is not None and not node.children):
                    where = (node.position, (node.size, node.size))
                    rectangles.append((Colour(node.colour) if state != WAITING else (235,) * 3,
                                       *where, 0))
                    rectangles.append((FRAME if state != WAITING else (200,) * 3, *where, 3))
        pieces(ax, rectangles, extent, palette=palette, letters=letters)
        ax.add_patch(Patch((0, 0), extent, extent, fill=False, edgecolor=INK, linewidth=1))

    def tell(self, step: int) -> str:
        """Say where the block of the step's call is to lie, if that is what changes."""
        if self._third != self._draw_places:
            return ""
        call = self.current(step)
        node = self.witness.nodes(step).get(self._at(self.witness.nodes(step), step) or ())
        if call is None or node is None:
            return ""
        return f"Its position is {node.position}, its size {node.size}."


class GrowthSubject(Subject):
    """A function that makes a block: board and tree as they grow."""

    widths = (Subject.SQUARE, 5.7)
    titles = ("board so far", "tree so far")

    def __init__(self, witness: Witness) -> None:
        super().__init__(witness)
        self._paths: dict[int, Path] = {}
        self._results = {call.number: witness.result_of(call) for call in self.trace.calls}
        for call in self.trace.calls:
            if call.parent is None:
                self._paths[call.number] = ()
            else:
                number = self.trace.calls[call.parent].children.index(call.number)
                self._paths[call.number] = (*self._paths[call.parent], number)
        self._shape = list(self._parts(len(self.trace.steps)))

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the blocks made so far; those being made are white."""
        parts = self._parts(step)
        call = self.current(step)
        at = self._paths[call.number] if call else None
        looks: Any = {"palette": palette, "letters": letters}
        parts_board(axes[0], parts, at, **looks)
        parts_tree(axes[1], parts, at, self._shape, **looks)

    def _parts(self, step: int) -> dict[Path, Part]:
        parts: dict[Path, Part] = {}
        for call in self.trace.calls:
            if call.entered > step:
                break
            parts[self._paths[call.number]] = (None, OPEN)
        for call in self.witness.finished(step):
            result = self._results[call.number]
            if isinstance(result, Block):
                self._grow(parts, result, self._paths[call.number])
        return parts

    def _grow(self, parts: dict[Path, Part], block: Block, path: Path) -> None:
        parts[path] = (None if block.children else block.colour, DONE)
        for number, child in enumerate(block.children):
            self._grow(parts, child, (*path, number))


class CellSubject(Subject):
    """A function that goes from cell to cell over a grid, and marks in another where it was."""

    widths = (Subject.SQUARE, Subject.SQUARE, 3.2)
    titles = ("board, and the open calls", "visited", "")
    main = 1

    def label(self, call: Call) -> Sequence[str]:
        """Return the cell that the call is about."""
        place = _place_of(call)
        return [f"cell {place}", str(place)] if place is not None else super().label(call)

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the colours with the way that is open, the marks, and their numbers."""
        board, visited = self.witness.grid(0, step), self.witness.grid(1, step)
        paints = {int(colour): palette_of(palette)[colour] for colour in Colour}
        texts = {int(colour): colour.letter if letters else str(int(colour)) for colour in Colour}
        cells(axes[0], board, paints, texts)
        cells(axes[1], visited, {-1: (255, 255, 255), 0: (190, 190, 190), 1: (40, 40, 40)},
              {-1: "·", 0: "0", 1: "1"})
        side = len(visited)
        axes[1].add_patch(Patch((0, 0), side, side, fill=False, edgecolor=INK, linewidth=1))
        for ax in axes[:2]:
            self._draw_way(ax, step, side)
        self._draw_legend(axes[2], visited, step)

    def _draw_way(self, ax: Axes, step: int, side: int) -> None:
        way = [place for call in self.trace.stack(step) if (place := _place_of(call))]
        call = self.current(step)
        here = _place_of(call) if call else None
        if way:
            ax.plot([column + 0.5 for _, column in way], [row + 0.5 for row, _ in way],
                    color="white", linewidth=4.5, solid_capstyle="round", clip_on=False)
            ax.plot([column + 0.5 for _, column in way], [row + 0.5 for row, _ in way],
                    color=MARK, linewidth=2.2, solid_capstyle="round", clip_on=False)
        if here:
            row, column = here
            for colour, width in (("white", 5), (MARK, 2.6)):
                ax.add_patch(Patch((column, row), 1, 1, fill=False, edgecolor=colour,
                                   linewidth=width, clip_on=False))
        ax.set_xlim(-1.05, side + 1.05)
        ax.set_ylim(side + 1.05, -1.05)

    def _draw_legend(self, ax: Axes, visited: NDArray[Any], step: int) -> None:
        counts = {number: int(np.count_nonzero(visited == number)) for number in (-1, 0, 1)}
        lines = [f"·  not visited (-1): {counts[-1]} cells",
                 f"0  visited, another colour: {counts[0]} cells",
                 f"1  visited, the target colour: {counts[1]} cells", "",
                 f"size so far: {counts[1] - self._marked_before()}",
                 f"open calls: {len(self.trace.stack(step))}"]
        ax.set_xlim(0, 1)
        ax.set_ylim(1, 0)
        legend = Labels(left=True)
        ax.add_artist(legend)
        legend.show([(0.02, 0.12 + 0.12 * number, line, 9, INK)
                     for number, line in enumerate(lines) if line])

    def _marked_before(self) -> int:
        return int(np.count_nonzero(self.witness.grid(1, 0) == 1))

    def tell(self, step: int) -> str:
        """Say what the call found at its cell."""
        call = self.current(step)
        place = _place_of(call) if call else None
        if call is None or place is None or call.entered != step:
            return ""
        row, column = place
        before, side = self.witness.grid(1, step), len(self.witness.grid(0, 0))
        if not (0 <= row < side and 0 <= column < side):
            return f"Cell {place} is off the board."
        if before[row, column] != -1:
            return f"Cell {place} was visited before."
        return f"Cell {place} is {Colour(int(self.witness.grid(0, step)[row, column])).word}."


def _block_of(call: Call) -> Shown | None:
    return next((value for value in call.arguments.values()
                 if isinstance(value, Shown) and value.identity is not None), None)


def _place_of(call: Call) -> tuple[int, int] | None:
    for value in call.arguments.values():
        if (isinstance(value, (tuple, list)) and len(value) == 2
                and all(isinstance(part, int) for part in value)):
            return value[0], value[1]
    return None


def _placed(node: Node) -> bool:
    return (isinstance(node.size, int) and node.size > 0 and isinstance(node.position, tuple)
            and len(node.position) == 2 and all(isinstance(part, int) and part >= 0
                                                for part in node.position))


def _drawable(rectangle: Any, palette: str) -> bool:
    colour, (x, y), (width, height), _ = rectangle
    known = colour in palette_of(palette) or (isinstance(colour, tuple) and len(colour) == 3)
    return bool(known and min(x, y, width, height) >= 0)


def subject_of(witness: Witness) -> Subject:
    """Return the subject that shows what a run is about."""
    results = (seen.result for seen in witness.trace.seen if isinstance(seen, Seen))
    if witness.top is not None:
        return TreeSubject(witness)
    grids = witness.grids
    if (len(grids) >= 2 and witness.place is not None and grids[0].shape == grids[1].shape
            and grids[0].shape[0] == grids[0].shape[1]
            and set(np.unique(grids[0])) <= set(map(int, Colour))):
        return CellSubject(witness)
    if any(isinstance(result, Block) for result in results):
        return GrowthSubject(witness)
    return Subject(witness)
