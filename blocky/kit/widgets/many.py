"""Many boards in a panel: a search over them, with a progress bar and the results so far."""

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky.kit.arguments import count
from blocky.kit.draw.picture import DPI, Column, Picture
from blocky.kit.draw.settings import KitFigure, own_settings
from blocky.kit.language import say
from blocky.kit.widgets.live import LiveFigure, running_loop
from blocky.kit.widgets.panel import Command, Panel, status

__all__ = ["Many"]


class Many(w.VBox):
    """What is found on many boards, each made from a seed, as charts and a sentence.

    It is found board by board, so that the page stays awake.

    Attributes:
        found: what was found on each board; their seeds begin with ``first``.
        number: the control for the number of boards.
        running, bar: whether boards are being searched, and the bar of the progress.
        live, axes, text: the charts, their axes, and the sentence.
        opened: the button that shows and hides all of it.
    """

    def __init__(self, panel: Panel, title: str, start: Command, numbers: Sequence[int],
                 size: tuple[float, float],
                 places: Sequence[tuple[float, float, float, float]],
                 charts: Callable[[Sequence[Axes]], Sequence[Picture]],
                 told: Callable[[], str]) -> None:
        """``charts`` draws what was found on axes at ``places``, ``told`` puts it in words."""
        self._panel, self._charts, self._told, self._alt = panel, charts, told, ""
        self._task: asyncio.Task[None] | None = None
        self.found: list[Any] = []
        self.first, self.running = 0, False
        self.number = panel.control(w.Dropdown, say("Boards"), 130, 45, options=numbers,
                                    value=numbers[1])
        self.bar = w.FloatProgress(0, min=0, max=1, layout=w.Layout(width=panel.px(240)))
        self.live = LiveFigure(KitFigure(size, dpi=DPI * panel.scale))
        self.live.canvas.lock = panel.live.canvas.lock
        self.axes = [self.live.canvas.figure.add_axes(place) for place in places]
        self.text = w.HTML()
        panel.add(start, Command("stop", self.stop, say("stop"), say("■ Stop"), "x"))
        self._stop_button = panel.buttons["stop"]
        self._stop_button.disabled = True
        row = panel.row(self.number, start.name, self.bar, "stop")
        self._content = w.VBox([row, self.live, self.text])
        self._content.layout.display = "none"
        self.opened = panel.toggle(say("▸ {title}", title=title), title, self._open_or_close)
        self._title = title
        super().__init__([self.opened, self._content])

    def _open_or_close(self) -> None:
        """Show or hide everything below the title."""
        is_open = self.opened.value
        self._content.layout.display = "" if is_open else "none"
        self.opened.description = (say("▾ {title}", title=self._title) if is_open else
                                   say("▸ {title}", title=self._title))

    def run(self, find: Callable[[int], Any], first: int, boards: int | None = None) -> None:
        """Collect the results of ``find`` for the seeds from ``first`` on; show them meanwhile."""
        number = self.number.value if boards is None else count("boards", boards, least=1)
        self.stop()
        self.opened.value = True
        self.first, self.found = first, []
        self.running, self._stop_button.disabled, self.bar.value = True, False, 0.0
        work = self._find(find, range(first, first + number))
        if loop := running_loop():
            self._task = loop.create_task(work)
        else:
            asyncio.run(work)

    def stop(self) -> None:
        """Stop after the present board; the results so far stay."""
        self.running, self._stop_button.disabled = False, True
        if self._task:
            self._task.cancel()
            self._task = None

    async def _find(self, find: Callable[[int], Any], seeds: range) -> None:
        found, last = self.found, perf_counter()
        try:
            for seed in seeds:
                found.append(find(seed))
                if not self.running:
                    return
                if perf_counter() - last > 0.25:
                    self.bar.value = len(found) / len(seeds)
                    self._panel.attempt(self.show)
                    await asyncio.sleep(0.02)
                    last = perf_counter()
            self.bar.value = 1.0
        except Exception as error:
            self._panel.say(f"{type(error).__name__}: {error}", error=True)
        finally:
            if self._task is None or self._task is asyncio.current_task():
                self._task = None
                self.stop()
            self._panel.attempt(self.show)

    @own_settings
    def show(self) -> None:
        """Show the results so far, if there are any."""
        if self.found:
            for ax in self.axes:
                ax.clear()
            self._alt = " ".join(f"{chart.alt}." for chart in self._charts(self.axes))
            self.live.redraw()
            self.text.value = status(self._told())
            self.live.describe(self._alt)

    def below(self, picture: Picture) -> Picture:
        """Return a picture with the charts below it, if anything was found."""
        charts = Picture(self.live.canvas.figure, self._alt)
        return Column(picture, charts) if self.found else picture
