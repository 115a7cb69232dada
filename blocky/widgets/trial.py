"""A board on which a block is chosen and moves are tried: the base of two of the widgets."""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.backend_bases import LocationEvent, MouseEvent

from blocky import draw, start
from blocky.block import PLACES, Block, Path, Rectangle
from blocky.colour import PALETTES, Colour
from blocky.draw.moves import empty, frame_block
from blocky.kit.widgets.panel import Panel
from blocky.move import CLASSIC, EXTENDED, Action, Move
from blocky.parts import Parts
from blocky.widgets.actions import ACTIONS
from blocky.widgets.choosing import typed_path

__all__ = ["DEEPEST", "SIZE", "TRIED", "TrialPanel", "describe_keys", "status"]

#: The actions that change a board.
TRIED = tuple(action for action in ACTIONS if action is not Action.PASS)

#: The greatest max_depth, and the side of the board in pixels: no unit cell's place is rounded.
DEEPEST = 7
SIZE = 512


def status(text: str, style: str = "") -> str:
    """Return the markup of a text that is read out when it changes."""
    return (f'<div role="status" style="line-height: 1.35; white-space: normal; {style}">'
            f'{html.escape(text)}</div>')


class TrialPanel(Panel):
    """A board on which a block and an action are chosen; what comes of it is shown beforehand.

    A subclass defines ``show``, which draws everything that depends on block and action.

    Attributes:
        board: the board that moves are tried on.
        path, level: the chosen block, and the level at which the pointer chooses.
        action: what is tried on it.
        frozen: whether the pointer leaves the chosen block alone.
    """

    palettes = PALETTES

    def __init__(self, size: tuple[float, float], board: Block | None, *, seed: int,
                 max_depth: int, palette: str, letters: bool, big: bool) -> None:
        super().__init__(size, palette=palette, letters=letters, big=big)
        if isinstance(board, Block):
            max_depth = board.max_depth
        if isinstance(max_depth, int) and max_depth > DEEPEST:
            raise ValueError(f"max_depth must be {DEEPEST} or less, so that there is something "
                             f"to see, not {max_depth}.")
        self.board = start.board(board, max_depth, SIZE, Parts(), Random(seed))
        self.seed = seed
        self.path: Path = next((child.path for child in self.board.children if child.children), ())
        self.level = len(self.path)
        self.action = Action.ROTATE_CLOCKWISE
        self._kept: list[tuple[Block, Path]] = []  # the boards before each move that was kept
        self._draws = 0  # how often a smash has drawn other children
        block = self.board.at(self.path)
        self._location: tuple[float, float] = block.position
        self._make_trial_controls()

    def show(self) -> None:
        """Show the board, and what comes of the action on the chosen block."""
        raise NotImplementedError

    # -- choosing a block ------------------------------------------------------------------

    def point_at(self, x: float | None, y: float | None) -> None:
        """Choose the block at the level at a place, in unit cells from the upper left corner.

        Nothing happens off the board, or while the block is frozen.
        """
        side = 2**self.board.max_depth
        if self.frozen or x is None or y is None or not (0 <= x < side and 0 <= y < side):
            return
        self._location = (x * SIZE / side, y * SIZE / side)
        self._choose_at_location()

    @property
    def frozen(self) -> bool:
        """Whether the pointer leaves the chosen block alone."""
        return bool(self.freeze_button.value)

    def freeze(self) -> None:
        """Let the pointer leave the chosen block alone, or choose again."""
        self.freeze_button.value = not self.frozen

    def select(self, path: Path) -> None:
        """Choose the block at ``path``. ValueError: there is none."""
        block = self.board.at(path)
        self.level = block.level
        self._location = (block.position[0] + block.size / 2, block.position[1] + block.size / 2)
        self._change(tuple(path))

    def select_typed(self, text: str) -> None:
        """Choose the block whose path is typed, such as "0 2" or "(0, 2)"; "" is the board."""
        self.select(typed_path(text))

    def change_level(self, by: int) -> None:
        """Choose a larger block (-1) or a smaller one (+1) at the same place."""
        self.level = min(max(len(self.path) + by, 0), self.board.max_depth)
        self._choose_at_location()

    def next_block(self, by: int) -> None:
        """Choose the next (+1) or the last (-1) of the four blocks with the same parent."""
        if self.path:
            self.select((*self.path[:-1], (self.path[-1] + by) % 4))
        else:
            self.change_level(+1)

    def _choose_at_location(self) -> None:
        self._change(self.board.get_selected_block(self._location, self.level).path)

    def _change(self, path: Path) -> None:
        if path != self.path:
            self.path = path
            self.say("")
            self.show()

    @property
    def selection_text(self) -> str:
        """A sentence that says which block is chosen."""
        block = self.board.at(self.path)
        place = PLACES[self.path[-1]] if self.path else "the whole board"
        cells = 2 ** (block.max_depth - block.level)
        what = block.colour.word if block.colour is not None else "divided"
        return (f"Selected: block {self.path}, {place}, level {block.level} of {block.max_depth}, "
                f"{cells} by {cells} unit cells, {what}.")

    # -- trying a move ---------------------------------------------------------------------

    @property
    def move(self) -> Move:
        """The move that is tried."""
        colour = self.paint_colour.value if self.action is Action.PAINT else None
        return Move(self.action, self.path, colour)

    @property
    def why_not(self) -> str | None:
        """A sentence that says why the rules refuse the move; None if they allow it."""
        rules = CLASSIC if self.action in CLASSIC.actions else EXTENDED
        return rules.why_not(self.action, self.board.at(self.path), self.move.colour)

    def rng(self, purpose: object = "") -> Random:
        """Return the random numbers for this move; they are the same when it is kept."""
        return Random(f"{self.seed} {len(self._kept)} {self.path} {self._draws} {purpose}")

    def choose(self, action: Action) -> None:
        """Try ``action``; a smash that was chosen before is tried with other random children."""
        if action is self.action:
            self._draws += 1
        self.action = action
        self.say("")
        self.show()

    def after(self) -> Block:
        """Return a copy of the board with the move made, or as it is if the rules refuse it."""
        twin = self.board.copy()
        if self.why_not is None:
            Parts().perform(self.move, twin.at(self.path), self.rng())
        return twin

    def keep(self) -> None:
        """Make the move on the board, and go on from there."""
        if reason := self.why_not:
            raise ValueError(f"There is no move to keep. {reason}")
        kept = f"Kept: {self.move}."
        after = self.after()
        self._kept.append((self.board, self.path))
        self._go_on_with(after, kept)

    def undo(self) -> None:
        """Take back the last move that was kept."""
        if not self._kept:
            raise ValueError("No kept move is left to undo.")
        board, self.path = self._kept.pop()
        self.level = len(self.path)
        self._go_on_with(board, "The last kept move is undone.")

    def _go_on_with(self, board: Block, text: str) -> None:
        self.board = board
        self.undo_button.disabled = not self._kept
        self.say(text)
        self.show_other_board()

    def show_other_board(self) -> None:
        """Show another board than before; a move on it was kept or undone."""
        self.show()

    # -- making the figure and the controls ------------------------------------------------

    def board_axes(self, x: float, y: float, side: float, margin: float = 0) -> Axes:
        """Return axes for ``show_board``, at a place in pixels from the upper left corner.

        ``margin`` is left free around the board, as a part of it.
        """
        ax = self.axes(x, y, side, side)
        cells = 2**self.board.max_depth
        ax.set(xlim=(-margin * cells, (1 + margin) * cells),
               ylim=((1 + margin) * cells, -margin * cells))
        ax.add_artist(draw.BoardArtist(**self.looks))
        return ax

    def axes(self, x: float, y: float, width: float, height: float) -> Axes:
        """Return axes at a place in pixels from the figure's upper left corner."""
        wide, high = self.figure.get_size_inches() * draw.DPI
        ax = self.figure.add_axes((x / wide, 1 - (y + height) / high, width / wide, height / high))
        ax.set_axis_off()
        return ax

    def show_board(self, ax: Axes, rectangles: Sequence[Rectangle], title: str,
                   fontsize: float = 10) -> None:
        """Draw a board with the chosen block framed, in place of what ``ax`` shows."""
        empty(ax)
        artist, = (each for each in ax.artists if isinstance(each, draw.BoardArtist))
        artist.palette, artist.letters = self.palette.value, self.letters.value
        side = 2**self.board.max_depth
        artist.show(rectangles, SIZE, side)
        if rectangles:
            frame_block(ax, self.path, side)
        else:
            ax.text(side / 2, side / 2, "no board", ha="center", va="center", fontsize=10)
        ax.set_title(title, fontsize=fontsize, color=draw.INK, y=1, pad=4)

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        self.show()

    def listen_on(self, ax: Axes) -> None:
        """Let the pointer choose on ``ax``, whose units are unit cells."""
        def moved(event: LocationEvent) -> None:
            if event.inaxes is ax:
                self.attempt(self.point_at, event.xdata, event.ydata)

        def pressed(event: MouseEvent) -> None:
            if event.inaxes is ax and event.button == 1:
                self.attempt(self.press_at, event.xdata, event.ydata)

        def scrolled(event: MouseEvent) -> None:
            if event.inaxes is ax:
                self.attempt(self.change_level, -1 if event.step > 0 else +1)

        for name, action in (("motion_notify_event", moved), ("button_press_event", pressed),
                             ("scroll_event", scrolled)):
            self.live.canvas.mpl_connect(name, action)

    def press_at(self, x: float, y: float) -> None:
        """Choose and freeze the block at a place, or let the pointer choose again."""
        self.point_at(x, y)
        self.freeze()

    def _make_trial_controls(self) -> None:
        self.action_buttons = {
            action: self.button(f"{text} ({key})", partial(self.choose, action),
                                62 + 7.3 * len(text), f"Try: {action.value}, key {key}")
            for action, (text, key) in ACTIONS.items() if action in TRIED
        }
        self.paint_colour = w.Dropdown(
            options=[(colour.word, colour) for colour in Colour], description="with",
            layout=w.Layout(width=self.px(120)), style={"description_width": self.px(35)})
        self.paint_colour.observe(lambda change: self.attempt(self.show), "value")
        self.keep_button = self.button("✔ Keep (k)", self.keep, 110,
                                       "Make this move on the board, and go on from there")
        self.undo_button = self.button("↶ Undo (z)", self.undo, 110, "Undo the last kept move")
        self.undo_button.disabled = True
        self.freeze_button = w.ToggleButton(description="Freeze (f)", layout=w.Layout(
            width=self.px(100)), tooltip="The pointer chooses no other block: click or key f")
        self.typed_path = w.Text(placeholder="such as 0 2", description="Block",
                                 layout=w.Layout(width=self.px(150)), continuous_update=False,
                                 style={"description_width": self.px(45)})
        self.typed_path.observe(lambda change: self.attempt(self.select_typed, change["new"]),
                                "value")
        self.steps = [self.button("▲ Larger", lambda: self.change_level(-1), 85),
                      self.button("▼ Smaller", lambda: self.change_level(+1), 90),
                      self.button("◀", lambda: self.next_block(+1), 40, "The next of the four"),
                      self.button("▶", lambda: self.next_block(-1), 40, "The last of the four")]
        self.hotkeys |= {
            **{ACTIONS[action][1]: partial(self.choose, action) for action in TRIED},
            "up": lambda: self.change_level(-1), "down": lambda: self.change_level(+1),
            "left": lambda: self.next_block(+1), "right": lambda: self.next_block(-1),
            "k": self.keep, "z": self.undo, "f": self.freeze,
        }

    def trial_rows(self, *others: w.Widget) -> list[w.Widget]:
        """Return the rows of controls: actions, and below them blocks; ``others`` come last."""
        paint = [self.action_buttons[Action.PAINT], self.paint_colour,
                 self.action_buttons[Action.COMBINE], self.keep_button, self.undo_button]
        basic = [button for button in self.action_buttons.values() if button not in paint]
        return [self.row(*basic), self.row(*paint, *others),
                self.row(*self.steps, self.typed_path, self.freeze_button, self.letters,
                         self.palette)]

    def show_chosen_action(self) -> None:
        """Mark the button of the action that is tried."""
        for action, button in self.action_buttons.items():
            chosen = action is self.action
            button.style.font_weight = "bold" if chosen else ""
            button.layout.border = "2px solid #222" if chosen else ""
        self.keep_button.disabled = self.why_not is not None


def describe_keys(*more: str) -> str:
    """Return the sentence that names the keys of a board on which moves are tried."""
    keys: list[Any] = [f"{ACTIONS[action][1]} {action.value}" for action in TRIED]
    return ("Keys: arrows choose a block, " + ", ".join([*keys, "k keep", "z undo", "f freeze",
                                                         *more, "l letters"]) + ".")
