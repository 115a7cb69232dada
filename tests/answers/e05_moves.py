import copy

from blocky import Block, random_init
from tests.answers import Wrong, changes, solved

MOVES = solved("blocky/05_moves")
update_block_locations = solved("blocky/03_geometry").update_block_locations


def swap_by_list(block, direction):
    if not block.children:
        return
    one, two, three, four = block.children
    block.children = [two, one, four, three] if direction == 0 else [four, three, two, one]
    block.update_block_locations(block.position, block.size)


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


def swap_what_is_inside(block, direction):
    swap_colours(block, direction)
    for i, j in [(0, 1), (2, 3)] if direction == 0 else [(0, 3), (1, 2)]:
        if block.children:
            one, other = block.children[i], block.children[j]
            one.children, other.children = other.children, one.children
    block.update_block_locations(block.position, block.size)


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


def copies_the_top_only(block, direction):
    new = copy.copy(block)
    new.children = block.children[direction:] + block.children[:direction]
    for child in new.children:
        child.parent = new
        child.rotate(direction)
    new.update_block_locations(new.position, new.size)
    return new


def smash_in_a_loop(block, rng):
    if block.max_depth - block.level < 1:
        raise ValueError
    block.children.clear()
    while len(block.children) < 4:
        new = random_init(block.level + 1, block.max_depth, rng)
        new.parent = block
        block.children.append(new)
    block.colour = None
    update_block_locations(block, block.position, block.size)
    return block


def smash_but_the_top(block, rng):
    if block.level == 0:
        raise ValueError("The rules say so.")
    MOVES.smash(block, rng)


RIGHT = {
    "swap": [swap_by_list, swap_with_copies],
    "rotate": [rotate_by_slices],
    "rotated": [built_anew],
    "smash": [smash_in_a_loop, smash_but_the_top],
}

NEW = "random_init(block.level + 1, block.max_depth, rng)"
FOUR = f"[{NEW} for _ in range(4)]"
PLACES = "    block.update_block_locations(block.position, block.size)\n"

WRONG = {
    "swap": [
        Wrong("what is inside keeps its parent", swap_what_is_inside, "It is another block"),
        Wrong("colours only", swap_colours, "only colours were moved"),
        *changes(
            swap_by_list,
            ("places only one level down", {PLACES: """
    x, y = block.position
    half = round(block.size / 2)
    places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
    for child, child.position in zip(block.children, places):
        pass
"""}, "update_block_locations"),
            ("children in a tuple", {"[two, one, four, three]": "(two, one, four, three)"},
             "[two, one, four, three], not ("),
            ("a copy is changed", {"one, two,": "block = block.copy()\n    one, two,"},
             "should not be there: block = block.copy()")),
    ],
    "rotated": [
        *changes(MOVES.rotated, ("turns its input", {"block.copy()": "block"}, "block.copy()",
                                 "changed_input")),
        Wrong("only the top is new", copies_the_top_only, "shares blocks", "changed_input"),
        Wrong("no places", turned, "must lie where the block lies"),
    ],
    "smash": [*changes(
        MOVES.smash,
        ("four copies of one child", {FOUR: f"[{NEW}]\n    for _ in range(3):\n"
         "        block.children.append(block.children[0].copy())"}, "are the same"),
        ("leaves refused", {"block.level == block.max_depth": "not block.children"},
         "a leaf, but no unit cell"),
        ("nothing said of unit cells", {"raise ValueError(": "return print("}, "ValueError"),
        ("may stay a leaf", {"    for child in": "    if rng.random() < 0.5:\n        "
                             "block.children = []\n    for child in"}, "not divided anew"),
        ("rng not used", {"max_depth, rng)": "max_depth)"}, "rng is not used"),
        ("children never divided", {
            NEW: "Block(block.level + 1, block.max_depth, rng.randrange(4))"}, "at one level"),
        ("divided blocks are left alone", {"    block.colour = None\n":
         "    if block.children:\n        return\n    block.colour = None\n"},
         "four new blocks"))],
}
