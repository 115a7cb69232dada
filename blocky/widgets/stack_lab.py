"""How deep the recursion for blobs goes, where the stack ends, and what to do instead."""

from __future__ import annotations

import html
import inspect
import re
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import ipywidgets as w
from matplotlib.figure import Figure

from blocky import draw
from blocky.block import Block, random_init
from blocky.colour import PALETTES, Colour
from blocky.fast import blobs
from blocky.goal import BlobGoal
from blocky.kit.draw.picture import DPI, INK
from blocky.kit.draw.stack import stack
from blocky.kit.language import say, say_count
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.panel import Panel
from blocky.widgets.stack_depth import Run, measure

__all__ = ["BOARDS", "REMEDIES", "Measured", "StackLab", "explore_stack"]

FIGURE = (8.4, 2.9)
DEEPEST = 8
NONE = "none"

#: What to use instead of the recursion, and the functions that a reader of it has to see.
REMEDIES: dict[str, tuple[Callable[[Block, int], int], list[Callable[..., Any]]]] = {
    "stack": (blobs.largest_blob_by_stack, [blobs.blob_size_by_stack]),
    "library": (blobs.largest_blob_by_label, [blobs.largest_blob_by_label]),
    "tree": (blobs.largest_blob_on_tree,
             [blobs.largest_blob_on_tree, blobs._end, blobs.touching_leaves]),
}


def _chequered(depth: int) -> Block:
    nested: Any = [Colour.YELLOW, Colour.RED, Colour.YELLOW, Colour.RED]
    for _ in range(depth - 1):
        nested = [nested] * 4
    return Block.from_nested(nested, depth)


#: The kinds of boards: for each, what makes one of a depth with a seed.
BOARDS: dict[str, Callable[[int, int], Block]] = {
    "one colour": lambda depth, seed: Block(0, depth, Colour.RED),
    "random": lambda depth, seed: random_init(0, depth, Random(seed)),
    "chequered": lambda depth, seed: _chequered(depth),
}


def _names() -> dict[str, str]:
    """Return how remedies and boards are called."""
    return {NONE: say("none"), "stack": say("a stack of its own"), "library": say("a library"),
            "tree": say("the tree itself"), "one colour": say("one colour"),
            "random": say("random"), "chequered": say("chequered")}


@dataclass
class Measured:
    """A board that was scored for the colour of its largest blob, by the recursion and by remedies.

    ``blob`` is the size of that blob, as the game finds it; ``remedies`` has for each remedy the
    size that it found, and the milliseconds.
    """

    board: Block
    colour: Colour
    blob: int
    run: Run
    remedies: dict[str, tuple[int, float]] = field(default_factory=dict)

    @property
    def side(self) -> int:
        """How many unit cells wide the board is."""
        return int(2**self.board.max_depth)

    @property
    def wrong(self) -> bool:
        """Whether the recursion failed, or found another size."""
        return self.run.size != self.blob

    def time(self, name: str) -> None:
        """Score the board by a remedy too."""
        score = REMEDIES[name][0]
        score(Block(0, 0, Colour.RED), self.colour)  # so that loading a library is not timed
        start = perf_counter()
        self.remedies[name] = score(self.board, self.colour), 1000 * (perf_counter() - start)

    def sentence(self) -> str:
        """Return what came of the recursion."""
        run, depth = self.run, self.board.max_depth
        told: dict[str, Any] = {"depth": depth, "blob": self.blob, **vars(run)}
        if run.refused:
            each = run.places / max(run.calls, 1)
            return say("Depth {depth}: {why}. {calls} calls were open. They filled {places} places "
                       "on the stack, {each:.0f} for each call; {before} were filled before, and "
                       "{limit} is the limit.", each=each, limit=sys.getrecursionlimit(), **told)
        if run.size is None:
            return say("Depth {depth}: {why}.", **told)
        if self.wrong:
            return say_count("Depth {depth}: the recursion finds 1 cell, but the largest blob has "
                             "{blob}.", "Depth {depth}: the recursion finds {count} cells, but the "
                             "largest blob has {blob}.", run.size, **told)
        return say_count("Depth {depth}: the largest blob has 1 cell, and the recursion went "
                         "{calls} calls deep.", "Depth {depth}: the largest blob has {count} "
                         "cells, and the recursion went {calls} calls deep.", run.size, **told)


