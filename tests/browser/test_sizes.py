"""Panels are as wide as their place, whatever that is, and no wider; they suit a dark page."""

import pytest

from tests.browser.test_panels import PANELS, SETUP

pytestmark = pytest.mark.browser

#: How wide and high the first live picture is, and what lies outside the place of its panel.
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
THEME = "theme => jupyterapp.commands.execute('apputils:change-theme', {theme})"
WINDOWS = [(1400, 1000), (700, 500)]  # the last as one at a zoom of 200 %


@pytest.fixture
def window(page):
    yield lambda width, height: page.set_viewport_size({"width": width, "height": height})
    page.set_viewport_size({"width": 1400, "height": 1000})


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
    nb = notebook(SETUP + '\nblocky.language("es")\nask("¿Cuántos?", 9)', "")
    nb.run(0)
    nb.wait_for("Mostrar la respuesta")
    clipped = set(nb.page.evaluate(CLIPPED))
    for source in PANELS.values():
        nb.write(1, source)
        nb.board()
        clipped.update(nb.page.evaluate(CLIPPED))
    assert clipped == set()


@pytest.mark.parametrize("name", PANELS)
def test_nothing_is_cut_off_and_the_picture_grows_with_its_place(notebook, window, name):
    nb, sizes = notebook(SETUP + PANELS[name]), []
    nb.run()
    nb.board()
    for width, height in WINDOWS:
        window(width, height)
        nb.until(f"width => innerWidth === width && ({WIDTHS})()[0] < width", width)
        nb.until(FITS, 0.75 * height + 1)
        nb.stand_still()
        nb.until(FITS, 0.75 * height + 1)
        sizes.append(nb.page.evaluate(WIDTHS)[0])
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 1.2 * sizes[1]
    window(1400, 1000)
    nb.until(f"size => ({WIDTHS})()[0] >= size", sizes[0])
