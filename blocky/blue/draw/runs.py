"""Pictures of a tile's points on a wall, by both rule sets and by a scorer that is wrong."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from blocky.blue.board import EMPTY, Board, Placed, run_length
from blocky.blue.draw.looks import show_wall
from blocky.blue.draw.simulation import PAINTS
from blocky.blue.in_words import points_text
from blocky.blue.rules import OFFICIAL, SEED, SIDE, Rules, colour_name
from blocky.kit.draw.cells import headed
from blocky.kit.draw.picture import INK, MARK, Picture, new_axes, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.language import say

__all__ = ["answers", "arriving", "beside", "by_rules", "draw_answers", "draw_points", "draw_wall",
           "frame_cell", "frame_runs", "partial_runs", "round_text", "run_boxes", "runs"]


def draw_wall(ax: Axes, board: Board, *there: tuple[int, int], **looks: Any) -> None:
    """Draw a wall, with tiles also on the cells ``there``, rows and columns from 1."""
    rows = []
    for i, cells in enumerate(board.wall, start=1):
        tiles_and_colours = zip(cells, board.row(i), strict=True)
        rows.append([(colour, tile != EMPTY or (i, j) in there)
                     for j, (tile, colour) in enumerate(tiles_and_colours, start=1)])
    show_wall(ax, rows, **looks)


def frame_runs(ax: Axes, wall: Sequence[str], row: int, column: int) -> tuple[int, int]:
    """Frame the runs that a tile at (row, column) joins, and its cell.

    Return the numbers of tiles that are next to it across and down.
    """
    for top, left, rows, columns in run_boxes(wall, row, column):
        paint = _ACROSS if columns > 1 else _DOWN
        ax.add_patch(Rectangle((left - 1, top - 1), columns, rows, fill=False, edgecolor=paint,
                               linewidth=3.5))
    frame_cell(ax, row, column)
    return beside(wall, row, column)


def beside(wall: Sequence[str], row: int, column: int) -> tuple[int, int]:
    """Return the number of tiles beside a place of a wall, across and down."""
    across = run_length(wall[row - 1], column - 1)
    down = run_length(_column(wall, column), row - 1)
    return across, down


def _column(wall: Sequence[str], column: int) -> str:
    """Return the cells of a column of a wall, numbers from 1."""
    return "".join(cells[column - 1] for cells in wall)


def run_boxes(wall: Sequence[str], row: int, column: int) -> list[tuple[int, int, int, int]]:
    """Return the runs that a tile at (row, column) joins, first across, then down.

    Each is a row, a column, and the numbers of rows and columns; a tile alone is no run.

    >>> run_boxes((".r...", "..b..", ".gwy."), 2, 2)
    [(2, 2, 1, 2), (1, 2, 3, 1)]
    """
    across, down = beside(wall, row, column)
    left = _run_at_end(wall[row - 1][:column - 1])
    above = _run_at_end(_column(wall[:row - 1], column))
    boxes = []
    if across:
        boxes.append((row, column - left, 1, across + 1))
    if down:
        boxes.append((row - above, column, down + 1, 1))
    return boxes


def _run_at_end(cells: str) -> int:
    """Return the length of the run of tiles at the end of some cells."""
    _, _, run = cells.rpartition(EMPTY)
    return len(run)


def frame_cell(ax: Axes, row: int, column: int, style: str = "-") -> None:
    """Frame a cell of a wall; a frame that isn't solid is over a white one."""
    frames = [(MARK, style)]
    if style != "-":
        frames.insert(0, ("white", "-"))
    for paint, dashes in frames:
        ax.add_patch(Rectangle((column - 0.92, row - 0.92), 0.84, 0.84, fill=False,
                               edgecolor=paint, linewidth=3, linestyle=dashes))


