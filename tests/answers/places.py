import itertools

import numpy as np

from blocky.colour import FRAME, HIGHLIGHT
from tests.answers import Wrong, but

# -- positions and sizes -----------------------------------------------------------------------


def place_with_a_loop(block, position, size):
    block.position = position
    block.size = size
    half = round(size / 2)
    x, y = position
    places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
    for i in range(len(block.children)):
        place_with_a_loop(block.children[i], places[i], half)


def place_and_return(block, position, size):
    block.position, block.size = (int(position[0]), int(position[1])), size
    if block.children:
        one, two, three, four = block.children
        h = round(block.size / 2)
        place_and_return(two, block.position, h)
        place_and_return(one, np.add(position, (h, 0)), h)
        place_and_return(three, np.add(position, (0, h)), h)
        place_and_return(four, np.add(position, (h, h)), h)
    return block


def place_from_a_list(block, position, size):
    waiting = [(block, position, size)]
    while waiting:
        each, (x, y), side = waiting.pop()
        each.position, each.size = (x, y), side
        waiting.extend((child, (x + right * round(side / 2), y + low * round(side / 2)),
                        round(side / 2))
                       for child, right, low in zip(each.children, [1, 0, 0, 1], [0, 0, 1, 1],
                                                    strict=False))


# -- rectangles --------------------------------------------------------------------------------


def leaf_rectangles(block):
    square = (block.size, block.size)
    return [(block.colour, block.position, square, 0), (FRAME, block.position, square, 3)]


def marks_of(block):
    return ([(HIGHLIGHT, block.position, (block.size, block.size), 5)] if block.highlighted
            else [])


def paint_in_two_parts(block):
    def leaves(each):
        if not each.children:
            return leaf_rectangles(each)
        return [*itertools.chain(*map(leaves, each.children))]

    def marks(each):
        found = marks_of(each)
        for child in each.children:
            found += marks(child)
        return found

    return leaves(block) + marks(block)


def paint_and_sort(block):
    if not block.children:
        return leaf_rectangles(block) + marks_of(block)
    rectangles = []
    for child in block.children:
        rectangles.extend(paint_and_sort(child))
    rectangles += marks_of(block)
    return ([each for each in rectangles if each[3] != 5]
            + [each for each in rectangles if each[3] == 5])


def paint_from_the_blocks(block):
    fills, frames, marks = [], [], []
    for each in block.blocks():
        if each.colour is not None:
            fill, frame = leaf_rectangles(each)
            fills.append((int(fill[0]), list(fill[1]), list(fill[2]), 0))
            frames.append(frame)
        marks += marks_of(each)
    return [*fills[::-1], *frames, *marks]


def leaves_only(block):
    if not block.children:
        return [(block.colour, block.position, (block.size, block.size), 0), (
            FRAME, block.position, (block.size, block.size), 3)]
    return [each for child in block.children for each in leaves_only(child)]


def paint_with_a_default(block, rectangles=[]):  # noqa: B006
    if not block.children:
        rectangles += leaf_rectangles(block)
    for child in block.children:
        paint_with_a_default(child)
    return rectangles


# -- selecting ---------------------------------------------------------------------------------


def select_with_a_loop(block, location, level):
    if block.level == level or not block.children:
        return block
    x, y = location
    for child in block.children:
        left, top = child.position
        if left <= x < left + child.size and top <= y < top + child.size:
            return select_with_a_loop(child, location, level)


def select_without_recursion(block, location, level):
    while block.children and block.level < level:
        x, y = block.position
        half = round(block.size / 2)
        right, low = location[0] >= x + half, location[1] >= y + half
        block = block.children[{(True, False): 0, (False, False): 1, (False, True): 2,
                                (True, True): 3}[right, low]]
    return block


def select_with_a_helper(block, location, level):
    if block.children and level > block.level:
        inside = [child for child in block.children if contains(child, *location)]
        return select_with_a_helper(inside[0], location, level)
    return block


def contains(block, x, y):
    return (0 <= x - block.position[0] < block.size) and (0 <= y - block.position[1] < block.size)


RIGHT = {
    "update_block_locations": [place_with_a_loop, place_and_return, place_from_a_list],
    "rectangles_to_draw": [paint_in_two_parts, paint_and_sort, paint_from_the_blocks],
    "get_selected_block": [select_with_a_loop, select_without_recursion, select_with_a_helper],
}

def select_from_zero(block, location, level):
    if block.level >= level or not block.children:
        return block
    x, y = location
    half = block.size / 2
    if y < half:
        return select_from_zero(block.children[x < half], location, level)
    return select_from_zero(block.children[3 - (x < half)], location, level)


WRONG = {
    "update_block_locations": [
        Wrong("from the old place", but(place_with_a_loop, {
            "    x, y = position\n": "", "    block.position = position": "    x, y = "
            "block.position\n    block.position = position"}), "wrong",
              "It belongs after line 3"),
        Wrong("not rounded", but(place_with_a_loop, {"round(size / 2)": "size / 2"}), "wrong",
              "round(size / 2), not size / 2"),
        Wrong("rounded down", but(place_with_a_loop, {"round(size / 2)": "size // 2"}),
              "wrong", "round(size / 2), not size // 2"),
        Wrong("lists for positions", but(place_with_a_loop, {"places[i]": "list(places[i])"}),
              "wrong", "use tuple"),
        Wrong("one = too many", but(place_with_a_loop, {"size = size": "size == size"}), "wrong",
              "one ="),
    ],
    "rectangles_to_draw": [
        Wrong("append for extend", but(paint_and_sort, {"rectangles.extend": "rectangles.append"}),
              "wrong", "rectangles.extend in place of"),
        Wrong("marks not last", but(paint_and_sort, {"each[3] != 5": "1", "each[3] == 5": "0"}),
              "wrong", "must come last"),
        Wrong("frame before the square", but(paint_and_sort, {
            "return leaf_rectangles(block)": "return leaf_rectangles(block)[::-1]"}),
            "wrong", "-1"),
        Wrong("a list as default value", paint_with_a_default, "wrong",
              "makes a list of its own"),
        Wrong("a number for the size", but(leaves_only, {"(block.size, block.size)": "block.size"}),
              "wrong", "Too many: "),
        Wrong("rectangles are lists", but(leaves_only, {
            "[(": "[[", "0), (": "0], [", "3)]": "3]]"}),
              "wrong", "A rectangle is a tuple"),
    ],
    "get_selected_block": [
        Wrong("the middle counted from 0", select_from_zero, "wrong", "your function takes child"),
        Wrong("a copy", but(select_with_a_loop, {"return block": "return copy.deepcopy(block)"}),
              "wrong", "return block, not return copy.deepcopy(block)"),
        Wrong("text", but(select_without_recursion, {"return block": "return str(block)"}),
              "wrong", "not str(block)"),
        Wrong("nothing for a leaf above the level", but(select_with_a_loop, {
            " or not block.children": ""}), "returned_none",
              "block.level >= level or not block.children"),
        Wrong("the half rounded down", but(select_without_recursion, {
            "round(block.size / 2)": "block.size // 2"}), "wrong", "round(block.size / 2), not"),
        Wrong("x and y exchanged", but(select_without_recursion, {
            "    while": "    location = location[1], location[0]\n    while"}), "wrong",
            "Line 2 should not be there"),
    ],
}
