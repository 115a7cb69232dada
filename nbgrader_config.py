"""The repository as a course of nbgrader: solutions/ is its source, exercises/ what it releases."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "blocky"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError"}
