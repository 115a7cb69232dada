"""The rules on grids alone, written without the kit: a second opinion."""

import numpy as np

from blocky import Action

HALVES = [(0, 1), (0, 0), (1, 0), (1, 1)]  # (row, column) of a child in its parent


def square(side, path):
    """Return the slices of the grid that belong to the block at ``path``."""
    row = column = 0
    for number in path:
        side //= 2
        row += side * HALVES[number][0]
        column += side * HALVES[number][1]
    return slice(row, row + side), slice(column, column + side)


def turned(part, action):
    """Return the square ``part`` after a rotation or a swap of it."""
    half = len(part) // 2
    match action:
        case Action.ROTATE_CLOCKWISE:
            return np.rot90(part, -1)
        case Action.ROTATE_COUNTER_CLOCKWISE:
            return np.rot90(part)
        case Action.SWAP_HORIZONTALLY:
            return np.hstack([part[:, half:], part[:, :half]])
        case Action.SWAP_VERTICALLY:
            return np.vstack([part[half:], part[:half]])
    raise ValueError(action)


def neighbours(row, column):
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def blob(grid, colour):
    left = {(int(row), int(column)) for row, column in np.argwhere(grid == colour)}
    largest = 0
    while left:
        size, stack = 0, [left.pop()]
        while stack:
            size += 1
            near = left.intersection(neighbours(*stack.pop()))
            left -= near
            stack += near
        largest = max(largest, size)
    return largest


def perimeter(grid, colour):
    inside = set(np.ndindex(grid.shape))
    return sum(cell not in inside
               for row, column in np.argwhere(grid == colour)
               for cell in neighbours(int(row), int(column)))
