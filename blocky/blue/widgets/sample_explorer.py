"""A win rate in samples: games cut into samples of different sizes."""

from collections.abc import Sequence
from functools import partial
from itertools import product

import ipywidgets as w
from matplotlib.lines import Line2D

from blocky.blue.draw.simulation import Samples, draw_samples
from blocky.blue.rules import RULE_SETS, SEED, Rules, rules_called
from blocky.blue.simulation import simulate
from blocky.kit.arguments import expect
from blocky.kit.draw.picture import INK
from blocky.kit.draw.still import StillAxes
from blocky.kit.language import say
from blocky.kit.widgets.panel import Command, status
from blocky.kit.widgets.steps import StepPanel

__all__ = ["SampleExplorer"]

PLAYERS, SIZES, GAMES = ("first", "greedy", "random"), (20, 40, 100, 200, 400), 2000


class SampleExplorer(StepPanel):
    """The games of two players in samples; a step is the marked sample, 0 for none.

    It shows the win rate of the first of ``players`` in 2000 games by ``rules``, one of the two
    rule sets. ``size`` is the number of games in a sample: 20, 40, 100, 200 or 400.
    ValueError: unknown players, rules or size.

    Attributes:
        samples: the games, cut into samples.
        one, other, rules, size: the controls.
    """

    start = 1

    def __init__(self, players: Sequence[str] = ("first", "greedy"), rules: Rules | str = SEED, *,
                 size: int = 100, seed: int = 1, big: bool = False) -> None:
        expect("players", players, (list, tuple), say("a list of two names of players"))
        rules = rules_called(rules)
        for value, known in ((tuple(players), list(product(PLAYERS, repeat=2))),
                             (rules, [*RULE_SETS.values()]), (size, SIZES)):
            if value not in known:
                raise ValueError(say("{value!r} can't be explored. Choose one of: {known}.",
                                     value=value, known=", ".join(map(repr, known))))
        super().__init__((8.4, 4.2), big=big)
        self.axes = [self.figure.add_axes(place, axes_class=StillAxes) for place in (
            (0.08, 0.62, 0.88, 0.29), (0.08, 0.11, 0.88, 0.45))]
        self._mark = Line2D([], [], transform=self.axes[1].transData, color=INK, linewidth=3,
                            marker="|", markersize=11)
        self.figure.add_artist(self._mark)
        self.hear(self.axes[1], lambda x, y: self.go_to(max(1, round(y))))
        self.seed = seed
        names = [(say(name), name) for name in PLAYERS]
        self.one = self.control(w.Dropdown, say("Win rate of"), 200, 75, self.play_games,
                                value=players[0], options=names)
        self.other = self.control(w.Dropdown, say("against"), 175, 50, self.play_games,
                                  value=players[1], options=names)
        self.rules = self.control(w.Dropdown, say("Rules"), 150, 40, self.play_games, value=rules,
                                  options=[(say(name), each) for name, each in RULE_SETS.items()])
        self.size = self.control(w.Dropdown, say("Games in a sample"), 210, 130, self.cut,
                                 options=SIZES, value=size)
        self.make_steps(say("Sample"), 290)
        self.slider.style.description_width = self.px(55)
        self._summary = w.HTML(layout=w.Layout(min_height=self.px(40)))
        self.add(
            Command("back", self.back, say("the previous sample"), "◀", "left"),
            Command("forward", self.forward, say("the next sample"), "▶", "right"),
            Command("smaller", partial(self.resize, -1), say("smaller samples"),
                    say("Smaller ({key})"), "down"),
            Command("larger", partial(self.resize, 1), say("larger samples"),
                    say("Larger ({key})"), "up"),
            Command("others", self.others, say("other games"), say("⟳ Other games ({key})"), "n"))
        self.arrange(self.row(self.one, self.other, self.rules),
                     self.row(self.size, "smaller", "larger"), self._summary, self.live,
                     self.row("back", "forward", self.slider, "others"), self._sentence,
                     self.message)
        self.play_games()

    def play_games(self) -> None:
        """Play games of the chosen players by the chosen rules, and cut them into samples."""
        self._simulation = simulate(GAMES, [self.one.value, self.other.value], self.rules.value,
                                    self.seed, progress=False)
        won = self._simulation.played.won
        self._won = won[:, 0] & (won.sum(axis=1) == 1)
        self.cut()

    def others(self) -> None:
        """Play other games, with the next seed."""
        self.seed += 1
        self.play_games()

    def resize(self, by: int) -> None:
        """Cut the games into larger (+1) or smaller (-1) samples."""
        self.size.index = min(max(self.size.index + by, 0), len(SIZES) - 1)

    def cut(self) -> None:
        """Cut the games into samples of the chosen size, and show them."""
        self.samples = Samples(self._won, self.size.value)
        for ax in self.axes:
            ax.clear()
        draw_samples(self.samples, self.axes)
        self._name = self._simulation.names[0]
        self._summary.value = status(self.samples.text(self._name))
        self.begin_steps(len(self.samples.rates))

    def sentence(self) -> str:
        """Return a sentence on the result of the marked sample."""
        number, size = self.step, self.samples.size
        if not number:
            return say("Point at a sample, or step through the samples.")
        low, high = self.samples.intervals[number - 1]
        fields = {"number": number, "first": (number - 1) * size, "last": number * size - 1,
                  "player": self._name, "rate": self.samples.rates[number - 1], "low": low,
                  "high": high, "all": self.samples.rate}
        return (say("Sample {number}, games {first} to {last}: {player} wins {rate:.1%}, and the "
                    "interval from {low:.1%} to {high:.1%} contains {all:.1%}.", **fields)
                if self.samples.holds[number - 1] else
                say("Sample {number}, games {first} to {last}: {player} wins {rate:.1%}, and the "
                    "interval from {low:.1%} to {high:.1%} misses {all:.1%}.", **fields))

    def refresh(self) -> None:
        """Mark the sample of the step."""
        number = self.step
        self._mark.set_data(*((self.samples.intervals[number - 1], (number, number)) if number
                              else ([], [])))
        text = self.sentence()
        self.show_figure(text, told=[self.samples.text(self._name), text])
