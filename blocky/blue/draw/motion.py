"""The table while something happens: tiles on their way, and the end of a round, tile by tile."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blocky.blue.board import EMPTY, FLOOR, Board, Placed
from blocky.blue.draw.layout import Layout, Point
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
    is_from_centre = move.source == 0
    has_token = before.next_starter is None
    places_before = 1 if is_from_centre and has_token else 0  # the token is before the tiles
    layout = Layout(len(before.boards))
    flying = []
    for index, end in _ends(before, move, layout):
        start = layout.tile(move.source, places_before + index)
        place = _between(start, end, share)
        flying.append((before.sources[move.source][index], place))
    sources = list(before.sources)
    sources[move.source] = _others(before, move) if is_from_centre else ""
    return Scene(before._replace(sources=tuple(sources)), flying=flying)


def _ends(before: State, move: Move, layout: Layout) -> Iterator[tuple[int, Point]]:
    """Yield the index in its source of each tile that moves, and the place that it goes to."""
    player = before.turn
    board = before.boards[player]
    is_from_centre = move.source == 0
    has_token = before.next_starter is None
    # the numbers of tiles at the three places, which grow with each tile that arrives there
    on_line = len(board.lines[move.line - 1]) if move.line else 0
    on_floor = board.floor
    if is_from_centre and has_token:
        on_floor += 1  # the player takes the token
    in_centre = len(_others(before, move) if is_from_centre else before.sources[0])
    if has_token:
        in_centre += 1
    for index, colour in enumerate(before.sources[move.source]):
        is_taken = colour == move.colour
        if not is_taken and is_from_centre:
            continue  # it stays there
        if not is_taken:
            yield index, layout.tile(0, in_centre)
            in_centre += 1
        elif on_line < move.line:
            yield index, layout.on_line(player, move.line, on_line)
            on_line += 1
        else:
            yield index, layout.on_line(player, 0, min(on_floor, FLOOR - 1))
            on_floor += 1


def _others(before: State, move: Move) -> str:
    """Return the tiles of a move's source in other colours than the one taken."""
    return before.sources[move.source].replace(move.colour, "")


def _between(start: Point, end: Point, share: float) -> Point:
    """Return the place at a ``share``, 0 to 1, of the way from one place to another."""
    start_x, start_y = start
    end_x, end_y = end
    return start_x + share * (end_x - start_x), start_y + share * (end_y - start_y)


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
    """Yield the pictures of the tiling of a state whose draft is over, with a sentence for each.

    They show each tile that is placed, each player's floor, and at last the bonuses or who starts.
    """
    starter = state.next_starter
    tiled, tilings = tile_all(state, rules)
    notes: dict[tuple[int, int], str] = {}
    for player, (tiling, name) in enumerate(zip(tilings, names, strict=True)):
        start = state.boards[player]
        for tile in tiling.placed:
            board = state.boards[player]
            # at once: the other new tiles of the round don't count
            counted_wall = start.wall if rules.at_once else board.wall
            runs = [(player, *box) for box in run_boxes(counted_wall, tile.row, tile.column)]
            state = _with_board(state, player, _placed(board, tile))
            notes[player, tile.row] = f"+{tile.points}"
            yield Frame(Scene(state, runs=[*runs, (player, tile.row, tile.column, 1, 1)],
                              notes=dict(notes)),
                        placed_sentence(start, tile, rules, name))
        without_floor = state.boards[player]._replace(floor=0, score=tiling.score)
        state = _with_board(state, player, without_floor)
        notes[player, 0] = f"\N{MINUS SIGN}{tiling.penalty}"
        *_, sentence_on_floor = tiling_sentences(start, tiling, rules, name)
        yield Frame(Scene(state, notes=dict(notes)), sentence_on_floor)
    if endings(tiled, rules):
        yield from _bonus_frames(state, rules, names)
    elif starter is None:
        yield Frame(Scene(state), say(
            "Nobody took the start token, so {player} starts again.", player=names[tiled.starter]))
    else:
        yield Frame(Scene(state), say("{player} took the start token and starts the next round.",
                                      player=names[starter]))


def _bonus_frames(state: State, rules: Rules, names: Sequence[str]) -> Iterator[Frame]:
    """Yield the moments at which the bonuses at the end of a game are added, player by player."""
    for player, name in enumerate(names):
        board = state.boards[player]
        boxes_by_reason = []  # there is a reason for each bonus that isn't 0
        for points, boxes in zip(board.bonuses(rules), _complete(board), strict=True):
            if points:
                boxes_by_reason.append(boxes)
        reasons = bonus_reasons(player, board, rules)
        for reason, boxes in zip(reasons, boxes_by_reason, strict=True):
            board = board._replace(score=board.score + reason.points)
            state = _with_board(state, player, board)
            yield Frame(Scene(state, runs=[(player, *box) for box in boxes],
                              notes={(player, 0): f"+{reason.points}"}),
                        bonus_sentence(reason, name))


def _complete(board: Board) -> list[list[tuple[int, int, int, int]]]:
    """Return the boxes of complete rows, of complete columns, and of tiles of complete colours.

    A box is a row, a column, and the numbers of rows and columns.
    """
    numbers = range(1, SIDE + 1)
    tiles = "".join(board.wall)
    rows = [(row, 1, 1, SIDE) for row in numbers if EMPTY not in board.wall[row - 1]]
    columns = [(1, column, SIDE, 1) for column in numbers
               if EMPTY not in tiles[column - 1::SIDE]]
    of_complete_colours = []
    for row in numbers:
        for column, colour in enumerate(board.row(row), start=1):
            if tiles.count(colour) == SIDE:
                of_complete_colours.append((row, column, 1, 1))
    return [rows, columns, of_complete_colours]


def _placed(board: Board, tile: Placed) -> Board:
    """Return a board with a tile of a tiling moved to the wall, and its points added."""
    row = tile.row - 1
    column = tile.column - 1
    colour = board.lines[row][0]
    cells = board.wall[row]
    wall = list(board.wall)
    wall[row] = cells[:column] + colour + cells[column + 1:]
    lines = list(board.lines)
    lines[row] = ""
    return board._replace(wall=tuple(wall), lines=tuple(lines), score=board.score + tile.points)


def _with_board(state: State, player: int, board: Board) -> State:
    """Return a state in which a player has another board."""
    boards = list(state.boards)
    boards[player] = board
    return state._replace(boards=tuple(boards))
