"""Charts of random boards: the chance to divide, the draws of a board, and many boards."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from numpy.typing import NDArray

from blocky.kit.draw.chart import finish, legend
from blocky.kit.draw.picture import BAR, INK, MARK, PALE, Picture, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.language import say, say_count

__all__ = ["chance", "draws", "expected_blocks", "expected_leaves", "growth", "leaves_per_level",
           "spread"]

LEAF, SPLIT = "#b34700", "#0a50a5"


def chance(level: int) -> float:
    """Return the chance that a block at ``level``, above max_depth, is divided.

    >>> [round(chance(level), 2) for level in range(5)]
    [1.0, 0.78, 0.61, 0.47, 0.37]
    """
    return math.exp(-0.25 * level)


def expected_blocks(level: int) -> float:
    """Return the expected number of blocks of a deep random board at ``level``.

    A block at level j is divided into four with chance exp(-0.25 j), so it has 4 exp(-0.25 j)
    children on average. At level k there are the product of these for j = 0, 1, ..., k - 1, which
    is 4^k exp(-k (k - 1) / 8).

    >>> [round(expected_blocks(level), 1) for level in range(9)]
    [1.0, 4.0, 12.5, 30.2, 57.1, 84.1, 96.3, 86.0, 59.8]
    """
    return math.prod((4 * chance(above) for above in range(level)), start=1.0)


def expected_leaves(max_depth: int) -> list[float]:
    """Return the expected number of leaves of a random board at each level, 0 to ``max_depth``.

    Above ``max_depth`` these are the blocks that are not divided; at ``max_depth`` all blocks.

    >>> [round(leaves, 1) for leaves in expected_leaves(4)]
    [0.0, 0.9, 4.9, 16.0, 57.1]
    """
    above = [expected_blocks(level) * (1 - chance(level)) for level in range(max_depth)]
    return [*above, expected_blocks(max_depth)]


def spread(levels: Sequence[int]) -> NDArray[np.float64]:
    """Return the places of draws across: each at its level, beside the others at that level.

    >>> spread([0, 1, 1]).tolist()
    [0.0, 0.8, 1.2]
    """
    at = np.array(levels, dtype=np.float64)
    for level in set(levels):
        here = np.flatnonzero(at == level)
        at[here] += 0.8 * ((np.arange(len(here)) + 0.5) / len(here) - 0.5)
    return at


def draws(levels: Sequence[int], values: Sequence[float], divided: Sequence[bool], max_depth: int,
          ax: Axes) -> str:
    """Draw the chance to divide with the draws of a board; return the picture in words.

    The three lists hold, for each draw, the level of its block, the number drawn, and whether the
    block was divided.
    """
    at, heights, split = spread(levels), np.array(values), np.array(divided, dtype=bool)
    size = 26 if len(values) <= 150 else 14
    smooth = np.linspace(-0.5, max_depth - 0.5, 100)
    ax.plot(smooth, np.exp(-0.25 * smooth), color=PALE, linewidth=1, linestyle="--", zorder=1)
    ax.add_collection(LineCollection(
        [[(level - 0.45, chance(level)), (level + 0.45, chance(level))]
         for level in range(max_depth)], colors=INK, linewidths=2, zorder=2))
    ax.scatter(at[split], heights[split], s=size, marker="o", color=SPLIT, linewidths=0, zorder=3)
    ax.scatter(at[~split], heights[~split], s=size, marker="^", facecolors="white",
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
        "The chance of dividing, exp(-0.25 · level), falls from 1 at level 0; 1 draw, {below} of "
        "them below it",
        "The chance of dividing, exp(-0.25 · level), falls from 1 at level 0; {count} draws, "
        "{below} of them below it", len(values), below=int(split.sum()))


#: The mark around a draw.
MARKER: dict[str, Any] = {
    "marker": "o", "markersize": 13, "markerfacecolor": "none", "markeredgecolor": MARK,
    "markeredgewidth": 2.4, "linestyle": "none", "zorder": 4,
}


@own_settings
def leaves_per_level(leaves: NDArray[np.int64], ax: Axes) -> Picture:
    """Return the chart of the mean number of leaves at each level, and of the expected one.

    ``leaves[board, level]`` are the leaves of many boards; the last level is their max_depth.
    """
    max_depth = leaves.shape[1] - 1
    levels, mean = range(max_depth + 1), leaves.mean(axis=0)
    ax.bar(levels, mean, width=0.7, color=BAR, edgecolor=INK, linewidth=0.8, label=say("mean"))
    ax.plot(levels, expected_leaves(max_depth), "D", color=LEAF, markersize=5,
            label=say("expected"))
    finish(ax, say("level (max_depth {max_depth})", max_depth=max_depth), say("leaves"),
           xlim=(-0.6, max(max_depth, 1) + 0.6), ylim=(0, None), xticks=levels)
    legend(ax, ncols=3, handletextpad=0.5)
    numbers = ", ".join(say("{number:.1f} at level {level}", number=number, level=level)
                        for level, number in enumerate(mean))
    return picture_on(ax, say_count("The mean number of leaves in 1 board: {numbers}",
                                    "The mean number of leaves in {count} boards: {numbers}",
                                    len(leaves), numbers=numbers))


@own_settings
def growth(leaves: NDArray[np.int64], ax: Axes) -> Picture:
    """Return the chart of the mean number of leaves against max_depth, and of the expected one.

    ``leaves[board, max_depth]`` are the leaves of many boards of each max_depth, from 0 on. The
    vertical lines leave out the tenth of the boards with the fewest leaves, and with the most.
    """
    depths, mean = range(leaves.shape[1]), leaves.mean(axis=0)
    low, high = np.percentile(leaves, (10, 90), axis=0)
    ax.vlines(depths, low, high, colors=PALE, linewidth=2.5, label=say("8 of 10 boards"))
    ax.plot(depths, [sum(expected_leaves(depth)) for depth in depths], color=LEAF, linewidth=1.5,
            linestyle="--", label=say("expected"))
    ax.plot(depths, mean, "o", color=INK, markersize=5, label=say("mean"))
    finish(ax, "max_depth", say("leaves of a board"), xlim=(-0.5, len(depths) - 0.5),
           ylim=(0, None), xticks=depths)
    legend(ax, ncols=3, handletextpad=0.5)
    numbers = ", ".join(f"{number:.0f}" for number in mean)
    return picture_on(ax, say("The mean number of leaves for max_depth 0 to {max_depth}: {numbers}",
                              max_depth=len(depths) - 1, numbers=numbers))
