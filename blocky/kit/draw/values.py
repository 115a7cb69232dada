"""Pictures of values: a game registers its types, and its own kinds of grids, here."""

from collections.abc import Callable
from functools import singledispatch
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from blocky.kit.calls import short
from blocky.kit.draw.picture import INK
from blocky.kit.language import say

__all__ = ["draw_text", "draw_value", "drawable", "register_plain", "size_of"]

#: Returns the width and height in inches for the picture of a value among others.
Size = Callable[[Any], tuple[float, float]]


class _Kind(NamedTuple):
    """A kind of dicts or grids of a game: how to recognise, draw and measure them."""

    type: type
    knows: Callable[[Any], bool]
    draws: Callable[..., str]
    size: Size


_kinds: list[_Kind] = []


@singledispatch
def draw_value(value: Any, ax: Axes, **looks: Any) -> str:
    """Draw ``value`` on axes, with "palette" and "letters" if given; return its text.

    A game registers functions for its types: ``@draw_value.register``. Other values are written.
    """
    return draw_text(short(value, 60), ax)


def register_plain(type: type, knows: Callable[[Any], bool], draws: Callable[..., str],
                   size: Size = lambda value: (2.5, 2.5)) -> None:
    """Register ``draws(value, ax, **looks)`` for the plain values that ``knows`` recognises.

    ``type`` is dict or np.ndarray. Lists, tuples and arrays reach all functions as
    two-dimensional arrays, of numbers or of anything else.
    """
    _kinds.append(_Kind(type, knows, draws, size))


def _plain(value: Any) -> Any:
    """Return a dict as it is, and rows as an array; None if their lengths differ."""
    try:
        return value if isinstance(value, dict) else np.array(value)
    except (TypeError, ValueError):
        return None


def _kind_of(plain: Any) -> _Kind | None:
    if isinstance(plain, np.ndarray) and plain.ndim != 2:
        return None
    return next((kind for kind in _kinds
                 if isinstance(plain, kind.type) and kind.knows(plain)), None)


def size_of(value: Any) -> tuple[float, float]:
    """Return the width and height, in inches, for the picture of a value among others."""
    kind = _kind_of(value)
    return kind.size(value) if kind else (2.5, 2.5)


@draw_value.register(list)
@draw_value.register(tuple)
@draw_value.register(np.ndarray)
@draw_value.register(dict)
def _draw_plain(value: Any, ax: Axes, **looks: Any) -> str:
    plain, text = _plain(value), short(value, 60)
    if kind := _kind_of(plain):
        return kind.draws(plain, ax, **looks)
    if plain is None:
        text = say("Its rows are not of the same length:\n{value}", value=text)
    elif not isinstance(value, dict):
        text = say("This is no grid of a board:\n{value}", value=text)
    return draw_text(text, ax)


def drawable(value: Any) -> bool:
    """Return whether ``draw_value`` has a picture of a value, and not only its text."""
    draws = draw_value.dispatch(type(value))
    if draws is _draw_plain:
        return _kind_of(_plain(value)) is not None
    return draws is not draw_value.dispatch(object)


def draw_text(text: str, ax: Axes) -> str:
    """Write ``text`` in the middle of empty axes; return it."""
    ax.set_axis_off()
    ax.text(0.5, 0.5, text, ha="center", va="center", wrap=True, fontsize=9, color=INK,
            transform=ax.transAxes)
    return text
