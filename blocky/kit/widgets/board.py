"""A board for any game in a notebook, played by pointer, keys or buttons."""

from collections.abc import Callable, Sequence
from functools import cache
from operator import is_
from typing import Any, TypeVar, cast

import ipywidgets as w
from matplotlib.axes import Axes

from blocky.kit.draw.chart import scores
from blocky.kit.draw.picture import DPI, Paint, Picture
from blocky.kit.draw.settings import KitFigure
from blocky.kit.draw.values import draw_value
from blocky.kit.language import say, say_count
from blocky.kit.safely import PartError, made_by_student
from blocky.kit.widgets.game_files import GameFiles
from blocky.kit.widgets.game_panel import GamePanel
from blocky.kit.widgets.game_text import moves_markup, players_markup, score_chart, status_text
from blocky.kit.widgets.live import BUTTON, FIELD, SLIDER
from blocky.kit.widgets.panel import Command, status

__all__ = ["GameBoard"]

Value = TypeVar("Value")

#: The default colours of players in the chart of scores.
PAINTS = ((0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (86, 180, 233))


class GameBoard(GamePanel):
    """A game on which one of the legal moves is chosen and made; it works for every game.

    The position is drawn as its game registered with ``draw_value``. The board of one game adds to
    this by overriding ``move_at`` (for the pointer), ``mark`` (to show the choice),
    ``draw_motion`` (to show a move on its way) and ``move_text`` (to put a move in words).
    Every action of pointer, keys and buttons is a method.

    Attributes:
        ax: the axes that the position is drawn on.
        files: the controls for other games, with ``seats``, ``seed`` and ``file``, and its methods
            ``new_game``, ``save`` and ``load``.
        move: the chosen move; None if there is none.
    """

    SIZE = (4.6, 4.6)  # inches

    def __init__(self, game: Any, *, pause: float = 0.6, **looks: Any) -> None:
        self.move: Any = None
        self._offering = False  # see ``_offer``
        # For ``once``: by name, the state of the game that a result is for, and the result.
        self._computed: dict[str, tuple[tuple[Any, ...], Any]] = {}
        super().__init__(self.SIZE, game, pause, **looks)
        self.ax = self.figure.add_axes((0, 0, 1, 1))
        self.ax.set_axis_off()
        self._status = w.HTML()
        self._players = w.HTML()
        self._chart = w.HTML()
        self._moves = w.HTML()
        self._selection = w.HTML()
        files = self.files = GameFiles(self)
        self.seats, self.seed, self.file = files.seats, files.seed, files.file
        self.new_game, self.save, self.load = files.new_game, files.save, files.load
        self.listen()
        self.lay_out()
        self.refresh()
        self.go_on()

    # -- the layout ------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Put what a player needs beside the figure, or above it, and the rest behind tabs.

        The figure is the first that Tab reaches. live.css puts each thing into its place, and
        with live.js sees to it that all of it fits into the window.
        """
        self.add_pages()
        self.stopped.layout.flex = "0 0 auto"
        head = w.HBox([self._status, self.stopped])
        head.add_class("blocky-head")
        self._selection.add_class("blocky-choice")
        texts = w.VBox([*self.beside(), self._selection, self.said])
        texts.add_class("blocky-texts")
        table = w.VBox([self.live, head, texts, self.tabs])
        table.add_class("blocky-table")
        width, height = self.SIZE
        if width > height:
            table.add_class("blocky-wide")
        self.add_class("blocky-game")
        self.live.put_below()  # puts nothing there: here, the switch Projector is on a page
        self.arrange(table)

    def beside(self) -> Sequence[w.Widget]:
        """Return what is beside the figure, above the sentence on the choice."""
        return [self._players]

    def add_pages(self) -> None:
        """Add the pages of the tabs; what moves need comes first."""
        add = self.tabs.add
        add("moves", say("Play"), self.choosing_row(), *self.controls(),
            self.grid(BUTTON, "undo", "redo", "end"))
        self.said.add_pages(self._chart)
        add("log", say("History"), self._moves)
        add("display", say("Display"), self.settings_row())
        saved = w.VBox([self.grid(FIELD, self.file), self.grid(BUTTON, "save", "load", "replace")])
        saved.add_class("blocky-saved")
        add("new", say("New game"), *self.form(), self.grid(FIELD, "new", "former"), saved)

    def choosing_row(self) -> w.Box:
        """Return the controls for choosing a move, side by side."""
        return self.row("back", "forth", self.choice, "make")

    def controls(self) -> Sequence[w.Widget]:
        """Return the controls above undo and redo."""
        return [self.grid(BUTTON, "hint")]

    def settings_row(self, *others: w.Widget) -> w.Box:
        """Return the controls for how the game is shown, with ``others``, side by side."""
        return self.grid(SLIDER, self.palette, self.pause, *others, self.letters, self.show_moves,
                         self.projector)

    def form(self) -> Sequence[w.Widget]:
        """Return the form for a new game."""
        return [self.seats, self.seed]

    # -- another game ----------------------------------------------------------------------

    def make_new(self, **settings: Any) -> Any:
        """Return a new game with the settings of the form, except for ``settings``."""
        return type(self.game).on(self.game.start_position.copy(),
                                  settings.get("players", self.seats.players()),
                                  settings.get("seed", self.files.typed_seed()))

    def own_things(self) -> dict[str, Any]:
        """Return the student's own objects in this game, which its file cannot hold."""
        has_students = any(map(made_by_student, self.game.players))
        return {"players": self.game.players} if has_students else {}

    # -- choosing a move -------------------------------------------------------------------

    def add_choosing(self) -> None:
        """Add the commands that choose a move and make it."""
        forth = self.next_move

        def back() -> None:
            self.next_move(-1)

        self.add(Command("back", back, say("choose the previous move"), "◀", "left"),
                 Command("forth", forth, say("choose the next move"), "▶", "right"),
                 Command("up", back, say("choose the previous move"), key="up"),
                 Command("down", forth, say("choose the next move"), key="down"),
                 Command("make", self.play_chosen, say("make the chosen move"),
                         say("Make the move"), "enter", self.why_ended))
        self.choice = w.Dropdown(tooltip=say("The moves that you can make"),
                                 layout=w.Layout(width=self.px(180)))
        self.choice.observe(self._take_choice, "value")

    def listen(self) -> None:
        """Make the pointer choose a move on ``ax``, and a press make it."""
        def act_at(action: Callable[[Any], Any], x: float, y: float) -> None:
            """Call ``action`` with the move at a place; do nothing if a human can't make one."""
            move = self.move_at(x, y) if self.waits_for_human else None
            if move is not None:
                action(move)

        def move_pointer(x: float, y: float) -> None:
            act_at(self.choose, x, y)

        def press(x: float, y: float, button: int) -> None:
            if button == 1:
                act_at(self.play, x, y)

        self.hear(self.ax, move_pointer, press)

    def move_at(self, x: float, y: float) -> Any:
        """Return the move that a press at a place of ``ax`` makes; None if there is none."""
        return None

    def choose(self, move: Any) -> None:
        """Choose a legal move; None, or an illegal one, clears the choice."""
        if move not in self.game.legal_moves():
            move = None
        if move != self.move:
            self.move = move
            self.show_chosen()

    def show_move(self, move: Any) -> None:
        """Choose ``move`` and show it on the board; None clears the choice."""
        self.choose(move)

    def next_move(self, by: int = 1) -> None:
        """Choose the legal move ``by`` places after the chosen one, wrapping around.

        If none is chosen, +1 leads to the first move, and -1 to the last.
        """
        moves = self.game.legal_moves() if self.waits_for_human else []
        if not moves:
            return
        index = moves.index(self.move) + by if self.move in moves else min(by, 0)
        self.choose(moves[index % len(moves)])

    def chosen_move(self) -> Any:
        """Return the chosen legal move; None if there is none."""
        return self.move

    def play_chosen(self) -> None:
        """Make the chosen move; show a sentence if there is none."""
        if self.move is None:
            return self.say(say("No move is chosen."), error=True)
        self.play(self.move)

    def _take_choice(self, change: dict[str, Any]) -> None:
        """Choose the move that was chosen in the list."""
        if not self._offering:
            self.attempt(self.choose, change["new"])

    def _offer(self) -> None:
        """Offer the legal moves in the list, and show the chosen one there."""
        moves = self.game.legal_moves()
        if self.move not in moves:
            self.move = None
        options = [(say("(none)"), ""), *((self.move_text(move), move) for move in moves)]
        self._offering = True  # until it's False, the list's value is not a human's choice
        if [*self.choice.options] != options:
            with self.choice.hold_trait_notifications():
                self.choice.options = options
        self.choice.value = "" if self.move is None else self.move
        self._offering = False
        self.choice.disabled = not self.waits_for_human

    # -- gains -----------------------------------------------------------------------------

    def once(self, name: str, compute: Callable[[], Value]) -> Value:
        """Return ``compute()``, which is called only once for each position.

        Its result is kept under ``name`` until the position has changed.
        """
        last_turn = self.game.history[-1] if self.game.history else None
        state = (self.game, last_turn, self.game.over)
        if name in self._computed:
            state_then, value = self._computed[name]
            # Two turns can be equal and lead to different positions, so identity is compared.
            if all(map(is_, state_then, state)):
                return cast(Value, value)
        value = compute()
        self._computed[name] = state, value
        return value

    def gain_of(self, move: Any) -> int | None:
        """Return the gain of a legal ``move`` for the current player; None if chance decides."""
        if not self.game.position.certain(move):
            return None
        gain = self.once("gains", self._function_of_gains)
        return gain(move)

    def _function_of_gains(self) -> Callable[[Any], int]:
        """Return a function that returns the gain of a move in this position, and remembers it."""
        position = self.game.position
        player = self.game.turn
        worths_after = position.trials([player])  # a function: the worths of the players listed
        worth_now: int = position.worth(player)

        def gain(move: Any) -> int:
            worth_after: int
            [worth_after] = worths_after(move)
            return worth_after - worth_now

        return cache(gain)

    def gain_text(self) -> str:
        """Return a sentence on the gain of a human's chosen move; "" if none is chosen."""
        move = self.chosen_move()
        if move is None or self.game.over or not self.game.players[self.game.turn].is_human:
            return ""
        try:
            gain = self.gain_of(move)
        except PartError:  # a student's function failed
            return ""
        if gain is None:
            return say("Its gain isn't known in advance.")
        if gain < 0:
            return say_count("It would cost {count} point.", "It would cost {count} points.", -gain)
        if gain == 0:
            return say("It would gain nothing.")
        return say_count("It would gain {count} point.", "It would gain {count} points.", gain)

    # -- players, as they are shown --------------------------------------------------------

    def player_sign(self, player: int) -> str:
        """Return the markup of a small sign before the name of a player."""
        return ""

    def player_text(self, player: int) -> str:
        """Return further text on a player."""
        return ""

    def player_label(self, player: int) -> str:
        """Return the label of a player in the chart of scores."""
        return f"{self.game.called(player)} {self.game.players[player].name}"

    def player_paint(self, player: int) -> Paint:
        """Return the colour of a player in the chart of scores."""
        return PAINTS[player % len(PAINTS)]

    def report_text(self) -> str:
        """Return further lines for the report of a game; "" for none."""
        return ""

    # -- showing ---------------------------------------------------------------------------

    def draw_position(self) -> None:
        """Draw the present position and the choice."""
        self._offer()
        self.ax.clear()
        draw_value(self.game.position, self.ax, **self.looks)
        if self.move is not None:
            self.mark(self.move)

    def mark(self, move: Any) -> None:
        """Mark the chosen move on ``ax``."""

    def selection_text(self) -> str:
        """Return a sentence on the choice."""
        if self.move is None:
            return say("No move is chosen. Point at the board, or step through the moves.")
        return say("Chosen: {move}.", move=self.move_text(self.move))

    def show_chosen(self) -> None:
        """Show the new choice."""
        self.redraw()
        self.show_possible()

    def show_rest(self) -> None:
        """Show what is around the board: whose turn it is, players, moves, scores, buttons."""
        waits_for_stopped_computer = self.stopped.value and not self.waits_for_human
        text = self.notice or status_text(self.game, waits_for_stopped_computer)
        self._status.value = status(text, "font-size: 1.15em; font-weight: bold")
        self.show_scores()
        self.show_possible()

    def show_possible(self) -> None:
        """Enable the controls that can be used now, and show the choice in words."""
        super().show_possible()
        has_computer = not all(player.is_human for player in self.game.players)
        moves_by_itself = has_computer or self.game.stuck
        self.stopped.layout.display = self.pause.layout.display = "" if moves_by_itself else "none"
        text = " ".join(filter(None, [self.selection_text(), self.gain_text()]))
        self._selection.value = status(text)
        self.describe(say("The board. {chosen}", chosen=text))

    def show_scores(self) -> None:
        """Show players, scores, moves with their gains, and at the end the report."""
        self._players.value = players_markup(self.game, self.player_sign, self.player_text)
        chart_size = (3.6 * self.scale, 2.2 * self.scale)  # inches
        self._chart.value = score_chart(*self._scores(), chart_size)
        self._moves.value = moves_markup(self.game, self.said.story.steps(), self.move_text)
        self.said.renew_report()

    def _scores(self) -> tuple[list[Any], list[str], list[Paint]]:
        """Return the scores after each turn, and the labels and colours of the players."""
        players = range(len(self.game.players))
        history = [self.game.start_scores, *(turn.scores for turn in self.game.history)]
        labels = [self.player_label(player) for player in players]
        paints = [self.player_paint(player) for player in players]
        return history, labels, paints

    def alternative_text(self, ax: Axes) -> str:
        """Draw the position on axes for a printed picture; return its description."""
        return draw_value(self.game.position, ax, **self.looks)

    def picture(self) -> Picture:
        """Return a picture of position and scores, for where no widget can be shown."""
        figure = KitFigure((9, 4), dpi=DPI)
        # left, bottom, width and height, as shares of the figure
        board_axes = figure.add_axes((0.005, 0.01, 0.43, 0.98))
        chart_axes = figure.add_axes((0.52, 0.14, 0.46, 0.7))
        description = self.alternative_text(board_axes)
        chart = scores(*self._scores(), chart_axes)
        return Picture(figure, f"{description}. {chart.alt}")
