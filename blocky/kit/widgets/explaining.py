"""A game that explains itself: its rules, why a move is refused, what was scored for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets as w

from blocky.kit.language import say
from blocky.kit.rulebook import Rule, rule_called
from blocky.kit.story import Step, Story, reasons_of
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.game_files import GameFiles
from blocky.kit.widgets.game_text import gains_texts
from blocky.kit.widgets.report import report_markup
from blocky.kit.widgets.rules import RulesPanel

__all__ = ["ExplainingPanel"]


class ExplainingPanel(GameFiles):
    """A panel that tells of the game it shows.

    Attributes:
        rulebook: the rules of the game, in the order in which a newcomer needs them.
        said: what is said under the figure, and the button that opens the rule it speaks for.
        rules_panel, report_panel: what the buttons Rules and Report open.
    """

    rulebook: Sequence[Rule] = ()

    def add_explaining(self) -> None:
        """Add the commands that open the rules and the report."""
        self._story: Story | None = None
        self._rule: Rule | None = None  # the one that the last sentence speaks for
        self.rules_panel = RulesPanel(self.rulebook, lambda: self.looks)
        self.report_panel = w.HTML(layout=w.Layout(display="none"))
        self.rule_button = self.button("", self.open_rule, 220)
        self.rule_button.layout.display = "none"
        self.said = w.VBox([self.message, self.rule_button])
        if self.rulebook:
            self.add(Command("rules", self.show_rules, say("the rules"), say("Rules ({key})"), "?"))
        self.add(Command("report", self.show_report, say("what brought which points"),
                         say("Report")))

    def explaining_row(self) -> w.HBox:
        """Return the buttons that explain, side by side."""
        return self.row(*(name for name in ("rules", "report") if name in self.buttons))

    # -- rules -----------------------------------------------------------------------------

    def say(self, text: str, error: bool = False) -> None:
        """Show a sentence under the figure, until there is another."""
        super().say(text, error)
        self._rule = None
        self.rule_button.layout.display = "none"

    def refuse(self, reason: str, move: Any) -> None:
        """Show why ``move`` cannot be made, and a button that opens the rule against it."""
        self.say(reason, error=True)
        if self.game.why_not(move):
            self._rule = rule_called(self.rulebook, self.game.position.rule_against(move))
        if self._rule:
            self.rule_button.description = say("Rule: {title}", title=self._rule.title())
            self.rule_button.layout.display = ""

    def open_rule(self) -> None:
        """Show the rule that the last sentence speaks for."""
        if self._rule:
            self.rules_panel.show(self._rule.key)

    def show_rules(self) -> None:
        """Show the rules; show them no more if they are shown."""
        if self.rules_panel.shown:
            self.rules_panel.close_panel()
        else:
            self.rules_panel.show()

    # -- points ----------------------------------------------------------------------------

    @property
    def story(self) -> Story:
        """The story of the game that is shown."""
        if self._story is None or self._story.game is not self.game:
            self._story = Story(self.game)
        return self._story

    def gains(self) -> list[str]:
        """Return sentences that say what the last turn brought to whom, and why."""
        game, turn = self.game, self.game.history[-1]
        before = game.history[-2].scores if len(game.history) > 1 else game.start_scores
        gains = tuple(now - then for now, then in zip(turn.scores, before, strict=True))
        step = Step(len(game.history), turn, gains,
                    () if turn.fault else reasons_of(game.position))
        return [say("{gain}.", gain=gain) for gain in gains_texts(game, step)]

    def move_text(self, move: Any) -> str:
        """Return what a player does who makes ``move``, as it stands behind "to"."""
        return say("play {move}", move=move)

    def report_text(self) -> str:
        """Return what a game has to tell of itself in lines, besides its points; "" for nothing."""
        return ""

    def show_report(self) -> None:
        """Show what brought which points; show it no more if it is shown."""
        hidden = self.report_panel.layout.display == "none"
        self.report_panel.layout.display = "" if hidden else "none"
        self.renew_report()

    def renew_report(self) -> None:
        """Let the report, if it is shown, tell of the game as it stands."""
        if self.report_panel.layout.display != "none":
            self.report_panel.value = report_markup(self.game, self.story.steps(), self.move_text,
                                                    self.report_text())
