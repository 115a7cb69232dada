"""Exercise 04: runs, what a tile scores, and a tiling in which all happens at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from blocky.blue import board as kit
from blocky.blue import data
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import board_with, boards, given_and_changed, rows_of, told_board
from blocky.blue.draw.runs import runs
from blocky.blue.rules import COLOURS, PENALTIES, SIDE, Rules
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Mistake, Parts, Task
from blocky.kit.draw.picture import Picture

__all__ = [
    "WALLS",
    "Wall",
    "across_and_down",
    "floor_penalty",
    "run_length",
    "run_picture",
    "tile_all",
    "tile_score",
    "walls",
]

Wall = list[list[str]]


# -- run_length --------------------------------------------------------------------------------

def _rows(rng: Random) -> Iterator[Case]:
    for cells, index in [(".....", 2), ("r....", 1), (".r...", 0), ("rb...", 2), ("rb.wy", 2),
                         ("r..wy", 2), ("rbgw.", 4), (".b.w.", 2), ("rbgwy", 2), ("rb.wy", 0)]:
        yield list(cells), index
    for _ in range(10):
        yield [rng.choice(COLOURS + 5 * EMPTY) for _ in range(SIDE)], rng.randrange(SIDE)


def _sides(cells: list[str], index: int) -> Parts:
    """Return how many tiles are on each side, in the run and beyond it."""
    left, right = cells[index - 1::-1] if index else [], cells[index + 1:]
    runs = [_first_run(left), _first_run(right)]
    return ({"the tiles to the left, up to the first gap": runs[0],
             "the tiles to the right, up to the first gap": runs[1]},
            {"the tiles to the left behind a gap": (
                len(left) - left.count(EMPTY) - runs[0]),
             "the tiles to the right behind a gap": len(right) - right.count(EMPTY) - runs[1],
             "the cell itself, if a tile stands there": int(cells[index] != EMPTY)})


def _first_run(cells: list[str]) -> int:
    return [*cells, EMPTY].index(EMPTY)


run_length = Task(
    "run_length", data.run_length, _rows, parts={"": _sides}, kits=[kit.run_length],
    nudge="Begin at the cell, and go to the left with a finger. Where must you stop? Then go to "
           "the right.",
)


# -- tile_score --------------------------------------------------------------------------------

#: Walls of the worked examples: the cells with tiles, and the cell that is to be scored.
WALLS: list[tuple[list[tuple[int, int]], tuple[int, int]]] = [
    ([], (0, 0)), ([(0, 0)], (0, 1)), ([(0, 0)], (1, 0)), ([(0, 4)], (0, 3)), ([(0, 0)], (2, 0)),
    ([(0, 0), (1, 0)], (2, 0)), ([(1, 0), (0, 1)], (1, 1)),
    ([(0, 0), (0, 1), (0, 3), (1, 2), (2, 2)], (0, 2)), ([(4, 4), (2, 4)], (3, 4))]


def walls(rng: Random) -> Iterator[Case]:
    """Yield walls with an empty cell: the worked examples, then random ones."""
    for cells, (row, column) in WALLS:
        yield board_with(*cells)["wall"], row, column
    for number in range(2, 12):
        order = [(row, column) for row in range(SIDE) for column in range(SIDE)]
        rng.shuffle(order)
        yield board_with(*order[:2 * number])["wall"], *order[-1]


def run_picture(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw a wall with the runs beside a cell, and its points by both rule sets."""
    wall, row, column = args
    return runs(Board(COLOURS, tuple(map("".join, wall))), row + 1, column + 1, letters=True)


def across_and_down(wall: Wall, row: int, column: int) -> tuple[int, int]:
    """Return how many tiles are in the runs beside a cell."""
    return (data.run_length(wall[row], column),
            data.run_length([cells[column] for cells in wall], row))


