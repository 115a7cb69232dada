"""Whole games in JupyterLab, as people play them: by pointer, and by all that stands beside."""

import base64
import io
import re

import pytest
from PIL import Image, ImageChops

from blocky import blue, prograsonne
from blocky.blue.draw.layout import Layout
from blocky.prograsonne.draw.shapes import centre
from blocky.prograsonne.widgets import play as play_prograsonne

pytestmark = pytest.mark.browser

IMPORTS = "from blocky import *\nfrom blocky.widgets import play\n"
GAME = IMPORTS + "play(seed=7, max_depth=3, turns=4, pause=0.1)"
WINS = re.compile(r"(wins with|win with) -?\d+")
IN_VIEW = """text => [...document.querySelectorAll("h3")].some(each => {
    const box = each.getBoundingClientRect();
    return each.textContent === text && box.height && box.top >= 0
        && box.bottom <= window.innerHeight;
})"""


def test_a_game_by_pointer(notebook):
    nb = notebook(GAME)
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(0.2, 0.8))
    nb.wait_for("Selected: block (2,)")
    nb.wheel(-100)
    nb.wait_for("Selected: block (), the whole board")
    for _ in range(3):
        nb.wheel(100)
    nb.wait_for(re.compile(r"Selected: block \(2"))
    for left, x, y, button in [(6, 0.2, 0.2, "left"), (4, 0.8, 0.2, "right"),
                               (2, 0.8, 0.8, "left"), (0, 0.2, 0.8, "right")]:
        nb.page.mouse.move(*nb.at(x, y))
        nb.page.mouse.click(*nb.at(x, y), button=button)
        nb.wait_for(f"{left} moves are left" if left else "The game is over")
    nb.wait_for(WINS)
    nb.wait_for("rotate counter-clockwise")


def test_a_double_click_is_two_moves(notebook):
    nb = notebook(IMPORTS + "play('solitaire', seed=7, max_depth=3, turns=9)")
    nb.run()
    nb.board()
    nb.page.mouse.dblclick(*nb.at(0.2, 0.2))
    nb.wait_for("7 moves are left")
    nb.stand_still()
    assert "7 moves are left" in nb.text()


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
        nb.stand_still(1000)
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
    path = nb.page.get_by_label("Block", exact=True)
    for typed, said in [("0 0 0 0 0 0", "There is no block at path (0, 0, 0, 0, 0, 0)"),
                        ("0", "Selected: block (0,)")]:
        path.fill(typed)
        nb.page.keyboard.press("Enter")
        nb.wait_for(said)
    nb.press("Hint")
    nb.wait_for(re.compile(r"Hint: .* makes your score \d+\."))
    path.fill("0 ")
    nb.page.keyboard.press("Enter")
    nb.wait_for("Selected: block (0,)")
    for name, left in (("Clockwise", 6), ("Swap left and right", 4), ("Undo", 6), ("Redo", 4),
                       ("Swap upper and lower", 2)):
        nb.press(name)
        nb.wait_for(f"{left} moves are left")
    nb.press("Larger")
    nb.wait_for("The top-level block cannot be smashed.")
    assert nb.page.locator(".jupyter-button", has_text="Smash").is_disabled()
    nb.page.get_by_text("Save and load").click()
    nb.press("Save")
    nb.wait_for("The game is saved in game.saved.json.")
    assert (lab.folder / "game.saved.json").exists()
    nb.press("Counter-clockwise")
    nb.wait_for("The game is over")
    nb.wait_for(WINS)
    nb.press("Load")
    nb.wait_for("2 moves are left")
    nb.page.get_by_text("New game", exact=True).first.click()
    nb.page.get_by_label("Players", exact=True).select_option("3")
    for player, kind in enumerate(("human", "random", "smart"), 1):
        nb.page.get_by_label(f"Player {player}", exact=True).select_option(kind)
    nb.page.get_by_role("textbox", name="Name").first.fill("Ada")
    nb.page.get_by_label("Rules", exact=True).select_option("extended")
    nb.page.get_by_label("Seed", exact=True).fill("5")
    nb.page.locator("button.jupyter-button", has_text="New game").click()
    nb.wait_for("A new game with seed 5.")
    nb.wait_for("It is the turn of player 1 (Ada).")
    nb.wait_for("12 moves are left")
    nb.page.get_by_label("Palette", exact=True).select_option("classic")
    nb.press("Pass")
    nb.wait_for("9 moves are left")
    nb.press("End game")
    nb.wait_for("It was ended by hand.")
    nb.wait_for("What brought which points")


