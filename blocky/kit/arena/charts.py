"""Pictures of a league: the ratings of its players, and who beats whom."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from numpy.typing import NDArray

from blocky.kit.arena.ratings import PlayerFigures
from blocky.kit.draw.chart import finish
from blocky.kit.draw.picture import DPI, INK, PALE, Picture, letters_over, picture_on
from blocky.kit.draw.settings import KitFigure, own_settings, shown_name
from blocky.kit.language import say

__all__ = ["league"]

#: The colours from losing to winning.
SHADES = LinearSegmentedColormap.from_list(
    "wins", ["#e08a3c", "#ffffff", "#4f8fcf"]).with_extremes(bad="#e2e2e2")
#: The most players for which the charts are side by side, and the matrix has numbers.
BESIDE, NUMBERED = 8, 30
#: The width of a picture, in inches, and the size of the names in it, in points.
WIDTH, NAME_SIZE = 8.5, 9


@own_settings
def league(rows: Sequence[PlayerFigures], won: NDArray[np.float64]) -> Picture:
    """Return the picture of the ratings, the first row at the top, and of who beats whom.

    ``won[i, j]`` is the number of wins of row i against row j; a draw is half a win. With few
    players, the two charts are side by side, and otherwise one below the other.
    """
    count = len(rows)
    are_beside = count <= BESIDE
    # Heights are in inches: so much for each player, and for the labels. A place is the left,
    # bottom, width and height of a chart, in parts of the figure.
    if are_beside:
        height_of_charts = 0.42 * count
        height = 0.75 + height_of_charts
        bottom = 0.55 / height
        places = [(0.17, bottom, 0.36, height_of_charts / height),
                  (0.6, bottom, 0.38, height_of_charts / height)]
    else:
        height_above = 0.26 * count
        height_below = 0.27 * count
        height = 1.45 + height_above + height_below
        places = [(0.2, (1.25 + height_below) / height, 0.78, height_above / height),
                  (0.2, 0.55 / height, 0.78, height_below / height)]
    figure = KitFigure((WIDTH, height), dpi=DPI)
    axes_of_ratings, axes_of_matrix = [figure.add_axes(place) for place in places]
    ratings = _ratings(rows, axes_of_ratings)
    names = [row.name for row in rows]
    matrix = _matrix(names, won, axes_of_matrix, named=not are_beside)
    return picture_on(axes_of_ratings, f"{ratings.alt}. {matrix.alt}")


def _ratings(rows: Sequence[PlayerFigures], ax: Axes) -> Picture:
    """Draw the rating of each row with its interval, and return the picture.

    Row 0 is at the top, at height 0, as ``_name_rows`` turns the axis round.
    """
    heights = np.arange(len(rows))
    values = [row.rating for row in rows]
    ax.errorbar(values, heights, xerr=[row.rating_error for row in rows], fmt="o", color=INK,
                ecolor=PALE, markersize=5, capsize=4, linewidth=1.5)
    for height, value in zip(heights, values, strict=True):
        ax.annotate(f"{value:.0f}", (value, height), (0, 4), textcoords="offset points",
                    ha="center", fontsize=8, color=INK)
    ax.axvline(float(np.mean(values)), color=PALE, linestyle=":", linewidth=1)
    finish(ax, say("rating (95% interval)"), ticks=8, whole=(6, 0))
    _name_rows(ax, [row.name for row in rows])
    in_words = ", ".join(f"{row.name} {row.rating:.0f} ± {row.rating_error:.0f}" for row in rows)
    return picture_on(ax, say("Ratings: {ratings}", ratings=in_words))


def _matrix(names: Sequence[str], won: NDArray[np.float64], ax: Axes, named: bool) -> Picture:
    """Draw the rate of games that the player of a row won against that of a column.

    ``won`` is as in ``league``. The names are written beside the rows if ``named``. The rates are
    written into the cells only for ``NUMBERED`` players at most. Return the picture.
    """
    games = won + won.T
    rates = np.divide(won, games, out=np.full_like(won, np.nan), where=games > 0)
    ax.imshow(np.ma.masked_invalid(rates), cmap=SHADES, vmin=0, vmax=1, aspect="auto")
    sentences = []
    for (row, column), rate in np.ndenumerate(rates):
        if np.isnan(rate):  # these two haven't played
            continue
        sentences.append(say("{name} wins {value:.0%} of games against {other}", name=names[row],
                             value=rate, other=names[column]))
        if len(names) <= NUMBERED:
            shade = [255 * part for part in SHADES(rate)[:3]]  # red, green and blue
            ax.annotate(f"{100 * rate:.0f}", (column, row), ha="center", va="center",
                        color=letters_over(shade), fontsize=9 if len(names) <= 16 else 7.5)
    _name_rows(ax, names if named else [""] * len(names))
    ax.set_xticks(range(len(names)), [str(number + 1) for number in range(len(names))], fontsize=8)
    ax.set_xlabel(say("% of games won against player …"), fontsize=9)
    ax.tick_params(length=0)
    ax.spines[:].set_color(PALE)
    return picture_on(ax, ". ".join(sentences))


def _name_rows(ax: Axes, names: Sequence[str]) -> None:
    """Write a number and a name beside each row, the first one at the top."""
    # in points, 72 to an inch: from the border of the picture to the ticks, which take 8
    room = 72 * WIDTH * ax.get_position().x0 - 8
    shown = [shown_name(f"{number} {name}", NAME_SIZE, room)
             for number, name in enumerate(names, start=1)]
    ax.set_yticks(range(len(names)), shown, fontsize=NAME_SIZE)
    ax.set_ylim(len(names) - 0.5, -0.5)
