"""The playable board: a game in a notebook, by pointer, by keys or by buttons."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as w
from matplotlib.backend_bases import LocationEvent, MouseEvent
from matplotlib.figure import Figure

from blocky import draw
from blocky.block import MAX_DEPTH, PLACES, Block, Path
from blocky.colour import PALETTES, Colour
from blocky.game import MODES, Game
from blocky.kit.safely import PartError, made_by_student
from blocky.kit.widgets.live import chip, image
from blocky.kit.widgets.panel import Panel
from blocky.move import RULE_SETS, Action, IllegalMove, Move
from blocky.player import best_move
from blocky.widgets.actions import ACTIONS
from blocky.widgets.choosing import typed_path

__all__ = ["PlayableBoard", "play"]

KEYS = ", ".join(["arrows choose a block",
                  *(f"{key} {action.value}" for action, (_, key) in ACTIONS.items()),
                  "i hint", "z undo", "y redo", "l letters"])
SAME = "same players"

#: How long a hint may be looked for, in seconds.
HINT_SECONDS = 1.0


def play(mode: str | None = None, *, game: Game | None = None, difficulty: int = 1,
         pause: float = 0.6, palette: str = "safe", letters: bool = False, big: bool = False,
         **settings: Any) -> PlayableBoard:
    """Return a board to play on in a notebook.

    ``mode`` is one of the ready-made games of ``blocky.game.MODES``; without it, a human plays
    against a smart player of ``difficulty``. ``settings`` are those of Game: seed, max_depth,
    turns, rules, players, goals, parts and others. ``game`` is a game to go on with instead.
    ``pause`` is how long computer players show their choice, in seconds. ``big`` makes everything
    large enough for a class to see.
    """
    if game is not None and (mode is not None or settings):
        raise ValueError("play takes a game to go on with, or the settings of a new one, not both.")
    if game is None:
        if mode is not None:
            game = Game.ready_made(mode, difficulty, **settings)
        else:
            game = Game(**{"smarts": [difficulty], **settings})
    return PlayableBoard(game, pause=pause, palette=palette, letters=letters,
                         big=big, goals=settings.get("goals"))


class PlayableBoard(Panel):
    """A game shown in a notebook. Whatever pointer, keys and buttons do is a method here.

    ``game`` is the game, ``path`` the path of the selected block (None: none is selected) and
    ``level`` the level at which blocks are selected.
    """

    palettes = PALETTES

    def __init__(self, game: Game, *, pause: float = 0.6, palette: str = "safe",
                 letters: bool = False, big: bool = False, goals: Any = None) -> None:
        super().__init__((4.6, 4.6), palette=palette, letters=letters, big=big)
        self.game = game
        self.path: Path | None = None
        self.level = min(1, game.board.max_depth)
        self._goals = goals
        self._location: tuple[float, float] = (0, 0)
        self._thinking: asyncio.Task[None] | None = None
        self._charted: tuple[int, int] | None = None  # what the chart shows: moves of a game
        self._waiting: asyncio.TimerHandle | None = None
        self._painter: int | None = None  # the player whose colour was last offered for painting
        self._status = w.HTML()
        self._players = w.HTML()
        self._why = w.HTML()
        self._chart = w.HTML()
        self._moves = w.HTML()
        self._selection = w.HTML()
        self._make_canvas()
        self._make_controls(pause)
        self.arrange(*self._arranged())
        self.refresh()
        self.go_on()

    # -- selecting -------------------------------------------------------------------------

    def point_at(self, x: float | None, y: float | None) -> bool:
        """Select the block at the level at a place, in unit cells from the upper left corner.

        Return whether there is one.
        """
        if x is None or y is None:
            return False
        pixel = self.game.board.size / 2**self.game.board.max_depth
        self._location = (x * pixel, y * pixel)
        return self._select_at_location()

    def select(self, path: Path) -> None:
        """Select the block at ``path``; show a sentence if there is none."""
        try:
            block = self.game.board.at(path)
        except ValueError as error:
            return self.say(str(error), error=True)
        self.level = block.level
        centre = block.size / 2
        self._location = (block.position[0] + centre, block.position[1] + centre)
        self._show_selection(tuple(path))

    def select_typed(self, text: str) -> None:
        """Select the block whose path is typed, such as "0 2" or "(0, 2)"; "" is the board."""
        self.attempt(lambda: self.select(typed_path(text)))

    def change_level(self, by: int) -> None:
        """Select a larger block (-1) or a smaller one (+1) at the same place."""
        if self.path is None:
            return self.select(())
        deepest = self.game.board.max_depth
        self.level = min(max(len(self.path) + by, 0), deepest)
        self._select_at_location()

    def next_block(self, by: int) -> None:
        """Select the next (+1) or the last (-1) of the four blocks with the same parent."""
        if self.path:
            self.select((*self.path[:-1], (self.path[-1] + by) % 4))
        else:
            self.change_level(+1)

    def _select_at_location(self) -> bool:
        try:
            path = self.game.parts.select(self.game.board, self._location, self.level)
        except PartError as error:
            self.say(str(error), error=True)
            return False
        if path is not None:
            self._show_selection(path)
        return path is not None

    def _show_selection(self, path: Path | None) -> None:
        if path != self.path:
            self.path = path
            self.redraw()
            self._show_legal()

    # -- playing ---------------------------------------------------------------------------

    @property
    def waits_for_human(self) -> bool:
        """Whether it is a human's turn."""
        return not self.game.over and self.game.players[self.game.turn].is_human

    def move_for(self, action: Action) -> Move:
        """Return the move that ``action`` on the selected block would be."""
        if action is Action.PASS:
            return Move(action)
        colour = self.paint_colour.value if action is Action.PAINT else None
        return Move(action, self.path or (), colour)

    def why_not(self, action: Action) -> str | None:
        """Return a sentence that says why a human cannot do ``action`` now; None if they can."""
        if not self.game.over:
            if not self.waits_for_human:
                return "It is a computer player's turn. Wait until it has moved."
            if self.path is None and action is not Action.PASS:
                return "No block is selected. Point at one, or type its path."
        return self.game.why_not(self.move_for(action))

    def act(self, action: Action) -> None:
        """Do ``action`` on the selected block, as a human; show a sentence if that cannot be."""
        if reason := self.why_not(action):
            return self.say(reason, error=True)
        move = self.move_for(action)
        player = self.game.turn
        try:
            turn = self.game.play(move)
        except (IllegalMove, PartError) as error:
            return self.say(f"{error} The game is as it was before.", error=True)
        self.say(f"Player {player} chose to {move}: score {turn.scores[player]}.")
        self.refresh()
        self.go_on()

    def hint(self) -> None:
        """Select the block of the best move that a human can make now; show what it gains."""
        if self.game.over:
            return self.say("The game is over.", error=True)
        if not self.waits_for_human:
            return self.say("It is a computer player's turn. Wait until it has moved.", error=True)
        try:
            score, move = best_move(self.game.copy(), HINT_SECONDS)
        except PartError as error:
            return self.say(f"There is no hint. {error}", error=True)
        gain = score - self.game.scores[self.game.turn]
        if gain <= 0:
            return self.say("Hint: no move makes your score larger now. "
                            "What a smash would bring is not known.")
        if move.colour is not None:
            self.paint_colour.value = move.colour
        self.select(move.path)
        points = "point" if gain == 1 else "points"
        self.say(f"Hint: {move} (key {ACTIONS[move.action][1]}). It gains {gain} {points} and "
                 f"makes your score {score}.")

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
        selected, failures = self.path is not None, []
        try:
            while not (self.game.over or self.waits_for_human or self.stopped.value):
                await asyncio.sleep(0)
                failure = await self._computer_turn()
                if failure:
                    failures.append(failure)
                if failures:
                    self.say(" ".join(failures), error=True)
        except Exception as error:
            self.say(f"{type(error).__name__}: {error}", error=True)
        finally:
            if self._thinking is None or self._thinking is asyncio.current_task():
                self._thinking = None
                self.path = None
                self.refresh()
                if selected:
                    self._select_at_location()

    async def _computer_turn(self) -> str:
        """Let a computer player show its choice and move; return what failed, or ""."""
        player, move, failure = self.game.turn, Move(Action.PASS), ""
        try:
            move = self.game.choose()
            self.path = None if move.action is Action.PASS else move.path
            self.refresh(f"Player {player} wants to {move}.")
            await asyncio.sleep(self.pause.value)
            turn = self.game.step(move)
        except (ValueError, PartError) as error:
            failure = f"{error} Player {player} loses the turn."
            turn = self.game.forfeit(move, str(error))
        if turn.forfeited:
            self.say(f"Player {player} tried to {move}. {turn.forfeited} The turn is lost.")
        else:
            self.say(f"Player {player} chose to {move}: score {turn.scores[player]}.")
        self.refresh()
        return failure

    def undo(self) -> None:
        """Take back moves to the last one that a human chose."""
        self._travel(self.game.undo, lambda: self.game.undoable, "Nothing is left to undo.")

    def redo(self) -> None:
        """Make undone moves again, up to the next that a human is to choose."""
        self._travel(self.game.redo, lambda: self.game.redoable, "Nothing is left to redo.")

    def _travel(self, step: Callable[[], None], left: Callable[[], int], nothing: str) -> None:
        if not left():
            return self.say(nothing, error=True)
        self.stop()
        step()
        has_human = any(player.is_human for player in self.game.players)
        while has_human and left() and not self.game.over and not self.waits_for_human:
            step()
        made = len(self.game.history)
        self.say("1 move is made now." if made == 1 else f"{made} moves are made now.")
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
        """Begin another game with the settings of the form, or with ``settings`` in their place.

        A student's functions and goals stay; the players stay unless a mode is chosen.
        """
        chosen = {"mode": self.mode.value, "rules": self._rule_sets[self.rules.value],
                  "max_depth": self.depth.value, "turns": self.turns.value,
                  "difficulty": self.difficulty.value, "seed": self._typed_seed(), **settings}
        mode, difficulty = chosen.pop("mode"), chosen.pop("difficulty")
        kept = {"parts": self.game.parts, "goals": self._kept_goals(mode, chosen)}
        try:
            if mode == SAME:
                game = Game(**{"players": self.game.players, **kept, **chosen})
            else:
                game = Game.ready_made(mode, difficulty, **{**kept, **chosen})
        except (ValueError, PartError) as error:
            return self.say(str(error), error=True)
        self._begin(game, f"A new game with seed {game.seed}.")

    def _kept_goals(self, mode: str, settings: dict[str, Any]) -> Any:
        """Return the goals that a new game has in common with this one; None if it is to choose."""
        own = [goal for goal in self.game.goals if made_by_student(goal)]
        if isinstance(self._goals, type):
            return self._goals
        if (own or self._goals) and mode == SAME and "players" not in settings:
            return self.game.goals
        return type(own[0]) if own else None

    def save(self, path: str) -> None:
        """Save the game to a file; show where."""
        try:
            self.game.save(path)
        except OSError as error:
            return self.say(f"The game cannot be saved there: {error.strerror}.", error=True)
        except ValueError as error:
            return self.say(str(error), error=True)
        self.say(f"The game is saved in {path}.")

    def load(self, path: str) -> None:
        """Go on with the game saved in a file; the present one stays if that cannot be."""
        own: dict[str, Any] = {
            name: things for name, things in
            (("players", self.game.players), ("goals", self.game.goals))
            if any(made_by_student(thing) for thing in things)
        }
        try:
            try:
                game = Game.load(path, parts=self.game.parts)
            except ValueError:
                if not own:
                    raise
                game = Game.load(path, parts=self.game.parts, **own)
        except FileNotFoundError:
            return self.say(f"There is no file {path}.", error=True)
        except OSError as error:
            return self.say(f"The file cannot be read: {error.strerror}.", error=True)
        except (ValueError, PartError) as error:
            return self.say(str(error), error=True)
        self._begin(game, f"The game from {path} goes on.")

    def _begin(self, game: Game, text: str) -> None:
        self.stop()
        self.game = game
        self.path = self._painter = None
        self.level = min(self.level, game.board.max_depth)
        self.stopped.value = False
        self.say(text)
        self.refresh()
        self.go_on()

    def _typed_seed(self) -> int | str | None:
        text = self.seed.value.strip()
        return int(text) if re.fullmatch(r"-?\d+", text) else text or None

    # -- showing ---------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw the board as it stands, with the selected block marked."""
        board = self.game.board
        try:
            selected = board.at(self.path) if self.path is not None else None
        except ValueError:
            self.path, selected = None, None
        if selected:
            selected.highlighted = True
        try:
            rectangles = self._rectangles(board)
        finally:
            if selected:
                selected.highlighted = False
        side = 2**board.max_depth
        self._axes.set_xlim(0, side)
        self._axes.set_ylim(side, 0)
        self._artist.show(rectangles, board.size, side)
        self.live.redraw()

    def _rectangles(self, board: Block) -> Any:
        if not self.game.parts.replaced("rectangles_to_draw"):
            return board.rectangles_to_draw()
        try:
            rectangles = list(self.game.parts.rectangles(board))
            draw.pixels(rectangles, board.size, 8)
        except Exception as error:
            self.say(f"What your rectangles_to_draw returns cannot be drawn. {error}", error=True)
            return board.rectangles_to_draw()
        return rectangles

    def refresh(self, now: str = "") -> None:
        """Show the game as it stands: board, players, moves, scores, buttons."""
        if self.waits_for_human and self.game.turn != self._painter:
            self._painter = self.game.turn
            self.paint_colour.value = self.game.goals[self._painter].colour
        self.redraw()
        self._status.value = self._status_markup(now)
        self._players.value = self._players_markup()
        self._show_legal()
        if (id(self.game), len(self.game.history)) != self._charted:
            self._charted = (id(self.game), len(self.game.history))
            self._later(self._show_history)

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
        self._moves.value = self._moves_markup()

    def chart(self) -> draw.Picture:
        """Return the scores as the board shows them."""
        return draw.scores(self.game, palette=self.palette.value,
                           size=(3.6 * self.scale, 2.2 * self.scale))

    def _status_markup(self, now: str) -> str:
        game = self.game
        if game.over:
            who = [f"Player {i} ({game.players[i].name})" for i in game.winners]
            score = game.scores[game.winners[0]]
            text = (f"The game is over. {who[0]} wins with {score}." if len(who) == 1 else
                    f"The game is over. {', '.join(who[:-1])} and {who[-1]} win with {score} each.")
        elif now:
            text = now
        else:
            name = game.players[game.turn].name
            left = game.moves_left
            text = (f"It is the turn of player {game.turn} ({name}). "
                    f"{'1 move is left.' if left == 1 else f'{left} moves are left.'}")
            if self.stopped.value and not self.waits_for_human:
                text += " Computer players are stopped."
        return (f'<div role="status" style="font-size: 1.15em; font-weight: bold; '
                f'white-space: normal; line-height: 1.4">{html.escape(text)}</div>')

    def _players_markup(self) -> str:
        game = self.game
        rows = []
        for i, (player, goal) in enumerate(zip(game.players, game.goals, strict=True)):
            here = i == game.turn and not game.over
            wins = i in game.winners
            style = "font-weight: bold" if here or wins else ""
            sign = "▶" if here else "★" if wins else ""
            name = html.escape(player.name)
            rows.append(
                f'<tr style="{style}; vertical-align: top"><td>{sign}</td>'
                f'<td>{chip(PALETTES[self.palette.value][goal.colour], goal.colour.letter)}</td>'
                f'<td style="white-space: nowrap; line-height: 1.5">{i} {name}</td>'
                f'<td style="text-align: right; font-size: 1.1em">{game.scores[i]}</td>'
                f'<td style="font-weight: normal; white-space: normal; line-height: 1.3">'
                f'{html.escape(goal.description())}</td></tr>')
        return (f'<table style="border-spacing: 6px 3px"><caption style="display: none">Players, '
                f'scores and goals</caption>{"".join(rows)}</table>')

    def _moves_markup(self) -> str:
        rows = []
        for number, turn in enumerate(self.game.history, start=1):
            text = f"Player {turn.player}: {turn.move}, score {turn.scores[turn.player]}"
            if turn.forfeited:
                text = f"Player {turn.player}: turn lost. {turn.forfeited}"
            rows.append(f'<div style="line-height: 1.35">{number}. {html.escape(text)}</div>')
        return "".join(reversed(rows)) or "No moves are made yet."

    def _show_legal(self) -> None:
        reasons = []
        for action, button in self.buttons.items():
            button.layout.display = "" if action in self.game.rules.actions else "none"
            reason = self.why_not(action)
            button.disabled = reason is not None
            button.tooltip = reason or f"{action.value.capitalize()}: key {ACTIONS[action][1]}"
            if reason and reason not in reasons and action in self.game.rules.actions:
                reasons.append(reason)
        paints = Action.PAINT in self.game.rules.actions
        self.paint_colour.layout.display = "" if paints else "none"
        self.undo_button.disabled = not self.game.undoable
        self.redo_button.disabled = not self.game.redoable
        self.end_button.disabled = self.game.over
        self.hint_button.disabled = not self.waits_for_human
        has_computer = not all(player.is_human for player in self.game.players)
        self.stopped.layout.display = self.pause.layout.display = "" if has_computer else "none"
        self._why.value = "".join(
            f'<div style="line-height: 1.3; white-space: normal; font-size: 0.9em">'
            f'{html.escape(reason)}</div>' for reason in reasons)
        text = self._selection_text()
        self.live.describe(f"The board. {text} Keys: {KEYS}.")
        self._selection.value = (f'<div role="status" style="line-height: 1.4; '
                                 f'white-space: normal">{html.escape(text)}</div>')

    def _selection_text(self) -> str:
        if self.path is None:
            return "No block is selected. Point at the board, or type a path."
        block = self.game.board.at(self.path)
        place = PLACES[self.path[-1]] if self.path else "the whole board"
        cells = 2 ** (block.max_depth - block.level)
        what = block.colour.word if block.colour is not None else "divided"
        return (f"Selected: block {self.path}, {place}, level {block.level} of {block.max_depth}, "
                f"{cells} by {cells} unit cells, {what}.")

    def picture(self) -> draw.Picture:
        """Return the board and the scores as they stand, for where no widget can be shown."""
        figure = Figure((9, 4), dpi=draw.DPI)
        shown = draw.board(self.game.board, figure.add_axes((0.005, 0.01, 0.43, 0.98)),
                           path=self.path, **self.looks)
        chart = draw.scores(self.game, figure.add_axes((0.52, 0.14, 0.46, 0.7)),
                            palette=self.palette.value)
        return draw.Picture(figure, f"A game of Blocky. {shown.alt}. {chart.alt}")

    # -- making the widgets ----------------------------------------------------------------

    def _make_canvas(self) -> None:
        self._axes = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._artist = draw.BoardArtist(**self.looks)
        self._axes.add_artist(self._artist)
        self.live.canvas.mpl_connect("motion_notify_event", self._on_motion)
        self.live.canvas.mpl_connect("button_press_event", self._on_press)
        self.live.canvas.mpl_connect("scroll_event", self._on_scroll)

    def _on_motion(self, event: LocationEvent) -> None:
        self.point_at(event.xdata, event.ydata)

    def _on_press(self, event: MouseEvent) -> None:
        turns = {1: Action.ROTATE_CLOCKWISE, 3: Action.ROTATE_COUNTER_CLOCKWISE}
        again = event.dblclick  # a double click comes as two clicks, and then once more
        if event.inaxes and event.button in turns and not again and self.point_at(
                event.xdata, event.ydata):
            self.act(turns[event.button])

    def _on_scroll(self, event: MouseEvent) -> None:
        self.change_level(-1 if event.step > 0 else +1)

    def _make_controls(self, pause: float) -> None:
        self.buttons = {
            action: self.button(f"{text} ({key})", partial(self.act, action), 177)
            for action, (text, key) in ACTIONS.items()
        }
        self.paint_colour = w.Dropdown(
            options=[(colour.word, colour) for colour in Colour], description="Paint with",
            value=self.game.goals[self.game.turn].colour, layout=w.Layout(width=self.px(177)),
            style={"description_width": self.px(70)})
        self.undo_button = self.button("↶ Undo (z)", self.undo)
        self.redo_button = self.button("↷ Redo (y)", self.redo)
        self.hint_button = self.button("☼ Hint (i)", self.hint, 177, "The best move, and its gain")
        self.end_button = self.button("End game", self.end)
        self.stopped = w.ToggleButton(description="Stop computers",
                                      tooltip="Computer players wait until this is released",
                                      layout=w.Layout(width=self.px(160)))
        self.pause = w.FloatSlider(pause, min=0, max=3, step=0.1, description="Pause (s)",
                                   readout_format=".1f", layout=w.Layout(width=self.px(250)),
                                   style={"description_width": self.px(70)})
        self.typed_path = w.Text(placeholder="such as 0 2", description="Block",
                                 layout=w.Layout(width=self.px(180)), continuous_update=False,
                                 style={"description_width": self.px(45)})
        self._make_form()
        self.hotkeys |= {
            **{key: partial(self.act, action) for action, (_, key) in ACTIONS.items()},
            "up": lambda: self.change_level(-1), "down": lambda: self.change_level(+1),
            "left": lambda: self.next_block(+1), "right": lambda: self.next_block(-1),
            "z": self.undo, "y": self.redo, "i": self.hint,
        }
        self.typed_path.observe(lambda change: self.select_typed(change["new"]), "value")
        self.paint_colour.observe(lambda change: self._show_legal(), "value")
        self.stopped.observe(lambda change: self._toggle_stopped(), "value")

    def _make_form(self) -> None:
        game = self.game
        wide: Any = {"layout": w.Layout(width=self.px(220)),
                     "style": {"description_width": self.px(80)}}
        self.mode = w.Dropdown(options=[SAME, *MODES], description="Players", **wide)
        self._rule_sets = {**RULE_SETS, game.rules.name: game.rules}
        self.rules = w.Dropdown(options=list(self._rule_sets), value=game.rules.name,
                                description="Rules", **wide)
        self.depth = w.BoundedIntText(game.board.max_depth, min=0, max=MAX_DEPTH,
                                      description="Depth", **wide)
        self.turns = w.BoundedIntText(game.turns, min=1, max=1000, description="Turns each", **wide)
        self.difficulty = w.BoundedIntText(1, min=0, max=5, description="Difficulty",
                                           disabled=True, **wide)
        self.mode.observe(self._mode_chosen, "value")
        self.seed = w.Text("", placeholder="empty: any board", description="Seed", **wide)
        self.file = w.Text("game.saved.json", description="File", **wide)
        self.new_button = self.button("New game", self.new_game)
        self.save_button = self.button("Save", lambda: self.save(self.file.value))
        self.load_button = self.button("Load", lambda: self.load(self.file.value))

    def _mode_chosen(self, change: dict[str, Any]) -> None:
        self.difficulty.disabled = change["new"] == SAME  # they keep theirs

    def _arranged(self) -> list[w.Widget]:
        steps = [self.button("▲ Larger", lambda: self.change_level(-1), 90),
                 self.button("▼ Smaller", lambda: self.change_level(+1), 90),
                 self.button("◀", lambda: self.next_block(+1), 40),
                 self.button("▶", lambda: self.next_block(-1), 40)]
        left = w.VBox([self.live, self._selection,
                       self.row(*steps, self.typed_path), self.message],
                      layout=w.Layout(width=self.px(470)))
        self._moves.layout = w.Layout(max_height=self.px(110), overflow="auto", padding="2px 6px",
                                      border="1px solid #ccc", width=self.px(358))
        right = w.VBox([
            self._players,
            self.row(*self.buttons.values(), self.paint_colour, self.hint_button), self._why,
            self.row(self.undo_button, self.redo_button, self.end_button),
            self._chart, self._moves,
        ], layout=w.Layout(width=self.px(368)))
        looks = self.row(self.letters, self.palette, self.pause, self.stopped)
        form = w.Accordion([
            w.VBox([self.row(self.mode, self.rules, self.depth),
                    self.row(self.turns, self.difficulty, self.seed),
                    self.new_button]),
            self.row(self.file, self.save_button, self.load_button),
        ], titles=("New game", "Save and load"))
        return [self._status, self.row(left, right), looks, form]

    def _toggle_stopped(self) -> None:
        if self.stopped.value:
            self.stop()
        self.stopped.description = "Let computers move" if self.stopped.value else "Stop computers"
        self.refresh()
        self.go_on()

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        self._artist.letters, self._artist.palette = self.letters.value, self.palette.value
        self._charted = None
        self.refresh()
