"""What a window of Prograsonne shows, for exercise 11: a view that a student's handlers change."""

from typing import Any

from blocky.kit.language import say
from blocky.kit.player import HumanPlayer
from blocky.prograsonne.game import Game
from blocky.prograsonne.hexes import CELLS, SIZE, Cell
from blocky.prograsonne.scoring import Rules
from blocky.prograsonne.tiles import Tile

__all__ = ["View", "small_game"]

#: The supply of a small game: cities that close soon, and a road.
FEW_TILES = {"GGGGGC": 4, "CGGCGG": 2, "GGCGGC": 2, "CCCPCC": 2, "PGGPGG": 2}


class View:
    """What a window shows. It has no rules: it shows what it is told to show.

    A piece is written as in the calls: the type, the number of clockwise rotations, and the player,
    1 or 2, or None for the neutral piece.

    >>> view = View()
    >>> view.add_piece((3, 2), "GGGGGC", 4, None)
    >>> view.new_piece("CGGCGG", 1, 2)
    >>> view.pieces, view.hand
    ({(3, 2): ('GGGGGC', 4, None)}, ('CGGCGG', 1, 2))

    Attributes:
        pieces: the pieces on the board, by cell.
        hand: the piece in hand; None for none.
        hint: the cell that is outlined; None for none.
        numbers: the player who saved each state, by the number of the state.
        points: the points of each player.
    """

    def __init__(self) -> None:
        self.pieces: dict[Cell, tuple[str, int, int | None]] = {}
        self.hand: tuple[str, int, int | None] | None = None
        self.hint: Cell | None = None
        self.numbers: dict[int, int] = {}
        self.points = {1: 0, 2: 0}

    def add_piece(self, cell: Cell, type: str, turns: int, player: int | None) -> None:
        """Show a piece on an empty cell. ValueError: it cannot be shown."""
        _check_cell(cell)
        if cell in self.pieces:
            raise ValueError(say("The window already shows a piece on cell {cell}. Call pop_piece "
                                 "for this cell first.", cell=cell))
        self.pieces[cell] = _piece(type, turns, player)

    def pop_piece(self, cell: Cell) -> None:
        """Remove the piece on a cell. ValueError: the window shows none there."""
        if cell not in self.pieces:
            raise ValueError(say("The window shows no piece on cell {cell}.", cell=cell))
        del self.pieces[cell]

    def new_piece(self, type: str | None, turns: int = 0, player: int | None = None) -> None:
        """Show the piece in hand, or none if ``type`` is None. This removes the hint's outline."""
        self.hand = None if type is None else _piece(type, turns, player)
        self.hint = None

    def add_hint(self, cell: Cell) -> None:
        """Outline a cell. ValueError: it is not on the board."""
        _check_cell(cell)
        self.hint = cell

    def add_number(self, number: int, player: int) -> None:
        """Show the number of a saved state in the colour of a player. ValueError: it is there."""
        _check_player(player)
        if not isinstance(number, int):
            raise ValueError(say("The number of a state must be an integer, not {value!r}.",
                                 value=number))
        if number in self.numbers:
            raise ValueError(say("The window already shows state {number}.", number=number))
        self.numbers[number] = player

    def pop_number(self, number: int) -> None:
        """Remove the number of a saved state. ValueError: the window doesn't show it."""
        if number not in self.numbers:
            raise ValueError(say("The window doesn't show state {number}.", number=number))
        del self.numbers[number]

    def set_points(self, player: int, points: int) -> None:
        """Show the points of a player. ValueError: there is no such player."""
        _check_player(player)
        self.points[player] = points


def _piece(type: str, turns: int, player: int | None) -> tuple[str, int, int | None]:
    """Return a piece: its type, turns and player. ValueError: one of them doesn't exist."""
    tile = Tile(type, turns)
    if player is not None:
        _check_player(player)
    return tile.type, tile.turns, player


def _check_cell(cell: Any) -> None:
    if cell not in CELLS:
        raise ValueError(say("{cell!r} isn't a cell of the board. A cell is a row and a column, "
                             "such as (3, 2), each from 0 to {last}.", cell=cell, last=SIZE - 1))


def _check_player(player: Any) -> None:
    if player not in (1, 2):
        raise ValueError(say("The players in the window are 1 and 2. There's no player "
                             "{player!r}.", player=player))


def small_game(seed: int | str) -> Game:
    """Return a game with few tiles, for two people.

    >>> small_game(2).board.tiles
    {(5, 5): Placed(cell=(5, 5), tile=Tile(type='PGGPGG', turns=2), player=None)}
    """
    return Game(Rules(redraw=True), seed, players=[HumanPlayer(), HumanPlayer()], supply=FEW_TILES)
