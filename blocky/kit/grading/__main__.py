"""Grades a class: ``python -m blocky.kit.grading 06`` in the folder of the course.

For every submission in submitted/STUDENT/blocky/: nbgrader autogrades it, in a process of its own,
so that none can stop the others; then it makes the feedback, and exports the points. At the end
there is a table with the points of each notebook, and with a reason where something is wrong.
"""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
import warnings
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, fields
from glob import glob
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbgrader.api import Gradebook  # type: ignore[import-untyped]
from nbgrader.apps import NbGrader  # type: ignore[import-untyped]
from nbgrader.coursedir import CourseDirectory  # type: ignore[import-untyped]

from blocky.kit.check.notebook import BadNotebookError, read
from blocky.kit.check.record import state_of
from blocky.kit.grading.run import RunCells, remarks

__all__ = ["Grade", "grade", "main"]

#: Seconds that nbgrader may take for a submission beside those of its cells.
EXTRA = 120


@dataclass(frozen=True)
class Grade:
    """A line of the table."""

    student: str
    notebook: str
    points: float
    maximum: float
    remark: str


class Course:
    """A course of nbgrader in the current folder, and one of its assignments (a game)."""

    def __init__(self, assignment: str) -> None:
        app = NbGrader()
        app.initialize([])
        self.assignment = assignment
        self.directory = CourseDirectory(parent=app)
        self.seconds = RunCells(parent=app).submission_timeout + EXTRA

    def folder(self, step: str, student: str = ".") -> Path:
        """Return the folder of a step ("submitted", "autograded", ...) for a student."""
        return Path(self.directory.format_path(
            getattr(self.directory, f"{step}_directory"), student, self.assignment))

    def students(self) -> list[str]:
        """Return the names of all who have submitted something."""
        return sorted(Path(path).parent.name for path in glob(str(self.folder("submitted", "*"))))

    def nbgrader(self, command: str, *options: str, seconds: float | None = None) -> str:
        """Run a command of nbgrader; return "" if it went well, or else why not."""
        beside = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
        try:  # nbgrader looks for a program of its own, alembic, on the PATH
            done = subprocess.run([sys.executable, "-m", "nbgrader", command, *options],
                                  env={**os.environ, "PATH": beside}, timeout=seconds,
                                  capture_output=True, text=True, errors="replace", check=False)
        except subprocess.TimeoutExpired:
            return f"nbgrader took more than {seconds:g} seconds"
        if done.returncode == 0:
            return ""
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if re.match(r"[\w.]+(Error|Entry|Exception)\b", line)]
        return (errors or lines or [f"nbgrader {command} failed"])[-1]

    def synchronise(self) -> None:
        """Make the gradebook know the exercises; what is released stays as it is."""
        with TemporaryDirectory() as release:
            wrong = self.nbgrader("generate_assignment", self.assignment, "--create", "--force",
                                  f"--CourseDirectory.release_directory={release}")
        if wrong:
            raise SystemExit(f"The exercises cannot be read: {wrong}")

    def autograde(self, student: str, notebooks: list[str]) -> dict[str, str]:
        """Autograde notebooks of a student; return why not, for those where it was impossible."""
        wrong = {}
        for name in notebooks:
            path = self.folder("submitted", student) / f"{name}.ipynb"
            if not path.exists():
                continue
            try:
                read(path)
                wrong[name] = self._autograde(student, name)
            except BadNotebookError as error:
                wrong[name] = f"the file {error}"
        return {name: why for name, why in wrong.items() if why}

    def _autograde(self, student: str, name: str) -> str:
        for _ in range(3):  # another process may just be writing in the gradebook
            wrong = self.nbgrader("autograde", self.assignment, f"--student={student}",
                                  f"--notebook={name}", "--force", seconds=self.seconds)
            if "database is locked" not in wrong:
                break
        return wrong

    def line(self, book: Gradebook, student: str, name: str, wrong: str) -> Grade:
        """Return the line of the table for a notebook of a student."""
        maximum = book.find_notebook(name, self.assignment).max_score
        path = self.folder("submitted", student) / f"{name}.ipynb"
        book.update_or_create_student(student)
        if not path.exists():
            others = sorted(each.name for each in path.parent.glob("*.ipynb"))
            return Grade(student, name, 0, maximum, "not submitted" +
                         (f"; there is {', '.join(others)}" if others else ""))
        book.update_or_create_submission(self.assignment, student)
        graded = book.find_submission_notebook(name, self.assignment, student)
        if wrong:  # what an earlier submission was worth is not valid any more
            (self.folder("autograded", student) / f"{name}.ipynb").unlink(missing_ok=True)
            for each in graded.grades:
                each.auto_score, each.needs_manual_grade = 0, False
            book.db.commit()
            return Grade(student, name, graded.score, maximum, f"not graded: {wrong}")
        said = self._said(self.folder("autograded", student) / f"{name}.ipynb")
        if graded.needs_manual_grade:
            said.append("needs manual grading")
        return Grade(student, name, graded.score, maximum, "; ".join(said))

    def _said(self, path: Path) -> list[str]:
        """Return what is to say of an autograded notebook."""
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        said = list(remarks(notebook))
        for cell in notebook.cells:
            kept = cell.metadata.get("nbgrader", {})
            for output in cell.get("outputs", []) if kept.get("grade") else []:
                if output.output_type == "error" and (stands := state_of(output)):
                    said.append(f"{stands.task}: {stands.state.words}")
                elif output.output_type == "error" and output.ename == "NotRun":
                    said.append(f"{kept['grade_id']}: not run")
                elif output.output_type == "error":
                    first = f"{output.ename}: {output.evalue}".split("\n")[0].rstrip(": ")
                    said.append(f"{kept['grade_id']}: {first}")
                elif output.output_type == "stream" and output.name == "stderr":
                    said.append(f"{kept['grade_id']}: wrote on the standard error output")
        return said


