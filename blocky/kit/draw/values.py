"""How a value is drawn: a game registers its types, and its own kind of grids, here."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from blocky.kit.calls import short
from blocky.kit.draw.picture import INK
from blocky.kit.language import say

__all__ = ["draw_text", "draw_value", "drawable", "register_dicts", "register_rows",
           "size_of"]

#: What tells how wide and high, in inches, the picture of a value should be among others.
Size = Callable[[Any], tuple[float, float]]


class _Kind(NamedTuple):
    """Grids, as arrays of two dimensions, or dicts of a game: what tells, draws, measures them."""

    knows: Callable[[Any], bool]
    draws: Callable[..., str]
    size: Size = lambda value: (2.5, 2.5)


_rows: list[_Kind] = []
_dicts: list[_Kind] = []


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
    _rows.append(_Kind(knows, draws))


def register_dicts(knows: Callable[[Any], bool], draws: Callable[..., str], size: Size) -> None:
    """Register ``draws(value, ax, **looks)`` for the dicts that ``knows`` recognises."""
    _dicts.append(_Kind(knows, draws, size))


def _kind_of(value: Any) -> _Kind | None:
    """Return the kind that was registered for a dict, or for an array of two dimensions."""
    kinds = _dicts if isinstance(value, dict) else _rows if np.ndim(value) == 2 else []
    return next((kind for kind in kinds if kind.knows(value)), None)


def size_of(value: Any) -> tuple[float, float]:
    """Return the width and height, in inches, for the picture of a value among others."""
    kind = _kind_of(value) if isinstance(value, dict) else None
    return kind.size(value) if kind else (2.5, 2.5)


@draw_value.register(list)
@draw_value.register(tuple)
@draw_value.register(np.ndarray)
def _draw_rows(value: Any, ax: Axes, **looks: Any) -> str:
    cells = _array(value)
    if cells is None:
        return draw_text(say("Its rows are not of the same length:\n{value}",
                             value=short(value, 60)), ax)
    if kind := _kind_of(cells):
        return kind.draws(cells, ax, **looks)
    return draw_text(say("This is no grid of a board:\n{value}", value=short(value, 60)), ax)


@draw_value.register
def _draw_dict(value: dict, ax: Axes, **looks: Any) -> str:  # type: ignore[type-arg]
    kind = _kind_of(value)
    return kind.draws(value, ax, **looks) if kind else draw_text(short(value, 60), ax)


def _array(value: Any) -> Any:
    try:
        return np.array(value)
    except (TypeError, ValueError):
        return None


def drawable(value: Any) -> bool:
    """Tell whether ``draw_value`` has a picture of a value, and not its text alone."""
    draws = draw_value.dispatch(type(value))
    if draws in (_draw_rows, _draw_dict):
        return _kind_of(_array(value) if draws is _draw_rows else value) is not None
    return draws is not draw_value.dispatch(object)


def draw_text(text: str, ax: Axes) -> str:
    """Write ``text`` in the middle of axes that show nothing else; return it."""
    ax.set_axis_off()
    ax.text(0.5, 0.5, text, ha="center", va="center", wrap=True, fontsize=9, color=INK,
            transform=ax.transAxes)
    return text
