"""Axes that are drawn once, and then copied until they change."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.transforms import Bbox

__all__ = ["StillAxes"]


class StillAxes(Axes):
    """Axes that are cheap to redraw, for a live figure in which other things change.

    What moves over them belongs to the figure, not to the axes. Nothing may lie under them.
    """

    _copied: Any = None  # the pixels of the last drawing
    _drawn_on: tuple[float, ...] = ()  # what these pixels depend on, besides ``stale``

    def draw(self, renderer: Any) -> None:
        """Draw the axes, or copy the last drawing; matplotlib calls this."""
        if not isinstance(renderer, RendererAgg):
            return super().draw(renderer)
        figure = self.get_figure(root=True)
        assert figure is not None
        drawn_on = (renderer.width, renderer.height, renderer.dpi, *self.bbox.bounds,
                    *self.viewLim.bounds, *to_rgba(figure.get_facecolor()))
        if self.stale or drawn_on != self._drawn_on:
            super().draw(renderer)
            box = self.get_tightbbox(renderer)
            whole_figure = Bbox.from_bounds(0, 0, renderer.width, renderer.height)
            drawn_part = Bbox.intersection(box.padded(4), whole_figure) if box else None
            self._copied = renderer.copy_from_bbox(drawn_part) if drawn_part else None
            self._drawn_on = drawn_on
            self.stale = False
        elif self._copied:
            renderer.restore_region(self._copied)  # type: ignore[no-untyped-call]

    def apply_aspect(self, position: Bbox | None = None) -> None:
        """Place the axes; matplotlib calls this before it draws."""
        changed = self.stale
        super().apply_aspect(position)  # marks the axes as stale, though nothing has changed
        self.stale = changed
