"""A game of any kind on a board in a notebook: played by pointer, by keys or by buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky.kit.draw.values import draw_value
from blocky.kit.language import say
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.game_panel import GamePanel

__all__ = ["GameBoard"]


class GameBoard(GamePanel):
    """A game on which one of the legal moves is chosen and made; it serves every game.

    The position is drawn as its game has registered with ``draw_value``. The board of one game
    says more where it redefines ``move_at``, for the pointer, ``mark``, to show what is chosen,
    and ``move_text``, how a move is told.

    Attributes:
        move: the move that is chosen, None for none.
    """

    def __init__(self, game: Any, **settings: Any) -> None:
        self.move: Any = None
        self._offered: list[Any] = []
        super().__init__(game, **settings)

    def draw_position(self) -> None:
        """Draw the position as it stands, and what is chosen."""
        self.ax.clear()
        draw_value(self.game.position, self.ax, **self.looks)
        if self.move is not None:
            self.mark(self.move)

    def mark(self, move: Any) -> None:
        """Mark on ``ax`` the move that is chosen."""

    def move_at(self, x: float, y: float) -> Any:
        """Return the move that a press at a place of ``ax`` makes; None if there is none."""
        return None

    def alternative_text(self, ax: Axes) -> str:
        """Draw the position on axes for a printed picture; return the text that stands for it."""
        return draw_value(self.game.position, ax, **self.looks)

    def show_move(self, move: Any) -> None:
        """Choose ``move``, so that it is seen on the board; None for none."""
        self.choose(move)

    def selection_text(self) -> str:
        """Return a sentence that says what is chosen."""
        if self.move is None:
            return say("No move is chosen. Point at the board, or step through the moves.")
        return say("Chosen: {move}.", move=self.move_text(self.move))

    def listen(self) -> None:
        """Let the pointer choose a move on ``ax``, and a press make it."""
        def at(action: Callable[[Any], Any], x: float, y: float) -> None:
            move = self.move_at(x, y) if self.waits_for_human else None
            if move is not None:
                action(move)

        self.hear(self.ax, lambda x, y: at(self.choose, x, y),
                  lambda x, y, button: at(self.play, x, y) if button == 1 else None)

    def choose(self, move: Any) -> None:
        """Choose a legal move, to be made or not; None for none."""
        move = move if move in self.game.legal_moves() else None
        if move != self.move:
            self.move = move
            self.show_chosen()

    def next_move(self, by: int = 1) -> None:
        """Choose the legal move that is so many places further; around in a circle."""
        moves = self.game.legal_moves() if self.waits_for_human else []
        if moves:
            number = moves.index(self.move) + by if self.move in moves else min(by, 0)
            self.choose(moves[number % len(moves)])

    def play_chosen(self) -> None:
        """Make the move that is chosen; show a sentence if none is."""
        if self.move is None:
            return self.say(say("No move is chosen."), error=True)
        self.play(self.move)

    def add_choosing(self) -> None:
        """Add the commands that choose a move and make it."""
        back, forth = (lambda: self.next_move(-1)), self.next_move
        self.add(Command("back", back, say("choose the move before"), "◀", "left", 40),
                 Command("forth", forth, say("choose the next move"), "▶", "right", 40),
                 Command("up", back, say("choose the move before"), key="up"),
                 Command("down", forth, say("choose the next move"), key="down"),
                 Command("make", self.play_chosen, say("make the chosen move"),
                         say("Make the move"), "enter", 130))
        self.choice = w.Dropdown(layout=w.Layout(width=self.px(180)))
        self.choice.observe(self._choice_taken, "value")

    def choosing_row(self) -> w.HBox:
        """Return what chooses a move, side by side."""
        return self.row(self.buttons["back"], self.buttons["forth"], self.choice,
                        self.buttons["make"])

    def redraw(self) -> None:
        """Draw the position, and offer the legal moves."""
        self._offered = self.game.legal_moves()
        if self.move not in self._offered:
            self.move = None
        options = [(say("(none)"), -1), *((self.move_text(move), number)
                                          for number, move in enumerate(self._offered))]
        if [*self.choice.options] != options:
            with self.choice.hold_trait_notifications():
                self.choice.options = options
        self.choice.value = -1 if self.move is None else self._offered.index(self.move)
        self.choice.disabled = not self.waits_for_human
        super().redraw()

    def _choice_taken(self, change: dict[str, Any]) -> None:
        number = change["new"]
        offered = self._offered.index(self.move) if self.move is not None else -1
        if number is not None and number != offered:
            self.attempt(self.choose, self._offered[number] if number >= 0 else None)
