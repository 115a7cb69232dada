"""The move laboratory in JupyterLab, by pointer, by keys and by buttons."""

import re

import pytest

pytestmark = pytest.mark.browser

LAB = "from blocky.widgets.move_lab import explore_moves\nexplore_moves({})"


def on_board(nb, x, y):
    """The place on the page of a point of the board before, each from 0 to 1."""
    return nb.at((75 + 173 * x) / 850, (22 + 173 * y) / 455)


def test_by_pointer_and_keys(notebook):
    nb = notebook(LAB.format(""), "second_cell = 1")
    nb.run()
    nb.board()
    nb.wait_for("The list of children goes from [0, 1, 2, 3] to [1, 2, 3, 0]")
    nb.page.mouse.move(*on_board(nb, 0.2, 0.2))
    nb.wait_for("Selected: block (1,)")
    nb.page.mouse.wheel(0, 100)
    nb.wait_for(re.compile(r"Selected: block \(1, \d\)"))
    nb.page.mouse.wheel(0, -100)
    nb.page.mouse.wheel(0, -100)
    nb.wait_for("Selected: block (), the whole board")
    nb.page.mouse.click(*on_board(nb, 0.2, 0.2))
    nb.page.mouse.move(*on_board(nb, 0.8, 0.2))
    nb.page.keyboard.press("ArrowDown")
    nb.wait_for("Selected: block (1,)")
    nb.page.keyboard.press("f")
    nb.page.mouse.move(*on_board(nb, 0.2, 0.8))
    nb.wait_for("Selected: block (2,)")
    nb.page.keyboard.press("f")
    nb.page.keyboard.press("ArrowLeft")
    nb.page.keyboard.press("ArrowRight")
    nb.page.keyboard.press("ArrowRight")
    nb.wait_for("Selected: block (1,)")
    nb.page.keyboard.press("ArrowRight")
    nb.wait_for("Selected: block (0,)")
    nb.page.keyboard.press("h")
    nb.wait_for("The list of children goes from [0, 1, 2, 3] to [1, 0, 3, 2]")
    nb.page.keyboard.press("m")
    nb.wait_for("swap_mirrored")
    nb.wait_for(re.compile(r"\d+ of 64 cells of the grid are wrong"))
    nb.page.keyboard.press("w")
    nb.wait_for("The law holds: after “twice”")
    nb.stand_still()
    nb.screenshot("move_lab_law.png")
    nb.page.keyboard.press("w")
    nb.page.keyboard.press("k")
    nb.wait_for("Kept: swap left and right in block (0,).")
    nb.page.keyboard.press("z")
    nb.wait_for("The last kept move is undone.")
    nb.page.keyboard.press("c")
    nb.wait_for("The rules refuse this move.")
    label = nb.page.locator("[role=application]").first.get_attribute("aria-label")
    assert "The move laboratory." in label
    assert nb.page.locator(".jp-Notebook .jp-CodeCell").count() == 2, "the notebook took no key"
    assert not nb.errors


def test_by_buttons(notebook):
    nb = notebook(LAB.format("letters=True, palette='classic'"))
    nb.run()
    nb.board()
    nb.press("Larger")
    nb.wait_for("Selected: block (), the whole board")
    nb.press("Smaller")
    nb.press("◀")
    nb.press("▶")
    nb.page.get_by_label("Block", exact=True).fill("1")
    nb.page.keyboard.press("Enter")
    nb.wait_for("Selected: block (1,)")
    wrong = nb.page.get_by_label("Done wrong (m)", exact=True)
    def look_at(mistake, sentence):
        wrong.select_option(mistake)
        nb.wait_for(sentence)
        nb.stand_still()
        nb.screenshot(f"move_lab_{mistake.split()[-1].strip('.')}.png")

    nb.press("Clockwise")
    look_at("Positions are not updated.", "drawn where positions say, is wrong")
    nb.press("Counter")
    look_at("Children are overwritten one by one, so that one is there twice.",
            "it is the same block as that at path")
    nb.page.get_by_label("Block", exact=True).fill("3")
    nb.page.keyboard.press("Enter")
    nb.press("Smash")
    look_at("The block keeps its colour.", "it has children and also the colour")
    look_at("The new children get no positions and sizes.",
            "but the picture, drawn where positions say, is wrong")
    nb.press("Show the law")
    nb.wait_for("No move takes a smash back.")
    nb.stand_still()
    nb.screenshot("move_lab_smash_law.png")
    nb.press("Keep")
    nb.wait_for("Kept: smash block (3,).")
    nb.press("Undo")
    nb.wait_for("The last kept move is undone.")
    assert not nb.errors


def test_a_students_own_functions(notebook):
    nb = notebook('''from blocky.widgets.move_lab import explore_moves
def rotate(block, direction):
    block.children = block.children[1:] + block.children[:1]

def swap(block, direction):
    while True:
        pass

explore_moves(rotate=rotate, swap=swap, big=True)''')
    nb.run()
    nb.board()
    wrong = nb.page.get_by_label("Done wrong (m)", exact=True)
    wrong.select_option("yours: rotate")
    nb.wait_for("its position is")
    nb.screenshot("move_lab_big.png")
    nb.press("Swap left and right")
    wrong.select_option("yours: swap")
    nb.wait_for("Your swap was stopped after 3 seconds.")
    nb.board()
    nb.hover(lambda: on_board(nb, 0.3, 0.8), "Selected: block (2,)")
    nb.screenshot("move_lab_endless.png")
    assert not nb.errors
