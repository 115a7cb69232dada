"""Exercise 01: which cells touch, and at which edges."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from blocky.kit.check.compare import told
from blocky.kit.check.message import beside
from blocky.kit.check.run import Outcome
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
    return ("Is what you return a cell of the board?",
            "Rows and columns go from 0 to 7. In Python, a row of -1 makes no error.",
            "A cell is a tuple of two whole numbers, (i, j). Off the board there is none: return "
            "None if the row or the column is less than 0 or more than 7.")


def _step(case: Case, got: Outcome) -> Hints | None:
    """Say what a step across the edge adds to the row and to the column, where others are added."""
    (i, j), edge = case
    if None in (got.value, right := hexes.neighbour(*case)) or got.value == right:
        return None
    (down, across), others = (_added(column, edge) for column in (2 + j % 2, 3 - j % 2))
    return ("Compare a cell in an even column with one in an odd column.",
            "Which cells of column 3 touch (3, 2), and which of column 4 touch (3, 3)?",
            say("Across edge {edge} of {cell} you come to {value}. From a column such as {j}, "
                "which sits half a cell {where}, edge {edge} adds {down} to the row and {across} "
                "to the column. {why}", edge=edge, cell=(i, j), value=got.value, j=j,
                where=say("higher") if j % 2 else say("lower"), down=down, across=across,
                why=say("You add what is right from a column such as {other}: ask of the column "
                        "that you come from whether it is even or odd, before anything is added "
                        "to it.", other=j + 1 if j < 7 else j - 1)
                if (i + others[0], j + others[1]) == got.value else "").rstrip())


def _refused(case: Case, got: Outcome) -> Hints | None:
    """See whether there is said to be no cell where there is one at the border of the board."""
    cell, edge = case
    if got.value is not None or not {*cell} & {0, 7} or not (right := hexes.neighbour(*case)):
        return None
    return ("Which cell is beyond the edge, and is it on the board?",
            "An edge that leads off the board from one cell can lead to a cell of it from another.",
            say("Across edge {edge} of {cell} lies {right}, which is on the board, and yours "
                "returns None. Take the step first, and then ask of the new row and the new column "
                "whether both are from 0 to 7.", edge=edge, cell=cell, right=right))


def _added(column: int, edge: int) -> tuple[int, int]:
    """Return what a step across an edge adds to the row and to the column."""
    row, beyond = hexes.neighbour((3, column), edge) or (3, column)
    return row - 3, beyond - column


def _shown(case: Case, expected: Outcome, got: Outcome) -> Picture:
    """Draw the cell with its edge, and the neighbour that is expected, and the one that was got."""
    cell, edge = case

    def marked(value: Cell | None) -> Marked:
        cells = [cell, *([told(value)] if told(value) in CELLS else [])]
        return Marked(Board(), texts={(i, j): f"{i}, {j}" for i, j in cells}, edge=(cell, edge))

    return beside([("expected", marked(expected.value)), ("got", marked(got.value))])


neighbour = Task(
    "neighbour", hexes.neighbour, _cases, laws=[_is_a_cell, _refused, _step], show=_shown,
    nudge="Put a finger on the cell in the picture, and go across the edge.",
)


# -- opposite ----------------------------------------------------------------------------------

_HEXAGON = "Draw a hexagon, and number its edges clockwise from the top."


def _three_apart(case: Case, got: Outcome) -> Hints | None:
    """See which edge is taken for the opposite one."""
    [edge] = case
    if got.value not in EDGES or got.value == hexes.opposite(edge):
        return None
    return (_HEXAGON, "Which edge is parallel to edge 2?",
            say("Opposite edges are three apart: 1 and 4, 2 and 5, 3 and 6. Yours makes a pair of "
                "{edge} and {other}.", edge=edge, other=got.value))


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
