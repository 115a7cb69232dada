from blocky import Block, Colour
from tests.answers import Wrong, but, changes

# -- the table of attributes -------------------------------------------------------------------


def table():
    return {
        (): (0, (0, 0), 750, None, 4),
        (0,): (1, (375, 0), 375, None, 4),
        (0, 0): (2, (563, 0), 188, 0, 0),
        (0, 1): (2, (375, 0), 188, 1, 0),
        (0, 2): (2, (375, 188), 188, 1, 0),
        (0, 3): (2, (563, 188), 188, 3, 0),
        (1,): (1, (0, 0), 375, 2, 0),
        (2,): (1, (0, 375), 375, 1, 0),
        (3,): (1, (375, 375), 375, 3, 0),
    }


def in_words_and_lists():
    words = ["blue", "red", "green", "Yellow", None]
    return {path: [level, list(position), float(size), words[-1 if colour is None else colour],
                   children] for path, (level, position, size, colour, children) in table().items()}


def read_off_a_block():
    board = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], 2, 750)
    rows = {}

    def read(block, path):
        rows[path] = (block.level, block.position, block.size, block.colour, len(block.children))
        for number, child in enumerate(block.children):
            read(child, (*path, number))

    read(board, ())
    return rows


# -- a board made by hand ----------------------------------------------------------------------


def by_hand():
    small = [Block(2, 2, Colour.BLUE, [], (25, 0), 25), Block(2, 2, Colour.GREEN, [], (0, 0), 25),
             Block(2, 2, Colour.GREEN, [], (0, 25), 25), Block(2, 2, Colour.RED, [], (25, 25), 25)]
    return Block(0, 2, None, [
        Block(1, 2, Colour.YELLOW, [], (50, 0), 50),
        Block(1, 2, None, small, (0, 0), 50),
        Block(1, 2, Colour.YELLOW, [], (0, 50), 50),
        Block(1, 2, Colour.GREEN, [], (50, 50), 50),
    ], (0, 0), 100)


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


def by_update_block_locations():
    board = Block(0, 2, None, [Block(1, 2, 3), Block(1, 2, None, [
        Block(2, 2, colour) for colour in (0, 2, 2, 1)]), Block(1, 2, 3), Block(1, 2, 2)])
    board.update_block_locations((0, 0), 100)
    return board


# -- the first recursions ----------------------------------------------------------------------


def count_with_a_loop(block):
    if not block.children:
        return 1
    count = 0
    for child in block.children:
        count += count_with_a_loop(child)
    return count


def count_in_one_line(block):
    return sum(map(count_in_one_line, block.children)) if block.children else 1


def count_with_a_list_of_blocks(block):
    waiting, count = [block], 0
    while waiting:
        each = waiting.pop()
        waiting.extend(each.children)
        if each.colour is not None:
            count += 1
    return count


def count_by_emptying(block):
    if not block.children:
        return 1
    count = 0
    while block.children:
        count += count_with_a_loop(block.children.pop())
    return count


def deepest_with_a_loop(block):
    deepest = block.level
    for child in block.children:
        below = deepest_with_a_loop(child)
        if below > deepest:
            deepest = below
    return deepest


def deepest_in_one_line(block):
    return max([block.level, *(deepest_in_one_line(child) for child in block.children)])


def deepest_with_a_helper(block):
    levels = []

    def visit(each):
        levels.append(each.level)
        for child in each.children:
            visit(child)

    visit(block)
    return sorted(levels)[-1]


# -- is it a board? ----------------------------------------------------------------------------


def with_one_rule_a_line(block):
    if len(block.children) != 0 and len(block.children) != 4:
        return False
    if block.children and block.colour is not None:
        return False
    if not block.children and block.colour is None:
        return False
    if block.level > block.max_depth:
        return False
    if block.children:
        half = round(block.size / 2)
        x, y = block.position
        places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        for child, place in zip(block.children, places, strict=False):
            if child.parent is not block:
                return False
            if child.level != block.level + 1:
                return False
            if child.max_depth != block.max_depth:
                return False
            if child.size != half:
                return False
            if child.position != place:
                return False
            if not with_one_rule_a_line(child):
                return False
    return True


