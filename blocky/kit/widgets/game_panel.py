"""A session of any game in a notebook: players, computers that move, hints, undo, motion."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from blocky.kit.draw.rulebook import Rule
from blocky.kit.game import Turn
from blocky.kit.language import say, say_count
from blocky.kit.player import best_move
from blocky.kit.position import IllegalMove
from blocky.kit.safely import PartError
from blocky.kit.widgets.computers import Computers
from blocky.kit.widgets.game_text import gains_texts
from blocky.kit.widgets.motion import Motion
from blocky.kit.widgets.panel import SOON, Command, Panel
from blocky.kit.widgets.rules_and_report import Explanations
from blocky.kit.widgets.tabs import Tabs
from blocky.kit.widgets.undo import moves_text, why_no_redo, why_no_undo

__all__ = ["GamePanel"]

#: How many seconds the search for a hint may take.
HINT_SECONDS = 1.0


class GamePanel(Panel):
    """A game that is played, and each move shown on its way.

    Any action by pointer, key or button ends a motion.

    Attributes:
        game: the game that is played.
        rulebook: its rules, in the order in which a newcomer needs them.
        said: the sentence on the last move, with rules and report.
        tabs: the pages of controls and texts, one of which is shown.
        computers: lets the computer players move.
        motion: shows a move on its way.
        stopped, pause: the controls of the computer players.
        show_moves: the control that switches motion on and off.
        draws_motion: whether the board of this game shows motion.
        notice: a sentence shown instead of whose turn it is; "" if there is none.
    """

    game: Any
    rulebook: Sequence[Rule] = ()

    def __init__(self, size: tuple[float, float], game: Any, pause: float, **looks: Any) -> None:
        # Motions show errors as sentences, by ``attempt``: that of Panel, as the one of this class
        # would end the motion at each frame.
        panels_attempt = super().attempt
        self.motion = Motion(show=partial(panels_attempt, self._draw_frame),
                             finish=partial(panels_attempt, self.redraw))
        self._seen: tuple[Any, int] = None, 0  # the game last shown, and its number of turns
        super().__init__(size, **looks)
        self.game = game
        self._former: Any = None  # see ``former_game``
        self.notice = ""
        self.add_choosing()
        self.tabs = Tabs(say("What is shown here"))
        self.said = Explanations(self)
        self.add(
            Command("hint", self.hint, say("hint"), say("☼ Hint ({key})"), "i",
                    self._why_no_hint),
            Command("undo", self.undo, say("undo"), say("↶ Undo ({key})"), "z",
                    self._why_no_undo),
            Command("redo", self.redo, say("redo"), say("↷ Redo ({key})"), "y",
                    lambda: why_no_redo(self.game.redoable)),
            Command("end", self.end, say("end the game"), say("End game"), "", self.why_ended))
        self.computers = Computers(self, pause)
        self.stopped, self.pause = self.computers.stopped, self.computers.pause
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
        """Whether a human has to choose a move."""
        return (not self.game.over and self.game.players[self.game.turn].is_human
                and not self.game.stuck)

    def why_ended(self) -> str | None:
        """Return the sentence that the game is over; None if it goes on."""
        return say("The game is over.") if self.game.over else None

    def why_no_human(self) -> str | None:
        """Return a sentence that says why no human can move now; None if one can."""
        if self.game.stuck:
            return say("No move is legal, so player {player} loses the turn.",
                       player=self.game.called(self.game.turn))
        if self.game.over or self.game.players[self.game.turn].is_human:
            return None
        if self.stopped.value:
            return say("It's a computer player's turn, and computer players are stopped. "
                       "Press “{button}”.", button=self.stopped.description)
        return say("It's a computer player's turn. Wait until it has moved.")

    def _why_no_hint(self) -> str | None:
        """Return a sentence that says why there can be no hint now; None if there can."""
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
            return self.say(say("{problem} The game hasn't changed.", problem=error),
                            error=True)
        sentences = self.turn_text(turn)
        self.show_board()
        self.say(sentences)
        self.show_later(self.show_rest)
        self.go_on(SOON)

    def refuse(self, reason: str, move: Any) -> None:
        """Show why ``move`` can't be made, and a button that opens the rule that forbids it."""
        self.say(reason, error=True)
        if not self.why_no_human() and (refusal := self.game.why_not(move)):
            self.said.offer_rule(refusal.rule)

    def say(self, text: str, error: bool = False) -> None:
        """Show a sentence under the figure, in place of the last one."""
        super().say(text, error)
        self.said.offer_rule()

    # -- the moves of computers ------------------------------------------------------------

    def go_on(self, after: float = 0) -> None:
        """Let computer players move until it is a human's turn, without blocking the page."""
        self.computers.go_on(after)

    async def computer_moved(self) -> None:
        """Show what a computer player's move led to, before the game goes on."""

    def computers_done(self) -> None:
        """Show the game once computer players have moved, or are stopped."""
        self.show_move(None)
        self.refresh()

    def begin_work(self) -> None:
        """Let computer players go on."""
        self.go_on()

    def end_work(self) -> None:
        """Stop computer players and motion."""
        super().end_work()
        self.computers.stop()
        self.motion.end()

    # -- undo, the end, another game -------------------------------------------------------

    @property
    def has_human(self) -> bool:
        """Whether a human plays."""
        return any(player.is_human for player in self.game.players)

    def undo(self) -> None:
        """Undo the end of the game, if it was ended by hand, or moves.

        Moves are undone back to the last one that a human chose. Computer players are stopped if it
        is their turn then: they would undo the undoing.
        """
        if self.game.ended:
            self.game.resume()
            self.say(say("The game goes on."))
            return self._show_travelled(stops_computers=True)
        self._travel(self.game.undo, lambda: self.game.undoable, why_no_undo, stops_computers=True)

    def redo(self) -> None:
        """Redo moves, up to the next turn of a human; computers go on against a human."""
        self._travel(self.game.redo, lambda: self.game.redoable, why_no_redo,
                     stops_computers=not self.has_human)

    def _travel(self, step: Callable[[], None], count_left: Callable[[], int],
                why_not: Callable[[int], str | None], *, stops_computers: bool) -> None:
        """Undo or redo moves up to the next turn of a human; without a human, only one move.

        ``step`` undoes or redoes a move, and ``count_left`` returns how many moves it can still
        undo or redo; ``why_not`` returns the sentence that there are none. For
        ``stops_computers``, see ``_show_travelled``.
        """
        if reason := why_not(count_left()):
            return self.say(reason, error=True)
        self.computers.stop()
        step()
        if self.has_human:
            while count_left() and not self.game.over and not self.waits_for_human:
                step()
        self.say(moves_text(len(self.game.history)))
        self._show_travelled(stops_computers=stops_computers)

    def _show_travelled(self, *, stops_computers: bool) -> None:
        """Show the game after undo or redo, and let computer players go on.

        With ``stops_computers`` they are stopped instead, if it's the turn of one.
        """
        if stops_computers and not self.waits_for_human:
            self.stopped.value = True
        self.refresh()
        self.go_on()

    def _why_no_undo(self) -> str | None:
        """Return the sentence that there's nothing to undo; None if there is."""
        return None if self.game.ended else why_no_undo(self.game.undoable)

    def end(self) -> None:
        """End the game now."""
        self.computers.stop()
        self.game.end()
        self.say("")
        self.refresh()

    def begin(self, game: Any, text: str) -> None:
        """Show ``game``, and a sentence; ``former_game`` then goes back to the present game."""
        self.computers.stop()
        self._former = self.game
        self.game = game
        self.show_keys()  # the new game may have other rules, with other actions
        self.seats.show(game.players)
        self.show_move(None)
        self.stopped.value = False
        self.say(text)
        self.refresh()
        self.go_on()

    def former_game(self) -> None:
        """Go back to the game that was shown before the last one was begun or loaded."""
        if reason := self.why_no_former():
            return self.say(reason, error=True)
        self.begin(self._former, say("You're back in the previous game."))

    def why_no_former(self) -> str | None:
        """Return the sentence that no game was shown before; None if one was."""
        return say("There was no previous game on this board.") if self._former is None else None

    # -- hints -----------------------------------------------------------------------------

    def hint(self) -> None:
        """Choose the best move that a human can make now; show what it gains."""
        if reason := self._why_no_hint():
            return self.say(reason, error=True)
        try:
            move = self.hinted_move()
        except PartError as error:
            return self.say(say("There's no hint. {problem}", problem=error), error=True)
        if move is None:
            return self.say(self.no_hint_text())
        self.take_hint(move)
        self.say(self.hint_text(move))

    def hinted_move(self) -> Any:
        """Return the best move; None if none improves the score.

        A game whose ``worth`` of a position isn't the score overrides this.
        """
        best = best_move(self.game.copy(), HINT_SECONDS)
        if best is None:
            return None
        score_after, move = best
        return move if score_after > self.game.scores[self.game.turn] else None

    def no_hint_text(self) -> str:
        """Return the sentence for when no move improves the score."""
        return say("Hint: no move increases your score now.")

    def take_hint(self, move: Any) -> None:
        """Choose ``move``, the best one."""
        self.show_move(move)
        self.show_chosen()

    def hint_text(self, move: Any) -> str:
        """Return a sentence on the best move."""
        gain = self.gain_of(move) or 0  # of the best move it's known
        return say_count("Hint: {move}. It gains {count} point and makes your score {score}.",
                         "Hint: {move}. It gains {count} points and makes your score {score}.",
                         gain, move=self.move_text(move),
                         score=self.game.scores[self.game.turn] + gain)

    # -- in words --------------------------------------------------------------------------

    def move_text(self, move: Any) -> str:
        """Return ``move`` in words that can follow "to"."""
        return say("play {move}", move=move)

    def turn_text(self, turn: Turn) -> str:
        """Return sentences on ``turn``, the last one: what was done, and what points it brought."""
        player = self.game.called(turn.player)
        if turn.forfeited and turn.move is None:
            return say("{problem} Player {player} loses the turn.", problem=turn.forfeited,
                       player=player)
        if turn.forfeited:
            return say("Player {player} tried to {move}. {reason} The turn is lost.",
                       player=player, move=self.move_text(turn.move), reason=turn.forfeited)
        done = say("Player {player} chose to {move}: score {score}.", player=player,
                   move=self.move_text(turn.move), score=turn.scores[turn.player])
        last_step = self.said.story.steps()[-1]
        gains = [say("{gain}.", gain=gain) for gain in gains_texts(self.game, last_step)]
        return " ".join([done, *gains])

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
        """Show what is around the board: whose turn it is, players, moves, scores, buttons."""

    # -- motion ----------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the position, the last move and the choice; do nothing while a motion is running.

        The motion draws the same when it ends.
        """
        if self.motion.running:
            return
        self.motion.undrawn = False
        self.draw_position()
        if self.game.history:
            self.mark_last(self.game.history[-1])
        self.live.redraw()

    def show_last_move(self) -> None:
        """Begin to show the last move on its way, if only this move is new since the last call.

        A running motion ends if the game has changed in any way.
        """
        history = self.game.history
        game_seen, turns_seen = self._seen
        self._seen = self.game, len(history)
        is_same_game = game_seen is self.game
        if is_same_game and turns_seen == len(history):
            return
        self.motion.end()
        has_one_more_turn = is_same_game and turns_seen + 1 == len(history)
        if has_one_more_turn and self.has_motion(history[-1]):
            self.begin_motion(partial(self.draw_motion, history[-1]))

    def begin_motion(self, draw: Callable[[float], Any]) -> None:
        """Begin a motion, unless motion is switched off: see ``Motion.begin``."""
        self.motion.end()
        if self.show_moves.value:
            self.motion.begin(draw)

    def _draw_frame(self, draw: Callable[[float], Any], share: float) -> None:
        """Draw a motion at a ``share`` of its way, and send the picture to the page."""
        draw(share)
        self.live.redraw()

    def attempt(self, action: Callable[..., Any], *args: Any) -> None:
        """Call ``action``; show an exception as a sentence.

        This ends a running motion, unless ``action`` is called with the event that the pointer
        moved.
        """
        pointer_moved = bool(args) and getattr(args[0], "name", "") == "motion_notify_event"
        if not pointer_moved:
            self.motion.end()
        super().attempt(action, *args)
        if self.motion.undrawn:  # the action hasn't drawn where the ended motion led
            super().attempt(self.redraw)
