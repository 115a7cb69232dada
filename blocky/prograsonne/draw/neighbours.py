"""Pictures of cells and their neighbours."""

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
    return (beyond[0] - cell[0], beyond[1] - cell[1]) if beyond else None


@own_settings
def cells(ax: Axes | None = None, *, chosen: Cell | None = None, edge: int | None = None
          ) -> Picture:
    """Return the picture of all cells with their rows and columns; even columns are shaded.

    The neighbours of the ``chosen`` cell and one ``edge`` of it are marked.
    """
    ax = whole_board(ax)
    point = unit(ax)
    near = {beyond for each in EDGES if chosen and (beyond := neighbour(chosen, each))}
    for fill, filled in (
            (SHADED, [cell for cell in CELLS if cell[1] % 2 == 0 and cell not in near]),
            ("white", [cell for cell in CELLS if cell[1] % 2 and cell not in near]),
            (BAR, sorted(near))):
        outline(ax, map(centre, filled), facecolor=fill, edgecolor=LINE, linewidth=0.04 * point)
    ax.add_artist(Labels([(*centre(cell), say("{row}, {column}", row=cell[0], column=cell[1]),
                           0.44 * point, INK if cell in near else FAR)
                          for cell in CELLS if cell != chosen]))
    if chosen:
        _numbered(ax, centre(chosen), edge, f"{chosen[0]}, {chosen[1]}")
    text = say("The cells of the board, 8 rows and 8 columns; even columns sit half a cell lower.")
    return picture_on(ax, text if chosen is None else say(
        "{cells} The neighbours of cell {cell} are marked: {near}.", cells=text, cell=chosen,
        near=", ".join(map(str, sorted(near)))))


@own_settings
def flower(cell: Cell, ax: Axes | None = None, *, edge: int | None = None) -> Picture:
    """Return the picture of a cell and its neighbours, with the steps in row and column to them."""
    ax = ax or new_axes(2.2, 2.3, head=0.2)
    fit(ax, 5, 5.4)
    place, point = (2.5, 2.7), unit(ax)
    added = {each: step for each in EDGES if (step := difference(cell, each))}
    around = {each: moved(place, middle(each, 2)) for each in added}
    outline(ax, around.values(), facecolor=BAR, edgecolor=LINE, linewidth=0.04 * point)
    texts = {each: f"{step[0]:+d}, {step[1]:+d}".replace("+0", "0")
             for each, step in added.items()}
    ax.add_artist(Labels([(*around[each], text, 0.46 * point, INK)
                          for each, text in texts.items()]))
    _numbered(ax, place, edge, "i, j")
    headed(ax, say("from an odd column") if cell[1] % 2 else say("from an even column"))
    steps = ", ".join(say("edge {edge}: {step}", edge=each, step=text)
                      for each, text in texts.items())
    return picture_on(ax, say("What to add to the row and column of cell {cell}: {steps}",
                              cell=cell, steps=steps))


def _numbered(ax: Axes, place: Point, edge: int | None, text: str) -> None:
    """Draw a cell with the numbers of its edges, one of them marked."""
    point = unit(ax)
    outline(ax, [place], facecolor=EMPTY, edgecolor=INK, linewidth=0.08 * point)
    if edge:
        shape(ax, placed([(place, side(edge))]), edgecolor=MARK, linewidth=0.22 * point,
              capstyle="round")
    ax.add_artist(Labels([(*moved(place, middle(each, 0.72)), str(each), 0.34 * point,
                           MARK if each == edge else INK) for each in EDGES]))
    ax.add_artist(Labels([(*place, text, 0.4 * point, INK)], weight="bold"))
