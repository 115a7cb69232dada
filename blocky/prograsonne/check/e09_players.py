"""Exercise 09: a player of one's own. Many players are right, so only laws can check one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.laws import Lead, from_rng, is_ahead, lead, steady
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer, Player, RandomPlayer
from blocky.prograsonne.board import Board
from blocky.prograsonne.game import Game
from blocky.prograsonne.scoring import Rules

__all__ = ["MyPlayer"]

#: How many pairs of games a player plays against chance, with how many turns in each; by how many
#: points it must be ahead, and how many it gets as the benefit of the doubt.
PAIRS, TURNS, LEAST, DOUBT = 5, 16, 20, 100


def _cases(rng: Random) -> Iterator[Case]:
    for count in (0, 1, 2, 4, 6, 9):
        yield _begun(rng.randrange(10**6), count), rng.randrange(10**6)
    yield None, PAIRS


def _begun(seed: int, turns: int, *players: Player) -> Game:
    game = Game(Rules(redraw=True), seed, players=players or (RandomPlayer(), RandomPlayer()))
    while not game.over and len(game.history) < turns:
        game.step()
    return game


def _play(answer: Any, game: Game | None, number: int) -> Any:
    """Return the move of a player; without a game, how far it is ahead in a league."""
    if game is None:
        return lead(lambda seed, seat, end: _margin(answer(), seed, seat), number, LEAST)
    return steady(lambda rng: answer().make_move(game.copy(), rng), number)


def _margin(player: Any, seed: int, seat: int) -> int:
    one, two = (player, RandomPlayer()) if seat == 0 else (RandomPlayer(), player)
    scores = _begun(seed, TURNS, one, two).scores
    return scores[seat] - scores[1 - seat]


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    game, value = case[0], got.value
    reason = game and game.why_not(value)
    return reason and (
        "What does make_move return, and is it legal?",
        "It returns a legal move, Place(cell, turns) or TakeBack(): game.legal_moves() has them.",
        say("The move is refused: {reason}", reason=reason))


def _why_behind(league: Lead) -> str:
    return say("Your player is hardly ahead of one who places tiles anywhere. Does it take the "
               "move with the highest score, for itself?")


MyPlayer = Task(
    "MyPlayer", GreedyPlayer, _cases, call=_play, form=subclass_of(Player, "make_move"),
    only_laws=True, laws=[from_rng, _is_legal, is_ahead(LEAST, DOUBT, _why_behind)],
    seconds=3, few_after=1.5,
    kits=[GreedyPlayer.make_move, LookaheadPlayer.make_move, Board.hint, Board.ranked],
    needs="a subclass of Player",
    words=lambda game, number: (
        say("the lead of MyPlayer() over RandomPlayer() in {number} games", number=2 * number)
        if game is None else
        say("MyPlayer().make_move(game, rng)   # tile in hand: {hand}", hand=game.position.hand)),
)
