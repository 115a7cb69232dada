"""Exercise 10: all features of a board, without a list, a dict or a set of Python."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.sequence import built_in, names_built_in
from blocky.kit.check.task import Case, Task
from blocky.kit.check.told import AnyOrder
from blocky.prograsonne import walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.check.boards import boards
from blocky.prograsonne.draw.graph import nodes
from blocky.prograsonne.linked import LinkedList

__all__ = ["features"]


def _boards(rng: Random) -> Iterator[Case]:
    yield from ((board,) for board in boards(rng, count=4, most=12))


def _walked(board: Board) -> LinkedList:
    """Return the features, each a LinkedList of its segments."""
    found = LinkedList()
    for node in nodes(board):
        if not any(node in part for part in found):
            part = LinkedList()
            for each in walk.feature(board, *node):
                part.append(each)
            found.append(part)
    return found


def _use(answer: Any, board: Board) -> Any:
    """Return the features as they can be compared, unless they are in what Python has built in."""
    value = answer(board)
    return None if value is None else built_in(value) or AnyOrder(
        built_in(part) or AnyOrder(part) for part in value)


features = Task(
    "features", _walked, _boards, call=_use, form=names_built_in, kits=[walk, Board.features],
    nudge="Which features are in the picture, and which of them did you find?",
)
