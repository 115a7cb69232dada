"""The stack explorer: how deep the recursion for blobs goes, and what to do when the stack ends."""

import html
import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from time import perf_counter
from types import FrameType
from typing import Any

import ipywidgets as w
import numpy as np

from blocky import draw
from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.draw.looks import PALETTES
from blocky.draw.stack import stack
from blocky.fast import blobs
from blocky.goal import BlobGoal
from blocky.kit.draw.picture import INK, WRONG
from blocky.kit.draw.source import lines_of
from blocky.kit.language import mark, say, say_count
from blocky.kit.widgets.live import at_least
from blocky.kit.widgets.panel import Command, Panel

__all__ = ["BOARDS", "REMEDIES", "Measured", "StackExplorer"]

DEEPEST = 8
NONE = mark("none")

#: With a higher limit, the recursion could end the whole kernel, so it is not run.
HIGHEST_LIMIT = 5000

#: The kinds of boards: each makes one of a depth with a seed.
BOARDS: dict[str, Callable[[int, int], Block]] = {
    mark("one colour"): lambda depth, seed: Block(0, depth, Colour.RED),
    mark("random"): lambda depth, seed: random_init(0, depth, Random(seed)),
    mark("chequered"): lambda depth, seed: Block.from_nested(_chequered(depth), depth),
}

#: What to use instead of the recursion, and the functions that a reader of it has to see.
REMEDIES: dict[str, tuple[Callable[[Block, int], int], list[Any]]] = {
    mark("a stack of its own"): (blobs.largest_blob_by_stack, [blobs.blob_size_by_stack]),
    mark("a library"): (blobs.largest_blob_by_label, [blobs.largest_blob_by_label]),
    mark("the tree itself"): (blobs.largest_blob_on_tree, [
        blobs.largest_blob_on_tree, blobs._end, blobs.touching_leaves]),
}


def _chequered(depth: int) -> Any:
    return ([_chequered(depth - 1)] * 4 if depth > 1 else
            [Colour.YELLOW, Colour.RED, Colour.YELLOW, Colour.RED])


