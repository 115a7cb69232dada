"""The chart of how the search for a blob fills the stack."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from blocky.kit.draw.chart import finish, legend
from blocky.kit.draw.picture import FAULT, INK, PALE, Picture, new_axes, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.language import say

__all__ = ["stack"]


@own_settings
def stack(cells: Sequence[int], blobs: Sequence[int], filled: Sequence[int],
          refused: Sequence[bool], limit: int, deepest: int, ax: Axes | None = None) -> Picture:
    """Return the chart of the places on the stack filled for boards of depth 1, 2, ...

    Each board has its number of unit cells, the size of its largest blob, the number of places
    filled, and whether the recursion was refused more. ``limit`` is drawn as a line; the axis of
    depths goes to ``deepest``, and the other axis is logarithmic.
    """
    ax = ax or new_axes(5, 3)
    depths = range(1, len(cells) + 1)
    ax.plot(depths, cells, color=PALE, marker="s", markersize=4, linewidth=1.2,
            label=say("unit cells of the board"))
    ax.plot(depths, blobs, color="#0a50a5", marker="^", markersize=9, markerfacecolor="none",
            markeredgewidth=1.5, linewidth=1.2, linestyle="-.",
            label=say("cells of the largest blob"))
    ax.plot(depths, filled, color=INK, marker="o", markersize=5, linewidth=1.6,
            label=say("places filled on the stack"))
    full = [depth for depth, no in zip(depths, refused, strict=True) if no]
    if full:
        ax.plot(full, [filled[depth - 1] for depth in full], color=FAULT,
                marker="X", markersize=11, markeredgecolor="white", linestyle="none",
                label=say("refused: the stack is full"))
    ax.axhline(limit, color=FAULT, linewidth=1.2, linestyle="--")
    ax.text(0.55, limit * 1.12, say("recursion limit {limit}", limit=limit), fontsize=8.5,
            color=FAULT, va="bottom")
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter("{x:.0f}")
    ax.minorticks_off()
    finish(ax, say("depth of the board"), xlim=(0.5, deepest + 0.5), xticks=range(1, deepest + 1),
           ylim=(0.5, 4 * max(4**5, 2 * limit, *cells, *filled)))
    ax.grid(color="#dddddd", linewidth=0.6)
    ax.set_axisbelow(True)
    legend(ax, fontsize=8, ncols=2, columnspacing=1.4, handlelength=2.4)
    alt = say("Places filled on the stack, which has {limit} places, for boards of depth 1 to "
              "{depth}: {filled}",
              depth=len(cells), filled=", ".join(map(str, filled)), limit=limit)
    return picture_on(ax, alt if not full else say("{places}; the stack was full at depth {depth}",
                                                   places=alt, depth=full[0]))
