"""What a check shows of a case: the input, what is expected of it, and what came of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocky.kit.check.run import Outcome
from blocky.kit.draw.picture import INK, Picture, axes_beside, picture_on
from blocky.kit.draw.values import draw_value, drawable, size_of
from blocky.kit.language import mark, say

__all__ = ["beside", "compared", "input_and_result", "input_and_right"]

mark(("given", "expected", "got", "result"))  # the titles that checks give to pictures


def compared(args: tuple[Any, ...], expected: Outcome, got: Outcome) -> Picture | None:
    """Return the picture of the input, of what is expected, and of what came of it."""
    place, given = _given(args)
    if drawable(expected.value):
        return beside([*given, ("expected", expected.value), ("got", got.value)])
    if not given:
        return None
    if expected.returned is None:
        given += [("expected", expected.arguments[place]), ("got", got.arguments[place])]
    return beside(given)


def input_and_result(args: tuple[Any, ...], got: Outcome) -> Picture | None:
    """Return the picture of the input and of what came of it; None if there is nothing to draw."""
    place, given = _given(args)
    try:
        if drawable(got.value):
            return beside([*given, ("result", got.value)])
        if got.returned is None and given:
            return beside([*given, ("after", got.arguments[place])])
    except Exception:
        return None
    return None


def input_and_right(args: tuple[Any, ...], expected: Outcome) -> Picture | None:
    """Return the picture of the input and of what is expected; None if the input has none."""
    place, given = _given(args)
    if given and drawable(expected.value):
        given.append(("expected", expected.value))
    elif given and expected.arguments and expected.returned is None and not expected.error:
        given.append(("expected", expected.arguments[place]))
    return beside(given) if given else None


def _given(args: tuple[Any, ...]) -> tuple[int, list[tuple[str, Any]]]:
    """Return the place of the first argument with a picture of its own, and it under its title."""
    for place, value in enumerate(args):
        if drawable(value) and not isinstance(value, (list, tuple, np.ndarray)):
            return place, [("given", value)]
    return 0, []


def beside(shown: list[tuple[str, Any]]) -> Picture:
    """Return the picture of values side by side, each under its title."""
    width, height = map(max, zip(*(size_of(value) for _, value in shown), strict=True))
    axes, said = axes_beside(len(shown), (width, height + 0.4), (0.01, 0.86), gap=0.06), []
    for ax, (title, value) in zip(axes, shown, strict=True):
        title = say(title)
        said.append(f"{title}: {draw_value(value, ax, letters=True)}")
        ax.set_title(title, fontsize=12, color=INK, pad=4)
    return picture_on(axes[0], "; ".join(said))