def with_helpers(block):
    return (rule_of_colours(block) and block.level <= block.max_depth
            and all(rule_of_a_child(block, number) and with_helpers(block.children[number])
                    for number in range(len(block.children))))


def rule_of_colours(block):
    if len(block.children) == 0:
        return block.colour is not None
    return len(block.children) == 4 and block.colour is None


def rule_of_a_child(block, number):
    child, half = block.children[number], round(block.size / 2)
    right, low = [(1, 0), (0, 0), (0, 1), (1, 1)][number]
    place = (block.position[0] + right * half, block.position[1] + low * half)
    return (child.level - 1, child.max_depth, child.size, tuple(child.position)) == (
        block.level, block.max_depth, half, place) and child.parent is block


def with_numbers(block):
    """1 and 0 are as good as True and False."""
    return int(with_helpers(block))


def goes_up_again(block):
    if block.parent is not None and not goes_up_again(block.parent):
        return False
    return sound_by_rules(block) and all(map(goes_up_again, block.children))


def sound_with_a_loop(block):
    if block.children:
        if len(block.children) != 4 or block.colour is not None:
            return False
    elif block.colour is None:
        return False
    for child in block.children:
        if not (child.parent is block and child.level == block.level + 1
                and child.max_depth == block.max_depth):
            return False
    return not block.level > block.max_depth


def sound_in_two_steps(block):
    if not rule_of_colours(block) or block.level > block.max_depth:
        return 0
    told = {(id(child.parent), child.level - 1, child.max_depth) for child in block.children}
    return int(told <= {(id(block), block.level, block.max_depth)})


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


def deepest_of_five(block):
    try:
        return max([deepest_of_five(block.children[i]) for i in range(5)])
    except IndexError:
        return block.level


RIGHT = {
    "is_sound": [sound_with_a_loop, sound_in_two_steps, sound_by_rules],
    "attributes": [table, in_words_and_lists, read_off_a_block],
    "make_board": [by_hand, with_attributes_set_later, by_update_block_locations],
    "count_leaves": [count_with_a_loop, count_in_one_line, count_with_a_list_of_blocks],
    "deepest_level": [deepest_with_a_loop, deepest_in_one_line, deepest_with_a_helper],
    "is_board": [with_one_rule_a_line, with_helpers, with_numbers],
}

