"""A session of any game in a notebook: players, computers that move by themselves, hints, undo."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import ipywidgets as w

from blocky.kit.game import Turn
from blocky.kit.language import say, say_count
from blocky.kit.player import best_move
from blocky.kit.safely import PartError
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.explaining import ExplainingPanel
from blocky.kit.widgets.undo import why_no_redo, why_no_undo

__all__ = ["GamePanel"]

#: How long a hint may be looked for, in seconds.
HINT_SECONDS = 1.0


class GamePanel(ExplainingPanel):
    """A game that is played, but for how it is shown and how a move is chosen.

    Attributes:
        stopped, pause: the controls of the computer players.
        notice: a sentence shown instead of whose turn it is; "" if there is none.
    """

    WIDE = 177  # pixels that a button beside the figure is wide
    HINT_KEY = "i"

    def __init__(self, size: tuple[float, float], game: Any, pause: float, **looks: Any) -> None:
        super().__init__(size, **looks)
        self.game = game
        self.notice = ""
        self._thinking: asyncio.Task[None] | None = None
        self.add_choosing()
        self.add_explaining()
        self.add(
            Command("hint", self.hint, say("hint"), say("☼ Hint ({key})"), self.HINT_KEY,
                    self.WIDE, self._why_no_hint),
            Command("undo", self.undo, say("undo"), say("↶ Undo ({key})"), "z",
                    why_not=lambda: why_no_undo(self.game.undoable)),
            Command("redo", self.redo, say("redo"), say("↷ Redo ({key})"), "y",
                    why_not=lambda: why_no_redo(self.game.redoable)),
            Command("end", self.end, say("end the game"), say("End game"),
                    why_not=self.why_ended))
        self.stopped = self.toggle(say("Stop computers"), 160,
                                   say("Computer players wait until this is released"),
                                   self._stop_or_go)
        self.pause = self.control(w.FloatSlider, say("Pause (s)"), 250, 70, value=pause, max=3,
                                  step=0.1, readout_format=".1f")

    # -- what the board of a game may say differently --------------------------------------

    def add_choosing(self) -> None:
        """Add the commands that choose what to move."""

    def show_move(self, move: Any) -> None:
        """Choose ``move`` and show it on the board; None clears the choice."""
        raise NotImplementedError

    def no_hint_text(self) -> str:
        """Return the sentence for when no move improves the score."""
        return say("Hint: no move makes your score larger now.")

    def take_hint(self, move: Any) -> None:
        """Choose ``move``, the best one."""
        self.show_move(move)
        self.show_chosen()

    def hint_text(self, move: Any, gain: int, score: int) -> str:
        """Return a sentence on the best move."""
        return say_count("Hint: {move}. It gains {count} point and makes your score {score}.",
                         "Hint: {move}. It gains {count} points and makes your score {score}.",
                         gain, move=self.move_text(move), score=score)

    async def motion_over(self) -> None:
        """Wait until no move is shown on its way."""

    # -- playing ---------------------------------------------------------------------------

    @property
    def waits_for_human(self) -> bool:
        """Whether it is a human's turn."""
        return not self.game.over and self.game.players[self.game.turn].is_human

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer player is to move, and may."""
        return not (self.game.over or self.waits_for_human or self.stopped.value)

    def why_ended(self) -> str | None:
        """Return the sentence that the game is over; None if it goes on."""
        return say("The game is over.") if self.game.over else None

    def why_no_human(self) -> str | None:
        """Return a sentence that says why no human can move now; None if one can."""
        if self.game.over or self.waits_for_human:
            return None
        return say("It is a computer player's turn. Wait until it has moved.")

    def play(self, move: Any) -> None:
        """Make ``move``, as a human; show a sentence if that cannot be."""
        if reason := self.why_no_human() or self.game.why_not(move):
            return self.refuse(reason, move)
        try:
            turn = self.game.play(move)
        except (ValueError, PartError) as error:
            return self.say(say("{problem} The game is as it was before.", problem=error),
                            error=True)
        self.say(self.told(turn))
        self.refresh()
        self.go_on()

    def hint(self) -> None:
        """Choose the best move that a human can make now; show what it gains."""
        if reason := self._why_no_hint():
            return self.say(reason, error=True)
        try:
            score, move = best_move(self.game.copy(), HINT_SECONDS)
        except PartError as error:
            return self.say(say("There is no hint. {problem}", problem=error), error=True)
        gain = score - self.game.scores[self.game.turn]
        if gain <= 0:
            return self.say(self.no_hint_text())
        self.take_hint(move)
        self.say(self.hint_text(move, gain, score))

    def _why_no_hint(self) -> str | None:
        return self.why_ended() or self.why_no_human()

    def told(self, turn: Turn) -> str:
        """Return the sentences that say what was done in the last turn, and what it brought."""
        player = self.game.called(turn.player)
        if turn.forfeited:
            return say("Player {player} tried to {move}. {reason} The turn is lost.",
                       player=player, move=self.move_text(turn.move), reason=turn.forfeited)
        done = say("Player {player} chose to {move}: score {score}.", player=player,
                   move=self.move_text(turn.move), score=turn.scores[turn.player])
        return " ".join([done, *self.gains()])

    def go_on(self) -> None:
        """Have computer players move, without blocking the page, until it is a human's turn."""
        if self._thinking or not self.waits_for_computer:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(self._let_computers_move())
            self.refresh()
        else:
            self._thinking = loop.create_task(self._let_computers_move())

    def stop(self) -> None:
        """Stop computer players before their next move."""
        if self._thinking:
            self._thinking.cancel()
            self._thinking = None

    async def _let_computers_move(self) -> None:
        failures: list[str] = []
        try:
            while self.waits_for_computer:
                await asyncio.sleep(0)
                if self.pause.value:
                    await self.motion_over()
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
        """Let a computer player show its choice and move; note what failed."""
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
        """Show the game when computer players have moved, or are stopped."""
        self.show_move(None)
        self.refresh()

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

    def _stop_or_go(self) -> None:
        if self.stopped.value:
            self.stop()
        self.stopped.description = (say("Let computers move") if self.stopped.value else
                                    say("Stop computers"))
        self.refresh()
        self.go_on()
