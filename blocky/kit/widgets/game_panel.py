"""A session of any game in a notebook: players, scores, undo, hints, computers, files."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from blocky.kit.draw.chart import scores
from blocky.kit.draw.picture import DPI, Picture
from blocky.kit.game import Turn, given_seed
from blocky.kit.language import say, say_count
from blocky.kit.player import best_move
from blocky.kit.safely import PartError, made_by_student
from blocky.kit.widgets.changes import why_no_redo, why_no_undo
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.game_text import moves_markup, players_markup, status_text
from blocky.kit.widgets.live import image, status
from blocky.kit.widgets.panel import Panel

__all__ = ["GamePanel"]

#: How long a hint may be looked for, in seconds.
HINT_SECONDS = 1.0

#: What the lines of players are drawn in, where their game says nothing else.
PAINTS = ((0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (86, 180, 233))


class GamePanel(Panel):
    """A game in a notebook, but for how a move is chosen: base of the boards of games.

    A subclass defines ``draw_position``, ``alternative_text``, ``show_move``, ``selection_text``,
    ``listen``, ``add_choosing`` and ``choosing_row``; it may redefine what follows them. Whatever
    pointer, keys and buttons do is a method.

    Attributes:
        game: what is played.
        ax: the axes that the position is drawn on.
        stopped, pause: the controls of the computer players.
    """

    SIZE = (4.6, 4.6)  # inches
    WIDE = 177  # pixels that a button beside the figure is wide

    def __init__(self, game: Any, *, pause: float = 0.6, palette: str = "safe",
                 letters: bool = False, big: bool = False) -> None:
        super().__init__(self.SIZE, palette=palette, letters=letters, big=big)
        self.game = game
        self._thinking: asyncio.Task[None] | None = None
        self._charted: tuple[int, int] | None = None  # what the chart shows: moves of a game
        self._waiting: asyncio.TimerHandle | None = None
        self._status, self._players, self._chart, self._moves, self._selection = (
            w.HTML() for _ in range(5))
        self.ax = self.figure.add_axes((0, 0, 1, 1))
        self.ax.set_axis_off()
        self._make_controls(pause)
        self.listen()
        self.arrange(*self._arranged())
        self.refresh()
        self.go_on()

    # -- what the board of a game says -----------------------------------------------------

    def draw_position(self) -> None:
        """Draw on ``ax`` the position as it stands, and what is chosen."""
        raise NotImplementedError

    def alternative_text(self, ax: Axes) -> str:
        """Draw the position on axes for a printed picture; return the text that stands for it."""
        raise NotImplementedError

    def show_move(self, move: Any) -> None:
        """Choose ``move``, so that it is seen on the board; None for none."""
        raise NotImplementedError

    def selection_text(self) -> str:
        """Return a sentence that says what is chosen."""
        raise NotImplementedError

    def listen(self) -> None:
        """Let the pointer choose on ``ax``."""
        raise NotImplementedError

    def add_choosing(self) -> None:
        """Add the commands that choose what to move."""
        raise NotImplementedError

    def choosing_row(self) -> w.HBox:
        """Return what chooses, side by side."""
        raise NotImplementedError

    # -- what it may say differently -------------------------------------------------------

    def move_text(self, move: Any) -> str:
        """Return what a player does who makes ``move``, as it stands behind "to"."""
        return say("play {move}", move=move)

    def player_sign(self, player: int) -> str:
        """Return the markup of a small sign before the name of a player."""
        return ""

    def player_text(self, player: int) -> str:
        """Return what else there is to say of a player."""
        return ""

    def chart(self, ax: Axes | None = None) -> Picture:
        """Return the scores as the board shows them."""
        game = self.game
        return scores([game.start_scores, *(turn.scores for turn in game.history)],
                      [f"{number} {player.name}" for number, player in enumerate(game.players)],
                      [PAINTS[number % len(PAINTS)] for number in range(len(game.players))], ax,
                      size=self.chart_size)

    @property
    def chart_size(self) -> tuple[float, float]:
        """The width and height of the chart, in inches."""
        return 3.6 * self.scale, 2.2 * self.scale

    def no_hint_text(self) -> str:
        """Return what is said when no move makes the score larger."""
        return say("Hint: no move makes your score larger now.")

    def take_hint(self, move: Any) -> None:
        """Choose ``move``, the best one."""
        self.show_move(move)
        self.show_chosen()

    def hint_text(self, move: Any, gain: int, score: int) -> str:
        """Return what is said of the best move."""
        return say_count("Hint: {move}. It gains {count} point and makes your score {score}.",
                         "Hint: {move}. It gains {count} points and makes your score {score}.",
                         gain, move=self.move_text(move), score=score)

    def controls(self) -> Sequence[w.Widget]:
        """Return what stands beside the board above undo and redo: a game's own commands."""
        return [self.bar("hint")]

    def form(self) -> Sequence[w.Widget]:
        """Return what is asked about a new game."""
        return [self.seed]

    def make_new(self, **settings: Any) -> Any:
        """Return another game, as the form says or ``settings`` in its place."""
        seed = settings.get("seed", self.typed_seed())
        record = {**self.game.to_record(), "moves": [], "undone": [], "ended": False,
                  "seed": given_seed(seed)}
        return type(self.game).from_record(record, type(self.game.position), self.game.players)

    def load_game(self, path: str, **own: Any) -> Any:
        """Return the game saved in a file; ``own`` are things that are not in it."""
        return type(self.game).load(path, position_type=type(self.game.position), **own)

    def own_things(self) -> dict[str, Any]:
        """Return what a student wrote of this game, that ``load_game`` needs."""
        students = any(map(made_by_student, self.game.players))
        return {"players": self.game.players} if students else {}

    # -- playing ---------------------------------------------------------------------------

    @property
    def waits_for_human(self) -> bool:
        """Whether it is a human's turn."""
        return not self.game.over and self.game.players[self.game.turn].is_human

    def why_no_human(self) -> str | None:
        """Return a sentence that says why no human can move now; None if one can."""
        if self.game.over or self.waits_for_human:
            return None
        return say("It is a computer player's turn. Wait until it has moved.")

    def play(self, move: Any) -> None:
        """Make ``move``, as a human; show a sentence if that cannot be."""
        if reason := self.why_no_human() or self.game.why_not(move):
            return self.say(reason, error=True)
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
        return say("The game is over.") if self.game.over else self.why_no_human()

    def told(self, turn: Turn) -> str:
        """Return the sentence that says what was done in a turn."""
        if turn.forfeited:
            return say("Player {player} tried to {move}. {reason} The turn is lost.",
                       player=turn.player, move=self.move_text(turn.move), reason=turn.forfeited)
        return say("Player {player} chose to {move}: score {score}.", player=turn.player,
                   move=self.move_text(turn.move), score=turn.scores[turn.player])

    def go_on(self) -> None:
        """Let computer players move, without blocking the page, until it is a human's turn."""
        if self.game.over or self.waits_for_human or self.stopped.value or self._thinking:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(self._let_computers_move())
            self._show_history()
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
            while not (self.game.over or self.waits_for_human or self.stopped.value):
                await asyncio.sleep(0)
                await self._computer_turn(failures)
                if failures:
                    self.say(" ".join(failures), error=True)
        except Exception as error:
            self.say(f"{type(error).__name__}: {error}", error=True)
        finally:
            if self._thinking is None or self._thinking is asyncio.current_task():
                self._thinking = None
                self.computers_done()

    async def _computer_turn(self, failures: list[str]) -> None:
        """Let a computer player show its choice and move; note what failed."""
        player, move = self.game.turn, None
        try:
            move = self.game.choose()
            self.show_move(move)
            self.refresh(say("Player {player} wants to {move}.", player=player,
                             move=self.move_text(move)))
            await asyncio.sleep(self.pause.value)
            self.say(self.told(self.game.step(move)))
        except (ValueError, PartError) as error:
            failures.append(say("{problem} Player {player} loses the turn.", problem=error,
                                player=player))
            self.game.forfeit(move, error.fault if isinstance(error, PartError) else str(error))
        self.refresh()

    def computers_done(self) -> None:
        """Show the game when computer players have moved, or are stopped."""
        self.show_move(None)
        self.refresh()

    def undo(self) -> None:
        """Take back moves to the last one that a human chose."""
        self._travel(self.game.undo, lambda: self.game.undoable, why_no_undo)

    def redo(self) -> None:
        """Make undone moves again, up to the next that a human is to choose."""
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

    # -- new, saved and loaded games -------------------------------------------------------

    def new_game(self, **settings: Any) -> None:
        """Begin another game with the settings of the form, or with ``settings`` in their place."""
        try:
            game = self.make_new(**settings)
        except (ValueError, PartError) as error:
            return self.say(str(error), error=True)
        self.begin(game, say("A new game with seed {seed}.", seed=game.seed))

    def save(self, path: str) -> None:
        """Save the game to a file; show where."""
        try:
            self.game.save(path)
        except OSError as error:
            return self.say(say("The game cannot be saved there: {problem}.",
                                problem=error.strerror), error=True)
        except ValueError as error:
            return self.say(str(error), error=True)
        self.say(say("The game is saved in {path}.", path=path))

    def load(self, path: str) -> None:
        """Go on with the game saved in a file; the present one stays if that cannot be."""
        own = self.own_things()
        try:
            try:
                game = self.load_game(path)
            except ValueError:
                if not own:
                    raise
                game = self.load_game(path, **own)
        except FileNotFoundError:
            return self.say(say("There is no file {path}.", path=path), error=True)
        except OSError as error:
            return self.say(say("The file cannot be read: {problem}.", problem=error.strerror),
                            error=True)
        except (ValueError, PartError) as error:
            return self.say(str(error), error=True)
        self.begin(game, say("The game from {path} goes on.", path=path))

    def begin(self, game: Any, text: str) -> None:
        """Go on with ``game`` in place of the present one, and show a sentence."""
        self.stop()
        self.game = game
        self.show_move(None)
        self.stopped.value = False
        self.say(text)
        self.refresh()
        self.go_on()

    def typed_seed(self) -> int | str | None:
        """Return the seed in the form, a number or a text; None if it is empty."""
        text = self.seed.value.strip()
        return int(text) if re.fullmatch(r"-?\d+", text) else text or None

    # -- showing ---------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the position as it stands, and what is chosen."""
        self.draw_position()
        self.live.redraw()

    def show_chosen(self) -> None:
        """Show that something else is chosen than before."""
        self.redraw()
        self.show_possible()

    def refresh(self, now: str = "") -> None:
        """Show the game as it stands: position, players, moves, scores, buttons.

        ``now`` is a sentence to stand for whose turn it is.
        """
        self.redraw()
        text = now if now and not self.game.over else status_text(
            self.game, self.stopped.value and not self.waits_for_human)
        self._status.value = status(text, "font-size: 1.15em; font-weight: bold")
        self._players.value = players_markup(self.game, self.player_sign, self.player_text)
        self.show_possible()
        if (id(self.game), len(self.game.history)) != self._charted:
            self._charted = (id(self.game), len(self.game.history))
            self._later(self._show_history)

    def show_possible(self) -> None:
        """Let the controls show what can be done now, and the text what is chosen."""
        super().show_possible()
        has_computer = not all(player.is_human for player in self.game.players)
        self.stopped.layout.display = self.pause.layout.display = "" if has_computer else "none"
        text = self.selection_text()
        self._selection.value = status(text)
        self.live.describe(say("The board. {chosen} {keys}", chosen=text, keys=self.keys_text()))

    def _later(self, show: Callable[[], None]) -> None:
        """Call ``show`` after a moment without another move, or at once where there is no loop.

        The chart takes longer than the board; so the board is not kept waiting by it.
        """
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return show()
        if self._waiting:
            self._waiting.cancel()
        self._waiting = loop.call_later(0.08, show)

    def _show_history(self) -> None:
        self._chart.value = image(self.chart())
        self._moves.value = moves_markup(self.game, self.move_text)

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        self._charted = None
        self.refresh()

    def picture(self) -> Picture:
        """Return the position and the scores as they stand, for where no widget can be shown."""
        figure = Figure((9, 4), dpi=DPI)
        shown = self.alternative_text(figure.add_axes((0.005, 0.01, 0.43, 0.98)))
        chart = self.chart(figure.add_axes((0.52, 0.14, 0.46, 0.7)))
        return Picture(figure, f"{shown}. {chart.alt}")

    # -- making the widgets ----------------------------------------------------------------

    def _make_controls(self, pause: float) -> None:
        self.add_choosing()
        self.seed = self.control(w.Text, say("Seed"), 220, 80, placeholder=say("empty: any"))
        self.file = self.control(w.Text, say("File"), 220, 80, value="game.saved.json")
        self.add(
            Command("hint", self.hint, say("hint"), say("☼ Hint ({key})"), "i", self.WIDE,
                    self._why_no_hint),
            Command("undo", self.undo, say("undo"), say("↶ Undo ({key})"), "z",
                    why_not=lambda: why_no_undo(self.game.undoable)),
            Command("redo", self.redo, say("redo"), say("↷ Redo ({key})"), "y",
                    why_not=lambda: why_no_redo(self.game.redoable)),
            Command("end", self.end, say("end the game"), say("End game"),
                    why_not=lambda: say("The game is over.") if self.game.over else None),
            Command("new", self.new_game, say("begin a new game"), say("New game")),
            Command("save", lambda: self.save(self.file.value), say("save the game"), say("Save")),
            Command("load", lambda: self.load(self.file.value), say("load a game"), say("Load")))
        self.stopped = w.ToggleButton(
            description=say("Stop computers"), layout=w.Layout(width=self.px(160)),
            tooltip=say("Computer players wait until this is released"))
        self.stopped.observe(lambda change: self._toggle_stopped(), "value")
        self.pause = self.control(w.FloatSlider, say("Pause (s)"), 250, 70, value=pause, max=3,
                                  step=0.1, readout_format=".1f")

    def _arranged(self) -> list[w.Widget]:
        left = w.VBox([self.live, self._selection, self.choosing_row(), self.message],
                      layout=w.Layout(width=self.px(470)))
        self._moves.layout = w.Layout(max_height=self.px(110), overflow="auto", padding="2px 6px",
                                      border="1px solid #ccc", width=self.px(358))
        right = w.VBox([self._players, *self.controls(), self.bar("undo", "redo", "end"),
                        self._chart, self._moves], layout=w.Layout(width=self.px(368)))
        form = w.Accordion([
            w.VBox([*self.form(), self.buttons["new"]]),
            self.row(self.file, self.buttons["save"], self.buttons["load"]),
        ], titles=(say("New game"), say("Save and load")))
        return [self._status, self.row(left, right),
                self.row(self.letters, self.palette, self.pause, self.stopped), form]

    def _toggle_stopped(self) -> None:
        if self.stopped.value:
            self.stop()
        self.stopped.description = (say("Let computers move") if self.stopped.value else
                                    say("Stop computers"))
        self.refresh()
        self.go_on()
