"""Exercise 06: from the tree to the grid, and the score on its outside."""

from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import numpy as np

from blocky.block import Block
from blocky.check.boards import boards, nested
from blocky.colour import Colour
from blocky.draw import DPI, Picture
from blocky.draw.on_grid import numbered, outer_sides, side_lines
from blocky.fast import grid
from blocky.goal import PerimeterGoal
from blocky.kit.check.compare import told, written
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Seen, Shown, Sure, Task, of_errors
from blocky.kit.draw.settings import KitFigure
from blocky.kit.language import say, say_count

__all__ = ["flatten", "perimeter_score"]

Grid = list[list[Any]]


# -- flatten -----------------------------------------------------------------------------------

def _flatten_cases(rng: Random) -> Cases:
    for number, board in enumerate(boards(rng)):
        yield from (board, *board.children[number % 4:][:1])
    yield nested([[0, 1, 2, 3], 0, 1, 2], 7)


def _flattened(block: Block) -> Grid:
    if not block.children:
        return [[block.colour] * 2 ** (block.max_depth - block.level)
                for _ in range(2 ** (block.max_depth - block.level))]
    one, two, three, four = [_flattened(child) for child in block.children]
    upper = [left + right for left, right in zip(two, one, strict=False)]
    lower = [left + right for left, right in zip(three, four, strict=False)]
    return upper + lower


def _is_square(case: Case, got: Outcome) -> Hints | Sure | None:
    """The law that a grid has as many rows and columns as its block has unit cells."""
    block, rows = case[0], got.returned
    if not isinstance(rows, tuple) or not all(isinstance(row, tuple) for row in rows):
        return None
    side, widths = 2 ** (block.max_depth - block.level), [*map(len, rows)]
    cell = next((each for row in rows for each in row if isinstance(each, tuple)), None)
    if cell is not None:
        return Sure((
            "What is in the first row of your grid? What should be there?",
            "grid[0] is a row: a list of colour numbers, not a list of lists.",
            say("A row of your grid contains {cell} instead of a colour number. + puts the rows of "
                "one grid below those of the other. To put grids side by side, join them row by "
                "row: [left + right for left, right in zip(one, other)].", cell=written([*cell]))))
    if widths == [side] * side:
        right = told(block.flatten())
        return None if rows == right or told([*zip(*rows, strict=True)]) != right else Sure((
            "Follow one cell. In which row of the board is it? In which row of your grid?",
            "In grid[row][column], the first index goes down and the second goes right.",
            "Rows and columns are mixed up: row 0 of your grid should be column 0."))
    return ("How many rows does your grid have? How many columns?",
            "A leaf has a square grid too, with a number for each of its unit cells. If you add "
            "two lists of rows, the second one goes below the first.",
            say("The grid needs 2 ** (max_depth - level) = {side} rows of {side} cells; your grid "
                "has {rows} rows of {columns}. To put grids side by side, join each row of one to "
                "the same row of the other. If you add the lists, the rows of the second grid go "
                "below the first.",
                side=side, rows=len(widths), columns=max(widths, default=0)))


@of_errors
def _from_its_corner(case: Case, got: Outcome) -> Hints | None:
    """Explain an IndexError for a block that does not lie at (0, 0)."""
    block = case[0]
    if got.error != "IndexError" or told(block.position) == (0, 0):
        return None
    return ("Where is this block? Where does its grid start?",
            "A block's grid starts with row 0 and column 0, wherever the block is.",
            say("Your function stops with {message}. This block is at {place}, but its grid still "
                "has rows and columns 0 to {last}. If you compute them from positions, subtract "
                "the block's own position first.", message=got.message, place=block.position,
                last=2 ** (block.max_depth - block.level) - 1))


flatten = Task("flatten", Block.flatten, _flatten_cases, ways=[_flattened], kits=[grid],
               laws=[_is_square, _from_its_corner])


# -- the perimeter -----------------------------------------------------------------------------

def _perimeter_cases(rng: Random) -> Cases:
    places = [*product(range(4), repeat=2)]
    for row, column in ((3, 3), *(each for each in places if each != (3, 3))):
        yield _with_one(row, column), Colour.RED
    for number, board in enumerate(boards(rng)):
        for colour in Colour if number < 3 else [rng.choice(list(Colour))]:
            yield board.flatten(), colour


