"""Imports and warms up what is slow the first time, once for a whole class.

The fork server imports this module; all processes that grade come from it.
"""

import gc
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

gc.disable()  # nothing imported here is ever garbage

import nbformat  # noqa: E402
from nbgrader.converters import (  # type: ignore[import-untyped]  # noqa: E402
    Autograde,
    GenerateAssignment,
    GenerateFeedback,
)

from blocky.kit.grading.config import configured  # noqa: E402
from blocky.kit.grading.steps import take_step  # noqa: E402

__all__ = ["grade_a_notebook"]

def grade_a_notebook() -> None:
    """Take nbgrader's steps with a tiny notebook x, to import and compile all that they need.

    Errors are ignored: each submission reports what is wrong with the course.
    """
    notebook = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        metadata={"language_info": {"name": "python", "pygments_lexer": "ipython3"}},
        # a heading, and an answer in words that is graded
        cells=[nbformat.v4.new_markdown_cell("# x"), nbformat.v4.new_markdown_cell("x", metadata={  # type: ignore[no-untyped-call]
            "nbgrader": {"grade_id": "x", "grade": True, "solution": True, "points": 1,
                         "locked": False, "schema_version": 3, "task": False}})])
    with TemporaryDirectory() as work, suppress(Exception):
        app, _, _ = configured()
        for step, student, folder in ((GenerateAssignment, ".", "source/x"),
                                      (Autograde, "x", "submitted/x/x"),
                                      (GenerateFeedback, "x", "autograded/x/x")):
            if step is GenerateFeedback:  # a page needs more imports if it shows code
                notebook.cells.append(nbformat.v4.new_code_cell("x = 1"))  # type: ignore[no-untyped-call]
            Path(work, folder).mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, Path(work, folder, "x.ipynb"))  # type: ignore[no-untyped-call]
            take_step(app, step, "x", student, work, db_url=f"sqlite:///{work}/gradebook.db")


grade_a_notebook()
