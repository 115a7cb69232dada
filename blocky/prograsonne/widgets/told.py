"""What there is to say of a board: why a tile does not fit, what a tile belongs to."""

from __future__ import annotations

from collections.abc import Mapping

from blocky.kit.language import say, say_count
from blocky.prograsonne.board import Board
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.scoring import Feature
from blocky.prograsonne.tiles import CITY, RIVER, Tile

__all__ = ["feature_text", "fit_text", "player_text", "supply_markup", "tile_text"]


def player_text(player: int | None) -> str:
    """Return how a player is called."""
    names = {1: say("player 1 (red)"), 2: say("player 2 (blue)")}
    return names[player] if player else say("nobody")


def fit_text(board: Board, cell: Cell, type: str, turns: int) -> str:
    """Return whether a tile fits on an empty cell, and if not, why not and how it does."""
    if not (reason := board.why_not(cell, Tile(type, turns))):
        return say("Cell {cell}: the tile fits.", cell=cell)
    others = [str(each.turns) for each in board.legal_placements(type) if each.cell == cell]
    if others:
        return say("{reason} It fits on this cell with so many turns: {turns}.", reason=reason,
                   turns=", ".join(others))
    return reason


def tile_text(board: Board, cell: Cell, edge: int) -> str:
    """Return what stands on a cell, the feature at ``edge`` first, and then the others on it."""
    placed = board.tiles[cell]
    edges = [edge, *(segment.edges[0] for segment in placed.tile.segments)]
    features = [board.feature_at(cell, each) for each in edges]
    told = dict.fromkeys(feature_text(each) for each in features if each)
    return say("Cell {cell}: {type}, placed by {player}. {features}", cell=cell,
               type=placed.tile.type, player=player_text(placed.player), features=" ".join(told))


def feature_text(feature: Feature) -> str:
    """Return what there is to say of a city, road or river."""
    count, owner = len(feature.cells), player_text(feature.owner)
    one, two = feature.points
    if feature.kind == CITY:
        if feature.complete:
            return say_count("A complete city of {count} tile, owned by {owner}, pays {points}.",
                             "A complete city of {count} tiles, owned by {owner}, pays {points}.",
                             count, owner=owner, points=one + two)
        return say_count(
            "An open city of {count} tile pays {one} to player 1 and {two} to player 2.",
            "An open city of {count} tiles pays {one} to player 1 and {two} to player 2.",
            count, one=one, two=two)
    if feature.kind == RIVER:
        return say_count(
            "A river of {count} tile, owned by {owner}, touches {cities} cities and pays {points}.",
            "A river of {count} tiles, owned by {owner}, touches {cities} cities and pays "
            "{points}.", count, owner=owner, cities=feature.touches, points=one + two)
    return say_count(
        "A road of {count} tile, owned by {owner}, touches {cities} cities and pays {points}.",
        "A road of {count} tiles, owned by {owner}, touches {cities} cities and pays {points}.",
        count, owner=owner, cities=feature.touches, points=one + two)


def supply_markup(supply: Mapping[str, int]) -> str:
    """Return the table of the tiles that are left, by their types."""
    left = say_count("{count} tile is left:", "{count} tiles are left:", sum(supply.values()))
    entries = "".join(f'<span style="display: inline-block; width: 6.6em">{name} {count}</span>'
                      for name, count in supply.items() if count)
    return f'<div style="line-height: 1.3; font-size: 0.85em">{left}<br>{entries}</div>'
