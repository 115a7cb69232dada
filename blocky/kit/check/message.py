"""What a check says and shows of a failed answer: what was expected, and what came."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from blocky.kit.check.compare import AnyOrder, told, told_apart, unlike, written
from blocky.kit.check.failure import Failure, differing
from blocky.kit.check.record import RECORD, Record, Status, in_notebook
from blocky.kit.check.run import Outcome
from blocky.kit.draw.picture import RIGHT, Picture, box, picture_on, titled_axes
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.values import as_known, draw_value, drawable, size_of
from blocky.kit.language import Code, mark, say

__all__ = ["beside", "compared", "ended", "input_and_result", "input_and_right", "picture_of",
           "show_passed", "what_came"]

#: Of more things than these in any order, only the missing and the superfluous ones are named.
FEW = 3

#: Dicts of at most this many letters are written whole, and of longer ones where they differ.
SHORT = 80

#: The most places that are named where two dicts differ.
MOST_PLACES = 2


def what_came(failure: Failure, picture: Picture | None) -> Iterator[str]:
    """Yield the sentences that say what was expected, and how the answer ended.

    If only laws decide, nothing is known to be expected. ``picture`` is the one shown with them.
    """
    expected = failure.expected
    got = failure.got
    if failure.state is Status.CHANGED_INPUT and expected.error:
        yield say("{error} is right, but your answer changed an argument.", error=expected.error)
    elif failure.state is Status.CHANGED_INPUT:
        yield say("The result is right, but your answer changed an argument.")
    elif got.error or got.stopped:
        yield ended(say("It"), got)
        if expected.error and failure.is_right_known:
            yield say("It should raise {error}.", error=expected.error)
        elif failure.is_right_known and isinstance(expected.value, (int, str)):
            yield say("Expected: {value}", value=written(expected.value))
    elif expected.error:
        yield say("It should raise {error}, but it returned {value}.", error=expected.error,
                  value=written(got.value))
    elif failure.state is Status.RETURNED_NONE:
        yield say("Expected {value}, but it returned None.", value=written(expected.value))
    elif not failure.is_right_known:
        is_in_the_picture = got.returned is None and picture is not None  # the changed argument
        if not is_in_the_picture:
            yield say("It returned {value}.", value=written(got.value))
    else:
        # Facts are other values than the result that the task looks at. The result comes first.
        wrong_facts = differing(expected, got) if expected.returned == got.returned else []
        if wrong_facts:
            yield from _facts(failure, wrong_facts)
        else:
            yield from _differences(failure)


def _facts(failure: Failure, names: Sequence[str]) -> Iterator[str]:
    """Yield what was expected and what came for the first few of the facts with these names."""
    for name in names[:MOST_PLACES]:
        yield say("Expected for {name}: {value}", name=say(name),
                  value=written(failure.expected.facts[name]))
        yield say("Got for {name}: {value}", name=say(name),
                  value=written(failure.got.facts[name]))


def _differences(failure: Failure) -> Iterator[str]:
    """Yield the sentences that say how the result differs from the right one.

    If the results are equal, they are about the first argument that differs after the call.
    """
    expected = failure.expected
    got = failure.got
    has_the_right_result = expected.returned == got.returned
    if has_the_right_result:
        right, own = _first_unlike(expected.arguments, got.arguments)
    else:
        right, own = expected.value, got.value
    are_in_any_order = isinstance(right, AnyOrder) and isinstance(own, AnyOrder)
    if are_in_any_order and len(right) > FEW:
        missing = right.less(own)
        if missing:
            yield say("These are missing: {things}.", things=written(missing))
        superfluous = own.less(right)
        if superfluous:
            yield say("These shouldn't be there: {things}.", things=written(superfluous))
        return
    right_text, own_text = _texts(right, own)
    look_the_same = right_text == own_text
    something_is_returned = got.returned is not None or expected.returned is not None
    returns_the_right_value = has_the_right_result and got.returned is not None
    if look_the_same and returns_the_right_value:
        if not failure.misshapen:
            yield say("It returned {value}, as expected, but something else is wrong.",
                      value=written(got.value))
        return
    difference = unlike(right, own) if look_the_same else ""
    if difference:
        yield say("It looks like the expected {value}, but differs here: {where}", value=own_text,
                  where=difference)
    elif not look_the_same or something_is_returned:
        yield say("Expected: {value}", value=right_text)
        yield say("Got:      {value}", value=own_text)
    else:
        yield say("It looks right, but some attributes are wrong.")


def _first_unlike(right: Sequence[Any], own: Sequence[Any]) -> tuple[Any, Any]:
    """Return the first pair of arguments that differ.

    If none differ, return the first pair; if there are no arguments, None and None.
    """
    pairs = [*zip(right, own, strict=False)]
    for right_argument, own_argument in pairs:
        if told(right_argument) != told(own_argument):
            return right_argument, own_argument
    return pairs[0] if pairs else (None, None)


def _texts(right: Any, own: Any) -> tuple[Code, Code]:
    """Return the texts of two values; of long dicts, only the first items that differ."""
    right_text = written(right)
    own_text = written(own)
    are_dicts = isinstance(right, dict) and isinstance(own, dict)
    are_short = max(len(right_text), len(own_text)) <= SHORT
    if not are_dicts or are_short:
        return right_text, own_text
    differences = told_apart(right, own)  # by place, such as "['b']"
    right_parts = []
    own_parts = []
    for place, (right_value, own_value) in [*differences.items()][:MOST_PLACES]:
        right_parts.append(f"{place}: {written(right_value)}")
        own_parts.append(f"{place}: {written(own_value)}")
    if len(differences) > MOST_PLACES:
        right_parts.append("...")
        own_parts.append("...")
    return Code(", ".join(right_parts)), Code(", ".join(own_parts))


def ended(call: str, outcome: Outcome) -> str:
    """Return the sentence that says how a trial ended without returning; ``call`` begins it."""
    if outcome.stopped == "stack":
        return say("{call} called itself until Python's stack was full{place}.", call=call,
                   place=outcome.marked_message)
    if outcome.stopped == "time":
        return say("{call} took too long and was stopped{place}.", call=call,
                   place=outcome.marked_message)
    return say("{call} raised {message}.", call=call,
               message=outcome.marked_message.removesuffix("."))


@own_settings
def picture_of(failure: Failure, show: Callable[..., Any] | None, game: str
               ) -> Picture | None:
    """Return the picture of a failed case; None if there is none, or it shows nothing new.

    ``show`` is the task's own function that draws a case, or None. ``game`` is the name of the game
    that says what plain values mean, such as a number that stands for a colour, here and below.
    """
    state = failure.state
    expected = failure.expected
    got = failure.got
    is_input_changed = state is Status.CHANGED_INPUT
    with suppress(Exception):  # a student's value may be so strange that it can't be drawn
        has_no_result = (got.stopped or state is Status.RETURNED_NONE
                         or (got.error and not is_input_changed))
        if has_no_result:
            return input_and_right(failure.case, expected, game)
        if is_input_changed and not expected.error:  # the result is right
            return None
        if not failure.is_right_known:
            return input_and_result(failure.case, got, game)
        if show is None:
            return compared(failure.case, expected, got, game)
        shown: Picture | list[tuple[str, Any]] | None = show(failure.case, expected, got)
        if not isinstance(shown, list):
            return shown
        things = _without_equal_pictures(shown, game)
        return beside(things, game) if things else None
    return None


def _without_equal_pictures(things: list[tuple[str, Any]], game: str) -> list[tuple[str, Any]]:
    """Return things to be drawn, without those titled "expected" and "got" if they look the same.

    Each thing is a title and a value.
    """
    values = dict(things)
    if "expected" in values and "got" in values:
        expected, got = (beside([("", values[title])], game).png() for title in ("expected", "got"))
        if expected == got:
            return [(title, value) for title, value in things
                    if title not in ("expected", "got")]
    return things


def show_passed(record: Record, text: str) -> None:
    """Say that an answer passed: in a notebook with a box, which keeps the record."""
    if not in_notebook():
        print(text)
        return
    from IPython.display import display

    display({"text/plain": text, "text/html": box(text, RIGHT),  # type: ignore[no-untyped-call]
             RECORD: record._asdict()}, raw=True)


# -- pictures of a case ------------------------------------------------------------------------

mark(("given", "expected", "got", "result"))  # the titles that checks give to pictures


def compared(args: tuple[Any, ...], expected: Outcome, got: Outcome, game: str = ""
             ) -> Picture | None:
    """Return the picture of the input, the expected result and the result; None: none can be drawn.

    For a function that returns nothing, a changed argument stands for the result.
    """
    place, things = _given(args, game)
    if drawable(as_known(expected.value, game)):
        things += [("expected", expected.value), ("got", got.value)]
    elif things and expected.returned is None:
        things += [("expected", expected.arguments[place]), ("got", got.arguments[place])]
    return beside(things, game) if things else None


def input_and_result(args: tuple[Any, ...], got: Outcome, game: str) -> Picture | None:
    """Return the picture of the input and the result; None if the result can't be drawn.

    If the result is None, a changed argument stands for it.
    """
    place, given = _given(args, game)
    with suppress(Exception):  # a student's value may be so strange that it can't be drawn
        if drawable(as_known(got.value, game)):
            return beside([*given, ("result", got.value)], game)
        if got.returned is None and given:
            return beside([*given, ("after", got.arguments[place])], game)
    return None


def input_and_right(args: tuple[Any, ...], expected: Outcome, game: str) -> Picture | None:
    """Return the picture of the input and the expected result; None if no input can be drawn.

    For a function that returns nothing, the changed argument stands for the result.
    """
    place, things = _given(args, game)
    if not things:
        return None
    only_changes_arguments = expected.returned is None and not expected.error
    if drawable(as_known(expected.value, game)):
        things.append(("expected", expected.value))
    elif only_changes_arguments and expected.arguments:
        things.append(("expected", expected.arguments[place]))
    return beside(things, game)


def _given(args: tuple[Any, ...], game: str) -> tuple[int, list[tuple[str, Any]]]:
    """Return the place of the first argument that can be drawn, and a list with it and its title.

    Lists and arrays don't count. If there is no such argument, return 0 and [].
    """
    for place, value in enumerate(args):
        is_list = isinstance(value, (list, tuple, np.ndarray))
        if not is_list and drawable(as_known(value, game)):
            return place, [("given", value)]
    return 0, []


@own_settings
def beside(things: list[tuple[str, Any]], game: str = "") -> Picture:
    """Return the picture of values side by side, each under its title; see ``titled_axes``."""
    known_things = [(title, as_known(value, game)) for title, value in things]
    sizes = [size_of(value) for _, value in known_things]
    largest_size = max(width for width, _ in sizes), max(height for _, height in sizes)
    axes = titled_axes([say(title) for title, _ in known_things], largest_size)
    alt_texts = []
    for ax, (title, value) in zip(axes, known_things, strict=True):
        alt_texts.append(f"{say(title)}: {draw_value(value, ax, letters=True)}")
        ax.set_anchor("N")  # right below its title, also if it's smaller than the others
    return picture_on(axes[0], "; ".join(alt_texts))
