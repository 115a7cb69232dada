"""Exercise 06: flatten turns a tree into a grid, and perimeter_score counts on the grid's edges."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import numpy as np

from blocky.block import Block
from blocky.check.boards import boards, nested
from blocky.colour import Colour
from blocky.draw import DPI, Picture
from blocky.draw.on_grid import numbered, outer_sides, side_lines
from blocky.goal import PerimeterGoal
from blocky.kit.check.compare import told, written
from blocky.kit.check.task import (
    Case,
    CasePicture,
    Cases,
    Hints,
    Mistake,
    Outcome,
    ResultParts,
    Sure,
    Task,
)
from blocky.kit.draw.settings import KitFigure
from blocky.kit.language import say, say_count

__all__ = ["flatten", "perimeter_score"]

Grid = list[list[Any]]


# -- flatten -----------------------------------------------------------------------------------

def _flatten_cases(rng: Random) -> Cases:
    """Yield boards and some of their children; the last board has 128 rows of cells."""
    for number, board in enumerate(boards(rng)):
        yield board
        if board.children:
            yield board.children[number % 4]
    yield nested(2, 3)  # 8 by 8 cells: here 2 * 3 and 3 ** 2 aren't 2 ** 3
    yield nested([[0, 1, 2, 3], 0, 1, 2], 7)


def _flattened(block: Block) -> Grid:
    """Return the grid of a block, joined from those of its children."""
    side = _side(block)
    if not block.children:
        return [[block.colour] * side for _ in range(side)]
    one, two, three, four = [_flattened(child) for child in block.children]
    upper = [left + right for left, right in zip(two, one, strict=False)]
    lower = [left + right for left, right in zip(three, four, strict=False)]
    return upper + lower


def _side(block: Block) -> int:
    """Return how many unit cells are along a side of a block."""
    return int(2 ** (block.max_depth - block.level))


def _rows_of(got: Outcome) -> tuple[tuple[Any, ...], ...] | None:
    """Return the rows of the grid that was returned, as tuples; None if it has no rows."""
    rows = got.returned
    has_rows = isinstance(rows, tuple) and all(isinstance(row, tuple) for row in rows)
    return rows if has_rows else None


def _has_numbers(case: Case, got: Outcome) -> Sure | None:
    """Return hints if a row contains a list or an array in place of a number."""
    rows = _rows_of(got) or ()
    # ``told`` has made tuples of lists and arrays
    inner_rows = [cell for row in rows for cell in row if isinstance(cell, tuple)]
    if not inner_rows:
        return None
    return Sure((
        "What is in the first row of your grid? What should be there?",
        "grid[0] is a row: a list of colour numbers, not a list of lists.",
        say("A row of your grid contains {cell} instead of a colour number. To put grids side by "
            "side, join them row by row: [left + right for left, right in zip(one, other)].",
            cell=written(list(inner_rows[0])))))


def _is_not_transposed(case: Case, got: Outcome) -> Sure | None:
    """Return hints if the rows of the grid are the columns of the right one."""
    [block] = case
    rows = _rows_of(got)
    right_rows = told(block.flatten())
    right_columns = told([*zip(*right_rows, strict=True)])
    if rows is None or rows == right_rows or rows != right_columns:
        return None
    return Sure((
        "Follow one cell. In which row of the board is it? In which row of your grid?",
        "In grid[row][column], the first index goes down and the second goes right.",
        "Rows and columns are mixed up: row 0 of your grid should be column 0. The row comes first "
        "in grid[row][column], and y gives the row."))


def _is_square(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the grid hasn't as many rows and columns as unit cells along a side."""
    [block] = case
    rows = _rows_of(got)
    side = _side(block)
    if rows is None or [len(row) for row in rows] == [side] * side:
        return None
    if not block.children:
        why = say("Even a single leaf fills n rows of n cells, with n = 2 ** (max_depth - level).")
    elif isinstance(got.value, np.ndarray):
        why = say("With NumPy arrays, + adds the numbers. Put two grids side by side with "
                  "np.hstack([left, right]).")
    else:
        why = say("With lists, + puts the rows of the second grid below those of the first. To put "
                  "grids side by side, join each row of the left grid to the same row of the right "
                  "grid.")
    return ("How many rows does your grid have? How many columns?",
            "A block at level l needs 2 ** (max_depth - l) rows, and the same number of columns.",
            say("Your grid has {rows} by {columns} cells, but it should have {side} by {side}. "
                "{why}", rows=len(rows), columns=max(map(len, rows), default=0), side=side,
                why=why))


