"""A session of any game in a notebook: players, computers that move, hints, undo, motion."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as w

from blocky.kit.game import Turn
from blocky.kit.language import say, say_count
from blocky.kit.position import IllegalMove
from blocky.kit.safely import PartError
from blocky.kit.widgets.explaining import ExplainingPanel
from blocky.kit.widgets.live import running_loop
from blocky.kit.widgets.motion import Motion
from blocky.kit.widgets.panel import Command
from blocky.kit.widgets.undo import why_no_redo, why_no_undo

__all__ = ["GamePanel"]

#: How many seconds what is shown later waits for the board.
SOON = 0.08


class GamePanel(ExplainingPanel):
    """A game that is played, and each move shown on its way.

    Whatever is done by pointer, key or button ends a motion.

    Attributes:
        motion: shows a move on its way.
        stopped, pause: the controls of the computer players.
        show_moves: the control that switches motion on and off.
        draws_motion: whether the board of this game shows motion.
        notice: a sentence shown instead of whose turn it is; "" if there is none.
    """

    def __init__(self, size: tuple[float, float], game: Any, pause: float, **looks: Any) -> None:
        attempt = super().attempt  # a game goes on even if a picture fails
        self.motion = Motion(partial(attempt, self._draw_frame), partial(attempt, self.redraw))
        self._seen: tuple[Any, int] = None, 0  # the game and its turns when last shown
        self._waiting: dict[Callable[[], None], asyncio.TimerHandle] = {}  # see ``show_later``
        super().__init__(size, **looks)
        self.game = game
        self.notice = ""
        self._thinking: asyncio.Task[None] | None = None
        self.add_choosing()
        self.add_explaining()
        self.add(
            Command("undo", self.undo, say("undo"), say("↶ Undo ({key})"), "z",
                    lambda: why_no_undo(self.game.undoable)),
            Command("redo", self.redo, say("redo"), say("↷ Redo ({key})"), "y",
                    lambda: why_no_redo(self.game.redoable)),
            Command("end", self.end, say("end the game"), say("End game"), "", self.why_ended))
        self.stopped = self.toggle(say("Stop computers"), say(
            "Computer players wait until this is released"), self._stop_or_go)
        self.stopped.layout.min_width = self.px(160)  # its text changes
        self.pause = self.control(w.FloatSlider, say("Pause (s)"), 250, 70, value=pause, max=3,
                                  step=0.1, readout_format=".1f")
        self.draws_motion = type(self).draw_motion is not GamePanel.draw_motion
        self.show_moves = self.checkbox(say("Show moves"), True)
        if not self.draws_motion:
            self.show_moves.layout.display = "none"

    # -- what the board of a game can change -----------------------------------------------

    def mark_last(self, turn: Turn) -> None:
        """Mark what was done in ``turn``, the last one, on the drawn board."""

    def draw_motion(self, turn: Turn, share: float) -> None:
        """Draw the board while the last move is at a ``share``, 0 to 1, of its way."""

    def has_motion(self, turn: Turn) -> bool:
        """Return whether ``turn`` can be shown on its way."""
        return self.draws_motion and not turn.fault

    # -- the moves of humans ---------------------------------------------------------------

    @property
    def waits_for_human(self) -> bool:
        """Whether it is a human's turn."""
        return not self.game.over and self.game.players[self.game.turn].is_human

    def why_ended(self) -> str | None:
        """Return the sentence that the game is over; None if it goes on."""
        return say("The game is over.") if self.game.over else None

    def why_no_human(self) -> str | None:
        """Return a sentence that says why no human can move now; None if one can."""
        if self.game.over or self.game.players[self.game.turn].is_human:
            return None
        return say("It is a computer player's turn. Wait until it has moved.")

    def _why_no_hint(self) -> str | None:
        return self.why_ended() or self.why_no_human()

    def play(self, move: Any) -> None:
        """Make ``move``, as a human; show a sentence if it cannot be made."""
        if reason := self.why_no_human():
            return self.refuse(reason, move)
        try:
            turn = self.game.play(move)
        except IllegalMove as refused:
            return self.refuse(str(refused), move)
        except (ValueError, PartError) as error:
            return self.say(say("{problem} The game is as it was before.", problem=error),
                            error=True)
        sentences = self.told(turn)
        self.show_board()
        self.say(sentences)
        self.show_later(self.show_rest)
        self.go_on()

    # -- the moves of computers ------------------------------------------------------------

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer player is to move, and may."""
        return not (self.game.over or self.waits_for_human or self.stopped.value)

    def go_on(self) -> None:
        """Let computer players move until it is a human's turn, without blocking the page."""
        if self._thinking or not self.waits_for_computer:
            return
        if loop := running_loop():
            self._thinking = loop.create_task(self._let_computers_move())
        else:
            asyncio.run(self._let_computers_move())
            self.refresh()

    async def _let_computers_move(self) -> None:
        failures: list[str] = []
        try:
            await asyncio.sleep(SOON)
            while self.waits_for_computer:
                await asyncio.sleep(0)
                if self.pause.value:
                    await self.motion.over()
                await self._computer_turn(failures)
                if failures:
                    self.say(" ".join(failures), error=True)
                if self.waits_for_computer:
                    self.refresh()
        except Exception as error:
            self.say(f"{type(error).__name__}: {error}", error=True)
        finally:
            if self._thinking is None or self._thinking is asyncio.current_task():
                self._thinking = None
                self.computers_done()

    async def _computer_turn(self, failures: list[str]) -> None:
        """Let a computer player show its choice and make its move; add what failed."""
        player, move = self.game.called(self.game.turn), None
        try:
            move = self.game.choose()
            self.show_move(move)
            self.notice = say("Player {player} wants to {move}.", player=player,
                              move=self.move_text(move))
            self.refresh()
            self.notice = ""
            await asyncio.sleep(self.pause.value)
            self.say(self.told(self.game.step(move)))
        except (ValueError, PartError) as error:
            failures.append(say("{problem} Player {player} loses the turn.", problem=error,
                                player=player))
            self.game.forfeit(move, error.fault if isinstance(error, PartError) else str(error))

    def computers_done(self) -> None:
        """Show the game once computer players have moved, or are stopped."""
        self.show_move(None)
        self.refresh()

    def stop(self) -> None:
        """Stop computer players before their next move."""
        if self._thinking:
            self._thinking.cancel()
            self._thinking = None

    def _stop_or_go(self) -> None:
        if self.stopped.value:
            self.stop()
        self.stopped.description = (say("Let computers move") if self.stopped.value else
                                    say("Stop computers"))
        self.refresh()
        self.go_on()

    # -- undo, the end, another game -------------------------------------------------------

    def undo(self) -> None:
        """Undo moves, back to the last one that a human chose."""
        self._travel(self.game.undo, lambda: self.game.undoable, why_no_undo)

    def redo(self) -> None:
        """Redo moves, up to the next turn of a human."""
        self._travel(self.game.redo, lambda: self.game.redoable, why_no_redo)

    def _travel(self, step: Callable[[], None], left: Callable[[], int],
                why_not: Callable[[int], str | None]) -> None:
        if reason := why_not(left()):
            return self.say(reason, error=True)
        self.stop()
        step()
        has_human = any(player.is_human for player in self.game.players)
        while has_human and left() and not self.game.over and not self.waits_for_human:
            step()
        self.say(say_count("{count} move is made now.", "{count} moves are made now.",
                           len(self.game.history)))
        if not self.waits_for_human:
            self.stopped.value = True
        self.refresh()
        self.go_on()

    def end(self) -> None:
        """End the game now."""
        self.stop()
        self.game.end()
        self.refresh()

    def begin(self, game: Any, text: str) -> None:
        """Replace the present game by ``game``, and show a sentence."""
        self.stop()
        self.game = game
        self.seats.show(game.players)
        self.show_move(None)
        self.stopped.value = False
        self.say(text)
        self.refresh()
        self.go_on()

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the present state of the game: the board first, then everything else."""
        self.show_board()
        self.show_rest()

    def show_board(self) -> None:
        """Show the present position, or begin to show the last move on its way."""
        self.show_last_move()
        self.redraw()

    def show_rest(self) -> None:
        """Show what stands around the board: whose turn it is, players, moves, scores, buttons."""

    def show_later(self, show: Callable[[], None]) -> None:
        """Call ``show`` when it has not been asked for again for a moment.

        The board need not wait for what takes longer. Without an event loop it is called at once.
        """
        if not (loop := running_loop()):
            return show()
        if waiting := self._waiting.get(show):
            waiting.cancel()
        self._waiting[show] = loop.call_later(SOON, super().attempt, show)

    # -- motion ----------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the position, the last move, and the choice, or leave that to a running motion."""
        if self.motion.running:
            return
        self.motion.undrawn = False
        self.draw_position()
        if self.game.history:
            self.mark_last(self.game.history[-1])
        self.live.redraw()

    def show_last_move(self) -> None:
        """Begin to show the last move on its way, if it is new."""
        (game, made), history = self._seen, self.game.history
        self._seen = self.game, len(history)
        if game is self.game and made == len(history):
            return
        self.motion.end()
        if game is self.game and made + 1 == len(history) and self.has_motion(history[-1]):
            self.see(partial(self.draw_motion, history[-1]))

    def see(self, draw: Callable[[float], Any]) -> None:
        """Begin a motion, unless motion is switched off: see ``Motion.begin``."""
        self.motion.end()
        if self.show_moves.value:
            self.motion.begin(draw)

    def _draw_frame(self, draw: Callable[[float], Any], share: float) -> None:
        draw(share)
        self.live.redraw()

    def attempt(self, action: Callable[..., Any], *args: Any) -> None:
        """Call ``action``; show an exception as a sentence.

        It ends a motion, unless the pointer only moves.
        """
        if not (args and getattr(args[0], "name", "") == "motion_notify_event"):
            self.motion.end()
        super().attempt(action, *args)
        if self.motion.undrawn:
            super().attempt(self.redraw)
