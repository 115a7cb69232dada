"""Exercise 01: which cells touch, and at which edges."""

from itertools import product

from blocky.kit.check.task import Case, Hints, Mistake, Outcome, Shown, Task, told
from blocky.kit.language import say
from blocky.prograsonne import hexes
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import CELLS, EDGES, Cell

__all__ = ["neighbour", "opposite"]


# -- neighbour ---------------------------------------------------------------------------------

def _is_a_cell(case: Case, got: Outcome) -> Hints | None:
    if got.value is None or (isinstance(got.value, tuple) and told(got.value) in CELLS):
        return None
    return ("Do you return a cell of the board?",
            "Rows and columns go from 0 to 7. Python doesn't complain about a row of -1.",
            "A cell is a tuple of two integers, (i, j). Return None if the row or the column is "
            "less than 0 or more than 7: there's no cell there.")


def _wrong_step(case: Case, got: Outcome) -> Hints | None:
    (i, j), edge = case
    right = hexes.neighbour(*case)
    if got.value is None or right is None or got.value == right:
        return None
    row, column = hexes.neighbour((3, 3 - j % 2), edge) or case[0]
    return ("Compare a cell in an even column with a cell in an odd column.",
            "Which cells in column 3 touch (3, 2)? Which cells in column 4 touch (3, 3)?",
            say("Across edge {edge} of {cell}, your function arrives at {value}. In a column such "
                "as {j}, which sits half a cell {where}, edge {edge} adds {down} to the row and "
                "{across} to the column. {why}", edge=edge, cell=(i, j), value=got.value, j=j,
                where=say("higher") if j % 2 else say("lower"), down=right[0] - i,
                across=right[1] - j, why=say(
                    "You use the numbers for a column such as {other}. Test whether the column "
                    "that you start from is even or odd, before you add anything to it.",
                    other=j + 1 if j < 7 else j - 1)
                if (i + row - 3, j + column - 3 + j % 2) == got.value else "").rstrip())


def _none_at_the_border(case: Case, got: Outcome) -> Hints | None:
    cell, edge = case
    if got.value is not None or not {*cell} & {0, 7} or not (right := hexes.neighbour(*case)):
        return None
    return ("Which cell is across this edge, and is it on the board?",
            "The same edge can lead off the board from one cell, but not from another.",
            say("Across edge {edge} of {cell} is {right}, which is on the board, but you return "
                "None. Take the step first. Then test whether the new row and the new column are "
                "both from 0 to 7.", edge=edge, cell=cell, right=right))


def _shown(case: Case, expected: Outcome, got: Outcome) -> Shown:
    def marked(value: Cell | None) -> Marked:
        cells = [case[0], *([told(value)] if told(value) in CELLS else [])]
        return Marked(Board(), texts={(i, j): f"{i}, {j}" for i, j in cells}, edge=case)

    return [("expected", marked(expected.value)), ("got", marked(got.value))]


neighbour = Task(
    "neighbour", hexes.neighbour, lambda rng: product(
        [(3, 2), (3, 3), (0, 0), (7, 7), *rng.sample(CELLS, 8)], EDGES),
    laws=[_is_a_cell, _none_at_the_border, _wrong_step], show=_shown,
    nudge="Put a finger on the cell in the picture, and move it across the edge.",
)


# -- opposite ----------------------------------------------------------------------------------

_HEXAGON = "Draw a hexagon and number its edges clockwise from the top."


def _three_apart(case: Case, got: Outcome) -> Hints | None:
    [edge] = case
    return None if got.value not in EDGES or got.value == hexes.opposite(edge) else (
        _HEXAGON, "Which edge is parallel to edge 2?",
        say("Opposite edges are three apart: 1 and 4, 2 and 5, 3 and 6. Your function pairs "
            "{edge} with {other}.", edge=edge, other=got.value))


opposite = Task(
    "opposite", hexes.opposite, lambda rng: EDGES, laws=[_three_apart],
    mistakes=[Mistake(lambda edge: 7 - edge, (
        _HEXAGON, "Which edge is parallel to edge 2?",
        "7 - edge works for the faces of a die. Here, opposite edges are three apart: 1 and 4, 2 "
        "and 5, 3 and 6."))],
    nudge=_HEXAGON,
)