def test_the_rules_come_into_view_and_a_refusal_leads_to_its_rule(notebook):
    nb = notebook(IMPORTS + "board = play('two players', seed=7, max_depth=3)\nboard",
                  "board.select(())\nboard.act(Action.SMASH)")
    nb.run()
    nb.board()
    nb.page.keyboard.press("?")
    nb.until(IN_VIEW, "The board is made of blocks")
    nb.press("Close")
    nb.run(1)
    nb.press("Rule: ")
    nb.page.locator("h3", has_text=re.compile("[Ss]mash")).first.wait_for()


# -- the other games: each on the page, and the same game here, which it must come to ------------

def played(nb, game):
    """Let the computers of the game here move, and wait until those on the page have."""
    game.run()
    if game.history:
        nb.wait_for(re.compile(rf"(?<!\d){len(game.history)}\. Player"))
    nb.wait_for("The game is over" if game.over else f"It is the turn of player {game.turn + 1} ")
    nb.stand_still()


def ended(nb, game):
    nb.wait_for("The game is over")
    assert all(str(score) in nb.output(0) for score in game.scores)


def test_a_game_of_blue_by_pointer(notebook):
    nb = notebook("from blocky.blue import *\nfrom blocky.blue.widgets import *\n"
                  "play(['human', 'greedy'], Rules('short', rounds=2), seed=1, pause=0)")
    game, layout = blue.Game(["human", "greedy"], blue.Rules("short", rounds=2), 1), Layout(2)
    nb.run()
    nb.board()
    played(nb, game)

    def click(x, y):
        nb.page.mouse.click(*nb.at((x + 0.5) / layout.wide, (y + 0.5) / layout.high))

    while not game.over:
        moves, state = game.legal_moves(), game.position.state
        move = moves[len(game.history) * 7 % len(moves)]
        index = state.sources[move.source].index(move.colour)
        click(*layout.tile(move.source, index + (move.source == 0 and state.next_starter is None)))
        click(*layout.on_line(game.turn, move.line, 0))
        game.play(move)
        played(nb, game)
    ended(nb, game)


def test_a_game_of_prograsonne_by_pointer(notebook):
    settings = {"supply": {"GGGGGC": 6, "PGGPGG": 4, "CGGCGG": 3}, "seed": 5}
    nb = notebook("from blocky.prograsonne import *\nfrom blocky.prograsonne.widgets import *\n"
                  f"play(pause=0, rules=Rules(redraw=True), **{settings})")
    rules = prograsonne.Rules(redraw=True)
    game, board = (prograsonne.Game(rules, **settings) for _ in range(2))
    board = play_prograsonne(board)
    nb.run()
    nb.board()
    while not game.over:
        move = [each for each in game.legal_moves() if isinstance(each, prograsonne.Place)][-1]
        x, y = board.figure.transFigure.inverted().transform(
            board.ax.transData.transform(centre(move.cell)))
        nb.hover(lambda: nb.at(0.5, 0.4), re.compile("Cell|Edge"))
        nb.listen()
        for _ in range((move.turns - game.position.turned) % 6):
            nb.wheel(100)
            nb.settle()
        nb.hover(lambda x=x, y=y: nb.at(x, 1 - y), f"Cell {move.cell}: the tile fits.")
        nb.page.mouse.click(*nb.at(x, 1 - y))
        game.play(move)
        played(nb, game)
    ended(nb, game)
