"""Where things lie on the table, in tiles: x to the right, y downwards.

The centre lies in the middle, the factories on both sides of it, the boards in pairs below.
"""

from __future__ import annotations

from typing import NamedTuple

from blocky.blue.board import FLOOR
from blocky.blue.rules import SIDE, factories
from blocky.blue.state import State

__all__ = ["CENTRE_WIDTH", "HIGH", "WIDE", "Layout", "Spot"]

#: How wide the table is; how wide and high a board is, with its name above and some room around.
WIDE, BOARD_WIDE, BOARD_HIGH = 23.6, 11.9, 8.2

#: How many tiles lie beside one another in the centre, and how high centre and factories are.
CENTRE_WIDTH, HIGH = 7, 5.9

Place = tuple[float, float]


class Spot(NamedTuple):
    """What lies at a place: a colour in a source, or a line of a player (0: the floor)."""

    source: int | None = None
    colour: str = ""
    player: int | None = None
    line: int | None = None


class Layout:
    """The places on a table for so many players; of a single one there is the board alone."""

    def __init__(self, seats: int) -> None:
        self.seats, self.alone = seats, seats == 1
        self.wide = BOARD_WIDE if self.alone else WIDE
        self._top = 0.0 if self.alone else HIGH
        self.high = self._top + BOARD_HIGH * ((seats + 1) // 2)

    def factory(self, number: int) -> Place:
        """Return the upper left corner of the four tiles of a factory, numbers from 1."""
        left = (factories(self.seats) + 1) // 2
        side, place = divmod(number - 1, left)
        count = left if side == 0 else factories(self.seats) - left
        columns = 3 if count in (3, 5) else 2
        row, column = divmod(place, columns)
        low = 0.75 + 2.85 * row if count > columns else 2.0
        return 0.35 + side * 16 + (3 - columns) * 1.25 + 2.5 * column, low

    def tile(self, source: int, index: int) -> Place:
        """Return the upper left corner of a tile in a source; in the centre the token is first."""
        if source == 0:
            row, column = divmod(index, CENTRE_WIDTH)
            return 8.3 + column, 0.9 + 1.1 * row
        left, top = self.factory(source)
        return left + 1.02 * (index % 2), top + 1.02 * (index // 2)

    def board(self, player: int) -> Place:
        """Return the upper left corner of a player's lines; the name stands above it."""
        return 0.5 + BOARD_WIDE * (player % 2), self._top + 1.15 + BOARD_HIGH * (player // 2)

    def on_line(self, player: int, line: int, index: int) -> Place:
        """Return the place of a tile on a line, which is filled from the right; 0 is the floor."""
        left, top = self.board(player)
        if line == 0:
            return left + index, top + SIDE + 0.55
        return left + SIDE - 1 - index, top + line - 1

    def on_wall(self, player: int, row: int, column: int) -> Place:
        """Return the place of a cell of a wall, numbers from 1."""
        left, top = self.board(player)
        return left + SIDE + 0.7 + column - 1, top + row - 1

    def at(self, x: float, y: float, state: State) -> Spot | None:
        """Return what lies at a place on the table; None for nothing that can be chosen."""
        for source, tiles in enumerate(state.sources):
            token = source == 0 and state.next_starter is None
            for index, colour in enumerate(tiles, start=int(token)):
                left, top = self.tile(source, index)
                if 0 <= x - left < 1 and 0 <= y - top < 1:
                    return Spot(source, colour)
        for player in range(self.seats):
            left, top = self.board(player)
            if 0 <= x - left < 2 * SIDE + 0.7 and 0 <= y - top < SIDE:
                return Spot(player=player, line=int(y - top) + 1)
            if 0 <= x - left < FLOOR and 0.3 <= y - top - SIDE < 1.7:
                return Spot(player=player, line=0)
        return None
