"""Exercise 03: where blocks lie, the rectangles that picture them, and the block at a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from blocky import draw
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, Verdict, boards, nested
from blocky.colour import FRAME, HIGHLIGHT
from blocky.draw import Picture
from blocky.kit.check.run import Outcome
from blocky.kit.check.show import compared
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.check.told import told, written
from blocky.kit.language import say

__all__ = ["get_selected_block", "rectangles_to_draw", "update_block_locations"]

_TWO_LEVELS = [0, [1, 2, 3, 0], 2, [2, [0, 1, 2, 3], 1, 0]]

_LOST = ("What does a call for a child return, and what becomes of it?",
         "The call happens, but nobody keeps its result.",
         "The result of the call for the children is lost: use what it returns.")


# -- positions and sizes -----------------------------------------------------------------------

def _unplaced(tree: Any, max_depth: int) -> Block:
    return Block.from_nested(tree, max_depth)


def _location_cases(rng: Random) -> Iterator[Case]:
    yield _unplaced(1, 0), (0, 0), 10
    yield _unplaced([0, 1, 2, 3], 1), (0, 0), 64
    yield _unplaced([0, 1, 2, 3], 1), (100, 40), 64
    yield _unplaced(list(EXAMPLE), 2), (0, 0), 64
    yield _unplaced(_TWO_LEVELS, 3), (0, 0), 64
    yield _unplaced(list(EXAMPLE), 2), (0, 0), 750
    yield _unplaced(list(EXAMPLE), 2), (0, 0), 50
    yield nested(_TWO_LEVELS, 3, 400), (7, 5), 333
    for board in boards(rng):
        yield board, (rng.randrange(50), rng.randrange(50)), rng.randrange(64, 800)
    for child in nested(_TWO_LEVELS, 3).children[1::2]:
        yield child, (32, 8), 100


def _place(answer: Any, block: Block, position: tuple[int, int], size: int) -> str:
    """Let ``answer``, which may return what it likes, place ``block``; return what is wrong."""
    right, path = deepcopy(block), block.path
    right.update_block_locations(position, size)
    answer(block, position, size)
    try:
        for own, each in zip(block.blocks(), right.blocks(), strict=True):
            if (told(own.position), own.size) != (each.position, each.size):
                x, y, size = (int(value) if value == int(value) else value
                              for value in (*own.position, own.size))
                return say("{path} lies at ({x}, {y}) and has the size {size}, not at {right} "
                           "with {right_size}", path=own.path[len(path):], x=x, y=y, size=size,
                           right=each.position, right_size=each.size)
    except Exception:
        return say("the tree is broken")
    return say("every block has its place")


Corners = tuple[tuple[int, int], ...]
_CORNERS: Corners = ((1, 0), (0, 0), (0, 1), (1, 1))


def _placing(corners: Corners = _CORNERS, half: Callable[[float], float] = round,
             step: Callable[[Block, int], float] | None = None, deeper: bool = True
             ) -> Callable[[Block, Any, Any], None]:
    """Return a way of placing: children at these corners, so large, so far from one another."""
    def answer(block: Block, position: Any, size: Any) -> None:
        block.position, block.size = position, size
        h = half(size / 2)
        far = h if step is None else step(block, size)
        for child, (right, low) in zip(block.children, corners, strict=False):
            corner: Any = (position[0] + right * far, position[1] + low * far)
            if deeper:
                answer(child, corner, h)
            else:
                child.position, child.size = corner, h  # type: ignore[assignment]
    return answer


def _only_children(block: Block, position: Any, size: Any) -> None:
    h = round(size / 2)
    for child, (right, low) in zip(block.children, _CORNERS, strict=False):
        child.position = (position[0] + right * h, position[1] + low * h)
        child.size = h
        _only_children(child, child.position, h)


def _only_leaves(block: Block, position: Any, size: Any) -> None:
    places = [(child.position, child.size) for child in block.blocks()]
    _placing()(block, position, size)
    for child, (before, side) in zip(block.blocks(), places, strict=True):
        if child.children:
            child.position, child.size = before, side


def _not_deeper(block: Block, position: Any, size: Any) -> None:
    block.position, block.size = position, size


def _whole(case: Case, got: Outcome) -> Hints | None:
    """Say what the game will not take, though it is equal."""
    for block in got.arguments[0].blocks():
        if not isinstance(block.size, int) and block.size == round(block.size):
            return ("Look at the sizes.", "Which type has a size? Try type(block.size).",
                    say("The size {size!r} is no int: use round(size / 2).", size=block.size))
        if isinstance(block.position, list):
            return ("Look at the positions.", "Which type has a position?",
                    say("The position {position} is a list. Use a tuple: (x, y).",
                        position=block.position))
    return None


def _whole_if_right(case: Case, got: Outcome) -> Hints | None:
    right = deepcopy(case)
    Block.update_block_locations(*right)
    return _whole(case, got) if told(right[0]) == got.after[0] else None


def _tree_of_places(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the tree that was left, with its places; what is not as expected is marked."""
    right, own = expected.arguments[0], got.arguments[0]
    wrong = [block.path for block in right.blocks()
             if (told(block.position), block.size) != (told(own.at(block.path).position),
                                                      own.at(block.path).size)]
    if sum(1 for _ in own.leaves()) > 20:
        picture = compared(args, expected, got)
        assert picture is not None
        return picture
    top = len(right.path)
    return draw.tree(own, attributes=("position", "size"), broken=[path[top:] for path in wrong])


