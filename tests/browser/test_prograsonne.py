"""Prograsonne in JupyterLab: played by pointer, by keys only, and against the computer."""

import itertools
import re

import pytest

from blocky.prograsonne import Game, Place, Rules, TakeBack
from blocky.prograsonne.draw.graph import place_of
from blocky.prograsonne.draw.shapes import centre, middle
from blocky.prograsonne.widgets import play
from tests.browser.explored import Explored
from tests.browser.lab import ROOT

pytestmark = pytest.mark.browser

SETUP = f'''import sys
sys.path.insert(0, {str(ROOT)!r})
from blocky.prograsonne import Board, Place, Rules
from blocky.prograsonne.draw.shapes import centre
from blocky.prograsonne.widgets import *

def place_of(cell):
    """Print where a cell is on the canvas, from 0 to 1."""
    ax = board.ax
    x, y = ax.figure.transFigure.inverted().transform(ax.transData.transform(centre(cell)))
    print(f"{{x:.4f}} {{1 - y:.4f}}")
'''
POINTER = '''board = play(players=["human", "human"], seed=3, rules=Rules(redraw=True))
board'''
FIT = '''fit = next(move for move in board.game.legal_moves() if move.turns == 1)
place_of(fit.cell)'''
TILE = "place_of(next(iter(board.board.tiles)))"
SETTINGS = {"supply": {"GGGGGC": 6, "PGGPGG": 4, "CGGCGG": 3}, "seed": 5}
AGAINST = f'''board = play(pause=0, rules=Rules(redraw=True), **{SETTINGS})
board'''
ROADS = '''board = Board()
for cell, name, turns, player in [
        ((3, 2), "GGPGPP", 1, None), ((2, 2), "CCCPCC", 0, 2), ((4, 1), "GPRGPR", 4, 1),
        ((4, 2), "PPGPPG", 2, 1), ((5, 2), "PPGPPG", 3, 2), ((5, 3), "PPGPPG", 1, 2)]:
    board.place(cell, name, turns, player)
'''


def spot(nb, index):
    """Return the place on the page that a cell printed."""
    x, y = map(float, nb.output(index).split()[:2])
    return nb.at(x, y)


def test_a_tile_is_turned_and_placed_by_pointer_and_states_are_clicked(notebook):
    nb = notebook(SETUP, POINTER, FIT, TILE)
    nb.run(0)
    nb.run(1)
    nb.run(2)
    nb.run(3)
    nb.board()
    nb.hover(lambda: spot(nb, 2), re.compile("Cell|Edge"))
    nb.listen()
    nb.wheel(1)
    nb.wait_for("the tile fits")
    nb.screenshot("prograsonne_ghost.png")
    nb.press(re.compile("Save state"))
    nb.wait_for("Player 1 chose to save the state")
    nb.board()
    nb.page.mouse.click(*spot(nb, 2))
    nb.wait_for("turned 1 time: score")
    nb.hover(lambda: spot(nb, 3), "placed by nobody")
    nb.press(re.compile("Undo"))
    nb.wait_for("1 move is made now")
    nb.press(re.compile("Redo"))
    nb.wait_for("2 moves are made now")
    nb.board()
    nb.page.mouse.click(*nb.at(0.2 + 0.79 * 0.6 / 6.2, 0.935))
    nb.wait_for("Player 2 chose to go back to state 1")
    nb.screenshot("prograsonne_restored.png")
    assert not nb.errors


def begun(nb):
    """Show a game against the computer; return the same game, which is played here."""
    nb.run(0)
    nb.run(1)
    nb.board()
    return Game(Rules(redraw=True), **SETTINGS)


def made(nb, game, move):
    """Make a move in the game here, let the computer reply, and wait until the page has both."""
    game.play(move)
    game.run()
    nb.wait_for(re.compile(rf"(?<!\d){len(game.history)}\. Player"))
    nb.stand_still()


def ended(nb, game):
    nb.wait_for("The game is over.")
    nb.screenshot("prograsonne_game.png")
    assert game.over
    assert all(str(score) in nb.output(1) for score in game.scores)
    assert not nb.errors


def test_a_whole_game_by_pointer_against_the_computer(notebook):
    nb = notebook(SETUP, AGAINST)
    game = begun(nb)
    board = play(Game(Rules(redraw=True), **SETTINGS))
    while not game.over:
        move = [each for each in game.legal_moves() if isinstance(each, Place)][-1]
        x, y = board.figure.transFigure.inverted().transform(
            board.ax.transData.transform(centre(move.cell)))
        nb.hover(lambda: nb.at(0.5, 0.4), re.compile("Cell|Edge"))
        nb.listen()
        nb.wheel((move.turns - game.position.turned) % 6)
        nb.settle()
        nb.hover(lambda x=x, y=y: nb.at(x, 1 - y), f"Cell {move.cell}: the tile fits.")
        nb.page.mouse.click(*nb.at(x, 1 - y))
        made(nb, game, move)
    ended(nb, game)


def test_a_whole_game_by_keys_only_against_the_computer(notebook):
    nb = notebook(SETUP, AGAINST)
    game = begun(nb)
    nb.page.mouse.move(*nb.at(0.5, 0.4))
    nb.page.mouse.move(*nb.at(0.5, 0.41))
    nb.stand_still()  # the page keeps the last motion of a pointer back for a moment
    for number in itertools.count(1):
        if game.over:
            break
        if number == 3:
            nb.page.keyboard.press("t")
            made(nb, game, TakeBack())
        else:
            nb.page.keyboard.press("h")
            hint = game.board.hint(game.position.hand, 1).placement
            nb.wait_for(f"Hint: {hint}.")
            nb.page.keyboard.press("Enter")
            made(nb, game, hint)
    ended(nb, game)


def test_the_explorers_by_pointer_keys_and_buttons(notebook):
    nb = notebook(SETUP, "")
    nb.run(0)
    space = {}
    exec(f"{SETUP}\n{ROADS}", space)

    def explored(source):
        return Explored(nb, 1, f"{ROADS}{source}", eval(source, space))

    cells = explored("explore_cells(offsets=True)")
    (x, y), (across, down) = centre((4, 5)), middle(6, 0.7)
    cells.point(cells.panel.ax, x + across, y + down)
    cells.press("enter", "up", "e")
    cells.button("across", "edge")
    tiles = explored('explore_tiles("CGGCGG", "GGCGGC")')
    tiles.click(tiles.panel.axes[1], 1, 1)
    tiles.scroll(tiles.panel.axes[0], 1, 1, step=-1)
    tiles.press("d", "left", "y")
    tiles.button((0, -1), (1, 1))
    graph = explored("explore_graph(board)")
    graph.click(graph.panel.ax, *place_of(graph.panel.nodes[3]))
    graph.press("right", "right", "q", "end")
    graph.button("back", "next", "forward")
    forest = explored("explore_forest(board)")
    forest.click(forest.panel.ax, *place_of(forest.panel.nodes[0]))
    forest.press("end", "left")
    forest.click(forest.panel.ax, *place_of(forest.panel.nodes[0]))
    forest.button("back", "forward")
    states = explored("explore_states()")
    states.button("place", "save", "place", "save")
    states.click(states.panel.saved, 0, 0)
    states.press("p", "s", "p", "t")
    states.button("restore")
