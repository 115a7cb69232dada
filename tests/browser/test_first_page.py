"""The first page shows how far one has come; questions are answered by keys; links find words."""

import json

import pytest

from tests.browser.lab import CLOSE, OPEN, ROOT, begin, finish
from tests.course import cell_of
from tests.test_progress import passed

pytestmark = pytest.mark.browser

ASK = """from blocky.widgets import ask
ask("How many leaves?", 7, why="Count them.")"""
NOT_STARTED = """from blocky import check
def flatten(block):
    raise NotImplementedError
check.flatten(flatten)"""


def test_a_question_is_answered_by_keys_and_what_is_not_started_is_not_red(notebook):
    nb = notebook(ASK, NOT_STARTED)
    nb.run(0)
    nb.page.locator(".widget-text input").focus()
    for typed, said in ("8", "Not 8. Count again"), ("7", "Yes: 7."):
        nb.page.keyboard.press("Control+a")
        nb.page.keyboard.type(typed)
        nb.page.keyboard.press("Enter")
        nb.wait_for(said)
    nb.run(1)
    nb.wait_for("flatten: not started.")
    assert nb.page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']"
                           ":visible").count() == 0
    assert not nb.errors


def test_the_first_page_looks_again_and_a_word_is_found_in_the_glossary(notebook):
    nb = notebook(path=ROOT / "notebooks" / "start.ipynb")
    nb.run(0)
    nb.wait_for("0 of")
    path = nb.lab.folder / "exercises" / "blocky" / "06_flatten.ipynb"
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
            each.model.sharedModel.source.startsWith("## How it is called elsewhere")));
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
    assert not nb.errors
