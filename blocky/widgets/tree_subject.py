"""The view of a stepper on a function of a block: board, tree, and a picture of the results."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle as Patch

from blocky.block import MAX_SIZE, Block, Path
from blocky.colour import FRAME, Colour
from blocky.draw.looks import PALETTES, SIDE, pixels, square
from blocky.draw.on_grid import numbered
from blocky.draw.steps import (
    DONE,
    OPEN,
    WAITING,
    Part,
    draw_rectangles,
    parts_board,
    parts_tree,
)
from blocky.kit.calls import Call, Trace
from blocky.kit.draw.picture import INK
from blocky.kit.language import say, say_count
from blocky.kit.widgets.subjects import KeptValue, Subject
from blocky.widgets.tree_record import BlockSeen, BlockShown, TreeRecord, colour_number

__all__ = ["TreeSubject", "edged", "is_place"]

WRONG = "#b00020"

#: The greatest number of levels of a tree for which grids are drawn.
MOST_GRID_LEVELS = 8

#: What leaves are filled and framed with that were not reached yet.
PALE_FILL = (235, 235, 235)
PALE_FRAME = (200, 200, 200)


class TreeSubject(Subject):
    """A function of a block: board and tree, and beside them a picture of the results."""

    palettes = PALETTES

    def __init__(self, args: tuple[Any, ...]) -> None:
        self._top: Block = next(arg for arg in args if isinstance(arg, Block))
        self._place = next((tuple(arg) for arg in args if is_place(arg)), None)
        self._record = TreeRecord(self._top)

    def note(self, value: Any) -> Any:
        """Return the recorded form of an argument or a result: see ``kept``.

        Blocks have their paths, also in a list or a tuple. Rectangles are kept to be drawn.
        """
        if isinstance(value, Block):
            return BlockShown(value, self._record.paths.get(id(value)))
        holds_blocks = type(value) in (list, tuple) and any(
            isinstance(part, Block) for part in value)
        if holds_blocks:
            return type(value)(map(self.note, value))
        if _are_rectangles(value):
            text = say_count("1 rectangle", "{count} rectangles", len(value))
            return KeptValue(text, str(len(value)), list(value))
        return super().note(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> int:
        """Record the changes of this step; return the number of changes so far."""
        return self._record.watch(entered, arguments)

    def nodes(self, step: int) -> dict[Path, BlockSeen]:
        """Return the blocks of the tree by their paths, parents first, as of a step."""
        return self._record.nodes(self.trace.seen[step - 1] if step else self._record.beginning)

    def begin(self, trace: Trace) -> None:
        """Take the record of a run, and decide what is shown beside board and tree."""
        super().begin(trace)
        results = [call.result for call in trace.calls]
        drawn_values = [result.value for result in results if isinstance(result, KeptValue)]
        paths_at_the_end = self.nodes(len(trace.steps))
        # The levels below the top; the tree may have become deeper than max_depth.
        self._levels = max(self._top.max_depth - self._top.level, *map(len, paths_at_the_end), 0)
        finds_a_block = any(isinstance(result, BlockShown) for result in results)
        self._marks_place = self._place is not None and finds_a_block
        blocks = map(_block_of, trace.calls)
        # For each call, the identity of the block that it is about; None without one.
        self._identities = [block.identity if block else None for block in blocks]
        self.widths = (self.SQUARE, 5.7)
        self.titles = (say("board"), say("tree"))
        self._draw_third, title = self._third_picture(drawn_values)
        if self._draw_third:
            self.widths = (self.SQUARE, 3.2, self.SQUARE)
            self.titles = (*self.titles, title)
            self.main = 2

    def _third_picture(self, values: list[Any]) -> tuple[Callable[..., None] | None, str]:
        """Return the method that draws the third picture, and its title; (None, "") for none.

        ``values`` are those that calls returned and that can be drawn, such as grids and lists of
        rectangles.
        """
        returns_grids = any(isinstance(value, np.ndarray) for value in values)
        returns_rectangles = any(isinstance(value, list) for value in values)
        if returns_grids and self._levels <= MOST_GRID_LEVELS:
            return self._draw_grid, say("grid so far")
        if returns_rectangles:
            return self._draw_rectangles, say("rectangles so far")
        if self._only_places_change():
            return self._draw_places, say("drawn from positions and sizes")
        return None, ""

    def _only_places_change(self) -> bool:
        """Whether positions or sizes change in the run, and colours and children do not."""
        first_seen: dict[int, BlockSeen] = {}
        something_changes = False
        for node in self._record.changes:
            first = first_seen.setdefault(node.identity, node)
            if (first.colour, first.children) != (node.colour, node.children):
                return False
            if first != node:
                something_changes = True
        return something_changes

    def label(self, call: Call) -> Sequence[str]:
        """Return texts on the path of the call's block, the longest first.

        The last one is only the child number of the block.
        """
        block = _block_of(call)
        if block is None or block.path is None:
            return super().label(call)
        return [block.text, block.short, *map(str, block.path[-1:])]

    def step_text(self, step: int) -> str:
        """Return a sentence on the block's position and size; "" unless only these change."""
        only_places_change = self._draw_third == self._draw_places
        path = self._path_at(step)
        node = None if path is None else self.nodes(step).get(path)
        if not only_places_change or node is None:
            return ""
        return say("Its position is {position}, its size {size}.", position=node.position,
                   size=node.size)

    def draw(self, axes: Sequence[Axes], step: int, **looks: Any) -> None:
        """Draw board and tree, and the third picture; blocks not reached yet are pale."""
        board_axes, tree_axes, *other_axes = axes
        parts = self._parts(step)
        present_path = self._path_at(step)
        parts_board(board_axes, parts, present_path, **looks)
        parts_tree(tree_axes, parts, present_path, parts, **looks)
        if self._marks_place:
            self._draw_cross(board_axes)
        if self._draw_third:
            [third_axes] = other_axes
            self._draw_third(third_axes, step, parts, **looks)

    def _parts(self, step: int) -> dict[Path, Part]:
        """Return (colour, state) of each block as of a step, by its path.

        A block is WAITING until a call about it is entered. Then it's OPEN or DONE, like the last
        call about it.
        """
        states: dict[int | None, str] = {}  # by the identities of blocks
        for entered, number_of_call in self.trace.steps[:step]:
            states[self._identities[number_of_call]] = OPEN if entered else DONE
        parts: dict[Path, Part] = {}
        for path, node in self.nodes(step).items():
            colour = None if node.children else colour_number(node.colour)
            parts[path] = (colour, states.get(node.identity, WAITING))
        return parts

    def _path_at(self, step: int) -> Path | None:
        """Return the path of the block that a step is about; None if that isn't in the tree.

        It's the block among the arguments of the call. When the call returns a block, it's the
        returned one.
        """
        call = self.current(step)
        if call is None:
            return None
        returns_a_block = call.left == step and isinstance(call.result, BlockShown)
        block = call.result if returns_a_block else _block_of(call)
        if block is None:
            return None
        nodes = self.nodes(step)
        is_still_there = block.path in nodes and nodes[block.path].identity == block.identity
        if is_still_there:
            return block.path
        for path, node in nodes.items():  # it has been moved
            if node.identity == block.identity:
                return path
        return None

    def _draw_cross(self, ax: Axes) -> None:
        """Draw a cross at the place among the arguments; on the edge if it's off the board."""
        top = self.nodes(0).get(())
        if top is None or not _has_a_place(top) or self._place is None:
            return
        low, high = ax.get_xlim()
        scale: float = SIDE / top.size

        def on_axes(coordinate: float, corner: float) -> float:
            """Return where a coordinate in pixels is on the axes; ``corner`` is the board's."""
            return min(max((coordinate - corner) * scale, low), high)

        x, y = map(on_axes, self._place, top.position)
        for colour, side, width in (("white", 11, 4), ("black", 10, 2)):
            ax.plot([x], [y], "x", color=colour, markersize=side, markeredgewidth=width,
                    clip_on=False)

    def _draw_grid(self, ax: Axes, step: int, parts: Mapping[Path, Part], **looks: Any) -> None:
        """Draw the grids returned so far where their blocks are; hatch those of a wrong size."""
        side = 2**self._levels
        numbers = np.full((side, side), -1)  # -1: nothing yet
        edged(ax, side)
        for call in self.finished(step):
            block = _block_of(call)
            grid = _value_of(call)
            if block is None or block.path is None:
                continue
            x, y, width = map(int, square(block.path, side))
            if not isinstance(grid, np.ndarray):
                _hatch(ax, x, y, width, say("no grid"))
            elif grid.shape == (width, width):
                numbers[y:y + width, x:x + width] = grid
            else:
                _hatch(ax, x, y, width,
                       say("{rows} by {columns}", rows=len(grid), columns=len(grid[0])))
        numbered(numbers, ax, **looks)

    def _draw_rectangles(self, ax: Axes, step: int, parts: Mapping[Path, Part], **looks: Any
                         ) -> None:
        """Draw the rectangles returned so far."""
        top = self.nodes(step).get(())
        # without a valid size, there's still a picture: of a board that is 1 pixel wide
        size = top.size if top and isinstance(top.size, int) and top.size > 0 else 1
        rectangles: list[Any] = []
        for result in map(_value_of, self.finished(step)):
            if isinstance(result, list):
                rectangles += result
        _draw_valid_rectangles(ax, size, rectangles, **looks)

    def _draw_places(self, ax: Axes, step: int, parts: Mapping[Path, Part], **looks: Any) -> None:
        """Draw each leaf where its position and size say; the finished ones are on top."""
        nodes = self.nodes(step)
        # The picture has room for all blocks where they are at the end.
        nodes_at_the_end = self.nodes(len(self.trace.steps)).values()
        extent = max((max(node.position) + node.size for node in nodes_at_the_end
                      if _has_a_place(node)), default=1)
        rectangles: list[Any] = []
        for state in (WAITING, OPEN, DONE):  # those drawn last are on top
            for path, (colour, state_of_part) in parts.items():
                node = nodes[path]
                # a part without a colour is divided
                if state_of_part != state or colour is None or not _has_a_place(node):
                    continue
                fill: Any = PALE_FILL if state == WAITING else Colour(colour)
                frame: Any = PALE_FRAME if state == WAITING else FRAME
                corner = node.position
                size = (node.size, node.size)
                rectangles.append((fill, corner, size, 0))
                rectangles.append((frame, corner, size, 3))
        _draw_valid_rectangles(ax, extent, rectangles, **looks)


