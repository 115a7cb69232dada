"""The repository as a course of nbgrader: GRADING.md is its guide.

solutions/ is the source and exercises/ what is released; a submission lies in
submitted/STUDENT/blocky/06_flatten.ipynb, and each exercise is an assignment, here 06_flatten.
"""

import os
import sysconfig

c = get_config()  # noqa: F821

# nbgrader starts the program alembic, which an environment that isn't activated doesn't find.
os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])

c.CourseDirectory.course_id = "blocky"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.submitted_directory = "submitted"
c.CourseDirectory.autograded_directory = "autograded"
c.CourseDirectory.feedback_directory = "feedback"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError"}

# The limits of each submission. A check of the kit takes 3 seconds at most.
c.RunCells.timeout = 20  # seconds that a cell computes or sleeps
c.RunCells.submission_timeout = 300  # the same for all cells of a notebook
c.RunCells.memory = 4 * 2**30  # bytes, on Linux
c.RunCells.file_size = 50 * 2**20  # bytes of each file, not on Windows
c.LimitOutput.max_lines = 200

# nbgrader's steps with two of the kit's: RestoreCells, in place of DeduplicateIds, and RunCells,
# in place of Execute.
c.Autograde.sanitize_preprocessors = [
    "blocky.kit.grading.autograde.RestoreCells",
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.OverwriteKernelspec",
    "nbgrader.preprocessors.OverwriteCells",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.Autograde.autograde_preprocessors = [
    "blocky.kit.grading.autograde.RunCells",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]

# `nbgrader zip_collect` takes files that a learning platform has named ada_06_flatten.ipynb.
c.FileNameCollectorPlugin.named_regexp = r".*[/\\](?P<student_id>[^/\\]+?)_(?P<file_id>\d\d_\w+)"
