"""Exercise 03: whether a tree is a board with all its places, and the block at a place."""

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky import draw, invariants
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, TWO_LEVELS, InWords, boards, nested, random_boards
from blocky.check.e01_is_sound import (
    BOTH,
    FLAT,
    PLACES,
    RULES,
    WHICH,
    broken_at,
    broken_flat,
    broken_rules,
    harmless,
    shown_tree,
)
from blocky.draw import Picture
from blocky.kit.check.task import (
    Case,
    CasePicture,
    Cases,
    Hints,
    Mistake,
    Outcome,
    ResultParts,
    Task,
    of_errors,
    written,
)
from blocky.kit.language import say, say_count

__all__ = ["get_selected_block", "is_board"]


# -- is_board ----------------------------------------------------------------------------------

def _is_board_cases(rng: Random) -> Cases:
    """Yield boards, and trees that break a rule or have blocks in wrong places."""
    for tree, max_depth, size in ((2, 0, 64), (0, 0, 64), ([1, 2, 3, 2], 1, 64), (FLAT, 1, 64),
                                  (EXAMPLE, 3, 64), (EXAMPLE, 2, 750), (EXAMPLE, 2, 50),
                                  (2, 1, 50)):
        yield nested(tree, max_depth, size)
    moved_as_a_whole = nested(FLAT, 1, 64)
    moved_as_a_whole.update_block_locations((-8, 4), 64)
    yield moved_as_a_whole
    yield from _broken_boards(rng)
    for board in random_boards(rng, 6):
        yield board
        leaf = rng.choice(list(board.leaves()))
        yield broken_at(board.to_nested(), 5, "parent", leaf.path)
    for first, second in rng.sample([(0, 1), (1, 2), (2, 3), (0, 2)], 2):
        yield _with_exchanged_positions(first, second)
        yield _with_a_child_one_pixel_right(first)


def _broken_boards(rng: Random) -> Iterator[Block]:
    """Yield trees that break a rule: at the top, further down, or in several places."""
    too_large = nested(FLAT, 1, 48)
    too_large.size = 64
    yield too_large
    yield from broken_flat(rng, places=True)
    yield broken_at(FLAT, 3, "colourless", (2,))
    for path in ((0, 1), (3, 2)):
        for way in rng.sample([*RULES, *PLACES], 4):
            yield broken_at(BOTH, 4, way, path)
    with_a_misplaced_child = nested(BOTH, 4, 64)
    *_, lower_left, lower_right = with_a_misplaced_child.children
    lower_right.update_block_locations(lower_left.position, 32)
    yield with_a_misplaced_child
    yield broken_at(BOTH, 4, "size", (3,))
    yield broken_at(BOTH, 4, "position", (3, 2))
    yield broken_at([FLAT] * 4, 4, "parent", (0, 1), (1, 1), (2, 1), (3, 1))
    yield broken_at([0, 1, [2, BOTH, 0, 0], 3], 5, "parent", (2, 1, 0, 1))


def _with_exchanged_positions(first: int, second: int) -> Block:
    """Return a board of four leaves in which two have exchanged positions.

    ``first`` and ``second`` are the numbers of these leaves, from 0 to 3.
    """
    tree = nested(FLAT, 1, 64)
    first_leaf = tree.children[first]
    second_leaf = tree.children[second]
    first_leaf.position, second_leaf.position = second_leaf.position, first_leaf.position
    return tree


def _with_a_child_one_pixel_right(number: int) -> Block:
    """Return a board of four leaves, in which leaf ``number`` is one pixel too far right."""
    tree = nested(FLAT, 1, 64)
    child = tree.children[number]
    x, y = child.position
    child.position = (x + 1, y)
    return tree


def _board(block: Block) -> bool:
    """Whether a tree is a board: all its blocks obey all rules."""
    if len(block.children) not in (0, 4):
        return False
    if (block.colour is None) != (len(block.children) == 4):
        return False
    if block.level > block.max_depth:
        return False
    x, y = block.position
    h = round(block.size / 2)
    corners = [(x + h, y), (x, y), (x, y + h), (x + h, y + h)]
    for child, corner in zip(block.children, corners, strict=False):
        if child.level != block.level + 1 or child.max_depth != block.max_depth:
            return False
        if child.parent is not block:
            return False
        if child.size != h or child.position != corner:
            return False
        if not _board(child):
            return False
    return True


