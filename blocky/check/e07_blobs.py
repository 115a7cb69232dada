"""Exercise 07: the size of the blob at a cell, by recursion and by a list; the largest blob."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from random import Random
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from blocky.check.boards import Drawn, boards, nested
from blocky.check.goals import board_of, goal_task, one_cell
from blocky.colour import Colour
from blocky.fast import blobs
from blocky.fast.blobs import blob_size_by_stack
from blocky.goal import BlobGoal
from blocky.kit.check.compare import told
from blocky.kit.check.run import SLOW
from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Seen, Shown, Task, unchanged
from blocky.kit.draw.cells import cells
from blocky.kit.language import say
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["MyBlobGoal", "blob_score", "blob_size", "undiscovered_blob_size"]


# -- undiscovered_blob_size ----------------------------------------------------------------------

def _grid_of_rows(rows: str) -> Any:
    """Return the grid of rows of digits, such as "10 02"."""
    return np.array([[int(number) for number in row] for row in rows.split()], dtype=np.int8)


#: A grid in which only the cell (2, 2) has colour 1.
_LONE = "222222 222222 221222 222222 222222 222222"


def _size_cases(rng: Random) -> Cases:
    def case(goal: BlobGoal, grid: Any, pos: tuple[int, int], *marked: tuple[int, int]) -> Case:
        visited = np.full_like(grid, -1)
        for cell in marked:
            visited[cell] = int(grid[cell] == goal.colour)
        return goal, pos, grid, visited

    red = BlobGoal(Colour.RED)
    lonely, pair, three = "2222 2122 2222 2222", "2210 2211 1133 1133", "101 001 110"
    for rows, places in [
            ("10 02", [(0, 0), (0, 0)]), ("10 02", [(0, 1)]), ("12 22", [(0, 2)]),
            ("11 20", [(0, 0)]), (_LONE, [(2, 2)]), ("11 20", [(2, 0)]), ("30 10", [(-1, 0)]),
            ("21 00", [(0, -1)]), (lonely, [(-3, 1)]), (lonely, [(1, -3)]), (three, [(0, 2)]),
            ("11 11", [(0, 0)]), ("010 111 212", [(1, 1)]), ("10 01", [(1, 1)]),
            ("01 11", [(0, 1)]), (pair, [(0, 2)]), (pair, [(2, 1), (2, 0), (0, 0)]),
            ("0110 1221 1221 0110", [(0, 1)])]:
        yield case(red, _grid_of_rows(rows), *places)
        for grid in _around() if rows == _LONE else ():
            yield case(red, grid, (2, 2))
    for grid in (board.flatten() for board in boards(rng, 6, 3)):
        places = list(np.ndindex(grid.shape))
        for pos in rng.sample(places, min(2, len(places))):
            goal = BlobGoal(int(grid[pos]))
            marked = [place for place in places if place != pos and rng.random() < 0.2]
            yield case(goal, grid, pos)
            yield case(goal, grid, pos, *marked)
    yield case(red, np.ones((8, 8), dtype=np.int8), (3, 4))


#: Facts about neighbours, and what the task asks for there.
_BESIDE = "cells that count together with (2, 2)"
_FURTHER = "cells of a cross through (2, 2) that don't count"
_SQUARE = "the size of a square of four cells"
_ONCE = ("You reach a cell from several neighbours, but it counts only once, even the first one. "
         "Mark each cell when you find it, and check for a mark before you count.")
_STEPS = {_BESIDE: "A blob continues to the cells that share a side with one of its cells (above, "
                   "below, left and right), and to no others.",
          _FURTHER: "A blob continues from every cell that you find, up to all edges of the grid.",
          _SQUARE: _ONCE}

#: The neighbours of (2, 2), and the arms of the cross from it to the edges of the grid.
_SIDES = [(1, 2), (2, 1), (2, 3), (3, 2)]
_ARMS = ([(1, 2), (0, 2)], [(3, 2), (4, 2), (5, 2)], [(2, 1), (2, 0)], [(2, 3), (2, 4), (2, 5)])


def _around() -> Iterator[Any]:
    """Yield grids in which further cells have the colour of the cell (2, 2)."""
    for cell in product(range(1, 5), repeat=2):
        if cell != (2, 2):
            two = _grid_of_rows(_LONE)
            two[cell] = 1
            yield two
    for arm in _ARMS:
        grown = _grid_of_rows(_LONE)
        for cell in arm:
            grown[cell] = 1
            yield grown.copy()
    square = _grid_of_rows(_LONE)
    square[2:4, 2:4] = 1
    yield square


def _beside_it(size: Callable[[Any], int], grid: Any, value: Any) -> dict[str, Any]:
    """Return which cells count beside (2, 2), added one at a time, if ``value`` is wrong.

    The ``grid`` is that of the case; where it is another one there are no such facts.
    """
    right = {_BESIDE: _SIDES, _FURTHER: [], _SQUARE: 4}
    if grid.shape != (6, 6):
        return {}
    if told(value) == blob_size_by_stack((2, 2), grid, np.full_like(grid, -1), 1):
        return right
    lone = partial(_grid_of_rows, _LONE)

    def seen() -> dict[str, Any]:
        counted, alone = [], size(lone())
        for cell in product(range(1, 5), repeat=2):
            two = lone()
            two[cell] = 1
            counted += [cell] if size(two) > alone else []
        lost, square = [], lone()
        for arm in _ARMS:
            grown, before = lone(), alone
            for cell in arm:
                grown[cell] = 1
                lost += [cell] if (now := size(grown)) == before else []
                before = now
        square[2:4, 2:4] = 1
        return {_BESIDE: counted, _FURTHER: lost, _SQUARE: size(square)}

    try:
        return computing_limit(0.1 * SLOW).call(seen)
    except (Exception, OutOfTimeError):  # left to the cases that have it
        return right


def _reaches_the_edges(case: Case, got: Outcome) -> Hints | None:
    """Name the cells of a cross that do not count, if its first neighbours do."""
    lost = got.facts.get(_FURTHER, [])  # none if the result is right here
    if not lost or got.facts[_BESIDE] != _SIDES:
        return None
    first, last = any(0 in cell for cell in lost), any(5 in cell for cell in lost)
    return ("Imagine a blob like a cross that reaches all four edges. Which of its cells count?",
            "Its first cell has neighbours, which have neighbours of their own, and so on up to "
            "the edges.",
            say("Imagine a 6 by 6 grid in which the blob is a cross through (2, 2). Your function "
                "doesn't count these cells of it: {cells}. {why}",
                cells=", ".join(map(str, lost)), why=say(
                "A blob continues from every cell that you find, not only from the first."
                if any({*cell} & {1, 3, 4} for cell in lost) else
                "They are in a first and a last row or column. These belong to the grid: their "
                "indexes are 0 and len(grid) - 1." if first and last else
                "They are in the first row or column. It belongs to the grid, and its index is 0."
                if first else
                "They are in the last row or column. It belongs to the grid, and its index is "
                "len(grid) - 1.")))


def _begins_in_it(pos: tuple[int, int], grid: Any, colour: int, got: Outcome) -> Hints | None:
    """Hints if a blob begins at a cell outside of it."""
    if got.value in (0, None) or (
            all(0 <= each < len(grid) for each in pos) and grid[pos] == colour):
        return None
    return ("Is the cell at pos part of a blob of this colour?",
            "The size is 0 if pos is off the board or has another colour.",
            say("The place {pos} is off the board, or its colour isn't {colour}, so the size is 0. "
                "Check this for the first cell too.", pos=pos,
                colour=int(colour)))


def _marks_are_right(args: Case, got: Outcome) -> Hints | None:
    goal, pos, grid, visited = args
    marks = visited.copy()
    size = blob_size_by_stack(pos, grid, marks, goal.colour)
    wrong = got.arguments[3] != marks
    if (got.returned != size or got.facts.get(_BESIDE, _SIDES) != _SIDES or not wrong.any()):
        return None
    row, column = map(int, np.argwhere(wrong)[0])
    return ("The size is right. Compare visited with the expected one.",
            "-1 means that no call looked at the cell, 0 that it has another colour, and 1 that it "
            "has the target colour.",
            say("After the call, visited[{row}][{column}] is {was}, but it should be {needed}. "
                "Mark a cell of the target colour with 1, and call the function for its four "
                "neighbours. Mark a cell of another colour with 0.", row=row,
                column=column, was=got.arguments[3][row, column], needed=marks[row, column]))


def _marks_shown(args: Case, expected: Outcome, got: Outcome) -> Shown:
    def drawn(marks: Any) -> Drawn:
        def draw(ax: Axes) -> str:
            looks = {-1: (255, 255, 255), 0: (190, 190, 190), 1: (40, 40, 40)}
            cells(ax, marks, looks, {each: str(each) for each in looks})
            ax.set_axis_off()
            return str(marks.tolist())
        return Drawn(draw)

    return [(say("board, start {start}", start=args[1]), args[2]),
            ("visited: expected", drawn(expected.arguments[3])),
            ("visited: got", drawn((got.arguments or args)[3]))]


def _undiscovered(answer: Any, goal: BlobGoal, pos: tuple[int, int], board: Any, visited: Any
                  ) -> Seen:
    size = answer(goal, pos, board, visited)
    return Seen(size, {}, _beside_it(
        lambda two: answer(goal, pos, two, np.full_like(two, -1)), board, size)
        if pos == (2, 2) else {})


undiscovered_blob_size = Task(
    "undiscovered_blob_size", BlobGoal.undiscovered_blob_size, _size_cases,
    call=_undiscovered,
    laws=[unchanged(board=2), _reaches_the_edges, _marks_are_right, lambda case, got: _begins_in_it(
        case[1], case[2], case[0].colour, got)], steps=_STEPS, kits=[BlobGoal, blobs],
    show=_marks_shown,
    endless=(
        "Two cells of a blob can be neighbours. What stops them from calling each other forever?",
        "Do you mark a cell before you call the function for its neighbours, or after?",
        "Two neighbours call each other forever. Set visited[row][column] = 1 before the calls for "
        "the neighbours, and return 0 for a cell that already has a mark."),
)


# -- the score -----------------------------------------------------------------------------------

def _score_cases(rng: Random) -> Cases:
    blue, red, green, yellow = Colour
    yield _grid_of_rows("01 22"), red
    for rows in _PROBED:
        yield _grid_of_rows(rows), red
    for rows, colours in [("01 22", (green, yellow)), ("10 01", (red,)),
                          ("1000 0110 0110 2222", (red, blue)),
                          ("1101 1100 0000 1033", (red, blue))]:
        yield from ((_grid_of_rows(rows), colour) for colour in colours)
    yield from ((board.flatten(), rng.choice(list(Colour))) for board in boards(rng, 8, 3))


def _right_score(grid: Any, colour: int) -> int:
    visited, best = np.full_like(grid, -1), 0
    for row in range(len(grid)):
        for column in range(len(grid)):
            best = max(best, blob_size_by_stack((row, column), grid, visited, colour))
    return best


_SCORE_STEPS = {
    "cells that aren't found when only they have the colour":
        "A blob can be anywhere, so start from every cell.",
    "the score of a square of four cells": _ONCE,
    "the score of blobs of 1, 4 and 2 cells":
        "The score is the size of the largest blob. It isn't that of the first or the last blob, "
        "and it isn't the sum of all.",
}


#: The rows of grids with a single red cell, with a square of four, and with three blobs.
_SINGLE = {cell: one_cell(Colour.RED, cell) for cell in product(range(4), repeat=2)}
_FOUR, _THREE = "0000 0110 0110 0000", "1000 0011 0011 1100"
_PROBED = (*_SINGLE.values(), _FOUR, _THREE)


def _probes(score: Callable[[str], Any]) -> dict[str, Any]:
    """Return what the scores of the grids ``_PROBED`` show; ``score`` takes their rows."""
    not_found = [cell for cell, rows in _SINGLE.items() if not score(rows)]
    return dict(zip(_SCORE_STEPS, (not_found, score(_FOUR), score(_THREE)), strict=True))


def _blob_score(answer: Any, grid: Any, colour: int) -> Seen:
    score = answer(grid, colour)
    seen = dict(zip(_SCORE_STEPS, ([], 4, 4), strict=True))
    if told(score) != _right_score(grid, colour):
        with suppress(Exception):
            seen = _probes(lambda rows: answer(_grid_of_rows(rows), Colour.RED))
    return Seen(score, {}, seen)


#: The kit's functions that score blobs; undiscovered_blob_size may be called.
_KITS_SCORES = (BlobGoal.score, BlobGoal.score_grid, BlobGoal.label, blobs)

blob_score = Task(
    "blob_score", _right_score, _score_cases, kits=_KITS_SCORES, steps=_SCORE_STEPS,
    call=_blob_score)


def _goal_cases(rng: Random) -> Cases:
    yield Colour.BLUE, nested([0, 1, 2, 3], 1)
    for rows in _PROBED:
        yield Colour.RED, board_of(rows)
    for number, board in enumerate(boards(rng, 6, 3)):
        for colour in Colour if number < 2 else rng.sample(list(Colour), 2):
            yield colour, board


MyBlobGoal = goal_task(
    "MyBlobGoal", BlobGoal, _goal_cases, kits=_KITS_SCORES, steps=_SCORE_STEPS,
    probes=lambda score: _probes(lambda rows: score(board_of(rows))))


def _list_cases(rng: Random) -> Cases:
    for pos, rows, colour in [
            ((0, 0), "10 02", 1), ((2, 2), _LONE, 1), ((0, 1), "10 02", 1), ((0, 0), "11 20", 1),
            ((0, 0), "2210 2211 1133 1133", 1), ((3, 3), "2210 2211 1133 1133", 3),
            ((-1, 0), "30 10", 1), ((0, 2), "30 10", 1), ((0, 1), "0110 1221 1221 0110", 1),
            ((0, 0), "111 101 111", 1)]:
        yield pos, _grid_of_rows(rows), colour
        for grid in _around() if rows == _LONE else ():
            yield pos, grid, colour
    for grid in (board.flatten() for board in boards(rng, 6, 4)):
        pos = rng.choice(list(np.ndindex(grid.shape)))
        yield pos, grid, int(grid[pos])
    yield (0, 0), np.full((100, 100), 3), 3
    yield (20, 40), nested([[2, 2, 2, 1], 2, [2, 0, 1, 2], 2], 6).flatten(), 2


def _right_size(pos: tuple[int, int], grid: Any, colour: int) -> int:
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


def _blob_size(answer: Any, pos: tuple[int, int], grid: Any, colour: int) -> Seen:
    size = answer(pos, grid, colour)
    return Seen(size, {}, _beside_it(lambda two: answer(pos, two, colour), grid, size)
                if pos == (2, 2) else {})


blob_size = Task(
    "blob_size", _right_size, _list_cases, steps=_STEPS, kits=[BlobGoal, blobs],
    call=_blob_size,
    laws=[unchanged(grid=1), _reaches_the_edges, lambda case, got: _begins_in_it(
        case[0], case[1], case[2], got)],
    endless=(
        "What stops a cell from getting into the list again and again?",
        "Each neighbour of a cell adds it to the list, even if it was counted long ago.",
        "Two neighbours add each other to the list forever. Mark a cell when you count it. When "
        "you take a cell out, skip it if it already has a mark. Each round must take a cell out."),
    mistakes=[Mistake(
        lambda pos, grid, colour: BlobGoal(colour).undiscovered_blob_size(
            pos, grid, np.full_like(grid, -1)), (
            "How many calls are open at once if the blob has thousands of cells?",
            "The stack has room for about 1000 open calls. Where else can you keep the waiting "
            "cells?",
            "This is a recursion, and Python's stack is full before the blob ends. Put the waiting "
            "cells into a list, and take one out in each round of a while loop."))])
