"""How the kit draws what is Blue's: states, boards and walls as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from blocky.blue.board import EMPTY
from blocky.blue.data import seen
from blocky.blue.draw.looks import BACKGROUND, GROUND, tile_image
from blocky.blue.draw.table import draw_position, names_of
from blocky.blue.rules import COLOURS
from blocky.kit.draw.cells import packed
from blocky.kit.draw.picture import bare
from blocky.kit.draw.values import draw_text, register_dicts, register_rows
from blocky.kit.language import say

#: How many pixels a cell of a wall has, and a tile in it.
CELL, TILE = 44, 40


def _is_wall(cells: NDArray[Any]) -> bool:
    return cells.size > 0 and set(cells.ravel().tolist()) <= {EMPTY, *COLOURS}


def _draw_wall(cells: NDArray[Any], ax: Axes, **looks: Any) -> str:
    rows, columns = cells.shape
    image = np.full((rows * CELL, columns * CELL), packed(BACKGROUND))
    for row, column in np.ndindex(rows, columns):
        top, left, colour = row * CELL + 2, column * CELL + 2, str(cells[row, column])
        image[top:top + TILE, left:left + TILE] = (
            packed(GROUND) if colour == EMPTY else tile_image(colour, TILE, **looks))
    pixels = image.view(np.uint8).reshape(*image.shape, 4)
    bare(ax).imshow(pixels, extent=(0, columns, rows, 0), interpolation="nearest")
    return " ".join("".join(row) for row in cells.tolist())


def _is_data(value: Any) -> bool:
    keys = set(value)
    return {"wall", "lines"} <= keys or {"boards", "factories"} <= keys


def _draw_data(value: dict[str, Any], ax: Axes, **looks: Any) -> str:
    """Draw a state, or a board alone; or say which law of the game it breaks."""
    try:
        position = seen(value)
    except ValueError as error:
        return draw_text(say("This cannot stand on a table.\n{error}", error=error), ax)
    return draw_position(position, ax, names=names_of(position), **looks)


def _size(value: dict[str, Any]) -> tuple[float, float]:
    return (4.2, 2.7) if "boards" in value else (3, 2.1)


register_rows(_is_wall, _draw_wall)
register_dicts(_is_data, _draw_data, _size)
