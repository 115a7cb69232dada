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


def place_first_level(block, position, size):
    block.position, block.size = position, size
    for child, place in zip(block.children, right_places(*position, round(size / 2)),
                            strict=False):
        child.position = place
        child.size = round(size / 2)


def place_leaves_only(block, position, size):
    if not block.children:
        block.position = position
        block.size = size
    h = round(size / 2)
    for child, place in zip(block.children, right_places(*position, h), strict=False):
        place_leaves_only(child, place, h)


def place_in_names(block, position, size):
    x, y = position
    position, size = (x, y), round(size)


def place_without_a_leaf(block, position, size):
    block.position, block.size = position, size
    h = round(size / 2)
    for i, place in enumerate(right_places(*position, h)):
        place_without_a_leaf(block.children[i], place, h)


def place_itself(block, position, size):
    block.position, block.size = position, size
    h = round(size / 2)
    for _, place in zip(block.children, right_places(*position, h), strict=False):
        place_itself(block, place, h)


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


def paint_and_lose(block):
    rectangles = []
    if not block.children:
        rectangles += leaf_rectangles(block) + marks_of(block)
    for child in block.children:
        paint_and_lose(child)
    return rectangles


def paint_appended(block):
    rectangles = []
    if not block.children:
        return leaf_rectangles(block)
    for child in block.children:
        rectangles.append(paint_appended(child))
    return rectangles


def paint_without_frames(block):
    if not block.children:
        return leaf_rectangles(block)[:1] + marks_of(block)
    return [each for child in block.children for each in paint_without_frames(child)] + marks_of(
        block)


def paint_without_marks(block):
    if not block.children:
        return leaf_rectangles(block)
    return [each for child in block.children for each in paint_without_marks(child)]


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


def paint_first_child(block):
    if not block.children:
        return leaf_rectangles(block)
    for child in block.children:
        return paint_first_child(child)


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


def paint_and_take_the_mark(block):
    rectangles = paint_and_sort(block)
    for each in block.blocks():
        each.highlighted = False
    return rectangles


def paint_divided_blocks(block):
    rectangles = leaf_rectangles(block)
    for child in block.children:
        rectangles += paint_divided_blocks(child)
    return rectangles


def paint_and_print(block):
    print(paint_and_sort(block))


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


def select_the_leaf(block, location, level):
    for child in block.children:
        if contains(child, *location):
            return select_the_leaf(child, location, level)
    return block


def select_and_lose(block, location, level):
    if block.level == level or not block.children:
        return block
    for child in block.children:
        if contains(child, *location):
            select_and_lose(child, location, level)


def select_only_the_level(block, location, level):
    if block.level == level:
        return block
    for child in block.children:
        if contains(child, *location):
            return select_only_the_level(child, location, level)
    return None


def select_closed_boxes(block, location, level):
    if block.level == level or not block.children:
        return block
    half = round(block.size / 2)
    right = location[0] > block.position[0] + half
    low = location[1] > block.position[1] + half
    number = (3 if right else 2) if low else (0 if right else 1)
    return select_closed_boxes(block.children[number], location, level)


def select_rows_and_columns(block, location, level):
    return select_with_a_loop(block, (location[1], location[0]), level)


def select_in_reading_order(block, location, level):
    if block.level == level or not block.children:
        return block
    x, y = block.children[3].position
    number = (location[0] >= x) + 2 * (location[1] >= y)
    return select_in_reading_order(block.children[number], location, level)


def select_a_copy(block, location, level):
    return copy.deepcopy(select_with_a_loop(block, location, level))


def select_a_path(block, location, level):
    return str(select_with_a_loop(block, location, level).path)


def select_from_the_corner(block, location, level):
    if block.level == level or not block.children:
        return block
    half = round(block.size / 2)
    right, low = location[0] >= half, location[1] >= half
    number = (3 if right else 2) if low else (0 if right else 1)
    return select_from_the_corner(block.children[number], location, level)


def select_the_same(block, location, level):
    if not block.children or block.level == level:
        return block
    return select_the_same(block, location, level)


