"""Exercise 08: the checks of ``official_score`` and ``bonuses``."""

from random import Random
from typing import Any

from blocky.blue import data
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import board_with, given
from blocky.blue.check.e04_tiling import run_picture, runs_beside, walls
from blocky.blue.data import Wall
from blocky.blue.rules import COLOURS, SIDE, Rules
from blocky.kit.check.task import (
    Case,
    Cases,
    Hints,
    Mistake,
    Outcome,
    ResultParts,
    Seen,
    Sure,
    Task,
)
from blocky.kit.language import say

__all__ = ["bonuses", "official_score"]


# -- official_score ----------------------------------------------------------------------------

def _points(wall: Wall, row: int, column: int) -> ResultParts:
    """Return two dicts of points, by what they're for.

    The first has the parts of the score. The second has what an answer may add by mistake.
    """
    across, down = runs_beside(wall, row, column)
    has_both = across > 0 and down > 0
    has_neighbours = across > 0 or down > 0
    return ({"the tile itself if it has no neighbours": int(not has_neighbours),
             "the tile itself if it has neighbours": int(has_neighbours),
             "the other tiles in the run across": across,
             "the other tiles in the run down": down,
             "the tile itself as part of its second run": int(has_both)},
            {"the tile a second time if there are tiles only across, or only down": int(
                has_neighbours and not has_both)})


def _itself_in_both_runs(wall: Wall, row: int, column: int) -> int:
    """A typical mistake: count the tile itself in each run, even if the run has no other tile."""
    across, down = runs_beside(wall, row, column)
    return (across + 1) + (down + 1)


def _down_only_without_across(wall: Wall, row: int, column: int) -> int:
    """A typical mistake: count the run down only if there's no run across."""
    across, down = runs_beside(wall, row, column)
    if across > 0:
        return across + 1
    return down + 1


def _longest_run(wall: Wall, row: int, column: int) -> int:
    """A typical mistake: score only the longer one of the two runs."""
    return max(runs_beside(wall, row, column)) + 1


_TWO_RUNS = "How long is the run across that includes the tile? How long is the run down?"

official_score = Task(
    "official_score", data.official_score, walls, parts={"": _points},
    show=run_picture, kits=[Rules.tile_score],
    nudge=_TWO_RUNS,
    mistakes=[
        Mistake(_itself_in_both_runs, (
            _TWO_RUNS, "How many tiles must a run have to score points?",
            "Your function always counts the tile itself in both runs. A run scores only if it "
            "has at least two tiles. If neither run has two tiles, the tile scores 1.")),
        Mistake(_down_only_without_across, (
            _TWO_RUNS, "Can both runs score points?",
            "Both runs can score points, but your function ignores the run down if there's also a "
            "run across. Test each run with its own if. The tile alone scores 1 only if neither "
            "run has any other tiles.")),
        Mistake(_longest_run, (
            _TWO_RUNS, "Can both runs score points?",
            "Both runs can score points, but your function counts only the longer one. Add up the "
            "runs that have at least two tiles."))],
)


# -- bonuses -----------------------------------------------------------------------------------

def _ends(rng: Random) -> Cases:
    """Yield walls: empty, with one complete line or colour, full, nearly full, and random ones."""
    all_cells = {(row, column) for row in range(SIDE) for column in range(SIDE)}
    one_colour = {(i, (i + 1) % SIDE) for i in range(SIDE)}
    one_row = {(1, i) for i in range(SIDE)}
    one_column = {(i, 3) for i in range(SIDE)}
    other_diagonal = {(i, SIDE - 1 - i) for i in range(SIDE)}
    # the cells with tiles
    shapes = [set(), one_row, one_column, one_colour, one_colour | one_row, all_cells,
              all_cells - {(4, 4)}, all_cells - one_colour, all_cells - other_diagonal]
    for _ in range(10):
        count = rng.randrange(15, 25)
        shapes.append(set(rng.sample(sorted(all_cells), count)))
    for shape in shapes:
        yield board_with(*shape)["wall"]


