"""Exercise 09: the actions of the extended rules, and a goal of one's own."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block
from blocky.check.boards import EXAMPLE, Verdict, boards, hints_of_broken, nested
from blocky.check.goals import board_of, goal_task, one_cell
from blocky.colour import Colour
from blocky.goal import GridGoal
from blocky.kit.check.compare import told, written
from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Task, of_errors
from blocky.kit.language import say

__all__ = ["DiagonalGoal", "combine", "paint"]


def _change(answer: Callable[..., Any], *args: Any) -> Any:
    """Call an answer that changes a block, or refuses to by a ValueError with any text."""
    try:
        return answer(*args)
    except ValueError as error:
        if not str(error).strip():
            return Verdict(say("nothing, but raised a ValueError without a message"))
        raise ValueError().with_traceback(error.__traceback__) from None


def _returns_nothing(args: Case, got: Outcome) -> Hints | None:
    if isinstance(got.value, Block) and told(got.arguments[0]) == told(args[0]):
        return ("Does your function change the block that you pass to it?",
                "The game's board contains the block that was passed, not the one that you return.",
                "The block that was passed hasn't changed. You return another block, such as a "
                "copy. Change the block that was passed, and return nothing.")
    return None if got.value is None else (
        "What does your function return? What does a player read when the function refuses a "
        "block?",
        "The game doesn't use a return value. After the call, it looks only at the block that you "
        "changed. If you refuse the block, the player reads the message of your error.",
        'Your error has no message. Write raise ValueError("Only a unit cell ...").'
        if isinstance(got.value, Verdict) else
        "Your function changes the block, so it should return nothing.")


_ASK_FIRST = ("Compare the block before and after a refused call.",
              "A refused call must leave everything as it was.",
              "You refuse the block, but you change it first. Do all your checks before you change "
              "anything.")


@of_errors
def _refuses_well(args: Case, got: Outcome) -> Hints | None:
    return _ASK_FIRST if got.error == "ValueError" and got.after[0] != told(args[0]) else None


#: The laws of both: a changed block is still part of a board.
_LAWS = [_returns_nothing, _refuses_well, lambda args, got: hints_of_broken(got.arguments[0])]


# -- paint -------------------------------------------------------------------------------------

def _paint_cases(rng: Random) -> Cases:
    yield nested(0, 0), Colour.RED
    for path, colour in (((0, 3), 0), ((0, 1), 2), ((0, 2), 3), ((0, 3), 3), ((1,), 1), ((0,), 1),
                         ((), 0)):
        yield nested(EXAMPLE, 2).at(path), Colour(colour)
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


def _painted_first(block: Block, colour: int) -> None:
    old, block.colour = block.colour, Colour(colour)
    if block.level != block.max_depth or old == colour:
        raise ValueError("...")


paint = Task("paint", _painted, _paint_cases, call=_change, ways=[_painted], kits=[Block.paint],
             laws=_LAWS, mistakes=[Mistake(_painted_first, _ASK_FIRST)])


# -- combine -----------------------------------------------------------------------------------

def _combine_cases(rng: Random) -> Cases:
    example = nested(EXAMPLE, 2)
    yield from (nested(cells, 1) for cells in (
        [1, 1, 0, 2], [0, 1, 1, 1], [3, 0, 2, 0], [2, 2, 2, 2], [1, 3, 2, 1]))
    yield example.at((0,))
    yield from (nested(cells, 1) for cells in (
        [1, 1, 0, 0], [2, 3, 2, 3], [0, 1, 2, 3], [3, 1, 0, 2]))
    yield from (example.at((1,)), nested([2, 1, 1, 3], 2), nested([1, 1, [0, 1, 2, 2], 3], 2),
                example.at((0, 1)), nested(3, 0))
    for board in boards(rng):
        parents = [block for block in board.blocks() if block.level == block.max_depth - 1]
        yield rng.choice(list(board.blocks()))
        yield from rng.sample(parents, min(2, len(parents)))


def _combined(block: Block) -> None:
    if block.level != block.max_depth - 1 or not block.children:
        raise ValueError("...")
    colours = [child.colour for child in block.children]
    counts = Counter(colours).most_common()
    if len(counts) > 1 and counts[0][1] == counts[1][1]:
        raise ValueError("...")
    block.colour = counts[0][0]
    block.children = []


@of_errors
def _as_most_are(args: Case, got: Outcome) -> Hints | None:
    """The law that a block takes the majority colour, and that a tie is refused."""
    block, = args
    colours = [child.colour for child in block.children]
    if None in colours or block.level != block.max_depth - 1 or not colours:
        return None
    counts = Counter(map(Colour, colours)).most_common()
    tie = len(counts) > 1 and counts[0][1] == counts[1][1]
    own = got.arguments[0]
    if tie == (got.error == "ValueError") and (tie or own.colour == counts[0][0]):
        return None if tie or not own.children else (
            "What does the block contain after the call?", "A leaf has a colour and no children.",
            "The colour is right, but the block still has its children. Remove them to make it a "
            "leaf: block.children = [].")
    listed = ", ".join(f"{count} {colour}" for colour, count in counts)
    return ("How many of the four cells have each colour?",
            "If two or more colours share the most cells, there is no majority.",
            say("The cells are {counts}. Two or more colours have the most cells, so this is a "
                "tie, like 2-2 or 1-1-1-1. Refuse it: raise ValueError(...).", counts=listed)
            if tie else
            say("The cells are {counts}, and no other colour has as many as {colour}. So this "
                "isn't a tie, and the block must become {colour}. {yours}", colour=counts[0][0],
                counts=listed, yours=say("Your function refuses it.") if got.error else
                say("Yours: {own}.", own=written(own.colour))))


combine = Task("combine", _combined, _combine_cases, call=_change, ways=[_combined],
               laws=[_refuses_well, _as_most_are, *_LAWS],
               kits=[Block.combine, Block.majority])


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


def _diagonal_cases(rng: Random) -> Cases:
    yield Colour.BLUE, nested([0, 1, 2, 3], 1)
    for cell in product(range(4), repeat=2):
        yield Colour.RED, board_of(one_cell(Colour.RED, cell))
    yield Colour.RED, nested(1, 3)
    for number, board in enumerate(boards(rng)):
        colours = list(Colour) if number < 3 else [rng.choice(list(Colour)) for _ in range(2)]
        for colour in colours:
            yield colour, board


_STEPS = {
    "the cells that score when only they have the colour, by row and column":
        "A cell counts if its row and column are the same number, and only then. The colours of "
        "the other cells don't matter.",
    "the score of one leaf of 8 by 8 unit cells":
        "Each unit cell on the diagonal scores 1, so a leaf scores 1 for each of its cells there.",
}


def _probes(score: Callable[[Block], int]) -> dict[str, Any]:
    counted = [cell for cell in product(range(4), repeat=2)
               if score(board_of(one_cell(Colour.RED, cell)))]
    return dict(zip(_STEPS, (counted, score(nested(1, 3))), strict=True))


DiagonalGoal = goal_task("DiagonalGoal", _DiagonalGoal, _diagonal_cases, any_text=True,
                         probes=_probes, steps=_STEPS)
