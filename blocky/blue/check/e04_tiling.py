"""Exercise 04: runs, what a tile scores, and a tiling in which all happens at the same time."""

from collections.abc import Callable
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

from blocky.blue import data
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import board_with, boards, changed, one_board_text, rows_of, told_board
from blocky.blue.data import Wall
from blocky.blue.draw.runs import runs
from blocky.blue.rules import COLOURS, PENALTIES, SIDE, Rules
from blocky.kit.check.task import Case, Cases, Outcome, Parts, Seen, Shown, Task

__all__ = ["floor_penalty", "run_length", "run_picture", "scored", "tile_all", "tile_score",
           "walls"]

# -- run_length --------------------------------------------------------------------------------

def _rows(rng: Random) -> Cases:
    yield from ((list(cells), index) for cells, index in [
        (".....", 2), ("r....", 1), (".r...", 0), ("rb...", 2), ("rb.wy", 2), ("r..wy", 2),
        ("rbgw.", 4), (".b.w.", 2), ("rbgwy", 2), ("rb.wy", 0)])
    for _ in range(10):
        yield [rng.choice(COLOURS + 5 * EMPTY) for _ in range(SIDE)], rng.randrange(SIDE)


def _sides(cells: list[str], index: int) -> Parts:
    left, right = cells[:index][::-1], cells[index + 1:]
    runs = [[*side, EMPTY].index(EMPTY) for side in (left, right)]
    return ({"the tiles to the left, up to the first gap": runs[0],
             "the tiles to the right, up to the first gap": runs[1]},
            {"the tile in the first cell, if the run reaches it": int(0 < index == runs[0]),
             "the tile in the last cell, if the run reaches it": int(
                 0 < runs[1] == len(right)),
             "the tiles from the first cell to the first gap": [*cells[:index], EMPTY].index(
                 EMPTY),
             "the tiles on the left that come after a gap": len(left) - left.count(EMPTY) - runs[0],
             "the tiles on the right that come after a gap": (
                 len(right) - right.count(EMPTY) - runs[1]),
             "the cell itself, if it has a tile": int(cells[index] != EMPTY)})


_FINGER = ("Start at the cell and go left with a finger. Where do you stop? Then go right.")

run_length = Task(
    "run_length", data.run_length, _rows, parts={"": _sides},
    nudge=_FINGER, endless=(
        _FINGER, "On the left, does the index go down by 1 each time? On the right, does it go up "
                 "by 1 each time?",
        "The index must go down by 1 each time on the left, and up by 1 on the right, until it "
        "leaves the list or reaches \".\". If you look at both sides of each neighbour, you come "
        "back again and again."),
)


# -- tile_score --------------------------------------------------------------------------------

def walls(rng: Random) -> Cases:
    """Yield walls with an empty cell: the worked examples, then random ones."""
    examples: list[list[tuple[int, int]]] = [  # the cells with tiles, and the one to score
        [(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 4), (0, 3)], [(0, 0), (2, 0)],
        [(0, 0), (1, 0), (2, 0)], [(1, 0), (0, 1), (1, 1)],
        [(0, 0), (0, 1), (0, 3), (1, 2), (2, 2), (0, 2)], [(4, 4), (2, 4), (3, 4)]]
    for *cells, (row, column) in examples:
        yield board_with(*cells)["wall"], row, column
    for number in range(2, 12):
        order = [*product(range(SIDE), range(SIDE))]
        rng.shuffle(order)
        yield board_with(*order[:2 * number])["wall"], *order[-1]


def run_picture(args: Case, expected: Outcome, got: Outcome) -> Shown:
    """Draw a wall with the runs beside a cell, and its points by both rule sets."""
    wall, row, column = args
    return runs(Board(COLOURS, tuple(map("".join, wall))), row + 1, column + 1, letters=True)


