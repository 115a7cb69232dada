"""The features of a board, found from scratch: a graph is walked that is never written down.

Its nodes are the segments of the tiles on the board, its edges the edges of cells at which two
segments meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from blocky.prograsonne.hexes import Cell, neighbour, opposite
from blocky.prograsonne.scoring import Feature, Points, city_points, paid, way_points
from blocky.prograsonne.tiles import CITY, Segment

if TYPE_CHECKING:
    from blocky.prograsonne.board import Board

__all__ = ["Node", "beyond", "described", "feature", "features", "joined", "scores"]

Node = tuple[Cell, Segment]


def joined(board: Board, node: Node) -> Iterator[Node]:
    """Yield the segments that a segment meets across its edges."""
    for cell, edge in beyond(node):
        if cell in board.tiles:
            yield cell, board.tiles[cell].tile.segment_at(opposite(edge))


def beyond(node: Node) -> Iterator[tuple[Cell | None, int]]:
    """Yield the cell beyond each edge of a segment, None off the board, with the edge."""
    cell, segment = node
    return ((neighbour(cell, edge), edge) for edge in segment.edges)


def feature(board: Board, cell: Cell, segment: Segment) -> set[Node]:
    """Return all segments of the feature that a segment of the tile at ``cell`` belongs to."""
    seen: set[Node] = set()
    waiting: list[Node] = [(cell, segment)]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += joined(board, node)
    return seen


def features(board: Board) -> list[Feature]:
    """Return every city, road and river on the board."""
    return [each for _, each in described(board)]


def described(board: Board) -> list[tuple[set[Node], Feature]]:
    """Return every city, road and river on the board, each behind the segments it is made of."""
    parts: list[set[Node]] = []
    for placed in board.tiles.values():
        for segment in placed.tile.segments:
            if not any((placed.cell, segment) in part for part in parts):
                parts.append(feature(board, placed.cell, segment))
    cities = [part for part in parts if _kind(part) == CITY]
    return [(part, _described(board, part, cities)) for part in parts]


def scores(board: Board) -> Points:
    """Return the scores of both players."""
    found = features(board)
    return sum(each.points[0] for each in found), sum(each.points[1] for each in found)


def _kind(part: set[Node]) -> str:
    _, segment = next(iter(part))
    return segment.kind


def _cells(part: set[Node]) -> set[Cell]:
    return {cell for cell, _ in part}


def _complete(board: Board, part: set[Node]) -> bool:
    """Tell whether no edge of a feature faces an empty cell, or off the board if that counts."""
    wall = board.rules.border_is_wall or _kind(part) != CITY
    return all(cell in board.tiles or (cell is None and wall)
               for node in part for cell, _ in beyond(node))


def _described(board: Board, part: set[Node], cities: list[set[Node]]) -> Feature:
    kind, cells, complete = _kind(part), _cells(part), _complete(board, part)
    placed = [(number, each.player) for number, each in enumerate(board.tiles.values())
              if each.cell in cells]
    latest, owner = placed[-1]
    touched = [city for city in cities if kind != CITY and cells & _cells(city)]
    if kind == CITY and complete:
        points = paid(city_points(len(cells), complete=True), owner)
    elif kind == CITY:
        players = [player for _, player in placed]
        points = (city_points(players.count(1), complete=False),
                  city_points(players.count(2), complete=False))
    elif board.rules.closed_only and not complete:
        points = 0, 0
    else:
        one_open = not all(_complete(board, city) for city in touched)
        border = any(cell is None for node in part for cell, _ in beyond(node))
        points = paid(way_points(kind, len(cells), len(touched), one_open, border), owner)
    return Feature(kind, tuple(sorted(cells)), complete, None if kind == CITY else len(touched),
                   owner, points, latest)
