"""The layout of a tree, whatever its nodes are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["arrange"]

Node = TypeVar("Node")


def arrange(top: Node, children: Callable[[Node], Sequence[Node]]) -> list[tuple[Node, float]]:
    """Return each node of a tree with its place across, parents before children, left to right.

    Leaves stand at 0, 1, 2, ..., the others in the middle between their first and last children.

    >>> below = {"sum": ["2", "product"], "product": ["3", "4"]}
    >>> arrange("sum", lambda node: below.get(node, []))
    [('sum', 0.75), ('2', 0), ('product', 1.5), ('3', 1), ('4', 2)]
    """
    nodes, counts, waiting = [], [], [top]
    while waiting:
        node = waiting.pop()
        below = children(node)
        nodes.append(node)
        counts.append(len(below))
        waiting += below[::-1]
    leaves = counts.count(0)
    places: list[float] = []
    done: list[float] = []  # where those are whose parents are still to come, the leftmost last
    for count in reversed(counts):
        if count:
            place = (done[-1] + done[-count]) / 2
            del done[-count:]
        else:
            leaves -= 1
            place = leaves
        done.append(place)
        places.append(place)
    return list(zip(nodes, reversed(places), strict=True))
