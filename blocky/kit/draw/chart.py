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
    """Label the x axis with ``across`` and the y axis with ``up``; remove the other two sides.

    ``ticks`` is the size of the numbers at the ticks. ``whole`` has for the x axis and the y axis
    the greatest number of ticks, which are then at integers; 0 leaves the ticks of an axis as they
    are. ``limits`` are for ``Axes.set``.
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
    """Draw the chart of all players' scores, from the start and over the moves made.

    ``history`` has the scores of all players at the start and after each move. The line of a player
    is drawn in a darker shade of its paint. ``size`` is that of a new figure, in inches.
    """
    if ax is None:
        width, height = size
        lines = (len(labels) + 1) // 2  # the legend has two players in a line
        height_of_legend = 0.19 * lines  # inches
        # left, bottom, width and height, as shares of the figure
        place = (0.68 / width, 0.46 / height, 1 - 0.75 / width,
                 max(0.3, 1 - (0.6 + height_of_legend) / height))
        ax = chart_axes(size, place)
    width_px, _ = extent(ax)
    width_in_points = width_px * 72 / DPI
    room_for_name = width_in_points / 2 - 32  # beside the sign of its line
    for player, (label, paint) in enumerate(zip(labels, paints, strict=True)):
        darker = [0.8 * part / 255 for part in paint]  # matplotlib's colours go from 0 to 1
        ax.plot([scores_then[player] for scores_then in history], color=darker,
                linestyle=("-", "--", "-.", ":")[player % 4], marker="os^D"[player % 4],
                markersize=4, markeredgecolor=INK, markeredgewidth=0.5, linewidth=1.8,
                clip_on=False, label=shown_name(label, NAME_SIZE, room_for_name))
    finish(ax, say("moves made"), say("score"), ticks=8, whole=(8, 6),
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
