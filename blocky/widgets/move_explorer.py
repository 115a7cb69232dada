"""The move explorer: what a move does to board, tree and grid, its law, and how it goes wrong."""

from __future__ import annotations

import html
import inspect
from collections.abc import Callable
from functools import cached_property, partial
from time import perf_counter
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.text import Text

from blocky import draw
from blocky.block import Block
from blocky.draw.looks import fills_and_texts
from blocky.draw.marks import cross_out, frame_block, quadrants
from blocky.kit.draw.cells import cells
from blocky.kit.draw.picture import INK, clear
from blocky.kit.language import say
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.live import status
from blocky.move import CALLS, Action
from blocky.widgets.attempt import Attempt, children_text, findings, listed, run
from blocky.widgets.law import LAWS, LawStep, law_text, steps_of_law
from blocky.widgets.mistakes import MISTAKES
from blocky.widgets.move_panel import MovePanel

__all__ = ["MoveExplorer", "explore_moves"]


class MoveExplorer(MovePanel):
    """An explorer of moves: before and after, on board, tree and grid, beside the same done wrong.

    The board is ``board``, or a random one of ``max_depth``, 7 at most. ``rotate`` and ``swap`` are
    functions of your own, to be looked at beside the kit's: each takes a block and a direction,
    like the method of that name. ``looks`` are palette, letters and big.

    Attributes:
        right: what the move makes of the board.
        wrong: what the mistake makes of it, None if no mistake is looked at.
    """

    def __init__(self, board: Block | None = None, *, seed: int = 7, max_depth: int = 3,
                 rotate: Callable[..., Any] | None = None,
                 swap: Callable[..., Any] | None = None, **looks: Any) -> None:
        super().__init__((8.5, 4.55), board, seed=seed, max_depth=max_depth, **looks)
        self._own = {"rotate": rotate, "swap": swap}
        for name, function in self._own.items():
            if function is not None and not callable(function):
                raise TypeError(say("{name} must be a function that takes a block and a "
                                    "direction, not {function!r}.", name=name, function=function))
        self._endless: dict[Any, str] = {}  # why a function and an action are not tried again
        self._strip: list[Axes] = []  # for the law; made when it is shown
        self._make_figure()
        self._make_controls()
        self.refresh()

    # -- the move, right and wrong ---------------------------------------------------------

    @property
    def method(self) -> str:
        """The name of the method that does the action."""
        return CALLS[self.action][0]

    @property
    def mistake(self) -> Callable[..., Any] | None:
        """The wrong function under study; None if there is none."""
        return self.mistakes.value or None

    def _offer_mistakes(self) -> None:
        own = self._own.get(self.method)
        self._offered_for = self.method
        self.mistakes.options = [
            (say("(nothing is done wrong)"), ""),
            *([(say("yours: {name}", name=getattr(own, "__name__", self.method)), own)]
              if own else []),
            *((say(mistake.__doc__ or ""), mistake) for mistake in MISTAKES[self.method])]

    def _try(self, function: Callable[..., Any], board: Block, action: Action,
             purpose: object = "") -> Attempt:
        """Return the result of ``function`` on ``board`` for ``action``."""
        if failure := self._endless.get((function, action)):
            return Attempt(board.copy(), [], failure)
        args: tuple[Any, ...] = CALLS[action][1]
        if action is Action.SMASH:
            args = (self.rng(purpose),)
        elif action is Action.PAINT:
            args = (self.paint_colour.value,)
        name = getattr(function, "__name__", "function")
        if function is self._own.get(self.method):
            name = say("Your {method}", method=self.method)
        began = perf_counter()
        outcome = run(board, self.path, function, args, name)
        if outcome.failure and perf_counter() - began > 1:
            self._endless[function, action] = outcome.failure
        return outcome

    @cached_property
    def law(self) -> list[LawStep]:
        """The boards that show the law; those of the mistake, if one is looked at."""
        if self.why_not:
            return [LawStep(say("before"), Attempt(self.board))]
        function = self.mistake or getattr(Block, self.method)
        return steps_of_law(self.board, self.move, partial(self._try, function))

    def law_text(self) -> str:
        """Return sentences that say whether the law holds here."""
        return self._refusal() or law_text(self.action, self.law)

    def _refusal(self) -> str:
        reason = self.why_not
        return say("The rules refuse this move. {reason}", reason=reason) if reason else ""

    def source(self) -> str:
        """Return the source of the mistake that is looked at; "" without one."""
        try:
            return inspect.getsource(self.mistake).rstrip() if self.mistake else ""
        except (OSError, TypeError):
            return say("(The source of this function cannot be shown.)")

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the move before and after, and what the mistake makes of it."""
        if self._offered_for != self.method:
            self._offer_mistakes()
        self.__dict__.pop("law", None)  # that of another move
        number = len(self.board.at(self.path).children)
        self._before = Attempt(self.board, list(range(number)))
        self.right = self._before if self.why_not else self._try(
            getattr(Block, self.method), self.board, self.action)
        self.wrong = self._try(self.mistake, self.board, self.action) if self.mistake else None
        self._draw_column(0, self._before, say("Before"))
        self._draw_column(1, self.right, say("After: the rules refuse it") if self.why_not else
                          say("After: {action}", action=self.action.word))
        if self.wrong is None:
            self._draw_children()
        else:
            own = self.mistake is self._own.get(self.method)
            self._draw_column(2, self.wrong, say("Done by yours") if own else say("Done wrong"))
            board, _, grids = self._columns[2]
            cross_out(board, self.wrong.differs_in_picture(self.right))
            cross_out(grids, self.wrong.differs_on_grid(self.right))
        self._draw_law()
        self._show_texts()
        self.show_possible()
        self.live.redraw()

    def _draw_column(self, column: int, attempt: Attempt, title: str) -> None:
        board, tree, grids = self._columns[column]
        self.show_board(board, attempt.rectangles, title)
        self._captions[column].set_text("" if attempt.failure else listed(attempt.children))
        clear(tree)
        clear(grids)
        if attempt.failure:
            tree.text(0.5, 0.5, say("no tree"), transform=tree.transAxes, ha="center", fontsize=10)
        else:
            draw.tree(attempt.board, tree, path=self.path, **self.looks)
        grid = attempt.grid
        if grid is None:
            grids.text(0.5, 0.5, say("no grid"), transform=grids.transAxes, ha="center",
                       fontsize=10)
        else:
            cells(grids, grid, *fills_and_texts(**self.looks))
            frame_block(grids, self.path, len(grid))

    def _draw_children(self) -> None:
        """Draw where the children go, and which of them is where then."""
        board, tree, grids = self._columns[2]
        after = self.right.children
        self.show_board(board, [], say("Where the children go"))
        clear(tree)
        clear(grids)
        grids.set(xlim=(0, 1), ylim=(1, 0))
        quadrants(board, range(len(self._before.children)),
                  [(old, new) for new, old in enumerate(after) if old is not None])
        quadrants(grids, after)
        grids.text(0.5, -0.06, say("The children after"), ha="center", va="bottom", fontsize=9,
                   color=INK)
        self._captions[2].set_text(say("becomes {children}", children=listed(after)))

    def _draw_law(self) -> None:
        for _, _, grids in self._columns:
            grids.set_visible(not self.law_button.value)
        self._grid_label.set_text(say("law") if self.law_button.value else say("grid"))
        steps = self.law if self.law_button.value else []
        if steps and not self._strip:
            self._strip = [self.board_axes(28 + 137 * number, 333, 119) for number in range(6)]
        for number, ax in enumerate(self._strip):
            ax.set_visible(number < len(steps))
        for ax, step in zip(self._strip, steps, strict=False):
            title = (step.title if not step.back else
                     say("{title} = before ✓", title=step.title) if step.holds(self.board) else
                     say("{title} ≠ before ✗", title=step.title))
            self.show_board(ax, step.attempt.rectangles, title, 8)
            if step.back:
                cross_out(ax, step.attempt.differs_on_grid(self._before))

    def _show_texts(self) -> None:
        turns = self.method in ("rotate", "swap")
        lines = [self.selection_text(),
                 children_text(self._before.children, self.right.children)]
        if self.why_not:
            lines.append(self._refusal())
        elif turns and not self._before.children:
            lines.append(say("A block without children stays as it is; the move still uses a "
                             "turn."))
        found = findings(self.wrong, self.right) if self.wrong else []
        if self.law_button.value and not self.why_not:
            lines.append(self.law_text())
        elif self.mistake is None:
            lines.append(say(LAWS[self.action]))
        elif turns and not self.why_not:
            found.append(self.law_text())
        self._sentences.value = "".join(status(line) for line in lines)
        self._below.layout.display = "" if self.mistake else "none"
        self._findings.value = "".join(status(line) for line in found)
        self._source.value = (
            f'<pre tabindex="0" aria-label="{say("Source")}" style="font-size: {self.px(11)}; '
            f'line-height: 1.25; margin: 0; white-space: pre">{html.escape(self.source())}</pre>')
        self.tell(say("The move explorer. Tried: {action}.", action=self.action.word),
                  *lines, *found)

    # -- making the widgets ----------------------------------------------------------------

    def _make_figure(self) -> None:
        self._columns: list[tuple[Axes, Axes, Axes]] = []
        self._captions: list[Text] = []
        for left in (28, 304, 580):
            board = self.board_axes(left + 47, 22, 173)
            self._columns.append((board, self.axes(left, 217, 266, 86),
                                  self.axes(left + 65, 315, 136, 136)))
            self._captions.append(self._label(left + 133, 206, "", family="monospace"))
        self._label(13, 107, say("board"), rotation=90)
        self._label(32, 206, say("children", "label"))
        self._label(13, 258, say("tree"), rotation=90)
        self._grid_label = self._label(13, 384, say("grid"), rotation=90)
        self.hear(self._columns[0][0], self.point_at, self.press_at, self.change_level)

    def _label(self, x: float, y: float, text: str, **style: Any) -> Text:
        return self.figure.text(x / 850, 1 - y / 455, text, fontsize=9, color=INK, ha="center",
                                va="center", **style)

    def _make_controls(self) -> None:
        self.law_button = self.toggle(
            say("Show the law (w)"), 150, say("Make the move again and again, and look what comes"),
            self.refresh)
        self._offered_for = ""
        self.mistakes = self.control(w.Dropdown, say("Done wrong (m)"), 600, 110, self.show_chosen,
                                     options=[""])
        self.add(Command("law", partial(self.next_value, self.law_button), say("show the law"),
                         key="w"),
                 Command("mistake", partial(self.next_value, self.mistakes), say("next mistake"),
                         key="m"))
        self._sentences = w.HTML(layout=w.Layout(min_height=self.px(72)))
        self._findings = w.HTML(layout=w.Layout(width=self.px(385)))
        self._source = w.HTML(layout=w.Layout(
            width=self.px(455), max_height=self.px(140), overflow="auto",
            border="1px solid #ccc", padding="2px 6px"))
        self._below = self.row(self._findings, self._source)
        self._below.layout.min_height = self.px(150)
        self.arrange(self.live, self._sentences, *self.trial_rows(self.law_button), self.mistakes,
                     self._below, self.message)


explore_moves = MoveExplorer
