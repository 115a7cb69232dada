"""Exercise 08: what the rules of the published game make of the same wall."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from blocky.blue import board as kit
from blocky.blue import data
from blocky.blue.check.cases import board_with, given_alone
from blocky.blue.check.e04_tiling import run_picture, walls
from blocky.blue.rules import SIDE, Rules
from blocky.kit.check.task import Case, Mistake, Task

__all__ = ["bonuses", "official_score"]


# -- official_score ----------------------------------------------------------------------------

official_score = Task(
    "official_score", data.official_score, walls, show=run_picture,
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


bonuses = Task(
    "bonuses", data.bonuses, _ends, kits=[kit.Board.bonuses], show=given_alone,
    nudge="Which rows, columns and colours are complete on this wall?",
)
