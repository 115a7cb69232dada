"""The layout of a tree with nodes of any type."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import TypeVar

__all__ = ["arrange"]

Node = TypeVar("Node")


def arrange(top: Node, children: Callable[[Node], Sequence[Node]]) -> Iterator[tuple[Node, float]]:
    """Return each node of a tree with its horizontal place, in preorder.

    Leaves are at 0, 1, 2, ..., other nodes midway between their first and last children.

    >>> below = {"sum": ["2", "product"], "product": ["3", "4"]}
    >>> list(arrange("sum", lambda node: below.get(node, [])))
    [('sum', 0.75), ('2', 0), ('product', 1.5), ('3', 1), ('4', 2)]
    """
    nodes: list[Node] = []
    places: dict[int, float] = {}  # by the number of the node
    leaves = count()

    def place(node: Node) -> float:
        number = len(nodes)
        nodes.append(node)
        xs = [place(child) for child in children(node)]
        places[number] = (xs[0] + xs[-1]) / 2 if xs else next(leaves)
        return places[number]

    place(top)
    return ((node, places[number]) for number, node in enumerate(nodes))
