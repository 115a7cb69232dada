"""The views of a stepper on Blocky's functions, by the types of arguments and results."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle as Patch
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.colour import Colour
from blocky.draw.looks import PALETTES
from blocky.draw.on_grid import Grid, numbered
from blocky.draw.steps import DONE, OPEN, Part, parts_board, parts_tree
from blocky.goal import Goal
from blocky.kit.calls import Call, Trace
from blocky.kit.draw.cells import Labels, cells
from blocky.kit.draw.picture import INK, MARK, open_way, show_square
from blocky.kit.language import say
from blocky.kit.widgets.subjects import KeptValue, Subject, as_grid, kept, subject_for, subject_from
from blocky.widgets.tree_record import colour_number
from blocky.widgets.tree_subject import TreeSubject, edged, is_place

__all__ = ["GrowthSubject", "TreeSubject", "WalkSubject"]

#: Stands in a grid for what is unknown.
OTHER = -9


@kept.register
def _(value: Goal) -> Any:
    return KeptValue(type(value).__name__)


@kept.register
def _(value: Colour) -> Any:
    return KeptValue(say(value.word))


@subject_for.register
def _(value: Block, args: tuple[Any, ...]) -> Subject:
    return TreeSubject(args)


@subject_for.register
def _(value: Goal | Grid, args: tuple[Any, ...]) -> Subject | None:
    """Return the view of a walk, if there are two grids of one size, one of colours, and a cell."""
    grids = [grid for grid in map(as_grid, args) if grid is not None]
    has_a_cell = any(map(is_place, args))
    if len(grids) < 2 or not has_a_cell:
        return None
    colours, visited, *_ = grids
    is_square = len({*colours.shape}) == 1
    if not is_square or colours.shape != visited.shape:
        return None
    known = {int(colour) for colour in Colour}
    return WalkSubject(args) if known.issuperset(np.unique(colours)) else None


@subject_from.register
def _(value: Block) -> type[Subject]:
    return GrowthSubject


class GrowthSubject(Subject):
    """A function that makes a block: board and tree as they grow."""

    palettes = PALETTES
    widths = (Subject.SQUARE, 5.7)

    def begin(self, trace: Trace) -> None:
        """Take the record of a run, and find the final place of each call's block."""
        super().begin(trace)
        self.titles = say("board so far"), say("tree so far")
        self._results = {call.number: trace.seen[call.left - 1][1]
                         for call in trace.calls if call.left is not None}
        makers = {call.code for call in trace.calls
                  if isinstance(self._results.get(call.number), Block)}
        self._paths: dict[int | None, Path | None] = {None: None}
        made: Counter[Path] = Counter()
        for call in trace.calls:
            path = self._paths[call.parent]
            if call.code in makers:
                if path is not None:
                    made[path] += 1
                path = () if path is None else (*path, made[path] - 1)
            self._paths[call.number] = path
        self._shape = list(self._parts(len(trace.steps)))

    def draw(self, axes: Sequence[Axes], step: int, **looks: Any) -> None:
        """Draw the blocks made so far; those being made are white."""
        parts, call = self._parts(step), self.current(step)
        at = self._paths[call.number] if call else None
        parts_board(axes[0], parts, at, **looks)
        parts_tree(axes[1], parts, at, self._shape, **looks)

    def _parts(self, step: int) -> dict[Path, Part]:
        parts: dict[Path, Part] = {
            path: (None, OPEN) for call in self.trace.calls if call.entered <= step
            and (path := self._paths[call.number]) is not None}
        for call in self.finished(step):
            result, path = self._results[call.number], self._paths[call.number]
            if isinstance(result, Block) and path is not None:
                _grow(parts, result, path)
        return parts


def _grow(parts: dict[Path, Part], block: Block, path: Path) -> None:
    parts[path] = (None if block.children else colour_number(block.colour), DONE)
    for number, child in enumerate(block.children):
        _grow(parts, child, (*path, number))


#: The places of the two grids among the arguments that are grids.
COLOURS, VISITED = 0, 1

#: The fills and the texts of the marks -1, 0 and 1.
_FILLS = {-1: (255, 255, 255), 0: (190, 190, 190), 1: (40, 40, 40)}
_TEXTS = {-1: "·", 0: "0", 1: "1"}


