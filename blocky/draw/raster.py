"""The board as pixels: the way to draw that costs what the leaves and the pixels cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from blocky.block import Path
from blocky.colour import HIGHLIGHT, Colour
from blocky.draw.looks import ink_on, palette_of
from blocky.geometry import Rectangle
from blocky.kit.draw.cells import Raster, outline, packed, unpacked, write

__all__ = ["SIDE", "BoardArtist", "Square", "pixels", "square"]

#: The side of a board, in pixels, that is large enough for no rounding to show.
SIDE = 4096

#: (x, y) of the upper left corner of a square, and its side.
Square = tuple[float, float, float]


def square(path: Path, side: float) -> Square:
    """Return where the block at ``path`` lies on a board at (0, 0) of that side.

    >>> square((0, 2), 8)
    (4.0, 2.0, 2.0)
    """
    x = y = 0.0
    for number in path:
        side /= 2
        x += side * (number in (0, 3))
        y += side * (number in (2, 3))
    return x, y, side


def pixels(rectangles: Iterable[Rectangle], size: int, side: int, palette: str = "safe",
           letters: bool = False) -> NDArray[np.uint8]:
    """Return the picture of a board: ``side`` by ``side`` pixels of red, green, blue, opacity.

    ``rectangles`` are those of a board of ``size`` pixels, each with a colour of the palette or
    with a paint of its own, (red, green, blue). The cost goes with the number of rectangles and of
    pixels, whatever the depth of the board.
    """
    paints = {key: packed(value) for key, value in palette_of(palette).items()}
    canvas = np.full((side, side), packed((255, 255, 255)))
    image = unpacked(canvas)
    scale = side / size
    for colour, (x, y), (width, height), thickness in rectangles:
        paint = packed(colour) if isinstance(colour, tuple) else paints[colour]
        left, right = round(x * scale), round((x + width) * scale)
        top, bottom = round(y * scale), round((y + height) * scale)
        if thickness == 0:
            canvas[top:bottom, left:right] = paint
            if letters and isinstance(colour, int):
                write(image[top:bottom, left:right], Colour(colour).letter,
                      ink_on(colour, palette))
        elif colour == HIGHLIGHT:
            width = max(2, round(thickness * side / 750))
            casing = 2 if right - left > 4 * width else 0
            outline(canvas[top:bottom, left:right], (width + 2 * casing) if casing else 0,
                     packed(ink_on(HIGHLIGHT, palette)))
            outline(canvas[top + casing:bottom - casing, left + casing:right - casing], width,
                     paint)
        else:
            width = max(1, round(thickness * side / 1500))
            outline(canvas[top:bottom, left:right], min(width, (right - left) // 5), paint)
    return image


class BoardArtist(Raster):
    """Draws a board, a unit of the axes for each unit cell. ``show`` says what to draw."""

    def __init__(self, palette: str = "safe", letters: bool = False) -> None:
        super().__init__()
        palette_of(palette)  # refuses a name that is none
        self.palette, self.letters = palette, letters
        self._rectangles: Sequence[Rectangle] = ()
        self._size = 1
        self.over: list[Callable[[NDArray[np.uint8]], None]] = []  # see blocky.draw.marks

    def show(self, rectangles: Sequence[Rectangle], size: int, side: int) -> None:
        """Draw ``rectangles``, of a board of ``size`` pixels, over ``side`` units of the axes.

        Nothing is drawn over them until something is appended to ``over``.
        """
        self._rectangles, self._size, self.extent = rectangles, size, (side, side)
        self.over = []
        self.stale = True

    def paint(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return the picture of the board, a square of pixels."""
        image = pixels(self._rectangles, self._size, min(width, height), self.palette,
                       self.letters)
        for draw_over in self.over:
            draw_over(image)
        return image
