"""The end of a round is shown on the table step by step, before the game goes on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import ipywidgets as w

from blocky.blue.draw.motion import Frame, frames
from blocky.blue.draw.table import Scene
from blocky.blue.game import Game
from blocky.blue.in_words import take_sentences
from blocky.blue.position import Move
from blocky.blue.state import take
from blocky.blue.widgets.choosing import ChoosingTable
from blocky.kit.game import Turn
from blocky.kit.language import say
from blocky.kit.widgets.commands import Command

__all__ = ["ShowingTable"]

#: A step of a tiling is shown so many times as long as a computer player's choice, at first.
SLOWER = 2.5


class ShowingTable(ChoosingTable):
    """A table that shows each step of the end of a round.

    Attributes:
        tiling: what is left to be shown of the end of a round, the next first.
        shown: what of it is shown now, None for nothing.
        pace: the control that says how long a step is shown, in seconds; 0: none is.
    """

    def __init__(self, game: Game, *, pause: float = 0.6, **settings: Any) -> None:
        self.tiling: list[Frame] = []
        self.shown: Scene | None = None
        self._shows: asyncio.Task[None] | None = None
        self._stepped = asyncio.Event()
        self._first_pace = SLOWER * pause
        super().__init__(game, pause=pause, **settings)

    # -- playing ---------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make ``move``, as a human; show a sentence if that cannot be."""
        self.skip_tiling()
        made = len(self.game.history)
        super().play(move)
        if len(self.game.history) > made:
            self.drop()

    def told(self, turn: Turn) -> str:
        """Describe a turn, and begin to show the tiling that it led to."""
        if turn.move is None:
            return super().told(turn)
        before, name = self.game.position.past[-1], self.names[turn.player]
        if self.pace.value:
            self.tiling = frames(before, turn.move, self.game.rules, self.names)
        if self.tiling:
            self.shown = Scene(take(before, *turn.move), last=(turn.player, turn.move))
            self.notice = say("The end of round {number}.", number=before.round + 1)
        return " ".join(take_sentences(before, turn.move, name))

    def go_on(self) -> None:
        """Show a tiling step by step, then let computer players move."""
        if self.tiling:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                self._show_no_more()
            else:
                if not self._shows:
                    self._shows = loop.create_task(self._show_tiling(go_on=True))
                return
        super().go_on()

    async def _computer_turn(self, failures: list[str]) -> None:
        await super()._computer_turn(failures)
        if self.tiling:
            self.refresh()
            await self._show_tiling()

    # -- the end of a round ----------------------------------------------------------------

    async def _show_tiling(self, go_on: bool = False) -> None:
        await self.motion.over()
        await asyncio.sleep(self.pause.value)
        while self.tiling:
            self.show_step()
            self._stepped = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stepped.wait(), self.pace.value or 0.001)
        self._show_no_more()
        if go_on:
            self._shows = None
            self.go_on()

    def show_step(self) -> None:
        """Show the next step of a tiling, with what it scores."""
        frame = self.tiling.pop(0)
        self.shown = frame.scene
        self.say(frame.text)
        self.redraw()

    def next_step(self) -> None:
        """Show the next step of a tiling without waiting for it."""
        if reason := self._why_no_step():
            return self.say(reason, error=True)
        self._stepped.set()

    def skip_tiling(self) -> None:
        """Show no more of the tiling, and go on."""
        if self.tiling:
            self.say(self.tiling[-1].text)
        self._show_no_more()
        if self._shows:
            self._shows.cancel()
            self._shows = None
            self.go_on()
        self._stepped.set()

    def _show_no_more(self) -> None:
        if self.shown:
            self.tiling, self.shown, self.notice = [], None, ""
            self.refresh()  # the moves and the scores too

    def selection_text(self) -> str:
        """Describe the choice and its effect; during a showing, say how to end it."""
        if self.shown:
            return say("The end of the round is shown: key n for the next step, space to go on.")
        return super().selection_text()

    def gain_text(self) -> str:
        """Return the gain of the chosen move in words; "" while the end of a round is shown."""
        return "" if self.shown else super().gain_text()

    def show_scores(self) -> None:
        """Show players, scores and moves; after a tiling, not while it is shown."""
        if not self.shown:
            super().show_scores()

    def _why_no_step(self) -> str | None:
        return None if self.shown else say("No end of a round is shown now.")

    def begin(self, game: Game, text: str) -> None:
        """Replace the present game by ``game``, and show a sentence."""
        self.skip_tiling()
        super().begin(game, text)

    def undo(self) -> None:
        """Undo moves, back to the last one that a human chose."""
        self.skip_tiling()
        super().undo()

    # -- making the widgets ----------------------------------------------------------------

    def add_choosing(self) -> None:
        """Add the commands that choose tiles and a line, and those that step through a tiling."""
        super().add_choosing()
        self.add(Command("step", self.next_step, say("show the next step of the end of a round"),
                         say("Next step ({key})"), "n", 125, self._why_no_step),
                 Command("skip", self.skip_tiling, say("show no more of the end of a round"),
                         say("Skip (space)"), " ", 105, self._why_no_step))

    def pace_row(self) -> w.HBox:
        """Return the controls for how a tiling is shown, side by side."""
        self.pace = self.control(w.FloatSlider, say("Round's end (s)"), 330, 140,
                                 value=min(4, self._first_pace), max=4, step=0.1,
                                 readout_format=".1f")
        return self.row("step", "skip", self.pace)
