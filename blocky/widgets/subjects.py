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
    """Return a WalkSubject if the arguments are those of a walk over a grid; None otherwise.

    These are two square grids of one size, the first one of colours, and a cell (row, column).
    """
    grids = [grid for grid in map(as_grid, args) if grid is not None]
    has_a_cell = any(map(is_place, args))
    if len(grids) < 2 or not has_a_cell:
        return None
    colours, visited, *_ = grids
    is_square = len({*colours.shape}) == 1
    if not is_square or colours.shape != visited.shape:
        return None
    numbers_of_colours = {int(colour) for colour in Colour}
    are_colours = numbers_of_colours.issuperset(np.unique(colours))
    return WalkSubject(args) if are_colours else None


@subject_from.register
def _(value: Block) -> type[Subject]:
    return GrowthSubject


class GrowthSubject(Subject):
    """A function that makes a block: board and tree as they grow."""

    palettes = PALETTES
    widths = (Subject.SQUARE, 5.7)

    def begin(self, trace: Trace) -> None:
        """Take the record of a run, and find the path of the block that each call makes."""
        super().begin(trace)
        self.titles = (say("board so far"), say("tree so far"))
        # What each call returned, by its number; without calls that were not left.
        self._results: dict[int, Any] = {}
        for call in trace.calls:
            if call.left is not None:
                _, result = trace.seen[call.left - 1]  # steps count from 1
                self._results[call.number] = result
        self._paths = self._paths_of_calls(trace)
        # The paths of all blocks at the end, by which the tree keeps its shape while it grows.
        self._final_paths = list(self._parts(len(trace.steps)))

    def _paths_of_calls(self, trace: Trace) -> dict[int | None, Path | None]:
        """Return the path of the block that each call makes or helps to make, by the call's number.

        A function that has returned a block makes one in each of its calls. It's the next child of
        the block that the calling function makes; if that makes none, it's the whole board. Any
        other function helps to make the block of the call above; None if there is none.
        """
        code_of_makers = {call.code for call in trace.calls
                          if isinstance(self._results.get(call.number), Block)}
        paths: dict[int | None, Path | None] = {None: None}  # the first call has no parent
        children_made: Counter[Path] = Counter()  # the number of children of each block until now
        for call in trace.calls:  # a call comes after its parent
            path_of_parent = paths[call.parent]
            if call.code not in code_of_makers:
                paths[call.number] = path_of_parent
            elif path_of_parent is None:
                paths[call.number] = ()
            else:
                number = children_made[path_of_parent]
                children_made[path_of_parent] += 1
                paths[call.number] = (*path_of_parent, number)
        return paths

    def draw(self, axes: Sequence[Axes], step: int, **looks: Any) -> None:
        """Draw the blocks made so far; those being made are white."""
        board_axes, tree_axes = axes
        parts = self._parts(step)
        call = self.current(step)
        path_of_call = self._paths[call.number] if call else None
        parts_board(board_axes, parts, path_of_call, **looks)
        parts_tree(tree_axes, parts, path_of_call, self._final_paths, **looks)

    def _parts(self, step: int) -> dict[Path, Part]:
        """Return (colour, state) of each block as of a step, by its path.

        A block that is being made is OPEN and has no colour yet; a finished one is DONE.
        """
        parts: dict[Path, Part] = {}
        for call in self.trace.calls:
            path = self._paths[call.number]
            if path is not None and call.entered <= step:
                parts[path] = (None, OPEN)
        for call in self.finished(step):
            result = self._results[call.number]
            path = self._paths[call.number]
            if isinstance(result, Block) and path is not None:
                _add_finished(parts, result, path)
        return parts


def _add_finished(parts: dict[Path, Part], block: Block, path: Path) -> None:
    """Add a finished block and everything below it to ``parts``."""
    parts[path] = (None if block.children else colour_number(block.colour), DONE)
    for number, child in enumerate(block.children):
        _add_finished(parts, child, (*path, number))


#: The index of each of the two grids among the arguments that are grids.
COLOURS = 0
VISITED = 1

#: The fills and the texts of the marks -1, 0 and 1.
_FILLS = {-1: (255, 255, 255), 0: (190, 190, 190), 1: (40, 40, 40)}
_TEXTS = {-1: "·", 0: "0", 1: "1"}


