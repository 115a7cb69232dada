"""Exercise 07: the size of the blob at a cell, by recursion and with a list; the largest blob.

Most cases are examples: small grids with red cells (1), each with a sentence that says what a wrong
result there shows.
"""

from collections.abc import Callable, Collection
from functools import partial
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from blocky.block import Block
from blocky.check.boards import Drawn, boards, nested
from blocky.check.goals import board_of, goal_task, one_cell
from blocky.colour import Colour
from blocky.fast import blobs
from blocky.fast.blobs import blob_size_by_stack
from blocky.goal import BlobGoal
from blocky.kit.check.task import (
    Case,
    CasePicture,
    Cases,
    Hints,
    Law,
    Mistake,
    Outcome,
    Task,
    of_errors,
    told,
    unchanged,
)
from blocky.kit.draw.cells import cells
from blocky.kit.language import mark, say

__all__ = ["MyBlobGoal", "blob_score", "blob_size", "undiscovered_blob_size"]


def _grid_of_rows(rows: str) -> Any:
    """Return the grid of rows of digits, such as "10 02"."""
    return np.array([[int(number) for number in row] for row in rows.split()], dtype=np.int8)


# -- the blob at a cell --------------------------------------------------------------------------

class _Example(NamedTuple):
    """A start, the rows of a grid, and what to say if the size of the red blob there is wrong."""

    pos: tuple[int, int]
    rows: str
    why: str


_BESIDE = mark("Two red cells share a side here, so the size is 2. Look above, below, left and "
               "right, and count each cell once.")
#: What is said in place of _BESIDE if the result is 1.
_ONLY_THE_FIRST = mark("The red cell at (1, 1) has a red neighbour, so the size is 2, not 1. Look "
                       "at all four neighbours: if one isn't in the blob, go on with the others.")
_EDGES = mark("This blob reaches two edges of the grid. The first and last rows and columns belong "
              "to the grid: their indices are 0 and len(grid) - 1.")

_EXAMPLES = [
    _Example((0, 1), "10 02", mark(
        "The start (0, 1) isn't red, so the size is 0. Check the colour of the first cell too.")),
    _Example((-1, 0), "30 10", mark(
        "The start (-1, 0) is off the grid, so the size is 0. Index -1 means the last row, so "
        "first test that the index isn't negative.")),
    _Example((1, 1), "2222 2122 2122 2222", _BESIDE),
    _Example((1, 1), "2222 2122 2222 2222", mark(
        "The red cell at (1, 1) has no red neighbours, so the size is 1. Count the first cell, and "
        "count it only once.")),
    _Example((1, 1), "2222 2121 2222 2222", mark(
        "(1, 1) and (1, 3) don't touch. Don't continue from (1, 2), which has another colour.")),
    _Example((1, 1), "1212 2122 1212 2222", mark(
        "The other red cells touch (1, 1) only at a corner. A blob continues only above, below, "
        "left and right.")),
    _Example((1, 1), "2122 2122 2222 2222", _BESIDE),
    _Example((1, 1), "2222 1122 2222 2222", _BESIDE),
    _Example((1, 1), "2222 2112 2222 2222", _BESIDE),
    _Example((1, 1), "2222 2112 2212 2222", mark(
        "(2, 2) isn't beside (1, 1), but it's beside (1, 2), which is red. A blob continues from "
        "every red cell that you find.")),
    _Example((1, 1), "2222 2112 2112 2222", mark(
        "You reach (2, 2) from two red neighbours, but it counts only once. Just before you count "
        "a cell, check whether it already has a mark. If it does, skip it.")),
    _Example((1, 1), "2122 2122 2122 2122", _EDGES),
    _Example((1, 1), "2222 1111 2222 2222", _EDGES),
    _Example((0, 0), "1221 2222 2222 1222", mark(
        "The other red cells are at the opposite edges. Index -1 means the last row or column, so "
        "first test that the index isn't negative.")),
]


