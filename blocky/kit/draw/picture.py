"""What all pictures share: the picture itself, colours, axes, lines, and boxes of text."""

import base64
import html
import io
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Line

from blocky.kit.draw.settings import KitFigure, own_settings
from blocky.kit.language import CODE_BEGINS, CODE_ENDS, plain, say
from blocky.kit.writing import expect_own, replace_file

__all__ = ["BAR", "DPI", "FAULT", "INK", "MARK", "NEUTRAL", "PALE", "RIGHT", "WRONG",
           "Paint", "Picture", "axes_beside", "bare", "box", "captioned", "clear", "corners",
           "extent", "ink_over", "letters_over", "new_axes", "open_way", "palette_of",
           "picture_on", "polylines", "show_square", "titled_axes", "with_code"]

DPI = 100
#: The width of a page, in inches.
PAGE = 9.5
INK = "#222222"
PALE = "#8a8a8a"
BAR = "#b9cfe6"
MARK = "#d6006c"  # a highlighted path, a counted side: in no palette
FAULT = "#c00000"  # what is broken or wrong; always beside a sign "!"

#: Red, green and blue, each from 0 to 255.
Paint = Sequence[float]

Value = TypeVar("Value")

#: Pictures are white. On a dark page they are dimmed, as live ones are: see live.css.
DIMMED = ('<style>[data-jp-theme-light="false"] .blocky-picture, '
          '[data-vscode-theme-kind*="dark"] .blocky-picture {filter: brightness(0.85)}</style>')

#: Whether anybody can see a live figure; set to False where a notebook is run unattended.
seen = True


def is_png(content: bytes) -> bool:
    """Return whether this is the content of a PNG file."""
    return content.startswith(b"\x89PNG")


class Picture:
    """A figure, and ``alt``, the text that describes it where it cannot be seen."""

    def __init__(self, figure: Figure, alt: str) -> None:
        self.figure, self.alt = figure, alt

    @own_settings
    def png(self, scale: float = 1) -> bytes:
        """Return the picture as a PNG; the same figure gives the same bytes."""
        file = io.BytesIO()
        self.figure.savefig(file, format="png", dpi=DPI * scale, metadata={"Software": None})
        return file.getvalue()

    def save(self, path: str | os.PathLike[str], scale: float = 2) -> None:
        """Write the picture to a PNG file. FileExistsError: another kind of file is there."""
        expect_own(path, is_png, say("a picture (PNG)"))
        replace_file(path, self.png(scale))

    def _repr_png_(self) -> bytes:
        return self.png()

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.png(2)).decode("ascii")
        width = round(self.figure.get_figwidth() * DPI)
        return (f'{DIMMED}<img class="blocky-picture" alt="{html.escape(self.alt)}" '
                f'width="{width}" style="max-width: 100%" src="data:image/png;base64,{data}">')

    def __repr__(self) -> str:
        return f"<Picture: {self.alt}>"


def palette_of(palettes: Mapping[str, Value], name: str) -> Value:
    """Return the palette of a name. ValueError: there is none."""
    if not isinstance(name, str) or name not in palettes:
        raise ValueError(say("{name!r} isn't a palette. The palettes are: {names}.", name=name,
                             names=", ".join(palettes)))
    return palettes[name]


def ink_over(paint: Paint) -> tuple[int, int, int]:
    """Return black or white, whichever reads better on ``paint``."""
    red, green, blue = paint
    return (0, 0, 0) if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else (255, 255, 255)


def new_axes(width: float, height: float, head: float = 0) -> Axes:
    """Return axes that fill a new figure, below a free ``head``; all in inches."""
    figure = KitFigure((width, height + head), dpi=DPI)
    return figure.add_axes((0.01, 0.01, 0.98, height / (height + head) - 0.02))


def letters_over(paint: Paint) -> str:
    """Return matplotlib's name of ``ink_over(paint)``."""
    return "black" if ink_over(paint) == (0, 0, 0) else "white"


def axes_beside(count: int, size: tuple[float, float], part: tuple[float, float], gap: float
                ) -> list[Axes]:
    """Return ``count`` axes side by side in a new figure, with room of ``size`` (inches) for each.

    ``part`` is the lower end and the height of all axes, as shares of the figure's height. ``gap``
    is the share of the width of its room that stays free on the left and on the right of each.
    """
    width, height = size
    bottom, axes_height = part
    figure = KitFigure((width * count, height), dpi=DPI)
    return [figure.add_axes(((number + gap) / count, bottom, (1 - 2 * gap) / count, axes_height))
            for number in range(count)]


def titled_axes(titles: Sequence[str], size: tuple[float, float]) -> list[Axes]:
    """Return axes of a new figure, each under its title, with room of ``size`` (inches) for each.

    They are side by side; of three that are wider than a page, the last two are below the first.
    """
    width, height = size
    count = len(titles)
    head = 0.4  # the height of a title
    gap = 0.06  # the share of the width that stays free on the left and on the right of each
    rows = [range(count)]
    if count == 3 and count * width > PAGE:
        rows = [range(1), range(1, 3)]
    # places are computed in inches, and then divided by the size of the figure
    figure_width = width * max(map(len, rows))
    figure_height = (height + head) * len(rows)
    figure = KitFigure((figure_width, figure_height), dpi=DPI)
    axes = []
    for row_number, row in enumerate(rows):
        low = figure_height - (row_number + 1) * (height + head)
        for column, number in enumerate(row):
            left = (column + gap) * width
            axes.append(figure.add_axes((
                left / figure_width, (low + 0.02) / figure_height,
                (1 - 2 * gap) * width / figure_width, (height - 0.04) / figure_height)))
            middle = (column + 0.5) * width
            figure.text(middle / figure_width, (low + height + 0.08) / figure_height,
                        titles[number], fontsize=12, color=INK, ha="center", va="baseline")
    return axes


