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


def swap_mirrored(block, direction):
    if block.children:
        a, b, c, d = block.children
        if direction == 0:
            block.children = [b, a, d, c]
        else:
            block.children = [d, c, b, a]
        block.update_block_locations(block.position, block.size)
        for child in block.children:
            swap_mirrored(child, direction)


def swap_across(block, direction):
    if block.children:
        block.children = block.children[2:] + block.children[:2]
        block.update_block_locations(block.position, block.size)


def swap_up_for_left(block, direction):
    swap_by_list(block, 1 - direction)


def swap_and_leave_places(block, direction):
    if block.children:
        a, b, c, d = block.children
        block.children = [b, a, d, c] if direction == 0 else [d, c, b, a]


def swap_lost_parents(block, direction):
    old = [child.copy() for child in block.children]
    if old:
        block.children = ([old[1], old[0], old[3], old[2]] if direction == 0
                          else [old[3], old[2], old[1], old[0]])
        block.update_block_locations(block.position, block.size)


def swap_overwrites(block, direction):
    children = block.children
    if children and direction == 0:
        children[0] = children[1]
        children[1] = children[0]
        children[2] = children[3]
        children[3] = children[2]
    elif children:
        children[0] = children[3]
        children[3] = children[0]
        children[1] = children[2]
        children[2] = children[1]


def swap_in_a_name(block, direction):
    children = block.children
    if children:
        if direction == 0:
            children = [children[1], children[0], children[3], children[2]]
        else:
            children = children[::-1]


def swap_colours(block, direction):
    if block.children:
        old = [child.colour for child in block.children]
        new = [old[i] for i in ([1, 0, 3, 2] if direction == 0 else [3, 2, 1, 0])]
        for i in range(4):
            block.children[i].colour = new[i]


def swap_in_a_tuple(block, direction):
    if block.children:
        a, b, c, d = block.children
        block.children = (b, a, d, c) if direction == 0 else (d, c, b, a)
        block.update_block_locations(block.position, block.size)


def swap_to_the_corner(block, direction):
    swap_by_list(block, direction)
    block.update_block_locations((0, 0), block.size)


def swap_a_leaf(block, direction):
    i, j, k, m = (0, 1, 2, 3) if direction == 0 else (0, 3, 1, 2)
    for a, b in [(i, j), (k, m)]:
        block.children[a], block.children[b] = block.children[b], block.children[a]
    block.update_block_locations(block.position, block.size)


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


def rotate_once(block, direction):
    if block.children:
        if direction == 1:
            block.children = block.children[1:] + block.children[:1]
        else:
            block.children = block.children[-1:] + block.children[:-1]
        block.update_block_locations(block.position, block.size)


def rotate_backwards(block, direction):
    if block.children:
        if direction == 3:
            block.children.append(block.children.pop(0))
        else:
            block.children.insert(0, block.children.pop())
        for child in block.children:
            rotate_backwards(child, direction)
        block.update_block_locations(block.position, block.size)


def rotate_and_leave_places(block, direction):
    block.children = block.children[direction:] + block.children[:direction]
    for child in block.children:
        rotate_and_leave_places(child, direction)


def rotate_overwriting(block, direction):
    if block.children:
        step = 1 if direction == 1 else -1
        for i in range(4):
            block.children[i] = block.children[(i + step) % 4]
        for child in block.children:
            rotate_overwriting(child, direction)
        block.update_block_locations(block.position, block.size)


def rotate_without_base_case(block, direction):
    a, b, c, d = block.children
    block.children = [b, c, d, a] if direction == 1 else [d, a, b, c]
    for child in block.children:
        rotate_without_base_case(child, direction)


def rotate_by_index(block, direction):
    new = []
    for i in range(4):
        new.append(block.children[(i + direction) % 4])
    block.children = new
    for child in block.children:
        rotate_by_index(child, direction)
    block.update_block_locations(block.position, block.size)


def rotate_itself(block, direction):
    if block.children:
        block.children = block.children[direction:] + block.children[:direction]
        for _ in block.children:
            rotate_itself(block, direction)


def rotate_forgets_the_direction(block, direction):
    if block.children:
        block.children = block.children[direction:] + block.children[:direction]
        for child in block.children:
            rotate_forgets_the_direction(child, 1)
        block.update_block_locations(block.position, block.size)


