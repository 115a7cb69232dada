"""The tree explorer in JupyterLab: by pointer, by buttons and by keys."""

import json
import re

import pytest

pytestmark = pytest.mark.browser

EXPLORER = ("from blocky import Block\nfrom blocky.widgets.tree_explorer import explore_tree\n"
            "board = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], 2, 512)\n"
            "explorer = explore_tree(board, letters=True{})\nexplorer")
WHERE = ("import json\nfrom pathlib import Path\n"
         "def place(axes, x, y):\n"
         "    pixel = axes.transData.transform((x, y))\n"
         "    return axes.figure.transFigure.inverted().transform(pixel).tolist()\n"
         "linked = explorer.linked\n"
         "found = {'nodes': {str(path): place(linked.tree_axes, node.x, node.y)\n"
         "                   for path, node in linked.nodes.items()},\n"
         "         'cells': [[place(linked.board_axes, column + 0.5, row + 0.5)\n"
         "                    for column in range(linked.side)] for row in range(linked.side)]}\n"
         "Path('places.json').write_text(json.dumps(found))")


def places(nb, lab):
    """Return where nodes and cells are on the page, as functions."""
    nb.run(1)
    found = json.loads((lab.folder / "places.json").read_text(encoding="utf-8"))

    def node(path):
        x, y = found["nodes"][str(path)]
        return nb.at(x, 1 - y)

    def cell(row, column):
        x, y = found["cells"][row][column]
        return nb.at(x, 1 - y)
    nb.board()
    return node, cell


def shows(nb, path):
    nb.wait_for(re.compile(r"path\s*" + re.escape(str(path)) + r"\s*child number"))


@pytest.mark.parametrize("big", ["", ", big=True"], ids=["usual", "big"])
def test_pointer_and_wheel_link_board_and_tree(notebook, lab, big):
    nb = notebook(EXPLORER.format(big), WHERE)
    nb.run()
    node, cell = places(nb, lab)
    mouse = nb.page.mouse
    mouse.move(*cell(1, 2))
    shows(nb, (0, 2))
    nb.wait_for("row 1, column 2")
    mouse.wheel(0, -100)
    shows(nb, (0,))
    mouse.move(*cell(3, 0))
    shows(nb, (2,))
    mouse.wheel(0, 100)
    mouse.move(*node((0, 3)))
    shows(nb, (0, 3))
    mouse.click(*node((0, 3)))
    mouse.move(*cell(0, 0))
    nb.page.keyboard.press("ArrowLeft")
    shows(nb, (0, 2))  # and not the one before (1,)
    nb.screenshot(f"tree_explorer{'_big' if big else ''}.png")
    mouse.click(*cell(1, 2))
    nb.wait_for("Block (0, 2) is green now.")
    mouse.click(*cell(1, 2), button="right")
    mouse.move(*node((1,)))
    nb.page.keyboard.press("ArrowLeft")
    shows(nb, (0, 1))  # and not the one before (1,)
    assert nb.page.locator(".lm-Menu").count() == 0, "no context menu opens"
    assert not nb.errors


def test_a_tree_is_broken_by_keys_and_mended_by_buttons(notebook, lab):
    nb = notebook(EXPLORER.format(""), WHERE)
    nb.run()
    node, _ = places(nb, lab)
    nb.page.mouse.move(*node((0,)))
    shows(nb, (0,))
    for name, path in [("ArrowDown", (0, 0)), ("ArrowRight", (0, 1)), ("ArrowLeft", (0, 0)),
                       ("ArrowUp", (0,))]:
        nb.page.keyboard.press(name)
        shows(nb, path)
    for name, text in [("d", "Done: rotate block (0,) clockwise."), ("z", "0 changes are made now"),
                       ("y", "1 change is made now"), ("b", "Broken at block (0,)"),
                       ("n", "it has 3 children, not 0 or 4"), ("d", "cannot be done")]:
        nb.page.keyboard.press(name)
        nb.wait_for(text)
    nb.screenshot("tree_explorer_broken.png")
    nb.press("Keep chosen")
    nb.press("Undo")
    nb.wait_for("Every invariant holds in this tree.")
    nb.press("First child")
    shows(nb, (0, 0))
    nb.press("Red (1)")
    nb.wait_for("Block (0, 0) is red now.")
    nb.press("Next colour")
    nb.wait_for("Block (0, 0) is green now.")
    nb.page.get_by_label("Block", exact=True).fill("0")
    nb.page.keyboard.press("Enter")
    shows(nb, (0,))
    nb.page.get_by_label("Break", exact=True).select_option("child shared twice")
    nb.press("Break it")
    nb.wait_for("it is the same block as that at path (0, 0)")
    nb.press("Next (n)")
    shows(nb, (0, 1))
    nb.page.get_by_label("Palette", exact=True).select_option("classic")
    nb.screenshot("tree_explorer_classic.png")
    assert not nb.errors
