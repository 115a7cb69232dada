"""Pages of a panel, one of which is shown, and the row of buttons that chooses it."""

from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as w
import traitlets

__all__ = ["Tabs"]


class _Bar(anywidget.AnyWidget):
    """The row of buttons, which every key and screen reader reaches: see tabs.js.

    Attributes:
        titles: the texts of the buttons.
        chosen: the number of the pressed one.
        label: what the row is for, where it cannot be seen.
    """

    _esm = Path(__file__).parent / "tabs.js"
    titles = traitlets.List(traitlets.Unicode()).tag(sync=True)
    chosen = traitlets.Int().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)


class Tabs(w.VBox):
    """Pages, of which the first is shown until another is chosen.

    Attributes:
        pages: the pages by name.
        bar: the row of buttons.
    """

    def __init__(self, label: str) -> None:
        self.pages: dict[str, w.Widget] = {}
        self.bar = _Bar(label=label)
        self.bar.add_class("blocky-bar")
        self.bar.observe(lambda change: self._show(), "chosen")
        self._shown = w.VBox()
        self._shown.add_class("blocky-pages")
        super().__init__([self.bar, self._shown])
        self.add_class("blocky-tabbed")

    def add(self, name: str, title: str, *widgets: w.Widget) -> None:
        """Add a page of ``widgets``, one below the other, behind the others."""
        self.pages[name] = w.VBox(widgets)
        self._shown.children = [*self.pages.values()]
        self.bar.titles = [*self.bar.titles, title]
        self._show()

    @property
    def titles(self) -> list[str]:
        """The titles of the pages."""
        return list(self.bar.titles)

    @property
    def shown(self) -> str:
        """The name of the page that is shown."""
        return [*self.pages][self.bar.chosen]

    def show(self, name: str) -> None:
        """Show the page called ``name``."""
        self.bar.chosen = [*self.pages].index(name)

    def toggle(self, name: str) -> None:
        """Show the page called ``name``; if it is shown, show the first one."""
        first = next(iter(self.pages))
        self.show(first if self.shown == name else name)

    def on_show(self, name: str, call: Any) -> None:
        """Call a function whenever the page called ``name`` begins to be shown."""
        def call_if_shown(change: Any) -> None:
            if self.shown == name:
                call()

        self.bar.observe(call_if_shown, "chosen")

    def _show(self) -> None:
        """Show the chosen page, and hide the others."""
        for name, page in self.pages.items():
            page.layout.display = "" if name == self.shown else "none"
