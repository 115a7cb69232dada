"""The score explorer: what the two goals count, one by one, and what a move would change."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as w
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from blocky import draw
from blocky.block import Block
from blocky.colour import Colour
from blocky.draw.counting import Blob, Side, blobs, outer_sides, outline, side_lines
from blocky.draw.picture import INK
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.widgets.live import chip
from blocky.widgets.trial import TrialPanel, describe_keys, status

__all__ = ["ScoreExplorer", "explore_scores"]

GOALS: dict[str, type[PerimeterGoal | BlobGoal]] = {
    "perimeter": PerimeterGoal, "blob": BlobGoal,
}

#: So many blobs are numbered in the picture, and so many sides.
MOST_NUMBERS = {"blob": 12, "perimeter": 32}

STYLE: dict[str, Any] = {"fontsize": 8, "color": INK, "ha": "center", "va": "center"}
BOX = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": INK, "linewidth": 0.6}


def explore_scores(board: Block | None = None, *, goal: Goal | type[Goal] | str | None = None,
                   colour: int = Colour.RED, seed: int = 7, max_depth: int = 4,
                   palette: str = "safe", letters: bool = False,
                   big: bool = False) -> ScoreExplorer:
    """Return an explorer of the scores of ``board``, or of a random one of ``max_depth``.

    ``goal`` is "perimeter" (if nothing is given) or "blob", or a PerimeterGoal or BlobGoal, whose
    colour then takes the place of ``colour``.
    """
    return ScoreExplorer(board, goal=goal, colour=colour, seed=seed, max_depth=max_depth,
                         palette=palette, letters=letters, big=big)


def _goal_and_colour(goal: Any, colour: int) -> tuple[str, Colour]:
    for name, kind in GOALS.items():
        if goal is kind or goal == name or (goal is None and name == "perimeter"):
            return name, Colour(colour)
        if type(goal) is kind:
            return name, goal.colour
    raise ValueError(f"goal must be “perimeter” or “blob”, or a PerimeterGoal or a BlobGoal, "
                     f"not {goal!r}.")


class ScoreExplorer(TrialPanel):
    """What a goal counts on a board, now and after a move that is tried.

    Attributes:
        goal: the goal that is counted for, with its target colour.
        step: how many sides of the perimeter are counted; or the number of the blob that is lit,
            1 for the largest, 0 for none.
        sides, blobs: what there is to count on the board.
    """

    def __init__(self, board: Block | None = None, *, goal: Goal | type[Goal] | str | None = None,
                 colour: int = Colour.RED, seed: int = 7, max_depth: int = 4,
                 palette: str = "safe", letters: bool = False, big: bool = False) -> None:
        name, target = _goal_and_colour(goal, colour)
        super().__init__((6.4, 3.5), board, seed=seed, max_depth=max_depth, palette=palette,
                         letters=letters, big=big)
        self.goal: PerimeterGoal | BlobGoal = GOALS[name](target)
        self.step = 0
        self.sides: list[Side] = []
        self.blobs: list[Blob] = []
        self._make_figure()
        self._make_controls()
        self.count_again()

    # -- counting --------------------------------------------------------------------------

    @property
    def counts_sides(self) -> bool:
        """Whether the goal is the perimeter."""
        return isinstance(self.goal, PerimeterGoal)

    @property
    def total(self) -> int:
        """How many steps there are: one for each side, or one for each blob."""
        return len(self.sides) if self.counts_sides else len(self.blobs)

    def choose_goal(self, name: str) -> None:
        """Count for the goal "perimeter" or "blob". ValueError: there is no such goal."""
        if name not in GOALS:
            raise ValueError(f"{name!r} is not a goal. There are: {', '.join(GOALS)}.")
        self.goals.value = name

    def other_goal(self) -> None:
        """Count for the other goal."""
        self.choose_goal("blob" if self.counts_sides else "perimeter")

    def choose_colour(self, colour: int) -> None:
        """Count for another target colour."""
        self.target.value = Colour(colour)

    def next_colour(self) -> None:
        """Count for the next target colour."""
        self.choose_colour((self.goal.colour + 1) % 4)

    def count_again(self) -> None:
        """Find what the goal counts on the board, and show all of it."""
        self.goal = GOALS[self.goals.value](self.target.value)
        grid = self._grid_now = self.board.flatten()
        self.sides = outer_sides(grid, self.goal.colour) if self.counts_sides else []
        self.blobs = [] if self.counts_sides else blobs(grid, self.goal.colour)
        self.step = len(self.sides)
        self._ready = False
        self.player.playing = False
        self.slider.max = self.player.max = self.total
        self.slider.value = self.step
        best = f"★ 1: {_cells(self.blobs[0].size)}, the largest" if self.blobs else ""
        self.list.options = [("none is lit", 0), *(
            (best if number == 1 else f"{number}: {_cells(blob.size)}", number)
            for number, blob in enumerate(self.blobs, start=1))]
        self.list.value = 0
        self._ready = True
        self.list.layout.display = "none" if self.counts_sides else ""
        self._draw_count()
        self.show()

    def go_to(self, step: int) -> None:
        """Show ``step`` sides counted, or light the blob of that number; 0 for none."""
        self.step = min(max(step, 0), self.total)
        self._ready = False
        self.slider.value = self.step
        if not self.counts_sides:
            self.list.value = self.step
        self._ready = True
        self._draw_count()
        self._show_texts()
        self.live.redraw()

    def first(self) -> None:
        """Go back to where nothing is counted, or to the largest blob."""
        self.go_to(0 if self.counts_sides else 1)

    def back(self) -> None:
        """Go one step back."""
        self.go_to(self.step - 1)

    def forward(self) -> None:
        """Count one side more, or light the next smaller blob."""
        self.go_to(self.step + 1)

    def last(self) -> None:
        """Count all sides, or light the smallest blob."""
        self.go_to(self.total)

    def play(self) -> None:
        """Count by itself, from the start if all is counted; or stop."""
        if not self.player.playing and self.step == self.total:
            self.go_to(0)
        self.player.playing = not self.player.playing

    def light_at(self, x: float, y: float) -> None:
        """Light the blob at a place, in unit cells; for the perimeter, count up to the cell."""
        cell = int(y), int(x)
        if self.counts_sides:
            found = [number for number, side in enumerate(self.sides, start=1)
                     if (side.row, side.column) == cell]
        else:
            found = [number for number, blob in enumerate(self.blobs, start=1) if blob.cells[cell]]
        if found:
            self.go_to(found[-1])

    def press_at(self, x: float, y: float) -> None:
        """Hold the block at a place or let go of it, and light what is counted there."""
        super().press_at(x, y)
        side = 2**self.board.max_depth
        if 0 <= x < side and 0 <= y < side:
            self.light_at(x, y)

    # -- what the sentences say ------------------------------------------------------------

    def count_text(self) -> str:
        """Return sentences that say what is counted at this step."""
        word = self.goal.colour.word
        if not self.total:
            return (f"No side of a {word} cell is on the outside: the score is 0."
                    if self.counts_sides else f"There is no {word} blob: the score is 0.")
        return self._side_text() if self.counts_sides else self._blob_text()

    def _side_text(self) -> str:
        text = f"{self.step} of {self.total} sides are counted."
        if self.step == self.total:
            text = f"All {self.total} sides are counted: this is the score."
        if not self.step:
            return text
        side = self.sides[self.step - 1]
        cell = (side.row, side.column)
        text += f" Side {self.step} is at the {side.name} of cell {cell}."
        names = [other.name for other in self.sides[:self.step] if other[:2] == cell]
        if len(names) > 1:
            every = ", ".join(names[:-1])
            times = {2: "twice", 3: "three times", 4: "four times"}[len(names)]
            what = "corner cell" if len(self.board.flatten()) > 1 else "only cell"
            text += f" The {what} {cell} counts {times}: {every} and {names[-1]}."
        return text

    def _blob_text(self) -> str:
        best = self.blobs[0].size
        if not self.step:
            number = "1 blob" if len(self.blobs) == 1 else f"{len(self.blobs)} blobs"
            return (f"There {'is' if number == '1 blob' else 'are'} {number} of "
                    f"{self.goal.colour.word}. The largest has {_cells(best)}: this is the score.")
        size = self.blobs[self.step - 1].size
        text = f"Blob {self.step} of {len(self.blobs)} has {_cells(size)}."
        if self.step == 1:
            return f"{text} It is the largest: this is the score."
        if size == best:
            return f"{text} It is as large as blob 1."
        return f"{text} It does not count: blob 1 is larger, with {_cells(best)}."

    def trial_text(self) -> str:
        """Return a sentence that says what the move would gain or lose."""
        if reason := self.why_not:
            return f"The rules refuse to {self.move}. {reason}"
        now, then = self.now[self.goal], self.then[self.goal]
        name = f"{self.goals.value.capitalize()} of {self.goal.colour.word}"
        change = (f"a gain of {then - now}" if then > now else
                  f"a loss of {now - then}" if then < now else "no change")
        return f"{name}: {now} now, {then} after {self.action.value} {self.path}: {change}."

    # -- showing ---------------------------------------------------------------------------

    def show(self) -> None:
        """Show what is counted now, and what would be counted after the move."""
        after = self.after()
        self._grid_then = after.flatten()
        self.now, self.then = (
            {goal: goal.score_grid(grid) for goal in
             (kind(colour) for kind in GOALS.values() for colour in Colour)}
            for grid in (self._grid_now, self._grid_then))
        for artist, board in zip(self._artists, (self.board, after), strict=True):
            artist.show(self._rectangles(board), board.size, len(self._grid_now))
        self._draw_after()
        self._show_texts()
        self._show_table()
        self.show_chosen_action()
        self.live.redraw()

    def _rectangles(self, board: Block) -> list[Any]:
        block = board.at(self.path)
        block.highlighted = True
        try:
            return board.rectangles_to_draw()
        finally:
            block.highlighted = False

    def _draw_count(self) -> None:
        ax, side = self._now, len(self._grid_now)
        _strip(ax)
        if self.counts_sides:
            waiting = self.sides[self.step:]
            _draw_sides(ax, self.sides[:self.step], side, bool(waiting))
            ax.add_collection(side_lines(waiting, 0.03 * side, colors=INK, linewidths=1,
                                         linestyles=":"), autolim=False)
            counted = f"{self.step} of {self.total}" if waiting else f"{self.total}"
            title = f"Now: perimeter of {self.goal.colour.word} {counted}"
        else:
            self._draw_blobs(ax, self.blobs, self.step)
            best = self.blobs[0].size if self.blobs else 0
            title = f"Now: largest blob of {self.goal.colour.word} {best}"
        ax.set_title(title, fontsize=10, color=INK, y=1, pad=2)

    def _draw_after(self) -> None:
        ax = self._then
        _strip(ax)
        if self.counts_sides:
            _draw_sides(ax, outer_sides(self._grid_then, self.goal.colour),
                        len(self._grid_then), False)
        else:
            self._draw_blobs(ax, blobs(self._grid_then, self.goal.colour)[:1], 0)
        score = self.then[self.goal]
        change = score - self.now[self.goal]
        title = ("After: the rules refuse this move" if self.why_not else
                 f"After {self.action.value}: {score} ({f'{change:+d}' if change else 'the same'})")
        ax.set_title(title, fontsize=10, color=INK, y=1, pad=2)

    def _draw_blobs(self, ax: Axes, found: list[Blob], lit: int) -> None:
        """Outline and number blobs, the largest first; light one and make the rest pale."""
        if not found:
            return
        side = len(found[0].cells)
        if lit:
            veil = np.ones((side, side, 4))
            veil[..., 3] = np.where(found[lit - 1].cells, 0, 0.72)
            limits = ax.get_xlim(), ax.get_ylim()
            ax.imshow(veil, extent=(0, side, side, 0), interpolation="nearest", zorder=2,
                      aspect="auto")
            ax.set(xlim=limits[0], ylim=limits[1])
        others = [line for blob in found[1:] for line in outline(blob.cells)]
        for lines, width in ((others, 1.4), (outline(found[0].cells), 4.2)):
            for colour, more in (("white", 2), (INK, 0)):
                ax.add_collection(LineCollection(lines, colors=colour, linewidths=width + more,
                                                 capstyle="round", zorder=3), autolim=False)
        roomy = ax.bbox.width / self.scale > 14 * 1.2 * side
        for number, blob in enumerate(found[:MOST_NUMBERS["blob"]], start=1):
            row, column = blob.first
            style = {**STYLE, "fontweight": "bold"} if number == lit else STYLE
            plain = roomy and not self.letters.value and number > 1
            if plain and (not lit or number == lit):
                ink = np.array(draw.ink_on(self.goal.colour, self.palette.value)) / 255
                style = {**style, "color": ink}
            else:
                style = {**style, "bbox": BOX}
            ax.text(column + 0.5, row + 0.5, f"★ {number}" if number == 1 else str(number),
                    zorder=5, **style)

    def _show_texts(self) -> None:
        lines = [self.goal.description(), self.count_text(), self.selection_text]
        trial = self.trial_text()
        self._sentences.value = "".join(status(line) for line in lines) + status(
            trial, "font-weight: bold")
        self.live.describe(" ".join(["The score explorer.", *lines, trial, describe_keys(
            "g other goal", "t next target colour", "n and b count on and back",
            "home and end first and last", "space play")]))

    def _show_table(self) -> None:
        rows = []
        for colour in Colour:
            cells = []
            for kind in GOALS.values():
                goal = kind(colour)
                now, then = self.now[goal], self.then[goal]
                chosen = goal == self.goal
                text = f"{'▶ ' if chosen else ''}{now}{f' → {then}' if then != now else ''}"
                weight = "bold" if chosen else "normal"
                cells.append(f'<td style="text-align: right; font-weight: {weight}; '
                             f'white-space: nowrap">{html.escape(text)}</td>')
            rows.append(f'<tr><td title="{colour.word}">{chip(colour, self.palette.value)}</td>'
                        f'{"".join(cells)}</tr>')
        self._table.value = (
            f'<table style="border-spacing: 5px 2px; line-height: 1.4"><caption style="display: '
            f'none">Scores now → after the move</caption><tr><th></th><th>perimeter</th>'
            f'<th>blob</th></tr>{"".join(rows)}</table>')

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        for artist in self._artists:
            artist.palette, artist.letters = self.palette.value, self.letters.value
        self._draw_count()
        self.show()

    def picture(self) -> draw.Picture:
        """Return the board now and after the move, as it is shown."""
        return draw.Picture(self.figure, f"The score explorer. {self.count_text()} "
                                         f"{self.trial_text()}")

    def show_other_board(self) -> None:
        """Count on another board than before."""
        self.count_again()

    # -- making the widgets ----------------------------------------------------------------

    def _make_figure(self) -> None:
        self._now, self._then = (
            self.figure.add_axes((0.003 + 0.5 * half, 0.003, 0.494, 0.494 * 640 / 350))
            for half in (0, 1))
        self._artists = [draw.BoardArtist(**self.looks) for _ in range(2)]
        for ax, artist in zip((self._now, self._then), self._artists, strict=True):
            side = 2**self.board.max_depth
            ax.set(xlim=(-0.1 * side, 1.1 * side), ylim=(1.1 * side, -0.1 * side))
            ax.set_axis_off()
            ax.add_artist(artist)
        self.listen_on(self._now)

    def _make_controls(self) -> None:
        name = "perimeter" if self.counts_sides else "blob"
        self.goals = w.ToggleButtons(options=list(GOALS), value=name, tooltips=[
            "Count sides on the outside (g)", "Count the cells of the largest blob (g)"],
            style={"button_width": self.px(90)})
        self.target = w.Dropdown(
            options=[(colour.word, colour) for colour in Colour], value=self.goal.colour,
            description="of (t)", layout=w.Layout(width=self.px(150)),
            style={"description_width": self.px(45)})
        self.slider = w.IntSlider(0, min=0, max=0, description="Count",
                                  layout=w.Layout(width=self.px(230)),
                                  style={"description_width": self.px(45)})
        self.player = w.Play(min=0, max=0, interval=600, show_repeat=False)
        w.jslink((self.player, "value"), (self.slider, "value"))
        self.list = w.Select(rows=7, description="", layout=w.Layout(width=self.px(195)))
        self._ready = True
        for control in (self.goals, self.target):
            control.observe(lambda change: self.attempt(self.count_again), "value")
        for control in (self.slider, self.list):
            control.observe(lambda change: self._stepped(change["new"]), "value")
        steps = [self.button("|◂", self.first, 38, "First (home)"),
                 self.button("◂ Back (b)", self.back, 85),
                 self.button("Next (n) ▸", self.forward, 85),
                 self.button("▸|", self.last, 38, "Last (end)")]
        self.hotkeys |= {"g": self.other_goal, "t": self.next_colour, "n": self.forward,
                         "b": self.back, "home": self.first, "end": self.last, " ": self.play}
        self._sentences = w.HTML()
        self._table = w.HTML()
        right = w.VBox([self._table, self.list], layout=w.Layout(width=self.px(200)))
        self.arrange(self.row(self.goals, self.target), self.row(self.live, right),
                     self.row(*steps, self.player, self.slider), self._sentences,
                     *self.trial_rows(), self.message)

    def _stepped(self, step: int) -> None:
        if self._ready and step != self.step:
            self.attempt(self.go_to, step)


def _strip(ax: Axes) -> None:
    """Take all but the board off ``ax``."""
    for artist in [*ax.collections, *ax.texts, *ax.images]:
        artist.remove()


def _draw_sides(ax: Axes, sides: list[Side], side: int, last_is_new: bool) -> None:
    """Light ``sides`` of a board of ``side`` cells; number them, or at least the last one."""
    out = 0.03 * side
    ax.add_collection(side_lines(sides, out), autolim=False)
    if last_is_new and sides:
        ax.add_collection(side_lines(sides[-1:], out, colors="black", linewidths=7, zorder=1.5),
                          autolim=False)
    many = len(sides) > MOST_NUMBERS["perimeter"] or side > 16
    for number, each in list(enumerate(sides, start=1))[-1 if many else 0:]:
        new = last_is_new and number == len(sides)
        ax.text(*each.middle(0.07 * side), str(number), fontweight="bold" if new else "normal",
                **STYLE)


def _cells(size: int) -> str:
    return "1 cell" if size == 1 else f"{size} cells"
