"""Exercise 01: whether a block and its children keep the rules but those of places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from blocky import draw, invariants
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, boards, nested
from blocky.colour import Colour
from blocky.draw import Picture
from blocky.invariants import Broken, InvariantError, broken_invariants
from blocky.kit.check.run import Outcome
from blocky.kit.check.show import compared
from blocky.kit.check.task import Case, Hints, Task
from blocky.kit.language import say

__all__ = ["RULES", "broken_at", "broken_flat", "is_sound", "shown_tree", "unseen", "yes_or_no"]

#: What breaks one rule: a block is changed, or the one above it.
_BREAKS: dict[str, Callable[[Block, Block], Any]] = {
    "three": lambda block, above: above.children.pop(),
    "five": lambda block, above: above.children.append(
        Block(block.level, block.max_depth, block.colour)),
    "coloured": lambda block, above: setattr(above, "colour", Colour.RED),
    "colourless": lambda block, above: setattr(block, "colour", None),
    "level": lambda block, above: setattr(block, "level", block.level + 1),
    "max_depth": lambda block, above: setattr(block, "max_depth", block.max_depth + 1),
    "parent": lambda block, above: setattr(block, "parent", None),
    "twin": lambda block, above: setattr(block, "parent", above.copy()),
    "size": lambda block, above: setattr(block, "size", block.size + 1),
    "position": lambda block, above: setattr(
        block, "position", above.children[block.path[-1] - 1].position),
}
RULES = tuple(_BREAKS)
_OF_THE_PARENT = RULES[:3]


def broken_at(tree: Any, max_depth: int, what: str, *paths: Path) -> Block:
    """Return a board in which one rule is broken: at blocks, or at those above them."""
    board = nested(tree, max_depth, 64)
    for path in paths:
        block = board.at(path)
        above = block.parent or block
        _BREAKS[what](block, above)
        for child in above.children[4:]:
            child.parent = above
    return board


def broken_flat(rng: Random, rules: Sequence[str]) -> Iterator[Case]:
    """Yield boards of four leaves: each rule is broken in two of them, in the first, in another."""
    for what in rules:
        any_child = (rng.randrange(1, 4),)
        if what in _OF_THE_PARENT:
            yield (broken_at([0, 1, 2, 3], 3, what, any_child),)
        elif what != "colourless":
            for paths in ((0,), (3,)), ((0,),), (any_child,):
                yield (broken_at([0, 1, 2, 3], 3, what, *paths),)


def _is_sound_cases(rng: Random) -> Iterator[Case]:
    flat, both = [0, 1, 2, 3], [[0, 1, 2, 3], 1, 2, [3, 2, 1, 0]]
    for tree, max_depth in ((2, 0), (0, 0), (flat, 1), (flat, 3), (2, 1), (list(EXAMPLE), 2)):
        yield (nested(tree, max_depth),)
    yield from ((child.copy(),) for child in nested(flat, 1).children)
    three = broken_at(flat, 3, "three", (1,))
    three.colour = Colour.RED
    yield (three,)
    yield (broken_at(2, 0, "level", ()),)
    yield (broken_at(2, 3, "colourless", ()),)
    yield from broken_flat(rng, RULES[:-2])
    for what in RULES[:-2]:
        below = broken_at(both, 4, what, (rng.choice((0, 3)), rng.randrange(4)))
        yield (below,)
        yield (below.children[0],)
    yield (broken_at(4 * [flat], 4, "parent", *((number, 1) for number in range(4))),)
    for board in boards(rng, 4):
        yield (board,)


def shown_tree(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw a tree with its attributes, or a large one as it is drawn elsewhere."""
    if sum(1 for _ in args[0].blocks()) > 25:
        picture = compared(args, expected, got)
        assert picture is not None
        return picture
    return draw.tree(args[0], letters=True,
                     attributes=("level", "max_depth", "position", "size", "colour"))


def yes_or_no(case: Case, got: Outcome) -> Hints | None:
    """The law that an answer is True or False."""
    return None if got.value is None or got.returned in (True, False) else (
        "What kind of value does your function return?", "The answer is yes or no.",
        "Return True or False.")


def unseen(errors: Sequence[InvariantError]) -> Hints:
    """Return the hints for an answer that does not see broken rules."""
    error = errors[0]
    why = (say("{error} Your function does not see this: ask each child whether child.parent is "
               "the block.", error=error)
           if error.kind is Broken.PARENT and len({each.path for each in errors}) > 1 else
           say("{error} Your function does not see this.", error=error))
    return ("One of the rules is broken here. Which one?",
            say("Look at the block at path {path}, and at each of its attributes.",
                path=error.path), why)


def _sees_what_is_here(case: Case, got: Outcome) -> Hints | None:
    errors = list(broken_invariants(case[0], places=False))
    if not errors or got.value is None or got.returned == _sound(case[0]):
        return None
    return unseen(errors) if got.returned else (
        "How deep does your function look, and how deep should it?",
        "The rules are about the block, and about the block and its children.",
        say("{error} That is deeper than is_sound looks: it needs no recursion.", error=errors[0]))


def _sound(block: Block) -> bool:
    if len(block.children) not in (0, 4):
        return False
    if (block.colour is None) != (len(block.children) == 4):
        return False
    if block.level > block.max_depth:
        return False
    for child in block.children:
        if child.level != block.level + 1:
            return False
        if child.max_depth != block.max_depth:
            return False
        if child.parent is not block:
            return False
    return True


is_sound = Task(
    "is_sound", _sound, _is_sound_cases,
    laws=[yes_or_no, _sees_what_is_here], kits=[invariants, Block.check_invariants],
    show=shown_tree,
)
