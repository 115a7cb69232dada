"""The result of a function on a board, right or wrong, and its visible faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky import draw
from blocky.block import MAX_DEPTH, PLACES, Block, Path
from blocky.colour import Colour
from blocky.draw.board_tree import layout
from blocky.geometry import Rectangle
from blocky.kit.language import say, say_count
from blocky.kit.safely import PartError, call_safely
from blocky.widgets.breakages import problems_of
from blocky.widgets.move_panel import SIZE

__all__ = ["Attempt", "children_text", "findings", "listed", "run"]


@dataclass
class Attempt:
    """What a function made of a board.

    ``children[i]`` is the number that child i of the block had before, None for a new block.
    ``failure`` is the sentence that says how the function failed, "" if it came to an end.
    """

    board: Block
    children: list[int | None] = field(default_factory=list)
    failure: str = ""

    @cached_property
    def sound(self) -> bool:
        """Whether there is enough of a tree to flatten it and to draw it as a board."""
        return not self.failure and all(
            isinstance(block := node.block, Block) and isinstance(block.children, list)
            and not node.cut and isinstance(block.level, int) and isinstance(block.max_depth, int)
            and block.max_depth - block.level <= MAX_DEPTH
            for node in layout(self.board).values())

    @cached_property
    def grid(self) -> NDArray[np.int8] | None:
        """The flattened board, None if the tree is too broken for that."""
        try:
            grid = self.board.flatten() if self.sound else np.array([])
        except Exception:
            return None
        right = grid.shape == 2 * (2**self.board.max_depth,)
        return grid if right and np.isin(grid, list(Colour)).all() else None

    @cached_property
    def rectangles(self) -> list[Rectangle]:
        """What its picture is made of, each block where its position says; [] if that cannot be."""
        try:
            rectangles = self.board.rectangles_to_draw() if self.sound else []
            draw.pixels(rectangles, SIZE, 8)
        except Exception:
            return []
        return rectangles

    def differs_on_grid(self, other: Attempt) -> NDArray[np.bool_]:
        """Tell for each cell of the grid whether it differs; for none without a grid."""
        if self.grid is None or other.grid is None:
            return np.zeros((1, 1), dtype=bool)
        return np.asarray(self.grid != other.grid)

    def differs_in_picture(self, other: Attempt) -> NDArray[np.bool_]:
        """Tell of each cell whether it differs in the picture, drawn where positions say."""
        if not self.rectangles:
            return np.zeros((1, 1), dtype=bool)
        mine, others = (draw.pixels([each for each in attempt.rectangles if each[3] == 0],
                                    SIZE, 2**self.board.max_depth) for attempt in (self, other))
        return np.asarray((mine != others).any(axis=2))


def run(board: Block, path: Path, function: Callable[..., Any], args: tuple[Any, ...],
        name: str) -> Attempt:
    """Return the attempt of ``function`` at the block at ``path``, on a copy of ``board``."""
    twin, failure = board.copy(), ""
    block = twin.at(path)
    before = list(block.children)
    try:
        call_safely(name, function, block, *args)
    except PartError as error:
        failure = str(error)
    after = block.children if isinstance(block.children, list) else []
    return Attempt(twin, [next((i for i, old in enumerate(before) if old is child), None)
                          for child in after], failure)


def _problems_text(board: Block) -> str:
    """Return sentences on what is broken in a tree: how much, and up to three kinds of it."""
    problems = problems_of(board, 1000)
    if not problems:
        return ""
    kinds = {error.kind: error for error in reversed(problems)}  # the first of each
    shown = [str(error) for error in reversed(kinds.values())][:3]
    more = len(problems) - len(shown)
    return " ".join([
        say_count("{count} invariant is broken.", "{count} invariants are broken.", len(problems)),
        *shown, *([say("And {count} more.", count=more)] if more else [])])


def findings(wrong: Attempt, right: Attempt) -> list[str]:
    """Return sentences on the visible faults: cells, picture, invariants."""
    if wrong.failure:
        return [wrong.failure]
    found = []
    if wrong.children != right.children:
        found.append(say("The list of children becomes {children}, not {right}.",
                         children=listed(wrong.children), right=listed(right.children)))
    cells = wrong.differs_on_grid(right).sum()
    unseen = wrong.differs_in_picture(right).sum()
    if not wrong.sound:
        found.append(say("What it leaves cannot be drawn as a board."))
    elif wrong.grid is None:
        found.append(say("The board cannot be flattened any more."))
    elif cells:
        found.append(say_count("{count} of {size} cells of the grid is wrong; it is marked.",
                               "{count} of {size} cells of the grid are wrong; they are marked.",
                               int(cells), size=wrong.grid.size))
        if wrong.rectangles and not unseen:
            found.append(say("The grid is wrong, but the picture, drawn where positions say, is "
                             "right."))
    elif unseen:
        found.append(say("The grid is right, but the picture, drawn where positions say, is "
                         "wrong."))
    if problems := _problems_text(wrong.board):
        found.append(problems)
    return found or [say("Here it does the same as the right one. Try another block.")]


def children_text(before: list[int | None], after: list[int | None]) -> str:
    """Return sentences that say what happens to a list of children."""
    if not before and not after:
        return say("The block has no children: its list of children is [] before and after.")
    if after == before:
        what = say("every child stays where it is")
    elif not after:
        what = say("the block has become a leaf")
    elif None in after:
        what = say("all children are new blocks")
    else:
        what = ", ".join(say("{number} goes {place}", number=number,
                             place=say(PLACES[after.index(number)])) for number in before)
    return say("The list of children goes from {before} to {after}: {what}.",
               before=listed(before), after=listed(after), what=what)


def listed(numbers: Iterable[int | None]) -> str:
    """Return the numbers of children as a list is written; None is a new block."""
    return f"[{', '.join(say('new') if number is None else str(number) for number in numbers)}]"