def _connected(wall: Wall, at: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the cells of all tiles connected to a cell, including the cell."""
    found, waiting = {at}, [at]
    for row, column in waiting:
        for i, j in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if {i, j} <= {*range(SIDE)} and wall[i][j] != EMPTY and (i, j) not in found:
                found.add((i, j))
                waiting.append((i, j))
    return found


def scored(official: bool) -> Callable[[Wall, int, int], Parts]:
    """Return the ``parts`` of a tile's score under the classroom or the official rules."""
    def parts(wall: Wall, row: int, column: int) -> Parts:
        lines = [(wall[row], column), ([cells[column] for cells in wall], row)]
        across, down = runs = [data.run_length(*line) for line in lines]
        beyond = [SIDE - cells.count(EMPTY) - run
                  for (cells, _), run in zip(lines, runs, strict=True)]
        near = [sum(cells[i] != EMPTY for i in (at - 1, at + 1) if 0 <= i < SIDE)
                for cells, at in lines]
        both, either = int(across > 0 < down), int(across + down > 0)
        itself = ({"1 for a tile with no neighbours": 1 - either,
                   "1 for a tile that has neighbours": either} if official else
                  {"1 for the tile itself": 1})
        counted = itself | {"the tiles beside it in the run across": across,
                            "the tiles above and below it in the run down": down}
        others = {"the tile a second time when there aren't tiles both across and down": 1 - both,
                  "1 for a tile with no neighbours": 1 - either,
                  "1 for a run across when there are tiles only above or below": int(
                      across == 0 < down),
                  "1 for a run down when there are tiles only to the left or right": int(
                      down == 0 < across),
                  "the tiles connected to it only around a corner": (
                      len(_connected(wall, (row, column))) - 1 - across - down),
                  "the run in wall[column] (that's a row)": data.run_length(wall[column], row),
                  "the tile a second time when there are tiles only across, or only down": (
                      either - both),
                  "the shorter of the two runs": min(runs),
                  "the run down when there are tiles across too": both * down,
                  "the product of the two runs": across * down,
                  "the tiles in its row beyond a gap": beyond[0],
                  "the tiles in its column beyond a gap": beyond[1],
                  "the tiles in the run across that don't touch it": across - near[0],
                  "the tiles in the run down that don't touch it": down - near[1]}
        (counted if official else others)[
            "the tile a second time when there are tiles both across and down"] = both
        return counted, {name: value for name, value in others.items() if name not in counted}
    return parts


tile_score = Task(
    "tile_score", data.tile_score, walls, parts={"": scored(official=False)}, show=run_picture,
    kits=[Rules.tile_score],
    nudge="How many other tiles are in the run across, and how many in the run down?",
)


# -- tile_all ----------------------------------------------------------------------------------

def _ends_of_drafts(rng: Random) -> Cases:
    yield from (board_with(), board_with(lines=("r", "", "", "", "")),
                board_with(lines=("r", "yy", "", "", "g")),
                board_with((0, 0), lines=("", "yy", "w", "", "")),
                board_with((1, 1), lines=("b", "yy", "www", "bb", "")), *boards(rng, 12))


def _tiled(answer: Any, board: dict[str, Any]) -> Any:
    placed = answer(board)
    order, *columns, lines, wall = _STEPS
    facts = {lines: board["lines"], wall: rows_of(board)}
    with suppress(TypeError, ValueError):
        facts |= dict(zip(columns, zip(*placed, strict=True), strict=False))
        facts[order] = [row for row, *_ in placed]
        facts["rows"] = sorted(facts[order])
    return Seen(placed, facts)


_STEPS = {
    "order": "List the placed tiles from the top row to the bottom row.",
    "rows": "Each full line moves one tile to its row of the wall, and no other line does. The "
            "line with index 0 has room for one tile and belongs to row 0.",
    "columns": "column_of(board, row, colour) returns the colour's column in that row, counted "
               "from 0. Every colour is one column further to the right than in the row above.",
    "points": "Score each tile against the wall as it was before any tile was placed. Compute all "
              "scores first, or use a copy whose rows are copies too: [list(row) for row in "
              "wall].",
    "lines": "A full line is empty afterwards. A line that isn't full doesn't change.",
    "wall": "Afterwards, one tile of each full line is on the wall, in its row and column.",
}


tile_all = Task(
    "tile_all", data.tile_all, _ends_of_drafts, _tiled, steps=_STEPS,
    kits=[Board.tile], words=lambda board: told_board("tile_all", board),
    remark=one_board_text, show=changed,
    nudge="Which lines of the board above are full? Where do their tiles go?",
)


# -- floor_penalty -----------------------------------------------------------------------------

def _spaces(floor: int) -> Parts:
    cost, less, more = (PENALTIES[max(0, min(at, len(PENALTIES) - 1))]
                        for at in (floor, floor - 1, floor + 1))
    return ({"the sum of the costs of the occupied spaces (1, 1, 2, 2, 2, 3, 3)": cost},
            {"only the cost of the last occupied space": cost - less,
             "the costs of all occupied spaces except the last": less,
             "the costs of at most six spaces": PENALTIES[min(floor, 6)],
             "the costs of at most five spaces": PENALTIES[min(floor, 5)],
             "the costs of one space too many": more})


def _added(floor: int) -> int:
    return [1, 1, 2, 2, 2, 3, 3][floor - 1] + _added(floor - 1) if floor else 0


floor_penalty = Task(
    "floor_penalty", data.floor_penalty, lambda rng: range(len(PENALTIES)),
    ways=[_added, lambda floor: sum([1, 1, 2, 2, 2, 3, 3][:floor])], parts={"": _spaces},
    nudge="Which spaces are occupied, and how much does each one cost?",
)
