"""The table to play at: a game in a notebook, by pointer, by keys or by buttons."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky.blue import draw
from blocky.blue.draw.layout import Layout
from blocky.blue.draw.looks import PALETTES
from blocky.blue.draw.motion import flight
from blocky.blue.draw.rules import RULES
from blocky.blue.draw.table import Scene, draw_scene
from blocky.blue.game import Game
from blocky.blue.parts import KITS, Parts
from blocky.blue.player import LookaheadPlayer
from blocky.blue.rules import RULE_SETS, SEED, Rules
from blocky.blue.widgets.showing import ShowingTable
from blocky.kit.draw.picture import Picture, clear
from blocky.kit.draw.values import draw_value
from blocky.kit.game import Turn
from blocky.kit.language import say
from blocky.kit.player import Player

__all__ = ["PlayableTable", "play"]

#: How many inches a tile is wide, of two players and of more.
INCHES = 0.34, 0.3


def play(players: Sequence[Player | type[Player] | str] = ("human", "greedy"),
         rules: Rules | str = SEED, seed: int | str | None = None, *, game: Game | None = None,
         parts: Parts = KITS, **settings: Any) -> PlayableTable:
    """Return a table to play at in a notebook: for 2 to 4 players, objects, classes or names.

    ``parts`` are a student's own functions, ``game`` is a game to go on with instead. Of the
    ``settings``, ``pause`` is how long computer players show their choice, in seconds, with 0 the
    end of a round is not shown either; ``letters`` stand on the tiles, ``palette`` is "safe" or
    "bright", and ``big`` is for a class to see.
    """
    game = game or Game(list(players), rules, seed, parts=parts)
    return PlayableTable(game, **settings)


def _size(players: int) -> tuple[float, float]:
    """Return the width and height of a table for so many players, in inches."""
    layout, inch = Layout(players), INCHES[players > 2]
    return inch * layout.wide, inch * layout.high


class PlayableTable(ShowingTable):
    """A game of Blue in a notebook. Whatever pointer, keys and buttons do is a method."""

    palettes, rulebook = PALETTES, RULES

    def __init__(self, game: Game, **settings: Any) -> None:
        self.SIZE = _size(len(game.players))
        super().__init__(game, **settings)
        self.layout.max_width = self.px(100 * _size(4)[0])

    def hint(self) -> None:
        """Choose the move that looks best a move ahead; show it."""
        if reason := self._why_no_hint():
            return self.say(reason, error=True)
        move = LookaheadPlayer().make_move(self.game.copy(), Random(0))
        self.choose(move)
        self.say(say("Hint: {move}.", move=move))

    def press_at(self, x: float, y: float) -> None:
        """Choose the tiles at a place, or put those that are chosen on the line there."""
        self.skip_tiling()
        super().press_at(x, y)

    # -- new games -------------------------------------------------------------------------

    def make_new(self, **settings: Any) -> Game:
        """Return a new game with the settings of the form, or with ``settings``."""
        return Game(**{"players": self.seats.players(), "rules": self.rules.value,
                       "seed": self.files.typed_seed(), "parts": self.game.parts, **settings})

    def form(self) -> Sequence[w.Widget]:
        """Return the form for a new game."""
        rules = {**RULE_SETS, self.game.rules.name: self.game.rules}
        self.rules = self.control(w.Dropdown, say("Rules"), 220, 80, value=self.game.rules,
                                  options=[(say(name), each) for name, each in rules.items()])
        return [self.seats, self.row(self.rules, self.seed)]

    def begin(self, game: Game, text: str) -> None:
        """Replace the present game by ``game``, and show a sentence."""
        self.figure.set_size_inches(*_size(len(game.players)), forward=True)
        super().begin(game, text)

    # -- showing ---------------------------------------------------------------------------

    def draw_position(self) -> None:
        """Draw the position as it stands, the last move, and what is chosen; or a tiling."""
        if self.move and self.game.why_not(self.move):
            self.take = self.move = None
        self._offer()
        clear(self.ax)
        draw_scene(self.shown or self._scene(), self.ax, self.names, **self.looks)

    def _scene(self) -> Scene:
        """Return the position as it stands, with the last move unless it ended a round."""
        position, history, last = self.game.position, self.game.history, None
        if history and history[-1].move and position.past and (
                position.past[-1].round == position.state.round):
            last = history[-1].player, history[-1].move
        return Scene(position.state, self.move[:2] if self.move else self.take or self.pointed,
                     self.move, last)

    def draw_motion(self, turn: Turn, share: float) -> None:
        """Draw the table while the tiles of the last move are at a ``share`` of their way."""
        clear(self.ax)
        draw_scene(flight(self.game.position.past[-1], turn.move, share), self.ax, self.names,
                   **self.looks)

    def report_text(self) -> str:
        """Return the game in words, with what lay where."""
        text: str = self.game.report(boards=True)
        return text

    def alternative_text(self, ax: Axes) -> str:
        """Draw the position on axes; return what there is to see of it."""
        return draw_value(self.game.position, ax, names=self.names, **self.looks)

    def picture(self) -> Picture:
        """Return the table as it stands, for where no widget can be shown."""
        return draw.table(self.game.position, names=self.names, **self.looks)

    # -- making the widgets ----------------------------------------------------------------

    def lay_out(self, form: w.Widget) -> None:
        """Put the table under what is said of it, and everything else below."""
        pace = self.pace_row()
        self._selection.layout.min_height = self.px(44)  # two lines: the table stands still
        self._moves.layout = w.Layout(max_height=self.px(260), overflow="auto",
                                      padding="2px 6px", border="1px solid #ccc")
        left = self.column(440, self._players, self.row("undo", "redo", "end"),
                           self.explaining_row(), self._moves)
        self.arrange(self._status, self._selection, self.said, self.live, self.choosing_row(),
                     pace, self.row(left, self._chart),
                     self.settings_row(), form)
