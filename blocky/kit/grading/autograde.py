"""Two steps of nbgrader's autograding: damaged cells are restored, and every cell is run.

nbgrader's own steps give up a submission whose kernel ends, and cannot restore a check if the
answer above it is gone. With these every submission that is a notebook gets its points. What was
restored or went wrong is kept in the autograded notebook's metadata, as "remarks".
"""

from __future__ import annotations

import os
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import matplotlib.font_manager  # noqa: F401  it writes its list of fonts here, not in the kernels
import nbformat
import psutil
from nbgrader import utils  # type: ignore[import-untyped]
from nbgrader.preprocessors import NbGraderPreprocessor  # type: ignore[import-untyped]
from traitlets import Integer

from blocky.kit.check.course_settings import carries
from blocky.kit.check.record import Status
from blocky.kit.grading.book import Gradebook
from blocky.kit.grading.kernel import Forked, kernel_manager
from blocky.kit.grading.proof import SilentError, confirmed
from blocky.kit.grading.scratch import scratch
from blocky.kit.language import say
from blocky.kit.notebook.execute import Ending, Run, imported_here
from blocky.kit.notebook.outcome import failures, records
from blocky.kit.notebook.restore import is_check, restore

__all__ = ["RestoreCells", "RunCells", "noted"]

_KEPT = "blocky_grading"

#: In these states the reason is a remark, too.
_EXPLAINED = (Status.PASSED, Status.NOT_CHECKED, Status.NOT_REACHED)


def noted(notebook: Any) -> dict[str, Any]:
    """Return what an autograded notebook, or None, carries with it.

    It is the "mark" of the submission that it was made of, a list of "remarks", and the names of
    the checks that were passed, but that a person has to look at: they are "doubted".
    """
    kept = notebook.metadata.get(_KEPT, {}) if notebook else {}
    return {"mark": "", "remarks": [], "doubted": [], **kept}


class RestoreCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts back what a student has damaged: see ``blocky.kit.notebook.restore``."""

    #: The mark that the notebook gets.
    mark: ClassVar[str] = ""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Restore the cells of ``nb``."""
        place = resources["nbgrader"]
        remarks = restore(nb.cells, self._released(
            place["assignment"], place["notebook"], place["db_url"]))
        nb.metadata[_KEPT] = {"mark": self.mark, "remarks": [*remarks]}
        return nb, resources

    def _released(self, assignment: str, notebook: str, db_url: str) -> list[Any]:
        """Return the cells of an exercise as they were released, but for the answers in them."""
        course = self.parent.parent.coursedir
        file = f"{notebook}.ipynb"
        folder = Path(course.format_path(course.source_directory, ".", assignment))
        path = next(path for path in (folder / file, *sorted(folder.parent.glob(f"*/{file}")))
                    if path.exists())
        cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
        with Gradebook(db_url) as book:
            texts = {cell.name: cell.source
                     for cell in book.find_notebook(notebook, assignment).source_cells}
        for cell in cells:
            kept = cell.metadata.get("nbgrader", {})
            cell.source = texts.get(kept.get("grade_id"), cell.source)
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        return list(cells)


class RunCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Runs a submission in kernels with limits: see ``blocky.kit.notebook.execute``."""

    timeout = Integer(20, help="Seconds that a cell may compute or sleep.").tag(config=True)
    submission_timeout = Integer(300, help="Seconds for all cells together.").tag(config=True)
    memory = Integer(4 * 2**30, help="Bytes of memory that a kernel may use.").tag(config=True)
    file_size = Integer(50 * 2**20, help="Bytes of the largest file it may write.").tag(config=True)

    #: The processes that are to be kernels; without one Jupyter starts it. ``blocky grade`` sets
    #: them.
    forked: ClassVar[list[Forked]] = []

    #: That which is to be the witness, if any, and the game whose tasks it knows.
    witness: ClassVar[Forked | None] = None
    game: ClassVar[str] = ""

    #: Whether there will be no other try, if the witness says nothing.
    last: ClassVar[bool] = True

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Run all cells of ``nb``, and leave in each check an error if it was not passed."""
        folder = resources["metadata"]["path"]
        with scratch() as own, utils.setenv(TMPDIR=own, TEMP=own, TMP=own, IPYTHONDIR=own):
            limits = ([str(Path(each).resolve()) for each in (folder, own)],
                      self.memory, self.file_size, carries())
            run = Run(nb, seconds=self.timeout, all_seconds=self.submission_timeout,
                      begin=f"{imported_here('blocky.kit.grading.guard')}.guard{limits!r}\n"
                            "del blocky",
                      kernel=(lambda: kernel_manager(self.forked.pop(0), own)
                              if self.forked else None))
            others = set(psutil.Process().children())
            try:
                run.run(folder)
                doubted = self._doubted(nb, run, limits)
            finally:
                _end_what_it_started(others)
        _remove_what_is_no_file(Path(folder))
        said, remarks = failures(run), list(noted(nb)["remarks"])
        remarks += [said[at] for at in said if run.endings[at] is not Ending.RAISED]
        for record in records(run):
            if record.state is not Status.PASSED or record.hint:
                remarks.append(f"{record.task}: {record.state.words}" + (
                    f" ({record.hint})" if record.hint and record.state in _EXPLAINED else ""))
        names = {at: nb.cells[at].metadata.nbgrader.grade_id for at in doubted}
        for at, name in names.items():
            why = say("{task}: it passed in the notebook, but not when what is defined there was "
                      "tried apart; somebody looks at it", task=name.removeprefix("check-"))
            remarks.append(why)
            nb.cells[at].outputs.append(nbformat.from_dict({  # type: ignore[no-untyped-call]
                "output_type": "error", "ename": "NotConfirmed", "evalue": why,
                "traceback": [why]}))
        for cell in filter(is_check, nb.cells):
            for output in cell.outputs:  # what is written there costs no points
                if output.output_type == "stream":
                    output.name = "stdout"
        nb.metadata[_KEPT] = noted(nb) | {"remarks": remarks, "doubted": [*names.values()]}
        if remarks:  # for the student to see
            lines = "".join(f"<li>{escape(each)}</li>" for each in remarks)
            nb.cells.insert(0, nbformat.v4.new_markdown_cell(f"<ul>{lines}</ul>"))  # type: ignore[no-untyped-call]
        return nb, resources

    def _doubted(self, nb: Any, run: Run, limits: tuple[list[str], int, int, bool]) -> list[int]:
        """Return the places of the checks that were passed, but are not confirmed."""
        passed = [at for at, cell in enumerate(nb.cells) if is_check(cell)
                  and at not in run.endings]
        if self.witness is None or not passed:
            return []
        self.witness.start([], limits[0][0], dict(os.environ))
        try:
            found = confirmed(self.witness, self.game, nb.cells, passed, limits)
        finally:
            self.witness.kill()
            self.witness.wait()
        if None in found.values() and not self.last:
            raise SilentError  # it may have been chance
        return [at for at in found if not found[at]]


def _end_what_it_started(others: set[psutil.Process]) -> None:
    """End the processes that have come of a kernel, which has ended, and are not among others."""
    while left := [each for child in set(psutil.Process().children()) - others
                   for each in [*child.children(recursive=True), child]
                   if each.status() != psutil.STATUS_ZOMBIE]:
        for each in left:
            with suppress(psutil.Error):
                each.kill()
        psutil.wait_procs(left, timeout=1)


def _remove_what_is_no_file(folder: Path) -> None:
    """Remove the links and pipes that a submission has made, so that nobody follows them."""
    for each in sorted(folder.rglob("*"), reverse=True):
        if each.is_symlink() or not (each.is_file() or each.is_dir()):
            each.unlink(missing_ok=True)
