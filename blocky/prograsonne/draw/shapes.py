"""The shapes of cells and segments, in units of a hexagon's side; y points downwards.

A shape is a path around (0, 0), the middle of a cell. Many shapes are drawn as one path, which
costs little more than one shape.
"""

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

#: The width and height of all cells together.
WIDE, HIGH = 1.5 * SIZE + 0.5, sqrt(3) * (SIZE + 0.5)

#: The value of ``_towards`` at an edge: the square of its distance from the middle of the cell.
_AT_EDGE = 0.75

Point = tuple[float, float]


def centre(cell: Cell) -> Point:
    """Return the middle of a cell; even columns are half a cell lower."""
    i, j = cell
    return 1 + 1.5 * j, sqrt(3) * (i + (1 if j % 2 == 0 else 0.5))


def moved(place: Point, by: Point) -> Point:
    """Return a place moved across and down."""
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
    """Return the cell that contains a place; None if there is none.

    >>> cell_at(*centre((3, 2))), cell_at(0, 0)
    ((3, 2), None)
    """
    nearest_cell = min(CELLS, key=lambda cell: dist(centre(cell), (x, y)))
    nearest_edge = edge_at(nearest_cell, x, y)
    is_inside = _towards(nearest_edge, nearest_cell, x, y) <= _AT_EDGE
    return nearest_cell if is_inside else None


def edge_at(cell: Cell, x: float, y: float, edges: Sequence[int] = EDGES) -> int:
    """Return the nearest of ``edges`` of ``cell`` to a place in it."""
    return max(edges, key=lambda edge: _towards(edge, cell, x, y))


def _towards(edge: int, cell: Cell, x: float, y: float) -> float:
    """Return how far a place is from the middle of a cell towards an edge, which is at _AT_EDGE."""
    centre_x, centre_y = centre(cell)
    edge_x, edge_y = middle(edge)
    return (x - centre_x) * edge_x + (y - centre_y) * edge_y


# -- shapes ------------------------------------------------------------------------------------

def placed(shapes: Iterable[tuple[Point, Path]]) -> Path:
    """Return one path made of many shapes, each moved so that its middle is at a place.

    ``shapes`` are pairs of a place and a shape.
    """
    moved_shapes = [(shape.vertices + np.array(place), shape.codes) for place, shape in shapes]
    if not moved_shapes:
        return Path(np.empty((0, 2)))
    return Path(np.concatenate([vertices for vertices, _ in moved_shapes]),
                np.concatenate([codes for _, codes in moved_shapes]))


@cache
def hexagon(radius: float = 1.0) -> Path:
    """Return the outline of a cell, or of a smaller hexagon in it."""
    return _closed(radius * np.array([*map(_corner, EDGES), (0, 0)]))


@cache
def side(edge: int) -> Path:
    """Return the line of an edge."""
    return Path([_corner(edge), _corner(edge + 1)], [Path.MOVETO, Path.LINETO])


@cache
def disc(radius: float) -> Path:
    """Return a circle."""
    return Path.circle((0, 0), radius)


@cache
def house(size: float = 0.15) -> Path:
    """Return a small house."""
    return _closed(size * np.array([(-1, 1), (-1, -0.3), (0, -1.3), (1, -0.3), (1, 1), (0, 0)]))


@cache
def segment_shape(segment: Segment) -> Path:
    """Return the outline of a city, or the line of a road or river."""
    return _city(segment.edges) if segment.kind == CITY else _way(segment.edges)


def _city(edges: Sequence[int]) -> Path:
    """Return the outline of a city: along its edges, and in curves from one to the next."""
    pairs = _with_next(edges)
    first_edge, _ = pairs[0]
    vertices = [_corner(first_edge)]
    codes = [Path.MOVETO]
    for edge, next_edge in pairs:
        vertices.append(_corner(edge + 1))
        codes.append(Path.LINETO)
        if not _are_adjacent(edge, next_edge):  # a curve, drawn towards the middle of the tile
            vertices += [(0, 0), _corner(next_edge)]
            codes += [Path.CURVE3] * 2
    return Path([*vertices, (0, 0)], [*codes, Path.CLOSEPOLY])


@cache
def wall(segment: Segment) -> Path:
    """Return the line between a city and the rest of its tile: a curve over each gap of edges.

    The line is empty for a city at all edges.
    """
    curves = [(_corner(edge + 1), (0.0, 0.0), _corner(next_edge))
              for edge, next_edge in _with_next(segment.edges)
              if not _are_adjacent(edge, next_edge)]
    codes_of_curve = [Path.MOVETO, Path.CURVE3, Path.CURVE3]
    return Path(np.reshape(curves, (-1, 2)), codes_of_curve * len(curves))


def _way(edges: Sequence[int]) -> Path:
    """Return the line of a road or river: a curve between two edges, or a star from more edges.

    From a single edge it goes halfway to the middle of the cell.
    """
    if len(edges) == 2:
        start, end = edges
        return Path([middle(start), (0, 0), middle(end)],
                    [Path.MOVETO, Path.CURVE3, Path.CURVE3])
    end_of_lines = (0.0, 0.0) if len(edges) > 2 else middle(edges[0], part=0.5)
    points = [point for edge in edges for point in (middle(edge), end_of_lines)]
    return Path(points, [Path.MOVETO, Path.LINETO] * len(edges))


def _with_next(edges: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of each edge and the next of ``edges``, clockwise.

    The first pair begins after a gap, if there is one; the last edge is followed by the first.
    """
    first = edges[0]
    for edge in edges:
        edge_before = (edge - 2) % 6 + 1  # edges are numbered from 1 to 6
        if edge_before not in edges:
            first = edge
            break
    clockwise = sorted(edges, key=lambda edge: (edge - first) % 6)
    return list(zip(clockwise, [*clockwise[1:], clockwise[0]], strict=True))


def _are_adjacent(edge: int, following: int) -> bool:
    """Return whether the second edge comes directly after the first one, clockwise."""
    return edge % 6 + 1 == following


def _closed(points: Any) -> Path:
    """Return the closed line through some points; matplotlib wants one more, which it ignores."""
    return Path(points, [Path.MOVETO, *[Path.LINETO] * (len(points) - 2), Path.CLOSEPOLY])
