"""The flattened board, and what the two goals count on it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from blocky.block import Block, expect_block
from blocky.colour import Colour
from blocky.draw.board_tree import board
from blocky.draw.looks import describe, palette_of
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.calls import short
from blocky.kit.draw.cells import cells
from blocky.kit.draw.picture import DPI, INK, MARK, Picture, new_axes, picture_on
from blocky.kit.draw.settings import KitFigure, own_settings
from blocky.kit.draw.values import draw_value, read_plain
from blocky.kit.language import say, say_count

__all__ = ["MOST_BLOBS", "Blob", "Grid", "Side", "blob", "blobs", "draw_blobs", "draw_sides",
           "grid", "number_sides", "numbered", "outer_sides", "outline", "perimeter", "side_lines",
           "veil"]


@own_settings
def grid(cells: Block | NDArray[np.int8], ax: Axes | None = None, *,
         palette: str = "safe", letters: bool = False) -> Picture:
    """Return the picture of a flattened board with the numbers of its rows and columns.

    The colour numbers are written in the cells if there are at most 32 rows.
    """
    numbers = cells.flatten() if isinstance(cells, Block) else np.asarray(cells)
    if numbers.ndim != 2 or not numbers.size:
        raise ValueError(say("A grid must have rows and columns such as [[0, 1], [2, 3]]. You "
                             "passed {value}.", value=short(cells, 150)))
    side = len(numbers)
    ax = ax or KitFigure((4, 4), dpi=DPI).add_axes((0.12, 0.01, 0.87, 0.87))
    numbered(numbers, ax, palette=palette, letters=letters)
    ticks = range(0, side, max(1, side // 16))
    for set_ticks in (ax.set_xticks, ax.set_yticks):
        set_ticks([tick + 0.5 for tick in ticks], list(map(str, ticks)), fontsize=8)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set_xlabel(say("column"))
    ax.set_ylabel(say("row"))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    rows = " / ".join(" ".join(map(str, row)) for row in numbers.tolist())
    alt = say_count("A grid of 1 row and 1 column", "A grid of {count} rows and {count} columns",
                    side)
    return picture_on(ax, say("{grid}: {rows}", grid=alt, rows=rows) if side <= 8 else alt)


def numbered(numbers: NDArray[np.int8], ax: Axes, *, palette: str = "safe",
             letters: bool = False) -> None:
    """Draw a grid of colour numbers; each is written in its cell if there are at most 32 rows.

    With ``letters`` the letters of the colours are written instead. Other numbers are white.
    """
    fills = {int(colour): palette_of(palette)[colour] for colour in Colour}
    texts = {int(colour): colour.letter if letters else str(int(colour)) for colour in Colour}
    cells(ax, numbers, fills, texts)


class Grid(NamedTuple):
    """Rows and columns of colour numbers, which were plain data."""

    cells: NDArray[Any]


def _read_grid(plain: Any) -> Grid | None:
    """Return an array of colour numbers as a Grid; None for a dict, or for other numbers."""
    if isinstance(plain, dict) or not plain.size:
        return None
    has_integers = np.issubdtype(plain.dtype, np.integer)
    if not has_integers or plain.min() < 0 or plain.max() >= len(Colour):
        return None
    return Grid(plain)


read_plain("blocky", _read_grid)


@draw_value.register
def _(value: Grid, ax: Axes, **looks: Any) -> str:
    numbered(value.cells, ax, **looks)
    ax.set_axis_off()
    return str(value.cells.tolist())


@own_settings
def perimeter(block: Block, colour: int, ax: Axes | None = None, *, palette: str = "safe",
              letters: bool = False) -> Picture:
    """Return a board with the sides marked that the perimeter goal counts for ``colour``.

    Up to 32 of them are numbered, clockwise from the upper left corner.
    """
    target = Colour(colour)
    cells = expect_block(block).flatten()
    ax = ax or new_axes(3.8, 3.8, head=0.3)
    side = len(cells)
    distance = 0.05 * side  # of the lines from the board; the numbers are further out
    board(block, ax, palette=palette, letters=letters, margin=2.6 * distance)
    counted = outer_sides(cells, target)
    ax.add_collection(side_lines(counted, distance))
    number_sides(ax, counted, 2.15 * distance, side)
    score = PerimeterGoal(target).score(block)
    ax.set_title(say("Perimeter of {colour}: {score}", colour=target.word, score=score),
                 fontsize=11, color=INK, y=1)
    return picture_on(ax, say_count(
        "{board}; 1 side of a {colour} cell on its outside is marked",
        "{board}; {count} sides of {colour} cells on its outside are marked",
        score, board=describe(block), colour=target.word))


@own_settings
def blob(block: Block, colour: int, ax: Axes | None = None, *, palette: str = "safe",
         letters: bool = False) -> Picture:
    """Return a board with the largest blob of ``colour`` outlined, and the rest made pale."""
    target = Colour(colour)
    cells = expect_block(block).flatten()
    ax = ax or new_axes(3.8, 4.1)
    all_blobs = blobs(cells, target)
    largest = all_blobs[0].cells if all_blobs else np.zeros_like(cells, dtype=bool)
    board(block, ax, palette=palette, letters=letters, margin=0.06 * len(cells))
    veil(ax, largest)
    ax.add_collection(LineCollection(outline(largest), colors=MARK, linewidths=3, capstyle="round",
                                     zorder=3))
    ax.set_aspect("equal")
    score = int(largest.sum())
    ax.set_title(say("Largest blob of {colour}: {score}", colour=target.word, score=score),
                 fontsize=11, color=INK, y=0.97)
    return picture_on(ax, say_count(
        "{board}; its largest blob of {colour}, 1 cell, is outlined",
        "{board}; its largest blob of {colour}, {count} cells, is outlined",
        score, board=describe(block), colour=target.word))


# -- the sides and blobs that the goals count ----------------------------------------------------

#: The most blobs that are numbered in a picture.
MOST_BLOBS = 12

#: The most sides that are numbered in a picture.
MOST_SIDES = 32

#: The most cells across a board whose sides are numbered.
WIDEST_NUMBERED = 16

#: The looks of a number, and of the box around the number of a blob.
STYLE: dict[str, Any] = {"fontsize": 8, "color": INK, "ha": "center", "va": "center"}
BOX = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": INK, "linewidth": 0.6}


class Side(NamedTuple):
    """A side of a cell on the outside of a grid: "top", "right", "bottom" or "left"."""

    row: int
    column: int
    name: str

    def ends(self, out: float = 0) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return both ends of this side as (x, y), clockwise, ``out`` cells outside the grid."""
        x, y = self.column, self.row
        return {"top": ((x, y - out), (x + 1, y - out)),
                "right": ((x + 1 + out, y), (x + 1 + out, y + 1)),
                "bottom": ((x + 1, y + 1 + out), (x, y + 1 + out)),
                "left": ((x - out, y + 1), (x - out, y))}[self.name]


