"""What a stepper shows beside the calls: the tree, the grid or the cells that a function works on.

Which picture it is follows from what went in and what came out, not from the function's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle as Patch
from numpy.typing import NDArray

from blocky.block import MAX_SIZE, Block, Path
from blocky.colour import FRAME, Colour
from blocky.draw.looks import palette_of
from blocky.draw.raster import square
from blocky.draw.steps import (
    DONE,
    OPEN,
    WAITING,
    Part,
    parts_board,
    parts_tree,
    pieces,
)
from blocky.kit.draw.cells import Labels, cells
from blocky.kit.draw.picture import INK, MARK, open_way
from blocky.kit.trace import Call, short
from blocky.kit.widgets.witness import Node, Seen, Shown, Witness, colour_number

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
        texts = {name: value.short if isinstance(value, Shown) else short(value)
                 for name, value in call.arguments.items()
                 if not isinstance(value, Shown) or value.path is not None}
        telling = {name: text for name, text in texts.items() if name in self._differ} or texts
        named = ", ".join(f"{name}={text}" for name, text in telling.items())
        return [str(call), named, ", ".join(telling.values())]

    @cached_property
    def _differ(self) -> set[str]:
        """The names of those arguments that are not the same in all calls."""
        before: dict[str, str] = {}
        return {name for call in self.trace.calls for name, value in call.arguments.items()
                if before.setdefault(name, text := short(value, 999)) != text}

    def result(self, call: Call) -> Sequence[str]:
        """Return what came back, the longest wording first."""
        if isinstance(call.result, Shown):
            return [call.result.text, call.result.short, "✓"]
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
        self._identities = [block.identity if (block := _block_of(call)) else None
                            for call in self.trace.calls]

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
        at = self._at(step)
        looks: Any = {"palette": palette, "letters": letters}
        parts_board(axes[0], parts, at, **looks)
        parts_tree(axes[1], parts, at, parts, **looks)
        if self._selects and self.witness.place and self.witness.top:
            self._draw_cross(axes[0])
        if self._third:
            self._third(axes[2], nodes, states, step, **looks)

    def _states(self, step: int) -> dict[int, str]:
        """Return for the blocks that were reached whether they are open or done."""
        states: dict[int, str] = {}
        for entered, number in self.trace.steps[:step]:
            identity = self._identities[number]
            if identity is not None:
                states[identity] = OPEN if entered else DONE
        return states

    def _at(self, step: int) -> Path | None:
        """Return where the block is that a step is about: that of the call, or its result."""
        call = self.current(step)
        block = _block_of(call) if call else None
        if call and call.left == step and isinstance(call.result, Shown) and call.result.identity:
            block = call.result
        if block is None:
            return None
        nodes = self.witness.nodes(step)
        if block.path in nodes and nodes[block.path].identity == block.identity:
            return block.path
        return next((path for path, node in nodes.items() if node.identity == block.identity), None)

    def _draw_cross(self, ax: Axes) -> None:
        top = self.witness.nodes(0).get(())
        if top is None or not _placed(top) or self.witness.place is None:
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
            x, y, width = map(int, square(block.path, side))
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
        results = (self.witness.result_of(call) for call in self.witness.finished(step))
        drawn = [rectangle for result in results if isinstance(result, list)
                 for rectangle in result if _drawable(rectangle, palette)]
        pieces(ax, drawn, size, palette=palette, letters=letters)
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
        path = self._at(step)
        node = None if path is None else self.witness.nodes(step).get(path)
        if node is None:
            return ""
        return f"Its position is {node.position}, its size {node.size}."


class GrowthSubject(Subject):
    """A function that makes a block: board and tree as they grow."""

    widths = (Subject.SQUARE, 5.7)
    titles = ("board so far", "tree so far")

    def __init__(self, witness: Witness) -> None:
        super().__init__(witness)
        self._paths: dict[int, Path | None] = {}
        self._results = {call.number: witness.result_of(call) for call in self.trace.calls}
        makers = {call.code for call in self.trace.calls
                  if isinstance(self._results[call.number], Block)}
        made: Counter[Path] = Counter()
        for call in self.trace.calls:
            path = None if call.parent is None else self._paths[call.parent]
            if call.code in makers and path is None:
                path = ()
            elif call.code in makers and path is not None:
                made[path] += 1
                path = (*path, made[path] - 1)
            self._paths[call.number] = path
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
            if (path := self._paths[call.number]) is not None:
                parts[path] = (None, OPEN)
        for call in self.witness.finished(step):
            result, path = self._results[call.number], self._paths[call.number]
            if isinstance(result, Block) and path is not None:
                self._grow(parts, result, path)
        return parts

    def _grow(self, parts: dict[Path, Part], block: Block, path: Path) -> None:
        parts[path] = (None if block.children else colour_number(block.colour), DONE)
        for number, child in enumerate(block.children):
            self._grow(parts, child, (*path, number))


class CellSubject(Subject):
    """A function that goes from cell to cell over a grid, and marks in another where it was."""

    widths = (Subject.SQUARE, Subject.SQUARE, 3.2)
    titles = ("board, and the open calls", "visited", "")
    main = 1

    def __init__(self, witness: Witness) -> None:
        super().__init__(witness)
        self._as_agreed = -1 in witness.grids[1]  # what -1, 0 and 1 mean in visited

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
            open_way(ax, [(column + 0.5, row + 0.5) for row, column in way])
        if here:
            row, column = here
            for colour, width in (("white", 5), (MARK, 2.6)):
                ax.add_patch(Patch((column, row), 1, 1, fill=False, edgecolor=colour,
                                   linewidth=width, clip_on=False))
        ax.set_xlim(-1.05, side + 1.05)
        ax.set_ylim(side + 1.05, -1.05)

    def _draw_legend(self, ax: Axes, visited: NDArray[Any], step: int) -> None:
        numbers, counts = np.unique(visited, return_counts=True)
        count = dict(zip(numbers.tolist(), counts.tolist(), strict=True))
        if self._as_agreed:
            before = int(np.count_nonzero(self.witness.grids[1] == 1))
            lines = [f"·  cells not visited (-1): {count.get(-1, 0)}",
                     f"0  visited, of another colour: {count.get(0, 0)}",
                     f"1  visited, of the target colour: {count.get(1, 0)}", "",
                     f"size so far: {count.get(1, 0) - before}"]
        else:
            lines = [*(f"cells with {number}: {count[number]}" for number in numbers[:4]), ""]
        lines.append(f"open calls: {len(self.trace.stack(step))}")
        ax.set_xlim(0, 1)
        ax.set_ylim(1, 0)
        legend = Labels(left=True)
        ax.add_artist(legend)
        legend.show([(0.02, 0.12 + 0.12 * number, line, 9, INK)
                     for number, line in enumerate(lines) if line])

    def tell(self, step: int) -> str:
        """Say what the call found at its cell."""
        call = self.current(step)
        place = _place_of(call) if call else None
        if call is None or place is None or call.entered != step:
            return ""
        row, column = place
        side = len(self.witness.grids[0])
        if not (0 <= row < side and 0 <= column < side):
            return f"Cell {place} is off the board."
        if self._as_agreed and self.witness.grid(1, step)[row, column] != -1:
            return f"Cell {place} was visited before."
        number = int(self.witness.grid(0, step)[row, column])
        return f"Cell {place} is {Colour(number).word}." if number in list(Colour) else ""


def _block_of(call: Call) -> Shown | None:
    return next((value for value in call.arguments.values()
                 if isinstance(value, Shown) and value.identity is not None), None)


def _place_of(call: Call) -> tuple[int, int] | None:
    for value in call.arguments.values():
        if (isinstance(value, (tuple, list)) and len(value) == 2
                and all(isinstance(part, (int, np.integer)) for part in value)):
            return int(value[0]), int(value[1])
    return None


def _placed(node: Node) -> bool:
    return (isinstance(node.position, tuple) and len(node.position) == 2
            and all(map(_is_length, (*node.position, node.size))) and node.size > 0)


def _is_length(value: Any) -> bool:
    return isinstance(value, (int, float)) and 0 <= value <= MAX_SIZE


def _drawable(rectangle: Any, palette: str) -> bool:
    colour, corner, sides, _ = rectangle
    if isinstance(colour, tuple):
        known = len(colour) == 3 and all(part in range(256) for part in colour)
    else:
        known = isinstance(colour, (int, str)) and colour in palette_of(palette)
    return known and all(map(_is_length, (*corner, *sides)))


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
