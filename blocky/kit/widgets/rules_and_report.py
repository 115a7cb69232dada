"""What a board tells on demand: its rules, and a report on where all points come from."""

import html
from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import ipywidgets as w
import traitlets

from blocky.kit.draw.rulebook import Rule, rule_called
from blocky.kit.language import say
from blocky.kit.story import Story
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.game_text import report_markup
from blocky.kit.widgets.live import at_least

__all__ = ["Drawer", "Explanations", "RulesPanel"]


class _Scroller(anywidget.AnyWidget):
    """Scrolls the widgets around it into view whenever its count changes."""

    _esm = """export default {render({model, el}) {
        model.on("change:count", () => setTimeout(() => el.parentElement?.scrollIntoView(
            {block: "nearest", behavior: "smooth"}), 200));
    }};"""
    count = traitlets.Int(0).tag(sync=True)


class Drawer(w.VBox):
    """Widgets, one below the other, that are hidden until the drawer is opened.

    Attributes:
        brought: whether it is open and the page scrolled to it.
    """

    def __init__(self, children: Sequence[w.Widget]) -> None:
        self._scroller, self.brought = _Scroller(), False
        super().__init__([*children, self._scroller], layout=w.Layout(
            display="none", border="1px solid #888", padding="6px 10px", margin="6px 0"))

    @property
    def shown(self) -> bool:
        """Whether the drawer is open."""
        return bool(self.layout.display != "none")

    def show_it(self, bring: bool = True) -> None:
        """Open the drawer; with ``bring`` the page scrolls to it."""
        self.layout.display = ""
        self.brought = bring
        if bring:
            self._scroller.count += 1

    def hide_it(self) -> None:
        """Close the drawer."""
        self.layout.display = "none"
        self.brought = False


class RulesPanel(Drawer):
    """A drawer with one rule of a game at a time.

    Attributes:
        chosen: the control for the number of the rule, from 0.
    """

    def __init__(self, rules: Sequence[Rule], looks: Callable[[], dict[str, Any]]) -> None:
        self.rules, self._looks = rules, looks
        self.chosen = w.Dropdown(description=say("Rule"), options=[
            (f"{number}. {rule.title()}", number - 1) for number, rule in enumerate(rules, 1)],
            layout=w.Layout(width="min(420px, 100%)"), style={"description_width": "40px"})
        self.chosen.observe(lambda change: self.show(), "value")
        before, after = (
            w.Button(description=label, tooltip=tip, layout=w.Layout(width="40px"))
            for label, tip in (("◀", say("The rule before")), ("▶", say("The next rule"))))
        before.on_click(lambda _: self.step(-1))
        after.on_click(lambda _: self.step(1))
        close = w.Button(description=say("Close"), layout=at_least(80))
        close.on_click(lambda _: self.hide_it())
        self._text = w.HTML()
        super().__init__([w.HBox([self.chosen, before, after, close],
                                 layout=w.Layout(flex_flow="row wrap")), self._text])

    def show(self, rule: Rule | None = None) -> None:
        """Show ``rule``, or the chosen one."""
        if rule and rule is not self.rules[self.chosen.value]:
            self.chosen.value = self.rules.index(rule)  # which calls this again
            return
        rule = self.rules[self.chosen.value]
        picture = rule.picture(**self._looks())._repr_html_() if rule.picture else ""
        self._text.value = (
            f'<div role="status" style="line-height: 1.5; max-width: 46em; white-space: normal">'
            f'<h3 style="margin: 4px 0">{html.escape(rule.title())}</h3>'
            f'<p style="margin: 4px 0 10px">{html.escape(rule.text())}</p>{picture}</div>')
        self.show_it()

    def step(self, by: int) -> None:
        """Show the rule ``by`` places further on, wrapping around."""
        self.chosen.value = (self.chosen.value + by) % len(self.rules)


class Explanations(w.VBox):
    """What a ``board`` says under its figure: a sentence, and on demand the rules and a report.

    Attributes:
        rules, report: the drawers that the buttons Rules and Report open.
        rule_button: opens the rule that forbids a refused move.
        buttons: the buttons Rules and Report.
    """

    def __init__(self, board: Any) -> None:
        self._board = board
        self._story: Story | None = None
        self._reported: Any = None  # the game whose report was opened at its end
        self._rule: Rule | None = None  # what ``rule_button`` opens
        self.rules = RulesPanel(board.rulebook, lambda: board.looks)
        self._sheets = w.HTML()
        self.report = Drawer([self._sheets])
        self.rule_button = board.button("", lambda: self.rules.show(self._rule), width=220)
        self.rule_button.layout.visibility = "hidden"  # its place stays free, so nothing moves
        sentence = w.HBox([board.message, self.rule_button], layout=w.Layout(align_items="center"))
        board.message.layout.flex = "1 1 0"
        super().__init__([sentence, self.rules, self.report])
        if board.rulebook:
            board.add(Command("rules", self.show_rules, say("the rules"), say("Rules ({key})"),
                              "?"))
        board.add(Command("report", self._show_report, say("what brought which points"),
                          say("Report")))
        self.buttons = board.row(*(name for name in ("rules", "report") if name in board.buttons))

    @property
    def story(self) -> Story:
        """The story of the game that is shown."""
        if self._story is None or self._story.game is not self._board.game:
            self._story = Story(self._board.game)
        return self._story

    def offer_rule(self, key: str = "") -> None:
        """Show the button for the rule with this key; without one, hide it."""
        self._rule = rule_called(self._board.rulebook, key)
        if self._rule:
            self.rule_button.description = say("Rule: {title}", title=self._rule.title())
        self.rule_button.layout.visibility = "visible" if self._rule else "hidden"

    def show_rules(self) -> None:
        """Show the rules, or hide them if they are shown."""
        if self.rules.shown:
            self.rules.hide_it()
        else:
            self.rules.show()

    def _show_report(self) -> None:
        """Show the sources of all points, or hide them if the page shows them."""
        if self.report.brought:
            return self.report.hide_it()
        self.report.show_it()
        self.renew_report()

    def renew_report(self) -> None:
        """Update the report if it is shown; open it at the end of the game."""
        board = self._board
        if not board.game.over:
            self._reported = None
        elif self._reported is not board.game:
            self._reported = board.game
            self.report.show_it(bring=False)
        if self.report.shown:
            self._sheets.value = report_markup(board.game, self.story.steps(), board.move_text,
                                               board.report_text())
