"""The canvas of a figure that hears the pointer, made with ipympl."""

import threading
from typing import Any

import numpy as np
from ipympl.backend_nbagg import Canvas, FigureManager
from matplotlib.figure import Figure

from blocky.kit.widgets.png import png

__all__ = ["LiveCanvas"]


class LiveCanvas(Canvas):
    """Sends whole pictures, where ipympl sends differences to the last one.

    A page that gets pictures faster than it can show them skips some, and would miss differences.
    """

    _png_is_old: bool

    def __init__(self, figure: Figure) -> None:
        # In JupyterLab, a kernel may handle two messages of a page in two threads at once.
        self.lock = threading.RLock()
        super().__init__(figure)
        _silence(FigureManager(self, 0))
        self.header_visible = self.footer_visible = False
        self.toolbar_visible = self.resizable = False

    def show(self) -> None:
        """Draw the figure, and show it."""
        if self.syncing_data_url:
            # No page shows the canvas yet. Its display data hold the still that a page begins with;
            # draw() would leave an image there that no browser can read.
            self._repr_mimebundle_()
        else:
            self.draw()

    def show_whole(self) -> None:
        """Send size and picture, for a page whose canvas shows nothing."""
        self.syncing_data_url = False
        self.manager.resize(*self.figure.bbox.size)
        self.draw()

    def _handle_message(self, widget: Any, content: Any, buffers: Any) -> None:
        with self.lock:
            super()._handle_message(widget, content, buffers)

    def get_diff_image(self) -> bytes | None:
        """Return the picture as a PNG, or None if it was sent before; ipympl calls this."""
        if not self._png_is_old:  # ipympl sets this when the figure is drawn
            return None
        pixels = np.asarray(self.get_renderer().buffer_rgba())
        self.set_image_mode("full")
        self._png_is_old = False
        return png(pixels)


def _silence(manager: FigureManager) -> None:
    """Remove matplotlib's own reactions to keys and pointer, such as a logarithmic axis for l.

    One of them asks each part of the figure at each click whether it was hit.
    """
    # The attributes with the ids of the handlers. Some versions of matplotlib lack some.
    handlers = (
        (manager, ("key_press_handler_id", "button_press_handler_id", "scroll_handler_id")),
        (manager.canvas.figure, ("_button_pick_id", "_scroll_pick_id")),
        (manager.toolbar, ("_id_press", "_id_release", "_id_drag")))
    for owner, attributes in handlers:
        for attribute in attributes:
            handler = getattr(owner, attribute, None)
            if handler is not None:
                manager.canvas.mpl_disconnect(handler)
