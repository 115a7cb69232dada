"""Ways to break an invariant of a board, and what a broken tree is copied and looked at by."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import islice
from typing import Any, NamedTuple

from blocky.block import Block
from blocky.colour import Colour
from blocky.draw.board_tree import layout
from blocky.invariants import Broken, InvariantError, broken_invariants
from blocky.kit.language import mark, say

__all__ = ["BREAKAGES", "MOST_PROBLEMS", "Breakage", "copy_of", "problems_of", "state_of"]

#: Of a tree that breaks more invariants, so many are told.
MOST_PROBLEMS = 60


class Breakage(NamedTuple):
    """A way to break an invariant: what is wrong then, and what does it to a block."""

    label: str
    make: Callable[[Block], Any]


def _divided(change: Callable[[Block], Any]) -> Callable[[Block], Any]:
    """Return a change that asks for four children. ValueError: the block has none."""
    def make(block: Block) -> None:
        if not (isinstance(block.children, list) and len(block.children) > 3):
            raise ValueError(say("Choose a block with four children for this."))
        change(block)
    return make


def _one_child_more(block: Block) -> None:
    child = Block(block.level + 1, block.max_depth, Colour.RED, (), block.position,
                  round(block.size / 2))
    child.parent = block
    block.children.append(child)


def _no_colour(block: Block) -> None:
    if block.children:
        raise ValueError(say("Choose a leaf for this."))
    block.colour = None


def _move(block: Block) -> None:
    (x, y), by = block.position, max(1, block.size // 3)
    block.position = (x + by, y + by)


def _set(name: str, value: Any) -> Callable[[Block], Any]:
    return lambda block: setattr(block, name, value)


def _put(number: int, child: Callable[[Block], Any]) -> Callable[[Block], Any]:
    """Return a change that puts something in the place of a child."""
    return _divided(lambda block: block.children.__setitem__(number, child(block)))


def _more(name: str, by: Callable[[Block], int]) -> Callable[[Block], Any]:
    return lambda block: setattr(block, name, getattr(block, name) + by(block))


#: All of them by their keys.
BREAKAGES = {
    "missing": Breakage(mark("a child is missing"), _divided(lambda block: block.children.pop())),
    "extra": Breakage(mark("a child too many"), _divided(_one_child_more)),
    "shared": Breakage(mark("child shared twice"), _put(1, lambda block: block.children[0])),
    "cycle": Breakage(mark("a block inside itself"), _put(3, lambda block: block)),
    "number": Breakage(mark("a child that is no block"), _put(2, lambda block: 7)),
    "painted": Breakage(mark("colour kept on a divided block"),
                        _divided(_set("colour", Colour.RED))),
    "colourless": Breakage(mark("a leaf without a colour"), _no_colour),
    "orphan": Breakage(mark("parent lost"), _set("parent", None)),
    "level": Breakage(mark("wrong level"), _more("level", lambda block: 1)),
    "max_depth": Breakage(mark("another max_depth"), _more("max_depth", lambda block: 1)),
    "position": Breakage(mark("wrong position"), _move),
    "size": Breakage(mark("wrong size"), _more("size", lambda block: max(1, block.size // 4))),
}


def problems_of(board: Block) -> list[InvariantError]:
    """Return the broken invariants of a tree, or the first of them; it may be broken in any way."""
    found: list[InvariantError] = []
    try:
        for problem in islice(broken_invariants(board), MOST_PROBLEMS):
            found.append(problem)
    except Exception as error:
        found.append(InvariantError((), Broken.UNREADABLE,
                                    error=f"{type(error).__name__}: {error}"))
    return found


def _outside(block: Block) -> dict[int, Any]:
    """Return the object that a copy of a tree shares with it: its parent, if there is one."""
    inside = any(node.block is block.parent for node in layout(block).values())
    return {} if inside else {id(block.parent): block.parent}


def copy_of(board: Block) -> Block:
    """Return a copy of a tree with all that is broken in it; it hangs from no parent."""
    shared = _outside(board)
    try:
        return deepcopy(board, dict.fromkeys(shared))
    except Exception as error:
        raise ValueError(say("This tree cannot be copied ({error}). With copy=False the explorer "
                             "works on your own board.", error=type(error).__name__)) from None


def state_of(board: Block) -> dict[str, Any]:
    """Return the attributes of a board, with a copy of all that is below it."""
    return deepcopy(vars(board), {id(board): board} | _outside(board))
