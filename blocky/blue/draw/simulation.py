"""Pictures of a simulation: the distribution of scores, and win rates in samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from blocky.kit.arguments import count, expect
from blocky.kit.draw.chart import chart_axes, finish, legend
from blocky.kit.draw.picture import BAR, DPI, INK, MARK, PALE, Picture, picture_on
from blocky.kit.draw.settings import KitFigure, own_settings
from blocky.kit.language import say, say_count
from blocky.kit.statistics import Z, wilson

if TYPE_CHECKING:
    from blocky.blue.simulation import Simulation

__all__ = ["PAINTS", "Samples", "distributions", "samples"]

#: The colours of players, for colour-blind eyes too.
PAINTS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_LINES = ("-", "--", "-.", ":")

#: The most steps of a chart, so that it can be read.
STEPS = 40


@own_settings
def distributions(simulation: Simulation) -> Picture:
    """Return the chart of the final scores of each player of a simulation, with their means."""
    from blocky.blue.simulation import Simulation

    expect("simulation", simulation, Simulation, say("what simulate() returns"))
    scores = simulation.played.scores
    width = int(scores.max()) // STEPS + 1  # of a step of the chart, in points
    edges = np.arange(0, scores.max() + 2 * width, width) - 0.5  # between two scores
    ax = chart_axes((6, 3), (0.1, 0.17, 0.87, 0.66))
    words = []
    for player, name in enumerate(simulation.names):
        its_scores = scores[:, player]
        counts, _ = np.histogram(its_scores, edges)
        shares = counts / len(scores)
        mean = its_scores.mean()
        likeliest = int(edges[shares.argmax()] + 0.5)
        ax.stairs(shares, edges, color=PAINTS[player], linestyle=_LINES[player], linewidth=1.6,
                  label=say("{name}: mean {mean:.1f}", name=name, mean=mean))
        ax.axvline(mean, color=PAINTS[player], linestyle=_LINES[player], linewidth=0.8)
        words.append(say("{name} scores {mean:.1f} on average, most often {likeliest}", name=name,
                        mean=mean, likeliest=likeliest))
    finish(ax, say("final score"), say("share of the games"), xlim=(edges[0], edges[-1]),
           ylim=(0, None))
    legend(ax, ncols=2)
    return picture_on(ax, say_count("Scores in {count} game. {players}",
                                    "Scores in {count} games. {players}", len(scores),
                                    players="; ".join(words)))


# -- a win rate in samples -----------------------------------------------------------------------

class Samples:
    """Games cut into samples of one size; games that do not fill a sample are in none.

    Attributes:
        won: for each game, whether the player won it alone.
        size: the number of games in a sample.
        rate, rates: the win rate in all games, and in each sample.
        intervals: the 95% interval of each sample's rate.
        holds: for each sample, whether its interval contains the rate in all games.

    >>> [(low, high)] = Samples(np.array([1, 0, 0, 0]), 4).intervals
    >>> round(low, 2), round(high, 2)
    (0.05, 0.7)
    """

    def __init__(self, won: NDArray[Any], size: int) -> None:
        self.won = won
        self.size = size
        self.rate = float(won.mean())
        count = len(won) // size
        in_samples = won[:count * size].reshape(count, size)
        self.rates: NDArray[Any] = in_samples.mean(axis=1)
        self.intervals = [wilson(rate, size) for rate in self.rates.tolist()]
        self.holds = [low <= self.rate <= high for low, high in self.intervals]

    def text(self, player: str) -> str:
        """Describe the samples in sentences."""
        return say_count(
            "{games} games, in {count} sample of {size}: {player} wins {rate:.1%} of all the "
            "games, and between {least:.1%} and {most:.1%} in each sample. {holds} of {count} "
            "intervals contain {rate:.1%}.",
            "{games} games, in {count} samples of {size}: {player} wins {rate:.1%} of all the "
            "games, and between {least:.1%} and {most:.1%} in each sample. {holds} of {count} "
            "intervals contain {rate:.1%}.", len(self.rates), games=len(self.won), size=self.size,
            player=player, rate=self.rate, least=self.rates.min(), most=self.rates.max(),
            holds=sum(self.holds))


@own_settings
def samples(simulation: Simulation, size: int) -> Picture:
    """Return the chart of the first player's win rate in samples of ``size`` games.

    TypeError or ValueError: ``simulation`` isn't the result of simulate(), or has fewer games.
    """
    from blocky.blue.simulation import Simulation

    expect("simulation", simulation, Simulation, say("what simulate() returns"))
    count("size", size, least=1, most=len(simulation))
    won = simulation.played.won
    won_alone = won[:, 0] & (won.sum(axis=1) == 1)
    cut = Samples(won_alone, size)
    figure = KitFigure((8.4, 4.2), dpi=DPI)
    above = figure.add_axes((0.08, 0.62, 0.88, 0.29))
    below = figure.add_axes((0.08, 0.11, 0.88, 0.45))
    _draw_samples(cut, (above, below))
    return Picture(figure, cut.text(simulation.names[0]))


def _draw_samples(samples: Samples, axes: Sequence[Axes]) -> None:
    """Draw the number of samples with each rate above, and the interval of each sample below."""
    above, below = axes
    rates = samples.rates
    rate = samples.rate
    size = samples.size
    edges = np.arange(-0.5, 1.05 * size, max(1, size // 50)) / size
    above.hist(rates, edges.tolist(), color=BAR, edgecolor=INK, linewidth=0.5)
    error = Z * (rate * (1 - rate) / size) ** 0.5  # half the width of the 95% interval
    for ax in axes:
        ax.axvline(rate, color=PAINTS[1], linewidth=1.5,
                   label=say("rate in all the games: {rate:.1%}", rate=rate))
        ax.axvspan(rate - error, rate + error, color=PAINTS[1], alpha=0.12, linewidth=0,
                   label=say("95% of the samples should be here"))
        ax.xaxis.set_major_formatter(PercentFormatter(1, 0))
    numbers = np.arange(len(rates)) + 1
    ends = np.array(samples.intervals)
    holds = np.array(samples.holds)
    for chosen, paint, marker, width in ((holds, PALE, ".", 1), (~holds, MARK, "x", 2)):
        lows, highs = ends[chosen].T
        below.hlines(numbers[chosen], lows, highs, color=paint, linewidth=width)
        below.plot(rates[chosen], numbers[chosen], color=paint, marker=marker, linestyle="")
    finish(above, "", say("samples"), whole=(0, 5), xlim=(0, 1))
    finish(below, say("each sample's win rate and 95% interval (cross: the overall rate is "
                      "outside it)"),
           say("sample number"), whole=(0, 5), xlim=(0, 1), ylim=(len(rates) + 0.6, 0.4))
    legend(above, ncols=2)
