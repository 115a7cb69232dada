"""The picture of a simulation: how often each player had which score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from blocky.kit.draw.chart import chart_axes, finish, legend
from blocky.kit.draw.picture import Picture, picture_on
from blocky.kit.language import say

if TYPE_CHECKING:
    from blocky.blue.simulation import Simulation

__all__ = ["PAINTS", "distributions"]

#: What tells players apart, for colour-blind eyes too.
PAINTS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_LINES = ("-", "--", "-.", ":")

#: Not more steps than this, so that a chart of wide scores can be read.
STEPS = 40


def distributions(simulation: Simulation) -> Picture:
    """Return how often each player of a simulation had which final score, with its mean."""
    scores = simulation.played.scores
    width = int(scores.max()) // STEPS + 1
    edges = np.arange(0, scores.max() + 2 * width, width) - 0.5
    ax = chart_axes((6, 3), (0.1, 0.17, 0.87, 0.66))
    said = []
    for player, name in enumerate(simulation.names):
        part = np.histogram(scores[:, player], edges)[0] / len(scores)
        mean, likeliest = scores[:, player].mean(), int(edges[part.argmax()] + 0.5)
        ax.stairs(part, edges, color=PAINTS[player], linestyle=_LINES[player], linewidth=1.6,
                  label=say("{name}: mean {mean:.1f}", name=name, mean=mean))
        ax.axvline(mean, color=PAINTS[player], linestyle=_LINES[player], linewidth=0.8)
        said.append(say("{name} has {mean:.1f} on average, most often {likeliest}", name=name,
                        mean=mean, likeliest=likeliest))
    finish(ax, say("final score"), say("part of the games"), xlim=(edges[0], edges[-1]),
           ylim=(0, None))
    legend(ax, ncols=2)
    return picture_on(ax, say("Scores of {games} games. {players}", games=len(scores),
                              players="; ".join(said)))
