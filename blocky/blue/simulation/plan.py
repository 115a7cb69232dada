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
        """Return the player of each seat in a game, and the seat that begins, all by numbers.

        In successive games the players move by a seat. After each round of seats, the next seat
        begins. So each player begins equally often from each seat.
        """
        count = len(self.players)
        players = [(seat - number) % count for seat in range(count)]
        first_seat = number // count % count
        return players, first_seat

    def played(self, numbers: range) -> Played:
        """Return the results of these games, played as one batch or one by one."""
        return self._played_at_once(numbers) if self.together else self._played_singly(numbers)

    def _played_at_once(self, numbers: range) -> Played:
        """Return the results of these games, played as one batch."""
        batch = self.batch(numbers)
        # the player by game and seat, and the other way round: the seat by game and player
        players = np.array([players for players, _ in map(self.seats, numbers)])
        seats = players.argsort(axis=1)
        return Played(
            scores=np.take_along_axis(batch.scores, seats, 1),
            won=np.take_along_axis(batch.won, seats, 1),
            starter=players[np.arange(len(players)), batch.first],
            rounds=batch.rounds, row=batch.row, exhausted=batch.exhausted)

    def _played_singly(self, numbers: range) -> Played:
        """Return the results of these games, played one by one."""
        results = []
        for number in numbers:
            players, first_seat = self.seats(number)
            game = self.game(number)
            game.run()
            seats = [players.index(player) for player in range(len(players))]  # of each player
            endings = game.position.endings
            results.append(Played(
                scores=np.array([game.scores[seat] for seat in seats]),
                won=np.array([seat in game.winners for seat in seats]),
                starter=np.array(players[first_seat]),
                rounds=np.array(game.position.state.round),
                row=np.array("row" in endings),
                exhausted=np.array("exhaustion" in endings)))
        return Played(*map(np.array, zip(*results, strict=True)))

    def game(self, number: int) -> Game:
        """Return a game before its first move."""
        numbers, first_seat = self.seats(number)
        players = [self.players[player] for player in numbers]
        rng = Random(f"simulation {self.seed}, game {number}")
        start = Position.deal(len(players), self.rules, rng, first_seat)
        return Game.on(start, players, f"{self.seed}, {number}")

    def batch(self, numbers: range, log: bool = False) -> Batch:
        """Return games played at once, by players who can do so.

        With a ``log``, the games can be turned into records.
        """
        kinds = np.array([_FAST.index(type(player)) for player in self.players])
        seats = [self.seats(number) for number in numbers]
        players_by_seat = [players for players, _ in seats]  # of each game
        kinds_by_seat = kinds[players_by_seat]
        first_seats = np.array([first_seat for _, first_seat in seats])
        seed = Random(f"simulation {self.seed}, batch {numbers.start // BATCH}").getrandbits(128)
        return Batch(kinds_by_seat, first_seats, self.rules, np.random.default_rng(seed), log)
