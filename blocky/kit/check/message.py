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
    """Yield the sentences that say what was expected, and what came."""
    expected, got = failure.expected, failure.got
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
        if got.returned is not None or picture is None:
            yield say("It returned {value}.", value=written(got.value))
    else:
        wrong_facts = differing(expected, got) if expected.returned == got.returned else []
        if wrong_facts:
            yield from _facts(failure, wrong_facts)
        else:
            yield from _differences(failure)


def _facts(failure: Failure, names: Sequence[str]) -> Iterator[str]:
    """Yield the sentences on the first of the facts that differ."""
    for name in names[:MOST_PLACES]:
        yield say("Expected for {name}: {value}", name=say(name),
                  value=written(failure.expected.facts[name]))
        yield say("Got for {name}: {value}", name=say(name),
                  value=written(failure.got.facts[name]))


def _differences(failure: Failure) -> Iterator[str]:
    """Yield the sentences that say where two results, or the changed arguments, differ."""
    expected, got = failure.expected, failure.got
    if expected.returned == got.returned:  # what they changed is what was given
        right, own = _first_unlike(expected.arguments, got.arguments)
    else:
        right, own = expected.value, got.value
    are_in_any_order = isinstance(right, AnyOrder) and isinstance(own, AnyOrder)
    if are_in_any_order and len(right) > FEW:
        missing = right.less(own)
        if missing:
            yield say("These are missing: {things}.", things=written(missing))
        too_much = own.less(right)
        if too_much:
            yield say("These shouldn't be there: {things}.", things=written(too_much))
        return
    right_text, own_text = _texts(right, own)
    look_the_same = right_text == own_text
    something_is_returned = got.returned is not None or expected.returned is not None
    has_the_right_result = expected.returned == got.returned and got.returned is not None
    if look_the_same and has_the_right_result:
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
    """Return two values as they are written; of long dicts, only what differs."""
    right_text, own_text = written(right), written(own)
    are_dicts = isinstance(right, dict) and isinstance(own, dict)
    are_short = max(len(right_text), len(own_text)) <= SHORT
    if not are_dicts or are_short:
        return right_text, own_text
    places = told_apart(right, own)
    right_parts = []
    own_parts = []
    for place, (right_value, own_value) in [*places.items()][:MOST_PLACES]:
        right_parts.append(f"{place}: {written(right_value)}")
        own_parts.append(f"{place}: {written(own_value)}")
    if len(places) > MOST_PLACES:
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
    """Return the picture of a failed case; None if there is none, or it says nothing.

    ``show`` draws it, if the task has its own way. ``game`` is the name of the one that knows what
    plain values show, here and below.
    """
    state, expected, got = failure.state, failure.expected, failure.got
    changed = state is Status.CHANGED_INPUT
    with suppress(Exception):  # a student's value may be so strange that it can't be drawn
        if got.stopped or state is Status.RETURNED_NONE or (got.error and not changed):
            return input_and_right(failure.case, expected, game)
        if changed and not expected.error:
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
    """Return things to be drawn, without what is expected and what came if they look the same.

    Each is a title and a value.
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
    """Return the picture of the input, of what is expected, and of what came.

    Of a function that returns nothing, those are the changed arguments. None: nothing can be drawn.
    """
    place, things = _given(args, game)
    if drawable(as_known(expected.value, game)):
        things += [("expected", expected.value), ("got", got.value)]
    elif things and expected.returned is None:
        things += [("expected", expected.arguments[place]), ("got", got.arguments[place])]
    return beside(things, game) if things else None


def input_and_result(args: tuple[Any, ...], got: Outcome, game: str) -> Picture | None:
    """Return the picture of the input and of what came; None if what came can't be drawn."""
    place, given = _given(args, game)
    with suppress(Exception):  # a student's value may be so strange that it can't be drawn
        if drawable(as_known(got.value, game)):
            return beside([*given, ("result", got.value)], game)
        if got.returned is None and given:
            return beside([*given, ("after", got.arguments[place])], game)
    return None


def input_and_right(args: tuple[Any, ...], expected: Outcome, game: str) -> Picture | None:
    """Return the picture of the input and of what is expected; None if the input has none.

    What is expected is the result or, of a function that returns nothing, the changed argument.
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
        ax.set_anchor("N")  # below its title, also where it leaves a part of its room free
    return picture_on(axes[0], "; ".join(alt_texts))
