"""Two steps of nbgrader's autograding: damaged check cells are restored, and every cell is run.

nbgrader's own steps give up a submission whose kernel ends, and cannot restore a check if the
answer above it is gone. With these every submission that is a notebook gets its points. What was
restored or went wrong is kept in the autograded notebook's metadata, as "remarks".
"""

from __future__ import annotations

import copy
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import matplotlib.font_manager  # noqa: F401  it writes its list of fonts here, not in the kernels
import nbformat
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbgrader import utils  # type: ignore[import-untyped]
from nbgrader.api import Gradebook  # type: ignore[import-untyped]
from nbgrader.preprocessors import Execute, NbGraderPreprocessor  # type: ignore[import-untyped]
from traitlets import Integer

from blocky.kit.grading.kernel import Forked, kernel_manager
from blocky.kit.language import say

__all__ = ["RestoreCells", "RunCells", "remarks"]


def remarks(notebook: Any) -> list[str]:
    """Return the list of remarks that an autograded notebook carries with it."""
    kept: list[str] = notebook.metadata.setdefault("blocky_grading", {}).setdefault("remarks", [])
    return kept


class RestoreCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts every locked cell back as it was released, and imports of the kit that were deleted."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Restore the cells of ``nb``."""
        nb.metadata.pop("blocky_grading", None)
        place = resources["nbgrader"]
        wanted = self._released(place["assignment"], place["notebook"], place["db_url"])
        keys = [self._key(cell) for cell in wanted]
        for number, released in enumerate(wanted):
            if not self._is_kept(released):
                continue
            at = ([i for i, cell in enumerate(nb.cells) if self._key(cell) == keys[number]]
                  or [i for i, cell in enumerate(nb.cells)
                      if cell.source.strip() == released.source.strip()])
            name = keys[number]
            if at and released.metadata.get("nbgrader", {}).get("locked"):
                if nb.cells[at[-1]].source.strip() != released.source.strip():
                    remarks(nb).append(say("{name} was edited, and is restored", name=name))
                nb.cells[at[-1]] = copy.deepcopy(released)
            elif not at:
                after = set(keys[number + 1:])
                before = next((i for i, cell in enumerate(nb.cells) if self._key(cell) in after),
                              len(nb.cells))
                nb.cells.insert(before, copy.deepcopy(released))
                if "nbgrader" in released.metadata:
                    remarks(nb).append(say("{name} was deleted, and is restored", name=name))
        return nb, resources

    def _released(self, assignment: str, notebook: str, db_url: str) -> list[Any]:
        """Return the cells of an exercise as they were released, but for the answers in them."""
        course = self.parent.parent.coursedir
        folder = course.format_path(course.source_directory, ".", assignment)
        path = Path(folder, f"{notebook}.ipynb")
        cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
        with Gradebook(db_url) as book:
            texts = {cell.name: cell.source
                     for cell in book.find_notebook(notebook, assignment).source_cells}
        for cell in cells:
            cell.source = texts.get(self._key(cell), cell.source)
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        return list(cells)

    @staticmethod
    def _is_kept(cell: Any) -> bool:
        kept = cell.metadata.get("nbgrader", {})
        return bool(kept.get("locked") or kept.get("grade")) or (
            cell.cell_type == "code" and not kept
            and re.match(r"(from|import) ", cell.source) is not None)

    @staticmethod
    def _key(cell: Any) -> str:
        return str(cell.metadata.get("nbgrader", {}).get("grade_id", cell.get("id", "")))


