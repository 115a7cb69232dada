"""One game of a league: played turn by turn, whatever its players do, and kept to be replayed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from textwrap import shorten
from time import monotonic
from typing import Any

import cloudpickle
import numpy as np

from blocky.kit.arena.series import Series
from blocky.kit.game import Game
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.safely import Fault, PartError, call_safely

__all__ = ["Match", "Message", "ReplayedPlayer", "Result", "play", "replay", "result"]

#: How long, in seconds, it may take to make a player, with all that its code imports.
MAKING = 10.0

#: How many letters of what a player said, returned or raised are kept.
MOST = 240

Fault.SENTENCES.update({
    "not_made": "{name} could not be made. {error}",
    "no_player": "it makes {value}, which is no player",
    "ended_python": "{name} raised {error}.",
    "late": "{name} took longer than {seconds:g} s.",
    "illegal": "{name} chose to {move}. {refusal}",
    "not_stopped": "{name} could not be stopped after {seconds:g} s.",
    "memory": "{name} used more than {megabytes:g} megabytes of memory.",
    "gone": "{name} ended the process of the game.",
})

#: What is told of a game while it is played: the seat of the player who is at work from now on; a
#: turn that was taken (the seat, the move, its fault, the next seat); at last how the game ended.
Message = int | list[Any] | dict[str, Any]


@dataclass(frozen=True)
class Match:
    """A game to be played: all that another process needs to know of it.

    ``players`` are the names, in the order of their seats; ``pickled`` holds both players (objects
    or classes) and the series as cloudpickle writes them.
    """

    number: int
    board: int
    kind: str
    players: tuple[str, str]
    pickled: tuple[bytes, bytes, bytes]
    seconds: float
    memory: float


@dataclass(frozen=True)
class Result:
    """How a game of a league went.

    ``players`` are the names in the order of their seats, ``winner`` is one of them, None after a
    draw. ``moves`` are records as the game's positions write them, None where there was no move.
    ``forfeits`` are turns that a player's fault cost: the name, the number of the turn, and the
    fault. ``ended`` says why the loser forfeited the whole game; there are no ``scores`` then.
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
        """Return this result as JSON can hold it."""
        return {**vars(self), "ended": self.ended and self.ended.to_record(),
                "forfeits": [[name, turn, fault.to_record()]
                             for name, turn, fault in self.forfeits]}

    @classmethod
    def from_dict(cls, entry: dict[str, Any]) -> Result:
        """Return the result that ``to_dict`` made ``entry`` of, now or in an earlier version."""
        entry = {"kind" if key == "goal" else key: value for key, value in entry.items()}
        return cls(**{
            **entry, "players": tuple(entry["players"]), "scores": tuple(entry["scores"]),
            "moves": tuple(entry["moves"]),
            "forfeits": tuple((name, turn, Fault.from_record(fault))
                              for name, turn, fault in entry["forfeits"]),
            "ended": Fault.from_record(entry["ended"]) if entry["ended"] else None})


def play(match: Match) -> Iterator[Message]:
    """Play the game; yield a message before each time that a player is at work, and at the end.

    PartError: the series failed, which is no player's fault.
    """
    chance = Random(f"{match.players} on board {match.board} for {match.kind}")
    random.seed(chance.random())
    np.random.seed(chance.getrandbits(32))
    players = []
    for seat, (name, pickled) in enumerate(zip(match.players, match.pickled[:2], strict=True)):
        yield seat
        try:
            owner = say("The class of {name}", name=name)
            players.append(call_safely(owner, _made, pickled, seconds=MAKING))
        except BaseException as error:
            yield {"fault": Fault("not_made", name=name, error=shorten(str(error), MOST)
                                  ).to_record(), "seat": seat}
            return
    series: Series = cloudpickle.loads(match.pickled[2])
    game = series.begin(match.board, match.kind, players, match.players)
    yield game.turn
    while not game.over:
        seat = game.turn
        move, fault = _take_turn(game, match.seconds)
        yield [seat, move, fault and fault.to_record(), game.turn]
    yield {"scores": game.scores, "winners": game.winners}


