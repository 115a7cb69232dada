"""The canvas of a figure that only shows it, for where ipympl isn't installed."""

import threading

import ipywidgets as w
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from blocky.kit.widgets.png import png

__all__ = ["StillCanvas"]


class StillCanvas(w.Image, FigureCanvasAgg):
    """A picture of a figure that changes when the figure is drawn, and hears no pointer or keys."""

    def __init__(self, figure: Figure) -> None:
        self.lock = threading.RLock()
        w.Image.__init__(self, format="png", layout=w.Layout(max_width="100%"))
        FigureCanvasAgg.__init__(self, figure)

    def show(self) -> None:
        """Draw the figure, and show it."""
        self.draw()  # type: ignore[no-untyped-call]
        renderer = self.get_renderer()  # type: ignore[no-untyped-call]
        self.value = png(np.asarray(renderer.buffer_rgba()))

    def show_whole(self) -> None:
        """Draw the figure, and show it."""
        self.show()
