"""Exercise 08: what the rules of the published game make of the same wall."""

from collections.abc import Callable
from random import Random
from typing import Any

from blocky.blue import data
from blocky.blue.board import EMPTY, Board
from blocky.blue.check.cases import board_with, given
from blocky.blue.check.e04_tiling import run_picture, scored, walls
from blocky.blue.data import Wall
from blocky.blue.rules import COLOURS, SIDE, Rules
from blocky.kit.check.task import Case, Cases, Hints, Outcome, Parts, Seen, Sure, Task
from blocky.kit.language import say

__all__ = ["bonuses", "official_score"]


# -- official_score ----------------------------------------------------------------------------

official_score = Task(
    "official_score", data.official_score, walls, parts={"": scored(official=True)},
    show=run_picture, kits=[Rules.tile_score],
    nudge="How long is the run across that includes the tile? How long is the run down?",
)


# -- bonuses -----------------------------------------------------------------------------------

def _ends(rng: Random) -> Cases:
    cells = {(row, column) for row in range(SIDE) for column in range(SIDE)}
    colour = {(i, (i + 1) % SIDE) for i in range(SIDE)}
    row, column = {(1, i) for i in range(SIDE)}, {(i, 3) for i in range(SIDE)}
    shapes = [cells - cells, row, column, colour, colour | row, cells, cells - {(4, 4)},
              cells - colour, cells - {(i, SIDE - 1 - i) for i in range(SIDE)}]
    shapes += [set(rng.sample(sorted(cells), rng.randrange(15, 25))) for _ in range(10)]
    yield from (board_with(*shape)["wall"] for shape in shapes)


def _three(answer: Any, wall: list[list[str]]) -> Any:
    points = answer(wall)
    if not isinstance(points, (tuple, list)) or len(points) != 3:
        return points
    complete = {
        "rows": [str(i) for i, row in enumerate(wall) if EMPTY not in row],
        "columns": [str(i) for i, cells in enumerate(zip(*wall, strict=True))
                    if EMPTY not in cells],
        "colours": [each for each in COLOURS if all(each in row for row in wall)]}
    return Seen(points, dict(zip(_PARTS, points, strict=True)) | {
        name: ", ".join(found) or say("none") for name, found in complete.items()})


def _in_order(case: Case, got: Outcome) -> Hints | Sure | None:
    right, value = data.bonuses(*case), got.value
    if not isinstance(value, (tuple, list)) or tuple(value) == right or (
            sorted(value, key=str) != sorted(right, key=str)):
        return None
    return Sure(("In which order should the three numbers be?", "The points for rows come first.",
                 say("All three numbers are right, but in the wrong order. Return the points for "
                     "rows, columns and colours: {right}. You return {value}.",
                     right=right, value=tuple(value))))


_PARTS = {
    "points for rows": "Each complete row earns 2 points. A row is complete if no cell is \".\". "
                       "Complete rows, counted from 0: {rows}.",
    "points for columns": "Each complete column earns 7 points. A column has one cell in each "
                          "row, and it's complete if none is \".\". Complete columns, counted "
                          "from 0: {columns}.",
    "points for colours": "Each colour that is in all five rows earns 10 points. Such colours on "
                          "this wall: {colours}.",
}


def _complete(part: str) -> Callable[[Wall], Parts]:
    """Return the ``parts`` of one of the three kinds of points."""
    def parts(wall: Wall) -> Parts:
        points = dict(zip(_PARTS, data.bonuses(wall), strict=True))
        each = dict(zip(_PARTS, (2, 7, 10), strict=True))[part]
        lines: dict[str, list[Any]] = {"points for rows": [*wall],
                                       "points for columns": [*zip(*wall, strict=True)]}
        gaps = [list(line).count(EMPTY) for line in lines.get(part, ())]
        return ({say("{each} points for each complete one", each=each): points[part]},
                {"the points only once, no matter how many are complete": min(points[part], each),
                 "1 point for each complete one": points[part] // each,
                 "the points for each one that lacks only one tile": each * gaps.count(1),
                 "the points for all complete ones, but not for the last row or column": (
                     points[part] - each * (gaps[-1:] == [0])),
                 "10 points for the empty cell \".\", when each row has one": 10 * all(
                     EMPTY in row for row in wall),
                 "10 points for the empty cell \".\", when there are five of them": 10 * (
                     sum(row.count(EMPTY) for row in wall) == SIDE),
                 **{name: points[name] for name in _PARTS if name != part},
                 **{say("{each} points for each complete one", each=worth):
                    points[part] // each * worth for worth in (2, 7, 10) if worth != each},
                 **{say("{each} points for each one that is complete or lacks only one "
                        "tile", each=worth):
                    (points[part] // each + gaps.count(1)) * worth for worth in (2, 7, 10)},
                 **{say(counted, each=each): points[name] // worth * each
                    for name, counted, worth in zip(_PARTS, (
                        "{each} points for each complete row",
                        "{each} points for each complete column",
                        "{each} points for each complete colour"), (2, 7, 10), strict=True)
                    if name != part}})
    return parts


bonuses = Task(
    "bonuses", data.bonuses, _ends, _three, laws=[_in_order], steps=_PARTS, kits=[Board.bonuses],
    parts={name: _complete(name) for name in _PARTS}, show=given,
    nudge="Which rows, columns and colours of this wall are complete?",
)
