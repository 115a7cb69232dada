"""The texts in a picture, and where they are."""

from itertools import combinations
from typing import NamedTuple
from unittest import mock

from matplotlib.text import Text

from blocky.kit.draw.cells import Labels


class Drawn(NamedTuple):
    """A text in a picture, its box (x0, y0, x1, y1) in pixels, and its size in points."""

    text: str
    box: tuple[float, float, float, float]
    size: float


def drawn_texts(picture):
    """Return the texts in a picture, where its layout finally puts them."""
    drawn, draw_text, draw_labels = [], Text.draw, Labels.draw

    def note_text(text, renderer, *args, **kwargs):
        if text.get_visible() and text.get_text().strip():
            box = text.get_window_extent(renderer).extents
            drawn.append(Drawn(text.get_text(), tuple(box.tolist()), text.get_fontsize()))
        return draw_text(text, renderer, *args, **kwargs)

    def note_labels(labels, renderer):
        with mock.patch.object(renderer, "draw_image", wraps=renderer.draw_image) as images:
            draw_labels(labels, renderer)
        for call, (_, _, text, size, _) in zip(images.call_args_list, labels._labels, strict=True):
            _, x, y, image = call.args
            height, width, _ = image.shape
            drawn.append(Drawn(text, (x, y + height / 5, x + width, y + 4 * height / 5), size))

    with mock.patch.object(Text, "draw", note_text), mock.patch.object(Labels, "draw", note_labels):
        picture.png()
    return drawn


def overlaps(drawn, by=1.5):
    """Return the pairs of texts of a picture that overlap by more than ``by`` pixels."""
    return [(one.text, other.text) for one, other in combinations(drawn, 2)
            if min(one.box[2], other.box[2]) - max(one.box[0], other.box[0]) > by
            and min(one.box[3], other.box[3]) - max(one.box[1], other.box[1]) > by]


def assert_inside(picture, by=0.0):
    """Assert that no text lies outside a picture by more than ``by`` pixels; return the texts."""
    drawn, (width, height) = drawn_texts(picture), picture.figure.bbox.size
    outside = [(text, [round(edge, 1) for edge in (x0, y0, x1, y1)])
               for text, (x0, y0, x1, y1), _ in drawn
               if min(x0, y0) < -by or x1 > width + by or y1 > height + by]
    assert not outside, f"outside {width:g} by {height:g}: {outside}"
    return drawn
