"""The functions of the game that a student can replace, and how they are checked.

They are passed to a game: ``Game(parts=Parts(neighbour=my_neighbour))``. Each move calls those that
it needs, and compares their results with those of the kit's functions; a difference is an error.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from blocky.kit import parts as kit
from blocky.kit.language import mark, say
from blocky.kit.parts import your
from blocky.kit.safely import Fault, PartError, call_safely
from blocky.prograsonne import hexes, history, scoring, tiles, walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.fast import union_find
from blocky.prograsonne.hexes import CELLS, EDGES, Cell, neighbour, opposite
from blocky.prograsonne.move import Place
from blocky.prograsonne.scoring import Feature
from blocky.prograsonne.tiles import CITY, KINDS, ROAD, TYPES, Tile

__all__ = ["Parts"]

Fault.register("prograsonne", mark({
    "groups": "With your UnionFind, the board has {got} features, but it should have {expected}.",
    "restored": "Your History didn't restore what was saved as state {number}.",
}))


def segments(tile: Tile) -> list[tuple[str, tuple[int, ...]]]:
    """Return the segments of a tile, each (kind, edges)."""
    found = []
    for word in TYPES[tile.type].split():
        edges = [(int(digit) - 1 + tile.turns) % 6 + 1 for digit in word[1:]]
        found.append((KINDS[word[0]], tuple(sorted(edges))))
    return found


def road_points(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    """Return the points for a road of ``tiles`` tiles that touches ``cities`` cities."""
    return scoring.way_points(ROAD, tiles, cities, one_open, border)


def owner(board: Board, cells: Sequence[Cell]) -> int | None:
    """Return the player who placed the latest tile of a feature; None for the neutral tile."""
    return [each.player for each in board.tiles.values() if each.cell in cells][-1]


def legal_placements(board: Board, type: str) -> list[Place]:
    """Return all placements of a tile of a type that fit on a board."""
    found = []
    for cell in CELLS:
        if cell not in board.tiles:
            for turns in range(6):
                if fits(board, cell, Tile(type, turns)):
                    found.append(Place(cell, turns))
    return found


def fits(board: Board, cell: Cell, tile: Tile) -> bool:
    """Return whether an empty cell has neighbours, all of which a tile matches."""
    touches = False
    for edge in EDGES:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            touches = True
            other = board.tiles[beyond].tile
            if other.letters[opposite(edge) - 1] != tile.letters[edge - 1]:
                return False
    return touches


def best_placement(board: Board, type: str, player: int) -> Place | None:
    """Return the best placement of a tile for a player; None if none is legal."""
    hint = board.hint(type, player)
    return hint.placement if hint else None


@dataclass(frozen=True)
class Parts(kit.Parts):
    """The replaceable functions and classes of the game; by default the kit's.

    >>> Parts(opposite=lambda edge: 7 - edge).replaced("opposite")
    True
    """

    any_order = ("segments", "feature", "legal_placements")

    neighbour: Callable[..., Any] = hexes.neighbour
    opposite: Callable[..., Any] = hexes.opposite
    turned: Callable[..., Any] = tiles.turned
    segments: Callable[..., Any] = segments
    History: Callable[..., Any] = history.History
    feature: Callable[..., Any] = walk.feature
    UnionFind: Callable[..., Any] = union_find.UnionFind
    city_points: Callable[..., Any] = scoring.city_points
    road_points: Callable[..., Any] = road_points
    way_points: Callable[..., Any] = scoring.way_points
    owner: Callable[..., Any] = owner
    legal_placements: Callable[..., Any] = legal_placements
    best_placement: Callable[..., Any] = best_placement

    @cached_property
    def _any(self) -> bool:
        return any(self.replaced(each.name) for each in fields(self))

    def comparable(self, value: Any) -> Any:
        """Return ``value`` with lists for tuples, placements and boards."""
        if isinstance(value, Place):
            value = value.cell, value.turns
        return super().comparable([*value.tiles.values()] if isinstance(value, Board) else value)

    def copied(self, value: Any) -> Any:
        """Return a copy of an argument; a deep copy of a board would take ten times as long."""
        if isinstance(value, Board):
            return Board(value.rules, value.tiles.values())
        return super().copied(value)

    def written(self, value: Any) -> str:
        """Return the text of an argument in a sentence."""
        return say("the board") if isinstance(value, Board) else super().written(value)

    def place(self, board: Board, cell: Cell, tile: Tile, player: int) -> None:
        """Place ``tile`` on a cell of ``board``, and check a student's functions with it.

        PartError: one of them failed; the tile may then be on the board.
        """
        if not self._any:
            board.place(cell, tile.type, tile.turns, player)
            return
        self.compare("turned", tile.type, tile.turns)
        self.compare("segments", tile)
        for edge in EDGES:
            self.compare("neighbour", cell, edge)
            self.compare("opposite", edge)
        self.compare("legal_placements", board, tile.type)
        self.compare("best_placement", board, tile.type, player)
        board.place(cell, tile.type, tile.turns, player)
        for segment in tile.segments:
            self.compare("feature", board, cell, segment)
            if feature := board.feature_at(cell, segment.edges[0]):
                self._ask_points(board, feature, walk.feature(board, cell, segment))
        self._unite(board)

    def _ask_points(self, board: Board, feature: Feature, nodes: set[walk.Node]) -> None:
        self.compare("owner", board, list(feature.cells))
        if feature.kind == CITY:
            self.compare("city_points", len(feature.cells), feature.complete)
            return
        cities = [board.feature_at(cell, segment.edges[0]) for cell in feature.cells
                  for segment in board.tiles[cell].tile.segments if segment.kind == CITY]
        facts = (len(feature.cells), feature.touches,
                 not all(city.complete for city in cities if city),
                 any(cell is None for node in nodes for cell, _ in walk.beyond(node)))
        self.compare("way_points", feature.kind, *facts)
        if feature.kind == ROAD:
            self.compare("road_points", *facts)

    def _unite(self, board: Board) -> None:
        """Count the features with a student's UnionFind."""
        def count() -> int:
            groups = self.UnionFind()
            number = {(cell, segment): groups.add() for cell, placed in board.tiles.items()
                      for segment in placed.tile.segments}
            for node in number:
                for other in walk.joined(board, node):
                    groups.union(number[node], number[other])
            return len({groups.find(each) for each in number.values()})

        if self.replaced("UnionFind"):
            got, expected = call_safely(your("UnionFind"), count), len(board.features())
            if got != expected:
                raise PartError("prograsonne.groups", got=got, expected=expected)

    def keep(self, kits: history.History, number: int | None = None) -> None:
        """Repeat the saved states in a student's History, and restore state ``number`` from it.

        PartError: it failed, or restored something else.
        """
        def repeated() -> tuple[Any, Any]:
            students = self.History(kits.keep_branches)
            for state in kits.states:
                if state.parent is not None and state.parent != state.number - 1:
                    students.restore(state.parent)
                students.save(state.content)
            return (number and students.restore(number)), students.states()

        if self.replaced("History"):
            content, states = call_safely(your("History"), repeated)
            if number and content != kits.states[number - 1].content:
                raise PartError("prograsonne.restored", number=number)
            kept = kits.states if kits.keep_branches else kits.states[:number]
            self.compare_results("History.states", "()", states,
                                 [(each.number, each.parent) for each in kept])