def _right_size(pos: tuple[int, int], grid: Any, colour: int) -> int:
    """Return the size of the blob at a cell, found with a list of waiting cells."""
    side = len(grid)
    waiting, seen = [pos], set[tuple[int, int]]()
    while waiting:
        row, column = waiting.pop()
        if not (0 <= row < side and 0 <= column < side):
            continue
        if grid[row][column] != colour or (row, column) in seen:
            continue
        seen.add((row, column))
        waiting += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return len(seen)


def _hints_of_example(pos: tuple[int, int], grid: Any, got: Outcome) -> Hints | None:
    """Return the hints of the example with this start and grid, if the size is wrong."""
    for example in _EXAMPLES:
        has_this_case = example.pos == pos and told(_grid_of_rows(example.rows)) == told(grid)
        if has_this_case and got.value != _right_size(pos, grid, Colour.RED):
            counts_only_the_first = example.why == _BESIDE and got.value == 1
            why = _ONLY_THE_FIRST if counts_only_the_first else example.why
            return ("Which cells belong to the blob here? Which cells does your function count?",
                    "A blob contains the start, its neighbours of the same colour, their "
                    "neighbours of that colour, and so on.", say(why))
    return None


@of_errors
def _stays_on_the_grid(case: Case, got: Outcome) -> Hints | None:
    """Return hints for an IndexError: the answer looks at a cell off the grid."""
    if got.error != "IndexError":
        return None
    return ("Which cell does your function look at when the error occurs?",
            "A cell at an edge of the grid has a neighbour that is off the grid.",
            "Your function looks at a cell off the grid. First test that its row and column are "
            "from 0 to len(grid) - 1, and only then look at the cell.")


# -- undiscovered_blob_size ----------------------------------------------------------------------

def _undiscovered_cases(rng: Random) -> Cases:
    """Yield a goal, a start, a grid, and ``visited``, in which some cells may have a mark already.

    Grids without such marks come first, the examples among them.
    """
    def case(goal: BlobGoal, grid: Any, pos: tuple[int, int], *marked: tuple[int, int]) -> Case:
        """Return a case in which the cells ``marked`` have the right marks, 1 or 0."""
        visited = np.full_like(grid, -1)
        for cell in marked:
            visited[cell] = int(grid[cell] == goal.colour)
        return goal, pos, grid, visited

    red = BlobGoal(Colour.RED)
    yield case(red, _grid_of_rows("10 02"), (0, 0), (0, 0))
    examples = [(example.pos, example.rows) for example in _EXAMPLES]
    for pos, rows in [*examples,
                      ((0, 2), "12 22"), ((0, 0), "11 20"), ((2, 0), "11 20"), ((0, -1), "21 00"),
                      ((-3, 1), "2222 2122 2222 2222"), ((1, -3), "2222 2122 2222 2222"),
                      ((0, 2), "101 001 110"), ((0, 0), "11 11"), ((1, 1), "010 111 212"),
                      ((1, 1), "10 01"), ((0, 2), "2210 2211 1133 1133"),
                      ((0, 1), "0110 1221 1221 0110")]:
        yield case(red, _grid_of_rows(rows), pos)
    yield case(red, _grid_of_rows("01 11"), (0, 1), (1, 1))
    yield case(red, _grid_of_rows("2210 2211 1133 1133"), (2, 1), (2, 0), (0, 0))
    for board in boards(rng, 6, 3):
        grid = board.flatten()
        places = list(np.ndindex(grid.shape))
        for pos in rng.sample(places, min(2, len(places))):
            goal = BlobGoal(int(grid[pos]))
            marked = [place for place in places if place != pos and rng.random() < 0.2]
            yield case(goal, grid, pos)
            yield case(goal, grid, pos, *marked)
    yield case(red, np.ones((8, 8), dtype=np.int8), (3, 4))


