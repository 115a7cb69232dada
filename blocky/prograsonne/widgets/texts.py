"""Texts on a board: whether a tile fits, and the cities, roads and rivers of a tile."""

from collections.abc import Mapping

from blocky.kit.language import say, say_count
from blocky.prograsonne.board import Board
from blocky.prograsonne.hexes import EDGES, Cell
from blocky.prograsonne.scoring import Feature
from blocky.prograsonne.tiles import CITY, RIVER, ROAD, Segment, Tile

__all__ = ["feature_text", "fit_text", "hand_text", "player_text", "supply_markup", "tile_text"]


def player_text(player: int | None) -> str:
    """Return the name of a player."""
    names = {1: say("player 1 (red)"), 2: say("player 2 (blue)")}
    return names[player] if player else say("nobody")


def fit_text(board: Board, cell: Cell, type: str, turns: int) -> str:
    """Return sentences on whether a tile fits on an empty cell with some turns.

    If it doesn't, they say why, and with which turns it fits, if any.
    """
    reason = board.why_not(cell, Tile(type, turns))
    if reason is None:
        return say("Cell {cell}: the tile fits.", cell=cell)
    turns_that_fit = [str(placement.turns) for placement in board.legal_placements(type)
                      if placement.cell == cell]
    if turns_that_fit:
        return say("{reason} The tile fits on this cell with a different number of rotations: "
                   "{turns}.",
                   reason=reason, turns=", ".join(turns_that_fit))
    return reason


def tile_text(board: Board, cell: Cell, edge: int) -> str:
    """Return sentences on the tile on a cell: the feature at ``edge`` first, then the others."""
    placed = board.tiles[cell]
    an_edge_of_each_segment = [segment.edges[0] for segment in placed.tile.segments]
    features = [board.feature_at(cell, each) for each in (edge, *an_edge_of_each_segment)]
    # equal texts once: the feature at the edge comes twice, and one may have several segments
    texts = dict.fromkeys(feature_text(feature) for feature in features if feature)
    return say("Cell {cell}: {type}, placed by {player}. {features}", cell=cell,
               type=placed.tile.type, player=player_text(placed.player), features=" ".join(texts))


def feature_text(feature: Feature) -> str:
    """Return a sentence on a city, road or river.

    >>> feature_text(Feature("road", ((3, 2),), True, 1, 2, (0, 0), 0))
    'A road of 1 tile, owned by player 2 (blue), touches 1 city: 0 points.'
    """
    count = len(feature.cells)
    owner = player_text(feature.owner)
    points_of_1, points_of_2 = feature.points
    # Except for an open city, only the owner has points.
    points = say_count("{count} point", "{count} points", points_of_1 + points_of_2)
    if feature.kind == CITY:
        if feature.complete:
            return say_count("A complete city of {count} tile, owned by {owner}: {points}.",
                             "A complete city of {count} tiles, owned by {owner}: {points}.",
                             count, owner=owner, points=points)
        return say_count(
            "An open city of {count} tile: {one} for player 1, {two} for player 2.",
            "An open city of {count} tiles: {one} for player 1, {two} for player 2.",
            count, one=points_of_1, two=points_of_2)
    cities = (say_count("{count} city", "{count} cities", feature.touches) if feature.touches
              else say("no city"))
    if feature.kind == RIVER:
        return say_count("A river of {count} tile, owned by {owner}, touches {cities}: {points}.",
                         "A river of {count} tiles, owned by {owner}, touches {cities}: {points}.",
                         count, owner=owner, cities=cities, points=points)
    return say_count("A road of {count} tile, owned by {owner}, touches {cities}: {points}.",
                     "A road of {count} tiles, owned by {owner}, touches {cities}: {points}.",
                     count, owner=owner, cities=cities, points=points)


def hand_text(tile: Tile) -> str:
    """Return sentences on the edges of the tile in hand, for those who cannot see it.

    >>> hand_text(Tile("GGCGGC", turns=1))
    'In hand: GGCGGC, rotated 1 time. A city at edges 1 and 4; grass elsewhere.'
    >>> hand_text(Tile("CCCCCC"))
    'In hand: CCCCCC. A city at every edge.'
    """
    if tile.turns:
        type_and_turns = say_count("In hand: {type}, rotated {count} time.",
                                   "In hand: {type}, rotated {count} times.", tile.turns,
                                   type=tile.type)
    else:
        type_and_turns = say("In hand: {type}.", type=tile.type)
    parts = [_segment_text(segment) for segment in tile.segments]
    if "G" in tile.letters:
        parts.append(say("grass elsewhere") if parts else say("grass at every edge"))
    joined = "; ".join(parts)
    return say("{turned} {parts}.", turned=type_and_turns, parts=joined[0].upper() + joined[1:])


def _segment_text(segment: Segment) -> str:
    """Return a segment in words: its kind and its edges, such as "a road at edges 1 and 4"."""
    kinds = {CITY: say("a city"), RIVER: say("a river"), ROAD: say("a road")}
    kind = kinds[segment.kind]
    if len(segment.edges) == len(EDGES):
        return say("{kind} at every edge", kind=kind)
    *others, last = map(str, segment.edges)
    edges = say("{first} and {last}", first=", ".join(others), last=last) if others else last
    return say_count("{kind} at edge {edges}", "{kind} at edges {edges}",
                     len(segment.edges), kind=kind, edges=edges)


def supply_markup(supply: Mapping[str, int]) -> str:
    """Return HTML with the number of tiles that are left, of all types and of each."""
    tiles_left = say_count("{count} tile is left:", "{count} tiles are left:",
                           sum(supply.values()))
    entries = "".join(f"<span>{name} {count}</span> " for name, count in supply.items() if count)
    return (f'<div style="line-height: 1.4">{tiles_left}<div style="display: grid; '
            f'grid-template-columns: repeat(auto-fill, minmax(7em, 1fr))">{entries}</div></div>')
