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
from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say

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


def _both_sides(case: Case, got: Outcome) -> Hints | None:
    """See how long the run is on each side."""
    cells, index = case
    left, right = (data.run_length(part, at) for part, at in (
        (cells[:index + 1], index), (cells[index:], 0)))
    return None if got.value == left + right else (
        "Begin at the cell, and go to the left with a finger. Where must you stop? Then go to the "
        "right.", "On each side a run ends at the first empty cell, or at the end of the list.",
        say("Beside index {index}, {left} tiles stand to the left before the first \".\" or the "
            "end, and {right} to the right, of whatever colour: together {count}. Yours is "
            "{value}.", index=index, left=left, right=right, count=left + right,
            value=written(got.value)))


run_length = Task(
    "run_length", data.run_length, _rows, laws=[_both_sides], kits=[kit.run_length],
    mistakes=[Mistake(lambda cells, index: sum(cell != "." for i, cell in enumerate(cells)
                                               if i != index), (
        "Do all tiles of the row belong to the run?",
        "A run is unbroken. What ends it?",
        "Tiles behind a gap are counted, too. Go from the cell to the left until a cell is empty, "
        "and then from the cell to the right."))],
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


def _over_gaps(wall: Wall, row: int, column: int) -> int:
    tiles = [*wall[row], *[cells[column] for cells in wall]]
    return 1 + sum(tile != EMPTY for tile in tiles)


def _neighbours(wall: Wall, row: int, column: int) -> int:
    near = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
    return 1 + sum(wall[i][j] != EMPTY for i, j in near if 0 <= i < SIDE and 0 <= j < SIDE)


def _partial_runs(wall: Wall, row: int, column: int) -> int:
    across, down = across_and_down(wall, row, column)
    return sum(range(across + 2)) + sum(range(down + 2)) - 1


def _adds_the_runs(case: Case, got: Outcome) -> Hints | None:
    """See how long the runs are."""
    (across, down), right = across_and_down(*case), data.tile_score(*case)
    return None if got.value == right else (
        "How many tiles are in the run across, beside the tile, and how many in the run down?",
        "The tile scores 1, and 1 more for each tile beside it in the two runs.",
        say("Without the tile itself there are {across} tiles in the run across, and {down} in "
            "the run down: 1 + {across} + {down} is {right}. Yours is {value}.", across=across,
            down=down, right=right, value=written(got.value)))


tile_score = Task(
    "tile_score", data.tile_score, walls, laws=[_adds_the_runs], show=run_picture,
    kits=[kit.run_length, Rules.tile_score],
    mistakes=[
        Mistake(_over_gaps, (
            "Which tiles of its row and column does the tile belong to?",
            "A run ends at the first empty cell.",
            "Tiles behind a gap are counted, too. Count only the unbroken runs beside the tile.")),
        Mistake(_neighbours, (
            "How far does a run go?",
            "A run may have more than one tile on each side.",
            "Only the four neighbours are counted. Go on from them to the end of each run.")),
        Mistake(data.official_score, (
            "How often does the tile itself count?",
            "Here the tile counts once: 1 + across + down. In the published game it counts in its "
            "row and again in its column.",
            "With tiles both beside it and above or below it, the tile counts twice in your score. "
            "It counts once.")),
        Mistake(_partial_runs, (
            "How many runs are there across, and how many down?",
            "Of a run only the whole counts, not each of the shorter runs within it.",
            "Your score adds up a run of 1, a run of 2 and so on. A search that finds every "
            "partial run must not add them up: take the longest only.")),
    ],
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
    places, scores, lines, wall = _STEPS
    facts = {lines: board["lines"], wall: rows_of(board)}
    with suppress(TypeError, ValueError):
        facts[places] = [(row, column) for row, column, _ in placed]
        facts[scores] = [points for _, _, points in placed]
    return Seen(placed, facts)


_STEPS = {
    "rows and columns": "Each full line, and no other, moves one tile to its row of the wall. Rows "
                        "and columns are indices, from 0; column_of(board, row, colour) says in "
                        "which column the colour stands in that row.",
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

floor_penalty = Task(
    "floor_penalty", data.floor_penalty, lambda rng: ((floor,) for floor in range(len(PENALTIES))),
    mistakes=[Mistake(lambda floor: [0, 1, 1, 2, 2, 2, 3, 3][floor], (
        "What do two occupied spaces cost together?",
        "The costs of all occupied spaces are added up.",
        "You return what the last occupied space costs. Add those of all spaces before it, too."))],
    nudge="Which spaces are occupied, and what does each of them cost?",
)
