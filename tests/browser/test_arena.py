"""A league in JupyterLab: players written in a cell, one of them endless, and the stop button."""

import re

import pytest

pytestmark = pytest.mark.browser

PLAYERS = '''import itertools
from blocky import *
from blocky import arena

class EndlessPlayer(Player):
    def make_move(self, game, rng):
        if game.history:
            sum(itertools.count())
        return game.legal_moves()[0]

class FirstPlayer(Player):
    def make_move(self, game, rng):
        return game.legal_moves()[0]
'''


def test_a_class_of_a_cell_plays_and_an_endless_one_loses(notebook):
    nb = notebook(PLAYERS, '''arena.league([FirstPlayer, SmartPlayer(3), EndlessPlayer], boards=1,
             goals=BlobGoal, max_depth=2, turns=3, seconds=0.3)''')
    nb.run(0)
    nb.run(1)
    nb.wait_for("All 6 games were played.")
    nb.wait_for(re.compile(r"Endless forfeited 4 games, .*could not be stopped"))
    nb.page.locator(".jp-OutputArea-output table").first.scroll_into_view_if_needed()
    nb.screenshot("arena_league.png")
    assert not nb.errors


def test_the_stop_button_keeps_what_was_played(notebook):
    nb = notebook(PLAYERS + "\nleague = arena.league([FirstPlayer, SmartPlayer(5)], boards=5000)",
                  "print('Kept:', 3 < len(league.results) < league.games)",
                  "league")
    cell = nb.page.locator(".jp-Notebook .jp-CodeCell").first
    cell.locator(".jp-InputArea-editor").click()
    nb.page.keyboard.press("Control+Enter")
    nb.wait_for(re.compile(r"\d\d/20000"))
    nb.screenshot("arena_progress.png")
    nb.page.locator("[data-command='notebook:interrupt-kernel']").first.click()
    cell.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).wait_for()
    assert "Error" not in nb.output(0)
    nb.run(1)
    nb.wait_for("Kept: True")
    nb.run(2)
    nb.wait_for(re.compile(r"Only \d+ of 20000 games were played\."))
    assert not nb.errors
