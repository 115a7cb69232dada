"""Exercise 01: whether a block and its children keep the rules but those of places."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from blocky import draw, invariants
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, boards, nested
from blocky.colour import Colour
from blocky.kit.check.message import compared
from blocky.kit.check.task import Case, Cases, Outcome, Parts, Shown, Task
from blocky.kit.language import say

__all__ = ["RULES", "WHICH", "broken_at", "broken_flat", "is_sound", "rules_of",
           "shown_tree"]

#: How each rule is broken, by a change of a block or of its parent.
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


def broken_at(tree: Any, max_depth: int, what: str, *paths: Path) -> Block:
    """Return a board in which one rule is broken at the given blocks."""
    board = nested(tree, max_depth, 64)
    for path in paths:
        block = board.at(path)
        above = block.parent or block
        _BREAKS[what](block, above)
        for child in above.children[4:]:
            child.parent = above
    return board


def broken_flat(rng: Random, rules: Sequence[str]) -> Cases:
    """Yield boards of few leaves that break each rule at one child, or at two."""
    three = broken_at([0, 1, 2, 3], 3, "three", (1,))
    three.colour = Colour.RED
    yield from (three, broken_at(2, 0, "level", ()), broken_at(2, 3, "colourless", ()))
    for what in rules:
        child, of_the_parent = (rng.randrange(1, 4),), what in RULES[:3]
        for paths in ((child,),) if of_the_parent else (((0,), (3,)), ((0,),), (child,)):
            if what != "colourless":
                yield broken_at([0, 1, 2, 3], 3, what, *paths)
    yield from _broken_by_zero(rules)


def _broken_by_zero(rules: Sequence[str]) -> Cases:
    """Yield boards in which a value breaks a rule although it counts as False."""
    for what, path, value in (("colour", (), Colour.BLUE), ("max_depth", (), 0),
                              ("level", (2,), 0), ("max_depth", (1,), 0), ("size", (3,), 0),
                              ("position", (0,), (0, 0))):
        if what in (*rules, "colour"):
            board = nested([0, 1, 2, 3], 3, 64)
            setattr(board.at(path), what, value)
            yield board


def _is_sound_cases(rng: Random) -> Cases:
    flat, both = [0, 1, 2, 3], [[0, 1, 2, 3], 1, 2, [3, 2, 1, 0]]
    for tree, max_depth in ((2, 0), (0, 0), (flat, 1), (flat, 3), (2, 1), (list(EXAMPLE), 2)):
        yield nested(tree, max_depth)
    yield from (child.copy() for child in nested(flat, 1).children)
    yield from broken_flat(rng, RULES[:-2])
    for what in RULES[:-2]:
        below = broken_at(both, 4, what, (rng.choice((0, 3)), rng.randrange(4)))
        yield from (below, below.children[0])
    yield broken_at(4 * [flat], 4, "parent", *((number, 1) for number in range(4)))
    yield from boards(rng, 4)


def shown_tree(args: Case, expected: Outcome, got: Outcome) -> Shown:
    """Draw a small tree with its attributes, a large one as usual."""
    if sum(1 for _ in args[0].blocks()) > 25:
        return compared(args, expected, got)
    return draw.tree(args[0], letters=True,
                     attributes=("level", "max_depth", "position", "size", "colour"))


def rules_of(block: Block) -> Parts:
    """Return the rules that a block breaks, and what breaks none of them."""
    children, number = block.children, len(block.children)
    of_a_child: dict[str, Callable[[Block], bool]] = {
        say("a child's max_depth differs from the block's"):
            lambda child: child.max_depth != block.max_depth,
        say("a child's level isn't the block's level plus 1"):
            lambda child: child.level != block.level + 1,
        say("a child's parent isn't this block (test child.parent is block)"):
            lambda child: child.parent is not block}
    return {
        say("the number of children isn't 0 or 4"): number not in (0, 4),
        say("the block has children and also a colour"): number > 0 and block.colour is not None,
        say("the block has no children and no colour"): number == 0 and block.colour is None,
        say("the block's level is larger than its max_depth"): block.level > block.max_depth,
        **{rule: next((say("{rule}, for example child {number}", rule=rule, number=number)
                       for number, child in enumerate(children) if broken(child)), "")
           for rule, broken in of_a_child.items()}}, {
        say("it is a leaf"): not children,
        say("it is a blue leaf (colour number 0)"): (
            not children and block.colour == Colour.BLUE),
        say("its level equals its max_depth"): block.level == block.max_depth}


#: The first hint.
WHICH = "Does the tree above break a rule? Which rules does your function test?"


def _sound_parts(block: Block) -> Parts:
    broken, others = rules_of(block)
    return broken, {
        **others, "a block further down breaks a rule (is_sound needs no recursion)": any(
            any(rules_of(each)[0].values()) for each in [*block.blocks()][1:])}


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


is_sound = Task("is_sound", _sound, _is_sound_cases, parts={"": _sound_parts}, nudge=WHICH,
                kits=[invariants, Block.check_invariants], show=shown_tree)
