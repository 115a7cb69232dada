"""Exercise 07: how large is the blob that contains a cell, and which blob is the largest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from blocky.check.boards import boards, nested
from blocky.colour import PALETTES, Colour
from blocky.draw import DPI, INK, Picture
from blocky.fast.blobs import blob_size_by_stack
from blocky.goal import BlobGoal
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.draw.cells import cells
from blocky.kit.language import say

__all__ = ["blob_score", "blob_size", "undiscovered_blob_size"]

_SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
_ALL_AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)

_DIAGONAL: Hints = (
    "Which neighbours does a cell have, and do all of them share a side with it?",
    "Cells that only touch at a corner do not hang together.",
    "Diagonal neighbours are counted. There are four neighbours: above, below, left and right.")

_NOT_ALL_FOUR: Hints = (
    "Which neighbours of a cell does your function ask, and which never?",
    "There are four neighbours: (row - 1, column), (row + 1, column), (row, column - 1) and "
    "(row, column + 1).",
    "One of the four directions is missing, or is there twice.")

_NEGATIVE: Hints = (
    "Which places are off the board? There are four sides.",
    "grid[-1] is no error: Python takes the last row. What does your function do with row -1?",
    "A negative row or column is not recognised as off the board: the blob goes on at the "
    "opposite edge. Check 0 <= row < len(board), and the same for the column.")

_BEYOND: Hints = (
    "Which places are off the board? There are four sides.",
    "The last row is row len(board) - 1. What does your function do with row len(board)?",
    "A row or column that is too large is not recognised as off the board. Check "
    "0 <= row < len(board), and the same for the column, before you look at the cell.")


# -- undiscovered_blob_size ----------------------------------------------------------------------

def _grid(rows: str) -> Any:
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

    yield case(_grid("10 02"), (0, 0), (0, 0))
    yield case(_grid("10 02"), (0, 1))
    yield case(_grid("12 22"), (0, 2))
    yield case(_grid("11 20"), (2, 0))
    yield case(_grid("30 10"), (-1, 0))
    yield case(_grid("21 00"), (0, -1))
    yield case(_grid("2222 2122 2222 2222"), (-3, 1))
    yield case(_grid("2222 2122 2222 2222"), (1, -3))
    yield case(_grid("11 11"), (0, 0))
    yield case(_grid("010 111 212"), (1, 1))
    yield case(_grid("10 01"), (1, 1))
    yield case(_grid("01 11"), (0, 1))
    yield case(_grid("2210 2211 1133 1133"), (0, 2))
    yield case(_grid("2210 2211 1133 1133"), (2, 1), (2, 0), (0, 0))
    yield case(_grid("0110 1221 1221 0110"), (0, 1))
    for board in boards(rng, 6, 3):
        grid = board.flatten()
        places = list(np.ndindex(grid.shape))
        for pos in rng.sample(places, min(2, len(places))):
            goal = BlobGoal(int(grid[pos]))
            marked = [place for place in places if place != pos and rng.random() < 0.2]
            yield case(grid, pos, goal=goal)
            yield case(grid, pos, *marked, goal=goal)
    yield case(np.ones((8, 8), dtype=np.int8), (3, 4))


def _walk(near: Sequence[tuple[int, int]] = _SIDES, *, low: int = 0, beyond: int = 0,
          looks: bool = True, marks: bool = True, own: Callable[[Any], Any] = np.asarray,
          handed: Callable[[Any], Any] = np.asarray,
          total: Callable[[list[int]], int] = lambda found: 1 + sum(found)
          ) -> Callable[..., int]:
    """Return the recursion, right or with a mistake in it."""
    def size(goal: BlobGoal, pos: tuple[int, int], board: Any, visited: Any) -> int:
        row, column = pos
        side = len(board) + beyond
        visited = own(visited)
        if not (low <= row < side and low <= column < side):
            return 0
        if looks and visited[row, column] != -1:
            return 0
        if board[row, column] != goal.colour:
            visited[row, column] = 0
            return 0
        visited[row, column] = 1 if marks else -1
        return total([size(goal, (row + down, column + right), board, handed(visited))
                      for down, right in near])
    return size


def _marks_are_right(args: Case, got: Outcome) -> Hints | None:
    goal, pos, grid, visited = args
    marks = visited.copy()
    size = blob_size_by_stack(pos, grid, marks, goal.colour)
    if not np.array_equal(got.arguments[2], grid):
        return ("Compare board before the call and after it.",
                "What is noted belongs into visited; the colours stay as they are.",
                "The board is changed. Write your marks into visited only.")
    wrong = got.arguments[3] != marks
    if got.returned != size or not wrong.any():
        return None
    if (marks[wrong] == 0).all() and (got.arguments[3][wrong] == -1).all():
        return ("The size is right. Compare visited with what is expected.",
                "What should visited hold for a cell that was looked at, but has another colour?",
                "Cells of another colour are not marked with 0. The call for such a cell marks it, "
                "and returns 0; so call the function for all four neighbours.")
    if (marks[wrong] == 1).all() and (got.arguments[3][wrong] == -1).all():
        return ("The size is right. Compare visited with what is expected.",
                "What should visited hold for a cell of the blob?",
                "A cell of the target colour is not marked with 1. Set visited[row][column] = 1 "
                "before the calls for the neighbours.")
    return ("The size is right. Compare visited with what is expected.",
            "-1 is for a cell that no call looked at, 0 for one of another colour, 1 for one of "
            "the target colour.",
            "The marks are not the right ones. Set visited[row][column] to 0 or 1, as the colour "
            "of this cell says, and only if it was -1.")


def _marks_shown(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Return the picture of the board, and of the marks expected and got."""
    (row, column), grid = args[1:3]
    figure = Figure((7.5, 2.9), dpi=DPI)
    panels = [(say("board, start {start}", start=args[1]), grid),
              (say("visited: expected"), expected.arguments[3]),
              (say("visited: got"), got.arguments[3] if got.arguments else args[3])]
    for number, (title, value) in enumerate(panels):
        ax = figure.add_axes(((number + 0.06) / 3, 0.01, 0.88 / 3, 0.86))
        if number:
            cells(ax, value, {-1: (255, 255, 255), 0: (190, 190, 190), 1: (40, 40, 40)},
                  {-1: "-1", 0: "0", 1: "1"})
        else:
            cells(ax, value, {int(each): PALETTES["safe"][each] for each in Colour},
                  {int(each): str(int(each)) for each in Colour})
        ax.add_patch(Rectangle((column, row), 1, 1, fill=False, edgecolor="black", linewidth=2.5))
        side = len(grid)
        ax.add_patch(Rectangle((0, 0), side, side, fill=False, edgecolor=INK, linewidth=1))
        ax.set_axis_off()
        ax.set_title(title, fontsize=12, color=INK, pad=4)
    said = "; ".join(f"{title}: {value.tolist()}" for title, value in panels)
    return Picture(figure, said)


