"""The layout of a tree with nodes of any type, and the picture of nodes and edges."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.path import Path

__all__ = ["Edge", "Shape", "arrange", "draw_network"]

Node = TypeVar("Node")
Point = tuple[float, float]


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
        """Add a node and all below it to ``nodes`` and ``places``; return its place."""
        number = len(nodes)
        nodes.append(node)
        xs = [place(child) for child in children(node)]
        places[number] = (xs[0] + xs[-1]) / 2 if xs else next(leaves)
        return places[number]

    place(top)
    return ((node, places[number]) for number, node in enumerate(nodes))


class Edge(NamedTuple):
    """A line between nodes, through all its points."""

    line: Sequence[Point]
    ink: str
    width: float
    dashes: str = "-"


class Shape(NamedTuple):
    """A node, or a ring around one; its outline is a path, or the corners of a box."""

    outline: Path | Sequence[Point]
    fill: Any
    ink: str
    width: float
    dashes: str = "-"


def draw_network(ax: Axes, edges: Iterable[Edge], nodes: Sequence[Shape] = ()) -> None:
    """Draw edges, the wider ones over the narrower, and nodes over them, the later ones on top.

    The outlines of all nodes are paths, or all are lists of corners.
    """
    lines_by_look: dict[tuple[float, str, str], list[Any]] = {}
    for edge in edges:
        look = (edge.width, edge.ink, edge.dashes)
        lines_by_look.setdefault(look, []).append(edge.line)
    for look in sorted(lines_by_look, key=itemgetter(0)):  # by width
        width, ink, dashes = look
        ax.add_collection(LineCollection(
            lines_by_look[look], colors=ink, linewidths=width, linestyles=dashes,
            joinstyle="miter", zorder=1), autolim=False)
    if nodes:
        outlines, fills, inks, widths, styles = map(list, zip(*nodes, strict=True))
        have_one_style = len({*styles}) == 1
        looks: dict[str, Any] = {
            "facecolors": fills, "edgecolors": inks, "linewidths": widths, "zorder": 2,
            "linestyles": styles[0] if have_one_style else styles}
        are_paths = isinstance(outlines[0], Path)
        drawn_nodes = (PathCollection(outlines, **looks) if are_paths else
                       PolyCollection(cast(Any, np.array(outlines)), **looks))
        ax.add_collection(drawn_nodes, autolim=False)
