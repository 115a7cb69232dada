"""Grids for the computer's own use: the same as ``Block.flatten`` makes, in less time.

``GRID_DEPTH`` is where grids stop paying off. Up to this depth, blobs are sought and moves are
tried on the grid. Deeper boards have so many more cells than leaves that
the tree is faster.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, Path

__all__ = ["GRID_DEPTH", "cells_of", "grid_of", "outer_sides"]

GRID_DEPTH = 8


def grid_of(block: Block) -> NDArray[np.int8]:
    """Return the same as ``block.flatten()``, by painting each leaf into one grid.

    >>> grid_of(Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2)).tolist()
    [[2, 2, 1, 0], [2, 2, 1, 3], [1, 1, 3, 3], [1, 1, 3, 3]]
    """
    side = 2 ** (block.max_depth - block.level)
    grid = np.empty((side, side), dtype=np.int8)
    _paint(block, grid, 0, 0, side)
    return grid


def _paint(block: Block, grid: NDArray[np.int8], row: int, column: int, side: int) -> None:
    """Fill the square of cells that ``block`` covers, from ``row`` and ``column`` on."""
    if block.children:
        half = side // 2
        upper_right, upper_left, lower_left, lower_right = block.children
        _paint(upper_right, grid, row, column + half, half)
        _paint(upper_left, grid, row, column, half)
        _paint(lower_left, grid, row + half, column, half)
        _paint(lower_right, grid, row + half, column + half, half)
    elif side == 1:  # by far the most leaves of a tree that is divided to its cells
        grid[row, column] = block.colour  # type: ignore[assignment]  # a leaf has one
    else:
        grid[row:row + side, column:column + side] = block.colour  # type: ignore[assignment]


def cells_of(grid: NDArray[np.int8], path: Path) -> NDArray[np.int8]:
    """Return the cells of the block at ``path``: a part of ``grid``, not a copy.

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
    """Return how many sides of unit cells of ``colour`` lie on the outside.

    ``up`` to ``right`` tell which sides of ``block`` lie there; the cost goes with those leaves.

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
