"""Why a move changed the scores: what it did to what the goals count, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blocky.block import Block
from blocky.kit.language import say, say_count
from blocky.kit.position import Reason
from blocky.move import Move

if TYPE_CHECKING:
    from blocky.position import BlockyPosition

__all__ = ["reasons"]


def reasons(position: BlockyPosition, mover: int, move: Move, replaced: Block | None
            ) -> list[Reason]:
    """Return the reasons why ``move``, just made by ``mover``, changed each score.

    ``replaced`` is what stood in the place of the block before, None where nothing was moved.
    """
    now = _counts(position)
    before = now
    if replaced is not None:
        block = position.board.at(move.path)
        block.exchange(replaced)
        try:
            before = _counts(position)
        finally:
            block.exchange(replaced)
    told = [Reason(player, new - old, goal.change(old, new), say("the goal"))
            for player, (goal, old, new) in enumerate(zip(position.goals, before, now, strict=True))
            if old != new]
    if cost := position.rules.cost(move.action):
        told.append(Reason(mover, -cost, say_count(
            "to {action} costs {count} point", "to {action} costs {count} points", cost,
            action=move.action.word), say("costs")))
    return told


def _counts(position: BlockyPosition) -> list[int]:
    """Return each player's score for the goal alone, before any costs."""
    return [position.parts.score(goal, position.board) for goal in position.goals]
