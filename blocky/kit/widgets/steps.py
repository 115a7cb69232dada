"""A panel that goes through steps by slider, player, keys or buttons."""

import ipywidgets as w

from blocky.kit.widgets.panel import Panel

__all__ = ["StepPanel"]


class StepPanel(Panel):
    """A panel that goes through steps; a subclass defines ``refresh``, which shows ``step``.

    Attributes:
        step: the step that is shown, from 0 to ``steps``.
        start: the step that ``first`` goes to.
        slider, player: the controls for the step.
    """

    step = steps = start = 0

    def make_steps(self, text: str, width: float, interval: int = 500) -> None:
        """Make the slider, ``width`` pixels wide, and the player, with milliseconds for a step."""
        self.slider = self.control(w.IntSlider, text, width, 45, max=0)
        self.player = w.Play(max=0, interval=interval, show_repeat=False,
                             layout=w.Layout(width=self.px(100)))
        # If the page linked the two, one could send an old step while a key leads to a new one.
        for control in (self.slider, self.player):
            control.observe(lambda change: self._follow(change["new"]), "value")

    def _follow(self, step: int) -> None:
        if step != self.step:
            self.attempt(self.go_to, step)

    def begin_steps(self, steps: int, at: int = 0) -> None:
        """Set the number of steps, and show one of them."""
        self.player.playing = False
        self.step = self.slider.value = self.player.value = 0  # before there are fewer steps
        self.steps = self.slider.max = self.player.max = steps
        self.go_to(at)

    def go_to(self, step: int) -> None:
        """Show a step, or the first or last one if it lies beyond."""
        self.step = self.slider.value = self.player.value = min(max(step, 0), self.steps)
        self.refresh()

    def first(self) -> None:
        """Go to the first step."""
        self.go_to(self.start)

    def last(self) -> None:
        """Go to the last step."""
        self.go_to(self.steps)

    def forward(self) -> None:
        """Go one step forward."""
        self.go_to(self.step + 1)

    def back(self) -> None:
        """Go one step back."""
        self.go_to(self.step - 1)

    def play(self) -> None:
        """Play the steps, from the first if the last is shown; or pause."""
        if not self.player.playing and self.step == self.steps:
            self.first()
        self.player.playing = not self.player.playing