def _is_on_grid(pos: tuple[int, int], grid: Any) -> bool:
    """Whether a row and a column are those of a cell of a grid with as many columns as rows."""
    row, column = pos
    return 0 <= row < len(grid) and 0 <= column < len(grid)


def _with_neighbours(steps: Collection[tuple[int, int]]) -> Callable[..., int]:
    """Return a typical mistake: the blob goes on from a cell to those at ``steps`` from it.

    Each step is how many rows to go down, and how many columns to the right.
    """
    def size(goal: BlobGoal, pos: tuple[int, int], board: Any, visited: Any) -> int:
        row, column = pos
        if not _is_on_grid(pos, board) or visited[row][column] != -1:
            return 0
        has_the_colour = board[row][column] == goal.colour
        visited[row][column] = int(has_the_colour)
        if not has_the_colour:
            return 0
        return 1 + sum(size(goal, (row + down, column + right), board, visited)
                       for down, right in steps)
    return size


_CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
_ALL_AROUND = [*_CORNERS, (-1, 0), (1, 0), (0, -1), (0, 1)]


def _marks_each_cell_with_0(goal: BlobGoal, pos: tuple[int, int], board: Any, visited: Any) -> int:
    """A typical mistake: compare the cell with the goal itself, so that no cell has its colour."""
    row, column = pos
    if _is_on_grid(pos, board) and visited[row][column] == -1:
        visited[row][column] = 0
    return 0


def _colour_of_the_start(goal: BlobGoal, pos: tuple[int, int], board: Any, visited: Any) -> int:
    """A typical mistake: look for the blob of the start's own colour, whatever the goal's is."""
    row, column = pos
    if not _is_on_grid(pos, board):
        return 0
    return blob_size_by_stack(pos, board, visited, board[row][column])


def _fits_the_example_unmarked(case: Case, got: Outcome) -> Hints | None:
    """Return hints about a wrong size in one of the examples, where no cell is marked yet."""
    _, pos, board, _ = case
    return _hints_of_example(pos, board, got)


def _marks_are_right(case: Case, got: Outcome) -> Hints | None:
    """Return hints about a wrong mark in ``visited`` after a call that returned the right size."""
    goal, pos, grid, visited = case
    right_marks = visited.copy()
    size = blob_size_by_stack(pos, grid, right_marks, goal.colour)  # sets the marks
    *_, own_marks = got.arguments
    is_wrong = own_marks != right_marks  # by row and column
    if got.value != size or not is_wrong.any():
        return None
    first_wrong, *_ = np.argwhere(is_wrong)
    row, column = map(int, first_wrong)
    where_to_look = ("The size is right. Compare your marks in visited with the expected marks.",
                     "-1 means that no call looked at the cell, 0 that it has another colour, and "
                     "1 that it has the target colour.")
    cells_with_a_new_mark = np.argwhere(own_marks != visited).tolist()
    marks_only_the_start = cells_with_a_new_mark == [list(pos)] and not is_wrong[pos]
    if marks_only_the_start:
        return (*where_to_look,
                say("After the call, only visited[{first}][{second}] has a new mark. Mark every "
                    "cell that you examine, and pass visited itself to the calls for the "
                    "neighbours, not a copy.", first=pos[0], second=pos[1]))
    return (*where_to_look,
            say("After the call, visited[{row}][{column}] is {was}, but it should be {needed}. "
                "Mark each cell that you examine: 1 if it has the target colour, 0 otherwise.",
                row=row, column=column, was=own_marks[row, column],
                needed=right_marks[row, column]))


