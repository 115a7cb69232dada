"""The features of a board, kept up: a tile changes those that it meets, and no others.

``walk`` finds the same from scratch; tests hold both equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

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
from blocky.prograsonne.tiles import CITY, RIVER, Tile

__all__ = ["KeptFeatures"]


class _Group(NamedTuple):
    """What is known of a feature.

    ``cells`` has bit 8 i + j set for a tile at (i, j): ``|`` joins two such sets, and a tile counts
    once. ``open`` edges face an empty cell, ``border`` edges face off the board. ``latest`` is the
    number of its most recent tile. ``touches`` are segments on its tiles: of cities for a way, of
    ways for a city.
    """

    kind: str
    cells: int
    open: int
    border: int
    latest: int
    touches: frozenset[int]


class _Step(NamedTuple):
    """A tile that was placed, and what was there before."""

    cell: Cell
    tile: Tile
    player: int | None
    steps: int
    changed: list[tuple[int, _Group]]
    scores: Points
    snitch: bool


class KeptFeatures:
    """The features of a board, and what they pay, kept up while tiles are placed and taken back.

    Attributes:
        rules: the options of the game.
        scores: what all features pay to player 1 and to player 2.
        snitch: whether the last tile placed made a river that wins.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scores: Points = (0, 0)
        self.snitch = False
        self._segments = UnionFind()
        self._groups: list[_Group] = []  # one for each segment; that of a root is the feature's
        self._at: dict[tuple[Cell | None, int], int] = {}  # the segment at an edge of a cell
        self._cells = [0, 0, 0]  # the cells of nobody, of player 1 and of player 2, as bits
        self._steps: list[_Step] = []

    def place(self, cell: Cell, tile: Tile, player: int | None) -> None:
        """Put ``tile`` on an empty cell of the board, where it fits."""
        step = _Step(cell, tile, player, len(self._segments.steps), [], self.scores, self.snitch)
        meets = [[self._at[met] for edge in segment.edges
                  if (met := (neighbour(cell, edge), opposite(edge))) in self._at]
                 for segment in tile.segments]
        before = self._paid(self._concerned(segment for met in meets for segment in met))
        self._steps.append(step)
        self._cells[player or 0] |= _bit(cell)
        added = self._add(step)
        for segment, others in zip(added, meets, strict=True):
            for other in others:
                self._join(segment, other, step)
        concerned = self._concerned(added)
        after = self._paid(concerned)
        self.scores = (self.scores[0] + after[0] - before[0],
                       self.scores[1] + after[1] - before[1])
        self.snitch = any(map(self._wins, concerned))

    def take_back(self) -> None:
        """Take back the last tile placed."""
        step = self._steps.pop()
        while len(self._segments.steps) > step.steps:
            self._segments.take_back()
        for root, group in reversed(step.changed):
            self._groups[root] = group
        del self._groups[len(self._segments.parents):]
        for segment in step.tile.segments:
            for edge in segment.edges:
                del self._at[step.cell, edge]
        self._cells[step.player or 0] ^= _bit(step.cell)
        self.scores, self.snitch = step.scores, step.snitch

    def features(self) -> list[Feature]:
        """Return every city, road and river on the board."""
        return [self._described(root) for root, parent in enumerate(self._segments.parents)
                if root == parent]

    def feature_at(self, cell: Cell, edge: int) -> Feature | None:
        """Return the feature at an edge of a cell; None if there is grass, or no tile."""
        segment = self._at.get((cell, edge))
        return None if segment is None else self._described(self._segments.find(segment))

    # -- joining ---------------------------------------------------------------------------

    def _add(self, step: _Step) -> list[int]:
        """Return new segments for those of a tile, which meet no others yet."""
        kinds = {self._segments.add(): segment for segment in step.tile.segments}
        cities = frozenset(new for new, segment in kinds.items() if segment.kind == CITY)
        ways = frozenset(kinds) - cities
        for new, (kind, edges) in kinds.items():
            border = 0
            for edge in edges:
                self._at[step.cell, edge] = new
                border += neighbour(step.cell, edge) is None
            self._groups.append(_Group(
                kind, _bit(step.cell), len(edges) - border, border, len(self._steps) - 1,
                ways if kind == CITY else cities))
        return list(kinds)

    def _join(self, segment: int, other: int, step: _Step) -> None:
        """Make one feature of those of two segments, which meet at an edge."""
        one, two = self._segments.find(segment), self._segments.find(other)
        first, second = self._groups[one], self._groups[two]
        joined = first._replace(open=first.open - 2)
        if self._segments.union(one, two):
            joined = _Group(first.kind, first.cells | second.cells, first.open + second.open - 2,
                            first.border + second.border, max(first.latest, second.latest),
                            first.touches | second.touches)
        root = self._segments.find(one)
        step.changed.append((root, self._groups[root]))
        self._groups[root] = joined

    # -- what is paid ----------------------------------------------------------------------

    def _concerned(self, segments: Iterable[int]) -> set[int]:
        """Return the features of segments, and the ways that touch a city among them."""
        find = self._segments.find
        roots = set(map(find, segments))
        return roots.union(find(way) for root in roots if self._groups[root].kind == CITY
                           for way in self._groups[root].touches)

    def _paid(self, roots: Iterable[int]) -> Points:
        """Return the points of each player from some features."""
        one = two = 0
        for root in roots:
            points = self._points(self._groups[root])
            one, two = one + points[0], two + points[1]
        return one, two

    def _points(self, group: _Group) -> Points:
        tiles, complete = group.cells.bit_count(), self._complete(group)
        if group.kind == CITY:
            if complete:
                return paid(city_points(tiles, complete=True), self._owner(group))
            _, one, two = ((group.cells & cells).bit_count() for cells in self._cells)
            return city_points(one, complete=False), city_points(two, complete=False)
        if self.rules.closed_only and not complete:
            return 0, 0
        cities = self._cities(group)
        one_open = not all(map(self._complete, cities))
        points = way_points(group.kind, tiles, len(cities), one_open, group.border > 0)
        return paid(points, self._owner(group))

    def _wins(self, root: int) -> bool:
        """Tell whether a feature is a river that makes a player win."""
        group = self._groups[root]
        return (group.kind == RIVER and group.cells.bit_count() >= SNITCH_TILES
                and sum(map(self._complete, self._cities(group))) >= SNITCH_CITIES)

    def _complete(self, group: _Group) -> bool:
        return not (group.open or (group.kind == CITY and group.border
                                   and not self.rules.border_is_wall))

    def _cities(self, way: _Group) -> list[_Group]:
        return [self._groups[root] for root in set(map(self._segments.find, way.touches))]

    def _owner(self, group: _Group) -> int | None:
        return self._steps[group.latest].player

    def _described(self, root: int) -> Feature:
        group = self._groups[root]
        return Feature(
            group.kind, tuple(cell for cell in CELLS if group.cells & _bit(cell)),
            self._complete(group), None if group.kind == CITY else len(self._cities(group)),
            self._owner(group), self._points(group), group.latest)


def _bit(cell: Cell) -> int:
    return 1 << SIZE * cell[0] + cell[1]
