"""A board with something marked on it: segments, cells with a text, an edge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes

from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import BAR, INK, MARK, PALE
from blocky.kit.draw.values import draw_value, size_of
from blocky.kit.language import say, say_count
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw import tiles
from blocky.prograsonne.draw.segments import kind_text
from blocky.prograsonne.draw.shapes import centre, placed, side
from blocky.prograsonne.hexes import CELLS, SIZE, Cell
from blocky.prograsonne.tiles import Tile
from blocky.prograsonne.walk import Node

__all__ = ["Marked"]


@dataclass(frozen=True)
class Marked:
    """A board with marks, of which only the used part is drawn.

    ``nodes`` are segments to mark, ``texts`` are written in cells, ``edge`` is the edge of a cell,
    and ``tile`` is drawn with those of the board. ``near`` shows fewer cells around, without
    numbers.
    """

    board: Board
    nodes: Sequence[Node] = ()
    texts: Mapping[Cell, str] = field(default_factory=dict)
    edge: tuple[Cell, int] | None = None
    tile: tuple[Cell, Tile] | None = None
    near: bool = False


@draw_value.register
def _(value: Marked, ax: Axes, **looks: Any) -> str:
    """Draw the part of a board with tiles and marks on it; return it in words.

    Empty cells have their row and column written in them, unless the board is drawn ``near``.
    """
    board = value.board
    letters = looks.get("letters", False)
    used = {*board.tiles, *value.texts, *(cell for cell, _ in value.nodes)}
    if value.tile:
        cell, _ = value.tile
        used.add(cell)
    shown = _around(used)
    if value.near:
        tiles.fit_around(ax, list(map(centre, used)), room=(1.6, 1.4), least=2.4)
    else:  # with room for the outermost cells themselves
        tiles.fit_around(ax, list(map(centre, shown)), room=(1.06, 0.93), least=0)
    tiles.draw_board(board, ax, letters, looks.get("palette", "safe"), covered=value.texts)
    _draw_marks(ax, value, letters)
    numbers_of_empty = {}
    if not value.near:
        numbers_of_empty = {(row, column): f"{row}, {column}" for row, column in shown
                            if (row, column) not in used}
    _write(ax, numbers_of_empty, PALE, "normal")
    _write(ax, value.texts, INK, "bold")
    return say("{board} Marked: {marks}.", board=tiles.board_text(board) if board.tiles else "",
               marks=_marks(value) or say("nothing"))


def _draw_marks(ax: Axes, value: Marked, letters: bool) -> None:
    """Draw the marks on a board, except for the texts: they have boxes to be written in."""
    point = tiles.unit(ax)
    marked_tiles = []
    if value.tile:
        cell, tile = value.tile
        marked_tiles = [(centre(cell), tile)]
    tiles.draw_tiles(ax, marked_tiles, letters)
    tiles.outline(ax, [place for place, _ in marked_tiles], edgecolor=MARK, linewidth=0.15 * point)
    tiles.outline(ax, map(centre, value.texts), 0.8, facecolor=BAR, edgecolor=INK,
                  linewidth=0.06 * point)
    tiles.draw_nodes(ax, value.nodes)
    if value.edge:
        cell, number = value.edge
        tiles.shape(ax, placed([(centre(cell), side(number))]), edgecolor=MARK,
                    linewidth=0.22 * point, capstyle="round")


def _write(ax: Axes, texts: Mapping[Cell, str], ink: str, weight: str) -> None:
    """Write texts in cells; those whose letters would be too small to read are left out."""
    point = tiles.unit(ax)
    labels = []
    for cell, text in texts.items():
        size = min(0.42, 1.9 / len(text)) * point
        if size >= tiles.LEAST_SIZE:
            labels.append((*centre(cell), text, size, ink))
    ax.add_artist(Labels(labels, weight=weight))


@draw_value.register
def _(value: Board, ax: Axes, **looks: Any) -> str:
    """Draw the part of a board with tiles, or a whole board without tiles; return it in words."""
    if not value.tiles:
        return tiles.board(value, ax, **looks).alt
    draw_value(Marked(value), ax, **looks)
    return tiles.board_text(value)


@size_of.register
def _(value: Board) -> tuple[float, float]:
    return size_of(Marked(value))


@size_of.register
def _(value: Marked) -> tuple[float, float]:
    """Return a width and height in inches for a picture of a board with marks.

    They grow with the columns and rows shown, so that the letters on six rows can be read.
    """
    used = {*value.board.tiles, *value.texts, *(cell for cell, _ in value.nodes)}
    shown = _around(used) if used else CELLS
    rows = len({row for row, _ in shown})
    columns = len({column for _, column in shown})
    high = min(max(2.5, 0.62 * rows), 4.0)
    # in units of a hexagon's side, columns are 1.5 wide, and rows about 1.74 high
    wide = high * (1.5 * columns + 0.5) / (1.74 * (rows + 0.5))
    return min(max(2.5, wide), 3.1), high


def _around(cells: set[Cell]) -> list[Cell]:
    """Return the rectangle of cells that contains ``cells``, with one more row and column around.

    Without ``cells`` it's around the middle of the board.
    """
    middle_of_board = (SIZE // 2, SIZE // 2)
    rows, columns = zip(*(cells or [middle_of_board]), strict=True)
    return [(row, column) for row, column in CELLS
            if min(rows) - 1 <= row <= max(rows) + 1
            and min(columns) - 1 <= column <= max(columns) + 1]


def _marks(value: Marked) -> str:
    """Return all marks on a board in words; "" for none."""
    marks = [say_count("{kind} on cell {cell}, edge {edges}",
                       "{kind} on cell {cell}, edges {edges}", len(segment.edges),
                       kind=kind_text(segment), cell=cell, edges=", ".join(map(str, segment.edges)))
             for cell, segment in sorted(value.nodes)]
    marks += [say("{text} on cell {cell}", text=text, cell=cell)
              for cell, text in value.texts.items()]
    if value.tile:
        cell, tile = value.tile
        marks.append(say_count("{type} rotated {count} time, on cell {cell}",
                               "{type} rotated {count} times, on cell {cell}", tile.turns,
                               type=tile.type, cell=cell))
    if value.edge:
        cell, number = value.edge
        marks.append(say("edge {edge} of cell {cell}", cell=cell, edge=number))
    return "; ".join(marks)
