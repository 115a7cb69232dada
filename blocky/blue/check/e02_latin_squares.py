"""Exercise 02: a Latin square is told by looking, and a random wall is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from blocky.blue import board, data
from blocky.blue.check.cases import given_alone
from blocky.blue.rules import COLOURS, SIDE
from blocky.kit.check.compare import written
from blocky.kit.check.laws import not_from_rng, with_chance
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Parts, Task
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


def _not_latin(square: Square) -> Parts:
    """Return what keeps a square from being Latin, and what does not."""
    columns = [list(column) for column in zip(*square, strict=True)]
    diagonals = [[row[i] for i, row in enumerate(rows)] for rows in (square, square[::-1])]
    strange = {each for row in square for each in row} - {*square[0]}
    return ({
        "a colour is more than once in the first row": _twice(square[:1], say("row")),
        "a colour is more than once in another row": _twice(square, say("row"), 1),
        "a colour is more than once in the first column": _twice(columns[:1], say("column")),
        "a colour is more than once in another column": _twice(columns, say("column"), 1),
        "there is a colour that is not in the first row": strange and say(
            "{colour} is in the square, and not in its first row", colour=min(strange))},
        {"neighbours in a row are the same": _neighbours(square),
         "neighbours in a column are the same": _neighbours(columns),
         "a colour is more than once in a diagonal": _twice(diagonals, say("diagonal")),
         "there are more colours, or fewer, than rows": len(
             {each for row in square for each in row}) != len(square)})


def _twice(lines: list[list[str]], kind: str, first: int = 0) -> str:
    """Return which of some lines holds a colour more than once, in words; "" if none does."""
    return next((say("{kind} {number} (counted from 0) is {line}, with {colour} more than once",
                     kind=kind, number=number, line=line, colour=colour)
                 for number, line in enumerate(lines) if number >= first
                 for colour in line if line.count(colour) > 1), "")


def _neighbours(lines: list[list[str]]) -> bool:
    return any(one == other for line in lines for one, other in pairwise(line))


is_latin = Task(
    "is_latin", data.is_latin, _squares, parts={"": _not_latin}, show=given_alone,
    nudge="Look at each row and each column above: which colour is there twice, or not there?",
)


# -- random_wall -------------------------------------------------------------------------------

def _seeds(rng: Random) -> Iterator[Case]:
    yield from (([rng.randrange(1000)],) for _ in range(3))
    seed = rng.randrange(1000)
    yield ([seed, seed],)
    yield (list(range(200)),)


def _made(answer: Any, seeds: Sequence[int]) -> Any:
    made = [with_chance(partial(answer, Random(seed)), number)
            for number, seed in enumerate(seeds)]
    walls = [wall for wall, _ in made]
    return Seen(walls if len(walls) > 1 else walls[0],
                {"elsewhere": any(elsewhere for _, elsewhere in made)})


#: What a wall is, and how its rows come, as the second hints say it.
_WALL = ("How many rows has a wall, and what is each row?",
         "A wall is a list of five lists, each with the letters of the five colours.")
_ROWS = ("How does a row of your wall come from the row above it?",
         "The first row holds the five colours in a random order, each once. Each other row is the "
         "one above, moved on by one cell to the right; what falls out at the right comes in at "
         "the left.")


def _is_a_wall(case: Case, got: Outcome) -> Hints | None:
    """See whether there are five rows of five letters, each a list of its own."""
    for wall in _walls(case, got):
        if not isinstance(wall, (list, tuple)) or all(
                isinstance(each, str) and len(each) == 1 for each in wall):
            return (*_WALL, say("{wall} is no list of lists. Put each row in as a whole, with "
                                "append and not with + or extend.", wall=written(wall)))
        if strange := next((row for row in wall if not isinstance(row, list)), None):
            return (*_WALL, say("{row} is a {kind}, and each row must be a list of letters: "
                                "list({row}) would be one.", row=written(strange),
                                kind=type(strange).__name__))
        if len(wall) != SIDE:
            return (*_WALL, say("Your wall has {count} rows, the first one included, and must have "
                                "{side}. How often does your loop add one?", count=len(wall),
                                side=SIDE))
        if other := next((row for row in wall if len(row) != SIDE), None):
            return (*_WALL, say("The row {row} must have {side} cells.", row=written(other),
                                side=SIDE))
        if len({id(row) for row in wall}) < SIDE:
            return ("Change one cell of a wall that your function made. What else changes?",
                    "append puts the list itself into the wall, not a copy of what it holds now.",
                    "Some rows are one and the same list, so that a change of one changes the "
                    "other. Make a new list for each row, with list(row) or row[:].")
    return None


def _walls(case: Case, got: Outcome) -> list[Any]:
    return list(got.value) if len(case[0]) > 1 else [got.value]


def _moves_on(case: Case, got: Outcome) -> Hints | None:
    """See whether the first row has each colour once, and how each other one is made of it."""
    for wall in _walls(case, got):
        first = wall[0]
        if sorted(first) != sorted(COLOURS):
            return (*_ROWS, say(
                "The first row, {row}, does not hold each of the five colours once. rng.choice "
                "and rng.choices may draw the same colour again; rng.sample(\"rbgwy\", 5) and "
                "rng.shuffle(...) do not.", row=first))
        turns = [first[-by:] + first[:-by] for by in range(SIDE)]
        number = next((i for i, row in enumerate(wall) if row != turns[i]), None)
        if number is None:
            continue
        if wall[number] not in turns:
            return (*_ROWS, say(
                "Row {number} (counted from 0), {row}, is no moved copy of the first row, {first}: "
                "it has another order. Draw an order once only, for the first row; the others "
                "come from it without chance.", number=number, row=wall[number], first=first))
        by = turns.index(wall[number])
        return (*_ROWS, say(
            "Row {number} (counted from 0) is the first row, moved by {by} to the right, which is "
            "the same as by {other} to the left. It must be moved by {number} to the right.",
            number=number, by=by, other=(SIDE - by) % SIDE))
    return None


def _comes_from_rng(case: Case, got: Outcome) -> Hints | None:
    [seeds] = case
    walls = [str(wall) for wall in _walls(case, got)]
    few, many = len(set(walls)), len(set(seeds))
    if got.facts["elsewhere"] or (many == 1 and few > 1):
        return not_from_rng(elsewhere=got.facts["elsewhere"])
    if many > 100 and few == 1:
        return ("Where do the random numbers of your function come from?",
                "Another rng must lead to another wall.",
                "The wall is the same whatever rng is handed in: what you draw from is not the rng "
                "that is given, but one made in your function or outside of it, with a seed of its "
                "own. Or nothing is drawn at all.")
    if many > 100 and few < many / 3:  # of 120 walls, 200 draws hit 97 on average
        return ("Is every wall as likely as any other?",
                "There are 120 orders of five colours, so that 200 walls are of about 97 kinds.",
                say("Of 200 walls that were made, only {few} were different. Draw the order of all "
                    "five colours from rng, not only where it begins.", few=few))
    return None


random_wall = Task(
    "random_wall", data.random_wall, _seeds, _made, only_laws=True,
    kits=[board.Board.row, board.random_order],
    laws=[_is_a_wall, _moves_on, _comes_from_rng],
    words=lambda seeds: (f"random_wall(Random({seeds[0]}))" if len(seeds) == 1 else
                         say("[random_wall(Random(seed)) for seed in {seeds}]", seeds=(
                             seeds if len(seeds) < 9 else f"range({len(seeds)})"))),
    nudge="How many rows has a wall, and what does each hold?",
)
