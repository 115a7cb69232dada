"""Typical mistakes in moves, as functions to look at: each of them is wrong, on purpose.

A mistake has the parameters of the right method of Block, the block first. It is written as changes
to a right function; its docstring says what is wrong.
"""

import linecache
import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.kit.language import mark

__all__ = ["MISTAKES"]

ROTATE = """def rotate(block: Block, direction: int) -> None:
    order = {1: [1, 2, 3, 0], 3: [3, 0, 1, 2]}[direction]
    if block.children:
        block.children = [block.children[i] for i in order]
        block.update_block_locations(block.position, block.size)
        for child in block.children:
            rotate(child, direction)
"""
SWAP = """def swap(block: Block, direction: int) -> None:
    order = {0: [1, 0, 3, 2], 1: [3, 2, 1, 0]}[direction]
    if block.children:
        block.children = [block.children[i] for i in order]
        block.update_block_locations(block.position, block.size)
"""
SMASH = """def smash(block: Block, rng: Random) -> None:
    level, depth = block.level + 1, block.max_depth
    block.colour = None
    block.children = [random_init(level, depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)
"""
BY_HAND = """def smash(block: Block, rng: Random) -> None:
    level, depth, colours = block.level + 1, block.max_depth, list(Colour)
    block.colour = None
    block.children = [Block(level, depth, rng.choice(colours)) for _ in range(4)]
    for child, corner in zip(block.children, block.corners(), strict=True):
        child.parent = block
        child.position, child.size = corner, round(block.size / 2)
"""
PAINT = "def paint(block: Block, colour: int) -> None:\n    block.colour = Colour(colour)\n"
COMBINE = "def combine(block: Block) -> None:\n    block.colour = block.majority()\n"

# Lines of these functions.
LAYING = "    block.update_block_locations(block.position, block.size)\n"
ORDERING = "    order = {0: [1, 0, 3, 2], 1: [3, 2, 1, 0]}[direction]\n"
PUTTING = "        block.children = [block.children[i] for i in order]\n"
GOING_ON = """        for child in block.children:
            rotate(child, direction)
"""


def _wrong(name: str, what: str, source: str, *changes: tuple[str, str]) -> Callable[..., Any]:
    """Return a wrong function: the ``source`` of a right one, with ``changes``.

    Each change is an old text in the source and a new text that replaces it. The function is called
    ``name``, and its docstring is ``what``.
    """
    for old, new in changes:
        assert old in source  # otherwise the function would be right
        source = source.replace(old, new)
    right_name = source[len("def "):source.index("(")]
    # The definition and calls of the function itself, but not of a method of that name.
    source = re.sub(rf"(?<!\.)\b{right_name}\(", f"{name}(", source)
    namespace: dict[str, Any] = {  # the names that the function uses
        "Block": Block, "Colour": Colour, "Counter": Counter, "Random": Random,
        "random_init": random_init, "__name__": __name__}
    file = f"<{name}>"
    # So that inspect.getsource finds the source: its size, no time of change, lines, and file.
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    exec(compile(source, file, "exec"), namespace)
    function: Callable[..., Any] = namespace[name]
    function.__doc__ = what
    return function


