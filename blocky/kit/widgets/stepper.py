"""The stepper: a recursive function run step by step, with its calls, source and pictures."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from blocky.kit.calls import Call, short
from blocky.kit.draw.calls import CallNode, arrange_calls, calls, row_height
from blocky.kit.draw.cells import headed
from blocky.kit.draw.picture import DPI, INK, Picture, bare, clear
from blocky.kit.draw.settings import KitFigure
from blocky.kit.draw.source import source_markup, stack_markup
from blocky.kit.language import say, say_count
from blocky.kit.trace import is_callable_object
from blocky.kit.widgets.panel import Command, status
from blocky.kit.widgets.steps import StepPanel
from blocky.kit.widgets.subjects import LONG, Subject, watched

__all__ = ["Stepper", "step", "step_of"]

#: The choice of steps played in a second.
SPEEDS = (1, 2, 5, 10)


def step(function: Callable[..., Any], *args: Any, palette: str = "safe", letters: bool = False,
         big: bool = False, source: bool = True, calls: int = 5000, seconds: float = 2.5,
         game: str = "") -> Stepper:
    """Run ``function(*args)`` and return a stepper over its calls, to be shown in a notebook.

    The function gets copies of ``args``, so that a cell can be run again. A run is stopped after
    ``calls`` or ``seconds``, and shown up to there. ``big`` makes everything large enough for a
    class to see. Without ``source`` the lines of the function are not shown, for students who are
    to write them. ``game`` is the name of the game that knows what plain values show.

    TypeError: ``function`` cannot be called with ``args``, or ``trace`` cannot record it.
    """
    if not callable(function):
        raise TypeError(say("Call step with a function and then its arguments, as in step(fib, 5). "
                            "You passed {value}.", value=short(function)))
    function, args = _as_function(function, args)
    try:
        inspect.signature(function).bind(*args)
    except TypeError as error:
        name = getattr(function, "__name__", say("the function"))
        raise TypeError(say("{name} can't be called with these arguments: {error}.",
                            name=name, error=error)) from None
    except ValueError:
        pass  # it has no known signature
    subject = watched(function, _copied(args), game, calls=calls, seconds=seconds)
    return Stepper(subject, palette=palette, letters=letters, big=big, source=source)


def step_of(game: str) -> Callable[..., Stepper]:
    """Return ``step`` for a game, which knows what plain values show.

    >>> step_of("blocky").__name__
    'step'
    """
    return wraps(step)(partial(step, game=game))


def _as_function(function: Callable[..., Any], args: tuple[Any, ...]
                 ) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return the function behind a method or a callable object, and ``args`` with self before them.

    So a stepper shows, and copies, the object too. Other functions and ``args`` are returned as
    they are.
    """
    if inspect.ismethod(function):
        return function.__func__, (function.__self__, *args)
    if is_callable_object(function) and not _wraps_a_function(function):
        return type(function).__call__, (function, *args)
    return function, args


def _wraps_a_function(value: Any) -> bool:
    """Whether a callable object is a partial function or a decorated one."""
    return isinstance(value, partial) or hasattr(value, "__wrapped__")


