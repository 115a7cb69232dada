"""How deep the recursion for blobs goes, where the stack ends, and what to do instead."""

from __future__ import annotations

import html
import inspect
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import perf_counter
from types import CodeType, FrameType
from typing import Any

import ipywidgets as w
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from blocky import draw
from blocky.block import Block, random_init
from blocky.colour import PALETTES, Colour
from blocky.fast import blobs
from blocky.goal import BlobGoal
from blocky.kit.draw.stack import stack
from blocky.kit.safely import OutOfTimeError, time_limit
from blocky.kit.widgets.panel import Panel

__all__ = ["BOARDS", "REMEDIES", "Run", "StackLab", "explore_stack", "measure"]

FIGURE = (8.4, 2.9)
DEEPEST = 8
SECONDS = 5.0
#: With a higher limit, the recursion could end the whole kernel, so it is not run.
HIGHEST_LIMIT = 5000
NONE = "none"

#: What to use instead of the recursion, and the functions that a reader of it has to see.
REMEDIES: dict[str, tuple[Callable[[Block, int], int], list[Callable[..., Any]]]] = {
    "a stack of its own": (blobs.largest_blob_by_stack, [blobs.blob_size_by_stack]),
    "a library": (blobs.largest_blob_by_label, [blobs.largest_blob_by_label]),
    "the tree itself": (blobs.largest_blob_on_tree,
                        [blobs.largest_blob_on_tree, blobs._end, blobs.touching_leaves]),
}


def _one_colour(depth: int, seed: int) -> Block:
    return Block(0, depth, Colour.RED)


def _random(depth: int, seed: int) -> Block:
    return random_init(0, depth, Random(seed))


def _chequered(depth: int, seed: int) -> Block:
    nested: Any = [Colour.YELLOW, Colour.RED, Colour.YELLOW, Colour.RED]
    for _ in range(depth - 1):
        nested = [nested] * 4
    return Block.from_nested(nested, depth)


#: The kinds of boards: for each, a function that makes one of a depth.
BOARDS: dict[str, Callable[[int, int], Block]] = {
    "one colour": _one_colour, "random": _random, "chequered": _chequered,
}


@dataclass
class Run:
    """What came of scoring a board by the recursion.

    Attributes:
        size: the size of the largest blob; None if the recursion did not come to its end.
        calls: how many of its calls were open at once, at most.
        places: how many places these filled on the stack.
        before: how many places were filled before the first call.
        milliseconds: how long it took.
        error: what ended it, in short; "" for nothing.
    """

    size: int | None = None
    calls: int = 0
    places: int = 0
    before: int = 0
    milliseconds: float = 0.0
    error: str = ""

    @property
    def refused(self) -> bool:
        """Whether the stack was full."""
        return self.error.startswith("RecursionError")


@dataclass
class Row:
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


def largest_blob(function: Callable[..., Any], goal: BlobGoal, grid: NDArray[np.int8]) -> int:
    """Return the score of a grid, with ``function`` as ``undiscovered_blob_size``."""
    visited, largest = np.full_like(grid, -1), 0
    for pos in np.ndindex(grid.shape):
        largest = max(largest, function(goal, pos, grid, visited))
    return largest


def measure(function: Callable[..., Any], board: Block, colour: int) -> Run:
    """Score ``board`` with ``function`` as ``undiscovered_blob_size``, and see how deep it goes.

    It runs once for the time, and once more for the depth. Nothing that it raises is raised here.
    """
    goal, code = BlobGoal(colour), _code_of(function)
    run = Run(before=_frames_in_use() + 1)
    start = perf_counter()
    try:
        with time_limit(SECONDS):
            size = largest_blob(function, goal, board.flatten())
        run.milliseconds = 1000 * (perf_counter() - start)
        run.size = int(size)
        run.calls, run.places = _deepest(function, goal, board.flatten(), code)
    except OutOfTimeError:
        run.milliseconds = 1000 * SECONDS
        run.error = f"did not end in {SECONDS:g} seconds"
    except Exception as error:
        run.milliseconds = 1000 * (perf_counter() - start)
        run.calls, run.places = _open_at(error, code)
        run.error = f"{type(error).__name__}: {error}"
    return run


def _code_of(function: Any) -> CodeType | None:
    plain = inspect.unwrap(function)
    return getattr(getattr(plain, "__func__", plain), "__code__", None)


