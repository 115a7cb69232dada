import numpy as np

from blocky.colour import FRAME, HIGHLIGHT
from tests.answers import Wrong, changes, solved

PLACES = solved("blocky/03_geometry")


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


def leaf_rectangles(block):
    square = (block.size, block.size)
    return [(block.colour, block.position, square, 0), (FRAME, block.position, square, 3)]


def marks_of(block):
    return ([(HIGHLIGHT, block.position, (block.size, block.size), 5)] if block.highlighted
            else [])


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


def paint_with_a_default(block, rectangles=[]):  # noqa: B006
    if not block.children:
        rectangles += leaf_rectangles(block)
    for child in block.children:
        paint_with_a_default(child)
    return rectangles


def select_with_a_loop(block, location, level):
    if block.level == level or not block.children:
        return block
    x, y = location
    for child in block.children:
        left, top = child.position
        if left <= x < left + child.size and top <= y < top + child.size:
            return select_with_a_loop(child, location, level)


def select_from_zero(block, location, level):
    if block.level >= level or not block.children:
        return block
    x, y = location
    half = block.size / 2
    if y < half:
        return select_from_zero(block.children[x < half], location, level)
    return select_from_zero(block.children[3 - (x < half)], location, level)


def place_above_max_depth(block, position, size):
    block.position, block.size = position, size
    if block.level < block.max_depth:
        one, two, three, four = block.children
        (x, y), h = position, round(size / 2)
        place_above_max_depth(one, (x + h, y), h)
        place_above_max_depth(two, (x, y), h)
        place_above_max_depth(three, (x, y + h), h)
        place_above_max_depth(four, (x + h, y + h), h)


def marks_at_both_ends(block):
    rectangles, ends = [] if block.children else leaf_rectangles(block), []
    for child in block.children:
        *others, last = marks_at_both_ends(child)
        rectangles += others
        (ends if last[3] == 5 else rectangles).append(last)
    return [*rectangles, *ends, *marks_of(block)]


RIGHT = {
    "update_block_locations": [place_and_return],
    "rectangles_to_draw": [paint_and_sort, paint_from_the_blocks],
    "get_selected_block": [select_with_a_loop],
}

WRONG = {
    "update_block_locations": [*changes(
        PLACES.update_block_locations,
        ("from the old place", {
            "    x, y = position\n": "", "    block.position = position":
            "    x, y = block.position\n    block.position = position"}, "Move it after line"),
        ("lists for positions", {"child, corner, half": "child, list(corner), half"},
         "use tuple")),
        Wrong("a leaf above max_depth", place_above_max_depth,
              "is a leaf, though its level is | "
              "replace block.level < block.max_depth with block.children")],
    "rectangles_to_draw": [
        *changes(
            paint_and_sort,
            ("append for extend", {"rectangles.extend": "rectangles.append"},
             "rectangles.extend instead of"),
            ("marks not last", {"each[3] != 5": "1", "each[3] == 5": "0"},
             "must be at the end of the whole list"),
            ("rectangles are lists", {"return [(": "return [[", "0), (": "0], [", "3)]": "3]]"},
             "A rectangle is a tuple"),
            ("a number for a size", {"(block.size, block.size)": "block.size"},
             "Yours has 10 where (width, height) should be"),
            ("the lower right corner", {
                "square = (block.size, block.size)":
                "square = tuple(each + block.size for each in block.position)"},
             "The third part is the width and the height | "
             "replace each + block.size with block.size"), beside=[leaf_rectangles, marks_of]),
        Wrong("some marks at the end", marks_at_both_ends, "Some marks are at the end"),
        Wrong("a list as default value", paint_with_a_default, "must make its own list"),
    ],
    "get_selected_block": [
        Wrong("the middle counted from 0", select_from_zero, "as if each block started at (0, 0)"),
        *changes(select_with_a_loop, (
            "nothing for a leaf above the level", {" or not block.children": ""},
            "block.level >= level or not block.children", "returned_none")),
    ],
}
