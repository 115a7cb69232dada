"""Finds the broken invariants of a tree. The docstring of ``Block`` lists the invariants."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from operator import index
from typing import TYPE_CHECKING, Any

from blocky.colour import Colour
from blocky.kit.language import mark, say

if TYPE_CHECKING:
    from blocky.block import Block

__all__ = ["Broken", "InvariantError", "Path", "as_path", "broken_invariants", "refuse_division"]

Path = tuple[int, ...]


def as_path(numbers: Any) -> Path:
    """Return child numbers as a path, a tuple of integers. ValueError: they aren't integers."""
    try:
        return tuple(index(number) for number in numbers)
    except TypeError:
        raise ValueError(say("A path is a tuple of child numbers such as (0, 2), not {path!r}.",
                             path=numbers)) from None


class Broken(Enum):
    """The ways in which a block can break an invariant."""

    NO_LIST = mark("its children are {children!r}, not a list")
    NO_BLOCK = mark("it is {child!r}, which isn't a block")
    TWICE = mark("it is the same block as the one at path {other}")
    CHILDREN = mark("it has {count} children, not 0 or 4")
    COLOURED = mark("it has children and also the colour {colour!r}")
    COLOURLESS = mark("it has no children, and no colour")
    NO_COLOUR = mark("its colour is {colour!r}, which isn't one of the game's colours")
    TOO_DEEP = mark("its level is {level}, deeper than its max_depth, {max_depth}")
    PARENT = mark("its parent isn't the block above it")
    MAX_DEPTH = mark("its max_depth is {own}, but its parent's is {parents}")
    LEVEL = mark("its level is {own}, but its parent's is {parents}")
    TOO_SMALL = mark("its size, {size}, is too small for {cells} by {cells} unit cells")
    PARENT_SIZE = mark("its parent's size is {size!r}, not an integer")
    SIZE = mark("its size is {own}, but half of its parent's is {half}")
    POSITION = mark("its position is {own}, but it should be {right}")
    UNREADABLE = mark("its tree can't be checked further ({error})")


class InvariantError(ValueError):
    """An invariant is broken in a tree.

    Attributes:
        path: the path of the block that breaks it.
        kind: how it is broken.
        problem: the same in words.
    """

    def __init__(self, path: Path, kind: Broken, **found: Any) -> None:
        self.path, self.kind = path, kind
        self.problem = say(kind.value, **found)
        super().__init__(
            say("The block at path {path}: {problem}.", path=path, problem=self.problem) if path
            else say("The root of the tree: {problem}.", problem=self.problem))


def broken_invariants(block: Block, places: bool = True) -> Iterator[InvariantError]:
    """Yield an InvariantError for each broken invariant in the tree below ``block``, from the top.

    What is below a child with a wrong level is not checked, so that the search ends even in a tree
    that contains itself. Positions and sizes are checked only if ``places`` is true.
    """
    cells = 2 ** max(0, block.max_depth - block.level)
    if places and isinstance(block.size, (int, float)) and 0 < block.size < cells:
        yield InvariantError((), Broken.TOO_SMALL, size=block.size, cells=cells)  # 0: not set
    yield from _broken(block, (), places, {id(block): ()})


def _broken(block: Block, path: Path, places: bool,
            met: dict[int, Path]) -> Iterator[InvariantError]:
    """Yield an InvariantError for each broken invariant of the block at ``path``, and below it.

    ``met`` has the path of each block met so far by its id, to find a block in two places.
    """
    children = block.children
    colour = block.colour
    if not isinstance(children, list):
        yield InvariantError(path, Broken.NO_LIST, children=children)
        return
    if len(children) not in (0, 4):
        yield InvariantError(path, Broken.CHILDREN, count=len(children))
    if children and colour is not None:
        yield InvariantError(path, Broken.COLOURED, colour=colour)
    if not children and colour is None:
        yield InvariantError(path, Broken.COLOURLESS)
    if colour is not None and colour not in list(Colour):
        yield InvariantError(path, Broken.NO_COLOUR, colour=colour)
    if block.level > block.max_depth:
        yield InvariantError(path, Broken.TOO_DEEP, level=block.level, max_depth=block.max_depth)
    for number, child in enumerate(children):
        where = (*path, number)
        if not hasattr(child, "children"):
            yield InvariantError(where, Broken.NO_BLOCK, child=child)
            continue
        if id(child) in met:
            yield InvariantError(where, Broken.TWICE, other=met[id(child)])
        met[id(child)] = where
        yield from _below(block, child, where, places)
        if child.level == block.level + 1:  # otherwise the tree might contain itself
            yield from _broken(child, where, places, met)


def _below(parent: Block, child: Block, path: Path, places: bool) -> Iterator[InvariantError]:
    """Yield an InvariantError for each thing in which a child doesn't fit its parent.

    ``path`` is the child's. Positions and sizes are checked only if ``places`` is true.
    """
    if child.parent is not parent:
        yield InvariantError(path, Broken.PARENT)
    if child.max_depth != parent.max_depth:
        yield InvariantError(path, Broken.MAX_DEPTH, own=child.max_depth, parents=parent.max_depth)
    if child.level != parent.level + 1:
        yield InvariantError(path, Broken.LEVEL, own=child.level, parents=parent.level)
    if places and not isinstance(parent.size, int):
        yield InvariantError(path, Broken.PARENT_SIZE, size=parent.size)
    elif places:
        half = round(parent.size / 2)
        number = path[-1]
        corners = parent.corners()
        if child.size != half:
            yield InvariantError(path, Broken.SIZE, own=child.size, half=half)
        if number < 4 and child.position != corners[number]:
            yield InvariantError(path, Broken.POSITION, own=child.position, right=corners[number])


def refuse_division(nested: Any, max_depth: int, path: Path) -> None:
    """Raise ValueError if a list can't be a block at ``path``; its parts are not looked at."""
    if len(path) == max_depth:
        raise ValueError(say("At path {path}: {nested!r} divides a block at level {max_depth}, "
                             "which is max_depth. Use a colour number there.",
                             path=path, nested=nested, max_depth=max_depth))
    if len(nested) != 4:
        raise ValueError(say("At path {path}: a divided block is a list of four blocks, but this "
                             "list has {count}: {nested!r}.", path=path,
                             count=len(nested), nested=nested))
