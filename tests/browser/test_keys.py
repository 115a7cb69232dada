"""Who has the keys and the wheel: the board, the page, the editor of a cell beside it."""

import re

import pytest

from tests.browser.explored import LISTENS
from tests.browser.lab import PIXELS

pytestmark = pytest.mark.browser

PLAY = 'from blocky.widgets import play\nplay("solitaire", seed=7, max_depth=3, turns=9)'
SCROLLED = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"
QUESTION = 'from blocky.widgets import ask\nask("How many leaves?", 7, why="Count them.")'


def test_hovering_leaves_the_keys_to_the_editor_and_a_click_takes_them(notebook):
    nb = notebook(PLAY, "text = 1")
    nb.run()
    nb.board()
    line = nb.page.locator(".blocky-line").first
    editor = nb.cell(1).locator(".cm-content")
    editor.click()
    assert line.inner_text().endswith("Click here, or on the picture, to use the keys")
    nb.page.mouse.move(*nb.at(0.2, 0.8), steps=5)
    nb.wait_for("Selected: block (2,)")
    nb.page.keyboard.type("dh")
    assert "dh" in editor.inner_text(), "what is typed stays in the editor"
    assert "9 moves are left" in nb.text()
    nb.page.mouse.click(*nb.at(0.2, 0.8))
    nb.wait_for("rotate clockwise")
    nb.until(LISTENS)
    assert "Keys and the mouse wheel work here" in line.inner_text()
    nb.page.mouse.move(5, 5)
    nb.page.keyboard.press("ArrowUp")
    nb.wait_for("Selected: the whole board")
    assert nb.page.evaluate(LISTENS), "the pointer may leave"
    nb.press("Undo")
    nb.until(LISTENS)  # as the button cannot be pressed again
    nb.press("↻ Rotate")
    nb.page.keyboard.press("ArrowDown")
    nb.wait_for("Selected: block (2")
    assert nb.page.evaluate(LISTENS), "a key that was pressed on a button of the panel"
    nb.page.keyboard.press("Tab")
    assert not nb.page.evaluate(LISTENS), "Tab leads out"
    editor.click()
    assert not nb.page.evaluate(LISTENS)
    assert line.inner_text().endswith("Click here, or on the picture, to use the keys")


def test_the_page_scrolls_but_where_the_board_answers_to_the_wheel_and_is_in_use(notebook):
    nb = notebook(PLAY, *["\n" * 30] * 3)
    nb.run()
    nb.board()
    nb.cell(0).locator(".cm-content").click()

    def scrolls(by):
        """Turn the wheel on the board, and wait until the page has scrolled."""
        before = nb.page.evaluate(SCROLLED)
        nb.page.mouse.wheel(0, by)
        nb.until(f"before => ({SCROLLED})() {'>' if by > 0 else '<'} before", before)

    nb.page.mouse.move(*nb.at(0.2, 0.8))
    nb.wait_for("Selected: block (2,)")
    scrolls(60)
    scrolls(-60)
    nb.page.locator(".blocky-line").first.click()
    nb.page.mouse.move(*nb.at(0.2, 0.8))
    nb.stand_still()
    before = nb.page.evaluate(SCROLLED)
    nb.page.mouse.wheel(0, -60)
    nb.wait_for("Selected: the whole board")
    assert before == nb.page.evaluate(SCROLLED)
    nb.page.mouse.move(5, 300)
    nb.page.mouse.move(*nb.at(0.2, 0.8))
    assert nb.page.evaluate(LISTENS)
    scrolls(60)  # given back when the pointer left


def test_steps_are_played_and_paused_by_the_space_key_and_by_a_button(notebook):
    nb = notebook("from blocky.widgets import explore_scores\nexplore_scores()",
                  *["\n" * 30] * 2)
    nb.run()
    nb.board()
    scrolled = nb.page.evaluate(SCROLLED)
    for begin in (lambda: nb.page.keyboard.press(" "),
                  lambda: nb.page.locator(".widget-play button").first.click()):
        nb.listen()
        nb.page.keyboard.press("Home")
        nb.wait_for("0 of 30 sides have been counted")
        nb.stand_still()
        before = nb.page.evaluate(PIXELS)
        begin()
        nb.wait_for(re.compile(r"\b([3-9]|1\d) of 30 sides have been counted"))
        nb.listen()
        nb.page.keyboard.press(" ")
        nb.stand_still(2000)  # a step takes less
        assert "All 30 sides have been counted" not in nb.text()
        assert nb.page.evaluate(PIXELS) != before
    assert scrolled == nb.page.evaluate(SCROLLED), "the page does not scroll"


#: Cells that show a board of each game, with a computer player to stop.
BOARDS = {
    "blocky": 'from blocky.widgets import play\nplay("human-smart", seed=7, max_depth=3)',
    "prograsonne": "from blocky.prograsonne.widgets import play\nplay(seed=3)",
    "blue": 'from blocky.blue.widgets import play\nplay(["human", "greedy"], seed=3)',
}
ARROWS = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]
LEFT = "() => !document.activeElement.closest('.blocky-panel')"


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_comes_before_its_buttons_and_its_keys_scroll_no_page(notebook, game):
    nb = notebook(BOARDS[game], *["\n" * 30] * 3)
    nb.run()
    nb.show_board()
    nb.listen()
    scrolled = nb.page.evaluate(SCROLLED)
    for key in [*ARROWS, *ARROWS, *([" "] if game == "blue" else [])]:
        nb.page.keyboard.press(key)
        nb.settle()
        assert nb.page.evaluate(LISTENS)
        assert nb.page.evaluate(SCROLLED) == scrolled, f"{key!r} scrolled the page"
    nb.page.keyboard.press("Shift+Tab")
    nb.until(LEFT)
    nb.page.keyboard.press("Tab")
    nb.until(LISTENS)
    nb.page.keyboard.press("Tab")
    nb.until("() => document.activeElement.matches('.blocky-panel button')")


def test_a_question_is_answered_by_keys(notebook):
    nb = notebook(QUESTION)
    nb.run()
    nb.page.locator(".widget-text input").focus()
    for typed, said in ("8", "Not 8. Count again"), ("7", "Yes: 7."):
        nb.page.keyboard.press("Control+a")
        nb.page.keyboard.type(typed)
        nb.page.keyboard.press("Enter")
        nb.wait_for(said)
