"""Exercise 03: whether a tree is a board, all the way down and with its places."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky import invariants
from blocky.block import Block
from blocky.check.boards import EXAMPLE, boards, nested
from blocky.check.e01_is_sound import RULES, WHICH, broken_at, broken_flat, rules_of, shown_tree
from blocky.kit.check.task import Case, Parts, Task
from blocky.kit.language import say

__all__ = ["is_board"]


def _is_board_cases(rng: Random) -> Iterator[Case]:
    flat, both = [0, 1, 2, 3], [[0, 1, 2, 3], 1, 2, [3, 2, 1, 0]]
    for tree, max_depth, size in ((2, 0, 64), (0, 0, 64), ([1, 2, 3, 2], 1, 64), (flat, 1, 64),
                                  (list(EXAMPLE), 3, 64), (list(EXAMPLE), 2, 750),
                                  (list(EXAMPLE), 2, 50), (2, 1, 50)):
        yield (nested(tree, max_depth, size),)
    aside = nested(flat, 1, 64)
    aside.update_block_locations((-8, 4), 64)
    yield (aside,)
    small = nested(flat, 1, 48)
    small.size = 64
    yield (small,)
    yield from broken_flat(rng, RULES)
    yield (broken_at(flat, 3, "colourless", (2,)),)
    for path in ((0, 1), (3, 2)):
        for what in rng.sample(RULES, 4):
            yield (broken_at(both, 4, what, path),)
    whole = nested(both, 4, 64)  # a divided child lies elsewhere, with all that is below it
    whole.children[3].update_block_locations(whole.children[2].position, 32)
    yield (whole,)
    yield (broken_at(both, 4, "size", (3,)),)
    yield (broken_at(both, 4, "position", (3, 2)),)
    yield (broken_at(4 * [flat], 4, "parent", *((number, 1) for number in range(4))),)
    yield (broken_at([0, 1, [2, both, 0, 0], 3], 5, "parent", (2, 1, 0, 1)),)
    for board in list(boards(rng, 6))[5:]:
        yield (board,)
        leaf = rng.choice(list(board.leaves()))
        yield (broken_at(board.to_nested(), 5, "parent", leaf.path),)
    for one, other in rng.sample([(0, 1), (1, 2), (2, 3), (0, 2)], 2):
        crossed = nested(flat, 1, 64)
        first, second = crossed.children[one], crossed.children[other]
        first.position, second.position = second.position, first.position
        yield (crossed,)
        moved = nested(flat, 1, 64)
        x, y = moved.children[one].position
        moved.children[one].position = (x + 1, y)
        yield (moved,)


def _board(block: Block) -> bool:
    if len(block.children) not in (0, 4):
        return False
    if (block.colour is None) != (len(block.children) == 4):
        return False
    if block.level > block.max_depth:
        return False
    x, y = block.position
    h = round(block.size / 2)
    corners = [(x + h, y), (x, y), (x, y + h), (x + h, y + h)]
    for child, corner in zip(block.children, corners, strict=False):
        if child.level != block.level + 1 or child.max_depth != block.max_depth:
            return False
        if child.parent is not block:
            return False
        if child.size != h or child.position != corner:
            return False
        if not _board(child):
            return False
    return True


def _broken(block: Block) -> dict[str, Any]:
    h = round(block.size / 2)
    return {**rules_of(block)[0],
            say("the size of a child is not round(size / 2)"): any(
                child.size != h for child in block.children)}


def _misplaced(block: Block) -> str:
    """Return which child of a block does not lie where it should; "" if all do."""
    return next((say("child {number} lies at {own}, and belongs at {place}", number=number,
                     own=child.position, place=place) for number, (child, place) in enumerate(zip(
                         block.children, block.corners(), strict=False))
                 if child.position != place), "")


def _board_parts(block: Block) -> Parts:
    below = [*block.blocks()][1:]
    return {**_broken(block),
            "a child does not lie where it should": _misplaced(block),
            "a rule is broken in a block further down": any(
                any(_broken(each).values()) for each in below),
            "a block further down does not lie where it should": any(map(_misplaced, below)),
            }, rules_of(block)[1]


is_board = Task("is_board", _board, _is_board_cases, parts={"": _board_parts}, nudge=WHICH,
                kits=[invariants, Block.check_invariants], show=shown_tree)
