"""Typical mistakes in moves, as functions to look at: each of them is wrong, on purpose.

A mistake takes what the right method of Block takes, the block first. The first line of its
docstring says what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from types import MappingProxyType
from typing import Any

from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.kit.language import mark

__all__ = ["MISTAKES", "combine_first_child"]


def rotate_first_level(block: Block, direction: int) -> None:
    """Only the first level is rotated."""
    order = {1: [1, 2, 3, 0], 3: [3, 0, 1, 2]}[direction]
    if block.children:
        block.children = [block.children[i] for i in order]
        block.update_block_locations(block.position, block.size)


def rotate_wrong_way(block: Block, direction: int) -> None:
    """Clockwise and counter-clockwise are the wrong way round."""
    order = {1: [3, 0, 1, 2], 3: [1, 2, 3, 0]}[direction]
    if block.children:
        block.children = [block.children[i] for i in order]
        block.update_block_locations(block.position, block.size)
        for child in block.children:
            rotate_wrong_way(child, direction)


def rotate_without_positions(block: Block, direction: int) -> None:
    """Positions are not updated."""
    order = {1: [1, 2, 3, 0], 3: [3, 0, 1, 2]}[direction]
    if block.children:
        block.children = [block.children[i] for i in order]
        for child in block.children:
            rotate_without_positions(child, direction)


def rotate_one_by_one(block: Block, direction: int) -> None:
    """Children are overwritten one by one, so that one is there twice."""
    order = {1: [1, 2, 3, 0], 3: [3, 0, 1, 2]}[direction]
    if block.children:
        for i in range(4):
            block.children[i] = block.children[order[i]]
        block.update_block_locations(block.position, block.size)
        for child in block.children:
            rotate_one_by_one(child, direction)


def swap_mirrored(block: Block, direction: int) -> None:
    """The halves are mirrored, as what is inside them is swapped too."""
    order = {0: [1, 0, 3, 2], 1: [3, 2, 1, 0]}[direction]
    if block.children:
        block.children = [block.children[i] for i in order]
        block.update_block_locations(block.position, block.size)
        for child in block.children:
            swap_mirrored(child, direction)


def swap_diagonally(block: Block, direction: int) -> None:
    """Children are exchanged diagonally."""
    if block.children:
        block.children = [block.children[i] for i in [2, 3, 0, 1]]
        block.update_block_locations(block.position, block.size)


def swap_other_direction(block: Block, direction: int) -> None:
    """Horizontally and vertically are mixed up."""
    order = {0: [3, 2, 1, 0], 1: [1, 0, 3, 2]}[direction]
    if block.children:
        block.children = [block.children[i] for i in order]
        block.update_block_locations(block.position, block.size)


def swap_without_positions(block: Block, direction: int) -> None:
    """Positions are not updated."""
    order = {0: [1, 0, 3, 2], 1: [3, 2, 1, 0]}[direction]
    if block.children:
        block.children = [block.children[i] for i in order]


def swap_copies(block: Block, direction: int) -> None:
    """The children are copies, which have no parent."""
    order = {0: [1, 0, 3, 2], 1: [3, 2, 1, 0]}[direction]
    if block.children:
        block.children = [block.children[i].copy() for i in order]
        block.update_block_locations(block.position, block.size)


def swap_without_keeping(block: Block, direction: int) -> None:
    """The first child is overwritten before it is kept, so that another is there twice."""
    if block.children:
        for i, j in [(0, 1), (2, 3)] if direction == 0 else [(0, 3), (1, 2)]:
            block.children[i] = block.children[j]
            block.children[j] = block.children[i]
        block.update_block_locations(block.position, block.size)


def smash_keeps_colour(block: Block, rng: Random) -> None:
    """The block keeps its colour."""
    level, depth = block.level + 1, block.max_depth
    block.children = [random_init(level, depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_without_parent(block: Block, rng: Random) -> None:
    """The new children have no parent."""
    level, depth = block.level + 1, block.max_depth
    block.colour = None
    block.children = [random_init(level, depth, rng) for _ in range(4)]
    block.update_block_locations(block.position, block.size)


def smash_same_level(block: Block, rng: Random) -> None:
    """The new children are at the level of the block, not one deeper."""
    level, depth = block.level, block.max_depth
    block.colour = None
    block.children = [random_init(level, depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_without_max_depth(block: Block, rng: Random) -> None:
    """max_depth is not passed on to the new children."""
    level, colours = block.level + 1, list(Colour)
    block.colour = None
    block.children = [Block(level, colour=rng.choice(colours)) for _ in range(4)]
    for child, corner in zip(block.children, block.corners(), strict=True):
        child.parent = block
        child.position, child.size = corner, round(block.size / 2)


def smash_one_child_four_times(block: Block, rng: Random) -> None:
    """One child is there four times."""
    level, depth = block.level + 1, block.max_depth
    block.colour = None
    block.children = 4 * [random_init(level, depth, rng)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_appends(block: Block, rng: Random) -> None:
    """New children are appended to the present ones."""
    block.colour = None
    for _ in range(4):
        child = random_init(block.level + 1, block.max_depth, rng)
        child.parent = block
        block.children.append(child)
    block.update_block_locations(block.position, block.size)


def smash_without_positions(block: Block, rng: Random) -> None:
    """The new children get no positions and sizes."""
    level, depth = block.level + 1, block.max_depth
    block.colour = None
    block.children = [random_init(level, depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block


def smash_unit_cells(block: Block, rng: Random) -> None:
    """Unit cells are smashed as well."""
    level, depth, colours = block.level + 1, block.max_depth, list(Colour)
    block.colour = None
    block.children = [Block(level, depth, rng.choice(colours)) for _ in range(4)]
    for child, corner in zip(block.children, block.corners(), strict=True):
        child.parent = block
        child.position, child.size = corner, round(block.size / 2)


def paint_any_block(block: Block, colour: int) -> None:
    """Any block is painted, also one that is divided."""
    block.colour = Colour(colour)


def paint_a_new_block(block: Block, colour: int) -> None:
    """The name block gets a new value, and the block itself stays as it was."""
    block = Block(block.level, block.max_depth, colour)


def combine_keeps_children(block: Block) -> None:
    """The block gets a colour and keeps its children."""
    block.colour = block.majority()


def combine_first_child(block: Block) -> None:
    """The colour is that of the first child, not that of the most."""
    block.colour, block.children = block.children[0].colour, []


def combine_despite_a_tie(block: Block) -> None:
    """A tie is not refused: one of the colours is taken."""
    ranking = Counter(child.colour for child in block.children)
    block.colour, block.children = ranking.most_common(1)[0][0], []


#: The mistakes by the name of the method that they replace.
MISTAKES: MappingProxyType[str, tuple[Callable[..., Any], ...]] = MappingProxyType(mark({
    "rotate": (rotate_first_level, rotate_wrong_way, rotate_without_positions, rotate_one_by_one),
    "swap": (swap_mirrored, swap_diagonally, swap_other_direction, swap_without_positions,
             swap_copies, swap_without_keeping),
    "smash": (smash_keeps_colour, smash_without_parent, smash_same_level, smash_without_max_depth,
              smash_one_child_four_times, smash_appends, smash_without_positions,
              smash_unit_cells),
    "paint": (paint_any_block, paint_a_new_block),
    "combine": (combine_keeps_children, combine_first_child, combine_despite_a_tie),
}))
