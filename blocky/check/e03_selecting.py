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
    yield deep.children[3], (40, 44), 3
    yield deep.children[3], (40, 44), 1
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
        return list(own) if isinstance(own, tuple) else own
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


def _too_deep(case: Case, got: Outcome) -> Hints | None:
    """See whether the block that is handed in should be returned, for it lies at the level."""
    block, _, level = case
    if block.level < level or not got.value or not isinstance(got.value, tuple):
        return None
    return ("What does your function do with the level?",
            "Levels are counted from the top of the whole board, which may lie further up.",
            say("The block that is handed in lies at level {own} itself, and level {level} is "
                "asked for: return this block. Compare level with block.level.", own=block.level,
                level=level))


def _at_the_edge(case: Case, got: Outcome) -> Hints | None:
    """See whether a pixel on the line between blocks was found in the wrong one, or in none."""
    block, location, level = case
    right = block.get_selected_block(location, level)
    if got.value == right.path[len(block.path):] or not any(
            each == corner > start for each, corner, start in zip(
                location, right.position, block.position, strict=True)):
        return None
    return ("To which block belongs a pixel on the line between two of them?",
            "A block of size 32 at x = 0 has the pixels 0 to 31. Pixel 32 is the next block's.",
            say("The pixel {location} lies on the line between two blocks, and your function takes "
                "the wrong one, or none. A block contains (px, py) if x <= px < x + size and "
                "y <= py < y + size.", location=location))


def _other_way(case: Case, got: Outcome) -> Hints | None:
    """Say at which block the way to the pixel leads into a wrong child."""
    block, location, level = case
    path = block.get_selected_block(location, level).path[len(block.path):]
    if not isinstance(got.value, tuple) or got.value == path:
        return None
    steps = next((number for number, (one, other) in enumerate(zip(got.value, path, strict=False))
                  if one != other), min(len(got.value), len(path)))
    above = block.at(path[:steps])
    x, y = above.position
    if steps == len(path):
        return None
    return ("Follow the way down to the pixel: which child is taken, level by level?",
            "A child lies at its own position, from which its own size is counted.",
            say("Your function stops at the block at path {path}, at level {here}, though it is "
                "divided and level {level} is asked for. It must go on into child {right}.",
                path=path[:steps], here=above.level, level=level, right=path[steps])
            if steps == len(got.value) else
            say("The block at path {path} lies at {place} with the size {size}, so that its "
                "middle is at x = {x:g}, y = {y:g}: of the position and half of the size. The "
                "pixel (x, y) = {location} is in its child {right}, and your function takes child "
                "{own}.", path=path[:steps], place=above.position, size=above.size,
                x=x + above.size / 2, y=y + above.size / 2, location=location,
                right=path[steps], own=got.value[steps]))


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
    laws=[_of_the_tree, _too_deep, _at_the_edge, _other_way], show=_both_selected,
    ways=[_selected, _by_middle],
)
