"""The functions of the game that a student can replace, and how they are checked.

A student writes functions whose first parameter is the block, as that of a method is, and passes
them to a game: ``Game(parts=Parts(rotate=my_rotate))``. The game is played with their results.
Afterwards each result is compared with that of the kit's function, and a wrong one is refused.

Only computer players that try moves do so with the kit's own: a student's function makes the move
that they choose.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.goal import BlobGoal, Goal, GridGoal
from blocky.invariants import Path, broken_invariants
from blocky.kit import parts as kit
from blocky.kit.language import mark
from blocky.kit.parts import your
from blocky.kit.safely import Fault, PartError, call_safely, made_by_student, whole
from blocky.move import Action, Move

__all__ = ["Parts"]

Fault.register("blocky", mark({
    "no_board": "Your random_init returned {value}, but it should return a Block at level 0 with "
                "max_depth {max_depth}.",
    "broken_tree": "Your {name} broke the tree. Look at path {path} in the block that it got as an "
                   "argument: {problem}.",
    "changed": "Your {name} changed the {attribute} of its block from {old} to {new}.",
    "undivided": "Your smash didn't divide the block.",
    "against_the_rules": "Your {name} changed the block to {got}, but the rules say {expected}.",
    "misplaced": "Your update_block_locations was called with position {position} and size {size}, "
                 "but afterwards the block has position {left_position} and size {left_size}.",
    "changed_more": "Your update_block_locations changed more than positions and sizes.",
    "not_selected": "Your get_selected_block returned {value} for {location} and level {level}, "
                    "but the path of the correct block is {path}.",
    "no_grid": "Your flatten didn't return a grid with {side} rows and {side} columns.",
    "wrong_cell": "Your flatten is wrong in row {row}, column {column}: {got} instead of "
                  "{expected}.",
    "another_blob": "With your undiscovered_blob_size, the largest {colour} blob has {got} cells, "
                    "but it should have {expected}.",
}))


@dataclass(frozen=True)
class Parts(kit.Parts):
    """The replaceable functions of the game; by default the kit's.

    >>> Parts(swap=lambda block, direction: None).replaced("swap")
    True
    """

    random_init: Callable[..., Any] = random_init
    update_block_locations: Callable[..., Any] = Block.update_block_locations
    rectangles_to_draw: Callable[..., Any] = Block.rectangles_to_draw
    get_selected_block: Callable[..., Any] = Block.get_selected_block
    swap: Callable[..., Any] = Block.swap
    rotate: Callable[..., Any] = Block.rotate
    smash: Callable[..., Any] = Block.smash
    paint: Callable[..., Any] = Block.paint
    combine: Callable[..., Any] = Block.combine
    flatten: Callable[..., Any] = Block.flatten
    undiscovered_blob_size: Callable[..., Any] = BlobGoal.undiscovered_blob_size

    def board(self, max_depth: int, size: int, rng: Random) -> Block:
        """Return a random board with positions and sizes set.

        PartError: a student's random_init returned something else, or a broken tree.
        """
        board: Block = self.call("random_init", 0, max_depth, rng)
        if self.replaced("random_init"):
            if not isinstance(board, Block) or (board.level, board.max_depth) != (0, max_depth):
                raise PartError("blocky.no_board", value=repr(board), max_depth=max_depth)
            _accept("random_init", board, places=False)
        board.update_block_locations((0, 0), size)
        self.locate(board)
        return board

    def perform(self, move: Move, block: Block, rng: Random) -> None:
        """Make ``move`` on ``block``, a copy of the block at the move's path.

        PartError: a student's function fails, breaks an invariant or the rules. The block may then
        be half-changed, and must not be used.
        """
        name, args = move.call(rng)
        if self.replaced(name):
            before = block.copy()
            self.call(name, block, *args)
            _check_move(name, move, before, block, rng)
        else:
            self.call(name, block, *args)
        self.locate(block)

    def locate(self, block: Block) -> None:
        """Let a student's update_block_locations set the positions and sizes in ``block`` again.

        The kit has set them already, for comparison. Without such a function, nothing is done.
        PartError: the function failed, or set other positions and sizes; ``block`` must not be used
        then.
        """
        if not self.replaced("update_block_locations"):
            return
        expected = block.copy()
        for part in block.blocks():  # so that a place that isn't set is found
            part.position = (-1, -1)
            part.size = -1
        self.call("update_block_locations", block, expected.position, expected.size)
        if (block.position, block.size) != (expected.position, expected.size):
            raise PartError("blocky.misplaced", position=str(expected.position),
                            size=expected.size, left_position=str(block.position),
                            left_size=str(block.size))
        _accept("update_block_locations", block)
        if block != expected:
            raise PartError("blocky.changed_more")

    def rectangles(self, board: Block) -> Any:
        """Return the rectangles to draw ``board`` with, unchecked."""
        return self.call("rectangles_to_draw", board.copy())

    def select(self, board: Block, location: tuple[float, float], level: int) -> Path | None:
        """Return the path of the block at ``level`` at the pixel ``location``; None off the board.

        PartError: a student's get_selected_block returned another block.
        """
        if not all(0 <= coordinate < board.size for coordinate in location):
            return None
        right_path = board.get_selected_block(location, level).path
        if not self.replaced("get_selected_block"):
            return right_path
        copy_of_board = board.copy()  # the student's function might change it
        paths_by_id = {id(block): block.path for block in copy_of_board.blocks()}
        selected = self.call("get_selected_block", copy_of_board, location, level)
        if paths_by_id.get(id(selected)) != right_path:
            raise PartError("blocky.not_selected", value=repr(selected), location=str(location),
                            level=level, path=str(right_path))
        return right_path

    def score(self, goal: Goal, board: Block) -> int:
        """Return the score of ``board`` for ``goal``, computed by a student's functions, if any.

        These are the score of a student's own goal, or a student's flatten or
        undiscovered_blob_size with a goal of the kit.
        """
        if made_by_student(goal):
            return whole(_name(goal, "score"), self.call_goal(goal, "score", board.copy()))
        uses_students = self.replaced("flatten") or self.replaced("undiscovered_blob_size")
        if isinstance(goal, GridGoal) and uses_students:
            return self.score_grid(goal, self.grid(board))
        return goal.score(board)

    def grid(self, board: Block) -> NDArray[Any]:
        """Return the flattened board as an array, made by a student's flatten if there is one."""
        if not self.replaced("flatten"):
            return board.flatten()
        return _grid_of(self.call("flatten", board.copy()), board.flatten())

    def score_grid(self, goal: GridGoal, grid: NDArray[Any]) -> int:
        """Return the score of a grid for a goal of the kit."""
        if isinstance(goal, BlobGoal) and self.replaced("undiscovered_blob_size"):
            return self._largest_blob(goal, grid)
        return goal.score_grid(grid)

    def call_goal(self, goal: Goal, method: str, *args: Any) -> Any:
        """Return the result of a method of ``goal``. PartError: a student's goal failed."""
        function = getattr(goal, method)
        if not made_by_student(goal):
            return function(*args)
        return call_safely(_name(goal, method), function, *args)

    def describe(self, goal: Goal) -> str:
        """Return the description of ``goal``; if that fails, a sentence that says how."""
        try:
            return str(self.call_goal(goal, "description"))
        except PartError as error:
            return str(error)

    def _largest_blob(self, goal: BlobGoal, grid: NDArray[Any]) -> int:
        """Return the largest result of a student's undiscovered_blob_size for the cells.

        PartError: it isn't the size of the largest blob, or the function failed.
        """
        name = your("undiscovered_blob_size")
        cells = np.array(grid)  # a copy, as the student's function might change it
        visited = np.full(cells.shape, -1, dtype=np.int8)

        def largest() -> int:
            return max(whole(name, self.undiscovered_blob_size(goal, cell, cells, visited))
                       for cell in np.ndindex(cells.shape))

        size: int = call_safely(name, largest)  # one time limit for all calls
        expected = goal.score_grid(grid)
        if size != expected:
            raise PartError("blocky.another_blob", colour=goal.colour.word, got=size,
                            expected=expected)
        return size