def _open_at(error: Exception, code: CodeType | None) -> tuple[int, int]:
    """Return how many calls, and how many places of the stack, an error came through."""
    frames = []
    step = error.__traceback__
    while step:
        frames.append(step.tb_frame.f_code)
        step = step.tb_next
    inside = frames[frames.index(code):] if code in frames else []
    return inside.count(code) if code else 0, len(inside)


def _deepest(function: Callable[..., Any], goal: BlobGoal, grid: NDArray[np.int8],
             code: CodeType | None) -> tuple[int, int]:
    """Return how many calls of ``function`` were open at once, and how many places they filled."""
    calls = places = most_calls = most_places = 0

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls, places, most_calls, most_places
        if event == "call":
            calls, places = calls + (frame.f_code is code), places + 1
            if calls:
                most_calls, most_places = max(most_calls, calls), max(most_places, places)
        elif event == "return":
            calls, places = calls - (frame.f_code is code), places - 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        # Noting takes time, and a place on the stack.
        with suppress(RecursionError, OutOfTimeError), time_limit(2 * SECONDS):
            largest_blob(function, goal, grid)
    finally:
        sys.setprofile(before)
    return most_calls, max(most_places - 1, 0)  # without that of largest_blob


def explore_stack(function: Callable[..., Any] | None = None, *, seed: int = 1,
                  palette: str = "safe", letters: bool = False, big: bool = False) -> StackLab:
    """Return a lesson on the stack, to step through in a notebook.

    ``function`` takes the place of ``BlobGoal.undiscovered_blob_size``: it is called with the goal,
    a place, the grid and ``visited``. ``seed`` is that of the random boards.
    """
    if function is not None and not callable(function):
        raise TypeError(f"explore_stack takes a function, not {function!r}.")
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
        self.rows: list[Row] = []
        self.shown: list[str] = []
        self._seed = seed
        self._table, self._source, self._lead = w.HTML(), w.HTML(), w.HTML()
        self._make_controls()
        choices = [w.HBox([w.Label(name, layout=w.Layout(width=self.px(74))), control])
                   for name, control in (("Boards (b)", self.kind), ("Remedy", self.remedy))]
        self.arrange(self._lead, *choices,
                     self.row(self.deeper_button, self.until_button, self.start_button,
                              self.letters, self.palette),
                     self.live, self.message, self._table, self._source)
        self.restart()

    # -- stepping --------------------------------------------------------------------------

    def restart(self) -> None:
        """Go back to the board of depth 1."""
        self.rows.clear()
        self.deeper()

    def deeper(self) -> None:
        """Score the next board, which is one level deeper."""
        if len(self.rows) == DEEPEST:
            return self.say(f"Deeper than {DEEPEST} would take long. Go back to the start, or "
                            f"choose other boards.", error=True)
        row = self._scored(len(self.rows) + 1)
        self.rows.append(row)
        for name in self.shown:
            self._time_remedy(row, name)
        self.refresh()

    def until_refused(self) -> None:
        """Score one board after the other, until the recursion fails or they are too deep."""
        if self.rows[-1].run.error:
            return self.say("The recursion has failed already. Go back to the start, or one step "
                            "deeper.", error=True)
        while len(self.rows) < DEEPEST and not self.rows[-1].run.error:
            self.deeper()

    def choose_board(self, kind: str) -> None:
        """Score boards of another kind, from the start."""
        if kind not in BOARDS:
            return self.say(f"{kind!r} is not a kind of board. There are: {', '.join(BOARDS)}.",
                            error=True)
        self.kind.value = kind

    def next_board(self) -> None:
        """Score boards of the next kind, from the start."""
        kinds = list(BOARDS)
        self.choose_board(kinds[(kinds.index(self.kind.value) + 1) % len(kinds)])

    def choose_remedy(self, name: str) -> None:
        """Score the boards in another way too, and show how it is written; "none": no way."""
        if name != NONE and name not in REMEDIES:
            return self.say(f"{name!r} is not a remedy. There are: {NONE}, {', '.join(REMEDIES)}.",
                            error=True)
        self.remedy.value = name

    def _show_remedy(self) -> None:
        name = self.remedy.value
        if name != NONE and name not in self.shown:
            self.shown = [each for each in REMEDIES if each in (*self.shown, name)]
            for row in self.rows:
                self._time_remedy(row, name)
        self.refresh()

    def _scored(self, depth: int) -> Row:
        board = BOARDS[self.kind.value](depth, self._seed)
        grid = board.flatten()
        blob, number = max((BlobGoal(colour).score_grid(grid), colour.value) for colour in Colour)
        limit = sys.getrecursionlimit()
        if limit > HIGHEST_LIMIT:
            run = Run(error=f"not run: the recursion limit is {limit}, and so deep a recursion "
                            f"may end the kernel")
        else:
            run = measure(self.function, board, number)
        return Row(board, Colour(number), blob, run)

    def _time_remedy(self, row: Row, name: str) -> None:
        score = REMEDIES[name][0]
        score(Block(0, 0, Colour.RED), row.colour)  # so that loading a library is not timed
        start = perf_counter()
        row.remedies[name] = score(row.board, row.colour), 1000 * (perf_counter() - start)

    def sentence(self) -> str:
        """Return what came of the last board, and how the remedy did that is shown."""
        row = self.rows[-1]
        run, name = row.run, self.remedy.value
        text = f"Depth {row.board.max_depth}: "
        if run.refused:
            each = f", {run.places / run.calls:.0f} for each call" if run.calls else ""
            text += (f"{run.error}. {run.calls} calls were open. They filled {run.places} places "
                     f"on the stack{each}; {run.before} were filled before, and "
                     f"{sys.getrecursionlimit()} is the limit.")
        elif run.error:
            text += f"{run.error}."
        elif run.size != row.blob:
            text += f"the recursion finds {_cells(run.size)}, but the largest blob has {row.blob}."
        else:
            text += (f"the largest blob has {_cells(run.size)}, and the recursion went {run.calls} "
                     f"calls deep.")
        if name != NONE:
            size, milliseconds = row.remedies[name]
            text += f" With {name}: {_cells(size)} in {_time(milliseconds)} ms."
        return text

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the boards scored so far."""
        run = self.rows[-1].run
        self.say(self.sentence(), error=bool(run.error) or run.size != self.rows[-1].blob)
        self.deeper_button.disabled = len(self.rows) == DEEPEST
        self.until_button.disabled = bool(len(self.rows) == DEEPEST or run.error)
        self.figure.clear()
        picture = self._draw(self.figure)
        self._lead.value = (
            f'<div style="line-height: 1.4; white-space: normal">How deep does the recursion for '
            f'blobs go? The stack has {sys.getrecursionlimit()} places, of which {run.before} are '
            f'filled before it begins.</div>')
        self._table.value = self._table_markup()
        self._source.value = self._source_markup()
        self.live.describe(f"{picture.alt}. {self.text} Keys: right one step deeper, u until "
                           f"Python refuses, r back to the start, b other boards, 0 to 3 the "
                           f"remedy, l letters.")
        self.live.redraw()

    def restyle(self) -> None:
        """Draw everything again in another palette, or with or without letters."""
        self.refresh()

    def picture(self) -> draw.Picture:
        """Return the last board and the chart as they stand, for where no widget can be shown."""
        return self._draw(Figure(FIGURE, dpi=draw.DPI))

    def _draw(self, figure: Figure) -> draw.Picture:
        row = self.rows[-1]
        axes = figure.add_axes((0.0, 0.02, 0.33, 0.86))
        picture = draw.board if row.side <= 64 else draw.grid  # its frames would hide all else
        shown = picture(row.board, axes, **self.looks)
        axes.set_axis_off()
        axes.set_title(f"depth {row.board.max_depth}: {row.side} by {row.side} unit cells",
                       fontsize=9.5, color=draw.INK, y=1)
        chart = stack([row.side**2 for row in self.rows], [row.blob for row in self.rows],
                      [row.run.before + row.run.places for row in self.rows],
                      [row.run.refused for row in self.rows], sys.getrecursionlimit(), DEEPEST,
                      figure.add_axes((0.41, 0.16, 0.58, 0.66)))
        return draw.Picture(figure, f"{shown.alt}. {chart.alt}")

    def _table_markup(self) -> str:
        names = "".join(f'<th class="group">{name}</th>' for name in self.shown)
        remedies = (f'<th colspan="{len(self.shown)}" class="group">the remedies, ms</th>'
                    if names else "")
        rows = "".join(self._row_markup(row) for row in self.rows)
        return (f'<table class="blocky-stack" style="line-height: 1.35; border-spacing: 0; '
                f'text-align: right"><caption style="display: none">Boards scored</caption>'
                f'<style>.blocky-stack td, .blocky-stack th {{ padding: 0 9px; '
                f'font-variant-numeric: tabular-nums }} .blocky-stack td {{ white-space: nowrap }} '
                f'.blocky-stack th {{ font-weight: 600; text-align: right; vertical-align: bottom '
                f'}} .blocky-stack [colspan] {{ text-align: center; white-space: nowrap }} '
                f'.blocky-stack .group {{ border-left: 1px solid #bbb }}</style>'
                f'<tr><th colspan="4">the board</th><th colspan="4" class="group">the recursion'
                f'</th>{remedies}</tr>'
                f'<tr><th>depth</th><th>cells</th><th>colour</th><th>blob</th>'
                f'<th class="group">calls deep</th><th>places</th><th>blob</th><th>ms</th>'
                f'{names}</tr>{rows}</table>')

    def _row_markup(self, row: Row) -> str:
        run = row.run
        if run.error:
            found = f"⚠ {html.escape(run.error.partition(': ')[0])}"
        else:
            found = f"{run.size}{'' if run.size == row.blob else ' ⚠'}"
        colour = "#b00020" if "⚠" in found else "inherit"
        remedies = "".join(f'<td class="group">{_time(row.remedies[name][1])}</td>'
                           for name in self.shown)
        return (f'<tr><td>{row.board.max_depth}</td><td>{row.side**2}</td>'
                f'<td>{row.colour.word}</td><td>{row.blob}</td>'
                f'<td class="group">{run.calls}</td><td>{run.places}</td>'
                f'<td style="color: {colour}">{found}</td><td>{_time(run.milliseconds)}</td>'
                f'{remedies}</tr>')

    def _source_markup(self) -> str:
        if self.remedy.value == NONE:
            return ""
        source = "\n\n".join(_source(function) for function in REMEDIES[self.remedy.value][1])
        return (f'<pre tabindex="0" aria-label="How this remedy is written" style="line-height: '
                f'1.3; font-size: 0.85em; margin: 4px 0; padding: 6px 10px; background: #f6f6f6; '
                f'color: #222; border: 1px solid #ccc; max-height: {self.px(230)}; '
                f'overflow: auto">{html.escape(source)}</pre>')

    # -- making the widgets ----------------------------------------------------------------

    def _make_controls(self) -> None:
        names = [NONE, *REMEDIES]
        self.kind = w.ToggleButtons(options=list(BOARDS), style={"button_width": "auto"},
                                    tooltips=[f"Boards: {kind}" for kind in BOARDS])
        self.remedy = w.ToggleButtons(
            options=[(f"{name} ({key})", name) for key, name in enumerate(names)],
            style={"button_width": "auto"}, tooltips=[f"Remedy: {name}" for name in names])
        self.kind.observe(lambda change: self.attempt(self.restart), "value")
        self.remedy.observe(lambda change: self.attempt(self._show_remedy), "value")
        self.deeper_button = self.button("▼ One step deeper (→)", self.deeper, 180)
        self.until_button = self.button("▼▼ Until Python refuses (u)", self.until_refused, 200)
        self.start_button = self.button("⟲ Back to the start (r)", self.restart, 170)
        self.hotkeys |= {
            "right": self.deeper, "u": self.until_refused, "r": self.restart,
            "b": self.next_board,
            **{str(key): partial(self.choose_remedy, name) for key, name in enumerate(names)},
        }


def _source(function: Callable[..., Any]) -> str:
    """Return how a function is written, without the examples in its docstring."""
    source = inspect.getsource(function).rstrip()
    source = re.sub(r'(""".+)\n\n +>>> (?s:.*?)"""', r'\1"""', source)  # a docstring of one line
    return re.sub(r'\n\n +>>> (?s:.*?)(?=\n +""")', "", source)


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.{1 if milliseconds >= 1 else 3}f}"


def _cells(number: int | None) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def _frames_in_use() -> int:
    frame: FrameType | None = sys._getframe(1)
    count = 0
    while frame:
        count, frame = count + 1, frame.f_back
    return count
