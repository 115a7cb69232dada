"""Marks on boards: what counts, the last move, a move on its way, and what a move changes.

An overlay is called with the picture of a whole board, and changes its pixels; the other functions
draw on axes.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import cos, pi, sin

import numpy as np
import PIL.Image
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import FancyArrowPatch, Rectangle
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.draw.looks import square
from blocky.draw.on_grid import outline
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit.draw.picture import INK, MARK, clear, extent
from blocky.kit.language import say, say_count
from blocky.move import Action, Move

__all__ = ["Overlay", "counted", "cross_out", "frame_block", "mark_block", "quadrants",
           "show_on_the_way"]

Image = NDArray[np.uint8]
Overlay = Callable[[Image], None]

#: On a deeper board a cell is too small for a mark in it.
DEEPEST = 7

#: The least width of a cell that has room for a cross, in pixels.
LEAST_CROSSED = 7

WHITE = (255, 255, 255, 255)
BLACK = (0, 0, 0, 255)

#: What is seen behind a block while it is rotated.
GAP = (225, 225, 225, 255)


def counted(goal: Goal, board: Block) -> Overlay | None:
    """Return an overlay of light and dark dashes on the cells that ``goal`` counts.

    None: the goal isn't one of the kit's, or the board is too deep to show it.
    """
    if type(goal) not in (BlobGoal, PerimeterGoal) or board.max_depth > DEEPEST:
        return None
    grid = board.flatten()
    if isinstance(goal, BlobGoal):
        labels = goal.label(grid)
        sizes = np.bincount(labels.ravel())
        sizes[0] = 0  # label 0 is on the cells of other colours
        largest_blob = (labels == sizes.argmax()) & (labels > 0)
        return partial(_dash, largest_blob, only_at_edge=False)
    return partial(_dash, grid == goal.colour, only_at_edge=True)


def _dash(cells: NDArray[np.bool_], image: Image, *, only_at_edge: bool) -> None:
    """Draw a dashed line along the inner border of ``cells``, a mask of the board's grid.

    With ``only_at_edge``, draw only its parts along the edge of the board.
    """
    side = len(image)
    # for each row or column of pixels, the row or column of cells that it is in
    cell_of_pixel = np.arange(side) * len(cells) // side
    # for each pixel whether it's on the line: at first, all pixels of the cells
    dashed = cells.take(cell_of_pixel, axis=0).take(cell_of_pixel, axis=1)
    wanted_width = round(side / (75 if only_at_edge else 110))
    half_a_cell = side // len(cells) // 2
    width = max(1, min(wanted_width, half_a_cell))
    middle = slice(width, side - width)
    if only_at_edge:
        dashed[middle, middle] = False
    else:  # take away the pixels that are further inside the cells than the width of the line
        above = dashed[:-2 * width, middle]
        below = dashed[2 * width:, middle]
        left = dashed[middle, :-2 * width]
        right = dashed[middle, 2 * width:]
        dashed[middle, middle] &= ~(above & below & left & right)
    on_line = np.flatnonzero(dashed)  # the numbers of the pixels, row by row
    rows, columns = np.divmod(on_line, side)
    length_of_dash = max(3, side // 75)
    is_light = (rows + columns) // length_of_dash % 2 == 0
    pixels = image.reshape(-1, 4)
    pixels[on_line[is_light]] = WHITE
    pixels[on_line[~is_light]] = BLACK


def _pixels_of(image: Image, path: Path) -> Image:
    """Return the part of a board's picture that shows the block at ``path``."""
    x, y, size = square(path, len(image))
    return image[round(y):round(y + size), round(x):round(x + size)]


