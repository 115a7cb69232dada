"""Exercise 07: how large a blob is, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from blocky.check.boards import boards, nested
from blocky.check.e07_blob import ALL_CELLS, SIDES, by_recursion, grid_of_rows, typical_walks, wraps
from blocky.fast import blobs
from blocky.goal import BlobGoal
from blocky.kit.check.task import Case, Mistake, Task

__all__ = ["blob_size"]


def _list_cases(rng: Random) -> Iterator[Case]:
    yield (0, 0), grid_of_rows("10 02"), 1
    yield (0, 1), grid_of_rows("10 02"), 1
    yield (0, 0), grid_of_rows("11 20"), 1
    yield (0, 0), grid_of_rows("2210 2211 1133 1133"), 1
    yield (3, 3), grid_of_rows("2210 2211 1133 1133"), 3
    yield (-1, 0), grid_of_rows("30 10"), 1
    yield (0, 2), grid_of_rows("30 10"), 1
    yield (0, 1), grid_of_rows("0110 1221 1221 0110"), 1
    yield (0, 0), grid_of_rows("111 101 111"), 1
    for board in boards(rng, 6, 4):
        grid = board.flatten()
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


def _by_list(near: Sequence[tuple[int, int]] = SIDES, *, marks: Callable[[], Any] = set
             ) -> Callable[..., int]:
    """Return the search with a list of the cells that wait, right or with a mistake in it."""
    def size(pos: tuple[int, int], grid: Any, colour: int) -> int:
        side, waiting, visited = len(grid), [pos], marks()
        note = getattr(visited, "add", None) or visited.append
        while waiting:
            row, column = cell = waiting.pop()
            if (0 <= row < side and 0 <= column < side and grid[row, column] == colour
                    and cell not in visited):
                note(cell)
                waiting += [neighbour for down, right in near
                            if (neighbour := (row + down, column + right)) not in visited]
        return len(visited)
    return size


def _endless(pos: tuple[int, int], grid: Any, colour: int) -> int:
    size = _right_size(pos, grid, colour)
    while size > 1:
        pass
    return size


blob_size = Task(
    "blob_size", _right_size, _list_cases, kits=[BlobGoal, blobs],
    laws=[lambda args, got: wraps(args[0], got)],
    mistakes=[
        Mistake(by_recursion, (
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
        *typical_walks(_by_list),
        Mistake(lambda pos, grid, colour: int(np.sum(grid == colour)), ALL_CELLS),
        Mistake(lambda pos, grid, colour: _right_size(pos, grid, colour) and int(
            np.sum(grid == colour)), ALL_CELLS),
        Mistake(_endless, (
            "Which cells come into the list again and again?",
            "Two cells of one blob are neighbours of each other. How do you know that a cell was "
            "counted already?",
            "The list never becomes empty: cells that were counted must be marked, and a cell with "
            "a mark must not be counted, nor bring its neighbours, again.")),
    ],
)
