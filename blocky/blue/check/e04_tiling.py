"""Exercise 04: runs, what a tile scores, and a tiling in which all happens at the same time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from blocky.blue import board as kit
from blocky.blue import data
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import board_with, boards, changed, rows_of, told_board
from blocky.blue.draw.runs import runs
from blocky.blue.rules import COLOURS, PENALTIES, SIDE, Rules
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Mistake, Parts, Task
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say

__all__ = ["WALLS", "Wall", "exchanged", "floor_penalty", "run_length", "run_picture", "scored",
           "tile_all", "tile_score", "walls"]

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
    left, right = cells[:index][::-1], cells[index + 1:]
    runs = [[*side, EMPTY].index(EMPTY) for side in (left, right)]
    alike = [next((i for i in range(run) if side[i] != side[0]), run)
             for side, run in ((left, runs[0]), (right, runs[1]))]
    return ({"the tiles to the left, up to the first gap": runs[0],
             "the tiles to the right, up to the first gap": runs[1]},
            {"the tile in the first cell, where the run reaches it": int(0 < index == runs[0]),
             "the tile in the last cell, where the run reaches it": int(
                 0 < runs[1] == len(right)),
             "the tiles to the left behind one of another colour": runs[0] - alike[0],
             "the tiles to the right behind one of another colour": runs[1] - alike[1],
             "the tiles from the first cell on, up to the first gap": [*cells[:index], EMPTY].index(
                 EMPTY),
             "the tiles from the last cell back, up to the first gap": [
                 *cells[:index:-1], EMPTY].index(EMPTY),
             "the tiles to the left behind a gap": len(left) - left.count(EMPTY) - runs[0],
             "the tiles to the right behind a gap": len(right) - right.count(EMPTY) - runs[1],
             "the cell itself, if a tile stands there": int(cells[index] != EMPTY)})


_FINGER = ("Begin at the cell, and go to the left with a finger. Where must you stop? Then go to "
           "the right.")

run_length = Task(
    "run_length", data.run_length, _rows, parts={"": _sides}, kits=[kit.run_length],
    nudge=_FINGER, endless=(
        _FINGER, "On the left side the index gets smaller by 1 each time, and on the right side "
        "larger by 1. Does yours, and does it never come back?",
        "It goes round and round. On the left side of the cell the index must get smaller by 1 "
        "each time, and on the right side larger by 1, until it leaves the list or comes to "
        "\".\". Who looks at both sides of each neighbour comes back to where it came from, for "
        "ever: go on in one direction only."),
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


#: On which side of a tile cells lie, by how far down and to the right of it they are.
_SIDES: dict[str, Callable[[int, int], bool]] = {
    "the tiles to its left": lambda down, right: not down and right < 0,
    "the tiles to its right": lambda down, right: not down and right > 0,
    "the tiles above it": lambda down, right: not right and down < 0,
    "the tiles below it": lambda down, right: not right and down > 0,
}


def scored(official: bool) -> Callable[[Wall, int, int], Parts]:
    """Return what says of which parts a score is the sum, and what else may be counted."""
    def parts(wall: Wall, row: int, column: int) -> Parts:
        lines = [(wall[row], column), ([cells[column] for cells in wall], row)]
        across, down = runs = [data.run_length(*line) for line in lines]
        beyond = [SIDE - cells.count(EMPTY) - run
                  for (cells, _), run in zip(lines, runs, strict=True)]
        near = [sum(cells[i] != EMPTY for i in (at - 1, at + 1) if 0 <= i < SIDE)
                for cells, at in lines]
        round_ = [0 if EMPTY in cells[:at] else [*cells[:at:-1], EMPTY].index(EMPTY)
                  for cells, at in lines]
        both = int(across > 0 < down)
        score = data.official_score if official else data.tile_score
        whole, gone = score(wall, row, column), {name: (
            [[EMPTY if is_gone(i - row, j - column) else cell for j, cell in enumerate(cells)]
             for i, cells in enumerate(wall)], row, column) for name, is_gone in _SIDES.items()}
        counted = {"1 for the tile itself": 1, "the tiles beside it in the run across": across,
                   "the tiles above and below it in the run down": down}
        others = {"the tile once more, where there are not tiles both across and down": 1 - both,
                  "1 for a tile that is alone": int(not across and not down),
                  "the tile once more, where there are tiles only across, or only down": int(
                      (across > 0) != (down > 0)),
                  "1 for a tile that is not alone": int(across + down > 0),
                  "the run, where there are tiles only across, or only down": (
                      0 if both else across + down),
                  "the tiles that touch its corners": sum(
                      wall[row + i][column + j] != EMPTY for i in (-1, 1) for j in (-1, 1)
                      if 0 <= row + i < SIDE and 0 <= column + j < SIDE),
                  "the tile itself, where there are tiles across": int(across > 0),
                  "the tile itself, where there are tiles down": int(down > 0),
                  "the shorter of the two runs": min(runs),
                  "the run down, where there are tiles across, too": both * down,
                  "the run across, where there are tiles down, too": both * across,
                  **{name: whole - score(*without) for name, without in gone.items()},
                  "the product of the two runs": across * down,
                  "the tiles of its row behind a gap": beyond[0],
                  "the tiles of its column behind a gap": beyond[1],
                  "the tiles of the run across that do not touch it": across - near[0],
                  "the tiles of the run down that do not touch it": down - near[1],
                  "the tiles at the right end of the row, where an index below 0 leads": round_[0],
                  "the tiles at the lower end of the column, where an index below 0 leads":
                      round_[1],
                  "each shorter run across": across * (across + 1) // 2,
                  "each shorter run down": down * (down + 1) // 2}
        (counted if official else others)[
            "the tile once more, where there are tiles both across and down"] = both
        return counted, others
    return parts


def exchanged(score: Callable[[Wall, int, int], int]) -> list[Mistake]:
    """Return the mistake to exchange row and column, for one of the scores."""
    return [Mistake(lambda wall, row, column: score(wall, column, row), (
        "Which cells are the row of the tile, and which are its column?",
        "The cell that is scored is wall[row][column].",
        "Row and column are exchanged: the cells across are wall[row], and the tile has the index "
        "column among them. The cells down are [cells[column] for cells in wall], and it has the "
        "index row there."))]


tile_score = Task(
    "tile_score", data.tile_score, walls, parts={"": scored(official=False)}, show=run_picture,
    kits=[kit.run_length, Rules.tile_score], mistakes=exchanged(data.tile_score),
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


def _tiled(answer: Any, board: dict[str, Any]) -> Any:
    placed = answer(board)
    order, others, *columns, lines, wall = _STEPS
    facts = {others: (board["score"], board["floor"]), lines: board["lines"], wall: rows_of(board)}
    with suppress(TypeError, ValueError):
        facts |= dict(zip(columns, zip(*placed, strict=True), strict=False))
        facts[order] = [row for row, *_ in placed]
        facts["rows"] = sorted(facts[order])
    return Seen(placed, facts)


_STEPS = {
    "order": "The list goes from the topmost row to the lowest.",
    "score and floor": "Nothing else of the board is changed: score and floor stay as they are.",
    "rows": "Each full line, and no other, moves one tile to its row of the wall: the line with "
            "the index 0, which has room for one tile, to row 0.",
    "columns": "column_of(board, row, colour) says in which column, from 0, the colour stands in "
               "that row: it is one further to the right in each row.",
    "points": "Each tile scores against the wall as it was before any of them was placed: score "
              "all of them first, or against a copy whose rows are copies too, [list(row) for row "
              "in wall].",
    "lines": "A full line is empty afterwards, and a line that is not full stays as it is.",
    "wall": "Of each full line one tile stands on the wall afterwards, in its row and column.",
}


tile_all = Task(
    "tile_all", data.tile_all, _ends_of_drafts, _tiled, steps=_STEPS,
    kits=[Board.tile], words=lambda board: told_board("tile_all", board), show=changed,
    nudge="Which lines of the board above are full, and where do their tiles go?",
)


# -- floor_penalty -----------------------------------------------------------------------------

def _spaces(floor: int) -> Parts:
    """Return what the occupied spaces cost, what may be counted, and by how much it may differ."""
    last = len(PENALTIES) - 1
    less, more = PENALTIES[max(0, floor - 1)], PENALTIES[min(floor + 1, last)]
    return ({"the costs of the occupied spaces (1, 1, 2, 2, 2, 3, 3), added up": PENALTIES[floor]},
            {"the cost of the last occupied space alone": PENALTIES[floor] - less,
             "the cost of the last occupied space, once for each": floor * (
                 PENALTIES[floor] - less),
             "the costs of the occupied spaces but the last": less,
             "the costs of one space more than are occupied": more,
             "the number of occupied spaces": floor,
             "the costs of the occupied spaces, as a number below 0": -PENALTIES[floor],
             **{say(text, space=at + 1): number * (floor > at) for at in range(last)
                for text, number in (("1 point too many for space {space}", 1),
                                     ("1 point too few for space {space}", -1))}})


def _added(floor: int) -> int:
    if floor == 0:
        return 0
    return [1, 1, 2, 2, 2, 3, 3][floor - 1] + _added(floor - 1)


floor_penalty = Task(
    "floor_penalty", data.floor_penalty, lambda rng: ((floor,) for floor in range(len(PENALTIES))),
    ways=[_added, lambda floor: sum([1, 1, 2, 2, 2, 3, 3][:floor])],
    parts={"": _spaces},
    nudge="Which spaces are occupied, and what does each of them cost?",
)
