"""The view of a game: the board, what counts, the last move, a move on its way."""

from __future__ import annotations

from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky import draw
from blocky.block import Block
from blocky.draw.marks import counted, mark_block, show_on_the_way
from blocky.kit.game import Turn
from blocky.kit.language import say
from blocky.kit.widgets.board import GameBoard
from blocky.kit.widgets.commands import Command
from blocky.move import Action
from blocky.widgets.choosing import BlockPanel

__all__ = ["DrawnBoard"]


class DrawnBoard(BlockPanel, GameBoard):
    """A game of Blocky on a live figure.

    Attributes:
        counting: the control for the dashes around what counts for the current player.
    """

    def __init__(self, game: Any, **settings: Any) -> None:
        self._artist = draw.BoardArtist()
        super().__init__(game, **settings)

    @property
    def board(self) -> Block:  # type: ignore[override]
        """The board of the game."""
        board: Block = self.game.board
        return board

    def add_marks(self) -> None:
        """Make ``counting``, and let a key turn it."""
        self.counting = w.Checkbox(True, description=say("Show what counts (g)"), indent=False,
                                   layout=self.at_least(180))
        self.counting.observe(lambda change: self.attempt(self.redraw), "value")
        self.add(Command("counting", lambda: self.next_value(self.counting),
                         say("show what counts"), key="g"))

    # -- drawing ---------------------------------------------------------------------------

    def draw_position(self) -> None:
        """Draw the present board, with the selected block and what counts marked."""
        try:
            selected = self.board.at(self.path) if self.path is not None else None
        except ValueError:
            self.path, selected = None, None
        if selected:
            selected.highlighted = True
        try:
            self._show_board()
        finally:
            if selected:
                selected.highlighted = False
        mark = self.once("counted", lambda: counted(self.game.goals[self.game.turn], self.board))
        if mark and self.counting.value:
            self._artist.over.append(mark)

    def _show_board(self) -> None:
        side = 2**self.deepest
        self.ax.set(xlim=(0, side), ylim=(side, 0))
        self._artist.letters, self._artist.palette = self.letters.value, self.palette.value
        self._artist.show(self._rectangles(self.board), self.board.size, side)

    def _rectangles(self, board: Block) -> Any:
        if not self.game.parts.replaced("rectangles_to_draw"):
            return board.rectangles_to_draw()
        try:
            rectangles = list(self.game.parts.rectangles(board))
            draw.pixels(rectangles, board.size, 8)
        except Exception as error:
            self.say(say("What your rectangles_to_draw returns cannot be drawn. {problem}",
                         problem=error), error=True)
            return board.rectangles_to_draw()
        return rectangles

    def mark_last(self, turn: Turn) -> None:
        """Mark the corners of the block that was moved last."""
        if self.has_motion(turn):
            self._artist.over.append(mark_block(turn.move.path))

    def has_motion(self, turn: Turn) -> bool:
        """Tell whether a block was moved in ``turn``."""
        return not turn.fault and turn.move.action is not Action.PASS

    def draw_motion(self, turn: Turn, share: float) -> None:
        """Draw the board while its block turns, slides or comes up."""
        self._show_board()
        self._artist.over.append(show_on_the_way(turn.move, share))

    def alternative_text(self, ax: Axes) -> str:
        """Draw the board on axes; return its description."""
        shown = draw.board(self.board, ax, path=self.path, **self.looks)
        return say("A game of Blocky. {board}", board=shown.alt)