def _hatch(ax: Axes, x: int, y: int, width: int, what: str) -> None:
    """Draw a hatched square in place of a wrong grid, and write ``what`` is wrong in it."""
    ax.add_patch(Patch((x, y), max(width, 1), max(width, 1), facecolor="white",
                       edgecolor=WRONG, hatch="//", linewidth=1.5))
    ax.text(x + width / 2, y + width / 2, f"✗ {what}", fontsize=8, color=WRONG,
            ha="center", va="center", bbox={"facecolor": "white", "linewidth": 0, "pad": 1})


def _draw_valid_rectangles(ax: Axes, size: int, rectangles: list[Any], *, palette: str,
                           letters: bool) -> None:
    """Draw the rectangles of a board of ``size`` pixels, except those that can't be drawn."""
    drawable = []
    for rectangle in rectangles:
        with suppress(Exception):  # a student's rectangle may contain anything
            pixels([rectangle], size, 1, palette)  # raises what drawing it would raise
            drawable.append(rectangle)
    draw_rectangles(ax, drawable, size, palette=palette, letters=letters)
    edged(ax, size)


def is_place(value: Any) -> bool:
    """Whether a value is a pair of numbers, such as (row, column) or (x, y)."""
    return isinstance(value, (tuple, list)) and len(value) == 2 and all(
        isinstance(part, (int, float, np.number)) for part in value)


