"""How costs grow with depth and with leaves: as numbers, and as a picture.

``python -m tests.benchmarks --picture costs`` writes the picture into ``images/``.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from blocky.kit.draw.picture import DPI, INK, PALE, Picture
from tests.benchmarks.compare import COSTS, WAYS

FILE = Path(__file__).parents[2] / "images" / "costs.png"
LAST = 4  # depths, the deepest that were measured
PAINTS = {"textbook": "#b34700", "kit": "#0060a8", "limit": "#6b6b6b"}
STYLES = {"random": {"linewidth": 1.8, "marker": "o", "markersize": 3.5},
          "divided": {"linewidth": 1.2, "linestyle": "--"}}
NOTE = f"""Fitted to the deepest {LAST} depths that were measured: the factor from a depth to the
next, where a grid gets 4 times the cells; on divided boards the power of the number of leaves."""
PANELS = [*COSTS]
COLUMNS, ROWS = 4, 4
LOW, HIGH = -7, 1.8  # of a panel: the powers of ten of the seconds
LINES, RIGHT = 15, 16.5  # of text above one another in a panel; its right edge, for the labels


def points(measurements, kind, cost, way):
    """Return the depths, the leaves and the seconds of a cost, where it was measured."""
    found = [(each.depth, each.leaves, getattr(each, way)) for each in measurements
             if (each.kind, each.cost) == (kind, cost) and getattr(each, way) is not None]
    return np.array(found).T.reshape(3, -1)


def per_level(depths, leaves, seconds):
    """Return the factor by which a cost grows from a depth to the next.

    >>> per_level(np.array([5, 6, 7]), None, np.array([2, 8, 32]))
    4.0
    """
    return round(float(np.exp(slope(depths, seconds))), 6)


def power(depths, leaves, seconds):
    """Return the power of the number of leaves that a cost grows with.

    >>> power(None, np.array([16, 64, 256]), np.array([1, 2, 4]))
    0.5
    """
    return round(slope(np.log(leaves), seconds), 6)


def slope(values, seconds):
    return float(np.polyfit(values[-LAST:], np.log(seconds[-LAST:]), 1)[0])


#: The kinds of boards, how growth on them is told, and the function that finds it.
FITS = {"random": ("random, per level", per_level), "divided": ("divided, power", power),
        "one leaf": ("one leaf, per level", per_level)}


def rows(measurements):
    """Yield each cost with its growth on every kind of board in FITS, in the three ways each.

    It is None where a cost was measured on less than two boards.
    """
    for cost in COSTS:
        found = [(fit, points(measurements, kind, cost, way))
                 for kind, (_, fit) in FITS.items() for way in WAYS]
        yield cost, [fit(*of) if of.shape[1] > 1 else None for fit, of in found]


def picture(measurements):
    """Return the picture of all costs: a panel for each, the three ways against the depth."""
    figure = Figure((10, 10.4), dpi=DPI, layout="constrained")
    panels = figure.subplots(ROWS, COLUMNS, sharex=True, sharey=True)
    panels[0, 0].set(yscale="log", xlim=(2.5, RIGHT), ylim=(10**LOW, 10**HIGH),
                     xticks=range(4, 13, 2))
    panels[0, 0].set_yticks([1e-6, 1e-3, 1], ["1 µs", "1 ms", "1 s"])
    for ax, cost in zip(panels.flat, PANELS, strict=False):
        ax.set_title(cost, fontsize=11.5, color=INK, loc="left")
        ax.grid(color="#dddddd", linewidth=0.6)
        ax.tick_params(labelsize=10, colors=INK, labelbottom=True)
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set_color(PALE)
        for way in WAYS:
            for kind, style in STYLES.items():
                depths, _, seconds = points(measurements, kind, cost, way)
                ax.plot(depths, seconds, color=PAINTS[way], **style)
        label(ax, measurements, cost)
    figure.supxlabel("depth", fontsize=11, color=INK)
    first, *others = panels.flat[len(PANELS):]
    explain(first)
    for ax in [first, *others]:
        ax.set_axis_off()
    return Picture(figure, "The cost of each piece of work against the depth of the board, by the "
                           "textbook way, by the kit, and by numpy on a grid that is there.")


def label(ax, measurements, cost):
    """Write the names of the ways beside the ends of their solid lines, none over another."""
    ends = []
    for way in WAYS:
        depths, _, seconds = points(measurements, "random", cost, way)
        if len(depths):
            ends.append((np.log10(seconds[-1]), depths[-1], way))
    below = -np.inf
    for height, depth, way in sorted(ends):
        below = max(height, below + (HIGH - LOW) / LINES)
        ax.annotate(way, (depth, 10**below), (5, 0), textcoords="offset points", va="center",
                    fontsize=10, color=PAINTS[way])


def explain(ax):
    """Say on an empty panel, and beside it, what its neighbours show."""
    def write(x, height, text, colour=INK):
        ax.text(x, height, text, fontsize=10, color=colour, va="top", in_layout=False,
                transform=ax.transAxes)

    texts = ["random board",
             "board divided to its unit cells:\nits leaves are 4 to the power of the depth"]
    for height, text, style in zip((0.95, 0.77), texts, STYLES.values(), strict=True):
        ax.plot([0.02, 0.19], [height] * 2, color=INK, transform=ax.transAxes, **style)
        write(0.4, height + 0.04, text)
    meanings = {"textbook": "nested lists, a search cell by cell,\na copy of the tree for a trial",
                "kit": "what the game calls",
                "limit": "numpy and scipy on a grid that is there"}
    for height, (way, meaning) in zip((0.5, 0.25, 0.1), meanings.items(), strict=True):
        write(0.02, height, way, PAINTS[way])
        write(0.4, height, meaning)
