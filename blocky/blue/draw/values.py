"""How the kit draws what is Blue's: states, boards and walls as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from blocky.blue.board import EMPTY
from blocky.blue.data import seen
from blocky.blue.draw.looks import GROUND, TILE, show_tiles, tile_image
from blocky.blue.draw.table import draw_position
from blocky.blue.rules import COLOURS
from blocky.kit.draw.cells import packed
from blocky.kit.draw.values import draw_text, register_plain
from blocky.kit.language import say


def _is_wall(cells: NDArray[Any]) -> bool:
    return cells.size > 0 and set(cells.ravel().tolist()) <= {EMPTY, *COLOURS}


def _draw_wall(cells: NDArray[Any], ax: Axes, **looks: Any) -> str:
    show_tiles(ax, [[packed(GROUND) if colour == EMPTY else tile_image(colour, TILE, **looks)
                     for colour in row] for row in cells.tolist()])
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
    return draw_position(position, ax, **looks)


def _size(value: dict[str, Any]) -> tuple[float, float]:
    return (4.2, 2.7) if "boards" in value else (3, 2.1)


register_plain(np.ndarray, _is_wall, _draw_wall)
register_plain(dict, _is_data, _draw_data, _size)
