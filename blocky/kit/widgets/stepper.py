"""The stepper: a recursive function run step by step, with its calls, its source, its pictures."""

from __future__ import annotations

import ast
import copy
import html
import inspect
import linecache
import textwrap
from collections.abc import Callable
from dataclasses import replace
from types import CodeType
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent
from matplotlib.figure import Figure

from blocky import draw
from blocky.colour import PALETTES
from blocky.kit.draw.calls import CallNode, arrange_calls, calls, row_height
from blocky.kit.draw.cells import headed
from blocky.kit.draw.picture import bare, clear
from blocky.kit.trace import Call, short
from blocky.kit.widgets.panel import Panel
from blocky.kit.widgets.subjects import Subject, subject_of
from blocky.kit.widgets.witness import Witness

__all__ = ["Stepper", "step"]

#: How many steps are played in a second.
SPEEDS = {"1 a second": 1, "2 a second": 2, "5 a second": 5, "10 a second": 10}
KEYS = ("right forward, left back, down over the call, up out of it, home first, end last, "
        "space play or pause, l letters")
MOST_ROWS, MOST_LINES = 8, 11
LINE = 52  # letters of the source for which there is room in a row


def step(function: Callable[..., Any], *args: Any, palette: str = "safe", letters: bool = False,
         big: bool = False, source: bool = True, calls: int = 5000, seconds: float = 2.5
         ) -> Stepper:
    """Run ``function(*args)`` and return a stepper over its calls, to be shown in a notebook.

    The function gets copies of ``args``, so that a cell can be run again. A run that does not end
    is stopped after so many ``calls`` or ``seconds``, and what it did until then is shown.
    ``big`` makes everything large enough for a class to see. Without ``source`` the lines of the
    function are not shown, so that they can be left to be written.

    TypeError: ``function`` cannot be called so, or is no function that ``trace`` can record.
    """
    if inspect.ismethod(function):
        function, args = function.__func__, (function.__self__, *args)  # type: ignore[attr-defined]
    name = getattr(function, "__name__", "the function")
    try:
        inspect.signature(function).bind(*args)
    except TypeError as error:
        raise TypeError(f"{name} cannot be called with what step was given: {error}.") from None
    except ValueError:
        pass  # its signature is not known
    args = _copied(args)
    witness = Witness(args)
    witness.run(function, args, calls=calls, seconds=seconds)
    return Stepper(witness, palette=palette, letters=letters, big=big, source=source)


