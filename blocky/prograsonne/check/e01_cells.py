"""Exercise 01: the cell across an edge, and the number of the same edge in that cell."""

from itertools import product
from random import Random

from blocky.kit.check.task import (
    Case,
    CasePicture,
    Cases,
    Hints,
    Mistake,
    Outcome,
    Sure,
    Task,
    told,
)
from blocky.kit.language import say
from blocky.prograsonne import hexes
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.hexes import CELLS, EDGES, Cell

__all__ = ["neighbour", "opposite"]


# -- neighbour ---------------------------------------------------------------------------------

def _cells_and_edges(rng: Random) -> Cases:
    """Return pairs (cell, edge): each edge of four fixed cells and of eight random ones."""
    even_column, odd_column = (3, 2), (3, 3)
    corners = (0, 0), (7, 7)
    return product([even_column, odd_column, *corners, *rng.sample(CELLS, 8)], EDGES)


def _is_a_cell(case: Case, got: Outcome) -> Hints | Sure | None:
    """Explain a result that is neither a cell of the board nor None.

    The hints are Sure if None is right, except for a result with -1: the mistake
    ``_only_too_large`` explains that better.
    """
    if got.value is None or (isinstance(got.value, tuple) and told(got.value) in CELLS):
        return None
    hints = ("Does your function return a cell of the board?",
             "Rows and columns go from 0 to 7. Python raises no error for a cell in row -1.",
             say("In a cell (row, column), both numbers are from 0 to 7, but your function returns "
                 "{value}. Return None if there is no cell across the edge.", value=got.value))
    is_off_the_board = hexes.neighbour(*case) is None
    has_minus_1 = isinstance(got.value, tuple) and -1 in got.value
    return Sure(hints) if is_off_the_board and not has_minus_1 else hints


def _is_on_the_board(case: Case, got: Outcome) -> Hints | None:
    """Explain a result of None for a cell at the border that has a cell across the edge."""
    cell, edge = case
    i, j = cell
    right_cell = hexes.neighbour(cell, edge)
    is_at_border = i in (0, 7) or j in (0, 7)
    is_lost = got.value is None and right_cell is not None
    if not is_lost or not is_at_border:
        return None
    return ("Which cell is across this edge, and is it on the board?",
            "Edge 1 of one cell can lead off the board, while edge 1 of another cell leads to a "
            "neighbour.",
            say("Cell {right} is across edge {edge} of {cell} and on the board, but your function "
                "returns None. Row 0 and column 0 are on the board too.", edge=edge,
                cell=cell, right=right_cell))


def _right_kind_of_column(case: Case, got: Outcome) -> Sure | None:
    """Explain a step in an odd column that is right in an even one, or the other way round."""
    (i, j), edge = case
    is_right = got.value == hexes.neighbour((i, j), edge)
    uses_the_other_step = got.value == _with_the_other_step((i, j), edge)
    if is_right or not uses_the_other_step:
        return None
    is_odd = j % 2 == 1
    if is_odd:
        why = say("Column {j} is odd, but across edge {edge} your function uses the step for an "
                  "even column. For edges 2, 3, 5 and 6, test the argument's column first.",
                  j=j, edge=edge)
    else:
        why = say("Column {j} is even, but across edge {edge} your function uses the step for an "
                  "odd column. For edges 2, 3, 5 and 6, test the argument's column first.",
                  j=j, edge=edge)
    return Sure((
        "Compare a cell in an even column with a cell in an odd column.",
        "Which cells in column 3 touch (3, 2)? Which cells in column 4 touch (3, 3)?", why))


def _with_the_other_step(cell: Cell, edge: int) -> Cell:
    """Return the row and column across an edge if the wrong kind of step is used.

    In an odd column, that's the step of an even column, and the other way round. The result may be
    off the board.
    """
    _, j = cell
    is_odd = j % 2 == 1
    cell_of_other_kind = (3, 2) if is_odd else (3, 3)  # in an even column if j is odd
    return _moved(cell, edge, cell_of_other_kind)


def _moved(cell: Cell, edge: int, start: Cell) -> Cell:
    """Return the row and column of a cell after the step that leads across an edge of ``start``.

    They may be off the board.
    """
    i, j = cell
    start_i, start_j = start
    beyond = hexes.neighbour(start, edge)
    assert beyond is not None  # the start is far from the border
    beyond_i, beyond_j = beyond
    down = beyond_i - start_i
    across = beyond_j - start_j
    return i + down, j + across


