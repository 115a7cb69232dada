"""Exercise 05: a round, from the first take to the tiling, and when the game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from blocky.blue import data, state
from blocky.blue.board import Board
from blocky.blue.check.cases import (
    NO_WALL,
    board_with,
    called,
    given_alone,
    given_and_changed,
    in_play,
    small,
)
from blocky.blue.check.e03_draft import changes_the_state, loses_no_tile
from blocky.blue.data import legal_moves, plain
from blocky.blue.position import Position
from blocky.blue.rules import COLOURS
from blocky.kit.check.task import Case, Task

__all__ = ["is_over", "play_round"]

Data = dict[str, Any]
Choose = Callable[[Data], tuple[int, str, int]]


# -- play_round --------------------------------------------------------------------------------

def choose(state: Data) -> tuple[int, str, int]:
    """Return the legal move of which the most fits; the floor is the last choice."""
    piles = [state["centre"], *state["factories"]]
    return min(legal_moves(state), key=lambda move: (
        move[2] == 0, abs(move[2] - piles[move[0]].count(move[1])), move))


def _rounds(rng: Random) -> Iterator[Case]:
    two = Board(COLOURS, lines=("", "b", "", "", ""), score=4)
    for where in [small(), small("", "r"), small("", "rb"), small("b", board=two),
                  small("bb", board=two, next_starter=1), small("", "rrgb", "bbbb", board=two),
                  small("", "r", board=Board(COLOURS, floor=5, score=3)),
                  small("rr", board=Board(COLOURS, lines=("", "", "", "", "rrrr"), floor=1))]:
        yield where, choose
    yield from ((plain(position), choose) for position in in_play(rng, 8))


def _played(answer: Any, where: Data, choose: Choose) -> Any:
    returned = answer(where, choose)
    where.update(data.normal(where))
    return returned


play_round = Task(
    "play_round", data.play_round, _rounds, _played, laws=[changes_the_state, loses_no_tile],
    kits=[Position.tile, state.tile_all],
    words=lambda where, choose: called("play_round", where, choose), show=given_and_changed,
    nudge="At which place does the state differ? Find the step of the task that changes it.",
)


# -- is_over -----------------------------------------------------------------------------------

def _tiled(rng: Random) -> Iterator[Case]:
    row, column = [(2, i) for i in range(5)], [(i, 2) for i in range(5)]
    for cells, left in [([], None), ([], 0), ([], 4), (row, None), (column, None), (row[1:], None),
                        ([*row, (1, 0)], None), (row, 0)]:
        wall = tuple("".join(each) for each in board_with(*cells)["wall"])
        first = small(board=Board(COLOURS, wall=wall), left=left)
        yield (first,)
        yield ({**first, "boards": first["boards"][::-1]},)
    yield (small(discards="rrbb", board=Board(COLOURS, wall=("rbgwy", *NO_WALL[1:]))),)


is_over = Task(
    "is_over", data.is_over, _tiled, words=lambda where: called("is_over", where),
    show=given_alone,
    nudge="Is a row of a wall complete in this state? Are there tiles in the pool?",
)
