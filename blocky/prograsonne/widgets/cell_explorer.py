"""The cell explorer: the neighbours of a cell, in even and in odd columns."""

from functools import partial

from blocky.kit.draw.picture import clear
from blocky.kit.language import say
from blocky.kit.widgets.panel import Command, Panel
from blocky.prograsonne.draw import neighbours, shapes
from blocky.prograsonne.hexes import CELLS, Cell, neighbour, opposite

__all__ = ["CellExplorer"]


class CellExplorer(Panel):
    """An explorer of the cells of the board: their edges and their neighbours.

    Attributes:
        cell, edge: the chosen cell, and one of its edges.
        offsets: the control that shows the differences of rows and columns.
    """

    def __init__(self, cell: Cell = (3, 2), *, offsets: bool = False, big: bool = False) -> None:
        """Begin with ``cell``. ValueError: there is no such cell."""
        if cell not in CELLS:
            raise ValueError(say("{cell!r} isn't a cell of the board.", cell=cell))
        super().__init__((8.2, 5.1), big=big)
        self.cell, self.edge = cell, 2
        self.ax = self.figure.add_axes((0.005, 0.01, 0.6, 0.98))
        self.flowers = {column: self.figure.add_axes((0.66, bottom, 0.33, 0.41))
                        for column, bottom in ((2, 0.53), (3, 0.02))}
        self.offsets = self.toggle(say("Differences (o)"), say("Show the differences: key o"),
                                   self.refresh, offsets)
        self.add(
            Command("up", partial(self.step, -1, 0), say("the row above"), key="up"),
            Command("down", partial(self.step, 1, 0), say("the row below"), key="down"),
            Command("left", partial(self.step, 0, -1), say("the column to the left"), key="left"),
            Command("right", partial(self.step, 0, 1), say("the column to the right"), key="right"),
            Command("edge", self.next_edge, say("the next edge"), say("Next edge ({key})"), "e"),
            Command("across", self.go_across, say("go across the edge"),
                    say("Go across ({key})"), "enter"))
        self.bind("o", say("the differences"), self.offsets)
        self.hear(self.ax, self.point_at, lambda x, y, button: self.go_across())
        self.arrange(self.live, self.row("edge", "across", self.offsets), self._sentence,
                     self.message)
        self.refresh()

    def choose(self, cell: Cell, edge: int) -> None:
        """Choose a cell and an edge of it."""
        if (cell, edge) != (self.cell, self.edge):
            self.cell, self.edge = cell, edge
            self.refresh()

    def point_at(self, x: float, y: float) -> None:
        """Choose the cell at a place, and its nearest edge."""
        if cell := shapes.cell_at(x, y):
            self.choose(cell, shapes.edge_at(cell, x, y))

    def step(self, down: int, right: int) -> None:
        """Choose the cell a number of rows and columns away, if there is one."""
        cell = self.cell[0] + down, self.cell[1] + right
        if cell in CELLS:
            self.choose(cell, self.edge)

    def next_edge(self) -> None:
        """Choose the next edge, clockwise."""
        self.choose(self.cell, self.edge % 6 + 1)

    def go_across(self) -> None:
        """Choose the cell beyond the edge. ValueError: there is none."""
        beyond = neighbour(self.cell, self.edge)
        if beyond is None:
            raise ValueError(say("The board ends at edge {edge} of cell {cell}.",
                                 edge=self.edge, cell=self.cell))
        self.say("")
        self.choose(beyond, self.edge)

    def sentence(self) -> str:
        """Return a sentence on the cell across the edge."""
        cell, edge, beyond = self.cell, self.edge, neighbour(self.cell, self.edge)
        if beyond is None:
            return say("Cell {cell}: the board ends at edge {edge}.", cell=cell, edge=edge)
        if not self.offsets.value:
            return say("Cell {cell}: across edge {edge} is cell {beyond}. Seen from there, the "
                       "same edge is edge {facing}.", cell=cell, edge=edge, beyond=beyond,
                       facing=opposite(edge))
        down, right = neighbours.difference(cell, edge) or (0, 0)
        told = {"cell": cell, "edge": edge, "beyond": beyond,
                "down": f"{down:+d}".replace("+0", "0"), "right": f"{right:+d}".replace("+0", "0")}
        if cell[1] % 2 == 0:
            return say("Cell {cell} is in an even column. Across edge {edge} is cell {beyond}. To "
                       "get there, add {down} to the row and {right} to the column.", **told)
        return say("Cell {cell} is in an odd column. Across edge {edge} is cell {beyond}. To get "
                   "there, add {down} to the row and {right} to the column.", **told)

    def refresh(self) -> None:
        """Show the cell, its neighbours, and the differences if they are switched on."""
        for ax in (self.ax, *self.flowers.values()):
            clear(ax)
            ax.set_axis_off()
        neighbours.cells(self.ax, chosen=self.cell, edge=self.edge)
        for column, ax in self.flowers.items():
            same = column % 2 == self.cell[1] % 2
            neighbours.flower((3, column), ax, edge=self.edge if same else None,
                              known=self.offsets.value)
        self.show_figure(self.sentence())
