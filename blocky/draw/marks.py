"""Marks over the pixels of a board: what counts, the last move, a move on its way.

Each is called with the picture of a whole board, and changes its pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.draw.raster import square
from blocky.fast.grid import grid_of
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit.draw.cells import packed
from blocky.move import Action, Move

__all__ = ["Counted", "Overlay", "counted", "mark_block", "show_on_the_way"]

Image = NDArray[np.uint8]
Overlay = Callable[[Image], None]

#: On a deeper board a cell is too small for a mark in it.
DEEPEST = 7

WHITE, BLACK, GAP = (255, 255, 255, 255), (0, 0, 0, 255), (225, 225, 225)


class Counted:
    """Marks cells of a grid with dashes, light and dark, that are seen on every colour.

    They go around the cells, or with ``outside`` only along the outside of the board.
    """

    def __init__(self, cells: NDArray[np.bool_], outside: bool = False) -> None:
        self._cells, self._outside = cells, outside
        self._light = self._dark = np.array([], dtype=np.intp)
        self._side = 0  # of the picture that the places are for

    def __call__(self, image: Image) -> None:
        """Draw the dashes on the picture of a board."""
        if len(image) != self._side:
            self._find(len(image))
        pixels = image.reshape(-1, 4)
        pixels[self._light], pixels[self._dark] = WHITE, BLACK

    def _find(self, side: int) -> None:
        """Find which pixels are light and which are dark in a picture of that side."""
        places = np.arange(side) * len(self._cells) // side
        inside = self._cells.take(places, axis=0).take(places, axis=1)
        width = max(1, min(round(side / (75 if self._outside else 110)),
                           side // len(self._cells) // 2))
        middle = slice(width, side - width)
        if self._outside:
            inside[middle, middle] = False
        else:
            core = inside[middle, middle].copy()
            for shifted in (inside[:-2 * width, middle], inside[2 * width:, middle],
                            inside[middle, :-2 * width], inside[middle, 2 * width:]):
                core &= shifted
            inside[middle, middle] ^= core
        edge = np.flatnonzero(inside)
        rows, columns = np.divmod(edge, side)
        dashes = (rows + columns) // max(3, side // 75) % 2 == 0
        self._light, self._dark, self._side = edge[dashes], edge[~dashes], side


def counted(goal: Goal, board: Block) -> Counted | None:
    """Return the mark of what the kit's goals count on ``board``; None for others."""
    if type(goal) not in (BlobGoal, PerimeterGoal) or board.max_depth > DEEPEST:
        return None
    grid = grid_of(board)
    if not isinstance(goal, BlobGoal):
        return Counted(grid == goal.colour, outside=True)
    labels = goal.label(grid)
    sizes = np.bincount(labels.ravel())
    sizes[0] = 0
    return Counted((labels == sizes.argmax()) & (labels > 0))


def _place(path: Path, side: int) -> tuple[slice, slice]:
    """Return the rows and the columns of the block at ``path`` in a picture of a board."""
    x, y, size = square(path, side)
    return slice(round(y), round(y + size)), slice(round(x), round(x + size))


def mark_block(path: Path) -> Overlay:
    """Return a mark at the four corners of the block at ``path``, which was moved last."""
    def mark(image: Image) -> None:
        block = image[_place(path, len(image))]
        inset = min(9, len(block) // 8)
        block = block[inset:len(block) - inset, inset:len(block) - inset]
        long, wide = min(16, len(block) // 3), min(4, len(block) // 5)
        for turned in (block, block[::-1], block[:, ::-1], block[::-1, ::-1]):
            turned[:wide, :long] = turned[:long, :wide] = WHITE
            turned[:wide - wide // 2, :long - 1] = turned[:long - 1, :wide - wide // 2] = BLACK
    return mark


def show_on_the_way(move: Move, share: float) -> Overlay:
    """Return an overlay with the block of ``move``, already made, at a share of its way, 0 to 1.

    A rotation turns, a swap slides, and whatever else comes up out of the white.
    """
    def show(image: Image) -> None:
        block = image[_place(move.path, len(image))]
        half, left = len(block) // 2, 1 - share
        match move.action:
            case Action.ROTATE_CLOCKWISE:
                block[:] = _turned(block, left * pi / 2)
            case Action.ROTATE_COUNTER_CLOCKWISE:
                block[:] = _turned(block, -left * pi / 2)
            case Action.SWAP_HORIZONTALLY:
                block[:] = np.roll(block, round(left * half), axis=1)
            case Action.SWAP_VERTICALLY:
                block[:] = np.roll(block, round(left * half), axis=0)
            case Action.SMASH | Action.PAINT | Action.COMBINE:
                block[:] = np.round(255 - share * (255.0 - block))
    return show


def _turned(block: Image, angle: float) -> Image:
    """Return a block turned counter-clockwise by ``angle``, small enough to fit into its place.

    On a board of an odd size a block may be a pixel wider than it is high, or the other way round.
    """
    high, wide = block.shape[:2]
    across, down = np.float32(cos(angle)), np.float32(sin(angle))
    # From the middle of the block, to -0.5 and 0.5 at its sides.
    y, x = ((np.arange(size, dtype=np.float32) + 0.5) / size - 0.5 for size in (high, wide))
    y *= abs(across) + abs(down)
    x *= abs(across) + abs(down)
    columns = np.floor((np.add.outer(-down * y, across * x) + 0.5) * wide).astype(np.int32)
    rows = np.floor((np.add.outer(across * y, down * x) + 0.5) * high).astype(np.int32)
    outside = (rows < 0) | (rows >= high) | (columns < 0) | (columns >= wide)
    rows *= wide
    rows += columns
    pixels = np.ascontiguousarray(block).view(np.uint32).ravel()
    turned = pixels.take(rows, mode="clip")
    turned[outside] = packed(GAP)
    image: Image = turned[..., np.newaxis].view(np.uint8)
    return image
