"""Prepares a kernel that runs a notebook unattended."""

from typing import Any

from blocky.kit.draw import picture
from blocky.kit.language import say

__all__ = ["alone"]


def alone() -> None:
    """Make ``!``, ``%pip`` and ``quit()`` do nothing in cells, and draw pictures in one form only.

    A cell goes on after them, so that trying them out costs a student no points. Widgets have no
    page to talk to: the cell shows their pictures.
    """
    import comm
    from IPython.core.getipython import get_ipython
    from ipywidgets import Widget

    comm.create_comm = comm.DummyComm
    Widget.get_state = lambda *_, **__: {}
    picture.seen = False
    shell: Any = get_ipython()
    shell.display_formatter.formatters["image/png"].for_type(picture.Picture, lambda _: None)
    shell.system = shell.getoutput = _not_run  # for ! and %pip
    shell.ask_exit = lambda: None  # for quit()


def _not_run(command: str, *_: Any, **__: Any) -> list[str]:
    """Say that a command of the system doesn't run; return its output, no lines."""
    print(say("The command {command} doesn't run here.", command=command.strip()))
    return []
