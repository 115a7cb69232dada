"""Whole games in JupyterLab, as people play them: by pointer, by buttons and by keys."""

import base64
import io
import re

import pytest
from PIL import Image, ImageChops

from tests.browser.lab import begin, finish

pytestmark = pytest.mark.browser

IMPORTS = "from blocky import *\nfrom blocky.widgets import play\n"
GAME = IMPORTS + "play(seed=7, max_depth=3, turns=4, pause=0.1)"


def moves_left(nb):
    """The number of moves that are left when it is a human's turn, 0 at the end."""
    nb.wait_for(re.compile(r"The game is over|It is the turn of player \d+ \(Human"))
    found = re.search(r"(\d+) moves are left", nb.text())
    return int(found[1]) if found else 0


def winner_is_told(nb):
    return re.search(r"(wins with|win with) -?\d+", nb.text()) is not None


def test_a_game_by_pointer(notebook):
    nb = notebook(GAME)
    nb.run()
    nb.board()
    scrolled = nb.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop")
    nb.page.mouse.move(*nb.at(0.2, 0.8))
    nb.wait_for("Selected: block (2,)")
    nb.page.mouse.wheel(0, -100)
    nb.wait_for("Selected: block (), the whole board")
    nb.wheel(3)
    nb.wait_for(re.compile(r"Selected: block \(2"))
    nb.page.mouse.wheel(0, -300)
    nb.page.mouse.wheel(0, -300)
    left = moves_left(nb)
    assert left == 8
    places = [(0.2, 0.2, "left"), (0.8, 0.2, "right"), (0.8, 0.8, "left"), (0.2, 0.8, "right")]
    for x, y, button in places:
        nb.page.mouse.move(*nb.at(x, y))
        nb.page.mouse.click(*nb.at(x, y), button=button)
        left -= 2
        nb.wait_for(f"{left} moves are left" if left else "The game is over")
    assert winner_is_told(nb)
    assert nb.page.locator(".lm-Menu").count() == 0, "no context menu opens on the board"
    assert scrolled == nb.page.evaluate(
        "document.querySelector('.jp-WindowedPanel-outer').scrollTop"), "the page does not scroll"
    moves = nb.text()
    assert "rotate clockwise" in moves
    assert "rotate counter-clockwise" in moves
    assert not nb.errors


def test_a_double_click_is_two_moves(notebook):
    nb = notebook(IMPORTS + "play('solitaire', seed=7, max_depth=3, turns=9)")
    nb.run()
    nb.board()
    nb.page.mouse.dblclick(*nb.at(0.2, 0.2))
    nb.wait_for("7 moves are left")
    nb.stand_still()
    assert moves_left(nb) == 7


def test_the_page_shows_what_the_kernel_drew(notebook, lab):
    """Also when the pictures come faster than the page can show them."""
    nb = notebook(IMPORTS + "board = play('solitaire', seed=7, max_depth=5, turns=100)\nboard",
                  "from PIL import Image\nimport numpy as np\n"
                  "drawn = np.asarray(board.live.canvas.get_renderer().buffer_rgba())\n"
                  "Image.fromarray(drawn).save('drawn.png')")
    nb.run()
    nb.board()
    for turn in range(12):
        x, y = (0.2, 0.3) if turn % 2 else (0.7, 0.8)
        nb.page.mouse.move(*nb.at(x, y), steps=8)
        nb.page.mouse.click(*nb.at(x, y))
        nb.page.mouse.wheel(0, 100 if turn % 3 else -100)
    canvas = nb.page.locator(".jupyter-matplotlib canvas:visible").first
    assert canvas.evaluate("canvas => [canvas.width, canvas.height]") == canvas.evaluate(
        "canvas => [canvas.clientWidth, canvas.clientHeight]"), "no pixel is stretched"
    for _ in range(20):  # what the page sent may still be on its way when it stands still
        nb.stand_still(1500)
        nb.run(1)
        url = canvas.evaluate("canvas => canvas.toDataURL()")
        shown = Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))).convert("RGB")
        drawn = Image.open(lab.folder / "drawn.png").convert("RGB")
        if (difference := ImageChops.difference(shown, drawn).getbbox()) is None:
            break
    assert difference is None


