"""Exercise 06 as a student goes through it: nothing written, wrong, right, and then play."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

EXERCISE = Path(__file__).parents[2] / "exercises/blocky/06_flatten.ipynb"
SETUP, ANSWER, STEPS, CHECK = 0, 2, 3, 4

WRONG = '''def flatten(block):
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour] * side for _ in range(side)]
    one, two, three, four = [flatten(child) for child in block.children]
    upper = [a + b for a, b in zip(one, two)]
    return upper + [a + b for a, b in zip(three, four)]'''
RIGHT = WRONG.replace("zip(one, two)", "zip(two, one)")
ENDLESS = "def flatten(block):\n    return flatten(block)"
PERIMETER = '''def perimeter_score(grid, colour):
    edges = [*grid[0], *grid[-1], *grid[:, 0], *grid[:, -1]]
    return edges.count(colour)'''


def checked(nb):
    """Run the check; return what it says."""
    nb.run(CHECK)
    return nb.output(CHECK)


def test_a_student_goes_through_the_exercise(notebook):
    nb = notebook(path=EXERCISE)
    cells = nb.page.locator(".jp-Notebook .jp-CodeCell")
    for index in range(CHECK + 1):
        nb.run(index)
    assert "flatten: not started." in nb.output(CHECK)
    assert "Traceback" not in nb.text()

    nb.write(ANSWER, WRONG)
    nb.run(STEPS)
    hints = []
    for _ in range(3):
        said = checked(nb)
        assert "flatten: wrong." in said
        assert "Got:      [[0, 1], [2, 3]]" in said
        hints.append(said.split("Hint:")[1])
    assert len(set(hints)) == 3
    assert "In line 5, the order is wrong" in " ".join(hints[2].split())
    picture = cells.nth(CHECK).locator("img")
    assert picture.count() == 1
    assert "expected:" in picture.get_attribute("alt")
    cells.nth(CHECK).screenshot(path="artefacts/exercise_wrong.png")

    nb.write(ANSWER, ENDLESS)
    assert "flatten: never stops." in checked(nb)

    nb.write(ANSWER, RIGHT)
    nb.run(STEPS)
    assert "checks passed." in checked(nb)
    assert cells.nth(CHECK).locator("img").count() == 0

    nb.write(CHECK + 2, PERIMETER)
    for index in (CHECK + 1, CHECK + 3, CHECK + 4, CHECK + 5):
        nb.run(index)
    assert "checks passed." in nb.output(CHECK + 4)
    canvas = cells.nth(CHECK + 5).locator(".jupyter-matplotlib canvas:visible").first
    canvas.wait_for()
    canvas.scroll_into_view_if_needed()
    nb.stand_still()
    box = canvas.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 4
    nb.page.mouse.move(*place)
    nb.stand_still()
    nb.page.mouse.click(*place)
    nb.wait_for("1. Player 1: rotate")
    said = nb.output(CHECK + 5)
    assert "Your rotate in 05_moves.ipynb does not pass" in said
    assert not any(f"Your {name} " in said for name in ("flatten", "perimeter_score"))
    assert not nb.errors
