"""Exercise 02: a Latin square is told by looking, and a random wall is made."""

from collections.abc import Sequence
from functools import partial
from itertools import chain, pairwise
from random import Random
from typing import Any

from blocky.blue import board, data
from blocky.blue.check.cases import given
from blocky.blue.rules import COLOURS, SIDE
from blocky.kit.check.laws import with_chance
from blocky.kit.check.task import Call, Case, Cases, Hints, Outcome, Parts, Seen, Task
from blocky.kit.language import say

__all__ = ["is_latin", "random_wall"]

Square = list[list[str]]


# -- is_latin ----------------------------------------------------------------------------------

def _squares(rng: Random) -> Cases:
    for rows in ["r", "rb/br", "rr/rr", "rb/rb", "rr/bb", "rb/bg", "rbg/brg/gbr", "rbg/grb/bgr",
                 "rbg/rbg/rbg", "rbr/brb/rbr", "rgb/grg/bbr", "rbg/gyb/bgr", "rbg/brb/ggr",
                 "rbgw/brwg/gwrb/wgbr", "rbrb/brbr/rbrb/brbr", "rbgw/grbw/bgrw/rbgw"]:
        yield [list(row) for row in rows.split("/")]
    for side in (3, 4, 5, 5, 5):
        order = rng.sample(COLOURS, side)
        square = [[order[(i + j) % side] for j in range(side)] for i in range(side)]
        rng.shuffle(square)
        yield square
        for _ in range(2):
            (i, k), (j, m) = rng.sample(range(side), 2), rng.sample(range(side), 2)
            for row, column in ((i, m), (k, j), (k, m)):
                wrong = [list(each) for each in square]
                wrong[i][j], wrong[row][column] = wrong[row][column], wrong[i][j]
                yield wrong
            wrong = [list(each) for each in square]
            wrong[i][j] = rng.choice([each for each in "rbgwyx" if each != wrong[i][j]])
            yield wrong
        yield [[each] * side for each in square[0]]
        yield [list(square[0]) for _ in range(side)]


def _not_latin(square: Square) -> Parts:
    columns = [list(column) for column in zip(*square, strict=True)]
    diagonals = [[row[i] for i, row in enumerate(rows)] for rows in (square, square[::-1])]
    first = {*square[0]}

    def neighbours(lines: Square) -> bool:
        return any(one == other for line in lines for one, other in pairwise(line))

    return ({"a row contains a colour more than once": _twice(square),
             "a column contains a colour more than once": _twice(columns),
             "there is a colour that isn't in the first row": any(
                 {*row} - first for row in square),
             "a row doesn't have the same set of colours as the first row": any(
                 {*row} != first for row in square),
             "a column doesn't have the same set of colours as the first row": any(
                 {*column} != first for column in columns)},
            {"two neighbours in a row have the same colour": neighbours(square),
             "two neighbours in a column have the same colour": neighbours(columns),
             "a diagonal contains a colour more than once": _twice(diagonals),
             "the number of colours isn't the number of rows": (
                 len({*chain(*square)}) != len(square))})


def _twice(lines: Square) -> bool:
    return any(len({*line}) < len(line) for line in lines)


def _rejects_a_latin_square(case: Case, got: Outcome) -> Hints | None:
    [square] = case
    if got.value is not False or not data.is_latin(square):
        return None
    return (_TWICE, "Each row and each column contains every colour of the first row exactly "
                    "once. Nothing else matters.",
            say("This square is Latin: each row and each column contains every colour of the "
                "first row ({colours}) exactly once. Their order doesn't matter, and neither does "
                "the side, here {count}.",
                count=len(square), colours=", ".join(square[0])))


_TWICE = "Look at each row and column above. Is a colour in it twice, or missing?"

is_latin = Task("is_latin", data.is_latin, _squares, parts={"": _not_latin},
                laws=[_rejects_a_latin_square], show=given, nudge=_TWICE)


# -- random_wall -------------------------------------------------------------------------------

def _made(answer: Any, seeds: Sequence[int]) -> Any:
    walls, elsewhere = zip(*(with_chance(partial(answer, Random(seed)), number)
                             for number, seed in enumerate(seeds)), strict=True)
    if not isinstance(walls[0], (list, tuple)) or not all(
            isinstance(row, (list, tuple, str)) for row in walls[0]):
        return walls[0]
    rows, few = walls[0], len({*map(str, walls)})
    turns = [[*rows[0][-by:], *rows[0][:-by]] for by in range(SIDE)]
    moved = [turns.index([*row]) if [*row] in turns else None for row in rows]
    return Seen(say("a wall"), dict(zip(_STEPS, (
        [len(row) for row in rows], {type(row).__name__ for row in rows} <= {"list"},
        len({*map(id, rows)}), sorted(rows[0]),
        [number for number, row in enumerate(rows) if [*row] not in turns],
        [None if above is None or one is None else (one - above) % SIDE
         for above, one in pairwise(moved)],
        any(elsewhere) or few > len({*seeds}),
        few if few < len({*seeds}) / 3 else say("many")), strict=True)))


_STEPS = {
    "the number of cells in each row": (
        "A wall has five rows of five cells. Add each row as one item, with append, not with + or "
        "extend."),
    "whether each row is a list": (
        "Each row must be a list of letters, not a string. list(row) turns a string into a list."),
    "the number of separate lists among the rows": (
        "append stores the list itself, not a copy. If several rows are the same list, changing "
        "one changes them all. Make a new list for each row with list(row) or row[:]."),
    "colours of the first row": (
        "The first row contains each of the five colours once. Use rng.sample(\"rbgwy\", 5): "
        "rng.choice and rng.choices can draw a colour twice."),
    "rows (counted from 0) that aren't the first row, shifted": (
        "Draw a random order only once, for the first row. Every other row is the first row, "
        "shifted, with nothing random in it."),
    "the shift of each row to the right, compared with the row above": (
        "Each row is the row above, shifted one cell to the right; the last colour moves to the "
        "front. (A shift of 4 to the right is a shift of 1 to the left.)"),
    "whether random numbers come from elsewhere than rng": (
        "Use only random numbers from rng, for example with rng.sample(...), and none from the "
        "module random. Then the same seed gives the same wall."),
    "number of different walls": (
        "200 seeds give about 97 different walls if the order of all five colours is random, 5 if "
        "only the first colour is random, and 1 if nothing is."),
}


random_wall = Task(
    "random_wall", data.random_wall, lambda rng: [
        *([rng.randrange(1000)] for _ in range(3)), [rng.randrange(1000)] * 2, [*range(200)]],
    _made, steps=_STEPS, kits=[board.Board.row, board.random_order],
    words=lambda seeds: (f"random_wall(Random({seeds[0]}))" if len(seeds) == 1 else
                         say("[random_wall(Random(seed)) for seed in {seeds}]", seeds=(
                             seeds if len(seeds) < 9 else f"range({len(seeds)})"))),
    python=lambda seeds: Call(
        f"random_wall(Random({seeds[0]}))" if len(seeds) == 1 else
        f"[random_wall(Random(seed)) for seed in "
        f"{seeds if len(seeds) < 9 else f'range({len(seeds)})'}]"),
    nudge="How many rows does a wall have, and what does each one contain?",
)
