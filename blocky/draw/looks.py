"""The looks of Blocky: its colours in a palette, and boards as pixels and in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from blocky.block import PLACES, Block, Path, Rectangle
from blocky.colour import FRAME, HIGHLIGHT, Colour
from blocky.kit.draw import picture
from blocky.kit.draw.cells import Raster, outline, packed, unpacked, write
from blocky.kit.draw.picture import ink_over, letters_over
from blocky.kit.language import mark, say

__all__ = ["PALETTES", "SIDE", "BoardArtist", "Palette", "Square", "describe",
           "ink_on", "letter_ink", "palette_of", "pixels", "rgb", "square"]


#: The (red, green, blue), each 0 to 255, of each colour of play, of FRAME and of HIGHLIGHT.
Palette = Mapping[Colour | str, tuple[int, int, int]]


def _palette(*rgb: tuple[int, int, int]) -> Palette:
    return MappingProxyType(dict(zip([*Colour, FRAME, HIGHLIGHT], rgb, strict=True)))


#: The colours of "safe" can be told apart with the common forms of colour blindness; "classic" has
#: those of the course.
PALETTES: Mapping[str, Palette] = MappingProxyType({
    mark("safe", "palette"): _palette(
        (10, 80, 165), (206, 52, 20), (87, 190, 152), (255, 224, 92), (25, 25, 25), (214, 0, 108)
    ),
    mark("classic", "palette"): _palette(
        (1, 128, 181), (199, 44, 58), (138, 151, 71), (255, 211, 92), (0, 0, 0), (75, 196, 213)
    ),
})


def palette_of(name: str) -> Palette:
    """Return the palette of this name. ValueError: there is none."""
    return picture.palette_of(PALETTES, name)


def rgb(colour: Colour | str, palette: str) -> tuple[float, float, float]:
    """Return ``colour`` in a palette as matplotlib takes it: three numbers from 0 to 1."""
    red, green, blue = palette_of(palette)[colour]
    return red / 255, green / 255, blue / 255


def ink_on(colour: Colour | str, palette: str) -> tuple[int, int, int]:
    """Return black or white, whichever reads better on ``colour``."""
    return ink_over(palette_of(palette)[colour])


def letter_ink(colour: Colour | str, palette: str) -> str:
    """Return the name of ``ink_on``, as matplotlib takes it."""
    return letters_over(palette_of(palette)[colour])


#: The most leaves of a board that is described block by block.
FEW = 16


def describe(block: Block) -> str:
    """Return a text on a board: its size, and its colours.

    If it has at most FEW leaves, these are the colours in each quarter; otherwise it's the number
    of unit cells of each colour.
    """
    if block.colour is not None:
        return say("A {colour} block", colour=block.colour.word)
    leaves = list(block.leaves())
    board = say("A board of {side} by {side} unit cells in {leaves} leaves",
                side=2 ** (block.max_depth - block.level), leaves=len(leaves))
    if len(leaves) <= FEW:
        quarters = [say("{place} {colours}", place=say(place), colours=_colours(child))
                    for place, child in zip(PLACES, block.children, strict=False)]
        return say("{board}: {parts}", board=board, parts=", ".join(quarters))
    cells = dict.fromkeys(Colour, 0)
    for leaf in leaves:
        if leaf.colour is not None:
            cells[Colour(leaf.colour)] += 4 ** (leaf.max_depth - leaf.level)
    shares = [say("{count} {colour}", count=count, colour=colour.word)
              for colour, count in cells.items()]
    return say("{board}: {parts}", board=board, parts=", ".join(shares))


def _colours(block: Block) -> str:
    """Return the colour of a block, or those of its children in brackets, by their numbers."""
    if block.colour is not None:
        return str(Colour(block.colour).word)
    return f"({', '.join(map(_colours, block.children))})"


# -- boards as pixels ----------------------------------------------------------------------------

#: The side of a board in pixels, large enough that no rounding shows.
SIDE = 4096

#: (x, y) of the upper left corner of a square, and its side.
Square = tuple[float, float, float]


def square(path: Path, side: float) -> Square:
    """Return x, y and side of the block at ``path``, on a board whose side is ``side``.

    >>> square((0, 2), 8)
    (4.0, 2.0, 2.0)
    """
    x = y = 0.0
    for number in path:
        side /= 2
        is_right = number in (0, 3)
        is_low = number in (2, 3)
        x += side * is_right
        y += side * is_low
    return x, y, side


def pixels(rectangles: Iterable[Rectangle], size: int, side: int, palette: str = "safe",
           letters: bool = False) -> NDArray[np.uint8]:
    """Return the picture of a board: ``side`` by ``side`` pixels of red, green, blue, opacity.

    ``rectangles`` are those of a board of ``size`` pixels, which are scaled to ``side``. Each has a
    colour of the palette or (red, green, blue). The cost grows with the number of rectangles and
    pixels, not with the depth.
    """
    paints = {key: packed(value) for key, value in palette_of(palette).items()}
    canvas = np.full((side, side), packed((255, 255, 255)))
    image = unpacked(canvas)  # a view of the same pixels
    scale = side / size
    for colour, (x, y), (width, height), thickness in rectangles:
        paint = packed(colour) if isinstance(colour, tuple) else paints[colour]
        left = round(x * scale)
        right = round((x + width) * scale)
        top = round(y * scale)
        bottom = round((y + height) * scale)
        if thickness == 0:  # filled
            canvas[top:bottom, left:right] = paint
            if letters and isinstance(colour, int):
                write(image[top:bottom, left:right], Colour(colour).letter,
                      ink_on(colour, palette))
        elif colour == HIGHLIGHT:
            line_width = max(2, round(thickness * side / 750))
            casing_paint = packed(ink_on(HIGHLIGHT, palette))
            _highlight(canvas, (left, top, right, bottom), line_width, paint, casing_paint)
        else:
            wanted_width = max(1, round(thickness * side / 1500))
            line_width = min(wanted_width, (right - left) // 5)  # 0: too small for a frame
            outline(canvas[top:bottom, left:right], line_width, paint)
    return image


def _highlight(canvas: NDArray[np.uint32], box: tuple[int, int, int, int], width: int,
               paint: np.uint32, casing_paint: np.uint32) -> None:
    """Draw a line along the inside of a box, with thin lines on both sides if there is room.

    ``box`` is left, top, right and bottom, in pixels.
    """
    left, top, right, bottom = box
    has_room = right - left > 4 * width
    casing = 2 if has_room else 0  # the width of the thin lines
    if casing:
        outline(canvas[top:bottom, left:right], width + 2 * casing, casing_paint)
    outline(canvas[top + casing:bottom - casing, left + casing:right - casing], width, paint)


class BoardArtist(Raster):
    """Draws the board that ``show`` was given, one unit of the axes for each unit cell.

    Attributes:
        over: functions that draw over the pixels of the board, as those of ``blocky.draw.marks``.
    """

    def __init__(self, palette: str = "safe", letters: bool = False) -> None:
        super().__init__()
        palette_of(palette)  # refuses an unknown name
        self.palette, self.letters = palette, letters
        self._rectangles: Sequence[Rectangle] = ()
        self._size = 1
        self.over: list[Callable[[NDArray[np.uint8]], None]] = []

    def show(self, rectangles: Sequence[Rectangle], size: int, side: int) -> None:
        """Draw a board of ``size`` pixels over ``side`` units of the axes; empty ``over``."""
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
