"""Every board and explorer on a page: size, looks, and the same behaviour as in this process."""

import pytest

from blocky.kit.widgets.commands import keys_sentence
from tests.browser.explored import Explored
from tests.browser.lab import BOARD, LARGE, ROOT
from tests.test_panels import PANELS

pytestmark = pytest.mark.browser

SETUP = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom tests.test_panels import PANELS\n"
NAMES = [*PANELS]
#: The keys that start or stop an animation.
AT_LARGE = {"scores": [" "], "step": [" "], "graph": [" "], "forest": [" "],
            "random": ["p"]}
#: The keys to press first so that letters make a difference: cells not reached yet have none.
BEFORE_LETTERS = {"step": ["end"]}
PLACES = [(0.34, 0.29), (0.57, 0.64), (0.72, 0.41)]  # on the figure, from 0 to 1
#: The width and height of the first live picture, and what sticks out of its panel.
WIDTHS = """() => {
    const place = document.querySelector(".jp-OutputArea-output:has(.blocky-panel)")
        .getBoundingClientRect();
    const canvas = document.querySelector(".jupyter-matplotlib canvas").getBoundingClientRect();
    const outside = [...document.querySelectorAll(".blocky-panel *")].filter(each => {
        const box = each.getBoundingClientRect();
        return box.width && box.right > place.right + 1;
    }).map(each => each.className);
    return [canvas.width, canvas.height, outside];
}"""
FITS = f"""highest => {{
    const [, height, outside] = ({WIDTHS})();
    return height <= highest && !outside.length;
}}"""
#: The height of the part of a notebook that is seen: a game with its texts fills it.
SEEN = "() => document.querySelector('.jp-WindowedPanel-outer').clientHeight"
SMALL = 700, 500  # as a window at a zoom of 200%
THEME = "theme => jupyterapp.commands.execute('apputils:change-theme', {theme})"
#: The texts of buttons and labels that are cut off.
CLIPPED = """() => [...document.querySelectorAll(".jupyter-button, .widget-label")].filter(each =>
    each.clientWidth && each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"""


def keeps_to_its_place(nb, window):
    """Check that nothing is cut off, and that the picture shrinks and grows with the window."""
    nb.first(BOARD).wait_for()
    sizes = []
    for width, height in (LARGE, SMALL):
        window(width, height)
        nb.until(f"width => innerWidth === width && ({WIDTHS})()[0] < width", width)
        nb.stand_still()
        nb.settle()
        is_game = nb.page.locator(".blocky-game").count()
        nb.until(FITS, nb.page.evaluate(SEEN) if is_game else 0.75 * height + 1)
        sizes.append(nb.page.evaluate(WIDTHS)[0])
    assert sizes[0] > 1.2 * sizes[1]
    window(*LARGE)
    nb.until(f"size => ({WIDTHS})()[0] >= size", sizes[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_panel_on_a_page_keeps_to_its_place_and_does_what_it_does_here(notebook, window, name):
    nb, panel = notebook(f"{SETUP}PANELS[{name!r}]()"), PANELS[name]()
    nb.run()
    keeps_to_its_place(nb, window)
    explored, at_large = Explored(nb, panel), AT_LARGE.get(name, [])
    width, height = panel.figure.bbox.size

    board = nb.page.get_by_role("application").first
    told = nb.page.locator(f"[id='{board.get_attribute('aria-describedby')}']").inner_text()
    assert told == keys_sentence(panel.commands.values())
    if "l" in panel.hotkeys:
        explored.press(*BEFORE_LETTERS.get(name, []))
        explored.press_for_another_picture("l")
    places = [(ax, *ax.transData.inverted().transform((x * width, y * height)))
              for x, y in PLACES for ax in panel.figure.axes
              if ax.bbox.contains(x * width, y * height)]
    for place in places[:2]:
        explored.use_pointer(*place)
    explored.button(next(each for each, button in panel.buttons.items() if not button.disabled
                         and panel.commands[each].key not in at_large))
    for key in panel.hotkeys:
        if key not in at_large:
            explored.press(key)
    nb.show_board()  # a button far below it, or something that a key opened, may have moved it
    for place in places:
        explored.point(*place)
    assert nb.page.locator(".lm-Menu").count() == 0, "no context menu opens on the board"
    assert nb.page.locator(".jp-Notebook .jp-Cell").count() == 1, "the notebook took no key"


def test_a_projector_and_a_dark_page(notebook, page):
    nb = notebook(f"{SETUP}PANELS['scores']()")
    nb.run()
    nb.board()
    button = nb.page.locator(".jupyter-button", has_text="Projector").first
    usual = button.evaluate("each => [each.offsetWidth, getComputedStyle(each).fontSize]")
    button.click()
    nb.stand_still(1000)
    large = button.evaluate("each => [each.offsetWidth, getComputedStyle(each).fontSize]")
    assert large[0] > 1.2 * usual[0], "the text is larger; the margins beside it stay"
    assert usual[1] != large[1]
    assert nb.page.evaluate(WIDTHS)[2] == []
    filtered = "() => getComputedStyle(document.querySelector('.blocky-panel canvas')).filter"
    assert nb.page.evaluate(filtered) == "none"
    try:
        page.evaluate(THEME, "JupyterLab Dark")
        nb.until(f"({filtered})() !== 'none'")
        nb.stand_still()
    finally:
        page.evaluate(THEME, "JupyterLab Light")
    nb.until(f"({filtered})() === 'none'")


def test_the_words_of_another_language_are_not_cut_off(notebook):
    nb = notebook(f"{SETUP}import blocky\nfrom blocky.widgets import ask\nblocky.language('es')\n"
                  f"display(ask('¿Cuántos?', 9), *(PANELS[name]() for name in {NAMES}))")
    nb.run()
    nb.wait_for("Mostrar la respuesta")
    nb.until("count => document.querySelectorAll('.blocky-live').length >= count", len(NAMES))
    nb.stand_still()
    assert nb.page.evaluate(CLIPPED) == []
