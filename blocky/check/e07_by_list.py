"""Exercise 07: how large a blob is, without recursion."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from blocky.check.boards import boards, nested
from blocky.check.e07_blob import (
    STEPS,
    begins_in_it,
    beside_it,
    grid_of_rows,
    lone,
    reaches_the_edges,
)
from blocky.fast import blobs
from blocky.goal import BlobGoal
from blocky.kit.check.laws import unchanged
from blocky.kit.check.run import Seen
from blocky.kit.check.task import Case, Mistake, Task

__all__ = ["blob_size"]


def _list_cases(rng: Random) -> Iterator[Case]:
    yield (0, 0), grid_of_rows("10 02"), 1
    yield (2, 2), lone(), 1
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


def _sized(answer: Any, pos: tuple[int, int], grid: Any, colour: int) -> Seen:
    """Return the size of a blob, and which cells count beside one that is alone."""
    return Seen(answer(pos, grid, colour), beside_it(
        lambda two: answer(pos, two, colour), grid) if pos == (2, 2) else {})


blob_size = Task(
    "blob_size", _right_size, _list_cases, call=_sized, steps=STEPS, kits=[BlobGoal, blobs],
    laws=[unchanged(grid=1), reaches_the_edges, lambda case, got: begins_in_it(
        case[0], case[1], case[2], got)],
    endless=(
        "What keeps a cell from coming into the list again and again?",
        "Each neighbour of a cell puts it into the list, also when it was counted long ago.",
        "Two neighbours put each other into the list for ever, unless a cell that was counted "
        "before is left out: mark it when it is counted, and ask for the mark when it is taken "
        "out, before it is counted and its neighbours are put in. And each round must take a cell "
        "out."), mistakes=[Mistake(
        lambda pos, grid, colour: BlobGoal(colour).undiscovered_blob_size(
            pos, grid, np.full_like(grid, -1)), (
            "How many calls are open at once when the blob has thousands of cells?",
            "The stack takes about 1000 open calls. Where else can you keep the cells that wait?",
            "This is a recursion, and Python's stack is full before the blob ends. Put the cells "
            "that wait into a list, and take one out in each round of a while loop."))])
