"""Exercise 03: where blocks lie, and the rectangles that picture them."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, TWO_LEVELS, Drawn, boards, change, nested, tree_of_places
from blocky.colour import FRAME, HIGHLIGHT, Colour
from blocky.draw.looks import PALETTES
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Seen, Shown, Task, told, written
from blocky.kit.language import say, say_count

__all__ = ["rectangles_to_draw", "update_block_locations"]


# -- positions and sizes -----------------------------------------------------------------------

def _location_cases(rng: Random) -> Cases:
    for tree, max_depth, position, size in (
            (1, 0, (0, 0), 10), ([0, 1, 2, 3], 1, (0, 0), 64), ([0, 1, 2, 3], 1, (100, 40), 64),
            (EXAMPLE, 2, (0, 0), 64), (TWO_LEVELS, 3, (0, 0), 64), (EXAMPLE, 2, (0, 0), 750),
            (EXAMPLE, 2, (0, 0), 50)):
        board = Block.from_nested(tree, max_depth)
        for block in board.blocks():  # all in a wrong place
            block.position, block.size = (-7, -5), 3
        yield board, position, size
    for path in (3,), ():
        moved = nested(TWO_LEVELS, 3, 64)  # as after a move: only blocks below are misplaced
        moved.at(path).children.reverse()
        yield moved, (0, 0), 64
    yield nested(TWO_LEVELS, 3, 400), (7, 5), 333
    for board in boards(rng):
        yield board, (rng.randrange(50), rng.randrange(50)), rng.randrange(64, 800)
    for child in nested(TWO_LEVELS, 3).children[1::2]:
        yield child, (32, 8), 100


def _placed(block: Block, position: tuple[int, int], size: int) -> None:
    block.position = position
    block.size = size
    x, y = position
    h = round(size / 2)
    for child, corner in zip(block.children, [(x + h, y), (x, y), (x, y + h), (x + h, y + h)],
                             strict=False):
        _placed(child, corner, h)


def _is_placed(case: Case, got: Outcome) -> Hints | None:
    """Explain the first block with a wrong place, or a wrong type."""
    right = deepcopy(case[0])
    right.update_block_locations(*case[1:])
    for old, own, true in zip(case[0].blocks(), got.arguments[0].blocks(), right.blocks(),
                              strict=True):
        place, path, above = told(own.position), own.path[len(case[0].path):], true.parent
        if (place, own.size) == (true.position, true.size):
            continue
        kept = (place, own.size) == (told(old.position), old.size)
        return ("Where should each block be? Where do you put it?",
                "Every block needs a position and a size, divided or not. With h = round(size / "
                "2), the children are at (x + h, y), (x, y), (x, y + h) and (x + h, y + h).",
                say("The block at path {path} isn't placed: its position should be {right} and its "
                    "size {size}. Each call must place its own block and call the function for "
                    "each child.", path=path, right=true.position, size=true.size)
                if kept or not above else
                say("The block at path {path} is in the right place, but its size is {size}. It "
                    "should be {half}, which is h = round({whole} / 2). {unset}", path=path,
                    size=own.size, half=true.size, whole=above.size, unset=say(
                        "The size hasn't changed since before the call. Set the size of every "
                        "block, leaves too.")
                    if own.size == old.size else "").strip()
                if place == true.position else
                say("The block at path {path} is at {own} with size {size}, but should be at "
                    "{right} with size {half}. It is child {number}, so its place is {corner}. "
                    "Here (x, y) = {above} is the position of its parent, and h = round({whole} / "
                    "2).", path=path, own=own.position, size=own.size,
                    right=true.position, half=true.size, number=path[-1], above=above.position,
                    corner=("(x + h, y)", "(x, y)", "(x, y + h)", "(x + h, y + h)")[path[-1]],
                    whole=above.size)) if kept or (path and above) else None
    return None if all(isinstance(block.size, int) and isinstance(block.position, tuple)
                       for block in got.arguments[0].blocks()) else (
        "What type does each value have?", "Try type(block.size) and type(block.position).",
        "The places are right, but a size must be an int, and a position must be a tuple.")


update_block_locations = Task(
    "update_block_locations", Block.update_block_locations, _location_cases, call=change,
    ways=[_placed], laws=[_is_placed], kits=[Block.corners], show=tree_of_places)


# -- rectangles --------------------------------------------------------------------------------

def _rectangle_cases(rng: Random) -> Cases:
    def marked(board: Block, *paths: Path) -> Block:
        for path in paths:
            board.at(path).highlighted = True
        return board

    yield from (nested(*tree) for tree in (
        (2, 0, 10), ([0, 1, 2, 3], 1, 64), (EXAMPLE, 2, 750), (3, 2, 10), (TWO_LEVELS, 3, 64)))
    yield nested([0, 1, 2, list(EXAMPLE)], 3, 64).children[3]
    yield marked(nested(2, 0, 10), ())
    yield from (marked(nested([0, 1, 2, 3], 1, 64), path) for path in ((1,), ()))
    yield marked(nested(EXAMPLE, 2, 64), (0,), (0, 2), (3,))
    for board in boards(rng):
        yield board
        yield marked(deepcopy(board), rng.choice(list(board.blocks())).path)
        yield from board.children[2:3]


def _order(own: Any, block: Block) -> tuple[bool, bool] | None:
    """Return whether marks come last, and frames after squares; None if rectangles differ."""
    own = told(own)
    if not isinstance(own, tuple) or Counter(own) != Counter(told(block.rectangles_to_draw())):
        return None
    marks = [each[0] == HIGHLIGHT for each in own]
    return marks == sorted(marks), all(own.index((FRAME, *each[1:3], 3)) > number
                                       for number, each in enumerate(own) if each[3] == 0)


def _rectangles(answer: Any, block: Block) -> Any:
    """Return the answer's rectangles, in the kit's order if theirs is as good."""
    own = answer(block)
    kept = [*own] if isinstance(own, list) else own
    again = isinstance(own, list) and told(answer(block)) == told(kept)
    good = _order(kept, block) == (True, True) and all(isinstance(each, tuple) for each in kept)
    return Seen(block.rectangles_to_draw() if good else kept, {_AGAIN: again})


#: The fact about a second call.
_AGAIN = "the second call returns the same as the first"


def _in_order(case: Case, got: Outcome) -> Hints | None:
    if isinstance(got.value, list) and not all(isinstance(each, tuple) for each in got.value):
        return ("Look at one rectangle in your list.",
                "A rectangle has four parts, and two of these parts are pairs.",
                "A rectangle is a tuple, (colour, (x, y), (width, height), thickness).")
    order = _order(got.value, case[0])
    return None if order is None or all(order) else (
        "In what order do you paint the rectangles?",
        "Each rectangle is painted over the ones before it.",
        "The frame of a leaf must come after its filled square." if order[0] else
        "The marks of highlighted blocks must come last, after all leaves, even after those of "
        "other children.")


def _both_painted(args: Case, expected: Outcome, got: Outcome) -> Shown:
    def painted(rectangles: list[Any]) -> Callable[[Axes], str]:
        def draw(ax: Axes) -> str:
            for order, (colour, place, (width, height), thickness) in enumerate(rectangles):
                paint = paints.get(colour) or PALETTES["safe"][Colour(colour)]
                ax.add_patch(Rectangle(place, width, height, fill=not thickness, zorder=order + 1,
                                       color=[part / 255 for part in paint], linewidth=thickness))
            ax.set(xlim=(x - 0.05 * size, x + 1.05 * size), ylim=(y + 1.05 * size, y - 0.05 * size),
                   aspect="equal")
            ax.set_axis_off()
            return say_count("1 rectangle", "{count} rectangles", len(rectangles))
        return draw

    paints = {FRAME: (0, 0, 0), HIGHLIGHT: (75, 196, 213)}
    (x, y), size = args[0].position, args[0].size
    return [("expected", Drawn(painted(expected.value))), ("got", Drawn(painted(got.value)))]


def _painted(block: Block) -> list[Any]:
    square = (block.size, block.size)
    rectangles: list[Any] = []
    if not block.children:
        rectangles.append((block.colour, block.position, square, 0))
        rectangles.append((FRAME, block.position, square, 3))
    for child in block.children:
        rectangles += _painted(child)
    if block.highlighted:
        rectangles.append((HIGHLIGHT, block.position, square, 5))
    return sorted(rectangles, key=lambda rectangle: bool(rectangle[0] == HIGHLIGHT))


def _which(case: Case, got: Outcome) -> Hints | None:
    own, right = told(got.value), told(_painted(case[0]))
    if not isinstance(own, tuple) or {*own} == {*right}:
        return None
    missing, more = ([each for each in one if each not in other]
                     for one, other in ((right, own), (own, right)))
    why = ("Mark every highlighted block, divided or not. There can be several."
           if not more and all(each[0] == HIGHLIGHT for each in missing) else
           "Fill and frame only leaves, and mark only highlighted blocks."
           if not missing else
           "Fill and frame every leaf, and mark every highlighted block, divided or not. Add "
           "everything that the calls for the four children return.")
    lacks, has = ("; ".join(map(written, some[:2])).replace(repr(FRAME), "FRAME").replace(
        repr(HIGHLIGHT), "HIGHLIGHT") or "-" for some in (missing, more))
    return ("Which rectangles should be in the list? Which ones are there?",
            "A leaf is filled and framed. Every highlighted block is marked, divided or not.",
            say("Missing: {missing}. Extra: {more}. {why}", missing=lacks, more=has,
                why=say(why)))


rectangles_to_draw = Task(
    "rectangles_to_draw", Block.rectangles_to_draw, _rectangle_cases, call=_rectangles,
    laws=[_in_order, _which], ways=[_painted],
    steps={_AGAIN: "Each call must make its own list."}, show=_both_painted,
)