class WalkSubject(Subject):
    """A function that goes from cell to cell over a grid, and marks in another where it was."""

    palettes = PALETTES
    widths = (Subject.SQUARE, Subject.SQUARE, 3.2)
    main = 1

    def __init__(self, args: tuple[Any, ...]) -> None:
        self.titles = (say("board, and the open calls"), say("visited"), "")
        self._grids = [arg for arg in args if as_grid(arg) is not None]  # by COLOURS and VISITED
        # The recorded form of each grid, by the grid's identity.
        self._recorded_forms = {
            id(grid): KeptValue(say("{rows} by {columns} grid", rows=len(grid),
                                    columns=len(grid[0]))) for grid in self._grids}
        # Copies of the grids before the run, and at the last step.
        self._before = [np.array(as_grid(grid), dtype=int) for grid in self._grids]
        self._last_copies = self._before
        # Whether -1 means "not visited", 0 "another colour" and 1 "the target colour".
        self._has_agreed_marks = -1 in self._before[VISITED]

    def note(self, value: Any) -> Any:
        """Return the recorded form of an argument or a result."""
        return self._recorded_forms.get(id(value)) or super().note(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> list[NDArray[Any]]:
        """Return copies of the grids as they are now.

        For a grid that has not changed, it's the copy of the last step: that saves memory.
        """
        copies = []
        for last_copy, grid in zip(self._last_copies, self._grids, strict=True):
            copy_now = _numbers(grid, last_copy.shape)
            copies.append(last_copy if np.array_equal(last_copy, copy_now) else copy_now)
        self._last_copies = copies
        return copies

    def grid(self, number: int, step: int) -> NDArray[Any]:
        """Return a grid among the arguments, COLOURS or VISITED, as of a step."""
        grids: list[NDArray[Any]] = self.trace.seen[step - 1] if step else self._before
        return grids[number]

    def label(self, call: Call) -> Sequence[str]:
        """Return texts on the cell of the call, the longest first."""
        place = _cell_of(call)
        if place is None:
            return super().label(call)
        return [say("cell {place}", place=place), str(place)]

    def step_text(self, step: int) -> str:
        """Return a sentence on what is at the cell of a call that is entered; "" in other steps."""
        call = self.current(step)
        place = _cell_of(call)
        if call is None or place is None or call.entered != step:
            return ""
        if min(place) < 0 or max(place) >= len(self._before[COLOURS]):
            return say("Cell {place} is off the board.", place=place)
        if self._has_agreed_marks and self.grid(VISITED, step)[place] != -1:
            return say("Cell {place} has already been visited.", place=place)
        number = colour_number(self.grid(COLOURS, step)[place])
        if number is None:
            return ""
        return say("Cell {place} is {colour}.", place=place, colour=say(Colour(number).word))

    def draw(self, axes: Sequence[Axes], step: int, **looks: Any) -> None:
        """Draw the grid of colours, the grid of marks, and the legend.

        A line through the cells of the open calls is drawn on both grids.
        """
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
        cells_of_calls = list(filter(None, map(_cell_of, self.trace.stack(step))))
        if cells_of_calls:
            open_way(ax, [(column + 0.5, row + 0.5) for row, column in cells_of_calls])
        present_cell = _cell_of(self.current(step))
        if present_cell:
            row, column = present_cell
            for colour, width in (("white", 5), (MARK, 2.6)):  # a frame with a white border
                ax.add_patch(Patch((column, row), 1, 1, fill=False, edgecolor=colour,
                                   linewidth=width, clip_on=False))

    def _legend(self, visited: NDArray[Any]) -> list[str]:
        """Return lines with the meaning of the marks and the number of each; "" is a gap."""
        count = Counter(visited.ravel().tolist())
        if not self._has_agreed_marks:
            four_least = sorted(count)[:4]
            return [*(say("cells with {number}: {count}", number=number, count=count[number])
                      for number in four_least), ""]
        marked_before = int(np.count_nonzero(self._before[VISITED] == 1))
        return [say("·  cells not visited (-1): {count}", count=count[-1]),
                say("0  visited, of another colour: {count}", count=count[0]),
                say("1  visited, of the target colour: {count}", count=count[1]), "",
                say("size so far: {count}", count=count[1] - marked_before)]


def _cell_of(call: Call | None) -> tuple[int, int] | None:
    """Return the first argument of a call that is a cell, a row and a column; None without one."""
    if call is None:
        return None
    for value in call.arguments.values():
        if is_place(value) and all(isinstance(part, (int, np.integer)) for part in value):
            row, column = value
            return int(row), int(column)
    return None


def _numbers(value: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return a grid as a new array; if it no longer has the ``shape``, an array full of OTHER."""
    grid = as_grid(value)
    if grid is None or grid.shape != shape:
        return np.full(shape, OTHER)
    return np.array(grid, dtype=int)


def _write_lines(ax: Axes, lines: Sequence[str]) -> None:
    """Write lines one below the other; an empty one leaves a gap."""
    labels = []
    for number, line in enumerate(lines):
        if line:
            labels.append((0.02, 0.12 + 0.12 * number, line, 9, INK))
    ax.set(xlim=(0, 1), ylim=(1, 0))
    ax.add_artist(Labels(labels, left=True))
