"""Exercise 04: the checks of runs, scores of tiles, the tiling of a board, and the floor."""

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
from blocky.kit.check.task import (
    Case,
    CasePicture,
    Cases,
    Mistake,
    Outcome,
    ResultParts,
    Seen,
    Task,
)

__all__ = ["floor_penalty", "run_length", "run_picture", "runs_beside", "tile_all", "tile_score",
           "walls"]

# -- run_length --------------------------------------------------------------------------------

def _rows(rng: Random) -> Cases:
    """Yield the cells of a row, and the index of the cell beside which tiles are counted."""
    for cells, index in [
            (".....", 2), ("r....", 1), (".r...", 0), ("rb...", 2), ("rb.wy", 2), ("r..wy", 2),
            ("rbgw.", 4), (".b.w.", 2), ("rbgwy", 2), ("rb.wy", 0)]:
        yield list(cells), index
    for _ in range(10):
        yield [rng.choice(COLOURS + 5 * EMPTY) for _ in range(SIDE)], rng.randrange(SIDE)


def _up_to_gap(cells: list[str]) -> int:
    """Return the number of tiles before the first gap."""
    return [*cells, EMPTY].index(EMPTY)


def _sides(cells: list[str], index: int) -> ResultParts:
    """Return two dicts of numbers of tiles, by what is counted.

    The first has the parts of the result, the tiles that count on each side. The second has the
    tiles that an answer may count by mistake.
    """
    left = cells[:index][::-1]  # from the cell outwards
    right = cells[index + 1:]
    left_run = _up_to_gap(left)
    right_run = _up_to_gap(right)
    left_tiles = len(left) - left.count(EMPTY)
    right_tiles = len(right) - right.count(EMPTY)
    reaches_first_cell = left != [] and left_run == len(left)
    return ({"the tiles to the left, up to the first gap": left_run,
             "the tiles to the right, up to the first gap": right_run},
            {"the tile in the first cell, if the run reaches it": int(reaches_first_cell),
             "the tiles on the left that come after a gap": left_tiles - left_run,
             "the tiles on the right that come after a gap": right_tiles - right_run})


def _left_from_the_edge(cells: list[str], index: int) -> int:
    """A typical mistake: count the tiles on the left from the edge to the first gap."""
    return _up_to_gap(cells[:index]) + _up_to_gap(cells[index + 1:])


def _ends_at_a_gap_on_the_left(cells: list[str], index: int) -> int:
    """A typical mistake: return at a gap on the left, without the run on the right."""
    left = cells[:index][::-1]
    if EMPTY in left:
        return _up_to_gap(left)
    return len(left) + _up_to_gap(cells[index + 1:])


def _left_wraps_around(cells: list[str], index: int) -> int:
    """A typical mistake: go on from the first cell to index -1, which is the last cell."""
    length = 0
    i = index - 1
    while cells[i] != EMPTY:
        length += 1
        i -= 1
    return length + _up_to_gap(cells[index + 1:])


def _both_sides_at_once(cells: list[str], index: int) -> int:
    """A typical mistake: count tiles on both sides at once, until the run ends on one of them."""
    left, right = _runs_of(cells, index)
    return 2 * min(left, right)


def _both_sides_at_once_and_one_more(cells: list[str], index: int) -> int:
    """The same mistake, where the loop ends after it has counted the longer side once more."""
    left, right = _runs_of(cells, index)
    return 2 * min(left, right) + int(left != right)


def _runs_of(cells: list[str], index: int) -> tuple[int, int]:
    """Return the length of the run to the left of a cell, and of that to the right."""
    return _up_to_gap(cells[:index][::-1]), _up_to_gap(cells[index + 1:])


def _until_both_sides_end(cells: list[str], index: int) -> int:
    """A typical mistake: count tiles on both sides at once, until neither side has one."""
    length = 0
    for distance in range(1, SIDE):
        both_sides = [i for i in (index - distance, index + distance) if i in range(len(cells))]
        number_of_tiles = sum(cells[i] != EMPTY for i in both_sides)
        if number_of_tiles == 0:
            break
        length += number_of_tiles
    return length


