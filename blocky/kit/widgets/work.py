"""Long work in a panel: a search over many boards, with a progress bar and the results so far."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from blocky.kit.arguments import count
from blocky.kit.draw.picture import DPI, Column, Picture
from blocky.kit.language import say
from blocky.kit.widgets.live import LiveFigure, running_loop
from blocky.kit.widgets.panel import Command, Panel, status

__all__ = ["Many", "Work"]


class Work(w.HBox):
    """A progress bar for work done piece by piece, so that the page stays awake, and a stop button.

    Attributes:
        running: whether work is being done.
    """

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._task: asyncio.Task[None] | None = None
        self.running = False
        self.bar = w.FloatProgress(0, min=0, max=1, layout=w.Layout(width=panel.px(240)))
        self.stop_button = panel.button(say("■ Stop"), self.stop)
        self.stop_button.disabled = True
        super().__init__([self.bar, self.stop_button])

    def start(self, pieces: Iterable[Any], total: int, show: Callable[[], Any]) -> None:
        """Take ``total`` pieces one by one; call ``show`` now and then and at the end.

        Taking a piece does some of the work. Work that still runs is stopped first.
        """
        self.stop()
        self.running, self.stop_button.disabled, self.bar.value = True, False, 0.0
        work = self._do(pieces, total, show)
        if loop := running_loop():
            self._task = loop.create_task(work)
        else:
            asyncio.run(work)

    def stop(self) -> None:
        """Stop after the present piece; the results so far stay."""
        self.running, self.stop_button.disabled = False, True
        if self._task:
            self._task.cancel()
            self._task = None

    async def _do(self, pieces: Iterable[Any], total: int, show: Callable[[], Any]) -> None:
        last = perf_counter()
        try:
            for done, _ in enumerate(pieces, start=1):
                if not self.running:
                    return
                if perf_counter() - last > 0.25:
                    self.bar.value = done / total
                    show()
                    await asyncio.sleep(0.02)
                    last = perf_counter()
            self.bar.value = 1.0
        except Exception as error:
            self._panel.say(f"{type(error).__name__}: {error}", error=True)
        finally:
            if self._task is None or self._task is asyncio.current_task():
                self._task = None
                self.stop()
            show()


class Many(w.Accordion):
    """What is found on many boards, each made from a seed, as charts and a sentence.

    Attributes:
        found: what was found on each board; their seeds begin with ``first``.
        number: the control for the number of boards.
        work: the bar of the running work.
        live, axes, text: the charts, their axes, and the sentence.
    """

    def __init__(self, panel: Panel, title: str, start: Command, numbers: Sequence[int],
                 size: tuple[float, float],
                 places: Sequence[tuple[float, float, float, float]],
                 charts: Callable[[Sequence[Axes]], Sequence[Picture]],
                 told: Callable[[], str]) -> None:
        """``charts`` draws what was found on axes at ``places``, ``told`` puts it in words."""
        self._panel, self._charts, self._told, self._alt = panel, charts, told, ""
        self.found: list[Any] = []
        self.first = 0
        self.work = Work(panel)
        self.number = panel.control(w.Dropdown, say("Boards"), 130, 45, options=numbers,
                                    value=numbers[1])
        self.live = LiveFigure(Figure(size, dpi=DPI * panel.scale))
        self.live.canvas.lock = panel.live.canvas.lock
        self.axes = [self.live.canvas.figure.add_axes(place) for place in places]
        self.text = w.HTML()
        panel.add(start, Command("stop", self.work.stop, say("stop"), key="x"))
        row = panel.row(self.number, panel.buttons[start.name], self.work)
        super().__init__([w.VBox([row, self.live, self.text])], titles=(title,))

    def run(self, find: Callable[[int], Any], first: int, boards: int | None = None) -> None:
        """Collect the results of ``find`` for the seeds from ``first`` on; show them meanwhile."""
        number = self.number.value if boards is None else count("boards", boards, least=1)
        self.selected_index = 0
        self.first, self.found = first, []
        self.work.start(self.pieces(find, number), number,
                        lambda: self._panel.attempt(self.show))

    def pieces(self, find: Callable[[int], Any], number: int) -> Iterable[None]:
        """Add the result of ``find`` for one board after another, and yield after each."""
        found = self.found
        for seed in range(self.first, self.first + number):
            found.append(find(seed))
            yield

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
