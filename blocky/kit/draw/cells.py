"""Pictures made of pixels: cells with their texts, and cheap labels."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

from blocky.kit.draw.picture import INK, ink_over
from blocky.kit.draw.settings import kit_font, legible

__all__ = ["CellsArtist", "Labels", "Raster", "cells", "headed", "outline", "packed", "unpacked",
           "write"]

#: The largest side of a grid that has room for texts.
MOST_WRITTEN = 32

#: The least width of a cell with a text, and of one with lines around it, in pixels.
LEAST_WITH_TEXT, LEAST_WITH_LINES = 9, 5

#: The least height of letters, in pixels.
LEAST_HEIGHT = 4


@lru_cache(maxsize=256)
def packed(colour: tuple[int, int, int]) -> np.uint32:
    """Return an opaque colour as one number, made of its four bytes in a picture."""
    paint: np.uint32 = np.array([*colour, 255], dtype=np.uint8).view(np.uint32)[0]
    return paint


def unpacked(image: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return a view of packed pixels as red, green, blue and opacity."""
    return image.view(np.uint8).reshape(*image.shape, 4)


def outline(image: NDArray[np.uint32], width: int, paint: np.uint32) -> None:
    """Draw a line of ``width`` pixels along the inside of a rectangle of packed pixels."""
    if width > 0:
        image[:width] = image[-width:] = paint
        image[:, :width] = image[:, -width:] = paint


@lru_cache(maxsize=256)
def _glyph(letter: str, height: int) -> NDArray[np.uint8]:
    """Return how much ink is in each pixel of a letter, 0 to 255; ``height`` is in pixels."""
    font = kit_font("bold")
    font.set_size(height, 72)
    font.set_text(letter)
    font.draw_glyphs_to_bitmap()
    return np.array(font.get_image())


def write(image: NDArray[np.uint8], letter: str, ink: tuple[int, int, int]) -> None:
    """Write ``letter`` in the middle of a square of pixels, if the square is large enough."""
    height, width, _ = image.shape
    side = min(height, width)
    if side < LEAST_WITH_TEXT:
        return
    letter_height = min(round(side * 0.6), 32)
    glyph = _glyph(letter, letter_height)[:height, :width]
    rows, columns = glyph.shape
    top = (height - rows) // 2
    left = (width - columns) // 2
    under_letter = image[top:top + rows, left:left + columns, :3]
    cover = glyph[..., np.newaxis] / 255  # how much of each pixel is ink, 0 to 1
    under_letter[:] = (1 - cover) * under_letter + cover * np.array(ink)


class Labels(Artist):
    """Writes many short texts on its axes at little cost.

    Each of ``labels`` is x, y, the text, the size of its letters in points, and the ink. Texts are
    centred on their places, or with ``left`` to the right of them. With ``whole`` places go from 0
    to 1 over the axes; otherwise they are in the axes' units.
    """

    def __init__(self, labels: Sequence[tuple[float, float, str, float, Any]],
                 weight: str = "normal", left: bool = False, whole: bool = False) -> None:
        super().__init__()
        self._labels, self._weight, self._left, self._whole = labels, weight, left, whole
        self.set_zorder(4)

    def draw(self, renderer: RendererBase) -> None:
        """Write the labels; matplotlib calls this."""
        assert self.axes is not None
        self.stale = False
        if not self._labels:
            return
        to_pixels = self.axes.transAxes if self._whole else self.axes.transData
        places = to_pixels.transform([(x, y) for x, y, *_ in self._labels])
        # In a picture as vectors, an image has more pixels than the places that it covers.
        magnification = renderer.get_image_magnification()
        pixels_of_point = cast(float, renderer.points_to_pixels(1)) * magnification
        context = renderer.new_gc()
        for (x, y), (_, _, text, size, ink) in zip(places, self._labels, strict=True):
            height = max(LEAST_HEIGHT, round(size * pixels_of_point))
            image = _label(legible(text), height, self._weight, to_rgb(ink))
            if image.size == 0:
                continue
            rows, columns, _ = image.shape
            left = x if self._left else x - columns / magnification / 2
            low = y - rows / magnification / 2
            renderer.draw_image(context, round(left), round(low), image)
        context.restore()


@lru_cache(maxsize=4096)
def _label(text: str, height: int, weight: str, ink: tuple[float, float, float]
           ) -> NDArray[np.uint8]:
    """Return a picture of ``text``, with its lines one below the other and centred.

    Its rows go from the bottom upwards, as matplotlib wants them. Each pixel is red, green, blue
    and opacity; ``height`` is that of the letters in pixels.
    """
    glyphs = _glyphs_of_lines(text, height, weight)
    width = max(line_glyphs.shape[1] for line_glyphs, _ in glyphs)
    line_height = round(1.25 * height)
    baseline = line_height - round(0.25 * height)
    # by line, row of pixels in the line, column of pixels, and red, green, blue and opacity
    image = np.zeros((len(glyphs), line_height, width, 4), dtype=np.uint8)
    image[..., :3] = [round(255 * part) for part in ink]
    opacity = image[..., 3]
    for line, (line_glyphs, descent) in zip(opacity, glyphs, strict=True):
        rows, columns = line_glyphs.shape
        bottom = min(line_height, max(0, baseline + descent))
        top = max(0, bottom - rows)
        left = (width - columns) // 2
        first_row = rows - (bottom - top)  # what doesn't fit is cut off above
        line[top:bottom, left:left + columns] = line_glyphs[first_row:]
    return image.reshape(-1, width, 4)[::-1]


