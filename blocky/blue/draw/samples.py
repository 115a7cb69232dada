"""The picture of a win rate in samples: how often which rate came out, and each one's interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from blocky.blue.draw.simulation import PAINTS
from blocky.kit.arena.table import Z, wilson
from blocky.kit.draw.chart import finish, legend
from blocky.kit.draw.picture import BAR, INK, MARK, PALE
from blocky.kit.language import say, say_count

__all__ = ["Samples", "draw_samples"]


class Samples(NamedTuple):
    """Games cut into samples of the same size, the first games into the first sample.

    Attributes:
        won: of each game whether the player won it alone.
        size: how many games a sample has.
    """

    won: NDArray[Any]
    size: int

    @property
    def rate(self) -> float:
        """The win rate in all games."""
        return float(self.won.mean())

    @property
    def rates(self) -> NDArray[Any]:
        """The win rate in each sample; games that do not fill one are in none."""
        count = len(self.won) // self.size
        rates: NDArray[Any] = self.won[:count * self.size].reshape(count, self.size).mean(axis=1)
        return rates

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """The 95 % interval of each sample's rate.

        >>> [(low, high)] = Samples(np.array([1, 0, 0, 0]), 4).intervals
        >>> round(low, 2), round(high, 2)
        (0.05, 0.7)
        """
        return [wilson(rate, self.size) for rate in self.rates.tolist()]

    @property
    def holds(self) -> list[bool]:
        """Of each sample whether its interval contains the rate in all games."""
        return [low <= self.rate <= high for low, high in self.intervals]

    def text(self, player: str) -> str:
        """Describe the samples in sentences."""
        rates, holds = self.rates, self.holds
        return say_count(
            "{games} games, in {count} sample of {size}: {player} wins {rate:.1%} of all games, "
            "and from {least:.1%} to {most:.1%} of a sample. {holds} of {count} intervals contain "
            "{rate:.1%}.",
            "{games} games, in {count} samples of {size}: {player} wins {rate:.1%} of all games, "
            "and from {least:.1%} to {most:.1%} of a sample. {holds} of {count} intervals contain "
            "{rate:.1%}.", len(rates), games=len(self.won), size=self.size, player=player,
            rate=self.rate, least=rates.min(), most=rates.max(), holds=sum(holds))


def draw_samples(samples: Samples, axes: Sequence[Axes]) -> None:
    """Draw how many samples had which rate above, and the interval of each of them below."""
    above, below = axes
    rates, rate, size = samples.rates, samples.rate, samples.size
    edges = np.arange(-0.5, 1.05 * size, max(1, size // 50)) / size
    above.hist(rates, edges.tolist(), color=BAR, edgecolor=INK, linewidth=0.5)
    error = Z * (rate * (1 - rate) / size) ** 0.5
    for ax in axes:
        ax.axvline(rate, color=PAINTS[1], linewidth=1.5,
                   label=say("rate in all games: {rate:.1%}", rate=rate))
        ax.axvspan(rate - error, rate + error, color=PAINTS[1], alpha=0.12, linewidth=0,
                   label=say("where 95 % of samples are expected"))
        ax.xaxis.set_major_formatter(PercentFormatter(1, 0))
    numbers, ends, holds = np.arange(len(rates)) + 1, np.array(samples.intervals), np.array(
        samples.holds)
    for which, paint, marker, width in ((holds, PALE, ".", 1), (~holds, MARK, "x", 2)):
        below.hlines(numbers[which], *ends[which].T, color=paint, linewidth=width)
        below.plot(rates[which], numbers[which], color=paint, marker=marker, linestyle="")
    finish(above, "", say("samples"), whole=(0, 5), xlim=(0, 1))
    finish(below, say("win rate, each sample with its 95 % interval; a cross where that misses"),
           say("number of the sample"), whole=(0, 5), xlim=(0, 1), ylim=(len(rates) + 0.6, 0.4))
    legend(above, ncols=2)
