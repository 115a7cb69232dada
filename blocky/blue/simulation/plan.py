"""The plan of a simulation, which determines and plays its games."""

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from blocky.blue import fast
from blocky.blue.fast import Batch
from blocky.blue.game import Game
from blocky.blue.player import KINDS
from blocky.blue.position import Position
from blocky.blue.rules import Rules
from blocky.kit.player import Player

__all__ = ["BATCH", "SOME", "Plan", "Played"]

#: The number of games played at once, and of games played one by one in a batch.
BATCH, SOME = 500, 10

#: The classes of players that can play many games at once.
_FAST = [KINDS[name] for name in fast.KINDS]

Array = NDArray[Any]


class Played(NamedTuple):
    """The results of games: arrays with a row for each game, and a column for each player.

    Attributes:
        scores: the final scores.
        won: whether a player won, or shared the win.
        starter: the number of the player who began the game.
        rounds: the number of rounds.
        row, exhausted: whether it ended with a complete row, and with no tiles left.
    """

    scores: Array
    won: Array
    starter: Array
    rounds: Array
    row: Array
    exhausted: Array


@dataclass(frozen=True)
class Plan:
    """What determines the games of a simulation, which are numbered from 0."""

    players: tuple[Player, ...]
    rules: Rules
    seed: int | str

    @property
    def together(self) -> bool:
        """Whether all players can play many games at once."""
        return all(type(player) in _FAST for player in self.players)

    def seats(self, number: int) -> tuple[list[int], int]:
        """Return the player of each seat in a game, and the seat that begins.

        Each player has each seat and begins from it in turn.
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
        """Return games played at once, by players who can do so."""
        kinds = [_FAST.index(type(player)) for player in self.players]
        seats = [self.seats(number) for number in numbers]
        rng = Random(f"simulation {self.seed}, batch {numbers.start // BATCH}").getrandbits(128)
        return Batch(np.array(kinds)[[order for order, _ in seats]],
                     np.array([first for _, first in seats]), self.rules,
                     np.random.default_rng(rng), log)
