"""The small boards in the pictures of the rules, and pictures side by side."""

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes

from blocky.kit.draw.cells import headed
from blocky.kit.draw.picture import Picture, axes_beside, captioned, picture_on
from blocky.kit.draw.settings import own_settings
from blocky.kit.draw.values import draw_value
from blocky.kit.language import say_count
from blocky.prograsonne import walk
from blocky.prograsonne.board import Board
from blocky.prograsonne.draw.marked import Marked
from blocky.prograsonne.draw.tiles import draw_tiles, fit
from blocky.prograsonne.history import History
from blocky.prograsonne.scoring import Feature, Rules
from blocky.prograsonne.tiles import Tile
from blocky.prograsonne.walk import Node

__all__ = ["BETWEEN", "BORDER", "CLOSED", "CORNER", "CROSSING", "FIRST", "LAKE", "OPEN", "RIVER",
           "SNITCH", "UPPER", "Laid", "board_of", "marked", "points", "saved", "side_by_side",
           "the_tile"]

#: A placed tile: row, column, type, turns, and the player, None for the first tile.
Laid = tuple[int, int, str, int, int | None]

FIRST: tuple[Laid, ...] = ((3, 2, "GGGGGC", 4, None),)
CLOSED = (*FIRST, (4, 2, "GGGGGC", 1, 1))
OPEN: tuple[Laid, ...] = ((3, 2, "CCCCCC", 0, None), (2, 2, "GGCGGC", 4, 1),
                          (4, 2, "CCCGCC", 0, 2), (1, 2, "GGGGGC", 4, 1))
CORNER: tuple[Laid, ...] = ((1, 1, "GGGGGG", 0, None), (0, 0, "GGGGGC", 0, 1))
UPPER: tuple[Laid, ...] = ((2, 2, "CCCPCC", 0, None), (3, 2, "PGGPGG", 0, 1))
BETWEEN = (*UPPER, (4, 2, "CCCPCC", 3, 2))
CROSSING: tuple[Laid, ...] = (
    (3, 3, "GGPGPP", 0, None), (2, 2, "PGGPGG", 2, 1), (3, 2, "PGGPGG", 1, 2),
    (2, 1, "CCCPCC", 5, 1), (4, 1, "CCCPCC", 4, 2), (3, 4, "CCCPCC", 2, 1))
BORDER: tuple[Laid, ...] = ((6, 2, "CCCPCC", 0, None), (7, 2, "PGGPGG", 0, 2))
RIVER: tuple[Laid, ...] = ((3, 3, "GGGGGR", 5, None), (3, 2, "CRCCRC", 0, 1))
LAKE: tuple[Laid, ...] = ((1, 3, "GGGGGR", 0, None), (0, 2, "CCCRGR", 3, 1))
SNITCH: tuple[Laid, ...] = (
    (3, 3, "GCCRPR", 0, None), (3, 4, "GGGGGC", 0, 1), (2, 4, "GGGGGC", 5, 2),
    (4, 3, "GCCRPR", 1, 1), (4, 4, "GGGGGC", 0, 2), (5, 3, "GGGGGC", 1, 1),
    (2, 2, "GGGGGR", 3, 2))


def board_of(tiles: tuple[Laid, ...], **flags: bool) -> Board:
    """Return a board with these tiles, placed in order; ``flags`` are options of the rules.

    >>> board_of(BETWEEN).scores(), board_of(CORNER, border_is_wall=False).scores()
    ((0, 150), (10, 0))
    """
    board = Board(Rules(**flags))
    for row, column, type, turns, player in tiles:
        board.place((row, column), type, turns, player)
    return board


def _largest(board: Board, kind: str) -> tuple[set[Node], Feature]:
    """Return the nodes of the largest feature of a kind on a board, and the feature."""
    of_kind = [(nodes, feature) for nodes, feature in walk.described(board)
               if feature.kind == kind]
    return max(of_kind, key=lambda found: len(found[1].cells))


def marked(board: Board, kind: str) -> Marked:
    """Return a board with its largest feature of a kind marked."""
    nodes, _ = _largest(board, kind)
    return Marked(board, nodes=sorted(nodes), near=True)


def points(board: Board, kind: str) -> int:
    """Return the points for the largest feature of a kind on a board."""
    _, feature = _largest(board, kind)
    return sum(feature.points)


def saved(*steps: int | None, keep_branches: bool = False) -> History:
    """Return the history after steps: None saves a state, a number goes back to that state.

    The players take turns: player 1 makes the first step.
    """
    history = History(keep_branches)
    for index, number in enumerate(steps):
        if number is None:
            history.save(content=None, player=index % 2 + 1)
        else:
            history.restore(number)
    return history


def the_tile(type: str, turns: int = 0, room: float = 4) -> Callable[..., str]:
    """Return a function that draws a tile in a square as wide as ``room``, for ``side_by_side``."""
    def draw(ax: Axes, letters: bool = False, palette: str = "safe") -> str:
        fit(ax, room, room)
        draw_tiles(ax, [((room / 2, room / 2), Tile(type, turns))], letters)
        return say_count("{type} rotated {count} time", "{type} rotated {count} times", turns,
                         type=type)
    return draw


@own_settings
def side_by_side(*parts: tuple[str, Any], high: float = 2.5, wide: float = 2.6, **looks: Any
                 ) -> Picture:
    """Return the picture of several things, each under its caption; sizes are in inches.

    A thing is a function that draws on axes and returns the picture in words, or a value that the
    kit draws.
    """
    height_with_caption = high + 0.3
    bottom_and_height = (0.01, high / height_with_caption - 0.02)
    axes = axes_beside(len(parts), size=(wide, height_with_caption), part=bottom_and_height,
                       gap=0.03)
    texts = []
    for ax, (caption, shown) in zip(axes, parts, strict=True):
        alt = shown(ax, **looks) if callable(shown) else draw_value(shown, ax, **looks)
        headed(ax, caption)
        texts.append(alt.rstrip("."))
    return picture_on(axes[0], captioned([caption for caption, _ in parts], texts))
