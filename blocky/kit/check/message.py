"""What a check says and shows of a failed answer: what was expected, and what came."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
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
    if failure.state is Status.CHANGED_INPUT:
        yield (say("{error} is right, but your answer changed an argument.",
                   error=expected.error) if expected.error else
               say("The result is right, but your answer changed an argument."))
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
    elif expected.returned == got.returned and (names := differing(expected, got)):
        for name in names[:MOST_PLACES]:
            yield say("Expected for {name}: {value}", name=say(name),
                      value=written(expected.facts[name]))
            yield say("Got for {name}: {value}", name=say(name), value=written(got.facts[name]))
    else:
        yield from _differences(failure)


def _differences(failure: Failure) -> Iterator[str]:
    """Yield the sentences that say where two results, or the changed arguments, differ."""
    expected, got = failure.expected, failure.got
    one, other = expected.value, got.value
    if expected.returned == got.returned:  # what they changed is what was given
        pairs = [*zip(expected.arguments, got.arguments, strict=False)]
        one, other = next((pair for pair in pairs if told(pair[0]) != told(pair[1])),
                          pairs[0] if pairs else (None, None))
    if isinstance(one, AnyOrder) and isinstance(other, AnyOrder) and len(one) > FEW:
        if missing := one.less(other):
            yield say("These are missing: {things}.", things=written(missing))
        if too_much := other.less(one):
            yield say("These shouldn't be there: {things}.", things=written(too_much))
        return
    right, own = written(one), written(other)
    if max(len(right), len(own)) > SHORT and isinstance(one, dict) and isinstance(other, dict):
        places = told_apart(one, other)
        shown = [*places.items()][:MOST_PLACES]
        more = ["..."] if len(places) > MOST_PLACES else []
        right = Code(", ".join([*(f"{place}: {written(pair[0])}" for place, pair in shown), *more]))
        own = Code(", ".join([*(f"{place}: {written(pair[1])}" for place, pair in shown), *more]))
    if right == own and expected.returned == got.returned is not None:
        if not failure.misshapen:
            yield say("It returned {value}, as expected, but something else is wrong.",
                      value=written(got.value))
    elif right == own and (where := unlike(one, other)):
        yield say("It looks like the expected {value}, but differs here: {where}", value=own,
                  where=where)
    elif right != own or got.returned is not None or expected.returned is not None:
        yield say("Expected: {value}", value=right)
        yield say("Got:      {value}", value=own)
    else:
        yield say("It looks right, but some attributes are wrong.")


def ended(call: str, outcome: Outcome) -> str:
    """Return the sentence that says how a trial ended without returning."""
    return {
        "": say("{call} raised {message}.", call=call,
                message=outcome.marked_message.removesuffix(".")),
        "stack": say("{call} called itself until Python's stack was full{place}.", call=call,
                     place=outcome.marked_message),
        "time": say("{call} took too long and was stopped{place}.", call=call,
                    place=outcome.marked_message),
    }[outcome.stopped]


@own_settings
def picture_of(failure: Failure, show: Callable[..., Any] | None, game: str
               ) -> Picture | None:
    """Return the picture of a failed case; None if there is none, or it says nothing.

    ``game`` is the one that knows what plain values show, here and below.
    """
    state, expected, got = failure.state, failure.expected, failure.got
    changed = state is Status.CHANGED_INPUT
    with suppress(Exception):
        if got.stopped or state is Status.RETURNED_NONE or (got.error and not changed):
            return input_and_right(failure.case, expected, game)
        if changed and not expected.error:
            return None
        if not failure.is_right_known:
            return input_and_result(failure.case, got, game)
        shown = (show or partial(compared, game=game))(failure.case, expected, got)
        if isinstance(shown, list):
            telling = _telling(shown, game)
            return beside(telling, game) if telling else None
        return shown
    return None


def _telling(things: list[tuple[str, Any]], game: str) -> list[tuple[str, Any]]:
    """Return things to be drawn, without what is expected and what came if they look the same."""
    values = dict(things)
    if "expected" in values and "got" in values:
        expected, got = (beside([("", values[title])], game).png() for title in ("expected", "got"))
        if expected == got:
            return [thing for thing in things if thing[0] not in ("expected", "got")]
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
    """Return the picture of the input, of what is expected, and of what came."""
    place, given = _given(args, game)
    if drawable(as_known(expected.value, game)):
        return beside([*given, ("expected", expected.value), ("got", got.value)], game)
    if given and expected.returned is None:
        given += [("expected", expected.arguments[place]), ("got", got.arguments[place])]
    return beside(given, game) if given else None


def input_and_result(args: tuple[Any, ...], got: Outcome, game: str) -> Picture | None:
    """Return the picture of the input and of what came; None if nothing can be drawn."""
    place, given = _given(args, game)
    with suppress(Exception):
        if drawable(as_known(got.value, game)):
            return beside([*given, ("result", got.value)], game)
        if got.returned is None and given:
            return beside([*given, ("after", got.arguments[place])], game)
    return None


def input_and_right(args: tuple[Any, ...], expected: Outcome, game: str) -> Picture | None:
    """Return the picture of the input and of what is expected; None if the input has none."""
    place, given = _given(args, game)
    if given and drawable(as_known(expected.value, game)):
        given.append(("expected", expected.value))
    elif given and expected.arguments and expected.returned is None and not expected.error:
        given.append(("expected", expected.arguments[place]))
    return beside(given, game) if given else None


def _given(args: tuple[Any, ...], game: str) -> tuple[int, list[tuple[str, Any]]]:
    """Return the place of the first argument with its own picture, and it under its title."""
    for place, value in enumerate(args):
        if (not isinstance(value, (list, tuple, np.ndarray))
                and drawable(as_known(value, game))):
            return place, [("given", value)]
    return 0, []


@own_settings
def beside(things: list[tuple[str, Any]], game: str = "") -> Picture:
    """Return the picture of values side by side, each under its title; see ``titled_axes``."""
    shown = [(title, as_known(value, game)) for title, value in things]
    sizes = [size_of(value) for _, value in shown]
    size = max(width for width, _ in sizes), max(height for _, height in sizes)
    axes = titled_axes([say(title) for title, _ in shown], size)
    said = []
    for ax, (title, value) in zip(axes, shown, strict=True):
        said.append(f"{say(title)}: {draw_value(value, ax, letters=True)}")
        ax.set_anchor("N")  # below its title, also where it leaves a part of its room free
    return picture_on(axes[0], "; ".join(said))
