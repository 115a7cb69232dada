"""Simulation: many games between the same players, and what may be believed of their results."""

from __future__ import annotations

import html
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from blocky.blue import fast
from blocky.blue.fast import Batch
from blocky.blue.game import Game
from blocky.blue.player import KINDS
from blocky.blue.position import Position
from blocky.blue.rules import SEED, Rules, factories, rules_called
from blocky.kit import values
from blocky.kit.arena.table import Z, wilson
from blocky.kit.game import checked, given_seed
from blocky.kit.language import say
from blocky.kit.player import Player

if TYPE_CHECKING:
    from blocky.kit.draw.picture import Picture

__all__ = ["BATCH", "Played", "Row", "Simulation", "simulate"]

#: How many games are played at a time, and how many one after the other before it is told.
BATCH, SOME = 500, 10

#: The classes of players that play many games at a time.
_FAST = [KINDS[name] for name in fast.KINDS]

Array = NDArray[Any]


class Played(NamedTuple):
    """What came out of games: arrays with a row for each, and a column for each player.

    Attributes:
        scores: the final scores.
        won: whether a player won, or shared the win.
        starter: the number of the player who began the game.
        rounds: how many rounds it had.
        row, exhausted: whether it ended with a complete row, and for want of tiles.
    """

    scores: Array
    won: Array
    starter: Array
    rounds: Array
    row: Array
    exhausted: Array


class Row(NamedTuple):
    """The figures of a player. The win rate is of games won alone, with its 95 % interval."""

    name: str
    wins: int
    shared: int
    win_rate: float
    win_low: float
    win_high: float
    score: float
    score_error: float


@dataclass(frozen=True)
class Plan:
    """What determines the games of a simulation, each by its number alone."""

    players: tuple[Player, ...]
    rules: Rules
    seed: int | str

    @property
    def together(self) -> bool:
        """Whether all players are of kinds that play many games at a time."""
        return all(type(player) in _FAST for player in self.players)

    def seats(self, number: int) -> tuple[list[int], int]:
        """Return which player has which seat in a game, and the seat that begins.

        In as many games as there are pairs of both, every player has every seat and begins there.
        """
        count = len(self.players)
        return [(seat - number) % count for seat in range(count)], number // count % count

    def played(self, numbers: range) -> Played:
        """Return the results of these games, played as one batch or one by one."""
        if self.together:
            batch = self.batch(numbers)
            seats = np.array([self.seats(number)[0] for number in numbers])
            scores, won = (np.take_along_axis(each, seats.argsort(axis=1), 1)
                           for each in (batch.scores, batch.won))
            return Played(scores, won, seats[np.arange(len(seats)), batch.first], batch.rounds,
                          batch.row, batch.exhausted)
        outcomes = []
        for number in numbers:
            order, first = self.seats(number)
            game = self.game(number)
            game.run()
            at, ends = [order.index(player) for player in range(len(order))], game.position.endings
            outcomes.append(([game.scores[seat] for seat in at],
                             [seat in game.winners for seat in at], order[first],
                             game.position.state.round, "row" in ends, "exhaustion" in ends))
        return Played(*map(np.array, zip(*outcomes, strict=True)))

    def game(self, number: int) -> Game:
        """Return a game before its first move."""
        seats, first = self.seats(number)
        dealt = Random(f"simulation {self.seed}, game {number}")
        return Game.on(Position.deal(len(seats), self.rules, dealt, first),
                       [self.players[player] for player in seats], f"{self.seed}, {number}")

    def batch(self, numbers: range, log: bool = False) -> Batch:
        """Return the games played all at a time, all players of kinds that can."""
        kinds = [_FAST.index(type(player)) for player in self.players]
        seats = [self.seats(number) for number in numbers]
        rng = Random(f"simulation {self.seed}, batch {numbers.start // BATCH}").getrandbits(128)
        return Batch(np.array(kinds)[[order for order, _ in seats]],
                     np.array([first for _, first in seats]), self.rules,
                     np.random.default_rng(rng), log)


