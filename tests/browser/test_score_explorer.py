"""The score explorer in JupyterLab, by pointer, by keys and by buttons."""

import re

import pytest

pytestmark = pytest.mark.browser

EXPLORER = "from blocky.widgets.score_explorer import explore_scores\nexplore_scores({})"


def on_board(nb, x, y):
    """The place on the page of a point of the board as it is now, each from 0 to 1."""
    return nb.at((1 + 303 * (0.108 + x) / 1.216) / 620, (38 + 303 * (0.108 + y) / 1.216) / 350)


def test_by_pointer_and_keys(notebook):
    nb = notebook(EXPLORER.format(""), "second_cell = 1")
    nb.run()
    nb.board()
    nb.wait_for("All 30 sides are counted: this is the score.")
    nb.page.mouse.move(*on_board(nb, 0.2, 0.8))
    nb.wait_for("Selected: block (2,)")
    nb.page.mouse.wheel(0, -100)
    nb.wait_for("Selected: block (), the whole board")
    nb.page.keyboard.press("Home")
    nb.wait_for("0 of 30 sides are counted.")
    nb.page.keyboard.press("n")
    nb.page.keyboard.press("n")
    nb.wait_for("2 of 30 sides are counted. Side 2 is at the top of cell (0, 1).")
    nb.page.keyboard.press("b")
    nb.wait_for("1 of 30 sides are counted.")
    nb.screenshot("score_explorer_steps.png")
    scrolled = nb.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop")
    nb.page.keyboard.press(" ")
    nb.wait_for(re.compile(r"[3-5] of 30 sides are counted."))
    nb.page.keyboard.press(" ")
    assert scrolled == nb.page.evaluate(
        "document.querySelector('.jp-WindowedPanel-outer').scrollTop"), "the page does not scroll"
    nb.page.keyboard.press("End")
    nb.wait_for("cell (0, 0), which counts twice: top and left.")
    nb.page.keyboard.press("g")
    nb.wait_for("There are 10 blobs of red. The largest has 70 cells: this is the score.")
    nb.page.mouse.click(*on_board(nb, 0.1, 0.1))
    nb.wait_for("Blob 2 of 10 has 20 cells. It does not count")
    nb.page.keyboard.press("n")
    nb.wait_for("Blob 3 of 10")
    nb.page.keyboard.press("t")
    nb.wait_for(re.compile("blobs of green"))
    nb.page.keyboard.press("h")
    nb.wait_for(re.compile(r"Blob of green: \d+ now, \d+ after the move “swap left and right"))
    nb.page.keyboard.press("k")
    nb.wait_for("Kept: swap left and right")
    nb.page.keyboard.press("z")
    nb.wait_for("The last kept move is undone.")
    assert "The score explorer." in nb.page.locator("[role=application]").first.get_attribute(
        "aria-label")
    assert nb.page.locator(".jp-Notebook .jp-CodeCell").count() == 2, "the notebook took no key"
    assert not nb.errors


def test_by_buttons(notebook):
    nb = notebook(EXPLORER.format("letters=True, palette='classic', goal='blob', max_depth=3"))
    nb.run()
    nb.board()
    nb.press("Next (n)")
    nb.wait_for(re.compile(r"Blob 1 of \d+ has"))
    nb.page.locator("select[size], select[multiple], .widget-select select").first.select_option(
        index=3)
    nb.wait_for(re.compile(r"Blob 3 of \d+ has"))
    nb.stand_still()
    nb.screenshot("score_explorer_blobs.png")
    nb.page.locator("button", has_text="perimeter").click()
    nb.wait_for(re.compile(r"All \d+ sides are counted"))
    nb.press("|◂")
    nb.wait_for(re.compile(r"0 of \d+ sides are counted"))
    nb.page.locator(".jupyter-widget-play button, .widget-play button").first.click()
    nb.wait_for(re.compile(r"[2-9] of \d+ sides are counted"))
    nb.page.get_by_label("of (t)", exact=True).select_option("yellow")
    nb.wait_for("Put as much yellow as possible")
    nb.page.get_by_label("Block", exact=True).fill("3")
    nb.page.keyboard.press("Enter")
    nb.wait_for("Selected: block (3,)")
    nb.press("Smash")
    nb.wait_for(re.compile("(gain|loss) of|no change"))
    nb.press("Keep")
    nb.wait_for("Kept: smash block (3,).")
    nb.press("Undo")
    nb.press("Combine")
    nb.wait_for("The rules refuse to combine block (3,).")
    nb.screenshot("score_explorer_refused.png")
    assert not nb.errors


def test_large(notebook):
    nb = notebook(EXPLORER.format("big=True, max_depth=5, goal='blob'"))
    nb.run()
    nb.board()
    nb.press("Next (n)")
    nb.wait_for(re.compile(r"Blob 1 of \d+ has"))
    nb.page.mouse.move(*on_board(nb, 0.3, 0.3))
    nb.wait_for(re.compile(r"Selected: block \(1"))
    nb.stand_still()
    assert not nb.errors
