"""What is written in a picture, and where."""

from typing import NamedTuple
from unittest import mock

from matplotlib.text import Text


class Drawn(NamedTuple):
    """A text that was drawn: the box (x0, y0, x1, y1) that it takes in pixels, and its size."""

    text: str
    box: tuple[float, float, float, float]
    size: float


def drawn_texts(picture):
    """Draw a picture; return the texts in it as they stand at last, whatever a layout shifts."""
    drawn, draw_text = [], Text.draw

    def noted(text, renderer, *args, **kwargs):
        if text.get_visible() and text.get_text().strip():
            box = text.get_window_extent(renderer).extents
            drawn.append(Drawn(text.get_text(), tuple(box.tolist()), text.get_fontsize()))
        return draw_text(text, renderer, *args, **kwargs)

    with mock.patch.object(Text, "draw", noted):
        picture.png()
    return drawn


def assert_inside(picture, by=0.0):
    """Draw a picture; no text in it may stand out by more than ``by`` pixels. Return the texts."""
    drawn, (width, height) = drawn_texts(picture), picture.figure.bbox.size
    outside = [(text, [round(edge, 1) for edge in (x0, y0, x1, y1)])
               for text, (x0, y0, x1, y1), _ in drawn
               if min(x0, y0) < -by or x1 > width + by or y1 > height + by]
    assert not outside, f"outside {width:g} by {height:g}: {outside}"
    return drawn