def edged(ax: Axes, side: float) -> None:
    """Draw the edge of a board of ``side`` units."""
    ax.add_patch(Patch((0, 0), side, side, fill=False, edgecolor=INK, linewidth=1))


def _block_of(call: Call) -> BlockShown | None:
    """Return the record of the first block among the arguments of a call; None without one."""
    return next((value for value in call.arguments.values() if isinstance(value, BlockShown)), None)


def _value_of(call: Call) -> Any:
    """Return the grid or the rectangles that a call returned, as they were then."""
    return call.result.value if isinstance(call.result, KeptValue) else None


def _are_rectangles(value: Any) -> bool:
    """Whether a value is a list of rectangles (colour, corner, (width, height), thickness)."""
    return isinstance(value, list) and bool(value) and all(map(_is_rectangle, value))


def _is_rectangle(value: Any) -> bool:
    """Whether a value is a rectangle (colour, corner, (width, height), thickness)."""
    if not isinstance(value, tuple) or len(value) != 4:
        return False
    _, corner, size, thickness = value
    return isinstance(thickness, int) and _is_pair(corner) and _is_pair(size)


def _is_pair(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2


def _has_a_place(node: BlockSeen) -> bool:
    """Whether a block has a position and a size to be drawn at."""
    if not isinstance(node.position, tuple) or len(node.position) != 2:
        return False
    x_y_and_size = (*node.position, node.size)
    are_possible = all(isinstance(number, (int, float)) and 0 <= number <= MAX_SIZE
                       for number in x_y_and_size)
    return are_possible and node.size > 0