undiscovered_blob_size = Task(
    "undiscovered_blob_size", BlobGoal.undiscovered_blob_size, _size_cases,
    laws=[_marks_are_right],
    mistakes=[
        Mistake(_walk(looks=False), (
            "What does your function return for a cell that was visited before?",
            "Two cells of one blob are neighbours of each other. What keeps them from calling each "
            "other for ever?",
            "visited is never looked at. If visited[row][column] is not -1, return 0 at once.")),
        Mistake(_walk(marks=False), (
            "Two cells of one blob are neighbours of each other. What keeps them from calling each "
            "other for ever?",
            "When is a cell marked: before its neighbours are asked, or after?",
            "A cell must be marked before the calls for its neighbours: visited[row][column] = 1, "
            "and then the recursion.")),
        Mistake(_walk(own=lambda visited: np.full_like(visited, -1)), (
            "Which grid do the calls for the neighbours mark, and which one do you look at?",
            "All calls must see the marks of all others.",
            "Each call makes a new visited. Mark the one that was handed in, and hand it on.")),
        Mistake(_walk(handed=np.copy), (
            "Which grid do the calls for the neighbours mark, and which one do you look at?",
            "All calls must see the marks of all others.",
            "Each call works on a copy of visited, so that cells are counted twice. Mark the one "
            "that was handed in, and hand it on.")),
        Mistake(_walk(low=-99), _NEGATIVE),
        Mistake(_walk(beyond=99), _BEYOND),
        Mistake(_walk(beyond=1), _BEYOND),
        Mistake(_walk(low=-99, beyond=99), (
            "What does your function return for a place that is off the board?",
            "A cell at the edge has neighbours that do not exist. Which of them raise an error, "
            "and what is grid[-1]?",
            "There is no check for places off the board. Before you look at the cell, return 0 "
            "unless 0 <= row < len(board) and 0 <= column < len(board).")),
        Mistake(_walk(_ALL_AROUND), _DIAGONAL),
        *(Mistake(_walk([side]), (
            "How many of the four neighbours does your function ask?",
            "A return ends the call. Is there one inside the loop over the neighbours?",
            "Only one neighbour is counted. Add up what all four calls return, and return the sum "
            "after the loop.")) for side in _SIDES),
        *(Mistake(_walk([side for side in _SIDES if side != left_out]), _NOT_ALL_FOUR)
          for left_out in _SIDES),
        Mistake(_walk(total=lambda found: 1), (
            "What happens to the number that a call for a neighbour returns?",
            "The cells are all visited, but they are not all counted.",
            "What the recursive calls return is lost. Add it: size += "
            "undiscovered_blob_size(...).")),
        Mistake(_walk(total=sum), (
            "What does your function return for a blob of one cell?",
            "Four neighbours return 0. And the cell itself?",
            "The cell itself is not counted. Return 1 plus what the neighbours return.")),
        *(Mistake(_walk(total=total), (
            "What happens to the numbers that the calls for the neighbours return?",
            "A blob can go on in more than one direction.",
            "Only one of the four numbers is returned. Add all four to 1."))
          for total in (lambda found: 1 + max(found), lambda found: 1 + found[-1])),
        *(Mistake(_walk(total=total), (
            "Who counts a cell: its own call, or that of its neighbour?",
            "The result for a neighbour counts the neighbour already.",
            "Cells are counted twice. Add what the call for a neighbour returns, and nothing "
            "besides; each call adds 1, for its own cell."))
          for total in (lambda found: 1 + sum(found) + sum(map(bool, found)),
                        lambda found: 1 + sum(each + 1 for each in found))),
    ],
    hints=("Go through the case above by hand, and write the marks into a second grid.",
           "Which call counts which cell? Each cell of the blob must be counted once.",
           "Return 0 off the board, 0 for a cell that is not -1 in visited, 0 for another colour "
           "(and mark it 0). Else mark the cell 1, and return 1 plus what the four neighbours "
           "give."),
    show=_marks_shown,
)