@own_settings
def runs(board: Board, row: int, column: int, ax: Axes | None = None, *, palette: str = "safe",
         letters: bool = False) -> Picture:
    """Return the picture of a wall with another tile at (row, column), numbers from 1.

    The runs that the tile joins are framed, and its points are counted by both rule sets, on the
    wall as it is. ValueError: there is a tile already.
    """
    if board.wall[row - 1][column - 1] != EMPTY:
        raise ValueError(say("There is already a tile in row {row}, column {column}.", row=row,
                             column=column))
    ax = ax or new_axes(3.4, 3.9)
    draw_wall(ax, board, (row, column), palette=palette, letters=letters)
    across, down = frame_runs(ax, board.wall, row, column)
    points = [say("{rules}: {points} = {total}", rules=say(rules.name),
                  points=points_text(across, down, rules), total=rules.tile_score(across, down))
              for rules in (SEED, OFFICIAL)]
    ax.text(SIDE / 2, -0.45, "\n".join(points), fontsize=10, ha="center", va="center", color=INK)
    ax.set(xlim=(-0.1, SIDE + 0.1), ylim=(SIDE + 0.1, -0.85))
    return picture_on(ax, say(
        "A {colour} tile in row {row}, column {column}. It is next to a run of {across} in its row "
        "and a run of {down} in its column. {points}.",
        colour=colour_name(board.row(row)[column - 1]), row=row,
        column=column, across=across, down=down, points="; ".join(points)))


# -- a wrong scorer, which backtracks ------------------------------------------------------------

def partial_runs(cells: str) -> list[int]:
    """Return all lengths that a wrong Prolog-like program finds for the run at the beginning.

    It has three rules: a tile makes the run of the cells after it longer by one; at the end of the
    cells a run has length 0; and so it has anywhere. The last rule is the mistake: it should be for
    empty cells only, but backtracking tries it at tiles and at the end too.

    >>> partial_runs("bb."), partial_runs("bb")
    ([2, 1, 0], [2, 2, 1, 0])
    """
    if cells == "":
        return [0, 0]  # by the second and by the third rule
    if cells[0] == EMPTY:
        return [0]
    return [*(1 + length for length in partial_runs(cells[1:])), 0]


def answers(board: Board, row: int, column: int) -> tuple[int, list[int], list[int]]:
    """Return what the program of ``partial_runs`` adds for a tile at an empty cell.

    That is the index in the row at which it begins, and the lengths it adds across and down,
    without zeros. In the row it begins at the first tile of the run. In the column it always begins
    at the top, and misses a run that begins lower.
    """
    cells = board.wall[row - 1]
    start = cells[:column - 1].rfind(EMPTY) + 1
    from_start = cells[start:column - 1] + "x" + cells[column:]  # x is the tile itself
    across = [length for length in partial_runs(from_start) if length]
    down = [length for length in partial_runs(_column(board.wall, column)) if length]
    return start, across, down


def arriving(board: Board) -> list[tuple[int, int]]:
    """Return the cells to which the tiles of full lines go."""
    return [(tile.row, tile.column) for tile in board.tile(SEED)[1].placed]


def by_rules(board: Board, row: int, column: int, rules: Rules) -> tuple[Sequence[str], Placed]:
    """Return the wall on which a tile at an empty cell is counted, and the tile with its points.

    The tile comes from its line, which is taken to be full, together with the tiles of the other
    full lines. By some rules they score at once, by others those of the rows above are on the wall
    already.
    """
    colour = board.row(row)[column - 1]
    lines_above = board.lines[:row - 1]
    lines_below = board.lines[row:]
    with_full_line = board._replace(lines=(*lines_above, colour * row, *lines_below))
    _, tiling = with_full_line.tile(rules)
    tile = next(each for each in tiling.placed if each.row == row)
    if rules.at_once:
        return board.wall, tile
    empty_lines = [""] * (SIDE - len(lines_above))
    only_above = board._replace(lines=(*lines_above, *empty_lines))
    after_the_rows_above, _ = only_above.tile(rules)
    return after_the_rows_above.wall, tile


