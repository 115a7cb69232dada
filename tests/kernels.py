"""Runs notebooks in kernels that are forked.

The process that they are forked from has imported what takes long to import, but nothing of the
kit's except the rules of Blocky: what a notebook uses it must import.
"""

import multiprocessing
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

from tests.forked import CAN_FORK, Forked, kernel_manager

PRELOADED = ["ipykernel.kernelapp", "ipykernel.ipkernel", "ipympl.backend_nbagg",
             "matplotlib.pyplot", "matplotlib_inline.backend_inline", "scipy.ndimage", __name__]
#: The keys of widgets in an output, and in the metadata of a notebook.
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


class _Client(NotebookClient):
    """A client whose kernel may be a ``Forked``, talking through files in ``folder``."""

    forked = folder = None

    def create_kernel_manager(self):
        if self.forked is None:
            return super().create_kernel_manager()
        self.km = kernel_manager(self.forked, self.folder)
        return self.km


def _run(path, result, modules):
    # A kernel gives pdb a debugger of its own, and doctest must be imported after that. The server
    # that forks this process may have imported it, and the kit, for another test.
    for name in [*sys.modules]:
        if name.partition(".")[0] in ("blocky", "doctest"):
            del sys.modules[name]
    os.environ["BLOCKY_SLOW"] = "3"  # a busy machine mustn't refuse the kit's own answers
    forked = Forked(modules) if CAN_FORK else None  # while there is only one thread
    notebook = nbformat.read(path, as_version=4)
    client = _Client(notebook, allow_errors=True, timeout=300, startup_timeout=300,
                     resources={"metadata": {"path": path.parent}})
    with TemporaryDirectory() as folder:
        client.forked, client.folder = forked, folder
        client.execute()
    nbformat.write(notebook, result)


def ran(path):
    """Run the notebook at ``path`` in its folder; return it with its outputs and errors."""
    context = multiprocessing.get_context("forkserver" if CAN_FORK else "spawn")
    if CAN_FORK:
        context.set_forkserver_preload(PRELOADED)
    with TemporaryDirectory() as folder:
        result = Path(folder, path.name)
        process = context.Process(target=_run, args=(path, result, [p for p in sys.path if p]))
        process.start()
        process.join()
        assert process.exitcode == 0
        return nbformat.read(result, as_version=4)


def errors(notebook):
    """Return the errors of the code cells that failed, by cell number, counted from 1.

    Errors in an `interact`, which are in the state of its widgets, count too.
    """
    widgets = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return {number: output for number, cell in enumerate(cells, 1)
            for output in _outputs(cell.outputs, widgets) if output["output_type"] == "error"}


def _outputs(outputs, widgets):
    """Yield outputs, and the outputs inside the widgets that they show."""
    for output in outputs:
        yield output
        view = output.get("data", {}).get(VIEW)
        if view:
            yield from _outputs_inside(view["model_id"], widgets)


def _outputs_inside(widget, widgets):
    """Yield the outputs inside a widget, which is given by its id."""
    state = widgets[widget]["state"]
    yield from _outputs(state.get("outputs", []), widgets)
    for child in state.get("children", []):
        yield from _outputs_inside(child.removeprefix("IPY_MODEL_"), widgets)
