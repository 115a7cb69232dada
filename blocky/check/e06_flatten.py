"""Exercise 06: from the tree to the grid, and the score on its outside."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from blocky.block import Block
from blocky.check.boards import boards, nested
from blocky.colour import Colour
from blocky.goal import PerimeterGoal
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task

__all__ = ["flatten", "perimeter_score"]

Grid = list[list[Any]]


# -- flatten -----------------------------------------------------------------------------------

def _flatten_cases(rng: Random) -> Iterator[Case]:
    for board in boards(rng):
        yield (board,)
        yield from ((child,) for child in board.children[:1])
    yield (nested([[0, 1, 2, 3], 0, 1, 2], 7),)


def _square(block: Block) -> Grid:
    side = 2 ** (block.max_depth - block.level)
    return [[block.colour] * side for _ in range(side)]


def _joined(block: Block, order: tuple[int, ...] = (1, 0, 2, 3), leaf: Any = _square) -> Grid:
    """Flatten with the children at upper left, upper right, lower left, lower right."""
    if not block.children:
        grid: Grid = leaf(block)
        return grid
    one, two, three, four = (_joined(block.children[i], order, leaf) for i in order)
    return ([a + b for a, b in zip(one, two, strict=False)]
            + [a + b for a, b in zip(three, four, strict=False)])


def _transposed(block: Block) -> Grid:
    return [list(column) for column in zip(*_joined(block), strict=True)]


def _one_cell(block: Block) -> Grid:
    return _joined(block, leaf=lambda leaf: [[leaf.colour]])


def _side_of_level(block: Block) -> Grid:
    return _joined(block, leaf=lambda leaf: [[leaf.colour] * 2**leaf.level] * 2**leaf.level)


def _shared_rows(block: Block) -> Grid:
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour] * side] * side
    grid = [[0] * side] * side
    half = side // 2
    for child, (row, column) in zip(block.children, [(0, half), (0, 0), (half, 0), (half, half)],
                                    strict=True):
        for i, line in enumerate(_shared_rows(child)):
            for j, number in enumerate(line):
                grid[row + i][column + j] = number
    return grid


def _below_one_another(block: Block) -> Grid:
    if not block.children:
        return _square(block)
    return [row for i in (1, 0, 2, 3) for row in _below_one_another(block.children[i])]


def _in_one_list(block: Block) -> list[Any]:
    return [number for row in _joined(block) for number in row]


def _without_children(block: Block) -> Grid:
    return _square(block)


def _tree_again(block: Block) -> Any:
    return [_tree_again(child) for child in block.children] if block.children else block.colour


def _no_base_case(block: Block) -> Grid:
    one, two, three, four = (_no_base_case(child) for child in block.children)
    return one + two + three + four


_ORDER = ("Compare the four quarters of your grid with those of the board.",
          "Which child is at the upper left, and which at the upper right?",
          "The children are put in the wrong places. Child 0 is at the upper right, 1 at the upper "
          "left, 2 at the lower left, 3 at the lower right.")

_SHARED = ("Change one cell of a grid that your function makes. What else changes?",
           "[[0] * n] * n does not make n rows: it is one row, n times.",
           "The rows of your grid are one and the same list. Make a new one for each: "
           "[[0] * n for _ in range(n)].")


def _rows_are_their_own(args: Case, got: Outcome) -> Hints | None:
    rows = got.value if isinstance(got.value, list) else []
    shared = len({id(row) for row in rows}) < len(rows)
    return _SHARED if shared and all(isinstance(row, list) for row in rows) else None


flatten = Task(
    "flatten", Block.flatten, _flatten_cases,
    laws=[_rows_are_their_own],
    mistakes=[
        *(Mistake(lambda block, order=order: _joined(block, order), _ORDER)
          for order in [(0, 1, 2, 3), (1, 0, 3, 2), (0, 1, 3, 2), (2, 3, 1, 0)]),
        Mistake(_transposed, (
            "Follow one cell: in which row of the board is it, and in which row of your grid?",
            "grid[row][column]: the first index goes down, the second to the right.",
            "Rows and columns are exchanged.")),
        Mistake(_one_cell, (
            "How many unit cells does a leaf fill that is not at max_depth?",
            "A leaf at level 1 of a board of max_depth 2 fills 2 by 2 cells, not one.",
            "A leaf must return a square grid with 2 ** (max_depth - level) rows.")),
        Mistake(_side_of_level, (
            "How many rows has your grid for a board that is one leaf? How many should it have?",
            "The deeper a leaf lies, the smaller it is.",
            "The side of a leaf is 2 ** (max_depth - level), not 2 ** level.")),
        Mistake(_shared_rows, _SHARED),
        Mistake(_below_one_another, (
            "How many rows has your grid, and how many columns?",
            "Two lists of rows that are added lie one below the other. How do two grids come side "
            "by side?",
            "The four grids are put below one another. Side by side means row by row: the first "
            "row of one with the first row of the other.")),
        Mistake(_in_one_list, (
            "How many rows should the grid have, and what is in a row?",
            "A grid is a list of rows, and each row is a list of colour numbers.",
            "All cells are in one list. Return a list of rows.")),
        Mistake(_tree_again, (
            "Is what you return a list of rows, each as long as the others?",
            "A leaf must return a grid too: its colour in each of its cells.",
            "These are the nested lists of the tree. The grid of a leaf is a list of rows, and a "
            "divided block joins the grids of its children.")),
        Mistake(_without_children, (
            "What does your function do with the children of a block?",
            "A divided block has no colour of its own; its cells are those of its children.",
            "The children are never flattened: call the function for each of the four.")),
        Mistake(_no_base_case, (
            "What does your function do with a block that has no children?",
            "A leaf is the base case: it calls nothing.",
            "There is no base case. A leaf returns a square of its colour.")),
    ],
    hints=("Go through the case above by hand: what should each quarter be?",
           "Flatten the four children first. Where does each of the four grids belong?",
           "The rows of the upper half are those of child 1, each followed by the row of child 0; "
           "those of the lower half come from children 2 and 3."),
)


# -- the perimeter -----------------------------------------------------------------------------

def _perimeter_cases(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng)):
        for colour in Colour if number < 3 else [rng.choice(list(Colour))]:
            yield board.flatten(), colour


def _edges(grid: Any) -> list[Any]:
    return [grid[0], grid[-1], grid[:, 0], grid[:, -1]]


def _corners_once(grid: Any, colour: int) -> int:
    side = len(grid)
    return sum(1 for row, column in np.ndindex(grid.shape)
               if grid[row, column] == colour and (row in (0, side - 1) or column in (0, side - 1)))


def _corners_three_times(grid: Any, colour: int) -> int:
    corners = [grid[0, 0], grid[0, -1], grid[-1, 0], grid[-1, -1]]
    return _right_perimeter(grid, colour) + sum(int(cell == colour) for cell in corners)


def _only_rows(grid: Any, colour: int) -> int:
    return sum(int(np.sum(edge == colour)) for edge in _edges(grid)[:2])


def _three_edges(grid: Any, colour: int) -> int:
    return sum(int(np.sum(edge == colour)) for edge in _edges(grid)[:3])


def _no_corners(grid: Any, colour: int) -> int:
    return sum(int(np.sum(edge[1:-1] == colour)) for edge in _edges(grid))


def _right_perimeter(grid: Any, colour: int) -> int:
    return PerimeterGoal(colour).score_grid(grid)


perimeter_score = Task(
    "perimeter_score", _right_perimeter, _perimeter_cases,
    mistakes=[
        Mistake(_corners_once, (
            "Count the sides of the cells on the outside, not the cells.",
            "How many sides of a corner cell are on the outside?",
            "Corner cells count once in your score; they have two sides outside, so they count "
            "twice.")),
        Mistake(_corners_three_times, (
            "Look at the corners: how often is each of them counted?",
            "The first row and the first column overlap in a corner. That is two sides, no more.",
            "Corner cells count three times: once with a row, once with a column, and once more.")),
        Mistake(_no_corners, (
            "Which cells of the outer rows and columns does your function not look at?",
            "A corner belongs to a row and to a column.",
            "Corner cells are left out. They count twice.")),
        Mistake(_only_rows, (
            "The outside of a square has four sides. How many do you look at?",
            "The cells at the left and at the right are in the first and in the last column.",
            "Only the first and the last row are counted, not the columns.")),
        Mistake(_three_edges, (
            "The outside of a square has four sides. How many do you look at?",
            "The last column has the index -1, or len(grid) - 1.",
            "The last column is not counted.")),
    ],
    hints=("Count the sides in the case above with a pencil.",
           "There are four edges: two rows and two columns. Count each by itself, and add.",
           "For each cell of grid[0] and grid[-1], and for the first and the last cell of every "
           "row: add 1 if it has the colour."),
)
