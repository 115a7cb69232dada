"""Axes that are drawn once, and then copied until what they show changes."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.transforms import Bbox

__all__ = ["StillAxes"]


class StillAxes(Axes):
    """Axes that cost little to draw again, for a live figure in which other things change.

    What is to move over them is added to the figure instead. Nothing else may lie under them.
    """

    _copied: Any = None
    _drawn_on: tuple[float, ...] = ()

    def draw(self, renderer: Any) -> None:
        """Draw the axes, or copy how they were drawn before; matplotlib calls this."""
        if not isinstance(renderer, RendererAgg):
            return super().draw(renderer)
        figure = self.get_figure(root=True)
        assert figure is not None
        page = (renderer.width, renderer.height, renderer.dpi, *self.bbox.bounds,
                *self.viewLim.bounds, *to_rgba(figure.get_facecolor()))  # which is copied with them
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
        """Put the axes in their place; matplotlib calls this before it draws."""
        changed = self.stale
        super().apply_aspect(position)  # says that there is a change, though there is none
        self.stale = changed