def _board_parts(block: Block) -> ResultParts:
    """Return the parts of the result of ``is_board``, two dicts from conditions to their truth.

    The first has the rules that may be broken, and the second what an answer may take for one.
    """
    _, *below = block.blocks()  # the first is the block itself
    broken = {
        **_broken_rules_and_sizes(block),
        "a child is in the wrong place": _misplaced_child(block),
        "a block further down breaks a rule": any(map(_breaks_a_rule, below)),
        "a block further down is in the wrong place": any(map(_misplaced_child, below)),
    }
    return broken, harmless(block)


def _breaks_a_rule(block: Block) -> bool:
    return any(_broken_rules_and_sizes(block).values())


def _broken_rules_and_sizes(block: Block) -> dict[str, Any]:
    """Return what ``broken_rules`` returns, and also whether a child has a wrong size."""
    half = round(block.size / 2)
    has_a_wrong_size = any(child.size != half for child in block.children)
    return {**broken_rules(block),
            say("a child's size isn't round(size / 2)"): has_a_wrong_size}


def _misplaced_child(block: Block) -> str:
    """Return a sentence about the first child with a wrong position; "" if all are right."""
    places = zip(block.children, block.corners(), strict=False)
    for number, (child, place) in enumerate(places):
        if child.position != place:
            return say("child {number} is at {own} but should be at {place}", number=number,
                       own=child.position, place=place)
    return ""


@of_errors
def _has_four_children_to_look_at(case: Case, got: Outcome) -> Hints | None:
    """Return hints for an IndexError at a block with a wrong number of children."""
    [block] = case
    count = len(block.children)
    if got.error != "IndexError" or count in (0, 4):
        return None
    return ("How many children does this block have? How many does your function look at?",
            "A block may have the wrong number of children. Test for that first.",
            say_count("This block has only 1 child, so your code fails when it looks at all four. "
                      "First check that the block has 0 or 4 children, for example with is_sound.",
                      "This block has {count} children, not 4, so your code fails when it looks at "
                      "all four. First check that the block has 0 or 4 children, for example with "
                      "is_sound.",
                      count))