# -- the score -----------------------------------------------------------------------------------

def _score_cases(rng: Random) -> Iterator[Case]:
    yield _grid("01 22"), Colour.RED
    yield _grid("01 22"), Colour.GREEN
    yield _grid("01 22"), Colour.YELLOW
    yield _grid("10 01"), Colour.RED
    for rows in ("1000 0110 0110 2222", "1101 1100 0000 1033"):
        yield from ((_grid(rows), colour) for colour in (Colour.RED, Colour.BLUE))
    for board in boards(rng, 8, 3):
        yield board.flatten(), rng.choice(list(Colour))


def _sizes(grid: Any, colour: int, near: Sequence[tuple[int, int]] = _SIDES) -> list[int]:
    """Return the sizes of the blobs, row by row in the order of their first cells."""
    walk, goal, visited = _walk(near), BlobGoal(colour), np.full_like(grid, -1)
    return [size for pos in np.ndindex(grid.shape) if (size := walk(goal, pos, grid, visited))]


def _by_columns(grid: Any, colour: int) -> list[int]:
    return _sizes(grid.T, colour)


def _from_every_cell(grid: Any, colour: int) -> list[int]:
    return [size for pos in np.ndindex(grid.shape) if (size := _by_recursion(pos, grid, colour))]


def _right_score(grid: Any, colour: int) -> int:
    visited = np.full_like(grid, -1)
    return max(blob_size_by_stack(pos, grid, visited, colour) for pos in np.ndindex(grid.shape))


