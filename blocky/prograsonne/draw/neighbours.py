"""Pictures of cells and their neighbours."""

from typing import Any

from matplotlib.axes import Axes

from blocky.kit.draw.cells import Labels, headed
from blocky.kit.draw.picture import BAR, INK, MARK, Picture, new_axes, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.language import say
from blocky.prograsonne.draw.shapes import Point, centre, middle, moved, placed, side
from blocky.prograsonne.draw.tiles import EMPTY, LINE, fit, outline, shape, unit, whole_board
from blocky.prograsonne.hexes import CELLS, EDGES, Cell, neighbour

__all__ = ["cells", "difference", "flower"]

#: The fill of even columns, since odd ones are white, and the ink far from the chosen cell.
SHADED, FAR = "#e9e2cf", "#66625a"


def difference(cell: Cell, edge: int) -> Cell | None:
    """Return the change of row and column across an edge; None if it leads off the board.

    >>> difference((3, 2), 2), difference((3, 3), 2)
    ((0, 1), (-1, 1))
    """
    beyond = neighbour(cell, edge)
    if beyond is None:
        return None
    row, column = cell
    row_beyond, column_beyond = beyond
    return row_beyond - row, column_beyond - column


@own_settings
def cells(ax: Axes | None = None, *, chosen: Cell | None = None, edge: int | None = None
          ) -> Picture:
    """Return the picture of all cells with their rows and columns; even columns are shaded.

    If a cell is ``chosen``, its neighbours are marked, and the number of its ``edge``.
    """
    ax = whole_board(ax)
    point = unit(ax)
    neighbours = _neighbours(chosen) if chosen else []
    others = [cell for cell in CELLS if cell not in neighbours]
    even = [cell for cell in others if _is_in_even_column(cell)]
    odd = [cell for cell in others if not _is_in_even_column(cell)]
    looks: dict[str, Any] = {"edgecolor": LINE, "linewidth": 0.04 * point}
    outline(ax, map(centre, even), facecolor=SHADED, **looks)
    outline(ax, map(centre, odd), facecolor="white", **looks)
    outline(ax, map(centre, neighbours), facecolor=BAR, **looks)
    labels = []
    for cell in CELLS:
        if cell != chosen:
            row, column = cell
            text = say("{row}, {column}", row=row, column=column)
            ink = INK if cell in neighbours else FAR
            labels.append((*centre(cell), text, 0.44 * point, ink))
    ax.add_artist(Labels(labels))
    about = say("The cells of the board, 8 rows and 8 columns; even columns are half a cell lower.")
    if chosen is None:
        return picture_on(ax, about)
    row, column = chosen
    _draw_numbered(ax, centre(chosen), edge, f"{row}, {column}")
    return picture_on(ax, say(
        "{cells} The neighbours of cell {cell} are marked: {near}.", cells=about, cell=chosen,
        near=", ".join(map(str, neighbours))))


def _neighbours(cell: Cell) -> list[Cell]:
    """Return the cells beside a cell, sorted."""
    beyond = [neighbour(cell, edge) for edge in EDGES]
    return sorted(each for each in beyond if each)


def _is_in_even_column(cell: Cell) -> bool:
    _, column = cell
    return column % 2 == 0


@own_settings
def flower(cell: Cell, ax: Axes | None = None, *, edge: int | None = None) -> Picture:
    """Return the picture of a cell and its neighbours; ``edge`` is marked.

    Each neighbour shows what to add to the row and the column of the cell.
    """
    ax = ax or new_axes(2.2, 2.3, head=0.2)
    fit(ax, 5, 5.4)
    place = (2.5, 2.7)
    point = unit(ax)
    texts: dict[int, str] = {}  # by the number of the edge
    for number in EDGES:
        step = difference(cell, number)
        if step:
            texts[number] = _step_text(step)
    places = {number: moved(place, middle(number, 2)) for number in texts}
    outline(ax, places.values(), facecolor=BAR, edgecolor=LINE, linewidth=0.04 * point)
    ax.add_artist(Labels([(*places[number], text, 0.46 * point, INK)
                          for number, text in texts.items()]))
    _draw_numbered(ax, place, edge, "i, j")
    headed(ax, say("from an even column") if _is_in_even_column(cell) else
           say("from an odd column"))
    steps = ", ".join(say("edge {edge}: {step}", edge=number, step=text)
                      for number, text in texts.items())
    return picture_on(ax, say("What to add to the row and column of cell {cell}: {steps}",
                              cell=cell, steps=steps))


def _step_text(step: Cell) -> str:
    """Return the text of a change of row and column, with signs.

    >>> _step_text((-1, 1)), _step_text((0, 1))
    ('-1, +1', '0, +1')
    """
    rows, columns = step
    return f"{rows:+d}, {columns:+d}".replace("+0", "0")


def _draw_numbered(ax: Axes, place: Point, edge: int | None, text: str) -> None:
    """Draw a cell with a text and the numbers of its edges; ``edge`` is marked unless it's None."""
    point = unit(ax)
    outline(ax, [place], facecolor=EMPTY, edgecolor=INK, linewidth=0.08 * point)
    if edge:
        shape(ax, placed([(place, side(edge))]), edgecolor=MARK, linewidth=0.22 * point,
              capstyle="round")
    numbers = []
    for number in EDGES:
        x, y = moved(place, middle(number, 0.72))
        numbers.append((x, y, str(number), 0.34 * point, MARK if number == edge else INK))
    ax.add_artist(Labels(numbers))
    ax.add_artist(Labels([(*place, text, 0.4 * point, INK)], weight="bold"))
