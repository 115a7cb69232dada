"""Exercise 09: the actions of the extended rules, and a goal of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block
from blocky.check.boards import EXAMPLE, Verdict, boards, hints_of_broken, list_of_blocks, nested
from blocky.check.goals import A_TEXT, scores_each_board, seen_of
from blocky.check.mistakes import MISTAKES, combine_first_child
from blocky.colour import Colour
from blocky.goal import Goal, GridGoal
from blocky.kit.check.compare import written
from blocky.kit.check.failure import Sure
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task, subclass_of
from blocky.kit.language import say

__all__ = ["DiagonalGoal", "combine", "paint"]


def _change(answer: Callable[..., Any], *args: Any) -> Any:
    """Call an answer that changes a block or refuses to, by any kind of ValueError with a text.

    Two refusals are the same, whatever their texts.
    """
    try:
        return answer(*args)
    except ValueError as error:
        if not str(error).strip():
            return Verdict(say("nothing, but raised a ValueError without a sentence"))
        raise ValueError().with_traceback(error.__traceback__) from None


def _returns_nothing(args: Case, got: Outcome) -> Hints | None:
    if isinstance(got.value, Verdict):
        return Sure((
            "What does a player read when an action is refused?",
            "An error can carry a sentence that says why: it stands in the brackets.",
            'The error has no sentence. Write raise ValueError("Only a unit cell ...").'))
    hints = ("What does your function return?",
             "Whoever calls it looks at the block afterwards, not at what is returned.",
             "The function changes the block, and should return nothing.")
    return None if got.value is None else hints


def _is_sound(args: Case, got: Outcome) -> Hints | None:
    """Return hints if what the block has become is no part of a board."""
    return hints_of_broken(got.arguments[0])


def _refuse(wrong: bool) -> None:
    if wrong:
        raise ValueError("refused")


_NOTHING = ("What should happen when the rules do not allow it?",
            "To do nothing is not to refuse: the game would take it for a move.",
            "raise ValueError(...) where the action is refused, in place of doing nothing.")

# -- paint -------------------------------------------------------------------------------------

def _paint_cases(rng: Random) -> Iterator[Case]:
    example = nested(EXAMPLE, 2)
    yield nested(0, 0), Colour.RED
    for path, colour in (((0, 3), 0), ((0, 1), 2), ((0, 2), 3), ((0, 3), 3), ((1,), 1), ((0,), 1),
                         ((), 0)):
        yield example.at(path), Colour(colour)
    yield nested(2, 0), Colour.GREEN
    yield nested(EXAMPLE, 2, 50).at((0, 1)), Colour.YELLOW  # a cell of 12 pixels
    yield nested(EXAMPLE, 2, 32).at((2,)), Colour.BLUE  # a larger leaf, of 16 pixels
    for board in boards(rng):
        cells = [block for block in board.leaves() if block.level == block.max_depth]
        for block in [rng.choice(list(board.blocks())), *rng.sample(cells, min(2, len(cells)))]:
            yield block, rng.choice(list(Colour))


def _painted(block: Block, colour: int) -> None:
    if block.level != block.max_depth:
        raise ValueError("...")
    if block.colour == colour:
        raise ValueError("...")
    block.colour = Colour(colour)


def _painting(allowed: Callable[[Block], bool] = lambda block: block.level == block.max_depth,
              refuse: Callable[[bool], None] = _refuse, again: bool = False
              ) -> Callable[[Block, int], None]:
    """Return a way of painting: which blocks are allowed, and how others are refused.

    ``again`` is whether a cell may get the colour that it has.
    """
    def paint(block: Block, colour: int) -> None:
        wrong = not allowed(block) or (block.colour == colour and not again)
        refuse(wrong)
        if not wrong:
            block.colour = Colour(colour)
    return paint


paint = Task(
    "paint", Block.paint, _paint_cases, call=_change, laws=[_returns_nothing, _is_sound],
    ways=[_painted],
    mistakes=[
        Mistake(_painting(refuse=lambda wrong: None), _NOTHING),
        Mistake(_painting(again=True), (
            "Which two things are refused?", "What if the cell has the colour already?",
            "A cell that has the colour already must be refused too: raise ValueError if "
            "block.colour == colour.")),
        *(Mistake(answer, (
            "Which blocks may be painted, and in which colours?",
            "A leaf can be larger than a unit cell. And what if a cell has the colour already?",
            "Two things must be refused: a block whose level is not max_depth, and a cell that has "
            "the colour already. Raise ValueError for each."))
          for answer in (MISTAKES["paint"][0],
                         _painting(lambda block: not block.children, again=True))),
    ],
)


# -- combine -----------------------------------------------------------------------------------

def _combine_cases(rng: Random) -> Iterator[Case]:
    for cells in ([1, 1, 0, 2], [0, 1, 1, 1], [3, 0, 2, 0], [2, 2, 2, 2], [1, 3, 2, 1]):
        yield (nested(cells, 1),)
    example = nested(EXAMPLE, 2)
    yield (example.at((0,)),)
    for cells in ([1, 1, 0, 0], [2, 3, 2, 3], [0, 1, 2, 3], [3, 1, 0, 2]):
        yield (nested(cells, 1),)
    yield (example.at((1,)),)
    yield (nested([2, 1, 1, 3], 2),)
    yield (nested([1, 1, [0, 1, 2, 2], 3], 2),)
    yield (example.at((0, 1)),)
    yield (nested(3, 0),)
    for board in boards(rng):
        parents = [block for block in board.blocks() if block.level == block.max_depth - 1]
        for block in [rng.choice(list(board.blocks())), *rng.sample(parents, min(2, len(parents)))]:
            yield (block,)


_TIES = ((2, 2), (1, 1))


def _most(colours: list[Any]) -> Any:
    return max(colours, key=colours.count)


def _leaf(block: Block, colour: Any) -> None:
    block.colour, block.children = colour, []


def _combiner(choose: Callable[[list[Any]], Any] = _most,
              ties: Sequence[Sequence[int]] = _TIES,
              refuse: Callable[[bool], None] = _refuse,
              become: Callable[[Block, Any], None] = _leaf) -> Callable[[Block], None]:
    """Return a combine that takes what ``choose`` says, and refuses so what it is told to."""
    def combine(block: Block) -> None:
        colours = [child.colour for child in block.children]
        counts = tuple(count for _, count in Counter(colours).most_common(2))
        wrong = [not colours or None in colours or block.level != block.max_depth - 1,
                 counts in ties]
        refuse(any(wrong))
        if not any(wrong):
            become(block, choose(colours))
    return combine


def _combined(block: Block) -> None:
    if block.level != block.max_depth - 1 or not block.children:
        raise ValueError("not divided")
    colours = [child.colour for child in block.children]
    counts = Counter(colours).most_common()
    if len(counts) > 1 and counts[0][1] == counts[1][1]:
        raise ValueError("tie")
    block.colour = counts[0][0]
    block.children = []


#: What is taken in place of the colour that most cells have.
_WRONG_COLOURS: list[tuple[Callable[[list[Any]], Any], Hints]] = [
    *((choose, (
        "How often is the colour that your function takes there? And the others?",
        "The colours are numbers, but which number is the larger does not matter.",
        "The largest or the smallest colour number is taken, not the colour of the most "
        "cells. Count how often each colour is there.")) for choose in (max, min)),
    *((itemgetter(child), (
        "Which child does the colour come from? Does the order of the children matter?",
        "Count for each colour how many children have it.",
        "The colour of one child is taken, wherever most have another. Count the colours."))
      for child in (0, -1)),
    (lambda colours: colours.count(_most(colours)), (
        "Which number is kept as the colour? What does it count?",
        "How many cells have a colour is one number, and which colour it is another.",
        "The number of cells is taken as the colour. Find the colour that has this number.")),
]

combine = Task(
    "combine", Block.combine, _combine_cases, call=_change,
    laws=[_returns_nothing, list_of_blocks], kits=[Block.majority], ways=[_combined],
    mistakes=[
        *(Mistake(_combiner(choose, ties=ties), hints) for ties in (_TIES, ())
          for choose, hints in _WRONG_COLOURS),
        *(Mistake(_combiner(ties=(*ties, *more)), (
            "Do the most cells have one colour in this case?",
            "Three cells of one colour, or two of one and one each of two others: no other colour "
            "has as many.",
            "Only 2-2 and 1-1-1-1 are ties. Of 4, 3-1 and 2-1-1 one colour has the most cells: "
            "compare the largest count with the next one, not with half or all of the cells."))
          for ties in (_TIES, _TIES[:1], _TIES[1:])
          for more in (((2, 1),), ((3, 1),), ((2, 1), (3, 1)))),
        *(Mistake(_combiner(become=become), (
            "What has the block after the call: which colour, and which children?",
            "block = ... and children = ... give values to names; the block stays as it was.",
            "The block does not become a leaf. Set both: block.colour to the colour of the most "
            "cells, and block.children to []."))
          for become in (lambda block, colour: None, lambda block, colour: _leaf(block, None),
                         lambda block, colour: setattr(block, "colour", colour))),
        Mistake(combine_first_child, (
            "Which colour have most of the cells, and which does the block get?",
            "Where the cell in front has another colour than most cells, it is no good choice.",
            "The block gets the colour of its first child. It should get the colour of the most "
            "cells; other blocks, and ties, are to be refused with ValueError.")),
        Mistake(_combiner(refuse=lambda wrong: None), _NOTHING),
        *(Mistake(_combiner(choose, ties=ties), (
            "How many of the four cells have the colour that your function takes? And the next?",
            "When two colours or more have the most cells, there is no majority.",
            "A tie is not refused: 2-2 and 1-1-1-1 must raise ValueError."))
          for ties in ((), ((2, 2),), ((1, 1),))
          for choose in (_most, lambda colours: max(sorted(set(colours)), key=colours.count))),
    ],
)


# -- a goal along the diagonal -----------------------------------------------------------------

class _DiagonalGoal(GridGoal):
    """Lay the target colour along the diagonal from the upper left to the lower right."""

    def score_grid(self, grid: NDArray[np.int8]) -> int:
        score = 0
        for i in range(len(grid)):
            if grid[i][i] == self.colour:
                score += 1
        return score

    def description(self) -> str:
        return say("Lay {colour} along the diagonal from the upper left to the lower right: each "
                   "unit cell there scores 1.", colour=self.colour)


def _is_described(args: Case, got: Outcome) -> Hints | None:
    return None if got.facts["description"] == A_TEXT else Sure((
        "What does description return?",
        "A description that is printed is gone; the game wants to show it itself.",
        "description must return a sentence that tells a player what to do: not None, and not an "
        "empty text."))


def _diagonal_cases(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng)):
        colours = list(Colour) if number < 3 else [rng.choice(list(Colour)) for _ in range(2)]
        for colour in colours:
            yield colour, board


def _scored(count: Callable[[Block, Colour], Any]) -> type[Goal]:
    """Return a goal whose score is what ``count`` says."""
    return type("Wrong", (_DiagonalGoal,), {
        "score": lambda self, board: int(count(board, self.colour))})


def _counted(part: Callable[[Any], Any]) -> type[Goal]:
    """Return a goal that counts the cells of a part of the grid."""
    return _scored(lambda board, colour: np.count_nonzero(part(board.flatten()) == colour))


def _leaves_on_diagonal(board: Block, colour: Colour) -> int:
    if not board.children:
        return int(board.colour == colour)
    return sum(_leaves_on_diagonal(board.children[i], colour) for i in (1, 3))


def _run_of(board: Block, colour: Colour) -> int:
    runs = groupby(board.flatten().diagonal() == colour)
    return max((len(list(run)) for same, run in runs if same), default=0)


DiagonalGoal = Task(
    "DiagonalGoal", _DiagonalGoal, _diagonal_cases,
    call=lambda answer, colour, board: seen_of(answer, colour, board, any_text=True),
    form=subclass_of(Goal), laws=[_is_described, scores_each_board],
    mistakes=[
        Mistake(_counted(lambda grid: [np.diagonal(grid), np.diagonal(grid[::-1])]), (
            "How many diagonals has a square, and which of them counts?",
            "On the diagonal that is asked for, the row and the column are equal.",
            "Both diagonals are counted. Count only grid[i, i].")),
        Mistake(_counted(lambda grid: grid), (
            "Does every cell of the colour count?",
            "Only cells whose row and column are equal count.",
            "All cells of the colour are counted, also those beside the diagonal.")),
        Mistake(_scored(_leaves_on_diagonal), (
            "How many unit cells of the diagonal does a large leaf fill?",
            "A leaf of 4 by 4 cells on the diagonal covers four of its cells.",
            "Each leaf is counted once, but a leaf can cover several cells of the diagonal. "
            "Flatten the board, and count cells.")),
        Mistake(_scored(_run_of), (
            "Must the cells that count lie side by side?",
            "Every cell of the diagonal that has the colour scores 1, wherever it is.",
            "The longest run is counted. Count all cells of the colour on the diagonal.")),
    ],
    words=lambda colour, board: f"DiagonalGoal({colour!r}).score({written(board)})",
    needs="a subclass of Goal",
)
