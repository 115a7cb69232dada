import copy

from blocky import Block, random_init
from tests.answers import Wrong, but, changes

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


def swap_colours(block, direction):
    if block.children:
        one, two, three, four = block.children
        pairs = [(one, two), (three, four)] if direction == 0 else [(one, four), (two, three)]
        for left, right in pairs:
            left.colour, right.colour = right.colour, left.colour


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


def once_for_each_child(block, direction):
    for child in block.children:
        once_for_each_child(child, direction)
        if direction == 1:
            block.children = block.children[1:] + block.children[:1]
        else:
            block.children = block.children[3:] + block.children[:3]
    block.update_block_locations(block.position, block.size)


# -- rotated -----------------------------------------------------------------------------------


def copy_and_turn(block, direction):
    new = block.copy()
    rotate_by_slices(new, direction)
    return new


def deep_copy(block, direction):
    new = copy.deepcopy(block)
    new.rotate(direction)
    return new


def turned_on(block, direction):
    block.rotate(direction)
    new = block.copy()
    block.rotate(direction)
    return new


def built_anew(block, direction):
    new = turned(block, direction)
    new.update_block_locations(block.position, block.size)
    return new


def turned(block, direction):
    children = [turned(child, direction) for child in block.children]
    return Block(block.level, block.max_depth, block.colour,
                 children[direction:] + children[:direction])


def copies_the_top_only(block, direction):
    new = copy.copy(block)
    new.children = block.children[direction:] + block.children[:direction]
    for child in new.children:
        child.parent = new
        child.rotate(direction)
    new.update_block_locations(new.position, new.size)
    return new


def forgets_the_parents(block, direction):
    new = Block(block.level, block.max_depth, block.colour, [], block.position, block.size)
    new.children = [forgets_the_parents(child, direction) for child in block.children]
    new.children = new.children[direction:] + new.children[:direction]
    new.update_block_locations(block.position, block.size)
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


def smash_but_the_top(block, rng):
    if block.level == 0:
        raise ValueError("The rules say so.")
    smash_by_itself(block, rng)


NEW = "random_init(block.level + 1, block.max_depth, rng)"
FOUR = f"[{NEW} for _ in range(4)]"
PLACES = "    block.update_block_locations(block.position, block.size)\n"

RIGHT = {
    "swap": [swap_by_list, swap_pairs, swap_with_copies],
    "rotate": [rotate_by_slices, rotate_clockwise_only, rotate_children_first],
    "rotated": [copy_and_turn, deep_copy, built_anew],
    "smash": [smash_with_a_list, smash_in_a_loop, smash_but_the_top],
}

WRONG = {
    "swap": [
        Wrong("places only one level down", but(swap_by_list, {PLACES: """
    x, y = block.position
    half = round(block.size / 2)
    places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
    for child, child.position in zip(block.children, places):
        pass
"""}), "wrong", "update_block_locations"),
        Wrong("children in a tuple", but(swap_by_list, {
            "[two, one, four, three]": "(two, one, four, three)"}), "wrong",
              "[two, one, four, three], not ("),
        Wrong("moved to the corner of the board", but(swap_by_list, {
            "locations(block.position": "locations((0, 0)"}), "wrong", "(0, 0), block.size)"),
        Wrong("colours only", swap_colours, "wrong", "only colours were moved"),
        Wrong("a copy is changed", but(swap_by_list, {
            "one, two,": "block = block.copy()\n    one, two,"}), "wrong",
            "should not be there: block = block.copy()"),
        Wrong("both directions the same", but(swap_by_list, {
            "[four, three, two, one]": "[two, one, four, three]"}), "wrong",
            "if direction == 0 else [four, three, two, one], not"),
        Wrong("a leaf", but(swap_by_list, {"    if not block.children:\n        return\n": ""}),
              "wrong", "not block.children"),
    ],
    "rotate": [Wrong("once for each child", once_for_each_child, "wrong", "is in the wrong place")],
    "rotated": [
        Wrong("turns its input", but(deep_copy, {"copy.deepcopy(block)": "block"}),
              "changed_input", "block.copy()"),
        Wrong("turned on, not back", turned_on, "changed_input", "rotate(4 - direction), not"),
        Wrong("only the top is new", copies_the_top_only, "changed_input", "shares blocks"),
        Wrong("no places", turned, "wrong", "must lie where the block lies"),
        Wrong("no parents", forgets_the_parents, "wrong", "copy"),
        Wrong("level not handed on", but(turned, {"Block(block.level": "Block(0"}), "wrong",
              "its level is"),
    ],
    "smash": [*changes(
        smash_with_a_list,
        ("four copies of one child", FOUR, f"[{NEW}]\n    for _ in range(3):\n"
         "        block.children.append(block.children[0].copy())", "are the same"),
        ("nothing said of unit cells", 'raise ValueError("too small")', "return", "ValueError"),
        ("may stay a leaf", "    for child in", "    if rng.random() < 0.5:\n        "
         "block.children = []\n    for child in", "not divided anew"),
        ("rng not used", "max_depth, rng)", "max_depth)", "rng is not used"),
        ("children never divided", NEW, "Block(block.level + 1, block.max_depth, rng.randrange(4))",
         "at one level"),
        ("divided blocks are left alone", "    block.colour = None\n",
         "    if block.children:\n        return\n    block.colour = None\n", "four new blocks"),
        ("keeps its colour", "    block.colour = None\n", "", "and also the colour"),
        ("no parents", "        child.parent = block\n", "        pass\n", "its parent is not"),
        ("one child four times", FOUR, f"4 * [{NEW}]", "in two places"),
        ("appended", f"block.children = {FOUR}", f"block.children += {FOUR}", "8 children"),
        ("no places", PLACES, "", "not updated"),
    ), Wrong("smashes for ever", but(smash_by_itself, {
        "if child.level < child.max_depth and rng.random()": "if rng.random() >= 0 or rng.random()",
        "if block.level >= block.max_depth": "if block.level >= 999"}), "never_stops",
        "base case")],
}
