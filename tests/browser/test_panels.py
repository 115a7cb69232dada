"""Every board, laboratory and explorer on a page: it does what it does here."""

import pytest

from tests.browser.explored import Explored
from tests.browser.lab import ROOT

pytestmark = pytest.mark.browser

SETUP = f'''import sys
sys.path.insert(0, {str(ROOT)!r})
import blocky
import blocky.blue.widgets as blue, blocky.prograsonne.widgets as prograsonne
from blocky import EXTENDED, Block, HumanPlayer
from blocky.blue import Rules
from blocky.kit.game import Game
from blocky.prograsonne import Board
from blocky.widgets import *
from tests.tictactoe import Board as Guest, TicTacToe

roads = Board()
for cell, name, turns, player in [((3, 2), "GGPGPP", 1, None), ((4, 2), "PPGPPG", 2, 1)]:
    roads.place(cell, name, turns, player)
'''
PANELS = {
    "blocky": 'play("solitaire", seed=7, max_depth=3, turns=60, rules=EXTENDED)',
    "prograsonne": 'prograsonne.play(players=["human", "human"], seed=3)',
    "blue": 'blue.play(["human", "human"], Rules("short", rounds=2), seed=1)',
    "guest": "Guest(Game(TicTacToe(), [HumanPlayer(), HumanPlayer()], seed=1))",
    "moves": "explore_moves(seed=7, max_depth=3)",
    "scores": "explore_scores(seed=7, max_depth=3)",
    "tree": "explore_tree(seed=7, max_depth=3)",
    "random": "explore_random_init(seed=7, max_depth=3)",
    "smart": "explore_smart_player(seed=7, max_depth=3)",
    "stepper": "step(Block.flatten, Block.from_nested([[0, 1, 1, 3], 2, 1, 3], 2))",
    "wall": 'blue.explore_wall(example="a tile alone")',
    "draft": "blue.explore_draft(seed=2)",
    "samples": "blue.explore_win_rate(size=400)",
    "cells": "prograsonne.explore_cells(offsets=True)",
    "tiles": 'prograsonne.explore_tiles("CGGCGG", "GGCGGC")',
    "graph": "prograsonne.explore_graph(roads)",
    "forest": "prograsonne.explore_forest(roads)",
    "states": "prograsonne.explore_states()"}
#: The keys that begin or end what goes on by itself.
AT_LARGE = {"scores": [" "], "stepper": [" "], "graph": [" "], "forest": [" "],
            "random": ["m", "x", "p"], "smart": ["c", "m", "x", "g"]}
PLACES = [(0.31, 0.26), (0.57, 0.64), (0.72, 0.41)]  # on the figure, from 0 to 1


@pytest.mark.parametrize("name", PANELS)
def test_pointer_wheel_keys_and_buttons_do_on_a_page_what_they_do_here(notebook, name):
    space = {}
    exec(SETUP, space)
    explored = Explored(notebook(SETUP + PANELS[name]), eval(PANELS[name], space))
    nb, panel, at_large = explored.nb, explored.panel, AT_LARGE.get(name, [])
    width, height = panel.figure.bbox.size

    board = nb.page.get_by_role("application").first
    told = nb.page.locator(f"[id='{board.get_attribute('aria-describedby')}']").inner_text()
    assert told == panel.keys_text()
    if "l" in panel.hotkeys:
        explored.press_for_another_picture("l")
    explored.button(next(each for each, button in panel.buttons.items() if not button.disabled
                         and panel.commands[each].key not in at_large))
    places = [(ax, *ax.transData.inverted().transform((x * width, y * height)))
              for x, y in PLACES for ax in panel.figure.axes
              if ax.bbox.contains(x * width, y * height)]
    for place in places[:2]:
        explored.use_pointer(*place)
    for key in panel.hotkeys:
        if key not in at_large:
            explored.press(key)
    nb.board()  # it may have grown, or what a key opened may have moved it
    for place in places:
        explored.point(*place)
    assert nb.page.locator(".lm-Menu").count() == 0, "no context menu opens on the board"
    assert nb.page.locator(".jp-Notebook .jp-Cell").count() == 1, "the notebook took no key"
