"""The kit's steps in nbgrader's autograding: damaged cells are restored, and every cell is run.

nbgrader's own steps give up on a submission that ends Python, and can't restore a check below an
answer that is gone. With these, every notebook gets its points. What was restored or went wrong is
kept in the metadata of the autograded notebook, as remarks.
"""

import shutil
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor  # type: ignore[import-untyped]
from traitlets import Integer

from blocky.kit.check.record import Status
from blocky.kit.grading.gradebook import Gradebook
from blocky.kit.grading.judging import Guests, Judging
from blocky.kit.language import say
from blocky.kit.notebook.execute import Ending, Run
from blocky.kit.notebook.outcome import failures, records
from blocky.kit.notebook.restore import is_check, notebook_at, restore

__all__ = ["RestoreCells", "RunCells", "notes_in"]

_KEY = "blocky_grading"

#: The states of a task in which the hint is part of the remark.
_EXPLAINED = (Status.PASSED, Status.NOT_CHECKED, Status.NOT_REACHED)


def notes_in(notebook: NotebookNode | None) -> dict[str, Any]:
    """Return the notes in the metadata of an autograded notebook, which may be None.

    These are the "fingerprint" of the submission, and the list of "remarks".
    """
    kept = notebook.metadata.get(_KEY, {}) if notebook else {}
    return {"fingerprint": "", "remarks": [], **kept}


class NotOursError(Exception):
    """nbgrader was started without what gives points."""

    def __init__(self) -> None:
        super().__init__(say("Only `blocky grade` can grade these exercises. `nbgrader autograde` "
                             "can't, so run `blocky grade` in the folder of the course."))


class RestoreCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Restores what a student has damaged, by ``blocky.kit.notebook.restore``."""

    #: The fingerprint that is noted in the notebook.
    fingerprint: ClassVar[str] = ""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]
                   ) -> tuple[NotebookNode, dict[str, Any]]:
        """Restore damaged cells of ``nb``, and keep remarks on them in its metadata."""
        if not RunCells.seed:  # nbgrader runs without `blocky grade`, which would have set it
            raise NotOursError
        ids = resources["nbgrader"]
        released = self._released(ids["assignment"], ids["notebook"], ids["db_url"])
        RunCells.released = released
        remarks = restore(nb.cells, released)
        nb.metadata[_KEY] = {"fingerprint": self.fingerprint, "remarks": [*remarks]}
        return nb, resources

    def _released(self, assignment: str, notebook: str, db_url: str) -> list[Any]:
        """Return the cells of an exercise as they were released, without outputs.

        Where a cell has a name in the gradebook, its source comes from there.
        """
        cells = notebook_at(self._path_of_source(assignment, notebook)).cells
        with Gradebook(db_url) as book:
            sources = {cell.name: cell.source
                       for cell in book.find_notebook(notebook, assignment).source_cells}
        for cell in cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            cell.source = sources.get(name, cell.source)  # only cells of nbgrader have a name
            if cell.cell_type == "code":
                cell.outputs = []
                cell.execution_count = None
        return list(cells)

    def _path_of_source(self, assignment: str, notebook: str) -> Path:
        """Return the path of an exercise's source: in its own folder, or in one beside it."""
        course = self.parent.parent.coursedir
        file = f"{notebook}.ipynb"
        folder = Path(course.format_path(course.source_directory, ".", assignment))
        places = (folder / file, *sorted(folder.parent.glob(f"*/{file}")))
        return next(path for path in places if path.exists())


class RunCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Runs a submission in a guest with limits, and gives it its points by ``Judging``."""

    timeout = Integer(20, help="Seconds that a cell may compute or sleep.").tag(config=True)
    submission_timeout = Integer(300, help="Seconds for all the cells together.").tag(config=True)
    memory = Integer(4 * 2**30, help="Bytes of memory that a submission may use.").tag(config=True)
    file_size = Integer(50 * 2**20, help="Bytes of the largest file it may write.").tag(config=True)

    # ``blocky grade`` sets these in the process of a submission.

    #: The cells of the exercise as they were released.
    released: ClassVar[list[Any]] = []

    #: The processes that hold students' code, and the secret seed of fresh cases.
    guests: ClassVar[Guests]
    seed: ClassVar[str] = ""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]
                   ) -> tuple[NotebookNode, dict[str, Any]]:
        """Run the cells of ``nb``; leave an error in each check that did not pass.

        All remarks go into the notebook's metadata, and into a cell at its top.
        """
        folder = Path(resources["metadata"]["path"])
        run = Judging(nb, self.released, self.guests, folder, seed=self.seed, seconds=self.timeout,
                      all_seconds=self.submission_timeout).run()
        notebook = resources["nbgrader"]["notebook"]
        for ending in (".ipynb", ".html"):  # nbgrader writes files with these names
            shutil.rmtree(folder / f"{notebook}{ending}", ignore_errors=True)
        remarks = [*notes_in(nb)["remarks"], *_remarks(run)]
        for cell in filter(is_check, nb.cells):
            for output in cell.outputs:  # text on stderr would cost points
                if output.output_type == "stream":
                    output.name = "stdout"
        nb.metadata[_KEY] = notes_in(nb) | {"remarks": remarks}
        if remarks:  # the student sees them at the top
            items = "".join(f"<li>{escape(each)}</li>" for each in remarks)
            nb.cells.insert(0, nbformat.v4.new_markdown_cell(f"<ul>{items}</ul>"))  # type: ignore[no-untyped-call]
        return nb, resources


def _remarks(run: Run) -> list[str]:
    """Return remarks on the cells that failed, and on the checks that did not pass or have a hint.

    A hint on a wrong answer is left out.
    """
    remarks = [sentence for cell_number, sentence in failures(run).items()
               if run.endings[cell_number] is not Ending.RAISED]  # the notebook shows an error
    for record in records(run):
        if record.state is not Status.PASSED or record.hint:
            remark = f"{record.task}: {record.state.words}"
            if record.hint and record.state in _EXPLAINED:
                remark += f" ({record.hint})"
            remarks.append(remark)
    return remarks
