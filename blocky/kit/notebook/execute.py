"""Runs the cells of a notebook one after the other, each within its limits of time."""

import ast
import asyncio
import copy
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from functools import cached_property
from time import monotonic
from typing import Any

import nbformat
import psutil
from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import ensure_async, run_sync
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode

from blocky.kit.definitions import parsed
from blocky.kit.language import say
from blocky.kit.notebook.restore import is_check

__all__ = ["SECONDS", "WIDGET", "Clock", "Ending", "Run", "imported_here", "own_files"]

#: The most seconds that a cell may compute or sleep, and all cells of a notebook together.
SECONDS, ALL_SECONDS = 20.0, 300.0

#: How many times as long it may take by the clock: a busy machine may hold it.
HELD = 10

#: The seconds that an interrupted cell has to end, and those between two looks at a cell.
GRACE, STEP = 5.0, 0.2

#: The number of letters that are kept of what a cell prints.
LETTERS = 200_000

#: The type of a live widget in the output of a cell.
WIDGET = "application/vnd.jupyter.widget-view+json"


class Ending(StrEnum):
    """The end of a cell that failed."""

    RAISED = "raised"
    STOPPED = "stopped"  #: it ran for too long, and was interrupted
    LOST = "lost"  #: it ended Python
    UNSTOPPABLE = "unstoppable"  #: it ran for too long, and could not be interrupted
    NOT_RUN = "not run"  #: no time was left for it


