"""What takes long only the first time is done once for a class.

The process that those that grade are forked from, and with them their kernels, imports this module.
"""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

gc.disable()  # of what is imported nothing is garbage

import nbformat  # noqa: E402
from nbgrader.converters import (  # type: ignore[import-untyped]  # noqa: E402
    Autograde,
    GenerateAssignment,
    GenerateFeedback,
)

from blocky.kit.draw.picture import new_axes, picture_on  # noqa: E402
from blocky.kit.grading.course import Course  # noqa: E402

__all__ = ["grade_a_notebook", "make_a_picture"]

#: What every kernel imports when it starts.
_OF_KERNELS = ("ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.debugger",
               "IPython.core.completerlib", "IPython.core.debugger", "IPython.core.logger",
               "IPython.core.oinspect", "IPython.extensions.storemagic", "numpy.random",
               "tornado.platform.asyncio")


def grade_a_notebook() -> None:
    """Take the steps of nbgrader with a notebook: all that they import and compile is there then.

    What is wrong with the course is said of each submission.
    """
    notebook = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        metadata={"language_info": {"name": "python", "pygments_lexer": "ipython3"}},
        cells=[nbformat.v4.new_markdown_cell("# x"), nbformat.v4.new_markdown_cell("x", metadata={  # type: ignore[no-untyped-call]
            "nbgrader": {"grade_id": "x", "grade": True, "solution": True, "points": 1,
                         "locked": False, "schema_version": 3, "task": False}})])
    with TemporaryDirectory() as work, suppress(Exception):
        for step, student, place in ((GenerateAssignment, ".", "source/x"),
                                     (Autograde, "x", "submitted/x/x"),
                                     (GenerateFeedback, "x", "autograded/x/x")):
            if step is GenerateFeedback:
                notebook.cells.append(nbformat.v4.new_code_cell("x = 1"))  # type: ignore[no-untyped-call]
            Path(work, place).mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, Path(work, place, "x.ipynb"))  # type: ignore[no-untyped-call]
            Course("").convert(step, "x", student, work, db_url=f"sqlite:///{work}/gradebook.db")


def make_a_picture() -> None:
    """Make a picture with letters: fonts are looked for then."""
    ax = new_axes(1, 1)
    ax.text(0, 0, "x")
    picture_on(ax, "").png()


os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # or the debugger prints a warning
for _name in _OF_KERNELS:
    import_module(_name)
grade_a_notebook()
make_a_picture()
