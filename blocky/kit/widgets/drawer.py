"""A part of a panel that is hidden until it is opened, and then scrolled into view."""

from __future__ import annotations

from collections.abc import Sequence

import anywidget
import ipywidgets as w
import traitlets

__all__ = ["Drawer"]


class _Opened(anywidget.AnyWidget):
    """Scrolls its surroundings into view each time that its count changes."""

    _esm = """export default {render({model, el}) {
        model.on("change:count", () => setTimeout(() => el.parentElement?.scrollIntoView(
            {block: "nearest", behavior: "smooth"}), 200));
    }};"""
    count = traitlets.Int(0).tag(sync=True)


class Drawer(w.VBox):
    """Widgets, one below the other, that are shown while it is open.

    ``brought`` tells whether it is open and the page went to where it is seen.
    """

    def __init__(self, children: Sequence[w.Widget]) -> None:
        self._opened, self.brought = _Opened(), False
        super().__init__([*children, self._opened], layout=w.Layout(
            display="none", border="1px solid #888", padding="6px 10px", margin="6px 0"))

    @property
    def shown(self) -> bool:
        """Whether it is open."""
        return bool(self.layout.display != "none")

    def show_it(self, bring: bool = True) -> None:
        """Open it; with ``bring`` the page scrolls to where it is seen."""
        self.layout.display = ""
        self.brought = bring
        if bring:
            self._opened.count += 1

    def hide_it(self) -> None:
        """Close it."""
        self.brought = False
        self.layout.display = "none"
