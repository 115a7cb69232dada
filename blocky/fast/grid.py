"""Grids of boards: the same as those of ``Block.flatten``, made in less time.

On boards up to ``GRID_DEPTH`` deep, blobs are found and moves are tried on the grid. Deeper boards
have so many more cells than leaves that the tree is faster.
"""

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, Path

__all__ = ["GRID_DEPTH", "cells_of", "grid_of", "outer_sides"]

GRID_DEPTH = 8


def grid_of(block: Block) -> NDArray[np.int8]:
    """Return the grid that ``block.flatten()`` returns, by painting each leaf into one grid.

    >>> grid_of(Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2)).tolist()
    [[2, 2, 1, 0], [2, 2, 1, 3], [1, 1, 3, 3], [1, 1, 3, 3]]
    """
    side = 2 ** (block.max_depth - block.level)
    grid = np.empty((side, side), dtype=np.int8)
    _paint(block, grid, 0, 0, side)
    return grid


def _paint(block: Block, grid: NDArray[np.int8], row: int, column: int, side: int) -> None:
    """Fill the cells of ``block``, whose upper left cell is at ``row`` and ``column``."""
    if block.children:
        half = side // 2
        upper_right, upper_left, lower_left, lower_right = block.children
        _paint(upper_right, grid, row, column + half, half)
        _paint(upper_left, grid, row, column, half)
        _paint(lower_left, grid, row + half, column, half)
        _paint(lower_right, grid, row + half, column + half, half)
    elif side == 1:  # the most common case in a deep tree
        grid[row, column] = block.colour  # type: ignore[assignment]  # a leaf has one
    else:
        grid[row:row + side, column:column + side] = block.colour  # type: ignore[assignment]


def cells_of(grid: NDArray[np.int8], path: Path) -> NDArray[np.int8]:
    """Return a view of the cells of the block at ``path``.

    >>> cells_of(np.array([[2, 0], [1, 3]], np.int8), (3,))
    array([[3]], dtype=int8)
    """
    for child in path:
        half = len(grid) // 2
        grid = grid[slice(half) if child in (0, 1) else slice(half, None),
                    slice(half) if child in (1, 2) else slice(half, None)]
    return grid


# -- the perimeter without a grid --------------------------------------------------------------

def outer_sides(block: Block, colour: int, up: bool = True, left: bool = True, down: bool = True,
                right: bool = True) -> int:
    """Return the number of sides of unit cells of ``colour`` on the outside of the board.

    ``up`` to ``right`` say which sides of ``block`` are there. Only leaves there are visited.

    >>> outer_sides(Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2), colour=1)
    5
    """
    if not (up or left or down or right):
        return 0
    if not block.children:
        side = 2 ** (block.max_depth - block.level)
        return side * (up + left + down + right) if block.colour == colour else 0
    upper_right, upper_left, lower_left, lower_right = block.children
    return (outer_sides(upper_right, colour, up, False, False, right)
            + outer_sides(upper_left, colour, up, left, False, False)
            + outer_sides(lower_left, colour, False, left, down, False)
            + outer_sides(lower_right, colour, False, False, down, right))
