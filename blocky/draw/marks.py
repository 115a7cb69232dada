"""Marks over the pixels of a board: what counts, the last move, a move on its way.

Each is called with the picture of a whole board, and changes its pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, Path
from blocky.draw.raster import square
from blocky.fast.grid import grid_of
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit.draw.cells import packed
from blocky.move import Action, Move

__all__ = ["Overlay", "counted", "mark_block", "show_on_the_way"]

Image = NDArray[np.uint8]
Overlay = Callable[[Image], None]

#: On a deeper board a cell is too small for a mark in it.
DEEPEST = 7

WHITE, BLACK, GAP = (255, 255, 255, 255), (0, 0, 0, 255), (225, 225, 225)


def counted(goal: Goal, board: Block) -> Overlay | None:
    """Return dashes around what the kit's goals count on ``board``; None for other goals.

    They are light and dark, so that they are seen on every colour.
    """
    if type(goal) not in (BlobGoal, PerimeterGoal) or board.max_depth > DEEPEST:
        return None
    grid = grid_of(board)
    if not isinstance(goal, BlobGoal):
        return partial(_dash, grid == goal.colour, True)
    labels = goal.label(grid)
    sizes = np.bincount(labels.ravel())
    sizes[0] = 0
    return partial(_dash, (labels == sizes.argmax()) & (labels > 0), False)


def _dash(cells: NDArray[np.bool_], outside: bool, image: Image) -> None:
    """Draw dashes around cells of a board, or only those that are ``outside`` along its edge."""
    side = len(image)
    places = np.arange(side) * len(cells) // side
    edge = cells.take(places, axis=0).take(places, axis=1)
    width = max(1, min(round(side / (75 if outside else 110)), side // len(cells) // 2))
    middle = slice(width, side - width)
    if outside:
        edge[middle, middle] = False
    else:
        edge[middle, middle] ^= (
            edge[middle, middle] & edge[:-2 * width, middle] & edge[2 * width:, middle]
            & edge[middle, :-2 * width] & edge[middle, 2 * width:])
    found, pixels = np.flatnonzero(edge), image.reshape(-1, 4)
    light = sum(np.divmod(found, side)) // max(3, side // 75) % 2 == 0
    pixels[found[light]], pixels[found[~light]] = WHITE, BLACK


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
    """Return a block turned counter-clockwise by ``angle``, small enough to fit into its place."""
    from scipy import ndimage

    across, down = cos(angle), sin(angle)
    turn = (abs(across) + abs(down)) * np.array([[across, down], [-down, across]])
    pixels = np.ascontiguousarray(block).view(np.uint32)[..., 0]
    middle = (np.array(pixels.shape) - 1) / 2
    turned: Image = ndimage.affine_transform(pixels, turn, middle - turn @ middle, order=0,
                                             cval=int(packed(GAP)))
    return turned[..., np.newaxis].view(np.uint8)
