"""The draft as a tree of choices: what each turn offers, and the number of ways through it."""

import math
from functools import partial
from random import Random
from typing import Any

import ipywidgets as w

from blocky.blue.draw.choices import Node, combinations_text, draw_choices, draw_legal_counts
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
        legal_counts: the number of legal moves at each turn before this one, and so a number for
            each move made here.
    """

    palettes = PALETTES

    def __init__(self, position: Position | None = None, *, seed: int | str = 1, **looks: Any
                 ) -> None:
        position = Position.deal(2, seed=seed) if position is None else expect(
            "position", position, Position, say("a position of Blue, such as Game(...).position"))
        super().__init__((8.4, 4.3), **looks)
        # Without a pool, the end of the draft is the end of the game: no next round begins.
        self.position = Position(position.state._replace(pool=None), position.rules)
        self.legal_counts: list[int] = []
        self._rng = Random(1)
        self.tree = self.figure.add_axes((0.01, 0.01, 0.69, 0.98))
        self.chart = self.figure.add_axes((0.78, 0.13, 0.205, 0.6))
        self.hear(self.tree, self.point_at, self.press_at)
        self._combinations, self._ways = w.HTML(), w.HTML()
        self.add(
            Command("before", partial(self.next_take, -1), say("the previous tiles"), "◀", "left"),
            Command("next", self.next_take, say("the next tiles"), "▶", "right"),
            Command("up", partial(self.next_line, -1), say("the line above"), "▲", "up"),
            Command("down", self.next_line, say("the line below"), "▼", "down"),
            Command("go", self.go_on, say("make this choice and see the next turn"),
                    say("Choose it (enter)"), "enter"),
            Command("back", self.go_back, say("take back the last choice"),
                    say("↶ Back ({key})"), "z", lambda: why_no_undo(len(self.legal_counts))),
            Command("end", self.go_to_end, say("choose at random until the draft is over"),
                    say("Random to the end ({key})"), "r"))
        self.arrange(self.row(self.letters, self.palette), self._combinations, self.live,
                     self._sentence, self.row("before", "next", "up", "down", "go", "back", "end"),
                     self._ways, self.message)
        self._begin_turn()

    # -- choosing --------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        """Choose the first tiles that can be taken and line 1, and show the turn."""
        takes = self.position.takes
        self.take = takes[0] if takes else None
        self.line = 1
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
        match node:
            case [source]:
                colours_there = [colour for place, colour in self.position.takes if place == source]
                self.take = source, colours_there[0]
            case [source, colour]:
                self.take = source, colour
            case [source, colour, line]:
                self.take = source, colour
                self.line = line
        if (self.take, self.line) != before:
            self.refresh()

    def next_take(self, by: int = 1) -> None:
        """Choose the tiles ``by`` places further on, wrapping around."""
        source, colour, _ = self.move
        takes = self.position.takes
        number = takes.index((source, colour)) + by
        self.choose(takes[number % len(takes)])

    def next_line(self, by: int = 1) -> None:
        """Choose the line ``by`` places further on; the floor comes last."""
        source, colour, line = self.move
        number = LINES.index(line) + by
        self.choose((source, colour, LINES[number % len(LINES)]))

    def point_at(self, x: float, y: float) -> None:
        """Choose the node nearest to a place of the tree."""
        # Nodes of one length, such as (source, colour), are below each other at this x.
        length = min(max(round(x), 0), 3)
        column = [node for node in self.places if len(node) == length]
        if column:
            self.choose(min(column, key=lambda node: abs(self._y_of(node) - y)))

    def _y_of(self, node: Node) -> float:
        """Return the height at which a node is drawn."""
        _, y = self.places[node]
        return y

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Choose the node at a place; make the move if it is a line."""
        self.point_at(x, y)
        is_at_a_line = x > 2.7  # lines are drawn at x = 3
        if is_at_a_line:
            self.go_on()

    # -- the way through the draft ---------------------------------------------------------

    def go_on(self) -> None:
        """Make the chosen move. ValueError: it is illegal."""
        self._make(self.move)
        self._begin_turn()

    def _make(self, move: Move) -> None:
        """Make a move. ValueError: it is illegal."""
        if reason := self.position.why_not(move):
            raise ValueError(reason)
        self.legal_counts.append(len(self.position.legal_moves()))
        self.position.play(move, self._rng)
        self.say("")

    def go_back(self) -> None:
        """Take back the last move. ValueError: there is none."""
        if reason := why_no_undo(len(self.legal_counts)):
            raise ValueError(reason)
        self.legal_counts.pop()
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
        player = say("Player {number}", number=self.position.turn + 1)
        return " ".join(take_sentences(self.position.state, self.move, player))

    def ways_text(self) -> str:
        """Return a sentence on the number of ways through the turns so far."""
        ways = math.prod(self.legal_counts)
        ways_text = f"{ways:,}" if ways < 1e7 else f"{ways:.0e}"  # 1,234 or 1e+12
        if ways == 1:
            return say("No move has been made yet.")
        return say_count(
            "{count} move has been made. It was one of {ways} legal moves.",
            "{count} moves have been made. Multiply the numbers of legal moves in these turns: the "
            "product is {ways}. So there are very roughly {ways} different ways to play these "
            "turns.", len(self.legal_counts), ways=ways_text)

    def refresh(self) -> None:
        """Show the choices of this turn, the chosen one, and the number of legal moves so far."""
        clear(self.tree)
        self.chart.clear()
        self.places = draw_choices(self.tree, self.position, self.take, self.line, **self.looks)
        counts = [*self.legal_counts]
        if not self.position.over:
            counts.append(len(self.position.legal_moves()))
        draw_legal_counts(self.chart, counts)
        chosen = self.chosen_text()
        combinations = combinations_text(self.position)
        ways = self.ways_text()
        self._combinations.value = status(combinations)
        self._ways.value = status(ways)
        self.show_figure(chosen, alt=[
            say("A turn as a tree: first choose a source, then a colour in it, then a line."),
            chosen, combinations, ways])
