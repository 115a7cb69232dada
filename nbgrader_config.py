"""The settings of a course for nbgrader. GRADING.md explains how to use them.

Exercises are made from solutions/ and released in exercises/. Each exercise is an assignment, such
as 06_flatten. Submissions are in submitted/STUDENT/blocky/06_flatten.ipynb.
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

# The limits of each submission. Each check of the kit stops after 3 seconds of computing.
c.RunCells.timeout = 20  # seconds in which a cell computes or sleeps
c.RunCells.submission_timeout = 300  # the same for all the cells of a notebook
c.RunCells.memory = 4 * 2**30  # bytes of all its processes
c.RunCells.file_size = 50 * 2**20  # bytes of each file, not on Windows
c.LimitOutput.max_lines = 200

# These are nbgrader's steps. But RestoreCells replaces DeduplicateIds, and RunCells replaces
# Execute.
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

# No script in a feedback page runs.
c.GenerateFeedback.exporter_class = "blocky.kit.grading.pages.Pages"

# `nbgrader zip_collect` accepts files from a learning platform with names such as
# ada_06_flatten.ipynb or ada_06_flatten.zip. What is in ada's zip file is ada's.
c.ZipCollectApp.collector_plugin = "blocky.kit.grading.collecting.Collector"
c.FileNameCollectorPlugin.named_regexp = r".*[/\\](?P<student_id>[^/\\]+?)_(?P<file_id>\d\d_\w+)"
