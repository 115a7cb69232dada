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

__all__ = ["Broken", "InvariantError", "Path", "as_path", "broken_invariants", "check_division"]

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

    def __init__(self, path: Path, kind: Broken, **values: Any) -> None:
        self.path = path
        self.kind = kind
        self.problem = say(kind.value, **values)
        if path:
            text = say("The block at path {path}: {problem}.", path=path, problem=self.problem)
        else:
            text = say("The root of the tree: {problem}.", problem=self.problem)
        super().__init__(text)


def broken_invariants(block: Block, places: bool = True) -> Iterator[InvariantError]:
    """Yield an InvariantError for each broken invariant in the tree below ``block``, from the top.

    What is below a child with a wrong level is not checked, so that the search ends even in a tree
    that contains itself. Positions and sizes are checked only if ``places`` is true.
    """
    cells = 2 ** max(0, block.max_depth - block.level)
    # a size of 0 isn't too small: it isn't set
    is_too_small = isinstance(block.size, (int, float)) and 0 < block.size < cells
    if places and is_too_small:
        yield InvariantError((), Broken.TOO_SMALL, size=block.size, cells=cells)
    yield from _broken(block, (), places, {id(block): ()})


def _broken(block: Block, path: Path, places: bool,
            paths_by_id: dict[int, Path]) -> Iterator[InvariantError]:
    """Yield an InvariantError for each broken invariant of the block at ``path``, and below it.

    ``paths_by_id`` has the paths of the blocks met so far, to find a block in two places. New ones
    are added.
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
        path_of_child = (*path, number)
        if not hasattr(child, "children"):
            yield InvariantError(path_of_child, Broken.NO_BLOCK, child=child)
            continue
        if id(child) in paths_by_id:
            yield InvariantError(path_of_child, Broken.TWICE, other=paths_by_id[id(child)])
        paths_by_id[id(child)] = path_of_child
        yield from _misfits(block, child, path_of_child, places)
        if child.level == block.level + 1:  # otherwise the tree might contain itself
            yield from _broken(child, path_of_child, places, paths_by_id)


def _misfits(parent: Block, child: Block, path: Path, places: bool) -> Iterator[InvariantError]:
    """Yield an InvariantError for each attribute of a child that doesn't fit its parent.

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
        has_corner = number < 4  # a parent may have too many children
        if has_corner and child.position != corners[number]:
            yield InvariantError(path, Broken.POSITION, own=child.position, right=corners[number])


def check_division(nested: Any, max_depth: int, path: Path) -> None:
    """Raise ValueError if no block may be divided at ``path``, or the list isn't one of four.

    What is in the list isn't checked.
    """
    if len(path) == max_depth:
        raise ValueError(say("At path {path}: {nested!r} divides a block at level {max_depth}, "
                             "which is max_depth. Use a colour number there.",
                             path=path, nested=nested, max_depth=max_depth))
    if len(nested) != 4:
        raise ValueError(say("At path {path}: a divided block is a list of four blocks, but this "
                             "list has {count}: {nested!r}.", path=path,
                             count=len(nested), nested=nested))