flatten = Task(
    "flatten", Block.flatten, _flatten_cases, ways=[_flattened],
    laws=[_has_numbers, _is_not_transposed, _is_square])


# -- the perimeter -----------------------------------------------------------------------------

#: The cells of a grid with four rows; the lower right one comes first, as loops may miss it.
_PLACES = [(3, 3), *((row, column) for row, column in product(range(4), repeat=2)
                     if (row, column) != (3, 3))]

#: The two ends of a row, and those of a column.
_BOTH_ENDS = [[(1, 0), (1, 3)], [(0, 2), (3, 2)]]


def _with_red(*places: tuple[int, int]) -> Any:
    """Return a 4 by 4 grid in which only these cells are red; the others are blue."""
    cells = np.zeros((4, 4), int)
    for place in places:
        cells[place] = Colour.RED
    return cells


def _perimeter_cases(rng: Random) -> Cases:
    """Yield a grid and a colour: one red cell in each place, two in a line, then boards."""
    for place in _PLACES:
        yield _with_red(place), Colour.RED
    for both_ends in _BOTH_ENDS:
        yield _with_red(*both_ends), Colour.RED
    for number, board in enumerate(boards(rng)):
        colours = list(Colour) if number < 3 else [rng.choice(list(Colour))]
        for colour in colours:
            yield board.flatten(), colour


def _counted(grid: Any, colour: int) -> int:
    """Return the sum of the numbers of cells of a colour on the four edges."""
    score = 0
    for i in range(len(grid)):
        score += int(grid[0][i] == colour)
        score += int(grid[-1][i] == colour)
        score += int(grid[i][0] == colour)
        score += int(grid[i][-1] == colour)
    return score


def _added(grid: Any, colour: int) -> int:
    """A typical mistake: add the four edges as arrays, number by number."""
    edges = grid[0] + grid[-1] + grid[:, 0] + grid[:, -1]
    return int(np.count_nonzero(edges == colour))


def _columns_only_in(rows: slice) -> Callable[[Any, int], int]:
    """Return a typical mistake: count only these rows of the first and the last column."""
    def score(grid: Any, colour: int) -> int:
        edges = [grid[0], grid[-1], grid[rows, 0], grid[rows, -1]]
        return sum(int(np.sum(edge == colour)) for edge in edges)
    return score


def _rows_only_in(columns: slice) -> Callable[[Any, int], int]:
    """Return a typical mistake: count only these columns of the first and the last row."""
    def score(grid: Any, colour: int) -> int:
        edges = [grid[0, columns], grid[-1, columns], grid[:, 0], grid[:, -1]]
        return sum(int(np.sum(edge == colour)) for edge in edges)
    return score


#: The first two hints for edges that lose a cell in a corner.
_CORNER = ("How many sides of this cell are on the outside of the grid?",
           "A corner cell is on two edges of the grid, and it counts on both.")


def _places_of(grid: Any, colour: int) -> list[tuple[int, int]]:
    """Return the cells of a colour as pairs of row and column."""
    return [(int(row), int(column)) for row, column in np.argwhere(grid == colour)]


def _edges(grid: Any, colour: int) -> ResultParts:
    """Return the parts of the score, how many cells of a colour are on each edge.

    What an answer may count by mistake are the cells in a corner.
    """
    has_colour = np.asarray(grid) == colour
    rows_of_corners = [0, 0, -1, -1]
    columns_of_corners = [0, -1, 0, -1]
    in_corners = has_colour[rows_of_corners, columns_of_corners]
    return ({"the cells of the first row": int(has_colour[0].sum()),
             "the cells of the last row": int(has_colour[-1].sum()),
             "the cells of the first column": int(has_colour[:, 0].sum()),
             "the cells of the last column": int(has_colour[:, -1].sum())},
            {"the second side of each corner cell": int(in_corners.sum())})


