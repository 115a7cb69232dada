"""Runs the cells of a notebook in a guest, one after the other, each within its limits of time."""

import ast
import json
import os
import re
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cached_property
from typing import Any

import nbformat
from nbformat import NotebookNode

from blocky.kit.definitions import parsed
from blocky.kit.guest.guest import Guest, GuestError
from blocky.kit.language import say
from blocky.kit.notebook.restore import is_check

__all__ = ["ALL_SECONDS", "SECONDS", "WIDGET", "Ending", "Run", "error_output", "own_files"]

#: The most seconds that a cell may compute or sleep, and all cells of a notebook together.
SECONDS, ALL_SECONDS = 20.0, 300.0

#: The most letters of all outputs of a notebook.
LARGE_NOTEBOOK = 20_000_000

#: The type of a live widget in the output of a cell.
WIDGET = "application/vnd.jupyter.widget-view+json"


class Ending(StrEnum):
    """The end of a cell that failed."""

    RAISED = "raised"
    STOPPED = "stopped"  #: it ran for too long, and was interrupted
    LOST = "lost"  #: it ended Python
    UNSTOPPABLE = "unstoppable"  #: it ran for too long, and could not be interrupted
    NOT_RUN = "not run"  #: no time was left for it

    @property
    def output(self) -> NotebookNode:
        """The output of a cell whose own outputs can't say how it ended.

        >>> Ending.LOST.output.evalue
        'This cell ended Python.'
        """
        why = {
            Ending.STOPPED: say("This cell was stopped: it ran for too long."),
            Ending.LOST: say("This cell ended Python."),
            Ending.UNSTOPPABLE: say("This cell exceeded a limit (time, memory, processes or "
                                    "files), so Python was stopped."),
            Ending.NOT_RUN: say("Not run: there was no time left."),
        }
        return error_output("NotRun", why[self])


