import copy

from blocky import Block
from tests.answers import Wrong, but, changes, solved

MOVES = solved("blocky/05_moves")
update_block_locations = solved("blocky/03_geometry").update_block_locations


def swap_by_list(block, direction):
    if not block.children:
        return
    one, two, three, four = block.children
    block.children = [two, one, four, three] if direction == 0 else [four, three, two, one]
    block.update_block_locations(block.position, block.size)


swap_with_copies = but(MOVES.swap, {
    "block.children[i] for i in order]": "block.children[i].copy() for i in order]\n"
    "        for child in block.children:\n            child.parent = block"})


def swap_colours(block, direction):
    if block.children:
        one, two, three, four = block.children
        pairs = [(one, two), (three, four)] if direction == 0 else [(one, four), (two, three)]
        for left, right in pairs:
            left.colour, right.colour = right.colour, left.colour


def rotate_by_slices(block, direction):
    block.children = block.children[direction:] + block.children[:direction]
    for child in block.children:
        rotate_by_slices(child, direction)
    block.update_block_locations(block.position, block.size)


def built_anew(block, direction):
    new = turned(block, direction)
    new.update_block_locations(block.position, block.size)
    return new


def turned(block, direction):
    children = [turned(child, direction) for child in block.children]
    return Block(block.level, block.max_depth, block.colour,
                 children[direction:] + children[:direction])


def rotate(block, direction):
    if not block.children:
        return
    block.rotate(direction)


def returns_the_rotation(block, direction):
    new = block.copy()
    return rotate(new, direction)


def copies_the_top_only(block, direction):
    new = copy.copy(block)
    new.children = block.children[direction:] + block.children[:direction]
    for child in new.children:
        child.parent = new
        child.rotate(direction)
    new.update_block_locations(new.position, new.size)
    return new


def keeps_the_leaves(block, direction):
    if block.children:
        below = [keeps_the_leaves(child, direction) for child in block.children]
        below = below[direction:] + below[:direction]
        new = Block(block.level, block.max_depth, None, below)
        new.update_block_locations(block.position, block.size)
        return new
    return block


def swaps_all_the_way(block, direction):
    if not block.children:
        return
    one, two, three, four = block.children
    block.children = [four, three, two, one] if direction else [two, one, four, three]
    block.update_block_locations(block.position, block.size)
    if block.level < 2:
        for each in block.children:
            swaps_all_the_way(each, direction)


def rotates_three_times_below(block, direction):
    if block.children:
        for _ in range(direction):
            one, two, three, four = block.children
            block.children = [two, three, four, one]
            for child in block.children:
                rotates_three_times_below(child, direction)
        block.update_block_locations(block.position, block.size)


smash_with_a_helper = but(MOVES.smash, {
    "block.update_block_locations(": "update_block_locations(block, "}, update_block_locations)


def smash_but_the_top(block, rng):
    if block.level == 0:
        raise ValueError("The rules say so.")
    MOVES.smash(block, rng)


RIGHT = {
    "swap": [swap_by_list, swap_with_copies],
    "rotate": [rotate_by_slices],
    "rotated": [built_anew],
    "smash": [smash_with_a_helper, smash_but_the_top],
}

NEW = "random_init(block.level + 1, block.max_depth, rng)"
FOUR = f"[{NEW} for _ in range(4)]"

WRONG = {
    "swap": [
        Wrong("swaps the inside, too", swaps_all_the_way,
              "its own children have changed places, too | shouldn't be there"),
        Wrong("colours only", swap_colours, "as if your function moved only colours"),
        *changes(swap_colours, ("what is inside keeps its parent", {
            "= right.colour, left.colour": """= right.colour, left.colour
            left.children, right.children = right.children, left.children
            block.update_block_locations(block.position, block.size)"""},
            "its parent isn't the block above it")),
        *changes(swap_by_list, (
            "a copy is changed", {"one, two,": "block = block.copy()\n    one, two,"},
            "shouldn't be there. Delete it: block = block.copy()")),
    ],
    "rotate": [
        Wrong("the recursion is in the loop", rotates_three_times_below,
              "Move it out of the code block that starts on line"),
    ],
    "rotated": [
        Wrong("old leaves", keeps_the_leaves, "contains the old leaf at path", "changed_input"),
        Wrong("only the top is new", copies_the_top_only,
              "shares blocks | contains the old leaf at path", "changed_input"),
        *changes(returns_the_rotation, ("what changes the block returns nothing", {},
                                        "rotate(new, direction) on line", "returned_none"),
                 beside=[rotate]),
        Wrong("no places", turned, "must be where the old one is"),
    ],
    "smash": [*changes(
        MOVES.smash,
        ("four copies of one child", {FOUR: f"[{NEW}]\n    for _ in range(3):\n"
         "        block.children.append(block.children[0].copy())"}, "are the same"),
        ("leaves refused", {"block.level == block.max_depth": "not block.children"},
         "a leaf but not a unit cell"),
        ("nothing said of unit cells", {"raise ValueError(": "return print("}, "ValueError"),
        ("may stay a leaf", {"    for child in": "    if rng.random() < 0.5:\n        "
                             "block.children = []\n    for child in"}, "the block new children"),
        ("rng not used", {"max_depth, rng)": "max_depth)"}, "doesn't use rng"),
        ("children never divided", {
            NEW: "Block(block.level + 1, block.max_depth, rng.randrange(4))"},
         "have the same level"))],
}
