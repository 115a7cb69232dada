"""The smart-player laboratory in JupyterLab: by pointer, by keys and by buttons."""

import re

import pytest
from playwright.sync_api import expect

from blocky.widgets.smart_lab import SHEET

pytestmark = pytest.mark.browser

CELL = ("from blocky import *\nfrom blocky.widgets.smart_lab import explore_smart_player\n"
        "lab = explore_smart_player({})\nlab")


def place(number):
    """Where on the canvas a try of the first page is, from the upper left corner."""
    row, column = divmod(number, 6)
    left, bottom, width, height = SHEET
    return left + width * (column + 0.5) / 6, 1 - bottom - height + height * (row + 0.5) / 5


def next_try(nb):
    """Mark the next try, or after the last the one before; wait until the page shows it."""
    last = int(re.search(r"Try (\d+) of 50", nb.text())[1])
    forth = last < 50
    nb.press("Try ▶" if forth else "◀ Try")
    nb.wait_for(f"Try {last + 1 if forth else last - 1} of 50")


def test_tries_by_pointer_and_keys(notebook):
    nb = notebook(CELL.format("Game(players=[SmartPlayer()], seed=7, max_depth=4, "
                              "goals=[PerimeterGoal(Colour.RED)]), difficulty=5"),
                  "second_cell = 1")
    nb.run()
    nb.board()
    nb.wait_for("The player made 150 tries.")
    nb.page.mouse.move(*nb.at(*place(8)))
    nb.wait_for("Try 9 of 150: ")
    for key, number in (("ArrowRight", 10), ("ArrowDown", 16), ("ArrowUp", 10), ("ArrowLeft", 9),
                        ("PageDown", 39)):
        nb.page.keyboard.press(key)
        nb.wait_for(f"Try {number} of 150: ")
    nb.wait_for("Page 2 of 5")
    nb.page.mouse.move(*nb.at(*place(0)))
    nb.wait_for("Try 31 of 150: ")
    nb.screenshot("smart_lab_page_2.png")
    nb.page.keyboard.press("PageUp")
    nb.wait_for("Try 1 of 150: ")
    nb.page.keyboard.press("c")
    nb.wait_for("It is the one chosen.")
    nb.page.keyboard.press("m")
    nb.wait_for("Scores over 1 move: ")
    nb.page.keyboard.press("m")
    nb.wait_for("Scores over 2 moves: ")
    nb.wait_for("The player chose to ")
    nb.page.keyboard.press("z")
    nb.wait_for("1 move is made now.")
    nb.page.keyboard.press("l")
    nb.page.keyboard.press("t")
    expect(nb.page.get_by_label("Letters (l)")).to_be_checked(timeout=60_000)
    expect(nb.page.get_by_label("Tries seed", exact=True)).to_have_value("2", timeout=60_000)
    assert nb.page.locator(".jp-Notebook .jp-CodeCell").count() == 2, "the notebook took no key"
    label = nb.page.locator("[role=application]").first.get_attribute("aria-label")
    assert "The player made 150 tries." in label
    assert not nb.errors


def test_controls_and_gains_by_buttons(notebook):
    nb = notebook(CELL.format("seed=7, difficulty=3"))
    nb.run()
    nb.board()
    nb.screenshot("smart_lab.png")
    nb.page.get_by_label("Rules", exact=True).select_option("extended")
    nb.page.get_by_label("Goal", exact=True).select_option("perimeter")
    nb.page.get_by_label("of", exact=True).select_option("green")
    nb.page.get_by_label("Board seed", exact=True).fill("21")
    nb.page.keyboard.press("Enter")
    nb.stand_still()
    for moves in range(1, 14):
        nb.press("Make the move")
        nb.wait_for(re.compile(rf"Scores over {moves} moves?: "))
        if "So it passes." in nb.text():
            break
    nb.wait_for("So it passes.")
    nb.screenshot("smart_lab_passes.png")
    nb.press("Undo")
    nb.wait_for(re.compile(r"\d+ moves? (is|are) made now"))
    nb.press("Other tries")
    for name in ("Try ▶", "▼", "▲", "◀ Try", "Chosen"):
        nb.press(name)
    nb.settle()
    nb.press("Page ▶")
    nb.wait_for("Page 2 of 2")
    nb.press("◀ Page")
    nb.wait_for("Page 1 of 2")
    nb.page.get_by_text("Over many boards").click()
    nb.page.get_by_label("Boards", exact=True).select_option("500")
    nb.press("Collect gains")
    nb.wait_for("On average it is")
    next_try(nb)  # the page stays awake
    nb.press("Stop")
    nb.page.locator(".jupyter-button:disabled", has_text="Stop").wait_for()
    label = nb.page.locator("[role=application]").nth(1)
    next_try(nb)  # the kernel answers this when it has stopped
    made = int(re.search(r"on (\d+) board", label.get_attribute("aria-label"))[1])
    assert 0 < made < 500
    next_try(nb)
    assert f"on {made} board" in label.get_attribute("aria-label"), "what was done stays"
    nb.page.get_by_label("Boards", exact=True).select_option("30")
    nb.press("Collect gains")
    nb.until(
        "[...document.querySelectorAll('[role=application]')].some("
        "each => each.getAttribute('aria-label').includes('on 30 boards'))")
    nb.page.locator(".jupyter-matplotlib canvas:visible").nth(1).scroll_into_view_if_needed()
    nb.stand_still()
    nb.screenshot("smart_lab_gains.png")
    assert not nb.errors


def test_large_with_letters(notebook):
    nb = notebook(CELL.format("Game(players=[SmartPlayer()], seed=7, max_depth=3, rules=EXTENDED), "
                              "difficulty=2, big=True, letters=True, palette='classic'"))
    nb.run()
    nb.board()
    nb.page.mouse.move(*nb.at(*place(7)))
    nb.wait_for("Try 8 of 25: ")
    nb.screenshot("smart_lab_large.png")
    assert not nb.errors
