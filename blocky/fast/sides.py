"""The perimeter without a grid: blocks inside the board are passed over."""

from __future__ import annotations

from blocky.block import Block

__all__ = ["outer_sides"]


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
