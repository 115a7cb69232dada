from tests.answers import Wrong, but, changes, solved

TREE, PLACES = solved("blocky/01_tree"), solved("blocky/03_geometry")


def in_words_and_lists():
    words = ["blue", "red", "green", "Yellow", None]
    rows = TREE.attributes()
    return {path: [level, list(position), float(size), words[-1 if colour is None else colour],
                   children] for path, (level, position, size, colour, children) in rows.items()}


set_later = but(TREE.make_board, {
    "return Block(0, 2, children=large, size=100)": """board = Block(0, 2, size=100)
    board.children = large
    for child in large:
        child.parent = board
    return board""", "(50, 0)": "[50, 0]", "Colour.YELLOW": "3"})


def count_with_a_list(block):
    count, waiting = 0, [block]
    while waiting:
        each = waiting.pop(0)
        count += not each.children
        waiting += each.children
    return count


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


def sound_rule_by_rule(block):
    if len(block.children) != 0 and len(block.children) != 4:
        return False
    if block.children and block.colour is not None:
        return False
    if not block.children and block.colour is None:
        return False
    if block.level > block.max_depth:
        return False
    return not any(child.level != block.level + 1 or child.max_depth != block.max_depth
                   or child.parent is not block for child in block.children)


def sound_all_the_way(block):
    return sound_by_rules(block) and all(map(sound_all_the_way, block.children))


def returns_in_the_else(block):
    if len(block.children) not in (0, 4):
        return False
    if (block.colour is None) != bool(block.children) or block.max_depth < block.level:
        return False
    for child in block.children:
        is_below = child.parent is block and child.level - block.level == 1
        if child.max_depth != block.max_depth or not is_below:  # noqa: SIM103
            return False
        else:
            return True
    return True


# By its own name is_sound would be tried with the kit's in its place: one mistake costs once.
is_board = but(PLACES.is_board, {"is_sound": "sound"}, TREE.is_sound)
sound = is_board.__globals__["sound"]
#: 1 and 0 are as good as True and False.
with_numbers = but(is_board, {"True": "1", "False": "0"}, sound)

def colours_and_levels(block):
    kinds = set()
    waiting = [block]
    while waiting:
        each = waiting.pop()
        waiting.extend(each.children)
        if not each.children:
            kinds.add((each.level, each.colour))
    return len(kinds)


def down_the_first_divided(block):
    if not block.children:
        return block.level
    divided = [child for child in block.children if child.children]
    return down_the_first_divided(divided[0]) if divided else block.level + 1


def down_the_left_side(block):
    while block.children:
        block = block.children[0]
    return block.level


def places_sorted(block):
    if not sound(block):
        return False
    x, y = block.position
    half = round(block.size / 2)
    places = [(x, y), (x, y + half), (x + half, y), (x + half, y + half)]
    if block.children and sorted(child.position for child in block.children) != places:
        return False
    return all(child.size == half and places_sorted(child) for child in block.children)


def only_the_last_answer(block):
    result = sound(block)
    if result:
        x, y = block.position
        half = block.size / 2
        corners = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        for child, corner in zip(block.children, corners, strict=False):
            if child.position != corner or child.size != half:
                return False
            result = only_the_last_answer(child)
    return result


RIGHT = {
    "is_sound": [sound_by_rules, sound_rule_by_rule],
    "attributes": [in_words_and_lists],
    "make_board": [set_later],
    "count_leaves": [TREE.count_leaves, count_with_a_list],
    "deepest_level": [TREE.deepest_level],
    "is_board": [with_numbers],
}

WRONG = {
    "is_sound": [
        Wrong("looks deeper", sound_all_the_way, "no recursion"),
        Wrong("an else in the loop", returns_in_the_else,
              "Delete this else: return True is already there, after the loop"),
        *changes(
            TREE.is_sound,
            ("a word", {"False": '"no"', "True": '"yes"'}, "but should return True or False"),
            ("blue is no colour, and a child lies deeper by any number", {
                "block.colour is None": "not block.colour",
                "child.level != block.level + 1": "child.level <= block.level"},
             "with (block.colour is None)")),
    ],
    "attributes": [*changes(
        TREE.attributes,
        ("rounded down", {"(563, 0), 188": "(562, 0), 187"}, "rounded to 188"),
        ("up to the edge", {"(563, 0), 188": "(562, 0), 188"}, "add round(375 / 2) = 188"),
        ("y goes up", {"(0, 375)": "(0, 0)"}, "y goes down"),
        ("children clockwise", {"188, 0, 0)": "188, 1, 0)"}, "Child 0 is upper right"),
        ("a divided block is blue", {'375, None, 4)': '375, "blue", 4)'}, "the colour None"),
        ("blue is nothing", {"188, 0, 0)": "188, 0 or None, 0)"}, "treats 0 as False"),
        ("a path without a comma", {"(0,):": "(0):"}, "needs a comma"))],
    "make_board": [
        *changes(
            TREE.make_board,
            ("a divided block is green", {"2, children=small": "2, Colour.GREEN, small"},
             "the colour None"),
            ("a list", {"return Block(0, 2, children=large, size=100)": "return large"},
             "but should return a Block")),
        *changes(set_later, (
            "no parents", {"        child.parent = board\n": "        pass\n"},
            "Set child.parent"))],
    "count_leaves": [
        *changes(
            count_with_a_list,
            ("one is left", {"while waiting": "while len(waiting) > 1"}, "On line 3"),
            ("takes the tree apart", {
                "waiting += each.children":
                "while each.children:\n            waiting.append(each.children.pop())"},
             "copy", "changed_input")),
        Wrong("kinds of leaves", colours_and_levels, "so your function counts them as one"),
        Wrong("kinds of colours", lambda block: len({leaf.colour for leaf in block.leaves()}),
              "Your function counts each colour only once"),
    ],
    "deepest_level": [
        Wrong("the first divided child", down_the_first_divided,
              "goes down only into the first divided child"),
        Wrong("only child 0", down_the_left_side, "goes down only into child 0"),
    ],
    "is_board": [
        *changes(
            is_board,
            ("any number of children", {"len(block.children) not in (0, 4) or ": ""}, "children"),
            ("any parent", {"child.parent is not block or ": ""}, "parent"),
            ("any place", {"child.position != place or ": ""}, "a child is in the wrong place"),
            ("a divided block with a colour", {
                "(block.colour is None) != (len(block.children) == 4)":
                "block.colour is None and not block.children"}, "colour"), beside=[sound]),
        Wrong("places in any order", places_sorted,
              "have exchanged positions, but your function returns"),
        Wrong("only the last child's answer", only_the_last_answer,
              "as soon as is_board is False for one child | "
              "only the last value is left after the loop"),
        Wrong("calls for the parent", goes_up_again, "same call is repeated", "never_stops"),
    ],
}
