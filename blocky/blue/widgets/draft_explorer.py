"""The draft as a tree of choices: what each turn offers, and the number of ways through it."""

import math
from functools import partial
from random import Random
from typing import Any

import ipywidgets as w

from blocky.blue.draw.choices import Node, draw_choices, draw_ways, tested_text
from blocky.blue.draw.looks import PALETTES
from blocky.blue.in_words import take_sentences
from blocky.blue.position import Move, Position
from blocky.blue.widgets.choosing import LINES
from blocky.kit.arguments import expect
from blocky.kit.draw.picture import clear
from blocky.kit.language import say, say_count
from blocky.kit.widgets.panel import Command, Panel, status
from blocky.kit.widgets.undo import why_no_undo

__all__ = ["DraftExplorer"]


class DraftExplorer(Panel):
    """A draft as a tree of choices, in a notebook. Every action of pointer and keys is a method.

    It starts at ``position``, which is not changed, or with a game of two players and ``seed``;
    ``looks`` are palette, letters and big.

    Attributes:
        position: the present position of the draft.
        take, line: the chosen source and colour (None if nothing is left), and the chosen line.
        legal: the number of legal moves at each turn before this one.
    """

    palettes = PALETTES

    def __init__(self, position: Position | None = None, *, seed: int | str = 1, **looks: Any
                 ) -> None:
        position = Position.deal(2, seed=seed) if position is None else expect(
            "position", position, Position, say("a position of Blue, such as Game(...).position"))
        super().__init__((8.4, 4.3), **looks)
        self.position = Position(position.state._replace(pool=None), position.rules)
        self.legal: list[int] = []
        self._rng = Random(1)
        self.tree = self.figure.add_axes((0.01, 0.01, 0.69, 0.98))
        self.chart = self.figure.add_axes((0.78, 0.13, 0.205, 0.6))
        self.hear(self.tree, self.point_at, self.press_at)
        self._tested, self._ways = w.HTML(), w.HTML()
        self.add(
            Command("before", partial(self.next_take, -1), say("the previous tiles"), "◀", "left"),
            Command("next", self.next_take, say("the next tiles"), "▶", "right"),
            Command("up", partial(self.next_line, -1), say("the line above"), "▲", "up"),
            Command("down", self.next_line, say("the line below"), "▼", "down"),
            Command("go", self.go_on, say("make this choice and see the next turn"),
                    say("Choose it (enter)"), "enter"),
            Command("back", self.go_back, say("take back the last choice"),
                    say("↶ Back ({key})"), "z", lambda: why_no_undo(len(self.legal))),
            Command("end", self.go_to_end, say("choose at random until the draft is over"),
                    say("Random to the end ({key})"), "r"))
        self.arrange(self.row(self.letters, self.palette), self._tested, self.live, self._sentence,
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
        """The chosen move, legal or not. ValueError: nothing is left to choose."""
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
        """Choose the tiles ``by`` places further on, wrapping around."""
        source, colour, _ = self.move
        takes = self.position.takes
        self.choose(takes[(takes.index((source, colour)) + by) % len(takes)])

    def next_line(self, by: int = 1) -> None:
        """Choose the line ``by`` places further on; the floor comes last."""
        source, colour, line = self.move
        self.choose((source, colour, LINES[(LINES.index(line) + by) % len(LINES)]))

    def point_at(self, x: float, y: float) -> None:
        """Choose the node nearest to a place of the tree."""
        column = min(max(round(x), 0), 3)
        there = [node for node in self.places if len(node) == column]
        if there:
            self.choose(min(there, key=lambda node: abs(self.places[node][1] - y)))

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Choose the node at a place; make the move if it is a line."""
        self.point_at(x, y)
        if x > 2.7:
            self.go_on()

    # -- the way through the draft ---------------------------------------------------------

    def go_on(self) -> None:
        """Make the chosen move. ValueError: it is illegal."""
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
        """Make random moves until no tiles are left."""
        while not self.position.over:
            self._make(self.position.random_move(self._rng))
        self._begin_turn()

    # -- showing ---------------------------------------------------------------------------

    def chosen_text(self) -> str:
        """Return sentences on the effect of the chosen move, or the reason why it is illegal."""
        if self.take is None:
            return say("The draft is over: no tiles are left.")
        if reason := self.position.why_not(self.move):
            return say("Not legal. {reason}", reason=reason)
        return " ".join(take_sentences(self.position.state, self.move, say(
            "Player {number}", number=self.position.turn + 1)))

    def ways_text(self) -> str:
        """Return a sentence on the number of ways through the turns so far."""
        ways = math.prod(self.legal)
        told = f"{ways:,}" if ways < 1e7 else f"{ways:.0e}"
        return say("No move has been made yet.") if ways == 1 else say_count(
            "{count} move has been made. It was one of {ways} legal moves.",
            "{count} moves have been made. If each turn always offered as many moves as it does in "
            "this draft, there would be {ways} drafts.", len(self.legal), ways=told)

    def refresh(self) -> None:
        """Show the choices of this turn, the chosen one, and the turns before."""
        clear(self.tree)
        self.chart.clear()
        self.places = draw_choices(self.tree, self.position, self.take, self.line, **self.looks)
        now = [] if self.position.over else [len(self.position.legal_moves())]
        draw_ways(self.chart, [*self.legal, *now])
        chosen, tested, ways = self.chosen_text(), tested_text(self.position), self.ways_text()
        self._tested.value, self._ways.value = status(tested), status(ways)
        self.show_figure(chosen, told=[
            say("A turn as a tree: a source, a colour there, a line."), chosen, tested, ways])
