"""The looks of tiles, each a colour with a pattern that tells it apart, and where they are painted.

Pixels are packed, as ``packed`` of ``blocky.kit.draw.cells`` returns them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from blocky.blue.board import EMPTY
from blocky.blue.draw.layout import Point
from blocky.kit.draw.cells import Raster, outline, packed, unpacked, write
from blocky.kit.draw.picture import bare, ink_over, palette_of
from blocky.kit.language import mark

__all__ = ["BACKGROUND", "EDGE", "GHOST", "GROUND", "MARKED", "PALETTES", "Surface", "place_image",
           "show_wall", "tile_image"]

PALETTES: dict[str, dict[str, tuple[int, int, int]]] = {
    mark("safe", "palette"): {
        "r": (222, 45, 38), "b": (45, 45, 50), "g": (148, 152, 160), "w": (250, 250, 248),
        "y": (240, 200, 40)},
    mark("bright", "palette"): {
        "r": (205, 20, 35), "b": (20, 20, 20), "g": (128, 128, 128), "w": (255, 255, 255),
        "y": (255, 205, 0)},
}

#: The ground of a board, as a paint.
GROUND_PAINT = (244, 247, 249)

#: The table, the ground of a board, an edge on it, and the frame of what is chosen.
BACKGROUND, GROUND = packed((221, 230, 236)), packed(GROUND_PAINT)
EDGE, MARKED = packed((150, 160, 168)), packed((0xd6, 0x00, 0x6c))

#: The strength of the colour in a tile that may be put somewhere, and in an empty place.
GHOST, FAINT = 0.6, 0.16


@lru_cache(maxsize=1024)
def tile_image(colour: str, side: int, palette: str = "safe", letters: bool = False,
               strength: float = 1) -> NDArray[np.uint32]:
    """Return the pixels of a tile: its colour with its pattern, or with its letter instead.

    The lower the strength, from 1 to 0, the more of the ground shows through.
    """
    paint = palette_of(PALETTES, palette)[colour]
    ink = ink_over(paint)  # black or white
    image = _plain(paint, side)
    image[_edge(side), :3] = 60
    if letters:
        write(image, colour.upper(), ink)
    else:
        is_white = any(ink)
        share = 0.8 if is_white else 0.55  # of the ink in the colour of the pattern
        image[_pattern(colour, side), :3] = paint + share * np.subtract(ink, paint)
    image[..., :3] = np.round(strength * image[..., :3] + (1 - strength) * np.array(GROUND_PAINT))
    return image.view(np.uint32)[..., 0]


@lru_cache(maxsize=256)
def place_image(colour: str, side: int, palette: str = "safe", letters: bool = False
                ) -> NDArray[np.uint32]:
    """Return the pixels of an empty place: a dashed frame with a small pattern or letter in it."""
    paint = np.array(palette_of(PALETTES, palette)[colour])
    brightness = float(paint @ (0.299, 0.587, 0.114))
    ink = paint * min(1, 120 / brightness)  # darker, so that it can be seen on the ground
    image = _plain(FAINT * paint + (1 - FAINT) * np.array(GROUND_PAINT), side)
    edge = _edge(side)
    is_in_dash = np.arange(side) * 7 // side % 2 == 0  # along a side of the frame
    is_left_or_right = edge[side // 2]  # by column: in a middle row, only the ends are on the frame
    dashes = np.where(is_left_or_right, is_in_dash[:, None], is_in_dash)
    image[edge & dashes, :3] = (140, 148, 154)
    inner = image[side // 8:side - side // 8, side // 8:side - side // 8]
    if letters:
        write(inner, colour.upper(), (round(ink[0]), round(ink[1]), round(ink[2])))
    else:
        inner[_pattern(colour, len(inner)), :3] = ink
    return image.view(np.uint32)[..., 0]


def _plain(paint: Any, side: int) -> NDArray[np.uint8]:
    """Return a square of opaque pixels in one colour."""
    image = np.full((side, side, 4), 255, np.uint8)
    image[..., :3] = np.round(paint)
    return image


def _edge(side: int) -> NDArray[np.bool_]:
    """Return a mask of the frame of a square."""
    width = max(1, side // 24)
    edge = np.ones((side, side), bool)
    edge[width:-width, width:-width] = False
    return edge


def _pattern(colour: str, side: int) -> NDArray[Any]:
    """Return a mask of the pattern of a colour: a ring, diamond, stripes, square or cross."""
    rows, columns = np.mgrid[:side, :side]
    x = np.abs((columns + 0.5) / side - 0.5)  # from the middle, in widths of the tile
    y = np.abs((rows + 0.5) / side - 0.5)
    larger, smaller = np.maximum(x, y), np.minimum(x, y)
    pattern: NDArray[Any]
    match colour:
        case "r":  # a ring
            pattern = np.abs(np.hypot(x, y) - 0.27) < 0.055
        case "b":  # a diamond
            pattern = np.abs(x + y - 0.27) < 0.06
        case "g":  # stripes
            pattern = ((rows + columns) * 5 / side % 1 < 0.35) & (larger < 0.32)
        case "w":  # a square
            pattern = np.abs(larger - 0.2) < 0.04
        case "y":  # a cross
            pattern = (smaller < 0.05) & (larger < 0.32)
        case _:
            raise KeyError(colour)
    return pattern


class Surface:
    """A surface of pixels, painted in units of a tile; later paint covers earlier paint.

    Attributes:
        image: the pixels, rows from the top.
        unit: the width of a tile in pixels, with the gap beside it.
    """

    def __init__(self, width: int, height: int, unit: float, *, palette: str = "safe",
                 letters: bool = False) -> None:
        self.image = np.full((height, width), BACKGROUND)
        self.unit = unit
        self._looks = (palette, letters)
        self._gap = max(1, round(0.06 * unit))  # on each side of a tile, in pixels
        self._side = round(unit) - 2 * self._gap  # of a tile, in pixels

    def _part(self, place: Point, wide: float, high: float, inset: float = 0) -> NDArray[np.uint32]:
        """Return a view of the pixels of a box at a place, without ``inset`` on each side."""
        x, y = place
        top = max(0, round((y + inset) * self.unit))
        low = round((y + high - inset) * self.unit)
        left = max(0, round((x + inset) * self.unit))
        right = round((x + wide - inset) * self.unit)
        return self.image[top:low, left:right]

    def box(self, place: Point, wide: float, high: float, paint: np.uint32, inset: float = 0
            ) -> None:
        """Paint a box."""
        self._part(place, wide, high, inset)[:] = paint

    def frame(self, place: Point, wide: float, high: float, paint: np.uint32) -> None:
        """Paint the frame of a box, along its inside."""
        outline(self._part(place, wide, high), max(2, round(0.1 * self.unit)), paint)

    def panel(self, place: Point, wide: float, high: float, paint: np.uint32,
              radius: float = 0.4) -> None:
        """Paint a box with round corners."""
        part = self._part(place, wide, high)
        part[_inside(*part.shape, round(radius * self.unit))] = paint

    def slot(self, place: Point, marked: bool = False) -> None:
        """Paint a space for a tile."""
        part = self._part(place, 1, 1, 0.05)
        part[:] = GROUND
        width, paint = (0.07, MARKED) if marked else (0.03, EDGE)
        outline(part, max(1, round(width * self.unit)), paint)

    def tile(self, place: Point, colour: str, strength: float = 1, marked: bool = False) -> None:
        """Paint a tile."""
        if marked:
            x, y = place
            self.box((x - 0.06, y - 0.06), 1.12, 1.12, MARKED)
        self._put(place, tile_image(colour, self._side, *self._looks, strength))

    def empty(self, place: Point, colour: str) -> None:
        """Paint the empty place of a colour on a wall."""
        self._put(place, place_image(colour, self._side, *self._looks))

    def _put(self, place: Point, pixels: NDArray[np.uint32]) -> None:
        """Copy a square of pixels to a place, as far as it is on the surface."""
        left, top = (max(0, round(each * self.unit) + self._gap) for each in place)
        side = len(pixels)
        part = self.image[top:top + side, left:left + side]
        height, width = part.shape
        part[:] = pixels[:height, :width]


class _WallArtist(Raster):
    """Draws rows of cells, each a colour, or EMPTY for none, and whether its tile is there."""

    def __init__(self, rows: Sequence[Sequence[tuple[str, bool]]], **looks: Any) -> None:
        super().__init__()
        self.rows, self.looks = rows, looks
        self.extent = len(rows[0]), len(rows)

    def paint(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return the picture of the cells."""
        on = Surface(width, height, width / len(self.rows[0]), **self.looks)
        for row, cells in enumerate(self.rows):
            for column, (colour, is_there) in enumerate(cells):
                if colour == EMPTY:
                    on.box((column, row), 1, 1, GROUND, inset=0.05)
                elif is_there:
                    on.tile((column, row), colour)
                else:
                    on.empty((column, row), colour)
        return unpacked(on.image)


def show_wall(ax: Axes, rows: Sequence[Sequence[tuple[str, bool]]], **looks: Any) -> None:
    """Draw rows of cells as ``_WallArtist`` takes them, each a unit of the axes wide."""
    bare(ax, xlim=(0, len(rows[0])), ylim=(len(rows), 0), aspect="equal")
    ax.add_artist(_WallArtist(rows, **looks))


@lru_cache(maxsize=64)
def _inside(high: int, wide: int, radius: int) -> NDArray[Any]:
    """Return a mask of the pixels of a box inside its round corners."""
    y, x = np.mgrid[:high, :wide]
    down = np.maximum(0, np.maximum(radius - y - 0.5, y + 0.5 - (high - radius)))
    across = np.maximum(0, np.maximum(radius - x - 0.5, x + 0.5 - (wide - radius)))
    inside: NDArray[Any] = np.hypot(across, down) <= radius
    return inside
