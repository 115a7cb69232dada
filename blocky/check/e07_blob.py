"""Exercise 07: how large is the blob that contains a cell, and which blob is the largest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from random import Random
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from blocky.check.boards import Drawn, boards
from blocky.check.goals import goal_task
from blocky.colour import PALETTES, Colour
from blocky.draw import INK, Picture
from blocky.fast import blobs
from blocky.fast.blobs import blob_size_by_stack
from blocky.goal import BlobGoal
from blocky.kit.check.failure import Sure
from blocky.kit.check.laws import unchanged
from blocky.kit.check.run import Outcome
from blocky.kit.check.show import beside
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.draw.cells import cells
from blocky.kit.language import say

__all__ = ["ALL_CELLS", "SIDES", "MyBlobGoal", "blob_score", "by_recursion", "grid_of_rows",
           "typical_walks", "undiscovered_blob_size", "wraps"]

SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
_ALL_AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)

# -- undiscovered_blob_size ----------------------------------------------------------------------

def grid_of_rows(rows: str) -> Any:
    """Return the grid of rows of digits, as "10 02"."""
    return np.array([[int(number) for number in row] for row in rows.split()], dtype=np.int8)


def _visited(grid: Any, *marked: tuple[int, int], colour: int) -> Any:
    """Return marks for ``grid`` with those of some cells already there."""
    visited = np.full_like(grid, -1)
    for cell in marked:
        visited[cell] = int(grid[cell] == colour)
    return visited


def _size_cases(rng: Random) -> Iterator[Case]:
    red = BlobGoal(Colour.RED)

    def case(grid: Any, pos: tuple[int, int], *marked: tuple[int, int], goal: BlobGoal = red
             ) -> Case:
        return goal, pos, grid, _visited(grid, *marked, colour=goal.colour)

    lonely, pair = "2222 2122 2222 2222", "2210 2211 1133 1133"
    three = "101 001 110"
    for rows, places in [
            ("10 02", [(0, 0), (0, 0)]), ("10 02", [(0, 1)]), ("12 22", [(0, 2)]),
            ("11 20", [(2, 0)]), ("30 10", [(-1, 0)]), ("21 00", [(0, -1)]), (lonely, [(-3, 1)]),
            (lonely, [(1, -3)]), (three, [(0, 2)]), ("11 11", [(0, 0)]), ("010 111 212", [(1, 1)]),
            ("10 01", [(1, 1)]), ("01 11", [(0, 1)]), (pair, [(0, 2)]),
            (pair, [(2, 1), (2, 0), (0, 0)]), ("0110 1221 1221 0110", [(0, 1)])]:
        yield case(grid_of_rows(rows), *places)
    for board in boards(rng, 6, 3):
        grid = board.flatten()
        places = list(np.ndindex(grid.shape))
        for pos in rng.sample(places, min(2, len(places))):
            goal = BlobGoal(int(grid[pos]))
            marked = [place for place in places if place != pos and rng.random() < 0.2]
            yield case(grid, pos, goal=goal)
            yield case(grid, pos, *marked, goal=goal)
    yield case(np.ones((8, 8), dtype=np.int8), (3, 4))


def _walk(near: Sequence[tuple[int, int]] = SIDES, *,
          mark: int = 1, any_colour: bool = False,
          total: Callable[[list[int]], int] = lambda found: 1 + sum(found)) -> Callable[..., int]:
    """Return the recursion, right or with a mistake in it."""
    def size(goal: BlobGoal, pos: tuple[int, int], board: Any, visited: Any) -> int:
        row, column = pos
        if not (0 <= row < len(board) and 0 <= column < len(board)):
            return 0
        if visited[row, column] != -1:
            return 0
        if board[row, column] != goal.colour and not any_colour:
            visited[row, column] = 0
            return 0
        visited[row, column] = mark
        return total([size(goal, (row + down, column + right), board, visited)
                      for down, right in near])
    return size


def typical_walks(make: Callable[..., Any]) -> Iterator[Mistake]:
    """Yield what both the recursion and the list get wrong with neighbours."""
    for near in (_ALL_AROUND, set(_ALL_AROUND) - set(SIDES)):
        yield Mistake(make(near), (
            "Which neighbours does a cell have, and do all of them share a side with it?",
            "Cells that only touch at a corner do not hang together.",
            "Diagonal neighbours are counted. The neighbours are above, below, left and right."))
    for number, said in (
            (3, "One of the four directions is missing, or is there twice."),
            (2, "Only two of the four neighbours are asked. A blob goes on in all directions: "
                "above, below, left and right of each of its cells."),
            (0, "The neighbours are never asked. Call the function for each of the four, or put "
                "them into the list, and count what is found there too.")):
        for near in combinations(SIDES, number):
            yield Mistake(make(near), (
                "Which neighbours of a cell does your function ask, and which never?",
                "There are four neighbours: (row - 1, column), (row + 1, column), "
                "(row, column - 1) and (row, column + 1).", said))


ALL_CELLS = (
    "Which cells of the colour do not hang together with the one at pos?",
    "Only cells that can be reached from pos, from side to side, belong to its blob.",
    "All cells of the colour are counted, also those of other blobs.")


def wraps(pos: tuple[int, int], got: Outcome) -> Hints | None:
    """Return hints if a place with a negative row or column is taken for one on the board."""
    name = say("row") if pos[0] < 0 else say("column")
    return None if min(pos) >= 0 or not got.returned else Sure((
        "Which places are off the board? There are four sides.",
        "grid[-1] is no error: Python takes the last row. What does your function do with row -1?",
        say("A negative {name} is not recognised as off the board: the blob goes on at the "
            "opposite edge. Check 0 <= {name} < len(board).", name=name)))


def _marks_are_right(args: Case, got: Outcome) -> Hints | None:
    goal, pos, grid, visited = args
    marks = visited.copy()
    size = blob_size_by_stack(pos, grid, marks, goal.colour)
    count = int(np.count_nonzero(grid == goal.colour))
    if got.returned == count > size > 1:
        return ALL_CELLS
    wrong = got.arguments[3] != marks
    if got.returned != size or not wrong.any():
        return None
    nudge = ("The size is right. Compare visited with what is expected.",
             "-1 is for a cell that no call looked at, 0 for one of another colour, 1 for one of "
             "the target colour.")
    if np.array_equal(got.arguments[3].T, marks):
        return (*nudge, "Rows and columns of visited are exchanged: visited[row][column].")
    row, column = map(int, np.argwhere(wrong)[0])
    was, needed = got.arguments[3][row, column], marks[row, column]
    return (*nudge, (
        "Too many cells are marked. Look at pos, and only from a cell of the target colour go on "
        "to its four neighbours: all other cells keep their -1." if needed == -1 else
        say("visited[{row}][{column}] is {was} after the call, and {needed} is needed. A cell of "
            "the target colour gets 1, one of another colour 0, whatever number that colour has.",
            row=row, column=column, was=was, needed=needed) if was != -1 else
        "A cell of the target colour is not marked with 1. Set visited[row][column] = 1 before the "
        "calls for the neighbours." if needed == 1 else
        "The cell at pos has another colour, and is not marked with 0: visited[row][column] = 0, "
        "and then return 0." if (row, column) == pos else
        "Neighbours of another colour have no mark. Call the function for all four neighbours: the "
        "call for one of another colour marks it with 0, and returns 0."))


def _marks_shown(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Return the picture of the board, and of the marks expected and got."""
    (row, column), grid = args[1:3]
    colours = {int(each): PALETTES["safe"][each] for each in Colour}
    marks = {-1: (255, 255, 255), 0: (190, 190, 190), 1: (40, 40, 40)}

    def drawn(value: Any, looks: Mapping[int, tuple[int, int, int]]) -> Drawn:
        def draw(ax: Axes) -> str:
            cells(ax, value, looks, {each: str(each) for each in looks})
            ax.add_patch(Rectangle((column, row), 1, 1, fill=False, linewidth=2.5))
            ax.add_patch(Rectangle((0, 0), len(grid), len(grid), fill=False, edgecolor=INK))
            ax.set_axis_off()
            return str(value.tolist())
        return Drawn(draw)

    return beside([(say("board, start {start}", start=args[1]), drawn(grid, colours)),
                   ("visited: expected", drawn(expected.arguments[3], marks)),
                   ("visited: got", drawn((got.arguments or args)[3], marks))])


