"""A board: its tiles, where other tiles fit, and the points for features."""

from collections.abc import ItemsView, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from blocky.kit.language import say
from blocky.kit.position import IllegalMove
from blocky.prograsonne.fast.kept import KeptFeatures
from blocky.prograsonne.hexes import CELLS, EDGES, SIZE, Cell, neighbour, opposite
from blocky.prograsonne.move import Place
from blocky.prograsonne.scoring import Feature, Points, Rules
from blocky.prograsonne.tiles import CITY, KINDS, Tile, known_type, turned

__all__ = ["Board", "Hint", "Placed", "ScoresAfter"]


class Placed(NamedTuple):
    """A tile on the board, and the player, 1 or 2, who placed it; None for the first tile."""

    cell: Cell
    tile: Tile
    player: int | None


class ScoresAfter(NamedTuple):
    """The scores after a placement, and whether it makes the snitch and wins."""

    scores: Points
    snitch: bool


class Hint(NamedTuple):
    """A placement, and the player's gain."""

    placement: Place
    gain: int


class Board:
    """Tiles on 8 rows and 8 columns of hexagons. ``place`` and ``take_back`` change it.

    Attributes:
        rules: the options of the game.
        tiles: the tiles by cell, in the order of placing; the first one is neutral.
    """

    def __init__(self, rules: Rules | None = None, tiles: Iterable[Placed] = ()) -> None:
        """Make a board with these tiles, placed in this order; the default rules are Rules()."""
        self.rules = rules or Rules()
        self.tiles: dict[Cell, Placed] = {}
        self._kept = KeptFeatures(self.rules)
        #: The letters that neighbouring tiles show to each cell, by the edges of the cell.
        self._facing: dict[Cell, dict[int, str]] = {cell: {} for cell in CELLS}
        self.become(tiles)

    @property
    def snitch(self) -> int | None:
        """The player, 1 or 2, who made a winning river; None if nobody did."""
        return self._kept.snitch

    # -- placing and taking back -----------------------------------------------------------

    def place(self, cell: Cell, type: str, turns: int = 0, player: int | None = None) -> None:
        """Place a tile of a type on ``cell``, rotated clockwise ``turns`` times.

        ``player`` is 1 or 2, but None for the first tile, which is neutral. ValueError: the tile or
        player is invalid. IllegalMove: the tile does not fit there.
        """
        tile = Tile(type, turns)
        if self.tiles and player not in (1, 2):
            raise ValueError(say("A tile is placed by player 1 or 2, not {player!r}.",
                                 player=player))
        if not self.tiles and player is not None:
            raise ValueError(say("The first tile is neutral: it is placed with player=None."))
        if reason := self.why_not(cell, tile):
            raise IllegalMove(reason)
        self._put(Placed(cell, tile, player))

    def take_back(self, player: int) -> Cell | None:
        """Take back the latest tile of ``player``; return its cell, None if there is none."""
        cell = self.last_of(player)
        if cell is not None:
            self.become([placed for placed in self.tiles.values() if placed.cell != cell])
        return cell

    def last_of(self, player: int) -> Cell | None:
        """Return the cell of the latest tile of ``player``; None if there is none."""
        for placed in reversed(self.tiles.values()):
            if placed.player == player:
                return placed.cell
        return None

    def become(self, tiles: Iterable[Placed]) -> None:
        """Take back and put tiles until the board has just these, placed in this order.

        The first tiles stay if they're the same already.
        """
        wanted = list(tiles)
        while list(self.tiles.values()) != wanted[:len(self.tiles)]:
            self._remove()  # the last one
        missing = wanted[len(self.tiles):]
        for placed in missing:
            self._put(placed)

    def _put(self, placed: Placed) -> None:
        """Put a tile on its cell, where it fits."""
        for beyond, edge, letter in self._shown_by(placed):
            self._facing[beyond][edge] = letter
        self.tiles[placed.cell] = placed
        self._kept.place(*placed)

    def _remove(self) -> None:
        """Take back the last tile placed."""
        _, placed = self.tiles.popitem()
        for beyond, edge, _ in self._shown_by(placed):
            self._facing[beyond].pop(edge, None)
        self._kept.take_back()

    def _shown_by(self, placed: Placed) -> list[tuple[Cell, int, str]]:
        """Return the letters that a tile shows to the cells around it.

        For each cell, that's the cell, the edge of the cell that touches the tile, and the letter.
        """
        shown = []
        for edge, letter in zip(EDGES, placed.tile.letters, strict=True):
            beyond = neighbour(placed.cell, edge)
            if beyond is not None:
                shown.append((beyond, opposite(edge), letter))
        return shown

    # -- where a tile fits -----------------------------------------------------------------

    def why_not(self, cell: Any, tile: Tile) -> str | None:
        """Return a sentence that says why ``tile`` does not fit on ``cell``; None if it does."""
        if cell not in CELLS:
            return say("{cell!r} isn't a cell of the board. A cell is a row and a column, such as "
                       "(3, 2), each from 0 to {last}.", cell=cell, last=SIZE - 1)
        if cell in self.tiles:
            return say("There is already a tile on cell {cell}.", cell=cell)
        facing = self._facing[cell]
        if self.tiles and not facing:
            return say("Cell {cell} doesn't touch any tile.", cell=cell)
        wrong = [say("Edge {edge} of the tile is {own}, but the tile on cell {beyond} has {other} "
                     "there.", edge=edge, own=_named(tile.letters[edge - 1]),
                     beyond=neighbour(cell, edge), other=_named(facing[edge]))
                 for edge in self.wrong_edges(cell, tile)]
        return " ".join(wrong) or None

    def wrong_edges(self, cell: Cell, tile: Tile) -> list[int]:
        """Return the edges of ``tile`` that would not match its neighbours on ``cell``."""
        return [edge for edge, letter in self._facing[cell].items()
                if tile.letters[edge - 1] != letter]

    def legal_placements(self, type: str) -> list[Place]:
        """Return all placements of a tile of a type that fit, sorted by cell and then by turns.

        On an empty board it fits everywhere.
        """
        return list(self._fitting(type))

    def fits(self, type: str) -> bool:
        """Whether a tile of a type fits anywhere."""
        return any(True for _ in self._fitting(type))

    def _fitting(self, type: str) -> Iterator[Place]:
        """Yield all placements of a tile of a type that fit, sorted by cell and then by turns."""
        rotations = _rotations(known_type(type))
        for cell, facing in self._facing.items():
            touches_a_tile = bool(facing)
            if cell in self.tiles or (self.tiles and not touches_a_tile):
                continue
            for turns, edges_with_letters in enumerate(rotations):
                every_edge_matches = facing.items() <= edges_with_letters
                if every_edge_matches:
                    yield Place(cell, turns)

    # -- features and points ---------------------------------------------------------------

    def features(self) -> list[Feature]:
        """Return all cities, roads and rivers on the board."""
        return self._kept.features()

    def feature_at(self, cell: Cell, edge: int) -> Feature | None:
        """Return the feature at an edge of a cell; None if there is grass or no tile."""
        return self._kept.feature_at(cell, edge)

    def scores(self) -> Points:
        """Return the scores of player 1 and player 2."""
        return self._kept.scores

    def colours(self) -> list[str]:
        """Return the colours in which tiles are shown: a string for each row of the board.

        It has "1" and "2" for the players, "-" for the neutral tile and "." for an empty cell. A
        tile has the colour of the owner of a complete city on it; otherwise of the owner of a way
        with points; otherwise of the player who placed it. Of two features, the one with the later
        tile counts.
        """
        players = {cell: placed.player for cell, placed in self.tiles.items()}
        owned = [feature for feature in self.features() if feature.owner]
        owned.sort(key=lambda feature: feature.latest)
        ways = [feature for feature in owned if feature.kind != CITY and any(feature.points)]
        cities = [feature for feature in owned if feature.kind == CITY and feature.complete]
        for feature in ways + cities:  # a later one replaces the colours of those before
            for cell in feature.cells:
                players[cell] = feature.owner
        signs = dict.fromkeys(CELLS, ".")
        for cell, player in players.items():
            signs[cell] = str(player) if player else "-"
        return ["".join(signs[row, column] for column in range(SIZE)) for row in range(SIZE)]

    # -- looking ahead ---------------------------------------------------------------------

    def outcome(self, type: str, placement: Place, player: int) -> ScoresAfter:
        """Return the scores after a legal placement by ``player``; the board is left unchanged."""
        self._kept.place(placement.cell, Tile(type, placement.turns), player)
        after = ScoresAfter(self._kept.scores, self._kept.snitch == player)
        self._kept.take_back()
        return after

    def ranked(self, type: str, player: int) -> list[Hint]:
        """Return the legal placements of a tile and their gains, the best for ``player`` first.

        They are ranked by whether they win by the snitch, then by the points of the player, then by
        the points of the other player (fewer are better), then by cell and turns.
        """
        own = player - 1  # the index of the player's score in Points
        other = 2 - player  # the index of the other player's score

        def rank(trial: tuple[Place, ScoresAfter]) -> tuple[bool, int, int]:
            """Return a key to sort by, which is smaller the better the placement is."""
            _, after = trial
            return not after.snitch, -after.scores[own], after.scores[other]

        trials = [(placement, self.outcome(type, placement, player))
                  for placement in self.legal_placements(type)]
        trials.sort(key=rank)  # equal ones keep their order, by cell and turns
        score_now = self.scores()[own]
        return [Hint(placement, after.scores[own] - score_now) for placement, after in trials]

    def hint(self, type: str, player: int) -> Hint | None:
        """Return the best placement of a tile for ``player`` and its gain; None if none is legal.

        >>> board = Board()
        >>> board.place((3, 2), "GGGGGC", turns=4)
        >>> board.hint("GGGGGC", player=1)
        Hint(placement=Place(cell=(4, 2), turns=1), gain=100)
        """
        return next(iter(self.ranked(type, player)), None)


def _named(letter: str) -> str:
    """Return the word for a letter of an edge."""
    return say(KINDS[letter]) if letter in KINDS else say("grass")


@cache
def _rotations(type: str) -> list[ItemsView[int, str]]:
    """Return the edges with their letters of a tile, as sets of pairs, after 0 to 5 rotations."""
    return [dict(zip(EDGES, turned(type, turns), strict=True)).items() for turns in range(6)]
