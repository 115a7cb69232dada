"""Goals: a goal scores a board for one colour, its target colour.

To add a goal, write a subclass of Goal with ``score`` and ``description``, and pass it to a game:
``Game(goals=MyGoal)``, or ``Game(goals=[BlobGoal, PerimeterGoal, MyGoal])`` for a random choice.
"""

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, expect_block
from blocky.colour import Colour
from blocky.fast.blobs import largest_blob_on_tree
from blocky.fast.grid import SCORED_ON_GRID, outer_sides
from blocky.kit.language import say, say_count
from blocky.kit.safely import trusted

__all__ = ["BlobGoal", "Goal", "GridGoal", "PerimeterGoal"]


@trusted
class Goal(ABC):
    """A way to score a board for the target colour, ``colour``."""

    def __init__(self, colour: int) -> None:
        self.colour = Colour(colour)

    @abstractmethod
    def score(self, board: Block) -> int:
        """Return the score of ``board`` for this goal, an integer."""

    @abstractmethod
    def description(self) -> str:
        """Return a sentence that tells a player what to do."""

    def change(self, before: int, after: int) -> str:
        """Return a phrase that says how a move changed the score for this goal."""
        return say("the goal's score changed from {before} to {after}", before=before, after=after)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.colour))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.colour!r})"


@trusted
class GridGoal(Goal):
    """A goal that scores the grid of a flattened board."""

    def score(self, board: Block) -> int:
        """Return the score of the flattened board."""
        return self.score_grid(expect_block(board).flatten())

    @abstractmethod
    def score_grid(self, grid: NDArray[np.int8]) -> int:
        """Return the score of a grid of colour numbers, ``grid[row, column]``."""


@trusted
class PerimeterGoal(GridGoal):
    """Bring the target colour to the outside of the board.

    >>> PerimeterGoal(Colour.RED).score(Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2))
    5
    """

    def score(self, board: Block) -> int:
        """Return the score of the flattened board.

        On a board deeper than ``SCORED_ON_GRID``, ``outer_sides`` in blocky/fast/grid.py counts
        the same sides faster: it visits only the leaves on the outside.
        """
        if expect_block(board).max_depth - board.level > SCORED_ON_GRID:
            return outer_sides(board, self.colour)
        return super().score(board)

    def score_grid(self, grid: NDArray[np.int8]) -> int:
        """Return the number of sides of cells of the target colour on the outside of the grid.

        A corner cell has two sides there, and the cell of a grid of one cell has four.
        """
        grid = np.asarray(grid)
        edges = (grid[0], grid[-1], grid[:, 0], grid[:, -1])
        return sum(int(np.count_nonzero(edge == self.colour)) for edge in edges)

    def change(self, before: int, after: int) -> str:
        """Return a phrase on the sides gained or lost on the outside."""
        if after > before:
            return say_count("{count} more {colour} side on the outside",
                             "{count} more {colour} sides on the outside",
                             after - before, colour=self.colour)
        return say_count("{count} fewer {colour} side on the outside",
                         "{count} fewer {colour} sides on the outside",
                         before - after, colour=self.colour)

    def description(self) -> str:
        """Return a sentence that tells a player what to do."""
        return say("Put as much {colour} as possible on the outer perimeter: "
                   "each side of a unit cell there scores 1, so a corner scores 2.",
                   colour=self.colour)


@trusted
class BlobGoal(GridGoal):
    """Gather the target colour in one blob: a connected group of cells.

    >>> BlobGoal(Colour.RED).score(Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2))
    4
    """

    def score(self, board: Block) -> int:
        """Return the score of the flattened board.

        On a board deeper than ``SCORED_ON_GRID``, ``largest_blob_on_tree`` in blocky/fast/blobs.py
        finds the same blob faster: it joins leaves that touch.
        """
        if expect_block(board).max_depth - board.level > SCORED_ON_GRID:
            return largest_blob_on_tree(board, self.colour)
        return super().score(board)

    def score_grid(self, grid: NDArray[np.int8]) -> int:
        """Return the number of cells in the largest blob of the target colour; 0 without a blob.

        It's the largest number that ``undiscovered_blob_size`` returns for the cells of the grid,
        but ``label`` is faster. A game with a student's ``undiscovered_blob_size`` calls that
        function instead of this method.
        """
        sizes = np.bincount(self.label(grid).ravel())  # by the number of the blob
        return int(sizes[1:].max(initial=0))  # number 0 is on the cells of other colours

    def label(self, grid: NDArray[np.int8]) -> NDArray[np.int32]:
        """Return a grid of blob numbers: 1, 2, ... in the blobs, and 0 in other colours.

        This is the faster twin of ``undiscovered_blob_size``, which recurs as deep as a blob has
        cells. That can overflow the stack, and a smart player scores 150 grids in a turn.
        """
        from scipy import ndimage

        labels: NDArray[np.int32]
        labels, _ = ndimage.label(np.asarray(grid) == self.colour)
        return labels

    def undiscovered_blob_size(self, pos: tuple[int, int], board: NDArray[np.int8],
                               visited: NDArray[np.int8]) -> int:
        """Return the number of unvisited cells in the blob that contains ``pos``; 0 off the board.

        ``board`` and ``visited`` are grids, ``pos`` is (row, column). ``visited`` holds -1 for a
        cell that was not visited, 0 for a visited cell of another colour, and 1 for a visited cell
        of the target colour; this method updates it.
        """
        row, column = pos
        side = len(board)
        if not (0 <= row < side and 0 <= column < side) or visited[row][column] != -1:
            return 0
        if board[row][column] != self.colour:
            visited[row][column] = 0
            return 0
        visited[row][column] = 1
        neighbours = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return 1 + sum(self.undiscovered_blob_size(cell, board, visited) for cell in neighbours)

    def change(self, before: int, after: int) -> str:
        """Return a phrase on how the largest blob grew or shrank."""
        if after > before:
            return say("the largest blob of {colour} grew from {before} to {after}",
                       colour=self.colour, before=before, after=after)
        return say("the largest blob of {colour} shrank from {before} to {after}",
                   colour=self.colour, before=before, after=after)

    def description(self) -> str:
        """Return a sentence that tells a player what to do."""
        return say("Make the largest {colour} blob that you can: each unit cell in it scores 1. "
                   "Cells are connected by their sides.", colour=self.colour)
