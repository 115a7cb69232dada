"""What takes long only the first time is done once for a class.

The process that those that grade are forked from, and with them their kernels, imports this module.
"""

from __future__ import annotations

import os
from importlib import import_module

import nbformat
from nbgrader.converters import GenerateFeedback  # type: ignore[import-untyped]
from sqlalchemy.orm import configure_mappers

from blocky.kit.draw.picture import new_axes, picture_on
from blocky.kit.grading.pages import Pages

__all__ = ["make_a_page", "make_a_picture"]

#: What every kernel imports when it starts.
_OF_KERNELS = ("ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.debugger",
               "IPython.core.completerlib", "IPython.extensions.storemagic")


def make_a_page() -> None:
    """Make a page of feedback: the templates are compiled then."""
    cells = [nbformat.v4.new_code_cell("x = 1"), nbformat.v4.new_markdown_cell("# x")]  # type: ignore[no-untyped-call]
    Pages(config=GenerateFeedback().config).from_notebook_node(  # type: ignore[no-untyped-call]
        nbformat.v4.new_notebook(cells=cells, metadata={  # type: ignore[no-untyped-call]
            "language_info": {"name": "python", "pygments_lexer": "ipython3"}}),
        {"nbgrader": {"score": 0, "max_score": 0, "late_penalty": 0}})


def make_a_picture() -> None:
    """Make a picture with letters: fonts are looked for then."""
    ax = new_axes(1, 1)
    ax.text(0, 0, "x")
    picture_on(ax, "").png()


os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # or the debugger prints a warning
for _name in _OF_KERNELS:
    import_module(_name)
make_a_page()
make_a_picture()
configure_mappers()  # of nbgrader's gradebook
