"""Panels suit a projector, a dark page and the words of another language."""

import pytest

from tests.browser.test_panels import PANELS, SETUP, WIDTHS

pytestmark = pytest.mark.browser

THEME = "theme => jupyterapp.commands.execute('apputils:change-theme', {theme})"


def test_a_projector_and_a_dark_page(notebook, page):
    nb = notebook(SETUP, PANELS["scores"])
    nb.run(0)
    nb.run(1)
    nb.board()
    button = nb.page.locator(".jupyter-button", has_text="Projector").first
    usual = button.evaluate("each => [each.offsetWidth, getComputedStyle(each).fontSize]")
    button.click()
    nb.stand_still(1000)
    large = button.evaluate("each => [each.offsetWidth, getComputedStyle(each).fontSize]")
    assert large[0] > 1.3 * usual[0]
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


#: The texts of buttons and labels that are wider than their place.
CLIPPED = """() => [...document.querySelectorAll(".jupyter-button, .widget-label")].filter(each =>
    each.clientWidth && each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"""


def test_the_words_of_another_language_are_not_cut_off(notebook):
    nb = notebook(SETUP + '\nblocky.language("es")\nask("¿Cuántos?", 9)',
                  f"display({', '.join(PANELS.values())})")
    nb.run(0)
    nb.wait_for("Mostrar la respuesta")
    nb.run(1)
    nb.until("count => document.querySelectorAll('.blocky-live canvas').length >= count",
             len(PANELS))
    nb.stand_still()
    assert nb.page.evaluate(CLIPPED) == []
