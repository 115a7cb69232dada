"""Moves tried on the grid, which takes a fraction of the time that it takes on the tree.

On the grid a block is a square of cells. Rotating the block rotates the square, swapping its halves
swaps the halves of the square, and no other block is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from blocky.fast.grid import TRIED_ON_GRID, cells_of
from blocky.goal import GridGoal
from blocky.kit.language import say
from blocky.kit.position import Position
from blocky.kit.safely import made_by_student
from blocky.move import Action, Move

if TYPE_CHECKING:
    from blocky.position import BlockyPosition

__all__ = ["act_on_cells", "trials"]


def act_on_cells(cells: NDArray[np.int8], move: Move) -> None:
    """Change the cells of a block as a legal ``move`` changes the block.

    ValueError: the move is a smash, whose result is random.

    >>> cells = np.array([[2, 0], [1, 3]], np.int8)
    >>> act_on_cells(cells, Move(Action.ROTATE_CLOCKWISE))
    >>> cells.tolist()
    [[1, 2], [3, 0]]
    """
    before = cells.copy()
    half = len(cells) // 2  # 0 for a unit cell: there is nothing to swap
    match move.action:
        case Action.ROTATE_CLOCKWISE:
            cells[:] = before.T[:, ::-1]
        case Action.ROTATE_COUNTER_CLOCKWISE:
            cells[:] = before.T[::-1]
        case Action.SWAP_HORIZONTALLY if half:
            cells[:, :half], cells[:, half:] = before[:, half:], before[:, :half]
        case Action.SWAP_VERTICALLY if half:
            cells[:half], cells[half:] = before[half:], before[:half]
        case Action.PAINT:
            assert move.colour is not None
            cells.fill(int(move.colour))
        case Action.COMBINE:
            cells.fill(np.bincount(before.ravel()).argmax())  # the most frequent colour
        case Action.SMASH:
            raise ValueError(say("The result of a smash isn't known in advance."))


def trials(position: BlockyPosition, players: Sequence[int]
           ) -> Callable[[Move], tuple[int, ...]]:
    """Return a function that takes a legal move, no smash, and returns the scores after it.

    They are those of ``players``, in this order; the function remembers its results. A student's
    ``flatten`` makes the grid on which moves are tried, and their ``undiscovered_blob_size`` scores
    it. Moves are tried on the tree if the board is deeper than ``TRIED_ON_GRID``, or if a goal
    cannot score grids.
    """
    all_goals = [position.goals[player] for player in players]
    goals = [goal for goal in all_goals
             if isinstance(goal, GridGoal) and not made_by_student(goal)]
    all_score_grids = len(goals) == len(all_goals)
    if not all_score_grids or position.board.max_depth > TRIED_ON_GRID:
        return cache(Position.trials(position, players))
    parts = position.parts
    grid = np.array(parts.grid(position.board), dtype=np.int8)
    scores_now = tuple(position.scores[player] for player in players)
    costs = [parts.score_grid(goal, grid) - score  # of each player's moves so far
             for goal, score in zip(goals, scores_now, strict=True)]

    def scores_with(move: Move) -> tuple[int, ...]:
        """Return the scores after a move, without its cost; the grid is changed for a moment."""
        cells = cells_of(grid, move.path)
        before = cells.copy()
        act_on_cells(cells, move)
        try:
            return tuple(parts.score_grid(goal, grid) - cost
                         for goal, cost in zip(goals, costs, strict=True))
        finally:
            cells[:] = before

    @cache
    def scores_after(move: Move) -> tuple[int, ...]:
        """Return the scores after a move, of which the current player pays the cost."""
        is_pass = move.action is Action.PASS
        # rotating or swapping a leaf changes nothing
        changes_grid = not is_pass and (
            position.board.at(move.path).children or move.action is Action.PAINT)
        scores = scores_with(move) if changes_grid else scores_now
        cost = position.rules.cost(move.action)
        return tuple(score - cost if player == position.turn else score
                     for player, score in zip(players, scores, strict=True))

    return scores_after
