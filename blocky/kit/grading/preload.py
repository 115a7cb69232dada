"""Imports and warms up what is slow the first time, once for a whole class.

The fork server imports this module; all processes that grade, and their kernels, come from it.
"""

import gc
import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

gc.disable()  # nothing imported here is ever garbage

import nbformat  # noqa: E402
from nbgrader.converters import (  # type: ignore[import-untyped]  # noqa: E402
    Autograde,
    GenerateAssignment,
    GenerateFeedback,
)

from blocky.kit.draw.picture import new_axes, picture_on  # noqa: E402
from blocky.kit.grading.course import Course  # noqa: E402

__all__ = ["draw_a_picture", "grade_a_notebook"]

#: What every kernel imports when it starts.
_KERNEL_MODULES = (
    "ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.debugger",
    "IPython.core.completerlib", "IPython.core.debugger", "IPython.core.logger",
    "IPython.core.oinspect", "IPython.extensions.storemagic", "numpy.random",
    "tornado.platform.asyncio")


def grade_a_notebook() -> None:
    """Take nbgrader's steps with a notebook, to import and compile all that they need.

    Errors are ignored: each submission reports what is wrong with the course.
    """
    notebook = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        metadata={"language_info": {"name": "python", "pygments_lexer": "ipython3"}},
        cells=[nbformat.v4.new_markdown_cell("# x"), nbformat.v4.new_markdown_cell("x", metadata={  # type: ignore[no-untyped-call]
            "nbgrader": {"grade_id": "x", "grade": True, "solution": True, "points": 1,
                         "locked": False, "schema_version": 3, "task": False}})])
    with TemporaryDirectory() as work, suppress(Exception):
        for step, student, folder in ((GenerateAssignment, ".", "source/x"),
                                      (Autograde, "x", "submitted/x/x"),
                                      (GenerateFeedback, "x", "autograded/x/x")):
            if step is GenerateFeedback:
                notebook.cells.append(nbformat.v4.new_code_cell("x = 1"))  # type: ignore[no-untyped-call]
            Path(work, folder).mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, Path(work, folder, "x.ipynb"))  # type: ignore[no-untyped-call]
            Course("").convert(step, "x", student, work, db_url=f"sqlite:///{work}/gradebook.db")


def draw_a_picture() -> None:
    """Draw a picture with a letter, so that matplotlib looks for its fonts."""
    ax = new_axes(1, 1)
    ax.text(0, 0, "x")
    picture_on(ax, "").png()


os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # keeps the debugger from warning
for _name in _KERNEL_MODULES:
    import_module(_name)
grade_a_notebook()
draw_a_picture()
