import copy

from blocky import Block, Colour
from tests.answers import Wrong

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


def changed(path, row):
    return lambda: {**table(), path: row}


def without_a_node():
    rows = table()
    del rows[2,]
    return rows


def number_for_a_path():
    return {0 if path == (0,) else path: row for path, row in table().items()}


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


def from_nested_lists():
    return Block.from_nested([3, [0, 2, 2, 1], 3, 2], max_depth=2, size=100)


def with_a_change(change):
    def answer():
        board = by_hand()
        change(board)
        return board
    return answer


def keeps_a_colour(board):
    board.children[1].colour = Colour.GREEN


def levels_all_one(board):
    for block in board.children[1].children:
        block.level = 1


def no_parents(board):
    for block in board.children:
        block.parent = None


def no_size_at_the_top(board):
    board.size = 0


def one_green_block(board):
    inner = board.children[1]
    inner.children[2] = inner.children[1]


def numbers_in_a_list():
    return [3, [0, 2, 2, 1], 3, 2]


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
        for child, place in zip(block.children, places, strict=True):
            if child.parent is not block or child.level != block.level + 1:
                return False
            if child.max_depth != block.max_depth:
                return False
            if child.size != half or child.position != place:
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


def with_a_copy(block):
    """Everything is set anew in a copy, which must be as the block was."""
    try:
        block.check_invariants()
    except ValueError:
        return 0
    return 1


def without(forgotten, block):
    rules = {
        "four": len(block.children) in (0, 4),
        "colour": (block.colour is None) == (len(block.children) > 0),
        "depth": block.level <= block.max_depth,
        "level": all(child.level == block.level + 1 for child in block.children),
        "max_depth": all(child.max_depth == block.max_depth for child in block.children),
        "parent": all(child.parent is block for child in block.children),
        "size": all(child.size == round(block.size / 2) for child in block.children),
        "position": [child.position for child in block.children] == block.corners()[
            :len(block.children)],
    }
    return all(kept for rule, kept in rules.items() if rule not in forgotten) and all(
        without(forgotten, child) for child in block.children)


def forgets(*rules):
    return lambda block: without(rules, block)


def forgets_the_colour_of_divided_blocks(block):
    if block.children == [] and block.colour is None:
        return False
    bare = copy.deepcopy(block)
    if bare.children:
        bare.colour = None
    return without((), bare)


def only_the_top(block):
    half = round(block.size / 2)
    return rule_of_colours(block) and block.level <= block.max_depth and all(
        rule_of_a_child(block, number) for number in range(len(block.children))) and half >= 0


def goes_up_again(block):
    if block.parent is not None and not goes_up_again(block.parent):
        return False
    return only_the_top(block) and all(goes_up_again(child) for child in block.children)


def sentence(block):
    return "yes" if with_helpers(block) else "no"


RIGHT = {
    "attributes": [table, in_words_and_lists, read_off_a_block],
    "make_board": [by_hand, with_attributes_set_later, from_nested_lists],
    "count_leaves": [count_with_a_loop, count_in_one_line, count_with_a_list_of_blocks],
    "deepest_level": [deepest_with_a_loop, deepest_in_one_line, deepest_with_a_helper],
    "is_board": [with_one_rule_a_line, with_helpers, with_a_copy],
}

WRONG = {
    "attributes": [
        Wrong("187 for 187.5", changed((0, 0), (2, (562, 0), 187, 0, 0)), "wrong",
              "x + h"),
        Wrong("a size rounded down", changed((0, 2), (2, (375, 188), 187, 1, 0)), "wrong",
              "rounded to 188"),
        Wrong("y goes up", changed((2,), (1, (0, 0), 375, 1, 0)), "wrong", "y goes down"),
        Wrong("position seen from the parent", changed((0, 2), (2, (0, 188), 188, 1, 0)), "wrong",
              "not of the parent"),
        Wrong("y before x", changed((2,), (1, (375, 0), 375, 1, 0)), "wrong", "x comes first"),
        Wrong("children in reading order", changed((0, 0), (2, (563, 0), 188, 1, 0)), "wrong",
              "0 upper right"),
        Wrong("colour for a divided block", changed((0,), (1, (375, 0), 375, "blue", 4)), "wrong",
              "the colour None"),
        Wrong("level from 1", changed((), (1, (0, 0), 750, None, 4)), "wrong", "at level 0"),
        Wrong("a node forgotten", without_a_node, "wrong", "(2,) is missing"),
        Wrong("(0) for a path", number_for_a_path, "wrong", "with a comma"),
        Wrong("nothing returned", lambda: None, "wrong", "return"),
    ],
    "make_board": [
        Wrong("colour of a divided block", with_a_change(keeps_a_colour), "wrong",
              "the colour None"),
        Wrong("levels not counted up", with_a_change(levels_all_one), "wrong", "one more"),
        Wrong("no parents", with_a_change(no_parents), "wrong", "Set child.parent"),
        Wrong("no size", with_a_change(no_size_at_the_top), "wrong", "the size 0"),
        Wrong("one block twice", with_a_change(one_green_block), "wrong", "in two places"),
        Wrong("a nested list", numbers_in_a_list, "wrong", "Return a Block"),
    ],
    "count_leaves": [
        Wrong("takes the tree apart", count_by_emptying, "changed_input", "copy"),
    ],
    "is_board": [
        *(Wrong(f"forgets the rule {rule}", forgets(rule), "wrong", words) for rule, words in [
            ("level", "its level is"), ("max_depth", "its max_depth is"),
            ("depth", "deeper than"), ("four", "children, not 0 or 4"),
            ("parent", "its parent is not"), ("size", "its size is"),
            ("position", "its position is")]),
        Wrong("colour of divided blocks", forgets_the_colour_of_divided_blocks, "wrong",
              "also the colour"),
        Wrong("calls for the parent", goes_up_again, "never_stops", "leads to itself"),
        Wrong("a word", sentence, "wrong", "True or False"),
    ],
}
