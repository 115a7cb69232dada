"""One game of a league: how it starts, its result, its replay."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import cloudpickle

from blocky.kit.game import Game
from blocky.kit.player import Player, RandomPlayer
from blocky.kit.position import Position
from blocky.kit.safely import Fault, PartError

__all__ = ["Match", "Portable", "ReplayedPlayer", "Result", "Series", "replay", "stand_in"]


class Series(ABC):
    """The games that each pair of players in a league plays, in both seats.

    It is sent to other processes, and holds nothing but settings.

    Attributes:
        position_type: the positions of the games.
        kinds: the names of the kinds of game (such as the goals) that are played on each board.
        classes: the classes used in the series that a student may have written.
        seed: determines the boards.
    """

    position_type: type[Position]
    seed: int | str = 0
    kinds: Sequence[str] = ("",)
    classes: Sequence[type] = ()

    @abstractmethod
    def begin(self, board: int, kind: str, players: Sequence[Player], names: Sequence[str]) -> Game:
        """Return the game on board number ``board``, before its first turn.

        The board is the same for all players; other random numbers are different in each game.
        """

    def seed_of(self, board: int) -> str:
        """Return the seed of board number ``board``."""
        return f"league {self.seed}, board {board}"

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine the games of a league, in a form for JSON."""
        return {}

    @abstractmethod
    def caption(self, players: int, boards: int) -> str:
        """Return the caption of a league's table."""


@dataclass(frozen=True)
class Portable:
    """A series that other processes get as cloudpickle has written it."""

    series: Series
    pickled: bytes

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self.pickled,)


def _unpacked(pickled: bytes) -> Portable:
    """Return the Portable of a pickled series; pickle calls this in another process."""
    return Portable(cloudpickle.loads(pickled), pickled)


@dataclass(frozen=True)
class Match:
    """A game to be played, with all that another process needs to play it.

    ``players`` are the names in the order of their seats. ``pickled`` holds both players (objects
    or classes) as cloudpickle writes them. They are loaded in their guests only.
    """

    number: int
    board: int
    kind: str
    players: tuple[str, str]
    pickled: tuple[bytes, bytes]
    portable: Portable
    seconds: float
    memory: float

    def begin(self) -> Game:
        """Return the game before its first turn, with stand-ins for the players."""
        players = [stand_in(name) for name in self.players]
        return self.portable.series.begin(self.board, self.kind, players, self.players)


@dataclass(frozen=True)
class Result:
    """The result of a game of a league.

    ``players`` are the names in the order of their seats; ``winner`` is one of them, or None after
    a draw. ``moves`` are records, and None for a lost turn. ``forfeits`` has the name, the number
    of the turn and the fault of each turn that a player forfeited. ``ended`` is the fault for which
    the loser forfeited the whole game; there are no ``scores`` then.
    """

    number: int
    board: int
    kind: str
    players: tuple[str, str]
    scores: tuple[int, ...]
    winner: str | None
    moves: tuple[Any, ...]
    forfeits: tuple[tuple[str, int, Fault], ...] = ()
    ended: Fault | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return this result in a form for JSON."""
        forfeits = [[name, turn, fault.to_record()] for name, turn, fault in self.forfeits]
        ended = self.ended and self.ended.to_record()
        return {**vars(self), "ended": ended, "forfeits": forfeits}

    @classmethod
    def from_dict(cls, entry: dict[str, Any]) -> Result:
        """Return the result from which ``to_dict`` has made ``entry``."""
        converted = {  # JSON has lists for tuples, and dicts for faults
            "players": tuple(entry["players"]), "scores": tuple(entry["scores"]),
            "moves": tuple(entry["moves"]),
            "forfeits": tuple((name, turn, Fault.from_record(fault))
                              for name, turn, fault in entry["forfeits"]),
            "ended": Fault.from_record(entry["ended"]) if entry["ended"] else None}
        return cls(**{**entry, **converted})


def stand_in(name: str) -> Player:
    """Return a player with this name, for one who isn't in this process."""
    return RandomPlayer(name=name)


class ReplayedPlayer(Player):
    """A player in a replay, who repeats the recorded moves."""

    def __init__(self, name: str, result: Result) -> None:
        super().__init__(name=name)
        self.result = result

    def make_move(self, game: Game, rng: Random) -> Any:
        """Return the recorded move. PartError: this turn, or the game in it, was forfeited."""
        turn = len(game.history)
        faults = {forfeited: fault for _, forfeited, fault in self.result.forfeits}  # by turn
        is_after_last_move = turn == len(self.result.moves)
        if is_after_last_move:  # a fault may have ended the game here
            faults[turn] = self.result.ended or Fault("other", text="")
        if turn in faults:
            fault = faults[turn]
            raise PartError(fault.kind, **fault.fields)
        return game.position.move_type.from_record(self.result.moves[turn])


def replay(result: Result, game: Game) -> None:
    """Make the moves of ``result`` in ``game``, and end it.

    The game must be new, and its players ReplayedPlayers of this result.
    """
    while len(game.history) < len(result.moves):  # a forfeited turn counts in both
        try:
            game.step()
        except PartError as error:  # the player had forfeited this turn
            game.forfeit(None, error.fault)
    if not game.over:  # a fault had ended it
        game.end()
