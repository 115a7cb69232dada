"""A board that explains itself, in JupyterLab: rules, refusals, named players, score sheets."""

import re

import pytest

pytestmark = pytest.mark.browser

PLAY = '''from blocky.widgets import play
board = play("two players", seed=7, max_depth=3, turns=1)
board'''
REFUSED = '''from blocky import Action
board.select(())
board.act(Action.SMASH)'''


def in_view(nb, text):
    """Wait until ``text`` is on the page, and is seen without scrolling."""
    nb.until("""text => [...document.querySelectorAll("h3")].some(each => {
        const box = each.getBoundingClientRect();
        return each.textContent === text && box.height && box.top >= 0
            && box.bottom <= window.innerHeight;
    })""", text)


def test_rules_a_refusal_a_new_game_and_its_end(notebook):
    nb = notebook(PLAY, REFUSED)
    nb.run(0)
    nb.board()
    nb.page.keyboard.press("?")
    in_view(nb, "The board is made of blocks")
    nb.press("Close")
    nb.run(1)
    nb.press("Rule: ")
    nb.page.locator("h3", has_text=re.compile("[Ss]mash")).first.wait_for()
    nb.screenshot("told_rules.png")
    nb.page.get_by_text("New game", exact=True).first.click()
    nb.page.get_by_role("textbox", name="Name").first.fill("Ada")
    nb.page.get_by_role("button", name="New game", exact=True).last.click()
    nb.wait_for("It is the turn of player 1 (Ada).")
    nb.press("End game")
    nb.wait_for("It was ended by hand.")
    nb.wait_for("What brought which points")
    nb.screenshot("told_end.png")
    assert not nb.errors