def outer_sides(grid: NDArray[np.int8], colour: int) -> list[Side]:
    """Return the outer sides of the cells of ``colour``, clockwise from the upper left corner.

    >>> [tuple(side) for side in outer_sides(np.array([[1, 0], [0, 0]]), 1)]
    [(0, 0, 'top'), (0, 0, 'left')]
    """
    last = len(grid) - 1
    forwards = range(len(grid))
    backwards = range(last, -1, -1)
    sides = [*(Side(0, column, "top") for column in forwards),
             *(Side(row, last, "right") for row in forwards),
             *(Side(last, column, "bottom") for column in backwards),
             *(Side(row, 0, "left") for row in backwards)]
    return [side for side in sides if grid[side.row, side.column] == colour]


def side_lines(sides: Iterable[Side], out: float, **style: Any) -> LineCollection:
    """Return the lines of ``sides``, ``out`` cells outside the grid, with gaps between them."""
    gap = 0.06  # at each end of a side, as a share of its length
    lines = []
    for side in sides:
        (x0, y0), (x1, y1) = side.ends(out)
        gap_x = gap * (x1 - x0)
        gap_y = gap * (y1 - y0)
        lines.append([(x0 + gap_x, y0 + gap_y), (x1 - gap_x, y1 - gap_y)])
    return LineCollection(lines, **{"colors": MARK, "linewidths": 4, "capstyle": "butt", **style})


class Blob(NamedTuple):
    """A blob of a grid: ``cells[row, column]`` is True for the cells that belong to it."""

    cells: NDArray[np.bool_]
    size: int


