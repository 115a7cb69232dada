"""Trials of moves: what a function makes of a board, its visible faults, the law of the move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from blocky import draw
from blocky.block import MAX_DEPTH, PLACES, Block, Path, Rectangle
from blocky.colour import Colour
from blocky.draw.board_tree import Node, layout
from blocky.invariants import Broken, InvariantError
from blocky.kit.language import mark, say, say_count
from blocky.kit.safely import PartError, call_safely
from blocky.move import Action, Move
from blocky.widgets.broken_tree import problems_of
from blocky.widgets.move_panel import SIZE

__all__ = ["LAWS", "LawStep", "Trial", "children_text", "findings", "law_text", "listed",
           "steps_of_law", "try_on"]


#: The most broken invariants that are counted.
MOST_COUNTED = 1000


@dataclass
class Trial:
    """A board after a function ran on one of its blocks.

    Attributes:
        children: for each child of the block now its number before; None for a new block.
        failure: a sentence that says how the function failed; "" if it returned.
    """

    board: Block
    children: list[int | None] = field(default_factory=list)
    failure: str = ""

    @cached_property
    def sound(self) -> bool:
        """Whether the tree is whole enough to be flattened and drawn as a board."""
        return not self.failure and all(map(_is_sound, layout(self.board).values()))

    @cached_property
    def grid(self) -> NDArray[np.int8] | None:
        """The flattened board; None if the tree is too broken for that."""
        if self.sound:
            with suppress(Exception):  # what is wrong with the tree may show only here
                grid = self.board.flatten()
                side = 2**self.board.max_depth
                if grid.shape == (side, side) and np.isin(grid, list(Colour)).all():
                    return grid
        return None

    @cached_property
    def rectangles(self) -> list[Rectangle]:
        """The rectangles of its picture, drawn where positions say; [] if it cannot be drawn."""
        if self.sound:
            with suppress(Exception):  # what is wrong with the tree may show only here
                rectangles = self.board.rectangles_to_draw()
                draw.pixels(rectangles, SIZE, 8)  # raises what drawing them would raise
                return rectangles
        return []

    def differs_on_grid(self, other: Trial) -> NDArray[np.bool_]:
        """Return for each cell whether it differs on the grid; for none without a grid."""
        if self.grid is None or other.grid is None:
            return np.zeros((1, 1), dtype=bool)
        return np.asarray(self.grid != other.grid)

    def differs_in_picture(self, other: Trial) -> NDArray[np.bool_]:
        """Return a mask of the cells that differ in the picture.

        Without a picture, it's a mask of one cell that doesn't differ.
        """
        if not self.rectangles:
            return np.zeros((1, 1), dtype=bool)
        side = 2**self.board.max_depth
        differs = self._pixels_of_cells(side) != other._pixels_of_cells(side)
        return np.asarray(differs.any(axis=2))

    def _pixels_of_cells(self, side: int) -> NDArray[np.uint8]:
        """Return the picture without frames, at one pixel for each of ``side`` cells in a row."""
        filled = [rectangle for rectangle in self.rectangles if _thickness(rectangle) == 0]
        return draw.pixels(filled, SIZE, side)


def _is_sound(node: Node) -> bool:
    """Whether a node is a block that can be drawn: it has a list of children, and valid levels.

    The tree must also end below it.
    """
    block = node.block
    is_endless = node.cut  # not all of the blocks below it have nodes
    if is_endless or not isinstance(block, Block) or not isinstance(block.children, list):
        return False
    has_levels = isinstance(block.level, int) and isinstance(block.max_depth, int)
    return has_levels and block.max_depth - block.level <= MAX_DEPTH


def _thickness(rectangle: Rectangle) -> int:
    """Return the thickness of a rectangle's frame; 0 if the rectangle is filled."""
    _, _, _, thickness = rectangle
    return thickness


def try_on(board: Block, path: Path, function: Callable[..., Any], args: tuple[Any, ...],
           name: str) -> Trial:
    """Call ``function(block, *args)`` for the block at ``path`` of a copy; return the Trial.

    ``name`` is what the sentence on a failure calls the function.
    """
    twin = board.copy()
    block = twin.at(path)
    children_before = list(block.children)
    failure = ""
    try:
        call_safely(name, function, block, *args)
    except PartError as error:
        failure = str(error)
    children_after = block.children if isinstance(block.children, list) else []
    numbers = [_number_among(children_before, child) for child in children_after]
    return Trial(twin, numbers, failure)


def _number_among(children: list[Block], child: object) -> int | None:
    """Return the number of a child in a list of children; None if this very object isn't there."""
    for number, other in enumerate(children):
        if other is child:
            return number
    return None


