"""What the goals count: the sides of cells on the outside of a grid, and its blobs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from blocky.goal import BlobGoal
from blocky.kit.draw.picture import INK, MARK

__all__ = ["MOST_BLOBS", "Blob", "Side", "blobs", "draw_blobs", "draw_sides", "number_sides",
           "outer_sides", "outline", "side_lines", "veil"]

#: So many blobs are numbered in a picture, and so many sides.
MOST_BLOBS, MOST_SIDES = 12, 32

STYLE: dict[str, Any] = {"fontsize": 8, "color": INK, "ha": "center", "va": "center"}
BOX = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": INK, "linewidth": 0.6}


class Side(NamedTuple):
    """A side of a cell on the outside of a grid: "top", "right", "bottom" or "left"."""

    row: int
    column: int
    name: str

    def ends(self, out: float = 0) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return where this side begins and ends, as (x, y), ``out`` cells outside the grid.

        All sides follow each other clockwise.
        """
        x, y = self.column, self.row
        return {"top": ((x, y - out), (x + 1, y - out)),
                "right": ((x + 1 + out, y), (x + 1 + out, y + 1)),
                "bottom": ((x + 1, y + 1 + out), (x, y + 1 + out)),
                "left": ((x - out, y + 1), (x - out, y))}[self.name]

    def middle(self, out: float = 0) -> tuple[float, float]:
        """Return the middle of this side as (x, y), ``out`` cells outside the grid."""
        (x0, y0), (x1, y1) = self.ends(out)
        return (x0 + x1) / 2, (y0 + y1) / 2


def outer_sides(grid: NDArray[np.int8], colour: int) -> list[Side]:
    """Return the sides of ``colour`` on the outside, clockwise from the upper left corner.

    >>> [tuple(side) for side in outer_sides(np.array([[1, 0], [0, 0]]), 1)]
    [(0, 0, 'top'), (0, 0, 'left')]
    """
    last = len(grid) - 1
    along = range(last + 1)
    every = [*(Side(0, i, "top") for i in along), *(Side(i, last, "right") for i in along),
             *(Side(last, i, "bottom") for i in reversed(along)),
             *(Side(i, 0, "left") for i in reversed(along))]
    return [side for side in every if grid[side.row, side.column] == colour]


def side_lines(sides: Iterable[Side], out: float, **style: Any) -> LineCollection:
    """Return the lines of ``sides``, ``out`` cells outside the grid, with gaps between them."""
    short = 0.06
    lines = [[(x0 + short * (x1 - x0), y0 + short * (y1 - y0)),
              (x1 - short * (x1 - x0), y1 - short * (y1 - y0))]
             for (x0, y0), (x1, y1) in (side.ends(out) for side in sides)]
    return LineCollection(lines, **{"colors": MARK, "linewidths": 4, "capstyle": "butt", **style})


@dataclass(frozen=True, eq=False)
class Blob:
    """A blob of a grid: ``cells[row, column]`` tells which cells belong to it."""

    cells: NDArray[np.bool_]
    size: int

    @property
    def first(self) -> tuple[int, int]:
        """The row and column of the first of its cells, by rows."""
        row, column = divmod(int(self.cells.argmax()), len(self.cells))
        return row, column


def blobs(grid: NDArray[np.int8], colour: int) -> list[Blob]:
    """Return the blobs of ``colour``, the largest first; equal ones as one meets them by rows.

    >>> [blob.size for blob in blobs(np.array([[1, 0], [1, 1]]), 1)]
    [3]
    """
    labels = BlobGoal(colour).label(grid)
    sizes = np.bincount(labels.ravel())
    numbers = sorted(range(1, len(sizes)), key=lambda number: -sizes[number])
    return [Blob(labels == number, int(sizes[number])) for number in numbers]


def outline(cells: NDArray[np.bool_]) -> Sequence[list[tuple[int, int]]]:
    """Return the border of ``cells`` as lines from one (x, y) to another, a cell long each."""
    padded = np.pad(cells, 1)
    down = np.argwhere(padded[1:, 1:-1] != padded[:-1, 1:-1]).tolist()
    across = np.argwhere(padded[1:-1, 1:] != padded[1:-1, :-1]).tolist()
    return ([[(c, r), (c + 1, r)] for r, c in down] + [[(c, r), (c, r + 1)] for r, c in across])


def veil(ax: Axes, cells: NDArray[np.bool_]) -> None:
    """Make all cells of a grid pale but ``cells``, on axes whose limits are set."""
    side = len(cells)
    white = np.ones((side, side, 4))
    white[..., 3] = np.where(cells, 0, 0.72)
    ax.imshow(white, extent=(0, side, side, 0), interpolation="nearest", zorder=2, aspect="auto")


def draw_sides(ax: Axes, sides: Sequence[Side], step: int, side: int) -> None:
    """Light the first ``step`` sides of a board of so many cells; number them if they are few."""
    out, lit, last = 0.03 * side, sides[:step], step - 1 if step < len(sides) else None
    ax.add_collection(side_lines(lit, out, snap=False), autolim=False)
    ax.add_collection(side_lines(sides[step:], out, colors=INK, linewidths=1, linestyles=":"),
                      autolim=False)
    if last is not None:
        ax.add_collection(side_lines(lit[-1:], out, colors="black", linewidths=8, zorder=1.5),
                          autolim=False)
    number_sides(ax, lit, 0.08 * side, side, last)


def number_sides(ax: Axes, sides: Sequence[Side], out: float, side: int,
                 last: int | None = None) -> None:
    """Number sides, ``out`` cells outside the grid, if they are few; the last one is bold."""
    few = len(sides) <= MOST_SIDES and side <= 16
    for number, each in enumerate(sides if few else []):
        ax.text(*each.middle(out), str(number + 1),
                fontweight="bold" if number == last else "normal", **STYLE)


def draw_blobs(ax: Axes, found: Sequence[Blob], lit: int) -> None:
    """Outline and number blobs, the largest first; light one and make the rest pale."""
    if lit:
        veil(ax, found[lit - 1].cells)
    others = [line for blob in found[1:] for line in outline(blob.cells)]
    largest = [line for blob in found[:1] for line in outline(blob.cells)]
    for lines, width in ((others, 1.4), (largest, 4.2)):
        for colour, more in (("white", 2), (INK, 0)):
            ax.add_collection(LineCollection(lines, colors=colour, linewidths=width + more,
                                             capstyle="round", zorder=3), autolim=False)
    for number, blob in enumerate(found[:MOST_BLOBS], start=1):
        row, column = blob.first
        ax.text(column + 0.5, row + 0.5, f"★ {number}" if number == 1 else str(number),
                bbox=BOX, zorder=6, fontweight="bold" if number == lit else "normal", **STYLE)
