"""What a stepper records of a run, and what it shows beside the calls.

Values with a registered drawing (``draw_value``) are shown as they were at each step, plain ones if
the game that reads them is named. A game that has more to show registers a ``Subject``, by the type
of an argument (``subject_for``) or of a result (``subject_from``), and with ``kept`` the recorded
form of its values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, singledispatch
from random import Random
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from blocky.kit.calls import Call, Trace, short
from blocky.kit.draw.values import as_known, draw_value, drawable
from blocky.kit.language import say
from blocky.kit.trace import snapshot, trace

__all__ = ["DrawnSubject", "KeptValue", "Subject", "as_grid", "kept", "subject_for", "subject_from",
           "watched"]


class KeptValue:
    """The recorded form of a value.

    Attributes:
        text, short: a long and a short description.
        value: a copy of the value, if a picture can show it.
        tells: whether it helps to tell a call from others.
    """

    def __init__(self, text: str, short: str = "", value: Any = None, tells: bool = False) -> None:
        self.text, self.short, self.value, self.tells = text, short or text, value, tells

    def __repr__(self) -> str:
        return self.text


@singledispatch
def kept(value: Any) -> Any:
    """Return the recorded form of an argument or a result; a game registers its types."""
    if drawable(value):
        plain: Any = object.__repr__
        own = type(value).__repr__ is not plain
        return KeptValue(short(value) if own else type(value).__name__, tells=own)
    return snapshot(value)


@kept.register
def _(value: Random) -> Any:
    return KeptValue("rng")


@kept.register
def _(value: np.generic) -> Any:
    return value.item()


@kept.register(list)
@kept.register(tuple)
@kept.register(np.ndarray)
def _(value: Any) -> Any:
    grid = as_grid(value)
    if grid is not None:
        rows, columns = grid.shape
        text = (say("{rows} by {columns} grid", rows=rows, columns=columns) if rows > 2
                else str(grid.tolist()))
        return KeptValue(text, f"{rows}\N{MULTIPLICATION SIGN}{columns}", grid.copy())
    return type(value)(map(kept, value)) if type(value) in (list, tuple) else snapshot(value)


def as_grid(value: Any) -> NDArray[Any] | None:
    """Return a two-dimensional grid of whole numbers as an array; None for any other value."""
    if not isinstance(value, np.ndarray):
        if (not isinstance(value, (list, tuple)) or not value
                or not all(isinstance(row, (list, tuple, np.ndarray)) for row in value)
                or len({len(row) for row in value}) != 1):
            return None
        try:
            value = np.array(value)
        except ValueError:
            return None
    return value if value.ndim == 2 and value.size and value.dtype.kind in "iub" else None


class Subject:
    """The pictures beside the calls of a run. This base class has none: only calls are shown.

    Attributes:
        widths, titles: the widths of the pictures, in inches, and their titles.
        main: the number of the picture that shows most.
        palettes: the palettes of the pictures, by name.
        game: the name of the game that reads plain values, if any.
    """

    SQUARE = 2.3
    widths: tuple[float, ...] = ()
    titles: tuple[str, ...] = ()
    main = 0
    palettes: Mapping[str, Any] = {}
    game = ""
    trace: Trace

    def __init__(self, args: tuple[Any, ...]) -> None:
        """Prepare to watch a run with these arguments."""

    # -- while the function runs -----------------------------------------------------------

    def note(self, value: Any) -> Any:
        """Return the recorded form of an argument or a result."""
        is_shown = isinstance(value, dict) and drawable(as_known(value, self.game))
        return KeptValue(short(value), tells=True) if is_shown else kept(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> Any:
        """Return the record of a step: copies of the values that can be shown."""
        shown = {name: self._shown(value) for name, value in arguments.items()}
        return ({name: value for name, value in shown.items() if value is not None},
                self._shown(result))

    def _shown(self, value: Any) -> Any:
        """Return a copy of a value in a type that has a picture; None if it has neither."""
        return as_known(_copy_of(value), self.game) if _shows(as_known(value, self.game)) else None

    # -- afterwards ------------------------------------------------------------------------

    def begin(self, trace: Trace) -> None:
        """Take the record of a run, before the first picture is drawn."""
        self.trace = trace

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the pictures of a step, one on each of ``axes``."""

    def tell(self, step: int) -> str:
        """Return a further sentence on a step; "" if there is none."""
        return ""

    def label(self, call: Call) -> Sequence[str]:
        """Return texts on the arguments that tell a call from others, the longest first."""
        texts = {name: value.short if isinstance(value, KeptValue) else short(value)
                 for name, value in call.arguments.items()
                 if not isinstance(value, KeptValue) or value.tells}
        telling = {name: text for name, text in texts.items() if name in self._differ} or texts
        named = ", ".join(f"{name}={text}" for name, text in telling.items())
        return [str(call), named, ", ".join(telling.values())]

    @cached_property
    def _differ(self) -> set[str]:
        """The names of the arguments that differ between calls."""
        before: dict[str, str] = {}
        return {name for call in self.trace.calls for name, value in call.arguments.items()
                if before.setdefault(name, text := short(value, 999)) != text}

    def result(self, call: Call) -> Sequence[str]:
        """Return texts on the result of a call, the longest first."""
        if isinstance(call.result, KeptValue):
            return [call.result.text, call.result.short, "✓"]
        return ["None", "✓"] if call.result is None else [short(call.result)]

    def current(self, step: int) -> Call | None:
        """Return the call that a step belongs to."""
        return self.trace.calls[self.trace.steps[step - 1][1]] if step else None

    def finished(self, step: int) -> Iterator[Call]:
        """Yield the outermost calls that were left before or at a step."""
        waiting = [0] if self.trace.calls else []
        while waiting:
            call = self.trace.calls[waiting.pop()]
            if call.entered > step:
                continue
            if call.left is not None and call.left <= step:
                yield call
            else:
                waiting += reversed(call.children)


