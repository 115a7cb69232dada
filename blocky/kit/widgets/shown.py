"""What a cell shows: a widget, and its last picture where the widget is dead."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import ipywidgets as w
from IPython.core.getipython import get_ipython
from IPython.display import display

from blocky.kit.draw import picture
from blocky.kit.language import say

__all__ = ["Shown", "close"]

#: A widget that can be used: the page knows it, and its kernel lives.
_ALIVE = "> .jp-OutputArea-output > .blocky-alive:not(.jupyter-widgets-disconnected)"
_OUTPUT = ".jp-OutputArea-child"
_STILL = f"{_OUTPUT}:has(> .jp-OutputArea-output > .blocky-still)"

#: Of a still and the widget after it, JupyterLab and Notebook 7 show one. Other pages never show
#: the still. The sentence waits a moment, because a page shows the still while it makes the widget.
_STYLE = f"""<style>
{_STILL} .blocky-still {{ display: block !important; }}
{_STILL}:has(+ {_OUTPUT} {_ALIVE}) {{ display: none; }}
{_STILL} + {_OUTPUT}:not(:has({_ALIVE})) {{ display: none; }}
@keyframes blocky-late {{ from {{ visibility: hidden; }} }}
.blocky-still p {{ animation: blocky-late 2s step-end; }}
</style>"""


class _Run(NamedTuple):
    """A run of a cell: the cell's id, which stays, and the id of the request to run it."""

    cell: str
    request: str


class Shown(w.VBox):
    """A widget that a cell shows.

    Above it, the cell's output has a hidden still: a picture and a sentence. A page shows the still
    where the widget is dead, because its kernel was restarted or the notebook was opened again.

    When a cell runs again, what its former run made and showed is closed, unless another cell shows
    it. What is closed works again as soon as it is shown.
    """

    def __init__(self, children: Sequence[w.Widget] = ()) -> None:
        super().__init__(children)
        self.add_class("blocky-alive")
        self._still: Any = None  # the handle of the output with the still
        _remember(self)

    def still_markup(self) -> str:
        """Return the markup of what stands for this widget when it is dead."""
        return ""

    def renew_still(self) -> None:
        """Update the still, if there is one, to the present state."""
        if self._still:
            self._still.update(_still_data(self.still_markup()), raw=True)

    def begin_work(self) -> None:
        """Continue what runs beside the page, such as computer players; the widget is shown."""

    def end_work(self) -> None:
        """End what runs beside the page; the widget is closed."""

    def close(self) -> None:
        """End all work, and remove this widget and everything in it from kernel and page."""
        if self.comm is None:  # it is closed
            return
        if self.children:  # a panel whose constructor raised has none, and nothing runs in it
            self.end_work()
        self._still = None
        close(self)

    def _reopen(self) -> None:
        """Make a closed widget usable again."""
        for widget in _parts(self):
            vars(widget).pop("_repr_mimebundle_", None)  # close() puts None there
            widget.open()
        self.begin_work()

    def _ipython_display_(self) -> None:
        """Show the still and the widget as outputs of the cell; IPython calls this."""
        if not picture.seen:  # nobody can use the widget
            raise NotImplementedError  # IPython then shows the picture alone
        if self.comm is None:  # it was closed
            self._reopen()
        self._still = display(  # type: ignore[no-untyped-call]
            _still_data(self.still_markup()), raw=True, display_id=True)
        display(self._repr_mimebundle_(), raw=True)  # type: ignore[no-untyped-call]
        _remember(self)


def _still_data(markup: str) -> dict[str, str]:
    """Return the data of an output with a still."""
    again = html.escape(say("Run this cell again to use it."))
    return {"text/html": f'{_STYLE}<div class="blocky-still" style="display: none">'
                         f'<p><b>{again}</b></p>{markup}</div>',
            "text/plain": ""}


def close(widget: w.Widget) -> None:
    """Remove a widget and everything in it from kernel and page."""
    for part in _parts(widget):
        w.Widget.close(part)


def _parts(widget: w.Widget) -> Iterator[w.Widget]:
    """Yield all widgets that a widget is made of or refers to, each once, the inner ones first."""
    visited = set[int]()  # the ids of widgets

    def search(part: w.Widget) -> Iterator[w.Widget]:
        visited.add(id(part))
        traits = (getattr(part, name) for name in part.keys)  # what the page has, its children too
        attributes = vars(part).values()  # some widgets are made and not placed
        for value in chain(traits, attributes):
            for inner in _widgets_in(value):
                if id(inner) not in visited:
                    yield from search(inner)
        yield part

    yield from search(widget)


def _widgets_in(value: Any) -> list[w.Widget]:
    """Return a value that is a widget, or the widgets in a value that is a list, tuple or dict.

    Lists in lists are left alone: they are a student's data, which may be large or contain itself.
    """
    match value:
        case w.Widget():
            return [value]
        case list() | tuple():
            return [each for each in value if isinstance(each, w.Widget)]
        case dict():
            return [each for each in value.values() if isinstance(each, w.Widget)]
    return []


# -- which run of which cell has which widgets ---------------------------------------------------

#: The widgets that each run of a cell has made or shown.
_shown: dict[_Run, list[Shown]] = {}


def _request() -> dict[str, Any]:
    """Return the page's request that the kernel handles now; empty without a kernel."""
    kernel = getattr(get_ipython(), "kernel", None)
    request: dict[str, Any] = kernel.get_parent("shell") if kernel else {}
    return request


def _run_of(request: dict[str, Any]) -> _Run | None:
    """Return the run that a request asks for; None if the page doesn't say which cell it is."""
    cell = request.get("metadata", {}).get("cellId")
    return _Run(cell, request["header"]["msg_id"]) if cell else None


def _remember(widget: Shown) -> None:
    """Note that the present run of a cell makes or shows a widget; outside a cell, do nothing.

    From the first time on, ``_close_former`` is called after each run of a cell.
    """
    run = _run_of(_request())
    if not run:
        return
    shell: Any = get_ipython()
    events = shell.events
    if _close_former not in events.callbacks["post_run_cell"]:
        events.register("post_run_cell", _close_former)
    _shown.setdefault(run, []).append(widget)


def _close_former(result: Any = None) -> None:
    """Close the widgets that only earlier runs of this cell, or deleted cells, made or showed.

    IPython calls this after each run of a cell, with a ``result`` that isn't needed here.
    """
    request = _request()
    present_run = _run_of(request)
    # A cell that was deleted and restored counts as deleted until it runs again.
    outdated_cells = {*request.get("metadata", {}).get("deletedCells", [])}
    if present_run:
        outdated_cells.add(present_run.cell)
    outdated_runs = [run for run in _shown if run != present_run and run.cell in outdated_cells]
    candidates = [widget for run in outdated_runs for widget in _shown.pop(run)]
    in_use = {id(widget) for widgets in _shown.values() for widget in widgets}
    for widget in candidates:
        if id(widget) not in in_use:
            widget.close()