def draw_points(ax: Axes, board: Board, cell: tuple[int, int], rules: Rules, **looks: Any
                ) -> str:
    """Draw a wall with the runs that count for a tile by the rules, under the tile's points.

    Return a sentence on the points.
    """
    row, column = cell
    wall, tile = by_rules(board, row, column, rules)
    _draw_wall_with_new_tiles(ax, board, cell, **looks)
    frame_runs(ax, wall, row, column)
    headed(ax, say("{rules}: {points} = {total}", rules=say(rules.name), total=tile.points,
                   points=points_text(tile.across, tile.down, rules)))
    if rules.at_once:  # the tiles of a round score as if placed together
        return say("Look at the wall before this round. A tile in row {row}, column {column} is "
                   "next to a run of {across} in its row and a run of {down} in its column. It "
                   "scores {total}.", row=row, column=column, across=tile.across, down=tile.down,
                   total=tile.points)
    return say("Now include the tiles placed above it in this round. The tile is then next to a "
               "run of {across} in its row and a run of {down} in its column. It counts in each "
               "run and scores {total}.",
               across=tile.across, down=tile.down, total=tile.points)


def draw_answers(ax: Axes, board: Board, cell: tuple[int, int], **looks: Any) -> str:
    """Draw the lengths that the program of ``partial_runs`` adds as lines; return a sentence."""
    row, column = cell
    _draw_wall_with_new_tiles(ax, board, cell, **looks)
    frame_cell(ax, row, column)
    start, across, down = answers(board, row, column)
    for y, length in _side_by_side(row, across):
        ax.plot((start + 0.2, start + length - 0.2), (y, y), color=_ACROSS, **_LINE)
    for x, length in _side_by_side(column, down):
        ax.plot((x, x), (0.2, length - 0.2), color=_DOWN, **_LINE)
    total = sum(across) + sum(down)
    headed(ax, say("backtracking: {points} = {total}", total=total,
                   points=" + ".join(map(str, [*across, *down]))))
    return say("A program that uses backtracking finds runs of these lengths in the row: {across}. "
               "In the column, counted from the top, it finds runs of these lengths: {down}. It "
               "adds all the lengths and gets {total}.", total=total,
               across=", ".join(map(str, across)), down=", ".join(map(str, down or [0])))


def round_text(board: Board) -> str:
    """Return a sentence on the points of all tiles placed in this round."""
    if not arriving(board):
        return say("No tile has been placed in this round. To place one, press t or right-click.")
    _, by_seed = board.tile(SEED)
    _, by_official = board.tile(OFFICIAL)
    return say("This round's tiles, in dotted frames, score {seed} under the seed rules and "
               "{official} under the official rules.", seed=by_seed.gains,
               official=by_official.gains)


#: The colours of runs in a row and in a column, and the look of the lines for them.
_ACROSS, _DOWN = PAINTS[:2]
_LINE: dict[str, Any] = {"linewidth": 3, "marker": "o", "markersize": 5, "markeredgecolor": "white"}


def _side_by_side(number: int, lengths: list[int]) -> list[tuple[float, int]]:
    """Return each length with the x or y of a line for it, all in the column or row ``number``."""
    middle = number - 0.5
    middle_index = (len(lengths) - 1) / 2
    return [(middle + 0.14 * (index - middle_index), length)
            for index, length in enumerate(lengths)]


def _draw_wall_with_new_tiles(ax: Axes, board: Board, cell: tuple[int, int], **looks: Any) -> None:
    """Draw a wall with a tile on a cell, and with those of the round in dotted frames.

    In the row of the cell, the round's own tile is left out if it goes elsewhere.
    """
    row, _ = cell
    new = [(new_row, column) for new_row, column in arriving(board)
           if new_row != row or (new_row, column) == cell]
    draw_wall(ax, board, cell, *new, **looks)
    for new_row, column in new:
        frame_cell(ax, new_row, column, style=":")
    ax.set(xlim=(-0.06, SIDE + 0.06), ylim=(SIDE + 0.06, -0.06))
