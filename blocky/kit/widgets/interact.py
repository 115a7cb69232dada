"""``interact`` as in ipywidgets, with a still for where the page has no kernel."""

import html
from collections.abc import Callable
from functools import wraps
from typing import Any

import ipywidgets as w
from IPython.display import display
from IPython.utils.capture import CapturedIO, RichOutput, capture_output

from blocky.kit.widgets.shown import Shown

__all__ = ["Interact", "interact"]


class Interact(Shown):
    """Controls for the arguments of a function; below them, what it prints and returns.

    ``arguments`` are what ``interact`` of ipywidgets accepts: for each argument a control, a list
    of values, or a value.

    Attributes:
        controls: the controls by the names of the arguments.
    """

    def __init__(self, function: Callable[..., Any], /, **arguments: Any) -> None:
        super().__init__()
        self._captured: CapturedIO | None = None

        @wraps(function)  # ``interactive`` looks at the function's parameters
        def call_and_show(**values: Any) -> None:
            """Call the function, and show and keep what it prints, displays and returns."""
            self._captured = None  # if the function raises, the last call's output is outdated
            with capture_output() as captured:
                result = function(**values)
                if result is not None:
                    display(result)  # type: ignore[no-untyped-call]
            captured.show()  # type: ignore[no-untyped-call]
            self._captured = captured

        interactive = w.interactive(call_and_show, **arguments)
        self.controls = {control._kwarg: control for control in interactive.kwargs_widgets}
        self.children = [interactive]
        for control in self.controls.values():
            # This follows the function's call, because ``interactive`` observed the control first.
            control.observe(lambda change: self.renew_still(), "value")

    def _outputs(self) -> list[RichOutput]:
        """Return what the last call displayed."""
        return self._captured.outputs if self._captured else []

    def _printed(self) -> str:
        """Return what the last call printed."""
        return self._captured.stdout if self._captured else ""

    def still_markup(self) -> str:
        """Return the markup of what the last call printed and displayed."""
        printed = self._printed()
        parts = [f"<pre>{html.escape(printed)}</pre>"] if printed else []
        for output in self._outputs():
            text = html.escape(output.data.get("text/plain", ""))
            parts.append(output.data.get("text/html") or f"<pre>{text}</pre>")
        return "".join(parts)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        texts = [output.data.get("text/plain", "") for output in self._outputs()]
        return {**super()._repr_mimebundle_(**kwargs), "text/html": self.still_markup(),
                "text/plain": self._printed() + "\n".join(texts)}


def interact(function: Callable[..., Any], /, **arguments: Any) -> Callable[..., Any]:
    """Show controls for the arguments of a function, and what it prints and returns; return it."""
    display(Interact(function, **arguments))  # type: ignore[no-untyped-call]
    return function
