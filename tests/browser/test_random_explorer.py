"""The random-board explorer in JupyterLab: by pointer, by keys and by buttons."""

import re

import pytest

from blocky.widgets.random_explorer import BOARD, CURVE, recorded_board

pytestmark = pytest.mark.browser

CELL = ("from blocky.widgets.random_explorer import explore_random_init\n"
        "explorer = explore_random_init({})\nexplorer")


def test_draws_by_pointer_and_keys(notebook):
    nb = notebook(CELL.format("seed=7, max_depth=4"), "second_cell = 1")
    nb.run()
    nb.board()
    nb.wait_for("Point at a draw or at a block")
    x, y, width, height = BOARD
    nb.page.mouse.move(*nb.at(x + 0.75 * width, 1 - y - 0.75 * height))
    nb.wait_for(re.compile(r"Block \(0.*\) at level \d drew 0\.\d+"))
    x, y, width, height = CURVE
    value = recorded_board(7, 4)[1][0].value  # the only draw at level 0
    nb.page.mouse.move(*nb.at(x + width * 0.5 / 5, 1 - y - height * (value + 0.03) / 1.08))
    nb.wait_for(f"Block () at level 0 drew {value:.2f}, below 1.00: it is divided.")
    nb.page.keyboard.press("ArrowRight")
    nb.wait_for("Block (0,) at level 1 drew")
    nb.page.keyboard.press("ArrowLeft")
    nb.wait_for("Block () at level 0 drew")
    nb.page.keyboard.press("End")
    nb.wait_for(re.compile(r"Block \(3.*\) at level"))
    nb.screenshot("random_explorer_draw.png")
    nb.page.keyboard.press("n")
    nb.wait_for("Point at a draw or at a block")
    assert nb.page.get_by_label("Seed", exact=True).input_value() == "8"
    for key in ("p", "+", "+", "-", "l", "Home"):
        nb.page.keyboard.press(key)
    nb.wait_for("Block () at level 0 drew")
    assert nb.page.get_by_label("Letters (l)").is_checked()
    assert "of 117" in nb.text()
    assert nb.page.locator(".jp-Notebook .jp-CodeCell").count() == 2, "the notebook took no key"
    label = nb.page.locator("[role=application]").first.get_attribute("aria-label")
    assert "Block () at level 0 drew" in label
    assert not nb.errors


def test_many_boards_by_buttons(notebook):
    nb = notebook(CELL.format("seed=7, max_depth=4"))
    nb.run()
    nb.board()
    nb.press("Seed ▶")
    nb.press("◀ Seed")
    nb.press("Draw ▶")
    nb.wait_for("Block () at level 0 drew")
    nb.press("◀ Draw")
    nb.wait_for("Point at a draw or at a block")
    nb.page.get_by_label("Seed", exact=True).fill("3")
    nb.page.keyboard.press("Enter")
    nb.page.get_by_label("Palette", exact=True).select_option("classic")
    nb.page.get_by_text("Over many boards").click()
    nb.page.get_by_label("Boards", exact=True).select_option("2000")
    nb.press("Make boards")
    nb.wait_for(re.compile(r"\d+ boards of each max_depth, seeds 3 to"))
    nb.press("Draw ▶")  # the page stays awake
    nb.wait_for("Block () at level 0 drew")
    nb.press("Stop")
    nb.page.locator(".jupyter-button:disabled", has_text="Stop").wait_for()
    nb.press("◀ Draw")  # the kernel answers this when it has stopped
    nb.wait_for("Point at a draw or at a block")
    made = int(re.search(r"(\d+) boards of each", nb.text())[1])
    assert 0 < made < 2000
    nb.press("Draw ▶")
    nb.wait_for("Block () at level 0 drew")
    assert f"{made} boards of each" in nb.text(), "it has stopped, and what was made stays"
    nb.page.get_by_label("Boards", exact=True).select_option("100")
    nb.press("Make boards")
    nb.wait_for("100 boards of each max_depth, seeds 3 to 102")
    nb.page.locator(".jupyter-matplotlib canvas:visible").nth(1).scroll_into_view_if_needed()
    nb.stand_still()
    figure = nb.page.locator(".jupyter-matplotlib:visible").nth(1)
    room, drawn = figure.bounding_box(), figure.locator("canvas").first.bounding_box()
    assert drawn["x"] + drawn["width"] <= room["x"] + room["width"], "nothing is cut off"
    nb.screenshot("random_explorer_many.png")
    assert not nb.errors


def test_large_with_letters(notebook):
    nb = notebook(CELL.format("seed=3, max_depth=5, big=True, letters=True, palette='classic'"))
    nb.run()
    nb.board()
    x, y, width, height = BOARD
    nb.page.mouse.move(*nb.at(x + 0.6 * width, 1 - y - 0.6 * height))
    nb.wait_for(re.compile(r"Block \(0.*\) at level"))
    nb.page.keyboard.press("m")
    nb.wait_for(re.compile(r"\d+ boards of each max_depth, seeds 3 to"))
    nb.page.keyboard.press("x")
    nb.screenshot("random_explorer_large.png")
    nb.page.locator(".jupyter-matplotlib canvas:visible").nth(1).scroll_into_view_if_needed()
    nb.stand_still()
    nb.screenshot("random_explorer_large_many.png")
    assert not nb.errors
