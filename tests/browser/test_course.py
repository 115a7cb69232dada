"""What a student goes through: the first page, a lesson, the glossary, an exercise."""

import json

import pytest

from tests.browser.lab import CLOSE, OPEN, ROOT, begin, finish
from tests.course import cell_of
from tests.test_progress import passed

pytestmark = pytest.mark.browser

ERROR = ".jp-RenderedText[data-mime-type='application/vnd.jupyter.{}']:visible"
NONE_IS_MISSING = """[...document.querySelectorAll(".jp-RenderedMarkdown img")].filter(
    image => !image.closest("details") && !(image.complete && image.naturalWidth)).length === 0"""
#: The words of a check's sentences that begin on one line and end on another.
BROKEN_WORDS = """() => {
    const broken = [], range = document.createRange();
    for (const block of document.querySelectorAll(".blocky-instead p")) {
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode());) {
            for (const word of node.data.matchAll(/\\S+/g)) {
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map(each => each.top));
                if (lines.size > 1) broken.push(word[0]);
            }
        }
    }
    return broken;
}"""
ANSWER, STEPS, CHECK = 2, 3, 4  # code cells of the exercise
WRONG = '''def flatten(block):
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour] * side for _ in range(side)]
    one, two, three, four = [flatten(child) for child in block.children]
    upper = [a + b for a, b in zip(one, two)]
    return upper + [a + b for a, b in zip(three, four)]'''
RIGHT = WRONG.replace("zip(one, two)", "zip(two, one)")


def test_every_cell_of_a_lesson_runs_and_no_picture_is_missing(notebook):
    """One lesson stands for all: tests/test_notebooks.py runs the others."""
    nb = notebook(path=ROOT / "notebooks" / "blocky" / "06_flatten.ipynb")
    begin(nb.page, "jupyterapp.commands.execute('notebook:run-all-cells')")
    finish(nb.page)
    nb.until(NONE_IS_MISSING)
    assert nb.page.locator(ERROR.format("error")).count() == 0


def test_the_first_page_looks_again_and_a_word_is_found_in_the_glossary(notebook, lab):
    nb = notebook(path=ROOT / "notebooks" / "start.ipynb")
    news = lab.ask("lab/api/settings/@jupyterlab/apputils-extension:notification")["schema"]
    assert news["properties"]["fetchNews"]["default"] == "false", "JupyterLab asks about news"
    nb.run(0)
    nb.wait_for("0 of")
    path = lab.folder / "exercises" / "blocky" / "06_flatten.ipynb"
    exercise = json.loads(path.read_text(encoding="utf-8"))
    cell_of(exercise, "check-flatten")["outputs"] = [passed("flatten")]
    path.write_text(json.dumps(exercise), encoding="utf-8")
    nb.press("Look again")
    nb.wait_for("1 of 2 passed")

    begin(nb.page, f"({OPEN})('notebooks/blocky/07_blob.ipynb')")
    finish(nb.page)
    nb.page.evaluate("""() => {
        const shown = jupyterapp.shell.currentWidget.content;
        shown.scrollToCell(shown.widgets.find(each =>
            each.model.sharedModel.source.startsWith("## Standard terms")));
    }""")
    nb.page.locator(".jp-MarkdownOutput a:visible", has_text="flood fill").first.click()
    nb.until("""() => {
        const shown = jupyterapp.shell.currentWidget;
        return shown.context?.path === "notebooks/glossary.ipynb"
            && [...shown.node.querySelectorAll("h2")].some(each => {
                const top = each.getBoundingClientRect().top;
                return each.textContent.startsWith("flood fill") && top > 0 && top < 700;
            });
    }""")
    for _ in "glossary", "lesson":  # the fixture closes the first page
        nb.page.evaluate(CLOSE)


def test_a_student_goes_through_an_exercise(notebook, window):
    nb = notebook(path=ROOT / "exercises" / "blocky" / "06_flatten.ipynb")

    def checked():
        nb.run(CHECK)
        return nb.output(CHECK)

    for index in range(CHECK + 1):
        nb.run(index)
    assert "flatten: not started." in nb.output(CHECK)
    assert nb.page.locator(ERROR.format("stderr")).count() == 0, "what is not started is not red"

    nb.write(ANSWER, WRONG)
    nb.run(STEPS)
    first, second = checked(), checked()
    assert "Got: [[0, 1], [2, 3]]" in first
    assert first.split("Hint")[1] != second.split("Hint")[1], "the second says more"
    assert nb.page.locator(ERROR.format("error")).count() == 0, "the block says it all"
    for width in (1400, 900, 620):
        window(width, 1000)
        nb.stand_still()
        assert nb.page.evaluate(BROKEN_WORDS) == []
    picture = nb.cell(CHECK).locator("img")
    assert picture.count() == 1
    assert "expected:" in picture.get_attribute("alt")

    nb.write(ANSWER, RIGHT)
    nb.run(STEPS)
    assert "checks passed." in checked()
    assert nb.cell(CHECK).locator("img").count() == 0
