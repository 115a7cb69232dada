"""Exercise 03: the block at a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from blocky import draw
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, TWO_LEVELS, Verdict, boards, nested
from blocky.draw import Picture
from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.language import say

__all__ = ["get_selected_block"]


def _select_cases(rng: Random) -> Iterator[Case]:
    flat, example, deep = nested([0, 1, 2, 3], 1, 64), nested(list(EXAMPLE), 2, 64), nested(
        TWO_LEVELS, 3, 64)
    yield nested(2, 0, 10), (5, 5), 0
    yield from ((flat, place, 1) for place in ((40, 10), (10, 20), (10, 40), (50, 40)))
    yield flat, (40, 10), 0
    yield from ((example, (40, 20), level) for level in (2, 1, 0))
    yield from ((flat, place, 1) for place in ((32, 10), (10, 32), (32, 32), (31, 31), (0, 0),
                                               (63, 63), (31.5, 31.5)))
    yield from ((example, place, 2) for place in ((5, 5), (32, 20), (48, 16), (47, 16), (63, 31)))
    yield from ((deep, place, level) for place in ((40, 44), (63, 48), (5, 3), (32, 63))
                for level in (3, 1, 2, 0))
    yield deep.children[3], (40, 44), 3
    yield deep.children[3], (40, 44), 1
    placed = nested(TWO_LEVELS, 3)
    placed.update_block_locations((100, 30), 48)
    yield from ((placed, place, 3) for place in ((124, 54), (112, 42), (126, 60), (147, 77)))
    for board in boards(rng):
        leaf = rng.choice(list(board.leaves()))
        yield board, leaf.position, rng.randrange(board.max_depth + 1)
        yield (board, (rng.randrange(board.size), rng.randrange(board.size)),
               rng.randrange(board.max_depth + 2))


def _select(answer: Any, block: Block, location: tuple[float, float], level: int) -> Any:
    """Return the path, from ``block`` on, of the block that ``answer`` returns."""
    own = answer(block, location, level)
    if not isinstance(own, Block):  # a path of the answer's own is none of the kit's
        return list(own) if isinstance(own, tuple) else own
    waiting: list[tuple[Path, Block]] = [((), block)]
    for path, each in waiting:
        if each is own:
            return path
        waiting += [((*path, number), child) for number, child in enumerate(each.children)]
    return Verdict(say("a block that is not one of the tree's"))


def _of_the_tree(case: Case, got: Outcome) -> Hints | None:
    if got.value is None or isinstance(got.value, tuple):
        return None
    if isinstance(got.value, Verdict):
        return ("Is the block that you return the one in the tree, or one that looks like it?",
                "The game changes the block that it is given.",
                "You return a copy or a new block. Return the block of the tree itself.")
    return ("What does your function return?", "The game wants to know which block was meant.",
            say("Return a block of the tree, not {got}.", got=written(got.value)))


def _at_the_edge(case: Case, got: Outcome) -> Hints | None:
    """See whether a pixel on the line between blocks was found in the wrong one, or in none."""
    block, location, level = case
    if not (got.value is None or isinstance(got.value, tuple)):
        return None
    right = block.get_selected_block(location, level)
    own = block.at(got.value or ())
    inside, of_own = ([place - each.position[axis] for axis, place in enumerate(location)]
            for each in (right, own))
    missed = own is not right and own.size in of_own and all(
        0 <= each <= own.size for each in of_own)
    lost = got.value in (None, ()) and own is not right and not all(
        0 < each < right.size - 1 for each in inside)
    return ("To which block belongs a pixel on the line between two of them?",
            "A block of size 32 at x = 0 has the pixels 0 to 31. Pixel 32 is the next block's.",
            say("The pixel {location} lies on the line between two blocks, and your function takes "
                "the wrong one, or none. A block contains (px, py) if x <= px < x + size and "
                "y <= py < y + size.", location=location)) if missed or lost else None


def _selecting(order: Sequence[int] = (1, 0, 2, 3), corner: bool = True, deepest: bool = False
               ) -> Callable[[Block, Any, int], Block]:
    """Return a way of selecting: children at upper left, upper right, lower left, lower right."""
    def select(block: Block, location: Any, level: int) -> Block:
        x, y = location
        while block.children and (block.level < level or deepest):
            right, low = block.children[3].position if corner else [block.size / 2] * 2
            block = block.children[order[(x >= right) + 2 * (y >= low)]]
        return block
    return select


def _both_selected(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the board with the block that is expected, and with the one that was got.

    A cross marks the pixel that was asked for.
    """
    block, location = args[:2]
    shown, titles = [], []
    for title, path in ((say("expected"), expected.value), (say("got"), got.value)):
        if isinstance(path, tuple):
            shown.append(block.copy())
            shown[-1].at(path).highlighted = True
            titles.append(title)
    picture = draw.boards(shown, titles, letters=True)
    cell = block.size / 2 ** (block.max_depth - block.level)
    for ax in picture.figure.axes:
        ax.plot(*(((place + 0.5 - corner) / cell,)
                  for place, corner in zip(location, block.position, strict=True)),
                "x", color="black", markersize=12, markeredgewidth=2.5)
    return Picture(picture.figure, say("{boards}; a cross marks the pixel {location}",
                                       boards=picture.alt, location=location))


get_selected_block = Task(
    "get_selected_block", Block.get_selected_block, _select_cases, call=_select,
    laws=[_of_the_tree, _at_the_edge],
    mistakes=[
        Mistake(_selecting(deepest=True), (
            "What does your function do with the level?",
            "With level 0 the whole board is meant, wherever the place is.",
            "You always return the leaf. Stop as soon as block.level == level.")),
        *(Mistake(_selecting(order), (
            "Which of the children does your function return, and which of them never?",
            "A child reaches from x to x + child.size, and from y to y + child.size.", why))
          for order, why in (
              ((1, 0, 1, 0), "Children 2 and 3 are never chosen: what asks for 0 and 1 lets the "
               "lower pixels in as well. Compare y with both edges of the child."),
              ((0, 0, 2, 2), "Children 1 and 3 are never chosen: what asks for 0 and 2 lets the "
               "left pixels in as well. Compare x with both edges of the child."),
              ((0,) * 4, "Child 0 is always chosen. Ask whether it contains the place before you "
               "return what comes from it."),
              ((3,) * 4, "Child 3 is always chosen: an = forgets the others. Ask which child "
               "contains the place, and call the function for that one only."))),
        *(Mistake(_selecting(order), (
            "Which child is in which quarter?", "Follow the place in the picture: y goes down.",
            "The wrong child is asked. 0 is upper right, 1 upper left, 2 lower left, 3 lower "
            "right.")) for order in ((0, 1, 2, 3), (0, 1, 3, 2), (2, 3, 1, 0), (1, 0, 3, 2))),
        Mistake(_selecting(corner=False), (
            "Where is the middle of a block that does not lie at (0, 0)?",
            "A location is seen from the corner of the whole board.",
            "You compare the location with half of the size. The middle of a block is at "
            "x + half, y + half.")),
    ],
    words=lambda block, location, level: f"get_selected_block({written(block)}, {location}, "
                                         f"{level})",
    show=_both_selected,
)