def picture_on(ax: Axes, alt: str) -> Picture:
    """Return the figure of ``ax`` as a picture."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return Picture(figure, alt)


def captioned(captions: Sequence[str], shown: Sequence[str]) -> str:
    """Return pictures in words, each after its caption; two or more pictures are numbered."""
    texts = []
    for number, (caption, in_words) in enumerate(zip(captions, shown, strict=True), start=1):
        if len(captions) > 1:
            texts.append(say("Picture {number}, {caption}. {shown}.", number=number,
                             caption=caption, shown=in_words))
        else:
            capitalised = caption[:1].upper() + caption[1:]
            texts.append(say("{caption}. {shown}.", caption=capitalised, shown=in_words))
    return " ".join(texts)


def extent(ax: Axes) -> tuple[float, float]:
    """Return the width and height of axes, in pixels at ``DPI``."""
    box, unit = ax.get_window_extent(), DPI / ax.figure.dpi
    return box.width * unit, box.height * unit


def show_square(ax: Axes, side: float, margin: float) -> None:
    """Show the square from (0, 0) to (side, side) on axes, y downwards, with a margin."""
    ax.set(xlim=(-margin, side + margin), ylim=(side + margin, -margin), aspect="equal")


def corners(left: float, top: float, right: float, low: float) -> list[tuple[float, float]]:
    """Return the corners of a box, clockwise from the upper left one."""
    return [(left, top), (right, top), (right, low), (left, low)]


def clear(*axes: Axes) -> None:
    """Remove everything drawn on axes, and keep their limits."""
    for ax in axes:
        for artist in [*ax.collections, *ax.texts, *ax.lines, *ax.images, *ax.patches, *ax.artists]:
            artist.remove()


@own_settings
def bare(ax: Axes, **limits: Any) -> Axes:
    """Remove frame and ticks from axes, and set ``limits`` as ``Axes.set`` does; return them."""
    ax.set_title("", y=1)  # a fixed place, or matplotlib would search for one at each drawing
    ax.set_axis_off()
    ax.set(**limits)
    return ax


def polylines(ax: Axes, lines: Any, **style: Any) -> None:
    """Draw lines, all with the same number of points (x, y), as one path, which is fast."""
    if not len(lines):
        return
    points = np.array(lines, dtype=float).reshape(len(lines), -1, 2)  # by line, point, and x or y
    codes = np.full(points.shape[:2], Line.LINETO, dtype=np.uint8)
    codes[:, 0] = Line.MOVETO
    path = Line(points.reshape(-1, 2), codes.ravel())
    style = {"facecolor": "none", **style}
    ax.add_artist(PathPatch(path, **style))


def open_way(ax: Axes, places: Sequence[tuple[float, float]]) -> None:
    """Draw a marked line from place to place."""
    for colour, width in (("white", 4.5), (MARK, 2.2)):
        polylines(ax, [places], edgecolor=colour, linewidth=width, capstyle="round", zorder=2,
                  clip_on=False)


# -- a box that can be read on light and dark pages ---------------------------------------------

#: The colours of right, wrong, and neutral sentences.
RIGHT, WRONG = "color: #1b5e20; background: #edf7ee", "color: #b00020; background: #fdecef"
NEUTRAL = "color: #1f3a5f; background: #eaf1fa"

#: The signs that say the same as the colours.
_SIGNS = {RIGHT: "✓", WRONG: "⚠", NEUTRAL: "○"}


def box(text: str, look: str, role: str = "status") -> str:
    """Return the markup of a sentence in a box; ``role`` is for screen readers.

    >>> "✓ 3 of 3 &lt; 4" in box("3 of 3 < 4", RIGHT)
    True
    """
    return (f'<div role="{role}" style="{look}; border-left: 4px solid; padding: 4px 10px; '
            f'line-height: 1.4; white-space: pre-line; overflow-wrap: anywhere">'
            f'{_SIGNS[look]} {with_code(text)}</div>')


#: Code in a sentence, in one of two forms.
_CODE = re.compile(f"{CODE_BEGINS}(?P<marked>.+?){CODE_ENDS}|`(?P<in_backticks>[^`]+)`", re.DOTALL)


def with_code(text: str) -> str:
    """Return the markup of a text with code between backticks, or the invisible marks of ``say``.

    >>> with_code("What is `1 < 2`?")
    'What is <code>1 &lt; 2</code>?'
    """
    def code_element(found: re.Match[str]) -> str:
        """Return the markup of a piece of code, without marks that it may contain itself."""
        code = found["marked"] or found["in_backticks"]
        return f"<code>{plain(code)}</code>"

    return _CODE.sub(code_element, html.escape(text))
