"""Pictures of values: a game registers its types, and how it reads plain data, here."""

from collections.abc import Callable
from functools import singledispatch
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from blocky.kit.calls import short
from blocky.kit.draw.picture import INK, extent
from blocky.kit.draw.settings import legible, own_settings
from blocky.kit.language import say

__all__ = ["as_known", "draw_text", "draw_value", "drawable", "read_plain", "size_of"]

#: The width of a letter of written values, in pixels.
LETTER = 7.4

#: By game, what reads its plain values.
_readers: dict[str, Callable[[Any], Any]] = {}


@singledispatch
def draw_value(value: Any, ax: Axes, **looks: Any) -> str:
    """Draw ``value`` on axes, with "palette" and "letters" if given; return its text.

    A game registers functions for its types: ``@draw_value.register``. Other values are written.
    """
    return draw_text(short(value, 60), ax)


@draw_value.register(list)
@draw_value.register(tuple)
@draw_value.register(np.ndarray)
def _draw_rows(value: Any, ax: Axes, **looks: Any) -> str:
    """Write rows that no game can draw, and why they aren't a board; return the text.

    This is called only if ``as_known`` has found no type of a game for them.
    """
    text = short(value, 60)
    if _array(value) is None:
        return draw_text(say("Its rows have different lengths:\n{value}", value=text), ax)
    return draw_text(say("This isn't the grid of a board:\n{value}", value=text), ax)


def drawable(value: Any) -> bool:
    """Return whether ``draw_value`` has a picture of a value, and not only its text."""
    return draw_value.dispatch(type(value)) not in (draw_value.dispatch(object), _draw_rows)


@singledispatch
def size_of(value: Any) -> tuple[float, float]:
    """Return the width and height, in inches, for the picture of a value among others."""
    return 2.5, 2.5


# -- plain data, of which only its game knows what it shows --------------------------------------

def read_plain(game: str, reader: Callable[[Any], Any]) -> None:
    """Register a function that turns plain data of a game into a type that the game can draw.

    ``reader`` is called with a dict, or with a two-dimensional array made of rows. It returns None
    for data that it doesn't know.
    """
    _readers[game] = reader


def as_known(value: Any, game: str) -> Any:
    """Return ``value`` in the type that ``game`` has for it, if it is plain data of this game.

    Plain data are a dict, or rows of equal length in lists, tuples or an array. Any other value is
    returned as it is.
    """
    if game not in _readers:
        return value
    if isinstance(value, dict):
        plain: Any = value
    elif isinstance(value, (list, tuple, np.ndarray)):
        plain = _array(value)
        if plain is None or plain.ndim != 2:
            return value
    else:
        return value
    known = _readers[game](plain)
    return value if known is None else known


def _array(value: Any) -> Any:
    """Return rows as an array; None if their lengths differ."""
    try:
        return np.array(value)
    except (TypeError, ValueError):
        return None


@own_settings
def draw_text(text: str, ax: Axes) -> str:
    """Write ``text`` in the middle of empty axes, in lines that fit; return it."""
    ax.set_axis_off()
    width, _ = extent(ax)
    most_letters = max(8, int(width / LETTER))
    lines: list[str] = []
    for line in legible(text).split("\n"):
        lines += wrap(line, most_letters) or [""]  # an empty line stays
    ax.text(0.5, 0.5, "\n".join(lines), ha="center", va="center", fontsize=9, color=INK,
            transform=ax.transAxes)
    return text
