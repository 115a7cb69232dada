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
    for rows in ["r", "rb/br", "rr/bb", "rb/rb", "rb/bg", "rbg/brg/gbr", "rbg/grb/bgr",
                 "rbg/gyb/bgr", "rbg/brb/ggr"]:
        yield ([list(row) for row in rows.split("/")],)
    for _ in range(5):
        square = data.random_wall(rng)
        rng.shuffle(square)
        yield (square,)
        row, column = rng.randrange(SIDE), rng.randrange(SIDE)
        wrong = [list(each) for each in square]
        wrong[row][column] = rng.choice(COLOURS.replace(wrong[row][column], ""))
        yield (wrong,)
        yield ([list(each) for each in zip(*[square[0]] * SIDE, strict=True)],)
        yield ([list(square[0]) for _ in range(SIDE)],)


is_latin = Task(
    "is_latin", data.is_latin, _squares, show=given_alone,
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
