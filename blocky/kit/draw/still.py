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

    _copied: Any = None
    _drawn_on: tuple[float, ...] = ()

    def draw(self, renderer: Any) -> None:
        """Draw the axes, or copy the last drawing; matplotlib calls this."""
        if not isinstance(renderer, RendererAgg):
            return super().draw(renderer)
        figure = self.get_figure(root=True)
        assert figure is not None
        # all that the copied pixels depend on, besides what ``stale`` tells
        page = (renderer.width, renderer.height, renderer.dpi, *self.bbox.bounds,
                *self.viewLim.bounds, *to_rgba(figure.get_facecolor()))
        if self.stale or page != self._drawn_on:
            super().draw(renderer)
            box = self.get_tightbbox(renderer)
            whole = Bbox.from_bounds(0, 0, renderer.width, renderer.height)
            place = Bbox.intersection(box.padded(4), whole) if box else None
            self._copied = renderer.copy_from_bbox(place) if place else None
            self._drawn_on, self.stale = page, False
        elif self._copied:
            renderer.restore_region(self._copied)  # type: ignore[no-untyped-call]

    def apply_aspect(self, position: Bbox | None = None) -> None:
        """Place the axes; matplotlib calls this before it draws."""
        changed = self.stale
        super().apply_aspect(position)  # marks the axes as stale, though nothing has changed
        self.stale = changed
