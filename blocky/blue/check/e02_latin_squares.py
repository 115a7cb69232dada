"""Exercise 02: the checks of ``is_latin`` and ``random_wall``."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from blocky.blue import board, data
from blocky.blue.check.cases import given
from blocky.blue.rules import COLOURS, SIDE
from blocky.kit.check.laws import with_chance
from blocky.kit.check.task import (
    Call,
    Case,
    Cases,
    Hints,
    Mistake,
    Outcome,
    ResultParts,
    Seen,
    Task,
)
from blocky.kit.language import say

__all__ = ["is_latin", "random_wall"]

Square = list[list[str]]


# -- is_latin ----------------------------------------------------------------------------------

#: Small squares, some of them Latin; "/" separates the rows.
_EXAMPLES = ("r", "rb/br", "rr/rr", "rb/rb", "rr/bb", "rb/bg", "rbg/brg/gbr", "rbg/grb/bgr",
             "rbg/rbg/rbg", "rbr/brb/rbr", "rgb/grg/bbr", "rbg/gyb/bgr", "rbg/brb/ggr",
             "rbgw/brwg/gwrb/wgbr", "rbrb/brbr/rbrb/brbr", "rbgw/grbw/bgrw/rbgw")


def _squares(rng: Random) -> Cases:
    """Yield squares: the examples, Latin ones, nearly Latin ones, and ones with equal rows."""
    for rows in _EXAMPLES:
        yield [list(row) for row in rows.split("/")]
    for side in (3, 4, 5, 5, 5):
        square = _random_latin_square(rng, side)
        yield square
        for _ in range(2):
            yield from _nearly_latin(rng, square)
        yield [[colour] * side for colour in square[0]]
        yield [list(square[0]) for _ in range(side)]


def _random_latin_square(rng: Random, side: int) -> Square:
    """Return a Latin square of ``side`` rows, in random colours and a random order of rows."""
    order = rng.sample(COLOURS, side)
    square = [[order[(row + column) % side] for column in range(side)] for row in range(side)]
    rng.shuffle(square)
    return square


def _nearly_latin(rng: Random, square: Square) -> list[Square]:
    """Return four copies of a square, in each of which the same random cell has changed.

    In the first three, it's swapped with a cell in its row, in its column, and elsewhere. In the
    last one, it gets any other letter.
    """
    side = len(square)
    row, other_row = rng.sample(range(side), 2)
    column, other_column = rng.sample(range(side), 2)
    copies = []
    for i, j in ((row, other_column), (other_row, column), (other_row, other_column)):
        swapped = [list(cells) for cells in square]
        swapped[row][column] = square[i][j]
        swapped[i][j] = square[row][column]
        copies.append(swapped)
    repainted = [list(cells) for cells in square]
    other_colours = [colour for colour in COLOURS + "x" if colour != square[row][column]]
    repainted[row][column] = rng.choice(other_colours)
    return [*copies, repainted]


def _not_latin(square: Square) -> ResultParts:
    """Return two dicts from conditions to whether they're true.

    The first has the reasons why a square isn't Latin, the second what an answer may wrongly take
    for one.
    """
    columns = [list(column) for column in zip(*square, strict=True)]
    upside_down = square[::-1]
    diagonals = [[row[i] for i, row in enumerate(rows)] for rows in (square, upside_down)]
    has_other_colours = {colour for row in square for colour in row} > set(square[0])
    return ({"a row contains a colour more than once": _any_repeats(square),
             "a column contains a colour more than once": _any_repeats(columns),
             "a row contains a colour that isn't in the first row": has_other_colours},
            {"a diagonal contains a colour more than once": _any_repeats(diagonals)})


def _any_repeats(lines: Square) -> bool:
    """Whether any row, column or diagonal contains a colour more than once."""
    return any(len(set(line)) < len(line) for line in lines)


def _all_lines_like_the_first(square: Square) -> bool:
    """A typical mistake: don't test whether the colours of the first row itself are different."""
    columns = [list(column) for column in zip(*square, strict=True)]
    return all(sorted(line) == sorted(square[0]) for line in square + columns)


def _sorted_like_the_unsorted_first(square: Square) -> bool:
    """A typical mistake: compare sorted rows with a first row that isn't sorted."""
    first_row = square[0]
    columns = [list(column) for column in zip(*square, strict=True)]
    has_different_colours = len(set(first_row)) == len(first_row)
    return has_different_colours and all(sorted(line) == first_row for line in square + columns)


def _neighbours_differ(square: Square) -> bool:
    """A typical mistake: compare each cell only with the next one in its row and column."""
    columns = [list(column) for column in zip(*square, strict=True)]
    return all(cell != next_cell for line in square + columns for cell, next_cell in pairwise(line))


def _neighbours_differ_in_the_right_colours(square: Square) -> bool:
    """The same mistake, in a function that also tests which colours there are."""
    colours = set(square[0])
    has_other_colours = any(not set(row) <= colours for row in square)
    return len(colours) == len(square) and not has_other_colours and _neighbours_differ(square)


