"""The reasons why placing a tile, or taking one back, changes the scores.

A placed tile joins features that it meets; a tile taken back leaves parts of them. So each feature
of the larger board consists of some of the smaller board, and the points for both are compared.
Features that do not contain the tile can change too: a road is worth less when the last open city
that it touches is closed.
"""

from typing import NamedTuple

from blocky.kit.language import mark, say, say_count
from blocky.kit.position import Reason
from blocky.prograsonne import walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.move import Move, Place, Restore, TakeBack
from blocky.prograsonne.scoring import SNITCH_CITIES, SNITCH_TILES, Feature
from blocky.prograsonne.tiles import CITY, RIVER, ROAD

__all__ = ["reasons"]


class _Change(NamedTuple):
    """A change of features: one of ``old`` and ``new`` is a feature, the other has its parts.

    ``after`` is the board with the new ones; ``placed`` says whether it has one more tile.
    """

    old: list[Feature]
    new: list[Feature]
    after: Board
    placed: bool


def reasons(move: Move, before: Board, after: Board) -> list[Reason]:
    """Return the reasons why a move changed the scores of a board.

    >>> before, after = Board(), Board()
    >>> for board in before, after:
    ...     board.place((3, 2), "GGGGGC", turns=4)
    >>> after.place((4, 2), "GGGGGC", turns=1, player=1)
    >>> reasons(Place((4, 2), turns=1), before, after)
    [Reason(player=0, points=100, text='a city of 2 tiles is closed', group='cities')]
    """
    match move:
        case Place() | TakeBack():
            return _of_a_tile(before, after)
        case Restore(number):
            gains = [score_after - score_before for score_after, score_before
                     in zip(after.scores(), before.scores(), strict=True)]
            return [Reason(player, gain, say("back to state {number}", number=number))
                    for player, gain in enumerate(gains) if gain]
    return []


def _of_a_tile(before: Board, after: Board) -> list[Reason]:
    """Return the reasons for the tile that was placed or taken back, the largest gains first.

    Each feature of the board with the tile is compared with its pieces on the board without it.
    The golden snitch, if it was made, comes last.
    """
    placed = len(after.tiles) > len(before.tiles)
    without_tile, with_tile = (before, after) if placed else (after, before)
    features_without_tile = walk.described(without_tile)
    all_reasons = []
    for nodes, whole in walk.described(with_tile):
        pieces = [feature for nodes_of_piece, feature in features_without_tile
                  if nodes_of_piece <= nodes]
        if placed:
            change = _Change(old=pieces, new=[whole], after=after, placed=True)
        else:
            change = _Change(old=[whole], new=pieces, after=after, placed=False)
        for player in (1, 2):
            points = _paid(change.new, player) - _paid(change.old, player)
            if points:
                text = _gained(change, player) if points > 0 else _lost(change, player)
                all_reasons.append(Reason(player - 1, points, text, say(_GROUPS[whole.kind])))
    all_reasons.sort(key=lambda reason: -reason.points)
    if after.snitch and not before.snitch:
        all_reasons.append(Reason(after.snitch - 1, 0, say(
            "the golden snitch: a river of {tiles} tiles or more touches {cities} complete cities",
            tiles=SNITCH_TILES, cities=SNITCH_CITIES), say("snitch")))
    return all_reasons


def _paid(features: list[Feature], player: int) -> int:
    """Return the points of a player, 1 or 2, for some features."""
    return sum(each.points[player - 1] for each in features)


def _touches_open_city(board: Board, way: Feature) -> bool:
    """Whether a city that shares a cell with a way is incomplete."""
    for feature in board.features():
        is_open_city = feature.kind == CITY and not feature.complete
        if is_open_city and not set(feature.cells).isdisjoint(way.cells):
            return True
    return False


def _gained(change: _Change, player: int) -> str:
    """Return the text of a reason for more points: on the new feature that pays the player most."""
    best = max(change.new, key=lambda feature: feature.points[player - 1])
    count = len(best.cells)
    if best.kind != CITY:
        joins_cities = best.touches and best.touches > 1
        if joins_cities and _touches_open_city(change.after, best):
            return say_count("a {way} of 1 tile that joins {cities} cities",
                             "a {way} of {count} tiles that joins {cities} cities", count,
                             way=_named(best), cities=best.touches)
        return say_count("a {way} of 1 tile from a city to the border",
                         "a {way} of {count} tiles from a city to the border", count,
                         way=_named(best))
    if best.complete:
        return say_count("a city of 1 tile is closed", "a city of {count} tiles is closed", count)
    if not change.placed:
        return say_count("an open city of 1 tile remains", "an open city of {count} tiles remains",
                         count)
    if not change.old:
        return say("a new open city")
    if len(change.old) > 1:
        return say_count("open cities become one city of 1 tile",
                         "open cities become one city of {count} tiles", count)
    return say_count("an open city has 1 tile now", "an open city grows by a tile to {count} tiles",
                     count)


def _lost(change: _Change, player: int) -> str:
    """Return the text of a reason for fewer points: on the old feature that paid the player most.

    The branches go from what became of the feature as a whole to what it touches.
    """
    lost = max(change.old, key=lambda feature: feature.points[player - 1])
    count = len(lost.cells)
    if not change.new:  # its only tile was taken back
        return say_count("a {way} of 1 tile is gone", "a {way} of {count} tiles is gone", count,
                         way=_named(lost))
    if not change.placed and lost.kind == CITY:
        if lost.complete:
            return say_count("a complete city of 1 tile disappears",
                             "a complete city of {count} tiles loses a tile", count)
        return say_count("an open city of 1 tile disappears",
                         "an open city of {count} tiles loses a tile", count)
    first_new = change.new[0]  # the only one if a tile was placed
    if first_new.kind == CITY and not first_new.complete:
        return say("open cities are joined into one city, and each of its tiles counts once")
    if all(feature.owner != player for feature in change.new):
        return say("the {way} now belongs to {owner}", way=_named(lost),
                   owner=_called(first_new.owner))
    if not change.placed:
        return say_count("a {way} of 1 tile disappears", "a {way} of {count} tiles loses a tile",
                         count, way=_named(lost))
    if len(change.old) > 1:
        if first_new.kind == ROAD:
            return say_count("roads become one road of 1 tile",
                             "roads become one road of {count} tiles", len(first_new.cells))
        return say_count("rivers become one river of 1 tile",
                         "rivers become one river of {count} tiles", len(first_new.cells))
    # The way is the same, so its cities have changed.
    if _touches_open_city(change.after, first_new):
        return say_count("a {way} of 1 tile touched two cities, which are now one city",
                         "a {way} of {count} tiles touched two cities, which are now one "
                         "city", count,
                         way=_named(lost))
    return say_count("every city that touches a {way} of 1 tile is closed now",
                     "every city that touches a {way} of {count} tiles is closed now", count,
                     way=_named(lost))


def _called(owner: int | None) -> str:
    return say("player {player}", player=owner) if owner else say("nobody")


def _named(feature: Feature) -> str:
    return say(feature.kind)


#: The names of the kinds of features, for sums.
_GROUPS = mark({CITY: "cities", ROAD: "roads", RIVER: "rivers"})
