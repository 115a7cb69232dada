import copy
import itertools

import numpy as np

from blocky.colour import FRAME, HIGHLIGHT
from tests.answers import Wrong

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


def place_with(places, half=lambda size: round(size / 2)):
    def answer(block, position, size):
        block.position, block.size = position, size
        x, y = position
        h = half(size)
        for child, place in zip(block.children, places(x, y, h), strict=False):
            answer(child, place, h)
    return answer


def right_places(x, y, h):
    return [(x + h, y), (x, y), (x, y + h), (x + h, y + h)]


def place_in_lists(block, position, size):
    block.position, block.size = position, size
    x, y = position
    h = round(size / 2)
    for child, place in zip(block.children, right_places(x, y, h), strict=False):
        place_in_lists(child, list(place), h)


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


def paint_appended(block):
    rectangles = []
    if not block.children:
        return leaf_rectangles(block)
    for child in block.children:
        rectangles.append(paint_appended(child))
    return rectangles


def paint_marks_where_they_come(block):
    rectangles = leaf_rectangles(block) if not block.children else []
    rectangles += marks_of(block)
    for child in block.children:
        rectangles += paint_marks_where_they_come(child)
    return rectangles


def paint_frames_first(block):
    if not block.children:
        return leaf_rectangles(block)[::-1]
    return [each for child in block.children for each in paint_frames_first(child)]


def paint_with_a_default(block, rectangles=[]):  # noqa: B006
    if not block.children:
        rectangles += leaf_rectangles(block)
    for child in block.children:
        paint_with_a_default(child)
    return rectangles


def paint_sizes(block):
    if not block.children:
        return [(block.colour, block.position, block.size, 0),
                (FRAME, block.position, block.size, 3)]
    return [each for child in block.children for each in paint_sizes(child)]


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


def select_a_copy(block, location, level):
    return copy.deepcopy(select_with_a_loop(block, location, level))


def select_a_path(block, location, level):
    return str(select_with_a_loop(block, location, level).path)


RIGHT = {
    "update_block_locations": [place_with_a_loop, place_and_return, place_from_a_list],
    "rectangles_to_draw": [paint_in_two_parts, paint_and_sort, paint_from_the_blocks],
    "get_selected_block": [select_with_a_loop, select_without_recursion, select_with_a_helper],
}

WRONG = {
    "update_block_locations": [
        Wrong("not rounded", place_with(right_places, lambda size: size / 2), "wrong",
              "is no int"),
        Wrong("lists for positions", place_in_lists, "wrong", "Use a tuple"),
    ],
    "rectangles_to_draw": [
        Wrong("append for extend", paint_appended, "wrong", "lists in the list"),
        Wrong("marks not last", paint_marks_where_they_come, "wrong", "must come last"),
        Wrong("frame before the square", paint_frames_first, "wrong", "after its filled square"),
        Wrong("a list as default value", paint_with_a_default, "wrong", "made only once"),
        Wrong("a number for the size", paint_sizes, "wrong", "(block.size, block.size)"),
    ],
    "get_selected_block": [
        Wrong("a copy", select_a_copy, "wrong", "block of the tree itself"),
        Wrong("text", select_a_path, "wrong", "Return a block"),
    ],
}
