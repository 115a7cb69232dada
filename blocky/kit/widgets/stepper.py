"""The stepper: a recursive function run step by step, with its calls, its source, its pictures."""

from __future__ import annotations

import copy
import html
import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.backend_bases import MouseEvent
from matplotlib.figure import Figure

from blocky.kit.draw.calls import CallNode, arrange_calls, calls, row_height
from blocky.kit.draw.cells import headed
from blocky.kit.draw.picture import DPI, Picture, bare, clear
from blocky.kit.language import say, say_count
from blocky.kit.trace import Call, short
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.live import status
from blocky.kit.widgets.panel import Panel
from blocky.kit.widgets.source import source_markup
from blocky.kit.widgets.subjects import Subject, watched

__all__ = ["Stepper", "step"]

#: How many steps can be played in a second.
SPEEDS = (1, 2, 5, 10)
MOST_ROWS = 8


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
    try:
        inspect.signature(function).bind(*args)
    except TypeError as error:
        name = getattr(function, "__name__", say("the function"))
        raise TypeError(say("{name} cannot be called with what step was given: {error}.",
                            name=name, error=error)) from None
    except ValueError:
        pass  # its signature is not known
    subject = watched(function, _copied(args), calls=calls, seconds=seconds)
    return Stepper(subject, palette=palette, letters=letters, big=big, source=source)


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

    WIDTH, CALLS = 8.42, 2.15  # inches

    def __init__(self, subject: Subject, *, palette: str = "safe", letters: bool = False,
                 big: bool = False, source: bool = True) -> None:
        self.subject, self.trace, self.palettes = subject, subject.trace, subject.palettes
        self.steps = len(self.trace.steps)
        self.step = 0
        self._shows_source = source
        beside = subject.SQUARE + 0.25 if subject.widths else 0
        height = beside + (self.CALLS if beside else 3.2)
        super().__init__((self.WIDTH, height), palette=palette, letters=letters, big=big)
        self._panels, self._calls = _axes(self.figure, subject, height, beside)
        self._arranged: CallNode | None = None
        self._title, self._stack, self._source = w.HTML(), w.HTML(), w.HTML()
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
        self.go_to((stack[-1].left if stack else None) or self.steps)

    def go_to_call(self, number: int) -> None:
        """Go to where a call is entered, or, if that is shown already, to where it is left."""
        call = self.trace.calls[number]
        self.go_to(call.left if self.step == call.entered and call.left else call.entered)

    def choose_call(self, x: float, y: float) -> None:
        """Go to the call drawn next to a place in the picture of the calls."""
        if self._arranged is None:
            return
        width, height = self._calls.get_xlim()[1], self._calls.get_ylim()[0]
        row = y // row_height(self._arranged, height)
        shown = [(node, node.call) for node in self._arranged.nodes()
                 if node.call and 0 < node.since <= self.step]
        if shown:
            _, call = min(shown, key=lambda each: (abs(each[0].level - row),
                                                   abs(each[0].x * width - x)))
            self.go_to_call(call.number)

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
        call = self.call
        if not self.steps:
            return say("No call was recorded.")
        if call is None:
            return say_count("Step 0 of {steps}: before the first call. 1 call follows, up to "
                             "{depth} open at once.",
                             "Step 0 of {steps}: before the first call. {count} calls follow, up "
                             "to {depth} open at once.",
                             len(self.trace.calls), steps=self.steps, depth=self.trace.depth)
        told: dict[str, Any] = {"step": self.step, "steps": self.steps, "call": self._worded(call)}
        if call.entered == self.step:
            text = say("Step {step} of {steps}: {call} is called.", **told)
        elif call.error:
            text = say("Step {step} of {steps}: {call} raised {error}.", error=call.error, **told)
        else:
            text = say("Step {step} of {steps}: {call} returned {result}.",
                       result=short(call.result), **told)
        return f"{text} {self.subject.tell(self.step)}".strip()

    def _worded(self, call: Call) -> str:
        """Return the call with those arguments that differ from the call that made it."""
        before = {} if call.parent is None else self.trace.calls[call.parent].arguments
        changed = {name: value for name, value in call.arguments.items()
                   if name not in before or short(before[name], 999) != short(value, 999)}
        if not changed or len(changed) == len(call.arguments):
            return str(call)
        return f"{str(replace(call, arguments=changed))[:-1]}, …)"

    def restyle(self) -> None:
        """Draw everything as of this step."""
        text = self.sentence()
        self._draw()
        self.live.redraw()
        self.live.describe(f"{text} {self.keys_text()}")
        self._title.value = status(text, "font-size: 1.1em; font-weight: bold")
        self._stack.value = self._stack_markup()
        call = self.call
        if self._shows_source and self.trace.calls:
            code, line = (call or self.trace.calls[0]).code, None
            if call and code:
                line = code.co_firstlineno if call.entered == self.step else call.last_line
            self._source.value = source_markup(code, line)
        self.show_possible()

    def _draw(self) -> None:
        for ax in self._panels:
            clear(ax)
        self.subject.draw(self._panels, self.step, **self.looks)
        for ax, title in zip(self._panels, self.subject.titles, strict=True):
            headed(ax, title)
        if self.trace.calls:
            call = self.call
            self._arranged = arrange_calls(self.trace, call.number if call else 0)
            calls(self.trace, self.step, self._calls, label=self.subject.label,
                  result=self.subject.result, top=self._arranged)

    def _ending(self) -> str:
        error = self.trace.error
        if error is None or isinstance(error, RecursionError):
            return say("{stopped} What it did until then is shown.", stopped=self.trace.stopped)
        text = " ".join(str(error).split()).rstrip(".")
        what = f"{type(error).__name__}: {text}" if text else type(error).__name__
        return say("The function raised {error}. The last steps show where.", error=what)

    def _stack_markup(self) -> str:
        stack = self.trace.stack(self.step)
        left_out = len(stack) - MOST_ROWS + 1
        gap = range(2, 2 + left_out) if left_out > 1 else ()
        rows = []
        for depth in range(len(stack)):
            if depth in gap:
                continue
            if depth - 1 in gap:
                more = say("⋮ {count} more", count=left_out)
                rows.append(f"<tr><td></td><td>{more}</td></tr>")
            last = depth + 1 == len(stack)
            at = "" if last else say("line {number}", number=stack[depth + 1].line)
            style = "font-weight: bold" if last else ""
            what = html.escape(self._worded(stack[depth]))
            rows.append(f'<tr style="{style}"><td style="text-align: right; padding-right: 6px">'
                        f'{depth}</td><td title="{what}" style="width: 100%; max-width: 0; '
                        f'overflow: hidden; text-overflow: ellipsis">{what}</td>'
                        f'<td style="padding-left: 8px">{at}</td></tr>')
        table = "".join(rows) or f"<tr><td>{say('No call is open.')}</td></tr>"
        return (f'<div style="line-height: 1.35"><b>{say("Open calls, the first on top")}</b>'
                f'<table style="width: 100%; white-space: nowrap; font-size: 0.92em; '
                f'font-family: var(--jp-code-font-family, monospace); line-height: 1.3">'
                f'{table}</table></div>')

    def picture(self) -> Picture:
        """Return key moments of the run, and its calls, as a picture."""
        moments = self.key_moments() if self.subject.widths else []
        height = (2.15 if moments else 0) + 2.5
        figure = Figure((9, height), dpi=DPI)
        for number, moment in enumerate(moments):
            left = number / len(moments)
            places = [bare(figure.add_axes((left + 0.005, (height - 2.1) / height,
                                             0.98 / len(moments), 1.8 / height)))]
            others = Figure((9, 3), dpi=DPI)
            places += [others.add_axes((0, 0, 1, 1)) for _ in self.subject.widths[1:]]
            main = self.subject.main
            places[0], places[main] = places[main], places[0]
            self.subject.draw(places, moment, **self.looks)
            headed(places[main], say("step {step}", step=moment))
        ax = bare(figure.add_axes((0.005, 0.02, 0.99, 2.4 / height)))
        shown = calls(self.trace, self.steps, ax, label=self.subject.label,
                      result=self.subject.result)
        name = self.trace.calls[0].name if self.trace.calls else say("a function")
        if not moments:
            return Picture(figure, say("A run of {name}. {calls}", name=name, calls=shown.alt))
        return Picture(figure, say("A run of {name}, steps {steps}. {calls}", name=name,
                                   steps=", ".join(map(str, moments)), calls=shown.alt))

    def key_moments(self) -> list[int]:
        """Return a few steps, evenly spaced from the first call to the end."""
        return sorted({1 + (self.steps - 1) * part // 4 for part in range(5)}) if self.steps else []

    # -- making the controls -------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.slider = w.IntSlider(0, min=0, max=self.steps, description=say("Step"),
                                  **self.sized(560, 40))
        self.slider.observe(lambda change: self._follow(), "value")
        self.player = w.Play(value=0, min=0, max=self.steps, interval=500, show_repeat=False,
                             layout=w.Layout(width=self.px(100)))
        w.jslink((self.player, "value"), (self.slider, "value"))
        self.speed = w.Dropdown(options=[(say("{count} a second", count=speed), speed)
                                         for speed in SPEEDS], value=2, description=say("Speed"),
                                **self.sized(160, 45))
        self.speed.observe(
            lambda change: setattr(self.player, "interval", 1000 // change["new"]), "value")
        back, on = self._why_not_back, self._why_not_on
        self.add(
            Command("forward", self.forward, say("forward"), say("Forward ▶"), "right", 95, on),
            Command("back", self.back, say("back"), say("◀ Back"), "left", 80, back),
            Command("over", self.over, say("over the call"), say("Over the call"), "down", 105, on),
            Command("out", self.out, say("out of the call"), say("Out of it"), "up", 85, on),
            Command("first", self.first, say("first"), say("« First"), "home", 80, back),
            Command("last", self.last, say("last"), say("Last »"), "end", 80, on),
            Command("play", self.play, say("play or pause"), key=" "))
        box = {"overflow": "auto", "max_height": self.px(180)}
        self._source.layout = w.Layout(width=self.px(400), border="1px solid #ccc", **box)
        self._stack.layout = w.Layout(width=self.px(440 if self._shows_source else 840),
                                      padding="0 0 0 8px", **box)
        buttons = self.bar("first", "back", "forward", "last", "over", "out")
        buttons.children += (self.player, self.speed)
        looks = ([self.letters] * bool(self.subject.widths) + [self.palette] * bool(self.palettes))
        below = [self._source] * self._shows_source + [self._stack]
        self.arrange(self._title, self.live, buttons, self.row(self.slider, *looks),
                     self.row(*below), self.message)

    def _why_not_back(self) -> str | None:
        return None if self.step else say("This is before the first step.")

    def _why_not_on(self) -> str | None:
        return None if self.step < self.steps else say("This is the last step.")

    def _follow(self) -> None:
        self.step = self.slider.value
        self.attempt(self.restyle)

    def _on_press(self, event: MouseEvent) -> None:
        if event.inaxes is self._calls and event.button == 1 and not event.dblclick:
            self.attempt(self.choose_call, event.xdata, event.ydata)


def _axes(figure: Figure, subject: Subject, height: float, beside: float
          ) -> tuple[list[Axes], Axes]:
    """Return axes for the pictures of a subject, side by side, and below them for the calls."""
    width = Stepper.WIDTH
    gap = (width - sum(subject.widths)) / (len(subject.widths) + 1)
    left, panels = gap, []
    for panel in subject.widths:
        place = (left / width, 1 - (beside - 0.02) / height, panel / width, subject.SQUARE / height)
        panels.append(bare(figure.add_axes(place)))
        left += panel + gap
    place = (0.005, 0.01, 0.99, (height - beside) / height - 0.03)
    return panels, bare(figure.add_axes(place))
