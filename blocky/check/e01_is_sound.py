"""Exercise 01: whether a block and its children obey the rules, apart from that for places."""

from collections.abc import Sequence
from random import Random
from typing import Any

from blocky import invariants
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, boards, nested, small_tree
from blocky.colour import Colour
from blocky.kit.check.task import Case, CasePicture, Cases, Mistake, Outcome, ResultParts, Task
from blocky.kit.language import say

__all__ = ["BOTH", "FLAT", "PLACES", "RULES", "WHICH", "broken_at", "broken_flat", "broken_rules",
           "harmless", "is_sound", "shown_tree"]

#: A board with four leaves, and one with two divided children.
FLAT = [0, 1, 2, 3]
BOTH = [[0, 1, 2, 3], 1, 2, [3, 2, 1, 0]]


# -- blocks that break a rule ------------------------------------------------------------------

#: The ways to break a rule at a child: by changing its parent, by changing itself, or its place.
#: ``_break`` shows what each of them means.
_OF_THE_PARENT = ("three", "five", "coloured")
_OF_THE_CHILD = ("level", "max_depth", "parent", "twin")
PLACES = ("size", "position")
RULES = (*_OF_THE_PARENT, "colourless", *_OF_THE_CHILD)


def _break(block: Block, way: str) -> None:
    """Change a block, or its parent, so that it breaks a rule; ``way`` is in RULES or PLACES."""
    parent = block.parent or block
    match way:
        case "three":
            parent.children.pop()
        case "five":
            fifth = Block(block.level, block.max_depth, block.colour)
            fifth.parent = parent
            parent.children.append(fifth)
        case "coloured":
            parent.colour = Colour.RED
        case "colourless":
            block.colour = None
        case "level":
            block.level += 1
        case "max_depth":
            block.max_depth += 1
        case "parent":
            block.parent = None
        case "twin":
            block.parent = parent.copy()
        case "size":
            block.size += 1
        case "position":
            neighbour = parent.children[block.path[-1] - 1]
            block.position = neighbour.position


def broken_at(tree: Any, max_depth: int, way: str, *paths: Path) -> Block:
    """Return a board in which the blocks at ``paths`` break a rule; ``way`` says how.

    ``tree`` is the board before that, as nested lists. ``way`` is one of RULES or PLACES.
    """
    board = nested(tree, max_depth, 64)
    for path in paths:
        _break(board.at(path), way)
    return board


def broken_flat(rng: Random, places: bool = False) -> Cases:
    """Yield boards of at most five leaves, each with a broken rule.

    With ``places``, some have a wrong size or position as well.
    """
    three_and_a_colour = broken_at(FLAT, 3, "three", (1,))
    three_and_a_colour.colour = Colour.RED
    yield three_and_a_colour
    yield broken_at(2, 0, "level", ())
    yield broken_at(2, 3, "colourless", ())
    for way in _OF_THE_PARENT:
        yield broken_at(FLAT, 3, way, (1,))
    for way in (*_OF_THE_CHILD, *PLACES) if places else _OF_THE_CHILD:
        later_child = (rng.randrange(1, 4),)
        yield broken_at(FLAT, 3, way, (0,), (3,))
        yield broken_at(FLAT, 3, way, (0,))
        yield broken_at(FLAT, 3, way, later_child)
    # The last wrong values are 0 or (0, 0), as if they had never been set.
    yield _with_value((), "colour", Colour.BLUE)
    yield _with_value((), "max_depth", 0)
    yield _with_value((2,), "level", 0)
    yield _with_value((1,), "max_depth", 0)
    if places:
        yield _with_value((3,), "size", 0)
        yield _with_value((0,), "position", (0, 0))


def _with_value(path: Path, name: str, value: Any) -> Block:
    """Return a board with four leaves, after setting an attribute of the block at ``path``."""
    board = nested(FLAT, 3, 64)
    setattr(board.at(path), name, value)
    return board


# -- the task ----------------------------------------------------------------------------------

