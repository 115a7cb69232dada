"""Every documented key with the pointer on each live canvas, and who has the keys and the wheel."""

import pytest

from tests.browser.explored import LISTENS, Explored
from tests.browser.lab import PIXELS, ROOT

pytestmark = pytest.mark.browser

SETUP = f'''import sys
sys.path.insert(0, {str(ROOT)!r})
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
PLACES = [(0.31, 0.26), (0.57, 0.64), (0.72, 0.41)]
SCROLLED = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"


def pictures(nb):
    nb.stand_still()
    return nb.page.evaluate(PIXELS)


def test_no_key_of_the_stack_lab_changes_its_axes(notebook):
    """What it says hangs on how full the stack of a kernel is."""
    nb = notebook("from blocky.widgets import explore_stack\nlab = explore_stack(seed=7)\nlab",
                  "print([ax.get_xscale() + ax.get_yscale() for ax in lab.figure.axes])")
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(0.6, 0.5))
    before = pictures(nb)
    for key in "llkkgghpos":
        nb.page.keyboard.press(key)
        nb.settle()
    assert pictures(nb) == before
    nb.run(1)
    nb.wait_for("['linearlinear', 'linearlog']")


def test_hovering_leaves_the_keys_to_the_editor_and_a_click_takes_them(notebook):
    nb = notebook('from blocky.widgets import play\nplay("solitaire", seed=7, max_depth=3)',
                  "text = 1")
    nb.run()
    nb.board()
    line = nb.page.locator(".blocky-line").first
    editor = nb.page.locator(".jp-Notebook .jp-CodeCell").nth(1).locator(".cm-content")
    editor.click()
    assert line.inner_text().endswith("Click here, or on the picture, to use keys")
    nb.page.mouse.move(*nb.at(0.2, 0.8), steps=5)
    nb.wait_for("Selected: block (2,)")
    nb.page.keyboard.type("dh")
    assert "dh" in editor.inner_text(), "what is typed stays in the editor"
    assert "60 moves" not in nb.text()
    nb.page.mouse.click(*nb.at(0.2, 0.8))
    nb.wait_for("rotate clockwise")
    nb.until(LISTENS)
    assert "Listens to keys" in line.inner_text()
    nb.page.mouse.move(5, 5)
    nb.page.keyboard.press("ArrowUp")
    nb.wait_for("Selected: block (), the whole board")
    assert nb.page.evaluate(LISTENS), "the pointer may leave"
    nb.press("Undo")
    nb.until(LISTENS)  # as the button cannot be pressed again
    nb.press("Clockwise")
    nb.page.keyboard.press("ArrowDown")
    nb.wait_for("Selected: block (2")
    assert nb.page.evaluate(LISTENS), "a key that was pressed on a button of the panel"
    editor.click()
    assert not nb.page.evaluate(LISTENS)
    assert line.inner_text().endswith("Click here, or on the picture, to use keys")


def test_the_page_scrolls_but_where_the_board_answers_to_the_wheel_and_is_in_use(notebook):
    nb = notebook('from blocky.widgets import play\nplay("solitaire", seed=7, max_depth=3)',
                  *["\n" * 30] * 3)
    nb.run()
    nb.board()
    nb.page.locator(".jp-Notebook .jp-CodeCell").first.locator(".cm-content").click()

    def turn(by):
        """Turn the wheel on the board; return how far the page went."""
        before = nb.page.evaluate(SCROLLED)
        nb.page.mouse.wheel(0, by)
        nb.page.wait_for_timeout(300)
        return nb.page.evaluate(SCROLLED) - before

    nb.page.mouse.move(*nb.at(0.2, 0.8))
    nb.wait_for("Selected: block (2,)")
    assert turn(60) > 0
    assert turn(-60) < 0
    nb.page.locator(".blocky-line").first.click()
    nb.page.mouse.move(*nb.at(0.2, 0.8))
    assert turn(-60) == 0
    nb.wait_for("Selected: block (), the whole board")
    nb.page.mouse.move(5, 300)
    nb.page.mouse.move(*nb.at(0.2, 0.8))
    assert nb.page.evaluate(LISTENS)
    assert turn(60) > 0, "given back when the pointer left"


def test_the_keys_are_told_once(notebook):
    nb = notebook('from blocky.widgets import play\nplay("solitaire", seed=7, max_depth=3)')
    nb.run()
    nb.board()
    board = nb.page.get_by_role("application").first
    assert "Keys:" not in board.get_attribute("aria-label")
    told = nb.page.locator(f"[id='{board.get_attribute('aria-describedby')}']").inner_text()
    assert told.startswith("Keys: l letters, up choose the larger block")


@pytest.mark.parametrize("name", PANELS)
def test_every_key_does_what_it_is_said_to_do_and_nothing_else(shown, name):
    nb, space = shown, {}
    exec(SETUP, space)
    explored = Explored(nb, 1, PANELS[name], eval(PANELS[name], space))
    panel, axes = explored.panel, explored.panel.figure.axes

    def chosen():
        """What each place chooses, on the page and here."""
        nb.board()  # it may have grown, or what a key opened may have moved it
        for x, y in PLACES:
            for ax in axes:
                place = ax.transData.inverted().transform((x * panel.figure.bbox.width,
                                                           y * panel.figure.bbox.height))
                if ax.bbox.contains(x * panel.figure.bbox.width, y * panel.figure.bbox.height):
                    explored.point(ax, *place)

    chosen()
    seen = []
    for key in "llll":
        nb.page.keyboard.press(key)
        nb.settle()
        seen.append(pictures(nb))
    assert seen[:2] == seen[2:], "letters and no letters"
    for key in [*panel.hotkeys]:
        if key not in AT_LARGE.get(name, []):
            explored.press(key)
    chosen()
    for key in AT_LARGE.get(name, []):
        nb.page.keyboard.press(key)
    assert not nb.errors
