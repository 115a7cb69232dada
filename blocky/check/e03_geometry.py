"""Exercise 03: where blocks are, and the rectangles that paint them."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from operator import eq
from random import Random
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle as Patch

from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, TWO_LEVELS, Drawn, boards, change, nested, tree_of_places
from blocky.colour import FRAME, HIGHLIGHT, Colour
from blocky.draw.looks import PALETTES
from blocky.kit.check.task import (
    Case,
    CasePicture,
    Cases,
    Hints,
    Outcome,
    Seen,
    Task,
    of_errors,
    told,
)
from blocky.kit.language import Code, mark, say, say_count

__all__ = ["rectangles_to_draw", "update_block_locations"]


# -- positions and sizes -----------------------------------------------------------------------

def _location_cases(rng: Random) -> Cases:
    """Yield a block and the position and size to give it; many blocks below are misplaced."""
    for tree, max_depth, position, size in (
            (1, 0, (0, 0), 10), ([0, 1, 2, 3], 1, (0, 0), 64), ([0, 1, 2, 3], 1, (100, 40), 64),
            (EXAMPLE, 2, (0, 0), 64), (TWO_LEVELS, 3, (0, 0), 64), (EXAMPLE, 2, (0, 0), 750),
            (EXAMPLE, 2, (0, 0), 50)):
        board = Block.from_nested(tree, max_depth)
        for block in board.blocks():  # all in a wrong place
            block.position = (-7, -5)
            block.size = 3
        yield board, position, size
    for path in ((3,), ()):
        moved = nested(TWO_LEVELS, 3, 64)  # as after a move: only blocks below are misplaced
        moved.at(path).children.reverse()
        yield moved, (0, 0), 64
    yield nested(TWO_LEVELS, 3, 400), (7, 5), 333
    for board in boards(rng):
        position = (rng.randrange(50), rng.randrange(50))
        yield board, position, rng.randrange(64, 800)
    for child in nested(TWO_LEVELS, 3).children[1::2]:
        yield child, (32, 8), 100


def _placed(block: Block, position: tuple[int, int], size: int) -> None:
    """Set the position and size of a block and of all blocks below it."""
    block.position = position
    block.size = size
    x, y = position
    h = round(size / 2)
    corners = [(x + h, y), (x, y), (x, y + h), (x + h, y + h)]
    for child, corner in zip(block.children, corners, strict=False):
        _placed(child, corner, h)


def _places_every_block(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first block that isn't in its place; a position may be a list."""
    block, position, size = case
    right_board = block.copy()  # its top block has no parent
    right_board.update_block_locations(position, size)
    own_board, *_ = got.arguments
    trees = (block, own_board, right_board)
    for before, own, right in zip(*(tree.blocks() for tree in trees), strict=True):
        if told(own.position) != right.position or own.size != right.size:
            return _hints_of_misplaced(before, own, right)
    return None


#: The positions of the children, as the text of the exercise writes them.
_CORNERS = ("(x + h, y)", "(x, y)", "(x, y + h)", "(x + h, y + h)")


def _hints_of_misplaced(before: Block, own: Block, right: Block) -> Hints | None:
    """Return the hints about a block in a wrong place.

    ``before`` is the block before the call, ``own`` after it, and ``right`` as it should be. For a
    top block that the call has changed, return None.
    """
    hints = ("Where should each block be? Where do you put it?",
             "Every block needs a position and a size, divided or not. With h = round(size / 2), "
             "the children are at (x + h, y), (x, y), (x, y + h) and (x + h, y + h).")
    is_as_before = told(own.position) == told(before.position) and own.size == before.size
    if is_as_before:
        return (*hints,
                say("The block at path {path} isn't placed. Each call must set the position and "
                    "size of the block that it gets, divided or not, and call the function for "
                    "each child.",
                    path=right.path))
    if right.parent is None:
        return None
    number = right.path[-1]
    if told(own.position) == right.position:
        return (*hints,
                say("Child {number} should have the size h = round(size / 2), which is {half} "
                    "here, but your function gives it {own}.",
                    number=number, half=right.size, own=own.size))
    x, y = right.position
    x_of_parent, y_of_parent = right.parent.position
    is_as_if_the_parent_were_at_0 = tuple(own.position) == (x - x_of_parent, y - y_of_parent)
    beginning = ""
    if is_as_if_the_parent_were_at_0:
        beginning = say("Your function places the children as if each block started at (0, 0).")
    where = say("Child {number} belongs at {corner}, which is {right} here, but your function puts "
                "it at {own}.", number=number, corner=Code(_CORNERS[number]), right=right.position,
                own=own.position)
    return (*hints, f"{beginning} {where}".strip())


