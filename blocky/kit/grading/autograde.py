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

#: The key of the kit's notes in the metadata of an autograded notebook.
_KEY = "blocky_grading"

#: The states of a task in which the hint is part of the remark.
_EXPLAINED = (Status.PASSED, Status.NOT_CHECKED, Status.NOT_REACHED)


def notes_in(notebook: NotebookNode | None) -> dict[str, Any]:
    """Return the notes in the metadata of an autograded notebook, as a dict with two keys.

    These are the "fingerprint" of the submission, and the list of "remarks". Without notes, or for
    None, both are empty.
    """
    notes = notebook.metadata.get(_KEY, {}) if notebook else {}
    return {"fingerprint": "", "remarks": [], **notes}


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
        """Restore damaged cells of ``nb``, and keep remarks on them in its metadata.

        Return ``nb`` and the resources. NotOursError: ``blocky grade`` hasn't started nbgrader.
        """
        if not RunCells.seed:  # nbgrader runs without `blocky grade`, which would have set it
            raise NotOursError
        ids = resources["nbgrader"]
        released = self._released(ids["assignment"], ids["notebook"], ids["db_url"])
        RunCells.released = released  # nbgrader's next step needs the same cells
        remarks = restore(nb.cells, released)
        nb.metadata[_KEY] = {"fingerprint": self.fingerprint, "remarks": [*remarks]}
        return nb, resources

    def _released(self, assignment: str, notebook: str, db_url: str) -> list[Any]:
        """Return the cells of an exercise as they were released, without outputs.

        The file has the instructor's solutions; for the cells of nbgrader, the gradebook at
        ``db_url`` has the sources that students got.
        """
        cells = notebook_at(self._path_of_source(assignment, notebook)).cells
        with Gradebook(db_url) as book:
            released_sources = {cell.name: cell.source for cell
                                in book.find_notebook(notebook, assignment).source_cells}
        for cell in cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")  # None for other cells
            cell.source = released_sources.get(name, cell.source)
            if cell.cell_type == "code":
                cell.outputs = []
                cell.execution_count = None
        return list(cells)

    def _path_of_source(self, assignment: str, notebook: str) -> Path:
        """Return the path of an exercise's source.

        It's in the folder of its own assignment, or in a folder beside that one.
        """
        course = self.parent.parent.coursedir  # the parents: nbgrader's converter and application
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
        """Run the cells of ``nb``, and leave an error in each check that did not pass.

        All remarks go into the notebook's metadata, and into a new cell at its top. Return ``nb``
        and the resources.
        """
        folder = Path(resources["metadata"]["path"])
        run = Judging(nb, self.released, self.guests, folder, seed=self.seed, seconds=self.timeout,
                      all_seconds=self.submission_timeout).run()
        notebook = resources["nbgrader"]["notebook"]
        for ending in (".ipynb", ".html"):  # nbgrader can't write its files over folders
            shutil.rmtree(folder / f"{notebook}{ending}", ignore_errors=True)
        remarks = [*notes_in(nb)["remarks"], *_remarks(run)]
        for cell in filter(is_check, nb.cells):
            for output in cell.outputs:  # nbgrader would take points away for text on stderr
                if output.output_type == "stream":
                    output.name = "stdout"
        nb.metadata[_KEY] = notes_in(nb) | {"remarks": remarks}
        if remarks:  # the student sees them at the top
            items = "".join(f"<li>{escape(each)}</li>" for each in remarks)
            nb.cells.insert(0, nbformat.v4.new_markdown_cell(f"<ul>{items}</ul>"))  # type: ignore[no-untyped-call]
        return nb, resources


def _remarks(run: Run) -> list[str]:
    """Return a remark on each cell that failed, and on each check that didn't pass or has a hint.

    A remark has the check's hint only in the states ``_EXPLAINED``. A cell that raised an error
    gets none, because the notebook shows its error.
    """
    remarks = [sentence for place, sentence in failures(run).items()
               if run.endings[place] is not Ending.RAISED]
    for record in records(run):
        if record.state is not Status.PASSED or record.hint:
            remark = f"{record.task}: {record.state.words}"
            if record.hint and record.state in _EXPLAINED:
                remark += f" ({record.hint})"
            remarks.append(remark)
    return remarks
