"""The tiles of a move on their way from a source to a line, to the floor and to the centre."""

from __future__ import annotations

from blocky.blue.board import FLOOR
from blocky.blue.draw.layout import Layout
from blocky.blue.draw.table import Scene
from blocky.blue.position import Move
from blocky.blue.state import State

__all__ = ["flight"]


def flight(before: State, move: Move, share: float) -> Scene:
    """Return the table while the tiles of ``move`` are at a ``share``, 0 to 1, of their way."""
    layout, board = Layout(len(before.boards)), before.boards[before.turn]
    tiles, centre = before.sources[move.source], before.sources[0]
    token = before.next_starter is None
    lie = len(board.lines[move.line - 1]) if move.line else 0
    floor = board.floor + (token and move.source == 0)
    kept = len(centre.replace(move.colour, "") if move.source == 0 else centre) + token
    flying = []
    for index, colour in enumerate(tiles):
        start = layout.tile(move.source, index + (token and move.source == 0))
        if colour != move.colour:
            if move.source == 0:
                continue
            end, kept = layout.tile(0, kept), kept + 1
        elif lie < move.line:
            end, lie = layout.on_line(before.turn, move.line, lie), lie + 1
        else:
            end, floor = layout.on_line(before.turn, 0, min(floor, FLOOR - 1)), floor + 1
        flying.append((colour, (start[0] + share * (end[0] - start[0]),
                                start[1] + share * (end[1] - start[1]))))
    sources = list(before.sources)
    sources[move.source] = tiles.replace(move.colour, "") if move.source == 0 else ""
    return Scene(before._replace(sources=tuple(sources)), flying=flying)