def _runs(wall: Wall, row: int, column: int) -> Parts:
    """Return what a tile scores, and what else stands in its row and its column."""
    lines = [(wall[row], column), ([cells[column] for cells in wall], row)]
    across, down = across_and_down(wall, row, column)
    beyond = [SIDE - cells.count(EMPTY) - run for (cells, _), run in zip(
        lines, (across, down), strict=True)]
    near = [sum(cells[i] != EMPTY for i in (at - 1, at + 1) if 0 <= i < SIDE)
            for cells, at in lines]
    return ({"1 for the tile itself": 1, "the tiles beside it in the run across": across,
             "the tiles above and below it in the run down": down},
            {"the tile once more, where there are tiles both across and down": int(
                across > 0 < down),
             "1 for a tile that is alone": int(not across and not down),
             "the tiles of its row behind a gap": beyond[0],
             "the tiles of its column behind a gap": beyond[1],
             "only the two cells beside it": near[0],
             "only the cells above and below it": near[1],
             "each shorter run across": across * (across + 1) // 2,
             "each shorter run down": down * (down + 1) // 2})


tile_score = Task(
    "tile_score", data.tile_score, walls, parts={"": _runs}, show=run_picture,
    kits=[kit.run_length, Rules.tile_score],
    nudge="How many tiles are in the run across, beside the tile, and how many in the run down?",
)


# -- tile_all ----------------------------------------------------------------------------------

def _ends_of_drafts(rng: Random) -> Iterator[Case]:
    yield (board_with(),)
    yield (board_with(lines=("r", "", "", "", "")),)
    yield (board_with(lines=("r", "yy", "", "", "g")),)
    yield (board_with((0, 0), lines=("", "yy", "w", "", "")),)
    yield (board_with((1, 1), lines=("b", "yy", "www", "bb", "")),)
    yield from ((each,) for each in boards(rng, 12))


def _one_after_the_other(board: dict[str, Any]) -> list[tuple[int, int, int]]:
    placed = []
    for row, tiles in enumerate(board["lines"]):
        if len(tiles) == row + 1:
            column = (board["perm"].index(tiles[0]) + row) % SIDE
            placed.append((row, column, data.tile_score(board["wall"], row, column)))
            board["wall"][row][column] = tiles[0]
            board["lines"][row] = ""
    return placed


def _tiled(answer: Any, board: dict[str, Any]) -> Any:
    placed = answer(board)
    lines, wall = [*_STEPS][-2:]
    facts = {lines: board["lines"], wall: rows_of(board)}
    with suppress(TypeError, ValueError):
        facts |= dict(zip(_STEPS, zip(*placed, strict=True), strict=False))
    return Seen(placed, facts)


_STEPS = {
    "rows": "Each full line, and no other, moves one tile to its row of the wall: the line with "
            "the index 0, which has room for one tile, to row 0.",
    "columns": "column_of(board, row, colour) says in which column, from 0, the colour stands in "
               "that row: it is one further to the right in each row.",
    "points": "Each tile scores against the wall as it was before any of them was placed.",
    "lines": "A full line is empty afterwards, and a line that is not full stays as it is.",
    "wall": "Of each full line one tile stands on the wall afterwards, in its row and column.",
}


tile_all = Task(
    "tile_all", data.tile_all, _ends_of_drafts, _tiled, steps=_STEPS,
    kits=[Board.tile], words=lambda board: told_board("tile_all", board), show=given_and_changed,
    mistakes=[Mistake(_one_after_the_other, (
        "Which wall does the second tile of a round see: with the first tile on it, or without?",
        "All tiles are placed at the same time: each is scored against the wall as it was before "
        "any of them. list(wall) and wall[:] are new lists of the same rows.",
        "The tiles are placed one after the other. Score all of them first and place them then, or "
        "score against a copy whose rows are copies too: [list(row) for row in wall]."))],
    nudge="Which lines of the board above are full, and where do their tiles go?",
)


# -- floor_penalty -----------------------------------------------------------------------------

def _spaces(floor: int) -> Parts:
    """Return what each of the occupied spaces costs, and by how much it may be wrong."""
    names = ("first", "second", "third", "fourth", "fifth", "sixth", "last")
    costs = [PENALTIES[k + 1] - PENALTIES[k] if k < floor else 0 for k in range(len(names))]
    named = [*zip(names, costs, strict=True)]
    return ({f"the cost of the {name} space": cost for name, cost in named},
            {f"1 point too {word} for the {name} space": number * (cost > 0)
             for word, number in (("many", 1), ("few", -1)) for name, cost in named})


floor_penalty = Task(
    "floor_penalty", data.floor_penalty, lambda rng: ((floor,) for floor in range(len(PENALTIES))),
    parts={"": _spaces},
    mistakes=[Mistake(lambda floor: [0, 1, 1, 2, 2, 2, 3, 3][floor], (
        "What do two occupied spaces cost together?",
        "The costs of all occupied spaces are added up.",
        "You return what the last occupied space costs. Add those of all spaces before it, too."))],
    nudge="Which spaces are occupied, and what does each of them cost?",
)