def _rows_are_right(square: Square) -> bool:
    """Whether each row contains each colour of the first row exactly once."""
    has_different_colours = len(set(square[0])) == len(square)
    return has_different_colours and all(sorted(row) == sorted(square[0]) for row in square)


def _neighbours_differ_in_columns(square: Square) -> bool:
    """A typical mistake: compare each cell of a column only with the one below it."""
    pairs_of_rows = pairwise(square)
    return _rows_are_right(square) and all(
        cell != below for row, next_row in pairs_of_rows
        for cell, below in zip(row, next_row, strict=True))


def _shifted(by: int) -> Callable[[Square], bool]:
    """Return a typical mistake: accept a square only if each row is the row above, shifted.

    ``by`` is 1 for a shift by one cell to the right, and -1 for the left.
    """
    def is_shifted(square: Square) -> bool:
        """Whether the rows are right, and each is the row above, shifted by one cell."""
        return _rows_are_right(square) and all(
            row == above[-by:] + above[:-by] for above, row in pairwise(square))
    return is_shifted


def _accepts_latin_squares(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result is False for a square that is Latin."""
    [square] = case
    if got.value is not False or not data.is_latin(square):
        return None
    return (_TWICE, "Each row and each column contains every colour of the first row exactly "
                    "once. Nothing else matters.",
            say("This square is Latin: each row and each column contains every colour of the "
                "first row ({colours}) exactly once, in any order. A square can have any "
                "colours, and any number of rows.", colours=", ".join(square[0])))


_TWICE = ("Look at each row and column above. Is any colour missing, or there twice?")

_NEIGHBOURS = (
    _TWICE, "Which cells of a row do you compare with each other?",
    "Your function compares each cell only with the next one, but the same colour can appear again "
    "later. Compare all the cells of a row or column, for example with a set.")

_IN_COLUMNS = (
    _TWICE, "Which cells of a column do you compare with each other?",
    "In the columns, your function compares each cell only with the one below it. The same colour "
    "can appear again further down, so compare all the cells of a column.")
_ONLY_SHIFTED = (
    _TWICE, "What do you require of each row and the row above it?",
    "Your function requires each row to be the row above, shifted by one cell. In a Latin square, "
    "the rows may be in any order: each row and column must only have each colour once.")

is_latin = Task(
    "is_latin", data.is_latin, _squares, parts={"": _not_latin}, laws=[_accepts_latin_squares],
    mistakes=[Mistake(_all_lines_like_the_first, (
        _TWICE, "What must be true of the first row on its own?",
        "Your function doesn't test the first row itself: its colours must all be different. "
        "Compare len(set(square[0])) with len(square).")),
        Mistake(_sorted_like_the_unsorted_first, (
            _TWICE, "What do you compare a sorted row with?",
            "Your function compares sorted rows and columns with the unsorted first row. Sort the "
            "first row too, or compare sets.")),
        Mistake(_neighbours_differ, _NEIGHBOURS),
        Mistake(_neighbours_differ_in_the_right_colours, _NEIGHBOURS),
        Mistake(_neighbours_differ_in_columns, _IN_COLUMNS),
        Mistake(_shifted(1), _ONLY_SHIFTED),
        Mistake(_shifted(-1), _ONLY_SHIFTED)],
    show=given, nudge=_TWICE)


# -- random_wall -------------------------------------------------------------------------------

def _seeds(rng: Random) -> Cases:
    """Yield lists of seeds, one for each wall: three of one seed, two equal ones, and 200."""
    for _ in range(3):
        yield [rng.randrange(1000)]
    yield [rng.randrange(1000)] * 2
    yield list(range(200))


def _made(answer: Any, seeds: Sequence[int]) -> Any:
    """Make a wall with each seed; return facts on the first wall and on the number of walls.

    Only these facts are compared: the value is always "a wall". If the first wall isn't a list of
    rows, return it as it is.
    """
    walls = []
    drew_elsewhere = False
    for number, seed in enumerate(seeds):
        wall, wall_drew_elsewhere = with_chance(partial(answer, Random(seed)), number)
        walls.append(wall)
        drew_elsewhere = drew_elsewhere or wall_drew_elsewhere
    first_wall, *_ = walls
    if not _is_list_of_rows(first_wall):
        return first_wall
    first_row = first_wall[0]
    number_of_walls = len({str(wall) for wall in walls})
    number_of_seeds = len(set(seeds))
    is_random = number_of_walls >= number_of_seeds / 3  # 200 seeds give about 97
    return Seen(say("a wall"), {
        "the number of rows": len(first_wall),
        "the number of cells in each row": [len(row) for row in first_wall],
        "the type of the rows": sorted({type(row).__name__ for row in first_wall}),
        "the number of separate lists among the rows": len({id(row) for row in first_wall}),
        "colours of the first row": sorted(first_row),
        "rows (counted from 0) that aren't a shifted copy of the first row": [
            number for number, row in enumerate(first_wall) if _shift(first_row, row) is None],
        "the shift from each row to the next one": _shifts(first_wall),
        "whether the function uses random numbers that don't come from rng": (
            drew_elsewhere or number_of_walls > number_of_seeds),
        "number of different walls": say("many") if is_random else number_of_walls})


def _is_list_of_rows(wall: Any) -> bool:
    """Whether a result is a list of lists or strings, and not empty."""
    if not isinstance(wall, (list, tuple)) or not wall:
        return False
    return all(isinstance(row, (list, tuple, str)) for row in wall)


def _shift(first: Sequence[str], row: Sequence[str]) -> int | None:
    """Return by how many cells ``first`` is shifted to the right in ``row``; None if it isn't."""
    for shift in range(len(first)):
        if [*row] == [*first[-shift:], *first[:-shift]]:
            return shift
    return None


def _shifts(wall: Sequence[Sequence[str]]) -> Any:
    """Return "1 cell to the right" or "1 cell to the left" if each row is shifted like that.

    Otherwise, return the list of the shifts from each row to the next one.
    """
    shifts = [_shift(above, row) for above, row in pairwise(wall)]
    if set(shifts) == {1}:
        return say("1 cell to the right")
    if set(shifts) == {SIDE - 1}:
        return say("1 cell to the left")
    return shifts


_STEPS = {
    "the number of rows": (
        "A wall has five rows: the first one, and four more. Add each row as one item, with "
        "append."),
    "the number of cells in each row": "Each row has five cells.",
    "the type of the rows": (
        "Each row must be a list of letters. list(row) turns a string into a list."),
    "the number of separate lists among the rows": (
        "append stores the list itself, not a copy. Make a new list for each row with list(row)."),
    "colours of the first row": (
        "The first row contains each of the five colours once. Use rng.sample(\"rbgwy\", 5): "
        "rng.choice and rng.choices can draw the same colour twice."),
    "rows (counted from 0) that aren't a shifted copy of the first row": (
        "Draw a random order only once, for the first row. Make each of the other rows by shifting "
        "the row above it."),
    "the shift from each row to the next one": (
        "Make each row from the row above, not from the first row. Shift it one cell to the right: "
        "[row[-1], *row[:-1]]."),
    "whether the function uses random numbers that don't come from rng": (
        "Get every random number from rng, for example with rng.sample(...), and not from the "
        "`random` module. Then the same seed gives the same wall."),
    "number of different walls": (
        "If the order of all five colours is random, 200 seeds give about 97 different walls. They "
        "give 5 if only the first colour is random, and 1 if nothing is random."),
}


def _words(seeds: Sequence[int]) -> str:
    """Return the call for one seed, or a list of calls for several."""
    if len(seeds) == 1:
        return f"random_wall(Random({seeds[0]}))"
    return say("[random_wall(Random(seed)) for seed in {seeds}]", seeds=_written(seeds))


def _written(seeds: Sequence[int]) -> Sequence[int] | str:
    """Return what stands for seeds in Python: a few as they are, many as a range."""
    return seeds if len(seeds) < 9 else f"range({len(seeds)})"


def _only_the_first_colour_is_random(rng: Random) -> Square:
    """A typical mistake: the colours always follow one another in the same order."""
    start = rng.randrange(SIDE)
    return [[COLOURS[(start + column - row) % SIDE] for column in range(SIDE)]
            for row in range(SIDE)]


def _more_from_row_to_row(direction: int) -> Callable[[Random], Square]:
    """Return a typical mistake: make row i from the row above, shifted by i cells, not by one.

    ``direction`` is 1 for shifts to the right, and -1 for the left.
    """
    def wall(rng: Random) -> Square:
        rows = [rng.sample(COLOURS, SIDE)]
        for number in range(1, SIDE):
            above = rows[-1]
            shift = direction * number
            rows.append(above[-shift:] + above[:-shift])
        return rows
    return wall


_FIVE_ROWS = "How many rows does a wall have, and what does each one contain?"
_SHIFTS_ADD_UP = (
    _FIVE_ROWS, "Which row does your function shift to make the next row? By how many cells?",
    "Your function shifts the row above by i cells, so the shifts add up. Shift the row above by 1 "
    "cell, or the first row by i cells.")

random_wall = Task(
    "random_wall", data.random_wall, _seeds,
    _made, steps=_STEPS, mistakes=[
        Mistake(_only_the_first_colour_is_random, (
            _FIVE_ROWS, "How many different first rows can your function make?",
            "In your walls, only the first colour is random: the others always follow in the same "
            "order. Draw the whole first row, for example with rng.sample.")),
        Mistake(_more_from_row_to_row(1), _SHIFTS_ADD_UP),
        Mistake(_more_from_row_to_row(-1), _SHIFTS_ADD_UP)],
    kits=[board.Board.row, board.random_order],
    words=_words, python=lambda seeds: Call(
        f"random_wall(Random({seeds[0]}))" if len(seeds) == 1 else
        f"[random_wall(Random(seed)) for seed in {_written(seeds)}]"),
    nudge=_FIVE_ROWS,
)
