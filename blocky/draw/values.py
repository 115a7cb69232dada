"""The kit's drawings of Blocky's values: blocks, and grids of colour numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from blocky.block import Block
from blocky.colour import Colour
from blocky.draw.board_tree import board
from blocky.draw.on_grid import numbered
from blocky.invariants import broken_invariants
from blocky.kit.draw.values import draw_text, draw_value, register_rows
from blocky.kit.language import say


@draw_value.register
def _(block: Block, ax: Axes, **looks: Any) -> str:
    """Draw a board with its letters, or say why the tree is not a board."""
    broken = next(broken_invariants(block, places=False), None)
    if broken is not None:
        return draw_text(say("This is no board.\n{broken}", broken=broken), ax)
    return board(block, ax, **{"letters": True, **looks}).alt


def _is_grid(cells: NDArray[Any]) -> bool:
    return (cells.size > 0 and np.issubdtype(cells.dtype, np.integer)
            and cells.min() >= 0 and cells.max() < len(Colour))


def _draw_grid(cells: NDArray[Any], ax: Axes, **looks: Any) -> str:
    numbered(cells, ax, **looks)
    ax.set_axis_off()
    return str(cells.tolist())


register_rows(_is_grid, _draw_grid)