def test_a_game_by_buttons(notebook, lab):
    nb = notebook(GAME)
    nb.run()
    nb.board()
    nb.page.get_by_label("Block", exact=True).fill("0")
    nb.page.keyboard.press("Enter")
    nb.wait_for("Selected: block (0,)")
    nb.press("Hint")
    nb.wait_for(re.compile(r"Hint: .* makes your score \d+\."))
    nb.screenshot("hint.png")
    nb.page.get_by_label("Block", exact=True).fill("0 ")
    nb.page.keyboard.press("Enter")
    nb.wait_for("Selected: block (0,)")
    for name, left in (("Clockwise", 6), ("Swap left and right", 4), ("Undo", 6), ("Redo", 4),
                       ("Swap upper and lower", 2)):
        nb.press(name)
        nb.wait_for(f"{left} moves are left")
    nb.press("Larger")
    nb.wait_for("The top-level block cannot be smashed.")
    assert nb.page.locator(".jupyter-button", has_text="Smash").is_disabled()
    nb.press("Smaller")
    nb.press("◀")
    nb.press("▶")
    nb.page.get_by_label("Block", exact=True).fill("0 0 0 0 0 0")
    nb.page.keyboard.press("Enter")
    nb.wait_for("There is no block at path (0, 0, 0, 0, 0, 0)")
    nb.page.get_by_text("Save and load").click()
    nb.press("Save")
    nb.wait_for("The game is saved in game.saved.json.")
    assert (lab.folder / "game.saved.json").exists()
    nb.press("Counter-clockwise")
    nb.wait_for("The game is over")
    assert winner_is_told(nb)
    nb.screenshot("the_end.png")
    nb.press("Load")
    nb.wait_for("2 moves are left")
    nb.page.get_by_text("New game", exact=True).first.click()
    nb.page.get_by_label("Players", exact=True).select_option("3")
    for player, kind in enumerate(("human", "random", "smart"), 1):
        nb.page.get_by_label(f"Player {player}", exact=True).select_option(kind)
    nb.page.get_by_label("Rules", exact=True).select_option("extended")
    nb.page.get_by_label("Seed", exact=True).fill("5")
    nb.screenshot("form.png")
    nb.page.locator("button.jupyter-button", has_text="New game").click()
    nb.wait_for("A new game with seed 5.")
    nb.wait_for("12 moves are left")
    nb.page.get_by_label("Letters (l)").click()
    nb.page.get_by_label("Palette", exact=True).select_option("classic")
    nb.press("Pass")
    nb.wait_for("9 moves are left")
    nb.press("End game")
    nb.wait_for("The game is over")
    assert not nb.errors


def test_a_game_by_keys(notebook):
    nb = notebook(GAME, "second_cell = 1")
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(0.7, 0.3))
    nb.wait_for("Selected: block (0,)")
    nb.page.keyboard.press("ArrowUp")
    nb.wait_for("Selected: block (), the whole board")
    nb.page.keyboard.press("ArrowDown")
    nb.wait_for("Selected: block (0,)")
    nb.page.keyboard.press("ArrowRight")
    nb.wait_for("Selected: block (3,)")
    nb.page.keyboard.press("ArrowLeft")
    nb.wait_for("Selected: block (0,)")
    for key, left in (("d", 6), ("a", 4), ("z", 6), ("z", 8), ("y", 6), ("h", 4), ("v", 2)):
        nb.page.keyboard.press(key)
        nb.wait_for(f"{left} moves are left")
    nb.page.keyboard.press("i")
    nb.wait_for(re.compile(r"Hint: .* makes your score "))
    for key in "lbxmy":
        nb.page.keyboard.press(key)
    nb.page.keyboard.press("d")
    nb.page.keyboard.press("d")
    nb.wait_for("The game is over")
    assert winner_is_told(nb)
    assert nb.page.locator(".jp-Notebook .jp-CodeCell").count() == 2, "the notebook took no key"
    assert nb.page.locator(".jp-Notebook .jp-MarkdownCell").count() == 0
    assert "The board." in nb.page.locator("[role=application]").first.get_attribute("aria-label")
    nb.page.keyboard.press("Tab")
    assert nb.page.evaluate("document.activeElement.textContent") == "Projector", "Tab leads out"
    assert not nb.errors


