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

__all__ = ["LONG", "DrawnSubject", "KeptValue", "Subject", "as_grid", "kept", "subject_for",
           "subject_from", "watched"]

#: The length up to which texts of values are compared.
LONG = 999


class KeptValue:
    """The recorded form of a value.

    Attributes:
        text, short: a long and a short description.
        value: a copy of the value, if a picture can show it.
        distinguishes: whether its description helps to tell a call from others.
    """

    def __init__(self, text: str, short: str = "", value: Any = None, distinguishes: bool = False
                 ) -> None:
        self.text = text
        self.short = short or text
        self.value = value
        self.distinguishes = distinguishes

    def __repr__(self) -> str:
        return self.text


@singledispatch
def kept(value: Any) -> Any:
    """Return the form in which an argument or a result is recorded; games register their types.

    For a value that has a picture, it's a description; for any other value, a copy.
    """
    if not drawable(value):
        return snapshot(value)
    default_repr: Any = object.__repr__
    if type(value).__repr__ is default_repr:  # an address, which tells a reader nothing
        return KeptValue(type(value).__name__)
    return KeptValue(short(value), distinguishes=True)


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
    """Return a description of a grid: its size, or its numbers if it has at most two rows.

    For other rows, return their parts as they are recorded.
    """
    grid = as_grid(value)
    if grid is not None:
        rows, columns = grid.shape
        if rows > 2:
            text = say("{rows} by {columns} grid", rows=rows, columns=columns)
        else:
            text = str(grid.tolist())
        return KeptValue(text, f"{rows}\N{MULTIPLICATION SIGN}{columns}", grid.copy())
    if type(value) in (list, tuple):
        return type(value)(map(kept, value))
    return snapshot(value)  # an array, or a student's class of lists


def as_grid(value: Any) -> NDArray[Any] | None:
    """Return a two-dimensional grid of whole numbers as an array; None for any other value."""
    if isinstance(value, np.ndarray):
        array = value
    elif _has_equal_rows(value):
        try:
            array = np.array(value)
        except ValueError:  # deeper lists of different lengths
            return None
    else:
        return None
    has_whole_numbers = array.dtype.kind in "iub"  # integers, unsigned integers, booleans
    return array if array.ndim == 2 and array.size and has_whole_numbers else None


