"""The board as a tree: a block has one colour, or is divided into four blocks half its size.

A board of ``max_depth`` d is a square of 2^d by 2^d *unit cells*. The whole board is the block at
level 0, the children of a block at level k are at level k + 1, and no block is deeper than
``max_depth``. Children are numbered like the quadrants of the plane::

    +---+---+
    | 1 | 0 |
    +---+---+
    | 2 | 3 |
    +---+---+

A *path* names a block by the numbers of the children on the way to it: ``()`` is the board, and
``(0, 2)`` the lower left child of its upper right child.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from blocky.colour import FRAME, HIGHLIGHT, Colour
from blocky.invariants import Path, as_path, broken_invariants, check_division
from blocky.kit.arguments import count, expect, given_rng
from blocky.kit.language import mark, say

__all__ = ["MAX_DEPTH", "MAX_SIZE", "PLACES", "Block", "Path", "Rectangle", "expect_block",
           "random_init"]

MAX_DEPTH = 12
MAX_SIZE = 100_000
PLACES = mark(("upper right", "upper left", "lower left", "lower right"))

#: A colour or (red, green, blue), the (x, y) of the upper left corner, the (width, height), and the
#: thickness of the outline (0: filled); the last three in pixels.
Rectangle = tuple[Colour | str | tuple[int, int, int], tuple[int, int], tuple[int, int], int]

_COLOURS = tuple(Colour)

# The old places of the new children, by the direction of a rotation or a swap.
_TURNS = {1: (1, 2, 3, 0), 3: (3, 0, 1, 2)}
_SWAPS = {0: (1, 0, 3, 2), 1: (3, 2, 1, 0)}


class Block:
    """A square of one colour (a *leaf*), or a square divided into four blocks.

    Attributes:
        position: (x, y) of the upper left corner in pixels; x to the right, y downwards.
        size: the length of a side in pixels.
        colour: the colour of a leaf; None for a divided block.
        level: how deep this block is in the tree; 0 for the whole board.
        max_depth: the deepest level that a block of this board can have.
        highlighted: whether pictures mark this block.
        children: the four blocks that it is divided into; [] for a leaf.
        parent: the block that this one is a child of; None for the whole board.

    Invariants:
        1. A block has 0 or 4 children. It has a colour if and only if it has no children.
        2. No block is deeper than ``max_depth``. A child has the ``max_depth`` of its parent, a
           level one larger, and its parent as ``parent``. No block is in two places.
        3. A child's size is ``round(size / 2)``, with the size of its parent, and its position is
           that of its quadrant, as ``corners`` returns it. A unit cell is at least one pixel wide.

    Positions and sizes count only after ``update_block_locations`` has set them: before that, a
    size is 0. ``check_invariants`` finds a broken invariant.
    """

    def __init__(self, level: int = 0, max_depth: int = 0, colour: int | None = None,
                 children: Sequence[Block] = (), position: tuple[int, int] = (0, 0),
                 size: int = 0) -> None:
        if not isinstance(max_depth, int) or not 0 <= max_depth <= MAX_DEPTH:
            raise ValueError(say("max_depth must be an integer from 0 to {most}, not "
                                 "{max_depth!r}.", most=MAX_DEPTH, max_depth=max_depth))
        self.level = level
        self.max_depth = max_depth
        self.colour = None if colour is None else Colour(colour)
        self.position = position
        self.size = size
        self.highlighted = False
        self.parent: Block | None = None
        self.children: list[Block] = []
        if children:
            self._take(children)

    @classmethod
    def from_nested(cls, nested: Any, max_depth: int, size: int = 0, path: Path = ()) -> Block:
        """Return a block made from ``nested``: its colour number, or a list of its four children.

        Each child in the list is given in the same way. With a ``path``, the block belongs at this
        path on a larger board: its level is the length of the path. ``size`` is its side in pixels;
        with 0, positions and sizes are not set.
        ValueError: ``nested`` does not describe a block of a board, or ``size`` is too small.

        >>> Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2).children[0].children[3].colour
        Colour.YELLOW
        """
        block = cls(len(path), max_depth)
        if isinstance(nested, (list, tuple)):
            check_division(nested, max_depth, path)
            block._take([cls.from_nested(child, max_depth, 0, (*path, number))
                         for number, child in enumerate(nested)])  # positions are set below
        else:
            try:
                block.colour = Colour(nested)
            except ValueError as error:
                raise ValueError(say("At path {path}: {error}", path=path, error=error)) from None
        if size:
            block.update_block_locations((0, 0), size)
        return block

    def to_nested(self) -> Any:
        """Return this block as nested lists: its colour number, or a list of its four children.

        Each child in the list is given in the same way.

        >>> Block.from_nested([0, 1, 2, 3], max_depth=1).to_nested()
        [0, 1, 2, 3]
        """
        if not self.children:
            return None if self.colour is None else int(self.colour)
        return [child.to_nested() for child in self.children]

    def copy(self) -> Block:
        """Return a copy of this block and all below it, in the same place but without a parent."""
        twin = Block(self.level, self.max_depth, None, [child.copy() for child in self.children],
                     self.position, self.size)
        twin.colour = self.colour  # even one that isn't valid, which Block() would refuse
        twin.highlighted = self.highlighted
        return twin

    def exchange(self, other: Block) -> None:
        """Exchange the colours and children of this block and ``other``."""
        children = self.children
        self.colour, other.colour = other.colour, self.colour
        self._take(other.children)
        other._take(children)

    def _take(self, children: Sequence[Block]) -> None:
        """Replace the children of this block, and become their parent."""
        self.children = list(children)
        for child in children:
            child.parent = self

    def _divide(self, children: Sequence[Block]) -> None:
        """Replace the children by new ``children``, whose positions and sizes are set.

        ValueError: the block is too small to be divided; nothing has changed then.
        """
        if self.size:
            for child, corner in zip(children, self.corners(), strict=True):
                child.update_block_locations(corner, round(self.size / 2))
        self._take(children)

    def __eq__(self, other: object) -> bool:
        """Whether both trees have the same colours at the same places and levels."""
        if not isinstance(other, Block):
            return NotImplemented
        return (self.level, self.max_depth, self.colour, self.children) == (
            other.level, other.max_depth, other.colour, other.children)

    def __repr__(self) -> str:
        what = self.colour.word if self.colour is not None else f"{len(self.children)} children"
        return f"<Block at level {self.level} of {self.max_depth}: {what}>"

    def blocks(self) -> Iterator[Block]:
        """Yield this block and all blocks below it, each before its children."""
        yield self
        for child in self.children:
            yield from child.blocks()

    def leaves(self) -> Iterator[Block]:
        """Yield the leaves of this tree."""
        return (block for block in self.blocks() if not block.children)

    @property
    def path(self) -> Path:
        """The child numbers on the way here from the top of the tree."""
        if self.parent is None:
            return ()
        number = next(i for i, child in enumerate(self.parent.children) if child is self)
        return (*self.parent.path, number)

    def at(self, path: Sequence[int]) -> Block:
        """Return the block that ``path`` leads to from here. ValueError: there is none."""
        block = self
        path = as_path(path)
        for step, number in enumerate(path):
            if number not in range(4):
                raise ValueError(say("A path consists of child numbers from 0 to 3, not "
                                     "{number!r}.", number=number))
            if not block.children:
                if step == 0:
                    raise ValueError(say("There's no block at path {path}: this block isn't "
                                         "divided.", path=path))
                raise ValueError(say("There's no block at path {path}: the block at {above} isn't "
                                     "divided.", path=path, above=path[:step]))
            block = block.children[number]
        return block

    def corners(self) -> list[tuple[int, int]]:
        """Return the positions of the four children of this block."""
        (x, y), half = self.position, round(self.size / 2)
        return [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]

    def update_block_locations(self, position: tuple[int, int], size: int) -> None:
        """Set the position and size, in pixels, of this block and of all blocks below it.

        A child is ``round(size / 2)`` wide. ValueError: a unit cell would have no pixel.
        """
        cells = 2 ** (self.max_depth - self.level)  # in a row; each needs at least one pixel
        if not isinstance(size, int) or not cells <= size <= MAX_SIZE:
            raise ValueError(say("The size of a block of {cells} by {cells} unit cells must be an "
                                 "integer from {cells} to {most} pixels, not {size!r}.",
                                 cells=cells, most=MAX_SIZE, size=size))
        self.position, self.size = position, size
        if self.children:
            half = round(size / 2)
            for child, corner in zip(self.children, self.corners(), strict=False):
                child.update_block_locations(corner, half)

    def _move_to(self, position: tuple[int, int]) -> None:
        """Set the position of this block, and so of all below it, whose sizes stay the same."""
        self.position = position
        if self.children:
            for child, corner in zip(self.children, self.corners(), strict=True):
                child._move_to(corner)

    def get_selected_block(self, location: tuple[float, float], level: int) -> Block:
        """Return the block at ``level`` that contains the pixel ``location``, or the leaf there.

        A pixel on a boundary belongs to the block right of it or below it. For a location outside
        this block, the nearest block inside it is returned.
        """
        if self.level >= level or not self.children:
            return self
        upper_right, upper_left, lower_left, lower_right = self.children
        x, y = location
        x_of_middle, y_of_middle = lower_right.position
        if y < y_of_middle:
            child = upper_right if x >= x_of_middle else upper_left
        else:
            child = lower_right if x >= x_of_middle else lower_left
        return child.get_selected_block(location, level)

    def rectangles_to_draw(self) -> list[Rectangle]:
        """Return the rectangles to draw this block with, in the order of drawing.

        Each leaf is filled and framed; highlighted blocks are marked last.
        """
        square = (self.size, self.size)
        rectangles: list[Rectangle] = []
        marks: list[Rectangle] = []
        for child in self.children:
            for rectangle in child.rectangles_to_draw():
                colour, *_ = rectangle
                if colour == HIGHLIGHT:
                    marks.append(rectangle)
                else:
                    rectangles.append(rectangle)
        if not self.children:
            assert self.colour is not None
            rectangles = [(self.colour, self.position, square, 0),  # 0: filled
                          (FRAME, self.position, square, 3)]  # 3 pixels thick
        if self.highlighted:
            marks.append((HIGHLIGHT, self.position, square, 5))
        return rectangles + marks

    def flatten(self) -> NDArray[np.int8]:
        """Return the grid of colour numbers, ``grid[row, column]``, with one for each unit cell.

        >>> Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2).flatten().tolist()
        [[2, 2, 1, 0], [2, 2, 1, 3], [1, 1, 3, 3], [1, 1, 3, 3]]
        """
        side = 2 ** (self.max_depth - self.level)
        grid = np.empty((side, side), dtype=np.int8)
        if self.children:
            half = side // 2
            upper_right, upper_left, lower_left, lower_right = self.children
            grid[:half, half:] = upper_right.flatten()
            grid[:half, :half] = upper_left.flatten()
            grid[half:, :half] = lower_left.flatten()
            grid[half:, half:] = lower_right.flatten()
        else:
            grid.fill(self.colour)
        return grid

    def print_block(self) -> None:
        """Print this tree: a line for each block, indented by its level."""
        for block in self.blocks():
            what = say("divided") if block.colour is None else block.colour.word
            place = say(PLACES[block.path[-1]] if block.parent else "top")
            text = say("{place}: {what}, level {level}, position {position}, size {size}",
                       place=place, what=what, level=block.level, position=block.position,
                       size=block.size)
            print("    " * block.level + text)

    def _repr_png_(self) -> bytes:
        from blocky.draw import board
        return board(self)._repr_png_()

    def _repr_html_(self) -> str:
        from blocky.draw import board
        return board(self)._repr_html_()

    def rotate(self, direction: int) -> None:
        """Rotate this block and all below it by 90°, clockwise (1) or counter-clockwise (3)."""
        if direction not in [*_TURNS]:  # a list, as a wrong direction may have no hash
            raise ValueError(say("rotate takes 1 (clockwise) or 3 (counter-clockwise), "
                                 "not {direction!r}.", direction=direction))
        if self.children:
            self.children = [self.children[i] for i in _TURNS[direction]]
            for child, corner in zip(self.children, self.corners(), strict=True):
                child.position = corner
                child.rotate(direction)

    def swap(self, direction: int) -> None:
        """Exchange the left and right halves (0) or the upper and lower ones (1).

        The halves keep what is in them: they aren't mirrored.
        """
        if direction not in [*_SWAPS]:  # a list, as a wrong direction may have no hash
            raise ValueError(say("swap takes 0 (left and right) or 1 (upper and lower), "
                                 "not {direction!r}.", direction=direction))
        if self.children:
            self.children = [self.children[i] for i in _SWAPS[direction]]
            self._move_to(self.position)  # this sets the positions of all blocks below

    def smash(self, rng: Random | None = None) -> None:
        """Replace what is in this block by four random blocks. ValueError: it is a unit cell."""
        if reason := self.why_no_smash():
            raise ValueError(reason)
        self._divide([random_init(self.level + 1, self.max_depth, rng) for _ in PLACES])
        self.colour = None

    def why_no_smash(self) -> str | None:
        """Return a sentence that says why this block cannot be smashed; None if it can be."""
        return (say("A unit cell can't be divided, so it can't be smashed.")
                if self.level == self.max_depth else None)

    def paint(self, colour: int) -> None:
        """Give this unit cell another colour. ValueError: it has it, or is not a unit cell."""
        if reason := self.why_no_paint(Colour(colour)):
            raise ValueError(reason)
        self.colour = Colour(colour)

    def why_no_paint(self, colour: int | None) -> str | None:
        """Return a sentence that says why this block can't be painted; None if it can be."""
        if self.level != self.max_depth:
            return say("Only a unit cell can be painted, and this block is larger.")
        if self.colour == colour:
            return say("This cell is already {colour}. Choose another colour.", colour=self.colour)
        return None

    def combine(self) -> None:
        """Make this block a leaf of its ``majority`` colour. ValueError: there is none."""
        self.colour, self.children = self.majority(), []

    def majority(self) -> Colour | None:
        """Return the most frequent colour of the four unit cells of this block.

        ValueError: this block isn't divided into four unit cells, or it's a tie.

        >>> Block.from_nested([1, 1, 0, 2], max_depth=1).majority()
        Colour.RED
        """
        if self.level != self.max_depth - 1 or not self.children:
            raise ValueError(say("Only a block that is divided into four unit cells can be "
                                 "combined."))
        counts = Counter(child.colour for child in self.children)
        [(most_frequent, highest)] = counts.most_common(1)
        is_tie = list(counts.values()).count(highest) > 1
        if is_tie:
            raise ValueError(say("This block can't be combined. It's a tie: two or more colours "
                                 "share the highest number of cells."))
        return most_frequent

    def check_invariants(self) -> None:
        """Raise an InvariantError for the first broken invariant in this tree, if there is one."""
        for error in broken_invariants(self):
            raise error


def expect_block(block: Any) -> Block:
    """Return ``block``. ValueError: it is not a Block."""
    return cast(Block, expect("block", block, Block, say("a Block such as game.board")))


def random_init(level: int, max_depth: int, rng: Random | None = None) -> Block:
    """Return a random block at ``level``, whose position and size are not set.

    A block above ``max_depth`` is divided if a random number from [0, 1) is below
    exp(-0.25 * level). Otherwise it has one of the four colours, each equally likely.

    >>> random_init(0, 2, Random(7)) == random_init(0, 2, Random(7))
    True
    """
    rng = given_rng(rng)
    block = Block(count("level", level), max_depth)
    if level < max_depth and rng.random() < math.exp(-0.25 * level):
        block._take([random_init(level + 1, max_depth, rng) for _ in PLACES])
    else:
        block.colour = rng.choice(_COLOURS)
    return block