#: The fact about a cell that alone has the colour, and what the cells of a 4 by 4 grid count.
_ALONE = "the score of each cell alone"
_EACH = [[2, 1, 1, 2], [1, 0, 0, 1], [1, 0, 0, 1], [2, 1, 1, 2]]


def _with_one(row: int, column: int) -> Any:
    cells = np.zeros((4, 4), int)
    cells[row, column] = 1
    return cells


def _score(answer: Any, grid: Any, colour: int) -> Any:
    """Return the score; if it is wrong for a single cell, also what each cell counts alone."""
    score, own = answer(grid, colour), _EACH
    if np.count_nonzero(grid) != 1 or len(grid) != 4:
        return score
    if told(score) != _counted(grid, colour):
        with suppress(Exception):
            own = [[answer(_with_one(row, column), colour) for column in range(4)]
                   for row in range(4)]
    return Seen(score, {}, {_ALONE: own})


def _sides_counted(args: Case, expected: Outcome, got: Outcome) -> Shown:
    cells, colour = args
    figure, side = KitFigure((3, 3), dpi=DPI), len(cells)
    ax = figure.add_axes((0.01, 0.01, 0.98, 0.98))
    numbered(cells, ax, letters=True)
    ax.add_collection(side_lines(outer_sides(cells, colour), 0.05 * side))
    ax.set(xlim=(-0.1 * side, 1.1 * side), ylim=(1.1 * side, -0.1 * side))
    ax.set_axis_off()
    return Picture(figure, say_count(
        "The grid. 1 side of a {colour} cell is on the outside of the grid, and it is marked",
        "The grid. {count} sides of {colour} cells are on the outside of the grid, and they are "
        "marked",
        expected.value, colour=colour))


def _counted(grid: Any, colour: int) -> int:
    score = 0
    for i in range(len(grid)):
        score += int(grid[0][i] == colour)
        score += int(grid[-1][i] == colour)
        score += int(grid[i][0] == colour)
        score += int(grid[i][-1] == colour)
    return score


def _each_cell(args: Case, got: Outcome) -> Hints | None:
    own = got.facts.get(_ALONE)
    if len(args[0]) == 1 and got.value != 4 * int(args[0][0][0] == args[1]):
        return ("A grid can have just one cell. How many of its sides are outside?",
                "This one cell is on all four edges.",
                say("The only cell is on all four edges. It scores 4 if it has the colour, and "
                    "otherwise 0. Yours is {got}.",
                    got=written(got.value)))
    if own is None or told(own) == told(_EACH):
        return None
    wrong = [(row, column) for row, column in product(range(4), repeat=2)
             if own[row][column] != _EACH[row][column]]
    counts = ", ".join(say("{place}: {count}", place=place, count=own[place[0]][place[1]])
                       for place in wrong)
    why = (
        "The last index, len(grid) - 1, is left out. Does every loop, and every edge, reach it?"
        if own[3][3] == 0 < own[0][0] else
        "The first and last rows count twice, and the columns don't count. In a list of rows, "
        "grid[:][0] is the first row again; the first column is [row[0] for row in grid]."
        if own[0][1] == own[3][1] == 2 and {own[row][column] for row in (1, 2) for column in (0, 3)
                                            } == {0} else
        "Two opposite corners are lost. If you join edges with +, numpy adds their numbers one by "
        "one. Use np.concatenate or lists to put one edge after the other."
        if {*wrong} == {(0, 0), (3, 3)} else
        "A corner is in an outer row and in an outer column. It has two sides outside, so it "
        "counts 2."
        if {*wrong} <= {*product((0, 3), repeat=2)} else
        "Only the four edges count: the first and last rows, and the first and last columns, each "
        "from index 0 to len(grid) - 1.")
    return ("Suppose only one cell of a grid has the colour. How many of its sides are outside?",
            "A corner has two sides outside; any other cell at the edge has one.",
            say("These cells (row, column) get the wrong score: {counts}. {why}", counts=counts,
                why=say(why)))


perimeter_score = Task(
    "perimeter_score", _counted, _perimeter_cases, kits=[PerimeterGoal],
    call=_score, steps={_ALONE: "Each cell of the colour scores 1 for each of its sides outside."},
    show=_sides_counted, laws=[_each_cell],
)
