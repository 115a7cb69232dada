"""Parts that the widgets share: a live canvas, and small pieces of markup."""

import asyncio
import html
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

import anywidget
import ipywidgets as w
import numpy as np
import traitlets
from matplotlib.backend_bases import KeyEvent
from matplotlib.figure import Figure

from blocky.kit.draw import picture
from blocky.kit.draw.picture import Paint, ink_over
from blocky.kit.language import say
from blocky.kit.widgets.png import png
from blocky.kit.widgets.still_canvas import StillCanvas

LiveCanvas: Any
try:
    from blocky.kit.widgets.live_canvas import LiveCanvas
except ImportError:  # without ipympl, figures are shown and don't react
    LiveCanvas = None

__all__ = ["ARROW", "BUTTON", "FIELD", "SLIDER", "LiveFigure", "at_least", "chip", "equal_columns",
           "px", "running_loop", "scrolled", "status"]

#: The least widths of columns, in pixels: of short buttons, of buttons with a key, of fields with
#: their names, and of sliders.
ARROW, BUTTON, FIELD, SLIDER = 92, 126, 185, 215


def px(length: float) -> str:
    """Return a length in pixels, at the usual scale, for a layout."""
    return f"calc({length:g}px * var(--blocky-scale, 1))"


def at_least(width: float) -> w.Layout:
    """Return the layout of a widget as wide as its text, and at least ``width`` pixels."""
    return w.Layout(width="max-content", min_width=px(width))


def equal_columns(width: float, *, filled: bool = True) -> w.Layout:
    """Return the layout of a grid with as many equal columns as fit, each ``width`` or wider.

    Columns without a widget give their room to the others if the grid is to be ``filled``.
    """
    fitting = "auto-fit" if filled else "auto-fill"
    columns = f"repeat({fitting}, minmax(min(100%, {px(width)}), 1fr))"
    return w.Layout(grid_template_columns=columns)


def scrolled(height: float, **settings: str) -> w.Layout:
    """Return the layout of a framed text that is scrolled where it needs more than ``height``."""
    return w.Layout(max_height=px(height), overflow="auto", padding="2px 6px",
                    border="1px solid #ccc", **settings)


class _Companion(anywidget.AnyWidget):
    """Shows beside a live canvas whether it has the keys, and completes it: see live.js.

    Attributes:
        label: the description of the picture where it cannot be seen.
        keys_in_use, keys_text: the keys, and the sentence that lists them.
        wheel: whether the canvas reacts to the wheel.
        idle, listening: the texts for a canvas without and with the keys.
    """

    _esm = FilePath(__file__).parent / "live.js"
    _css = FilePath(__file__).parent / "live.css"
    label = traitlets.Unicode().tag(sync=True)
    keys_text = traitlets.Unicode().tag(sync=True)
    keys_in_use = traitlets.List(traitlets.Unicode()).tag(sync=True)
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
        self.canvas: Any = LiveCanvas(figure) if LiveCanvas else StillCanvas(figure)
        self._set_density(figure.dpi)
        self._companion = _Companion()
        self._companion.on_msg(lambda companion, message, buffers: self._hear(**message))
        self._line = w.HBox([self._companion])
        super().__init__([self.canvas, self._line])
        self.add_class("blocky-live")
        if not LiveCanvas:
            self._companion.idle = say("Use the buttons: the picture doesn't react to the pointer "
                                       "or keys, because ipympl isn't installed.")

    def put_below(self, *controls: w.Widget) -> None:
        """Show controls below the figure."""
        self._line.children = [self._companion, *controls]

    def redraw(self) -> None:
        """Draw the figure at once, if anybody can see it."""
        if not picture.seen:
            return
        with self.canvas.lock:
            self.canvas.show()

    def send_whole(self) -> None:
        """Send size and picture, for a page whose canvas shows nothing."""
        with self.canvas.lock:
            self.canvas.show_whole()

    def png(self) -> bytes:
        """Return the figure as it was last drawn, as a PNG."""
        with self.canvas.lock:
            return png(np.asarray(self.canvas.get_renderer().buffer_rgba()))

    def fit(self, width: float, height: float) -> None:
        """Fit the figure into the given pixels of the page, and draw it."""
        with self.canvas.lock:
            # How many pixels an inch may take to fill the width, and to fill the height.
            density_for_width, density_for_height = np.floor((width, height)) / self._inches
            self._set_density(float(min(density_for_width, density_for_height)))
            self.send_whole()

    def _set_density(self, density: float) -> None:
        """Set how many of the page's pixels an inch of the figure takes."""
        figure = self.canvas.figure
        # 4.6 inches at 100 pixels an inch are 459.99... pixels: a page would stretch 459 to 460.
        pixels = np.round(self._inches * density) + 1e-6
        inches = pixels / density
        figure._original_dpi = density  # matplotlib multiplies it on screens with finer pixels
        figure.dpi = density * self.canvas.device_pixel_ratio
        figure.set_size_inches(*inches, forward=False)

    def _hear(self, kind: str, width: float = 0, height: float = 0, key: str = "") -> None:
        """Answer a message of the page; ``kind`` says what happened there.

        "blank": its canvas shows nothing. "room": there are ``width`` and ``height`` pixels for the
        figure. "key": ``key`` was pressed.
        """
        if kind == "blank":
            self.send_whole()
        elif kind == "room":
            self.fit(width, height)
        elif kind == "key":
            pressed = KeyEvent("key_press_event", self.canvas, key)
            self.canvas.callbacks.process(pressed.name, pressed)

    def describe(self, text: str) -> None:
        """Set the description of the figure, for where it cannot be seen."""
        self._companion.label = text
        if not LiveCanvas:
            self.canvas.tooltip = text

    def use_keys(self, keys: Sequence[str], text: str) -> None:
        """Send the page the keys in use, the ``text`` that lists them, and how to use them."""
        if not LiveCanvas:  # the picture hears no keys
            return
        companion = self._companion
        companion.keys_in_use = [*keys]
        companion.keys_text = text
        if not keys:
            companion.idle = companion.listening = ""
            return
        companion.idle = say("Click here, or on the picture, to use the keys")
        if companion.wheel:
            companion.listening = say("Keys and the mouse wheel work here")
        else:
            companion.listening = say("Keys work here")

    def use_wheel(self) -> None:
        """Give the wheel to the canvas, not the page, while the canvas is in use."""
        self._companion.wheel = True


def chip(paint: Paint, letter: str) -> str:
    """Return the markup of a small square in a paint, with a letter."""
    ink = ", ".join(map(str, ink_over(paint)))
    ground = ", ".join(map(str, paint))
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
