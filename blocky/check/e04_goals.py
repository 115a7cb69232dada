"""Exercise 04: goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from blocky.block import Block
from blocky.check.boards import boards, nested
from blocky.check.goals import goal_task
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.kit.check.task import Case, Mistake, Task
from blocky.kit.language import say

__all__ = ["OtherPlaceholderGoal", "PlaceholderGoal", "TopGoal"]

# -- goals -------------------------------------------------------------------------------------

def _placeholder_cases(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng, 5, 3)):
        for colour in Colour if number < 2 else [rng.choice(list(Colour))]:
            yield colour, board


class _PlaceholderGoal(Goal):
    """Score 148, whatever the board is like."""

    def score(self, board: Block) -> int:
        """Return 148."""
        return 148

    def description(self) -> str:
        """Return a sentence that tells a player what to do."""
        return say("Go for {colour}.", colour=self.colour)


def _placeholder(name: str) -> Task:
    return goal_task(
        name, _PlaceholderGoal, _placeholder_cases)


PlaceholderGoal = _placeholder("PlaceholderGoal")
OtherPlaceholderGoal = _placeholder("OtherPlaceholderGoal")


# -- a goal that looks at the tree -------------------------------------------------------------

def _top_cases(rng: Random) -> Iterator[Case]:
    small = [nested([0, 1, 2, 3], 1), nested(1, 0), nested(2, 2),
             nested([2, [0, 1, [1, 2, 2, 2], 3], 1, 1], 3), nested([1, 1, 0, 2], 1)]
    for number, board in enumerate([*small, *boards(rng, 9)]):
        for colour in Colour if number in (0, 3, 4) else rng.sample(list(Colour), 2):
            yield colour, board


class _TopGoal(Goal):
    """Bring the largest leaf of the target colour to the upper edge."""

    def score(self, board: Block) -> int:
        """Return the unit cells of the largest leaf of the colour at the upper edge, 0 if none."""
        if not board.children:
            return 4 ** (board.max_depth - board.level) if board.colour == self.colour else 0
        return max(self.score(board.children[0]), self.score(board.children[1]))

    def description(self) -> str:
        """Return a sentence that tells a player what to do."""
        return say("Bring a large leaf of {colour} to the top.", colour=self.colour)


def _top(numbers: Sequence[int] = (0, 1), leaf: int = 4, join: Callable[[Any], int] = max,
         deepest: int = 99) -> Any:
    """Return a goal that goes down to some children, so deep, and joins what it finds there."""
    class Wrong(_TopGoal):
        def score(self, board: Block) -> int:
            if board.children:
                return 0 if board.level == deepest else join(
                    [self.score(board.children[i]) for i in numbers])
            return int(leaf ** (board.max_depth - board.level)) * (board.colour == self.colour)
    return Wrong


_WHICH_CHILDREN = (
    "Mark the upper edge in the picture. Which of the children touch it?",
    "Child 0 is at the upper right, 1 at the upper left, 2 at the lower left, 3 at the lower "
    "right.")

TopGoal = goal_task(
    "TopGoal", _TopGoal, _top_cases,
    mistakes=[
        Mistake(_top(range(4)), (
            *_WHICH_CHILDREN, "All leaves of the colour count in your score, also those that do "
            "not touch the upper edge. Go down only to children 0 and 1.")),
        Mistake(_top(leaf=2, join=sum), (
            "How many cells of a leaf count, if the leaf touches the upper edge?",
            "Only one leaf counts, but all of its cells do.",
            "Your score counts the cells of the colour in the upper row. Take the largest leaf "
            "there, with all its 4 ** (max_depth - level) cells.")),
        Mistake(_top(join=sum), (
            "How many leaves of the colour touch the upper edge, and how many of them count?",
            "Only the largest leaf counts. What joins the scores of two children then?",
            "Your score adds all the leaves at the upper edge. Take the larger of the two numbers, "
            "with max, not their sum.")),
        *(Mistake(_top(deepest=deepest), (
            "Which leaf at the upper edge does your score not see?",
            "A child may be divided again, and its children too.",
            "Your score does not look all the way down. Let score call itself: "
            "self.score(child).")) for deepest in (1, 2)),
        Mistake(_top(join=lambda scores: 0), (
            "What does your score return for a block that is divided?",
            "When self.score(child) comes back with a number, what becomes of it?",
            "What the recursive calls return is lost, or there are none. Keep the numbers of "
            "children 0 and 1, and return the larger one.")),
    ],
)
