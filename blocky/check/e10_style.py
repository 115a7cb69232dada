"""Exercise 10: a function that is written in a better style, and must do what it did."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from blocky.check.boards import boards
from blocky.kit.check.task import Case, Task

__all__ = ["count_colour"]


def _grids(rng: Random) -> Iterator[Case]:
    yield from (([[1, 2], [1, 1]], 1), ([[0, 0], [0, 0]], 0), ([[0, 0], [0, 0]], 2),
                ([[3, 1], [2, 3]], 3), ([], 1))
    for board in boards(rng, 4):
        yield board.flatten().tolist(), rng.randrange(4)


def _counted(grid: list[list[int]], colour: int) -> int:
    total = 0
    for row in grid:
        for cell in row:
            if cell == colour:
                total += 1
    return total


count_colour = Task("count_colour", _counted, _grids)