# -- in words ----------------------------------------------------------------------------------

def findings(wrong: Trial, right: Trial) -> list[str]:
    """Return sentences on what is wrong with children, grid and picture, and invariants.

    If the function failed, only that is said. If nothing is wrong, a sentence says so.
    """
    if wrong.failure:
        return [wrong.failure]
    sentences = []
    if wrong.children != right.children:
        sentences.append(say("The list of children becomes {children}, but should become {right}.",
                             children=listed(wrong.children), right=listed(right.children)))
    sentences += _findings_on_grid_and_picture(wrong, right)
    if problems := problems_of(wrong.board, MOST_COUNTED):
        sentences.append(_problems_text(problems))
    if not sentences:
        sentences = [say("On this block, the result is the same as with the correct function. Try "
                         "another block.")]
    return sentences


def _findings_on_grid_and_picture(wrong: Trial, right: Trial) -> Iterator[str]:
    """Yield a sentence if the grid or the picture can't be made or is wrong; at most two."""
    wrong_on_grid = int(wrong.differs_on_grid(right).sum())
    wrong_in_picture = int(wrong.differs_in_picture(right).sum())
    if not wrong.sound:
        yield say("The result can't be drawn as a board.")
    elif wrong.grid is None:
        yield say("The board can no longer be flattened.")
    elif wrong_on_grid:
        yield say_count("{count} of the grid's {size} cells is wrong, and it is marked.",
                        "{count} of the grid's {size} cells are wrong, and they are marked.",
                        wrong_on_grid, size=wrong.grid.size)
        if wrong.rectangles and not wrong_in_picture:
            yield say("The grid is wrong, but the picture is right, because the picture is drawn "
                      "from the positions.")
    elif wrong_in_picture:
        yield say("The grid is right, but the picture is wrong, because the picture is drawn from "
                  "the positions.")


def _problems_text(problems: list[InvariantError]) -> str:
    """Return sentences on broken invariants: how many, then the first one of each kind.

    Only the first three kinds are listed. The last sentence counts the problems not listed, if any.
    """
    first_of_kind: dict[Broken, str] = {}
    for problem in problems:
        first_of_kind.setdefault(problem.kind, str(problem))
    listed_problems = [*first_of_kind.values()][:3]
    sentences = [say_count("{count} invariant is broken.", "{count} invariants are broken.",
                           len(problems)), *listed_problems]
    if more := len(problems) - len(listed_problems):
        sentences.append(say("And {count} more.", count=more))
    return " ".join(sentences)


def children_text(earlier: Trial, later: Trial) -> str:
    """Return a sentence on what a move does to the list of children of the block."""
    before = earlier.children
    after = later.children  # for each child, its number before the move
    if not before and not after:
        return say("The block has no children: its list of children is [] before and after.")
    if after == before:
        what = say("every child stays in its place")
    elif not after:
        what = say("the block has become a leaf")
    elif None in after:
        what = say("all the children are new blocks")
    else:
        new_places = {number: say(PLACES[after.index(number)]) for number in before}
        what = ", ".join(say("{number} goes {place}", number=number, place=place)
                         for number, place in new_places.items())
    return say("The list of children changes from {before} to {after}: {what}.",
               before=listed(before), after=listed(after), what=what)


def listed(numbers: Iterable[int | None]) -> str:
    """Return the numbers of children as a list is written; None is a new block."""
    texts = [say("new") if number is None else str(number) for number in numbers]
    return f"[{', '.join(texts)}]"


# -- the law of a move: the effect of repeating it, or taking it back -----------------------------

LAWS = mark({
    Action.ROTATE_CLOCKWISE:
        "The law: rotating four times clockwise, or once clockwise and once counter-clockwise, "
        "leaves the board as it was. On the block's grid, the move is np.rot90(grid, -1).",
    Action.ROTATE_COUNTER_CLOCKWISE:
        "The law: rotating four times counter-clockwise, or once counter-clockwise and once "
        "clockwise, leaves the board as it was. On the block's grid, the move is np.rot90(grid).",
    Action.SWAP_HORIZONTALLY:
        "The law: a swap is its own inverse, so two swaps leave the board as it was. On the "
        "block's grid, the move is np.roll(grid, len(grid) // 2, axis=1).",
    Action.SWAP_VERTICALLY:
        "The law: a swap is its own inverse, so two swaps leave the board as it was. On the "
        "block's grid, the move is np.roll(grid, len(grid) // 2, axis=0).",
    Action.SMASH:
        "The law: no move undoes a smash. The block's old colour is gone, and the new children are "
        "random. So smashing the same board twice gives two different results.",
    Action.PAINT:
        "The law: only painting with the old colour undoes a paint move. The painted cell doesn't "
        "tell you which colour that was.",
    Action.COMBINE:
        "The law: no move undoes a combine move. Different blocks can become the same leaf, and "
        "the leaf doesn't tell you which block was there before.",
})

