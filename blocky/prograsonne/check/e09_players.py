"""Exercise 09: a player of one's own. Many players are right, so only laws can check one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from random import Random
from time import thread_time
from typing import Any

from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer, Player, RandomPlayer
from blocky.kit.trace import short
from blocky.prograsonne.board import Board
from blocky.prograsonne.game import Game
from blocky.prograsonne.scoring import Rules

__all__ = ["MyPlayer"]

#: How many games of so many turns a player plays against chance; after so many seconds no more is
#: begun.
GAMES, TURNS, LATE = 10, 16, 1.0


class _Two(tuple[Any, ...]):
    """What a player chose in the same game, with the same random numbers."""


class _Margin(int):
    """By how many points a player is ahead."""


def _cases(rng: Random) -> Iterator[Case]:
    for count in (0, 1, 2, 4, 6, 9):
        yield _begun(rng.randrange(10**6), count), rng.randrange(10**6)
    yield None, GAMES


def _begun(seed: int, turns: int, *players: Player) -> Game:
    game = Game(Rules(redraw=True), seed, players=players or (RandomPlayer(), RandomPlayer()))
    while not game.over and len(game.history) < turns:
        game.step()
    return game


def _play(answer: Any, game: Game | None, number: int) -> Any:
    """Return the move of a player, or both if it chose twice and not the same; or its lead."""
    if game is None:
        return _lead(answer, number)
    moves = []
    for seed in (1, 2):
        random.seed(seed)
        moves.append(answer().make_move(game.copy(), Random(number)))
    return moves[0] if moves[0] == moves[1] else _Two(moves)


def _lead(answer: Any, games: int) -> _Margin:
    end, lead = thread_time() + LATE, 0
    for seed in range(games):
        if thread_time() < end or not seed:
            seat = seed % 2
            one, two = (answer(), RandomPlayer()) if seat == 0 else (RandomPlayer(), answer())
            scores = _begun(seed, TURNS, one, two).scores
            lead += scores[seat] - scores[1 - seat]
    return _Margin(lead)


def _plays_well(case: Case, got: Outcome) -> Hints | None:
    game, value = case[0], got.value
    if isinstance(value, _Margin):
        return None if value > 0 else (
            "Why should the move that your player chooses be better than another?",
            "Try the legal moves, and compare what they bring: game.score_after(move).",
            "Your player is behind one who places tiles anywhere. Does it take the move with the "
            "highest score, for itself?")
    if isinstance(value, _Two):
        return ("Where do the random choices of your player come from?",
                "With the same seed a game must be the same, move by move.",
                say("In the same game and with the same rng your player chose to {first}, and then "
                    "to {then}. Draw from rng: rng.choice(...), not random.choice(...).",
                    first=short(value[0]), then=short(value[1])))
    reason = game and game.why_not(value)
    return reason and (
        "What does make_move return, and is it legal?",
        "It returns a legal move, Place(cell, turns) or TakeBack(): game.legal_moves() has them.",
        say("The move is refused: {reason}", reason=reason))


MyPlayer = Task(
    "MyPlayer", GreedyPlayer, _cases, call=_play, form=subclass_of(Player, "make_move"),
    only_laws=True, laws=[_plays_well], seconds=3, few_after=1.5,
    kits=[GreedyPlayer.make_move, LookaheadPlayer.make_move, Board.hint, Board.ranked],
    needs="a subclass of Player",
    words=lambda game, number: (
        say("the lead of MyPlayer() over RandomPlayer() in {number} games", number=number)
        if game is None else
        say("MyPlayer().make_move(game, rng)   # tile in hand: {hand}", hand=game.position.hand)),
)
