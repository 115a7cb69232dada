"""The end of a round, tile by tile: what is seen and said of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blocky.blue.board import Tiling
from blocky.blue.position import Move
from blocky.blue.report import placed_sentence, tiling_sentences
from blocky.blue.rules import Rules
from blocky.blue.state import State, take, tile_all

__all__ = ["Frame", "frames"]


class Frame(NamedTuple):
    """A moment of a tiling: how the table looks, and what has just been done."""

    state: State
    text: str


def frames(before: State, move: Move, rules: Rules, names: Sequence[str]) -> list[Frame]:
    """Return the moments of the tiling that a move leads to; [] if it ends no round."""
    state = take(before, *move)
    if not state.draft_over:
        return []
    return list(_frames(state, tile_all(state, rules)[1], rules, names))


def _frames(state: State, tilings: Sequence[Tiling], rules: Rules, names: Sequence[str]
            ) -> Iterator[Frame]:
    for player, (tiling, name) in enumerate(zip(tilings, names, strict=True)):
        start = board = state.boards[player]
        for tile in tiling.placed:
            row, column = tile.row - 1, tile.column - 1
            wall, lines = list(board.wall), list(board.lines)
            wall[row] = wall[row][:column] + lines[row][0] + wall[row][column + 1:]
            lines[row] = ""
            board = board._replace(wall=tuple(wall), lines=tuple(lines))
            state = _with(state, player, board)
            yield Frame(state, placed_sentence(start, tile, rules, name))
        state = _with(state, player, board._replace(floor=0, score=tiling.score))
        yield Frame(state, list(tiling_sentences(start, tiling, rules, name))[-1])


def _with(state: State, player: int, board: object) -> State:
    boards = list(state.boards)
    boards[player] = board  # type: ignore[call-overload]
    return state._replace(boards=tuple(boards))
