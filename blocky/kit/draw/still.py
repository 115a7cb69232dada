"""Axes that are drawn once, and then copied until what they show changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.transforms import Bbox

__all__ = ["StillAxes"]


class StillAxes(Axes):
    """Axes that cost little to draw again, for a live figure in which other things change.

    What is to move over them is added to the figure instead. Nothing else may lie under them. Where
    artists were added and nothing else has changed, only those are drawn, over the others.
    """

    _copied: Any = None
    _place: Bbox | None = None
    _drawn_on: tuple[float, ...] = ()
    _seen: Mapping[Artist, bool] = {}  # whether each was stale although it was drawn

    def draw(self, renderer: RendererBase) -> None:
        """Draw the axes, or copy how they were drawn before; matplotlib calls this."""
        if not isinstance(renderer, RendererAgg):
            return super().draw(renderer)
        figure = self.get_figure(root=True)
        assert figure is not None
        page = (renderer.width, renderer.height, renderer.dpi, *self.bbox.bounds,
                *self.viewLim.bounds, *to_rgba(figure.get_facecolor()))  # which is copied with them
        if self.stale or page != self._drawn_on:
            added = self._added() if page == self._drawn_on and self._copied else None
            if added is None:
                super().draw(renderer)
                box = self.get_tightbbox(renderer)
                whole = Bbox.from_bounds(0, 0, renderer.width, renderer.height)
                self._place = Bbox.intersection(box.padded(4), whole) if box else None
            else:
                self._restore(renderer)
                for artist in added:
                    artist.draw(renderer)
            self._copied = renderer.copy_from_bbox(self._place) if self._place else None
            self._seen = {artist: artist.stale for artist in self.get_children()}
            self._drawn_on, self.stale = page, False
        elif self._copied:
            self._restore(renderer)

    def _restore(self, renderer: Any) -> None:
        renderer.restore_region(self._copied)

    def _added(self) -> list[Artist] | None:
        """Return the artists that were added since all were drawn; None if others have changed."""
        now = dict.fromkeys(self.get_children())
        if any(artist not in now or artist.stale > stale for artist, stale in self._seen.items()):
            return None
        return [artist for artist in now if artist not in self._seen]

    def apply_aspect(self, position: Bbox | None = None) -> None:
        """Put the axes in their place; matplotlib calls this before it draws."""
        changed = self.stale
        super().apply_aspect(position)  # says that there is a change, though there is none
        self.stale = changed
