"""Exercise 06: the players of the original, and one of the student's own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from blocky.blue import player as kit
from blocky.blue.board import Board
from blocky.blue.check.cases import in_play, small, told_state
from blocky.blue.draw.table import table
from blocky.blue.game import Game
from blocky.blue.player import Player, RandomPlayer
from blocky.blue.position import Position
from blocky.blue.rules import COLOURS
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

#: How many games are played at most; after so many seconds no more is begun.
GAMES, LATE = 20, 1.0


class _Won(NamedTuple):
    """How many of how many games were won alone."""

    wins: int
    games: int

    def __repr__(self) -> str:
        return say("{wins} wins in {games} games", wins=self.wins, games=self.games)


def _turns(rng: Random) -> Iterator[Case]:
    yield from ((position, rng.randrange(1000)) for position in in_play(rng, 10))
    yield None, GAMES


def _plays(answer: Any, position: Position | None, number: int) -> Any:
    """Return the move of a player, or both if it chose twice and not the same; or what it won."""
    if position is None:
        return _won(answer, number)
    moves = []
    for seed in (1, 2):
        random.seed(seed)
        game = Game.on(position.copy(), [RandomPlayer()] * position.seats, 1)
        moves.append(answer().make_move(game, Random(number)))
    return moves[0] if moves[0] == moves[1] else {"first": moves[0], "then": moves[1]}


def _won(answer: Any, games: int) -> _Won:
    end, wins = thread_time() + LATE, list[bool]()
    while len(wins) < games and (not wins or thread_time() < end):
        seat = len(wins) % 2
        players = [RandomPlayer(), RandomPlayer()]
        players[seat] = answer()
        game = Game(players, seed=len(wins))
        game.run()
        wins.append(game.winners == [seat])
    return _Won(sum(wins), len(wins))


def _is_repeated(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, dict):
        return None
    return ("Where do the random choices of your player come from?",
            "With the same seed a game must be the same, move by move.",
            say("In the same game and with the same rng, your player chose to {first}, and then "
                "to {then}. Draw from rng: rng.choice(...), not random.choice(...).", **got.value))


def _is_better_than_chance(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, _Won) or 2 * got.value.wins >= got.value.games:
        return None
    return ("What is a good move in this game, and what a bad one?",
            "Tiles on the floor cost points; a line that is full brings some.",
            "Your player should win at least half of its games against one who makes any legal "
            "move. Leave the floor for last, and take as many tiles as there is room for.")


def _words(position: Position | None, number: int) -> str:
    if position is None:
        return say("the wins of MyPlayer() against RandomPlayer(), up to {number} games",
                   number=number)
    return told_state(f"MyPlayer().make_move(game, Random({number}))", position)


MyPlayer = Task(
    "MyPlayer", kit.GreedyRow, _turns, _plays, only_laws=True, kits=_KITS,
    laws=[_is_repeated, _is_legal, _is_better_than_chance], words=_words, seconds=2.5,
    few_after=1.0, form=subclass_of(Player, "make_move"), needs="a class, a subclass of Player",
)