class Run(NotebookClient):
    """A run of a notebook; ``endings`` are those of the cells that failed, by their place.

    A kernel that ended is started again, and runs the cells above again, without those that ended
    it.
    """

    def __init__(self, notebook: NotebookNode, *, begin: str = "", seconds: float = SECONDS,
                 all_seconds: float = ALL_SECONDS,
                 kernel: Callable[[], AsyncKernelManager | None] = lambda: None) -> None:
        """Prepare a run. Each kernel runs ``begin`` first; ``kernel`` returns the next manager."""
        super().__init__(
            notebook, timeout=None, iopub_timeout=600, startup_timeout=600, allow_errors=True,
            shutdown_kernel="immediate", skip_cells_with_tag="-", store_widget_state=False)
        self.begin, self.seconds, self.left, self._kernel = begin, seconds, all_seconds, kernel
        self.endings: dict[int, Ending] = {}
        self._stopped = self._replied = False

    def run(self, folder: str) -> None:
        """Run all cells in a folder."""
        with tempfile.TemporaryDirectory(prefix="kernel-") as self._sockets:
            self._run_all(folder)

    def _run_all(self, folder: str) -> None:
        self.resources["metadata"] = {"path": folder}
        code = [at for at, cell in enumerate(self.nb.cells) if cell.cell_type == "code"]
        done, lost = -1, set[int]()
        while code and done < code[-1] and self.left > 0:
            with self.setup_kernel(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
                self._begin()
                for number, at in enumerate(code, 1):
                    if at in lost:
                        continue
                    is_there = self._run(at, number, again=at <= done)
                    done = max(done, at)
                    if not is_there:
                        lost.add(at)
                    if not is_there or self.left <= 0:
                        break
        for at in code:
            if at > done:
                self._note(at, Ending.NOT_RUN, say("Not run: there was no time left."))

    def _run(self, at: int, number: int, again: bool) -> bool:
        """Run a cell, and return whether the kernel is still there."""
        cell = self.nb.cells[at]
        shown = copy.deepcopy(cell) if again else cell
        source, self._stopped, self._replied = shown.source, False, False
        if is_check(shown):
            shown.source = re.sub(r"^check\.", self._kits_check, source)
        try:
            self.execute_cell(shown, at, execution_count=number)
        except DeadKernelError:
            if not again:
                self._note(at, *(
                    (Ending.UNSTOPPABLE, say("This cell ran for too long, so Python was stopped."))
                    if self._stopped else (Ending.LOST, say("This cell ended Python."))))
            return False
        finally:
            shown.source, self.nb.cells[at] = source, cell
        if not again:
            errors = [each for each in cell.outputs if each.output_type == "error"]
            if self._stopped:
                self._note(at, Ending.STOPPED, say("This cell was stopped: it ran for too long.")
                           if not errors else "")
            elif errors:
                self.endings[at] = Ending.RAISED
        return True

    def _note(self, at: int, ending: Ending, why: str) -> None:
        """Note the end of a cell, and ``why`` as an error of it."""
        self.endings[at] = ending
        if why:
            self._add_error(self.nb.cells[at], "NotRun", why, [why])

    @staticmethod
    def _add_error(cell: NotebookNode, name: str, value: str, traceback: list[str]) -> None:
        error = {"output_type": "error", "ename": name, "evalue": value, "traceback": traceback}
        cell.outputs = [*cell.get("outputs", []), nbformat.from_dict(error)]  # type: ignore[no-untyped-call]

    @cached_property
    def _kits_check(self) -> str:
        """The code for the kit's ``check.``, even if the student gives that name to another."""
        nodes = [node for cell in self.nb.cells if cell.cell_type == "code"
                 for node in ast.walk(parsed(cell.source))]
        games = [node.module for node in nodes if isinstance(node, ast.ImportFrom)
                 and any(each.name == "check" for each in node.names)]
        others = {node.id for node in nodes
                  if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        others |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        return (f"__import__({games[0]!r}, fromlist=['check']).check."
                if games and "check" in others else "check.")

    def create_kernel_manager(self) -> AsyncKernelManager:
        """Return the manager of the next kernel."""
        self.km = self._kernel() or AsyncKernelManager(kernel_spec_manager=_ThisPython(),
                                                       **self._connection())
        return self.km

    def _connection(self) -> dict[str, Any]:
        """Return how to talk to a kernel: through files of its own, where it can.

        Another program may take a port between the choice of its number and the kernel's start.
        """
        if not hasattr(socket, "AF_UNIX"):
            return {}
        folder = tempfile.mkdtemp(dir=self._sockets)
        return {"transport": "ipc", "connection_file": os.path.join(folder, "kernel.json")}

    def _begin(self) -> None:
        kernel: Any = self.kc
        answer: Any = self.wait_for_reply(kernel.kernel_info())
        self.nb.metadata["language_info"] = answer["content"]["language_info"]
        answer = self.wait_for_reply(kernel.execute(
            f"{imported_here('blocky.kit.notebook.alone')}.alone()\ndel blocky\n{self.begin}",
            silent=True, store_history=False))
        if answer is None or answer["content"]["status"] != "ok":
            raise RuntimeError(say("The kernel can't be prepared: {answer}",
                                   answer=answer and answer["content"]))
        wait = kernel.shell_channel.get_msg

        async def noted(*args: Any, **named: Any) -> Any:
            message = await wait(*args, **named)
            self._replied = True  # what it has printed may still be on its way
            return message

        kernel.shell_channel.get_msg = noted

    async def async_execute_cell(self, *args: Any, **named: Any) -> Any:
        """Run a cell, and stop it when its time is over."""
        watch = asyncio.ensure_future(self._watch())
        try:
            return await super().async_execute_cell(*args, **named)
        finally:
            watch.cancel()

    execute_cell = run_sync(async_execute_cell)

    async def _watch(self) -> None:
        kernel: Any = self.km
        clock, used = Clock(kernel.provisioner.pid), 0.0
        most = min(self.seconds, self.left)
        try:
            for stop in (kernel.interrupt_kernel, kernel.interrupt_kernel,
                         kernel.provisioner.kill):
                while (used := clock.used()) < most:
                    await asyncio.sleep(STEP)
                    if self._replied:
                        return
                self._stopped = True
                await ensure_async(stop())
                most = used + GRACE
        finally:
            self.left -= used

    def on_cell_executed(self, **found: Any) -> None:
        """Keep the error of a cell even if the student's code shows none."""
        cell, reply = found["cell"], found["execute_reply"]["content"]
        if reply["status"] == "error" and not any(
                each.output_type == "error" for each in cell.outputs):
            name, value = reply["ename"], reply["evalue"]
            self._add_error(cell, name, value, reply["traceback"] or [f"{name}: {value}"])

    def output(self, outs: list[Any], msg: dict[str, Any], *rest: Any) -> Any:
        """Keep an output: at most LETTERS of what is printed, and the picture of a widget."""
        if msg["msg_type"] == "stream":
            kept = sum(len(each.text) for each in outs if each.output_type == "stream")
            if kept >= LETTERS:
                return None
            msg["content"]["text"] = msg["content"]["text"][:LETTERS - kept]
        data = msg["content"].get("data", {})
        if data.pop(WIDGET, None) and "image/png" in data:
            msg["content"]["metadata"]["alt"] = data.get("text/plain", "")
        return super().output(outs, msg, *rest)


class _ThisPython(KernelSpecManager):
    """Knows only the kernel of the Python that runs this."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())


class Clock:
    """Counts the seconds that a process has computed or slept, on a busy machine as on a quiet one.

    If it waits for the machine, a HELD-th of that counts.
    """

    def __init__(self, process: int) -> None:
        self.process, self.begun = process, monotonic()
        self.seen, self.computed, self.slept = self.begun, 0.0, 0.0
        self.before = self._look()

    def used(self) -> float:
        """Return the seconds that count."""
        self._look()
        return max(self.computed - self.before + self.slept, (self.seen - self.begun) / HELD)

    def _look(self) -> float:
        """Look at the process, if it is there; return the seconds that it has computed."""
        now = monotonic()
        with suppress(psutil.Error):
            process = psutil.Process(self.process)
            computed = sum(process.cpu_times()[:2])
            if process.status() == psutil.STATUS_SLEEPING:
                self.slept += max(0.0, now - self.seen - (computed - self.computed))
            self.computed = computed
        self.seen = now
        return self.computed


@contextmanager
def own_files() -> Iterator[None]:
    """Keep the files of IPython and Jupyter in a temporary folder, as home may be read-only."""
    names = ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR")
    before = {name: os.environ[name] for name in names if name in os.environ}
    with tempfile.TemporaryDirectory(prefix="jupyter-", ignore_cleanup_errors=True) as folder:
        os.environ.update(dict.fromkeys(names, folder))
        try:
            yield
        finally:
            for name in names:
                del os.environ[name]
            os.environ.update(before)


def imported_here(module: str) -> str:
    """Return code that imports a module of the kit, whatever files lie beside the notebook."""
    return (f"import sys\n_path, sys.path = sys.path, {[each for each in sys.path if each]!r}"
            f" + sys.path\nimport {module}\nsys.path = _path\ndel sys, _path\n{module}")
