"""What a stepper keeps of a run, and what it shows beside the calls. It knows no game.

Values with a registered drawing (``draw_value``) are shown as they were at each step, with nothing
more to do. A game that has more to show registers a ``Subject`` of its own: by the type of an
argument (``subject_for``) or of a result (``subject_from``). How values are written in the record
is registered by ``kept``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, singledispatch
from random import Random
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from blocky.kit.calls import Call, Trace, short
from blocky.kit.draw.values import draw_value, drawable
from blocky.kit.language import say
from blocky.kit.trace import snapshot, trace

__all__ = ["DrawnSubject", "KeptValue", "Subject", "as_grid", "kept", "subject_for", "subject_from",
           "watched"]


class KeptValue:
    """Stands for a value in a record.

    Attributes:
        text, short: what it is, in more words and in fewer.
        value: the value as it was then, if a picture can show it.
        tells: whether it tells a call from others.
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
    """A function about which nothing is known: only its calls are shown. Base of all others.

    ``widths`` are those of the pictures beside the calls, in inches, and ``titles`` what stands
    over them; ``main`` is the number of the one that shows most. ``palettes`` are those in which
    they can be drawn, by name.
    """

    SQUARE = 2.3
    widths: tuple[float, ...] = ()
    titles: tuple[str, ...] = ()
    main = 0
    palettes: Mapping[str, Any] = {}
    trace: Trace

    def __init__(self, args: tuple[Any, ...]) -> None:
        """Get ready to watch a run with these arguments."""

    # -- while the function runs -----------------------------------------------------------

    def note(self, value: Any) -> Any:
        """Return the recorded form of an argument or a result."""
        return kept(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> Any:
        """Return the record of a step: the values that can be shown, as they are now."""
        return ({name: _as_it_is(value) for name, value in arguments.items() if _shows(value)},
                _as_it_is(result) if _shows(result) else None)

    # -- afterwards ------------------------------------------------------------------------

    def begin(self, trace: Trace) -> None:
        """Take the record of a run, which ends before the first picture is drawn."""
        self.trace = trace

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the pictures as of a step, one on each of ``axes``."""

    def tell(self, step: int) -> str:
        """Return a further sentence on a step; "" if there is none."""
        return ""

    def label(self, call: Call) -> Sequence[str]:
        """Return the arguments that tell a call from others, the longest wording first."""
        texts = {name: value.short if isinstance(value, KeptValue) else short(value)
                 for name, value in call.arguments.items()
                 if not isinstance(value, KeptValue) or value.tells}
        telling = {name: text for name, text in texts.items() if name in self._differ} or texts
        named = ", ".join(f"{name}={text}" for name, text in telling.items())
        return [str(call), named, ", ".join(telling.values())]

    @cached_property
    def _differ(self) -> set[str]:
        """The names of those arguments that are not the same in all calls."""
        before: dict[str, str] = {}
        return {name for call in self.trace.calls for name, value in call.arguments.items()
                if before.setdefault(name, text := short(value, 999)) != text}

    def result(self, call: Call) -> Sequence[str]:
        """Return wordings of the result, the longest first."""
        if isinstance(call.result, KeptValue):
            return [call.result.text, call.result.short, "✓"]
        return ["None", "✓"] if call.result is None else [short(call.result)]

    def current(self, step: int) -> Call | None:
        """Return the call that a step belongs to."""
        return self.trace.calls[self.trace.steps[step - 1][1]] if step else None

    def finished(self, step: int) -> Iterator[Call]:
        """Yield the calls that were left, in which no call that was left is contained."""
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
    """A function of a value that can be drawn: the present value, and the result."""

    def begin(self, trace: Trace) -> None:
        """Take the record of a run."""
        super().begin(trace)
        given = any(arguments for arguments, _ in trace.seen)
        returned = any(drawable(result) for _, result in trace.seen)
        self.titles = (*[say("what the call is given")] * given,
                       *[say("what it returns")] * returned)
        self.widths = (3.4,) * len(self.titles)
        self._given, self._returned = given, returned

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the argument of the step's call at this step, and the result."""
        arguments, result = self.trace.seen[max(step - 1, 0)]
        given = next((value for value in arguments.values() if drawable(value)), None)
        shown = [given] * self._given + [result if step else None] * self._returned
        for ax, value in zip(axes, shown, strict=True):
            ax.set_title("", y=1)
            if drawable(value):
                draw_value(value, ax, palette=palette, letters=letters)


@singledispatch
def subject_for(value: Any, args: tuple[Any, ...]) -> Subject | None:
    """Return the subject of a run with ``args``, of which ``value`` is one; None: others decide."""
    return None


@singledispatch
def subject_from(value: Any) -> type[Subject] | None:
    """Return the kind of subject of a run in which a call returned ``value``; None: others decide.

    It is asked when no argument decides.
    """
    return None


def watched(function: Callable[..., Any], args: tuple[Any, ...], **limits: Any) -> Subject:
    """Run ``function(*args)``; return the subject that shows the run, with its record."""
    chosen = (subject_for(arg, args) for arg in args)
    subject = next((each for each in chosen if each is not None), None)
    watching = subject or Subject(args)
    record = trace(function, *args, copy=watching.note, watch=watching.watch, **limits)
    if subject is None:
        kinds = (subject_from(result) for _, result in record.seen)
        drawn = DrawnSubject if any(given or result is not None for given, result in record.seen
                                    ) else Subject
        watching = (next((kind for kind in kinds if kind), None) or drawn)(args)
    watching.begin(record)
    return watching


def _shows(value: Any) -> bool:
    made = subject_from.dispatch(type(value)) is not subject_from.dispatch(object)
    return made or drawable(value)


def _as_it_is(value: Any) -> Any:
    """Return a copy of a value; the value if it cannot change, None if it cannot be copied."""
    copied = snapshot(value)
    return None if copied is value and hasattr(value, "copy") else copied
