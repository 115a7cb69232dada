"""The cells of the board, eight rows and columns of hexagons, and their neighbours.

The six edges of a cell are numbered clockwise from 1 at the top. Even columns are half a cell lower
than odd ones, so that the neighbours of a cell depend on its column.
"""

from functools import cache

__all__ = ["CELLS", "EDGES", "SIZE", "Cell", "neighbour", "opposite"]

#: The row from the top and the column from the left, both from 0.
Cell = tuple[int, int]

SIZE = 8
EDGES = (1, 2, 3, 4, 5, 6)
CELLS = tuple((i, j) for i in range(SIZE) for j in range(SIZE))

#: The steps down and right across each edge, from an even column and from an odd one.
_EVEN = {1: (-1, 0), 2: (0, 1), 3: (1, 1), 4: (1, 0), 5: (1, -1), 6: (0, -1)}
_ODD = {1: (-1, 0), 2: (-1, 1), 3: (0, 1), 4: (1, 0), 5: (0, -1), 6: (-1, -1)}


@cache
def neighbour(cell: Cell, edge: int) -> Cell | None:
    """Return the cell beyond an edge of ``cell``; None if that is off the board.

    >>> neighbour((3, 2), 2), neighbour((3, 3), 2), neighbour((0, 0), 6)
    ((3, 3), (2, 4), None)
    """
    row, column = cell
    steps = _ODD if column % 2 else _EVEN
    down, right = steps[edge]
    beyond = row + down, column + right
    is_on_board = all(0 <= number < SIZE for number in beyond)
    return beyond if is_on_board else None


def opposite(edge: int) -> int:
    """Return the edge of the neighbour that touches ``edge``.

    >>> [opposite(edge) for edge in EDGES]
    [4, 5, 6, 1, 2, 3]
    """
    return (edge + 2) % 6 + 1
