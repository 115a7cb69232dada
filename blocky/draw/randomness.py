"""The chart of a random board: the chance to divide, and the draws of the board."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from blocky.kit.draw.chart import finish
from blocky.kit.draw.picture import INK, MARK, PALE
from blocky.kit.language import say, say_count

__all__ = ["chance", "draws", "spread"]

LEAF, SPLIT = "#b34700", "#0a50a5"


def chance(level: int) -> float:
    """Return the chance that a block at ``level``, above max_depth, is divided.

    >>> [round(chance(level), 2) for level in range(5)]
    [1.0, 0.78, 0.61, 0.47, 0.37]
    """
    return math.exp(-0.25 * level)


def spread(levels: Sequence[int]) -> NDArray[np.float64]:
    """Return the x of each random draw on the chart; ``levels`` are those of the draws' blocks.

    The draws of a level are side by side, around the number of the level.

    >>> spread([0, 1, 1]).tolist()
    [0.0, 0.8, 1.2]
    """
    at_levels = np.array(levels, dtype=np.float64)
    places = at_levels.copy()
    for level in set(levels):
        draws_here = np.flatnonzero(at_levels == level)
        count = len(draws_here)
        steps = (np.arange(count) + 0.5) / count - 0.5  # evenly between -0.5 and 0.5
        places[draws_here] += 0.8 * steps
    return places


def draws(levels: Sequence[int], values: Sequence[float], divided: Sequence[bool], max_depth: int,
          ax: Axes) -> str:
    """Draw the chance to divide, and the random draws of a board; return the picture in words.

    The three lists hold, for each draw, the level of its block, the number drawn, and whether the
    block was divided.
    """
    xs = spread(levels)
    ys = np.array(values)
    split = np.array(divided, dtype=bool)
    size = 26 if len(values) <= 150 else 14  # of a sign
    curve_x = np.linspace(-0.5, max_depth - 0.5, 100)
    ax.plot(curve_x, np.exp(-0.25 * curve_x), color=PALE, linewidth=1, linestyle="--", zorder=1)
    ax.add_collection(LineCollection(
        [[(level - 0.45, chance(level)), (level + 0.45, chance(level))]
         for level in range(max_depth)], colors=INK, linewidths=2, zorder=2))
    ax.scatter(xs[split], ys[split], s=size, marker="o", color=SPLIT, linewidths=0, zorder=3)
    ax.scatter(xs[~split], ys[~split], s=size, marker="^", facecolors="white",
               edgecolors=LEAF, linewidths=1.1, zorder=3)
    ax.axvspan(max_depth - 0.5, max_depth + 0.5, color="#eeeeee", zorder=0)
    ax.text(max_depth, 0.5, say("max_depth: no draws"), rotation=90, fontsize=8.5, color=INK,
            ha="center", va="center")
    ax.set_yticks((0, 0.25, 0.5, 0.75, 1), ("0", "0.25", "0.50", "0.75", "1"))
    finish(ax, say("level of the block"), say("number drawn"), xlim=(-0.5, max_depth + 0.5),
           ylim=(-0.03, 1.05), xticks=range(max_depth + 1))
    for x, y, colour, words in ((0, 1.11, INK, say("━ the chance of dividing: exp(-0.25 · level)")),
                                (0, 1.03, SPLIT, say("● below it: divided")),
                                (0.37, 1.03, LEAF, say("△ not below it: a leaf"))):
        ax.text(x, y, words, color=colour, fontsize=9, transform=ax.transAxes)
    return say_count(
        "The chance of dividing, exp(-0.25 · level), is 1 at level 0 and gets smaller at deeper "
        "levels; 1 draw is shown; draws below the chance: {below}",
        "The chance of dividing, exp(-0.25 · level), is 1 at level 0 and gets smaller at deeper "
        "levels; {count} draws are shown, {below} of them below the chance",
        len(values), below=int(split.sum()))


#: The mark around a draw.
MARKER: dict[str, Any] = {
    "marker": "o", "markersize": 13, "markerfacecolor": "none", "markeredgecolor": MARK,
    "markeredgewidth": 2.4, "linestyle": "none", "zorder": 4,
}
