import copy
import random

from blocky import Block, random_init
from tests.answers import Wrong

# -- swap --------------------------------------------------------------------------------------


def swap_by_list(block, direction):
    if not block.children:
        return
    one, two, three, four = block.children
    block.children = [two, one, four, three] if direction == 0 else [four, three, two, one]
    block.update_block_locations(block.position, block.size)


def swap_pairs(block, direction):
    if len(block.children) == 4:
        pairs = [(0, 1), (2, 3)]
        if direction == 1:
            pairs = [(0, 3), (1, 2)]
        for i, j in pairs:
            keep = block.children[i]
            block.children[i] = block.children[j]
            block.children[j] = keep
        place(block, block.position, block.size)
    return block


def place(block, position, size):
    block.position, block.size = position, size
    x, y = position
    half = round(size / 2)
    corners = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
    for child, corner in zip(block.children, corners, strict=False):
        place(child, corner, half)


def swap_with_copies(block, direction):
    order = [3, 2, 1, 0] if direction else [1, 0, 3, 2]
    new = [block.children[i].copy() for i in order if block.children]
    for child in new:
        child.parent = block
    block.children[:] = new
    block.update_block_locations(block.position, block.size)


def swap_in_a_tuple(block, direction):
    if block.children:
        a, b, c, d = block.children
        block.children = (b, a, d, c) if direction == 0 else (d, c, b, a)
        block.update_block_locations(block.position, block.size)


def swap_to_the_corner(block, direction):
    swap_by_list(block, direction)
    block.update_block_locations((0, 0), block.size)


def swap_places_of_the_children_only(block, direction):
    if block.children:
        block.children = [block.children[i] for i in
                          ([1, 0, 3, 2] if direction == 0 else [3, 2, 1, 0])]
        half = round(block.size / 2)
        x, y = block.position
        block.children[0].position = (x + half, y)
        block.children[1].position = (x, y)
        block.children[2].position = (x, y + half)
        block.children[3].position = (x + half, y + half)


# -- rotate ------------------------------------------------------------------------------------


def rotate_by_slices(block, direction):
    block.children = block.children[direction:] + block.children[:direction]
    for child in block.children:
        rotate_by_slices(child, direction)
    block.update_block_locations(block.position, block.size)


def rotate_clockwise_only(block, direction):
    for _ in range(direction):
        turn_right(block)
    place(block, block.position, block.size)


def turn_right(block):
    if len(block.children) > 0:
        first = block.children.pop(0)
        block.children.append(first)
        for child in block.children:
            turn_right(child)


def rotate_children_first(block, direction):
    if not block.children:
        return None
    for i in range(4):
        rotate_children_first(block.children[i], direction)
    order = [1, 2, 3, 0] if direction == 1 else [3, 0, 1, 2]
    block.children = [block.children[i] for i in order]
    return block.update_block_locations(block.position, block.size)


# -- rotated -----------------------------------------------------------------------------------


def copy_and_turn(block, direction):
    new = block.copy()
    rotate_by_slices(new, direction)
    return new


def deep_copy(block, direction):
    new = copy.deepcopy(block)
    new.rotate(direction)
    return new


def built_anew(block, direction):
    new = turned(block, direction)
    new.update_block_locations(block.position, block.size)
    return new


def turned(block, direction):
    children = [turned(child, direction) for child in block.children]
    return Block(block.level, block.max_depth, block.colour,
                 children[direction:] + children[:direction])


def turns_what_it_was_given(block, direction):
    block.rotate(direction)
    return block


def another_name(block, direction):
    new = block
    rotate_by_slices(new, direction)
    return new


def copies_the_top_only(block, direction):
    new = copy.copy(block)
    new.children = block.children[direction:] + block.children[:direction]
    for child in new.children:
        child.parent = new
        child.rotate(direction)
    new.update_block_locations(new.position, new.size)
    return new


def forgets_the_places(block, direction):
    return turned(block, direction)


def forgets_the_parents(block, direction):
    new = Block(block.level, block.max_depth, block.colour, [], block.position, block.size)
    new.children = [forgets_the_parents(child, direction) for child in block.children]
    new.children = new.children[direction:] + new.children[:direction]
    new.update_block_locations(block.position, block.size)
    return new