undiscovered_blob_size = Task(
    "undiscovered_blob_size", BlobGoal.undiscovered_blob_size, _size_cases,
    laws=[lambda args, got: wraps(args[1], got), unchanged(board=2), _marks_are_right],
    kits=[BlobGoal, blobs],
    mistakes=[
        Mistake(_walk(mark=-1), (
            "Two cells of one blob are neighbours of each other. What keeps them from calling each "
            "other for ever?",
            "When is a cell marked: before its neighbours are asked, or after?",
            "A cell must be marked before the calls for its neighbours: visited[row][column] = 1, "
            "and then the recursion.")),
        *(Mistake(_walk(total=total), (
            "What becomes of the numbers that the four calls return?",
            "Each call returns how many cells it has found; there may be many of them.",
            "What the calls for the neighbours return is not added up. Return 1 plus the sum of "
            "all four."))
          for total in (lambda found: 1, lambda found: 1 + max(found),
                        lambda found: 1 + sum(map(bool, found)), lambda found: 1 + found[-1])),
        Mistake(_walk(any_colour=True), (
            "Which cells belong to the blob, and how does your function know?",
            "goal.colour is the target colour, board[row][column] that of the cell.",
            "Cells of every colour are counted. For a cell of another colour set its mark to 0, "
            "and return 0.")),
        *typical_walks(_walk),
    ],
    show=_marks_shown,
)


