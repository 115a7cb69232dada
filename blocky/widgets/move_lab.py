"""The move laboratory: what a move does to board, tree and grid, its law, and how it goes wrong."""

from __future__ import annotations

import html
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from time import perf_counter
from typing import Any

import ipywidgets as w
import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text
from numpy.typing import NDArray

from blocky import draw
from blocky.block import MAX_DEPTH, PLACES, Block, Path, Rectangle
from blocky.colour import Colour
from blocky.draw.moves import GridArtist, block_frame, crosses, empty, quadrants, small_tree
from blocky.draw.picture import INK
from blocky.invariants import InvariantError, broken_invariants
from blocky.mistakes import MISTAKES
from blocky.move import Action
from blocky.parts import PartError, call_safely
from blocky.widgets.trial import TrialPanel, describe_keys, status

__all__ = ["MoveLab", "explore_moves"]

#: For each action the method that does it, and the direction that it is called with.
METHODS: dict[Action, tuple[str, tuple[int, ...]]] = {
    Action.ROTATE_CLOCKWISE: ("rotate", (1,)),
    Action.ROTATE_COUNTER_CLOCKWISE: ("rotate", (3,)),
    Action.SWAP_HORIZONTALLY: ("swap", (0,)),
    Action.SWAP_VERTICALLY: ("swap", (1,)),
    Action.SMASH: ("smash", ()),
    Action.PAINT: ("paint", ()),
    Action.COMBINE: ("combine", ()),
}

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

TIMES = ("", "once", "twice", "3 times", "4 times")

#: More blocks than this are not drawn: only a broken tree has so many.
MOST_BLOCKS = 50_000


def explore_moves(board: Block | None = None, *, seed: int = 7, max_depth: int = 3,
                  rotate: Callable[..., Any] | None = None,
                  swap: Callable[..., Any] | None = None, palette: str = "safe",
                  letters: bool = False, big: bool = False) -> MoveLab:
    """Return a laboratory of moves on ``board``, or on a random one of ``max_depth``.

    ``rotate`` and ``swap`` are functions of your own, to be looked at beside the kit's: each takes
    a block and a direction, like the method of that name.
    """
    return MoveLab(board, seed=seed, max_depth=max_depth, rotate=rotate, swap=swap,
                   palette=palette, letters=letters, big=big)


@dataclass
class Outcome:
    """What a function made of a board.

    ``children[i]`` is the number that child i of the block had before, None for a new block.
    ``failure`` is the sentence that says how the function failed, "" if it came to an end.
    """

    board: Block
    children: list[int | None]
    failure: str = ""

    @cached_property
    def sound(self) -> bool:
        """Whether there is enough of a tree to draw."""
        if self.failure:
            return False
        try:
            blocks = list(islice(_walk(self.board, 0), MOST_BLOCKS + 1))
        except (TypeError, ValueError):
            return False
        return len(blocks) <= MOST_BLOCKS

    @cached_property
    def grid(self) -> NDArray[np.int8] | None:
        """The flattened board, None if the tree is too broken for that."""
        if not self.sound:
            return None
        try:
            grid = self.board.flatten()
        except Exception:
            return None
        right = grid.shape == 2 * (2**self.board.max_depth,)
        return grid if right and np.isin(grid, list(Colour)).all() else None

    def rectangles(self) -> list[Rectangle]:
        """Return what its picture is made of, each block drawn where its position says.

        [] if that cannot be drawn.
        """
        try:
            rectangles = self.board.rectangles_to_draw()
            draw.pixels(rectangles, self.board.size, 8)
        except Exception:
            return []
        return rectangles


def _walk(block: Any, depth: int) -> Iterator[Block]:
    """Yield the blocks of a tree. ValueError or TypeError: it is none that could be drawn."""
    if not isinstance(block, Block) or depth > MAX_DEPTH + 2:
        raise ValueError
    if not 0 <= block.max_depth - block.level <= MAX_DEPTH and block.max_depth >= block.level:
        raise ValueError
    if not block.children:
        Colour(block.colour)  # type: ignore[arg-type]
    yield block
    for child in block.children:
        yield from _walk(child, depth + 1)


