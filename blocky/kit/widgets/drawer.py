"""Parts of a panel that are hidden until they are opened, such as the rules of a game."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import ipywidgets as w
import traitlets

from blocky.kit.draw.rulebook import Rule
from blocky.kit.language import say
from blocky.kit.widgets.live import at_least

__all__ = ["Drawer", "RulesPanel"]


class _Opened(anywidget.AnyWidget):
    """Scrolls its surroundings into view each time that its count changes."""

    _esm = """export default {render({model, el}) {
        model.on("change:count", () => setTimeout(() => el.parentElement?.scrollIntoView(
            {block: "nearest", behavior: "smooth"}), 200));
    }};"""
    count = traitlets.Int(0).tag(sync=True)


class Drawer(w.VBox):
    """Widgets, one below the other, that are shown while it is open; the page scrolls to them.

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


class RulesPanel(Drawer):
    """Shows one of the rules of a game, and steps to the others; hidden until it is opened.

    Attributes:
        chosen: the control that says which rule is shown, by its number.
    """

    def __init__(self, rules: Sequence[Rule], looks: Callable[[], dict[str, Any]]) -> None:
        self.rules, self._looks = rules, looks
        self.chosen = w.Dropdown(description=say("Rule"), options=[
            (f"{number}. {rule.title()}", number - 1) for number, rule in enumerate(rules, 1)],
            layout=w.Layout(width="min(420px, 100%)"), style={"description_width": "40px"})
        self.chosen.observe(lambda change: self.show(), "value")
        steps = [w.Button(description=label, tooltip=tip, layout=w.Layout(width="40px"))
                 for label, tip in (("◀", say("The rule before")), ("▶", say("The next rule")))]
        for by, button in zip((-1, 1), steps, strict=True):
            button.on_click(lambda _, by=by: self.step(by))
        close = w.Button(description=say("Close"), layout=at_least(80))
        close.on_click(lambda _: self.hide_it())
        self._text = w.HTML()
        super().__init__([w.HBox([self.chosen, *steps, close],
                                 layout=w.Layout(flex_flow="row wrap")), self._text])

    def show(self, key: str = "") -> None:
        """Show the rule with a key, or the one that is chosen."""
        numbers = [number for number, rule in enumerate(self.rules) if rule.key == key]
        if numbers and self.chosen.value != numbers[0]:
            self.chosen.value = numbers[0]  # which calls this again
            return
        rule = self.rules[self.chosen.value]
        picture = rule.picture(**self._looks())._repr_html_() if rule.picture else ""
        self._text.value = (
            f'<div role="status" style="line-height: 1.5; max-width: 46em; white-space: normal">'
            f'<h3 style="margin: 4px 0">{html.escape(rule.title())}</h3>'
            f'<p style="margin: 4px 0 10px">{html.escape(rule.text())}</p>{picture}</div>')
        self.show_it()

    def step(self, by: int) -> None:
        """Show the rule the given number of places on, wrapping around."""
        self.chosen.value = (self.chosen.value + by) % len(self.rules)
