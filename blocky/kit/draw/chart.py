"""The look of all charts, and the chart of a game's scores."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from blocky.kit.draw.picture import DPI, INK, Paint, Picture, extent, picture_on
from blocky.kit.draw.settings import KitFigure, own_settings, shown_name
from blocky.kit.language import say, say_count

__all__ = ["chart_axes", "finish", "legend", "scores", "scores_text"]

#: The size of the names in a chart of scores, in points.
NAME_SIZE = 7.5


def chart_axes(size: tuple[float, float], place: tuple[float, float, float, float]) -> Axes:
    """Return axes in a new figure of ``size``; ``place`` is in shares of it."""
    return KitFigure(size, dpi=DPI).add_axes(place)


def finish(ax: Axes, across: str, up: str = "", ticks: float = 8.5,
           whole: tuple[int, int] = (0, 0), **limits: Any) -> None:
    """Label the x axis with ``across``, the y axis with ``up``, and remove the lines opposite.

    ``ticks`` is the size of the numbers at the ticks. ``whole`` is the greatest number of ticks on
    each axis, at integers; 0 leaves them as they are. ``limits`` are for ``Axes.set``.
    """
    ax.set_xlabel(across, fontsize=9)
    ax.set_ylabel(up, fontsize=9)
    ax.set(**limits)
    for axis, most in zip((ax.xaxis, ax.yaxis), whole, strict=True):
        if most:
            axis.set_major_locator(MaxNLocator(integer=True, nbins=most))
    ax.tick_params(labelsize=ticks)
    ax.spines[["top", "right"]].set_visible(False)


def legend(ax: Axes, **options: Any) -> None:
    """Write the legend above a chart."""
    ax.legend(**{"fontsize": 8.5, "frameon": False, "loc": "lower left", "borderaxespad": 0.2,
                 "bbox_to_anchor": (-0.03, 1), "columnspacing": 1, **options})


@own_settings
def scores(history: Sequence[Sequence[int]], labels: Sequence[str], paints: Sequence[Paint],
           ax: Axes | None = None, *, size: tuple[float, float] = (6, 3.2)) -> Picture:
    """Return the chart of all players' scores, from the start and over the moves made.

    ``history`` has the scores of all players at the start and after each move. The line of a player
    is drawn in a darker shade of its paint. ``size`` is that of a new figure, in inches.
    """
    if ax is None:
        width, height = size
        lines = (len(labels) + 1) // 2  # the legend has two players in a line
        height_of_legend = 0.19 * lines
        ax = chart_axes(size, (0.68 / width, 0.46 / height, 1 - 0.75 / width,
                               max(0.3, 1 - (0.6 + height_of_legend) / height)))
    width_px, _ = extent(ax)
    room = width_px * 72 / DPI / 2 - 32  # for a name, beside the sign of its line, in points
    for player, (label, paint) in enumerate(zip(labels, paints, strict=True)):
        ax.plot([line[player] for line in history], color=[0.8 * part / 255 for part in paint],
                linestyle=("-", "--", "-.", ":")[player % 4], marker="os^D"[player % 4],
                markersize=4, markeredgecolor=INK, markeredgewidth=0.5, linewidth=1.8,
                clip_on=False, label=shown_name(label, NAME_SIZE, room))
    finish(ax, say("moves made"), say("score"), 8, (8, 6),
           xlim=(-0.3, max(len(history) - 1, 5) + 0.3))
    ax.grid(color="#dddddd", linewidth=0.6)
    ax.set_axisbelow(True)
    low, high = ax.get_ylim()
    if high - low < 4:  # small differences shouldn't look large
        middle = (low + high) / 2
        ax.set_ylim(middle - 2.2, middle + 2.2)
    legend(ax, fontsize=NAME_SIZE, bbox_to_anchor=(-0.04, 1), ncols=2, handlelength=2.4)
    return picture_on(ax, scores_text(history))


def scores_text(history: Sequence[Sequence[int]]) -> str:
    """Return the description of the chart of scores."""
    results = ", ".join(say("player {player} has {score}", player=player, score=score)
                        for player, score in enumerate(history[-1], start=1))
    return say_count("Scores over 1 move; now {results}",
                     "Scores over {count} moves; now {results}", len(history) - 1, results=results)