_FINGER = ("Put a finger on the cell, and move your finger left. Where does the run end? Then do "
           "the same on the right.")
_EACH_SIDE = (_FINGER, "What does your loop do when the run ends on only one side?",
              "Your loop stops as soon as the run ends on one side, so it doesn't count the rest "
              "on the other side. Use a separate loop for each side.")

run_length = Task(
    "run_length", data.run_length, _rows, parts={"": _sides},
    mistakes=[
        Mistake(_left_from_the_edge, (
            _FINGER, "In which direction does your function go through the cells on the left?",
            "On the left, your function goes from the edge towards the cell. Start next to the "
            "cell and go the other way, for example with reversed(cells[:index]).")),
        Mistake(_ends_at_a_gap_on_the_left, (
            _FINGER, "What does your function do after a gap on the left?",
            "A gap on the left ends only the run on the left. Your function stops there, and "
            "doesn't count the run on the right.")),
        Mistake(_left_wraps_around, (
            _FINGER, "How small can your index on the left get?",
            "Index -1 is the last cell, so your function doesn't stop at the left edge. Stop when "
            "the index is below 0.")),
        Mistake(_both_sides_at_once, _EACH_SIDE),
        Mistake(_both_sides_at_once_and_one_more, _EACH_SIDE),
        Mistake(_until_both_sides_end, (
            _FINGER, "What does your loop do when the run ends on only one side?",
            "Your loop stops only when both sides end, so it also counts tiles after a gap on one "
            "side. Each side must stop at its own first gap: use a separate loop for each side."))],
    nudge=_FINGER, endless=(
        _FINGER, "On the left, does the index go down by 1 each time? On the right, does it go up "
                 "by 1 each time?",
        "On the left, the index must go down by 1 each time, and on the right up by 1. If your "
        "function looks at both sides of each neighbour, it comes back to the same cells again and "
        "again."),
)


# -- tile_score --------------------------------------------------------------------------------

def walls(rng: Random) -> Cases:
    """Yield walls, each with the row and column of an empty cell to score: fixed, then random."""
    # the cells with tiles, as (row, column), and at the end the cell to score
    examples: list[list[tuple[int, int]]] = [
        [(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 4), (0, 3)], [(0, 0), (2, 0)],
        [(0, 0), (1, 0), (2, 0)], [(1, 0), (0, 1), (1, 1)],
        [(0, 0), (0, 1), (0, 3), (1, 2), (2, 2), (0, 2)], [(4, 4), (2, 4), (3, 4)]]
    for *cells, (row, column) in examples:
        yield board_with(*cells)["wall"], row, column
    for number_of_tiles in range(4, 24, 2):  # fewer than 25, so the last cell has no tile
        cells = list(product(range(SIDE), range(SIDE)))
        rng.shuffle(cells)
        row, column = cells[-1]
        yield board_with(*cells[:number_of_tiles])["wall"], row, column