class DrawnSubject(Subject):
    """A run with values that can be drawn: the present value, and the result."""

    def begin(self, trace: Trace) -> None:
        """Take the record of a run."""
        super().begin(trace)
        given = any(arguments for arguments, _ in trace.seen)
        returned = any(drawable(result) for _, result in trace.seen)
        self.titles = (*[say("the arguments of the call")] * given,
                       *[say("what it returns")] * returned)
        self.widths = (3.4,) * len(self.titles)
        self._given, self._returned = given, returned

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw an argument of the step's call, and the result."""
        arguments, result = self.trace.seen[max(step - 1, 0)]
        given = next((value for value in arguments.values() if drawable(value)), None)
        shown = [given] * self._given + [result if step else None] * self._returned
        for ax, value in zip(axes, shown, strict=True):
            ax.set_title("", y=1)
            if drawable(value):
                draw_value(value, ax, palette=palette, letters=letters)


@singledispatch
def subject_for(value: Any, args: tuple[Any, ...]) -> Subject | None:
    """Return the subject of a run with ``args``, one of which is ``value``; None if unknown."""
    return None


@singledispatch
def subject_from(value: Any) -> type[Subject] | None:
    """Return the subject's class for a run in which a call returned ``value``; None if unknown.

    It is asked if no argument decides.
    """
    return None


def watched(function: Callable[..., Any], args: tuple[Any, ...], game: str = "", **limits: Any
            ) -> Subject:
    """Run ``function(*args)``; return the subject that shows the run, with its record.

    ``game`` is the name of the one that reads plain values.
    """
    known = next(filter(None, (subject_for(as_known(arg, game), args) for arg in args)), None)
    subject = known or Subject(args)
    subject.game = game
    record = trace(function, *args, copy=subject.note, watch=subject.watch, **limits)
    if not known:
        kind = next(filter(None, (subject_from(result) for _, result in record.seen)), None)
        if any(given or result is not None for given, result in record.seen):
            kind = kind or DrawnSubject
        subject = (kind or Subject)(args)
    subject.begin(record)
    return subject


def _shows(value: Any) -> bool:
    made = subject_from.dispatch(type(value)) is not subject_from.dispatch(object)
    return made or drawable(value)


def _copy_of(value: Any) -> Any:
    """Return a copy of a value, or the value if it is immutable; None if it has no copy."""
    copied = snapshot(value)
    return None if copied is value and hasattr(value, "copy") else copied
