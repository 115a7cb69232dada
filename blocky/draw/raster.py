"""The board as pixels: the way to draw that costs what the leaves and the pixels cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties, findfont, get_font
from numpy.typing import NDArray

from blocky.block import Rectangle
from blocky.colour import HIGHLIGHT, Colour
from blocky.draw.picture import ink_on, palette_of

__all__ = ["BoardArtist", "packed", "pixels", "write"]

@lru_cache(maxsize=256)
def _glyph(letter: str, height: int) -> NDArray[np.uint8]:
    """Return how much ink each pixel of a letter has, 0 to 255."""
    font = get_font(findfont(FontProperties(weight="bold")))
    font.set_size(height, 72)
    font.set_text(letter)
    font.draw_glyphs_to_bitmap()
    return np.array(font.get_image())


def pixels(rectangles: Iterable[Rectangle], size: int, side: int, palette: str = "safe",
           letters: bool = False) -> NDArray[np.uint8]:
    """Return the picture of a board: ``side`` by ``side`` pixels of red, green, blue, opacity.

    ``rectangles`` are those of a board of ``size`` pixels. The cost goes with the number of
    rectangles and of pixels, whatever the depth of the board.
    """
    paints = {key: packed(value) for key, value in palette_of(palette).items()}
    canvas = np.full((side, side), packed((255, 255, 255)))
    image = canvas.view(np.uint8).reshape(side, side, 4)
    scale = side / size
    for colour, (x, y), (width, height), thickness in rectangles:
        left, right = round(x * scale), round((x + width) * scale)
        top, bottom = round(y * scale), round((y + height) * scale)
        if thickness == 0:
            canvas[top:bottom, left:right] = paints[colour]
            if letters and isinstance(colour, int):
                write(image[top:bottom, left:right], Colour(colour).letter,
                      ink_on(colour, palette))
        elif colour == HIGHLIGHT:
            width = max(2, round(thickness * side / 750))
            casing = 2 if right - left > 4 * width else 0
            paint = packed(ink_on(HIGHLIGHT, palette))
            _outline(canvas[top:bottom, left:right], (width + 2 * casing) if casing else 0, paint)
            _outline(canvas[top + casing:bottom - casing, left + casing:right - casing], width,
                     paints[HIGHLIGHT])
        else:
            width = max(1, round(thickness * side / 1500))
            _outline(canvas[top:bottom, left:right], min(width, (right - left) // 5),
                     paints[colour])
    return image


def packed(colour: tuple[int, int, int]) -> np.uint32:
    """Return an opaque colour as the one number that its four bytes are in a picture."""
    packed: np.uint32 = np.array([*colour, 255], dtype=np.uint8).view(np.uint32)[0]
    return packed


def _outline(packed: NDArray[np.uint32], width: int, paint: np.uint32) -> None:
    if width > 0:
        packed[:width] = packed[-width:] = paint
        packed[:, :width] = packed[:, -width:] = paint


def write(image: NDArray[np.uint8], letter: str, ink: tuple[int, int, int]) -> None:
    """Write ``letter`` in the middle of a square of pixels, if the square is large enough."""
    height = min(image.shape[0], image.shape[1])
    if height < 9:
        return
    cover = _glyph(letter, min(round(height * 0.6), 32))[..., np.newaxis] / 255
    rows, columns = cover.shape[:2]
    top, left = (image.shape[0] - rows) // 2, (image.shape[1] - columns) // 2
    place = image[top:top + rows, left:left + columns, :3]
    place[:] = (1 - cover) * place + cover * np.array(ink)


class BoardArtist(Artist):
    """Draws a board on the square from (0, 0) to (side, side) of its axes, a unit for each cell.

    ``show`` says what to draw; the pixels are computed for the resolution of whatever the figure is
    drawn on, so that frames are crisp on a screen and in print.
    """

    def __init__(self, palette: str = "safe", letters: bool = False) -> None:
        super().__init__()
        palette_of(palette)  # refuses a name that is none
        self.palette, self.letters = palette, letters
        self._rectangles: Sequence[Rectangle] = ()
        self._size = self._side = 1

    def show(self, rectangles: Sequence[Rectangle], size: int, side: int) -> None:
        """Draw ``rectangles``, of a board of ``size`` pixels, over ``side`` units of the axes."""
        self._rectangles, self._size, self._side = rectangles, size, side
        self.stale = True

    def draw(self, renderer: RendererBase) -> None:
        """Draw the board; matplotlib calls this."""
        assert self.axes is not None
        (x0, y0), (x1, y1) = self.axes.transData.transform([(0, self._side), (self._side, 0)])
        magnification = renderer.get_image_magnification()
        side = max(1, round(min(x1 - x0, y1 - y0) * magnification))
        image = pixels(self._rectangles, self._size, side, self.palette, self.letters)
        context = renderer.new_gc()
        context.set_alpha(self.get_alpha() or 1)
        renderer.draw_image(context, round(x0), round(y0), image[::-1])
        context.restore()
