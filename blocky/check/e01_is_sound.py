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
from blocky.kit.check.task import Case, Hints, Parts, Task
from blocky.kit.language import say

__all__ = ["RULES", "WHICH", "broken_at", "broken_flat", "is_sound", "no_reason", "no_rules",
           "rules_of", "shown_tree", "unseen", "yes_or_no"]

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


def no_reason(case: Case, got: Outcome) -> Hints | None:
    """Say what an answer must not take for a broken rule, if no rule is broken."""
    block = case[0]
    if got.returned is not False or any(broken_invariants(block)):
        return None
    return ("Which rule is broken here, in the eyes of your function?",
            "None is, so that it should be True.",
            say("No rule is broken here, and yet your function returns False. {what}", what=say(
                "Blue is the number 0, which counts as False where a condition is expected. Ask "
                "for None itself: block.colour is None.")
                if (block.colour, block.max_depth) == (Colour.BLUE, 0) else
                say("This is a leaf: no children, and a colour.") if not block.children else
                say("This is a divided block: four children, and no colour.")))


def rules_of(block: Block) -> dict[str, bool]:
    """Return which rules are broken, of a block and its children."""
    children, number = block.children, len(block.children)
    return {
        say("a block has neither 0 nor 4 children"): number not in (0, 4),
        say("a block with children has a colour"): number > 0 and block.colour is not None,
        say("a block without children has no colour"): number == 0 and block.colour is None,
        say("its level is larger than its max_depth"): block.level > block.max_depth,
        say("a child has another max_depth"): any(
            child.max_depth != block.max_depth for child in children),
        say("the level of a child is not larger by one"): any(
            child.level != block.level + 1 for child in children),
        say("the parent of a child is not the block (ask whether child.parent is block)"): any(
            child.parent is not block for child in children)}


def no_rules(block: Block) -> dict[str, bool]:
    """Return what breaks no rule."""
    return {say("it is a leaf"): not block.children,
            say("it is a blue leaf (the colour number 0)"): (
                not block.children and block.colour == Colour.BLUE),
            say("its level is as large as its max_depth"): block.level == block.max_depth}


#: What is asked first of an answer that is wrong.
WHICH = "Which of the rules are broken in the case above, if any, and which does your function ask?"


def _sound_parts(block: Block) -> Parts:
    return rules_of(block), {
        **no_rules(block),
        "a leaf lies above max_depth": not block.children and block.level < block.max_depth,
        "a rule is broken further down (is_sound needs no recursion)": any(
            any(rules_of(each).values()) for each in [*block.blocks()][1:])}


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
    laws=[yes_or_no, no_reason, _sees_what_is_here], kits=[invariants, Block.check_invariants],
    show=shown_tree, parts={"": _sound_parts}, nudge=WHICH,
)
