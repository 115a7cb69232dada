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
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from blocky import blobs, draw
from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.draw.picture import palette_of
from blocky.draw.stack import stack
from blocky.goal import BlobGoal
from blocky.runaway import OutOfTimeError, time_limit
from blocky.widgets.panel import Panel

__all__ = ["BOARDS", "REMEDIES", "Run", "StackLab", "explore_stack", "measure"]

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
                        [blobs.largest_blob_on_tree, blobs._end, blobs.touching_leaves,
                         blobs._touching_between]),
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

    ``blob`` is the size of that blob, as the game finds it; ``found`` has for each remedy the size
    and the milliseconds.
    """

    board: Block
    colour: Colour
    blob: int
    run: Run
    found: dict[str, tuple[int, float]] = field(default_factory=dict)

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
        run.size = None
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
    """Return how many calls of ``function`` were open at once, and how many places they filled.

    Whenever it looks at the grid or at ``visited``, the frames above are counted. (A profiler would
    count them too, but there is only one of them, and it may be in use.)
    """
    most_calls = most_places = 0

    def note() -> None:
        nonlocal most_calls, most_places
        calls = places = 0
        frame = sys._getframe(2)  # what looks
        while frame.f_code is not largest_blob.__code__ and frame.f_back:
            places += 1
            calls += frame.f_code is code
            frame = frame.f_back
        most_calls, most_places = max(calls, most_calls), max(places, most_places)

    class Watched(np.ndarray[Any, np.dtype[np.int8]]):
        def __len__(self) -> int:
            note()
            return super().__len__()

        def __getitem__(self, place: Any) -> Any:
            note()
            return super().__getitem__(place)

        def __setitem__(self, place: Any, value: Any) -> None:
            note()
            super().__setitem__(place, value)

    # Watching takes time, and a place on the stack.
    with suppress(RecursionError, OutOfTimeError), time_limit(2 * SECONDS):
        largest_blob(function, goal, grid.view(Watched))
    return most_calls, most_places


def explore_stack(function: Callable[..., Any] | None = None, *, seed: int = 1,
                  palette: str = "safe", letters: bool = False, big: bool = False) -> StackLab:
    """Return a lesson on the stack, to step through in a notebook.

    ``function`` takes the place of ``BlobGoal.undiscovered_blob_size``: it is called with the goal,
    a place, the grid and ``visited``. ``seed`` is that of the random boards.
    """
    return StackLab(function, seed=seed, palette=palette, letters=letters, big=big)


class StackLab(Panel):
    """Boards of depth 1, 2, 3, ..., scored by the recursion until the stack is full, and otherwise.

    Attributes:
        function: the recursion.
        rows: the boards scored so far.
        kind, remedy: the controls for the kind of board, and for the remedy that is shown.
    """

    def __init__(self, function: Callable[..., Any] | None = None, *, seed: int = 1,
                 palette: str = "safe", letters: bool = False, big: bool = False) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"explore_stack takes a function, not {function!r}.")
        palette_of(palette)  # refuses a name that is none
        super().__init__((8.4, 2.9), palette=palette, letters=letters, big=big)
        self.function = function or BlobGoal.undiscovered_blob_size
        self.rows: list[Row] = []
        self._seed = seed
        self._shown: list[str] = []  # the remedies that have a column in the table
        self._limit = sys.getrecursionlimit()
        self._table, self._source, self._lead = w.HTML(), w.HTML(), w.HTML()
        self._make_controls()
        choices = [w.HBox([w.Label(name, layout=w.Layout(margin="2px 6px")), toggle])
                   for name, toggle in (("Boards (b)", self.kind), ("Remedy", self.remedy))]
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
        for name in self._shown:
            self._remedy(row, name)
        self._tell(row)
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
        if name != NONE and name not in self._shown:
            self._shown.append(name)
            for row in self.rows:
                self._remedy(row, name)
        self._tell(self.rows[-1])
        self.refresh()

    def _scored(self, depth: int) -> Row:
        board = BOARDS[self.kind.value](depth, self._seed)
        grid = board.flatten()
        blob, number = max((BlobGoal(colour).score_grid(grid), colour.value) for colour in Colour)
        self._limit = sys.getrecursionlimit()
        if self._limit > HIGHEST_LIMIT:
            run = Run(error=f"not run: the recursion limit is {self._limit}, and so deep a "
                            f"recursion may end the kernel")
        else:
            run = measure(self.function, board, number)
        return Row(board, Colour(number), blob, run)

    def _remedy(self, row: Row, name: str) -> None:
        score = REMEDIES[name][0]
        score(Block(0, 0, Colour.RED), row.colour)  # so that loading a library is not timed
        start = perf_counter()
        size = score(row.board, row.colour)
        row.found[name] = size, 1000 * (perf_counter() - start)

    def _tell(self, row: Row) -> None:
        run, depth = row.run, row.board.max_depth
        wrong = self.disagreements()
        if wrong:
            self.say(wrong[0], error=True)
        elif run.refused:
            each = f", {run.places / run.calls:.0f} for each call" if run.calls else ""
            self.say(f"Depth {depth}: Python refused. {run.calls} calls were open. They filled "
                     f"{run.places} places on the stack{each}; {run.before} were filled before, "
                     f"and {self._limit} is the limit.", error=True)
        elif run.error:
            self.say(f"Depth {depth}: {run.error}.", error=True)
        else:
            self.say(f"Depth {depth}: the largest blob has {_cells(run.size)}, and the recursion "
                     f"went {run.calls} calls deep.")

    def disagreements(self) -> list[str]:
        """Return a sentence for each board for which not all ways find the same."""
        found = []
        for row in self.rows:
            sizes = {name: size for name, (size, _) in row.found.items()}
            if row.run.size is not None:
                sizes = {"the recursion": row.run.size, **sizes}
            found += [f"Depth {row.board.max_depth}: {name} finds {_cells(size)}, but the largest "
                      f"blob has {row.blob}." for name, size in sizes.items() if size != row.blob]
        return found

    # -- showing ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the boards scored so far."""
        self.deeper_button.disabled = len(self.rows) == DEEPEST
        self.until_button.disabled = bool(len(self.rows) == DEEPEST or self.rows[-1].run.error)
        self.figure.clear()
        picture = self._draw(self.figure)
        self._lead.value = (
            f'<div style="line-height: 1.4; white-space: normal">How deep does the recursion for '
            f'blobs go? The stack has {self._limit} places, of which {self.rows[-1].run.before} '
            f'are filled before it begins.</div>')
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
        return self._draw(Figure((8.4, 2.9), dpi=draw.DPI))

    def _draw(self, figure: Figure) -> draw.Picture:
        row = self.rows[-1]
        axes = figure.add_axes((0.0, 0.02, 0.33, 0.86))
        picture = draw.board if row.side <= 64 else draw.grid  # its frames would hide all else
        shown = picture(row.board, axes, **self.looks)
        axes.set_axis_off()
        axes.set_title(f"depth {row.board.max_depth}: {row.side} by {row.side} unit cells",
                       fontsize=9.5, color=draw.INK, y=1)
        chart = self._chart(figure.add_axes((0.41, 0.16, 0.58, 0.66)))
        return draw.Picture(figure, f"{shown.alt}. {chart.alt}")

    def _chart(self, axes: Axes) -> draw.Picture:
        return stack([row.side**2 for row in self.rows], [row.blob for row in self.rows],
                     [row.run.before + row.run.places for row in self.rows],
                     [row.run.refused for row in self.rows], self._limit, DEEPEST, axes)

    def _table_markup(self) -> str:
        names = "".join(f'<th scope="col" colspan="2" class="group">{name}</th>'
                        for name in self._shown)
        below = "".join('<th class="group">blob</th><th>ms</th>' for _ in self._shown)
        rows = "".join(self._row_markup(row) for row in self.rows)
        return (f'<table class="blocky-stack" style="line-height: 1.35; border-spacing: 0; '
                f'text-align: right"><caption style="display: none">Boards scored</caption>'
                f'<style>.blocky-stack td, .blocky-stack th {{ padding: 0 9px; '
                f'font-variant-numeric: tabular-nums }} .blocky-stack th {{ font-weight: 600; '
                f'text-align: right }} .blocky-stack [colspan] {{ text-align: center }} '
                f'.blocky-stack .group {{ border-left: 1px solid #bbb }}</style>'
                f'<tr><th colspan="4"></th><th scope="col" colspan="4" class="group">'
                f'the recursion</th>{names}</tr>'
                f'<tr><th>depth</th><th>side</th><th>cells</th><th>colour</th>'
                f'<th class="group">calls deep</th><th>places</th><th>blob</th><th>ms</th>'
                f'{below}</tr>{rows}</table>')

    def _row_markup(self, row: Row) -> str:
        run = row.run
        if run.error:
            kind, _, rest = run.error.partition(": ")
            short = html.escape(kind if run.refused or not rest else run.error)
            result = (f'<td style="color: #b00020; white-space: nowrap" '
                      f'title="{html.escape(run.error)}">⚠ {short}</td>')
        else:
            result = f"<td>{run.size}{'' if run.size == row.blob else ' ⚠'}</td>"
        found = "".join(
            f"<td class='group'>{size}{'' if size == row.blob else ' ⚠'}</td><td>{_time(ms)}</td>"
            for size, ms in (row.found[name] for name in self._shown))
        return (f"<tr><td>{row.board.max_depth}</td><td>{row.side}</td><td>{row.side**2}</td>"
                f"<td>{row.colour.word}</td><td class='group'>{run.calls}</td>"
                f"<td>{run.places}</td>{result}<td>{_time(run.milliseconds)}</td>{found}</tr>")

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
        self.kind = w.ToggleButtons(
            options=list(BOARDS), tooltips=[f"Boards: {kind}" for kind in BOARDS],
            style={"button_width": "auto"})
        self.remedy = w.ToggleButtons(
            options=[(f"{name} ({key})", name) for key, name in enumerate([NONE, *REMEDIES])],
            tooltips=[f"Remedy: {name}" for name in [NONE, *REMEDIES]],
            style={"button_width": "auto"})
        self.kind.observe(lambda change: self.attempt(self.restart), "value")
        self.remedy.observe(lambda change: self.attempt(self._show_remedy), "value")
        self.deeper_button = self.button("▼ One step deeper (→)", self.deeper, 180)
        self.until_button = self.button("▼▼ Until Python refuses (u)", self.until_refused, 200)
        self.start_button = self.button("⟲ Back to the start (r)", self.restart, 170)
        self.hotkeys |= {
            "right": self.deeper, "u": self.until_refused, "r": self.restart,
            "b": self.next_board,
            **{str(key): partial(self.choose_remedy, name)
               for key, name in enumerate([NONE, *REMEDIES])},
        }


def _source(function: Callable[..., Any]) -> str:
    """Return how a function is written, without the examples in its docstring."""
    return re.sub(r'\n\n +>>> .*?(?=\n +""")', "", inspect.getsource(function).rstrip(),
                  flags=re.DOTALL)


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.1f}" if milliseconds >= 1 else f"{milliseconds:.2g}"


def _cells(number: int | None) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def _frames_in_use() -> int:
    count, frame = 0, sys._getframe(1)
    above: FrameType | None = frame
    while above:
        count, above = count + 1, above.f_back
    return count
