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

# The places of the board, the tile in hand and the saved states in the figure.
BOARD = (0.02, 0.145, 0.96, 0.85)
HAND = (0.01, 0.005, 0.17, 0.13)
STATES = (0.2, 0.01, 0.79, 0.12)

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
        hand_words: the tile in hand in words.
        state: the list of the saved states.
    """

    SIZE = (4.6, 5.7)
    palettes = draw.PALETTES
    game: Game
    hand_words: w.HTML
    state: w.Dropdown

    def __init__(self, game: Game, **settings: Any) -> None:
        self.cell: Cell | None = None
        self.edge = 1
        self.turns = 0
        self.spin = 0.0
        self.hinted: Place | None = None
        # For ``turn_up``: the game, its number of moves, and the hand that was shown last.
        self._hand_shown: tuple[Any, int, str | None] = None, 0, None
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
        # The tiles are on ``still``, and the marks on ``ax`` above it: only these change often.
        self.still = self.figure.add_axes(BOARD, axes_class=StillAxes)
        self.in_hand, self.saved = map(self.figure.add_axes, (HAND, STATES))
        self.ax.set_position(BOARD)
        self.ax.set_zorder(1)
        for ax in (self.ax, self.still):
            tiles.fit(ax, shapes.WIDE, shapes.HIGH)
        tiles.fit(self.in_hand, 2.4, 2.4)

    def draw_position(self) -> None:
        """Draw the tiles, if they or their looks have changed; the marks, the hand, the states."""
        self.turn_up()
        self.offer_states()
        tiles_and_looks = [*self.board.tiles.values()], self.looks
        if tiles_and_looks != self._drawn:
            self._drawn = tiles_and_looks
            clear(self.still)
            tiles.draw_board(self.board, self.still, **self.looks)
        clear(self.ax, self.in_hand, self.saved)
        states(self.game.position.history, self.saved, palette=self.palette.value)
        self._draw_marks()
        if self.hand:
            self._draw_hand(Tile(self.hand, self.turns))
        else:
            self.hand_words.value = ""

    def _draw_hand(self, tile: Tile) -> None:
        """Draw the tile in hand with an outline in its player's colour, and show it in words."""
        self.hand_words.value = status(hand_text(tile))
        middle = (1.2, 1.2)  # of the axes that ``make_axes`` has fitted
        rotation = self._spun(self.in_hand, middle)
        colour = tiles.paint_of(self.game.position.player, self.palette.value)
        tiles.draw_tiles(self.in_hand, [(middle, tile)], self.letters.value, **rotation)
        tiles.outline(self.in_hand, [middle], 1.08, linewidth=3, edgecolor=colour, **rotation)

    def mark_last(self, turn: Turn) -> None:
        """Outline the cell where the last turn placed a tile, or took one back."""
        unit = tiles.unit(self.ax)
        dashed_line_on_white = (("white", 0.11, "-"), (INK, 0.07, (0, (1.5, 1.5))))
        for tile_moved in self._moved():
            for colour, width, dashes in dashed_line_on_white:
                tiles.outline(self.ax, [shapes.centre(tile_moved.cell)], edgecolor=colour,
                              linewidth=width * unit, linestyle=dashes)

    def has_motion(self, turn: Turn) -> bool:
        """Whether a tile was placed or taken back in ``turn``, the last one."""
        return bool(self._moved())

    def draw_motion(self, turn: Turn, share: float) -> None:
        """Draw the tile of the last turn on its way from the hand to its cell, or back.

        ``share`` is how much of its way is done, from 0 to 1.
        """
        self.draw_position()
        for tile_moved in self._moved():
            centre = shapes.centre(tile_moved.cell)
            was_placed = tile_moved.cell in self.board.tiles
            if was_placed:
                # The tile is on its cell already: hide it there.
                tiles.outline(self.ax, [centre], facecolor=tiles.EMPTY, edgecolor=tiles.LINE)
                share_to_cell = share
            else:  # taken back
                share_to_cell = 1 - share
            start_x, start_y = FROM
            end_x, end_y = centre
            place = (start_x + share_to_cell * (end_x - start_x),
                     start_y + share_to_cell * (end_y - start_y))
            tiles.draw_tiles(self.ax, [(place, tile_moved.tile)], self.letters.value)

    def draw_turning(self, by: int, share: float) -> None:
        """Draw the tile in hand while it makes ``by`` turns of 60°, a ``share`` of them done."""
        self.spin = -60.0 * by * (1 - share)  # what is left: ``turns`` has the end already
        self.draw_position()
        self.spin = 0.0

    def _spun(self, ax: Axes, place: shapes.Point) -> dict[str, Any]:
        """Return the setting that draws a tile at ``place`` turned by ``spin``; {} if it's 0."""
        if not self.spin:
            return {}
        return {"transform": Affine2D().rotate_deg_around(*place, self.spin) + ax.transData}

    def _moved(self) -> list[Placed]:
        """Return the tile that the last move placed or took back, in a list; [] if there's none."""
        position = self.game.position
        turn = self.game.history[-1]
        if position.before is None or turn.fault or isinstance(turn.move, Restore):
            return []
        tiles_before = {*position.before.tiles}
        tiles_now = {*position.board.tiles.values()}
        return list(tiles_before ^ tiles_now)  # those on only one of the two boards

    def _draw_marks(self) -> None:
        """Mark where the tile in hand fits, the hint, and the chosen cell.

        On a tile, the feature at the chosen edge is marked; on an empty cell, the tile in hand is
        shown.
        """
        if self.waits_for_human:
            self._mark_fits()
        if self.hinted:
            tiles.outline_hint(self.ax, [self.hinted.cell], 0.95)
        if self.cell in self.board.tiles:
            segments = self.board.tiles[self.cell].tile.segments
            for segment in segments:
                if self.edge in segment.edges:
                    tiles.draw_nodes(self.ax, walk.feature(self.board, self.cell, segment))
            tiles.outline(self.ax, [shapes.centre(self.cell)], edgecolor=INK,
                          linewidth=0.07 * tiles.unit(self.ax))
        elif self.cell is not None and self.hand:
            self._draw_ghost(self.cell, Tile(self.hand, self.turns))

    def _mark_fits(self) -> None:
        """Put a disc on each cell where the tile fits as it is, and a ring where only rotated."""
        placements = [move for move in self.game.legal_moves() if isinstance(move, Place)]
        fits_as_it_is = {move.cell for move in placements if move.turns == self.turns}
        fits_rotated = {move.cell for move in placements} - fits_as_it_is
        for cells, fill in ((fits_rotated, "none"), (fits_as_it_is, INK)):
            discs = shapes.placed((shapes.centre(cell), shapes.disc(0.13)) for cell in cells)
            tiles.shape(self.ax, discs, edgecolor=INK, facecolor=fill,
                        linewidth=0.04 * tiles.unit(self.ax))

    def _draw_ghost(self, cell: Cell, tile: Tile) -> None:
        """Draw the tile in hand, half transparent, on an empty cell, and mark its wrong edges."""
        place = shapes.centre(cell)
        unit = tiles.unit(self.ax)
        tiles.draw_tiles(self.ax, [(place, tile)], self.letters.value, alpha=0.7,
                         **self._spun(self.ax, place))
        fits = self.board.why_not(cell, tile) is None
        tiles.outline(self.ax, [place], edgecolor=INK if fits else FAULT,
                      linestyle="-" if fits else ":", linewidth=0.09 * unit)
        tiles.shape(self.ax, shapes.placed((place, shapes.side(edge))
                                           for edge in self.board.wrong_edges(cell, tile)),
                    edgecolor=FAULT, linewidth=0.16 * unit)

    def turn_up(self) -> None:
        """If the tile in hand is a new one, turn it as the position says, and forget the hint."""
        # a Save leaves the tile in hand; the next tile may be of the same type
        moves_made = sum(not isinstance(turn.move, Save) for turn in self.game.history)
        game_shown, moves_shown, hand_shown = self._hand_shown
        is_new = (game_shown is not self.game or moves_shown != moves_made
                  or hand_shown != self.hand)
        if is_new:
            self._hand_shown = self.game, moves_made, self.hand
            self.turns = self.game.position.turned
            self.hinted = None

    def offer_states(self) -> None:
        """List the saved states; if they have changed, choose the one saved or restored last."""
        numbers = [state.number for state in self.game.position.history.states]
        if list(self.state.options) != numbers:
            self.state.options = numbers
            self.state.value = self.game.position.history.current
