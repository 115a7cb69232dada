"""A panel on which moves are tried on a board: the base of two explorers."""

from collections.abc import Sequence
from random import Random
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky import draw
from blocky.block import Block, Path, Rectangle
from blocky.draw.marks import frame_block
from blocky.game import new_board
from blocky.kit.arguments import count
from blocky.kit.draw.picture import clear
from blocky.kit.language import say
from blocky.kit.widgets.panel import Command
from blocky.kit.widgets.undo import Changes
from blocky.move import CLASSIC, EXTENDED, Action, Move
from blocky.parts import Parts
from blocky.widgets.choosing import BlockPanel, action_commands

__all__ = ["SIZE", "TRIED", "MovePanel"]

#: The actions that change a board.
TRIED = tuple(action for action in Action if action is not Action.PASS)

#: The greatest max_depth.
DEEPEST = 7

#: The size of a board. It's divisible by the 2**7 cells in a row: no cell's place is rounded.
SIZE = 512


class MovePanel(BlockPanel):
    """A panel on which a block and an action are chosen, and the result is shown beforehand.

    A subclass defines ``refresh``, and adds ``trial_rows`` to its controls.

    Attributes:
        action: the action tried on the chosen block.
        paint_colour: the control for the colour to paint with.
    """

    path: Path

    def __init__(self, size: tuple[float, float], board: Block | None, *, seed: int = 7,
                 max_depth: int = 3, **looks: Any) -> None:
        super().__init__(size, **looks)
        if isinstance(board, Block):
            max_depth = board.max_depth
        count("max_depth", max_depth, most=DEEPEST)
        self.board = new_board(board, max_depth, SIZE, Parts(), Random(seed))
        # At first, the first divided child is chosen; if there is none, the whole board.
        self.path = next((child.path for child in self.board.children if child.children), ())
        self.level = len(self.path)
        self.action = Action.ROTATE_CLOCKWISE
        self._place = self.board.at(self.path).position
        self._seed = seed
        self._smashes = 0  # how often the same action was chosen again: see ``choose``
        # The board and the chosen path before each move that was kept.
        self._kept: Changes[tuple[Block, Path]] = Changes()
        self.add_choosing()
        self.add(*action_commands(self.choose, TRIED))
        self.paint_colour = self.colour_control(say("with"), 120, 35, self.refresh)
        self.add(
            Command("keep", self.keep, say("make this move on the board and continue from there"),
                    say("✔ Keep ({key})"), "k", lambda: self.why_not),
            Command("undo", self.undo, say("undo the last kept move"), say("↶ Undo ({key})"), "z",
                    self._kept.why_no_undo))
        self.add_freezing(say("Freeze (f)"), say("freeze the chosen block"), "f",
                          say("Stay on this block while the pointer moves: click or press f"))

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Choose and freeze the block at a place; if one is frozen, free the choice."""
        if button == 1:
            self.point_at(x, y)
            self.next_value(self.freeze_button)

    def show_chosen(self) -> None:
        """Show the result of a new choice of block, action or colour."""
        self.say("")
        self.refresh()

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
        """Return a new random generator; the move that is tried and ``purpose`` determine its seed.

        So a move that is kept draws the same as when it was shown.
        """
        return Random(f"{self._seed} {len(self._kept)} {self.path} {self._smashes} {purpose}")

    def choose(self, action: Action) -> None:
        """Try ``action``; choosing a smash once more draws other children."""
        if action is self.action:
            self._smashes += 1  # a part of the seed in ``rng``
        self.action = action
        self.show_chosen()

    def after(self) -> Block:
        """Return a copy of the board after the move, or unchanged if the rules refuse it."""
        twin = self.board.copy()
        if self.why_not is None:
            self.move.change(twin.at(self.path), self.rng())
        return twin

    def keep(self) -> None:
        """Make the move on the board, and go on from there."""
        if reason := self.why_not:
            raise ValueError(say("There's no move to keep. {reason}", reason=reason))
        move = self.move
        after = self.after()
        self._kept.note((self.board, self.path))
        self.board = after
        self.say(say("Kept: {move}.", move=move))
        self.show_other_board()

    def undo(self) -> None:
        """Take back the last move that was kept."""
        self.board, self.path = self._kept.undo((self.board, self.path))
        self.level = len(self.path)
        self.say(say("The last kept move was undone."))
        self.show_other_board()

    def show_other_board(self) -> None:
        """Show the board after a move on it was kept or undone."""
        self.refresh()

    def axes(self, x: float, y: float, width: float, height: float) -> Axes:
        """Return axes whose upper left corner is at (x, y), in pixels at the usual scale.

        y goes downwards from the top of the figure.
        """
        figure_width, figure_height = self.figure.get_size_inches() * draw.DPI
        ax = self.figure.add_axes((x / figure_width, 1 - (y + height) / figure_height,
                                   width / figure_width, height / figure_height))
        ax.set_axis_off()
        return ax

    def board_axes(self, x: float, y: float, side: float, margin: float = 0) -> Axes:
        """Return square axes for ``show_board``, in unit cells.

        ``margin`` is the space around the board, as a part of the board's side.
        """
        ax = self.axes(x, y, side, side)
        cells = 2**self.board.max_depth
        low = -margin * cells
        high = (1 + margin) * cells
        ax.set(xlim=(low, high), ylim=(high, low))
        return ax

    def show_board(self, ax: Axes, rectangles: Sequence[Rectangle], title: str,
                   fontsize: float = 10) -> None:
        """Draw a board with the chosen block framed, in place of what ``ax`` shows.

        Without ``rectangles``, say that there is no board.
        """
        clear(ax)
        side = 2**self.board.max_depth
        artist = draw.BoardArtist(**self.looks)
        ax.add_artist(artist)
        artist.show(rectangles, SIZE, side)
        if rectangles:
            frame_block(ax, self.path, side)
        else:
            ax.text(side / 2, side / 2, say("no board"), ha="center", va="center", fontsize=10)
        ax.set_title(title, fontsize=fontsize, color=draw.INK, y=1, pad=4)

    def trial_rows(self, *others: w.Widget) -> list[w.Widget]:
        """Return the rows of controls: actions, and below them blocks; ``others`` come last."""
        return [self.row(*(action for action in TRIED if action in CLASSIC.actions)),
                self.row(Action.PAINT, self.paint_colour, Action.COMBINE, "keep", "undo", *others),
                self.choosing_row(self.freeze_button, self.letters, self.palette)]

    def show_possible(self) -> None:
        """Enable the commands that can be done, and mark the action that is tried."""
        super().show_possible()
        for action in TRIED:
            button = self.buttons[action]
            is_tried = action is self.action
            button.style.font_weight = "bold" if is_tried else ""
            button.layout.border = "2px solid var(--jp-ui-font-color1)" if is_tried else ""