def explore_stack(function: Callable[..., Any] | None = None, *, seed: int = 1,
                  palette: str = "safe", letters: bool = False, big: bool = False) -> StackLab:
    """Return a lesson on the stack, to step through in a notebook.

    ``function`` takes the place of ``BlobGoal.undiscovered_blob_size``: it is called with the goal,
    a place, the grid and ``visited``. ``seed`` is that of the random boards.
    """
    if function is not None and not callable(function):
        raise TypeError(say("explore_stack takes a function, not {value!r}.", value=function))
    return StackLab(function or BlobGoal.undiscovered_blob_size, seed, palette=palette,
                    letters=letters, big=big)


class StackLab(Panel):
    """Boards of depth 1, 2, 3, ..., scored by the recursion until the stack is full, and otherwise.

    Attributes:
        function: the recursion.
        rows: the boards scored so far.
        kind, remedy: the controls for the kind of board, and for the remedy that is shown.
        shown: the remedies shown up to now, which have a column in the table.
    """

    palettes = PALETTES

    def __init__(self, function: Callable[..., Any], seed: int, **looks: Any) -> None:
        super().__init__(FIGURE, **looks)
        self.function = function
        self.rows: list[Measured] = []
        self.shown: list[str] = []
        self._seed = seed
        self._table, self._source, self._lead = w.HTML(), w.HTML(), w.HTML()
        self._make_controls()
        choices = [w.HBox([w.Label(name, layout=w.Layout(width=self.px(74))), control])
                   for name, control in ((say("Boards (b)"), self.kind),
                                         (say("Remedy"), self.remedy))]
        buttons = self.bar("deeper", "until", "restart")
        buttons.children += (self.letters, self.palette)
        self.arrange(self._lead, *choices, buttons, self.live, self.message, self._table,
                     self._source)
        self.restart()

    # -- stepping --------------------------------------------------------------------------

    def restart(self) -> None:
        """Go back to the board of depth 1."""
        self.rows.clear()
        self.deeper()

    def deeper(self) -> None:
        """Score the next board, which is one level deeper."""
        if problem := self._why_not_deeper():
            return self.say(problem, error=True)
        board = BOARDS[self.kind.value](len(self.rows) + 1, self._seed)
        grid = board.flatten()
        blob, number = max((BlobGoal(colour).score_grid(grid), colour.value) for colour in Colour)
        row = Measured(board, Colour(number), blob, measure(self.function, board, number))
        self.rows.append(row)
        for name in self.shown:
            row.time(name)
        self.refresh()

    def until_refused(self) -> None:
        """Score one board after the other, until the recursion fails or they are too deep."""
        if problem := self._why_not_until():
            return self.say(problem, error=True)
        while not self._why_not_until():
            self.deeper()

    def _why_not_deeper(self) -> str | None:
        return None if len(self.rows) < DEEPEST else say(
            "Deeper than {depth} would take long. Go back to the start, or choose other boards.",
            depth=DEEPEST)

    def _why_not_until(self) -> str | None:
        return self._why_not_deeper() if not self.rows[-1].run.error else say(
            "The recursion has failed already. Go back to the start, or one step deeper.")

    def choose_board(self, kind: str) -> None:
        """Score boards of another kind, one of ``BOARDS``, from the start."""
        self._set(self.kind, kind, BOARDS)

    def next_board(self) -> None:
        """Score boards of the next kind, from the start."""
        kinds = list(BOARDS)
        self.choose_board(kinds[(kinds.index(self.kind.value) + 1) % len(kinds)])

    def choose_remedy(self, name: str) -> None:
        """Score the boards by one of ``REMEDIES`` too, and show how it is written; "none": none."""
        self._set(self.remedy, name, (NONE, *REMEDIES))

    def _set(self, control: w.ToggleButtons, value: str, known: Collection[str]) -> None:
        if value not in known:
            raise ValueError(say("There is no {value!r} here. There are: {known}.", value=value,
                                 known=", ".join(known)))
        control.value = value

    def _show_remedy(self) -> None:
        name = self.remedy.value
        if name != NONE and name not in self.shown:
            self.shown = [each for each in REMEDIES if each in (*self.shown, name)]
            for row in self.rows:
                row.time(name)
        self.refresh()

    def sentence(self) -> str:
        """Return what came of the last board, and how the remedy did that is shown."""
        row, name = self.rows[-1], self.remedy.value
        if name == NONE:
            return row.sentence()
        size, milliseconds = row.remedies[name]
        told = say_count("With {remedy}: 1 cell in {time} ms.",
                         "With {remedy}: {count} cells in {time} ms.", size,
                         remedy=_names()[name], time=_time(milliseconds))
        return f"{row.sentence()} {told}"

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the boards scored so far."""
        self.say(self.sentence(), error=self.rows[-1].wrong)
        self.show_possible()
        self.figure.clear()
        picture = self._draw(self.figure)
        lead = say("How deep does the recursion for blobs go? The stack has {limit} places, of "
                   "which {before} are filled before it begins.", limit=sys.getrecursionlimit(),
                   before=self.rows[-1].run.before)
        self._lead.value = f'<div style="line-height: 1.4; white-space: normal">{lead}</div>'
        self._table.value = self._table_markup()
        self._source.value = self._source_markup()
        self.live.describe(f"{picture.alt}. {self.text} {self.keys_text()}")
        self.live.redraw()

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        self.refresh()

    def picture(self) -> draw.Picture:
        """Return the last board and the chart as they stand, for where no widget can be shown."""
        return self._draw(Figure(FIGURE, dpi=DPI))

    def _draw(self, figure: Figure) -> draw.Picture:
        row = self.rows[-1]
        axes = figure.add_axes((0.0, 0.02, 0.33, 0.86))
        picture = draw.board if row.side <= 64 else draw.grid  # its frames would hide all else
        shown = picture(row.board, axes, **self.looks)
        axes.set_axis_off()
        axes.set_title(say("depth {depth}: {side} by {side} unit cells", side=row.side,
                           depth=row.board.max_depth), fontsize=9.5, color=INK, y=1)
        chart = stack([row.side**2 for row in self.rows], [row.blob for row in self.rows],
                      [row.run.before + row.run.places for row in self.rows],
                      [row.run.refused for row in self.rows], sys.getrecursionlimit(), DEEPEST,
                      figure.add_axes((0.41, 0.16, 0.58, 0.66)))
        return draw.Picture(figure, f"{shown.alt}. {chart.alt}")

    def _table_markup(self) -> str:
        names = [_names()[name] for name in self.shown]
        groups = [(4, say("the board")), (4, say("the recursion")),
                  *[(len(names), say("the remedies, ms"))] * bool(names)]
        heads = [say("depth"), say("cells"), say("colour"), say("blob"), say("calls deep"),
                 say("places"), say("blob"), say("ms"), *names]
        starts = {4, *range(8, len(heads))}  # columns with a line before them

        def cells(kind: str, texts: list[str]) -> str:
            return "".join(f'<{kind}{" class=group" * (number in starts)}>{text}</{kind}>'
                           for number, text in enumerate(texts))
        over = "".join(f'<th colspan="{span}"{" class=group" * bool(number)}>{text}</th>'
                       for number, (span, text) in enumerate(groups))
        rows = "".join(f'<tr>{cells("td", self._cells(row))}</tr>' for row in self.rows)
        return (f'<table class="blocky-stack" style="line-height: 1.35; border-spacing: 0; '
                f'text-align: right"><caption style="display: none">{say("Boards scored")}'
                f'</caption><style>.blocky-stack td, .blocky-stack th {{ padding: 0 9px; '
                f'font-variant-numeric: tabular-nums }} .blocky-stack td {{ white-space: nowrap }} '
                f'.blocky-stack th {{ font-weight: 600; text-align: right; vertical-align: bottom '
                f'}} .blocky-stack [colspan] {{ text-align: center; white-space: nowrap }} '
                f'.blocky-stack .group {{ border-left: 1px solid #bbb }}</style>'
                f'<tr>{over}</tr><tr>{cells("th", heads)}</tr>{rows}</table>')

    def _cells(self, row: Measured) -> list[str]:
        """Return what stands in the table for a board, as markup."""
        run = row.run
        found = f"⚠ {html.escape(run.error)}" if run.error else f"{run.size} ⚠"
        found = f'<span style="color: #b00020">{found}</span>' if row.wrong else str(run.size)
        return [str(row.board.max_depth), str(row.side**2), say(row.colour.word), str(row.blob),
                str(run.calls), str(run.places), found, _time(run.milliseconds),
                *(_time(row.remedies[name][1]) for name in self.shown)]

    def _source_markup(self) -> str:
        if self.remedy.value == NONE:
            return ""
        source = "\n\n".join(_source(function) for function in REMEDIES[self.remedy.value][1])
        return (f'<pre tabindex="0" aria-label="{say("How this remedy is written")}" '
                f'style="line-height: 1.3; font-size: 0.85em; margin: 4px 0; padding: 6px 10px; '
                f'background: #f6f6f6; color: #222; border: 1px solid #ccc; max-height: '
                f'{self.px(230)}; overflow: auto">{html.escape(source)}</pre>')

    # -- making the widgets ----------------------------------------------------------------

    def _make_controls(self) -> None:
        names, remedies = _names(), [NONE, *REMEDIES]
        self.kind = w.ToggleButtons(options=[(names[kind], kind) for kind in BOARDS],
                                    style={"button_width": "auto"},
                                    tooltips=[say("Boards: {kind}", kind=names[kind])
                                              for kind in BOARDS])
        self.remedy = w.ToggleButtons(
            options=[(f"{names[name]} ({key})", name) for key, name in enumerate(remedies)],
            style={"button_width": "auto"},
            tooltips=[say("Remedy: {name}", name=names[name]) for name in remedies])
        self.kind.observe(lambda change: self.attempt(self.restart), "value")
        self.remedy.observe(lambda change: self.attempt(self._show_remedy), "value")
        self.add(
            Command("deeper", self.deeper, say("one step deeper"), say("▼ One step deeper ({key})"),
                    "right", 180, self._why_not_deeper),
            Command("until", self.until_refused, say("until Python refuses"),
                    say("▼▼ Until Python refuses ({key})"), "u", 200, self._why_not_until),
            Command("restart", self.restart, say("back to the start"),
                    say("⟲ Back to the start ({key})"), "r", 170),
            Command("board", self.next_board, say("other boards"), key="b"),
            *(Command(name, partial(self.choose_remedy, name),
                      say("remedy: {name}", name=names[name]), key=str(key))
              for key, name in enumerate(remedies)))


def _source(function: Callable[..., Any]) -> str:
    """Return how a function is written, without the examples in its docstring."""
    source = inspect.getsource(function).rstrip()
    source = re.sub(r'(""".+)\n\n +>>> (?s:.*?)"""', r'\1"""', source)  # a docstring of one line
    return re.sub(r'\n\n +>>> (?s:.*?)(?=\n +""")', "", source)


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.{1 if milliseconds >= 1 else 3}f}"
