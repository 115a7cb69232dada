"""Exercise 06: from the tree to the grid, and the score on its outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from random import Random
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from blocky.block import Block
from blocky.check.boards import boards, nested
from blocky.colour import Colour
from blocky.draw import DPI, Picture
from blocky.draw.counting import outer_sides, side_lines
from blocky.draw.on_grid import numbered
from blocky.fast import grid
from blocky.goal import PerimeterGoal
from blocky.kit.check.compare import told
from blocky.kit.check.failure import Sure
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.language import say, say_count

__all__ = ["flatten", "perimeter_score"]

Grid = list[list[Any]]


# -- flatten -----------------------------------------------------------------------------------

def _flatten_cases(rng: Random) -> Iterator[Case]:
    for board in boards(rng):
        yield (board,)
        yield from ((child,) for child in board.children[:1])
    yield (nested([[0, 1, 2, 3], 0, 1, 2], 7),)


def _flattened(block: Block) -> Grid:
    if not block.children:
        return [[block.colour] * 2 ** (block.max_depth - block.level)
                for _ in range(2 ** (block.max_depth - block.level))]
    one, two, three, four = [_flattened(child) for child in block.children]
    upper = [left + right for left, right in zip(two, one, strict=False)]
    lower = [left + right for left, right in zip(three, four, strict=False)]
    return upper + lower


def _square(leaf: Block) -> Grid:
    side = 2 ** (leaf.max_depth - leaf.level)
    return [[leaf.colour] * side for _ in range(side)]


def _joined(join: Callable[..., Any], leaf: Callable[[Block], Any] = _square
            ) -> Callable[[Block], Any]:
    """Return the recursion with ``leaf`` for a leaf, and ``join`` for the grids of children."""
    def flatten(block: Block) -> Any:
        return join(*map(flatten, block.children)) if block.children else leaf(block)
    return flatten


def _rows(*sides: Sequence[int]) -> Callable[..., Grid]:
    """Return what joins grids: those of each of the ``sides`` row by row, one below the other."""
    def join(*grids: Grid) -> Grid:
        return [list(chain(*rows)) for side in sides
                for rows in zip(*(grids[child] for child in side), strict=False)]
    return join


def _without(missing: int) -> Callable[..., Grid]:
    """Return what joins grids, but for one that is left 0."""
    def join(*grids: Grid) -> Grid:
        return _rows((1, 0), (2, 3))(*(
            [[0] * len(row) for row in grid] if child == missing else grid
            for child, grid in enumerate(grids)))
    return join


def _stacked(stack: Callable[..., Any]) -> Callable[..., Any]:
    return lambda one, two, three, four: stack([stack([two, one]), stack([three, four])])


def _corner(leaf: Block) -> Grid:
    grid: Grid = [[0] * len(row) for row in _square(leaf)]
    grid[0][0] = leaf.colour
    return grid


def _cell(leaf: Block) -> Grid:
    return [[leaf.colour]]


def _by_index(one: Grid, two: Grid, three: Grid, four: Grid) -> Grid:
    return [left[i] + right[i] for left, right in ((two, one), (three, four))
            for i in range(len(left))]


def _below(one: Any, two: Any, three: Any, four: Any) -> Any:
    return two + one + three + four


def _in_order(*grids: Any) -> Any:
    return list(chain(*grids))


def _leaves_are_kept(args: Case, got: Outcome) -> Hints | None:
    board = got.arguments[0]
    if len(list(board.leaves())) <= len(list(args[0].leaves())):
        return None
    return Sure((
        "Compare the board before the call and after it.",
        "A leaf that is larger than a unit cell fills several cells of the grid.",
        "Leaves are divided, and that changes the board. Leave the block as it is: its grid has "
        "2 ** (max_depth - level) rows of its colour, each as long."))


def _rows_are_their_own(args: Case, got: Outcome) -> Hints | None:
    rows = got.value if isinstance(got.value, list) else []
    if len({id(row) for row in rows}) == len(rows) or not all(isinstance(x, list) for x in rows):
        return None
    return ("Change one cell of a grid that your function makes. What else changes?",
            "[[0] * n] * n does not make n rows: it is one row, n times.",
            "The rows of your grid are one and the same list. Make a new one for each: "
            "[[0] * n for _ in range(n)].")


flatten = Task(
    "flatten", Block.flatten, _flatten_cases, ways=[_flattened], kits=[grid],
    laws=[_leaves_are_kept, _rows_are_their_own],
    mistakes=[
        *(Mistake(_joined(join), (
            "Which of the four children are in your grid, and where?",
            "The upper half is made of children 1 and 0, the lower half of 2 and 3.",
            "Not all four children get to their places: one of them, or one half of the grid, is "
            "missing, or there twice."))
          for join in (*map(_without, range(4)), _rows((1, 0)), _rows((2, 3)),
                       _rows((1, 0), (1, 0)))),
        Mistake(_joined(_rows((1, 2), (0, 3))), (
            "Follow one cell: in which row of the board is it, and in which row of your grid?",
            "grid[row][column]: the first index goes down, the second to the right.",
            "Rows and columns are exchanged.")),
        *(Mistake(_joined(join), (
            "How many rows has your grid, and how many columns?",
            "Two lists of rows that are added lie one below the other. How do two grids come side "
            "by side?",
            "All four grids are put below one another, or all side by side. Two of them come side "
            "by side, the first row of one with the first row of the other, and two below these."))
          for join in (_below, _in_order, _stacked(np.vstack), _stacked(np.hstack),
                       _rows((1, 0, 2, 3)), _rows((0, 1, 2, 3)))),
        *(Mistake(_joined(join, leaf), (
            "How many rows should the grid have, and what is in a row?",
            "A grid is a list of rows, and each row is a list of colour numbers.",
            "All cells are in one list. Return a list of rows."))
          for join in (_below, _in_order) for leaf in (lambda leaf: [leaf.colour], lambda leaf: (
              [leaf.colour] * 4 ** (leaf.max_depth - leaf.level)))),
        *(Mistake(_joined(join, leaf), (
            "Is what you return a list of rows, each as long as the others?",
            "A leaf must return a grid too: its colour in each of its cells.",
            "These are lists in lists, as the blocks are in the tree. The grid of a leaf is a list "
            "of rows, and a divided block joins the rows of its children."))
          for join in (lambda *grids: list(grids), lambda one, two, three, four: (
              [[two, one], [three, four]]), lambda one, two, three, four: [
                  two + one, three + four], lambda *grids: [
                      _rows((1, 0))(*grids), _rows((2, 3))(*grids)])
          for leaf in (lambda leaf: leaf.colour, _square)),
        *(Mistake(_joined(join, leaf), (
            "How many cells of the grid does a leaf fill?",
            "A leaf at level l is a square of 2 ** (max_depth - l) rows and columns.",
            "A leaf gives one cell only, however large it is. Make 2 ** (block.max_depth - "
            "block.level) rows of its colour, each as long."))
          for join, leaf in ((_rows((1, 0), (2, 3)), _cell), (_by_index, _cell),
                             (_rows((1, 0), (2, 3)), _corner))),
        *(Mistake(answer, (
            "What does your function do with the children of a block?",
            "A divided block has no colour of its own; its cells are those of its children.",
            "The children are never flattened: call the function for each of the four."))
          for answer in (_square, lambda block: _rows((1, 0), (2, 3))(
              *([[child.colour]] for child in block.children)) or _cell(block))),
    ],
)


# -- the perimeter -----------------------------------------------------------------------------

def _perimeter_cases(rng: Random) -> Iterator[Case]:
    yield _with_one(3, 3), Colour(1)
    for number, board in enumerate(boards(rng)):
        for colour in Colour if number < 3 else [rng.choice(list(Colour))]:
            yield board.flatten(), colour


#: The name of what is seen of a cell that alone has the colour.
_ALONE = "what each cell counts alone"


def _with_one(row: int, column: int) -> Any:
    cells = np.zeros((4, 4), int)
    cells[row, column] = 1
    return cells


def _score(answer: Any, grid: Any, colour: int) -> Any:
    """Return the score; if a cell is alone, with what each cell of a 4 by 4 grid counts alone.

    That is told of grids that are lists, where the answer takes those and is wrong there too.
    """
    score = answer(grid, colour)
    if np.count_nonzero(grid) != 1 or len(grid) != 4:
        return score

    def table(score_of: Callable[..., int], kind: Callable[[Any], Any] = list) -> Any:
        return [[score_of(kind(_with_one(row, column)), colour) for column in range(4)]
                for row in range(4)]

    right, own = table(_counted), table(answer, np.array)
    with suppress(Exception):
        plain = table(answer, np.ndarray.tolist)
        own = plain if own != right != plain and np.any(plain) else own
    return Seen(score, {_ALONE: own})


def _sides_counted(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the grid, with the sides that count."""
    cells, colour = args
    figure = Figure((3, 3), dpi=DPI)
    ax = figure.add_axes((0.01, 0.01, 0.98, 0.98))
    numbered(cells, ax, letters=True)
    side = len(cells)
    ax.add_collection(side_lines(outer_sides(cells, colour), 0.05 * side))
    ax.set(xlim=(-0.1 * side, 1.1 * side), ylim=(1.1 * side, -0.1 * side))
    ax.set_axis_off()
    return Picture(figure, say_count(
        "The grid, with 1 side of a {colour} cell on its outside marked",
        "The grid, with {count} sides of {colour} cells on its outside marked",
        expected.value, colour=colour))


