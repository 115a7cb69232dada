"""What there is to see of a value, in a plain form that can be compared and kept."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Any

import numpy as np

from blocky.block import MAX_DEPTH, Block
from blocky.colour import Colour
from blocky.kit.trace import short

__all__ = ["told"]

#: No board that a check uses has more nodes, so that whatever is larger contains itself.
MOST_NODES = 3000

_PLAIN = (bool, int, float, str, Colour)
_ATTRIBUTES = ("level", "max_depth", "position", "size", "colour", "highlighted")


def told(value: Any) -> Any:
    """Return a plain value that is equal for values that an exercise takes for the same.

    Lists, tuples and arrays of the same items are the same. A tree is told with all attributes,
    and with whether each node is the parent of its children. A goal, a player or another object
    is told by the name of its class and by its attributes.

    >>> told([[1, 2], (3, 4)]) == told(np.array([[1, 2], [3, 4]]))
    True
    """
    try:
        return _told(value)
    except RecursionError:
        return "something that contains itself"


def _told(value: Any) -> Any:
    if value is None or type(value) in _PLAIN:
        return value
    if isinstance(value, Block):
        return ("a tree", *_nodes(value))
    if isinstance(value, np.ndarray):
        return _told(value.tolist())
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (list, tuple)):
        return tuple(_told(item) for item in value)
    if isinstance(value, dict):
        return tuple(sorted((repr(key), _told(item)) for key, item in value.items()))
    if isinstance(value, Random):
        return "a source of random numbers"
    if isinstance(value, (bool, int, float, str, Enum, type)) or callable(value):
        return value
    try:
        return (type(value).__name__, _told(vars(value)))
    except TypeError:
        return short(value, 1000)


def _nodes(top: Block) -> Iterator[Any]:
    """Yield what there is to see of each node of a tree, however broken it may be."""
    above = getattr(top, "parent", None)
    waiting: list[tuple[tuple[int, ...], Any, Any]] = [((), top, above)]
    for _ in range(MOST_NODES):
        if not waiting:
            return
        path, block, above = waiting.pop()
        if len(path) > 2 * MAX_DEPTH:
            break
        if not isinstance(block, Block):
            yield path, "no block", short(block)
            continue
        children = getattr(block, "children", None)
        children = list(children) if isinstance(children, (list, tuple)) else []
        seen = [_told(getattr(block, name, "missing")) for name in _ATTRIBUTES]
        yield path, *seen, len(children), getattr(block, "parent", "missing") is above
        waiting += [((*path, number), child, block) for number, child in enumerate(children)]
    yield "and so on for ever"