def _glyphs_of_lines(text: str, height: int, weight: str) -> list[tuple[NDArray[np.uint8], int]]:
    """Return for each line of a text how much ink is in each pixel, and the descent.

    The descent is the number of pixels by which the line reaches below its baseline.
    """
    font = kit_font(weight)
    font.set_size(height, 72)
    lines: list[tuple[NDArray[np.uint8], int]] = []
    for line in text.split("\n"):
        font.set_text(line)
        font.draw_glyphs_to_bitmap()
        descent = round(font.get_descent() / 64)  # the font counts in 64ths of a pixel
        lines.append((np.array(font.get_image()), descent))
    return lines


def headed(ax: Axes, title: str) -> None:
    """Write a title over the axes."""
    ax.add_artist(Labels([(0.5, 1.05, title, 9, INK)], whole=True))


class Raster(Artist):
    """Draws a picture of pixels on its axes, whose y grows downwards.

    The picture begins at ``corner``, and ``extent`` is its width and height, in units of the axes.
    Its pixels are computed for the actual resolution: lines are crisp on a screen and in print.
    """

    extent: tuple[float, float] = 1, 1
    corner: tuple[float, float] = 0, 0

    def paint(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return the picture: rows of pixels of red, green, blue, opacity."""
        raise NotImplementedError

    def draw(self, renderer: RendererBase) -> None:
        """Draw the picture; matplotlib calls this."""
        assert self.axes is not None
        left, top = self.corner
        width, height = self.extent
        (left_px, low_px), (right_px, top_px) = self.axes.transData.transform(
            [(left, top + height), (left + width, top)])
        magnification = renderer.get_image_magnification()  # as in ``Labels.draw``
        width_px = max(1, round((right_px - left_px) * magnification))
        height_px = max(1, round((top_px - low_px) * magnification))
        image = self.paint(width_px, height_px)
        context = renderer.new_gc()
        context.set_alpha(self.get_alpha() or 1)
        renderer.draw_image(context, round(left_px), round(low_px), image[::-1])  # bottom row first
        context.restore()


class CellsArtist(Raster):
    """Draws a grid of cells with fills and short texts; a cell is a unit of the axes wide."""

    def __init__(self, fills: NDArray[np.uint8], texts: Sequence[Sequence[str]]) -> None:
        """Draw cells with ``fills[row, column]``, red, green and blue, and their texts, if any."""
        super().__init__()
        self._fills, self._texts = fills, texts
        self.extent = fills.shape[1], len(fills)

    def paint(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return the picture of the cells, each a square of pixels."""
        columns, rows = self.extent
        cell = min(width / columns, height / rows)
        # the rows and columns of pixels at which the cells begin, and at which the last ones end
        tops = _pixels_at_borders(cell, int(rows))
        lefts = _pixels_at_borders(cell, int(columns))
        image = np.full((tops[-1], lefts[-1], 4), 255, dtype=np.uint8)
        image[..., :3] = self._fills.repeat(np.diff(tops), axis=0).repeat(np.diff(lefts), axis=1)
        if self._texts and cell >= LEAST_WITH_TEXT:
            self._write(image, tops.tolist(), lefts.tolist())
        if cell >= LEAST_WITH_LINES:  # white lines between the cells
            image[tops[1:-1]] = image[:, lefts[1:-1]] = (255, 255, 255, 255)
        return image

    def _write(self, image: NDArray[np.uint8], tops: list[int], lefts: list[int]) -> None:
        """Write the texts into a picture whose cells begin at the rows ``tops``, columns ``lefts``.

        The last number of both is where the picture ends.
        """
        rows = [slice(top, bottom) for top, bottom in pairwise(tops)]
        columns = [slice(left, right) for left, right in pairwise(lefts)]
        for row, texts, fills in zip(rows, self._texts, self._fills.tolist(), strict=True):
            for column, text, fill in zip(columns, texts, fills, strict=True):
                if text:
                    pixels = image[row, column]
                    height, width, _ = pixels.shape
                    pixels[:] = _cell(text, tuple(fill), height, width)


def _pixels_at_borders(cell: float, count: int) -> NDArray[Any]:
    """Return the pixels where ``count`` cells begin, and where the last one ends."""
    return np.linspace(0, round(cell * count), count + 1).round().astype(int)


@lru_cache(maxsize=512)
def _cell(text: str, fill: tuple[int, int, int], rows: int, columns: int) -> NDArray[np.uint8]:
    """Return the pixels of a cell with a text; ``rows`` and ``columns`` are numbers of pixels."""
    image = np.full((rows, columns, 4), 255, dtype=np.uint8)
    image[..., :3] = fill
    write(image, text, ink_over(fill))
    return image


def cells(ax: Axes, numbers: NDArray[Any], fills: Mapping[int, tuple[int, int, int]],
          texts: Mapping[int, str]) -> None:
    """Draw a grid of numbers: each cell has the fill and the text of its number.

    A number without a fill is white; texts are left out of a grid that is too large for them.
    """
    paints = np.full((*numbers.shape, 3), 255, dtype=np.uint8)
    for number, fill in fills.items():
        paints[numbers == number] = fill
    rows, columns = numbers.shape
    longer_side = max(rows, columns)
    written: list[list[str]] = []
    if longer_side <= MOST_WRITTEN:
        written = [[texts.get(number, "") for number in row] for row in numbers.tolist()]
    ax.add_artist(CellsArtist(paints, written))
    margin = 0.02 * longer_side
    ax.set(xlim=(-margin, columns + margin), ylim=(rows + margin, -margin), aspect="equal")
