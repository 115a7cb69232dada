"""Parts that the widgets share: a live canvas, and small pieces of markup."""

import asyncio
import html
import struct
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

import anywidget
import ipywidgets as w
import numpy as np
import traitlets
from ipympl.backend_nbagg import Canvas, FigureManager
from matplotlib.backend_bases import KeyEvent
from matplotlib.figure import Figure
from numpy.typing import NDArray

from blocky.kit.draw import picture
from blocky.kit.draw.picture import Paint, ink_over
from blocky.kit.language import say

__all__ = ["LiveFigure", "at_least", "chip", "png", "px", "running_loop", "scrolled", "status"]


def px(length: float) -> str:
    """Return a length in pixels, at the usual scale, for a layout."""
    return f"calc({length:g}px * var(--blocky-scale, 1))"


def at_least(width: float) -> w.Layout:
    """Return the layout of a widget as wide as its text, and at least ``width`` pixels."""
    return w.Layout(width="max-content", min_width=px(width))


def scrolled(height: float, **settings: str) -> w.Layout:
    """Return the layout of a framed text that is scrolled where it needs more than ``height``."""
    return w.Layout(max_height=px(height), overflow="auto", padding="2px 6px",
                    border="1px solid #ccc", **settings)


class _Canvas(Canvas):
    """Sends whole pictures, where ipympl sends differences to the last one.

    A page that gets pictures faster than it can show them skips some, and would miss differences.
    """

    _png_is_old: bool

    def __init__(self, figure: Figure) -> None:
        # In JupyterLab, a kernel may handle two messages of a page in two threads at once.
        self.lock = threading.RLock()
        super().__init__(figure)

    def _handle_message(self, widget: Any, content: Any, buffers: Any) -> None:
        with self.lock:
            super()._handle_message(widget, content, buffers)

    def get_diff_image(self) -> bytes | None:
        """Return the picture as a PNG, or None if it was sent before; ipympl calls this."""
        if not self._png_is_old:
            return None
        pixels = np.asarray(self.get_renderer().buffer_rgba())
        self.set_image_mode("full")
        self._png_is_old = False
        return png(pixels)


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Return pixels of red, green, blue and opacity as a PNG.

    Each row is stored as its difference to the row above: three times as fast as a library that
    searches for the best filter, for pictures with large areas of a colour.
    """
    height, width, _ = pixels.shape
    rows = np.ascontiguousarray(pixels).reshape(height, 4 * width)
    lines = np.full((height, 1 + 4 * width), 2, dtype=np.uint8)  # 2: the filter "up"
    lines[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=lines[1:, 1:])
    chunks = {b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0),
              b"IDAT": zlib.compress(lines.data, 1), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items())


class _Companion(anywidget.AnyWidget):
    """Shows beside a live canvas whether it has the keys, and completes it: see live.js.

    Attributes:
        label: the description of the picture where it cannot be seen.
        told, heard: the sentence that lists the keys, and the keys.
        wheel: whether the canvas reacts to the wheel.
        idle, listening: the texts for a canvas without and with the keys.
    """

    _esm = FilePath(__file__).parent / "live.js"
    _css = FilePath(__file__).parent / "live.css"
    label = traitlets.Unicode().tag(sync=True)
    told = traitlets.Unicode().tag(sync=True)
    heard = traitlets.List(traitlets.Unicode()).tag(sync=True)
    wheel = traitlets.Bool().tag(sync=True)
    idle = traitlets.Unicode().tag(sync=True)
    listening = traitlets.Unicode().tag(sync=True)


class LiveFigure(w.VBox):
    """A widget that shows a figure; ``canvas`` has its mouse, wheel and key events.

    It has the keys from a click on it, or Tab, until a click elsewhere, or Tab. If it reacts to the
    wheel, it has the wheel from a click until the pointer leaves.
    """

    def __init__(self, figure: Figure) -> None:
        self._inches = figure.get_size_inches().copy()
        self.canvas = _Canvas(figure)
        _silence(FigureManager(self.canvas, 0))
        self._make_dense(figure.dpi)
        self.canvas.header_visible = self.canvas.footer_visible = False
        self.canvas.toolbar_visible = self.canvas.resizable = False
        self._companion = _Companion()
        self._companion.on_msg(lambda companion, message, buffers: self._hear(**message))
        self._line = w.HBox([self._companion])
        super().__init__([self.canvas, self._line])
        self.add_class("blocky-live")

    def put_below(self, *controls: w.Widget) -> None:
        """Show controls below the figure."""
        self._line.children = [self._companion, *controls]

    def redraw(self) -> None:
        """Draw the figure at once, if anybody can see it."""
        if not picture.seen:
            return
        with self.canvas.lock:
            if self.canvas.syncing_data_url:
                # No page shows the canvas yet. Its display data hold the still that a page begins
                # with; draw() would leave an image there that no browser can read.
                self.canvas._repr_mimebundle_()
            else:
                self.canvas.draw()

    def send_whole(self) -> None:
        """Send size and picture, for a page whose canvas shows nothing."""
        with self.canvas.lock:
            self.canvas.syncing_data_url = False
            self.canvas.manager.resize(*self.canvas.figure.bbox.size)
            self.canvas.draw()

    def fit(self, width: float, height: float) -> None:
        """Fit the figure into the given pixels of the page, and draw it."""
        with self.canvas.lock:
            self._make_dense(float((np.floor((width, height)) / self._inches).min()))
            self.send_whole()

    def _make_dense(self, dots: float) -> None:
        """Set the number of pixels of the page for an inch of the figure."""
        figure = self.canvas.figure
        # 4.6 inches at 100 dots an inch are 459.99... pixels: a page would stretch 459 to 460.
        inches = (np.round(self._inches * dots) + 1e-6) / dots
        figure._original_dpi = dots  # matplotlib multiplies it on screens with finer pixels
        figure.dpi = dots * self.canvas.device_pixel_ratio
        figure.set_size_inches(*inches, forward=False)

    def _hear(self, kind: str, width: float = 0, height: float = 0, key: str = "") -> None:
        """Answer the page: its canvas is "blank", it has "room" of a size, or a "key" is pressed."""
        if kind == "blank":
            self.send_whole()
        elif kind == "room":
            self.fit(width, height)
        elif kind == "key":
            KeyEvent("key_press_event", self.canvas, key)._process()

    def describe(self, text: str) -> None:
        """Set the description of the figure, for where it cannot be seen."""
        self._companion.label = text

    def use_keys(self, keys: Sequence[str], text: str) -> None:
        """Send the page the keys in use, and the sentence that lists them."""
        companion = self._companion
        companion.heard, companion.told = [*keys], text
        companion.idle = say("Click here, or on the picture, to use keys") if keys else ""
        companion.listening = (
            "" if not keys else say("Listens to keys") if not companion.wheel else
            say("Listens to keys, and to the wheel until the pointer leaves"))

    def use_wheel(self) -> None:
        """Give the wheel to the canvas, not the page, while the canvas is in use."""
        self._companion.wheel = True


def _silence(manager: FigureManager) -> None:
    """Remove matplotlib's own reactions to keys and pointer, such as a logarithmic axis for l.

    One of them asks each part of the figure at each click whether it was hit.
    """
    for owner, names in ((manager, ("key_press_handler_id", "button_press_handler_id",
                                    "scroll_handler_id")),
                         (manager.canvas.figure, ("_button_pick_id", "_scroll_pick_id")),
                         (manager.toolbar, ("_id_press", "_id_release", "_id_drag"))):
        for name in names:
            if (handler := getattr(owner, name, None)) is not None:
                manager.canvas.mpl_disconnect(handler)


def chip(paint: Paint, letter: str) -> str:
    """Return the markup of a small square in a paint, with a letter."""
    ink, ground = (", ".join(map(str, each)) for each in (ink_over(paint), paint))
    return (f'<span style="display: inline-block; width: 1.5em; line-height: 1.5em; '
            f'text-align: center; font-weight: bold; border: 1px solid #222; '
            f'color: rgb({ink}); background: rgb({ground})">{html.escape(letter)}</span>')


def status(text: str, style: str = "") -> str:
    """Return the markup of a text that screen readers read out when it changes."""
    return (f'<div role="status" style="line-height: 1.35; white-space: normal; {style}">'
            f'{html.escape(text)}</div>')


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop of the notebook; None where none runs, as in a script."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
