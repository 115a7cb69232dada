"""The places on the table, measured in tiles: x to the right, y downwards.

The boards of two players are side by side under the factories and the centre. The boards of more
players are in pairs, with the factories and the centre between them, so that no table is very high.
"""

from typing import NamedTuple

from blocky.blue.board import FLOOR
from blocky.blue.rules import SIDE
from blocky.blue.state import State

__all__ = ["BOARD_WIDE", "CENTRE_WIDTH", "Layout", "Point", "Spot"]

#: The width and height of a board, with its name above and some room around.
BOARD_WIDE, BOARD_HIGH = 12.6, 8.2

#: The number of tiles side by side in the centre.
CENTRE_WIDTH = 7

#: The width of the place for factories and centre between boards, and its height above them.
BETWEEN, ABOVE = 8.4, 4.75

Point = tuple[float, float]


class Spot(NamedTuple):
    """The object at a place: a colour in a source, or a line of a player (0: the floor)."""

    source: int | None = None
    colour: str = ""
    player: int | None = None
    line: int | None = None


class Layout:
    """The places on a table with a number of seats; with a single one there is only its board.

    Attributes:
        wide, high: the size of the table.
        centre: the upper left corner of the first tile in the centre.
        centre_rows: the rows of tiles, with the start token, for which the centre has room.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.alone = seats == 1
        # factories and centre are above two boards, or between the boards of three or four
        self._is_between_boards = seats > 2
        self._top = ABOVE if seats == 2 else 0.0
        self._between = BETWEEN if self._is_between_boards else 0.0
        self.wide = BOARD_WIDE * min(2, seats) + self._between
        self.high = self._top + BOARD_HIGH * ((seats + 1) // 2)
        left = BOARD_WIDE + self._between / 2 - CENTRE_WIDTH / 2
        self.centre: Point = (left, 10.0 if self._is_between_boards else 0.95)
        self.centre_rows = 4 if self._is_between_boards else 3

    def factory(self, number: int) -> Point:
        """Return the upper left corner of the four tiles of a factory, numbers from 1."""
        row, column = divmod(number - 1, 3)
        if self._is_between_boards:
            return BOARD_WIDE + 0.65 + 2.6 * column, 0.9 + 2.95 * row
        # with two players both rows are side by side, on the left and right of the centre
        return 0.5 + 2.6 * column + (BOARD_WIDE + CENTRE_WIDTH / 2 + 0.5) * row, 1.45

    def tile(self, source: int, index: int) -> Point:
        """Return the upper left corner of a tile in a source; in the centre the token is first."""
        if source == 0:
            row, column = divmod(index, CENTRE_WIDTH)
            return self.centre[0] + column, self.centre[1] + 1.1 * row
        left, top = self.factory(source)
        row, column = divmod(index, 2)
        return left + 1.02 * column, top + 1.02 * row

    def board(self, player: int) -> Point:
        """Return the upper left corner of a player's lines; the name is above it."""
        row, column = divmod(player, 2)
        left = 0.5 + (BOARD_WIDE + self._between) * column
        return left, self._top + 1.15 + BOARD_HIGH * row

    def on_line(self, player: int, line: int, index: int) -> Point:
        """Return the place of a tile on a line, which is filled from the right; 0 is the floor."""
        left, top = self.board(player)
        if line == 0:
            return left + index, top + SIDE + 0.55
        return left + SIDE - 1 - index, top + line - 1

    def on_wall(self, player: int, row: int, column: int) -> Point:
        """Return the place of a cell of a wall, numbers from 1."""
        left, top = self.board(player)
        return left + SIDE + 0.7 + column - 1, top + row - 1

    def at(self, x: float, y: float, state: State) -> Spot | None:
        """Return the object at a place on the table; None if nothing there can be chosen."""
        for source, tiles in enumerate(state.sources):
            has_token = source == 0 and state.next_starter is None
            first = 1 if has_token else 0  # the token is before the tiles
            for index, colour in enumerate(tiles, start=first):
                left, top = self.tile(source, index)
                if 0 <= x - left < 1 and 0 <= y - top < 1:
                    return Spot(source, colour)
        for player in range(self.seats):
            left, top = self.board(player)
            across = x - left
            down = y - top
            if 0 <= across < 2 * SIDE + 0.7 and 0 <= down < SIDE:  # a line, or its row of the wall
                return Spot(player=player, line=int(down) + 1)
            if 0 <= across < FLOOR and 0.3 <= down - SIDE < 1.7:
                return Spot(player=player, line=0)
        return None