def mark_block(path: Path) -> Overlay:
    """Return an overlay that marks the corners of the block at ``path``."""
    def mark(image: Image) -> None:
        """Draw a black angle with a white border at each corner of the block."""
        block = _pixels_of(image, path)
        inset = min(9, len(block) // 8)  # between the edge of the block and the angles
        inside = block[inset:len(block) - inset, inset:len(block) - inset]
        length = min(16, len(inside) // 3)
        width = min(4, len(inside) // 5)
        width_of_black = width - width // 2
        # in each of these views of the same pixels, another corner is the upper left one
        # the angle consists of a horizontal and a vertical line
        for view in (inside, inside[::-1], inside[:, ::-1], inside[::-1, ::-1]):
            view[:width, :length] = view[:length, :width] = WHITE
            view[:width_of_black, :length - 1] = view[:length - 1, :width_of_black] = BLACK
    return mark


def show_on_the_way(move: Move, share: float) -> Overlay:
    """Return an overlay that shows a block while it moves: it turns, slides, or fades in.

    It's drawn over the board after the move. ``share`` is how much of the movement is shown as
    done, from 0 to 1.
    """
    def show(image: Image) -> None:
        """Change the pixels of the block in the picture of the board."""
        block = _pixels_of(image, move.path)
        half = len(block) // 2
        still_to_go = 1 - share  # the image has the block at the end of its way
        match move.action:
            case Action.ROTATE_CLOCKWISE:
                block[:] = _rotated(block, still_to_go * pi / 2)
            case Action.ROTATE_COUNTER_CLOCKWISE:
                block[:] = _rotated(block, -still_to_go * pi / 2)
            case Action.SWAP_HORIZONTALLY:
                block[:] = np.roll(block, round(still_to_go * half), axis=1)
            case Action.SWAP_VERTICALLY:
                block[:] = np.roll(block, round(still_to_go * half), axis=0)
            case Action.SMASH | Action.PAINT | Action.COMBINE:
                block[:] = np.round(255 - share * (255.0 - block))  # from white to its colours
    return show


def _rotated(block: Image, angle: float) -> Image:
    """Return a block rotated counter-clockwise by ``angle``, small enough to fit in its place."""
    cosine = cos(angle)
    sine = sin(angle)
    shrink = abs(cosine) + abs(sine)  # the side of a square around a rotated square of side 1
    rotation = shrink * np.array([[cosine, -sine], [sine, cosine]])
    middle = np.full(2, len(block) / 2)
    # for each (x, y) of the result, the place in ``block`` that its colour is taken from
    around_middle = np.column_stack([rotation, middle - rotation @ middle])
    picture = PIL.Image.fromarray(block)
    rotated = picture.transform(picture.size, PIL.Image.Transform.AFFINE,
                                tuple(around_middle.ravel()), fillcolor=GAP)
    return np.asarray(rotated)


# -- marks on axes ------------------------------------------------------------------------------

def frame_block(ax: Axes, path: Path, side: float) -> None:
    """Frame the block at ``path`` of a board of ``side`` units."""
    x, y, size = square(path, side)
    for colour, width in (("white", 4.4), (MARK, 2.4)):
        ax.add_artist(Rectangle((x, y), size, size, fill=False, edgecolor=colour, linewidth=width,
                                zorder=2.5, clip_on=False))


def cross_out(ax: Axes, cells: NDArray[np.bool_]) -> None:
    """Cross out ``cells`` of a grid; cells too small for a cross are outlined together."""
    width_of_board, _ = extent(ax)
    width_of_cell = width_of_board / len(cells)
    if width_of_cell < LEAST_CROSSED:
        lines = outline(cells)
    else:
        lines = []
        for y, x in np.argwhere(cells).tolist():
            lines.append([(x + 0.15, y + 0.15), (x + 0.85, y + 0.85)])
            lines.append([(x + 0.15, y + 0.85), (x + 0.85, y + 0.15)])
    for colour, width in (("white", 3), ("black", 1.3)):
        ax.add_collection(LineCollection(lines, colors=colour, linewidths=width, zorder=6),
                          autolim=False)


#: The directions of the quadrants from the middle of a block, in x and y, by the child's number.
_SIGNS = ((1, -1), (-1, -1), (-1, 1), (1, 1))


def quadrants(ax: Axes, numbers: Sequence[int | None],
              arrows: Iterable[tuple[int, int]] = ()) -> None:
    """Draw the four quadrants of a block with ``numbers`` in them, in place of what ``ax`` shows.

    None is written as "new". If there aren't four ``numbers``, a text says how many children there
    are. ``arrows`` are pairs of quadrants: an arrow leads from the first to the second.
    """
    clear(ax)
    side = ax.get_xlim()[1]
    half = side / 2

    def place_in(quadrant: int, outwards: float) -> tuple[float, float]:
        """Return the middle of a quadrant, moved outwards by a share of the side."""
        x, y = _SIGNS[quadrant]
        return side * (0.5 + x * (0.25 + outwards)), side * (0.5 + y * (0.25 + outwards))

    ax.add_artist(Rectangle((0, 0), side, side, facecolor="white", edgecolor=INK, linewidth=1.4,
                            clip_on=False))
    if len(numbers) != 4:
        text = say("a leaf")
        if numbers:
            text = say_count("1 child", "{count} children", len(numbers))
        ax.text(half, half, text, ha="center", va="center", fontsize=9, color=INK)
        return
    ax.add_collection(LineCollection([[(half, 0), (half, side)], [(0, half), (side, half)]],
                                     colors=INK, linewidths=1), autolim=False)
    for quadrant, number in enumerate(numbers):
        ax.text(*place_in(quadrant, outwards=0.09), say("new") if number is None else str(number),
                ha="center", va="center", fontsize=9 if number is None else 13, color=INK)
    for old, new in arrows:
        if old != new:
            ax.add_artist(FancyArrowPatch(
                place_in(old, outwards=-0.075), place_in(new, outwards=-0.075),
                arrowstyle="-|>", mutation_scale=11, shrinkA=5, shrinkB=0,
                connectionstyle="arc3,rad=0.2", color=MARK, linewidth=1.8, zorder=5))