WRONG = {
    "is_sound": [
        Wrong("looks deeper", sound_all_the_way, "wrong", "no recursion"),
        Wrong("a parent that is only equal", but(sound_with_a_loop, {
            "child.parent is block": "child.parent == block"}), "wrong", "child.parent is block"),
        Wrong("a word", but(sound_with_a_loop, {"False": '"no"', "return not": 'return "yes" or'}),
              "wrong", "where True or False is expected"),
        Wrong("blue is no colour, and a child lies deeper by any number", but(sound_with_a_loop, {
            "block.colour is None": "not block.colour",
            "child.level == block.level + 1": "child.level > block.level"}), "wrong",
              "it is a blue leaf"),
        Wrong("a leaf lies at max_depth", but(sound_with_a_loop, {
            "elif block.colour is None": "elif block.colour is None or block.level != "
                                         "block.max_depth"}), "wrong", "be block.colour is None"),
    ],
    "attributes": [Wrong(f"{old} is {new}", but(table, {old: new}), "wrong", words) for old, new,
    words in [
        ("(0, 0): (2, (563, 0), 188", "(0, 0): (2, (562, 0), 187", "rounded to 188"),
        ("(375, 188), 188", "(375, 188), 187", "rounded to 188"),
        ("(0, 375)", "(0, 0)", "y goes down"),
        ("(375, 188)", "(0, 188)", "not of the parent"),
        ("(2,): (1, (0, 375)", "(2,): (1, (375, 0)", "x goes to the right"),
        ("188, 0, 0)", "188, 1, 0)", "Child 0 is upper right"),
        ("375, None, 4)", '375, "blue", 4)', "the colour None"),
        ("(): (0,", "(): (1,", "at level 0"),
        ("        (2,): (1, (0, 375), 375, 1, 0),\n", "", "too many: (2,)"),
        ("(0,):", "(0):", "with a comma"),
        ("return {", "rows = {", "Return a dictionary"),
    ]],
    "make_board": [Wrong(new, but(by_hand, {old: new}), "wrong", words) for old, new, words in [
        ("2, None, small", "2, Colour.GREEN, small", "the colour None"),
        ("Block(2, 2, Colour.BLUE", "Block(1, 2, Colour.BLUE", "it should be 2"),
        ("(0, 0), 100)", "(0, 0))", "its parent's is 0"),
        ("small = [Block(2, 2, Colour.BLUE, [], (25, 0), 25),",
         "small = 4 * [Block(2, 2, Colour.BLUE, [], (25, 0), 25)] or [", "in two places"),
        ("return Block(0, 2, None, [", "return ([", "where a Block is expected"),
    ]] + [Wrong("no parents", but(with_attributes_set_later, {
        "        block.parent = parent\n": ""}), "wrong", "Set child.parent")],
    "count_leaves": [
        Wrong("takes the tree apart", count_by_emptying, "changed_input", "copy"),
        Wrong("an error that is hidden", count_of_five, "wrong", "it should be 4, not 5"),
        *changes(count_with_a_loop, (
            "a leaf is nothing", "return 1", "return 0", "it should be 1"), (
            "nothing is added", "count += ", "", "is lost"), (
            "unit cells only", "not block.children", "block.level == block.max_depth",
            "not block.children")),
    ],
    "deepest_level": [
        Wrong("of the last child", but(deepest_with_a_loop, {
            "below > deepest": "below > block.level"}), "wrong", "below > deepest, not"),
        Wrong("the smallest", but(deepest_in_one_line, {"max(": "min("}), "wrong",
              "use max in place"),
        Wrong("an error that is hidden", deepest_of_five, "wrong", "it should be 4, not 5"),
        Wrong("the levels added", but(deepest_in_one_line, {"max(": "sum("}), "wrong",
              "use max in place"),
    ],
    "is_board": [
        Wrong("blue is no colour", but(with_one_rule_a_line, {
            "block.colour is None": "not block.colour"}), "wrong", "0 counts as False"),
        Wrong("its own parent", but(with_one_rule_a_line, {
            "child.parent is not block": "block.level and block.parent is None"}), "wrong",
              "whether child.parent is block"),
        *(Wrong(f"not: {rule}", but(with_one_rule_a_line, {f"if {rule}:": "if False:"}), "wrong",
        words)
          for rule, words in [
            ("child.level != block.level + 1", "level"),
            ("child.max_depth != block.max_depth", "max_depth"),
            ("block.level > block.max_depth", "max_depth"),
            ("len(block.children) != 0 and len(block.children) != 4", "children"),
            ("child.parent is not block", "parent"),
            ("child.size != half", "size"),
            ("child.position != place", "and belongs at"),
            ("block.children and block.colour is not None", "colour")]),
        Wrong("a parent that is only equal", but(with_one_rule_a_line, {
            "child.parent is not block": "child.parent != block"}), "wrong",
              "parent is not"),
        Wrong("calls for the parent", goes_up_again, "never_stops",
              "same call is made again"),
        Wrong("a word", but(with_one_rule_a_line, {"False": '"no"', "True": '"yes"'}),
              "wrong", "where True or False is expected"),
    ],
}
