"""Three ways to find the largest blob without a deep recursion.

``BlobGoal.undiscovered_blob_size`` can overflow the stack, as it recurs once for each cell of a
blob. Here a list holds the cells still to visit; or a library labels the blobs; or touching leaves
of the tree are joined, without looking at cells.
"""

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block
from blocky.colour import Colour

__all__ = ["blob_size_by_stack", "largest_blob_by_label", "largest_blob_by_stack",
           "largest_blob_on_tree", "touching_leaves"]

# The children that touch across a side that two blocks share: those of the left and the right
# block, those of the upper and the lower block.
_SIDE_BY_SIDE = ((0, 1), (3, 2))
_ONE_ABOVE_THE_OTHER = ((2, 1), (3, 0))


def blob_size_by_stack(pos: tuple[int, int], grid: NDArray[np.int8], visited: NDArray[np.int8],
                       colour: int) -> int:
    """Return the number of unvisited cells in the blob that contains ``pos``.

    ``visited`` is used and changed as by ``BlobGoal.undiscovered_blob_size``.
    """
    size = 0
    side = len(grid)
    waiting = [pos]
    while waiting:
        row, column = waiting.pop()
        if not (0 <= row < side and 0 <= column < side) or visited[row][column] != -1:
            continue
        is_in_blob = grid[row][column] == colour
        visited[row][column] = int(is_in_blob)
        if is_in_blob:
            size += 1
            waiting += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return size


def largest_blob_by_stack(board: Block, colour: int) -> int:
    """Return the size of the largest blob; a list holds the cells still to visit.

    >>> reference = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2)
    >>> largest_blob_by_stack(reference, colour=3)
    5
    """
    grid = board.flatten()
    visited = np.full_like(grid, -1)
    return max(blob_size_by_stack(pos, grid, visited, colour) for pos in np.ndindex(grid.shape))


def largest_blob_by_label(board: Block, colour: int) -> int:
    """Return the size of the largest blob; a library labels the blobs.

    >>> reference = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2)
    >>> largest_blob_by_label(reference, colour=3)
    5
    """
    from scipy import ndimage

    numbers, _ = ndimage.label(board.flatten() == colour)
    sizes = np.bincount(numbers.ravel())  # by the number of the blob
    return int(sizes[1:].max(initial=0))  # number 0 is on the cells of other colours


def largest_blob_on_tree(board: Block, colour: int) -> int:
    """Return the size of the largest blob, by joining the blobs of leaves that touch.

    This is union-find. A leaf is joined to another one, which may be joined to a further one; the
    last leaf in such a chain stands for the blob. The cost depends on the number of leaves, not on
    that of unit cells.

    >>> reference = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2)
    >>> largest_blob_on_tree(reference, colour=3)
    5
    """
    # the size of each blob so far, by the id of the leaf that stands for it
    size = {id(leaf): 4 ** (leaf.max_depth - leaf.level)
            for leaf in board.leaves() if leaf.colour == colour}
    joined_to: dict[int, int] = {}  # by the id of a leaf, the id of another one
    for leaf, other_leaf in touching_leaves(board, colour):
        blob = _last_leaf(id(leaf), joined_to)
        other_blob = _last_leaf(id(other_leaf), joined_to)
        if blob != other_blob:
            smaller, larger = sorted((blob, other_blob), key=size.__getitem__)
            joined_to[smaller] = larger
            size[larger] += size[smaller]
    return max(size.values(), default=0)


def _last_leaf(leaf: int, joined_to: dict[int, int]) -> int:
    """Return the id of the leaf that stands for the blob of a leaf, which is given by its id."""
    while leaf in joined_to:
        leaf = joined_to[leaf]
    return leaf


def touching_leaves(block: Block, colour: int | None = None) -> list[tuple[Block, Block]]:
    """Return all pairs of leaves in this tree that share a side, or a part of one.

    With a ``colour``, only pairs in which both leaves have it.

    >>> board = Block.from_nested([0, 1, 2, 3], max_depth=1)
    >>> [(one.colour.letter, other.colour.letter) for one, other in touching_leaves(board)]
    [('R', 'B'), ('G', 'Y'), ('R', 'G'), ('B', 'Y')]
    """
    pairs: list[tuple[Block, Block]] = []
    # the colours of blocks to look into; a divided block has None
    wanted = {None, *Colour} if colour is None else {None, colour}

    def pair_inside(block: Block) -> None:
        """Add to ``pairs`` all pairs of leaves inside a block."""
        if block.children:
            upper_right, upper_left, lower_left, lower_right = block.children
            for child in block.children:
                pair_inside(child)
            pair_across(upper_left, upper_right, _SIDE_BY_SIDE)
            pair_across(lower_left, lower_right, _SIDE_BY_SIDE)
            pair_across(upper_left, lower_left, _ONE_ABOVE_THE_OTHER)
            pair_across(upper_right, lower_right, _ONE_ABOVE_THE_OTHER)

    def pair_across(one: Block, other: Block, touching: tuple[tuple[int, int], ...]) -> None:
        """Add to ``pairs`` those of a leaf in ``one`` and a leaf in ``other``, which share a side.

        ``touching`` are pairs of child numbers: the child of ``one`` touches that of ``other``.
        """
        if one.colour not in wanted or other.colour not in wanted:
            return
        if not one.children and not other.children:
            pairs.append((one, other))
            return
        for i, j in touching:
            pair_across(one.children[i] if one.children else one,
                        other.children[j] if other.children else other, touching)

    pair_inside(block)
    return pairs
