"""The results of a simulation, and how certain they are."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from blocky.blue.game import Game
from blocky.blue.simulation.plan import BATCH, Plan, Played
from blocky.kit.language import say, say_count
from blocky.kit.statistics import Z, in_columns, wilson

if TYPE_CHECKING:
    from blocky.kit.draw.picture import Picture

__all__ = ["PlayerResult", "Simulation"]


class PlayerResult(NamedTuple):
    """The figures of a player: the win rate, with its 95% interval, counts games won alone."""

    name: str
    wins: int
    shared: int
    win_rate: float
    win_low: float
    win_high: float
    score: float
    score_error: float


@dataclass(frozen=True, repr=False)
class Simulation:
    """The results of many games between the same players.

    Attributes:
        names: the names of the players.
        plan: what determines the games.
        played: their results.
        seconds: the time that they took.
    """

    names: list[str]
    plan: Plan
    played: Played
    seconds: float

    def __len__(self) -> int:
        return len(self.played.rounds)

    def table(self) -> list[PlayerResult]:
        """Return the figures of each player."""
        games = len(self)
        has_one_winner = self.played.won.sum(axis=1) == 1
        rows = []
        for player, name in enumerate(self.names):
            scores = self.played.scores[:, player]
            won = self.played.won[:, player]
            wins = int((won & has_one_winner).sum())
            shared = int((won & ~has_one_winner).sum())
            win_low, win_high = wilson(wins / games, games)
            standard_deviation = float(scores.std(ddof=1)) if games > 1 else math.nan
            rows.append(PlayerResult(
                name, wins, shared, win_rate=wins / games, win_low=win_low, win_high=win_high,
                score=float(scores.mean()),
                score_error=Z * standard_deviation / math.sqrt(games)))
        return rows

    def starter_wins(self) -> tuple[int, int]:
        """Return the number of games won alone by the starter, and by any player."""
        has_one_winner = self.played.won.sum(axis=1) == 1
        starter_won = self.played.won[np.arange(len(self)), self.played.starter]
        return int((starter_won & has_one_winner).sum()), int(has_one_winner.sum())

    def replay(self, number: int) -> Game:
        """Return a game at its end; its moves can be undone.

        ValueError: there is no such game.
        """
        if number not in range(len(self)):
            raise ValueError(say("There's no game {number!r}. The games are numbered from 0 to "
                                 "{last}.",
                                 number=number, last=len(self) - 1))
        if not self.plan.together:
            game = self.plan.game(number)
            game.run()
            return game
        start = number // BATCH * BATCH  # play the whole batch again, as it's random as a whole
        batch = self.plan.batch(range(start, min(start + BATCH, len(self))), log=True)
        return Game.from_record(batch.record(number - start))

    def picture(self) -> Picture:
        """Return a picture of the distributions of scores and of rounds."""
        from blocky.blue.draw.simulation import distributions

        return distributions(self)

    def sentences(self) -> Iterator[str]:
        """Yield sentences on the games, in addition to the table."""
        games, rules = len(self), self.plan.rules
        yield say_count("{count} game under {rules} rules, seed {seed}, in {seconds:.1f} s.",
                        "{count} games under {rules} rules, seed {seed}, in {seconds:.1f} s.",
                        games, rules=say(rules.name), seed=self.plan.seed, seconds=self.seconds)
        wins, decided = self.starter_wins()
        low, high = wilson(wins / max(1, decided), decided)
        if decided:
            yield say("The starting player wins {rate:.1%} ({low:.1%} to {high:.1%}) of the "
                      "{decided} games with a single winner. If all players won equally often, "
                      "this rate would be {fair:.1%}.",
                      rate=wins / decided, low=low, high=high, decided=decided,
                      fair=1 / len(self.names))
        yield say("A game has {mean:.1f} rounds on average, at least {least} and at most {most}.",
                  mean=self.played.rounds.mean(), least=self.played.rounds.min(),
                  most=self.played.rounds.max())
        row, exhausted = self.played.row, self.played.exhausted
        yield say("{row} games end because a player completes a row, and {exhausted} because no "
                  "tiles are left. {both} games end for both reasons and are counted in both "
                  "numbers.", row=row.sum(), exhausted=exhausted.sum(),
                  both=(row & exhausted).sum())
        capped = int((~row & ~exhausted).sum())
        if capped:
            yield say_count(
                "{count} game was stopped after {rounds} rounds: it might never have ended.",
                "{count} games were stopped after {rounds} rounds: they might never have ended.",
                capped, rounds=rules.rounds)

    def _lines(self) -> list[list[str]]:
        """Return the lines of the table, each a list of texts; the first are the headings."""
        lines = [[say("player"), say("won"), say("shared"), say("win rate (95%)"),
                  say("mean score")]]
        for row in self.table():
            win_rate = say("{rate:.1%} ({low:.1%} to {high:.1%})", rate=row.win_rate,
                           low=row.win_low, high=row.win_high)
            mean_score = f"{row.score:.1f} ± {row.score_error:.1f}"
            lines.append([row.name, str(row.wins), str(row.shared), win_rate, mean_score])
        return lines

    def __str__(self) -> str:
        return "\n".join([*in_columns(self._lines()), *self.sentences()])

    def __repr__(self) -> str:
        return f"<Simulation of {len(self)} games: {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>"
                       for line in self._lines())
        told = "".join(f"<p>{html.escape(each)}</p>" for each in self.sentences())
        return f"<table>{rows}</table>{told}{self.picture()._repr_html_()}"
