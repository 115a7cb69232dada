"""What plain data of Blue shows: a state, a board alone, or rows of a wall."""

from typing import Any, NamedTuple

from matplotlib.axes import Axes

from blocky.blue.board import EMPTY
from blocky.blue.data import seen
from blocky.blue.draw.looks import show_wall
from blocky.blue.draw.table import draw_position
from blocky.blue.rules import COLOURS
from blocky.kit.draw.values import draw_text, draw_value, read_plain, size_of
from blocky.kit.language import say

__all__ = ["PlainState", "PlainWall"]


class PlainState(NamedTuple):
    """A state, or a board alone, as plain data; it may break laws of the game."""

    data: dict[str, Any]


class PlainWall(NamedTuple):
    """Rows of a wall as plain data."""

    rows: list[list[str]]


def _read(plain: Any) -> PlainState | PlainWall | None:
    """Return a dict or an array of rows as a state or a wall; None if it is neither."""
    if isinstance(plain, dict):
        is_board = {"wall", "lines"} <= plain.keys()
        is_table = {"boards", "factories"} <= plain.keys()
        return PlainState(plain) if is_board or is_table else None
    is_wall = plain.size and set(plain.ravel().tolist()) <= {EMPTY, *COLOURS}
    return PlainWall(plain.tolist()) if is_wall else None


read_plain("blue", _read)


@draw_value.register
def _(value: PlainState, ax: Axes, **looks: Any) -> str:
    """Draw a state, or a board alone, or write which law it breaks; return the text."""
    try:
        position = seen(value.data)
    except ValueError as error:
        return draw_text(say("This can't be drawn as a table.\n{error}", error=error), ax)
    return draw_position(position, ax, **looks)


@size_of.register
def _(value: PlainState) -> tuple[float, float]:
    return (5.3, 2.95) if "boards" in value.data else (3, 2.1)


@draw_value.register
def _(value: PlainWall, ax: Axes, **looks: Any) -> str:
    show_wall(ax, [[(colour, True) for colour in row] for row in value.rows], **looks)
    return " ".join(map("".join, value.rows))