def _looks_at_each_place(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result is True for a block whose children have exchanged positions."""
    [block] = case
    own = [child.position for child in block.children]
    right = block.corners() if len(own) == 4 else []
    exchanged = [number for number, place in enumerate(right) if own[number] != place]
    are_the_right_places = {*own} == {*right}
    if got.value is not True or not exchanged or not are_the_right_places:
        return None
    first, *_ = exchanged
    return (WHICH,
            "Each child has its own place: 0 upper right, 1 upper left, 2 lower left, 3 lower "
            "right.",
            say("Here children {numbers} have exchanged positions, but your function returns True. "
                "A set and a sorted list lose the order. Make a list of the four places, and "
                "compare child {first} with item {first} of the list, and so on.",
                numbers=", ".join(map(str, exchanged)), first=first))


def _looks_at_every_child(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result is True though a child breaks a rule, but not the last child.

    A loop that keeps only the result for the last child makes this mistake.
    """
    [block] = case
    *first_ones, last = block.children or [None]  # for a leaf, ``wrong`` is empty
    wrong = [number for number, child in enumerate(first_ones) if not _board(child)]
    if got.value is not True or not wrong or not _board(last):
        return None
    number, *_ = wrong
    return (WHICH,
            "If you loop over the children, use the result for every child, not only for the last "
            "one.",
            say("Child {number} breaks a rule here, but your function returns True. Return False "
                "as soon as is_board is False for one child. A correct child after it doesn't "
                "change that.",
                number=number))


def _takes_the_rounded_half(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result is False for a board with a divided block of an odd size.

    The half of such a size must be rounded. Only the example is looked at: smaller boards without
    an odd size come before it.
    """
    [block] = case
    is_the_example = block.to_nested() == list(EXAMPLE)
    odd_sizes = [each.size for each in block.blocks() if each.children and each.size % 2]
    if got.value is not False or not is_the_example or not odd_sizes or not _board(block):
        return None
    size = odd_sizes[0]
    return (WHICH,
            "The half of an odd size isn't an integer, so it is rounded.",
            say("Here a block of size {size} has children of size {half}, which is round({size} / "
                "2), and your function returns False. Use h = round(block.size / 2), and compare "
                "each child with h.", size=size, half=round(size / 2)))


is_board = Task("is_board", _board, _is_board_cases, parts={"": _board_parts}, nudge=WHICH,
                laws=[_has_four_children_to_look_at, _looks_at_each_place,
                      _looks_at_every_child, _takes_the_rounded_half],
                kits=[invariants, Block.check_invariants], show=shown_tree)


# -- get_selected_block ------------------------------------------------------------------------

def _select_cases(rng: Random) -> Cases:
    """Yield a block, a pixel (x, y) and a level; some pixels are on a line between blocks.

    Some blocks are part of a larger board, or don't start at (0, 0).
    """
    leaf = nested(2, 0, 10)
    flat = nested(FLAT, 1, 64)
    example = nested(EXAMPLE, 2, 64)
    deep = nested(TWO_LEVELS, 3, 64)
    # pixels inside a block
    yield leaf, (5, 5), 0
    yield from ((flat, place, 1) for place in ((40, 10), (10, 20), (10, 40), (50, 40)))
    yield flat, (40, 10), 0
    yield from ((example, (40, 20), level) for level in (2, 1, 0))
    # pixels on a line between blocks, or at a corner
    on_a_line_or_at_a_corner = ((32, 10), (10, 32), (32, 32), (31, 31), (0, 0), (63, 63),
                                (31.5, 31.5))
    yield from ((flat, place, 1) for place in on_a_line_or_at_a_corner)
    yield from ((example, place, 2) for place in ((5, 5), (32, 20), (48, 16), (47, 16), (63, 31)))
    # levels from the deepest to the top; then a block in a larger board, and a moved one
    for place in ((40, 44), (63, 48), (5, 3), (32, 63)):
        yield from ((deep, place, level) for level in (3, 1, 2, 0))
    yield from ((deep.children[3], (40, 44), level) for level in (3, 1, 2))
    placed = nested(TWO_LEVELS, 3)
    placed.update_block_locations((100, 30), 48)
    yield from ((placed, place, 3) for place in ((124, 54), (112, 42), (126, 60), (147, 77)))
    rounded = nested(EXAMPLE, 2, 750)  # round(375 / 2) is 188, so child 1 of child 0 ends at 563
    yield rounded, (562, 50), 2
    for board in boards(rng):
        leaf = rng.choice(list(board.leaves()))
        yield board, leaf.position, rng.randrange(board.max_depth + 1)
        place = (rng.randrange(board.size), rng.randrange(board.size))
        yield board, place, rng.randrange(board.max_depth + 2)


def _path_of_selected(answer: Any, block: Block, location: tuple[float, float],
                      level: int) -> Any:
    """Return the path, starting at ``block``, of the block that ``answer`` returns.

    Return None if ``answer`` returns None, and InWords if it returns no block of the tree.
    """
    own = answer(block, location, level)
    if own is None:
        return None
    if not isinstance(own, Block):
        return InWords(say("{own}, which isn't a block", own=written(own)))
    for each, path in _paths(block, ()):
        if each is own:
            return path
    return InWords(say("a block that isn't in the tree"))


def _paths(block: Block, path: Path) -> Iterator[tuple[Block, Path]]:
    """Yield the blocks of a tree, each with its path, which starts at the root of this tree."""
    yield block, path
    for number, child in enumerate(block.children):
        yield from _paths(child, (*path, number))


def _is_in_the_tree(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the answer didn't return a block of the tree."""
    if not isinstance(got.value, InWords):  # as ``_path_of_selected`` returns it
        return None
    return ("Is your result really a block of this tree?",
            "The game will change the block that you return.",
            say("Your function returns {value}. Return a block that is in the tree, not a new "
                "block or a copy.", value=got.value))


def _goes_to_the_right_child(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first level at which the answer takes a wrong child."""
    if not isinstance(got.value, tuple):  # no path
        return None
    block, location, level = case
    right = block.get_selected_block(location, level).path[len(block.path):]
    for step, (own_child, right_child) in enumerate(zip(got.value, right, strict=False)):
        if own_child == right_child:
            continue
        parent = block.at(right[:step])  # up to here, both paths are the same
        return ("Follow the path down to the pixel. Which child do you take at each level?",
                "A child starts at its own position and has its own size.",
                say("In the block at path {path}, your function takes child {own}, but the pixel "
                    "{location} is in child {right}. The block's lower right child starts at "
                    "{middle}. Pixels with exactly this x are in the right half, and pixels with "
                    "exactly this y are in the lower half.",
                    path=right[:step], own=own_child, right=right_child, location=location,
                    middle=parent.children[3].position))
    return None


def _by_the_children(block: Block, location: tuple[float, float], level: int) -> Block:
    """Return the selected block; look at each level for the child that contains the pixel."""
    if block.level >= level or not block.children:
        return block
    px, py = location
    for child in block.children:
        x, y = child.position
        if x <= px < x + child.size and y <= py < y + child.size:
            return _by_the_children(child, location, level)
    return block


def _by_the_middle(block: Block, location: tuple[float, float], level: int) -> Block:
    """Return the selected block; at each level, compare the pixel with the block's middle."""
    if block.level == level:
        return block
    if not block.children:
        return block
    x, y = block.position
    h = round(block.size / 2)
    px, py = location
    is_left = px < x + h
    is_upper = py < y + h
    if is_upper and is_left:
        number = 1
    elif is_upper:
        number = 0
    elif is_left:
        number = 2
    else:
        number = 3
    return _by_the_middle(block.children[number], location, level)


def _without_the_position(block: Block, location: tuple[float, float], level: int) -> Block:
    """A typical mistake: return the selected block as if all blocks started at (0, 0)."""
    if block.level >= level or not block.children:
        return block
    h = round(block.size / 2)
    px, py = location
    is_left = px < h
    is_upper = py < h
    if is_upper and is_left:
        number = 1
    elif is_upper:
        number = 0
    elif is_left:
        number = 2
    else:
        number = 3
    return _without_the_position(block.children[number], location, level)


def _levels_counted_down(block: Block, location: tuple[float, float], level: int) -> Block:
    """Return the block that is ``level`` levels below the first one."""
    if level <= 0 or not block.children:
        return block
    return _by_the_children(block, location, block.level + level)


def _with_all_edges(block: Block, location: tuple[float, float], level: int) -> Block:
    """A typical mistake: count the right and lower edges of a block as inside."""
    if block.level >= level or not block.children:
        return block
    px, py = location
    for child in block.children:
        x, y = child.position
        if x <= px <= x + child.size and y <= py <= y + child.size:
            return _with_all_edges(child, location, level)
    return block


def _both_selected(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the board with the expected and with the returned block, and a cross at the pixel."""
    block, location, _ = args
    boards_shown = []
    titles = []
    for title, path in ((say("expected"), expected.value), (say("got"), got.value)):
        if isinstance(path, tuple):  # otherwise, no block of the tree was returned
            board = block.copy()
            board.at(path).highlighted = True
            boards_shown.append(board)
            titles.append(title)
    picture = draw.boards(boards_shown, titles, letters=True)
    x, y = block.position
    px, py = location
    unit_cell = block.size / 2 ** (block.max_depth - block.level)
    for ax in picture.figure.axes:  # their unit is a unit cell, and a pixel's middle is at 0.5
        ax.plot((px + 0.5 - x) / unit_cell, (py + 0.5 - y) / unit_cell, "x", color="black",
                markersize=12, markeredgewidth=2.5)
    return Picture(picture.figure, say("{boards}; a cross marks the pixel {location}",
                                       boards=picture.alt, location=location))


get_selected_block = Task(
    "get_selected_block", Block.get_selected_block, _select_cases, call=_path_of_selected,
    laws=[_is_in_the_tree, _goes_to_the_right_child], show=_both_selected,
    ways=[_by_the_children, _by_the_middle],
    mistakes=[Mistake(_without_the_position, (
        "How do you decide whether the pixel is in the left or the right half?",
        "A block doesn't always start at (0, 0). Its position matters, too.",
        "Your function compares the pixel with half the size, as if each block started at (0, 0). "
        "Compare x with block.position[0] + h, and y with block.position[1] + h.")),
        Mistake(_with_all_edges, (
            "The pixel is on a line between two blocks. In which of them is it?",
            "A block ends just before the pixel where the next block starts.",
            "Your function counts the right and lower edges as inside. There, use < instead of "
            "<=: x <= px < x + size, and the same for y.")),
        Mistake(_levels_counted_down, (
            "What does the argument level mean if the first block isn't the whole board?",
            "Like block.level, the argument level is counted from the whole board, which has level "
            "0.",
            "Your function reduces level in each call, as if the first block were at level 0. Pass "
            "level unchanged to the next call, and stop if block.level == level."))])