def rotate_grandchildren_too(block, direction):
    if block.children:
        block.children = block.children[direction:] + block.children[:direction]
        for child in block.children:
            if child.children:
                child.children = child.children[direction:] + child.children[:direction]
        block.update_block_locations(block.position, block.size)


def rotate_one_way(block, direction):
    block.children = block.children[1:] + block.children[:1]
    for child in block.children:
        rotate_one_way(child, direction)
    block.update_block_locations(block.position, block.size)


def rotate_returns_early(block, direction):
    if block.children:
        block.children = block.children[direction:] + block.children[:direction]
        block.update_block_locations(block.position, block.size)
        for child in block.children:
            return rotate_returns_early(child, direction)


def rotate_waits(block, direction):
    while block.children:
        block.children = block.children[direction:] + block.children[:direction]


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


def from_nested_lists(block, direction):
    order = {1: [1, 2, 3, 0], 3: [3, 0, 1, 2]}[direction]
    new = Block(block.level, block.max_depth, block.colour)
    for i in order if block.children else []:
        child = from_nested_lists(block.children[i], direction)
        child.parent = new
        new.children.append(child)
    place(new, block.position, block.size)
    return new


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


def returns_what_rotate_returns(block, direction):
    new = block.copy()
    return new.rotate(direction)


def turns_the_wrong_one(block, direction):
    new = block.copy()
    block.rotate(direction)
    return new


def turns_and_copies(block, direction):
    block.rotate(direction)
    return block.copy()


def forgets_the_places(block, direction):
    return turned(block, direction)


def forgets_the_parents(block, direction):
    new = Block(block.level, block.max_depth, block.colour, [], block.position, block.size)
    new.children = [forgets_the_parents(child, direction) for child in block.children]
    new.children = new.children[direction:] + new.children[:direction]
    new.update_block_locations(block.position, block.size)
    return new


def turns_the_first_level_of_a_copy(block, direction):
    new = block.copy()
    new.children = new.children[direction:] + new.children[:direction]
    new.update_block_locations(new.position, new.size)
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