def blobs(grid: NDArray[np.int8], colour: int) -> list[Blob]:
    """Return the blobs of ``colour``, the largest first; equal ones in the order of the rows.

    >>> [blob.size for blob in blobs(np.array([[1, 0], [1, 1]]), 1)]
    [3]
    """
    labels = BlobGoal(colour).label(grid)
    sizes = np.bincount(labels.ravel())
    numbers = sorted(range(1, len(sizes)), key=lambda number: -sizes[number])
    return [Blob(labels == number, int(sizes[number])) for number in numbers]


def outline(cells: NDArray[np.bool_]) -> list[Any]:
    """Return the border of ``cells``, a mask of a grid, as lines [(x, y), (x, y)] one cell long."""
    padded = np.pad(cells, 1)
    differs_from_above = padded[1:, 1:-1] != padded[:-1, 1:-1]
    differs_from_left = padded[1:-1, 1:] != padded[1:-1, :-1]
    horizontal = [[(x, y), (x + 1, y)] for y, x in np.argwhere(differs_from_above).tolist()]
    vertical = [[(x, y), (x, y + 1)] for y, x in np.argwhere(differs_from_left).tolist()]
    return horizontal + vertical


def veil(ax: Axes, cells: NDArray[np.bool_]) -> None:
    """Make all cells of a grid pale except those in ``cells``, a mask of the grid."""
    side = len(cells)
    white = np.ones((side, side, 4))
    white[..., 3] = np.where(cells, 0, 0.72)  # its opacity
    ax.imshow(white, extent=(0, side, side, 0), interpolation="nearest", zorder=2, aspect="auto")


def draw_sides(ax: Axes, sides: Sequence[Side], step: int, side: int) -> None:
    """Highlight the first ``step`` of the ``sides`` of a board that is ``side`` cells wide.

    The last highlighted one stands out, unless all are highlighted. The other sides are dotted.
    """
    distance = 0.03 * side  # of the lines from the board
    highlighted = sides[:step]
    lines = [side_lines(highlighted, distance, snap=False),
             side_lines(sides[step:], distance, colors=INK, linewidths=1, linestyles=":")]
    index_of_last = None
    if step < len(sides):
        index_of_last = step - 1
        lines.append(side_lines(highlighted[-1:], distance, colors="black", linewidths=8,
                                zorder=1.5))
    for collection in lines:
        ax.add_collection(collection, autolim=False)
    number_sides(ax, highlighted, 0.08 * side, side, index_of_last)


def number_sides(ax: Axes, sides: Sequence[Side], out: float, width: int,
                 bold: int | None = None) -> None:
    """Write the numbers 1, 2, ... at sides, ``out`` cells outside a grid ``width`` cells wide.

    ``bold`` is the index of a side whose number is bold. Nothing is written if there are too many.
    """
    if len(sides) > MOST_SIDES or width > WIDEST_NUMBERED:
        return
    for index, side in enumerate(sides):
        x, y = np.mean(side.ends(out), axis=0)
        ax.text(x, y, str(index + 1), fontweight="bold" if index == bold else "normal", **STYLE)


def draw_blobs(ax: Axes, blobs: Sequence[Blob], highlighted: int) -> None:
    """Outline blobs, which are given the largest first, and write their numbers 1, 2, ... in them.

    ``highlighted`` is the number of a blob beside which all cells are made pale; 0 for none.
    """
    if highlighted:
        veil(ax, blobs[highlighted - 1].cells)
    largest = blobs[:1]
    others = blobs[1:]
    _outline_blobs(ax, others, width=1.4)
    _outline_blobs(ax, largest, width=4.2)
    for number, blob in enumerate(blobs[:MOST_BLOBS], start=1):
        row, column = np.argwhere(blob.cells)[0]  # its first cell
        text = f"★ {number}" if number == 1 else str(number)
        weight = "bold" if number == highlighted else "normal"
        ax.text(column + 0.5, row + 0.5, text, bbox=BOX, zorder=6, fontweight=weight, **STYLE)


def _outline_blobs(ax: Axes, blobs: Sequence[Blob], width: float) -> None:
    """Outline blobs with dark lines of a width in points, over wider white ones for contrast."""
    lines: list[Any] = []
    for blob in blobs:
        lines += outline(blob.cells)
    for colour, line_width in (("white", width + 2), (INK, width)):
        ax.add_collection(LineCollection(lines, colors=colour, linewidths=line_width,
                                         capstyle="round", zorder=3), autolim=False)
