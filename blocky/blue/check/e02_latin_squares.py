"""Exercise 02: a Latin square is told by looking, and a random wall is made."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from blocky.blue import board, data
from blocky.blue.check.cases import given_alone
from blocky.blue.rules import COLOURS, SIDE
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task
from blocky.kit.language import say

__all__ = ["is_latin", "random_wall"]

Square = list[list[str]]


# -- is_latin ----------------------------------------------------------------------------------

def _squares(rng: Random) -> Iterator[Case]:
    for rows in ["r", "rb/br", "rr/rr", "rb/rb", "rr/bb", "rb/bg", "rbg/brg/gbr", "rbg/grb/bgr",
                 "rbg/rbg/rbg", "rbr/brb/rbr", "rgb/grg/bbr", "rbg/gyb/bgr", "rbg/brb/ggr",
                 "rbgw/brwg/gwrb/wgbr", "rbrb/brbr/rbrb/brbr", "rbgw/grbw/bgrw/rbgw"]:
        yield ([list(row) for row in rows.split("/")],)
    for side in (3, 4, 5, 5, 5):
        order = rng.sample(COLOURS, side)
        square = [[order[(i + j) % side] for j in range(side)] for i in range(side)]
        rng.shuffle(square)
        yield (square,)
        for _ in range(2):
            (i, k), (j, m) = rng.sample(range(side), 2), rng.sample(range(side), 2)
            for one, other in (((i, j), (i, m)), ((i, j), (k, j)), ((i, j), (k, m))):
                yield (_exchanged(square, one, other),)
            wrong = [list(each) for each in square]
            wrong[i][j] = rng.choice([each for each in "rbgwyx" if each != wrong[i][j]])
            yield (wrong,)
        yield ([list(each) for each in zip(*[square[0]] * side, strict=True)],)
        yield ([list(square[0]) for _ in range(side)],)


def _exchanged(square: Square, one: tuple[int, int], other: tuple[int, int]) -> Square:
    """Return a square with two cells exchanged."""
    new = [list(row) for row in square]
    (i, j), (k, m) = one, other
    new[i][j], new[k][m] = new[k][m], new[i][j]
    return new


def _sees_rows_and_columns(case: Case, got: Outcome) -> Hints | None:
    """See which row or column is wrong in a square that is taken for Latin, or if none is."""
    [square] = case
    if not isinstance(got.value, bool) or got.value == data.is_latin(square):
        return None
    if not got.value:
        return ("Which rows and columns of the square above are wrong?",
                "A square is Latin if its rows and its columns are right. Nothing else counts.",
                say("Each of the {count} rows and columns above holds each colour of the first row "
                    "once, and your function returns False. It must not ask for more: the "
                    "diagonals do not count, nor does the order.", count=2 * len(square)))
    columns = [list(column) for column in zip(*square, strict=True)]
    named = [*((say("Row {number}", number=number), row) for number, row in enumerate(square)),
             *((say("Column {number}", number=number), row) for number, row in enumerate(columns))]
    name, line = next((name, line) for name, line in named
                      if len(set(line)) < len(line) or set(line) != set(square[0]))
    nudge = "Look at each row and each column above: which colour is there twice, or not there?"
    twice = next((each for each in line if line.count(each) > 1), None)
    if twice is None:
        return (nudge, "The colours are those of the first row.",
                say("{name} (counted from 0) is {line}, which are not the colours of the first "
                    "row, and your function returns True.", name=name, line=line))
    return (nudge, "Each row and each column must hold each colour once: rows and columns alike, "
            "the first and the last.",
            say("{name} (counted from 0) is {line}, with {colour} more than once, and your "
                "function returns True. Does it look at each row and at each column, and at the "
                "whole of it?", name=name, line=line, colour=twice))


is_latin = Task(
    "is_latin", data.is_latin, _squares, laws=[_sees_rows_and_columns], show=given_alone,
    nudge="Look at each row and each column above: which colour is there twice, or not there?",
)


# -- random_wall -------------------------------------------------------------------------------

class Walls(list[Any]):
    """The walls that were made, and whether all random numbers came from rng."""

    elsewhere = False


def _seeds(rng: Random) -> Iterator[Case]:
    yield from (([rng.randrange(1000)],) for _ in range(3))
    seed = rng.randrange(1000)
    yield ([seed, seed],)
    yield (list(range(200)),)


def _made(answer: Any, seeds: Sequence[int]) -> Any:
    made = Walls()
    for number, seed in enumerate(seeds):
        random.seed(number)
        state = random.getstate()
        made.append(answer(Random(seed)))
        made.elsewhere |= random.getstate() != state
    return made if len(made) > 1 else made[0]


def _walls(got: Outcome) -> list[Any]:
    return list(got.value) if isinstance(got.value, Walls) else [got.value]


def _is_a_wall(case: Case, got: Outcome) -> Hints | None:
    for wall in _walls(got):
        if not isinstance(wall, (list, tuple)) or [
                isinstance(row, list) and len(row) for row in wall] != [SIDE] * SIDE:
            return ("How many rows has a wall, and how many cells has each?",
                    "A wall is a list of five lists, each with the letters of five colours.",
                    "Return a list of five rows. Each row is a list of five letters.")
        if len({id(row) for row in wall}) < SIDE:
            return ("Change one cell of a wall that your function made. What else changes?",
                    "append puts the list itself into the wall, not a copy of what it holds now.",
                    "Some rows are one and the same list. Make a new list for each row: "
                    "list(row), row[:], or parts of it that are added.")
    return None


def _is_latin_and_moves_on(case: Case, got: Outcome) -> Hints | None:
    for wall in _walls(got):
        rows = ["".join(row) for row in wall]
        if sorted(rows[0]) != sorted(COLOURS) or not data.is_latin(wall):
            return ("Which colour is twice in a row or in a column of your wall?",
                    "The first row holds the five colours in a random order, each once. Each other "
                    "row holds them in the same order, but begins elsewhere.",
                    "This is no Latin square of the five colours. rng.sample(\"rbgwy\", 5) gives "
                    "them in a random order; move each row on by one cell more than the one above.")
        order = board.Board(rows[0])
        if rows != [order.row(number) for number in range(1, SIDE + 1)]:
            return ("Where does the first colour of a row stand in the row below it?",
                    "Each row is the one above, moved on by one cell to the right; what falls out "
                    "at the right comes in at the left.",
                    "It is a Latin square, but not one of the game's. The row below p is "
                    "p[-1:] + p[:-1], and so on.")
    return None


def _comes_from_rng(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, Walls):
        return None
    walls, [seeds] = [str(wall) for wall in got.value], case
    if got.value.elsewhere or (len(set(seeds)) == 1 and len(set(walls)) > 1):
        return ("Where do the random numbers of your function come from?",
                "With the same seed the same wall must come, or a game could not be played again.",
                "Not all of it comes from rng. Write rng.sample(...) or rng.shuffle(...), not "
                "random.sample(...), and keep nothing from one call to the next.")
    few, many = len(set(walls)), len(set(seeds))
    if many > 100 and few < many / 3:  # of 120 walls, 200 draws hit 97 on average
        return ("Is every wall as likely as any other?",
                "There are 120 orders of five colours, so that 200 walls are of about 97 kinds.",
                say("Of 200 walls that were made, only {few} were different. Draw the order of all "
                    "five colours from rng.", few=few))
    return None


random_wall = Task(
    "random_wall", data.random_wall, _seeds, _made, only_laws=True,
    kits=[board.Board.row, board.random_order],
    laws=[_is_a_wall, _is_latin_and_moves_on, _comes_from_rng],
    words=lambda seeds: (f"random_wall(Random({seeds[0]}))" if len(seeds) == 1 else
                         say("[random_wall(Random(seed)) for seed in {seeds}]", seeds=(
                             seeds if len(seeds) < 9 else f"range({len(seeds)})"))),
    nudge="How many rows has a wall, and what does each hold?",
)