#: The mistakes, by the name of the method that they replace.
MISTAKES: dict[str, tuple[Callable[..., Any], ...]] = {
    "rotate": (
        _wrong("rotate_first_level", mark("Only the block's own children move: nothing inside them "
                                          "is rotated."), ROTATE,
               (GOING_ON, "")),
        _wrong("rotate_wrong_way",
               mark("Clockwise and counter-clockwise are mixed up."), ROTATE,
               ("{1: [1, 2, 3, 0], 3: [3, 0, 1, 2]}", "{1: [3, 0, 1, 2], 3: [1, 2, 3, 0]}")),
        _wrong("rotate_without_positions", mark("The positions aren't updated."), ROTATE,
               (f"    {LAYING}", "")),
        _wrong("rotate_one_by_one",
               mark("The children are overwritten one by one, so one of them appears twice."),
               ROTATE,
               (PUTTING, "        for i in range(4):\n"
                         "            block.children[i] = block.children[order[i]]\n"))),
    "swap": (
        _wrong("swap_mirrored",
               mark("The halves are mirrored, because the blocks inside them are swapped too."),
               SWAP + GOING_ON.replace("rotate", "swap")),
        _wrong("swap_diagonally", mark("The children are swapped diagonally."), SWAP,
               (ORDERING, ""), ("in order", "in [2, 3, 0, 1]")),
        _wrong("swap_other_direction", mark("Horizontal and vertical are mixed up."), SWAP,
               ("{0: [1, 0, 3, 2], 1: [3, 2, 1, 0]}", "{0: [3, 2, 1, 0], 1: [1, 0, 3, 2]}")),
        _wrong("swap_without_positions", mark("The positions aren't updated."), SWAP,
               (f"    {LAYING}", "")),
        _wrong("swap_copies", mark("The children are copies without a parent."), SWAP,
               ("block.children[i]", "block.children[i].copy()")),
        _wrong("swap_without_keeping", mark("The first child is overwritten before it's saved, so "
                                            "another child appears twice."), SWAP,
               (ORDERING, ""), (PUTTING, """\
        for i, j in [(0, 1), (2, 3)] if direction == 0 else [(0, 3), (1, 2)]:
            block.children[i] = block.children[j]
            block.children[j] = block.children[i]
"""))),
    "smash": (
        _wrong("smash_keeps_colour", mark("The block keeps its colour."), SMASH,
               ("    block.colour = None\n", "")),
        _wrong("smash_without_parent", mark("The new children have no parent."), SMASH,
               ("    for child in block.children:\n        child.parent = block\n", "")),
        _wrong("smash_same_level",
               mark("The new children are at the block's own level, not one level deeper."), SMASH,
               ("block.level + 1", "block.level")),
        _wrong("smash_without_max_depth",
               mark("max_depth isn't passed on to the new children."), BY_HAND,
               ("level, depth, colours = block.level + 1, block.max_depth,",
                "level, colours = block.level + 1,"),
               ("depth, rng.choice(colours)", "colour=rng.choice(colours)")),
        _wrong("smash_one_child_four_times", mark("The same child appears four times."), SMASH,
               ("[random_init(level, depth, rng) for _ in range(4)]",
                "4 * [random_init(level, depth, rng)]")),
        _wrong("smash_appends", mark("The new children are appended to the old ones."), """\
def smash(block: Block, rng: Random) -> None:
    block.colour = None
    for _ in range(4):
        child = random_init(block.level + 1, block.max_depth, rng)
        child.parent = block
        block.children.append(child)
""" + LAYING),
        _wrong("smash_without_positions",
               mark("The new children don't get positions and sizes."), SMASH, (LAYING, "")),
        _wrong("smash_unit_cells", mark("Unit cells are smashed too."), BY_HAND)),
    "paint": (
        _wrong("paint_any_block", mark("Any block is painted, even a divided one."), PAINT),
        _wrong("paint_a_new_block",
               mark("The variable block gets a new value, but the block itself doesn't change."),
               PAINT, ("block.colour = Colour(colour)",
                       "block = Block(block.level, block.max_depth, colour)"))),
    "combine": (
        _wrong("combine_keeps_children",
               mark("The block gets a colour but keeps its children."), COMBINE),
        _wrong("combine_first_child",
               mark("The block takes the colour of its first child, not the most common "
                    "colour."), COMBINE,
               ("block.colour = block.majority()",
                "block.colour, block.children = block.children[0].colour, []")),
        _wrong("combine_despite_a_tie",
               mark("The move is allowed despite a tie: the block takes one of the most common "
                    "colours."), COMBINE,
               ("    block.colour = block.majority()\n", """\
    ranking = Counter(child.colour for child in block.children)
    block.colour, block.children = ranking.most_common(1)[0][0], []
"""))),
}
