"""Ways to break an invariant of a board, and what a broken tree is copied and looked at by."""

from __future__ import annotations

from copy import deepcopy
from itertools import islice
from typing import Any

from blocky.block import Block
from blocky.colour import Colour
from blocky.draw.board_tree import layout
from blocky.invariants import Broken, InvariantError, broken_invariants
from blocky.kit.language import mark, say

__all__ = ["BREAKAGES", "MOST_PROBLEMS", "broken", "copy_of", "problems_of"]

#: Of a tree that breaks more invariants, so many are told.
MOST_PROBLEMS = 60

#: What can be wrong with a block.
BREAKAGES = {
    "missing": mark("a child is missing"),
    "extra": mark("a child too many"),
    "shared": mark("child shared twice"),
    "cycle": mark("a block inside itself"),
    "number": mark("a child that is no block"),
    "painted": mark("colour kept on a divided block"),
    "colourless": mark("a leaf without a colour"),
    "orphan": mark("parent lost"),
    "level": mark("wrong level"),
    "max_depth": mark("another max_depth"),
    "position": mark("wrong position"),
    "size": mark("wrong size"),
}

#: Those that a block with four children can have.
DIVIDED = ("missing", "extra", "shared", "cycle", "number", "painted")


def broken(block: Block, what: str) -> None:
    """Break a block in one of the ways of BREAKAGES. ValueError: it has not the children for it."""
    children = block.children
    if what in DIVIDED and not (isinstance(children, list) and len(children) > 3):
        raise ValueError(say("Choose a block with four children for this."))
    match what:
        case "missing":
            children.pop()
        case "extra":
            child = Block(block.level + 1, block.max_depth, Colour.RED, (), block.position,
                          round(block.size / 2))
            child.parent = block
            children.append(child)
        case "shared":
            children[1] = children[0]
        case "cycle":
            children[3] = block
        case "number":
            children[2] = 7  # type: ignore[call-overload]
        case "painted":
            block.colour = Colour.RED
        case "colourless" if children:
            raise ValueError(say("Choose a leaf for this."))
        case "colourless":
            block.colour = None
        case "orphan":
            block.parent = None
        case "level" | "max_depth":
            setattr(block, what, getattr(block, what) + 1)
        case "position":
            (x, y), by = block.position, max(1, block.size // 3)
            block.position = (x + by, y + by)
        case "size":
            block.size += max(1, block.size // 4)


def problems_of(board: Block, most: int = MOST_PROBLEMS) -> list[InvariantError]:
    """Return the broken invariants of a tree, or the first of them; it may be broken in any way."""
    found: list[InvariantError] = []
    try:
        for problem in islice(broken_invariants(board), most):
            found.append(problem)
    except Exception as error:
        found.append(InvariantError((), Broken.UNREADABLE,
                                    error=f"{type(error).__name__}: {error}"))
    return found


def copy_of(board: Block) -> Block:
    """Return a copy of a tree with all that is broken in it; it hangs from no parent."""
    inside = any(node.block is board.parent for node in layout(board).values())
    without: dict[int, Any] = {} if inside else {id(board.parent): None}
    try:
        return deepcopy(board, without)
    except Exception as error:
        raise ValueError(say("This tree cannot be copied ({error}).",
                             error=type(error).__name__)) from None
