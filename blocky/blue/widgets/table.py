"""The table to play at: a game in a notebook, by pointer, keys or buttons.

The end of a round is shown step by step before the game goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky.blue import draw
from blocky.blue.draw.layout import Layout
from blocky.blue.draw.looks import PALETTES
from blocky.blue.draw.motion import Frame, flight, frames
from blocky.blue.draw.rules import RULES
from blocky.blue.draw.table import Scene, draw_scene
from blocky.blue.game import Game
from blocky.blue.in_words import take_sentences
from blocky.blue.parts import KITS, Parts
from blocky.blue.player import LookaheadPlayer
from blocky.blue.position import Move
from blocky.blue.rules import RULE_SETS, SEED, Rules
from blocky.blue.state import State, take
from blocky.blue.widgets.choosing import ChoosingTable
from blocky.kit.draw.picture import Picture, clear
from blocky.kit.draw.values import draw_value
from blocky.kit.game import Turn, expect_game
from blocky.kit.language import say
from blocky.kit.player import Player
from blocky.kit.widgets.live import FIELD, running_loop
from blocky.kit.widgets.panel import Command

__all__ = ["PlayableTable", "play"]

# The width of a tile in inches, for two players and for more.
TILE, SMALL_TILE = 0.34, 0.3

#: The greatest number of seconds for which a step of a tiling is shown.
MOST_PACE = 4

#: How much longer a step of a tiling is shown than a computer player's choice, at first.
SLOWER = 2.5


def play(players: Sequence[Player | type[Player] | str] = ("human", "greedy"),
         rules: Rules | str = SEED, seed: int | str | None = None, *, game: Game | None = None,
         parts: Parts = KITS, pause: float = 0.6, palette: str = "safe", letters: bool = False,
         big: bool = False) -> PlayableTable:
    """Return a table to play at in a notebook, for 2 to 4 players: objects, classes or names.

    ``parts`` are a student's own functions; ``game`` is a game to continue instead. ``pause`` is
    how long computer players show their choice, in seconds; with 0 the end of a round is not shown
    either. ``letters`` are shown on the tiles, ``palette`` is "safe" or "bright", and ``big`` is
    for a class to see.
    """
    if isinstance(players, Game):
        raise ValueError(say("To continue a game, pass it as a keyword argument: play(game=...)."))
    if game is None:
        game = Game(players, rules, seed, parts=parts)
    expect_game(game, Game, "Game(seed=3)")
    return PlayableTable(game, pause=pause, palette=palette, letters=letters, big=big)


def _size(players: int) -> tuple[float, float]:
    """Return the width and height of a table for a number of players, in inches."""
    layout = Layout(players)  # measured in tiles
    tile = SMALL_TILE if players > 2 else TILE
    return tile * layout.wide, tile * layout.high


class PlayableTable(ChoosingTable):
    """A game of Blue in a notebook. Every action of pointer, keys and buttons is a method.

    Attributes:
        tiling: the steps of the end of a round that are left to show, the next first.
        shown: the step that is shown now; None for none.
        pace: the control for how long a step is shown, in seconds; with 0 none is shown.
        every_step: the control for whether the report shows all tiles at every step.
    """

    palettes, rulebook = PALETTES, RULES

    def __init__(self, game: Game, **settings: Any) -> None:
        self.tiling: list[Frame] = []
        self.shown: Scene | None = None
        self._showing_task: asyncio.Task[None] | None = None  # shows a tiling after a human's move
        self._next_wanted = asyncio.Event()  # set when the next step is to be shown at once
        self.SIZE = _size(len(game.players))  # the base class reads it
        super().__init__(game, **settings)

    # -- playing ---------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make ``move``, as a human; show a sentence if it cannot be made."""
        self.skip_tiling()
        turns_before = len(self.game.history)
        super().play(move)
        was_made = len(self.game.history) > turns_before
        if was_made:
            self.drop()

    def press_at(self, x: float, y: float) -> None:
        """Choose the tiles at a place, or put the chosen ones on the line there."""
        self.skip_tiling()
        super().press_at(x, y)

    def undo(self) -> None:
        """Undo moves, back to the last one that a human chose."""
        self.skip_tiling()
        super().undo()

    def hinted_move(self) -> Move:
        """Return the move that looks best with the replies to it."""
        move: Move = LookaheadPlayer().make_move(self.game.copy(), Random(0))
        return move

    def take_hint(self, move: Move) -> None:
        """Choose ``move``, the best one."""
        self.choose(move)

    def hint_text(self, move: Move) -> str:
        """Return a sentence on the best move."""
        return say("Hint: {move}.", move=move)

    def turn_text(self, turn: Turn) -> str:
        """Return sentences on the last turn; if it ended a round, prepare to show the tiling."""
        if turn.move is None:
            return super().turn_text(turn)
        before = self.game.position.past[-1]
        self._prepare_tiling(before, turn)
        return " ".join(take_sentences(before, turn.move, self.names[turn.player]))

    def _prepare_tiling(self, before: State, turn: Turn) -> None:
        """Make the steps of the tiling that a turn led to, and show the table as it was then.

        Nothing is to be shown if the move didn't end a round, or steps are shown for 0 seconds.
        """
        if self.pace.value:
            self.tiling = frames(before, turn.move, self.game.rules, self.names)
        if self.tiling:
            self.shown = Scene(take(before, *turn.move), last=(turn.player, turn.move))
            self.notice = say("The end of round {number}.", number=before.round + 1)

    # -- the end of a round ----------------------------------------------------------------

    def go_on(self, after: float = 0) -> None:
        """Show a tiling step by step, then let computer players move.

        Without an event loop, a tiling is not shown.
        """
        loop = running_loop()
        if self.tiling and loop:
            if not self._showing_task:
                self._showing_task = loop.create_task(self._show_tiling(go_on=True))
            return  # the task calls this again when it has shown all
        if self.tiling:
            self._end_tiling()
        super().go_on(after)

    def end_work(self) -> None:
        """Stop computer players, motion and the tiling that is shown."""
        super().end_work()
        if self._showing_task:
            self._showing_task.cancel()
            self._showing_task = None

    async def computer_moved(self) -> None:
        """Show the tiling that a computer player's move led to."""
        if self.tiling:
            self.refresh()
            await self._show_tiling()

    async def _show_tiling(self, go_on: bool = False) -> None:
        """Show the steps of a tiling one by one; then, with ``go_on``, let computers move."""
        await self.motion.over()
        await asyncio.sleep(self.pause.value)
        while self.tiling:
            frame = self.tiling.pop(0)
            self.shown = frame.scene
            self.say(frame.text)
            self.redraw()
            self._next_wanted = asyncio.Event()
            seconds = self.pace.value or 0.001  # it may be 0 by now
            with suppress(TimeoutError):  # the next step was not asked for: it comes now
                await asyncio.wait_for(self._next_wanted.wait(), seconds)
        self._end_tiling()
        if go_on:
            self._showing_task = None
            self.go_on()

    def next_step(self) -> None:
        """Show the next step of a tiling at once."""
        if reason := self._why_no_step():
            return self.say(reason, error=True)
        self._next_wanted.set()

    def skip_tiling(self) -> None:
        """Stop showing the tiling, and continue the game."""
        if self.tiling:
            self.say(self.tiling[-1].text)  # as if all had been shown
        self._end_tiling()
        if self._showing_task:  # it was a human's move that ended the round
            self._showing_task.cancel()
            self._showing_task = None
            self.go_on()
        self._next_wanted.set()  # after a computer's move, ``computer_moved`` waits for this

    def _end_tiling(self) -> None:
        """Leave out the steps of a tiling that are left, and show the present position again."""
        if self.shown:
            self.tiling = []
            self.shown = None
            self.notice = ""
            self.refresh()  # the moves and the scores too

    def _why_no_step(self) -> str | None:
        return None if self.shown else say("There are no steps to show now. They appear at the end "
                                           "of a round.")

    # -- new games -------------------------------------------------------------------------

    def make_new(self, **settings: Any) -> Game:
        """Return a new game with the settings of the form, except for ``settings``."""
        return Game(**{"players": self.seats.players(), "rules": self.rules.value,
                       "seed": self.files.typed_seed(), "parts": self.game.parts, **settings})

    def form(self) -> Sequence[w.Widget]:
        """Return the form for a new game."""
        all_rules = {**RULE_SETS, self.game.rules.name: self.game.rules}
        self.rules = self.control(
            w.Dropdown, say("Rules"), 220, 80, value=self.game.rules,
            options=[(say(name), rules) for name, rules in all_rules.items()])
        return [self.seats, self.grid(FIELD, self.rules, self.seed)]

    def begin(self, game: Game, text: str) -> None:
        """Replace the present game by ``game``, and show a sentence."""
        self.figure.set_size_inches(*_size(len(game.players)), forward=True)
        self.skip_tiling()
        super().begin(game, text)

    # -- showing ---------------------------------------------------------------------------

    def draw_position(self) -> None:
        """Draw the position, the last move, and the choice; or a step of a tiling."""
        if self.move and self.game.why_not(self.move):  # it was chosen in another position
            self.take = self.move = None
        self._offer()
        clear(self.ax)
        draw_scene(self.shown or self._present_scene(), self.ax, self.names, **self.looks)

    def _present_scene(self) -> Scene:
        """Return the position with the choice and, if it did not end a round, the last move."""
        if self.move:
            chosen_tiles: tuple[int, str] | None = (self.move.source, self.move.colour)
        else:
            chosen_tiles = self.take or self.pointed
        position, history = self.game.position, self.game.history
        last_turn = history[-1] if history else None
        is_in_same_round = bool(position.past) and position.past[-1].round == position.state.round
        last_move = None
        if last_turn and last_turn.move and is_in_same_round:
            last_move = last_turn.player, last_turn.move
        return Scene(position.state, chosen_tiles, self.move, last_move)

    def draw_motion(self, turn: Turn, share: float) -> None:
        """Draw the table while the tiles of the last move are at a ``share`` of their way."""
        clear(self.ax)
        draw_scene(flight(self.game.position.past[-1], turn.move, share), self.ax, self.names,
                   **self.looks)

    def selection_text(self) -> str:
        """Return sentences on the choice; while a tiling is shown, on how to end that."""
        if self.shown:
            return say("This is the end of the round. Press n for the next step, or space to "
                       "continue.")
        return super().selection_text()

    def gain_text(self) -> str:
        """Return the gain of the chosen move in words; "" while a tiling is shown."""
        return "" if self.shown else super().gain_text()

    def show_scores(self) -> None:
        """Show players, scores and moves, unless a tiling is shown."""
        if not self.shown:
            super().show_scores()

    def report_text(self) -> str:
        """Return the game in words, with boards; with all tiles at every step if that is ticked."""
        text: str = self.game.report(boards=True, every_step=self.every_step.value)
        return text

    def alternative_text(self, ax: Axes) -> str:
        """Draw the position on axes; return its description."""
        return draw_value(self.game.position, ax, names=self.names, **self.looks)

    def picture(self) -> Picture:
        """Return a picture of the table, for where no widget can be shown."""
        return draw.table(self.game.position, names=self.names, **self.looks)

    # -- the controls ----------------------------------------------------------------------

    def add_choosing(self) -> None:
        """Add the commands that choose tiles and a line, and those that step through a tiling."""
        super().add_choosing()
        self.add(Command("step", self.next_step, say("show the next step at the end of the round"),
                         say("Next step ({key})"), "n", self._why_no_step),
                 Command("skip", self.skip_tiling, say("skip the rest of the end of the round"),
                         say("Skip (space)"), " ", self._why_no_step))

    def beside(self) -> Sequence[w.Widget]:
        """Return nothing: the table itself shows the players and their scores."""
        return []

    def add_pages(self) -> None:
        """Add the pages of the tabs, with a switch above the report."""
        self.every_step = self.checkbox(say("All tiles at every step"), False,
                                        self.said.renew_report, width=200)
        super().add_pages()
        report = self.tabs.pages["report"]
        report.children = [self.every_step, *report.children]

    def controls(self) -> Sequence[w.Widget]:
        """Return the list of moves, and the controls for a move and for the end of a round."""
        return [self.grid(FIELD, self.choice),
                self.grid(FIELD, "make", "hint", "step", "skip")]

    def settings_row(self, *others: w.Widget) -> w.Box:
        """Return the controls for how the game is shown, with ``others``, side by side."""
        pace = min(MOST_PACE, SLOWER * self.pause.value)
        self.pace = self.control(w.FloatSlider, say("Round end (s)"), 330, 140, max=MOST_PACE,
                                 step=0.1, value=pace, readout_format=".1f")
        return super().settings_row(self.pace, *others)
