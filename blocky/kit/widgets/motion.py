"""A move that was made is seen: for a moment the board shows it on its way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as w

from blocky.kit.game import Turn
from blocky.kit.language import say
from blocky.kit.widgets.game_panel import GamePanel

__all__ = ["MovingPanel"]

#: How long a move is on its way, and how long a frame of it is shown; in seconds.
SECONDS, FRAME = 0.25, 0.03


class MovingPanel(GamePanel):
    """A game on a figure that shows each move on its way, and marks the last one.

    The motion runs beside everything else: whatever is done by pointer, key or button ends it.

    Attributes:
        show_moves: the control that switches motions on and off.
        draws_motion: whether the board of this game shows a move on its way.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        self._motion: asyncio.Task[None] | None = None
        self._owing = False  # whether a motion was ended, and nothing was drawn since
        self._seen: tuple[Any, int] = None, 0  # the game and its turns when it was last shown
        self.show_moves = w.Checkbox(True, description=say("Show moves"), indent=False)
        self.draws_motion = type(self).draw_motion is not MovingPanel.draw_motion
        super().__init__(*args, **settings)
        self.show_moves.layout = self.at_least(120)
        if not self.draws_motion:
            self.show_moves.layout.display = "none"

    # -- what the board of a game defines --------------------------------------------------

    def draw_position(self) -> None:
        """Draw the present position and the choice."""
        raise NotImplementedError

    def mark_last(self, turn: Turn) -> None:
        """Mark on the board, once the position is drawn, what was done in ``turn``, the last."""

    def draw_motion(self, turn: Turn, share: float) -> None:
        """Draw the board while the last move is at a ``share``, from 0 to 1, of its way."""
        self.draw_position()

    def has_motion(self, turn: Turn) -> bool:
        """Tell whether there is something to be seen of a turn on its way."""
        return self.draws_motion and not turn.fault

    # -- drawing ---------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the present position, the last move, and the choice.

        During a motion nothing is drawn here: the motion ends with such a drawing.
        """
        if self._motion and not self._motion.done():  # a loop that has ended ends it, too
            return
        self._owing = False
        self.draw_position()
        if self.game.history:
            self.mark_last(self.game.history[-1])
        self.live.redraw()

    def see_last(self) -> None:
        """Begin to show the last move on its way, if it is new, and there is a loop to do it in."""
        (game, made), history = self._seen, self.game.history
        self._seen = self.game, len(history)
        if game is self.game and made == len(history):
            return
        self.end_motion()
        if game is self.game and made + 1 == len(history) and self.has_motion(history[-1]):
            self.see(partial(self.draw_motion, history[-1]))

    def see(self, draw: Callable[[float], Any]) -> None:
        """Begin to show what ``draw`` draws while something is at a share, 0 to 1, of its way.

        Nothing is shown where motions are switched off, or there is no loop to show them in.
        """
        self.end_motion()
        if not self.show_moves.value:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        super().attempt(self._draw_frame, draw, 0.0)  # a game goes on whatever becomes of a picture
        self._motion = loop.create_task(self._move(draw))

    async def _move(self, draw: Callable[[float], Any]) -> None:
        loop = asyncio.get_running_loop()
        begun, share = loop.time(), 0.0
        while share < 1:
            await asyncio.sleep(FRAME)
            share = (loop.time() - begun) / SECONDS
            if share < 1:
                super().attempt(self._draw_frame, draw, share)
        self._motion = None
        super().attempt(self.redraw)

    def _draw_frame(self, draw: Callable[[float], Any], share: float) -> None:
        draw(share)
        self.live.redraw()

    async def motion_over(self) -> None:
        """Wait until no move is on its way."""
        if self._motion:
            await asyncio.wait({self._motion})

    def end_motion(self) -> None:
        """Stop showing a move on its way; the next drawing shows where it went."""
        if self._motion:
            self._motion.cancel()
            self._motion, self._owing = None, True

    def attempt(self, action: Callable[..., Any], *args: Any) -> None:
        """Call ``action``; end a motion before, unless it is for the pointer that moves."""
        if not (args and getattr(args[0], "name", "") == "motion_notify_event"):
            self.end_motion()
        super().attempt(action, *args)
        if self._owing:
            super().attempt(self.redraw)
