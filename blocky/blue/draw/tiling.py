"""The end of a round, tile by tile: what is seen and said of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blocky.blue.board import EMPTY, Board, Placed
from blocky.blue.draw.runs import run_boxes
from blocky.blue.draw.table import Scene
from blocky.blue.in_words import bonus_sentence, placed_sentence, tiling_sentences
from blocky.blue.position import Move
from blocky.blue.reasons import bonus_reasons
from blocky.blue.rules import SIDE, Rules
from blocky.blue.state import State, endings, take, tile_all
from blocky.kit.language import say

__all__ = ["Frame", "frames", "tiling_frames"]

#: A part of a wall: its first row and column, and how many rows and columns it has.
Box = tuple[int, int, int, int]


class Frame(NamedTuple):
    """A moment of a tiling: how the table looks, and what has just been done."""

    scene: Scene
    text: str


def frames(before: State, move: Move, rules: Rules, names: Sequence[str]) -> list[Frame]:
    """Return the moments of the tiling that a move leads to; [] if it ends no round."""
    state = take(before, *move)
    return list(tiling_frames(state, rules, names)) if state.draft_over else []


def tiling_frames(state: State, rules: Rules, names: Sequence[str]) -> Iterator[Frame]:
    """Yield the moments of the tiling of a state whose draft is over."""
    starter = state.next_starter
    tiled, tilings = tile_all(state, rules)
    notes: dict[tuple[int, int], str] = {}
    for player, (tiling, name) in enumerate(zip(tilings, names, strict=True)):
        start = state.boards[player]
        for tile in tiling.placed:
            board = state.boards[player]
            seen = start.wall if rules.at_once else board.wall
            runs = [(player, *box) for box in run_boxes(seen, tile.row, tile.column)]
            state = _with(state, player, _placed(board, tile))
            notes[player, tile.row] = f"+{tile.points}"
            yield Frame(Scene(state, runs=[*runs, (player, tile.row, tile.column, 1, 1)],
                              notes=dict(notes)),
                        placed_sentence(start, tile, rules, name))
        state = _with(state, player, state.boards[player]._replace(floor=0, score=tiling.score))
        notes[player, 0] = f"\N{MINUS SIGN}{tiling.penalty}"
        yield Frame(Scene(state, notes=dict(notes)),
                    list(tiling_sentences(start, tiling, rules, name))[-1])
    if endings(tiled, rules):
        yield from _bonus_frames(state, rules, names)
    elif starter is None:
        yield Frame(Scene(state), say(
            "Nobody took the start token: {player} begins again.", player=names[tiled.starter]))
    else:
        yield Frame(Scene(state), say("{player} took the start token, and begins the next round.",
                                      player=names[starter]))


def _bonus_frames(state: State, rules: Rules, names: Sequence[str]) -> Iterator[Frame]:
    for player, name in enumerate(names):
        board = state.boards[player]
        boxes = [each for points, each in zip(board.bonuses(rules), _complete(board), strict=True)
                 if points]
        for reason, found in zip(bonus_reasons(player, board, rules), boxes, strict=True):
            now = state.boards[player]
            state = _with(state, player, now._replace(score=now.score + reason.points))
            yield Frame(Scene(state, runs=[(player, *box) for box in found],
                              notes={(player, 0): f"+{reason.points}"}),
                        bonus_sentence(reason, name))


def _complete(board: Board) -> tuple[list[Box], list[Box], list[Box]]:
    """Return where complete rows and columns are, and the tiles of complete colours."""
    numbers = range(1, SIDE + 1)
    columns = ["".join(cells) for cells in zip(*board.wall, strict=True)]
    tiles = "".join(board.wall)
    return ([(row, 1, 1, SIDE) for row in numbers if EMPTY not in board.wall[row - 1]],
            [(1, column, SIDE, 1) for column in numbers if EMPTY not in columns[column - 1]],
            [(row, column, 1, 1) for row in numbers for column in numbers
             if tiles.count(board.row(row)[column - 1]) == SIDE])


def _placed(board: Board, tile: Placed) -> Board:
    """Return a board on which a tile of a tiling has been moved to the wall, with its points."""
    row, column = tile.row - 1, tile.column - 1
    wall, lines = list(board.wall), list(board.lines)
    wall[row] = wall[row][:column] + lines[row][0] + wall[row][column + 1:]
    lines[row] = ""
    return board._replace(wall=tuple(wall), lines=tuple(lines), score=board.score + tile.points)


def _with(state: State, player: int, board: Board) -> State:
    return state._replace(boards=(*state.boards[:player], board, *state.boards[player + 1:]))