def _copied(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return copies of values. A value that can't be copied is returned itself.

    If all can be copied, the copies share what the values share.
    """
    try:
        return copy.deepcopy(values)
    except Exception:
        return tuple(map(_copy_or_itself, values))


def _copy_or_itself(value: Any) -> Any:
    """Return a copy of a value; the value itself if it can't be copied."""
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


class Stepper(StepPanel):
    """A recorded run shown step by step. Every action of pointer, keys and buttons is a method.

    A step of the run is a call entered or a call left.

    Attributes:
        step: the number of steps shown as done, from 0 to ``steps``.
        trace: the record of the run.
    """

    # In inches: the width of the figure, and the height of the calls below pictures and alone.
    WIDTH, CALLS, CALLS_ALONE = 8.42, 2.15, 3.2

    def __init__(self, subject: Subject, *, palette: str = "safe", letters: bool = False,
                 big: bool = False, source: bool = True) -> None:
        self.subject, self.trace, self.palettes = subject, subject.trace, subject.palettes
        self._shows_source = source
        pictures_height = subject.SQUARE + 0.25 if subject.widths else 0
        calls_height = self.CALLS if pictures_height else self.CALLS_ALONE
        height = pictures_height + calls_height
        super().__init__((self.WIDTH, height), palette=palette, letters=letters, big=big)
        self._panels, self._calls = _axes(self.figure, subject, height, pictures_height)
        self._arranged: CallNode | None = None
        self._title = w.HTML()
        self._make_controls()
        self.hear(self._calls, pressed=self.choose_call)
        self.begin_steps(len(self.trace.steps))
        if self.trace.stopped or self.trace.error:
            self.say(self._ending(), error=True)
        elif self.trace.note and self.steps:
            self.say(self.trace.note)

    # -- going through the run -----------------------------------------------------------------

    def over(self) -> None:
        """Go to where the call that has just been entered, or is entered next, is left.

        Before the first step, go to the first call. If the next step leaves a call, go there.
        """
        if self.step == 0:
            return self.forward()
        last_and_next_step = self.trace.steps[self.step - 1:self.step + 1]
        for is_entered, number in last_and_next_step:
            if is_entered:
                left = self.trace.calls[number].left  # None if the run was stopped before
                return self.go_to(left or self.steps)
        self.forward()

    def out(self) -> None:
        """Go to where the innermost open call is left; to the last step if no call is open."""
        stack = self.trace.stack(self.step)
        left = stack[-1].left if stack else None  # None too if the run was stopped before
        self.go_to(left or self.steps)

    def choose_call(self, x: float, y: float, button: int = 1) -> None:
        """Go to where the call nearest to a place is entered, or from there to where it is left."""
        if button != 1:
            return
        call = self._call_at(x, y)
        if call is None:
            return
        if self.step == call.entered and call.left:
            self.go_to(call.left)
        else:
            self.go_to(call.entered)

    def _call_at(self, x: float, y: float) -> Call | None:
        """Return the shown call that is nearest to a place on the axes of the calls, in pixels.

        Return None if no call is shown.
        """
        if self._arranged is None:
            return None
        _, width = self._calls.get_xlim()
        height, _ = self._calls.get_ylim()  # y grows downwards
        row = y // row_height(self._arranged, height)

        def distance(node: CallNode) -> tuple[float, float]:
            """The distance in rows, and then within the row."""
            return abs(node.level - row), abs(node.x * width - x)

        shown = [node for node in self._arranged.nodes()
                 if node.call and 0 < node.since <= self.step]
        return min(shown, key=distance).call if shown else None

    # -- showing -------------------------------------------------------------------------------

    @property
    def call(self) -> Call | None:
        """The call that was entered or left in the last step; None before the first."""
        return self.subject.current(self.step)

    def sentence(self) -> str:
        """Return sentences on this step: the call that is entered or left, and what that shows."""
        call = self.call
        if not self.steps:
            return self.trace.note or say("No calls were recorded.")
        if call is None:
            return say_count("Step 0 of {steps}: before the first call. 1 call follows, with up to "
                             "{depth} open at the same time.",
                             "Step 0 of {steps}: before the first call. {count} calls follow, with "
                             "up to {depth} open at the same time.",
                             len(self.trace.calls), steps=self.steps, depth=self.trace.depth)
        fields: dict[str, Any] = {
            "step": self.step, "steps": self.steps, "call": self._worded(call)}
        if call.entered == self.step:
            text = say("Step {step} of {steps}: {call} is called.", **fields)
        elif call.error:
            text = say("Step {step} of {steps}: {call} raised {error}.", error=call.error, **fields)
        elif call.yields:
            text = say("Step {step} of {steps}: {call} has ended. It yielded {values}.",
                       values=short(call.result), **fields)
        else:
            text = say("Step {step} of {steps}: {call} returned {result}.",
                       result=short(call.result), **fields)
        return f"{text} {self.subject.step_text(self.step)}".strip()

    def _worded(self, call: Call) -> str:
        """Return a call as "f(n=2, …)", with only the arguments that differ from its caller's.

        If all of them differ, or none, return it with all of them.
        """
        if call.parent is None:
            return str(call)
        of_caller = self.trace.calls[call.parent].arguments
        changed = {name: value for name, value in call.arguments.items()
                   if name not in of_caller or short(of_caller[name], LONG) != short(value, LONG)}
        if not changed or len(changed) == len(call.arguments):
            return str(call)
        with_changed = str(replace(call, arguments=changed))
        return f"{with_changed.removesuffix(')')}, …)"

    def refresh(self) -> None:
        """Show this step."""
        text = self.sentence()
        self._draw()
        self.live.redraw()
        self.describe(text)
        self._title.value = status(text, "font-size: 1.1em; font-weight: bold")
        self._stack.value = stack_markup(self.trace.stack(self.step), self._worded)
        if self._shows_source and self.trace.calls:
            self._show_source()
        self.show_possible()

    def _show_source(self) -> None:
        """Show the source of the call, with its first line marked, or that at which it was left.

        Before the first step, show that of the first call, with no line marked.
        """
        call = self.call
        code = (call or self.trace.calls[0]).code
        if call is None or code is None:
            line = None
        elif call.entered == self.step:
            line = code.co_firstlineno
        else:
            line = call.last_line
        self._source.value = source_markup(code, line)

    def _draw(self) -> None:
        """Draw the pictures of the subject, and the calls up to this step."""
        clear(*self._panels)
        self.subject.draw(self._panels, self.step, **self.looks)
        for ax, title in zip(self._panels, self.subject.titles, strict=True):
            headed(ax, title)
        if self.trace.calls:
            call = self.call
            # If there are too many calls for the figure, it shows the way to this one.
            self._arranged = arrange_calls(self.trace, at=call.number if call else 0)
            calls(self.trace, self.step, self._calls, label=self.subject.label,
                  result=self.subject.result, top=self._arranged)
            if self.step == 0:
                self._calls.text(0.5, 0.5, say("The calls will appear here, each below the call "
                                               "that makes it. Press Forward ▶."), color=INK,
                                 ha="center", va="center", transform=self._calls.transAxes)

    def _ending(self) -> str:
        """Return a sentence on why the run did not end well: it was stopped, or raised an error."""
        error = self.trace.error
        if error is None or isinstance(error, RecursionError):  # then ``stopped`` says why
            return say("{stopped} You can see what happened before that.",
                       stopped=self.trace.stopped)
        text = " ".join(str(error).split()).rstrip(".")
        name = type(error).__name__
        named = f"{name}: {text}" if text else name
        if not self.steps:
            return say("The function raised {error} before any of its own lines ran.", error=named)
        return say("The function raised {error}. The last steps show where.", error=named)

    def picture(self) -> Picture:
        """Return a picture of key moments of the run, side by side, and below them its calls."""
        moments = self.key_moments() if self.subject.widths else []  # steps
        pictures_height = 2.15 if moments else 0  # inches
        height = pictures_height + 2.5
        figure = KitFigure((9, height), dpi=DPI)
        # A subject draws all its pictures at once: those that are not wanted, on these axes.
        unseen_figure = KitFigure((9, 3), dpi=DPI)
        unseen = [unseen_figure.add_axes((0, 0, 1, 1)) for _ in self.subject.widths]
        # Places are left, bottom, width and height, as shares of the figure.
        for number, moment in enumerate(moments):
            place = (number / len(moments) + 0.005, (height - 2.1) / height,
                     0.98 / len(moments), 1.8 / height)
            self._draw_main_picture(bare(figure.add_axes(place)), moment, unseen)
        calls_axes = bare(figure.add_axes((0.005, 0.02, 0.99, 2.4 / height)))
        drawn_calls = calls(self.trace, self.steps, calls_axes, label=self.subject.label,
                            result=self.subject.result)
        name = self.trace.calls[0].name if self.trace.calls else say("a function")
        if not moments:
            return Picture(figure, say("A run of {name}. {calls}", name=name,
                                       calls=drawn_calls.alt))
        return Picture(figure, say("A run of {name}, steps {steps}. {calls}", name=name,
                                   steps=", ".join(map(str, moments)), calls=drawn_calls.alt))

    def _draw_main_picture(self, ax: Axes, step: int, unseen: list[Axes]) -> None:
        """Draw the subject's picture that shows most on ``ax``, as it is after a step.

        The other pictures, which the subject draws too, go to the axes ``unseen``.
        """
        clear(*unseen)
        axes = [*unseen]
        axes[self.subject.main] = ax
        self.subject.draw(axes, step, **self.looks)
        headed(ax, say("step {step}", step=step))

    def key_moments(self) -> list[int]:
        """Return at most five steps, evenly spaced from the first call to the end."""
        if not self.steps:
            return []
        return sorted({1 + (self.steps - 1) * quarter // 4 for quarter in range(5)})

    # -- making the controls -------------------------------------------------------------------

    def _make_controls(self) -> None:
        """Make the controls, and lay everything out."""
        self.make_steps(say("Step"), 560)
        self.speed = self.control(
            w.Dropdown, say("Speed"), 160, 45, self._set_speed, value=2,
            options=[(say("{count} a second", count=speed), speed) for speed in SPEEDS])

        def why_not_back() -> str | None:
            return None if self.step else say("This is before the first step.")

        def why_not_on() -> str | None:
            return None if self.step < self.steps else say("This is the last step.")

        self.add(
            Command("forward", self.forward, say("forward"), say("Forward ▶"), "right",
                    why_not_on),
            Command("back", self.back, say("back"), say("◀ Back"), "left", why_not_back),
            Command("over", self.over, say("step over the call"), say("Step over"), "down",
                    why_not_on),
            Command("out", self.out, say("step out of the call"), say("Step out"), "up",
                    why_not_on),
            Command("first", self.first, say("first"), say("« First"), "home", why_not_back),
            Command("last", self.last, say("last"), say("Last »"), "end", why_not_on),
            Command("play", self.play, say("play or pause"), key=" "))
        scrolls = {"overflow": "auto", "max_height": self.px(180)}
        self._source = w.HTML(layout=w.Layout(width=self.px(400), border="1px solid #ccc",
                                              **scrolls))
        stack_width = 440 if self._shows_source else 840
        self._stack = w.HTML(layout=w.Layout(width=self.px(stack_width), padding="0 0 0 8px",
                                             **scrolls))
        settings: list[w.Widget] = [self.slider]
        if self.subject.widths:
            settings.append(self.letters)
        if self.palettes:
            settings.append(self.palette)
        texts = [self._source, self._stack] if self._shows_source else [self._stack]
        self.arrange(self._title, self.live,
                     self.row("first", "back", "forward", "last", "over", "out", self.player,
                              self.speed),
                     self.row(*settings), self.row(*texts), self.message)

    def _set_speed(self) -> None:
        self.player.interval = 1000 // self.speed.value


def _axes(figure: Figure, subject: Subject, height: float, pictures_height: float
          ) -> tuple[list[Axes], Axes]:
    """Return axes for the pictures of a subject, side by side, and axes for the calls below.

    The heights of the figure and of its part with the pictures are in inches. The places of axes
    are left, bottom, width and height, as shares of the figure.
    """
    width = Stepper.WIDTH
    gap = (width - sum(subject.widths)) / (len(subject.widths) + 1)  # around the pictures
    left = gap
    panels = []
    for panel_width in subject.widths:
        place = (left / width, 1 - (pictures_height - 0.02) / height,
                 panel_width / width, subject.SQUARE / height)
        panels.append(bare(figure.add_axes(place)))
        left += panel_width + gap
    calls_place = (0.005, 0.01, 0.99, (height - pictures_height) / height - 0.03)
    return panels, bare(figure.add_axes(calls_place))
