"""The same panel on a page and in this process: actions on both must have the same effect."""

import re
from contextlib import suppress

from playwright.sync_api import TimeoutError

from tests import panels
from tests.browser.lab import PIXELS

#: The names of keys in a browser, where matplotlib has others.
KEYS = {name: f"Arrow{name.title()}" for name in ("up", "down", "left", "right")} | {
    name: name.title() for name in ("enter", "home", "end", "escape")} | {
    "pageup": "PageUp", "pagedown": "PageDown"}
ON_BOARD = """([x, y]) =>
    Boolean(document.elementFromPoint(x, y)?.closest("[role=application]"))"""
LISTENS = "() => document.activeElement.matches('[role=application]')"
SAYS = """text =>
    document.querySelector("[role=application]")?.getAttribute("aria-label") === text"""


class Explored:
    """The panel that the first cell shows, and ``panel``, the same one in this process."""

    def __init__(self, nb, panel):
        self.nb, self.panel = nb, panel
        nb.show_board()
        self.same()

    def same(self, timeout=None):
        """Wait until the page shows the same description as the panel here."""
        self.nb.until(SAYS, self.panel.alt, timeout=timeout)

    def place(self, ax, x, y):
        """Return the place on the page of a point in data coordinates."""
        across, up = self.panel.figure.transFigure.inverted().transform(
            ax.transData.transform((x, y)))
        return self.nb.at(across, 1 - up)

    def point(self, ax, x, y):
        """Move the pointer to a point; repeat, as a page in layout may move away under it."""
        panels.point(self.panel, ax, x, y)
        for _ in range(20):
            right, down = self.place(ax, x, y)
            self.nb.page.mouse.move(right - 3, down)
            self.nb.page.mouse.move(right, down)
            with suppress(TimeoutError):
                return self.same(timeout=1000)
        self.same()

    def use_pointer(self, ax, x, y):
        """Move the pointer to a point; click, turn the wheel, right-click."""
        mouse = self.nb.page.mouse
        self.point(ax, x, y)
        self.nb.pass_on()
        self.nb.settle()
        place = self.place(ax, x, y)
        assert self.nb.page.evaluate(ON_BOARD, place), "the board is in sight"
        self.both(lambda: panels.click(self.panel, ax, x, y), lambda: mouse.click(*place))
        if "scroll_event" in self.panel.live.canvas.callbacks.callbacks:
            for step in (-1, 1):
                self.both(lambda step=step: panels.scroll(self.panel, ax, x, y, step),
                          lambda step=step: self.nb.wheel(-100 * step))
        self.both(lambda: panels.click(self.panel, ax, x, y, 3),
                  lambda: mouse.click(*place, button="right"))

    def both(self, here, there):
        """Do something to the panel here, and to the one on the page."""
        here()
        there()
        self.nb.settle()
        self.same()

    def press(self, *keys):
        """Press keys, one after the other."""
        if not self.nb.page.evaluate(LISTENS):
            self.nb.listen()
        for key in keys:
            self.both(lambda key=key: panels.press(self.panel, key),
                      lambda key=key: self.nb.page.keyboard.press(KEYS.get(key, key)))

    def button(self, name):
        """Press the button of a command."""
        text = re.compile(rf"^\s*{re.escape(self.panel.buttons[name].description.strip())}\s*$")
        self.both(lambda: self.panel.attempt(self.panel.commands[name].do),
                  self.nb.page.locator(".jupyter-button:visible", has_text=text).first.click)

    def press_for_another_picture(self, key):
        """Press a key twice: the picture must change, and change back."""
        # After a change of the window, some pixels differ by one grey level from a new drawing.
        self.press(key, key)
        self.nb.stand_still()
        before = self.nb.page.evaluate(PIXELS)
        for other in ("!==", "==="):
            self.press(key)
            self.nb.until(f"before => ({PIXELS})() {other} before", before)
