"""The segments of a feature, found by walking an implicit graph.

Its nodes are the segments of the tiles on the board. Two are connected where they meet at an edge
of a cell.
"""

from collections.abc import Iterator

from blocky.prograsonne.board import Board
from blocky.prograsonne.hexes import Cell, neighbour, opposite
from blocky.prograsonne.scoring import Feature
from blocky.prograsonne.tiles import Segment

__all__ = ["Node", "beyond", "described", "feature", "joined"]

Node = tuple[Cell, Segment]


def joined(board: Board, node: Node) -> Iterator[Node]:
    """Yield the segments that meet a segment at its edges."""
    for cell, edge in beyond(node):
        if cell in board.tiles:
            yield cell, board.tiles[cell].tile.segment_at(opposite(edge))


def beyond(node: Node) -> Iterator[tuple[Cell | None, int]]:
    """Yield pairs for the edges of a segment: the cell beyond (None: off the board), the edge."""
    cell, segment = node
    return ((neighbour(cell, edge), edge) for edge in segment.edges)


def feature(board: Board, cell: Cell, segment: Segment) -> set[Node]:
    """Return all segments of the feature to which a segment of the tile on ``cell`` belongs."""
    seen: set[Node] = set()
    waiting: list[Node] = [(cell, segment)]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += joined(board, node)
    return seen


def described(board: Board) -> list[tuple[set[Node], Feature]]:
    """Return pairs of the segments of a city, road or river and its Feature, for all on a board."""
    seen: set[Node] = set()
    pairs = []
    for placed in board.tiles.values():
        for segment in placed.tile.segments:
            if (placed.cell, segment) not in seen:
                nodes = feature(board, placed.cell, segment)
                seen |= nodes
                first_edge, *_ = segment.edges
                if description := board.feature_at(placed.cell, first_edge):
                    pairs.append((nodes, description))
    return pairs