_CORNER = ("Which child is placed where?", "y goes down, so that the lower children have the "
           "larger y.", "The children are at the wrong corners: 0 upper right (x + h, y), 1 upper "
           "left (x, y), 2 lower left (x, y + h), 3 lower right (x + h, y + h).")

_HALF = ("Which size have the children of a block of size 375?",
         "Half of 375 is 187.5. It is rounded, not cut off.",
         "The size of a child is round(size / 2), neither size // 2 nor int(size / 2).")

update_block_locations = Task(
    "update_block_locations", Block.update_block_locations, _location_cases, call=_place,
    laws=[_whole_if_right],
    mistakes=[
        Mistake(_placing(((1, 1), (0, 1), (0, 0), (1, 0))), (
            "Are the children 0 and 1 above or below the others?", "y goes down.",
            "y grows downwards: the upper children have the y of their parent, the lower ones "
            "y + h.")),
        *(Mistake(_placing(corners), _CORNER) for corners in (
            ((0, 0), (1, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (1, 1), (0, 1)),
            ((0, 1), (0, 0), (1, 0), (1, 1)), ((1, 0), (0, 0), (1, 1), (0, 1)))),
        Mistake(_placing(half=int), _HALF),
        Mistake(_placing(half=lambda half: int(half + 0.5)), (
            "Which size have the children of a block of size 25?",
            "Python's round takes the even number where two are equally near.",
            "Use Python's round: round(12.5) is 12, and you have 13.")),
        Mistake(_placing(half=round, step=lambda block, size: size // 2), (
            "How far are the children from one another, and how large are they?",
            "Both is the same number, h.",
            "The positions are made with another half than the sizes. Work out "
            "h = round(size / 2) once, and use it for both.")),
        Mistake(_placing(half=round, step=lambda block, size: size), (
            "How far are the children from one another?", "It is their own size, not the block's.",
            "You add the size of the block. Add that of the children, round(size / 2).")),
        *(Mistake(_placing(half=lambda half: round(2 * half), step=step), (
            "How large are the children?", "They are half as large as the block.",
            "The children get the size of their parent."))
          for step in (None, lambda block, size: round(size / 2))),
        Mistake(_placing(step=lambda block, size: 0), (
            "Where do the four children lie?", "Only child 1 lies where its parent lies.",
            "All children get the position of their parent.")),
        Mistake(_placing(deeper=False), (
            "How deep does your function go?", "The children of the children have places too.",
            "Only the first level is placed. Call the function for each child, with its position "
            "and size.")),
        Mistake(_only_children, (
            "What becomes of the block itself?", "The call gets the place of the block itself.",
            "The block itself is not placed: block.position = position, block.size = size.")),
        Mistake(_only_leaves, (
            "Which blocks have a position and a size?", "Divided blocks have them as well.",
            "Only leaves are placed. Set the position and the size of every block.")),
        Mistake(_not_deeper, (
            "What becomes of the children?", "Nobody but their parent knows where they lie.",
            "The children are not placed. Call the function for each of them.")),
        Mistake(lambda block, position, size: None, (
            "What is changed in the block?", "A name of your own is not an attribute.",
            "Nothing is changed. Write block.position = position and block.size = size, then "
            "call the function for the children.")),
    ],
    show=_tree_of_places,
    hints=("In the tree above, what is wrong is marked. Start with the mark nearest to the top.",
           "Work out h = round(size / 2) for the block above the first mark, and its four corners.",
           "Children 0 to 3 lie at (x + h, y), (x, y), (x, y + h), (x + h, y + h), and have the "
           "size h. Call the function for each."),
)


# -- rectangles --------------------------------------------------------------------------------

def _rectangle_cases(rng: Random) -> Iterator[Case]:
    def marked(board: Block, *paths: Path) -> Case:
        for path in paths:
            board.at(path).highlighted = True
        return (board,)

    yield (nested(2, 0, 10),)
    yield (nested([0, 1, 2, 3], 1, 64),)
    yield (nested(list(EXAMPLE), 2, 750),)
    yield (nested(3, 2, 10),)
    yield (nested(_TWO_LEVELS, 3, 64),)
    yield (nested([0, 1, 2, list(EXAMPLE)], 3, 64).children[3],)
    yield marked(nested(2, 0, 10), ())
    yield marked(nested([0, 1, 2, 3], 1, 64), (1,))
    yield marked(nested([0, 1, 2, 3], 1, 64), ())
    yield marked(nested(list(EXAMPLE), 2, 64), (0,), (0, 2), (3,))
    for board in boards(rng):
        yield (board,)
        yield marked(deepcopy(board), rng.choice(list(board.blocks())).path)
        yield from ((child,) for child in board.children[2:3])


def _is_rectangle(value: Any) -> bool:
    return (isinstance(value, tuple) and len(value) == 4
            and isinstance(told(value[1]), tuple) and isinstance(told(value[2]), tuple))


def _rank(rectangle: Any) -> tuple[Any, ...]:
    colour, (x, y), (width, _), thickness = rectangle
    mark = isinstance(colour, str) and colour == HIGHLIGHT
    return (mark, y, x, -width, isinstance(colour, str), thickness, str(colour))


def _rectangles(answer: Any, block: Block) -> Any:
    """Return the rectangles that ``answer`` returns, in the kit's order if theirs is good."""
    own = answer(block)
    if isinstance(own, list):
        own = list(own)
        again = answer(block)
        if isinstance(again, list) and len(again) > len(own):
            return _TwoCalls(again)
    if not isinstance(own, (list, tuple)) or not all(_is_rectangle(each) for each in own):
        return own
    try:
        ranks = [_rank(each) for each in own]
        ordered = sorted(own, key=_rank)
    except (TypeError, ValueError):
        return own
    marks = [rank[0] for rank in ranks]
    seen: dict[Any, int] = {}
    for number, rank in enumerate(ranks):
        seen.setdefault(rank[1:5], number)
    over = all(seen.get((*place[:3], True), number) >= number for place, number in seen.items()
               if not place[3])
    return ordered if marks == sorted(marks) and over else list(own)


class _TwoCalls(list[Any]):
    """What two calls returned, of which the second returned more."""


def _made_twice(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, _TwoCalls):
        return None
    return ("Call your function twice for the same board. What does it return?",
            "Which list is filled? Is it made anew for each call?",
            "The second call returns what the first one returned, and more. A list that is a "
            "default value, or stands outside the function, is made only once.")


def _in_order(case: Case, got: Outcome) -> Hints | None:
    own, right = got.value, _rectangles(Block.rectangles_to_draw, deepcopy(case[0]))
    if not isinstance(own, list):
        return None
    for each in own:
        if isinstance(each, list) or (isinstance(each, tuple) and not _is_rectangle(each)):
            break
    else:
        try:
            if sorted(own, key=_rank) == right and own != right:
                marks = [_rank(each)[0] for each in own]
                if marks != sorted(marks):
                    return ("In which order are the rectangles painted?",
                            "What is painted later covers what is there.",
                            "The highlighted blocks must come last, after all leaves, also after "
                            "those of other children.")
                return ("In which order are the rectangles painted?",
                        "What is painted later covers what is there.",
                        "The frame of a leaf must come after its filled square.")
        except (TypeError, ValueError):
            pass
        return None
    if isinstance(each, list):
        return ("What is in your list? Print it.", "append adds its argument as one item.",
                "There are lists in the list. Add the rectangles of a child one by one: "
                "rectangles.extend(...) or +=.")
    return ("Look at one rectangle in your list.", "It has four parts, two of them pairs.",
            "A rectangle is (colour, (x, y), (width, height), thickness), with "
            "(block.size, block.size) for width and height.")


def _painting(fill: bool = True, frame: bool = True, mark: str = "all", thick: int = 3,
              join: Callable[[list[list[Any]]], list[Any]] | None = None, inner: bool = False,
              mark_thick: int = 5) -> Callable[[Block], list[Any]]:
    """Return a way of making rectangles."""
    def answer(block: Block) -> list[Any]:
        square = (block.size, block.size)
        below = [answer(child) for child in block.children]
        found = join(below) if join and below else [each for part in below for each in part]
        if fill and (inner or not block.children):
            found.append((block.colour, block.position, square, 0))
        if frame and (inner or not block.children):
            found.append((FRAME, block.position, square, thick))
        if block.highlighted and (mark == "all" or (mark == "leaves" and not block.children)
                                  or (mark == "divided" and block.children)):
            found.append((HIGHLIGHT, block.position, square, mark_thick))
        return found
    return lambda block: sorted(answer(block), key=lambda each: bool(each[0] == HIGHLIGHT))


rectangles_to_draw = Task(
    "rectangles_to_draw", Block.rectangles_to_draw, _rectangle_cases, call=_rectangles,
    laws=[_made_twice, _in_order],
    mistakes=[
        Mistake(_painting(join=lambda below: []), _LOST),
        Mistake(_painting(join=lambda below: below[0]), (
            "How many rectangles do you get, and how many leaves are there?",
            "A return ends the function, also in the middle of a loop.",
            "Only the first child is painted. Join the lists of all four, and return after the "
            "loop.")),
        Mistake(_painting(join=lambda below: below[-1]), (
            "How many rectangles do you get, and how many leaves are there?",
            "An = in the loop forgets what was there before.",
            "Only the last child is painted. Add each list to those before: +=.")),
        *(Mistake(_painting(frame=False, mark=mark), (
            "How many rectangles has a leaf?", "A leaf is filled and framed.",
            "The frames are missing: (FRAME, position, (size, size), 3), after the filled "
            "square.")) for mark in ("none", "all")),
        Mistake(_painting(fill=False), (
            "How many rectangles has a leaf?", "A leaf is filled and framed.",
            "The filled squares are missing: (colour, position, (size, size), 0).")),
        Mistake(_painting(mark="none"), (
            "One of the blocks is highlighted. How does one see it?",
            "Ask each block for block.highlighted.",
            "The highlighted block is not marked: it gets one more rectangle, "
            "(HIGHLIGHT, position, (size, size), 5).")),
        Mistake(_painting(mark="leaves"), (
            "Which blocks can be highlighted?", "A player may choose a divided block as well.",
            "Only leaves are marked. A divided block that is highlighted gets its rectangle too.")),
        Mistake(_painting(mark="divided"), (
            "Which blocks can be highlighted?", "A player may choose a leaf as well.",
            "Only divided blocks are marked. A leaf that is highlighted gets a third rectangle.")),
        *(Mistake(_painting(thick=thick), (
            "Look at the last number of each rectangle.", "A frame has the thickness 3.",
            "Your frames do not have the thickness 3.")) for thick in (0, 1, 2, 5)),
        *(Mistake(_painting(mark_thick=thick), (
            "Look at the last number of each rectangle.", "A mark has the thickness 5.",
            "Your marks do not have the thickness 5.")) for thick in (0, 3)),
        Mistake(_painting(inner=True), (
            "Which blocks are painted?", "What colour has a divided block?",
            "Divided blocks are painted too, with the colour None. Only leaves are filled and "
            "framed.")),
    ],
    words=lambda block: f"rectangles_to_draw({written(block)})",
    hints=("Compare the two lists. Which rectangle is missing, or too many?",
           "For a leaf there are two rectangles; a divided block joins the lists of its children.",
           "A leaf: (colour, position, (size, size), 0), then (FRAME, position, (size, size), 3). "
           "At the very end, for each highlighted block: (HIGHLIGHT, position, (size, size), 5)."),
)


# -- selecting ---------------------------------------------------------------------------------

def _select_cases(rng: Random) -> Iterator[Case]:
    flat, example, deep = nested([0, 1, 2, 3], 1, 64), nested(list(EXAMPLE), 2, 64), nested(
        _TWO_LEVELS, 3, 64)
    yield nested(2, 0, 10), (5, 5), 0
    yield from ((flat, place, 1) for place in ((40, 10), (10, 20), (10, 40), (50, 40)))
    yield flat, (40, 10), 0
    yield from ((example, (40, 20), level) for level in (2, 1, 0))
    yield from ((flat, place, 1) for place in ((32, 10), (10, 32), (32, 32), (31, 31), (0, 0),
                                               (63, 63), (31.5, 31.5)))
    yield from ((example, place, 2) for place in ((5, 5), (32, 20), (48, 16), (47, 16), (63, 31)))
    yield from ((deep, place, level) for place in ((40, 44), (63, 48), (5, 3), (32, 63))
                for level in (3, 1, 2, 0))
    yield deep.children[3], (40, 44), 3
    yield deep.children[3], (40, 44), 1
    placed = nested(_TWO_LEVELS, 3)
    placed.update_block_locations((100, 30), 48)
    yield from ((placed, place, 3) for place in ((124, 54), (112, 42), (126, 60), (147, 77)))
    for board in boards(rng):
        leaf = rng.choice(list(board.leaves()))
        yield board, leaf.position, rng.randrange(board.max_depth + 1)
        yield (board, (rng.randrange(board.size), rng.randrange(board.size)),
               rng.randrange(board.max_depth + 2))


def _select(answer: Any, block: Block, location: tuple[float, float], level: int) -> Any:
    """Return the path, from ``block`` on, of the block that ``answer`` returns."""
    own = answer(block, location, level)
    if not isinstance(own, Block):
        return own
    waiting: list[tuple[Path, Block]] = [((), block)]
    for path, each in waiting:
        if each is own:
            return path
        waiting += [((*path, number), child) for number, child in enumerate(each.children)]
    return Verdict(say("a block that is not one of the tree's"))


def _of_the_tree(case: Case, got: Outcome) -> Hints | None:
    if got.value is None or isinstance(got.value, tuple):
        return None
    if isinstance(got.value, Verdict):
        return ("Is the block that you return the one in the tree, or one that looks like it?",
                "The game changes the block that it is given.",
                "You return a copy or a new block. Return the block of the tree itself.")
    return ("What does your function return?", "The game wants to know which block was meant.",
            say("Return a block of the tree, not {got}.", got=written(got.value)))


def _selecting(order: tuple[int, ...] = (1, 0, 2, 3), edge: float = 0, swapped: bool = False,
               deepest: bool = False, least: int | None = None,
               middle: Callable[[Block], tuple[float, float]] | None = None,
               ) -> Callable[[Block, Any, int], Block | None]:
    """Return a way of selecting: children at upper left, upper right, lower left, lower right."""
    def answer(block: Block, location: Any, level: int) -> Block | None:
        x, y = reversed(location) if swapped else location
        while block.children and (deepest or block.level < level):
            right, low = middle(block) if middle else block.children[3].position
            block = block.children[order[(x >= right + edge) + 2 * (y >= low + edge)]]
            if least is not None and block.level >= least:
                break
        return block
    return answer


def _if_too_deep(top: bool) -> Callable[[Block, Any, int], Block | None]:
    def answer(block: Block, location: Any, level: int) -> Block | None:
        found = Block.get_selected_block(block, location, level)
        return found if found.level == level else block if top else None
    return answer


def _none_below(block: Block, location: Any, level: int) -> Block | None:
    return block if block.level == level or not block.children else None


def _both_selected(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the board with the block that is expected, and with the one that was got."""
    block = args[0]
    shown, titles = [], []
    for title, path in ((say("expected"), expected.value), (say("got"), got.value)):
        if isinstance(path, tuple):
            shown.append(block.copy())
            shown[-1].at(path).highlighted = True
            titles.append(title)
    return draw.boards(shown, titles, letters=True)


_EDGE = ("To which block belongs a pixel on the line between two of them?",
         "A block of size 32 at x = 0 has the pixels 0 to 31. The pixel 32 is the next block's.",
         "You are one pixel off at a boundary. A block contains (px, py) if x <= px < x + size "
         "and y <= py < y + size.")

get_selected_block = Task(
    "get_selected_block", Block.get_selected_block, _select_cases, call=_select,
    laws=[_of_the_tree],
    mistakes=[
        Mistake(_selecting(deepest=True), (
            "What does your function do with the level?",
            "With level 0 the whole board is meant, wherever the place is.",
            "You always return the leaf. Stop as soon as block.level == level.")),
        Mistake(_none_below, _LOST),
        *(Mistake(_if_too_deep(top), (
            "What should be returned if the tree ends above the level?",
            "A leaf answers for itself, whatever level was asked for.",
            what)) for top, what in (
                (False, "Nothing is returned if the level is deeper than the leaf. Return the "
                        "leaf."),
                (True, "You return the whole block if the level is deeper than the leaf. Return "
                       "the leaf."))),
        *(Mistake(_selecting(edge=edge), _EDGE) for edge in (0.001, 1)),
        Mistake(_selecting(swapped=True), (
            "Which number of the location is x?", "A location is (x, y), with x to the right.",
            "x and y are exchanged.")),
        *(Mistake(_selecting(order), (
            "Which child is in which quarter?", "Follow the place in the picture: y goes down.",
            "The wrong child is asked. 0 is upper right, 1 upper left, 2 lower left, 3 lower "
            "right.")) for order in ((0, 1, 2, 3), (0, 1, 3, 2), (2, 3, 1, 0), (1, 0, 3, 2))),
        Mistake(_selecting(least=1), (
            "How many levels does your function look at?", "A child may be divided itself.",
            "You stop at the children of the block. Call the function for the child that contains "
            "the place.")),
        Mistake(lambda block, location, level: block, (
            "What does your function return for a divided block?",
            "Which of its children contains the place?",
            "You always return the block itself. If its level is not reached, ask the child that "
            "contains the place, and return what it returns.")),
        Mistake(_selecting(middle=lambda block: (block.size / 2, block.size / 2)), (
            "Where is the middle of a block that does not lie at (0, 0)?",
            "A location is seen from the corner of the whole board.",
            "You compare the location with half of the size. The middle of a block is at "
            "x + half, y + half.")),
    ],
    words=lambda block, location, level: f"get_selected_block({written(block)}, {location}, "
                                         f"{level})",
    show=_both_selected,
    hints=("Mark the place on the board above. Which block at this level is it in?",
           "When do you stop, and which child is asked?",
           "At a leaf, or when block.level == level, return the block itself. Else return what "
           "the call for the child that contains the place returns."),
)
