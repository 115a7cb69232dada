"""Exercise 03: whether a tree is a board with all its places, and the block at a place."""

from random import Random
from typing import Any

from blocky import draw, invariants
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, TWO_LEVELS, Verdict, boards, nested
from blocky.check.e01_is_sound import RULES, WHICH, broken_at, broken_flat, rules_of, shown_tree
from blocky.draw import Picture
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Parts, Shown, Task, written
from blocky.kit.language import say

__all__ = ["get_selected_block", "is_board"]


def _is_board_cases(rng: Random) -> Cases:
    flat, both = [0, 1, 2, 3], [[0, 1, 2, 3], 1, 2, [3, 2, 1, 0]]
    for tree, max_depth, size in ((2, 0, 64), (0, 0, 64), ([1, 2, 3, 2], 1, 64), (flat, 1, 64),
                                  (list(EXAMPLE), 3, 64), (list(EXAMPLE), 2, 750),
                                  (list(EXAMPLE), 2, 50), (2, 1, 50)):
        yield nested(tree, max_depth, size)
    aside = nested(flat, 1, 64)
    aside.update_block_locations((-8, 4), 64)
    yield aside
    small = nested(flat, 1, 48)
    small.size = 64
    yield small
    yield from broken_flat(rng, RULES)
    yield broken_at(flat, 3, "colourless", (2,))
    for path in ((0, 1), (3, 2)):
        for what in rng.sample(RULES, 4):
            yield broken_at(both, 4, what, path)
    whole = nested(both, 4, 64)  # a divided child in a wrong place, with all below it
    whole.children[3].update_block_locations(whole.children[2].position, 32)
    yield from (whole, broken_at(both, 4, "size", (3,)), broken_at(both, 4, "position", (3, 2)))
    yield broken_at(4 * [flat], 4, "parent", *((number, 1) for number in range(4)))
    yield broken_at([0, 1, [2, both, 0, 0], 3], 5, "parent", (2, 1, 0, 1))
    for board in list(boards(rng, 6))[5:]:
        yield board
        leaf = rng.choice(list(board.leaves()))
        yield broken_at(board.to_nested(), 5, "parent", leaf.path)
    for one, other in rng.sample([(0, 1), (1, 2), (2, 3), (0, 2)], 2):
        crossed, moved = nested(flat, 1, 64), nested(flat, 1, 64)
        first, second = crossed.children[one], crossed.children[other]
        first.position, second.position = second.position, first.position
        x, y = moved.children[one].position
        moved.children[one].position = (x + 1, y)
        yield from (crossed, moved)


def _board(block: Block) -> bool:
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


def _broken(block: Block) -> dict[str, Any]:
    return {**rules_of(block)[0],
            say("a child's size isn't round(size / 2)"): any(
                child.size != round(block.size / 2) for child in block.children)}


def _misplaced(block: Block) -> str:
    return next((say("child {number} is at {own} but should be at {place}", number=number,
                     own=child.position, place=place) for number, (child, place) in enumerate(zip(
                         block.children, block.corners(), strict=False))
                 if child.position != place), "")


def _board_parts(block: Block) -> Parts:
    below = [*block.blocks()][1:]
    return {**_broken(block),
            "a child is in the wrong place": _misplaced(block),
            "a block further down breaks a rule": any(
                any(_broken(each).values()) for each in below),
            "a block further down is in the wrong place": any(map(_misplaced, below)),
            }, rules_of(block)[1]


is_board = Task("is_board", _board, _is_board_cases, parts={"": _board_parts}, nudge=WHICH,
                kits=[invariants, Block.check_invariants], show=shown_tree)


def _select_cases(rng: Random) -> Cases:
    flat, example, deep = nested([0, 1, 2, 3], 1, 64), nested(list(EXAMPLE), 2, 64), nested(
        TWO_LEVELS, 3, 64)
    yield nested(2, 0, 10), (5, 5), 0
    yield from ((flat, place, 1) for place in ((40, 10), (10, 20), (10, 40), (50, 40)))
    yield flat, (40, 10), 0
    yield from ((example, (40, 20), level) for level in (2, 1, 0))
    yield from ((flat, place, 1) for place in ((32, 10), (10, 32), (32, 32), (31, 31), (0, 0),
                                               (63, 63), (31.5, 31.5)))
    yield from ((example, place, 2) for place in ((5, 5), (32, 20), (48, 16), (47, 16), (63, 31)))
    yield from ((deep, place, level) for place in ((40, 44), (63, 48), (5, 3), (32, 63))
                for level in (3, 1, 2, 0))
    yield from ((deep.children[3], (40, 44), level) for level in (3, 1, 2))
    placed = nested(TWO_LEVELS, 3)
    placed.update_block_locations((100, 30), 48)
    yield from ((placed, place, 3) for place in ((124, 54), (112, 42), (126, 60), (147, 77)))
    yield nested(EXAMPLE, 2, 750), (562, 50), 2  # its quarter is 188 wide, half of 375 is 187.5
    for board in boards(rng):
        leaf = rng.choice(list(board.leaves()))
        yield board, leaf.position, rng.randrange(board.max_depth + 1)
        yield (board, (rng.randrange(board.size), rng.randrange(board.size)),
               rng.randrange(board.max_depth + 2))


