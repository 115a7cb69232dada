"""What every picture has: its text, its colours, its axes."""

from __future__ import annotations

import base64
import html
import io
import os
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from blocky.block import Block
from blocky.colour import PALETTES, Colour, Palette

__all__ = ["DPI", "INK", "MARK", "PALE", "Picture", "describe", "ink_on", "ink_over", "new_axes",
           "palette_of", "picture_on", "rgb"]

DPI = 100
INK = "#222222"
PALE = "#8a8a8a"
MARK = "#d6006c"  # a highlighted path, a counted side: a colour that no palette has


class Picture:
    """A figure, with ``alt``, the text that stands for it where it cannot be seen."""

    def __init__(self, figure: Figure, alt: str) -> None:
        self.figure, self.alt = figure, alt

    def png(self, scale: float = 1) -> bytes:
        """Return the picture as a PNG; the same figure gives the same bytes."""
        file = io.BytesIO()
        self.figure.savefig(file, format="png", dpi=DPI * scale, metadata={"Software": None})
        return file.getvalue()

    def save(self, path: str | os.PathLike[str], scale: float = 2) -> None:
        """Write the picture to a PNG file."""
        with open(path, "wb") as file:
            file.write(self.png(scale))

    def _repr_png_(self) -> bytes:
        return self.png()

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.png(2)).decode("ascii")
        width = round(self.figure.get_figwidth() * DPI)
        return (f'<img alt="{html.escape(self.alt)}" width="{width}" style="max-width: 100%" '
                f'src="data:image/png;base64,{data}">')

    def __repr__(self) -> str:
        return f"<Picture: {self.alt}>"


def rgb(colour: Colour | str, palette: str) -> tuple[float, float, float]:
    """Return ``colour`` in a palette as matplotlib takes it: three numbers from 0 to 1."""
    red, green, blue = palette_of(palette)[colour]
    return red / 255, green / 255, blue / 255


def ink_on(colour: Colour | str, palette: str) -> tuple[int, int, int]:
    """Return black or white, whichever reads better on ``colour``."""
    return ink_over(palette_of(palette)[colour])


def ink_over(paint: Sequence[float]) -> tuple[int, int, int]:
    """Return black or white, whichever reads better on ``paint``: red, green and blue to 255."""
    red, green, blue = paint
    return (0, 0, 0) if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else (255, 255, 255)


def palette_of(name: str) -> Palette:
    """Return the palette of that name. ValueError: there is none."""
    if name not in PALETTES:
        raise ValueError(f"{name!r} is not a palette. There are: {', '.join(PALETTES)}.")
    return PALETTES[name]


def describe(block: Block) -> str:
    """Return what there is to see of a board, in a few words."""
    if block.colour is not None:
        return f"A {block.colour.word} block"
    leaves = sum(1 for _ in block.leaves())
    side = 2 ** (block.max_depth - block.level)
    return f"A board of {side} by {side} unit cells in {leaves} leaves"


def new_axes(width: float, height: float) -> Axes:
    """Return axes that fill a figure of their own, of a width and height in inches."""
    figure = Figure((width, height), dpi=DPI)
    return figure.add_axes((0.01, 0.01, 0.98, 0.98))


def picture_on(ax: Axes, alt: str) -> Picture:
    """Return the picture that the figure of ``ax`` is."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return Picture(figure, alt)