class Run:
    """A run of a notebook in a guest.

    If a cell ends Python, the next session runs the cells above again, without those that ended
    it.

    Attributes:
        nb: the notebook. Its cells get the outputs.
        endings: the ends of the cells that failed, by their place.
        seconds, left: the most seconds for a cell, and those left for all.
    """

    def __init__(self, notebook: NotebookNode, *, seconds: float = SECONDS,
                 all_seconds: float = ALL_SECONDS, skipped: Collection[int] = (),
                 reset: Callable[[], None] = lambda: None) -> None:
        """Prepare a run of all cells but those at the places ``skipped``.

        A cell may take ``seconds``, and all cells ``all_seconds``. ``reset`` is called when a cell
        has ended its session, before the next session.
        """
        self.nb = notebook
        self.seconds = seconds
        self.left = all_seconds
        self.skipped = skipped
        self.reset = reset
        self.endings: dict[int, Ending] = {}
        #: How many more letters of outputs the notebook may have.
        self._room = LARGE_NOTEBOOK

    def run(self, guest: Guest) -> None:
        """Run the cells, and note how they end. GuestError: no process starts.

        When a cell ends its session, the next one runs the cells above again, without those that
        ended a session.
        """
        places = [at for at, cell in enumerate(self.nb.cells)
                  if cell.cell_type == "code" and at not in self.skipped]
        for number, at in enumerate(places, 1):
            self.nb.cells[at].outputs = []
            self.nb.cells[at].execution_count = number
        last_run = -1  # the place of the last cell that was run
        ended_a_session = set[int]()
        while places and last_run < places[-1] and self.left > 0:
            guest.begin()
            for at in places:
                if at in ended_a_session:
                    continue
                session_goes_on = self._run(guest, at, again=at <= last_run)
                last_run = max(last_run, at)
                if not session_goes_on:
                    ended_a_session.add(at)
                    self.reset()
                if not session_goes_on or self.left <= 0:
                    break
        guest.end()
        for at in places:
            if at > last_run:  # no time was left for it
                self._note(at, Ending.NOT_RUN)

    def _run(self, guest: Guest, at: int, again: bool) -> bool:
        """Run a cell, note its outputs and how it ended, and return whether the session goes on.

        A cell that runs ``again`` keeps the outputs and the ending of its first time.
        """
        cell = self.nb.cells[at]
        source = cell.source
        if is_check(cell):
            source = re.sub(r"^check\.", self._kits_check, source)
        seconds = min(self.seconds, self.left)
        try:
            reply = guest.ask(seconds, do="cell", source=source, seconds=seconds)
        except GuestError as error:
            if not again:
                self._note(at, Ending.LOST if error.ended else Ending.UNSTOPPABLE)
            self.left -= guest.took
            return False
        # A cell that was stopped has used all its time, even if its process waited for the machine.
        was_stopped = reply.get("stopped") is True
        self.left -= seconds if was_stopped else guest.took
        if again:
            return True
        cell.outputs = outputs_in(reply)
        has_error = any(output.output_type == "error" for output in cell.outputs)
        self._keep_small(cell)
        if was_stopped:
            self._note(at, Ending.STOPPED, explains=not has_error)
        elif has_error:
            self.endings[at] = Ending.RAISED
        return True

    def _keep_small(self, cell: NotebookNode) -> None:
        """Replace a cell's outputs with a sentence if there's no room for them.

        Those of a check always stay.
        """
        size = len(json.dumps(cell.outputs))
        if size > self._room and not is_check(cell):
            cell.outputs = [error_output("NotShown", say(
                "The notebook's output is too long, so the output of this cell is left out."))]
        else:
            self._room -= size

    def _note(self, at: int, ending: Ending, explains: bool = True) -> None:
        """Note the end of a cell; with ``explains``, add an output that says why it ended."""
        self.endings[at] = ending
        if explains:
            self.nb.cells[at].outputs.append(ending.output)

    @cached_property
    def _kits_check(self) -> str:
        """The code with which a cell reaches the kit's checks: "check.", as a rule.

        If a cell gives the name ``check`` to something else, it's code that imports them again.
        """
        nodes = [node for cell in self.nb.cells if cell.cell_type == "code"
                 for node in ast.walk(parsed(cell.source))]
        # the packages in lines such as ``from blocky import check``
        imported_from = [node.module for node in nodes if isinstance(node, ast.ImportFrom)
                         and any(alias.name == "check" for alias in node.names)]
        assigned = {node.id for node in nodes
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        if imported_from and "check" in assigned | defined:
            return f"__import__({imported_from[0]!r}, fromlist=['check']).check."
        return "check."


def error_output(name: str, text: str) -> NotebookNode:
    """Return an output that is an error."""
    output: NotebookNode = nbformat.from_dict({  # type: ignore[no-untyped-call]
        "output_type": "error", "ename": name, "evalue": text, "traceback": [text]})
    return output


def outputs_in(reply: Any) -> list[NotebookNode]:
    """Return the outputs in a guest's reply; those that nbformat doesn't know are left out."""
    outputs = reply.get("outputs")
    if not isinstance(outputs, list):
        return []
    found = []
    for output in outputs:
        try:
            node = nbformat.from_dict(_known_parts(output))  # type: ignore[no-untyped-call]
            nbformat.validate(node, ref=node.output_type, version=4)
        except Exception:  # a student's code may have sent anything
            continue
        found.append(node)
    return found


def _known_parts(output: Any) -> dict[str, Any]:
    """Return an output with only the parts that belong to its type.

    Any error: it isn't an output.
    """
    kind = output["output_type"]
    if kind == "stream":
        return {"output_type": kind, "name": "stderr" if output["name"] == "stderr" else "stdout",
                "text": _clean(output["text"])}
    if kind == "error":
        return {"output_type": kind, "ename": _clean(output["ename"]),
                "evalue": _clean(output["evalue"]),
                "traceback": [_clean(line) for line in output["traceback"]]}
    data = {}
    for name, value in output["data"].items():
        data[_clean(name)] = _clean(value) if isinstance(value, str) else value
    known = {"output_type": kind, "metadata": dict(output["metadata"]), "data": data}
    if kind == "execute_result":
        known["execution_count"] = int(output["execution_count"])
    return known


def _clean(text: Any) -> str:
    """Return a text that can be written as UTF-8."""
    return str(text).encode("utf-8", "replace").decode("utf-8")


@contextmanager
def own_files() -> Iterator[None]:
    """Keep the files of IPython and Jupyter in a temporary folder, as home may be read-only."""
    names = ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR")
    values_before = {name: os.environ[name] for name in names if name in os.environ}
    with tempfile.TemporaryDirectory(prefix="jupyter-", ignore_cleanup_errors=True) as folder:
        os.environ.update(dict.fromkeys(names, folder))
        try:
            yield
        finally:
            for name in names:
                del os.environ[name]
            os.environ.update(values_before)