# -- the score -----------------------------------------------------------------------------------

def _score_cases(rng: Random) -> Iterator[Case]:
    yield grid_of_rows("01 22"), Colour.RED
    yield grid_of_rows("01 22"), Colour.GREEN
    yield grid_of_rows("01 22"), Colour.YELLOW
    yield grid_of_rows("10 01"), Colour.RED
    for rows in ("1000 0110 0110 2222", "1101 1100 0000 1033"):
        yield from ((grid_of_rows(rows), colour) for colour in (Colour.RED, Colour.BLUE))
    for board in boards(rng, 8, 3):
        yield board.flatten(), rng.choice(list(Colour))


def _each(grid: Any, colour: int) -> list[int]:
    """Return what every cell finds with marks for all, row by row: mostly 0."""
    walk, goal, visited = _walk(), BlobGoal(colour), np.full_like(grid, -1)
    return [walk(goal, pos, grid, visited) for pos in np.ndindex(grid.shape)]


def _sizes(grid: Any, colour: int) -> list[int]:
    """Return the sizes of the blobs, row by row in the order of their first cells."""
    return [size for size in _each(grid, colour) if size]


def by_recursion(pos: tuple[int, int], grid: Any, colour: int) -> int:
    """Return the size of the blob at a place, as long as the stack holds."""
    return _walk()(BlobGoal(colour), pos, grid, np.full_like(grid, -1))


def _columns(grid: Any, colour: int) -> list[int]:
    return _sizes(grid.T, colour)


def _every(grid: Any, colour: int) -> list[int]:
    """Return the size of its blob for every cell, row by row."""
    return [size for pos in np.ndindex(grid.shape) if (size := by_recursion(pos, grid, colour))]


def _right_score(grid: Any, colour: int) -> int:
    visited = np.full_like(grid, -1)
    return max(blob_size_by_stack(pos, grid, visited, colour) for pos in np.ndindex(grid.shape))


#: What scores blobs for the game. To start its recursion from every cell is work enough.
_KITS_SCORES = (BlobGoal.score, BlobGoal.score_grid, BlobGoal.label, blobs)

def _scored(sizes: Callable[[Any, int], list[int]] = _sizes, choose: Callable[[Any], int] = max
            ) -> Callable[[Any, int], int]:
    return lambda grid, colour: choose(sizes(grid, colour) or [0])


_FIRST, _LAST = itemgetter(0), itemgetter(-1)

blob_score = Task(
    "blob_score", _right_score, _score_cases, kits=_KITS_SCORES,
    mistakes=[
        Mistake(_scored(choose=sum), (
            "How many blobs are there, and how many of them count?",
            "The score is the size of one blob, the largest.",
            "All blobs are added up, so that every cell of the colour counts. Take the largest "
            "blob instead.")),
        *(Mistake(_scored(sizes, _FIRST), (
            "How many blobs are there? How many of them does your function find?",
            "Is there a return inside the loop over the cells?",
            "Only the first blob that is found counts. Go on to the last cell, and keep the "
            "largest number.")) for sizes in (_sizes, _columns)),
        *(Mistake(_scored(sizes, _LAST), (
            "How many blobs are there, and which of them is your score?",
            "What happens to the best number when a smaller blob comes after it?",
            "The last blob counts, not the largest. Replace the best number only by a larger one."))
          for sizes in (_sizes, _columns, _every, _each)),
        Mistake(lambda grid, colour: len(_sizes(grid, colour)), (
            "What do you count: blobs, or cells?", "The score is the number of cells in a blob.",
            "This is the number of blobs. Return the size of the largest one.")),
        Mistake(lambda grid, colour: by_recursion((0, 0), grid, colour), (
            "At which cells does your function start?", "The largest blob can be anywhere.",
            "Only the blob at (0, 0) is looked at. Start from every cell of the grid.")),
        Mistake(lambda grid, colour: max(_sizes(grid, colour)), (
            "What if there is no cell of the colour?", "The largest of no numbers is an error.",
            "Return 0 if there is no cell of the colour.")),
    ],
)


def _goal_cases(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng, 6, 3)):
        for colour in Colour if number < 2 else rng.sample(list(Colour), 2):
            yield colour, board


def _goal(score: Callable[..., Any]) -> type[BlobGoal]:
    return type("Wrong", (BlobGoal,), {
        "score": lambda self, board: score(board.flatten(), self.colour)})


MyBlobGoal = goal_task(
    "MyBlobGoal", BlobGoal, _goal_cases, kits=_KITS_SCORES,
    mistakes=[Mistake(_goal(each.answer), each.hints) for each in blob_score.mistakes],
)
