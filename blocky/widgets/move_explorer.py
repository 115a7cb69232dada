"""The move explorer: what a move does to board, tree and grid, its law, and how it goes wrong."""

import html
import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from time import perf_counter
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.text import Text

from blocky import draw
from blocky.block import Block
from blocky.draw.marks import cross_out, frame_block, quadrants
from blocky.draw.on_grid import numbered
from blocky.kit.draw.picture import INK, clear
from blocky.kit.language import say
from blocky.kit.widgets.live import scrolled
from blocky.kit.widgets.panel import status
from blocky.move import CALLS, Action
from blocky.widgets import trials
from blocky.widgets.mistakes import MISTAKES
from blocky.widgets.move_panel import MovePanel
from blocky.widgets.trials import LawStep, Trial

__all__ = ["MoveExplorer"]

#: The most boards that show a law: a rotation before, four times, and with its inverse.
MOST_LAW_STEPS = 6

#: The seconds after which a function that failed is not tried again.
SLOW = 1.0


class MoveExplorer(MovePanel):
    """An explorer of moves: before and after, on board, tree and grid, beside the same done wrong.

    The board is ``board``, or a random one of ``max_depth``, 7 at most. ``rotate`` and ``swap`` are
    functions of your own to compare with the kit's: each takes a block and a direction, like the
    method of that name. ``looks`` are palette, letters and big.

    Attributes:
        right: the board after the move.
        wrong: the board after the mistake; None if no mistake is chosen.
    """

    def __init__(self, board: Block | None = None, *, seed: int = 7, max_depth: int = 3,
                 rotate: Callable[..., Any] | None = None,
                 swap: Callable[..., Any] | None = None, **looks: Any) -> None:
        super().__init__((8.5, 4.55), board, seed=seed, max_depth=max_depth, **looks)
        self._students_functions = {"rotate": rotate, "swap": swap}
        for name, function in self._students_functions.items():
            if function is not None and not callable(function):
                raise TypeError(say("{name} must be a function that takes a block and a "
                                    "direction, not {function!r}.", name=name, function=function))
        # How functions failed that aren't tried again, as they are slow; by (function, action).
        self._slow_failures: dict[Any, str] = {}
        self._offered_for = ""  # the method whose mistakes are offered
        self._law_axes: list[Axes] = []  # for the boards of the law; made when they are shown
        self._make_figure()
        self._make_controls()
        self.refresh()

    # -- the move, right and wrong ---------------------------------------------------------

    @property
    def method(self) -> str:
        """The name of the method of Block that does the action."""
        method, _ = CALLS[self.action]
        return method

    @property
    def mistake(self) -> Callable[..., Any] | None:
        """The wrong function under study; None if there is none."""
        return self.mistakes.value or None

    def _try(self, function: Callable[..., Any], board: Block, action: Action,
             purpose: object = "") -> Trial:
        """Return the trial of ``function`` on ``board`` for ``action``.

        For another ``purpose``, a smash draws other children. A function that failed after more
        than a second is not tried again.
        """
        if failure := self._slow_failures.get((function, action)):
            return Trial(board.copy(), [], failure)
        _, args = replace(self.move, action=action).call(self.rng(purpose))  # without the block
        is_students = function is self._students_functions.get(self.method)
        name = say("Your {method}", method=self.method) if is_students else function.__name__
        start = perf_counter()
        trial = trials.try_on(board, self.path, function, args, name)
        seconds = perf_counter() - start
        if trial.failure and seconds > SLOW:
            self._slow_failures[function, action] = trial.failure
        return trial

    @cached_property
    def law(self) -> list[LawStep]:
        """The boards that show the law, made by the mistake if one is chosen.

        If the rules refuse the move, it's only the board before it.
        """
        if self.why_not:
            return [LawStep(say("before"), Trial(self.board))]
        function = self.mistake or getattr(Block, self.method)
        return trials.steps_of_law(self.board, self.move, partial(self._try, function))

    def law_text(self) -> str:
        """Return sentences that say whether the law holds here."""
        return trials.law_text(self.action, self.law)

    def source(self) -> str:
        """Return the source of the chosen mistake; "" if none is chosen."""
        try:
            return inspect.getsource(self.mistake).rstrip() if self.mistake else ""
        except (OSError, TypeError):
            return say("(The source of this function can't be shown.)")

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the board before and after the move, and after the mistake if one is chosen."""
        self._offer_mistakes()
        self.__dict__.pop("law", None)  # so that the property is computed again, for this move
        children = self.board.at(self.path).children
        self._before = Trial(self.board, list(range(len(children))))
        if self.why_not:
            self.right = self._before
            title = say("After: no change (not allowed)")
        else:
            self.right = self._try(getattr(Block, self.method), self.board, self.action)
            title = say("After: {action}", action=self.action.word)
        self.wrong = self._try(self.mistake, self.board, self.action) if self.mistake else None
        self._draw_column(0, self._before, say("Before"))
        self._draw_column(1, self.right, title)
        if self.wrong is None:
            self._draw_children()
        else:
            self._draw_wrong(self.wrong)
        self._draw_law()
        self._show_texts()

    def _offer_mistakes(self) -> None:
        """Offer the mistakes of the method in the list, unless it has them already."""
        if self._offered_for == self.method:
            return
        self._offered_for = self.method
        options: list[tuple[str, Any]] = [(say("(no mistake)"), "")]
        students = self._students_functions.get(self.method)
        if students:
            name = getattr(students, "__name__", self.method)
            options.append((say("yours: {name}", name=name), students))
        for mistake in MISTAKES[self.method]:
            options.append((say(mistake.__doc__ or ""), mistake))
        self.mistakes.options = options

    def _draw_wrong(self, wrong: Trial) -> None:
        """Draw the board after the mistake in the last column, and cross out what is wrong."""
        is_students = self.mistake is self._students_functions.get(self.method)
        title = say("Your version") if is_students else say("With the mistake")
        self._draw_column(2, wrong, title)
        board, _, grid = self._columns[2]
        cross_out(board, wrong.differs_in_picture(self.right))
        cross_out(grid, wrong.differs_on_grid(self.right))

    def _draw_column(self, column: int, trial: Trial, title: str) -> None:
        """Draw the board of a trial with its list of children, its tree and its grid."""
        board, tree, grid = self._columns[column]
        self.show_board(board, trial.rectangles, title)
        self._captions[column].set_text("" if trial.failure else trials.listed(trial.children))
        clear(tree, grid)
        if trial.failure:
            tree.text(0.5, 0.5, say("no tree"), transform=tree.transAxes, ha="center", fontsize=10)
        else:
            draw.tree(trial.board, tree, path=self.path, **self.looks)
        if trial.grid is None:
            grid.text(0.5, 0.5, say("no grid"), transform=grid.transAxes, ha="center", fontsize=10)
        else:
            numbered(trial.grid, grid, **self.looks)
            frame_block(grid, self.path, len(trial.grid))

    def _draw_children(self) -> None:
        """Draw in the last column where the children go, and their order after the move."""
        board, tree, grid = self._columns[2]
        old_numbers = self.right.children  # for each child now, its number before the move
        arrows = [(old, new) for new, old in enumerate(old_numbers) if old is not None]
        self.show_board(board, [], say("Where the children go"))
        clear(tree, grid)
        grid.set(xlim=(0, 1), ylim=(1, 0))
        quadrants(board, self._before.children, arrows)
        quadrants(grid, old_numbers)
        grid.text(0.5, -0.06, say("The children after"), ha="center", va="bottom", fontsize=9,
                  color=INK)
        self._captions[2].set_text(say("becomes {children}",
                                       children=trials.listed(old_numbers)))

    def _draw_law(self) -> None:
        """If the law is to be shown, draw its boards in place of the grids."""
        shows_law = self.law_button.value
        for _, _, grid in self._columns:
            grid.set_visible(not shows_law)
        self._grid_label.set_text(say("law") if shows_law else say("grid"))
        steps = self.law if shows_law else []
        if steps and not self._law_axes:  # axes side by side, in pixels
            self._law_axes = [self.board_axes(28 + 137 * number, 333, 119)
                              for number in range(MOST_LAW_STEPS)]
        for number, ax in enumerate(self._law_axes):
            ax.set_visible(number < len(steps))
        for ax, step in zip(self._law_axes, steps, strict=False):  # there may be fewer steps
            self._draw_law_step(ax, step)

    def _draw_law_step(self, ax: Axes, step: LawStep) -> None:
        """Draw a board of the law.

        If the law says that it's as before, the title says whether it is, and wrong cells are
        crossed out.
        """
        if not step.back:
            title = step.title
        elif step.holds(self.board):
            title = say("{title} = before ✓", title=step.title)
        else:
            title = say("{title} ≠ before ✗", title=step.title)
        self.show_board(ax, step.trial.rectangles, title, fontsize=8)
        if step.back:
            cross_out(ax, step.trial.differs_on_grid(self._before))

    def _show_texts(self) -> None:
        """Show sentences on the move, its law and the mistake, and the mistake's source.

        If the boards of the law are shown, or the mistake is one in moving children, a sentence
        says whether the law holds here. Without a mistake, it says what the law is.
        """
        moves_children = self.method in ("rotate", "swap")
        lines = [self.selection_text(), trials.children_text(self._before, self.right)]
        reason = self.why_not
        if reason:
            lines.append(say("The rules don't allow this move. {reason}", reason=reason))
        elif moves_children and not self._before.children:
            lines.append(say("A block without children stays as it is; the move still uses a "
                             "turn."))
        findings = trials.findings(self.wrong, self.right) if self.wrong else []
        if self.law_button.value and not reason:
            lines.append(self.law_text())
        elif self.mistake is None:
            lines.append(say(trials.LAWS[self.action]))
        elif moves_children and not reason:
            findings.append(self.law_text())
        self._below.layout.display = "" if self.mistake else "none"
        self._findings.value = "".join(map(status, findings))
        self._source.value = (
            f'<pre tabindex="0" aria-label="{say("Source")}" style="font-size: {self.px(11)}; '
            f'line-height: 1.25; margin: 0; white-space: pre">{html.escape(self.source())}</pre>')
        self.show_figure(*lines, alt=[
            say("The move explorer. Tried: {action}.", action=self.action.word), *lines,
            *findings])

    # -- figure and controls ---------------------------------------------------------------

    def _make_figure(self) -> None:
        """Make three columns of axes (board, tree and grid), and the labels; places in pixels."""
        def label(x: float, y: float, text: str, **style: Any) -> Text:
            """Write a text whose middle is at (x, y), on the figure of 850 by 455 pixels."""
            return self.figure.text(x / 850, 1 - y / 455, text, fontsize=9, color=INK,
                                    ha="center", va="center", **style)

        self._columns: list[tuple[Axes, Axes, Axes]] = []
        for left in (28, 304, 580):
            board = self.board_axes(left + 47, 22, 173)
            tree = self.axes(left, 217, 266, 86)
            grid = self.axes(left + 65, 315, 136, 136)
            self._columns.append((board, tree, grid))
        self._captions = [label(x, 206, "", family="monospace") for x in (161, 437, 713)]
        label(13, 107, say("board"), rotation=90)
        label(32, 206, say("children", "label"))
        label(13, 258, say("tree"), rotation=90)
        self._grid_label: Text = label(13, 384, say("grid"), rotation=90)
        board, _, _ = self._columns[0]
        self.hear(board, self.point_at, self.press_at, self.change_level)

    def _make_controls(self) -> None:
        """Make the controls, and lay everything out."""
        self.law_button = self.toggle(say("Show the law (w)"), say(
            "Repeat the move and see what happens"), self.refresh)
        self.mistakes = self.control(w.Dropdown, say("Mistake (m)"), 600, 110, self.show_chosen,
                                     options=[""])
        self.bind("w", say("show the law"), self.law_button)
        self.bind("m", say("next mistake"), self.mistakes)
        self._sentence.layout.min_height = self.px(72)
        self._findings = w.HTML(layout=w.Layout(width=self.px(385)))
        self._source = w.HTML(layout=scrolled(140, width=self.px(455)))
        self._below = self.row(self._findings, self._source)
        self._below.layout.min_height = self.px(150)
        self.arrange(self.live, self._sentence, *self.trial_rows(self.law_button), self.mistakes,
                     self._below, self.message)