def _counts_a_cell(args: Case, got: Outcome) -> Hints | None:
    """Return hints about a wrong score of a grid with a single cell of the colour."""
    grid, colour = args
    places = _places_of(grid, colour)
    right = _counted(grid, colour)
    if len(places) != 1 or got.value == right:
        return None
    [place] = places
    row, column = place
    last = len(grid) - 1
    edges = {say("first row"): row == 0, say("last row"): row == last,
             say("first column"): column == 0, say("last column"): column == last}
    listed = ", ".join(name for name, has_the_cell in edges.items() if has_the_cell)
    if right == 0:
        why = say("Cell {place} isn't on any edge of the grid, so the result should be 0. Count "
                  "only the first and last rows and columns.", place=place)
    elif got.value == 0:
        why = say("Cell {place} isn't counted, but it's on these edges: {edges}. Rows and columns "
                  "go from 0 to {last}. Do your loops reach all of them?", place=place,
                  edges=listed, last=last)
    else:
        why = say("Cell {place} is on these edges: {edges}. It scores 1 for each of them, so the "
                  "result should be {right}.", place=place, edges=listed, right=right)
    return ("How many sides of this cell are on the outside of the grid?",
            "A corner cell has two sides on the outside. Any other cell at the edge has one.", why)


def _counts_both_ends(args: Case, got: Outcome) -> Hints | None:
    """Return hints about a wrong score of two cells at both ends of a row or column."""
    grid, colour = args
    has_just_both_ends = len(grid) == 4 and _places_of(grid, colour) in _BOTH_ENDS
    if not has_just_both_ends or got.value == _counted(grid, colour):
        return None
    return ("How many sides of these two cells are on the outside of the grid?",
            "Each side counts separately, whatever is at the other end of the row or column.",
            "A row or column can have the colour at both ends, and both ends count. If you test "
            "the second end with elif, it's skipped: use if.")


def _sides_counted(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the grid, and mark the outer sides of the cells that have the colour."""
    cells, colour = args
    side = len(cells)
    figure = KitFigure((3, 3), dpi=DPI)
    ax = figure.add_axes((0.01, 0.01, 0.98, 0.98))
    numbered(cells, ax, letters=True)
    ax.add_collection(side_lines(outer_sides(cells, colour), 0.05 * side))
    ax.set(xlim=(-0.1 * side, 1.1 * side), ylim=(1.1 * side, -0.1 * side))
    ax.set_axis_off()
    return Picture(figure, say_count(
        "The grid. One side of a {colour} cell is on the outside of the grid. This side is marked",
        "The grid. {count} sides of {colour} cells are on the outside of the grid. These sides are "
        "marked",
        expected.value, colour=colour))


perimeter_score = Task(
    "perimeter_score", _counted, _perimeter_cases, kits=[PerimeterGoal], show=_sides_counted,
    laws=[_counts_a_cell, _counts_both_ends], parts={"": _edges},
    nudge="How many sides of each cell are on the outside of the grid?",
    mistakes=[Mistake(_added, (
        "How do you put the four edges together?",
        "What is the sum of two NumPy arrays?",
        "+ doesn't join NumPy arrays: it adds the first numbers of both arrays, then the second "
        "numbers, and so on. Use np.concatenate to put one edge after the other.")),
        Mistake(_columns_only_in(slice(None, -1)), (
            *_CORNER,
            "Your first and last columns leave out the last row, so the corner cells in that row "
            "lose a side. Use whole columns: grid[:, 0] and grid[:, -1].")),
        Mistake(_columns_only_in(slice(1, None)), (
            *_CORNER,
            "Your first and last columns leave out the first row, so the corner cells in that row "
            "lose a side. Use whole columns: grid[:, 0] and grid[:, -1].")),
        Mistake(_rows_only_in(slice(None, -1)), (
            *_CORNER,
            "Your first and last rows leave out the last column, so the corner cells in that "
            "column lose a side. Use whole rows: grid[0] and grid[-1].")),
        Mistake(_rows_only_in(slice(1, None)), (
            *_CORNER,
            "Your first and last rows leave out the first column, so the corner cells in that "
            "column lose a side. Use whole rows: grid[0] and grid[-1]."))])
