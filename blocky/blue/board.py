"""The board of a player: pattern lines, a wall, a floor and a score.

Rows, columns and lines are numbered from 1; line 0 is the floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from blocky.blue.rules import COLOURS, PENALTIES, SIDE, Rules, colour_name
from blocky.kit.language import mark, say
from blocky.kit.position import Refusal

__all__ = ["Board", "Placed", "Tiling", "random_order", "run_length"]

EMPTY = "."
FLOOR = len(PENALTIES) - 1

_OBSTACLES = mark({
    "full": "Line {line} is full.",
    "colour": "Line {line} holds {other} tiles, so it accepts no other colour.",
    "wall": "Row {line} of the wall already has a {colour} tile.",
})


class Placed(NamedTuple):
    """A tile put on the wall: its place, its points, and the lengths of the runs beside it."""

    row: int
    column: int
    points: int
    across: int
    down: int


class Tiling(NamedTuple):
    """The result of a round for a player.

    Attributes:
        placed: the tiles put on the wall, from the top row down.
        gains: the sum of their points.
        penalty: the penalty for the floor.
        score: the score after it.
        discards: the tiles of full lines that did not go to the wall.
    """

    placed: tuple[Placed, ...]
    gains: int
    penalty: int
    score: int
    discards: str


class Board(NamedTuple):
    """The lines, wall, floor and score of a player. It is immutable: methods return a new board.

    Attributes:
        perm: the colours of the first row of the wall; each row is the one above, shifted right.
        wall: five strings of five letters, "." for a cell without a tile.
        lines: five strings, the tiles on each pattern line.
        floor: the number of occupied spaces of the floor, at most 7.
        score: the points so far.

    >>> board = Board("rbgwy").put("b", 2, 3)
    >>> board.lines, board.floor
    (('', 'bb', '', '', ''), 1)
    """

    perm: str
    wall: tuple[str, ...] = (EMPTY * SIDE,) * SIDE
    lines: tuple[str, ...] = ("",) * SIDE
    floor: int = 0
    score: int = 0

    def row(self, number: int) -> str:
        """Return the colours of the cells of a row of the wall, from left to right.

        >>> Board("rbgwy").row(1), Board("rbgwy").row(2)
        ('rbgwy', 'yrbgw')
        """
        return self.perm[SIDE + 1 - number:] + self.perm[:SIDE + 1 - number]

    # -- the draft -------------------------------------------------------------------------

    def takes(self, line: int) -> str:
        """Return the colours that ``line`` takes; the floor (0) takes all."""
        return _taken(line, self.lines[line - 1], self.wall[line - 1]) if line else COLOURS

    def why_not(self, colour: str, line: int) -> str | None:
        """Return a sentence that says why ``line`` does not take ``colour``; None if it does."""
        if not isinstance(line, int) or not 0 <= line <= SIDE:
            return say("There's no line {line!r}. The lines are numbered from 1 to {most}, and 0 "
                       "is the floor.", line=line, most=SIDE)
        if line == 0:
            return None
        tiles = self.lines[line - 1]
        cells = self.wall[line - 1]
        key = obstacle(line, tiles, cells, colour)
        if key is None:
            return None
        colour_there = colour_name(tiles[0]) if tiles else ""
        reason = say(_OBSTACLES[key], line=line, colour=colour_name(colour), other=colour_there)
        return Refusal(reason, rule="wall" if key == "wall" else "lines")

    def put(self, colour: str, line: int, count: int, token: bool = False) -> Board:
        """Return the board with ``count`` tiles put on a line that takes them, or on the floor (0).

        Tiles that do not fit go to the floor, and so does the start ``token`` if it was taken.
        """
        lines = self.lines
        floor = self.floor + token + count
        if line:
            tiles = lines[line - 1]
            fitting = min(count, line - len(tiles))
            floor -= fitting
            lines = (*lines[:line - 1], tiles + colour * fitting, *lines[line:])
        return Board(self.perm, self.wall, lines, min(floor, FLOOR), self.score)

    # -- the end of a round ----------------------------------------------------------------

    def tile(self, rules: Rules) -> tuple[Board, Tiling]:
        """Return the board after the end of a round, and the result of the round.

        >>> after, tiling = Board("rbgwy", lines=("r", "rr", "", "", "y")).tile(Rules("mine"))
        >>> after.wall[:2], after.lines, after.score
        (('r....', '.r...'), ('', '', '', '', 'y'), 2)
        """
        wall = list(self.wall)
        lines = list(self.lines)
        counted_wall = self.wall if rules.at_once else wall  # ``wall`` gets the new tiles, too
        placed = []
        discards = ""  # one tile of a full line goes to the wall, the others are discarded
        for i, tiles in enumerate(self.lines):
            is_full = len(tiles) > i
            if not is_full:
                continue
            j = self.row(i + 1).index(tiles[0])
            across = _run_length(counted_wall[i], j)
            down = _run_length("".join([row[j] for row in counted_wall]), i)
            placed.append(Placed(i + 1, j + 1, rules.tile_score(across, down), across, down))
            wall[i] = wall[i][:j] + tiles[0] + wall[i][j + 1:]
            lines[i] = ""
            discards += tiles[1:]
        gains = sum([tile.points for tile in placed])
        penalty = PENALTIES[self.floor]
        score = max(0, self.score + gains - penalty)
        return (Board(self.perm, tuple(wall), tuple(lines), 0, score),
                Tiling(tuple(placed), gains, penalty, score, discards))

    @property
    def complete_rows(self) -> int:
        """The number of complete rows of the wall."""
        return sum([EMPTY not in row for row in self.wall])

    def bonuses(self, rules: Rules) -> tuple[int, int, int]:
        """Return the points for complete rows, complete columns and complete colours."""
        columns = sum([EMPTY not in column for column in zip(*self.wall, strict=True)])
        tiles = "".join(self.wall)
        colours = sum([tiles.count(colour) == SIDE for colour in COLOURS])
        each_row, each_column, each_colour = rules.bonuses
        return self.complete_rows * each_row, columns * each_column, colours * each_colour


def obstacle(line: int, tiles: str, cells: str, colour: str) -> str | None:
    """Return why a line does not take ``colour``: "full", "colour", "wall", or None if it does.

    ``tiles`` are on the line, and ``cells`` are the row of the wall beside it.
    """
    if len(tiles) == line:
        return "full"
    if tiles and tiles[0] != colour:
        return "colour"
    return "wall" if colour in cells else None


@lru_cache(maxsize=2**16)
def _taken(line: int, tiles: str, cells: str) -> str:
    """Return the colours that a line takes; see ``obstacle``."""
    return "".join([colour for colour in COLOURS if not obstacle(line, tiles, cells, colour)])


def run_length(cells: Sequence[str], index: int) -> int:
    """Return the number of tiles in the unbroken runs on both sides of ``cells[index]``.

    >>> run_length("rb.wy", 2), run_length(["r", ".", ".", "w", "y"], 2), run_length(".b...", 0)
    (4, 2, 1)
    """
    length = 0
    i = index - 1
    while i >= 0 and cells[i] != ".":
        length += 1
        i -= 1
    i = index + 1
    while i < len(cells) and cells[i] != ".":
        length += 1
        i += 1
    return length


_run_length = lru_cache(maxsize=2**15)(run_length)


def random_order(rng: Random) -> str:
    """Return the colours in a random order, for the first row of a wall."""
    return "".join(rng.sample(COLOURS, SIDE))