def _copied(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return copies that share with one another what the values share; of each what can be."""
    try:
        return copy.deepcopy(values)
    except Exception:
        return values if len(values) == 1 else tuple(_copied((value,))[0] for value in values)


class Stepper(Panel):
    """A recorded run shown step by step. Whatever pointer, keys and buttons do is a method here.

    ``step`` is how many steps of the run are shown as done, from 0 to ``steps``: a step is a call
    entered or a call left. ``trace`` is the record.
    """

    palettes = PALETTES
    WIDTH, CALLS = 8.42, 2.15  # inches

    def __init__(self, witness: Witness, *, palette: str = "safe", letters: bool = False,
                 big: bool = False, source: bool = True) -> None:
        self.trace = witness.trace
        self._shows_source = source
        self.subject = subject_of(witness)
        self.steps = len(self.trace.steps)
        self.step = 0
        beside = self.subject.SQUARE + 0.25 if self.subject.widths else 0
        self._height = beside + (self.CALLS if beside else 3.2)
        super().__init__((self.WIDTH, self._height), palette=palette, letters=letters, big=big)
        self._panels, self._calls = _axes(self.figure, self.subject, self._height)
        self._arranged: CallNode | None = None
        self._sources: dict[CodeType, tuple[list[tuple[int, str]], int]] = {}
        self._title = w.HTML()
        self._stack = w.HTML()
        self._source = w.HTML()
        self._make_controls()
        self.live.canvas.mpl_connect("button_press_event", self._on_press)
        self.go_to(0)
        if self.trace.stopped or self.trace.error:
            self.say(self._ending(), error=True)

    # -- going through the run -----------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Show the run after ``step`` steps."""
        self.step = min(max(step, 0), self.steps)
        if self.slider.value != self.step:
            self.slider.value = self.step  # shows it
        else:
            self.restyle()

    def first(self) -> None:
        """Go to before the first step."""
        self.go_to(0)

    def last(self) -> None:
        """Go to the end of the run."""
        self.go_to(self.steps)

    def forward(self) -> None:
        """Go one step on."""
        self.go_to(self.step + 1)

    def back(self) -> None:
        """Go one step back."""
        self.go_to(self.step - 1)

    def over(self) -> None:
        """Go on to where the call that was entered now, or is entered next, is left.

        From before the first step this goes into the first call.
        """
        step, steps = self.step, self.trace.steps
        entered, number = steps[step - 1] if step else (False, 0)
        if not entered and 0 < step < self.steps:
            entered, number = steps[step]
        if entered:
            self.go_to(self.trace.calls[number].left or self.steps)
        else:
            self.forward()

    def out(self) -> None:
        """Go on to where the call that is open now is left."""
        stack = self.trace.stack(self.step)
        if not stack:
            return self.last()
        call = stack[-1]
        if call.left is not None and call.left > self.step:
            self.go_to(call.left)
        else:
            self.last()

    def go_to_call(self, number: int) -> None:
        """Go to where a call is entered, or, if that is shown already, to where it is left."""
        call = self.trace.calls[number]
        self.go_to(call.left if self.step == call.entered and call.left else call.entered)

    def play(self) -> None:
        """Let the steps follow one another, from the first if the last is shown; or pause."""
        if not self.player.playing and self.step == self.steps:
            self.first()
        self.player.playing = not self.player.playing

    # -- showing -------------------------------------------------------------------------------

    @property
    def call(self) -> Call | None:
        """The call that was entered or left in the last step; None before the first."""
        return self.subject.current(self.step)

    def sentence(self) -> str:
        """Return what happens in this step."""
        if not self.steps:
            return "No call was recorded."
        call = self.call
        if call is None:
            count = len(self.trace.calls)
            follow = "1 call follows" if count == 1 else f"{count} calls follow"
            return (f"Step 0 of {self.steps}: before the first call. "
                    f"{follow}, up to {self.trace.depth} open at once.")
        what = "is called" if call.entered == self.step else call.outcome
        also = self.subject.tell(self.step)
        return f"Step {self.step} of {self.steps}: {self._worded(call)} {what}. {also}".strip()

    def _worded(self, call: Call) -> str:
        """Return the call with those arguments that differ from the call that made it."""
        if call.parent is None:
            return str(call)
        before = self.trace.calls[call.parent].arguments
        changed = {name: value for name, value in call.arguments.items()
                   if name not in before or short(before[name], 999) != short(value, 999)}
        if not changed or len(changed) == len(call.arguments):
            return str(call)
        return f"{str(replace(call, arguments=changed))[:-1]}, …)"

    def restyle(self) -> None:
        """Draw everything as of this step."""
        text = self.sentence()
        self._draw(self._panels, self._calls, self.step)
        self.live.redraw()
        self.live.describe(f"{text} Keys: {KEYS}.")
        self._title.value = (f'<div role="status" style="font-size: 1.1em; font-weight: bold; '
                             f'white-space: normal; line-height: 1.4">{html.escape(text)}</div>')
        self._stack.value = self._stack_markup()
        self._source.value = self._source_markup()
        for button in self._backward:
            button.disabled = self.step == 0
        for button in self._onward:
            button.disabled = self.step == self.steps

    def _draw(self, panels: list[Axes], tree: Axes, step: int) -> None:
        for ax in panels:
            clear(ax)
        self.subject.draw(panels, step, **self.looks)
        for ax, title in zip(panels, self.subject.titles, strict=True):
            headed(ax, title)
        if self.trace.calls:
            call = self.subject.current(step)
            self._arranged = arrange_calls(self.trace, call.number if call else 0)
            calls(self.trace, step, tree, label=self.subject.label,
                  result=self.subject.result, top=self._arranged)

    def _ending(self) -> str:
        error = self.trace.error
        if error is None or isinstance(error, RecursionError):
            return f"{self.trace.stopped} What it did until then is shown."
        text = " ".join(str(error).split()).rstrip(".")
        what = f"{type(error).__name__}: {text}" if text else type(error).__name__
        return f"The function raised {what}. The last steps show where."

    def _stack_markup(self) -> str:
        stack = self.trace.stack(self.step)
        shown = list(enumerate(stack))
        if len(shown) > MOST_ROWS:
            left_out = len(shown) - MOST_ROWS + 1
            shown[2:2 + left_out] = []
        rows = []
        for depth, call in shown:
            if depth and depth != shown[shown.index((depth, call)) - 1][0] + 1:
                rows.append(f'<tr><td></td><td>⋮ {len(stack) - MOST_ROWS + 1} more</td></tr>')
            below = stack[depth + 1] if depth + 1 < len(stack) else None
            at = f"line {below.line}" if below else ""
            style = "font-weight: bold" if below is None else ""
            what = html.escape(self._worded(call))
            rows.append(f'<tr style="{style}"><td style="text-align: right; padding-right: 6px">'
                        f'{depth}</td><td title="{what}" style="width: 100%; max-width: 0; '
                        f'overflow: hidden; text-overflow: ellipsis">{what}</td>'
                        f'<td style="padding-left: 8px">{at}</td></tr>')
        table = "".join(rows) or "<tr><td>No call is open.</td></tr>"
        return (f'<div style="line-height: 1.35"><b>Open calls, the first on top</b>'
                f'<table style="width: 100%; white-space: nowrap; font-size: 0.92em; '
                f'font-family: var(--jp-code-font-family, monospace); line-height: 1.3">'
                f'{table}</table></div>')

    def _source_markup(self) -> str:
        call = self.call or (self.trace.calls[0] if self.trace.calls else None)
        if call is None or not self._shows_source:
            return ""
        lines, first = self._source_of(call.code)
        if not lines:
            return "The source of this function cannot be read."
        now = None
        if self.step and call.entered == self.step:
            now = first
        elif self.step:
            now = call.last_line
        middle = [number for number, _ in lines].index(now) if now in dict(lines) else 0
        wrapped = [_wrapped(line) for _, line in lines]
        marked = []
        for index in _around(middle, [len(rows) for rows in wrapped], MOST_LINES):
            number = lines[index][0]
            here = number == now
            style = "background: #fbd3e6; color: #000; font-weight: bold" if here else ""
            rows = f"\n{'':5}".join(wrapped[index])
            marked.append(f'<span style="{style}">{"▶" if here else " "}{number:3} '
                          f'{html.escape(rows)}</span>')
        return (f'<pre style="line-height: 1.3; font-size: 0.88em; margin: 0; '
                f'white-space: pre">{chr(10).join(marked)}</pre>')

    def _source_of(self, code: CodeType | None) -> tuple[list[tuple[int, str]], int]:
        """Return the numbered lines of a function but its docstring, and the first's number."""
        if code is None:
            return [], 0
        if code not in self._sources:
            linecache.checkcache()
            try:
                lines, first = inspect.getsourcelines(code)
            except (OSError, TypeError):
                lines, first = [], 0
            text = textwrap.dedent("".join(lines))
            left_out = _docstring_lines(text)
            self._sources[code] = [(first + index, line.rstrip()) for index, line
                                   in enumerate(text.splitlines()) if index not in left_out], first
        return self._sources[code]

    def picture(self) -> draw.Picture:
        """Return key moments of the run, and its calls, as a picture."""
        moments = self.key_moments() if self.subject.widths else []
        height = (2.15 if moments else 0) + 2.5
        figure = Figure((9, height), dpi=draw.DPI)
        for number, moment in enumerate(moments):
            left = number / len(moments)
            places = [bare(figure.add_axes((left + 0.005, (height - 2.1) / height,
                                            0.98 / len(moments), 1.8 / height)))]
            others = Figure((9, 3), dpi=draw.DPI)
            places += [others.add_axes((0, 0, 1, 1)) for _ in self.subject.widths[1:]]
            main = self.subject.main
            places[0], places[main] = places[main], places[0]
            self.subject.draw(places, moment, **self.looks)
            headed(places[main], f"step {moment}")
        ax = bare(figure.add_axes((0.005, 0.02, 0.99, 2.4 / height)))
        shown = calls(self.trace, self.steps, ax, label=self.subject.label,
                      result=self.subject.result)
        name = self.trace.calls[0].name if self.trace.calls else "a function"
        steps = ", ".join(map(str, moments))
        return draw.Picture(figure, f"A run of {name}" + (f", steps {steps}" if moments else "")
                            + f". {shown.alt}")

    def key_moments(self) -> list[int]:
        """Return a few steps, evenly spaced from the first call to the end."""
        return sorted({1 + (self.steps - 1) * part // 4 for part in range(5)}) if self.steps else []

    # -- making the controls -------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.slider = w.IntSlider(0, min=0, max=self.steps, description="Step",
                                  layout=w.Layout(width=self.px(560)),
                                  style={"description_width": self.px(40)})
        self.slider.observe(lambda change: self._follow(), "value")
        self.player = w.Play(value=0, min=0, max=self.steps, interval=500, show_repeat=False,
                             layout=w.Layout(width=self.px(100)))
        w.jslink((self.player, "value"), (self.slider, "value"))
        self.speed = w.Dropdown(options=list(SPEEDS), value="2 a second", description="Speed",
                                layout=w.Layout(width=self.px(160)),
                                style={"description_width": self.px(45)})
        self.speed.observe(lambda change: self._set_speed(), "value")
        self._backward = [self.button("« First", self.first, 80),
                          self.button("◀ Back", self.back, 80)]
        self._onward = [self.button("Forward ▶", self.forward, 95),
                        self.button("Last »", self.last, 80),
                        self.button("Over the call", self.over, 105,
                                    "Go on to where the call entered here has returned (key down)"),
                        self.button("Out of it", self.out, 85,
                                    "Go on to where the open call has returned (key up)")]
        self.hotkeys |= {"right": self.forward, "left": self.back, "home": self.first,
                         "end": self.last, "down": self.over, "up": self.out, " ": self.play}
        box = {"overflow": "auto", "max_height": self.px(180)}
        self._source.layout = w.Layout(width=self.px(400), border="1px solid #ccc", **box)
        self._stack.layout = w.Layout(width=self.px(440 if self._shows_source else 840),
                                      padding="0 0 0 8px", **box)
        below = [self._source, self._stack] if self._shows_source else [self._stack]
        self.arrange(self._title, self.live,
                     self.row(*self._backward, *self._onward, self.player, self.speed),
                     self.row(self.slider, self.letters, self.palette),
                     self.row(*below), self.message)

    def _follow(self) -> None:
        self.step = self.slider.value
        self.attempt(self.restyle)

    def _set_speed(self) -> None:
        self.player.interval = 1000 // SPEEDS[self.speed.value]

    def _on_press(self, event: MouseEvent) -> None:
        if event.inaxes is self._calls and event.button == 1 and not event.dblclick:
            self.attempt(self.choose_call, event.xdata, event.ydata)

    def choose_call(self, x: float, y: float) -> None:
        """Go to the call drawn next to a place in the picture of the calls."""
        if self._arranged is None:
            return
        width, height = self._calls.get_xlim()[1], self._calls.get_ylim()[0]
        row = y // row_height(self._arranged, height)
        shown = [node for node in self._arranged.nodes()
                 if node.call and 0 < node.since <= self.step]
        if shown:
            node = min(shown, key=lambda each: (abs(each.level - row), abs(each.x * width - x)))
            assert node.call is not None
            self.go_to_call(node.call.number)


def _wrapped(line: str) -> list[str]:
    """Return a line of source in rows for which there is room."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(line, LINE, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _around(middle: int, heights: list[int], most: int) -> range:
    """Return the numbers of lines around one, as many as are no higher in all than ``most``."""
    first = last = middle
    while True:
        near = [number for number in (last + 1, first - 1) if 0 <= number < len(heights)
                and sum(heights[min(first, number):max(last, number) + 1]) <= most]
        if not near:
            return range(first, last + 1)
        number = min(near, key=lambda each: abs(each - middle))
        first, last = min(first, number), max(last, number)


def _docstring_lines(source: str) -> range:
    """Return the lines, counted from 0, that the docstring of a function takes."""
    try:
        function = ast.parse(source).body[0]
    except (SyntaxError, IndexError):
        return range(0)
    if not isinstance(function, ast.FunctionDef) or ast.get_docstring(function) is None:
        return range(0)
    text = function.body[0]
    return range(text.lineno - 1, text.end_lineno or text.lineno)


def _axes(figure: Figure, subject: Subject, height: float) -> tuple[list[Axes], Axes]:
    """Return axes for the pictures of a subject, side by side, and below them for the calls."""
    width = Stepper.WIDTH
    beside = subject.SQUARE + 0.25 if subject.widths else 0
    gap = (width - sum(subject.widths)) / (len(subject.widths) + 1)
    left, panels = gap, []
    for panel in subject.widths:
        place = (left / width, 1 - (beside - 0.02) / height, panel / width, subject.SQUARE / height)
        panels.append(bare(figure.add_axes(place)))
        left += panel + gap
    place = (0.005, 0.01, 0.99, (height - beside) / height - 0.03)
    return panels, bare(figure.add_axes(place))