class RunCells(Execute):  # type: ignore[misc]
    """Runs a submission in a kernel with limits, and goes on when a cell or the kernel fails."""

    submission_timeout = Integer(300, help="Seconds for all cells together.").tag(config=True)
    memory = Integer(4 * 2**30, help="Bytes of memory that a kernel may use.").tag(config=True)
    file_size = Integer(50 * 2**20, help="Bytes of the largest file it may write.").tag(config=True)
    startup_timeout = Integer(600, help="Seconds until a kernel must be there.").tag(config=True)
    shutdown_kernel = "immediate"

    #: The process that is to be the kernel; None: Jupyter starts one. ``blocky grade`` sets it.
    forked: Forked | None = None

    _ended = ""
    _until = 0.0
    _cell_timeout: int | None = None
    _temporary = ""

    def preprocess(self, nb: Any, resources: Any, km: Any = None) -> tuple[Any, Any]:
        """Run all cells of ``nb``."""
        self._ended, self._temporary = "", ""
        self._until = monotonic() + self.submission_timeout
        self._cell_timeout = self.timeout
        if not any(cell.cell_type == "code" for cell in nb.cells):
            return nb, resources
        with (TemporaryDirectory(prefix="blocky-grading-", ignore_cleanup_errors=True) as temporary,
              utils.setenv(TMPDIR=temporary, TEMP=temporary, TMP=temporary, IPYTHONDIR=temporary)):
            self._temporary = temporary
            return super().preprocess(nb, resources, km)  # type: ignore[no-any-return]

    def create_kernel_manager(self) -> Any:
        """Return what runs the kernel."""
        if self.forked is None:
            return super().create_kernel_manager()
        self.km = kernel_manager(self.forked, self._temporary)
        return self.km

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """Run one cell; if that is not possible any more, say so in it."""
        if cell.cell_type != "code":
            return cell, resources
        left = self._until - monotonic()
        if left < 1 and not self._ended:  # limits are whole seconds
            self._end(say("Not run: no time was left at cell {number}.", number=index + 1),
                      say("the notebook took all of its {seconds} seconds before cell {number}",
                          seconds=self.submission_timeout, number=index + 1))
        if not self._ended:
            if self._temporary:
                self._close()
            self.timeout = int(min(self._cell_timeout or left, left))
            try:
                cell, resources = super().preprocess_cell(cell, resources, index)
                if any(output.get("ename") == "CellTimeoutError" for output in cell.outputs):
                    remarks(self.nb).append(say("cell {number} was stopped after {timeout} s",
                                                number=index + 1, timeout=self.timeout))
            except Exception as failure:
                self._end(say("Not run: the kernel had ended at cell {number}.", number=index + 1),
                          self._said_of(failure, index + 1))
        if self._ended:  # a cell without an error would get all of its points
            error = {"output_type": "error", "ename": "NotRun", "evalue": self._ended,
                     "traceback": [self._ended]}
            cell.outputs = [*cell.get("outputs", [])[:20], nbformat.from_dict(error)]  # type: ignore[no-untyped-call]
        return cell, resources

    def _said_of(self, failure: Exception, number: int) -> str:
        if isinstance(failure, CellTimeoutError):
            return say("cell {number} could not be stopped after {timeout} s, and its kernel was "
                       "ended", number=number, timeout=self.timeout)
        if isinstance(failure, DeadKernelError):
            return say("cell {number} ended the kernel", number=number)
        return say("cell {number} could not be run ({kind}: {failure})", number=number,
                   kind=type(failure).__name__, failure=failure).replace("\n", " ")

    def _end(self, why: str, remark: str) -> None:
        self._ended = why
        remarks(self.nb).append(remark)

    def _close(self) -> None:
        """Set the kernel's limits, before the first cell of the student's runs."""
        folders = [self.resources["metadata"]["path"], self._temporary]
        code = ("import sys\n"
                f"_path, sys.path = sys.path, {[p for p in sys.path if p]!r} + sys.path\n"
                "import blocky.kit.grading.guard\n"
                "sys.path = _path\n"
                f"blocky.kit.grading.guard.guard({[str(Path(f).resolve()) for f in folders]!r}, "
                f"{self.memory}, {self.file_size})\n"
                "del sys, blocky, _path")
        answer = self.wait_for_reply(self.kc.execute(code, silent=True, store_history=False))
        if answer is None or answer["content"]["status"] != "ok":
            raise RuntimeError(say("The limits could not be set: {answer}", answer=answer))
        self._temporary = ""
