"""What a move does: marks on the pictures of a board and of its grid, and a map of the children."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import FancyArrowPatch, Rectangle
from numpy.typing import NDArray

from blocky.block import Path
from blocky.draw.on_grid import outline
from blocky.draw.raster import square
from blocky.kit.draw.picture import INK, MARK, clear, extent
from blocky.kit.language import say, say_count

__all__ = ["cross_out", "frame_block", "quadrants"]

#: Where the quadrants lie from the middle, in x and y.
_SIGNS = ((1, -1), (-1, -1), (-1, 1), (1, 1))


def frame_block(ax: Axes, path: Path, side: float) -> None:
    """Frame the block at ``path`` of a board of ``side`` units."""
    x, y, size = square(path, side)
    for colour, width in (("white", 4.4), (MARK, 2.4)):
        ax.add_artist(Rectangle((x, y), size, size, fill=False, edgecolor=colour, linewidth=width,
                                zorder=2.5, clip_on=False))


def cross_out(ax: Axes, cells: NDArray[np.bool_]) -> None:
    """Cross out ``cells`` of a grid; cells too small for a cross are outlined together."""
    if extent(ax)[0] / len(cells) >= 7:
        lines = [line for y, x in np.argwhere(cells).tolist() for line in (
            [(x + 0.15, y + 0.15), (x + 0.85, y + 0.85)],
            [(x + 0.15, y + 0.85), (x + 0.85, y + 0.15)])]
    else:
        lines = [[start, end] for start, end in outline(cells)]
    for colour, width in (("white", 3), ("black", 1.3)):
        ax.add_collection(LineCollection(lines, colors=colour, linewidths=width, zorder=6),
                          autolim=False)


def quadrants(ax: Axes, numbers: Sequence[int | None],
              goes: Iterable[tuple[int, int]] = ()) -> None:
    """Draw the children of a block by their ``numbers``, in place of what ``ax`` shows.

    None stands for a new block; without children there is one square. ``goes`` are pairs of places
    from 0 to 3: an arrow leads from the first to the second. The square is as wide as the axes.
    """
    clear(ax)
    side = ax.get_xlim()[1]

    def at(place: int, out: float) -> tuple[float, float]:
        """Return the middle of a quadrant, moved outwards."""
        x, y = _SIGNS[place]
        return side * (0.5 + x * (0.25 + out)), side * (0.5 + y * (0.25 + out))

    ax.add_artist(Rectangle((0, 0), side, side, facecolor="white", edgecolor=INK, linewidth=1.4,
                            clip_on=False))
    if len(numbers) != 4:
        ax.text(side / 2, side / 2, say_count("1 child", "{count} children", len(numbers))
                if numbers else say("a leaf"),
                ha="center", va="center", fontsize=9, color=INK)
        return
    half = side / 2
    ax.add_collection(LineCollection([[(half, 0), (half, side)], [(0, half), (side, half)]],
                                     colors=INK, linewidths=1), autolim=False)
    for place, number in enumerate(numbers):
        ax.text(*at(place, 0.09), say("new") if number is None else str(number), ha="center",
                va="center", fontsize=9 if number is None else 13, color=INK)
    for old, new in goes:
        if old != new:
            ax.add_artist(FancyArrowPatch(
                at(old, -0.075), at(new, -0.075), arrowstyle="-|>", mutation_scale=11, shrinkA=5,
                shrinkB=0, connectionstyle="arc3,rad=0.2", color=MARK, linewidth=1.8, zorder=5))
