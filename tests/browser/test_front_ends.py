"""Boards in JupyterLab and Notebook 7: keys, a restarted kernel, a notebook opened again."""

import json
import shutil

import nbformat
import pytest

from tests.browser.explored import LISTENS
from tests.browser.lab import BOARD, FRONT_ENDS, ROOT, Notebook, begin, finish, made_of, sized

pytestmark = pytest.mark.browser

TALL = 1400, 3200  # JupyterLab draws only the cells that are in sight
PLAY = 'from blocky.widgets import *\nplay("solitaire", seed=7, max_depth=3, turns=9)'
SHOW = [PLAY, 'ask("How many leaves?", 7)', "explore_tree()", "progress()",
        "def half(n):\n    return half(n // 2) if n else 0\n\nstep(half, 4)"]
RESTART = """(async () => {
    const {kernel} = jupyterapp.shell.currentWidget.sessionContext.session;
    await kernel.restart();
    await kernel.info;
})()"""
STILLS = "[...document.querySelectorAll('.blocky-still p')].filter(each => each.checkVisibility())"
DEAD = """[...document.querySelectorAll(".jupyter-widgets-disconnected, .jupyter-widgets")].filter(
    each => each.checkVisibility())"""
MODELS = "jupyterapp.shell.currentWidget.sessionContext.session.kernel._comms.size"
DEFAULT_PREVENTED = """() => {
    window.prevented = [];
    document.addEventListener("keydown", event => window.prevented.push(event.defaultPrevented));
}"""


@pytest.fixture(params=FRONT_ENDS)
def opened_in(request, lab, page, opened):
    """A function that opens a notebook, with these cells if there are any, on its own page."""
    while opened:
        opened.pop().close()
    pages = []
    name = f"of_{request.node.originalname}_{request.param.split()[0]}"

    def open_page(*cells):
        if cells:
            nbformat.write(made_of(cells), lab.folder / f"{name}.ipynb")
        pages.append(page.context.browser.new_page(viewport=sized(*TALL)))
        nb = Notebook.alone(lab, pages[-1], request.param, name)
        nb.file = lab.folder / f"{name}.ipynb"
        return nb

    yield open_page
    for each in pages:
        each.close()
    lab.end_kernels()


def save(nb):
    begin(nb.page, "jupyterapp.commands.execute('docmanager:save')")
    finish(nb.page)


def test_a_board_takes_its_own_keys_and_lets_the_others_through(opened_in):
    nb = opened_in(PLAY, "x = 1", "y = 2")
    cells = nb.page.locator(".jp-Notebook .jp-Cell")
    nb.run()
    nb.first(BOARD).wait_for()
    nb.stand_still()
    nb.page.mouse.click(*nb.at(0.2, 0.8))
    nb.wait_for("8 moves are left")
    nb.until(LISTENS)
    for key, left in ("a", 7), ("d", 6), ("d", 5):
        nb.page.keyboard.press(key)
        nb.wait_for(f"{left} moves are left")
    nb.page.keyboard.press("Shift+ArrowDown")  # it would select cells, for the next keys to delete
    for key in "bxcm":  # they insert, cut, copy and convert a cell where the notebook has the keys
        nb.page.keyboard.press(key)
    nb.stand_still()
    assert cells.count() == 3
    assert nb.page.locator(".jp-Notebook .jp-CodeCell").count() == 3

    nb.page.evaluate(DEFAULT_PREVENTED)
    for key in ("F1", "Alt+ArrowUp", "Control+=", "Control+-"):
        nb.page.keyboard.press(key)
    assert not any(nb.page.evaluate("window.prevented"))
    assert nb.page.evaluate(LISTENS)
    before = nb.file.stat().st_mtime_ns
    nb.page.keyboard.press("Control+s")
    for _ in range(100):
        nb.page.wait_for_timeout(100)
        if nb.file.stat().st_mtime_ns != before:
            break
    assert json.loads(nb.file.read_text("utf-8"))["cells"][0]["outputs"], "Ctrl+S saves"
    nb.page.keyboard.press("Control+f")
    nb.page.locator(".jp-DocumentSearch-input").first.wait_for()
    nb.listen()
    nb.page.keyboard.press("Shift+Enter")
    nb.cell(0).locator(".jp-InputPrompt", has_text="[2]").wait_for()


def test_a_dead_board_is_its_last_picture_and_a_sentence(opened_in, lab):
    shutil.copytree(ROOT / "exercises", lab.folder / "exercises", dirs_exist_ok=True)
    nb = opened_in(*SHOW)
    begin(nb.page, "jupyterapp.commands.execute('notebook:run-all-cells')")
    finish(nb.page)
    nb.first(BOARD).wait_for()
    nb.stand_still()
    assert nb.page.evaluate(f"{STILLS}.length") == 0
    still = nb.page.locator(".blocky-still img").first
    first = still.get_attribute("src")
    nb.page.mouse.click(*nb.at(0.2, 0.8))
    nb.wait_for("8 moves are left")
    nb.until("first => document.querySelector('.blocky-still img').src !== first", first)
    begin(nb.page, RESTART)
    finish(nb.page)
    nb.until(f"count => {STILLS}.length === count", len(SHOW))
    assert nb.page.evaluate(f"{DEAD}.length") == 0
    save(nb)
    last = still.get_attribute("src")
    nb.page.close()
    nb.lab.end_kernels()

    nb = opened_in()
    nb.until(f"count => {STILLS}.length === count", len(SHOW))
    assert nb.page.evaluate(f"{DEAD}.length") == 0
    assert nb.page.locator(".blocky-still img").first.get_attribute("src") == last
    nb.screenshot("reopened.png")
    nb.run()
    nb.first(BOARD).wait_for()
    nb.until(f"count => {STILLS}.length === count", len(SHOW) - 1)


def test_a_cell_that_runs_again_closes_its_former_board(opened_in):
    count = "from ipywidgets.widgets.widget import _instances\nprint('open:', len(_instances))"
    nb = opened_in(PLAY, count)

    def widgets():
        nb.first(BOARD).wait_for()
        nb.stand_still()
        nb.run(1)
        nb.wait_for("open:")
        return nb.output(1), nb.page.evaluate(MODELS)

    nb.run()
    once = widgets()
    for _ in range(4):
        nb.run()
    assert widgets() == once
