"""What a student's functions did is accepted, or a PartError says how it is not as it should be."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block
from blocky.colour import Colour
from blocky.invariants import broken_invariants
from blocky.kit.language import mark
from blocky.kit.safely import Fault, PartError

__all__ = ["accept", "accept_frame", "accept_grid", "accept_places", "accept_result"]

Fault.register("blocky", mark({
    "no_board": "Your random_init returned {value}, but a Block at level 0 of {max_depth} is "
                "expected.",
    "broken_tree": "Your {name} left a broken tree. In the block it was given, at path {path}: "
                   "{problem}.",
    "changed": "Your {name} changed the {attribute} of the block that it was given from {old} to "
               "{new}.",
    "undivided": "Your smash left the block undivided.",
    "against_the_rules": "Your {name} turned the block into {got}, but the rules say {expected}.",
    "misplaced": "Your update_block_locations was called with {position} and {size}, but left "
                 "{left_position} and {left_size}.",
    "changed_more": "Your update_block_locations changed more than positions and sizes.",
    "not_selected": "Your get_selected_block returned {value} for {location} and level {level}, "
                    "but the block there has path {path}.",
    "no_grid": "Your flatten returned no grid of {side} rows and columns.",
    "wrong_cell": "Your flatten is wrong in row {row}, column {column}: {got} instead of "
                  "{expected}.",
    "another_blob": "With your undiscovered_blob_size the largest {colour} blob has {got} cells, "
                    "but it has {expected}.",
}))


def accept(name: str, block: Block, places: bool = True) -> None:
    """Raise PartError if what a student's function left is no board; make its colours Colours."""
    for error in broken_invariants(block, places):
        raise PartError("blocky.broken_tree", name=name, path=str(error.path),
                        problem=error.problem)
    for leaf in block.leaves():
        if leaf.colour is not None:
            leaf.colour = Colour(leaf.colour)


def accept_frame(name: str, block: Block, given: Block) -> None:
    """Look whether ``block``, as it was ``given``, is still where it was."""
    for attribute in ("position", "size", "level", "max_depth"):
        old, new = getattr(given, attribute), getattr(block, attribute)
        if old != new:
            raise PartError("blocky.changed", name=name, attribute=attribute, old=str(old),
                            new=str(new))


def accept_result(name: str, block: Block, right: Block) -> None:
    """Look whether ``block`` is what the kit's own function made of it."""
    if block != right:
        raise PartError("blocky.against_the_rules", name=name, got=str(block.to_nested()),
                        expected=str(right.to_nested()))


def accept_places(block: Block, right: Block) -> None:
    """Look whether update_block_locations did its work on ``block``, and nothing else."""
    if (block.position, block.size) != (right.position, right.size):
        raise PartError("blocky.misplaced", position=str(right.position), size=right.size,
                        left_position=str(block.position), left_size=str(block.size))
    accept("update_block_locations", block)
    if block != right:
        raise PartError("blocky.changed_more")


def accept_grid(own: Any, expected: NDArray[np.int8]) -> None:
    """Look whether flatten returned the grid that is expected."""
    try:
        wrong = np.argwhere(np.asarray(own) != expected)
    except ValueError:
        wrong = None
    if wrong is None or np.shape(own) != expected.shape:
        raise PartError("blocky.no_grid", side=len(expected))
    if len(wrong):
        row, column = wrong[0]
        raise PartError("blocky.wrong_cell", row=int(row), column=int(column),
                        got=str(np.asarray(own)[row, column]),
                        expected=int(expected[row, column]))
