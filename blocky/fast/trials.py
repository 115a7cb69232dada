"""Moves that are tried on the grid, where that costs a fraction of what it costs on the tree.

On the grid a block is a square of cells. To rotate the block is to rotate the square, to swap its
halves is to exchange those of the square, and no other block is touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from blocky.fast.grid import GRID_DEPTH, cells_of, grid_of
from blocky.goal import GridGoal
from blocky.kit.language import say
from blocky.kit.position import Position
from blocky.kit.safely import made_by_student
from blocky.move import Action, Move

if TYPE_CHECKING:
    from blocky.position import BlockyPosition

__all__ = ["Trials", "act_on_cells"]


def act_on_cells(cells: NDArray[np.int8], move: Move) -> None:
    """Change the cells of a block as ``move``, a legal one, changes the block.

    ValueError: the move is a smash, which brings new blocks by chance.

    >>> cells = np.array([[2, 0], [1, 3]], np.int8)
    >>> act_on_cells(cells, Move(Action.ROTATE_CLOCKWISE))
    >>> cells.tolist()
    [[1, 2], [3, 0]]
    """
    before, half = cells.copy(), len(cells) // 2
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
            cells.fill(int(move.colour or 0))
        case Action.COMBINE:
            cells.fill(np.bincount(before.ravel()).argmax())
        case Action.SMASH:
            raise ValueError(say("What a smash brings is not known before it is made."))


class Trials:
    """Scores of ``players`` after moves of the current player; nothing is changed for good.

    A move that was tried before is not tried again. Where the board is deeper than GRID_DEPTH, or a
    goal cannot score grids, the moves are tried on the tree.
    """

    def __init__(self, position: BlockyPosition, players: Sequence[int]) -> None:
        self._position, self._players = position, list(players)
        self._known: dict[Move, tuple[int, ...]] = {}
        goals = [position.goals[player] for player in self._players]
        self._goals = [goal for goal in goals
                       if isinstance(goal, GridGoal) and not made_by_student(goal)]
        self._on_grid = self._goals == goals and position.board.max_depth <= GRID_DEPTH
        if self._on_grid:
            self._grid = grid_of(position.board)
            self._now = tuple(position.scores[player] for player in self._players)
            self._costs = [goal.score_grid(self._grid) - score for goal, score
                           in zip(self._goals, self._now, strict=True)]
        else:
            self._on_tree = Position.trials(position, self._players)

    def scores_after(self, move: Move) -> tuple[int, ...]:
        """Return the scores of the players after ``move``, a legal one, no smash."""
        if move not in self._known:
            self._known[move] = self._try(move)
        return self._known[move]

    def _try(self, move: Move) -> tuple[int, ...]:
        if not self._on_grid:
            return self._on_tree(move)
        changed = move.action is not Action.PASS and (
            self._position.board.at(move.path).children or move.action is Action.PAINT)
        scores = self._scores_with(move) if changed else self._now
        if cost := self._position.rules.cost(move.action):
            return tuple(score - cost * (player == self._position.turn)
                         for player, score in zip(self._players, scores, strict=True))
        return scores

    def _scores_with(self, move: Move) -> tuple[int, ...]:
        """Return the players' scores after ``move``, before its own cost."""
        cells = cells_of(self._grid, move.path)
        before = cells.copy()
        act_on_cells(cells, move)
        scores = tuple(goal.score_grid(self._grid) - cost
                       for goal, cost in zip(self._goals, self._costs, strict=True))
        cells[:] = before
        return scores
