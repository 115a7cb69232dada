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
    """Write why rows of which the game makes nothing aren't a board."""
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
    """Register what returns the plain values of a game in types of the game's own.

    ``reader`` gets a dict, or a two-dimensional array, of numbers or of anything else, in place of
    lists and tuples. It returns None for what it does not know.
    """
    _readers[game] = reader


def as_known(value: Any, game: str) -> Any:
    """Return a plain value in the type that ``game`` has for it; any other value as it is."""
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
    """Write ``text`` in the middle of empty axes; return it."""
    ax.set_axis_off()
    width, _ = extent(ax)
    letters = max(8, int(width / LETTER))
    lines = [each for line in legible(text).split("\n") for each in wrap(line, letters) or [""]]
    ax.text(0.5, 0.5, "\n".join(lines), ha="center", va="center", fontsize=9, color=INK,
            transform=ax.transAxes)
    return text
