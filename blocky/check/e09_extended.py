"""Exercise 09: the actions of the extended rules, and a goal of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import itemgetter
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block
from blocky.check.boards import EXAMPLE, boards, hints_of_broken, nested
from blocky.check.mistakes import MISTAKES
from blocky.colour import Colour
from blocky.goal import Goal, GridGoal
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task, subclass_of
from blocky.kit.check.told import written
from blocky.kit.language import say

__all__ = ["DiagonalGoal", "combine", "paint"]


def _change(answer: Callable[..., Any], *args: Any) -> None:
    """Call an answer that changes a block. What it returns, and the kind of ValueError, is free."""
    try:
        answer(*args)
    except ValueError as error:
        raise ValueError(str(error)).with_traceback(error.__traceback__) from None


def _is_sound(args: Case, got: Outcome) -> Hints | None:
    """Return hints if what the block has become is no part of a board."""
    return hints_of_broken(got.arguments[0])


def _refuse(wrong: bool) -> None:
    if wrong:
        raise ValueError


_NOTHING = ("What should happen when the rules do not allow it?",
            "To do nothing is not to refuse: the game would take it for a move.",
            "raise ValueError(...) where the action is refused, in place of doing nothing.")

_TOO_LATE = ("In which order does your function ask, and change?",
             "A refused action must leave the block as it was.",
             "The block is changed first and refused then. Ask first.")


# -- paint -------------------------------------------------------------------------------------

def _paint_cases(rng: Random) -> Iterator[Case]:
    example = nested(EXAMPLE, 2)
    yield nested(0, 0), Colour.RED
    yield example.at((0, 3)), Colour.BLUE
    yield example.at((0, 1)), Colour.GREEN
    yield example.at((0, 2)), Colour.YELLOW
    yield nested(2, 0), Colour.GREEN
    yield example.at((0, 3)), Colour.YELLOW
    yield example.at((1,)), Colour.RED
    yield example.at((0,)), Colour.RED
    yield example, Colour.BLUE
    for board in boards(rng):
        cells = [block for block in board.leaves() if block.level == block.max_depth]
        for block in [rng.choice(list(board.blocks())), *rng.sample(cells, min(2, len(cells)))]:
            yield block, rng.choice(list(Colour))


def _paint_nothing(block: Block, colour: int) -> None:
    _refuse(block.level != block.max_depth or block.colour == colour)


def _paint_again(block: Block, colour: int) -> None:
    _refuse(block.level != block.max_depth)
    block.colour = Colour(colour)


def _paint_leaves(block: Block, colour: int) -> None:
    _refuse(bool(block.children) or block.colour == colour)
    block.colour = Colour(colour)


def _paint_leaves_again(block: Block, colour: int) -> None:
    _refuse(bool(block.children))
    block.colour = Colour(colour)


def _paint_or_nothing(block: Block, colour: int) -> None:
    if block.level == block.max_depth:
        block.colour = Colour(colour)


def _paint_then_refuse(block: Block, colour: int) -> None:
    before, block.colour = block.colour, Colour(colour)
    _refuse(block.level != block.max_depth or before == colour)


def _paint_below(block: Block, colour: int) -> None:
    for leaf in block.leaves():
        leaf.colour = Colour(colour)


_PAINT_ANY, _PAINT_NEW = MISTAKES["paint"]

_UNIT_CELL = ("Which blocks may be painted?",
              "A leaf can be larger than a unit cell. At which level do unit cells lie?",
              "Only a unit cell may be painted: if block.level is not block.max_depth, "
              "raise ValueError.")

paint = Task(
    "paint", Block.paint, _paint_cases,
    call=_change,
    laws=[_is_sound],
    mistakes=[
        *(Mistake(answer, (
            "Has the block that was handed in another colour after the call?",
            "block = ... or new = ... gives a value to a name; the block itself stays as it was.",
            "Nothing is changed. Change the block: block.colour = colour."))
          for answer in (_PAINT_NEW, _paint_nothing)),
        Mistake(_paint_again, (
            "What would change on the board in this case?",
            "A player who paints a red cell red would pay for nothing.",
            "A cell that has the colour already is not refused: raise ValueError.")),
        Mistake(_paint_or_nothing, _NOTHING),
        Mistake(_paint_then_refuse, _TOO_LATE),
        *(Mistake(answer, _UNIT_CELL) for answer in (
            _paint_leaves, _paint_leaves_again, _PAINT_ANY, _paint_below)),
    ],
    hints=("What colour has the block before, and which should it have after?",
           "Ask first: is it a unit cell, and has it another colour? Then change its colour.",
           "If block.level is not block.max_depth, or block.colour is colour already, raise "
           "ValueError. Else block.colour = colour."),
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


def _combiner(choose: Callable[[list[Any]], Any], level: bool = True, tie: str = "all",
              children: bool = True) -> Callable[[Block], None]:
    """Return a combine that takes what ``choose`` says, and refuses what it is told to."""
    def answer(block: Block) -> None:
        _refuse(level and block.level != block.max_depth - 1)
        _refuse(children and not block.children)
        colours = [child.colour for child in block.children]
        counts = sorted(Counter(colours).values(), reverse=True)
        _refuse(tie == "all" and counts[:2] in ([2, 2], [1, 1]))
        _refuse(tie == "2-2" and counts[:2] == [2, 2])
        _refuse(tie == "1-1-1-1" and counts[:2] == [1, 1])
        _refuse(tie == "2-1-1" and counts[0] < 3)
        block.colour, block.children = choose(colours), []
    return answer


def _most(colours: list[Any]) -> Any:
    return max(colours, key=colours.count)


def _most_of_set(colours: list[Any]) -> Any:
    return max(sorted(set(colours)), key=colours.count)


def _most_last(colours: list[Any]) -> Any:
    return max(sorted(set(colours), reverse=True), key=colours.count)


def _combine_or_nothing(block: Block) -> None:
    with suppress(ValueError):
        block.combine()


def _combine_then_refuse(block: Block) -> None:
    before, block.children = block.children, []
    block.colour = _most([child.colour for child in before]) if before else block.colour
    _refuse(block.level != block.max_depth - 1 or not before)
    counts = Counter(child.colour for child in before).most_common(2)
    _refuse(len(counts) == 2 and counts[0][1] == counts[1][1])


def _combine_any_level(block: Block) -> None:
    colours = [child.colour for child in block.children]
    _refuse(not colours or None in colours)
    counts = Counter(colours).most_common(2)
    _refuse(len(counts) == 2 and counts[0][1] == counts[1][1])
    block.colour, block.children = counts[0][0], []


def _with_majority_of_cells(block: Block) -> None:
    grid = block.flatten().ravel()
    counts = Counter(grid.tolist()).most_common(2)
    _refuse(not block.children or (len(counts) == 2 and counts[0][1] == counts[1][1]))
    block.colour, block.children = Colour(counts[0][0]), []


_TIE = ("How many of the four cells have the colour that your function takes? And the next one?",
        "When two colours or more have the most cells, there is no majority.",
        "A tie is not refused: 2-2 and 1-1-1-1 must raise ValueError.")

_LEVEL = ("Which blocks may be combined?",
          "The four children must be unit cells. At which level lies their parent?",
          "Only a divided block at level max_depth - 1 may be combined; for others raise "
          "ValueError.")

combine = Task(
    "combine", Block.combine, _combine_cases,
    call=_change,
    mistakes=[
        Mistake(MISTAKES["combine"][0], (
            "What does the block have after the call that a leaf has not?",
            "A block with a colour is a leaf. How many children has a leaf?",
            "The block keeps its children: block.children = [].")),
        Mistake(lambda block: None, (
            "Is the block another one after the call?",
            "The block that was given must become a leaf: with a colour, without children.",
            "Nothing is changed. Set block.colour and block.children.")),
        *(Mistake(_combiner(choose), (
            "How often is the colour that your function takes there? And the others?",
            "The colours are numbers, but which number is the larger does not matter.",
            "The largest or the smallest colour number is taken, not the colour of the most "
            "cells. Count how often each colour is there.")) for choose in (max, min)),
        *(Mistake(_combiner(choose), (
            "Which child does the colour come from? Does the order of the children matter?",
            "Count for each colour how many children have it.",
            "The colour of one child is taken, wherever most have another. Count the colours.",
        )) for choose in (lambda colours: colours[0], lambda colours: colours[-1])),
        Mistake(_combiner(_most, tie="2-1-1"), (
            "Do the most cells have one colour in this case?",
            "Two cells of one colour and one each of two others: no other colour has as many.",
            "2-1-1 is refused, but it is no tie. Compare the largest count with the next one, "
            "not with half of the cells.")),
        Mistake(_combine_or_nothing, _NOTHING),
        Mistake(_combine_then_refuse, _TOO_LATE),
        *(Mistake(answer, _LEVEL) for answer in (
            _combine_any_level, _with_majority_of_cells, _combiner(_most, level=False),
            _combiner(_most, level=False, children=False))),
        *(Mistake(_combiner(choose, level, tie), _TIE)
          for level, tie in ((True, "none"), (False, "none"), (True, "2-2"), (True, "1-1-1-1"))
          for choose in (_most, _most_of_set, _most_last, lambda colours: _most(colours[::-1]))),
    ],
    hints=("Count the colours of the four children in this case.",
           "Ask first whether the block may be combined; then find the colour that most of its "
           "children have; then make the block a leaf.",
           "A leaf has a colour and no children. Refuse a block that is not divided into four "
           "unit cells, and one where two counts share the first place."),
)


# -- a goal along the diagonal -----------------------------------------------------------------

class _DiagonalGoal(GridGoal):
    """Lay the target colour along the diagonal from the upper left to the lower right."""

    def score_grid(self, grid: NDArray[np.int8]) -> int:
        return int(np.count_nonzero(grid.diagonal() == self.colour))

    def description(self) -> str:
        return say("Lay {colour} along the diagonal from the upper left to the lower right: each "
                   "unit cell there scores 1.", colour=self.colour.word)


def _score(answer: Callable[..., Any], colour: Colour, board: Block) -> Any:
    goal = answer(colour)
    said = goal.description()
    if not isinstance(said, str) or not said:
        raise TypeError(say("description() returned {said!r}, but a sentence is expected",
                            said=said))
    return goal.score(board)


def _diagonal_cases(rng: Random) -> Iterator[Case]:
    for number, board in enumerate(boards(rng)):
        colours = list(Colour) if number < 3 else [rng.choice(list(Colour)) for _ in range(2)]
        for colour in colours:
            yield colour, board


def _scored(count: Callable[[Block, Colour], int]) -> type[Goal]:
    """Return a goal whose score is what ``count`` says."""
    class Wrong(Goal):
        def score(self, board: Block) -> int:
            return count(board, self.colour)

        def description(self) -> str:
            return "wrong"
    return Wrong


def _counted(*parts: Callable[[Any], Any]) -> type[Goal]:
    """Return a goal that counts the cells of these parts of the grid."""
    return _scored(lambda board, colour: sum(
        int(np.count_nonzero(part(board.flatten()) == colour)) for part in parts))


def _diagonal(grid: Any) -> Any:
    return np.diagonal(grid)


def _other(grid: Any) -> Any:
    return np.diagonal(grid[:, ::-1])


def _leaves_on_diagonal(board: Block, colour: Colour) -> int:
    if not board.children:
        return int(board.colour == colour)
    return sum(_leaves_on_diagonal(board.children[i], colour) for i in (1, 3))


def _run_of(board: Block, colour: Colour) -> int:
    best = length = 0
    for cell in board.flatten().diagonal():
        length = length + 1 if cell == colour else 0
        best = max(best, length)
    return best


_SHORTER: tuple[Callable[[Any], Any], ...] = (
    lambda grid: _diagonal(grid)[:-1], lambda grid: _diagonal(grid)[1:])
DiagonalGoal = Task(
    "DiagonalGoal", _DiagonalGoal, _diagonal_cases,
    call=_score,
    form=subclass_of(Goal),
    mistakes=[
        Mistake(_counted(_other), (
            "Where does the diagonal begin, and where does it end?",
            "On the diagonal that is asked for, the row and the column are equal.",
            "This is the other diagonal, from the upper right to the lower left. Take "
            "grid[i, i].")),
        Mistake(_counted(_diagonal, _other), (
            "How many diagonals does a square have? How many are asked for?",
            "Only cells whose row and column are equal count.",
            "Both diagonals are counted. Only the one from the upper left to the lower right is "
            "asked for.")),
        *(Mistake(_counted(itemgetter(edge)), (
            "Mark the cells that your score looks at. Do they go from corner to corner?",
            "On the diagonal both the row and the column change: grid[0, 0], grid[1, 1], ...",
            "Only one row or one column is counted. Take grid[i, i] for each i."))
          for edge in (0, (slice(None), 0))),
        *(Mistake(_counted(part), (
            "Which is the first cell that your score looks at, and which the last one?",
            "range(len(grid)) goes over all rows: it leaves out the end, not the last index.",
            "One end of the diagonal is left out: i goes from 0 to len(grid) - 1."))
          for part in _SHORTER),
        Mistake(_counted(lambda grid: np.diagonal(grid, 1)), (
            "On which line do the cells lie that your score looks at?",
            "grid[i, i + 1] lies beside the diagonal.",
            "The line beside the diagonal is counted. Take grid[i, i].")),
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
        Mistake(_scored(lambda board, colour: 148), (
            "Does your score depend on the board?",
            "Flatten the board, and look at the cells grid[i, i].",
            "The score is a placeholder. Count the cells of the diagonal that have self.colour.")),
    ],
    words=lambda colour, board: f"DiagonalGoal({colour!r}).score({written(board)})",
    hints=("Draw the diagonal on the case above, and count along it.",
           "Flatten the board. Which cells of the grid lie on the diagonal?",
           "Count for each i whether grid[i, i] is self.colour."),
    needs="a subclass of Goal",
)
