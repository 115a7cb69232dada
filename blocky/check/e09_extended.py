"""Exercise 09: paint and combine, the actions of the extended rules, and a goal of your own."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block
from blocky.check.boards import EXAMPLE, boards, hints_of_broken, nested
from blocky.check.goals import board_of, goal_task, one_cell
from blocky.colour import Colour
from blocky.goal import GridGoal
from blocky.kit.check.compare import told, written
from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Task, of_errors
from blocky.kit.language import say

__all__ = ["DiagonalGoal", "combine", "paint"]


def _change(answer: Callable[..., Any], *args: Any) -> Any:
    """Return what an answer returns that changes a block, or refuses it with a ValueError.

    Raise such an error again, but without its text. Return a _NoMessage if it has no text.
    """
    try:
        return answer(*args)
    except ValueError as error:
        if not str(error).strip():
            return _NoMessage()
        # any text is right, so it isn't compared with the kit's
        raise ValueError().with_traceback(error.__traceback__) from None


class _NoMessage:
    """The result of a call that refuses a block with an error that doesn't say why."""

    def __repr__(self) -> str:
        return say("nothing, but raised a ValueError without a message")


# -- laws of both ------------------------------------------------------------------------------

def _says_why(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the error of a refused block has no message."""
    if not isinstance(got.value, _NoMessage):
        return None
    return ("What does a player read when your function raises an error for a block?",
            "The game shows the message of the error.",
            'Your error has no message. Write raise ValueError("Only a unit cell ...").')


def _returns_nothing(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the answer returns something: it should change the block in place."""
    if got.value is None:
        return None
    before, *_ = args
    after, *_ = got.arguments
    returns_a_changed_copy = isinstance(got.value, Block) and told(after) == told(before)
    if returns_a_changed_copy:
        why = ("Your function doesn't change the block that was passed, but returns another block, "
               "such as a copy. Change the block that was passed, and return nothing.")
    else:
        why = "Your function changes the block, so it should return nothing."
    return ("Does your function change the block that you pass to it?",
            "The game's board contains the block that was passed, and the game ignores the return "
            "value.",
            why)


@of_errors
def _changes_nothing_if_refused(args: Case, got: Outcome) -> Hints | None:
    """Return hints if a block is refused with a ValueError, but was changed before."""
    block, *_ = args
    if got.error != "ValueError":
        return None
    told_after, *_ = got.after
    is_unchanged = told_after == told(block)
    if is_unchanged:
        return None
    return ("Compare the block before and after a call that raises an error.",
            "A call that raises an error must leave everything as it was.",
            "Your function raises an error, but it changes the block first. Do all your checks "
            "before you change anything.")


def _is_a_board(args: Case, got: Outcome) -> Hints | None:
    """Return hints about the first invariant that the block breaks after the call."""
    block, *_ = got.arguments
    return hints_of_broken(block)


# -- paint -------------------------------------------------------------------------------------

def _paint_cases(rng: Random) -> Cases:
    """Yield a block and a colour: unit cells to paint, and blocks that must be refused."""
    yield nested(0, 0), Colour.RED
    # the path of a block in the example, and a colour number
    unit_cells = (((0, 3), 0), ((0, 1), 2), ((0, 2), 3), ((0, 3), 3))
    larger_blocks = (((1,), 1), ((0,), 1), ((), 0))
    for path, number in (*unit_cells, *larger_blocks):
        yield nested(EXAMPLE, 2).at(path), Colour(number)
    yield nested(2, 0), Colour.GREEN
    yield nested(EXAMPLE, 2, 50).at((0, 1)), Colour.YELLOW  # a cell of 12 pixels
    yield nested(EXAMPLE, 2, 32).at((2,)), Colour.BLUE  # a larger leaf, of 16 pixels
    for board in boards(rng):
        cells = [block for block in board.leaves() if block.level == block.max_depth]
        for block in [rng.choice(list(board.blocks())), *rng.sample(cells, min(2, len(cells)))]:
            yield block, rng.choice(list(Colour))


def _painted(block: Block, colour: int) -> None:
    """Paint a unit cell; raise ValueError for a larger block, or if it has the colour already."""
    if block.level != block.max_depth:
        raise ValueError("...")
    if block.colour == colour:
        raise ValueError("...")
    block.colour = Colour(colour)


paint = Task("paint", _painted, _paint_cases, call=_change, ways=[_painted], kits=[Block.paint],
             laws=[_says_why, _returns_nothing, _changes_nothing_if_refused, _is_a_board])


# -- combine -----------------------------------------------------------------------------------

def _combine_cases(rng: Random) -> Cases:
    """Yield blocks: some to combine, some with a tie, and others that must be refused."""
    example = nested(EXAMPLE, 2)
    yield from (nested(cells, 1) for cells in (
        [0, 1, 1, 1], [1, 1, 0, 2], [3, 0, 2, 0], [2, 2, 2, 2], [1, 3, 2, 1]))
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
    """Make a block a leaf in the colour of most of its four unit cells.

    Raise ValueError in a tie, and for a block that isn't divided into unit cells.
    """
    if block.level != block.max_depth - 1 or not block.children:
        raise ValueError("...")
    colours = [child.colour for child in block.children]
    counts = Counter(colours).most_common()
    if len(counts) > 1 and counts[0][1] == counts[1][1]:
        raise ValueError("...")
    block.colour = counts[0][0]
    block.children = []


def _counts(block: Block) -> list[tuple[Colour, int]]:
    """Return pairs of a colour and how many of the block's four cells have it.

    The most frequent colour comes first. Return [] if the block isn't divided into unit cells.
    """
    colours = [Colour(child.colour) for child in block.children if child.colour is not None]
    has_unit_cells = len(colours) == 4 and block.level == block.max_depth - 1
    return Counter(colours).most_common() if has_unit_cells else []


def _is_tie(counts: list[tuple[Colour, int]]) -> bool:
    """Whether the first two counts are equal; ``counts`` are sorted, the highest one first."""
    if len(counts) < 2:
        return False
    (_, most), (_, second_most), *_ = counts
    return most == second_most


def _listed(counts: list[tuple[Colour, int]]) -> str:
    """Return counts as text, such as "2 red, 1 blue, 1 green"."""
    return ", ".join(f"{count} {colour}" for colour, count in counts)


@of_errors
def _refuses_ties(args: Case, got: Outcome) -> Hints | None:
    """Return hints if no error is raised in a tie."""
    [block] = args
    counts = _counts(block)
    if not _is_tie(counts) or got.error:
        return None
    block_after, *_ = got.arguments
    (_, most), *_ = counts
    tied = [colour for colour, count in counts if count == most]
    took_one_of_them = block_after.colour in tied and not block_after.children
    if took_one_of_them:
        return ("How many of the four cells have each colour?",
                "If two or more colours share the highest number of cells, it's a tie.",
                say("The cells are {counts}: a tie, which functions such as mode, max and "
                    "most_common don't notice. Compare the two highest numbers yourself, and raise "
                    "ValueError(...) if they're equal.", counts=_listed(counts)))
    return ("How many of the four cells have each colour?",
            "If two or more colours share the highest number of cells, it's a tie.",
            say("The cells are {counts}. Two or more colours share the highest number of cells, so "
                "it's a tie. In a tie, raise ValueError(...).", counts=_listed(counts)))


@of_errors
def _takes_the_most_frequent_colour(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the block doesn't take the colour of most of its cells; in a tie, None.

    They depend on what the answer did: raise an IndexError or a ValueError, set the number of cells
    in place of the colour, or set another colour.
    """
    [block] = args
    counts = _counts(block)
    if not counts or _is_tie(counts):
        return None
    (colour, number_of_cells), *_ = counts  # the most frequent colour comes first
    block_after, *_ = got.arguments
    own = block_after.colour
    has_a_wrong_colour = not got.error and own != colour
    is_the_number = type(own) is int and own == number_of_cells  # a Colour is no plain int
    number_of_colours = len(counts)
    if got.error == "IndexError" and number_of_colours == 1:
        why = say("All four cells are {colour}, so there is no second colour to compare with. Test "
                  "for this case first. The block becomes {colour}.", colour=colour)
    elif got.error == "ValueError" and number_of_colours == 2:
        why = say("Your function raises an error, but the cells are {counts}, so {colour} has the "
                  "most. If you loop over the four cells, loop over set(colours) instead: the "
                  "second {colour} cell isn't a tie with the first.",
                  counts=_listed(counts), colour=colour)
    elif got.error == "ValueError":
        why = say("Your function raises an error for this block. But the cells are {counts}, so "
                  "{colour} has the most: it isn't a tie, and the block must become {colour}.",
                  counts=_listed(counts), colour=colour)
    elif has_a_wrong_colour and is_the_number:
        why = say("The cells are {counts}, so the block must become {colour}. Your function sets "
                  "its colour to {own}, which is the number of {colour} cells.",
                  counts=_listed(counts),
                  colour=colour, own=own)
    elif has_a_wrong_colour:
        why = say("The cells are {counts}, so the block must become {colour}. After your call, its "
                  "colour is {own}.", counts=_listed(counts), colour=colour, own=written(own))
    else:
        return None
    return ("How many of the four cells have each colour?",
            "The block takes the colour that most cells have, even if that's only two of the four.",
            why)


def _becomes_a_leaf(args: Case, got: Outcome) -> Hints | None:
    """Return hints if the block still has children after the call."""
    [before] = args
    after, *_ = got.arguments
    if not _counts(before) or not after.children:
        return None
    return ("What does the block contain after the call?", "A leaf has a colour and no children.",
            "The colour is right, but the block still has its children. Remove them to make it a "
            "leaf: block.children = [].")


combine = Task(
    "combine", _combined, _combine_cases, call=_change, ways=[_combined],
    kits=[Block.combine, Block.majority],
    laws=[_changes_nothing_if_refused, _refuses_ties, _takes_the_most_frequent_colour,
          _becomes_a_leaf, _says_why, _returns_nothing, _is_a_board])


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
    """Yield a colour and a board: boards of one colour, some with one red cell, then others."""
    yield Colour.BLUE, nested([0, 1, 2, 3], 1)
    for colour in Colour:
        yield Colour.BLUE, nested(colour, 2)
    for cell in product(range(4), repeat=2):
        yield Colour.RED, board_of(one_cell(Colour.RED, cell))
    yield Colour.RED, nested(1, 3)
    for number, board in enumerate(boards(rng)):
        colours = list(Colour) if number < 3 else [rng.choice(list(Colour)) for _ in range(2)]
        for colour in colours:
            yield colour, board


class _CountsAllCells(_DiagonalGoal):
    """A typical mistake: count all cells of the colour."""

    def score_grid(self, grid: NDArray[np.int8]) -> int:
        return int(np.count_nonzero(grid == self.colour))


class _CountsLeaves(_DiagonalGoal):
    """A typical mistake: count 1 for each leaf on the diagonal, whatever its size."""

    def score(self, board: Block) -> int:
        if board.children:
            return self.score(board.children[1]) + self.score(board.children[3])
        return int(board.colour == self.colour)


class _StopsAtMaxDepth(_DiagonalGoal):
    """A typical mistake: look only at the first max_depth cells of the diagonal."""

    def score(self, board: Block) -> int:
        grid = board.flatten()
        return sum(int(grid[i][i] == self.colour) for i in range(board.max_depth))


class _AddsOneForEachLevel(_DiagonalGoal):
    """A typical mistake: count one cell more for each level above max_depth."""

    def score(self, board: Block) -> int:
        if board.children:
            return self.score(board.children[1]) + self.score(board.children[3])
        return board.max_depth - board.level + 1 if board.colour == self.colour else 0


def _counts_a_whole_diagonal(case: Case, got: Outcome) -> Hints | None:
    """Return hints if a board of one leaf, of the target colour, doesn't score its diagonal."""
    colour, board = case
    side = 2 ** board.max_depth
    is_whole_board = board.level == 0
    if not is_whole_board or board.colour != colour or got.value == side:
        return None
    return ("How many unit cells are on the diagonal of this board?",
            "The diagonal has as many cells as one side of the grid: len(grid).",
            say("All cells here are {colour}, and max_depth is {max_depth}. The diagonal has "
                "{side} cells, which is 2 ** {max_depth}, but your score is {own}.",
                colour=colour, max_depth=board.max_depth, side=side, own=written(got.value)))


DiagonalGoal = goal_task(
    "DiagonalGoal", _DiagonalGoal, _diagonal_cases, any_text=True,
    laws=[_counts_a_whole_diagonal], mistakes=[
        Mistake(_StopsAtMaxDepth, (
            "How many cells of the diagonal does your loop look at?",
            "The number max_depth counts levels, not cells.",
            "Your score looks at only max_depth cells of the diagonal. The side of the grid is "
            "len(grid), which is 2 ** max_depth: use that.")),
        Mistake(_AddsOneForEachLevel, (
            "How many points does your goal give for a leaf that is larger than a unit cell?",
            "With each level, the side of a block doubles.",
            "Your score adds only 1 for each level above the unit cells, but the side of a leaf "
            "doubles with each level: it's 2 ** (max_depth - level) cells.")),
        Mistake(_CountsAllCells, (
            "Which cells of this board does your score count?",
            "A cell is on the diagonal if its row and column have the same number.",
            "Your score counts all the cells of the colour. Count only those whose row and column "
            "are equal: grid[i][i].")),
        Mistake(_CountsLeaves, (
            "How many points does your goal give for a leaf that is larger than a unit cell?",
            "The score is the number of unit cells on the diagonal.",
            "Your score counts each leaf on the diagonal as 1. A leaf on the diagonal scores 1 for "
            "each of its unit cells there: 2 ** (max_depth - level) in all."))])