blob_score = Task(
    "blob_score", _right_score, _score_cases,
    mistakes=[
        Mistake(lambda grid, colour: sum(_sizes(grid, colour)), (
            "How many blobs are there, and how many of them count?",
            "The score is the size of one blob, the largest.",
            "All blobs are added up. Take the largest instead.")),
        *(Mistake(lambda grid, colour, order=order: next(iter(order(grid, colour)), 0), (
            "How many blobs are there? How many of them does your function find?",
            "Is there a return inside the loop over the cells?",
            "Only the first blob that is found counts. Go on to the last cell, and keep the "
            "largest number.")) for order in (_sizes, _by_columns)),
        *(Mistake(lambda grid, colour, order=order: (order(grid, colour) or [0])[-1], (
            "How many blobs are there, and which of them is your score?",
            "What happens to the best number when a smaller blob comes after it?",
            "The last blob counts, not the largest. Replace the best number only by a larger one."))
          for order in (_sizes, _by_columns, _from_every_cell)),
        Mistake(lambda grid, colour: _walk()(
            BlobGoal(colour), (0, 0), grid, np.full_like(grid, -1)), (
            "At which cells does your function start?",
            "The largest blob can be anywhere.",
            "Only the blob at (0, 0) is looked at. Start from every cell of the grid.")),
        Mistake(lambda grid, colour: max(_sizes(grid, colour, _ALL_AROUND), default=0), _DIAGONAL),
        Mistake(lambda grid, colour: len(_sizes(grid, colour)), (
            "What do you count: blobs, or cells?",
            "The score is the number of cells in a blob.",
            "This is the number of blobs. Return the size of the largest one.")),
        Mistake(lambda grid, colour: max(_right_score(grid, each) for each in Colour), (
            "Which colour is asked for, and which does your blob have?",
            "Cells of other colours do not count.",
            "This is the largest blob of any colour. Start only from cells of the colour asked "
            "for.")),
        Mistake(lambda grid, colour: max(_sizes(grid, colour)), (
            "What if there is no cell of the colour?",
            "The largest of no numbers is an error.",
            "Return 0 if there is no cell of the colour.")),
    ],
    hints=("Find the blobs in the case above with a pencil, and count their cells.",
           "Which blob is the largest? Does your function reach each of its cells?",
           "Start from every cell, with one visited for all, and return the largest number."),
)


# -- without recursion ---------------------------------------------------------------------------

def _list_cases(rng: Random) -> Iterator[Case]:
    yield (0, 0), _grid("10 02"), 1
    yield (0, 1), _grid("10 02"), 1
    yield (0, 0), _grid("11 20"), 1
    yield (0, 0), _grid("2210 2211 1133 1133"), 1
    yield (3, 3), _grid("2210 2211 1133 1133"), 3
    yield (-1, 0), _grid("30 10"), 1
    yield (0, 2), _grid("30 10"), 1
    yield (0, 1), _grid("0110 1221 1221 0110"), 1
    yield (0, 0), _grid("111 101 111"), 1
    for board in boards(rng, 6, 4):
        grid = board.flatten()
        pos = rng.choice(list(np.ndindex(grid.shape)))
        yield pos, grid, int(grid[pos])
    yield (0, 0), np.full((100, 100), 3), 3
    yield (20, 40), nested([[2, 2, 2, 1], 2, [2, 0, 1, 2], 2], 6).flatten(), 2


def _right_size(pos: tuple[int, int], grid: Any, colour: int) -> int:
    return blob_size_by_stack(pos, grid, np.full_like(grid, -1), colour)


def _by_recursion(pos: tuple[int, int], grid: Any, colour: int) -> int:
    return _walk()(BlobGoal(colour), pos, grid, np.full_like(grid, -1))