def _right_perimeter(grid: Any, colour: int) -> int:
    return PerimeterGoal(colour).score_grid(grid)


def _counted(grid: Any, colour: int) -> int:
    score = 0
    for i in range(len(grid)):
        score += int(grid[0][i] == colour)
        score += int(grid[-1][i] == colour)
        score += int(grid[i][0] == colour)
        score += int(grid[i][-1] == colour)
    return score


_CORNERS = [(row, column) for row in (0, 3) for column in (0, 3)]
_INSIDE = [(row, column) for row in (1, 2) for column in (1, 2)]


def _each_cell(args: Case, got: Outcome) -> Hints | None:
    """Look at what each cell counts if it alone has the colour."""
    right = [[2, 1, 1, 2], [1, 0, 0, 1], [1, 0, 0, 1], [2, 1, 1, 2]]
    own = got.facts.get(_ALONE)
    if own is None or told(own) == told(right):
        return None
    wrong = [(row, column) for row, column in product(range(4), repeat=2)
             if own[row][column] != right[row][column]]
    counts = ", ".join(say("{place}: {count}", place=place, count=own[place[0]][place[1]])
                       for place in wrong)
    same = {own[row][column] for row, column in wrong}
    why = (
        "Cells inside count too. Only the four edges count: the first and the last row, and the "
        "first and the last column." if {*_INSIDE} & {*wrong} else
        "No corner counts. A corner has two sides outside, so it counts 2." if same == {0}
        and wrong == _CORNERS else
        "A corner counts 1, as any cell at the edge. It has two sides outside, so it counts 2: "
        "count sides, not cells." if same == {1} and wrong == _CORNERS else
        "A corner counts too often. It lies in a row and in a column of the edge, which is 2 "
        "already: nothing must be added for it." if wrong == _CORNERS else
        "Only some of the corners are wrong: what asks for a corner finds not all four."
        if {*wrong} < {*_CORNERS} and (3, 3) not in wrong else
        "The last index, len(grid) - 1, is left out: does each loop, and each edge, come to it?"
        if all(3 in place for place in wrong) else
        "The first index, 0, is left out: does each loop, and each edge, begin there?"
        if all(0 in place for place in wrong) else
        "There are four edges: the first and the last row, and the first and the last column.")
    return ("Let only one cell of a grid have the colour. How many of its sides lie outside?",
            "A corner has two sides outside, another cell at the edge has one.",
            say("These cells count wrongly, by row and column: {counts}. {why}", counts=counts,
                why=say(why)))


perimeter_score = Task(
    "perimeter_score", _right_perimeter, _perimeter_cases, kits=[PerimeterGoal], ways=[_counted],
    call=_score, steps={_ALONE: "Each cell of the colour counts its sides outside."},
    show=_sides_counted, laws=[_each_cell],
)
