"""What only a kernel shows: code that hangs or fills the stack, an interrupt, a restart."""

import re

import pytest

from tests.browser.lab import begin, finish

pytestmark = pytest.mark.browser

IMPORTS = "from blocky import *\nfrom blocky.widgets import *\n"


@pytest.mark.parametrize(("body", "sentence"), [
    ("block.children = block.children[1:] + block.children[:1]", "Your rotate broke the tree"),
    ("rotate(block, direction)", "Your rotate called itself until the stack was full."),
    ("while True: pass", "Your rotate was stopped after 3 seconds."),
], ids=["broken", "recursion", "endless"])
def test_a_students_rotate_is_wrong_and_the_game_goes_on(notebook, body, sentence):
    nb = notebook(f'''{IMPORTS}
def rotate(block, direction):
    {body}

play("solitaire", seed=7, max_depth=3, turns=5, parts=Parts(rotate=rotate))''')
    nb.run()
    nb.board()
    nb.page.keyboard.press("ArrowUp")
    nb.page.keyboard.press("d")
    nb.wait_for(sentence)
    nb.wait_for("The game hasn't changed.")
    nb.wait_for("5 moves are left")
    nb.page.keyboard.press("h")
    nb.wait_for("4 moves are left")


def test_the_stop_button_of_a_notebook_keeps_what_a_league_has_played(notebook):
    nb = notebook(f'''{IMPORTS}
from blocky import arena

class FirstPlayer(Player):
    def make_move(self, game, rng):
        return game.legal_moves()[0]

league = arena.league([FirstPlayer, SmartPlayer(5)], boards=5000)''',
                  "print('Kept:', 3 < len(league.results) < league.games)\nleague")
    cell = nb.cell(0)
    cell.locator(".jp-InputArea-editor").click()
    nb.page.keyboard.press("Control+Enter")
    nb.wait_for(re.compile(r"\d\d/20000"))
    nb.page.locator("[data-command='notebook:interrupt-kernel']").first.click()
    cell.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).wait_for()
    assert "Error" not in nb.output(0)
    nb.run(1)
    nb.wait_for("Kept: True")
    nb.wait_for(re.compile(r"Only \d+ of 20000 games have been played\."))


def test_a_restarted_kernel_needs_the_cell_to_run_again(notebook):
    nb = notebook(IMPORTS + "play('solitaire', seed=7, max_depth=3, turns=4)")
    nb.run()
    nb.board()
    begin(nb.page, "jupyterapp.commands.execute('kernelmenu:restart')")
    nb.page.locator(".jp-Dialog button.jp-mod-accept").click()
    finish(nb.page)
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(0.2, 0.8), steps=5)
    nb.wait_for("Selected: block (2,)")
    nb.page.keyboard.press("d")
    nb.wait_for("3 moves are left")


def test_a_slider_takes_keys_and_a_still_of_the_last_call_stays(notebook):
    nb = notebook("""from blocky.widgets import interact

def show_double(number):
    print(f"Twice {number} is {2 * number}.")

interact(show_double, number=(0, 9));""")
    nb.run()
    output = nb.page.locator(".widget-output")  # beside it the page has a hidden still
    output.filter(has_text="Twice 4 is 8.").wait_for()
    nb.page.get_by_role("slider").focus()
    nb.page.keyboard.press("ArrowRight")
    output.filter(has_text="Twice 5 is 10.").wait_for()
    begin(nb.page, "jupyterapp.commands.execute('kernelmenu:restart')")
    nb.page.locator(".jp-Dialog button.jp-mod-accept").click()
    finish(nb.page)
    nb.wait_for("Run this cell again to use it.")
    nb.wait_for("Twice 5 is 10.")
