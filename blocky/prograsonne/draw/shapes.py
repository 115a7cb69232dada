"""The shapes of cells and segments, in units of a hexagon's side; y points downwards.

A shape is a path around (0, 0), the middle of a cell. Many shapes become one path, which costs
little more to draw than one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, dist, pi, sin, sqrt
from typing import Any

import numpy as np
from matplotlib.path import Path

from blocky.prograsonne.hexes import CELLS, EDGES, SIZE, Cell
from blocky.prograsonne.tiles import CITY, Segment

__all__ = ["HIGH", "WIDE", "cell_at", "centre", "disc", "edge_at", "hexagon", "house", "middle",
           "moved", "placed", "segment_shape", "side", "wall"]

#: How wide and high all cells together are.
WIDE, HIGH = 1.5 * SIZE + 0.5, sqrt(3) * (SIZE + 0.5)

Point = tuple[float, float]


def centre(cell: Cell) -> Point:
    """Return the middle of a cell: even columns sit half a cell lower."""
    i, j = cell
    return 1 + 1.5 * j, sqrt(3) * (i + 0.5 + (0.5 if j % 2 == 0 else 0))


def moved(place: Point, by: Point) -> Point:
    """Return the place that lies ``by`` so much across and down from another."""
    return place[0] + by[0], place[1] + by[1]


def middle(edge: int, part: float = 1.0) -> Point:
    """Return the middle of an edge, or a ``part`` of the way to it."""
    angle = (edge - 1) * pi / 3 - pi / 2
    return part * sqrt(3) / 2 * cos(angle), part * sqrt(3) / 2 * sin(angle)


def _corner(number: int) -> Point:
    """Return a corner; edge e goes from corner e to corner e + 1."""
    angle = (number - 1) * pi / 3 - 2 * pi / 3
    return cos(angle), sin(angle)


def cell_at(x: float, y: float) -> Cell | None:
    """Return the cell at a place; None if there is none.

    >>> cell_at(*centre((3, 2))), cell_at(0, 0)
    ((3, 2), None)
    """
    cell = min(CELLS, key=lambda each: dist(centre(each), (x, y)))
    return cell if _towards(edge_at(cell, x, y), cell, x, y) <= 0.75 else None


def edge_at(cell: Cell, x: float, y: float, edges: Sequence[int] = EDGES) -> int:
    """Return that one of ``edges`` of ``cell`` that is nearest to a place in it."""
    return max(edges, key=lambda edge: _towards(edge, cell, x, y))


def _towards(edge: int, cell: Cell, x: float, y: float) -> float:
    """Return how far a place lies from the middle of a cell to an edge, which has 0.75."""
    (left, top), (across, down) = centre(cell), middle(edge)
    return (x - left) * across + (y - top) * down


# -- shapes ------------------------------------------------------------------------------------

def placed(shapes: Iterable[tuple[Point, Path]]) -> Path:
    """Return one path of many shapes, each around its place."""
    parts = [(shape.vertices + np.array(place), shape.codes) for place, shape in shapes]
    if not parts:
        return Path(np.empty((0, 2)))
    return Path(np.concatenate([vertices for vertices, _ in parts]),
                np.concatenate([codes for _, codes in parts]))


@cache
def hexagon(radius: float = 1.0) -> Path:
    """Return the outline of a cell, or of a smaller hexagon in it."""
    corners = [_corner(number) for number in range(1, 7)]
    return _closed([*(radius * np.array(corners)), (0, 0)])


@cache
def side(edge: int) -> Path:
    """Return the line that an edge is."""
    return Path([_corner(edge), _corner(edge + 1)], [Path.MOVETO, Path.LINETO])


@cache
def disc(radius: float) -> Path:
    """Return a circle."""
    return Path.circle((0, 0), radius)


@cache
def house(size: float = 0.15) -> Path:
    """Return a small house."""
    outline = [(-1, 1), (-1, -0.3), (0, -1.3), (1, -0.3), (1, 1), (0, 0)]
    return _closed(size * np.array(outline))


@cache
def segment_shape(segment: Segment) -> Path:
    """Return the outline of a city, which is to be filled, or the line of a road or river."""
    return _city(segment.edges) if segment.kind == CITY else _way(segment.edges)


def _city(edges: Sequence[int]) -> Path:
    around = _around(edges)
    vertices, codes = [_corner(around[0][0])], [Path.MOVETO]
    for edge, following in around:
        vertices.append(_corner(edge + 1))
        codes.append(Path.LINETO)
        if edge % 6 + 1 != following:
            vertices += [(0, 0), _corner(following)]
            codes += [Path.CURVE3] * 2
    return Path([*vertices, (0, 0)], [*codes, Path.CLOSEPOLY])


@cache
def wall(segment: Segment) -> Path:
    """Return the line that parts a city from the rest of its tile."""
    vertices = [(_corner(edge + 1), (0.0, 0.0), _corner(following))
                for edge, following in _around(segment.edges) if edge % 6 + 1 != following]
    return Path(np.reshape(vertices, (-1, 2)), [Path.MOVETO, *[Path.CURVE3] * 2] * len(vertices))


def _way(edges: Sequence[int]) -> Path:
    if len(edges) == 2:
        return Path([middle(edges[0]), (0, 0), middle(edges[1])],
                    [Path.MOVETO, Path.CURVE3, Path.CURVE3])
    end = (0.0, 0.0) if len(edges) > 2 else middle(edges[0], 0.5)
    points = [point for edge in edges for point in (middle(edge), end)]
    return Path(points, [Path.MOVETO, Path.LINETO] * len(edges))


def _around(edges: Sequence[int]) -> list[tuple[int, int]]:
    """Return each edge clockwise, with the next one; the first follows no other, if one does so."""
    first = next((edge for edge in edges if (edge - 2) % 6 + 1 not in edges), edges[0])
    around = sorted(edges, key=lambda edge: (edge - first) % 6)
    return list(zip(around, [*around[1:], around[0]], strict=True))


def _closed(points: Any) -> Path:
    return Path(points, [Path.MOVETO, *[Path.LINETO] * (len(points) - 2), Path.CLOSEPOLY])
