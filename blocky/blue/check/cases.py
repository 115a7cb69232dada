"""The states that checks of Blue try answers on, and how they are told and shown."""

from collections.abc import Iterator
from itertools import product
from random import Random
from textwrap import fill
from types import SimpleNamespace
from typing import Any

from blocky.blue.board import EMPTY, Board, random_order
from blocky.blue.data import plain, seen
from blocky.blue.draw.table import board_text, table_text
from blocky.blue.player import GreedyRow
from blocky.blue.position import Position
from blocky.blue.record import Data, plain_board
from blocky.blue.rules import COLOURS, SIDE, TILES
from blocky.blue.state import State
from blocky.kit.check.task import CasePicture, Outcome, written
from blocky.kit.language import say

__all__ = ["NO_WALL", "board_with", "boards", "called", "changed", "given", "in_play",
           "one_board_text", "position_text", "rows_of", "small", "state_text", "told_board",
           "told_state"]

#: The most characters in a line of a description.
WIDTH = 92

#: An empty wall.
NO_WALL = (EMPTY * SIDE,) * SIDE


def board_with(*cells: tuple[int, int], perm: str = COLOURS, **others: Any) -> Data:
    """Return a board as plain data, with tiles on these cells (row, column) of its wall.

    Rows and columns are counted from 0. ``others`` are other fields of ``Board``.
    """
    board = Board(perm, **others)
    wall = []
    for row in range(SIDE):
        colours = board.row(row + 1)
        wall.append("".join(colour if (row, column) in cells else EMPTY
                            for column, colour in enumerate(colours)))
    return plain_board(board._replace(wall=tuple(wall)))


def boards(rng: Random, count: int) -> Iterator[Data]:
    """Yield ``count`` random boards at the end of a draft; most of their lines are full.

    The first board has no tiles on its wall, and each later one tends to have more of them.
    """
    for number in range(count):
        perm = random_order(rng)
        share = number / count  # of the cells of the wall that have tiles
        cells = [cell for cell in product(range(SIDE), range(SIDE)) if rng.random() < share]
        board = board_with(*cells, perm=perm, floor=rng.randrange(8), score=rng.randrange(40))
        for i, cells_of_row in enumerate(board["wall"]):
            missing = [colour for colour in perm if colour not in cells_of_row]
            is_full = rng.random() < 0.7
            room = i + 1
            length = room if is_full else rng.randrange(room)
            if missing:  # otherwise, the row of the wall is complete, and the line stays empty
                board["lines"][i] = rng.choice(missing) * length
        yield board


def rows_of(board: Data) -> list[str]:
    """Return the rows of a wall as strings."""
    return ["".join(map(str, row)) for row in board["wall"]]


def small(*sources: str, board: Board | None = None, discards: str = "",
          next_starter: int | None = None, left: int | None = None) -> Data:
    """Return a state of two players as plain data, with few tiles in play.

    ``sources`` are the tiles in the centre, then those on the first factories. ``board`` is the
    first player's; the second player's is empty. All other tiles are in the pool. With ``left``,
    only so many of them are, and the rest is discarded.
    """
    empty_factories = [""] * (6 - len(sources))  # there are a centre and five factories
    seats = (board or Board(COLOURS), Board("ywgbr"))
    state = State((*sources, *empty_factories), seats, next_starter=next_starter, pool="",
                  discards=discards)
    other_tiles = "".join(colour * (TILES - state.tiles.count(colour)) for colour in COLOURS)
    if left is None:
        state = state._replace(pool=other_tiles)
    else:
        state = state._replace(pool=other_tiles[:left], discards=discards + other_tiles[left:])
    return plain(Position(state))


def in_play(rng: Random, count: int) -> Iterator[Position]:
    """Yield ``count`` positions of games of 2, 3 and 4 players, none of which are over.

    About half of the moves are those of GreedyRow, the others are random.
    """
    for number in range(count):
        position = Position.deal(2 + number % 3, seed=rng)
        for _ in range(rng.randrange(4, 45)):
            if rng.random() < 0.5:
                move = GreedyRow().make_move(SimpleNamespace(position=position), rng)
            else:
                move = position.random_move(rng)
            position.play(move, rng)
            if position.over:
                position.take_back()  # to the position before the last move
                break
        yield position


def called(name: str, state: Data, *others: Any) -> str:
    """Return the call ``name(state, ...)``, followed by the state in words."""
    other_arguments = [getattr(each, "__name__", written(each)) for each in others]
    arguments = ", ".join(["state", *other_arguments])
    return told_state(f"{name}({arguments})", seen(state))


def state_text(state: Data, *others: Any) -> str:
    """Describe a state, which may be followed by other arguments of a call."""
    return position_text(seen(state))


def position_text(position: Position) -> str:
    """Describe a position."""
    return fill(say("{state} It's player {number}'s turn.", state=table_text(position.state),
                    number=position.turn + 1), WIDTH)


def one_board_text(board: Data, *others: Any) -> str:
    """Describe a board, which may be followed by other arguments of a call."""
    return fill(say("{board} Its perm is {perm}.", perm=board["perm"],
                    board=board_text(seen(board).board, say("A board"))), WIDTH)


def told_state(call: str, position: Position) -> str:
    """Return a call, followed by the position in words."""
    return _wrapped(say("{call}   # {state} It's player {number}'s turn.", call=call,
                        state=table_text(position.state), number=position.turn + 1))


def told_board(name: str, board: Data, *others: Any) -> str:
    """Return the call ``name(board, ...)``, followed by the board in words."""
    call = ", ".join(["board", *map(written, others)])
    return _wrapped(say("{name}({call})   # {board} Its perm is {perm}.", name=name, call=call,
                        board=board_text(seen(board).board, say("A board")), perm=board["perm"]))


def _wrapped(text: str) -> str:
    return fill(text, WIDTH, subsequent_indent="    # ")


def given(args: tuple[Any, ...], expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the state or board that was given."""
    state_or_board, *_ = args
    return [("given", state_or_board)]


def changed(args: tuple[Any, ...], expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the state or board before the call, as it should be afterwards, and as it really is."""
    before, *_ = args
    right, *_ = expected.arguments
    own, *_ = got.arguments
    return [("given", before), ("expected", right), ("got", own)]
