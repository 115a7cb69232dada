"""Blue in JupyterLab: whole games by pointer and by keys only, with two and with four players."""

import re

import pytest

from blocky.blue import Game, Move, Rules
from blocky.blue.draw.layout import Layout
from tests.browser.explored import Explored
from tests.browser.lab import ROOT

pytestmark = pytest.mark.browser

SETUP = f'''import sys
sys.path.insert(0, {str(ROOT)!r})
from blocky.blue import Rules
from blocky.blue.widgets import *
'''
TABLE = '''table = play({players}, Rules("short", rounds=2), seed={seed}, pause={pause},
             letters={letters})
table'''


class Played:
    """A game at a table on a page, and the same game here: what it must come to."""

    def __init__(self, nb, players, seed):
        self.nb, self.game = nb, Game(players, Rules("short", rounds=2), seed)
        nb.run(0)
        nb.run(1)
        nb.board()
        self.on()

    def on(self):
        """Let the computers here move, and wait until those on the page have."""
        self.game.run()
        if self.game.history:
            self.nb.wait_for(re.compile(rf"(?<!\d){len(self.game.history)}\. Player"))
        self.nb.wait_for("The game is over" if self.game.over else
                         f"It is the turn of player {self.game.turn + 1} ")

    def place(self, x, y):
        layout = Layout(len(self.game.players))
        return self.nb.at((x + 0.5) / layout.wide, (y + 0.5) / layout.high)

    def click(self, move):
        """Make a move by two clicks: on a tile, and on a line."""
        layout, state = Layout(len(self.game.players)), self.game.position.state
        index = state.sources[move.source].index(move.colour)
        index += move.source == 0 and state.next_starter is None
        self.nb.page.mouse.click(*self.place(*layout.tile(move.source, index)))
        self.nb.page.mouse.click(*self.place(*layout.on_line(self.game.turn, move.line, 0)))
        self.game.play(move)
        self.on()

    def keys(self):
        """Make by keys a move with the first tiles that can be taken."""
        source, colour = self.game.position.takes[0]
        for key in ("ArrowRight", "Enter"):
            self.nb.page.keyboard.press(key)
            self.nb.settle()
        self.game.play(next(Move(source, colour, line) for line in (1, 2, 3, 4, 5, 0)
                            if self.game.why_not(Move(source, colour, line)) is None))
        self.on()

    def ended(self):
        self.nb.wait_for("The game is over")
        assert self.game.over
        for score in self.game.scores:
            assert str(score) in self.nb.output(1)
        assert not self.nb.errors


@pytest.mark.parametrize(("players", "seed", "pause", "letters"), [
    (["human", "greedy"], 1, 0, False), (["human", "first", "human", "random"], 2, 0.05, True)],
    ids=["two", "four"])
def test_a_game_by_pointer(notebook, players, seed, pause, letters):
    nb = notebook(SETUP, TABLE.format(players=players, seed=seed, pause=pause, letters=letters))
    played = Played(nb, players, seed)
    while not played.game.over:
        moves = played.game.legal_moves()
        played.click(moves[len(played.game.history) * 7 % len(moves)])
        if len(played.game.history) == 8:
            nb.screenshot(f"blue_{len(players)}.png")
    played.ended()


@pytest.mark.parametrize("players", [["human", "greedy"], ["human", "greedy", "human", "first"]],
                         ids=["two", "four"])
def test_a_game_by_keys_only(notebook, players):
    nb = notebook(SETUP, TABLE.format(players=players, seed=3, pause=0, letters=False))
    played = Played(nb, players, 3)
    nb.page.mouse.move(*nb.at(0.5, 0.02))
    nb.page.mouse.move(*nb.at(0.5, 0.01))
    nb.stand_still()  # the page keeps the last motion of a pointer back for a moment
    while not played.game.over:
        played.keys()
    played.ended()


def test_the_explorers_by_pointer_keys_and_buttons(notebook):
    nb = notebook(SETUP, "")
    nb.run(0)
    space = {}
    exec(SETUP, space)

    def explored(source):
        return Explored(nb, 1, source, eval(source, space))

    wall = explored("explore_wall(example='a tile alone')")
    wall.click(wall.panel.axes[1], 2.5, 1.5)
    wall.press("right", "enter", "down", "t")
    wall.button("left", "tile", "random", "clear")
    draft = explored("explore_draft(seed=2)")
    draft.point(draft.panel.tree, *draft.panel.places[3,])
    draft.click(draft.panel.tree, 3.2, draft.panel.places[draft.panel.move][1])
    draft.press("right", "down", "enter", "z")
    draft.button("next", "down", "go", "back", "end")
    samples = explored("explore_win_rate(size=400)")
    samples.point(samples.panel.axes[1], 0.5, 3.2)
    samples.press("right", "left", "down")
    samples.button("forward", "larger", "others")
