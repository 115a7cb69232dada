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

    The lower the strength, the more of the ground shows through.
    """
    paint = palette_of(PALETTES, palette)[colour]
    ink, image = ink_over(paint), _plain(paint, side)
    image[_edge(side), :3] = 60
    if letters:
        write(image, colour.upper(), ink)
    else:
        share = 0.8 if any(ink) else 0.55
        image[_pattern(colour, side), :3] = paint + share * np.subtract(ink, paint)
    image[..., :3] = np.round(strength * image[..., :3] + (1 - strength) * np.array(GROUND_PAINT))
    return image.view(np.uint32)[..., 0]


@lru_cache(maxsize=256)
def place_image(colour: str, side: int, palette: str = "safe", letters: bool = False
                ) -> NDArray[np.uint32]:
    """Return the pixels of an empty place: a dashed frame with a small pattern or letter in it."""
    paint = np.array(palette_of(PALETTES, palette)[colour])
    ink = paint * min(1, 120 / float(paint @ (0.299, 0.587, 0.114)))
    image = _plain(FAINT * paint + (1 - FAINT) * np.array(GROUND_PAINT), side)
    edge, dashes = _edge(side), np.arange(side) * 7 // side % 2 == 0
    across = edge[side // 2]  # in the rows between, only the ends are on the frame
    image[edge & np.where(across, dashes[:, None], dashes), :3] = (140, 148, 154)
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
    """Return a mask of the frame of a square."""
    wide, edge = max(1, side // 24), np.ones((side, side), bool)
    edge[wide:-wide, wide:-wide] = False
    return edge


def _pattern(colour: str, side: int) -> NDArray[Any]:
    """Return a mask of the pattern of a colour: a ring, diamond, stripes, square or cross."""
    y, x = np.abs((np.mgrid[:side, :side] + 0.5) / side - 0.5)
    far, near = np.maximum(x, y), np.minimum(x, y)
    stripes = np.add(*np.mgrid[:side, :side]) * 5 / side % 1 < 0.35
    patterns: dict[str, NDArray[Any]] = {
        "r": np.abs(np.hypot(x, y) - 0.27) < 0.055, "b": np.abs(x + y - 0.27) < 0.06,
        "g": stripes & (far < 0.32), "w": np.abs(far - 0.2) < 0.04,
        "y": (near < 0.05) & (far < 0.32)}
    return patterns[colour]


class Surface:
    """A surface of pixels, painted in units of a tile; later paint covers earlier paint.

    Attributes:
        image: the pixels, rows from the top.
        unit: the width of a tile in pixels, with the gap beside it.
    """

    def __init__(self, width: int, height: int, unit: float, *, palette: str = "safe",
                 letters: bool = False) -> None:
        self.image = np.full((height, width), BACKGROUND)
        self.unit, self._looks = unit, (palette, letters)
        self._gap = max(1, round(0.06 * unit))
        self._side = round(unit) - 2 * self._gap

    def _part(self, place: Point, wide: float, high: float, inset: float = 0) -> NDArray[np.uint32]:
        unit, (x, y) = self.unit, place
        return self.image[max(0, round((y + inset) * unit)):round((y + high - inset) * unit),
                          max(0, round((x + inset) * unit)):round((x + wide - inset) * unit)]

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
        outline(part, max(1, round((0.07 if marked else 0.03) * self.unit)),
                MARKED if marked else EDGE)

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
        left, top = (max(0, round(each * self.unit) + self._gap) for each in place)
        part = self.image[top:top + len(pixels), left:left + len(pixels)]
        part[:] = pixels[:part.shape[0], :part.shape[1]]


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
            for column, (colour, there) in enumerate(cells):
                if colour == EMPTY:
                    on.box((column, row), 1, 1, GROUND, inset=0.05)
                else:
                    (on.tile if there else on.empty)((column, row), colour)
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
