"""The lessons in JupyterLab: every cell runs, and the guided game can be won."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*/*.ipynb"))
ERROR = ".jp-RenderedText[data-mime-type='application/vnd.jupyter.error']"
NONE_IS_MISSING = """[...document.querySelectorAll(".jp-RenderedMarkdown img")].filter(
    image => !image.closest("details") && !(image.complete && image.naturalWidth)).length === 0"""


def test_every_cell_runs(notebook):
    """One lesson for all: tests/test_notebooks.py runs them, other tests drive their widgets."""
    nb = notebook(path=next(path for path in LESSONS if path.stem == "06_flatten"))
    nb.page.get_by_text("Run", exact=True).first.click()
    nb.page.get_by_text("Run All Cells", exact=True).click()
    cells = nb.page.locator(".jp-Notebook .jp-CodeCell")
    cells.last.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).wait_for()
    nb.until(NONE_IS_MISSING)
    assert nb.page.locator(ERROR).count() == 0
    assert not nb.errors


def test_the_first_move_of_the_guided_game(notebook):
    nb = notebook(path=LESSONS[0])
    nb.run(0)
    nb.run(1)
    nb.board()
    nb.hover(lambda: nb.at(0.75, 0.75), "Selected: block (3,)")
    nb.page.mouse.click(*nb.at(0.75, 0.75), button="right")
    nb.wait_for("Player 1 chose to rotate block (3,) counter-clockwise: score 6.")
