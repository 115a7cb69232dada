"""The lessons in JupyterLab: their pictures are there, and the guided game can be won."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*/*.ipynb"))
each_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
ERROR = ".jp-RenderedText[data-mime-type='application/vnd.jupyter.error']"
MISSING = """[...document.querySelectorAll(".jp-RenderedMarkdown img")].filter(
    image => !image.closest("details") && !(image.complete && image.naturalWidth)).length === 0"""


@each_lesson
def test_the_pictures_are_there_and_the_notes_are_folded(notebook, path):
    nb = notebook(path=path)
    text = path.read_text(encoding="utf-8")
    nb.page.wait_for_function(MISSING)
    assert nb.page.locator(".jp-RenderedMarkdown img").count() == text.count("![")
    notes = nb.page.locator(".jp-RenderedMarkdown details", has_text="For the instructor")
    assert notes.count() == text.count("For the instructor")
    assert not any(notes.nth(i).get_attribute("open") for i in range(notes.count()))
    assert not nb.errors


def test_every_cell_runs(notebook):
    """One lesson for all: tests/test_notebooks.py runs them, other tests drive their widgets."""
    nb = notebook(path=next(path for path in LESSONS if path.stem == "06_flatten"))
    nb.page.get_by_text("Run", exact=True).first.click()
    nb.page.get_by_text("Run All Cells", exact=True).click()
    cells = nb.page.locator(".jp-Notebook .jp-CodeCell")
    cells.last.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).wait_for(
        timeout=300_000)
    assert nb.page.locator(ERROR).count() == 0
    assert not nb.errors


def test_the_first_move_of_the_guided_game(notebook):
    nb = notebook(path=LESSONS[0])
    nb.run(0)
    nb.run(1)
    nb.board()
    nb.page.mouse.move(*nb.at(0.75, 0.75))
    nb.wait_for("Selected: block (3,)")
    nb.page.mouse.click(*nb.at(0.75, 0.75), button="right")
    nb.wait_for("Player 0 chose to rotate counter-clockwise block (3,): score 6.")