def grade(assignment: str, number: str = "", jobs: int = 0) -> list[Grade]:
    """Grade all submissions of the exercises whose names begin with ``number``."""
    course = Course(assignment)
    course.synchronise()
    students = course.students()
    with Gradebook(course.directory.db_url, course.directory.course_id) as book:
        names = [each.name for each in book.find_assignment(assignment).notebooks
                 if each.name.startswith(number)]
    names.sort()
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        wrong = list(pool.map(lambda student: course.autograde(student, names), students))
    with Gradebook(course.directory.db_url, course.directory.course_id) as book:
        table = [course.line(book, student, name, wrong[i].get(name, ""))
                 for i, student in enumerate(students) for name in names]
    pattern = names[0] if len(names) == 1 else f"{number}*"
    for command in [("generate_feedback", assignment, "--force", f"--notebook={pattern}"),
                    ("export", "--to=grades.csv")]:
        if failed := course.nbgrader(*command):
            print(f"nbgrader {command[0]}: {failed}", file=sys.stderr)
    with open("grades_by_notebook.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([each.name for each in fields(Grade)])
        writer.writerows(astuple(each) for each in table)
    return table


def main() -> int:
    """Grade as the command line says, and print the table."""
    warnings.filterwarnings("ignore", module="nbgrader")  # of its own use of its database
    parser = ArgumentParser(prog="python -m blocky.kit.grading",
                            description="Grade all submissions.")
    parser.add_argument("number", nargs="?", default="",
                        help="that of an exercise, as 06; without it all of them")
    parser.add_argument("--assignment", default="blocky", help="the game (default: blocky)")
    parser.add_argument("--jobs", type=int, default=0, help="submissions at a time")
    options = parser.parse_args()
    table = grade(options.assignment, options.number, options.jobs)
    width = max([len(each.student) for each in table] + [7])
    for each in table:
        print(f"{each.student:{width}}  {each.notebook:16}  {each.points:4g} of {each.maximum:g}"
              f"{'  ' + each.remark if each.remark else ''}")
    print(f"{len(table)} lines. Points: grades.csv and grades_by_notebook.csv; answers with their "
          "results: feedback/.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
