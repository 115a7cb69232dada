"""Exercise 01: which cells touch, and at which edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random

from blocky.kit.check.compare import told
from blocky.kit.check.run import Outcome
from blocky.kit.check.show import beside
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.draw.picture import Picture
from blocky.kit.language import say
from blocky.prograsonne import hexes
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import CELLS, EDGES, Cell

__all__ = ["neighbour", "opposite"]


# -- neighbour ---------------------------------------------------------------------------------

def _cases(rng: Random) -> Iterator[Case]:
    for cell in [(3, 2), (3, 3), (0, 0), (7, 7), *rng.sample(CELLS, 8)]:
        yield from ((cell, edge) for edge in EDGES)


def _is_a_cell(case: Case, got: Outcome) -> Hints | None:
    """See whether what was returned is a cell of the board, or None."""
    if got.value is None or (isinstance(got.value, tuple) and told(got.value) in CELLS):
        return None
    if isinstance(got.value, tuple) and len(got.value) == 2:
        return ("Is what you return a cell of the board?",
                "Rows and columns go from 0 to 7. In Python, a row of -1 makes no error.",
                "Off the board there is no cell: return None if the row or the column is less than "
                "0 or more than 7.")
    return ("What do you return?", "A cell is a row and a column.",
            "Return a tuple of two whole numbers, (i, j), or None where there is no cell. A list "
            "cannot be looked up in board.tiles.")


_ALIKE = ("Compare a cell in an even column with one in an odd column.",
          "Which cells of column 3 touch (3, 2), and which of column 4 touch (3, 3)?")


def _step(case: Case, got: Outcome) -> Hints | None:
    """Say what a step across the edge adds to the row and to the column, where others are added."""
    (i, j), edge = cell, _ = case
    middle, right = (3, 2 + j % 2), hexes.neighbour(cell, edge)
    row, column = hexes.neighbour(middle, edge) or middle
    down, across = row - middle[0], column - middle[1]
    if got.value == right:
        return None
    if got.value is None or right is None:
        return ("Is the cell beyond this edge on the board?", "Rows and columns go from 0 to 7.",
                say("Beyond edge {edge} of {cell} lies {right}, and that is a cell of the board: "
                    "0 and 7 are on it, too. Look at the new row and the new column.", edge=edge,
                    cell=cell, right=right)
                if right else
                say("Beyond edge {edge} of {cell} is no cell, for the step leads to row {row} and "
                    "column {column}, and you come to {value}. Look at the new row and the new "
                    "column: return None if one of them is less than 0 or more than 7.", edge=edge,
                    cell=cell, row=i + down, column=j + across, value=got.value))
    return (*_ALIKE, say(
        "Across edge {edge} of {cell} you come to {value}. From an odd column such as {j}, which "
        "sits half a cell higher, edge {edge} adds {down} to the row and {across} to the column.",
        edge=edge, cell=cell, value=got.value, j=j, down=down, across=across) if j % 2 else say(
        "Across edge {edge} of {cell} you come to {value}. From an even column such as {j}, which "
        "sits half a cell lower, edge {edge} adds {down} to the row and {across} to the column.",
        edge=edge, cell=cell, value=got.value, j=j, down=down, across=across))


def _as_in(column: int, edges: Sequence[int]) -> Callable[[Cell, int], Cell | None]:
    """Return the wrong answer that goes across edges as from an even column (0), or an odd (1)."""
    def mistake(cell: Cell, edge: int) -> Cell | None:
        middle = 3, 2 + (column if edge in edges else cell[1] % 2)
        i, j = hexes.neighbour(middle, edge) or middle
        found = cell[0] + i - middle[0], cell[1] + j - middle[1]
        return found if found in CELLS else None
    return mistake


def _shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the cell with its edge, and the neighbour that is expected, and the one that was got."""
    cell, edge = case

    def marked(value: Cell | None) -> Marked:
        cells = [cell, *([told(value)] if told(value) in CELLS else [])]
        return Marked(Board(), texts={(i, j): f"{i}, {j}" for i, j in cells}, edge=(cell, edge))

    return beside([("expected", marked(expected.value)), ("got", marked(got.value))])


neighbour = Task(
    "neighbour", hexes.neighbour, _cases, laws=[_is_a_cell, _step], show=_shown,
    mistakes=[
        *(Mistake(_as_in(column, edges), (*_ALIKE, said))
          for count in range(4, 0, -1) for edges in combinations((2, 3, 5, 6), count)
          for column, said in enumerate((
              "Odd columns are treated as the even ones are. They sit half a cell higher: from "
              "(i, j) in an odd column, edges 2 and 6 lead to row i - 1, and edges 3 and 5 stay in "
              "row i. At which of them do your lines not do so?",
              "Even columns are treated as the odd ones are. They sit half a cell lower: from "
              "(i, j) in an even column, edges 2 and 6 stay in row i, and edges 3 and 5 lead to "
              "row i + 1. At which of them do your lines not do so?"))),
        Mistake(lambda cell, edge: hexes.neighbour(cell, (1 - edge) % 6 + 1), (
            "Edge 1 is at the top. On which side is edge 2?",
            "Clockwise is as the hands of a clock go: from the top to the right.",
            "Your edges are numbered against the clock: 2 should be at the upper right, 3 at the "
            "lower right, 5 at the lower left and 6 at the upper left. Left and right are "
            "exchanged.")),
    ],
    nudge="Put a finger on the cell in the picture, and go across the edge.",
)


# -- opposite ----------------------------------------------------------------------------------

def _three_apart(case: Case, got: Outcome) -> Hints | None:
    edge, right = case[0], hexes.opposite(case[0])
    if got.value == right or type(got.value) is not int:
        return None
    return (_HEXAGON, "How many edges lie between two that are parallel?",
            say("Edge {edge} is opposite edge {right}, three further on or back, and you return "
                "{value}: 1 and 4, 2 and 5, 3 and 6 are opposite.", edge=edge, right=right,
                value=got.value)
            if got.value in EDGES else
            say("{value} is no edge: they go from 1 to 6. Opposite edge {edge} is edge {right}, "
                "three further on or back.", value=got.value, edge=edge, right=right))


_HEXAGON = "Draw a hexagon, and number its edges clockwise from the top."

opposite = Task(
    "opposite", hexes.opposite, lambda rng: ((edge,) for edge in EDGES), laws=[_three_apart],
    mistakes=[
        Mistake(lambda edge: 7 - edge, (
            _HEXAGON, "Which edge is parallel to edge 2?",
            "7 - edge is right for the sides of a die. Here opposite edges are three apart: 1 and "
            "4, 2 and 5, 3 and 6.")),
    ],
    nudge=_HEXAGON,
)
