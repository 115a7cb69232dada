"""A surface of pixels on which a table is painted, measured in tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.blue.draw.layout import Point
from blocky.blue.draw.looks import GROUND, place_image, tile_image
from blocky.kit.draw.cells import outline, packed

__all__ = ["MARKED", "Surface"]

#: What is chosen is framed with this.
MARKED = packed((0xd6, 0x00, 0x6c))

_GROUND, _LINE = packed(GROUND), packed((150, 160, 168))


class Surface:
    """Pixels, so many for a ``unit``; what is painted later lies over what was painted before.

    Attributes:
        image: the pixels, packed; rows from the top.
        unit: how many pixels wide a tile is, with the gap beside it.
    """

    def __init__(self, width: int, height: int, unit: float, ground: np.uint32, *,
                 palette: str = "safe", letters: bool = False) -> None:
        self.image = np.full((height, width), ground)
        self.unit, self._looks = unit, (palette, letters)

    def _part(self, place: Point, wide: float, high: float, inset: float = 0) -> NDArray[np.uint32]:
        unit, (x, y) = self.unit, place
        return self.image[max(0, round((y + inset) * unit)):round((y + high - inset) * unit),
                          max(0, round((x + inset) * unit)):round((x + wide - inset) * unit)]

    def box(self, place: Point, wide: float, high: float, paint: np.uint32, inset: float = 0
            ) -> None:
        """Paint a box."""
        self._part(place, wide, high, inset)[:] = paint

    def frame(self, place: Point, wide: float, high: float, paint: np.uint32,
              thick: float = 0.1) -> None:
        """Paint the frame of a box, inside of it."""
        outline(self._part(place, wide, high), max(2, round(thick * self.unit)), paint)

    def panel(self, place: Point, wide: float, high: float, paint: np.uint32,
              radius: float = 0.4) -> None:
        """Paint a box with round corners."""
        part = self._part(place, wide, high)
        part[_inside(*part.shape, round(radius * self.unit))] = paint

    def slot(self, place: Point, marked: bool = False) -> None:
        """Paint a space for a tile."""
        part = self._part(place, 1, 1, 0.05)
        part[:] = _GROUND
        outline(part, max(1, round((0.07 if marked else 0.03) * self.unit)),
                MARKED if marked else _LINE)

    def tile(self, place: Point, colour: str, strength: float = 1, marked: bool = False) -> None:
        """Paint a tile."""
        if marked:
            x, y = place
            self.box((x - 0.06, y - 0.06), 1.12, 1.12, MARKED)
        self._put(place, tile_image(colour, self._side, *self._looks, strength))

    def empty(self, place: Point, colour: str) -> None:
        """Paint the empty place of a colour on a wall."""
        self._put(place, place_image(colour, self._side, *self._looks))

    @property
    def _gap(self) -> int:
        return max(1, round(0.06 * self.unit))

    @property
    def _side(self) -> int:
        return round(self.unit) - 2 * self._gap

    def _put(self, place: Point, pixels: NDArray[np.uint32]) -> None:
        left, top = (max(0, round(each * self.unit) + self._gap) for each in place)
        part = self.image[top:top + len(pixels), left:left + len(pixels)]
        part[:] = pixels[:part.shape[0], :part.shape[1]]


@lru_cache(maxsize=64)
def _inside(high: int, wide: int, radius: int) -> NDArray[Any]:
    """Return which pixels of a box are inside of its round corners."""
    y, x = np.mgrid[:high, :wide]
    down = np.maximum(0, np.maximum(radius - y - 0.5, y + 0.5 - (high - radius)))
    across = np.maximum(0, np.maximum(radius - x - 0.5, x + 0.5 - (wide - radius)))
    inside: NDArray[Any] = np.hypot(across, down) <= radius
    return inside
