"""How deep the stack is, in JupyterLab: by buttons and by keys."""

import re

import pytest

pytestmark = pytest.mark.browser

LAB = "from blocky.widgets.stack_lab import explore_stack\nexplore_stack()"


def test_the_stack_is_filled_and_the_remedies_go_further(notebook):
    nb = notebook(LAB, "print('still alive')")
    nb.run()
    nb.board()
    nb.wait_for("Depth 1: the largest blob has 4 cells, and the recursion went 5 calls deep.")
    nb.press("One step deeper")
    nb.wait_for("the recursion went 17 calls deep.")
    nb.press("Until Python refuses")
    nb.wait_for(re.compile(r"Depth \d: RecursionError: maximum recursion depth exceeded.*"
                           r"\d+ calls were open"))
    refused = int(re.search(r"Depth (\d): RecursionError", nb.text())[1])
    nb.press("the tree itself (3)")
    nb.wait_for("def largest_blob_on_tree")
    nb.page.mouse.move(*nb.at(0.5, 0.5))
    for name, text in [("ArrowRight", f"Depth {refused + 1}: RecursionError"),
                       ("1", "def blob_size_by_stack"), ("2", "ndimage.label"),
                       ("2", f"With a library: {4 ** (refused + 1)} cells in ")]:
        nb.page.keyboard.press(name)
        nb.wait_for(text)
    table = nb.page.locator(".blocky-numbers").first
    room = nb.page.locator(".jupyter-matplotlib canvas:visible").first
    assert table.bounding_box()["width"] <= room.bounding_box()["width"] + 20, "it fits"
    nb.screenshot("stack_lab.png")
    for name, text in [("0", "calls were open"), ("b", "Depth 1: "), ("u", "RecursionError: "),
                       ("r", "Depth 1: ")]:
        nb.page.keyboard.press(name)
        nb.wait_for(text)
    nb.press("chequered")
    nb.wait_for("the largest blob has 1 cell, and the recursion went 2 calls deep.")
    nb.run(1)
    nb.wait_for("still alive")
    assert not nb.errors
