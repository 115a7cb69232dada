"""The picture of a tile's points on a wall: the runs beside it, under both rule sets."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from blocky.blue.board import EMPTY, Board, run_length
from blocky.blue.draw.looks import TILE, place_image, show_tiles, tile_image
from blocky.blue.draw.simulation import PAINTS
from blocky.blue.report import points_text
from blocky.blue.rules import OFFICIAL, SEED, SIDE, colour_name
from blocky.kit.draw.picture import INK, MARK, Picture, new_axes, picture_on
from blocky.kit.language import say

__all__ = ["beside", "draw_wall", "frame_cell", "frame_runs", "run_boxes", "runs"]

def draw_wall(ax: Axes, board: Board, *there: tuple[int, int], palette: str = "safe",
              letters: bool = False) -> None:
    """Draw a wall on axes, with a tile also on the cells ``there``, rows and columns from 1."""
    show_tiles(ax, [[
        (tile_image if tile != EMPTY or (i, j) in there else place_image)(
            colour, TILE, palette, letters)
        for j, (tile, colour) in enumerate(zip(cells, board.row(i), strict=True), start=1)]
        for i, cells in enumerate(board.wall, start=1)])


def frame_runs(ax: Axes, wall: Sequence[str], row: int, column: int) -> tuple[int, int]:
    """Frame the runs that a tile at (row, column) joins; return how many tiles are beside it."""
    for top, left, rows, columns in run_boxes(wall, row, column):
        ax.add_patch(Rectangle((left - 1, top - 1), columns, rows, fill=False,
                               edgecolor=PAINTS[0 if columns > 1 else 1], linewidth=3.5))
    frame_cell(ax, row, column)
    return beside(wall, row, column)


def beside(wall: Sequence[str], row: int, column: int) -> tuple[int, int]:
    """Return how many tiles are beside a place of a wall, across and down."""
    return (run_length(wall[row - 1], column - 1),
            run_length("".join(each[column - 1] for each in wall), row - 1))


def run_boxes(wall: Sequence[str], row: int, column: int) -> list[tuple[int, int, int, int]]:
    """Return the runs that a tile at (row, column) joins, first across, then down.

    Each is a row, a column, and how many rows and columns; a tile alone is no run.

    >>> run_boxes((".r...", "..b..", ".gwy."), 2, 2)
    [(2, 2, 1, 2), (1, 2, 3, 1)]
    """
    across, down = beside(wall, row, column)
    left = len(wall[row - 1][:column - 1].rpartition(EMPTY)[2])
    above = len("".join(each[column - 1] for each in wall[:row - 1]).rpartition(EMPTY)[2])
    boxes = (row, column - left, 1, across + 1), (row - above, column, down + 1, 1)
    return [box for box, tiles in zip(boxes, (across, down), strict=True) if tiles]


def frame_cell(ax: Axes, row: int, column: int, style: str = "-") -> None:
    """Frame a cell of a wall."""
    for paint, how in ((MARK, style),) if style == "-" else (("white", "-"), (MARK, style)):
        ax.add_patch(Rectangle((column - 0.92, row - 0.92), 0.84, 0.84, fill=False,
                               edgecolor=paint, linewidth=3, linestyle=how))


def runs(board: Board, row: int, column: int, ax: Axes | None = None, *, palette: str = "safe",
         letters: bool = False) -> Picture:
    """Return the picture of a wall on which a tile is put at (row, column), numbers from 1.

    The unbroken runs that it joins are framed, across and down, and its points are counted by both
    rule sets, against the wall as it stands. ValueError: a tile stands there.
    """
    if board.wall[row - 1][column - 1] != EMPTY:
        raise ValueError(say("A tile stands on row {row}, column {column} already.", row=row,
                             column=column))
    ax = ax or new_axes(3.4, 3.9)
    draw_wall(ax, board, (row, column), palette=palette, letters=letters)
    across, down = frame_runs(ax, board.wall, row, column)
    told = [say("{rules}: {points} = {total}", rules=say(rules.name),
                points=points_text(across, down, rules), total=rules.tile_score(across, down))
            for rules in (SEED, OFFICIAL)]
    ax.text(SIDE / 2, -0.45, "\n".join(told), fontsize=10, ha="center", va="center", color=INK)
    ax.set(xlim=(-0.1, SIDE + 0.1), ylim=(SIDE + 0.1, -0.85))
    return picture_on(ax, say(
        "A {colour} tile on row {row}, column {column}, beside {across} across and {down} down. "
        "{points}.", colour=colour_name(board.row(row)[column - 1]), row=row, column=column,
        across=across, down=down, points="; ".join(told)))
