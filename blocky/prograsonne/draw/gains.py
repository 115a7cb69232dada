"""The gains of placements of a tile, written on the cells of a board."""

from matplotlib.axes import Axes

from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import INK, Picture, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.language import say
from blocky.prograsonne.board import Board, Hint
from blocky.prograsonne.draw import tiles
from blocky.prograsonne.draw.shapes import centre
from blocky.prograsonne.hexes import Cell

__all__ = ["gains"]


@own_settings
def gains(board: Board, type: str, player: int, ax: Axes | None = None, *, letters: bool = False,
          palette: str = "safe", cells: bool = False) -> Picture:
    """Return the picture of a board with a player's best gain on each cell where a tile fits.

    The cell of the best placement, which is the hint, has a yellow outline. With ``cells`` the row
    and the column of each cell are written in it.
    """
    ax = tiles.whole_board(ax)
    tiles.draw_board(board, ax, letters, palette)
    if cells:
        tiles.write_cells(ax, board)
    best_by_cell: dict[Cell, Hint] = {}
    for hint in board.ranked(type, player):  # the best first
        best_by_cell.setdefault(hint.placement.cell, hint)
    cells_of_hint = list(best_by_cell)[:1]  # none if the tile fits nowhere
    tiles.outline_hint(ax, cells_of_hint, radius=0.93)
    if cells:  # smaller letters, below the row and column of the cell
        down = 0.15
        size = 0.4
    else:
        down = 0
        size = 0.5
    labels = []
    for cell, hint in best_by_cell.items():
        x, y = centre(cell)
        labels.append((x, y + down, f"{hint.gain:+d}", size * tiles.unit(ax), INK))
    ax.add_artist(Labels(labels, weight="bold"))
    texts = "; ".join(say("{move}: a gain of {gain}", move=hint.placement, gain=hint.gain)
                      for hint in best_by_cell.values())
    return picture_on(ax, say("Player {player}'s best gains with the tile {type}: {gains}",
                              player=player, type=type, gains=texts or say("none")))