class WalkSubject(Subject):
    """A function that goes from cell to cell over a grid, and marks in another where it was."""

    palettes = PALETTES
    widths = (Subject.SQUARE, Subject.SQUARE, 3.2)
    main = 1

    def __init__(self, args: tuple[Any, ...]) -> None:
        self.titles = say("board, and the open calls"), say("visited"), ""
        self._grids = [arg for arg in args if as_grid(arg) is not None]
        self._names = {id(arg): KeptValue(say("{rows} by {columns} grid", rows=len(arg),
                                          columns=len(arg[0]))) for arg in self._grids}
        self._before = self._now = [np.array(as_grid(arg), dtype=int) for arg in self._grids]
        self._as_agreed = -1 in self._before[1]  # what -1, 0 and 1 mean in visited

    def note(self, value: Any) -> Any:
        """Return the recorded form of an argument or a result."""
        return self._names.get(id(value)) or super().note(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> list[NDArray[Any]]:
        """Return the grids as they are now; one that has not changed is that of the last step."""
        self._now = [before if np.array_equal(before, now := _numbers(grid, before.shape)) else now
                     for before, grid in zip(self._now, self._grids, strict=True)]
        return self._now

    def grid(self, number: int, step: int) -> NDArray[Any]:
        """Return a grid among the arguments as of a step."""
        grids: list[NDArray[Any]] = self.trace.seen[step - 1] if step else self._before
        return grids[number]

    def label(self, call: Call) -> Sequence[str]:
        """Return the cell of the call."""
        place = _cell_of(call)
        return super().label(call) if place is None else [say("cell {place}", place=place),
                                                          str(place)]

    def tell(self, step: int) -> str:
        """Return a sentence on what the call found at its cell."""
        call = self.current(step)
        place = _cell_of(call)
        if call is None or place is None or call.entered != step:
            return ""
        if min(place) < 0 or max(place) >= len(self._before[0]):
            return say("Cell {place} is off the board.", place=place)
        if self._as_agreed and self.grid(1, step)[place] != -1:
            return say("Cell {place} was visited before.", place=place)
        number = colour_number(self.grid(0, step)[place])
        return "" if number is None else say("Cell {place} is {colour}.", place=place,
                                             colour=say(Colour(number).word))

    def draw(self, axes: Sequence[Axes], step: int, **looks: Any) -> None:
        """Draw the colours and the marks, each with the path of the open calls; then the legend."""
        colours_axes, visited_axes, legend_axes = axes
        visited = self.grid(VISITED, step)
        side = len(self._before[VISITED])
        numbered(self.grid(COLOURS, step), colours_axes, **looks)
        cells(visited_axes, visited, _FILLS, _TEXTS)
        edged(visited_axes, side)
        for ax in (colours_axes, visited_axes):
            self._draw_open_calls(ax, step)
            show_square(ax, side, 1.05)
        open_calls = say("open calls: {count}", count=len(self.trace.stack(step)))
        _write_lines(legend_axes, [*self._legend(visited), open_calls])

    def _draw_open_calls(self, ax: Axes, step: int) -> None:
        """Draw a line through the cells of the open calls, and a frame around the present one."""
        path = [cell for call in self.trace.stack(step) if (cell := _cell_of(call))]
        if path:
            open_way(ax, [(column + 0.5, row + 0.5) for row, column in path])
        present = _cell_of(self.current(step))
        if present:
            row, column = present
            for colour, width in (("white", 5), (MARK, 2.6)):
                ax.add_patch(Patch((column, row), 1, 1, fill=False, edgecolor=colour,
                                   linewidth=width, clip_on=False))

    def _legend(self, visited: NDArray[Any]) -> list[str]:
        """Return the meaning of the marks, with the number of each, and an empty line."""
        count = Counter(visited.ravel().tolist())
        if not self._as_agreed:
            return [*(say("cells with {number}: {count}", number=number, count=count[number])
                      for number in sorted(count)[:4]), ""]
        before = int(np.count_nonzero(self._before[1] == 1))
        return [say("·  cells not visited (-1): {count}", count=count[-1]),
                say("0  visited, of another colour: {count}", count=count[0]),
                say("1  visited, of the target colour: {count}", count=count[1]), "",
                say("size so far: {count}", count=count[1] - before)]


def _cell_of(call: Call | None) -> tuple[int, int] | None:
    for value in call.arguments.values() if call else ():
        if is_place(value) and all(isinstance(part, (int, np.integer)) for part in value):
            return int(value[0]), int(value[1])
    return None


def _numbers(value: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return a copy of a grid; one that is no grid of that shape any more holds OTHER."""
    grid = as_grid(value)
    right = grid is not None and grid.shape == shape
    return np.array(grid, dtype=int) if right else np.full(shape, OTHER)


def _write_lines(ax: Axes, lines: Sequence[str]) -> None:
    """Write lines one below the other; an empty one leaves a gap."""
    labels = []
    for number, line in enumerate(lines):
        if line:
            labels.append((0.02, 0.12 + 0.12 * number, line, 9, INK))
    ax.set(xlim=(0, 1), ylim=(1, 0))
    ax.add_artist(Labels(labels, left=True))
