"""Exercise 03: the block at a place."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky import draw
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, TWO_LEVELS, Verdict, boards, nested
from blocky.draw import Picture
from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task
from blocky.kit.language import say

__all__ = ["get_selected_block"]


def _select_cases(rng: Random) -> Iterator[Case]:
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
    """Return the path, from ``block`` on, of the block that ``answer`` returns."""
    own = answer(block, location, level)
    if not isinstance(own, Block):  # a path of the answer's own is none of the kit's
        return own if own is None else Verdict(say("{own}, which is no block", own=written(own)))
    waiting: list[tuple[Path, Block]] = [((), block)]
    for path, each in waiting:
        if each is own:
            return path
        waiting += [((*path, number), child) for number, child in enumerate(each.children)]
    return Verdict(say("a block that is not one of the tree's"))


def _of_the_tree(case: Case, got: Outcome) -> Hints | None:
    return None if not isinstance(got.value, Verdict) else (
        "Is what you return a block of the tree, or something that looks like one?",
        "The game changes the block that it is given.",
        say("You return this: {value}. Return the block of the tree itself.", value=got.value))


def _at_its_level(case: Case, got: Outcome) -> Hints | None:
    """Say at which level the block lies, where it is on the way to the pixel."""
    block, location, level = case
    path, own = block.get_selected_block(location, level).path[len(block.path):], got.value
    if not isinstance(own, tuple) or own == path or own[:len(path)] != path[:len(own)]:
        return None
    return ("At which level is the block that you return, and which is asked for?",
            "The level of a block is counted from the top of the board, wherever the search "
            "begins. Where the tree ends above the level, the leaf there is returned.",
            say("Level {level} is asked for. The search begins at a block of level {start}, and "
                "should end at one of level {right}; yours ends at level {own}. A level is counted "
                "from the top of the board, wherever the search begins: block.level says it.",
                level=level, start=block.level, right=block.level + len(path),
                own=block.level + len(own)))


def _other_way(case: Case, got: Outcome) -> Hints | None:
    """Say at which block the way to the pixel leads into a wrong child."""
    block, location, level = case
    path, own = block.get_selected_block(location, level).path[len(block.path):], got.value
    steps = next((number for number, (one, other) in enumerate(zip(own, path, strict=False))
                  if one != other), None) if isinstance(own, tuple) else None
    return None if steps is None else (
        "Follow the way down to the pixel: which child is taken, level by level?",
        "A child lies at its own position, from which its own size is counted.",
        say("The block at path {path} lies at {place} with the size {size}, so that its lower "
            "right child begins at {middle}. Compare x and y with these: from there on, itself "
            "included, a pixel is to the right, or below. The pixel (x, y) = {location} is in its "
            "child {right}, and your function takes child {own}.",
            path=path[:steps], place=block.at(path[:steps]).position, location=location,
            size=block.at(path[:steps]).size, middle=block.at((*path[:steps], 3)).position,
            right=path[steps], own=own[steps]))


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


def _both_selected(args: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the board with the block that is expected, and with the one that was got.

    A cross marks the pixel that was asked for.
    """
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
    laws=[_of_the_tree, _at_its_level, _other_way], show=_both_selected,
    ways=[_selected, _by_middle])
