"""The picture of how costs grow with the depth of the board.

``python -m tests.benchmarks --picture costs`` writes the picture into ``images/``.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from blocky.kit.draw.picture import DPI, INK, PALE, Picture
from tests.benchmarks.compare import COSTS, WAYS

FILE = Path(__file__).parents[2] / "images" / "costs.png"
PAINTS = {"textbook": "#b34700", "kit": "#0060a8", "limit": "#6b6b6b"}
STYLES = {"random": {"linewidth": 1.8, "marker": "o", "markersize": 3.5},
          "divided": {"linewidth": 1.2, "linestyle": "--"}}
COLUMNS, ROWS = 4, 4
LOW, HIGH = -7, 1.8  # of a panel: the powers of ten of the seconds
LINES, RIGHT = 15, 16.5  # lines of text in the height of a panel; its right edge, for labels


def points(measurements, kind, cost, way):
    """Return the depths at which a cost was measured, and its seconds."""
    found = [(each.depth, getattr(each, way)) for each in measurements
             if (each.kind, each.cost) == (kind, cost) and getattr(each, way) is not None]
    return np.array(found).T.reshape(2, -1)


def picture(measurements):
    """Return the picture of all costs: a panel for each, the three ways against the depth."""
    figure = Figure((10, 10.4), dpi=DPI, layout="constrained")
    panels = figure.subplots(ROWS, COLUMNS, sharex=True, sharey=True)
    panels[0, 0].set(yscale="log", xlim=(2.5, RIGHT), ylim=(10**LOW, 10**HIGH),
                     xticks=range(4, 13, 2))
    panels[0, 0].set_yticks([1e-6, 1e-3, 1], ["1 µs", "1 ms", "1 s"])
    for ax, cost in zip(panels.flat, COSTS, strict=False):
        ax.set_title(cost, fontsize=11.5, color=INK, loc="left")
        ax.grid(color="#dddddd", linewidth=0.6)
        ax.tick_params(labelsize=10, colors=INK, labelbottom=True)
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set_color(PALE)
        for way in WAYS:
            for kind, style in STYLES.items():
                depths, seconds = points(measurements, kind, cost, way)
                ax.plot(depths, seconds, color=PAINTS[way], **style)
        label(ax, measurements, cost)
    figure.supxlabel("depth", fontsize=11, color=INK)
    first, *others = panels.flat[len(COSTS):]
    explain(first)
    for ax in [first, *others]:
        ax.set_axis_off()
    return Picture(figure, "The cost of each piece of work against the depth of the board, by the "
                           "textbook way, by the kit, and by numpy on a grid that is there.")


def label(ax, measurements, cost):
    """Write the name of each way beside the end of its solid line; names do not overlap."""
    ends = []
    for way in WAYS:
        depths, seconds = points(measurements, "random", cost, way)
        if len(depths):
            ends.append((np.log10(seconds[-1]), depths[-1], way))
    below = -np.inf
    for height, depth, way in sorted(ends):
        below = max(height, below + (HIGH - LOW) / LINES)
        ax.annotate(way, (depth, 10**below), (5, 0), textcoords="offset points", va="center",
                    fontsize=10, color=PAINTS[way])


def explain(ax):
    """Draw the legend on an empty panel."""
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
