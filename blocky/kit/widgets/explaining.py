"""A game that explains itself: its rules, why a move is refused, what was scored for what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import is_not
from typing import Any, TypeVar, cast

import ipywidgets as w

from blocky.kit.draw.rulebook import Rule, rule_called
from blocky.kit.language import say, say_count
from blocky.kit.safely import PartError
from blocky.kit.story import Story
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.drawer import Drawer, RulesPanel
from blocky.kit.widgets.game_files import GameFiles
from blocky.kit.widgets.game_text import gains_texts, report_markup

__all__ = ["ExplainingPanel"]

Value = TypeVar("Value")


class ExplainingPanel(GameFiles):
    """A panel that tells of the game it shows.

    Attributes:
        rulebook: the rules of the game, in the order in which a newcomer needs them.
        said: what is said under the figure, the button that opens the rule it speaks for, and
            below it, so that they are seen at once, the panels that explain.
        rules_panel, report_panel: what the buttons Rules and Report open.
    """

    rulebook: Sequence[Rule] = ()

    def add_explaining(self) -> None:
        """Add the commands that open the rules and the report."""
        self._story: Story | None = None
        self._ended: Any = None  # the game whose report was opened at its end
        self._made: dict[str, tuple[tuple[Any, ...], Any]] = {}  # see ``once``
        self._rule: Rule | None = None  # the one that the last sentence speaks for
        self.rules_panel = RulesPanel(self.rulebook, lambda: self.looks)
        self._report = w.HTML()
        self.report_panel = Drawer([self._report])
        self.rule_button = self.button("", self.open_rule, 220)
        self.rule_button.layout.visibility = "hidden"  # its place stays: nothing moves for it
        said = w.HBox([self.message, self.rule_button], layout=w.Layout(align_items="center"))
        self.message.layout.flex = "1 1 0"
        self.said = w.VBox([said, self.rules_panel, self.report_panel])
        if self.rulebook:
            self.add(Command("rules", self.show_rules, say("the rules"), say("Rules ({key})"), "?"))
        self.add(Command("report", self.show_report, say("what brought which points"),
                         say("Report")))

    def explaining_row(self) -> w.HBox:
        """Return the buttons that explain, side by side."""
        return self.row(*(name for name in ("rules", "report") if name in self.buttons))

    def once(self, name: str, make: Callable[[], Value]) -> Value:
        """Return what ``make`` returned for the game as it stands; it is called once for that."""
        now = self.game, self.game.history[-1] if self.game.history else None, self.game.over
        before, value = self._made.get(name, ((), None))
        if not before or any(map(is_not, before, now)):
            value = make()
            self._made[name] = now, value
        return cast(Value, value)

    # -- rules -----------------------------------------------------------------------------

    def say(self, text: str, error: bool = False) -> None:
        """Show a sentence under the figure, until there is another."""
        super().say(text, error)
        self._rule = None
        self.rule_button.layout.visibility = "hidden"

    def refuse(self, reason: str, move: Any) -> None:
        """Show why ``move`` is illegal, and a button that opens the rule that forbids it."""
        self.say(reason, error=True)
        if not self.why_no_human() and (refusal := self.game.why_not(move)):
            self._rule = rule_called(self.rulebook, refusal.rule)
        if self._rule:
            self.rule_button.description = say("Rule: {title}", title=self._rule.title())
            self.rule_button.layout.visibility = "visible"

    def open_rule(self) -> None:
        """Show the rule that the last sentence speaks for."""
        if self._rule:
            self.rules_panel.show(self._rule.key)

    def show_rules(self) -> None:
        """Show the rules, or hide them if they are shown."""
        if self.rules_panel.shown:
            self.rules_panel.hide_it()
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
        step = self.story.steps()[-1]
        return [say("{gain}.", gain=gain) for gain in gains_texts(self.game, step)]

    def move_text(self, move: Any) -> str:
        """Return ``move`` in words, such as can follow "to"."""
        return say("play {move}", move=move)

    def chosen_move(self) -> Any:
        """Return the chosen legal move, to be made or not; None if there is none."""
        return None

    def gain_of(self, move: Any) -> int | None:
        """Return the gain of a legal ``move`` for the current player; None if it is chance's."""
        return self.once("gains", self._gains)(move)

    def _gains(self) -> Callable[[Any], int | None]:
        """Return a function that tells the gain of a move, which it tries once."""
        position, player = self.game.position, self.game.turn
        certain, now = frozenset(position.certain_moves()), position.worth(player)
        worth_after = position.trials([player])
        return cache(lambda move: worth_after(move)[0] - now if move in certain else None)

    def gain_text(self) -> str:
        """Return a sentence that says what the chosen move would gain; "" if none is chosen."""
        move = self.chosen_move()
        if move is None or self.game.over or not self.game.players[self.game.turn].is_human:
            return ""
        try:
            gain = self.gain_of(move)
        except PartError:
            return ""
        if gain is None:
            return say("What it gains is not known before.")
        if gain < 0:
            return say_count("It would cost {count} point.", "It would cost {count} points.", -gain)
        return (say_count("It would gain {count} point.", "It would gain {count} points.", gain)
                if gain else say("It would gain nothing."))

    def report_text(self) -> str:
        """Return further lines for the report of a game, besides its points; "" for none."""
        return ""

    def show_report(self) -> None:
        """Show the sources of all points, or hide them if they are shown."""
        if self.report_panel.brought:
            return self.report_panel.hide_it()
        self.report_panel.show_it()
        self.renew_report()

    def renew_report(self) -> None:
        """Bring the report, if it is shown, up to date; open it at the end of the game."""
        if not self.game.over:
            self._ended = None
        elif self._ended is not self.game:
            self._ended = self.game
            self.report_panel.show_it(bring=False)
        if self.report_panel.shown:
            self._report.value = report_markup(self.game, self.story.steps(), self.move_text,
                                               self.report_text())
