"""The lessons in JupyterLab: every cell runs, and the guided game can be won."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*/*.ipynb"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_cell_runs(notebook, path):
    nb = notebook(path=path)
    nb.page.get_by_text("Run", exact=True).first.click()
    nb.page.get_by_text("Run All Cells", exact=True).click()
    nb.page.wait_for_timeout(8000)
    assert nb.page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.error']"
                           ).count() == 0
    shown = nb.page.locator(".jp-RenderedMarkdown img").count()
    assert shown == path.read_text(encoding="utf-8").count("![")
    assert nb.page.evaluate("""[...document.querySelectorAll(".jp-RenderedMarkdown img")]
        .filter(image => !image.closest("details") && image.naturalWidth === 0).length""") == 0
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
