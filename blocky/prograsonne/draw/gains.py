"""The gains of placements of a tile, written on the cells of a board."""

from __future__ import annotations

from matplotlib.axes import Axes

from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import INK, Picture, new_axes, picture_on
from blocky.kit.language import say
from blocky.prograsonne.board import Board, Hint
from blocky.prograsonne.draw.shapes import HIGH, WIDE, centre
from blocky.prograsonne.draw.tiles import HINTED, draw_board, fit, outline, unit, write_cells
from blocky.prograsonne.hexes import Cell

__all__ = ["gains"]


def gains(board: Board, type: str, player: int, ax: Axes | None = None, *, letters: bool = False,
          palette: str = "safe", cells: bool = False) -> Picture:
    """Return the picture of a board with the best gain on each cell where a tile fits.

    The cell of the hint has a yellow outline. With ``cells`` the row and the column of each cell
    stand in it.
    """
    ax = new_axes(5, 5 * HIGH / WIDE) if ax is None else ax
    fit(ax, WIDE, HIGH)
    draw_board(board, ax, letters, palette)
    if cells:
        write_cells(ax)
    point, best = unit(ax), _best_by_cell(board.ranked(type, player))
    for cell in list(best)[:1]:
        for colour, width in ((INK, 0.24), (HINTED, 0.17)):
            outline(ax, [centre(cell)], 0.93, edgecolor=colour, linewidth=width * point)
    right, size = (0.26, 0.4) if cells else (0, 0.5)  # beside the cell's numbers
    ax.add_artist(Labels([(centre(cell)[0] + right, centre(cell)[1], f"{hint.gain:+d}",
                           size * point, INK) for cell, hint in best.items()], weight="bold"))
    told = "; ".join(say("{move} gains {gain}", move=hint.placement, gain=hint.gain)
                     for hint in best.values())
    return picture_on(ax, say("The best gains of player {player} with the tile {type}: {gains}",
                              player=player, type=type, gains=told or say("none")))


def _best_by_cell(ranked: list[Hint]) -> dict[Cell, Hint]:
    """Return for each cell its first hint, in the order of the hints."""
    best: dict[Cell, Hint] = {}
    for hint in ranked:
        best.setdefault(hint.placement.cell, hint)
    return best
