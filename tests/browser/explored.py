"""A panel on a page and the same panel here: what is done with both must come to the same."""

from contextlib import suppress

from playwright.sync_api import TimeoutError

from tests import panels

#: The names that a page has for keys, where matplotlib has others.
KEYS = {name: f"Arrow{name.title()}" for name in ("up", "down", "left", "right")} | {
    name: name.title() for name in ("enter", "home", "end", "escape")} | {
    "pageup": "PageUp", "pagedown": "PageDown"}
LISTENS = "() => document.activeElement.matches('.jupyter-matplotlib-canvas-div')"
SAYS = """text => [...document.querySelectorAll("[role=application]")].some(
    each => (each.getAttribute("aria-label") || "").startsWith(text))"""


class Explored:
    """The panel that a cell shows, and ``panel``, which is the same here."""

    def __init__(self, nb, cell, source, panel):
        self.nb, self.panel = nb, panel
        nb.write(cell, source)
        nb.board()
        self.same()

    def same(self, timeout=None):
        """Wait until the page says what the panel here says."""
        self.nb.until(SAYS, self.panel.alt, timeout=timeout)
        assert not self.nb.errors

    def place(self, ax, x, y):
        """Return the place on the page of a point, in the units of some axes."""
        across, up = self.panel.figure.transFigure.inverted().transform(
            ax.transData.transform((x, y)))
        return self.nb.at(across, 1 - up)

    def point(self, ax, x, y):
        """Move the pointer to a point. A page that is still laid out may move away under it."""
        panels.point(self.panel, ax, x, y)
        for _ in range(20):
            right, down = self.place(ax, x, y)
            self.nb.page.mouse.move(right - 3, down)
            self.nb.page.mouse.move(right, down)
            with suppress(TimeoutError):
                return self.same(timeout=1000)
        self.same()

    def click(self, ax, x, y):
        """Move the pointer to a point, and press a button there."""
        self.point(ax, x, y)
        self.nb.stand_still()
        panels.click(self.panel, ax, x, y)
        self.nb.page.mouse.click(*self.place(ax, x, y))
        self.same()

    def scroll(self, ax, x, y, step):
        """Turn the wheel at a point."""
        self.nb.listen()
        self.point(ax, x, y)
        panels.scroll(self.panel, ax, x, y, step)
        self.nb.page.mouse.wheel(0, -100 * step)
        self.same()

    def press(self, *keys):
        """Press keys, one after the other."""
        if not self.nb.page.evaluate(LISTENS):
            self.nb.listen()
        for key in keys:
            panels.press(self.panel, key)
            self.nb.page.keyboard.press(KEYS.get(key, key))
            self.same()

    def button(self, *names):
        """Press the buttons of commands, one after the other."""
        for name in names:
            self.panel.attempt(self.panel.commands[name].do)
            self.nb.press(self.panel.buttons[name].description)
            self.nb.settle()
            self.same()
