"""What must hold in every tree that is a board, and what is broken in one that is not.

1. A block has 0 or 4 children. It has a colour exactly when it has no children.
2. No block lies deeper than ``max_depth``. Children have the ``max_depth`` of their parent, one
   level more, and their parent as ``parent``; no block is in two places.
3. A child's size is ``round(size / 2)`` of its parent's, and its position is its quadrant's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from blocky.colour import Colour

if TYPE_CHECKING:
    from blocky.block import Block

__all__ = ["InvariantError", "Path", "broken_invariants"]

Path = tuple[int, ...]


class InvariantError(ValueError):
    """A tree breaks an invariant of a board. ``path`` says where, ``problem`` says what."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"The block at path {path}: {problem}.")
        self.path, self.problem = path, problem


def broken_invariants(block: Block, places: bool = True) -> Iterator[InvariantError]:
    """Yield an InvariantError for every broken invariant in the tree below ``block``, from the top.

    Below a child that is no block, or whose level is wrong, it does not look, so that even a tree
    that contains itself is checked to the end. Positions and sizes count only with ``places``.
    """
    return _broken(block, (), places, {id(block): ()})


def _broken(block: Block, path: Path, places: bool,
            met: dict[int, Path]) -> Iterator[InvariantError]:
    if not isinstance(block.children, list):
        yield InvariantError(path, f"its children are {block.children!r}, not a list")
        return
    for problem in _problems(block):
        yield InvariantError(path, problem)
    for number, child in enumerate(block.children):
        where = (*path, number)
        if not hasattr(child, "children"):
            yield InvariantError(where, f"it is {child!r}, which is not a block")
            continue
        if id(child) in met:
            yield InvariantError(where, f"it is the same block as that at path {met[id(child)]}")
        met[id(child)] = where
        for problem in _problems_with_parent(child, block):
            yield InvariantError(where, problem)
        if places:
            for problem in _problems_of_place(child, block, number):
                yield InvariantError(where, problem)
        if child.level == block.level + 1:
            yield from _broken(child, where, places, met)


def _problems(block: Block) -> Iterator[str]:
    if len(block.children) not in (0, 4):
        yield f"it has {len(block.children)} children, not 0 or 4"
    if block.children and block.colour is not None:
        yield f"it has children and also the colour {block.colour!r}"
    if not block.children and block.colour is None:
        yield "it has no children, and no colour"
    if block.colour is not None and block.colour not in list(Colour):
        yield f"its colour is {block.colour!r}, which is not a colour of play"
    if block.level > block.max_depth:
        yield f"its level is {block.level}, deeper than its max_depth, {block.max_depth}"


def _problems_with_parent(child: Block, parent: Block) -> Iterator[str]:
    if child.parent is not parent:
        yield "its parent is not the block above it"
    if child.max_depth != parent.max_depth:
        yield f"its max_depth is {child.max_depth}, but its parent's is {parent.max_depth}"
    if child.level != parent.level + 1:
        yield f"its level is {child.level}, but its parent's is {parent.level}"


def _problems_of_place(child: Block, parent: Block, number: int) -> Iterator[str]:
    if not isinstance(parent.size, int):
        yield f"its parent's size is {parent.size!r}, not a whole number"
        return
    half = round(parent.size / 2)
    if child.size != half:
        yield f"its size is {child.size}, but half of its parent's is {half}"
    if number < 4 and child.position != parent.corners()[number]:
        yield f"its position is {child.position}, but it should be {parent.corners()[number]}"
