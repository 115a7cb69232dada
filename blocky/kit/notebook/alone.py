"""Prepares a kernel that runs a notebook unattended."""

from typing import Any

from blocky.kit.draw import picture
from blocky.kit.language import say

__all__ = ["alone"]


def alone() -> None:
    """Prepare the kernel of this process for a notebook that nobody looks at.

    ``!``, ``%pip`` and ``quit()`` do nothing but go on, so that trying them out costs a student no
    points. Widgets have no page to talk to, so a cell shows their pictures. A picture has no PNG.
    """
    import comm
    from IPython.core.getipython import get_ipython
    from ipywidgets import Widget

    comm.create_comm = comm.DummyComm
    Widget.get_state = lambda *_, **__: {}  # no page asks for it
    picture.seen = False
    shell: Any = get_ipython()
    # without PNG, a picture is drawn only once, in its other form
    shell.display_formatter.formatters["image/png"].for_type(picture.Picture, lambda _: None)
    shell.system = shell.getoutput = _not_run  # for ! and %pip
    shell.ask_exit = lambda: None  # for quit()


def _not_run(command: str, *_: Any, **__: Any) -> list[str]:
    """Say that a command of the system doesn't run; return its output, no lines."""
    print(say("The command {command} doesn't run here.", command=command.strip()))
    return []
