"""What the widgets share: a live canvas, and small pieces of text with their markup."""

from __future__ import annotations

import base64
import html
from typing import Any

from ipympl.backend_nbagg import Canvas, FigureManager
from matplotlib.figure import Figure

from blocky.colour import Colour
from blocky.draw import Picture, ink_on, rgb

__all__ = ["LiveCanvas", "chip", "image", "message", "static_bundle"]


class LiveCanvas(Canvas):  # type: ignore[misc]
    """A widget that shows a figure and passes on its mouse, wheel and key events.

    While the pointer is over it, the page does not scroll and the notebook gets no keys.
    """

    def __init__(self, figure: Figure) -> None:
        super().__init__(figure)
        FigureManager(self, 0)
        self.header_visible = self.toolbar_visible = self.footer_visible = False
        self.resizable = False
        self.capture_scroll = True

    def redraw(self) -> None:
        """Draw the figure at once."""
        if self.syncing_data_url:
            # No page shows the canvas yet. Its display data renew the still that a page begins
            # with; what draw() would leave there is not an image that a browser can read.
            self._repr_mimebundle_()
        else:
            self.draw()


def image(picture: Picture) -> str:
    """Return the markup of a picture with its alternative text."""
    return picture._repr_html_()


def chip(colour: Colour, palette: str) -> str:
    """Return the markup of a small square of a colour with its letter."""
    paint = ", ".join(str(round(255 * part)) for part in rgb(colour, palette))
    ink = ", ".join(map(str, ink_on(colour, palette)))
    return (f'<span style="display: inline-block; width: 1.5em; line-height: 1.5em; '
            f'text-align: center; font-weight: bold; border: 1px solid #222; '
            f'color: rgb({ink}); background: rgb({paint})">{colour.letter}</span>')


def message(text: str, error: bool = False) -> str:
    """Return the markup of a sentence to the user; "" for no text."""
    if not text:
        return ""
    colours = "#b00020; background: #fdecef" if error else "#1b5e20; background: #edf7ee"
    sign = "⚠" if error else "✓"
    return (f'<div role="{"alert" if error else "status"}" style="color: {colours}; '
            f'border-left: 4px solid; padding: 4px 10px; line-height: 1.4; white-space: normal; '
            f'overflow-wrap: anywhere">{sign} {html.escape(text)}</div>')


def static_bundle(bundle: dict[str, Any], picture: Picture) -> dict[str, Any]:
    """Return a widget's display data with a picture, for where no widget can be shown."""
    return {**bundle, "image/png": base64.b64encode(picture.png()).decode("ascii"),
            "text/plain": picture.alt}
