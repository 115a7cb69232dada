"""The live canvas sends pictures to a page, and answers its messages."""

import io
import threading

import numpy as np
import pytest
from matplotlib.backend_bases import KeyEvent
from matplotlib.figure import Figure
from matplotlib.image import imread

from blocky.kit.widgets.live import LiveFigure
from blocky.kit.widgets.png import png


@pytest.mark.parametrize("shape", [(1, 1), (3, 7)])
def test_a_picture_comes_back_as_the_pixels_that_were_sent(shape):
    pixels = np.random.default_rng(1).integers(0, 256, (*shape, 4), dtype=np.uint8)
    for each in (pixels, pixels[::-1, ::-1]):
        assert (np.round(imread(io.BytesIO(png(each))) * 255) == each).all()


def test_matplotlibs_own_keys_do_nothing():
    live = LiveFigure(Figure())
    ax = live.canvas.figure.add_subplot()
    sent = []
    live.canvas.send = lambda content, buffers=None: sent.append(content)
    for key in "lkLKgGohprcvfsq":
        KeyEvent("key_press_event", live.canvas, key, *ax.bbox.get_points().mean(axis=0))._process()
    assert (ax.get_xscale(), ax.get_yscale()) == ("linear", "linear")
    assert not ax.xaxis.get_gridlines()[0].get_visible()
    assert not sent


def test_a_page_that_asks_while_a_still_is_made_is_answered():
    live = LiveFigure(Figure())
    sent, begun, drawn = [], threading.Event(), live.canvas.figure.draw

    def slowly(*args, **options):
        begun.set()
        page.join(0.3)  # as on a busy machine
        return drawn(*args, **options)

    def ask():
        begun.wait()
        live.canvas._handle_message(None, {"type": "refresh"}, None)

    live.canvas.figure.draw = slowly
    live.canvas.send = lambda content, buffers=None: sent.append(content["data"])
    page = threading.Thread(target=ask)
    page.start()
    live.redraw()
    page.join()
    assert any('"draw"' in message for message in sent)


def test_the_whole_picture_is_sent_when_asked_for():
    live = LiveFigure(Figure((2, 1), dpi=100))
    sent = []
    live.canvas.send = lambda content, buffers=None: sent.append((content["data"], buffers))
    live._companion._handle_custom_msg({"kind": "blank"}, None)
    (resize, _), *_, (_, (picture,)) = sent
    assert '"resize"' in resize
    assert imread(io.BytesIO(picture)).shape == (100, 200, 4)


@pytest.mark.parametrize("ratio", [1, 2])
def test_a_figure_fills_the_room_that_a_page_has(ratio):
    live = LiveFigure(Figure((4.6, 2.3), dpi=100))
    live.canvas._handle_message(None, {"type": "set_device_pixel_ratio",
                                       "device_pixel_ratio": ratio}, None)
    for width, height, size in [(920, 900, (920, 460)), (920, 230, (460, 230)),
                                (300, 900, (300, 150)), (460, 900, (460, 230))]:
        live._companion._handle_custom_msg(
            {"kind": "room", "width": width, "height": height}, None)
        assert live.canvas.get_width_height(physical=False) == size
        assert round(live.canvas.get_renderer().width) == ratio * size[0]
        assert live.canvas.figure.get_size_inches() == pytest.approx([4.6, 2.3], abs=0.01)
