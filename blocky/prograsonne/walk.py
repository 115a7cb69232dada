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
    of: dict[Node, int] = {}  # which of the parts a node is in
    for placed in board.tiles.values():
        for segment in placed.tile.segments:
            if (placed.cell, segment) not in of:
                found = feature(board, placed.cell, segment)
                of.update(dict.fromkeys(found, len(parts)))
                parts.append(found)
    complete = [_complete(board, part) for part in parts]
    order = {cell: number for number, cell in enumerate(board.tiles)}
    return [(part, _described(board, part, of, complete, order)) for part in parts]


def scores(board: Board) -> Points:
    """Return the scores of both players."""
    found = features(board)
    return sum(each.points[0] for each in found), sum(each.points[1] for each in found)


def _complete(board: Board, part: set[Node]) -> bool:
    """Tell whether no edge of a feature faces an empty cell, or off the board if that counts."""
    _, segment = next(iter(part))
    wall = board.rules.border_is_wall or segment.kind != CITY
    return all(cell in board.tiles or (cell is None and wall)
               for node in part for cell, _ in beyond(node))


def _described(board: Board, part: set[Node], of: dict[Node, int], complete: list[bool],
               order: dict[Cell, int]) -> Feature:
    cells = sorted({cell for cell, _ in part})
    node = next(iter(part))
    kind, whole = node[1].kind, complete[of[node]]
    last = max(cells, key=order.__getitem__)
    owner, cities = board.tiles[last].player, None
    if kind == CITY and whole:
        points = paid(city_points(len(cells), complete=True), owner)
    elif kind == CITY:
        of_players = [board.tiles[cell].player for cell in cells]
        points = (city_points(of_players.count(1), complete=False),
                  city_points(of_players.count(2), complete=False))
    else:
        touched = {of[cell, segment] for cell in cells
                   for segment in board.tiles[cell].tile.segments if segment.kind == CITY}
        cities = len(touched)
        one_open = not all(complete[city] for city in touched)
        border = any(cell is None for node in part for cell, _ in beyond(node))
        points = paid(way_points(kind, len(cells), cities, one_open, border), owner)
        if board.rules.closed_only and not whole:
            points = 0, 0
    return Feature(kind, tuple(cells), whole, cities, owner, points, order[last])
