"""Exercise 04: goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from blocky.block import Block
from blocky.check.boards import boards, nested
from blocky.check.goals import goal_task
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.kit.check.task import Case
from blocky.kit.language import say

__all__ = ["OtherPlaceholderGoal", "PlaceholderGoal", "TopGoal"]


def _placeholder_cases(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng, 5, 3)):
        for colour in Colour if number < 2 else [rng.choice(list(Colour))]:
            yield colour, board


class _PlaceholderGoal(Goal):
    """Score 148, whatever the board is like."""

    def score(self, board: Block) -> int:
        return 148

    def description(self) -> str:
        return say("Go for {colour}.", colour=self.colour)


PlaceholderGoal = goal_task("PlaceholderGoal", _PlaceholderGoal, _placeholder_cases)
OtherPlaceholderGoal = goal_task("OtherPlaceholderGoal", _PlaceholderGoal, _placeholder_cases,
                                 unlike="PlaceholderGoal")


def _top_cases(rng: Random) -> Iterator[Case]:
    small = [nested([0, 1, 2, 3], 1), nested(1, 0), nested(2, 2),
             nested([2, [0, 1, [1, 2, 2, 2], 3], 1, 1], 3), nested([1, 1, 0, 2], 1)]
    for number, board in enumerate([*small, *boards(rng, 9)]):
        for colour in Colour if number in (0, 3, 4) else rng.sample(list(Colour), 2):
            yield colour, board


class _TopGoal(Goal):
    """Bring the largest leaf of the target colour to the upper edge."""

    def score(self, board: Block) -> int:
        if not board.children:
            return 4 ** (board.max_depth - board.level) if board.colour == self.colour else 0
        return max(self.score(board.children[0]), self.score(board.children[1]))

    def description(self) -> str:
        return say("Bring a large leaf of {colour} to the top.", colour=self.colour)


_STEPS = {
    "the children of which a leaf counts": "Only the children 0 and 1 of a divided block touch its "
                                           "upper edge.",
    "what a leaf at level 0, 1, 2 and 3 counts, where max_depth is 3":
        "A leaf counts 4 ** (max_depth - level), with its own level.",
    "what two unit cells side by side at the top count": "Only the largest leaf counts: leaves are "
                                                         "neither added nor put together.",
    "what leaves of 4 and of 1 unit cells at the top count, and of 1 and of 4":
        "Of all leaves at the top the largest counts, whichever comes first.",
}


def _probes(score: Callable[[Block], int], colour: int) -> dict[str, Any]:
    def of(tree: Any, max_depth: int) -> int:
        return score(nested(tree, max_depth))

    small = [0, colour, 0, 0]
    return dict(zip(_STEPS, (
        [number for number in range(4) if of([colour * (each == number) for each in range(4)], 1)],
        [of(tree, 3) for tree in (colour, small, [0, small, 0, 0], [0, [0, small, 0, 0], 0, 0])],
        of([colour, colour, 0, 0], 1),
        [of([small, colour, 0, 0], 2), of([colour, small, 0, 0], 2)]), strict=True))


TopGoal = goal_task("TopGoal", _TopGoal, _top_cases, probes=_probes, steps=_STEPS)