def run_picture(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the wall of a case with the runs beside its cell, and its points by both rule sets."""
    wall, row, column = args
    return runs(Board(COLOURS, tuple(map("".join, wall))), row + 1, column + 1, letters=True)


def runs_beside(wall: Wall, row: int, column: int) -> tuple[int, int]:
    """Return how many tiles are in the run across and in the run down, without the tile itself."""
    cells_of_column = [cells[column] for cells in wall]
    return data.run_length(wall[row], column), data.run_length(cells_of_column, row)


def _points(wall: Wall, row: int, column: int) -> ResultParts:
    """Return two dicts of points, by what they're for.

    The first has the parts of the score. The second has what an answer may add by mistake.
    """
    across, down = runs_beside(wall, row, column)
    has_both = across > 0 and down > 0
    return ({"the tile itself": 1,
             "the other tiles in the run across": across,
             "the other tiles in the run down": down},
            {"the tile a second time when there are tiles both across and down": int(has_both),
             "the tiles of a run that don't touch the tile itself": (
                 across + down - _neighbours(wall, row, column))})


def _neighbours(wall: Wall, row: int, column: int) -> int:
    """Return how many tiles share a side with a cell."""
    count = 0
    for i, j in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        is_on_wall = i in range(SIDE) and j in range(SIDE)
        if is_on_wall and wall[i][j] != EMPTY:
            count += 1
    return count


def _itself_only_if_alone(wall: Wall, row: int, column: int) -> int:
    """A typical mistake: count the tile itself only if it has no neighbours."""
    across, down = runs_beside(wall, row, column)
    return across + down or 1


def _row_for_column(wall: Wall, row: int, column: int) -> int:
    """A typical mistake: use wall[column], which is a row, as the column."""
    across = data.run_length(wall[row], column)
    in_another_row = data.run_length(wall[column], row)
    return 1 + across + in_another_row


def _past_gaps(wall: Wall, row: int, column: int) -> int:
    """A typical mistake: count all tiles of the row and the column, even past a gap."""
    cells_of_column = [cells[column] for cells in wall]
    across = SIDE - wall[row].count(EMPTY)
    down = SIDE - cells_of_column.count(EMPTY)
    return 1 + across + down


def _whole_group(wall: Wall, row: int, column: int) -> int:
    """A typical mistake: count all tiles that are connected, also around corners."""
    group = {(row, column)}
    waiting = [(row, column)]  # cells of the group whose neighbours haven't been looked at
    while waiting:
        i, j = waiting.pop()
        for neighbour in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
            row_beside, column_beside = neighbour
            is_on_wall = row_beside in range(SIDE) and column_beside in range(SIDE)
            if not is_on_wall or neighbour in group:
                continue
            if wall[row_beside][column_beside] != EMPTY:
                group.add(neighbour)
                waiting.append(neighbour)
    return len(group)


_TWO_RUNS = "How many other tiles are in the run across, and how many in the run down?"

tile_score = Task(
    "tile_score", data.tile_score, walls, parts={"": _points}, show=run_picture,
    kits=[Rules.tile_score], nudge=_TWO_RUNS,
    mistakes=[
        Mistake(_itself_only_if_alone, (
            _TWO_RUNS, "When does the tile itself score 1?",
            "The tile itself always scores 1, but in your function it scores 1 only if it has no "
            "neighbours. Always add 1 to the number of tiles in the two runs.")),
        Mistake(_row_for_column, (
            _TWO_RUNS, "A wall is a list of rows. How do you get a column?",
            "wall[column] is a row of the wall, not a column. Make a list of the column's cells: "
            "[cells[column] for cells in wall].")),
        Mistake(_past_gaps, (
            _TWO_RUNS, "Where does a run end?",
            "Your function counts all tiles of the row and the column, even those after a gap. "
            "Count only those in the unbroken runs next to the tile.")),
        Mistake(_whole_group, (
            _TWO_RUNS, "In which directions does your function go from a neighbour?",
            "Your function counts the whole connected group, even around corners. Go straight: "
            "count only the run in the tile's row and the run in its column."))],
)


# -- tile_all ----------------------------------------------------------------------------------

def _ends_of_drafts(rng: Random) -> Cases:
    """Yield boards at the end of a draft: fixed ones, some with full lines, then random ones."""
    yield board_with()
    yield board_with(lines=("r", "", "", "", ""))
    yield board_with(lines=("r", "yy", "", "", "g"))
    yield board_with((0, 0), lines=("", "yy", "w", "", ""))
    yield board_with((1, 1), lines=("b", "yy", "www", "bb", ""))
    yield from boards(rng, 12)


def _tiled(answer: Any, board: dict[str, Any]) -> Any:
    """Return the result, with facts on it and on the board afterwards, named as in ``_STEPS``."""
    placed = answer(board)
    facts = {"lines": board["lines"], "wall": rows_of(board)}
    with suppress(TypeError, ValueError):  # the result may be no list of (row, column, points)
        rows, columns, points = zip(*placed, strict=True)
        facts["order"] = list(rows)
        facts["rows"] = sorted(rows)
        facts["columns"] = columns
        facts["points"] = points
    return Seen(placed, facts)


_STEPS = {
    "order": "List the placed tiles from the top row to the bottom row.",
    "rows": "One tile from each full line moves to that line's row of the wall. No tiles move from "
            "the other lines. The line with index 0 has room for one tile and belongs to row 0.",
    "columns": "A colour's column is different in each row. Use column_of(board, row, colour).",
    "points": "Score each tile using the wall as it was at the start of the call. Compute all "
              "scores first, or use a copy whose rows are copies too: [list(row) for row in wall].",
    "lines": "A full line is empty afterwards. A line that isn't full doesn't change.",
    "wall": "Afterwards, one tile of each full line is on the wall, in its row and column.",
}


def _all_in_the_last_column(board: dict[str, Any]) -> list[tuple[int, int, int]]:
    """A typical mistake: place each tile in the column of the last one; return the right ones."""
    lines = list(board["lines"])
    wall = [list(cells) for cells in board["wall"]]
    placed = data.tile_all(board)
    for row, _, _ in placed:
        _, last_column, _ = placed[-1]
        wall[row][last_column] = lines[row][0]
    board["wall"] = wall
    return placed


_WHERE_TO = "Which lines of the board above are full? Where do their tiles go?"

tile_all = Task(
    "tile_all", data.tile_all, _ends_of_drafts, _tiled, steps=_STEPS,
    kits=[Board.tile], words=lambda board: told_board("tile_all", board),
    remark=one_board_text, show=changed,
    nudge=_WHERE_TO,
    mistakes=[Mistake(_all_in_the_last_column, (
        _WHERE_TO, "Into which column does your function put each tile?",
        "Your function puts every tile into the column of the last tile. After a loop, a variable "
        "keeps its last value, so use each tile's own column from your list of placed tiles."))],
)


# -- floor_penalty -----------------------------------------------------------------------------

def _summed(floor: int) -> int:
    return sum([1, 1, 2, 2, 2, 3, 3][:floor])


def _only_the_last_space(floor: int) -> int:
    """A typical mistake: return the cost of the last occupied space, not the sum of all costs."""
    return [0, 1, 1, 2, 2, 2, 3, 3][floor]


def _one_space_more(floor: int) -> int:
    """A typical mistake: use index floor in a list without an entry for an empty floor."""
    return [1, 2, 4, 6, 8, 11, 14][floor]


def _last_space_for_none(floor: int) -> int:
    """A typical mistake: use index floor - 1 in a list without an entry for an empty floor."""
    return [1, 2, 4, 6, 8, 11, 14][floor - 1]


_WHICH_SPACES = "Which spaces are occupied, and how much does each one cost?"

floor_penalty = Task(
    "floor_penalty", data.floor_penalty, lambda rng: range(len(PENALTIES)), ways=[_summed],
    nudge=_WHICH_SPACES,
    mistakes=[
        Mistake(_only_the_last_space, (
            _WHICH_SPACES, "Each occupied space costs points, not only the last one.",
            "Your function returns the cost of the last occupied space. Add up the costs of all "
            "occupied spaces.")),
        Mistake(_one_space_more, (
            _WHICH_SPACES, "How much does an empty floor cost?",
            "Each of your results is the cost of a floor with one more tile on it. If you look up "
            "the costs in a list, put 0 at its start, for an empty floor.")),
        Mistake(_last_space_for_none, (
            _WHICH_SPACES, "How much does an empty floor cost?",
            "For an empty floor, the index floor - 1 is -1, which is the last item of a list. Put "
            "0 at the start of the list, and use floor as the index."))],
    endless=(
        _WHICH_SPACES, "How much does an empty floor cost?",
        "Your function never stops. If it calls itself, return 0 for an empty floor before that "
        "call."),
)