def _name(goal: Goal, method: str) -> str:
    """Return the name of a method of a student's goal in sentences."""
    return your(f"{type(goal).__name__}.{method}")


def _check_move(name: str, move: Move, before: Block, after: Block, rng: Random) -> None:
    """Raise PartError if a student's function ``name`` didn't make ``move`` as the rules say.

    ``before`` is a copy of the block before the call. The kit's move is made on it here, to compare
    it with ``after``, the block that the student's function changed.
    """
    for attribute in ("position", "size", "level", "max_depth"):
        old = getattr(before, attribute)
        new = getattr(after, attribute)
        if old != new:
            raise PartError("blocky.changed", name=name, attribute=attribute, old=str(old),
                            new=str(new))
    _accept(name, after)
    if move.action is Action.SMASH:  # its result is random, so there is nothing to compare
        if not after.children:
            raise PartError("blocky.undivided")
        return
    expected = before
    move.change(expected, rng)
    if after != expected:
        raise PartError("blocky.against_the_rules", name=name, got=str(after.to_nested()),
                        expected=str(expected.to_nested()))


def _accept(name: str, block: Block, places: bool = True) -> None:
    """Raise PartError if the student's function ``name`` broke an invariant of ``block``.

    Otherwise make a Colour of each colour number in it. Positions and sizes are checked only if
    ``places`` is true.
    """
    for error in broken_invariants(block, places):  # only the first: it raises
        raise PartError("blocky.broken_tree", name=name, path=str(error.path),
                        problem=error.problem)
    for leaf in block.leaves():
        if leaf.colour is not None:
            leaf.colour = Colour(leaf.colour)


def _grid_of(rows: Any, expected: NDArray[np.int8]) -> NDArray[Any]:
    """Return as an array the ``rows`` that a student's flatten returned.

    Rows that are an array already are returned as they are. PartError: they aren't the
    ``expected`` grid.
    """
    try:
        grid: NDArray[Any] = np.asanyarray(rows)
    except (ValueError, TypeError):  # such as rows of different lengths
        raise PartError("blocky.no_grid", side=len(expected)) from None
    if grid.shape != expected.shape:
        raise PartError("blocky.no_grid", side=len(expected))
    wrong_cells = np.argwhere(np.asarray(grid) != expected)
    if len(wrong_cells):
        row, column = wrong_cells[0]
        raise PartError("blocky.wrong_cell", row=int(row), column=int(column),
                        got=str(grid[row, column]), expected=int(expected[row, column]))
    return grid