def _marks_shown(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the grid, the marks that ``visited`` should have after the call, and those it has."""
    _, pos, grid, _ = args
    *_, right_marks = expected.arguments
    *_, own_marks = got.arguments or args  # there are no arguments after a call that was stopped
    return [(say("board, start {start}", start=pos), grid),
            ("visited: expected", Drawn(partial(_draw_marks, right_marks))),
            ("visited: got", Drawn(partial(_draw_marks, own_marks)))]


def _draw_marks(marks: Any, ax: Axes) -> str:
    """Draw the marks -1, 0 and 1 as white, grey and dark cells; return the alt text."""
    colours = {-1: (255, 255, 255), 0: (190, 190, 190), 1: (40, 40, 40)}
    texts = {value: str(value) for value in colours}
    cells(ax, marks, colours, texts)
    ax.set_axis_off()
    return str(marks.tolist())


undiscovered_blob_size = Task(
    "undiscovered_blob_size", BlobGoal.undiscovered_blob_size, _undiscovered_cases,
    laws=[unchanged(board=2), _stays_on_the_grid, _fits_the_example_unmarked, _marks_are_right],
    kits=[BlobGoal, blobs], show=_marks_shown,
    endless=(
        "Two cells of a blob can be neighbours. What stops the calls for these two cells from "
        "calling each other forever?",
        "Do you mark a cell before you call the function for its neighbours, or after?",
        "Two neighbours call each other forever. Set visited[row][column] = 1 before the calls for "
        "the neighbours, and return 0 for a cell that already has a mark."),
    mistakes=[
        Mistake(_with_neighbours(_CORNERS), (
            "From a red cell, which cells does your function go to next?",
            "Two cells are neighbours if they share a side.",
            "Your function goes to the four cells at the corners, but neighbours share a side. Go "
            "to (r - 1, c), (r + 1, c), (r, c - 1) and (r, c + 1).")),
        Mistake(_with_neighbours(_ALL_AROUND), (
            "From a red cell, which cells does your function go to next?",
            "Two cells are neighbours if they share a side.",
            "Your function goes to all eight cells around a cell, but cells at a corner aren't "
            "neighbours. Go only to (r - 1, c), (r + 1, c), (r, c - 1) and (r, c + 1).")),
        Mistake(_colour_of_the_start, (
            "Which colour should the blob have? Which colour does your function look for?",
            "The goal says which colour counts. The cell at the start may have another colour.",
            "Your function looks for cells that have the same colour as the start. Compare every "
            "cell, also the first one, with goal.colour.")),
        Mistake(_marks_each_cell_with_0, (
        "What do you compare the cell with?",
        "The argument goal is an object, and its target colour is one of its attributes.",
        "Your function treats every cell as a cell of another colour. Compare the cell with "
        "goal.colour. A cell is never equal to goal itself."))])


# -- blob_size without recursion -----------------------------------------------------------------

def _size_cases(rng: Random) -> Cases:
    """Yield a start, a grid and a colour: small grids, the examples among them, then large ones."""
    examples = [(example.pos, example.rows, 1) for example in _EXAMPLES]
    for pos, rows, colour in [
            ((0, 0), "10 02", 1), *examples,
            ((0, 0), "11 20", 1), ((0, 0), "2210 2211 1133 1133", 1),
            ((3, 3), "2210 2211 1133 1133", 3), ((0, 2), "30 10", 1),
            ((0, 1), "0110 1221 1221 0110", 1), ((0, 0), "111 101 111", 1)]:
        yield pos, _grid_of_rows(rows), colour
    for board in boards(rng, 6, 4):
        grid = board.flatten()
        pos = rng.choice(list(np.ndindex(grid.shape)))
        yield pos, grid, int(grid[pos])
    yield (0, 0), np.full((100, 100), 3), 3
    yield (20, 40), nested([[2, 2, 2, 1], 2, [2, 0, 1, 2], 2], 6).flatten(), 2


def _fits_the_example(case: Case, got: Outcome) -> Hints | None:
    """Return hints about a wrong size in one of the examples."""
    pos, grid, _ = case
    return _hints_of_example(pos, grid, got)


def _by_recursion(pos: tuple[int, int], grid: Any, colour: int) -> int:
    """A typical mistake: call a recursive function, which a large blob is too deep for."""
    return BlobGoal(colour).undiscovered_blob_size(pos, grid, np.full_like(grid, -1))


def _all_that_it_examines(pos: tuple[int, int], grid: Any, colour: int) -> int:
    """A typical mistake: count the cells of other colours beside the blob as well."""
    waiting = [pos]
    examined = set[tuple[int, int]]()
    while waiting:
        row, column = waiting.pop()
        if not _is_on_grid((row, column), grid) or (row, column) in examined:
            continue
        examined.add((row, column))
        if grid[row][column] == colour:
            waiting += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return len(examined)


def _all_that_it_examines_from_a_blob(pos: tuple[int, int], grid: Any, colour: int) -> int:
    """A typical mistake: as ``_all_that_it_examines``, but 0 for a start of another colour."""
    if not _right_size(pos, grid, colour):
        return 0
    return _all_that_it_examines(pos, grid, colour)


def _size_in_colour_of_the_start(pos: tuple[int, int], grid: Any, colour: int) -> int:
    """A typical mistake: count the blob of the start's own colour, whatever ``colour`` is."""
    row, column = pos
    return _right_size(pos, grid, grid[row][column]) if _is_on_grid(pos, grid) else 0


def _all_of_the_colour(pos: tuple[int, int], grid: Any, colour: int) -> int:
    """A typical mistake: count all cells of the colour."""
    return int(np.count_nonzero(np.asarray(grid) == colour))


#: The hints for an answer that also counts cells beside the blob.
_COUNTS_OTHERS = (
    "Which cells belong to the blob here? Which cells does your function count?",
    "If a cell that you look at has another colour, it doesn't belong to the blob.",
    "Your function also counts the cells of other colours beside the blob. Count a cell only after "
    "you've checked that its colour is right.")

blob_size = Task(
    "blob_size", _right_size, _size_cases, kits=[BlobGoal, blobs],
    laws=[unchanged(grid=1), _stays_on_the_grid, _fits_the_example],
    endless=(
        "What stops a cell from getting into the list again and again?",
        "Each neighbour of a cell adds that cell to the list, even if you've already counted it.",
        "The list never becomes empty. Take each cell out of it, skip the cell if it already has a "
        "mark, and mark it when you count it."),
    mistakes=[
        Mistake(_all_that_it_examines, _COUNTS_OTHERS),
        Mistake(_all_that_it_examines_from_a_blob, _COUNTS_OTHERS),
        Mistake(_size_in_colour_of_the_start, (
            "Which colour should the blob have? Which colour does your function look for?",
            "The argument colour says which colour counts. The cell at pos may have another one.",
            "Your function looks for cells that have the same colour as the cell at pos. Compare "
            "every cell, also the first one, with the argument colour.")),
        Mistake(_all_of_the_colour, (
            "Which cells belong to the blob here? Which cells does your function count?",
            "A blob contains only cells that are connected by their sides.",
            "Your function counts all the cells of the colour on the grid. Count only those that "
            "you can reach from pos by going from neighbour to neighbour.")),
        Mistake(_by_recursion, (
        "How many calls are open at the same time if the blob has thousands of cells?",
        "The stack has room for about 1000 open calls. Where else can you keep the cells that you "
        "still have to visit?",
        "Your function calls itself, and Python's stack is full before the blob ends. Put the "
        "cells that you still have to visit into a list, and take one out in each iteration of a "
        "while loop."))])


# -- the largest blob ----------------------------------------------------------------------------

#: The rows of grids with a single red cell, by its place; with a square of four; with three blobs.
_SINGLE = {cell: one_cell(Colour.RED, cell) for cell in product(range(4), repeat=2)}
_FOUR = "0000 0110 0110 0000"
_THREE = "1000 0011 0011 1100"

#: Grids with a larger blob behind a smaller one: to the left, right, above or below of it.
_BEHIND = ["1101 1101 1101 0000", "1011 1011 1011 0000", "1110 1110 0000 1110",
           "1110 0000 1110 1110"]

#: By a wrong score of the grid with three blobs, which blobs have that size.
_SIZES_OF_THREE = {1: mark("the first blob"), 2: mark("the last blob"),
                   7: mark("all blobs together")}


def _score_cases(rng: Random) -> Cases:
    """Yield a grid and a colour: first the grids that the laws look at, all for red."""
    blue, red, green, yellow = Colour
    yield _grid_of_rows("01 22"), red
    for rows in (*_SINGLE.values(), _FOUR, _THREE):
        yield _grid_of_rows(rows), red
    for rows, colours in [("01 22", (green, yellow)), ("10 01", (red,)),
                          ("1000 0110 0110 2222", (red, blue)),
                          ("1101 1100 0000 1033", (red, blue))]:
        for colour in colours:
            yield _grid_of_rows(rows), colour
    for rows in _BEHIND:
        yield _grid_of_rows(rows), red
    for board in boards(rng, 8, 3):
        yield board.flatten(), rng.choice(list(Colour))


def _right_score(grid: Any, colour: int) -> int:
    """Return the size of the largest blob on a grid."""
    visited = np.full_like(grid, -1)  # by now, no cell is marked
    best = 0
    for row in range(len(grid)):
        for column in range(len(grid)):
            best = max(best, blob_size_by_stack((row, column), grid, visited, colour))
    return best


def _takes_blue_for_no_colour(grid: Any, colour: int) -> int:
    """A typical mistake: return 0 ``if not colour``, which is true for blue, the number 0."""
    return _right_score(grid, colour) if colour else 0


def _takes_a_colour_for_a_goal(grid: Any, colour: Any) -> Any:
    """A typical mistake: fail as a colour is passed as a goal, and has no attribute colour."""
    return colour.colour


def _starts_everywhere(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the score isn't 1 for a grid with a single cell of the colour."""
    grid, colour = case
    places = [(int(row), int(column)) for row, column in np.argwhere(grid == colour)]
    if len(places) != 1 or got.value == 1:
        return None
    return ("From which cells does your function start looking for blobs?",
            "A blob can be anywhere on the grid.",
            say("The only blob is the cell {place}, so the result should be 1. Start from every "
                "cell of the grid: range(len(grid)) gives all rows, and also all columns.",
                place=places[0]))


def _returns_the_largest(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the score of the grid with three blobs is a sum or the size of another."""
    grid, _ = case
    has_three_blobs = told(grid) == told(_grid_of_rows(_THREE))
    if not has_three_blobs or got.value not in _SIZES_OF_THREE:
        return None
    return ("Which blobs are on this grid? What does your result count?",
            "The red blobs have 1, 4 and 2 cells here.",
            say("Your result is the size of {blobs}. Keep the largest size that you find, and "
                "return it at the end.", blobs=say(_SIZES_OF_THREE[got.value])))


def _starts_behind_a_blob(case: Case, got: Outcome) -> Hints | None:
    """Return hints if only the smaller blob is found on one of the grids ``_BEHIND``."""
    grid, _ = case
    has_one_behind = told(grid) in [told(_grid_of_rows(rows)) for rows in _BEHIND]
    if not has_one_behind or got.value != 3:  # the size of the smaller blob
        return None
    return ("Which blobs are on this grid? From which cells does your function start?",
            "A row or column can have cells of two blobs.",
            "The larger blob has 6 cells, but your function never starts from one of them. A row "
            "or column can have cells of two blobs, so start from every cell of the grid.")


#: The kit's functions that score blobs; undiscovered_blob_size may be called.
_KITS_SCORES = (BlobGoal.score, BlobGoal.score_grid, BlobGoal.label, blobs)

_LAWS_OF_SCORES: list[Law] = [_starts_everywhere, _returns_the_largest, _starts_behind_a_blob]

blob_score = Task(
    "blob_score", _right_score, _score_cases, kits=_KITS_SCORES, laws=_LAWS_OF_SCORES,
    mistakes=[Mistake(_takes_blue_for_no_colour, (
        "What is different if the colour is blue?",
        "Blue is the number 0, and in a condition 0 counts as False.",
        "Your function returns 0 for blue, although there are blue cells. Blue is the number 0, so "
        "not colour is True: remove the test.")), Mistake(_takes_a_colour_for_a_goal, (
        "Which arguments do you pass to undiscovered_blob_size?",
        "undiscovered_blob_size uses goal.colour, so its first argument must be a goal.",
        "A colour has no attribute colour, but a goal does. Pass BlobGoal(colour) to "
        "undiscovered_blob_size, not the colour itself."))])


# -- a goal --------------------------------------------------------------------------------------

def _goal_cases(rng: Random) -> Cases:
    """Yield a colour and a board: boards of one colour, those of the laws, then others."""
    yield Colour.BLUE, nested([0, 1, 2, 3], 1)
    for colour in Colour:
        yield Colour.BLUE, nested(colour, 2)
    for rows in (*_SINGLE.values(), _FOUR, _THREE, *_BEHIND):
        yield Colour.RED, board_of(rows)
    for number, board in enumerate(boards(rng, 6, 3)):
        colours = list(Colour) if number < 2 else rng.sample(list(Colour), 2)
        for colour in colours:
            yield colour, board


class _CountsAllCells(BlobGoal):
    """Score every cell of the colour."""

    def score(self, board: Block) -> int:
        return int(np.count_nonzero(board.flatten() == self.colour))


class _TakesAnyColour(BlobGoal):
    """Score the largest blob, whatever its colour is."""

    def score(self, board: Block) -> int:
        return max(BlobGoal(colour).score(board) for colour in Colour)


class _TakesTheTree(BlobGoal):
    """Take the board for a grid."""

    def score(self, board: Any) -> int:
        return len(board)


class _TakesItselfForAColour(BlobGoal):
    """Look for blobs whose colour is the goal itself."""

    def __repr__(self) -> str:  # as the error names a student's goal
        return f"MyBlobGoal({self.colour!r})"

    def score(self, board: Block) -> int:
        return BlobGoal(self).score(board)  # type: ignore[arg-type]


class _ReturnsNothing(BlobGoal):
    """Score, and return nothing."""

    def score(self, board: Block) -> Any:
        return None


MyBlobGoal = goal_task("MyBlobGoal", BlobGoal, _goal_cases, kits=_KITS_SCORES, mistakes=[
    Mistake(_CountsAllCells, (
        "Which cells does your score count?",
        "A blob contains only cells that are connected by their sides.",
        "Your score counts all the cells of the colour, whichever blob they're in. my_score(grid, "
        "self.colour) returns the size of the largest blob.")),
    Mistake(_TakesAnyColour, (
        "Which blobs count for this goal? Look at its colour.",
        "A goal has a target colour, and only the blobs of that colour count.",
        "Your score is the size of the largest blob of any colour. Only blobs of the target colour "
        "count: self.colour.")),
    Mistake(_TakesTheTree, (
        "Is the argument board a tree or a grid?",
        "my_score needs a grid, but the game passes a board to the method score, and a board is a "
        "tree.",
        "The argument board is a tree, but your method uses it as a grid. Flatten it first: grid = "
        "np.array(my_flatten(board)).")),
    Mistake(_TakesItselfForAColour, (
        "Which arguments does my_score need?",
        "A goal isn't a colour. Its colour is one of its attributes.",
        "self is the goal, not a colour. Pass self.colour where a colour is needed.")),
    Mistake(_ReturnsNothing, (
        "What does the method score return?",
        "A method without a return statement returns None.",
        "Your method score returns None, but the game needs a number. Return the result of "
        "my_score."))])