def _three(answer: Any, wall: Wall) -> Any:
    """Return the result, with its three numbers as facts, and others on what is complete.

    If the result isn't three numbers, return it without facts.
    """
    points = answer(wall)
    if not isinstance(points, (tuple, list)) or len(points) != 3:
        return points
    columns = list(zip(*wall, strict=True))
    complete_rows = [str(i) for i in range(SIDE) if EMPTY not in wall[i]]
    complete_columns = [str(i) for i in range(SIDE) if EMPTY not in columns[i]]
    complete_colours = [colour for colour in COLOURS if all(colour in row for row in wall)]
    return Seen(points, dict(zip(_STEPS, points, strict=True)) | {
        "rows": ", ".join(complete_rows) or say("none"),
        "columns": ", ".join(complete_columns) or say("none"),
        "colours": ", ".join(complete_colours) or say("none")})


def _in_order(case: Case, got: Outcome) -> Hints | Sure | None:
    """Return hints if the result has the right numbers in a wrong order."""
    right = data.bonuses(*case)
    value = got.value
    if not isinstance(value, (tuple, list)) or tuple(value) == right:
        return None
    # by str, as the values may be of any type
    has_right_numbers = sorted(value, key=str) == sorted(right, key=str)
    if not has_right_numbers:
        return None
    return Sure(("In which order should the three numbers be?", "The points for rows come first.",
                 say("All three numbers are right, but in the wrong order. Return the points for "
                     "rows, then for columns, then for colours: {right}, not {value}.",
                     right=right, value=tuple(value))))


def _each_kind_once(wall: Wall) -> tuple[int, int, int]:
    """A typical mistake: score a kind of bonus only once, even if several lines are complete."""
    rows, columns, colours = data.bonuses(wall)
    return min(rows, 2), min(columns, 7), min(colours, 10)


def _colours_to_the_left(wall: Wall) -> tuple[int, int, int]:
    """A typical mistake: look for a colour one cell further left in each new row, not right."""
    rows, columns, _ = data.bonuses(wall)
    complete = 0
    for start in range(SIDE):
        if all(wall[row][(start - row) % SIDE] != EMPTY for row in range(SIDE)):
            complete += 1
    return rows, columns, 10 * complete


def _only_the_first_diagonal(wall: Wall) -> tuple[int, int, int]:
    """A typical mistake: look for a complete colour only on the diagonal from the top left."""
    rows, columns, _ = data.bonuses(wall)
    is_complete = all(wall[i][i] != EMPTY for i in range(SIDE))
    return rows, columns, 10 * int(is_complete)


_STEPS = {
    "points for rows": "Each complete row earns 2 points. A row is complete if no cell is \".\". "
                       "Complete rows, counted from 0: {rows}.",
    "points for columns": "Each complete column earns 7 points. Column i is [row[i] for row "
                          "in wall]. zip(*wall) gives all columns, but zip(wall) gives the rows. "
                          "Complete columns, counted from 0: {columns}.",
    "points for colours": "Each colour that is in all five rows earns 10 points, but \".\" isn't a "
                          "colour. Colours in all five rows of this wall: {colours}.",
}


_COMPLETE = "Which rows, columns and colours of this wall are complete?"

bonuses = Task(
    "bonuses", data.bonuses, _ends, _three, laws=[_in_order], steps=_STEPS, kits=[Board.bonuses],
    show=given, nudge=_COMPLETE,
    mistakes=[Mistake(_each_kind_once, (
        _COMPLETE, "How many points do two complete rows earn?",
        "Your function gives the points only once, even if several rows, columns or colours are "
        "complete. Count the complete ones, for example with sum, and multiply.")),
        Mistake(_only_the_first_diagonal, (
            _COMPLETE, "Which cells of the wall does each of the five colours have?",
            "Your function looks only at the diagonal from the top left, but each colour can be "
            "complete. For each of the five colours, test whether it's in every row.")),
        Mistake(_colours_to_the_left, (
            _COMPLETE, "In the next row of the wall, how far does each colour move, and in which "
                       "direction?",
            "In each new row, your function looks for the colour one cell further left, but the "
            "colour moves one cell to the right. You can also search each row for the colour."))],
)