def run(board: Block, path: Path, function: Callable[..., Any], args: tuple[Any, ...],
        name: str) -> Outcome:
    """Return what ``function`` makes of the block at ``path`` on a copy of ``board``."""
    twin = board.copy()
    block = twin.at(path)
    before = list(block.children)
    failure = ""
    if getattr(function, "__module__", None) == Block.__module__:
        function(block, *args)
    else:
        try:
            call_safely(name, function, block, *args)
        except PartError as error:
            failure = str(error)
    after = block.children if isinstance(block.children, list) else []
    return Outcome(twin, [next((i for i, old in enumerate(before) if old is child), None)
                          for child in after], failure)


class MoveLab(TrialPanel):
    """A move before and after, on board, tree and grid, beside the same move done wrong.

    ``mistake`` is the wrong function that is looked at, None for none. ``shows_law`` tells whether
    the law is shown in place of the grids. ``right`` and ``wrong`` are the outcomes.
    """

    def __init__(self, board: Block | None = None, *, seed: int = 7, max_depth: int = 3,
                 rotate: Callable[..., Any] | None = None,
                 swap: Callable[..., Any] | None = None, palette: str = "safe",
                 letters: bool = False, big: bool = False) -> None:
        for name, function in (("rotate", rotate), ("swap", swap)):
            if function is not None and not callable(function):
                raise TypeError(f"{name} must be a function that takes a block and a direction, "
                                f"not {function!r}.")
        super().__init__((8.5, 4.55), board, seed=seed, max_depth=max_depth, palette=palette,
                         letters=letters, big=big)
        self._own = {"rotate": rotate, "swap": swap}
        self._given_up: str = ""
        self.mistake: Callable[..., Any] | None = None
        self.wrong: Outcome | None = None
        self._make_figure()
        self._make_controls()
        self._offer_mistakes()
        self.show()

    # -- the move, right and wrong ---------------------------------------------------------

    @property
    def method(self) -> str:
        """The name of the method that does the action."""
        return METHODS[self.action][0]

    def choose(self, action: Action) -> None:
        """Try ``action``; a smash that was chosen before is tried with other random children."""
        same = METHODS[action][0] == self.method
        self._given_up = ""
        self.action, chosen_before = action, action is self.action
        if chosen_before:
            self._draws += 1
        self.say("")
        if not same:
            self._offer_mistakes()
        self.show()

    def choose_mistake(self, mistake: Callable[..., Any] | None) -> None:
        """Look at the action done by a wrong function, one of those offered; None: by none."""
        if mistake not in self._offered():
            raise ValueError(f"To {self.method} is not done wrong by {mistake!r} here.")
        self.mistakes.value = mistake

    def next_mistake(self) -> None:
        """Look at the next of the mistakes offered; after the last one comes none."""
        offered = self._offered()
        self.choose_mistake(offered[(offered.index(self.mistake) + 1) % len(offered)])

    def toggle_law(self) -> None:
        """Show the law in place of the grids, or the grids again."""
        self.law_button.value = not self.law_button.value

    @property
    def shows_law(self) -> bool:
        """Whether the law is shown in place of the grids."""
        return bool(self.law_button.value)

    def arguments(self, action: Action, purpose: object = "") -> tuple[Any, ...]:
        """Return what a function for ``action`` is called with after the block."""
        if action is Action.SMASH:
            return (self.rng(purpose),)
        if action is Action.PAINT:
            return (self.paint_colour.value,)
        return METHODS[action][1]

    def wrong_outcome(self) -> Outcome | None:
        """Return what the mistake makes of the board; None if no mistake is looked at."""
        if self.mistake is None:
            return None
        if self._given_up:
            return Outcome(self.board.copy(), [], self._given_up)
        began = perf_counter()
        outcome = run(self.board, self.path, self.mistake, self.arguments(self.action),
                      self._name_of(self.mistake))
        if outcome.failure and perf_counter() - began > 1:
            self._given_up = outcome.failure  # so that not every step takes so long
        return outcome

    def _name_of(self, function: Callable[..., Any]) -> str:
        name = getattr(function, "__name__", "function")
        return f"Your {self.method}" if function is self._own.get(self.method) else name

    # -- the law ---------------------------------------------------------------------------

    def law(self) -> list[tuple[str, Outcome, bool | None]]:
        """Return the boards that show the law, each with a title.

        Each comes with whether it must be as before; None: the law says nothing of it. With a
        mistake chosen, the moves are made by the wrong function.
        """
        function = self.mistake or getattr(Block, self.method)
        name = self._name_of(function)
        steps: list[tuple[str, Outcome, bool | None]] = [
            ("before", Outcome(self.board, []), None)]

        def after(board: Block, action: Action, purpose: object = "") -> Outcome:
            return run(board, self.path, function, self.arguments(action, purpose), name)

        if self._given_up or self.why_not:
            return steps
        if self.method in ("rotate", "swap"):
            times = 4 if self.method == "rotate" else 2
            board = self.board
            for count in range(1, times + 1):
                outcome = after(board, self.action)
                steps.append((TIMES[count], outcome, True if count == times else None))
                if not outcome.sound:
                    return steps
                board = outcome.board
            if self.method == "rotate":
                back = {Action.ROTATE_CLOCKWISE: Action.ROTATE_COUNTER_CLOCKWISE}.get(
                    self.action, Action.ROTATE_CLOCKWISE)
                first, sign = steps[1][1].board, "↻↺"
                sign = sign if self.action is Action.ROTATE_CLOCKWISE else sign[::-1]
                steps.append((f"{sign[0]}, then {sign[1]}", after(first, back), True))
        elif self.action is Action.SMASH:
            steps += [(f"smash {number}", after(self.board, self.action, number), None)
                      for number in (1, 2, 3)]
        elif self.action is Action.PAINT:
            painted = after(self.board, self.action)
            again = painted.board.copy()
            old = self.board.at(self.path).colour
            again.at(self.path).colour = old
            steps += [(f"painted {self.paint_colour.value}", painted, None),
                      (f"painted {old} again", Outcome(again, []), True)]
        else:
            other = self.board.copy()
            block = other.at(self.path)
            block.rotate(1)
            if other == self.board:
                block.children[0].colour = Colour((int(block.children[0].colour or 0) + 1) % 4)
            steps += [("combined", after(self.board, self.action), None),
                      ("another board", Outcome(other, []), None),
                      ("combined: the same", after(other, self.action), None)]
        return steps

    def law_text(self) -> str:
        """Return sentences that say whether the law holds here."""
        if reason := self.why_not:
            return f"The rules refuse this move. {reason}"
        if self._given_up:
            return self._given_up
        steps = self.law()
        claims = [(title, self._is_back(outcome)) for title, outcome, back in steps if back]
        failed = next((outcome.failure for _, outcome, _ in steps if outcome.failure), "")
        if failed:
            return f"The law cannot be shown. {failed}"
        if not steps[-1][1].sound:
            return "The law cannot be shown: the tree is broken after the move."
        if not claims:
            return LAWS[self.action]
        broken = [title for title, holds in claims if not holds]
        if broken:
            return (f"The law fails: after “{broken[0]}” the board is not as it was before "
                    f"(board == before is False).")
        return (f"The law holds: after “{'” and after “'.join(title for title, _ in claims)}” "
                f"the board is as it was before (board == before is True).")

    def _is_back(self, outcome: Outcome) -> bool:
        return outcome.sound and outcome.board == self.board

    # -- what one sees ---------------------------------------------------------------------

    def children_text(self, outcome: Outcome) -> str:
        """Return sentences that say what happened to the list of children."""
        before = list(range(len(self.board.at(self.path).children)))
        after = outcome.children
        if not before and not after:
            return "The block has no children: its list of children is [] before and after."
        text = f"children: {before} → {_listed(after)}."
        if after == before:
            return f"{text} Every child stays where it is."
        if after and all(number is None for number in after):
            return f"{text} All children are new blocks."
        if not after:
            return f"{text} The block has become a leaf."
        parts = []
        for number in before:
            places = [place for place, old in enumerate(after) if old == number]
            if places != [number]:
                where = " and ".join(PLACES[place] if place < 4 else "further back"
                                     for place in places)
                parts.append(f"{number} goes {where}" if where else f"{number} is lost")
        return f"{text} Child {', '.join(parts)}." if parts else text

    def findings(self) -> list[str]:
        """Return sentences that say what one sees of the mistake: cells, picture, invariants."""
        wrong = self.wrong
        if wrong is None:
            return []
        if wrong.failure:
            return [wrong.failure]
        found = [f"children: {_listed(wrong.children)} instead of "
                 f"{_listed(self.right.children)}."
                 if wrong.children != self.right.children else ""]
        if not wrong.sound:
            found.append("What it leaves is no tree that could be drawn.")
        else:
            cells = 4**self.board.max_depth
            off, unseen = len(self.wrong_cells()), len(self.wrong_pixels())
            if wrong.grid is None:
                found.append("The board cannot be flattened any more.")
            elif off:
                found.append(f"{off} of {cells} cells of the grid are wrong; they are crossed out.")
            if bool(off) != bool(unseen) and wrong.grid is not None:
                found.append(f"The grid is {'wrong' if off else 'right'}, but the picture, drawn "
                             f"where positions say, is {'right' if unseen == 0 else 'wrong'}.")
            elif unseen and wrong.grid is None:
                found.append(f"{unseen} of {cells} cells of the picture are wrong.")
        problems = _problems(wrong.board)
        if problems:
            kinds = {" ".join(error.problem.split()[:3]): error for error in reversed(problems)}
            shown = sorted(kinds.values(), key=problems.index)[:3]
            found.append(" ".join([
                "1 invariant is broken." if len(problems) == 1 else
                f"{len(problems)} invariants are broken.", *map(str, shown),
                *([f"And {len(problems) - len(shown)} more."] if problems[len(shown):] else [])]))
        found = [sentence for sentence in found if sentence]
        return found or ["Here it does the same as the right one. Try another block."]

    def wrong_cells(self) -> list[tuple[int, int]]:
        """Return the cells of the grid, row and column, that the mistake gets wrong."""
        grid = self.wrong.grid if self.wrong else None
        return _differing(grid, self.right.board.flatten())

    def wrong_pixels(self) -> list[tuple[int, int]]:
        """Return the cells that are wrong in the picture, drawn where the positions say."""
        if self.wrong is None or not self.wrong.sound:
            return []
        right = self.right.board.flatten()
        shown = np.full_like(right, -1)
        cell = self.board.size // len(right)
        for colour, (x, y), (width, height), thickness in self.wrong.rectangles():
            if thickness == 0 and isinstance(colour, int):
                shown[round(y / cell):round((y + height) / cell),
                      round(x / cell):round((x + width) / cell)] = int(colour)
        return _differing(shown, right)

    def source(self) -> str:
        """Return the source of the mistake that is looked at; "" without one."""
        if self.mistake is None:
            return ""
        try:
            source = inspect.getsource(self.mistake)
        except (OSError, TypeError):
            return "(The source of this function cannot be shown.)"
        if self.mistake in MISTAKES[self.method]:  # its docstring and its types are known here
            parameters = ", ".join(inspect.signature(self.mistake).parameters)
            lines = source.splitlines(keepends=True)[2:]
            return f"def {self.mistake.__name__}({parameters}):\n{''.join(lines)}"
        return source

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show the move before and after, and what the mistake makes of it."""
        self.right = Outcome(self.after(), [])
        if self.why_not is None:
            self.right = run(self.board, self.path, getattr(Block, self.method),
                             self.arguments(self.action), self.method)
        else:
            self.right.children = list(range(len(self.board.at(self.path).children)))
        self.wrong = self.wrong_outcome()
        before = Outcome(self.board.copy(), list(range(len(self.board.at(self.path).children))))
        self._draw_column(0, before, "Before")
        self._draw_column(1, self.right, "After: refused" if self.why_not else
                          f"After: {self.action.value}")
        self._draw_third()
        self._draw_law()
        self._show_texts()
        self.show_chosen_action()
        self.live.redraw()

    def _draw_third(self) -> None:
        board, tree, cells = self._columns[2]
        if self.wrong:
            self._draw_column(2, self.wrong, "Done wrong" if self.mistake is not
                              self._own.get(self.method) else "Done by yours")
            for line in crosses(self.wrong_pixels()):
                board.add_artist(line)
            for line in crosses(self.wrong_cells()):
                cells.add_artist(line)
            return
        self._artists[2].show([], 1, 1)
        self._grids[2].set_visible(False)
        empty(tree)
        empty(cells)
        after = self.right.children
        goes = [(old, new) for new, old in enumerate(after) if old is not None]
        quadrants(board, range(len(self.board.at(self.path).children)), goes)
        quadrants(cells, after)
        board.set_title("Where the children go", fontsize=10, color=INK, y=1, pad=4)
        cells.text(0.5, -0.06, "The children after", ha="center", va="bottom", fontsize=9,
                   color=INK)
        self._captions[2].set_text(f"becomes {_listed(after)}")

    def _draw_column(self, column: int, outcome: Outcome, title: str) -> None:
        board, tree, cells = self._columns[column]
        board.set_title(title, fontsize=10, color=INK, y=1, pad=4)
        self._captions[column].set_text(
            f"children {_listed(outcome.children)}" if outcome.failure == "" else "")
        side = 2**self.board.max_depth
        sound, grid = outcome.sound, None
        empty(board)
        empty(tree)
        empty(cells)
        for ax in (board, cells):
            ax.set_xlim(0, side)
            ax.set_ylim(side, 0)
        rectangles: list[Rectangle] = []
        if sound:
            rectangles, grid = self._marked_rectangles(outcome), outcome.grid
            small_tree(outcome.board, tree, path=self._path_in(outcome), **self.looks)
        self._artists[column].show(rectangles, self.board.size, side)
        self._grids[column].set_visible(grid is not None)
        if grid is not None:
            self._grids[column].show(grid)
            for line in block_frame(self.path, side):
                cells.add_artist(line)
        for ax, shown, text in ((board, rectangles, "no board"), (tree, sound, "no tree"),
                                (cells, grid is not None, "no grid")):
            if not shown:
                ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center",
                        fontsize=10, color=INK)

    def _marked_rectangles(self, outcome: Outcome) -> list[Rectangle]:
        block = outcome.board.at(self._path_in(outcome))
        block.highlighted = True
        try:
            return outcome.rectangles()
        finally:
            block.highlighted = False

    def _path_in(self, outcome: Outcome) -> Path:
        """Return the path of the chosen block, as far as it leads in a board."""
        block = outcome.board
        path: Path = ()
        for number in self.path:
            if number >= len(block.children):
                break
            block, path = block.children[number], (*path, number)
        return path

    def _draw_law(self) -> None:
        for _, _, cells in self._columns:
            cells.set_visible(not self.shows_law)
        self._grid_label.set_text("law" if self.shows_law else "grid")
        steps = self.law() if self.shows_law else []
        side = 2**self.board.max_depth
        for number, (ax, artist) in enumerate(self._strip):
            ax.set_visible(number < len(steps))
            if number >= len(steps):
                continue
            title, outcome, back = steps[number]
            empty(ax)
            ax.set_xlim(0, side)
            ax.set_ylim(side, 0)
            rectangles = self._marked_rectangles(outcome) if outcome.sound else []
            artist.show(rectangles, self.board.size, side)
            if not rectangles:
                ax.text(side / 2, side / 2, "no board", ha="center", va="center", color=INK)
            if back:
                title += ": as before ✓" if self._is_back(outcome) else ": not as before ✗"
                if outcome.sound:
                    for line in crosses(_differing(outcome.grid, self.board.flatten())):
                        ax.add_artist(line)
            ax.set_title(title, fontsize=8, color=INK, y=1, pad=3)

    def _show_texts(self) -> None:
        refused = self.why_not
        leaf = not self.board.at(self.path).children and self.method in ("rotate", "swap")
        lines = [self.selection_text, self.children_text(self.right)]
        if refused:
            lines.append(f"The rules refuse this move. {refused}")
        elif leaf:
            lines.append("A block without children stays as it is; the move still uses a turn.")
        if self.mistake is None or self.shows_law:
            lines.append(self.law_text() if self.shows_law else LAWS[self.action])
        self._sentences.value = "".join(status(line) for line in lines)
        found = self.findings()
        if found and not self.shows_law and not refused and self.method in ("rotate", "swap"):
            found.append(self.law_text())
        self._below.layout.display = "" if self.mistake else "none"
        self._findings.value = "".join(status(line) for line in found)
        self._source.value = (
            f'<pre tabindex="0" aria-label="Source" style="font-size: 11px; line-height: 1.25; '
            f'margin: 0; white-space: pre">{html.escape(self.source())}</pre>'
            if self.mistake else "")
        self.live.describe(" ".join(["The move laboratory.", *lines, *found, describe_keys(
            "w show the law", "m next mistake")]))

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        for artist in (*self._artists, *(artist for _, artist in self._strip)):
            artist.palette, artist.letters = self.palette.value, self.letters.value
        for grid in self._grids:
            grid.palette, grid.letters = self.palette.value, self.letters.value
        self.show()

    def picture(self) -> draw.Picture:
        """Return the move before and after as it is shown."""
        text = f"{self.selection_text} {self.children_text(self.right)}"
        return draw.Picture(self.figure, f"The move laboratory: {self.action.value}. {text}")

    # -- making the widgets ----------------------------------------------------------------

    def _make_figure(self) -> None:
        width, height = 850, 455

        def axes(x: float, y: float, wide: float, high: float) -> Axes:
            ax = self.figure.add_axes((x / width, 1 - (y + high) / height,
                                       wide / width, high / height))
            ax.set_axis_off()
            return ax

        self._columns: list[tuple[Axes, Axes, Axes]] = []
        self._captions: list[Text] = []
        self._artists: list[draw.BoardArtist] = []
        self._grids: list[GridArtist] = []
        for column in range(3):
            left = 28 + 276 * column
            board = axes(left + 47, 20, 175, 175)
            tree = axes(left, 217, 270, 82)
            cells = axes(left + 65, 315, 138, 138)
            artist, grid = draw.BoardArtist(**self.looks), GridArtist(**self.looks)
            board.add_artist(artist)
            cells.add_artist(grid)
            self._columns.append((board, tree, cells))
            self._artists.append(artist)
            self._grids.append(grid)
            self._captions.append(self.figure.text(
                (left + 135) / width, 1 - 206 / height, "", fontsize=9, color=INK,
                family="monospace", ha="center", va="center"))
        for text, y in (("board", 107), ("tree", 258), ("grid", 384)):
            label = self.figure.text(13 / width, 1 - y / height, text, rotation=90, fontsize=9,
                                     color=INK, ha="center", va="center")
        self._grid_label = label
        self._strip: list[tuple[Axes, draw.BoardArtist]] = []
        for number in range(6):
            ax = axes(30 + 137 * number + 6, 330, 122, 122)
            artist = draw.BoardArtist(**self.looks)
            ax.add_artist(artist)
            self._strip.append((ax, artist))
        self.listen_on(self._columns[0][0])

    def _make_controls(self) -> None:
        self.law_button = w.ToggleButton(description="Show the law (w)", layout=w.Layout(
            width=self.px(150)), tooltip="Make the move again and again, and look what comes")
        self.law_button.observe(lambda change: self.attempt(self.show), "value")
        self.mistakes = w.Dropdown(description="Done wrong (m)", layout=w.Layout(
            width=self.px(600)), style={"description_width": self.px(110)})
        self.mistakes.observe(lambda change: self.attempt(self._look_at, change["new"]), "value")
        self.hotkeys |= {"w": self.toggle_law, "m": self.next_mistake}
        self._sentences = w.HTML()
        self._findings = w.HTML(layout=w.Layout(width=self.px(400)))
        self._source = w.HTML(layout=w.Layout(
            width=self.px(440), max_height=self.px(140), overflow="auto",
            border="1px solid #ccc", padding="2px 6px"))
        self._below = self.row(self._findings, self._source)
        self.arrange(self.live, self._sentences, *self.trial_rows(self.law_button), self.mistakes,
                     self._below, self.message)

    def _offered(self) -> list[Callable[..., Any] | None]:
        return [function for _, function in self.mistakes.options]

    def _offer_mistakes(self) -> None:
        options: list[tuple[str, Callable[..., Any] | None]] = [("(nothing is done wrong)", None)]
        if own := self._own.get(self.method):
            options.append((f"yours: {getattr(own, '__name__', self.method)}", own))
        options += [(inspect.getdoc(mistake) or mistake.__name__, mistake)
                    for mistake in MISTAKES[self.method]]
        self.mistake = None
        self.mistakes.options = options
        self.mistakes.value = None

    def _look_at(self, mistake: Callable[..., Any] | None) -> None:
        self.mistake, self._given_up = mistake, ""
        self.say("")
        self.show()


def _problems(board: Block) -> list[InvariantError]:
    """Return what is broken in a tree, as far as it can be told where attributes are no numbers."""
    problems: list[InvariantError] = []
    try:
        for problem in islice(broken_invariants(board), 1000):
            problems.append(problem)
    except (TypeError, ValueError):
        problems.append(InvariantError((), "a position or size in it is no pair or no number"))
    return problems


def _differing(grid: NDArray[np.int8] | None, right: NDArray[np.int8]) -> list[tuple[int, int]]:
    if grid is None or grid.shape != right.shape:
        return []
    return [(int(row), int(column)) for row, column in np.argwhere(grid != right)]


def _listed(numbers: Iterable[int | None]) -> str:
    return f"[{', '.join('new' if number is None else str(number) for number in numbers)}]"