def _select(answer: Any, block: Block, location: tuple[float, float], level: int) -> Any:
    """Return the path of the block that ``answer`` returns."""
    own = answer(block, location, level)
    if not isinstance(own, Block):  # nor a path that the answer made
        return own if own is None else Verdict(say("{own}, which isn't a block", own=written(own)))
    waiting: list[tuple[Path, Block]] = [((), block)]
    for path, each in waiting:
        if each is own:
            return path
        waiting += [((*path, number), child) for number, child in enumerate(each.children)]
    return Verdict(say("a block that isn't in the tree"))


def _of_the_tree(case: Case, got: Outcome) -> Hints | None:
    return None if not isinstance(got.value, Verdict) else (
        "Is your result really a block of this tree?",
        "The game will change the block that you return.",
        say("You return {value}. Return a block of the tree itself.", value=got.value))


def _wrong_block(case: Case, got: Outcome) -> Hints | None:
    """Explain a block at a wrong level on the way to the pixel, or a wrong child on that way."""
    block, location, level = case
    path, own = block.get_selected_block(location, level).path[len(block.path):], got.value
    if not isinstance(own, tuple) or own == path:
        return None
    common = next((number for number, (one, other) in enumerate(zip(own, path, strict=False))
                   if one != other), None)
    if common is None:
        return (
            "At what level is your block? What level does the call ask for?",
            "Levels are always counted from the top of the board, even if the search starts "
            "further down. If the tree ends above that level, return the leaf there.",
            say("The call asks for level {level}. The search starts at level {start} and should "
                "end at level {right}, but yours ends at level {own}. Use block.level, which is "
                "counted from the top of the board.",
                level=level, start=block.level, right=block.level + len(path),
                own=block.level + len(own)))
    above = block.at(path[:common])
    return (
        "Follow the path down to the pixel. Which child do you take at each level?",
        "A child starts at its own position and has its own size.",
        say("At path {path}, your function takes child {own}, but the pixel (x, y) = {location} is "
            "in child {right}. This block is at {place} with size {size}. Its lower right child "
            "starts at {middle}. A pixel with exactly this x is in a right child, and a pixel with "
            "exactly this y is in a lower child.", path=path[:common],
            place=above.position, size=above.size, middle=above.children[3].position,
            location=location, right=path[common], own=own[common]))


def _selected(block: Block, location: tuple[float, float], level: int) -> Block:
    if block.level >= level or not block.children:
        return block
    px, py = location
    for child in block.children:
        x, y = child.position
        if x <= px < x + child.size and y <= py < y + child.size:
            return _selected(child, location, level)
    return block


def _by_middle(block: Block, location: tuple[float, float], level: int) -> Block:
    if block.level == level:
        return block
    if not block.children:
        return block
    x, y = block.position
    h = round(block.size / 2)
    px, py = location
    number = (1 if px < x + h else 0) if py < y + h else 2 if px < x + h else 3
    return _by_middle(block.children[number], location, level)


def _both_selected(args: Case, expected: Outcome, got: Outcome) -> Shown:
    """Draw the expected and the returned block, with a cross at the pixel."""
    block, location = args[:2]
    shown, titles = [], []
    for title, path in ((say("expected"), expected.value), (say("got"), got.value)):
        if isinstance(path, tuple):
            shown.append(block.copy())
            shown[-1].at(path).highlighted = True
            titles.append(title)
    picture = draw.boards(shown, titles, letters=True)
    cell = block.size / 2 ** (block.max_depth - block.level)
    for ax in picture.figure.axes:
        ax.plot(*(((place + 0.5 - corner) / cell,)
                  for place, corner in zip(location, block.position, strict=True)),
                "x", color="black", markersize=12, markeredgewidth=2.5)
    return Picture(picture.figure, say("{boards}; a cross marks the pixel {location}",
                                       boards=picture.alt, location=location))


get_selected_block = Task(
    "get_selected_block", Block.get_selected_block, _select_cases, call=_select,
    laws=[_of_the_tree, _wrong_block], show=_both_selected,
    ways=[_selected, _by_middle])
