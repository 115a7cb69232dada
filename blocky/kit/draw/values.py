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

__all__ = ["draw_text", "draw_value", "drawable", "register_dicts", "register_rows",
           "size_of"]

#: What tells whether a grid, an array of two dimensions, or a dict is of a game, and what draws it.
Draws = tuple[Callable[[Any], bool], Callable[..., str]]

#: What tells how wide and high, in inches, the picture of a value should be among others.
Size = Callable[[Any], tuple[float, float]]

_rows: list[Draws] = []
_dicts: list[tuple[*Draws, Size]] = []


@singledispatch
def draw_value(value: Any, ax: Axes, **looks: Any) -> str:
    """Draw ``value`` on axes, with "palette" and "letters" if given; return its text.

    A game registers what draws its types: ``@draw_value.register``. A value of another type is
    written.
    """
    return draw_text(short(value, 60), ax)


def register_rows(knows: Callable[[Any], bool], draws: Callable[..., str]) -> None:
    """Register ``draws(array, ax, **looks)`` for the lists, tuples and arrays that are such a grid.

    ``knows`` is called with an array of two dimensions, of numbers or of anything else.
    """
    _rows.append((knows, draws))


def register_dicts(knows: Callable[[Any], bool], draws: Callable[..., str], size: Size) -> None:
    """Register ``draws(value, ax, **looks)`` for the dicts that ``knows`` recognises."""
    _dicts.append((knows, draws, size))


def size_of(value: Any) -> tuple[float, float]:
    """Return the width and height, in inches, for the picture of a value among others."""
    if isinstance(value, dict):
        for knows, _, size in _dicts:
            if knows(value):
                return size(value)
    return 2.5, 2.5


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


@draw_value.register
def _draw_dict(value: dict, ax: Axes, **looks: Any) -> str:  # type: ignore[type-arg]
    for knows, draws, _ in _dicts:
        if knows(value):
            return draws(value, ax, **looks)
    return draw_text(short(value, 60), ax)


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
    if draws is _draw_dict:
        return any(knows(value) for knows, _, _ in _dicts)
    return draws is not draw_value.dispatch(object)


def draw_text(text: str, ax: Axes) -> str:
    """Write ``text`` in the middle of axes that show nothing else; return it."""
    ax.set_axis_off()
    ax.text(0.5, 0.5, text, ha="center", va="center", wrap=True, fontsize=9, color=INK,
            transform=ax.transAxes)
    return text