def _is_sound_cases(rng: Random) -> Cases:
    """Yield sound trees, trees that break a rule at the top or further down, and boards."""
    for tree, max_depth in ((2, 0), (0, 0), (FLAT, 1), (FLAT, 3), (2, 1), (list(EXAMPLE), 2)):
        yield nested(tree, max_depth)
    yield from (child.copy() for child in nested(FLAT, 1).children)
    yield from broken_flat(rng)
    for way in RULES:
        path = (rng.choice((0, 3)), rng.randrange(4))
        broken_below = broken_at(BOTH, 4, way, path)
        yield broken_below
        yield broken_below.children[0]  # broken only if the path begins with 0
    yield broken_at([FLAT] * 4, 4, "parent", (0, 1), (1, 1), (2, 1), (3, 1))
    yield from boards(rng, 4)


def _sound(block: Block) -> bool:
    """Whether a block and its children obey the rules, apart from the one about places."""
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


def broken_rules(block: Block) -> dict[str, Any]:
    """Return a dict from each way to break a rule to whether the block breaks a rule so.

    For the rules about children, the value is a sentence with an example, or "".
    """
    children = list(enumerate(block.children))
    other_max_depth = [number for number, child in children if child.max_depth != block.max_depth]
    other_level = [number for number, child in children if child.level != block.level + 1]
    other_parent = [number for number, child in children if child.parent is not block]
    is_divided = len(children) > 0
    has_a_colour = block.colour is not None
    return {
        say("the number of children isn't 0 or 4"): len(children) not in (0, 4),
        say("the block has children and also a colour"): is_divided and has_a_colour,
        say("the block has no children and no colour"): not is_divided and not has_a_colour,
        say("the block's level is larger than its max_depth"): block.level > block.max_depth,
        **_of_children(say("a child's max_depth differs from the block's"), other_max_depth),
        **_of_children(say("a child's level isn't the block's level plus 1"), other_level),
        **_of_children(say("a child's parent isn't this block (test child.parent is block)"),
                       other_parent),
    }


def _of_children(how: str, numbers: Sequence[int]) -> dict[str, str]:
    """Return a dict from ``how``, a way to break a rule, to a sentence with an example.

    ``numbers`` are the indices of the children that break the rule. The example is the first of
    them; without one, the sentence is "".
    """
    if not numbers:
        return {how: ""}
    first, *_ = numbers
    return {how: say("{rule}, for example child {number}", rule=how, number=first)}


def harmless(block: Block) -> dict[str, Any]:
    """Return a dict from conditions that break no rule to whether each is true.

    A wrong answer may test one of them.
    """
    is_a_leaf = not block.children
    return {
        say("the block is a leaf"): is_a_leaf,
        say("the block is a blue leaf (colour number 0)"):
            is_a_leaf and block.colour == Colour.BLUE,
        say("the block's level equals its max_depth"): block.level == block.max_depth,
    }


def _sound_parts(block: Block) -> ResultParts:
    """Return which rules the block breaks, and what an answer may take for a broken rule."""
    _, *below = block.blocks()  # the first is the block itself
    taken_for_broken = {
        **harmless(block),
        "a block further down breaks a rule (is_sound needs no recursion)":
            any(map(_breaks_a_rule, below))}
    return broken_rules(block), taken_for_broken


def _breaks_a_rule(block: Block) -> bool:
    return any(broken_rules(block).values())


def _rule_1_below(block: Block) -> bool:
    """Whether a block obeys all rules, and its children rule 1 as well: a typical mistake."""
    return _sound(block) and all(
        len(each.children) in (0, 4) and (each.colour is None) == bool(each.children)
        for each in block.children)


def shown_tree(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw a small tree with the attributes that the rules are about, a large one as a board."""
    attributes = ("level", "max_depth", "position", "size", "colour")
    [tree] = args
    return small_tree(tree, args, expected, got, letters=True, attributes=attributes)


#: The first hint.
WHICH = "Does the tree above break a rule? Which rules does your function test?"

is_sound = Task("is_sound", _sound, _is_sound_cases, parts={"": _sound_parts}, nudge=WHICH,
                kits=[invariants, Block.check_invariants], show=shown_tree,
                mistakes=[Mistake(_rule_1_below, (
                    WHICH,
                    "Rule 1 is about the children and the colour of the block itself.",
                    "Your function also tests rule 1 for each child. Remove that test: here the "
                    "rule is about the block itself only, so a broken child doesn't count."))])
