"""The move laboratory: what a move does to board, tree and grid, its law, and how it goes wrong."""

from __future__ import annotations

import html
import inspect
from collections.abc import Callable, Iterable
from functools import cached_property
from time import perf_counter
from typing import Any, NamedTuple

import ipywidgets as w
import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text
from numpy.typing import NDArray

from blocky import draw
from blocky.block import PLACES, Block
from blocky.check.mistakes import MISTAKES
from blocky.colour import Colour
from blocky.draw.looks import palette_of
from blocky.draw.moves import cross_out, frame_block, quadrants
from blocky.kit.draw.cells import CellsArtist
from blocky.kit.draw.picture import INK, clear
from blocky.kit.language import say, say_count
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.live import status
from blocky.move import Action
from blocky.parts import CALLS
from blocky.widgets.attempt import Attempt, problems_of, run
from blocky.widgets.move_panel import MovePanel

__all__ = ["MoveLab", "explore_moves"]

LAWS = {
    Action.ROTATE_CLOCKWISE:
        "The law: four times clockwise, or once clockwise and once counter-clockwise, leaves the "
        "board as it was. On the block's grid the move is np.rot90(grid, -1).",
    Action.ROTATE_COUNTER_CLOCKWISE:
        "The law: four times counter-clockwise, or once counter-clockwise and once clockwise, "
        "leaves the board as it was. On the block's grid the move is np.rot90(grid).",
    Action.SWAP_HORIZONTALLY:
        "The law: a swap is its own inverse, so that two leave the board as it was. On the "
        "block's grid the move is np.roll(grid, len(grid) // 2, axis=1).",
    Action.SWAP_VERTICALLY:
        "The law: a swap is its own inverse, so that two leave the board as it was. On the "
        "block's grid the move is np.roll(grid, len(grid) // 2, axis=0).",
    Action.SMASH:
        "The law: no move takes a smash back. What the block held is gone, and the new children "
        "are a matter of chance, so that two smashes of one board differ.",
    Action.PAINT:
        "The law: painting again takes it back, but only with the old colour, which the painted "
        "cell does not tell.",
    Action.COMBINE:
        "The law: no move takes it back. Different blocks become the same leaf, and the leaf "
        "does not tell which of them it was.",
}

#: What takes an action back, and how the two are called in the picture.
INVERSES = {
    Action.ROTATE_CLOCKWISE: (Action.ROTATE_COUNTER_CLOCKWISE, "↻, then ↺"),
    Action.ROTATE_COUNTER_CLOCKWISE: (Action.ROTATE_CLOCKWISE, "↺, then ↻"),
}


def explore_moves(board: Block | None = None, *, seed: int = 7, max_depth: int = 3,
                  rotate: Callable[..., Any] | None = None,
                  swap: Callable[..., Any] | None = None, palette: str = "safe",
                  letters: bool = False, big: bool = False) -> MoveLab:
    """Return a laboratory of moves on ``board``, or on a random one of ``max_depth``, 7 at most.

    ``rotate`` and ``swap`` are functions of your own, to be looked at beside the kit's: each takes
    a block and a direction, like the method of that name.
    """
    return MoveLab(board, seed=seed, max_depth=max_depth, rotate=rotate, swap=swap,
                   palette=palette, letters=letters, big=big)


class LawStep(NamedTuple):
    """A board that shows the law; ``back`` tells whether it must be as before."""

    title: str
    attempt: Attempt
    back: bool = False


