"""The draft as a tree of choices: what each turn offers, and how many ways there are through it."""

from __future__ import annotations

import math
from functools import partial
from random import Random
from typing import Any

import ipywidgets as w

from blocky.blue.draw.choices import Node, draw_choices, draw_ways, tested_text
from blocky.blue.draw.looks import PALETTES
from blocky.blue.in_words import take_sentences
from blocky.blue.position import Move, Position
from blocky.blue.rules import SIDE
from blocky.kit.arguments import expect
from blocky.kit.draw.picture import clear
from blocky.kit.language import say, say_count
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.live import status
from blocky.kit.widgets.panel import Panel
from blocky.kit.widgets.undo import why_no_undo

__all__ = ["DraftExplorer", "explore_draft"]

LINES = [*range(1, SIDE + 1), 0]


class DraftExplorer(Panel):
    """A draft as a tree of choices, in a notebook. Whatever pointer and keys do is a method.

    Attributes:
        position: where the draft stands.
        take, line: what is chosen: a source with a colour (None: nothing is left), and a line.
        legal: how many legal moves there were at each turn before this one.
    """

    palettes = PALETTES

    def __init__(self, position: Position | None = None, *, seed: int | str = 1, **looks: Any
                 ) -> None:
        """Begin at ``position``, which is not changed, or a game of 2 players with ``seed``."""
        position = Position.deal(2, seed=seed) if position is None else expect(
            "position", position, Position, say("a position of Blue, such as Game(...).position"))
        super().__init__((8.4, 4.3), **looks)
        self.position = Position(position.state._replace(pool=None), position.rules)
        self.legal: list[int] = []
        self._rng = Random(1)
        self.tree = self.figure.add_axes((0.01, 0.01, 0.69, 0.98))
        self.chart = self.figure.add_axes((0.78, 0.13, 0.205, 0.6))
        self.hear(self.tree, self.point_at, self.press_at)
        self._tested, self._chosen, self._ways = (w.HTML() for _ in range(3))
        self.add(
            Command("before", partial(self.next_take, -1), say("the tiles before"), "◀", "left",
                    40),
            Command("next", self.next_take, say("the next tiles"), "▶", "right", 40),
            Command("up", partial(self.next_line, -1), say("the line above"), "▲", "up", 40),
            Command("down", self.next_line, say("the line below"), "▼", "down", 40),
            Command("go", self.go_on, say("make this choice, and see the next turn"),
                    say("Choose it (enter)"), "enter", 145),
            Command("back", self.go_back, say("take the last choice back"),
                    say("↶ Back ({key})"), "z", 95, lambda: why_no_undo(len(self.legal))),
            Command("end", self.go_to_end, say("choose at random to the end of the draft"),
                    say("Random to the end ({key})"), "r", 190))
        self.arrange(self.row(self.letters, self.palette), self._tested, self.live, self._chosen,
                     self.row("before", "next", "up", "down", "go", "back", "end"), self._ways,
                     self.message)
        self._begin_turn()

    # -- choosing --------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        takes = self.position.takes
        self.take, self.line = takes[0] if takes else None, 1
        self.refresh()

    @property
    def move(self) -> Move:
        """The move that is chosen, legal or not. ValueError: nothing is left to choose."""
        if self.take is None:
            raise ValueError(say("The draft is over: no tiles are left."))
        return Move(*self.take, self.line)

    def choose(self, node: Node) -> None:
        """Choose the tiles or the line of a node; a source stands for its first tiles."""
        before = (self.take, self.line)
        if len(node) == 1:
            self.take = next(take for take in self.position.takes if take[0] == node[0])
        elif len(node) > 1:
            self.take = node[0], node[1]
            self.line = node[2] if len(node) == 3 else self.line
        if (self.take, self.line) != before:
            self.refresh()

    def next_take(self, by: int = 1) -> None:
        """Choose the tiles that are so many places further."""
        source, colour, _ = self.move
        takes = self.position.takes
        self.choose(takes[(takes.index((source, colour)) + by) % len(takes)])

    def next_line(self, by: int = 1) -> None:
        """Choose the line that is so many places further; the floor comes last."""
        source, colour, line = self.move
        self.choose((source, colour, LINES[(LINES.index(line) + by) % len(LINES)]))

    def point_at(self, x: float, y: float) -> None:
        """Choose what is nearest to a place of the tree."""
        column = min(max(round(x), 0), 3) if x < 3 else 3
        there = [node for node in self.places if len(node) == column]
        if there:
            self.choose(min(there, key=lambda node: abs(self.places[node][1] - y)))

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Choose what is at a place; a line is a whole move, which is made."""
        self.point_at(x, y)
        if x > 2.7:
            self.go_on()

    # -- the way through the draft ---------------------------------------------------------

    def go_on(self) -> None:
        """Make the move that is chosen. ValueError: it is not legal."""
        self._make(self.move)
        self._begin_turn()

    def _make(self, move: Move) -> None:
        if reason := self.position.why_not(move):
            raise ValueError(reason)
        self.legal.append(len(self.position.legal_moves()))
        self.position.play(move, self._rng)
        self.say("")

    def go_back(self) -> None:
        """Take back the last move. ValueError: there is none."""
        if reason := why_no_undo(len(self.legal)):
            raise ValueError(reason)
        self.legal.pop()
        self.position.take_back()
        self.say("")
        self._begin_turn()

    def go_to_end(self) -> None:
        """Make random moves as long as there are tiles."""
        while not self.position.over:
            self._make(self.position.random_move(self._rng))
        self._begin_turn()

    # -- showing ---------------------------------------------------------------------------

    def chosen_text(self) -> str:
        """Describe the effect of the chosen move, or say why it is illegal."""
        if self.take is None:
            return say("The draft is over: no tiles are left.")
        if reason := self.position.why_not(self.move):
            return say("Not legal. {reason}", reason=reason)
        return " ".join(take_sentences(self.position.state, self.move, say(
            "Player {number}", number=self.position.turn + 1)))

    def ways_text(self) -> str:
        """Return how many ways there are through so many turns, if all were like these."""
        ways = math.prod(self.legal)
        told = f"{ways:,}" if ways < 1e7 else f"{ways:.0e}"
        return say("No move is made yet.") if ways == 1 else say_count(
            "{count} move is made, one of {ways} that were legal.",
            "{count} moves are made. If the turns offered as many on all ways as on this one, "
            "there would be {ways} ways.", len(self.legal), ways=told)

    def refresh(self) -> None:
        """Show the choices of this turn, the one that is chosen, and the turns before."""
        clear(self.tree)
        self.chart.clear()
        self.places = draw_choices(self.tree, self.position, self.take, self.line, **self.looks)
        now = [] if self.position.over else [len(self.position.legal_moves())]
        draw_ways(self.chart, [*self.legal, *now])
        for shown, text in ((self._tested, tested_text(self.position)),
                            (self._chosen, self.chosen_text()), (self._ways, self.ways_text())):
            shown.value = status(text)
        self.show_possible()
        self.live.redraw()
        self.tell(say("A turn as a tree: a source, a colour there, a line."), self.chosen_text(),
                  tested_text(self.position), self.ways_text())


explore_draft = DraftExplorer
