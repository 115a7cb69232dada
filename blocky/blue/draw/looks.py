"""How a tile looks: its colour in a palette, and a pattern that tells it apart without colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from blocky.kit.draw.cells import packed, unpacked, write
from blocky.kit.draw.picture import bare, ink_over, palette_of
from blocky.kit.language import mark

__all__ = ["BACKGROUND", "GHOST", "GROUND", "PALETTES", "TILE", "place_image", "show_tiles",
           "tile_image"]

Paint = tuple[int, int, int]

PALETTES: dict[str, dict[str, Paint]] = {
    mark("safe", "palette"): {
        "r": (222, 45, 38), "b": (45, 45, 50), "g": (148, 152, 160), "w": (250, 250, 248),
        "y": (240, 200, 40)},
    mark("bright", "palette"): {
        "r": (205, 20, 35), "b": (20, 20, 20), "g": (128, 128, 128), "w": (255, 255, 255),
        "y": (255, 205, 0)},
}

#: What the table and what a board are painted with.
BACKGROUND, GROUND = (221, 230, 236), (244, 247, 249)

#: How much of a colour is left in a tile that would be put somewhere, and in an empty place.
GHOST, FAINT = 0.6, 0.16

#: The frame of a tile, and that of an empty place.
EDGE, DASHES = (60, 60, 60), (140, 148, 154)


#: How many pixels a cell of a wall by itself has, and a tile in it.
CELL, TILE = 44, 40


def show_tiles(ax: Axes, rows: Sequence[Sequence[Any]]) -> None:
    """Show rows of cells on axes, each with a tile or an empty place of ``TILE`` pixels."""
    high, wide = len(rows), len(rows[0])
    image = np.full((high * CELL, wide * CELL), packed(BACKGROUND))
    for i, j in np.ndindex(high, wide):
        top, left = i * CELL + 2, j * CELL + 2
        image[top:top + TILE, left:left + TILE] = rows[i][j]
    bare(ax).imshow(unpacked(image), extent=(0, wide, high, 0), interpolation="nearest")


@lru_cache(maxsize=1024)
def tile_image(colour: str, side: int, palette: str = "safe", letters: bool = False,
               strength: float = 1) -> NDArray[np.uint32]:
    """Return a tile as packed pixels: its colour with a pattern, or with its letter instead.

    The weaker it is, the more of the ground is seen.
    """
    paint = palette_of(PALETTES, palette)[colour]
    ink, image = ink_over(paint), _plain(paint, side)
    image[_edge(side), :3] = EDGE
    if letters:
        write(image, colour.upper(), ink)
    else:
        share = 0.8 if any(ink) else 0.55
        image[_pattern(colour, side), :3] = paint + share * np.subtract(ink, paint)
    image[..., :3] = np.round(strength * image[..., :3] + (1 - strength) * np.array(GROUND))
    return image.view(np.uint32)[..., 0]


@lru_cache(maxsize=256)
def place_image(colour: str, side: int, palette: str = "safe", letters: bool = False
                ) -> NDArray[np.uint32]:
    """Return an empty place for a colour: a broken frame, and a small pattern or letter in it."""
    paint = np.array(palette_of(PALETTES, palette)[colour])
    ink = paint * min(1, 120 / float(paint @ (0.299, 0.587, 0.114)))
    image = _plain(FAINT * paint + (1 - FAINT) * np.array(GROUND), side)
    edge, dashes = _edge(side), np.arange(side) * 7 // side % 2 == 0
    across = edge[side // 2]  # of the rows between, only the ends are on the frame
    image[edge & np.where(across, dashes[:, None], dashes), :3] = DASHES
    inner = image[side // 8:side - side // 8, side // 8:side - side // 8]
    if letters:
        write(inner, colour.upper(), (round(ink[0]), round(ink[1]), round(ink[2])))
    else:
        inner[_pattern(colour, len(inner)), :3] = ink
    return image.view(np.uint32)[..., 0]


def _plain(paint: Any, side: int) -> NDArray[np.uint8]:
    image = np.full((side, side, 4), 255, np.uint8)
    image[..., :3] = np.round(paint)
    return image


def _edge(side: int) -> NDArray[np.bool_]:
    """Return where the frame of a square is."""
    wide, edge = max(1, side // 24), np.ones((side, side), bool)
    edge[wide:-wide, wide:-wide] = False
    return edge


def _pattern(colour: str, side: int) -> NDArray[Any]:
    """Return where the pattern of a colour is: a ring, diamond, stripes, square or cross."""
    y, x = np.abs((np.mgrid[:side, :side] + 0.5) / side - 0.5)
    far, near = np.maximum(x, y), np.minimum(x, y)
    stripes = np.add(*np.mgrid[:side, :side]) * 5 / side % 1 < 0.35
    patterns: dict[str, NDArray[Any]] = {
        "r": np.abs(np.hypot(x, y) - 0.27) < 0.055, "b": np.abs(x + y - 0.27) < 0.06,
        "g": stripes & (far < 0.32), "w": np.abs(far - 0.2) < 0.04,
        "y": (near < 0.05) & (far < 0.32)}
    return patterns[colour]