def _right_step(case: Case, got: Outcome) -> Hints | None:
    """Explain a step that adds wrong numbers to the row or to the column."""
    (i, j), edge = case
    right_cell = hexes.neighbour((i, j), edge)
    if got.value is None or right_cell is None or got.value == right_cell:
        return None
    right_i, right_j = right_cell
    own_i, own_j = got.value
    return ("Which cell is across this edge in the picture?",
            "What do you add to the row, and what to the column?",
            say("Across edge {edge} of {cell}, add {down} to the row and {across} to the column. "
                "Your function adds {own_down} and {own_across}.", edge=edge, cell=(i, j),
                down=right_i - i, across=right_j - j, own_down=own_i - i, own_across=own_j - j))


def _only_too_large(cell: Cell, edge: int) -> Cell | None:
    """A typical mistake: return None only for a number that's too large, not for -1."""
    beyond = _beyond(cell, edge)
    return beyond if max(beyond) <= 7 else None


def _at_one_index(cell: Cell, edge: int) -> Cell | None:
    """A typical mistake: look up 8 * row + column in CELLS, and return None after an IndexError."""
    index = _index_beyond(cell, edge)
    return CELLS[index] if index < len(CELLS) else None


def _at_one_index_from_0(cell: Cell, edge: int) -> Cell | None:
    """A typical mistake: look up 8 * row + column in CELLS if it's an index from 0 to 63."""
    index = _index_beyond(cell, edge)
    return CELLS[index] if 0 <= index < len(CELLS) else None


def _index_beyond(cell: Cell, edge: int) -> int:
    """Return 8 * row + column of what is across an edge, even if it's off the board."""
    beyond_i, beyond_j = _beyond(cell, edge)
    return 8 * beyond_i + beyond_j


def _beyond(cell: Cell, edge: int) -> Cell:
    """Return the row and column of what is across an edge, even if it's off the board."""
    _, j = cell
    is_odd = j % 2 == 1
    cell_of_same_kind = (3, 3) if is_odd else (3, 2)  # in an odd column if j is odd
    return _moved(cell, edge, cell_of_same_kind)


def _shown(case: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the given edge on two boards: with the expected cell, and with the answer's."""
    given_cell, _ = case

    def marked(value: Cell | None) -> Marked:
        """Return a board with the given edge, and with the given cell and a result numbered."""
        cells = [given_cell]
        if told(value) in CELLS:  # not if it's None, or something else than a cell
            cells.append(told(value))
        return Marked(Board(), texts={(i, j): f"{i}, {j}" for i, j in cells}, edge=case)

    return [("expected", marked(expected.value)), ("got", marked(got.value))]


neighbour = Task(
    "neighbour", hexes.neighbour, _cells_and_edges,
    laws=[_is_a_cell, _is_on_the_board, _right_kind_of_column, _right_step], show=_shown,
    mistakes=[Mistake(_only_too_large, (
        "Does your function return a cell of the board?",
        "Rows and columns go from 0 to 7. Python raises no error for a cell in row -1.",
        "Your function returns None if the row or column is 8, but not if it's -1. Python raises "
        "no IndexError for a negative index, so test whether both numbers are from 0 to 7.")),
        *[Mistake(way, (
            "Which cell does your function return for a cell at the border?",
            "Across the right border there's no cell, but the list CELLS goes on with the next "
            "row.",
            "At the border, your function returns a cell on the other side of the board. Before "
            "you look in CELLS, test that the new row and the new column are both from 0 to 7."))
          for way in (_at_one_index, _at_one_index_from_0)]],
    nudge="Put a finger on the cell in the picture, and move it across the edge.",
)


# -- opposite ----------------------------------------------------------------------------------

_HEXAGON = "Draw a hexagon and number its edges clockwise from the top."


def _three_apart(case: Case, got: Outcome) -> Hints | None:
    """Explain a result that is an edge, but not the opposite one."""
    [edge] = case
    if got.value not in EDGES or got.value == hexes.opposite(edge):
        return None
    return (_HEXAGON, "Which edge is parallel to edge 2?",
            say("Your function pairs {edge} with {other}. Opposite edges are three apart: 1 and "
                "4, 2 and 5, 3 and 6.", edge=edge, other=got.value))


opposite = Task(
    "opposite", hexes.opposite, lambda rng: EDGES, laws=[_three_apart],
    mistakes=[Mistake(lambda edge: 7 - edge, (
        _HEXAGON, "Which edge is parallel to edge 2?",
        "7 - edge gives the opposite face on dice. But here, opposite edges are three apart: 1 and "
        "4, 2 and 5, 3 and 6."))],
    nudge=_HEXAGON,
)
