"""Which boards are scored on the grid, a part of a grid, and the perimeter without a grid.

A deep board has so many more cells than leaves that it is scored sooner on the tree.
"""

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, Path

__all__ = ["SCORED_ON_GRID", "TRIED_ON_GRID", "cells_of", "outer_sides"]

#: The deepest boards that a goal scores on the grid.
SCORED_ON_GRID = 7

#: The deepest boards whose moves are tried on the grid. Trials share one grid.
TRIED_ON_GRID = 8


def cells_of(grid: NDArray[np.int8], path: Path) -> NDArray[np.int8]:
    """Return a view of the cells of the block at ``path``.

    >>> cells_of(np.array([[2, 0], [1, 3]], np.int8), (3,))
    array([[3]], dtype=int8)
    """
    for child in path:
        half = len(grid) // 2
        first_half = slice(half)
        second_half = slice(half, None)
        rows = first_half if child in (0, 1) else second_half
        columns = first_half if child in (1, 2) else second_half
        grid = grid[rows, columns]
    return grid


# -- the perimeter without a grid --------------------------------------------------------------

def outer_sides(block: Block, colour: int, up: bool = True, left: bool = True, down: bool = True,
                right: bool = True) -> int:
    """Return the number of sides of unit cells of ``colour`` on the outside of the board.

    ``up``, ``left``, ``down`` and ``right`` say which sides of ``block`` are on the outside. Leaves
    inside the board are not visited.

    >>> outer_sides(Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2), colour=1)
    5
    """
    if not (up or left or down or right):
        return 0
    if not block.children:
        side = 2 ** (block.max_depth - block.level)
        return side * (up + left + down + right) if block.colour == colour else 0
    upper_right, upper_left, lower_left, lower_right = block.children
    # the sides between two children are not on the outside
    return (outer_sides(upper_right, colour, up=up, left=False, down=False, right=right)
            + outer_sides(upper_left, colour, up=up, left=left, down=False, right=False)
            + outer_sides(lower_left, colour, up=False, left=left, down=down, right=False)
            + outer_sides(lower_right, colour, up=False, left=False, down=down, right=right))
