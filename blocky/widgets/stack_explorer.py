"""How deep the recursion for blobs goes, where the stack ends, and what to do instead."""

from __future__ import annotations

import html
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as w

from blocky import draw
from blocky.colour import PALETTES
from blocky.kit.draw.picture import INK, WRONG
from blocky.kit.draw.source import lines_of
from blocky.kit.draw.stack import stack
from blocky.kit.language import mark, say, say_count
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.live import at_least
from blocky.kit.widgets.panel import Panel
from blocky.widgets.stack_depth import BOARDS, REMEDIES, Measured

__all__ = ["StackExplorer", "explore_stack"]

DEEPEST = 8
NONE = mark("none")


class StackExplorer(Panel):
    """Boards of depth 1, 2, 3, ..., scored by the recursion until the stack is full, and otherwise.

    ``seed`` is that of the random boards; ``looks`` are palette, letters and big.

    Attributes:
        rows: the boards scored so far.
        kind, remedy: the controls for the kind of board, and for the remedy that is shown.
        shown: the remedies shown up to now, which have a column in the table.
    """

    palettes = PALETTES

    def __init__(self, *, seed: int = 1, **looks: Any) -> None:
        super().__init__((8.4, 2.9), **looks)
        self.rows: list[Measured] = []
        self.shown: list[str] = []
        self._seed = seed
        self._table, self._source, self._lead = w.HTML(), w.HTML(), w.HTML()
        self._make_controls()
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
        self.rows.append(Measured(BOARDS[self.kind.value](len(self.rows) + 1, self._seed)))
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
        return self._why_not_deeper() if not self.rows[-1].error else say(
            "The recursion has failed already. Go back to the start, or one step deeper.")

    def _show_remedy(self) -> None:
        self.shown = [name for name in REMEDIES if name in (*self.shown, self.remedy.value)]
        self.refresh()

    def sentence(self) -> str:
        """Return sentences on the last board, and on how the shown remedy did."""
        row, name = self.rows[-1], self.remedy.value
        if name == NONE:
            return row.sentence()
        size, milliseconds = row.by(name)
        told = say_count("With {remedy}: 1 cell in {time} ms.",
                         "With {remedy}: {count} cells in {time} ms.", size,
                         remedy=say(name), time=_time(milliseconds))
        return f"{row.sentence()} {told}"

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the boards scored so far."""
        row = self.rows[-1]
        self.say(self.sentence(), error=bool(row.error))
        self.show_possible()
        self.figure.clear()
        axes = self.figure.add_axes((0.0, 0.02, 0.33, 0.86))
        picture = draw.board if row.side <= 64 else draw.grid  # its frames would hide all else
        shown = picture(row.board, axes, **self.looks)
        axes.set_axis_off()
        axes.set_title(say("depth {depth}: {side} by {side} unit cells", side=row.side,
                           depth=row.board.max_depth), fontsize=9.5, color=INK, y=1)
        chart = stack([row.side**2 for row in self.rows], [row.blob for row in self.rows],
                      [row.before + row.places for row in self.rows],
                      [row.refused for row in self.rows], sys.getrecursionlimit(), DEEPEST,
                      self.figure.add_axes((0.41, 0.16, 0.58, 0.66)))
        lead = say("How deep does the recursion for blobs go? The stack has {limit} places, of "
                   "which {before} are filled before it begins.", limit=sys.getrecursionlimit(),
                   before=row.before)
        self._lead.value = f'<div style="line-height: 1.4; white-space: normal">{lead}</div>'
        self._table.value = self._table_markup()
        self._source.value = self._source_markup()
        self.tell(f"{shown.alt}. {chart.alt}.", self.text)
        self.live.redraw()

    def _table_markup(self) -> str:
        heads = [say("depth"), say("cells"), say("colour", "label"), say("blob"), say("calls deep"),
                 say("places"), say("blob"), say("ms"), *map(say, self.shown)]
        groups = [(4, say("the board")), (4, say("the recursion")),
                  (len(self.shown), say("the remedies, ms"))]
        over = "".join(f'<th colspan="{span}"{" class=group" * bool(number)}>{text}</th>'
                       for number, (span, text) in enumerate(groups) if span)
        rows = "".join(_row("td", self._cells(row)) for row in self.rows)
        return (f'<table class="blocky-numbers"><caption style="display: none">'
                f'{say("Boards scored")}</caption><tr>{over}</tr>{_row("th", heads)}{rows}</table>')

    def _cells(self, row: Measured) -> list[str]:
        """Return the table row of a board, as markup."""
        found = f'<span style="{WRONG}">⚠ {row.error}</span>' if row.error else str(row.size)
        return [str(row.board.max_depth), str(row.side**2), say(row.colour.word), str(row.blob),
                str(row.calls), str(row.places), found, _time(row.milliseconds),
                *(_time(row.by(name)[1]) for name in self.shown)]

    def _source_markup(self) -> str:
        if self.remedy.value == NONE:
            return ""
        codes = [function.__code__ for function in REMEDIES[self.remedy.value][1]]
        source = "\n\n".join("\n".join(line for _, line in lines_of(code, code.co_filename))
                             for code in codes)
        return (f'<pre tabindex="0" aria-label="{say("How this remedy is written")}" '
                f'style="line-height: 1.3; font-size: 0.85em; margin: 4px 0; padding: 6px 10px; '
                f'background: #f6f6f6; color: #222; border: 1px solid #ccc; max-height: '
                f'{self.px(230)}; overflow: auto">{html.escape(source)}</pre>')

    # -- making the widgets ----------------------------------------------------------------

    def _make_controls(self) -> None:
        remedies = [NONE, *REMEDIES]
        self.kind = self._choice(
            self.restart, [(say(kind), kind) for kind in BOARDS],
            [say("Boards: {kind}", kind=say(kind)) for kind in BOARDS])
        self.remedy = self._choice(
            self._show_remedy,
            [(f"{say(name)} ({key})", name) for key, name in enumerate(remedies)],
            [say("Remedy: {name}", name=say(name)) for name in remedies])
        self.add(
            Command("deeper", self.deeper, say("one step deeper"), say("▼ One step deeper ({key})"),
                    "right", 180, self._why_not_deeper),
            Command("until", self.until_refused, say("until Python refuses"),
                    say("▼▼ Until Python refuses ({key})"), "u", 200, self._why_not_until),
            Command("restart", self.restart, say("back to the start"),
                    say("⟲ Back to the start ({key})"), "r", 170),
            Command("board", partial(self.next_value, self.kind), say("other boards"), key="b"),
            *(Command(name, partial(setattr, self.remedy, "value", name),
                      say("remedy: {name}", name=say(name)), key=str(key))
              for key, name in enumerate(remedies)))
        choices = [w.HBox([w.Label(name, layout=at_least(74)), control])
                   for name, control in ((say("Boards (b)"), self.kind),
                                         (say("Remedy"), self.remedy))]
        self.arrange(self._lead, *choices,
                     self.row("deeper", "until", "restart", self.letters, self.palette),
                     self.live, self.message, self._table, self._source)

    def _choice(self, changed: Callable[[], None], options: list[tuple[str, str]],
                tips: list[str]) -> w.ToggleButtons:
        buttons = w.ToggleButtons(options=options, tooltips=tips, style={"button_width": "auto"})
        buttons.observe(lambda change: self.attempt(changed), "value")
        return buttons


def _row(kind: str, texts: list[str]) -> str:
    """Return the markup of a row, with a line before each group of columns."""
    cells = (f'<{kind}{" class=group" * (number == 4 or number >= 8)}>{text}</{kind}>'
             for number, text in enumerate(texts))
    return f'<tr>{"".join(cells)}</tr>'


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.{1 if milliseconds >= 1 else 3}f}"


explore_stack = StackExplorer
