"""The layout of a tree, whatever its nodes are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

__all__ = ["arrange"]

Node = TypeVar("Node")


def arrange(top: Node, children: Callable[[Node], Sequence[Node]]) -> Iterator[tuple[Node, float]]:
    """Return each node of a tree with its place across, parents before children, left to right.

    Leaves stand at 0, 1, 2, ..., the others in the middle between their first and last children.

    >>> below = {"sum": ["2", "product"], "product": ["3", "4"]}
    >>> list(arrange("sum", lambda node: below.get(node, [])))
    [('sum', 0.75), ('2', 0), ('product', 1.5), ('3', 1), ('4', 2)]
    """
    nodes: list[Node] = []
    places: list[float] = []
    leaves = 0

    def place(node: Node) -> float:
        nonlocal leaves
        below, number = children(node), len(nodes)
        nodes.append(node)
        places.append(leaves)
        if below:
            xs = [place(child) for child in below]
            places[number] = (xs[0] + xs[-1]) / 2
        else:
            leaves += 1
        return places[number]

    place(top)
    return zip(nodes, places, strict=True)
