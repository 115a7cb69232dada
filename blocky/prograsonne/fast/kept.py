"""The features of a board, updated when a tile is placed: only those that it meets change.

``walk`` finds the same features from scratch; tests compare them.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any, NamedTuple

from blocky.prograsonne.fast.union_find import UnionFind
from blocky.prograsonne.hexes import CELLS, SIZE, Cell, neighbour, opposite
from blocky.prograsonne.scoring import (
    SNITCH_CITIES,
    SNITCH_TILES,
    Feature,
    Points,
    Rules,
    city_points,
    paid,
    way_points,
)
from blocky.prograsonne.tiles import CITY, RIVER, Segment, Tile

__all__ = ["KeptFeatures"]


class _Group(NamedTuple):
    """A feature.

    Attributes:
        kind: "city", "road" or "river".
        cells: a set of cells as bits: bit 8 i + j is set for a tile on (i, j).
        open: the number of edges that face an empty cell.
        border: the number of edges that face off the board.
        latest: the index of its latest tile.
        touches: segments on its tiles: of cities for a way, of ways for a city.
    """

    kind: str
    cells: int
    open: int
    border: int
    latest: int
    touches: frozenset[int]


class KeptFeatures:
    """The features of a board and the scores, updated when tiles are placed and taken back.

    Attributes:
        rules: the options of the game.
        scores: the scores of player 1 and player 2.
        snitch: the player whose tile made a winning river; None if nobody's did.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scores: Points = (0, 0)
        self.snitch: int | None = None
        self._segments = UnionFind()
        self._groups: list[_Group] = []  # one for each segment; only those of roots count
        self._at: dict[tuple[Cell | None, int], int] = {}  # the segment at an edge of a cell
        self._players: list[int | None] = []  # the player of each tile
        self._cells = [0, 0, 0]  # of nobody, player 1 and player 2, as bits
        self._before: list[tuple[Any, ...]] = []  # for ``take_back``: what was before each tile

    def place(self, cell: Cell, tile: Tile, player: int | None) -> None:
        """Place ``tile`` on an empty cell where it fits.

        Only the features that can change are scored, before and after the tile is added.
        """
        self._before.append((len(self._segments.steps), self._groups.copy(), self._at.copy(),
                             self._cells.copy(), self.scores, self.snitch))
        # for each segment of the tile, the numbers of those around it that it meets
        met_segments = [self._met_by(segment, cell) for segment in tile.segments]
        old_roots = self._concerned(chain.from_iterable(met_segments))
        before_1, before_2 = self._paid(old_roots)
        self._players.append(player)
        self._cells[player or 0] |= _bit(cell)
        added_segments = self._add(cell, tile)
        for segment, others in zip(added_segments, met_segments, strict=True):
            for other in others:
                self._join(segment, other)
        new_roots = self._concerned(added_segments)
        after_1, after_2 = self._paid(new_roots)
        score_1, score_2 = self.scores
        self.scores = (score_1 + after_1 - before_1, score_2 + after_2 - before_2)
        if self.snitch is None and any(map(self._wins, new_roots)):
            self.snitch = player

    def _met_by(self, segment: Segment, cell: Cell) -> list[int]:
        """Return the numbers of the segments on other tiles that a segment on ``cell`` meets."""
        met = []
        for edge in segment.edges:
            cell_and_edge_beyond = (neighbour(cell, edge), opposite(edge))
            if cell_and_edge_beyond in self._at:
                met.append(self._at[cell_and_edge_beyond])
        return met

    def take_back(self) -> None:
        """Take back the last tile."""
        (steps_before, self._groups, self._at, self._cells, self.scores,
         self.snitch) = self._before.pop()
        self._players.pop()
        while len(self._segments.steps) > steps_before:
            self._segments.take_back()

    def features(self) -> list[Feature]:
        """Return all cities, roads and rivers on the board."""
        return [self._described(root) for root, parent in enumerate(self._segments.parents)
                if root == parent]

    def feature_at(self, cell: Cell, edge: int) -> Feature | None:
        """Return the feature at an edge of a cell; None if there is grass or no tile."""
        segment = self._at.get((cell, edge))
        return None if segment is None else self._described(self._segments.find(segment))

    # -- joining ---------------------------------------------------------------------------

    def _add(self, cell: Cell, tile: Tile) -> list[int]:
        """Add the segments of a tile, each as a feature of its own; return their numbers."""
        numbers = [self._segments.add() for _ in tile.segments]
        cities = frozenset(number for number, segment in zip(numbers, tile.segments, strict=True)
                           if segment.kind == CITY)
        ways = frozenset(numbers) - cities
        for number, (kind, edges) in zip(numbers, tile.segments, strict=True):
            self._at.update(((cell, edge), number) for edge in edges)
            border = sum(neighbour(cell, edge) is None for edge in edges)
            self._groups.append(_Group(
                kind, cells=_bit(cell), open=len(edges) - border, border=border,
                latest=len(self._players) - 1, touches=ways if kind == CITY else cities))
        return numbers

    def _join(self, new: int, other: int) -> None:
        """Join the features of two segments that meet at an edge; ``new`` is on the new tile."""
        root = self._segments.find(new)
        other_root = self._segments.find(other)
        group = self._groups[root]
        other_group = self._groups[other_root]
        were_different = self._segments.union(root, other_root)
        if were_different:
            # ``latest`` stays: the new tile's
            group = group._replace(
                cells=group.cells | other_group.cells, open=group.open + other_group.open,
                border=group.border + other_group.border,
                touches=group.touches | other_group.touches)
        # the edge of each of the two segments doesn't face an empty cell any more
        self._groups[self._segments.find(root)] = group._replace(open=group.open - 2)

    # -- points ----------------------------------------------------------------------------

    def _concerned(self, segments: Iterable[int]) -> set[int]:
        """Return the roots of the features of segments, and of the ways that touch their cities.

        What such a way pays depends on whether a city is open.
        """
        find = self._segments.find
        roots = set(map(find, segments))
        ways: set[int] = set()
        for root in roots:
            group = self._groups[root]
            if group.kind == CITY:
                ways.update(map(find, group.touches))
        return roots | ways

    def _paid(self, roots: Iterable[int]) -> Points:
        """Return the points of both players for some features."""
        points = [self._points(self._groups[root]) for root in roots]
        return (sum(points_of_1 for points_of_1, _ in points),
                sum(points_of_2 for _, points_of_2 in points))

    def _points(self, group: _Group) -> Points:
        """Return the points of player 1 and player 2 for a feature."""
        return self._of_city(group) if group.kind == CITY else self._of_way(group)

    def _of_city(self, city: _Group) -> Points:
        """Return the points for a city: to its owner, or if it is open, to each for their tiles."""
        if self._complete(city):
            return paid(city_points(city.cells.bit_count(), complete=True), self._owner(city))
        _, cells_of_1, cells_of_2 = self._cells
        tiles_of_1 = (city.cells & cells_of_1).bit_count()
        tiles_of_2 = (city.cells & cells_of_2).bit_count()
        return city_points(tiles_of_1, complete=False), city_points(tiles_of_2, complete=False)

    def _of_way(self, way: _Group) -> Points:
        """Return the points for a road or a river, which go to its owner."""
        if self.rules.closed_only and not self._complete(way):
            return 0, 0
        cities = self._cities(way)
        a_city_is_open = not all(self._complete(city) for city in cities)
        points = way_points(way.kind, way.cells.bit_count(), len(cities), a_city_is_open,
                            way.border > 0)
        return paid(points, self._owner(way))

    def _wins(self, root: int) -> bool:
        """Whether a feature is a winning river."""
        group = self._groups[root]
        return (group.kind == RIVER and group.cells.bit_count() >= SNITCH_TILES
                and sum(map(self._complete, self._cities(group))) >= SNITCH_CITIES)

    def _complete(self, group: _Group) -> bool:
        """Whether no edge of a feature faces an empty cell.

        By some rules, no edge of a complete city may face off the board either.
        """
        if group.open:
            return False
        is_city_at_border = group.kind == CITY and group.border > 0
        return not is_city_at_border or self.rules.border_is_wall

    def _cities(self, way: _Group) -> list[_Group]:
        """Return the cities that a way touches, each once."""
        roots = set(map(self._segments.find, way.touches))
        return [self._groups[root] for root in roots]

    def _owner(self, group: _Group) -> int | None:
        """Return the player of the latest tile; None for the neutral tile."""
        return self._players[group.latest]

    def _described(self, root: int) -> Feature:
        """Return the Feature that describes the group of a root."""
        group = self._groups[root]
        return Feature(
            kind=group.kind,
            cells=tuple(cell for cell in CELLS if group.cells & _bit(cell)),
            complete=self._complete(group),
            touches=None if group.kind == CITY else len(self._cities(group)),
            owner=self._owner(group),
            points=self._points(group),
            latest=group.latest)


def _bit(cell: Cell) -> int:
    """Return the number in which only the bit of a cell is set."""
    row, column = cell
    return 1 << (SIZE * row + column)
