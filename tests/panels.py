"""Use a panel as people do, and read what it says; no browser is needed."""

import html
import re

from ipywidgets import HTML
from matplotlib.backend_bases import KeyEvent, MouseEvent


def words(markup):
    """Return the text in a widget of markup, without captions."""
    return " ".join(html.unescape(re.sub(r"<caption.*?</caption>|<[^>]*>", " ",
                                         markup.value)).split())


def inside(widget):
    """Yield a widget and all widgets in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from inside(child)


def told(panel):
    """Return everything that a panel says."""
    texts = [each.value for each in inside(panel) if isinstance(each, HTML)]
    return [panel.text, panel.alt, *texts]


def press(panel, *keys):
    """Press keys one after another."""
    for key in keys:
        KeyEvent("key_press_event", panel.live.canvas, key)._process()


def point(panel, ax, x, y):
    """Move the pointer to a place on axes, in their units."""
    pixel = ax.transData.transform((x, y))
    MouseEvent("motion_notify_event", panel.live.canvas, *pixel)._process()


def click(panel, ax, x, y, button=1, dblclick=False):
    """Press a mouse button at a place on axes, in their units."""
    pixel = ax.transData.transform((x, y))
    MouseEvent("button_press_event", panel.live.canvas, *pixel, button,
               dblclick=dblclick)._process()


def scroll(panel, ax, x, y, step):
    """Turn the wheel at a place on axes, in their units."""
    pixel = ax.transData.transform((x, y))
    MouseEvent("scroll_event", panel.live.canvas, *pixel, step=step)._process()
