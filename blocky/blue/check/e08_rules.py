"""Exercise 08: what the rules of the published game make of the same wall."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.blue import board as kit
from blocky.blue import data
from blocky.blue.check.cases import board_with, given_alone
from blocky.blue.check.e04_tiling import across_and_down, run_picture, walls
from blocky.blue.rules import SIDE, Rules
from blocky.kit.check.compare import written
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.language import say

__all__ = ["bonuses", "official_score"]


# -- official_score ----------------------------------------------------------------------------

def _scores_each_run(case: Case, got: Outcome) -> Hints | None:
    """See what each run brings."""
    right = data.official_score(*case)
    if got.value == right:
        return None
    across, down = (each and each + 1 for each in across_and_down(*case))
    nudge = "How long is the run across with the tile in it, and how long the run down?"
    first = "A run with any other tile in it scores a point for each of its tiles, the new one too."
    if not across and not down:
        return (nudge, first, say(
            "Here no other tile is in either run, so that neither scores, and the tile, which is "
            "alone, scores 1. Yours is {value}.", value=written(got.value)))
    return (nudge, first, say(
        "Here the run across brings {across} and the run down {down}: with the tile itself, if "
        "there is another tile in the run, else 0. Together they bring {right}. Yours is {value}.",
        across=across, down=down, right=right, value=written(got.value)))


official_score = Task(
    "official_score", data.official_score, walls, laws=[_scores_each_run], show=run_picture,
    kits=[kit.run_length, Rules.tile_score],
    mistakes=[Mistake(data.tile_score, (
        "How often does the tile count that is both in a row and in a column?",
        "The run across with the tile in it scores, and the run down with the tile in it scores.",
        "The tile counts once in your score, as by the seed rules. With tiles across and down it "
        "counts twice."))],
    nudge="How long is the run across with the tile in it, and how long the run down?",
)


# -- bonuses -----------------------------------------------------------------------------------

def _ends(rng: Random) -> Iterator[Case]:
    cells = {(row, column) for row in range(SIDE) for column in range(SIDE)}
    colour = {(i, (i + 1) % SIDE) for i in range(SIDE)}
    row, column = {(1, i) for i in range(SIDE)}, {(i, 3) for i in range(SIDE)}
    shapes = [cells - cells, row, column, colour, colour | row, cells, cells - {(4, 4)}]
    shapes += [set(rng.sample(sorted(cells), rng.randrange(15, 25))) for _ in range(10)]
    yield from ((board_with(*shape)["wall"],) for shape in shapes)


def _three(answer: Any, wall: list[list[str]]) -> Any:
    points = answer(wall)
    if not isinstance(points, (tuple, list)) or len(points) != 3:
        return points
    return Seen(points, dict(zip(_PARTS, points, strict=True)))


_PARTS = {
    "points for rows": "There are 2 points for each complete row: no cell of it is \".\".",
    "points for columns": "There are 7 points for each complete column: of each row one cell, "
                          "and none of them is \".\".",
    "points for colours": "There are 10 points for each of the five colours that stands in all "
                          "five rows.",
}


bonuses = Task(
    "bonuses", data.bonuses, _ends, _three, steps=_PARTS, kits=[kit.Board.bonuses],
    show=given_alone,
    nudge="Which rows, columns and colours are complete on this wall?",
)