#: The inverse of an action, and how the two are called in the picture.
INVERSES = mark({
    Action.ROTATE_CLOCKWISE: (Action.ROTATE_COUNTER_CLOCKWISE, "↻, then ↺"),
    Action.ROTATE_COUNTER_CLOCKWISE: (Action.ROTATE_CLOCKWISE, "↺, then ↻"),
})

#: Returns the trial of an action on a board. The last argument is any value: with another value, a
#: smash brings other children.
Do = Callable[[Block, Action, object], Trial]


class LawStep(NamedTuple):
    """A board that shows the law; with ``back``, the law says that it is as it was before."""

    title: str
    trial: Trial
    back: bool = False

    def holds(self, before: Block) -> bool:
        """Whether the board is as it was before."""
        return self.trial.sound and self.trial.board == before


def steps_of_law(board: Block, move: Move, do: Do) -> list[LawStep]:
    """Return the boards that show the law of a move; the first one is the board before the move.

    ``do`` makes the moves; it may make them wrong, to show a mistake.
    """
    action = move.action
    before = LawStep(say("before"), Trial(board))
    match action:
        case Action.SMASH:
            # the same board is smashed three times, with other children each time
            return [before, *(LawStep(say("smash {number}", number=number),
                                      do(board, action, number)) for number in (1, 2, 3))]
        case Action.PAINT:
            painted = do(board, action, "")
            old_colour = board.at(move.path).colour
            repainted = try_on(painted.board, move.path, Block.paint, (old_colour,), "paint")
            return [before, LawStep(say("painted {colour}", colour=move.colour), painted),
                    LawStep(say("painted {colour} again", colour=old_colour), repainted,
                            back=True)]
        case Action.COMBINE:
            other_board = _other_with_same_result(board, move.path)
            return [before, LawStep(say("combined"), do(board, action, "")),
                    LawStep(say("another board"), Trial(other_board)),
                    LawStep(say("combined: the same"), do(other_board, action, ""))]
    return _repeated(before, action, do)


def _repeated(before: LawStep, action: Action, do: Do) -> list[LawStep]:
    """Return the boards after each of four rotations, or of two swaps, from ``before``.

    For a rotation, another board comes last: that after one rotation and its inverse. If a board
    isn't sound, it's the last one.
    """
    steps = [before]
    titles = [say("once"), say("twice"), say("3 times"), say("4 times")]
    times = 4 if action in INVERSES else 2
    for title in titles[:times]:
        trial = do(steps[-1].trial.board, action, "")
        steps.append(LawStep(title, trial))
        if not trial.sound:
            return steps
    steps[-1] = steps[-1]._replace(back=True)  # the law says that it's as before
    if action in INVERSES:
        inverse, title = INVERSES[action]
        once = steps[1]
        steps.append(LawStep(say(title), do(once.trial.board, inverse, ""), back=True))
    return steps


def _other_with_same_result(board: Block, path: Path) -> Block:
    """Return another board that becomes the same one when the block at ``path`` is combined."""
    other = board.copy()
    block = other.at(path)
    block.rotate(1)  # the children have other places, and the same colours
    if other == board:  # all four children are alike: give one of them another colour
        child = block.children[0]
        child.colour = Colour((int(child.colour or 0) + 1) % len(Colour))
    return other


def law_text(action: Action, steps: list[LawStep]) -> str:
    """Return a text that says whether the law of an action holds in ``steps``, or what the law is.

    A law that doesn't say that the board is as before is only quoted.
    """
    for step in steps:
        if step.trial.failure:
            return say("The law can't be shown. {problem}", problem=step.trial.failure)
    if not steps[-1].trial.sound:
        return say("The law can't be shown: the tree is broken after the move.")
    claims = [step for step in steps if step.back]  # the steps that must be as before
    if not claims:
        return say(LAWS[action])
    board_before = steps[0].trial.board
    for step in claims:
        if not step.holds(board_before):
            return say("The law fails: after “{title}”, the board isn't as it was before. So board "
                       "== before is False.", title=step.title)
    first_claim, *other_claims = claims
    if not other_claims:
        return say("The law holds: after “{title}”, the board is as it was before (board == before "
                   "is True).", title=first_claim.title)
    [second_claim] = other_claims  # a rotation makes two
    return say("The law holds: after “{title}” and after “{other}”, the board is as it was before "
               "(board == before is True).", title=first_claim.title,
               other=second_claim.title)
