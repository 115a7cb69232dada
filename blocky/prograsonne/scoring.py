"""The rules that are options, and what cities, roads and rivers pay.

A *way* is a road or a river: both pay by the same rules, with other numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from blocky.kit.arguments import expect
from blocky.kit.language import say
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.tiles import RIVER, ROAD

__all__ = ["PAY", "SNITCH_CITIES", "SNITCH_TILES", "Feature", "Pay", "Points", "Rules",
           "city_points", "paid", "way_points"]

#: What player 1 gets, and what player 2.
Points = tuple[int, int]


@dataclass(frozen=True)
class Rules:
    """The options of a game.

    Attributes:
        border_is_wall: whether the border of the board closes a city.
        closed_only: whether a way with an edge that faces an empty cell pays nothing.
        redraw: whether a drawn tile that fits nowhere is replaced, as long as one fits.
        keep_branches: whether restoring a saved state deletes none that was saved after it.
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
    """A city, road or river: all segments of one kind that are joined across edges.

    Attributes:
        kind: "city", "road" or "river".
        cells: where its tiles are, each once, sorted.
        complete: of a city, whether it is closed; of a way, whether no edge faces an empty cell.
        touches: how many cities a way touches; None for a city.
        owner: 1 or 2, who placed its most recent tile; None if that is the neutral tile.
        points: what it pays to player 1 and to player 2.
        latest: which of the tiles on the board, in the order of placing, is its most recent.
    """

    kind: str
    cells: tuple[Cell, ...]
    complete: bool
    touches: int | None
    owner: int | None
    points: Points
    latest: int


class Pay(NamedTuple):
    """What a way pays: between cities, for each tile, for each of many cities; at the border."""

    cities: int
    tile: int
    many: int
    border: int
    border_tile: int


#: What roads pay, and what rivers.
PAY = {ROAD: Pay(50, 30, 40, 20, 10), RIVER: Pay(55, 35, 45, 25, 15)}

#: A river of so many tiles, or more, that touches so many complete cities wins at once.
SNITCH_TILES, SNITCH_CITIES = 3, 2


def city_points(tiles: int, complete: bool) -> int:
    """Return the points for a city of ``tiles`` tiles.

    >>> city_points(2, complete=True), city_points(2, complete=False)
    (100, 20)
    """
    return 30 * tiles + 40 if complete else 10 * tiles


def way_points(kind: str, tiles: int, cities: int, one_open: bool, border: bool) -> int:
    """Return the points for a road or river of ``tiles`` tiles that touches ``cities`` cities.

    ``one_open`` tells whether one of the cities is incomplete, ``border`` whether an edge of the
    way faces off the board.

    >>> way_points("road", 6, cities=3, one_open=True, border=False)
    350
    >>> way_points("river", 2, cities=1, one_open=True, border=True)
    55
    """
    pay = PAY[kind]
    if cities >= 2 and one_open:
        return pay.cities + pay.tile * tiles + (pay.many * cities if cities > 2 else 0)
    return pay.border + pay.border_tile * tiles if cities and border else 0


def paid(points: int, owner: int | None) -> Points:
    """Return ``points`` as what each player gets when all are the owner's.

    >>> paid(70, 2), paid(70, None)
    ((0, 70), (0, 0))
    """
    return points * (owner == 1), points * (owner == 2)
