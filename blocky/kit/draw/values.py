"""How a value is drawn: a game registers its types, and its own kind of grids, here."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from blocky.kit.draw.picture import INK
from blocky.kit.language import say
from blocky.kit.trace import short

__all__ = ["draw_text", "draw_value", "drawable", "register_rows"]

#: What tells whether a grid, an array of two dimensions, is of a game, and what draws it.
Rows = tuple[Callable[[Any], bool], Callable[..., str]]

_rows: list[Rows] = []


@singledispatch
def draw_value(value: Any, ax: Axes, **looks: Any) -> str:
    """Draw ``value`` on axes, with "palette" and "letters" if given; return its text.

    A game registers what draws its types: ``@draw_value.register``. A value of another type is
    written.
    """
    return draw_text(short(value, 60), ax)


def register_rows(knows: Callable[[Any], bool], draws: Callable[..., str]) -> None:
    """Let ``draws(array, ax, **looks)`` draw the lists, tuples and arrays that are such a grid.

    ``knows`` is called with an array of two dimensions, of numbers or of anything else.
    """
    _rows.append((knows, draws))


@draw_value.register(list)
@draw_value.register(tuple)
@draw_value.register(np.ndarray)
def _draw_rows(value: Any, ax: Axes, **looks: Any) -> str:
    cells = _array(value)
    if cells is None:
        return draw_text(say("Its rows are not of the same length:\n{value}",
                             value=short(value, 60)), ax)
    for knows, draws in _rows:
        if cells.ndim == 2 and knows(cells):
            return draws(cells, ax, **looks)
    return draw_text(say("This is no grid of a board:\n{value}", value=short(value, 60)), ax)


def _array(value: Any) -> Any:
    try:
        return np.array(value)
    except (TypeError, ValueError):
        return None


def drawable(value: Any) -> bool:
    """Tell whether ``draw_value`` has a picture of a value, and not its text alone."""
    draws = draw_value.dispatch(type(value))
    if draws is _draw_rows:
        cells = _array(value)
        return cells is not None and cells.ndim == 2 and any(knows(cells) for knows, _ in _rows)
    return draws is not draw_value.dispatch(object)


def draw_text(text: str, ax: Axes) -> str:
    """Write ``text`` in the middle of axes that show nothing else; return it."""
    ax.set_axis_off()
    ax.text(0.5, 0.5, text, ha="center", va="center", wrap=True, fontsize=9, color=INK,
            transform=ax.transAxes)
    return text
