"""What a board tells on demand: its rules, and a report on where all points come from."""

import html
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as w

from blocky.kit.draw.rulebook import Rule, rule_called
from blocky.kit.language import say
from blocky.kit.story import Story
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.game_text import report_markup

__all__ = ["Explanations", "RulesPanel"]


class RulesPanel(w.VBox):
    """One rule of a game at a time; ``looks()`` returns how its picture is drawn.

    Attributes:
        chosen: the control for the number of the rule, from 0.
    """

    def __init__(self, rules: Sequence[Rule], looks: Callable[[], dict[str, Any]]) -> None:
        self.rules = rules
        self._looks = looks
        options = [(f"{index + 1}. {rule.title()}", index) for index, rule in enumerate(rules)]
        self.chosen = w.Dropdown(
            description=say("Rule"), options=options,
            layout=w.Layout(width="420px", min_width="0", flex="0 1 420px"),
            style={"description_width": "40px"})
        self.chosen.observe(lambda change: self.show(), "value")
        before = self._button("◀", say("The previous rule"), -1)
        after = self._button("▶", say("The next rule"), +1)
        self._text = w.HTML()
        super().__init__([w.HBox([self.chosen, before, after]), self._text])

    def _button(self, text: str, tip: str, by: int) -> w.Button:
        """Return a button that shows the rule ``by`` places further on."""
        button = w.Button(description=text, tooltip=tip,
                          layout=w.Layout(width="40px", flex="none"))
        button.on_click(lambda _: self.step(by))
        return button

    def show(self, rule: Rule | None = None) -> None:
        """Choose ``rule``, if it's given, and show the chosen rule."""
        if rule and rule is not self.rules[self.chosen.value]:
            self.chosen.value = self.rules.index(rule)  # which calls this again
            return
        rule = self.rules[self.chosen.value]
        picture = rule.picture(**self._looks())._repr_html_() if rule.picture else ""
        self._text.value = (
            f'<div role="status" style="line-height: 1.5; max-width: 46em; white-space: normal">'
            f'<h3 style="margin: 4px 0">{html.escape(rule.title())}</h3>'
            f'<p style="margin: 4px 0 10px">{html.escape(rule.text())}</p>{picture}</div>')

    def step(self, by: int) -> None:
        """Show the rule ``by`` places further on, wrapping around."""
        self.chosen.value = (self.chosen.value + by) % len(self.rules)


class Explanations(w.HBox):
    """What a ``board`` says: a sentence, and on pages of its tabs the rules and a report.

    Attributes:
        rules, report: the pages.
        rule_button: opens the rule that forbids a refused move.
    """

    def __init__(self, board: Any) -> None:
        self._board = board
        self._story: Story | None = None
        self._opened_for: Any = None  # the game whose report was opened at its end
        self._rule: Rule | None = None  # what ``rule_button`` opens
        self.rules = RulesPanel(board.rulebook, lambda: board.looks)
        self.report = w.HTML()
        self.rule_button = board.button("", lambda: self.open_rules(self._rule))
        self.rule_button.layout.display = "none"
        super().__init__([board.message, self.rule_button])
        self.add_class("blocky-said")  # of a fixed height: longer texts are scrolled
        if board.rulebook:
            board.add(Command("rules", lambda: board.tabs.toggle("rules"), say("the rules"),
                              key="?"))

    def add_pages(self, *below: w.Widget) -> None:
        """Add the pages of the rules and of the report, which has other widgets ``below`` it."""
        tabs = self._board.tabs
        if self._board.rulebook:
            tabs.add("rules", say("Rules ({key})", key="?"), self.rules)
            tabs.on_show("rules", self.rules.show)
        tabs.add("report", say("Report"), self.report, *below)
        tabs.on_show("report", self.renew_report)

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
        self.rule_button.layout.display = "" if self._rule else "none"

    def open_rules(self, rule: Rule | None = None) -> None:
        """Open the rules, at ``rule`` if one is given."""
        self._board.tabs.show("rules")
        self.rules.show(rule)

    def renew_report(self) -> None:
        """Update the report if it is shown.

        Open it when the game ends; close it when the game goes on, or another one begins.
        """
        board = self._board
        was_opened_at_this_end = self._opened_for is board.game
        if board.game.over and not was_opened_at_this_end:
            self._opened_for = board.game
            board.tabs.show("report")
        elif not board.game.over and self._opened_for is not None:
            self._opened_for = None
            if board.tabs.shown == "report":
                board.tabs.show("moves")
        if board.tabs.shown == "report":
            self.report.value = report_markup(board.game, self.story.steps(), board.move_text,
                                              board.report_text())
