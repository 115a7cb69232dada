"""Motion: for a moment a picture shows what moves on its way."""

import asyncio
from collections.abc import Callable
from typing import Any

from blocky.kit.widgets.live import running_loop

__all__ = ["Motion"]

#: How many seconds a motion lasts, and how many each frame of it.
SECONDS, FRAME = 0.25, 0.03


class Motion:
    """A motion that runs beside everything else, in the event loop.

    ``show(draw, share)`` shows a frame, and ``finish()`` the end of the way; neither raises.

    Attributes:
        undrawn: whether a motion was ended, and nothing was drawn since.
    """

    def __init__(self, show: Callable[[Callable[[float], Any], float], None],
                 finish: Callable[[], None]) -> None:
        self._show, self._finish = show, finish
        self._task: asyncio.Task[None] | None = None
        self.undrawn = False

    @property
    def running(self) -> bool:
        """Whether a motion is being shown."""
        return self._task is not None and not self._task.done()  # done if its loop has ended

    def begin(self, draw: Callable[[float], Any]) -> None:
        """Show one frame after the other; ``draw(share)`` draws one at a share, 0 to 1, of the way.

        The page shows the start of the way already, so the first frame is the one after that.
        Without an event loop, do nothing.
        """
        if loop := running_loop():
            self._show(draw, FRAME / SECONDS)
            self._task = loop.create_task(self._run(draw))

    async def _run(self, draw: Callable[[float], Any]) -> None:
        """Show the frames after the first, and at last the end of the way.

        The share of a frame is that of the motion's time that has passed.
        """
        loop = asyncio.get_running_loop()
        start = loop.time() - FRAME  # ``begin`` has shown the first frame
        share = 0.0
        while share < 1:
            await asyncio.sleep(FRAME)
            share = (loop.time() - start) / SECONDS
            if share < 1:
                self._show(draw, share)
        self._task = None
        self._finish()

    async def over(self) -> None:
        """Wait until no motion runs."""
        if self._task:
            await asyncio.wait({self._task})

    def end(self) -> None:
        """End a running motion; ``undrawn`` says that the end of its way is still to be drawn."""
        if self._task:
            self._task.cancel()
            self._task = None
            self.undrawn = True
