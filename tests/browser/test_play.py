"""Games in JupyterLab, as people play them: by pointer, buttons and forms."""

import base64
import io
import re

import pytest
from PIL import Image, ImageChops

from tests.browser.lab import BOARD
from tests.browser.test_panels import CLIPPED

pytestmark = pytest.mark.browser

IMPORTS = "from blocky import *\nfrom blocky.widgets import play\n"
IN_VIEW = """text => [...document.querySelectorAll("h3")].some(each => {
    const box = each.getBoundingClientRect();
    return each.textContent === text && box.height && box.top >= 0
        && box.bottom <= window.innerHeight;
})"""


def test_a_double_click_is_two_moves(notebook):
    nb = notebook(IMPORTS + "play('solitaire', seed=7, max_depth=3, turns=9)")
    nb.run()
    nb.board()
    nb.page.mouse.dblclick(*nb.at(0.2, 0.2))
    nb.wait_for("7 moves are left")
    nb.stand_still()
    assert "7 moves are left" in nb.text()


def test_the_page_shows_what_the_kernel_drew(notebook, lab):
    """Even when pictures come faster than the page can show them."""
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
    for _ in range(20):  # the page's last message may still be on its way
        nb.stand_still(1000)
        nb.run(1)
        url = canvas.evaluate("canvas => canvas.toDataURL()")
        shown = Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))).convert("RGB")
        drawn = Image.open(lab.folder / "drawn.png").convert("RGB")
        if (difference := ImageChops.difference(shown, drawn).getbbox()) is None:
            break
    assert difference is None


def test_a_game_by_buttons_and_forms(notebook, lab):
    nb = notebook(IMPORTS + "play(seed=7, max_depth=3, turns=2, pause=0.1)")
    nb.run()
    nb.board()
    path = nb.page.get_by_label("Block", exact=True)
    for typed, said in [("0 0 0 0 0 0", "There's no block at path (0, 0, 0, 0, 0, 0)"),
                        ("0", "Selected: block (0,)")]:
        path.fill(typed)
        nb.page.keyboard.press("Enter")
        nb.wait_for(said)
    nb.press("Larger")
    nb.wait_for("The whole board can't be smashed.")
    assert nb.page.locator(".jupyter-button", has_text="Smash").is_disabled()
    tabs = nb.page.get_by_role("group", name="What is shown here")
    tabs.get_by_role("button", name="New game").press("Enter")
    nb.page.get_by_role("textbox", name="File").fill("mine")
    nb.page.get_by_role("button", name="Save", exact=True).click()
    nb.wait_for("The game is saved in mine.game.json.")
    assert (lab.folder / "mine.game.json").exists()
    nb.page.get_by_label("Players", exact=True).select_option("3")
    for player, kind in enumerate(("human", "random", "smart"), 1):
        nb.page.get_by_label(f"Player {player}", exact=True).select_option(kind)
    nb.page.get_by_role("textbox", name="Name").first.fill("Ada")
    nb.page.get_by_label("Rules", exact=True).select_option("extended")
    nb.page.get_by_label("Seed", exact=True).fill("5")
    nb.page.get_by_role("button", name="New game").last.click()
    nb.wait_for("A new game with seed 5.")
    nb.wait_for("It's player 1's turn (Ada).")
    tabs.get_by_role("button", name="Play", exact=True).click()
    nb.press("Pass")
    nb.wait_for("3 moves are left")


def test_the_rules_come_into_view_and_a_refusal_leads_to_its_rule(notebook):
    nb = notebook(IMPORTS + "board = play('two players', seed=7, max_depth=3)\nboard",
                  "board.select(())\nboard.act(Action.SMASH)")
    nb.run()
    nb.board()
    nb.page.keyboard.press("?")
    nb.until(IN_VIEW, "The board and its blocks")
    nb.page.get_by_role("button", name="Play", exact=True).click()
    nb.run(1)
    nb.press("Rule: ")
    nb.page.locator("h3", has_text=re.compile("[Ss]mash")).first.wait_for()


GAMES = {
    "blocky": IMPORTS + "play('sample', seed=7)",
    "prograsonne": "from blocky.prograsonne.widgets import play\nplay(seed=3)",
    "blue": "from blocky.blue.widgets import play\nplay(seed=3)"}
#: What is not in sight of the board, the texts and the buttons that a player needs.
HIDDEN = """() => {
    const seen = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
    const needed = document.querySelectorAll(`.blocky-head, .blocky-texts > *, .blocky-tabs button,
        .blocky-pages button, .blocky-table .jupyter-matplotlib canvas`);
    return [...needed].filter(each => each.checkVisibility()).filter(each => {
        const box = each.getBoundingClientRect();
        return box.top < seen.top - 1 || box.bottom > seen.bottom + 1 || box.right > seen.right + 1;
    }).map(each => each.innerText || each.className);
}"""
#: How many lines the row of tabs has.
TAB_LINES = """() => new Set([...document.querySelectorAll(".blocky-tabs button")].map(
    each => each.getBoundingClientRect().top)).size"""
#: The edges of the columns on the page that is shown, in pixels, by the number of columns.
EDGES = """() => {
    const edges = {};
    for (const grid of document.querySelectorAll(".blocky-pages .widget-gridbox")) {
        const boxes = [...grid.children].filter(each => each.checkVisibility())
            .map(each => each.getBoundingClientRect());
        const rights = [...new Set(boxes.map(box => Math.round(box.right)))].sort();
        if (rights.length > 1) (edges[rights.length] ??= new Set()).add(String(rights));
    }
    return Object.values(edges).map(each => each.size);
}"""
PLACES = """() => [...document.querySelectorAll(".blocky-table button")]
    .filter(each => each.checkVisibility())
    .map(each => [each.innerText.split(" ")[0], each.getBoundingClientRect().top])"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 700)], ids=["1280x720", "1024x700"])
def test_what_a_player_needs_is_in_sight_with_the_board(notebook, window, game, size):
    nb = notebook(GAMES[game], *["\n" * 30] * 2)
    window(*size)
    nb.run()
    nb.first(BOARD).wait_for()
    nb.first(".blocky-table").evaluate("each => each.scrollIntoView({block: 'start'})")
    nb.until(f"() => !({HIDDEN})().length")
    nb.stand_still()
    assert nb.page.evaluate(HIDDEN) == []
    before = nb.page.evaluate(PLACES)
    nb.listen()
    nb.page.keyboard.press("i")
    nb.wait_for("Hint: ")
    nb.stand_still()
    assert nb.page.evaluate(PLACES) == before, "a text that appears moves no button"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_the_tabs_are_one_line_and_the_columns_below_them_are_straight(
        notebook, window, game, language):
    nb = notebook(f"import blocky\nblocky.language({language!r})\n{GAMES[game]}")
    window(1280, 720)
    nb.run()
    nb.first(BOARD).wait_for()
    nb.stand_still()
    assert nb.page.evaluate(TAB_LINES) == 1
    tabs = nb.page.locator(".blocky-tabs button")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        nb.stand_still()
        assert {*nb.page.evaluate(EDGES)} <= {1}
        assert nb.page.evaluate(CLIPPED) == []