class MoveLab(MovePanel):
    """A move before and after, on board, tree and grid, beside the same move done wrong.

    Attributes:
        right: what the move makes of the board.
        wrong: what the mistake makes of it, None if no mistake is looked at.
    """

    def __init__(self, board: Block | None = None, *,
                 rotate: Callable[..., Any] | None = None,
                 swap: Callable[..., Any] | None = None, **settings: Any) -> None:
        for name, function in (("rotate", rotate), ("swap", swap)):
            if function is not None and not callable(function):
                raise TypeError(say("{name} must be a function that takes a block and a "
                                    "direction, not {function!r}.", name=name, function=function))
        super().__init__((8.5, 4.55), board, **settings)
        self._own = {"rotate": rotate, "swap": swap}
        self._endless: dict[Any, str] = {}  # why a function and an action are not tried again
        self._strip: list[Axes] = []  # for the law; made when it is shown
        self._make_figure()
        self._make_controls()
        self.show()

    # -- the move, right and wrong ---------------------------------------------------------

    @property
    def method(self) -> str:
        """The name of the method that does the action."""
        return CALLS[self.action][0]

    @property
    def mistake(self) -> Callable[..., Any] | None:
        """The wrong function that is looked at, None for none."""
        return self.mistakes.value or None

    def choose_mistake(self, mistake: Callable[..., Any] | None) -> None:
        """Look at the action done by a wrong function, one of those offered; None: by none."""
        if mistake not in self._offered():
            raise ValueError(say("To {method} is not done wrong by {function!r} here.",
                                 method=self.method, function=mistake))
        self.mistakes.value = mistake or ""

    def next_mistake(self) -> None:
        """Look at the next of the mistakes offered; after the last one comes none."""
        offered = self._offered()
        self.choose_mistake(offered[(offered.index(self.mistake) + 1) % len(offered)])

    def _offered(self) -> list[Callable[..., Any] | None]:
        return [function or None for _, function in self.mistakes.options]

    def _offer_mistakes(self) -> None:
        own = self._own.get(self.method)
        self._offered_for = self.method
        self.mistakes.options = [
            (say("(nothing is done wrong)"), ""),
            *([(say("yours: {name}", name=getattr(own, "__name__", self.method)), own)]
              if own else []),
            *((say(inspect.getdoc(mistake) or mistake.__name__), mistake)
              for mistake in MISTAKES[self.method])]

    @property
    def shows_law(self) -> bool:
        """Whether the law is shown in place of the grids."""
        return bool(self.law_button.value)

    def toggle_law(self) -> None:
        """Show the law in place of the grids, or the grids again."""
        self.law_button.value = not self.law_button.value

    def _try(self, function: Callable[..., Any], board: Block, action: Action,
             purpose: object = "") -> Attempt:
        """Return what ``function`` makes of ``board`` when it is called for ``action``."""
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

    # -- the law ---------------------------------------------------------------------------

    @cached_property
    def law(self) -> list[LawStep]:
        """The boards that show the law; those of the mistake, if one is looked at."""
        function = self.mistake or getattr(Block, self.method)
        action, board = self.action, self.board
        steps = [LawStep(say("before"), Attempt(board))]
        if self.why_not:
            return steps
        if action is Action.SMASH:
            return steps + [LawStep(say("smash {number}", number=number),
                                    self._try(function, board, action, number))
                            for number in (1, 2, 3)]
        if action is Action.PAINT:
            painted, old = self._try(function, board, action), board.at(self.path).colour
            again = run(painted.board, self.path, Block.paint, (old,), "paint")
            colour = self.paint_colour.value
            return [*steps, LawStep(say("painted {colour}", colour=colour), painted),
                    LawStep(say("painted {colour} again", colour=old), again, back=True)]
        if action is Action.COMBINE:
            other = board.copy()
            block = other.at(self.path)
            block.rotate(1)
            if other == board:
                block.children[0].colour = Colour((int(block.children[0].colour or 0) + 1) % 4)
            return [*steps, LawStep(say("combined"), self._try(function, board, action)),
                    LawStep(say("another board"), Attempt(other)),
                    LawStep(say("combined: the same"), self._try(function, other, action))]
        times = 2 if self.method == "swap" else 4
        for number, title in enumerate(_times()[:times], start=1):
            outcome = self._try(function, steps[-1].attempt.board, action)
            steps.append(LawStep(title, outcome, back=number == times))
            if not outcome.sound:
                return steps
        if action in INVERSES:
            inverse, title = INVERSES[action]
            back = self._try(function, steps[1].attempt.board, inverse)
            steps.append(LawStep(say(title), back, back=True))
        return steps

    def law_text(self) -> str:
        """Return sentences that say whether the law holds here."""
        if reason := self.why_not:
            return say("The rules refuse this move. {reason}", reason=reason)
        steps = self.law
        if failed := next((step.attempt.failure for step in steps if step.attempt.failure), ""):
            return say("The law cannot be shown. {problem}", problem=failed)
        if not steps[-1].attempt.sound:
            return say("The law cannot be shown: the tree is broken after the move.")
        claims = [step for step in steps if step.back]
        if not claims:
            return say(LAWS[self.action])
        for step in claims:
            if not self._is_back(step):
                return say("The law fails: after “{title}” the board is not as it was before "
                           "(board == before is False).", title=step.title)
        if len(claims) == 1:
            return say("The law holds: after “{title}” the board is as it was before (board == "
                       "before is True).", title=claims[0].title)
        return say("The law holds: after “{title}” and after “{other}” the board is as it was "
                   "before (board == before is True).", title=claims[0].title,
                   other=claims[1].title)

    def _is_back(self, step: LawStep) -> bool:
        return step.attempt.sound and step.attempt.board == self.board

    # -- what one sees ---------------------------------------------------------------------

    def children_text(self) -> str:
        """Return sentences that say what happens to the list of children."""
        before, after = self._before.children, self.right.children
        if not before and not after:
            return say("The block has no children: its list of children is [] before and after.")
        if after == before:
            what = say("every child stays where it is")
        elif not after:
            what = say("the block has become a leaf")
        elif None in after:
            what = say("all children are new blocks")
        else:
            what = ", ".join(say("{number} goes {place}", number=number,
                                 place=say(PLACES[after.index(number)])) for number in before)
        return say("The list of children goes from {before} to {after}: {what}.", before=before,
                   after=_listed(after), what=what)

    def findings(self) -> list[str]:
        """Return sentences that say what one sees of the mistake: cells, picture, invariants."""
        wrong = self.wrong
        if wrong is None:
            return []
        if wrong.failure:
            return [wrong.failure]
        found = []
        if wrong.children != self.right.children:
            found.append(say("The list of children becomes {children}, not {right}.",
                             children=_listed(wrong.children), right=_listed(self.right.children)))
        cells = wrong.differs_on_grid(self.right).sum()
        unseen = wrong.differs_in_picture(self.right).sum()
        if not wrong.sound:
            found.append(say("What it leaves cannot be drawn as a board."))
        elif wrong.grid is None:
            found.append(say("The board cannot be flattened any more."))
        elif cells:
            found.append(say_count("{count} of {size} cells of the grid is wrong; it is marked.",
                                   "{count} of {size} cells of the grid are wrong; they are "
                                   "marked.", int(cells), size=wrong.grid.size))
            if wrong.rectangles and not unseen:
                found.append(say("The grid is wrong, but the picture, drawn where positions say, "
                                 "is right."))
        elif unseen:
            found.append(say("The grid is right, but the picture, drawn where positions say, is "
                             "wrong."))
        found += problems_of(wrong.board)
        return found or [say("Here it does the same as the right one. Try another block.")]

    def source(self) -> str:
        """Return the source of the mistake that is looked at; "" without one."""
        if self.mistake is None:
            return ""
        try:
            lines = inspect.getsource(self.mistake).splitlines()
        except (OSError, TypeError):
            return say("(The source of this function cannot be shown.)")
        if self.mistake in MISTAKES[self.method]:
            del lines[1]  # the docstring is what it is offered by
        return "\n".join(lines)

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
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
            board, _, cells = self._columns[2]
            cross_out(board, self.wrong.differs_in_picture(self.right))
            cross_out(cells, self.wrong.differs_on_grid(self.right))
        self._draw_law()
        self._show_texts()
        self.show_possible()
        self.live.redraw()

    def _draw_column(self, column: int, attempt: Attempt, title: str) -> None:
        board, tree, cells = self._columns[column]
        self.show_board(board, attempt.rectangles, title)
        self._captions[column].set_text("" if attempt.failure else _listed(attempt.children))
        clear(tree, pixels=False)
        clear(cells, pixels=False)
        if attempt.failure:
            tree.text(0.5, 0.5, say("no tree"), transform=tree.transAxes, ha="center", fontsize=10)
        else:
            draw.tree(attempt.board, tree, path=self.path, **self.looks)
        grid = attempt.grid
        if grid is None:
            self._show_grid(column, np.full((1, 1), -1))
            cells.text(0.5, 0.5, say("no grid"), transform=cells.transAxes, ha="center",
                       fontsize=10)
        else:
            self._show_grid(column, grid)
            frame_block(cells, self.path, len(grid))

    def _show_grid(self, column: int, grid: NDArray[Any]) -> None:
        palette = palette_of(self.palette.value)
        paints = np.array([*(palette[colour] for colour in Colour), (255, 255, 255)], np.uint8)
        signs = np.array([*(each.letter if self.letters.value else str(int(each))
                            for each in Colour), ""])
        self._columns[column][2].set(xlim=(0, len(grid)), ylim=(len(grid), 0))
        self._grids[column].show(paints[grid], signs[grid].tolist())

    def _draw_children(self) -> None:
        """Draw where the children go, and which of them is where then."""
        board, tree, cells = self._columns[2]
        after = self.right.children
        self.show_board(board, [], say("Where the children go"))
        clear(tree, pixels=False)
        self._show_grid(2, np.full((1, 1), -1))
        quadrants(board, range(len(self._before.children)),
                  [(old, new) for new, old in enumerate(after) if old is not None])
        quadrants(cells, after)
        cells.text(0.5, -0.06, say("The children after"), ha="center", va="bottom", fontsize=9,
                   color=INK)
        self._captions[2].set_text(say("becomes {children}", children=_listed(after)))

    def _draw_law(self) -> None:
        for _, _, cells in self._columns:
            cells.set_visible(not self.shows_law)
        self._grid_label.set_text(say("law") if self.shows_law else say("grid"))
        steps = self.law if self.shows_law else []
        if steps and not self._strip:
            self._strip = [self.board_axes(28 + 137 * number, 333, 119) for number in range(6)]
        for number, ax in enumerate(self._strip):
            ax.set_visible(number < len(steps))
        for ax, step in zip(self._strip, steps, strict=False):
            title = (step.title if not step.back else
                     say("{title} = before ✓", title=step.title) if self._is_back(step) else
                     say("{title} ≠ before ✗", title=step.title))
            self.show_board(ax, step.attempt.rectangles, title, 8)
            if step.back:
                cross_out(ax, step.attempt.differs_on_grid(self._before))

    def _show_texts(self) -> None:
        turns = self.method in ("rotate", "swap")
        lines = [self.selection_text(), self.children_text()]
        if self.why_not:
            lines.append(say("The rules refuse this move. {reason}", reason=self.why_not))
        elif turns and not self._before.children:
            lines.append(say("A block without children stays as it is; the move still uses a "
                             "turn."))
        found = self.findings()
        if self.shows_law and not self.why_not:
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
        self.live.describe(" ".join([say("The move laboratory."), *lines, *found,
                                     self.keys_text()]))

    def picture(self) -> draw.Picture:
        """Return the move before and after as it is shown."""
        return draw.Picture(self.figure,
                            say("The move laboratory: {action}. {chosen} {children}",
                                action=self.action.word, chosen=self.selection_text(),
                                children=self.children_text()))

    # -- making the widgets ----------------------------------------------------------------

    def _make_figure(self) -> None:
        self._columns: list[tuple[Axes, Axes, Axes]] = []
        self._captions, self._grids = [], []
        for left in (28, 304, 580):
            board = self.board_axes(left + 47, 22, 173)
            cells = self.axes(left + 65, 315, 136, 136)
            self._grids.append(CellsArtist())
            cells.add_artist(self._grids[-1])
            self._columns.append((board, self.axes(left, 217, 266, 86), cells))
            self._captions.append(self._label(left + 133, 206, "", family="monospace"))
        self._label(13, 107, say("board"), rotation=90)
        self._label(32, 206, say("children"))
        self._label(13, 258, say("tree"), rotation=90)
        self._grid_label = self._label(13, 384, say("grid"), rotation=90)
        self.listen_on(self._columns[0][0])

    def _label(self, x: float, y: float, text: str, **style: Any) -> Text:
        return self.figure.text(x / 850, 1 - y / 455, text, fontsize=9, color=INK, ha="center",
                                va="center", **style)

    def _make_controls(self) -> None:
        self.add(Command("law", self.toggle_law, say("show the law"), key="w"),
                 Command("mistake", self.next_mistake, say("next mistake"), key="m"))
        self.law_button = w.ToggleButton(
            description=say("Show the law (w)"), layout=w.Layout(width=self.px(150)),
            tooltip=say("Make the move again and again, and look what comes"))
        self.law_button.observe(lambda change: self.attempt(self.show), "value")
        self._offered_for = ""
        self.mistakes = w.Dropdown(description=say("Done wrong (m)"), **self.sized(600, 110))
        self.mistakes.observe(self._mistake_chosen, "value")
        self._sentences = w.HTML(layout=w.Layout(min_height=self.px(72)))
        self._findings = w.HTML(layout=w.Layout(width=self.px(385)))
        self._source = w.HTML(layout=w.Layout(
            width=self.px(455), max_height=self.px(140), overflow="auto",
            border="1px solid #ccc", padding="2px 6px"))
        self._below = self.row(self._findings, self._source)
        self._below.layout.min_height = self.px(150)
        self.arrange(self.live, self._sentences, *self.trial_rows(self.law_button), self.mistakes,
                     self._below, self.message)

    def _mistake_chosen(self, change: dict[str, Any]) -> None:
        if change["old"] != change["new"]:
            self.say("")
            self.attempt(self.show)


def _times() -> tuple[str, ...]:
    return say("once"), say("twice"), say("3 times"), say("4 times")


def _listed(numbers: Iterable[int | None]) -> str:
    return f"[{', '.join(say('new') if number is None else str(number) for number in numbers)}]"
