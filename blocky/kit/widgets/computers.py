"""Computer players that move on a board, without blocking the page."""

import asyncio
from typing import Any

import ipywidgets as w

from blocky.kit import arguments
from blocky.kit.language import say
from blocky.kit.safely import Fault, PartError
from blocky.kit.widgets.live import running_loop

__all__ = ["Computers"]


class Computers:
    """The computer players of a ``board``, who move one after the other.

    Attributes:
        stopped: the control that keeps them from moving while it is pressed.
        pause: the control for how long each shows its choice, in seconds.
    """

    def __init__(self, board: Any, pause: float) -> None:
        arguments.at_least("pause", pause, 0)
        self._board = board
        self._task: asyncio.Task[None] | None = None
        self.stopped = board.toggle(say("Stop computers"), say(
            "Computer players wait until you press this again"), self._stop_or_go)
        self.stopped.layout.min_width = board.px(160)  # its text changes
        self.pause = board.control(w.FloatSlider, say("Pause (s)"), 250, 70, value=pause,
                                   max=max(3, pause),
                                   step=0.1, readout_format=".1f")

    @property
    def can_move(self) -> bool:
        """Whether the game may go on without a human's choice."""
        board = self._board
        return not (board.game.over or board.waits_for_human or self.stopped.value)

    def go_on(self, after: float = 0) -> None:
        """Let the computer players move until it is a human's turn.

        In an event loop, as in Jupyter, this returns at once; they begin after ``after`` seconds,
        and refresh the board after each move. Without one, they have moved when this returns.
        """
        if self._task or not self.can_move:
            return
        if loop := running_loop():
            self._task = loop.create_task(self._move(after))
        else:
            asyncio.run(self._move(0))
            self._board.refresh()

    def stop(self) -> None:
        """Stop the computer players before their next move."""
        if self._task:
            self._task.cancel()
            self._task = None

    async def _move(self, after: float) -> None:
        """Let the computer players move until a human has to choose, or they are stopped.

        If a student's function fails in a turn, a sentence says so until they have moved.
        """
        board = self._board
        failures: list[str] = []
        try:
            await asyncio.sleep(after)
            while self.can_move:
                await asyncio.sleep(0)  # so that clicks are heard, and ``stop`` takes effect
                if self.pause.value:
                    await board.motion.over()
                await self._take_turn(failures)
                await board.computer_moved()
                if failures:
                    board.say(" ".join(failures), error=True)
                if self.can_move:
                    board.refresh()
        except Exception as error:
            board.say(f"{type(error).__name__}: {error}", error=True)
        finally:
            # After ``stop``, ``go_on`` may have begun another task, which now lets them move.
            has_a_successor = self._task not in (None, asyncio.current_task())
            if not has_a_successor:
                self._task = None
                board.computers_done()

    async def _take_turn(self, failures: list[str]) -> None:
        """Let the player whose turn it is show its choice and make its move.

        A player without a move to make, human or not, loses the turn. If a student's function
        fails, the kit's functions take the turn, and a sentence on that is added to ``failures``.
        """
        board, game = self._board, self._board.game
        player = game.called(game.turn)
        move = None  # if the player fails to choose one
        try:
            move = game.choose()
            if move is not None:
                board.show_move(move)
                board.notice = say("Player {player} is about to {move}.", player=player,
                                   move=board.move_text(move))
                board.refresh()
                board.notice = ""  # what is shown from now on is not about this choice
            await asyncio.sleep(self.pause.value)
            turn = game.step(move)
            board.say(board.turn_text(turn))
        except PartError as error:  # a student's function failed
            if self._took_turn_with_kits_functions(move):
                failures.append(say("{problem} The game made this move with its own functions.",
                                    problem=error))
            else:
                self._lose_turn(failures, move, error.fault, player)
        except ValueError as error:
            self._lose_turn(failures, move, str(error), player)

    def _took_turn_with_kits_functions(self, move: Any) -> bool:
        """Take the turn with the kit's functions in place of the student's, for this turn only.

        ``move`` is the computer player's choice, or None if there is none yet. Return whether the
        turn was taken: not if the game has no function of a student, or it fails again.
        """
        board, game = self._board, self._board.game
        parts = getattr(game.position, "parts", None)  # not every game has parts
        if parts is None or not parts.has_students:
            return False
        kits_parts = type(parts)()
        game.position.parts = kits_parts
        try:
            turn = game.step(move)
            board.say(board.turn_text(turn))
            return True
        except (ValueError, PartError):  # the player itself fails
            return False
        finally:
            game.position.parts = parts

    def _lose_turn(self, failures: list[str], move: Any, fault: Fault | str, player: int) -> None:
        """End the turn without a move, because of ``fault``; add the sentence to ``failures``."""
        failures.append(say("{problem} Player {player} loses the turn.", problem=fault,
                            player=player))
        self._board.game.forfeit(move, fault)

    def _stop_or_go(self) -> None:
        """Stop the players if the button is pressed, or let them go on; change its text."""
        if self.stopped.value:
            self.stop()
        self.stopped.description = (say("Let computers move") if self.stopped.value else
                                    say("Stop computers"))
        self._board.refresh()
        self._board.go_on()
