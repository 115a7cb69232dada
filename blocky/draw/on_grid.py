"""The flattened board, and what the two goals count on it."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from numpy.typing import NDArray

from blocky.block import Block
from blocky.colour import Colour
from blocky.draw.board_tree import board
from blocky.draw.counting import blobs, number_sides, outer_sides, outline, side_lines, veil
from blocky.draw.looks import describe, letter_ink, rgb
from blocky.goal import PerimeterGoal
from blocky.kit.draw.picture import DPI, INK, MARK, Picture, new_axes, picture_on
from blocky.kit.draw.values import register_plain
from blocky.kit.language import say, say_count

__all__ = ["blob", "grid", "numbered", "perimeter"]


def grid(cells: Block | NDArray[np.int8], ax: Axes | None = None, *,
         palette: str = "safe", letters: bool = False) -> Picture:
    """Return the picture of a flattened board with its numbers, rows and columns.

    Above 32 rows the numbers would not be legible, and are left out.
    """
    numbers = cells.flatten() if isinstance(cells, Block) else np.asarray(cells)
    side = len(numbers)
    ax = ax or Figure((4, 4), dpi=DPI).add_axes((0.12, 0.01, 0.87, 0.87))
    numbered(numbers, ax, palette=palette, letters=letters)
    every = max(1, side // 16)
    ticks = range(0, side, every)
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
    """Draw any rows and columns of colour numbers; up to 32 a side the numbers are written."""
    rows, columns = numbers.shape
    side = max(rows, columns)
    ax.imshow([[rgb(Colour(int(n)), palette) for n in row] for row in numbers],
              extent=(0, columns, rows, 0), interpolation="nearest")
    if side <= 32:
        ax.hlines(range(rows + 1), 0, columns, colors="white", linewidth=0.8)
        ax.vlines(range(columns + 1), 0, rows, colors="white", linewidth=0.8)
        for (row, column), number in np.ndenumerate(numbers):
            colour = Colour(int(number))
            ax.text(column + 0.5, row + 0.5, colour.letter if letters else str(int(number)),
                    ha="center", va="center", fontsize=max(5, min(14, 110 / side)),
                    color=letter_ink(colour, palette))


def _is_grid(cells: NDArray[Any]) -> bool:
    return (cells.size > 0 and np.issubdtype(cells.dtype, np.integer)
            and cells.min() >= 0 and cells.max() < len(Colour))


def _draw_grid(cells: NDArray[Any], ax: Axes, **looks: Any) -> str:
    numbered(cells, ax, **looks)
    ax.set_axis_off()
    return str(cells.tolist())


register_plain(np.ndarray, _is_grid, _draw_grid)


def perimeter(block: Block, colour: int, ax: Axes | None = None, *, palette: str = "safe",
              letters: bool = False) -> Picture:
    """Return a board with the sides that the perimeter goal counts for ``colour`` marked.

    Up to 32 of them are numbered, clockwise from the upper left corner.
    """
    target = Colour(colour)
    ax = ax or new_axes(3.8, 4.3)
    cells = block.flatten()
    side = len(cells)
    out = 0.05 * side
    board(block, ax, palette=palette, letters=letters, margin=2.6 * out)
    counted = outer_sides(cells, target)
    ax.add_collection(side_lines(counted, out))
    number_sides(ax, counted, 2.15 * out, side)
    score = PerimeterGoal(target).score(block)
    ax.set_title(say("Perimeter of {colour}: {score}", colour=target.word, score=score),
                 fontsize=11, color=INK, y=0.985)
    return picture_on(ax, say_count(
        "{board}; 1 side of a {colour} cell on its outside is marked",
        "{board}; {count} sides of {colour} cells on its outside are marked",
        score, board=describe(block), colour=target.word))


def blob(block: Block, colour: int, ax: Axes | None = None, *, palette: str = "safe",
         letters: bool = False) -> Picture:
    """Return a board with the largest blob of ``colour`` outlined, and the rest made pale."""
    target = Colour(colour)
    ax = ax or new_axes(3.8, 4.1)
    found = blobs(block.flatten(), target)
    inside = found[0].cells if found else np.zeros_like(block.flatten(), dtype=bool)
    side = len(inside)
    board(block, ax, palette=palette, letters=letters, margin=0.06 * side)
    veil(ax, inside)
    ax.add_collection(LineCollection(outline(inside), colors=MARK, linewidths=3, capstyle="round",
                                     zorder=3))
    ax.set_aspect("equal")
    score = int(inside.sum())
    ax.set_title(say("Largest blob of {colour}: {score}", colour=target.word, score=score),
                 fontsize=11, color=INK, y=0.97)
    return picture_on(ax, say_count(
        "{board}; its largest blob of {colour}, 1 cell, is outlined",
        "{board}; its largest blob of {colour}, {count} cells, is outlined",
        score, board=describe(block), colour=target.word))
