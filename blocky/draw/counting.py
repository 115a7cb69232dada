"""What the goals count: the sides of cells on the outside of a grid, and its blobs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from blocky.goal import BlobGoal
from blocky.kit.draw.picture import MARK

__all__ = ["Blob", "Side", "blobs", "outer_sides", "outline", "side_lines"]


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