STUDENT = IMPORTS + '''
def rotate(block, direction):
    {body}

play("solitaire", seed=7, max_depth=3, turns=5, parts=Parts(rotate=rotate))'''


@pytest.mark.parametrize(("body", "sentence"), [
    ("block.children = block.children[1:] + block.children[:1]", "Your rotate left a broken tree"),
    ("pass", "but the rules say"),
    ("block.children[0].children[7]", "Your rotate raised IndexError: list index out of range."),
    ("rotate(block, direction)", "Your rotate called itself until the stack was full."),
    ("while True: pass", "Your rotate was stopped after 3 seconds."),
], ids=["broken", "wrong", "raises", "recursion", "endless"])
def test_a_students_rotate_is_wrong(notebook, body, sentence):
    nb = notebook(STUDENT.format(body=body))
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(0.4, 0.6))
    nb.page.keyboard.press("ArrowUp")
    nb.page.keyboard.press("d")
    nb.wait_for(sentence)
    nb.wait_for("The game is as it was before.")
    assert moves_left(nb) == 5
    nb.page.keyboard.press("h")
    nb.wait_for("4 moves are left")


def test_a_students_player_fails_and_the_game_goes_on(notebook):
    nb = notebook(IMPORTS + '''
class Mine(Player):
    def make_move(self, game, rng):
        return game.bord

play(players=[HumanPlayer(), Mine(), RandomPlayer()], seed=7, max_depth=3, turns=2, pause=0.1)''')
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(0.4, 0.6))
    nb.page.keyboard.press("h")
    nb.wait_for("Player 2: turn lost. Mine.make_move raised AttributeError")
    assert moves_left(nb) == 3
    nb.wait_for("has no attribute 'bord'. Player 2 loses the turn.")


def test_clicks_while_the_computer_thinks_are_refused(notebook):
    nb = notebook(IMPORTS + "board = play(seed=7, max_depth=3, turns=4)\n"
                  "board.pause.max = board.pause.value = 600\nboard", "board.pause.value = 0")
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(0.2, 0.2))
    nb.page.keyboard.press("d")
    nb.wait_for("Player 2 wants to")
    nb.page.keyboard.press("d")
    nb.wait_for("It is a computer player's turn.")
    nb.press("Stop computers")
    nb.wait_for("Computer players are stopped.")
    nb.run(1)
    nb.stand_still()
    assert "7 moves are left" in nb.text()
    nb.press("Let computers move")
    nb.wait_for("6 moves are left")


def test_a_restarted_kernel_needs_the_cell_to_run_again(notebook):
    nb = notebook(GAME)
    nb.run()
    nb.board()
    begin(nb.page, "jupyterapp.commands.execute('kernelmenu:restart')")
    nb.page.locator(".jp-Dialog button.jp-mod-accept").click()
    finish(nb.page)
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(0.2, 0.8))
    nb.page.keyboard.press("d")
    nb.wait_for("6 moves are left")


def test_jupyterlab_does_not_ask_about_news(notebook, lab):
    nb = notebook("1 + 1")
    name = "@jupyterlab/apputils-extension:notification"
    settings = lab.ask(f"lab/api/settings/{name}")["schema"]["properties"]
    assert settings["fetchNews"]["default"] == "false"
    assert nb.page.get_by_text("Jupyter news").count() == 0
