"""The table while something happens: tiles on their way, and the end of a round, tile by tile."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blocky.blue.board import EMPTY, FLOOR, Board, Placed
from blocky.blue.draw.layout import Layout
from blocky.blue.draw.runs import run_boxes
from blocky.blue.draw.table import Scene
from blocky.blue.in_words import bonus_sentence, placed_sentence, tiling_sentences
from blocky.blue.position import Move
from blocky.blue.reasons import bonus_reasons
from blocky.blue.rules import SIDE, Rules
from blocky.blue.state import State, endings, take, tile_all
from blocky.kit.language import say

__all__ = ["Frame", "flight", "frames", "tiling_frames"]


def flight(before: State, move: Move, share: float) -> Scene:
    """Return the table when the tiles of ``move`` are at a ``share``, 0 to 1, of their way."""
    layout, board = Layout(len(before.boards)), before.boards[before.turn]
    tiles, centre = before.sources[move.source], before.sources[0]
    token = before.next_starter is None
    lie = len(board.lines[move.line - 1]) if move.line else 0
    floor = board.floor + (token and move.source == 0)
    kept = len(centre.replace(move.colour, "") if move.source == 0 else centre) + token
    flying = []
    for index, colour in enumerate(tiles):
        start = layout.tile(move.source, index + (token and move.source == 0))
        if colour != move.colour:
            if move.source == 0:
                continue
            end, kept = layout.tile(0, kept), kept + 1
        elif lie < move.line:
            end, lie = layout.on_line(before.turn, move.line, lie), lie + 1
        else:
            end, floor = layout.on_line(before.turn, 0, min(floor, FLOOR - 1)), floor + 1
        flying.append((colour, (start[0] + share * (end[0] - start[0]),
                                start[1] + share * (end[1] - start[1]))))
    sources = list(before.sources)
    sources[move.source] = tiles.replace(move.colour, "") if move.source == 0 else ""
    return Scene(before._replace(sources=tuple(sources)), flying=flying)


# -- the end of a round --------------------------------------------------------------------------

class Frame(NamedTuple):
    """A moment of a tiling: the table, and a sentence on what has just happened."""

    scene: Scene
    text: str


def frames(before: State, move: Move, rules: Rules, names: Sequence[str]) -> list[Frame]:
    """Return the moments of the tiling after a move; [] if the move ends no round."""
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
            "Nobody took the start token, so {player} starts again.", player=names[tiled.starter]))
    else:
        yield Frame(Scene(state), say("{player} took the start token and starts the next round.",
                                      player=names[starter]))


def _bonus_frames(state: State, rules: Rules, names: Sequence[str]) -> Iterator[Frame]:
    for player, name in enumerate(names):
        board = state.boards[player]
        boxes = [each for points, each in zip(board.bonuses(rules), _complete(board), strict=True)
                 if points]
        for reason, found in zip(bonus_reasons(player, board, rules), boxes, strict=True):
            board = board._replace(score=board.score + reason.points)
            state = _with(state, player, board)
            yield Frame(Scene(state, runs=[(player, *box) for box in found],
                              notes={(player, 0): f"+{reason.points}"}),
                        bonus_sentence(reason, name))


def _complete(board: Board) -> list[list[tuple[int, int, int, int]]]:
    """Return the boxes of complete rows, of complete columns, and of tiles of complete colours.

    A box is a row, a column, and the numbers of rows and columns.
    """
    numbers, tiles = range(1, SIDE + 1), "".join(board.wall)
    return [[(row, 1, 1, SIDE) for row in numbers if EMPTY not in board.wall[row - 1]],
            [(1, column, SIDE, 1) for column in numbers if EMPTY not in tiles[column - 1::SIDE]],
            [(row, column, 1, 1) for row in numbers for column in numbers
             if tiles.count(board.row(row)[column - 1]) == SIDE]]


def _placed(board: Board, tile: Placed) -> Board:
    """Return a board with a tile of a tiling moved to the wall, and its points added."""
    row, column = tile.row - 1, tile.column - 1
    wall, lines = list(board.wall), list(board.lines)
    wall[row] = wall[row][:column] + lines[row][0] + wall[row][column + 1:]
    lines[row] = ""
    return board._replace(wall=tuple(wall), lines=tuple(lines), score=board.score + tile.points)


def _with(state: State, player: int, board: Board) -> State:
    return state._replace(boards=(*state.boards[:player], board, *state.boards[player + 1:]))
