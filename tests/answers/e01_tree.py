from blocky import Block
from tests.answers import Wrong, but, changes, solved

TREE, PLACES = solved("blocky/01_tree"), solved("blocky/03_geometry")


def in_words_and_lists():
    words = ["blue", "red", "green", "Yellow", None]
    rows = TREE.attributes()
    return {path: [level, list(position), float(size), words[-1 if colour is None else colour],
                   children] for path, (level, position, size, colour, children) in rows.items()}


def with_attributes_set_later():
    def leaf(parent, colour, position):
        block = Block(level=parent.level + 1, max_depth=2)
        block.colour = colour
        block.parent = parent
        block.position = position
        block.size = parent.size / 2
        parent.children.append(block)
        return block

    board = Block(max_depth=2, size=100)
    leaf(board, 3, [50, 0])
    inner = leaf(board, None, [0, 0])
    leaf(board, 3, [0, 50])
    leaf(board, 2, [50, 50])
    for colour, place in zip([0, 2, 2, 1], [(25, 0), (0, 0), (0, 25), (25, 25)], strict=True):
        leaf(inner, colour, place)
    return board


def count_with_a_list(block):
    count, waiting = 0, [block]
    while waiting:
        each = waiting.pop(0)
        count += not each.children
        waiting += each.children
    return count


def deepest_with_a_loop(block):
    deepest = block.level
    for child in block.children:
        below = deepest_with_a_loop(child)
        if below > deepest:
            deepest = below
    return deepest


def goes_up_again(block):
    if block.parent is not None and not goes_up_again(block.parent):
        return False
    return sound_by_rules(block) and all(map(goes_up_again, block.children))


def sound_by_rules(block):
    rules = [len(block.children) in {0, 4}, bool(block.children) is (block.colour is None),
             block.level <= block.max_depth]
    for child in block.children:
        rules += [child.level - block.level == 1, child.parent is block,
                  child.max_depth == block.max_depth]
    return all(rules)


def sound_all_the_way(block):
    return sound_by_rules(block) and all(map(sound_all_the_way, block.children))


def count_of_five(block):
    try:
        return sum([count_of_five(block.children[i]) for i in range(5)])
    except IndexError:
        return 1


# By its own name is_sound would be tried with the kit's in its place: one mistake costs once.
is_board = but(PLACES.is_board, {"is_sound": "sound"}, TREE.is_sound)
sound = is_board.__globals__["sound"]
#: 1 and 0 are as good as True and False.
with_numbers = but(is_board, {"True": "1", "False": "0"}, sound)

RIGHT = {
    "is_sound": [sound_by_rules],
    "attributes": [in_words_and_lists],
    "make_board": [with_attributes_set_later],
    "count_leaves": [TREE.count_leaves, count_with_a_list],
    "deepest_level": [deepest_with_a_loop],
    "is_board": [with_numbers],
}

WRONG = {
    "is_sound": [
        Wrong("looks deeper", sound_all_the_way, "no recursion"),
        *changes(
            TREE.is_sound,
            ("a parent that is only equal", {
                "child.parent is not block": "child.parent != block"}, "child.parent is"),
            ("a word", {"False": '"no"', "True": '"yes"'}, "where True or False is expected"),
            ("blue is no colour, and a child lies deeper by any number", {
                "block.colour is None": "not block.colour",
                "child.level != block.level + 1": "child.level <= block.level"},
             "it is a blue leaf")),
    ],
    "attributes": [*changes(
        TREE.attributes,
        ("rounded down", {"(563, 0), 188": "(562, 0), 187"}, "rounded to 188"),
        ("y goes up", {"(0, 375)": "(0, 0)"}, "y goes down"),
        ("children clockwise", {"188, 0, 0)": "188, 1, 0)"}, "Child 0 is upper right"),
        ("a divided block is blue", {'375, None, 4)': '375, "blue", 4)'}, "the colour None"),
        ("blue is nothing", {"188, 0, 0)": "188, 0 or None, 0)"}, "0 counts as False"),
        ("a path without a comma", {"(0,):": "(0):"}, "with a comma"),
        ("no return", {"return {": "rows = {"}, "Return a dictionary"))],
    "make_board": [
        *changes(
            TREE.make_board,
            ("a divided block is green", {"2, children=small": "2, Colour.GREEN, small"},
             "the colour None"),
            ("a list", {"return Block(0, 2, children=large, size=100)": "return large"},
             "where a Block is expected")),
        *changes(with_attributes_set_later, (
            "no parents", {"        block.parent = parent\n": ""}, "Set child.parent"))],
    "count_leaves": [
        Wrong("an error that is hidden", count_of_five, "it should be 4, not 5"),
        *changes(
            count_with_a_list,
            ("one is left", {"while waiting": "while len(waiting) > 1"}, "In line 3"),
            ("takes the tree apart", {
                "waiting += each.children":
                "while each.children:\n            waiting.append(each.children.pop())"},
             "copy", "changed_input")),
        *changes(TREE.count_leaves, ("unit cells only", {
            "not block.children": "block.level == block.max_depth"}, "not block.children")),
    ],
    "deepest_level": [
        *changes(deepest_with_a_loop, (
            "of the last child", {"below > deepest": "below > block.level"},
            "below > deepest, not")),
        *changes(TREE.deepest_level, ("the smallest", {"max(": "min("}, "use max in place")),
    ],
    "is_board": [
        *changes(
            is_board,
            ("blue is no colour", {"block.colour is None": "not block.colour"},
             "should be (block.colour is None)"),
            ("any number of children", {"len(block.children) not in (0, 4) or ": ""}, "children"),
            ("any parent", {"child.parent is not block or ": ""}, "parent"),
            ("only leaves have places", {"child.position != place": "not child.children and "
                                         "child.position != place"}, "child.position != place"),
            ("any place", {"child.position != place or ": ""}, "a child does not lie where it"),
            ("a divided block with a colour", {
                "(block.colour is None) != (len(block.children) == 4)":
                "block.colour is None and not block.children"}, "colour"), beside=[sound]),
        Wrong("calls for the parent", goes_up_again, "same call is made again", "never_stops"),
    ],
}