def select_one_level(block, location, level):
    if block.level == level or not block.children:
        return block
    return next(child for child in block.children if contains(child, *location))


RIGHT = {
    "update_block_locations": [place_with_a_loop, place_and_return, place_from_a_list],
    "rectangles_to_draw": [paint_in_two_parts, paint_and_sort, paint_from_the_blocks],
    "get_selected_block": [select_with_a_loop, select_without_recursion, select_with_a_helper],
}

WRONG = {
    "update_block_locations": [
        Wrong("rounded down", place_with(right_places, lambda size: size // 2), "wrong",
              "is round(size / 2)"),
        Wrong("not rounded", place_with(right_places, lambda size: size / 2), "wrong",
              "is no int"),
        Wrong("half rounded up", place_with(right_places, lambda size: (size + 1) // 2), "wrong",
              "Python's round"),
        Wrong("y goes up", place_with(lambda x, y, h: [(x + h, y + h), (x, y + h), (x, y),
                                                       (x + h, y)]), "wrong", "grows downwards"),
        Wrong("children in reading order", place_with(
            lambda x, y, h: [(x, y), (x + h, y), (x, y + h), (x + h, y + h)]), "wrong",
            "wrong corners"),
        Wrong("all in one corner", place_with(lambda x, y, h: [(x, y)] * 4), "wrong",
              "the position of their parent"),
        Wrong("sizes are not halved", place_with(right_places, lambda size: size), "wrong",
              "size of their parent"),
        Wrong("only the first level", place_first_level, "wrong", "Only the first level"),
        Wrong("only leaves", place_leaves_only, "wrong", "Only leaves"),
        Wrong("names of its own", place_in_names, "wrong", "Nothing is changed"),
        Wrong("leaves forgotten", place_without_a_leaf, "wrong", "Try the case above"),
        Wrong("calls itself with the block", place_itself, "never_stops", "same arguments"),
        Wrong("lists for positions", place_in_lists, "wrong", "Use a tuple"),
    ],
    "rectangles_to_draw": [
        Wrong("results lost", paint_and_lose, "wrong", "is lost"),
        Wrong("append for extend", paint_appended, "wrong", "lists in the list"),
        Wrong("no frames", paint_without_frames, "wrong", "frames are missing"),
        Wrong("no marks", paint_without_marks, "wrong", "not marked"),
        Wrong("marks not last", paint_marks_where_they_come, "wrong", "must come last"),
        Wrong("frame before the square", paint_frames_first, "wrong", "after its filled square"),
        Wrong("returns in the loop", paint_first_child, "wrong", "Only the first child"),
        Wrong("a list as default value", paint_with_a_default, "wrong", "made only once"),
        Wrong("a number for the size", paint_sizes, "wrong", "(block.size, block.size)"),
        Wrong("takes the mark away", paint_and_take_the_mark, "changed_input", "copy"),
        Wrong("divided blocks painted", paint_divided_blocks, "wrong", "Only leaves are filled"),
        Wrong("prints", paint_and_print, "returned_none", "print"),
    ],
    "get_selected_block": [
        Wrong("always the leaf", select_the_leaf, "wrong", "always return the leaf"),
        Wrong("result lost", select_and_lose, "returned_none", "is lost"),
        Wrong("nothing below a leaf", select_only_the_level, "returned_none",
              "deeper than the leaf"),
        Wrong("a pixel off at boundaries", select_closed_boxes, "wrong", "one pixel off"),
        Wrong("x and y exchanged", select_rows_and_columns, "wrong", "exchanged"),
        Wrong("children in reading order", select_in_reading_order, "wrong", "wrong child"),
        Wrong("a copy", select_a_copy, "wrong", "block of the tree itself"),
        Wrong("text", select_a_path, "wrong", "Return a block"),
        Wrong("seen from the block's corner", select_from_the_corner, "wrong", "x + half"),
        Wrong("asks itself again", select_the_same, "never_stops", "same arguments"),
        Wrong("only one level", select_one_level, "wrong", "stop at the children"),
    ],
}