def smash_adds(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    block.colour = None
    for _ in range(4):
        child = random_init(block.level + 1, block.max_depth, rng)
        child.parent = block
        block.children.append(child)
    block.update_block_locations(block.position, block.size)


def smash_with_its_colour(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    block.children = [random_init(block.level + 1, block.max_depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_orphans(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    block.colour = None
    block.children = [random_init(block.level + 1, block.max_depth, rng) for _ in range(4)]
    block.update_block_locations(block.position, block.size)


def smash_at_the_same_level(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    block.colour = None
    block.children = []
    for _ in range(4):
        child = random_init(block.level, block.max_depth, rng)
        child.parent = block
        block.children.append(child)
    block.update_block_locations(block.position, block.size)


def smash_without_depth(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    children = []
    for _ in range(4):
        children.append(Block(block.level + 1, colour=rng.choice([0, 1, 2, 3])))
    for child in children:
        child.parent = block
    block.colour, block.children = None, children
    place(block, block.position, block.size)


def smash_four_times_one(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    child = random_init(block.level + 1, block.max_depth, rng)
    child.parent = block
    block.colour = None
    block.children = [child, child, child, child]
    block.update_block_locations(block.position, block.size)


def smash_four_copies(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    one = random_init(block.level + 1, block.max_depth, rng)
    block.colour, block.children = None, [one.copy() for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


def smash_nowhere(block, rng):
    if block.level == block.max_depth:
        raise ValueError("too small")
    block.colour = None
    block.children = [random_init(block.level + 1, block.max_depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block


def smash_unit_cells(block, rng):
    block.colour = None
    block.children = [random_init(block.level + 1, block.max_depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    if block.size > 1:
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
    "rotated": [copy_and_turn, deep_copy, built_anew, from_nested_lists],
    "smash": [smash_with_a_list, smash_in_a_loop, smash_by_itself],
}

WRONG = {
    "swap": [
        Wrong("halves mirrored", swap_mirrored, "wrong", "The halves are mirrored"),
        Wrong("exchanged diagonally", swap_across, "wrong", "diagonally"),
        Wrong("the other direction", swap_up_for_left, "wrong", "mixed up"),
        Wrong("positions not updated", swap_and_leave_places, "wrong", "not updated"),
        Wrong("positions updated one level down", swap_places_of_the_children_only, "wrong",
              "not all the way"),
        Wrong("copies without a parent", swap_lost_parents, "wrong", "no parent"),
        Wrong("overwritten before it was kept", swap_overwrites, "wrong", "a, b = b, a"),
        Wrong("only a name in the function is changed", swap_in_a_name, "wrong",
              "The block is as it was"),
        Wrong("only colours exchanged", swap_colours, "wrong", "Colours are moved"),
        Wrong("children in a tuple", swap_in_a_tuple, "wrong", "must stay a list"),
        Wrong("moved to the corner of the board", swap_to_the_corner, "wrong", "own position"),
        Wrong("a leaf has children too", swap_a_leaf, "wrong", "A leaf must be left"),
    ],
    "rotate": [
        Wrong("only the first level", rotate_once, "wrong", "Only the first level"),
        Wrong("the wrong way round", rotate_backwards, "wrong", "wrong way round"),
        Wrong("positions not updated", rotate_and_leave_places, "wrong", "not updated"),
        Wrong("children overwritten one by one", rotate_overwriting, "wrong", "there twice"),
        Wrong("no base case, unpacked", rotate_without_base_case, "wrong", "A leaf must be left"),
        Wrong("no base case, by index", rotate_by_index, "wrong", "A leaf must be left"),
        Wrong("calls itself with the same block", rotate_itself, "never_stops", "same arguments"),
        Wrong("direction not handed on", rotate_forgets_the_direction, "wrong",
              "Hand direction on"),
        Wrong("two levels only", rotate_grandchildren_too, "wrong", "Only two levels"),
        Wrong("direction never asked for", rotate_one_way, "wrong", "whatever direction is"),
        Wrong("returns from the loop", rotate_returns_early, "wrong", "Only one child"),
        Wrong("a while in place of an if", rotate_waits, "never_stops", "loop"),
    ],
    "rotated": [
        Wrong("turns its input", turns_what_it_was_given, "changed_input",
              "turned itself"),
        Wrong("a second name is no copy", another_name, "changed_input", "turned itself"),
        Wrong("only the top is new", copies_the_top_only, "changed_input", "shares blocks"),
        Wrong("returns what rotate returns", returns_what_rotate_returns, "returned_none",
              "What rotate returns is None"),
        Wrong("turns the block, returns the copy", turns_the_wrong_one, "wrong",
              "not turned"),
        Wrong("turns the block, then copies it", turns_and_copies, "changed_input",
              "Work on a copy"),
        Wrong("no places", forgets_the_places, "wrong", "not the place"),
        Wrong("no parents", forgets_the_parents, "wrong", "no parent"),
        Wrong("only the first level", turns_the_first_level_of_a_copy, "wrong",
              "Only the first level"),
        Wrong("level not handed on", all_at_level_0, "wrong", "wrong level"),
    ],
    "smash": [
        Wrong("children appended", smash_adds, "wrong", "appended"),
        Wrong("keeps its colour", smash_with_its_colour, "wrong", "keeps its colour"),
        Wrong("no parents", smash_orphans, "wrong", "no parent"),
        Wrong("children at the level of the block", smash_at_the_same_level, "wrong",
              "wrong level"),
        Wrong("max_depth not passed on", smash_without_depth, "wrong", "max_depth is not passed"),
        Wrong("one child four times", smash_four_times_one, "wrong", "more than once"),
        Wrong("four copies of one child", smash_four_copies, "wrong", "are the same"),
        Wrong("no places", smash_nowhere, "wrong", "not updated"),
        Wrong("unit cells are smashed too", smash_unit_cells, "wrong", "unit cell"),
        Wrong("nothing said of unit cells", smash_returns_for_unit_cells, "wrong",
              "raise ValueError"),
        Wrong("rng not used", smash_with_another_source, "wrong", "rng is not used"),
        Wrong("children never divided", smash_into_leaves, "wrong", "same level"),
        Wrong("divided blocks are left alone", smash_leaves_only, "wrong",
              "must get four new children"),
        Wrong("smashes for ever", smash_without_end, "never_stops", "base case"),
    ],
}
