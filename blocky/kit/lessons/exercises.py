"""Makes the exercises out of the solutions: ``python -m blocky.kit.lessons.exercises``.

nbgrader takes out what lies between ``### BEGIN SOLUTION`` and ``### END SOLUTION`` in each cell of
``solutions/``, and writes the rest to ``exercises/``. nbgrader_config.py has its settings.
"""

from pathlib import Path

from nbgrader.apps import GenerateAssignmentApp  # type: ignore[import-untyped]

from blocky.kit.teaching import editions

__all__ = ["make_exercises"]


def make_exercises(course: Path) -> None:
    """Write ``exercises/`` of a course from its ``solutions/``, game by game."""
    for folder in sorted((course / "solutions").glob("[!.]*/")):
        app = GenerateAssignmentApp()
        # it replaces earlier exercises, and enters nothing into a gradebook
        app.initialize([folder.name, f"--CourseDirectory.root={course}", "--create", "--force",
                        "--no-db", "--log-level=WARN"])
        app.start()


if __name__ == "__main__":
    for edition in editions().values():
        make_exercises(edition)
