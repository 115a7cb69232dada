"""The pictures on the playable board of Prograsonne: tiles, marks, the tile in hand, states."""

from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.transforms import Affine2D

from blocky.kit.draw.picture import FAULT, INK, clear
from blocky.kit.draw.still import StillAxes
from blocky.kit.game import Turn
from blocky.kit.widgets.board import GameBoard
from blocky.kit.widgets.live import status
from blocky.prograsonne import draw, walk
from blocky.prograsonne.board import Board, Placed
from blocky.prograsonne.draw import shapes, tiles
from blocky.prograsonne.draw.history import states
from blocky.prograsonne.game import Game
from blocky.prograsonne.hexes import Cell
from blocky.prograsonne.move import Place, Restore, Save
from blocky.prograsonne.tiles import Tile
from blocky.prograsonne.widgets.texts import hand_text

__all__ = ["DrawnBoard"]

#: The places of the board, the tile in hand and the saved states in the figure.
BOARD, HAND, STATES = (0.02, 0.145, 0.96, 0.85), (0.01, 0.005, 0.17, 0.13), (0.2, 0.01, 0.79, 0.12)

#: The place from which the tile in hand moves to its cell: a corner of the board.
FROM = (1.0, shapes.HIGH - 0.9)


class DrawnBoard(GameBoard):
    """A board that draws a game of Prograsonne, its tiles only when they have changed.

    Attributes:
        cell: the chosen cell; None for none.
        edge: the edge of its tile at the pointer.
        turns: the turns of the tile in hand.
        hinted: the placement shown by a hint; None for none.
        spin: the angle of the tile in hand while it rotates, in degrees clockwise.
        hand_told: the tile in hand in words.
        state: the list of the saved states.
    """

    SIZE = (4.6, 5.7)
    palettes = draw.PALETTES
    game: Game
    hand_told: w.HTML
    state: w.Dropdown

    def __init__(self, game: Game, **settings: Any) -> None:
        self.cell: Cell | None = None
        self.edge, self.turns = 1, 0
        self.spin = 0.0
        self.hinted: Place | None = None
        self._hand_of: tuple[Any, ...] = (None,)  # the game, its turns and the hand last shown
        self._drawn: Any = None  # the tiles and the looks last drawn
        super().__init__(game, **settings)

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.game.board

    @property
    def hand(self) -> str | None:
        """The type of the tile in hand; None if there is none, or the game is over."""
        return None if self.game.over else self.game.position.hand

    def make_axes(self) -> None:
        """Make the axes of the board, the tile in hand and the saved states."""
        self.still = self.figure.add_axes(BOARD, axes_class=StillAxes)
        self.in_hand, self.saved = map(self.figure.add_axes, (HAND, STATES))
        self.ax.set_position(BOARD)
        self.ax.set_zorder(1)
        for ax in (self.ax, self.still):
            tiles.fit(ax, shapes.WIDE, shapes.HIGH)
        tiles.fit(self.in_hand, 2.4, 2.4)

    def draw_position(self) -> None:
        """Draw the tiles, if they have changed, and the marks, the hand and the states."""
        self.turn_up()
        self.offer_states()
        position, palette = self.game.position, self.palette.value
        shown = [*self.board.tiles.values()], self.looks
        if shown != self._drawn:
            self._drawn = shown
            clear(self.still)
            tiles.draw_board(self.board, self.still, **self.looks)
        for ax in (self.ax, self.in_hand, self.saved):
            clear(ax)
        states(position.history, self.saved, palette=palette)
        self._draw_marks()
        tile, place = Tile(self.hand, self.turns) if self.hand else None, (1.2, 1.2)
        self.hand_told.value = status(hand_text(tile)) if tile else ""
        if tile:
            spun = self._spun(self.in_hand, place)
            tiles.draw_tiles(self.in_hand, [(place, tile)], self.letters.value, **spun)
            tiles.outline(self.in_hand, [place], 1.08, linewidth=3,
                          edgecolor=tiles.paint_of(position.player, palette), **spun)

    def mark_last(self, turn: Turn) -> None:
        """Outline the tile placed in ``turn``, the last one, or the cell it was taken from."""
        point = tiles.unit(self.ax)
        for moved in self._moved():
            for colour, width, dashes in (("white", 0.11, "-"), (INK, 0.07, (0, (1.5, 1.5)))):
                tiles.outline(self.ax, [shapes.centre(moved.cell)], edgecolor=colour,
                              linewidth=width * point, linestyle=dashes)

    def has_motion(self, turn: Turn) -> bool:
        """Whether a tile was placed or taken back in ``turn``, the last one."""
        return bool(self._moved())

    def draw_motion(self, turn: Turn, share: float) -> None:
        """Draw the tile of ``turn``, the last one, on its way from the hand, or back to it."""
        self.draw_position()
        for moved in self._moved():
            placed = moved.cell in self.board.tiles
            to, part = shapes.centre(moved.cell), share if placed else 1 - share
            way = zip(FROM, to, strict=True)
            if placed:
                tiles.outline(self.ax, [to], facecolor=tiles.EMPTY, edgecolor=tiles.LINE)
            x, y = (start + part * (end - start) for start, end in way)
            tiles.draw_tiles(self.ax, [((x, y), moved.tile)], self.letters.value)

    def draw_turning(self, by: int, share: float) -> None:
        """Draw the tile in hand at a ``share`` of ``by`` turns."""
        self.spin = -60.0 * by * (1 - share)
        self.draw_position()
        self.spin = 0.0

    def _spun(self, ax: Axes, place: shapes.Point) -> dict[str, Any]:
        """Return the setting that draws a tile around ``place`` partly turned; {} if at rest."""
        if not self.spin:
            return {}
        return {"transform": Affine2D().rotate_deg_around(*place, self.spin) + ax.transData}

    def _moved(self) -> list[Placed]:
        """Return the tile that the last move placed or took back, if it did."""
        position = self.game.position
        turn = self.game.history[-1]
        if position.before is None or turn.fault or isinstance(turn.move, Restore):
            return []
        return list({*position.before.tiles} ^ {*position.board.tiles.values()})

    def _draw_marks(self) -> None:
        point = tiles.unit(self.ax)
        if self.waits_for_human:
            places = [move for move in self.game.legal_moves() if isinstance(move, Place)]
            fits = {each.cell for each in places if each.turns == self.turns}
            for cells, fill in (({each.cell for each in places} - fits, "none"), (fits, INK)):
                tiles.shape(self.ax, shapes.placed((shapes.centre(cell), shapes.disc(0.13))
                                                   for cell in cells),
                            edgecolor=INK, facecolor=fill, linewidth=0.04 * point)
        if self.hinted:
            tiles.outline_hint(self.ax, [self.hinted.cell], 0.95)
        if self.cell in self.board.tiles:
            segments = self.board.tiles[self.cell].tile.segments
            for segment in segments:
                if self.edge in segment.edges:
                    tiles.draw_nodes(self.ax, walk.feature(self.board, self.cell, segment))
            tiles.outline(self.ax, [shapes.centre(self.cell)], edgecolor=INK,
                          linewidth=0.07 * point)
        elif self.cell is not None and self.hand:
            self._draw_ghost(self.cell, Tile(self.hand, self.turns), point)

    def _draw_ghost(self, cell: Cell, tile: Tile, point: float) -> None:
        """Draw the tile in hand on the chosen cell, and its edges that do not fit."""
        place = shapes.centre(cell)
        tiles.draw_tiles(self.ax, [(place, tile)], self.letters.value, alpha=0.7,
                         **self._spun(self.ax, place))
        fits = self.board.why_not(cell, tile) is None
        tiles.outline(self.ax, [place], edgecolor=INK if fits else FAULT,
                      linestyle="-" if fits else ":", linewidth=0.09 * point)
        tiles.shape(self.ax, shapes.placed((place, shapes.side(edge))
                                           for edge in self.board.wrong_edges(cell, tile)),
                    edgecolor=FAULT, linewidth=0.16 * point)

    def turn_up(self) -> None:
        """Turn a new tile in hand as the position says."""
        taken = [turn for turn in self.game.history if not isinstance(turn.move, Save)]
        game, *before = self._hand_of
        if game is not self.game or before != [len(taken), self.hand]:
            self._hand_of = self.game, len(taken), self.hand
            self.turns, self.hinted = self.game.position.turned, None

    def offer_states(self) -> None:
        """Offer the saved states in the list."""
        numbers = [state.number for state in self.game.position.history.states]
        if list(self.state.options) != numbers:
            self.state.options = numbers
            self.state.value = self.game.position.history.current
