"""Methods of Block: where it is on the screen, and the rectangles that it is drawn with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blocky.colour import FRAME, HIGHLIGHT, Colour
from blocky.kit.language import say

if TYPE_CHECKING:
    from blocky.block import Block

__all__ = ["MAX_SIZE", "Rectangle", "corners", "get_selected_block", "rectangles_to_draw",
           "update_block_locations"]

MAX_SIZE = 100_000

#: A colour or (red, green, blue), the (x, y) of the upper left corner, the (width, height), and the
#: thickness of the outline (0: filled); the last three in pixels.
Rectangle = tuple[Colour | str | tuple[int, int, int], tuple[int, int], tuple[int, int], int]


def corners(self: Block) -> list[tuple[int, int]]:
    """Return the positions of the four children of this block."""
    (x, y), half = self.position, round(self.size / 2)
    return [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]


def get_selected_block(self: Block, location: tuple[float, float], level: int) -> Block:
    """Return the block at ``level`` that contains the pixel ``location``, or the leaf there.

    A pixel on a boundary belongs to the block right of it or below it. For a location outside this
    block it is the nearest block.
    """
    if self.level >= level or not self.children:
        return self
    x, y = self.children[3].position
    right, low = location[0] >= x, location[1] >= y
    child = self.children[(3 if right else 2) if low else (0 if right else 1)]
    return child.get_selected_block(location, level)


def update_block_locations(self: Block, position: tuple[int, int], size: int) -> None:
    """Set the position and size, in pixels, of this block and of all blocks below it.

    A child is ``round(size / 2)`` wide. ValueError: a unit cell would have no pixel.
    """
    needed = 2 ** (self.max_depth - self.level)
    if not isinstance(size, int) or not needed <= size <= MAX_SIZE:
        raise ValueError(say("The size of a block of {cells} by {cells} unit cells must be an "
                             "integer from {cells} to {most} pixels, not {size!r}.",
                             cells=needed, most=MAX_SIZE, size=size))
    self.position, self.size = position, size
    for child, corner in zip(self.children, self.corners(), strict=False):
        child.update_block_locations(corner, round(size / 2))


def rectangles_to_draw(self: Block) -> list[Rectangle]:
    """Return the rectangles to draw this block with, in the order of drawing.

    Each leaf is filled and framed; highlighted blocks are marked last.
    """
    square = (self.size, self.size)
    rectangles: list[Rectangle] = []
    marks: list[Rectangle] = []
    for child in self.children:
        for rectangle in child.rectangles_to_draw():
            (marks if rectangle[0] == HIGHLIGHT else rectangles).append(rectangle)
    if not self.children:
        assert self.colour is not None
        rectangles = [(self.colour, self.position, square, 0), (FRAME, self.position, square, 3)]
    if self.highlighted:
        marks.append((HIGHLIGHT, self.position, square, 5))
    return rectangles + marks