def all_at_level_0(block, direction):
    new = Block(0, block.max_depth, block.colour)
    children = [all_at_level_0(child, direction) for child in block.children]
    new.children = children[direction:] + children[:direction]
    for child in new.children:
        child.parent = new
    return new


# -- smash -------------------------------------------------------------------------------------


def smash_with_a_list(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    block.colour = None
    block.children = [random_init(block.level + 1, block.max_depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_in_a_loop(block, rng):
    if block.max_depth - block.level < 1:
        raise ValueError
    block.children.clear()
    while len(block.children) < 4:
        new = random_init(block.level + 1, block.max_depth, rng)
        new.parent = block
        block.children.append(new)
    block.colour = None
    place(block, block.position, block.size)
    return block


def smash_by_itself(block, rng):
    """The children are divided by smashing them; colours come before."""
    if block.level >= block.max_depth:
        raise ValueError(f"No block at level {block.level} can be smashed.")
    block.colour, block.children = None, []
    for x, y in [(1, 0), (0, 0), (0, 1), (1, 1)]:
        half = round(block.size / 2)
        child = Block(block.level + 1, block.max_depth, rng.randrange(4))
        child.position = (block.position[0] + x * half, block.position[1] + y * half)
        child.size = half
        child.parent = block
        block.children.append(child)
        if child.level < child.max_depth and rng.random() < 2.718281828 ** (-0.25 * child.level):
            smash_by_itself(child, rng)


def smash_four_copies(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    one = random_init(block.level + 1, block.max_depth, rng)
    block.colour, block.children = None, [one.copy() for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_returns_for_unit_cells(block, rng):
    if block.level == block.max_depth:
        return
    smash_with_a_list(block, rng)


def smash_with_another_source(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    block.colour = None
    block.children = [random_init(block.level + 1, block.max_depth, random.Random())
                      for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_into_leaves(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    block.colour = None
    block.children = [Block(block.level + 1, block.max_depth, rng.randrange(4)) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_leaves_only(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    if not block.children:
        smash_with_a_list(block, rng)


def smash_without_end(block, rng):
    block.colour = None
    block.children = [Block(block.level + 1, block.max_depth) for _ in range(4)]
    for child in block.children:
        child.parent = block
        smash_without_end(child, rng)


RIGHT = {
    "swap": [swap_by_list, swap_pairs, swap_with_copies],
    "rotate": [rotate_by_slices, rotate_clockwise_only, rotate_children_first],
    "rotated": [copy_and_turn, deep_copy, built_anew],
    "smash": [smash_with_a_list, smash_in_a_loop, smash_by_itself],
}

WRONG = {
    "swap": [
        Wrong("positions updated one level down", swap_places_of_the_children_only, "wrong",
              "not all the way"),
        Wrong("children in a tuple", swap_in_a_tuple, "wrong", "must stay a list"),
        Wrong("moved to the corner of the board", swap_to_the_corner, "wrong", "own position"),
    ],
    "rotated": [
        Wrong("turns its input", turns_what_it_was_given, "changed_input",
              "turned itself"),
        Wrong("a second name is no copy", another_name, "changed_input", "turned itself"),
        Wrong("only the top is new", copies_the_top_only, "changed_input", "shares blocks"),
        Wrong("no places", forgets_the_places, "wrong", "not the place"),
        Wrong("no parents", forgets_the_parents, "wrong", "no parent"),
        Wrong("level not handed on", all_at_level_0, "wrong", "wrong level"),
    ],
    "smash": [
        Wrong("four copies of one child", smash_four_copies, "wrong", "are the same"),
        Wrong("nothing said of unit cells", smash_returns_for_unit_cells, "wrong",
              "raise ValueError"),
        Wrong("rng not used", smash_with_another_source, "wrong", "rng is not used"),
        Wrong("children never divided", smash_into_leaves, "wrong", "same level"),
        Wrong("divided blocks are left alone", smash_leaves_only, "wrong",
              "must get four new children"),
        Wrong("smashes for ever", smash_without_end, "never_stops", "base case"),
    ],
}
