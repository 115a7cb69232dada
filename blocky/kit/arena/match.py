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

from blocky.block import random_init
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import Goal
from blocky.kit.safely import PartError, call_safely
from blocky.move import Action, Move, RuleSet
from blocky.player import Player

__all__ = ["Match", "Message", "ReplayedPlayer", "Result", "game_on", "play", "replay", "result"]

#: How long, in seconds, it may take to make a player, with all that its code imports.
MAKING = 10.0

PASS = Move(Action.PASS)

#: What is told of a game while it is played: the seat of the player who is at work from now on; a
#: turn that was taken (action, path, colour, why it was forfeited); at last how the game ended.
Message = int | list[Any] | dict[str, Any]


@dataclass(frozen=True)
class Match:
    """A game to be played: all that another process needs to know of it.

    ``players`` are the names, in the order of their seats; ``pickled`` holds both players (objects
    or classes) and the class of the goal as cloudpickle writes them.
    """

    number: int
    board: int
    goal: str
    players: tuple[str, str]
    pickled: tuple[bytes, bytes, bytes]
    rules: RuleSet
    max_depth: int
    turns: int
    seed: int | str
    seconds: float
    memory: float


@dataclass(frozen=True)
class Result:
    """How a game of a league went.

    ``players`` are the names in the order of their seats, ``winner`` is one of them, None after a
    draw. ``forfeits`` are turns that a player's fault cost: the name, the number of the turn in
    ``moves`` (the move there is to pass), and the reason. ``ended`` says why the loser forfeited
    the whole game; there are no ``scores`` then.
    """

    number: int
    board: int
    goal: str
    players: tuple[str, str]
    scores: tuple[int, ...]
    winner: str | None
    moves: tuple[Move, ...]
    forfeits: tuple[tuple[str, int, str], ...] = ()
    ended: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return this result as JSON can hold it."""
        moves = [[move.action.value, move.path, *([] if move.colour is None else [move.colour])]
                 for move in self.moves]
        return {**vars(self), "moves": moves}

    @classmethod
    def from_dict(cls, entry: dict[str, Any]) -> Result:
        """Return the result that ``to_dict`` made ``entry`` of."""
        return cls(**{
            **entry, "players": tuple(entry["players"]), "scores": tuple(entry["scores"]),
            "moves": tuple(Move(*move) for move in entry["moves"]),
            "forfeits": tuple((name, turn, reason) for name, turn, reason in entry["forfeits"])})


def game_on(board: int, goal: type[Goal], players: Sequence[Player], names: Sequence[str], *,
            rules: RuleSet, max_depth: int, turns: int, seed: int | str) -> Game:
    """Return the game on board number ``board`` of the league with ``seed``, before its first turn.

    Board and colours are the same whoever plays. The colours go with the seats, and differ: on one
    colour nobody could win. Other random numbers are those of this game alone.
    """
    place = f"league {seed}, board {board}"
    colours = Random(f"{place}: colours").sample(list(Colour), 2)
    return Game(turns=turns, rules=rules, players=players, goals=[goal(each) for each in colours],
                board=random_init(0, max_depth, Random(place)),
                seed=f"{place}, {goal.__name__}: {' against '.join(names)}")


def play(match: Match) -> Iterator[Message]:
    """Play the game; yield a message before each time that a player is at work, and at the end.

    PartError: the goal failed, which is no player's fault.
    """
    chance = Random(f"{match.players} on board {match.board} for {match.goal}")
    random.seed(chance.random())
    np.random.seed(chance.getrandbits(32))
    players = []
    for seat, (name, pickled) in enumerate(zip(match.players, match.pickled[:2], strict=True)):
        yield seat
        try:
            players.append(call_safely(f"The class of {name}", _made, pickled, seconds=MAKING))
        except BaseException as error:
            yield {"fault": shorten(f"could not be made. {error}", 240), "seat": seat}
            return
    game = game_on(match.board, cloudpickle.loads(match.pickled[2]), players, match.players,
                   rules=match.rules, max_depth=match.max_depth, turns=match.turns, seed=match.seed)
    yield game.turn
    while not game.over:
        move, fault = _take_turn(game, match.seconds)
        yield [move.action.value, move.path, move.colour, fault]
    yield {"scores": game.scores}


def _made(pickled: bytes) -> Player:
    made = cloudpickle.loads(pickled)
    player = made() if isinstance(made, type) else made
    if not isinstance(player, Player):
        raise TypeError(f"it makes {player!r}, which is no player")
    return player


def _take_turn(game: Game, seconds: float) -> tuple[Move, str]:
    """Let the player whose turn it is move; return the move, and "" or why it was forfeited."""
    name = f"{type(game.players[game.turn]).__name__}.make_move"
    move, fault, begun = PASS, "", monotonic()
    try:
        chosen = game.choose(seconds)
        move = Move(chosen.action, chosen.path, chosen.colour)
    except PartError as error:
        fault = str(error)
    except BaseException as error:  # SystemExit and the like end no league
        fault = f"{name} raised {type(error).__name__}."
    if monotonic() - begun > seconds:
        fault = f"{name} took longer than {seconds:g} s."
    if not fault and (refusal := game.why_not(move)):
        if _may_fail(move, game):
            game.forfeit(move, refusal)
            return move, ""
        fault = f"{name} chose to {move}. {refusal}"
    if fault:
        fault = shorten(fault, 240)
        game.forfeit(PASS, fault)
        return PASS, fault
    game.play(move)
    return move, ""


def _may_fail(move: Move, game: Game) -> bool:
    """Tell whether the rules let a computer player try ``move`` although it is illegal."""
    try:
        game.board.at(move.path)
    except ValueError:
        return False
    return game.rules.forfeits and move.action is Action.SMASH


def result(match: Match, messages: Sequence[Message], fault: str = "") -> Result:
    """Return the result of a game of which ``messages`` tell, the last of them before its end.

    ``fault`` says why whoever was at work then forfeits the game.
    """
    turns = [message for message in messages if isinstance(message, list)]
    last = messages[-1]
    seat = last if isinstance(last, int) else len(turns) % 2
    scores: tuple[int, ...] = ()
    if isinstance(last, dict):
        scores = tuple(last.get("scores", ()))
        fault, seat = last.get("fault", ""), last.get("seat", seat)
    if fault:
        winner: str | None = match.players[1 - seat]
    else:
        winner = None if scores[0] == scores[1] else match.players[scores.index(max(scores))]
    return Result(
        match.number, match.board, match.goal, match.players, scores, winner,
        moves=tuple(Move(*turn[:3]) for turn in turns),
        forfeits=tuple((match.players[number % 2], number, turn[3])
                       for number, turn in enumerate(turns) if turn[3]),
        ended=fault and f"{match.players[seat]} {fault}")


class ReplayedPlayer(Player):
    """A player of a game that was played before, who makes the same moves again."""

    def __init__(self, played: str, result: Result) -> None:
        self.played, self.result = played, result

    @property
    def name(self) -> str:
        """The name that the player had in the league."""
        return self.played

    def make_move(self, game: Game, rng: Random) -> Move:
        """Return the move made then. PartError: the turn was forfeited then."""
        turn = len(game.history)
        for _, forfeited, reason in self.result.forfeits:
            if turn == forfeited:
                raise PartError(reason)
        if turn >= len(self.result.moves):
            raise PartError(self.result.ended)
        return self.result.moves[turn]


def replay(result: Result, game: Game) -> None:
    """Make the moves of ``result`` in ``game``, which is at its start, and end it."""
    faults = {turn: reason for _, turn, reason in result.forfeits}
    for turn, move in enumerate(result.moves):
        if turn in faults:
            game.forfeit(move, faults[turn])
        else:
            game.step(move)
    if not game.over:
        game.end()
