"""Exercise 06: the players of the original, and one of the student's own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from blocky.blue import player as kit
from blocky.blue.board import Board
from blocky.blue.check.cases import in_play, small, told_state
from blocky.blue.draw.table import table
from blocky.blue.game import Game
from blocky.blue.player import Player, RandomPlayer
from blocky.blue.position import Position
from blocky.blue.rules import COLOURS
from blocky.kit.check.laws import Lead, from_rng, is_ahead, lead, steady
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from blocky.kit.player import GreedyPlayer, LookaheadPlayer
from blocky.kit.trace import short

__all__ = ["FirstAvailable", "GreedyRow", "MyPlayer"]

_KITS = (kit.FirstAvailable.make_move, kit.GreedyRow.make_move, GreedyPlayer.make_move,
         LookaheadPlayer.make_move)


def _positions(rng: Random) -> Iterator[Case]:
    rows = ("r....", ".r...", ".yr..", ".....", ".....")
    full = Board(COLOURS, lines=("b", "bb", "bbb", "bbbb", "bbbbb"))
    for where in [small("", "bw"), small("w", "", "bw"), small("y"),
                  small("", "wb", board=Board(COLOURS, (".....",) * 4 + ("..w..",), lines=(
                      "r", "rr", "rrr", "rrrr", ""))),
                  small("g", "rb", board=Board(COLOURS, rows)), small("g", "rr", board=full),
                  small("", "wwrb", board=Board(COLOURS, rows, lines=("", "b", "g", "", ""))),
                  small("y", "", "yyrb", board=Board(COLOURS, rows, lines=("w", "", "", "g", "")))]:
        yield (Position.from_record(where),)
    yield from ((position,) for position in in_play(rng, 20))


def _choose(answer: Any, position: Position) -> Any:
    game = Game.on(position.copy(), [RandomPlayer()] * position.seats, 1)
    return answer().make_move(game, Random(0))


def _is_legal(case: Case, got: Outcome) -> Hints | None:
    position, move = case[0], got.value
    if not isinstance(position, Position) or move is None:
        return None
    reason = position.why_not(move)
    return reason and (
        "What does make_move return, and may that be done?",
        "It returns a legal Move(source, colour, line). game.why_not(move) says why a move is "
        "not legal.",
        say("{move} cannot be made. {reason}", move=short(move), reason=reason))


def _marked(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the position with the move that is expected."""
    return table(args[0], move=expected.value, letters=True)


_player = partial(
    Task, cases=_positions, call=_choose, laws=[_is_legal], kits=_KITS,
    form=subclass_of(Player, "make_move"), needs="a class, a subclass of Player", show=_marked)

FirstAvailable = _player(
    "FirstAvailable", kit.FirstAvailable,
    words=lambda position: told_state("FirstAvailable().make_move(game, rng)", position),
    nudge="Which tiles are looked at first, and which line takes them?",
)

GreedyRow = _player(
    "GreedyRow", kit.GreedyRow,
    words=lambda position: told_state("GreedyRow().make_move(game, rng)", position),
    nudge="Which row of the wall has the most tiles? Which tiles does its line take?",
)


# -- a player of one's own -----------------------------------------------------------------------

#: How many pairs of games are played at most; which part of them must be won, and what part is the
#: benefit of the doubt.
PAIRS, LEAST, DOUBT = 10, 0.5, 0.5


def _turns(rng: Random) -> Iterator[Case]:
    yield from ((position, rng.randrange(1000)) for position in in_play(rng, 10))
    yield None, PAIRS


def _plays(answer: Any, position: Position | None, number: int) -> Any:
    """Return the move of a player; without a position, which part of a league's games it won."""
    if position is None:
        return lead(lambda seed, seat, end: _won(answer(), seed, seat), number, LEAST)
    return steady(lambda rng: answer().make_move(
        Game.on(position.copy(), [RandomPlayer()] * position.seats, 1), rng), number)


def _won(player: Any, seed: int, seat: int) -> float:
    players = [RandomPlayer(), RandomPlayer()]
    players[seat] = player
    game = Game(players, seed=seed)
    game.run()
    return float(game.winners == [seat])


def _why_behind(league: Lead) -> str:
    return say("Your player wins {part:.0%} of its games against one who makes any legal move, and "
               "should win at least half. Leave the floor for last, and take as many tiles as "
               "there is room for.", part=league.mean)


def _words(position: Position | None, number: int) -> str:
    if position is None:
        return say("the wins of MyPlayer() against RandomPlayer(), up to {number} games",
                   number=2 * number)
    return told_state(f"MyPlayer().make_move(game, Random({number}))", position)


MyPlayer = Task(
    "MyPlayer", kit.GreedyRow, _turns, _plays, only_laws=True, kits=_KITS,
    laws=[from_rng, _is_legal, is_ahead(LEAST, DOUBT, _why_behind)], words=_words,
    seconds=2.5, few_after=1.0, form=subclass_of(Player, "make_move"),
    needs="a class, a subclass of Player",
)