def _has_equal_rows(value: Any) -> bool:
    """Whether a value is a list or tuple of rows of the same length; an empty one isn't."""
    if not isinstance(value, (list, tuple)):
        return False
    if not all(isinstance(row, (list, tuple, np.ndarray)) for row in value):
        return False
    return len({len(row) for row in value}) == 1


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
        """Return the recorded form of an argument or a result: see ``kept``."""
        # A plain dict has a picture only in some games, so ``kept`` doesn't know that it has one.
        is_drawn_dict = isinstance(value, dict) and drawable(as_known(value, self.game))
        return KeptValue(short(value), distinguishes=True) if is_drawn_dict else kept(value)

    def watch(self, entered: bool, arguments: dict[str, Any], result: Any) -> Any:
        """Return what it takes to draw a step later: copies of arguments, by name, and of a result.

        An argument without a picture is left out; in place of such a result, there is None.
        """
        copies = {name: self._copy_to_draw(value) for name, value in arguments.items()}
        copied_arguments = {name: value for name, value in copies.items() if value is not None}
        return copied_arguments, self._copy_to_draw(result)

    def _copy_to_draw(self, value: Any) -> Any:
        """Return a copy of a value in a type that has a picture; None without picture or copy."""
        if not _has_picture(as_known(value, self.game)):
            return None
        return as_known(_copy_of(value), self.game)

    # -- afterwards ------------------------------------------------------------------------

    def begin(self, trace: Trace) -> None:
        """Take the record of a run, before the first picture is drawn."""
        self.trace = trace

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the pictures of a step, one on each of ``axes``."""

    def step_text(self, step: int) -> str:
        """Return a further sentence on a step; "" if there is none."""
        return ""

    def label(self, call: Call) -> Sequence[str]:
        """Return three texts for a call, the longest first, such as "f(n=3, top=9)", "n=3", "3".

        They are the whole call; the arguments that don't have the same value in all calls, with
        their names; and their values only.
        """
        texts: dict[str, str] = {}
        for name, value in call.arguments.items():
            if not isinstance(value, KeptValue):
                texts[name] = short(value)
            elif value.distinguishes:
                texts[name] = value.short
        differing = {name: text for name, text in texts.items() if name in self._differing_names}
        shown = differing or texts
        with_names = ", ".join(f"{name}={text}" for name, text in shown.items())
        values = ", ".join(shown.values())
        return [str(call), with_names, values]

    @cached_property
    def _differing_names(self) -> set[str]:
        """The names of the arguments that do not have the same value in all calls."""
        first_texts: dict[str, str] = {}  # the text of each argument's first value
        names = set()
        for call in self.trace.calls:
            for name, value in call.arguments.items():
                text = short(value, LONG)
                first_text = first_texts.setdefault(name, text)
                if text != first_text:
                    names.add(name)
        return names

    def result(self, call: Call) -> Sequence[str]:
        """Return texts on the result of a call, the longest first."""
        if isinstance(call.result, KeptValue):
            return [call.result.text, call.result.short, "✓"]
        return ["None", "✓"] if call.result is None else [short(call.result)]

    def current(self, step: int) -> Call | None:
        """Return the call that is entered or left in a step; None for step 0."""
        if step == 0:
            return None
        _, number = self.trace.steps[step - 1]
        return self.trace.calls[number]

    def finished(self, step: int) -> Iterator[Call]:
        """Yield the outermost of the calls that were left before a step or at it."""
        waiting = [0] if self.trace.calls else []  # the numbers of calls, the next one last
        while waiting:
            call = self.trace.calls[waiting.pop()]
            if call.entered > step:
                continue
            was_left = call.left is not None and call.left <= step
            if was_left:
                yield call
            else:
                waiting += reversed(call.children)


class DrawnSubject(Subject):
    """A run with values that can be drawn: the present value, and the result."""

    def begin(self, trace: Trace) -> None:
        """Take the record of a run, and find out which pictures it needs."""
        super().begin(trace)
        self._draws_arguments = any(arguments for arguments, _ in trace.seen)
        self._draws_results = any(drawable(result) for _, result in trace.seen)
        titles = []
        if self._draws_arguments:
            titles.append(say("the arguments of the call"))
        if self._draws_results:
            titles.append(say("what it returns"))
        self.titles = tuple(titles)
        self.widths = (3.4,) * len(titles)  # inches

    def draw(self, axes: Sequence[Axes], step: int, *, palette: str, letters: bool) -> None:
        """Draw the first argument of the step's call that has a picture, and the result."""
        # Before the first step, draw an argument of the first call, and no result.
        arguments, result = self.trace.seen[max(step - 1, 0)]
        values = []
        if self._draws_arguments:
            values.append(next(filter(drawable, arguments.values()), None))
        if self._draws_results:
            values.append(result if step else None)
        for ax, value in zip(axes, values, strict=True):
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

    This is used if no argument decides on the subject.
    """
    return None


def watched(function: Callable[..., Any], args: tuple[Any, ...], game: str = "", **limits: Any
            ) -> Subject:
    """Run ``function(*args)``; return the subject that shows the run, with its record.

    ``game`` is the name of the game that reads plain values, or "". ``limits`` are for ``trace``.
    """
    # The run is watched by the subject for an argument, or else by one without pictures.
    decided_by_arguments = _subject_for_any(args, game)
    subject = decided_by_arguments or Subject(args)
    subject.game = game
    record = trace(function, *args, copy=subject.note, watch=subject.watch, **limits)
    if not decided_by_arguments:  # then what was returned decides
        subject = _class_for(record)(args)
    subject.begin(record)
    return subject


def _subject_for_any(args: tuple[Any, ...], game: str) -> Subject | None:
    """Return the subject for the first argument that decides it; None if none does."""
    for arg in args:
        if subject := subject_for(as_known(arg, game), args):
            return subject
    return None


def _class_for(record: Trace) -> type[Subject]:
    """Return the class of the subject that shows a run whose arguments decide on none.

    The first result that decides counts. Otherwise it depends on whether the record has anything to
    draw.
    """
    for _, result in record.seen:
        if decided_by_result := subject_from(result):
            return decided_by_result
    has_pictures = any(arguments or result is not None for arguments, result in record.seen)
    return DrawnSubject if has_pictures else Subject


def _has_picture(value: Any) -> bool:
    """Whether ``draw_value`` or a subject of its own draws a value."""
    has_a_subject = subject_from.dispatch(type(value)) is not subject_from.dispatch(object)
    return has_a_subject or drawable(value)


def _copy_of(value: Any) -> Any:
    """Return a copy of a value, or the value if it is immutable; None if it can't be copied."""
    copied = snapshot(value)
    cannot_be_copied = copied is value and hasattr(value, "copy")
    return None if cannot_be_copied else copied
