"""The functions that students write, in the kit's version: the game on plain data.

A *state* is a dict that ``plain`` returns, a *board* is one of its "boards"; ``blocky.blue.record``
describes them. Rows and columns of a wall are numbered from 0.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from blocky.blue.board import run_length
from blocky.blue.position import Position
from blocky.blue.record import Data, plain_state
from blocky.kit.arguments import expect
from blocky.kit.language import say

__all__ = [
    "Wall", "bonuses", "floor_penalty", "is_conserved", "is_latin", "is_over", "legal_moves",
    "may_take", "normal", "official_score", "plain", "play_round", "random_wall", "run_length",
    "seen", "take", "tile_all", "tile_score"]

#: The rows of a wall.
Wall = list[list[str]]


def plain(position: Position) -> Data:
    """Return a position as plain data, which can be changed without changing the position.

    ``Position.from_record`` returns the position of plain data.

    >>> state = plain(Position.deal(2, seed=1))
    >>> state["factories"], state["boards"][0]["wall"][0]
    (['gwyr', 'ggwr', 'ygyg', 'yrwr', 'gwyb'], ['.', '.', '.', '.', '.'])
    """
    expect("position", position, Position, say("a Position such as game.position"))
    return plain_state(position.state, position.rules)


def normal(value: Any) -> Any:
    """Return data in a form to compare: with lists for tuples, and without counts of 0.

    >>> normal({"centre": "", "pool": {"r": 3, "b": 0}, "boards": ()})
    {'centre': '', 'pool': {'r': 3}, 'boards': []}
    """
    if isinstance(value, (list, tuple)):
        return [normal(part) for part in value]
    if not isinstance(value, dict):
        return value
    parts: dict[Any, Any] = {}
    for key, part in value.items():
        is_pile = key in ("pool", "discards") and isinstance(part, dict)
        if is_pile:
            parts[key] = {colour: number for colour, number in part.items() if number}
        else:
            parts[key] = normal(part)
    return parts


def seen(data: Data) -> Position:
    """Return the position of a state, or of a single board, with unknown pool and discards.

    So the total number of tiles is not checked. ValueError: another law of the game is broken.
    """
    return Position.from_record({key: value for key, value in data.items()
                                 if key not in ("pool", "discards")})


# -- what students write -------------------------------------------------------------------------

def is_conserved(state: Data) -> bool:
    """Whether there are 20 tiles of each colour in all."""
    for colour in "rbgwy":
        number = state["pool"].get(colour, 0) + state["discards"].get(colour, 0)
        number += state["centre"].count(colour)
        for factory in state["factories"]:
            number += factory.count(colour)
        for board in state["boards"]:
            for line in board["lines"]:
                number += line.count(colour)
            for row in board["wall"]:
                number += row.count(colour)
        if number != 20:
            return False
    return True


def is_latin(square: Sequence[Sequence[str]]) -> bool:
    """Whether each row and each column of a square has the same colours, each once."""
    for row in square:
        if set(row) != set(square[0]) or len(set(row)) != len(square):
            return False
    for i in range(len(square)):
        column = [row[i] for row in square]
        if set(column) != set(square[0]):
            return False
    return True


def random_wall(rng: Random) -> Wall:
    """Return the colours of a random wall, in which each row is the one above, shifted by one."""
    order = rng.sample("rbgwy", 5)
    wall = []
    for row in range(5):
        wall.append([order[(column - row) % 5] for column in range(5)])
    return wall


def may_take(board: Data, colour: str, line: int) -> bool:
    """Whether a line, or the floor (0), takes a colour."""
    if line == 0:
        return True
    tiles = board["lines"][line - 1]
    if len(tiles) == line:
        return False
    if len(tiles) > 0 and tiles[0] != colour:
        return False
    return colour not in board["wall"][line - 1]


def legal_moves(state: Data) -> list[tuple[int, str, int]]:
    """Return all legal moves, each (source, colour, line)."""
    board = state["boards"][state["to_move"] - 1]
    sources = [state["centre"], *state["factories"]]
    moves = []
    for source in range(len(sources)):
        for colour in sorted(set(sources[source])):
            for line in range(6):
                if may_take(board, colour, line):
                    moves.append((source, colour, line))
    return moves


def take(state: Data, source: int, colour: str, line: int) -> None:
    """Make a legal move: change the state."""
    board = state["boards"][state["to_move"] - 1]
    if source == 0:
        pile = state["centre"]
        state["centre"] = pile.replace(colour, "")
        if state["token"]:
            state["token"] = False
            state["next_starter"] = state["to_move"]
            board["floor"] += 1
    else:
        pile = state["factories"][source - 1]
        state["factories"][source - 1] = ""
        state["centre"] += pile.replace(colour, "")
    count = pile.count(colour)
    fits = 0
    if line > 0:
        fits = min(count, line - len(board["lines"][line - 1]))
        board["lines"][line - 1] += colour * fits
    if count > fits:
        state["discards"][colour] = state["discards"].get(colour, 0) + count - fits
    board["floor"] = min(7, board["floor"] + count - fits)
    state["to_move"] = state["to_move"] % state["players"] + 1


def tile_score(wall: Wall, row: int, column: int) -> int:
    """Return the points of a new tile: 1, and 1 for each tile in the runs beside it."""
    across = run_length(wall[row], column)
    down = run_length([cells[column] for cells in wall], row)
    return 1 + across + down


def official_score(wall: Wall, row: int, column: int) -> int:
    """Return the points of a new tile in the published game."""
    across = run_length(wall[row], column)
    down = run_length([cells[column] for cells in wall], row)
    score = 0
    if across:
        score += across + 1
    if down:
        score += down + 1
    return max(1, score)


def tile_all(board: Data) -> list[tuple[int, int, int]]:
    """Move a tile of each full line to the wall, all at the same time; change the board.

    Return the placed tiles from the top row down, each (row, column, points).
    """
    placed = []
    for row in range(5):
        tiles = board["lines"][row]
        if len(tiles) == row + 1:
            column = (board["perm"].index(tiles[0]) + row) % 5
            placed.append((row, column, tile_score(board["wall"], row, column)))
    for row, column, _ in placed:
        board["wall"][row][column] = board["lines"][row][0]
        board["lines"][row] = ""
    return placed


def floor_penalty(floor: int) -> int:
    """Return the penalty for the number of occupied spaces of the floor.

    >>> [floor_penalty(floor) for floor in range(8)]
    [0, 1, 2, 4, 6, 8, 11, 14]
    """
    costs = [1, 1, 2, 2, 2, 3, 3]
    return sum(costs[:floor])


def play_round(state: Data, choose: Callable[[Data], tuple[int, str, int]]) -> None:
    """Play a round with the moves that ``choose(state)`` returns, and tile; change the state."""
    while state["centre"] or any(state["factories"]):
        source, colour, line = choose(state)
        take(state, source, colour, line)
    for board in state["boards"]:
        gains = 0
        for row, column, points in tile_all(board):
            gains += points
            colour = board["wall"][row][column]
            state["discards"][colour] = state["discards"].get(colour, 0) + row
        board["score"] = max(0, board["score"] + gains - floor_penalty(board["floor"]))
        board["floor"] = 0
    if state["next_starter"] is not None:
        state["starter"] = state["next_starter"]
    state["to_move"] = state["starter"]
    state["next_starter"] = None
    state["token"] = True
    state["round"] += 1


def is_over(state: Data) -> bool:
    """Whether the game is over after a tiling: a row is complete, or the pool is empty."""
    for board in state["boards"]:
        for row in board["wall"]:
            if "." not in row:
                return True
    return not any(state["pool"].values())


def bonuses(wall: Wall) -> tuple[int, int, int]:
    """Return the bonuses of the published game for complete rows, columns and colours."""
    rows = 0
    for row in wall:
        if "." not in row:
            rows += 1
    columns = 0
    for i in range(5):
        if "." not in [row[i] for row in wall]:
            columns += 1
    colours = 0
    for colour in "rbgwy":
        if all(colour in row for row in wall):
            colours += 1
    return 2 * rows, 7 * columns, 10 * colours
