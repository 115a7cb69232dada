"""The options of a game, and the points for cities, roads and rivers.

A *way* is a road or a river: both are scored by the same rules, with different numbers.
"""

from dataclasses import dataclass
from typing import NamedTuple

from blocky.kit.arguments import expect
from blocky.kit.language import say
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.tiles import RIVER, ROAD

__all__ = ["PAY", "SNITCH_CITIES", "SNITCH_TILES", "Feature", "Pay", "Points", "Rules",
           "city_points", "paid", "way_points"]

#: The points of player 1 and of player 2.
Points = tuple[int, int]


@dataclass(frozen=True)
class Rules:
    """The options of a game.

    Attributes:
        border_is_wall: whether the border of the board closes a city.
        closed_only: whether a way with an edge that faces an empty cell pays nothing.
        redraw: whether a drawn tile that fits nowhere is replaced, if any tile fits.
        keep_branches: whether restoring a saved state keeps those that were saved after it.
    """

    border_is_wall: bool = True
    closed_only: bool = False
    redraw: bool = False
    keep_branches: bool = False

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            expect(name, value, bool, say("True or False"))


@dataclass(frozen=True)
class Feature:
    """A city, road or river: all segments of a kind that are joined across edges.

    Attributes:
        kind: "city", "road" or "river".
        cells: the cells of its tiles, sorted.
        complete: whether a city is closed, or no edge of a way faces an empty cell.
        touches: the number of cities that a way touches; None for a city.
        owner: the player, 1 or 2, who placed its latest tile; None if that is the neutral tile.
        points: the points that it is worth to each player.
        latest: the index of its latest tile, in the order of placing.
    """

    kind: str
    cells: tuple[Cell, ...]
    complete: bool
    touches: int | None
    owner: int | None
    points: Points
    latest: int


class Pay(NamedTuple):
    """The points for a way: between cities, per tile, per city if many; at the border, per tile."""

    cities: int
    tile: int
    many: int
    border: int
    border_tile: int


#: The points for roads and for rivers.
PAY = {ROAD: Pay(50, 30, 40, 20, 10), RIVER: Pay(55, 35, 45, 25, 15)}

#: The smallest numbers of tiles of a river and of complete cities beside it to win at once.
SNITCH_TILES, SNITCH_CITIES = 3, 2


def city_points(tiles: int, complete: bool) -> int:
    """Return the points for a city of ``tiles`` tiles.

    >>> city_points(2, complete=True), city_points(2, complete=False)
    (100, 20)
    """
    return 30 * tiles + 40 if complete else 10 * tiles


def way_points(kind: str, tiles: int, cities: int, one_open: bool, border: bool) -> int:
    """Return the points for a road or river of ``tiles`` tiles that touches ``cities`` cities.

    ``one_open`` says whether one of the cities is incomplete, ``border`` whether an edge of the way
    faces off the board.

    >>> way_points("road", 6, cities=3, one_open=True, border=False)
    350
    >>> way_points("river", 2, cities=1, one_open=True, border=True)
    55
    """
    pay = PAY[kind]
    if cities >= 2 and one_open:
        points = pay.cities + pay.tile * tiles
        if cities > 2:
            points += pay.many * cities
        return points
    if cities and border:
        return pay.border + pay.border_tile * tiles
    return 0


def paid(points: int, owner: int | None) -> Points:
    """Return the points of both players if ``points`` go to the owner.

    >>> paid(70, 2), paid(70, None)
    ((0, 70), (0, 0))
    """
    return points * (owner == 1), points * (owner == 2)
