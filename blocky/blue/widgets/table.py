"""The table to play at: a game in a notebook, by pointer, by keys or by buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky.blue import draw
from blocky.blue.draw.layout import Layout
from blocky.blue.draw.looks import PALETTES
from blocky.blue.game import Game
from blocky.blue.parts import KITS, Parts
from blocky.blue.player import LookaheadPlayer
from blocky.blue.position import Move, Position
from blocky.blue.report import take_sentences
from blocky.blue.rules import RULE_SETS, SEED, Rules
from blocky.blue.widgets.choosing import ChoosingTable
from blocky.blue.widgets.tiling import Frame, frames
from blocky.kit.draw.picture import Picture, clear
from blocky.kit.draw.values import draw_value
from blocky.kit.game import Turn
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.widgets.commands import Command

__all__ = ["PlayableTable", "play"]

#: How many inches a tile is wide, of two players and of more.
INCHES = 0.34, 0.3


def play(players: Sequence[Player | type[Player] | str] = ("human", "greedy"),
         rules: Rules | str = SEED, seed: int | str | None = None, *, game: Game | None = None,
         parts: Parts = KITS, **settings: Any) -> PlayableTable:
    """Return a table to play at in a notebook: for 2 to 4 players, objects, classes or names.

    ``parts`` are functions of one's own, ``game`` is a game to go on with instead. Of the
    ``settings``, ``pause`` is how long computer players show their choice, in seconds, and each
    tile of a tiling; ``letters`` stand on the tiles, ``palette`` is "safe" or "bright", and ``big``
    is for a class to see.
    """
    game = game or Game(list(players), rules, seed, parts=parts)
    return PlayableTable(game, **settings)


class PlayableTable(ChoosingTable):
    """A game of Blue in a notebook. Whatever pointer, keys and buttons do is a method.

    Attributes:
        tiling: what is left to be shown of the end of a round, the next first.
    """

    palettes = PALETTES

    def __init__(self, game: Game, **settings: Any) -> None:
        self.tiling: list[Frame] = []
        self._shows: asyncio.Task[None] | None = None
        layout = Layout(len(game.players))
        inch = INCHES[len(game.players) > 2]
        self.SIZE = inch * layout.wide, inch * layout.high
        super().__init__(game, **settings)

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

    # -- playing ---------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make ``move``, as a human; show a sentence if that cannot be."""
        self.skip_tiling()
        made = len(self.game.history)
        super().play(move)
        if len(self.game.history) > made:
            self.choose_nothing()

    def told(self, turn: Turn) -> str:
        """Return what was done in a turn, and begin to show the tiling that it led to."""
        if turn.move is None:
            return super().told(turn)
        before = self.game.position.past[-1]
        self.tiling = frames(before, turn.move, self.game.rules, self.names)
        return " ".join(take_sentences(before, turn.move, self.names[turn.player]))

    def go_on(self) -> None:
        """Show a tiling tile by tile, then let computer players move."""
        if self.tiling and self.pause.value:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                self.tiling = []
            else:
                self._shows = loop.create_task(self._show_tiling(go_on=True))
                return
        self.tiling = []
        super().go_on()

    async def _computer_turn(self, failures: list[str]) -> None:
        await super()._computer_turn(failures)
        await self._show_tiling()

    async def _show_tiling(self, go_on: bool = False) -> None:
        while self.tiling and self.pause.value:
            self.next_tile()
            await asyncio.sleep(self.pause.value)
        self.tiling = []
        self.refresh()
        if go_on:
            self._shows = None
            self.go_on()

    def next_tile(self) -> None:
        """Show the next moment of the tiling, with what it scores."""
        frame = self.tiling[0]
        self.say(frame.text)
        self._draw(Position(frame.state, self.game.rules))
        self.live.redraw()
        del self.tiling[0]

    def skip_tiling(self) -> None:
        """Show no more of the tiling, and go on."""
        shown, self.tiling = self.tiling, []
        if shown:
            self.refresh()
        if self._shows:
            self._shows.cancel()
            self._shows = None
            self.go_on()

    def begin(self, game: Game, text: str) -> None:
        """Go on with ``game`` in place of the present one, and show a sentence."""
        self.skip_tiling()
        super().begin(game, text)

    def undo(self) -> None:
        """Take back moves to the last one that a human chose."""
        self.skip_tiling()
        super().undo()

    # -- new games -------------------------------------------------------------------------

    def make_new(self, **settings: Any) -> Game:
        """Return another game, as the form says or ``settings`` in its place."""
        return Game(**{"players": self.game.players, "rules": self.rules.value,
                       "seed": self.typed_seed(), "parts": self.game.parts, **settings})

    def load_game(self, path: str, **own: Any) -> Game:
        """Return the game saved in a file, with the parts of the present one."""
        game: Game = super().load_game(path, parts=self.game.parts, **own)
        return game

    def form(self) -> Sequence[w.Widget]:
        """Return what is asked about a new game."""
        rules = {**RULE_SETS, self.game.rules.name: self.game.rules}
        self.rules = self.control(w.Dropdown, say("Rules"), 220, 80, value=self.game.rules,
                                  options=[(say(name), each) for name, each in rules.items()])
        return [self.row(self.rules, self.seed)]

    # -- showing ---------------------------------------------------------------------------

    def draw_position(self) -> None:
        """Draw the position as it stands, and what is chosen."""
        if self.move and self.game.why_not(self.move):
            self.take = self.move = None
        self._offer()
        self._draw(self.game.position)

    def _draw(self, position: Position) -> None:
        clear(self.ax)
        draw_value(position, self.ax, names=self.names, take=self.take or self.pointed,
                   move=self.move, **self.looks)

    def alternative_text(self, ax: Axes) -> str:
        """Draw the position on axes; return what there is to see of it."""
        return draw_value(self.game.position, ax, names=self.names, **self.looks)

    def picture(self) -> Picture:
        """Return the table as it stands, for where no widget can be shown."""
        return draw.table(self.game.position, names=self.names, **self.looks)

    # -- making the widgets ----------------------------------------------------------------

    def add_choosing(self) -> None:
        """Add the commands that choose tiles and a line, and the one that ends a showing."""
        super().add_choosing()
        self.add(Command("skip", self.skip_tiling, say("end the showing of a tiling"), key=" "))

    def lay_out(self, form: w.Widget) -> None:
        """Put the table over everything else."""
        self._moves.layout = w.Layout(max_height=self.px(190), overflow="auto",
                                      padding="2px 6px", border="1px solid #ccc",
                                      width=self.px(420))
        left = w.VBox([self._players, self.row("undo", "redo", "end"), self.explaining_row(),
                       self._moves],
                      layout=w.Layout(width=self.px(440)))
        self.arrange(self._status, self.live, self._selection, self.choosing_row(), self.said,
                     self.row(left, self._chart),
                     self.settings_row(), self.rules_panel, self.report_panel, form)
