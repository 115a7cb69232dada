"""A game that explains itself: its rules, hints, and where points come from."""

import html
from collections.abc import Callable, Sequence
from functools import cache
from operator import is_not
from typing import Any, TypeVar, cast

import anywidget
import ipywidgets as w
import traitlets

from blocky.kit.draw.rulebook import Rule, rule_called
from blocky.kit.game import Turn
from blocky.kit.language import say, say_count
from blocky.kit.player import best_move
from blocky.kit.safely import PartError
from blocky.kit.story import Story
from blocky.kit.widgets.game_text import gains_texts, report_markup
from blocky.kit.widgets.live import at_least
from blocky.kit.widgets.panel import Command, Panel

__all__ = ["Drawer", "ExplainingPanel", "RulesPanel"]

Value = TypeVar("Value")

#: How many seconds the search for a hint may take.
HINT_SECONDS = 1.0


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


class ExplainingPanel(Panel):
    """A panel that explains the game it shows.

    Attributes:
        game: the game that is shown.
        rulebook: the rules of the game, in the order in which a newcomer needs them.
        rules_panel, report_panel: the drawers that the buttons Rules and Report open.
        rule_button: opens the rule that forbids a refused move.
        said: the sentence under the figure with ``rule_button``, and below it the drawers.
    """

    game: Any
    rulebook: Sequence[Rule] = ()
    WIDE = 177  # width of a button beside the figure, in pixels
    HINT_KEY = "i"

    def add_explaining(self) -> None:
        """Add the commands for rules, report and hints."""
        self._story: Story | None = None
        self._reported: Any = None  # the game whose report was opened at its end
        self._computed: dict[str, tuple[tuple[Any, ...], Any]] = {}  # see ``once``
        self._rule: Rule | None = None  # what ``rule_button`` opens
        self.rules_panel = RulesPanel(self.rulebook, lambda: self.looks)
        self._report = w.HTML()
        self.report_panel = Drawer([self._report])
        self.rule_button = self.button("", lambda: self.rules_panel.show(self._rule), width=220)
        self.rule_button.layout.visibility = "hidden"  # its place stays free, so nothing moves
        said = w.HBox([self.message, self.rule_button], layout=w.Layout(align_items="center"))
        self.message.layout.flex = "1 1 0"
        self.said = w.VBox([said, self.rules_panel, self.report_panel])
        if self.rulebook:
            self.add(Command("rules", self.show_rules, say("the rules"), say("Rules ({key})"), "?"))
        self.add(Command("report", self._show_report, say("what brought which points"),
                         say("Report")),
                 Command("hint", self.hint, say("hint"), say("☼ Hint ({key})"), self.HINT_KEY,
                         self._why_no_hint, self.WIDE))

    def explaining_row(self) -> w.HBox:
        """Return the buttons that explain, side by side."""
        return self.row(*(name for name in ("rules", "report") if name in self.buttons))

    def once(self, name: str, compute: Callable[[], Value]) -> Value:
        """Return ``compute()``, which is called again only when the position has changed."""
        now = self.game, self.game.history[-1] if self.game.history else None, self.game.over
        if name not in self._computed or any(map(is_not, self._computed[name][0], now)):
            self._computed[name] = now, compute()
        return cast(Value, self._computed[name][1])

    # -- rules -----------------------------------------------------------------------------

    def say(self, text: str, error: bool = False) -> None:
        """Show a sentence under the figure, in place of the last one."""
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

    def show_rules(self) -> None:
        """Show the rules, or hide them if they are shown."""
        if self.rules_panel.shown:
            self.rules_panel.hide_it()
        else:
            self.rules_panel.show()

    # -- hints -----------------------------------------------------------------------------

    def hint(self) -> None:
        """Choose the best move that a human can make now; show what it gains."""
        if reason := self._why_no_hint():
            return self.say(reason, error=True)
        try:
            score, move = best_move(self.game.copy(), HINT_SECONDS)
        except PartError as error:
            return self.say(say("There is no hint. {problem}", problem=error), error=True)
        gain = score - self.game.scores[self.game.turn]
        if gain <= 0:
            return self.say(self.no_hint_text())
        self.take_hint(move)
        self.say(self.hint_text(move, gain, score))

    def no_hint_text(self) -> str:
        """Return the sentence for when no move improves the score."""
        return say("Hint: no move makes your score larger now.")

    def take_hint(self, move: Any) -> None:
        """Choose ``move``, the best one."""
        self.show_move(move)
        self.show_chosen()

    def hint_text(self, move: Any, gain: int, score: int) -> str:
        """Return a sentence on the best move."""
        return say_count("Hint: {move}. It gains {count} point and makes your score {score}.",
                         "Hint: {move}. It gains {count} points and makes your score {score}.",
                         gain, move=self.move_text(move), score=score)

    # -- points ----------------------------------------------------------------------------

    @property
    def story(self) -> Story:
        """The story of the game that is shown."""
        if self._story is None or self._story.game is not self.game:
            self._story = Story(self.game)
        return self._story

    def move_text(self, move: Any) -> str:
        """Return ``move`` in words that can follow "to"."""
        return say("play {move}", move=move)

    def told(self, turn: Turn) -> str:
        """Return sentences on the last turn: what was done, and what it brought."""
        player = self.game.called(turn.player)
        if turn.forfeited:
            return say("Player {player} tried to {move}. {reason} The turn is lost.",
                       player=player, move=self.move_text(turn.move), reason=turn.forfeited)
        done = say("Player {player} chose to {move}: score {score}.", player=player,
                   move=self.move_text(turn.move), score=turn.scores[turn.player])
        gains = (say("{gain}.", gain=gain)
                 for gain in gains_texts(self.game, self.story.steps()[-1]))
        return " ".join([done, *gains])

    def gain_of(self, move: Any) -> int | None:
        """Return the gain of a legal ``move`` for the current player; None if chance decides."""
        position, player = self.game.position, self.game.turn

        def gains() -> Callable[[Any], int]:
            worth_after, now = position.trials([player]), position.worth(player)
            return cache(lambda move: worth_after(move)[0] - now)

        return self.once("gains", gains)(move) if position.certain(move) else None

    def gain_text(self) -> str:
        """Return a sentence on the gain of the chosen move; "" if none is chosen."""
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

    # -- the report ------------------------------------------------------------------------

    def report_text(self) -> str:
        """Return further lines for the report of a game; "" for none."""
        return ""

    def _show_report(self) -> None:
        """Show the sources of all points, or hide them if the page shows them."""
        if self.report_panel.brought:
            return self.report_panel.hide_it()
        self.report_panel.show_it()
        self.renew_report()

    def renew_report(self) -> None:
        """Update the report if it is shown; open it at the end of the game."""
        if not self.game.over:
            self._reported = None
        elif self._reported is not self.game:
            self._reported = self.game
            self.report_panel.show_it(bring=False)
        if self.report_panel.shown:
            self._report.value = report_markup(self.game, self.story.steps(), self.move_text,
                                               self.report_text())