class Measured:
    """A board scored by the recursion, for the colour of its largest blob.

    Attributes:
        colour, blob: that colour, and the size of that blob, as the game finds it.
        size: the size that the recursion found; None if it did not finish.
        calls: the greatest number of its calls that were open at once.
        places, before: the places on the stack that they filled, and those filled before.
        error, why: what ended it, in a word or two, and in full; "" for nothing.
        refused: whether the stack was full.
    """

    def __init__(self, board: Block) -> None:
        self.board, self.side = board, 2**board.max_depth
        self._grid = board.flatten()
        self.blob, number = max((BlobGoal(colour).score_grid(self._grid), int(colour))
                                for colour in Colour)
        self.colour = Colour(number)
        self.size: int | None = None
        self.calls = self.places = self.before = 0
        self.error, self.why, self.refused, self.milliseconds = "", "", False, 0.0
        self._by: dict[str, tuple[int, float]] = {}
        if (limit := sys.getrecursionlimit()) > HIGHEST_LIMIT:
            self.error, self.why = say("not run"), say(
                "not run: the recursion limit is {limit}, and such a deep recursion may crash the "
                "kernel", limit=limit)
            return
        self.before, start = len(inspect.stack(0)) + 2, perf_counter()
        try:
            self.size = self._recurse()
        except RecursionError as error:
            self.refused, self.error, self.why = True, "RecursionError", f"RecursionError: {error}"
        self.milliseconds = 1000 * (perf_counter() - start)
        self._measure_depth()

    def _recurse(self) -> int:
        goal, visited = BlobGoal(self.colour), np.full_like(self._grid, -1)
        return max(goal.undiscovered_blob_size(pos, self._grid, visited)
                   for pos in np.ndindex(self._grid.shape))

    def _measure_depth(self) -> None:
        """Run the recursion again, and count its open calls and the places that they fill."""
        code, calls, places = BlobGoal.undiscovered_blob_size.__code__, 0, 0

        def note(frame: FrameType, event: str, _: Any) -> None:
            nonlocal calls, places
            if event in ("call", "return"):
                by = 1 if event == "call" else -1
                calls, places = calls + by * (frame.f_code is code), places + by
                if calls:
                    self.calls, self.places = max(self.calls, calls), max(self.places, places - 2)

        before = sys.getprofile()
        sys.setprofile(note)
        try:  # noting takes a place on the stack
            with suppress(RecursionError):
                self._recurse()
        finally:
            sys.setprofile(before)

    def by(self, remedy: str) -> tuple[int, float]:
        """Return the size that a remedy finds, and the milliseconds that it takes."""
        if remedy not in self._by:
            score = REMEDIES[remedy][0]
            score(Block(0, 0, Colour.RED), self.colour)  # so that loading a library is not timed
            start = perf_counter()
            self._by[remedy] = score(self.board, self.colour), 1000 * (perf_counter() - start)
        return self._by[remedy]

    def sentence(self) -> str:
        """Return a sentence on how the recursion ended."""
        fields = {"depth": self.board.max_depth, **vars(self)}
        if self.refused:
            return say("Depth {depth}: {why}. {calls} calls were open. They filled {places} places "
                       "on the stack, {each:.0f} for each call; {before} places were filled before "
                       "the first call, and the limit is {limit}.",
                       each=self.places / max(self.calls, 1),
                       limit=sys.getrecursionlimit(), **fields)
        if self.size is None:
            return say("Depth {depth}: {why}.", **fields)
        return say_count("Depth {depth}: the largest blob has 1 cell, and the recursion went "
                         "{calls} calls deep.", "Depth {depth}: the largest blob has {count} "
                         "cells, and the recursion went {calls} calls deep.", self.size, **fields)


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
        self._make_controls()
        self.restart()

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
            "Going deeper than {depth} would take too long. Go back to the start, or choose other "
            "boards.",
            depth=DEEPEST)

    def _why_not_until(self) -> str | None:
        return self._why_not_deeper() if not self.rows[-1].error else say(
            "The recursion has already failed at this depth. Go back to the start, or go deeper by "
            "one step only.")

    def refresh(self) -> None:
        """Show the boards scored so far."""
        row, name, limit = self.rows[-1], self.remedy.value, sys.getrecursionlimit()
        self.shown = [each for each in REMEDIES if each in (*self.shown, name)]
        text = row.sentence()
        if name != NONE:
            size, milliseconds = row.by(name)
            text += " " + say_count("With {remedy}, the largest blob (1 cell) was found in {time} "
                                    "ms.",
                                    "With {remedy}, the largest blob ({count} cells) was found in "
                                    "{time} ms.", size,
                                    remedy=say(name), time=_time(milliseconds))
        self.say(text, error=bool(row.error))
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
                      [row.refused for row in self.rows], limit, DEEPEST,
                      self.figure.add_axes((0.41, 0.16, 0.58, 0.66)))
        lead = say("How deep does the recursion for blobs go? The stack has {limit} places, and "
                   "{before} of them are filled before the recursion starts.",
                   limit=limit, before=row.before)
        self._lead.value = f'<div style="line-height: 1.4; white-space: normal">{lead}</div>'
        self._table.value = self._table_markup()
        self._source.value = self._source_markup()
        self.tell(f"{shown.alt}. {chart.alt}.", text)
        self.live.redraw()

    def _table_markup(self) -> str:
        """Return the table of the boards scored, with a line before each group of columns."""
        def line(kind: str, texts: list[str]) -> str:
            cells = (f'<{kind}{" class=group" * (number == 4 or number >= 8)}>{text}</{kind}>'
                     for number, text in enumerate(texts))
            return f'<tr>{"".join(cells)}</tr>'

        groups = [(4, say("the board")), (4, say("the recursion")),
                  (len(self.shown), say("the remedies, ms"))]
        over = "".join(f'<th colspan="{span}"{" class=group" * bool(number)}>{text}</th>'
                       for number, (span, text) in enumerate(groups) if span)
        heads = [say("depth"), say("cells"), say("colour", "label"), say("blob"), say("calls deep"),
                 say("places"), say("blob"), say("ms"), *map(say, self.shown)]
        rows = (line("td", [
            str(row.board.max_depth), str(row.side**2), say(row.colour.word), str(row.blob),
            str(row.calls), str(row.places),
            f'<span style="{WRONG}">⚠ {row.error}</span>' if row.error else str(row.size),
            _time(row.milliseconds), *(_time(row.by(name)[1]) for name in self.shown)])
            for row in self.rows)
        return (f'<table class="blocky-numbers" aria-label="{say("Boards scored")}">'
                f'<tr>{over}</tr>{line("th", heads)}{"".join(rows)}</table>')

    def _source_markup(self) -> str:
        if self.remedy.value == NONE:
            return ""
        codes = [function.__code__ for function in REMEDIES[self.remedy.value][1]]
        source = "\n\n".join("\n".join(line for _, line in lines_of(code, code.co_filename))
                             for code in codes)
        return (f'<pre tabindex="0" aria-label="{say("The code of this remedy")}" '
                f'style="line-height: 1.3; font-size: 0.85em; margin: 4px 0; padding: 6px 10px; '
                f'background: #f6f6f6; color: #222; border: 1px solid #ccc; max-height: '
                f'{self.px(230)}; overflow: auto">{html.escape(source)}</pre>')

    def _make_controls(self) -> None:
        remedies = [NONE, *REMEDIES]
        self._table, self._source, self._lead = w.HTML(), w.HTML(), w.HTML()
        self.kind = self.radio(self.restart, [(say(kind), kind) for kind in BOARDS],
                               [say("Boards: {kind}", kind=say(kind)) for kind in BOARDS])
        self.remedy = self.radio(
            self.refresh, [(f"{say(name)} ({key})", name) for key, name in enumerate(remedies)],
            [say("Remedy: {name}", name=say(name)) for name in remedies])
        self.add(
            Command("deeper", self.deeper, say("one step deeper"), say("▼ One step deeper ({key})"),
                    "right", self._why_not_deeper),
            Command("until", self.until_refused, say("until Python refuses"),
                    say("▼▼ Until Python refuses ({key})"), "u", self._why_not_until),
            Command("restart", self.restart, say("back to the start"),
                    say("⟲ Back to the start ({key})"), "r"))
        self.bind("b", say("other boards"), self.kind)
        self.add(*(Command(name, partial(setattr, self.remedy, "value", name),
                           say("remedy: {name}", name=say(name)), key=str(key))
                   for key, name in enumerate(remedies)))
        choices = (w.HBox([w.Label(label, layout=at_least(74)), buttons]) for label, buttons in (
            (say("Boards (b)"), self.kind), (say("Remedy"), self.remedy)))
        self.arrange(self._lead, *choices,
                     self.row("deeper", "until", "restart", self.letters, self.palette),
                     self.live, self.message, self._table, self._source)


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.{1 if milliseconds >= 1 else 3}f}"