@dataclass(frozen=True, repr=False)
class Simulation:
    """The results of many games between the same players.

    Attributes:
        names: the names of the players.
        plan: what determines the games.
        played: what came out of them.
        seconds: how long they took.
    """

    names: list[str]
    plan: Plan
    played: Played
    seconds: float

    def __len__(self) -> int:
        return len(self.played.rounds)

    def table(self) -> list[Row]:
        """Return the figures of each player."""
        games, alone = len(self), self.played.won.sum(axis=1) == 1
        rows = []
        for player, name in enumerate(self.names):
            scores, won = self.played.scores[:, player], self.played.won[:, player]
            wins = int((won & alone).sum())
            spread = float(scores.std(ddof=1)) if games > 1 else math.nan
            rows.append(Row(name, wins, int((won & ~alone).sum()), wins / games,
                            *wilson(wins / games, games), float(scores.mean()),
                            Z * spread / math.sqrt(games)))
        return rows

    def starter_wins(self) -> tuple[int, int]:
        """Return how often the starter won, and how many games were won by one player alone."""
        alone = self.played.won.sum(axis=1) == 1
        won = self.played.won[np.arange(len(self)), self.played.starter]
        return int((won & alone).sum()), int(alone.sum())

    def replay(self, number: int) -> Game:
        """Return a game as it was played, at its end; its moves can be undone.

        ValueError: there is no such game.
        """
        if number not in range(len(self)):
            raise ValueError(say("There is no game {number!r}: they have numbers from 0 to {last}.",
                                 number=number, last=len(self) - 1))
        game = self.plan.game(number)
        if not self.plan.together:
            game.run()
            return game
        start = number // BATCH * BATCH
        batch = self.plan.batch(range(start, min(start + BATCH, len(self))), log=True)
        return Game.from_record(batch.record(number - start))

    def picture(self) -> Picture:
        """Return a picture of how often each player had which score, and of the rounds."""
        from blocky.blue.draw.simulation import distributions

        return distributions(self)

    def sentences(self) -> Iterator[str]:
        """Yield sentences on the games that say more than the table."""
        games, rules = len(self), self.plan.rules
        yield say("{games} games by {rules} rules, seed {seed}, in {seconds:.1f} s.", games=games,
                  rules=say(rules.name), seed=self.plan.seed, seconds=self.seconds)
        wins, decided = self.starter_wins()
        low, high = wilson(wins / max(1, decided), decided)
        if decided:
            yield say("Whoever begins wins {rate:.1%} ({low:.1%} to {high:.1%}) of the {decided} "
                      "games that one player wins alone; an equal share would be {fair:.1%}.",
                      rate=wins / decided, low=low, high=high, decided=decided,
                      fair=1 / len(self.names))
        yield say("A game has {mean:.1f} rounds, {least} to {most}.",
                  mean=self.played.rounds.mean(), least=self.played.rounds.min(),
                  most=self.played.rounds.max())
        row, exhausted = self.played.row, self.played.exhausted
        yield say("{row} games end with a complete row, {exhausted} for want of tiles, {both} of "
                  "these with both.", row=row.sum(), exhausted=exhausted.sum(),
                  both=(row & exhausted).sum())
        if capped := int((~row & ~exhausted).sum()):
            yield say("{capped} games were stopped after {rounds} rounds: they might never have "
                      "ended.", capped=capped, rounds=rules.rounds)

    def _lines(self) -> list[list[str]]:
        head = [say("player"), say("won"), say("shared"), say("win rate (95 %)"), say("mean score")]
        return [head, *([row.name, str(row.wins), str(row.shared),
                         say("{rate:.1%} ({low:.1%} to {high:.1%})", rate=row.win_rate,
                             low=row.win_low, high=row.win_high),
                         f"{row.score:.1f} ± {row.score_error:.1f}"] for row in self.table())]

    def __str__(self) -> str:
        lines = self._lines()
        first, *widths = (max(map(len, column)) for column in zip(*lines, strict=True))
        return "\n".join([*("  ".join([name.ljust(first), *map(str.rjust, cells, widths)])
                            for name, *cells in lines), *self.sentences()])

    def __repr__(self) -> str:
        return f"<Simulation of {len(self)} games: {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>"
                       for line in self._lines())
        told = "".join(f"<p>{html.escape(each)}</p>" for each in self.sentences())
        return f"<table>{rows}</table>{told}{self.picture()._repr_html_()}"


def simulate(n: int = 1000, players: Sequence[Player | type[Player] | str] = ("first", "greedy"),
             rules: Rules | str = SEED, seed: int | str = 0, workers: int = 1, rounds: int = 50,
             progress: bool = True) -> Simulation:
    """Return the results of ``n`` games between 2 to 4 players: objects, classes or names.

    Seats and starters are balanced. ``workers`` processes play at a time (-1: one for each core, or
    as many as the Dask cluster has that joblib is set to); the results do not depend on it. A game
    is stopped after ``rounds`` rounds. What a student's player does wrong ends the simulation.
    ValueError: there cannot be such games.

    >>> simulation = simulate(200, ["random", "greedy"], seed=1, progress=False)
    >>> [row.name for row in simulation.table() if row.win_rate > 0.5]
    ['Greedy row']
    """
    from joblib import Parallel, delayed
    from tqdm.auto import tqdm

    who = checked(players, KINDS)
    factories(len(who))
    if any(player.is_human for player in who):
        raise ValueError(say("A human is no player for a simulation: name computer players only."))
    values.count("n", n, least=1)
    rules = replace(rules_called(rules), rounds=values.count("rounds", rounds, least=1))
    plan, begun = Plan(tuple(who), rules, given_seed(seed)), time.perf_counter()
    size = BATCH if plan.together else SOME
    batches = [range(start, min(start + size, n)) for start in range(0, n, size)]
    played = []
    with tqdm(total=n, unit="game", disable=not progress) as bar:
        for each in Parallel(n_jobs=workers, return_as="generator")(
                delayed(plan.played)(batch) for batch in batches):
            played.append(each)
            bar.update(len(each.rounds))
    return Simulation(_names(who), plan, Played(*map(np.concatenate, zip(*played, strict=True))),
                      time.perf_counter() - begun)


def _names(players: Sequence[Player]) -> list[str]:
    """Return the names of the players, with numbers where two are the same."""
    names = [player.name for player in players]
    return [f"{name} {names[:number].count(name) + 1}" if names.count(name) > 1 else name
            for number, name in enumerate(names)]
