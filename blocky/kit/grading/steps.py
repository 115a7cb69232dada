"""The steps of nbgrader."""

import os

from nbgrader.apps import NbGrader  # type: ignore[import-untyped]
from nbgrader.converters import BaseConverter, GenerateFeedback  # type: ignore[import-untyped]
from nbgrader.coursedir import CourseDirectory  # type: ignore[import-untyped]

from blocky.kit.grading.pages import Pages

__all__ = ["take_step"]


def take_step(app: NbGrader, step: type[BaseConverter], name: str, student: str, root: str,
              **options: str) -> None:
    """Take a step of nbgrader with the notebook ``name`` of a student, in the folder ``root``.

    ``app`` knows the configuration. The student "." stands for the instructor. Errors are raised;
    nbgrader would only log them. ``options`` go to nbgrader's CourseDirectory.
    """

    class Step(step):  # type: ignore[misc]
        """The step for this notebook only, which lets errors through."""

        def init_notebooks(self) -> None:
            """Find the notebook's folder, where nbgrader would search for all notebooks."""
            self.folder = self._format_source(name, self.coursedir.student_id)

        def convert_notebooks(self) -> None:
            """Convert the notebook as nbgrader does, but let errors through."""
            self.notebooks = [os.path.join(self.folder, f"{name}.ipynb")]
            ids = self.coursedir.assignment_id, self.coursedir.student_id
            if self.init_destination(*ids):  # whether there is something to do
                self.run_pre_convert_hook()
                self.init_assignment(*ids)
                for notebook in self.notebooks:
                    self.convert_single_notebook(notebook)
                self.set_permissions(*ids)
                self.run_post_convert_hook()

    # below ``root``, nbgrader's own names, whatever the course calls its folders
    folders = {f"{each}_directory": each
               for each in ("source", "release", "submitted", "autograded", "feedback")}
    directory = CourseDirectory(parent=app, root=root, assignment_id=name, student_id=student,
                                notebook_id=name, **(folders | options))
    exporter = {"exporter_class": Pages} if step is GenerateFeedback else {}
    Step(coursedir=directory, parent=app, force=True, **exporter).start()
