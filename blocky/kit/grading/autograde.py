"""The kit's steps in nbgrader's autograding: damaged cells are restored, and every cell is run.

nbgrader's own steps give up on a submission whose kernel ends, and cannot restore a check below an
answer that is gone. With these, every notebook gets its points. What was restored or went wrong is
kept in the metadata of the autograded notebook, as remarks.
"""

import os
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import matplotlib.font_manager  # noqa: F401  it lists the fonts here, not in each kernel
import nbformat
import psutil
from nbformat import NotebookNode
from nbgrader import utils  # type: ignore[import-untyped]
from nbgrader.preprocessors import NbGraderPreprocessor  # type: ignore[import-untyped]
from traitlets import Integer

from blocky.kit.check.course_settings import carries, most_hints
from blocky.kit.check.record import Status
from blocky.kit.grading.gradebook import Gradebook
from blocky.kit.grading.kernel import Forked, kernel_manager
from blocky.kit.grading.proof import SilentError, confirmed
from blocky.kit.grading.scratch import scratch
from blocky.kit.language import say
from blocky.kit.notebook.execute import Ending, Run, imported_here
from blocky.kit.notebook.outcome import failures, records
from blocky.kit.notebook.restore import is_check, notebook_at, restore

__all__ = ["RestoreCells", "RunCells", "notes_in"]

_KEY = "blocky_grading"

#: The states of a task in which the hint is part of the remark.
_EXPLAINED = (Status.PASSED, Status.NOT_CHECKED, Status.NOT_REACHED)


def notes_in(notebook: NotebookNode | None) -> dict[str, Any]:
    """Return the notes in the metadata of an autograded notebook, which may be None.

    These are the "fingerprint" of the submission, the list of "remarks", and the names of the
    checks that passed without a confirmation, which a person has to look at: "doubted".
    """
    kept = notebook.metadata.get(_KEY, {}) if notebook else {}
    return {"fingerprint": "", "remarks": [], "doubted": [], **kept}


class RestoreCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Restores what a student has damaged, by ``blocky.kit.notebook.restore``."""

    #: The fingerprint that is noted in the notebook.
    fingerprint: ClassVar[str] = ""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]
                   ) -> tuple[NotebookNode, dict[str, Any]]:
        """Restore the cells of ``nb``."""
        place = resources["nbgrader"]
        remarks = restore(nb.cells, self._released(
            place["assignment"], place["notebook"], place["db_url"]))
        nb.metadata[_KEY] = {"fingerprint": self.fingerprint, "remarks": [*remarks]}
        return nb, resources

    def _released(self, assignment: str, notebook: str, db_url: str) -> list[Any]:
        """Return the cells of an exercise as they were released."""
        course = self.parent.parent.coursedir
        file = f"{notebook}.ipynb"
        folder = Path(course.format_path(course.source_directory, ".", assignment))
        path = next(path for path in (folder / file, *sorted(folder.parent.glob(f"*/{file}")))
                    if path.exists())
        cells = notebook_at(path).cells
        with Gradebook(db_url) as book:
            released = {cell.name: cell.source
                        for cell in book.find_notebook(notebook, assignment).source_cells}
        for cell in cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            cell.source = released.get(name, cell.source)
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        return list(cells)


class RunCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Runs a submission in kernels with limits, by ``blocky.kit.notebook.execute``."""

    timeout = Integer(20, help="Seconds that a cell may compute or sleep.").tag(config=True)
    submission_timeout = Integer(300, help="Seconds for all the cells together.").tag(config=True)
    memory = Integer(4 * 2**30, help="Bytes of memory that a kernel may use.").tag(config=True)
    file_size = Integer(50 * 2**20, help="Bytes of the largest file it may write.").tag(config=True)

    # ``blocky grade`` sets these in the process of a submission.

    #: Processes that become the kernels; Jupyter starts one when there are none left.
    forked: ClassVar[list[Forked]] = []

    #: The process that becomes the witness, if there is one, and the game of the tasks.
    witness: ClassVar[Forked | None] = None
    game: ClassVar[str] = ""

    #: Whether this is the last attempt, even if the witness does not answer.
    last: ClassVar[bool] = True

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]
                   ) -> tuple[NotebookNode, dict[str, Any]]:
        """Run all cells of ``nb``, and leave an error in each check that did not pass."""
        folder = resources["metadata"]["path"]
        with scratch() as own, utils.setenv(TMPDIR=own, TEMP=own, TMP=own, IPYTHONDIR=own):
            limits = ([str(Path(each).resolve()) for each in (folder, own)],
                      self.memory, self.file_size)
            carry = carries()
            run = Run(nb, seconds=self.timeout, all_seconds=self.submission_timeout,
                      begin=f"{imported_here('blocky.kit.check.course_settings')}"
                            f".begin_with({min(most_hints(), 1)}, {carry})\n"
                            f"{imported_here('blocky.kit.file_guard')}.guard{limits!r}\ndel blocky",
                      kernel=(lambda: kernel_manager(self.forked.pop(0), own)
                              if self.forked else None))
            others = set(psutil.Process().children())
            try:
                run.run(folder)
                doubted = self._doubted(nb, run, (*limits, carry))
            finally:
                _end_children_except(others)
        for path in sorted(Path(folder).rglob("*"), reverse=True):
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                path.unlink(missing_ok=True)  # nobody shall follow a link, or wait for a pipe
        remarks = [*notes_in(nb)["remarks"], *_remarks(run)]
        names = [nb.cells[at].metadata.nbgrader.grade_id for at in doubted]
        for at, name in zip(doubted, names, strict=True):
            why = say("{task}: it passed in the notebook, but not in a separate test, so your "
                      "instructor will look at it", task=name.removeprefix("check-"))
            remarks.append(why)
            nb.cells[at].outputs.append(nbformat.from_dict({  # type: ignore[no-untyped-call]
                "output_type": "error", "ename": "NotConfirmed", "evalue": why,
                "traceback": [why]}))
        for cell in filter(is_check, nb.cells):
            for output in cell.outputs:  # text on stderr would cost points
                if output.output_type == "stream":
                    output.name = "stdout"
        nb.metadata[_KEY] = notes_in(nb) | {"remarks": remarks, "doubted": names}
        if remarks:  # the student sees them at the top
            items = "".join(f"<li>{escape(each)}</li>" for each in remarks)
            nb.cells.insert(0, nbformat.v4.new_markdown_cell(f"<ul>{items}</ul>"))  # type: ignore[no-untyped-call]
        return nb, resources

    def _doubted(self, nb: NotebookNode, run: Run,
                 begin: tuple[list[str], int, int, bool]) -> list[int]:
        """Return the indices of the checks that passed without being confirmed."""
        passed = [at for at, cell in enumerate(nb.cells) if is_check(cell)
                  and at not in run.endings]
        if self.witness is None or not passed:
            return []
        self.witness.start([], begin[0][0], dict(os.environ))
        try:
            found = confirmed(self.witness, self.game, nb.cells, passed, begin)
        finally:
            self.witness.kill()
            self.witness.wait()
        if None in found.values() and not self.last:
            raise SilentError  # this may have been chance: grade it again
        return [at for at in found if not found[at]]


def _remarks(run: Run) -> list[str]:
    """Return remarks on the cells that failed and the checks that did not pass."""
    sentences = failures(run)
    remarks = [sentences[at] for at in sentences if run.endings[at] is not Ending.RAISED]
    for record in records(run):
        if record.state is not Status.PASSED or record.hint:
            hint = f" ({record.hint})" if record.hint and record.state in _EXPLAINED else ""
            remarks.append(f"{record.task}: {record.state.words}{hint}")
    return remarks


def _end_children_except(others: set[psutil.Process]) -> None:
    """Kill the children of this process except ``others``, and all that they started."""
    while left := [each for child in set(psutil.Process().children()) - others
                   for each in [*child.children(recursive=True), child]
                   if each.status() != psutil.STATUS_ZOMBIE]:
        for each in left:
            with suppress(psutil.Error):
                each.kill()
        psutil.wait_procs(left, timeout=1)