@of_errors
def _stops_at_each_leaf(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the answer fails because it looks for the children of a larger leaf.

    A leaf is larger than a unit cell if its level is above max_depth.
    """
    block, *_ = case
    leaf = next((each for each in block.leaves() if each.level < each.max_depth), None)
    unpacks_no_children = got.error == "ValueError" and "unpack" in got.said
    looks_for_children = got.error == "IndexError" or unpacks_no_children
    if leaf is None or not looks_for_children:
        return None
    return ("Which blocks have no children?",
            "A leaf can be at any level. At which blocks does your function stop?",
            say("The block at path {path} is a leaf, though its level is {level} and max_depth is "
                "{max_depth}. It has no children to place, so stop at each block with no children: "
                "test block.children.", path=leaf.path, level=leaf.level,
                max_depth=leaf.max_depth))


def _has_plain_types(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first size that is no int, or position that is no tuple."""
    board, *_ = got.arguments
    for block in board.blocks():
        if not isinstance(block.size, int) or not isinstance(block.position, tuple):
            return ("What type does each value have?",
                    "Try type(block.size) and type(block.position).",
                    say("The places are right, but a position must be a tuple, and a size must be "
                        "an int. One block has the position {position} and the size {size}.",
                        position=block.position, size=block.size))
    return None


update_block_locations = Task(
    "update_block_locations", Block.update_block_locations, _location_cases, call=change,
    ways=[_placed], kits=[Block.corners], show=tree_of_places,
    laws=[_stops_at_each_leaf, _places_every_block, _has_plain_types])


# -- rectangles --------------------------------------------------------------------------------

def _rectangle_cases(rng: Random) -> Cases:
    """Yield blocks, with and without highlighted ones; some are part of a larger board."""
    for tree, max_depth, size in ((2, 0, 10), ([0, 1, 2, 3], 1, 64), (EXAMPLE, 2, 750),
                                  (3, 2, 10), (TWO_LEVELS, 3, 64)):
        yield nested(tree, max_depth, size)
    board_around = nested([0, 1, 2, list(EXAMPLE)], 3, 64)
    yield board_around.children[3]
    yield _highlighted(deepcopy(board_around), (3,)).children[3]
    yield _highlighted(nested(2, 0, 10), ())
    yield _highlighted(nested([0, 1, 2, 3], 1, 64), (1,))
    yield _highlighted(nested([0, 1, 2, 3], 1, 64), ())
    yield _highlighted(nested(EXAMPLE, 2, 64), (0,), (0, 2), (3,))
    for board in boards(rng):
        yield board
        any_block = rng.choice(list(board.blocks()))
        yield _highlighted(deepcopy(board), any_block.path)
        yield from board.children[2:3]


def _highlighted(board: Block, *paths: Path) -> Block:
    """Return the board, after highlighting the blocks with these paths."""
    for path in paths:
        board.at(path).highlighted = True
    return board


def _painted(block: Block) -> list[Any]:
    """Return the rectangles that paint a block, the marks of highlighted blocks last.

    Each is (colour, (x, y), (width, height), thickness).
    """
    square = (block.size, block.size)
    painted: list[Any] = []
    marks: list[Any] = []
    if not block.children:
        painted.append((block.colour, block.position, square, 0))
        painted.append((FRAME, block.position, square, 3))
    for child in block.children:
        for rectangle in _painted(child):
            if rectangle[0] == HIGHLIGHT:
                marks.append(rectangle)
            else:
                painted.append(rectangle)
    if block.highlighted:
        marks.append((HIGHLIGHT, block.position, square, 5))
    return painted + marks


class _Rectangle(NamedTuple):
    """A rectangle of an answer; what a student wrote as a list is a tuple here."""

    colour: Any
    place: Any
    size: Any
    thickness: Any


def _rectangles_of(value: Any) -> list[_Rectangle]:
    """Return those items of a result that have the four parts of a rectangle."""
    items = told(value)
    if not isinstance(items, tuple):
        return []
    return [_Rectangle(*item) for item in items if isinstance(item, tuple) and len(item) == 4]


#: The fact about a second call.
_SAME_AGAIN = "the second call returns the same as the first"


def _rectangles(answer: Any, block: Block) -> Seen:
    """Return the list that an answer returns, with the fact whether a second call returns it again.

    If only the order differs from the kit's, and is as good, return the kit's list instead.
    """
    result = answer(block)
    # a copy, as a second call may change the list that the first one returned
    first = list(result) if isinstance(result, list) else result
    same_again = isinstance(first, list) and told(answer(block)) == told(first)
    right = block.rectangles_to_draw()
    value = right if _paints_the_same(first, right) else first
    return Seen(value, {_SAME_AGAIN: same_again})


def _paints_the_same(result: Any, right: list[Any]) -> bool:
    """Whether a result is a list of the ``right`` rectangles, in an order that paints the same."""
    if not isinstance(result, list) or not all(isinstance(item, tuple) for item in result):
        return False
    own = _rectangles_of(result)
    has_only_rectangles = len(own) == len(result)
    has_the_right_ones = Counter(own) == Counter(_rectangles_of(right))
    return (has_only_rectangles and has_the_right_ones
            and _marks_are_last(own) and _frames_follow_squares(own))


def _marks_are_last(rectangles: list[_Rectangle]) -> bool:
    """Whether nothing but marks comes after a mark."""
    is_mark = [each.colour == HIGHLIGHT for each in rectangles]
    return is_mark == sorted(is_mark)  # False comes before True


def _frames_follow_squares(rectangles: list[_Rectangle]) -> bool:
    """Whether the frame of each filled square comes after it."""
    framed = set()
    for each in rectangles:
        is_filled = each.thickness == 0
        if is_filled and (each.place, each.size) in framed:
            return False
        if each.colour == FRAME:
            framed.add((each.place, each.size))
    return True


def _holds_no_lists(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the list contains a list of rectangles as an item."""
    if not isinstance(got.value, list):
        return None
    for item in got.value:
        if isinstance(item, list) and all(isinstance(part, (list, tuple)) for part in item):
            return ("Look at one item in your list.",
                    "The list of a divided block contains rectangles, not lists of rectangles.",
                    "Your list contains another list of rectangles. To add all its rectangles, "
                    "use += or extend: append adds the list itself, as one item.")
    return None


def _has_tuples(case: Case, got: Outcome) -> Hints | None:
    """Return hints if an item of the list isn't a tuple."""
    if not isinstance(got.value, list) or all(isinstance(item, tuple) for item in got.value):
        return None
    return ("Look at one rectangle in your list.",
            "A rectangle has four parts, and two of these parts are pairs.",
            "A rectangle is a tuple, (colour, (x, y), (width, height), thickness).")


def _has_pairs(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first rectangle whose place or size isn't a pair."""
    for rectangle in _rectangles_of(got.value):
        for part, pair in ((rectangle.place, "(x, y)"), (rectangle.size, "(width, height)")):
            if not isinstance(part, tuple) or len(part) != 2:
                return ("Look at one rectangle in your list.",
                        "A rectangle has four parts, and two of these parts are pairs.",
                        say("A rectangle is (colour, (x, y), (width, height), thickness). Yours "
                            "has {part} where {pair} should be.", pair=Code(pair), part=part))
    return None


#: What each part of a rectangle must be.
_PARTS = (
    mark("The first part is FRAME, HIGHLIGHT, or the colour of the leaf."),
    mark("The second part is the upper left corner: block.position."),
    mark("The third part is the width and the height: (block.size, block.size)."),
    mark("The fourth part is 0 for a filled square, 3 for a FRAME and 5 for a HIGHLIGHT."))


def _has_right_parts(case: Case, got: Outcome) -> Hints | None:
    """Return hints if all wrong rectangles are wrong in the same one of their four parts."""
    [block] = case
    own = Counter(_rectangles_of(got.value))
    right = Counter(_rectangles_of(_painted(block)))
    missing = list((right - own).elements())
    unwanted = list((own - right).elements())
    if not missing or len(missing) != len(unwanted):
        return None
    pairs = _paired(missing, unwanted)
    wrong_parts: set[int] = set()  # their indices in a rectangle, and in _PARTS
    for right_one, own_one in pairs:
        differing = [i for i in range(len(_PARTS)) if right_one[i] != own_one[i]]
        if len(differing) != 1:
            return None
        wrong_parts.update(differing)
    if len(wrong_parts) != 1:
        return None
    [wrong_part] = wrong_parts
    (right_one, own_one), *_ = pairs
    return ("Look at one rectangle in your list.",
            say(_PARTS[wrong_part]),
            say("The rectangle {own} should be {right}. {why}", own=_written(own_one),
                right=_written(right_one), why=say(_PARTS[wrong_part])))


def _paired(missing: list[_Rectangle], unwanted: list[_Rectangle]
            ) -> list[tuple[_Rectangle, _Rectangle]]:
    """Return each missing rectangle with the unwanted one that has most parts in common with it."""
    rest = list(unwanted)
    pairs = []
    for right_one in missing:
        nearest = max(rest, key=lambda own_one: sum(map(eq, own_one, right_one)))
        rest.remove(nearest)
        pairs.append((right_one, nearest))
    return pairs


#: The first two hints for missing or unwanted rectangles.
_WHICH = ("Which rectangles should be in the list? Which ones are there?",
          "A leaf is filled and framed. Every highlighted block is marked, divided or not.")


def _has_every_rectangle(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first rectangle that is missing."""
    [block] = case
    own = Counter(_rectangles_of(got.value))
    right = Counter(_rectangles_of(_painted(block)))
    missing = list(right - own)
    if not missing:
        return None
    first, *_ = missing
    if first.colour == HIGHLIGHT:
        return (*_WHICH,
                say("The mark {rectangle} is missing. Mark every highlighted block, divided or "
                    "not.", rectangle=_written(first)))
    if not block.children and block.highlighted and first.colour == FRAME:
        return (*_WHICH,
                say("The frame {rectangle} is missing. A highlighted leaf needs three rectangles: "
                    "the fill, the frame and the mark.", rectangle=_written(first)))
    return (*_WHICH,
            say("The rectangle {rectangle} is missing. Fill and frame every leaf, and add "
                "everything that the calls for the four children return.",
                rectangle=_written(first)))


def _has_no_other_rectangle(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first rectangle that shouldn't be there.

    A right one that is there twice doesn't count as such.
    """
    [block] = case
    right = _rectangles_of(_painted(block))
    unwanted = [each for each in _rectangles_of(got.value) if each not in right]
    if not unwanted:
        return None
    return (*_WHICH,
            say("The rectangle {rectangle} shouldn't be there. Fill and frame only leaves, and "
                "mark only highlighted blocks.", rectangle=_written(unwanted[0])))


def _written(rectangle: _Rectangle) -> Code:
    """Return a rectangle as a student writes it, with the names FRAME and HIGHLIGHT."""
    names = {FRAME: "FRAME", HIGHLIGHT: "HIGHLIGHT"}
    colour = names.get(rectangle.colour, repr(rectangle.colour))
    return Code(f"({colour}, {rectangle.place}, {rectangle.size}, {rectangle.thickness})")


#: The first two hints for right rectangles in a wrong order.
_ORDER = ("In what order do you paint the rectangles?",
          "Each rectangle is painted over the ones before it.")


def _has_marks_last(case: Case, got: Outcome) -> Hints | None:
    """Return hints if a mark comes before something that isn't a mark."""
    rectangles = _rectangles_of(got.value)
    if _marks_are_last(rectangles):
        return None
    is_mark = [each.colour == HIGHLIGHT for each in rectangles]
    marks_at_the_end = is_mark[::-1].index(False)
    if marks_at_the_end > 0:
        before_these = rectangles[:-marks_at_the_end]
        misplaced = next(each for each in before_these if each.colour == HIGHLIGHT)
        return (*_ORDER,
                say("Some marks are at the end of your list, but {rectangle} isn't. The list of "
                    "one child can contain several marks: move all of them to the end.",
                    rectangle=_written(misplaced)))
    return (*_ORDER,
            "All marks must be at the end of the whole list. When you join the lists of the "
            "children, the marks of one child come before the leaves of the next child. Move all "
            "marks to the end.")


def _has_frames_after_squares(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the frame of a leaf comes before its filled square."""
    if _frames_follow_squares(_rectangles_of(got.value)):
        return None
    return (*_ORDER, "The frame of a leaf must come after its filled square.")


def _both_painted(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Paint the expected rectangles and those of the answer."""
    [block] = args
    return [("expected", Drawn(_painter(block, expected.value))),
            ("got", Drawn(_painter(block, got.value)))]


def _painter(block: Block, rectangles: list[Any]) -> Callable[[Axes], str]:
    """Return a function that paints rectangles on axes around ``block``, and returns alt text."""
    x, y = block.position
    size = block.size
    margin = 0.05 * size

    def paint(ax: Axes) -> str:
        for order, (colour, place, (width, height), thickness) in enumerate(rectangles):
            ax.add_patch(Patch(place, width, height, fill=thickness == 0, linewidth=thickness,
                               color=_as_rgb(colour), zorder=order + 1))
        ax.set(xlim=(x - margin, x + size + margin), ylim=(y + size + margin, y - margin),
               aspect="equal")
        ax.set_axis_off()
        return say_count("1 rectangle", "{count} rectangles", len(rectangles))

    return paint


def _as_rgb(colour: Any) -> list[float]:
    """Return a colour of the game, FRAME or HIGHLIGHT as red, green and blue from 0 to 1."""
    of_lines = {FRAME: (0, 0, 0), HIGHLIGHT: (75, 196, 213)}
    from_0_to_255 = of_lines.get(colour) or PALETTES["safe"][Colour(colour)]
    return [part / 255 for part in from_0_to_255]


rectangles_to_draw = Task(
    "rectangles_to_draw", Block.rectangles_to_draw, _rectangle_cases, call=_rectangles,
    laws=[_holds_no_lists, _has_tuples, _has_pairs, _has_right_parts, _has_every_rectangle,
          _has_no_other_rectangle, _has_marks_last, _has_frames_after_squares],
    ways=[_painted], steps={_SAME_AGAIN: "Each call must make its own list."},
    show=_both_painted,
)