def _by_list(near: Sequence[tuple[int, int]] = _SIDES, *, low: int = 0, beyond: int = 0,
             looks: bool = True, marks: Callable[[], Any] = set) -> Callable[..., int]:
    """Return the search with a list of the cells that wait, right or with a mistake in it."""
    def size(pos: tuple[int, int], grid: Any, colour: int) -> int:
        side, found, waiting, visited = len(grid) + beyond, 0, [pos], marks()
        note = getattr(visited, "add", None) or visited.append
        while waiting:
            row, column = cell = waiting.pop()
            if (not (low <= row < side and low <= column < side) or grid[row, column] != colour
                    or (looks and cell in visited)):
                continue
            note(cell)
            found += 1
            waiting += [neighbour for down, right in near
                        if (neighbour := (row + down, column + right)) not in visited]
        return found
    return size


def _endless(pos: tuple[int, int], grid: Any, colour: int,
             look: Callable[[], Any] | None = None) -> int:
    size = _right_size(pos, grid, colour)
    while size > 1:
        if look:
            look()
    return size


def _endless_calls(pos: tuple[int, int], grid: Any, colour: int) -> int:
    return _endless(pos, grid, colour, lambda: None)


blob_size = Task(
    "blob_size", _right_size, _list_cases,
    mistakes=[
        Mistake(_by_recursion, (
            "How many calls are open at once when the blob has thousands of cells?",
            "The stack takes about 1000 open calls. Where else can you keep the cells that are "
            "still to be looked at?",
            "This is a recursion, and Python's stack is full before the blob ends. Put the cells "
            "that wait into a list, and take one out in each round of a while loop.")),
        Mistake(_by_list(marks=list), (
            "Your function is right on the small boards. What takes so long on a large one?",
            "To find out whether a cell is in a list, Python goes through the list, item by item.",
            "The cells that were visited are in a list, and it is searched again and again. Use a "
            "set, or a second grid of marks: there, one look is enough.")),
        Mistake(_by_list(looks=False), (
            "How often can the same cell be in the list at the same time?",
            "A cell can be put in the list by two of its neighbours, before it is taken out.",
            "Cells are counted twice. When you take a cell out, look whether it was counted "
            "since it was put in.")),
        Mistake(_by_list(_ALL_AROUND), _DIAGONAL),
        Mistake(_by_list(low=-99), _NEGATIVE),
        Mistake(_by_list(beyond=99), _BEYOND),
        Mistake(_by_list(low=-99, beyond=99), _BEYOND),
        *(Mistake(_by_list([side for side in _SIDES if side != left_out]), _NOT_ALL_FOUR)
          for left_out in _SIDES),
        Mistake(lambda *case: max(_right_size(*case) - 1, 0), (
            "What does your function return for a blob of one cell?",
            "Is the cell at pos counted?",
            "The first cell is not counted.")),
        Mistake(lambda *case: (size := _right_size(*case)) + bool(size), (
            "What does your function return for a blob of one cell?",
            "How often is the cell at pos counted?",
            "The size is too large by one: the first cell is counted twice.")),
        Mistake(lambda pos, grid, colour: int(np.sum(grid == colour)), (
            "Which cells of the colour do not hang together with the one at pos?",
            "Only cells that can be reached from pos, from side to side, belong to its blob.",
            "All cells of the colour are counted, also those of other blobs.")),
        *(Mistake(endless, (
            "Which cells come into the list again and again?",
            "Two cells of one blob are neighbours of each other. How do you know that a cell was "
            "counted already?",
            "The list never becomes empty: cells that were counted must be marked, and a cell with "
            "a mark must not be counted, nor bring its neighbours, again."))
          for endless in (_endless_calls, _endless)),
    ],
    hints=("Go through the case above by hand, and write down the list after each round.",
           "In each round: take a cell out of the list. If it is on the board, has the colour, and "
           "was not counted yet, count it.",
           "A cell that is counted is marked, and its four neighbours are put in the list. All "
           "other cells that are taken out are thrown away. When the list is empty, return."),
)