def _made(pickled: bytes) -> Player:
    made = cloudpickle.loads(pickled)
    player = made() if isinstance(made, type) else made
    if not isinstance(player, Player):
        raise PartError("no_player", value=repr(player))
    return player


def _take_turn(game: Game, seconds: float) -> tuple[Any, Fault | None]:
    """Let the player whose turn it is move; return the record of the move, and why it was lost."""
    name = f"{type(game.players[game.turn]).__name__}.make_move"
    move, fault, begun, position = None, None, monotonic(), game.position
    try:
        chosen = game.choose(seconds)
        move = position.move_from_record(position.move_to_record(chosen))
    except PartError as error:
        fault = error.fault
    except BaseException as error:  # SystemExit and the like end no league
        fault = Fault("ended_python", name=name, error=type(error).__name__)
    if monotonic() - begun > seconds:
        fault = Fault("late", name=name, seconds=seconds)
    if not fault and (refusal := game.why_not(move)):
        if position.may_fail(move):
            game.forfeit(move, Fault("refused", reason=refusal))
            return position.move_to_record(move), None
        fault = Fault("illegal", name=name, move=str(move), refusal=refusal)
    if fault:
        fault = Fault(fault.kind, **{key: shorten(value, MOST) if isinstance(value, str) else value
                                     for key, value in fault.fields.items()})
        game.forfeit(None, fault)
        return None, fault
    game.play(move)
    return position.move_to_record(move), None


def result(match: Match, messages: Sequence[Message], fault: str = "", **fields: Any) -> Result:
    """Return the result of a game of which ``messages`` tell, the last of them before its end.

    ``fault``, with its ``fields``, is the kind of fault for which whoever was at work then forfeits
    the game.
    """
    turns = [message for message in messages if isinstance(message, list)]
    last = messages[-1]
    ended = None
    scores: tuple[int, ...] = ()
    winner: str | None = None
    if isinstance(last, dict) and "scores" in last:
        scores = tuple(last["scores"])
        winner = match.players[last["winners"][0]] if len(last["winners"]) == 1 else None
    elif isinstance(last, dict):
        ended, winner = Fault.from_record(last["fault"]), match.players[1 - last["seat"]]
    else:
        seat = last if isinstance(last, int) else last[-1]
        ended = Fault(fault, name=match.players[seat], **fields)
        winner = match.players[1 - seat]
    return Result(
        match.number, match.board, match.kind, match.players, scores, winner,
        moves=tuple(move for _, move, _, _ in turns),
        forfeits=tuple((match.players[seat], number, Fault.from_record(lost))
                       for number, (seat, _, lost, _) in enumerate(turns) if lost), ended=ended)


class ReplayedPlayer(Player):
    """A player of a game that was played before, called as then, who makes the same moves again."""

    def __init__(self, played: str, result: Result) -> None:
        super().__init__(name=played)
        self.result = result

    def make_move(self, game: Game, rng: Random) -> Any:
        """Return the move made then. PartError: the turn, or the game, was forfeited then."""
        turn, faults = len(game.history), {turn: why for _, turn, why in self.result.forfeits}
        if turn == len(self.result.moves):
            faults[turn] = self.result.ended or Fault("other", text="")
        if turn in faults:
            raise PartError(faults[turn].kind, **faults[turn].fields)
        return game.position.move_from_record(self.result.moves[turn])


def replay(result: Result, game: Game) -> None:
    """Make the moves of ``result`` in ``game``, a new one of ReplayedPlayers, and end it."""
    while len(game.history) < len(result.moves):
        try:
            game.step()
        except PartError as error:
            game.forfeit(None, error.fault)
    if not game.over:
        game.end()
