"""The folder of a course, what students hand in, and what `blocky grade` makes of it."""

import csv
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import matplotlib

from tests.answers import e06_flatten

ROOT = Path(__file__).parents[1]
NAME = "06_flatten"


def exercise(name=f"blocky/{NAME}", edition=ROOT, room="exercises"):
    """Return an exercise, or what another folder (``room``) has for it, such as its solution."""
    return json.loads((edition / room / f"{name}.ipynb").read_text("utf-8"))


def cell_of(notebook, name):
    return next(cell for cell in notebook["cells"]
                if cell["metadata"].get("nbgrader", {}).get("grade_id") == name)


def code(source, name="of-the-student", **metadata):
    return {"cell_type": "code", "metadata": metadata, "source": source, "outputs": [],
            "execution_count": None, "id": name}


def notebook_of(*cells):
    """Return the text of a notebook of these cells."""
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def insert(notebook, *sources, after="check-flatten"):
    """Insert cells into a notebook; return it."""
    place = notebook["cells"].index(cell_of(notebook, after)) + 1
    notebook["cells"][place:place] = map(code, sources)
    return notebook


def source_of(answer):
    """The text of the module of an answer, without the tables at its end."""
    text = inspect.getsource(inspect.getmodule(answer)).split("\nRIGHT = ")[0]
    return re.sub(r"from tests.answers import .*\n", "", text)


def written(flatten=e06_flatten.with_loops, perimeter_score=e06_flatten.counts_edges):
    """Return the exercise with answers, which are functions or sources of cells."""
    notebook = exercise()
    for name, answer in [("flatten", flatten), ("perimeter_score", perimeter_score)]:
        cell_of(notebook, name)["source"] = answer if isinstance(answer, str) else (
            f"{source_of(answer)}\n{name} = {answer.__name__}\n")
    return notebook


def solved(name, edition=ROOT, **wrong):
    """Return an exercise such as "blue/01_state" with the answers of its solution.

    ``wrong`` has sources of other answers, by the names of their tasks.
    """
    notebook = exercise(name, edition)
    for cell in exercise(name, edition, "solutions")["cells"]:
        kept = cell["metadata"].get("nbgrader", {})
        if kept.get("solution"):
            cell_of(notebook, kept["grade_id"])["source"] = wrong.get(kept["grade_id"], [
                line for line in cell["source"] if "### " not in line])
    return notebook


def found_a_course(folder, limits="", name=f"blocky/{NAME}", edition=ROOT):
    """Make the folder of a course with one exercise, and its own limits."""
    source = folder / "solutions" / f"{name}.ipynb"
    source.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(edition / "solutions" / f"{name}.ipynb", source)
    config = (ROOT / "nbgrader_config.py").read_text("utf-8")
    (folder / "nbgrader_config.py").write_text(config + limits, "utf-8")


def hand_in(course, student, content, name=f"blocky/{NAME}"):
    """Write what a student hands in, a notebook, a text or (None) a pipe; return its path."""
    path = course / "submitted" / student / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is None:
        os.mkfifo(path)
        return path
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def python_in(course, *words, **environment):
    """Start Python in the folder of a course."""
    environment = {**os.environ, "MPLCONFIGDIR": matplotlib.get_cachedir(), **environment}
    return subprocess.Popen([sys.executable, *words], cwd=course, env=environment, text=True,
                            stdout=-1, stderr=-1)


def graded_in(course, *words, command=("-m", "blocky", "grade"), code=0, **environment):
    """Run ``blocky grade`` in the folder of a course; return its lines and what it says.

    It writes no report, which takes time.
    """
    if "grade" in command:
        words = (*words, "--no-report")
    process = python_in(course, *command, *words, **environment)
    said, wrong = process.communicate()
    assert process.returncode == code, said + wrong
    assert "Traceback" not in said + wrong
    return lines_in(course), said


def lines_in(course):
    """Return the lines of the table by student and notebook."""
    with open(course / "grades_by_notebook.csv", encoding="utf-8-sig") as file:
        return {(row["student"], row["notebook"]): row for row in csv.DictReader(file)}


def files(*folders):
    """Return the contents of all files below some folders, by path."""
    return {path: path.read_bytes() for folder in folders
            for path in folder.rglob("*") if path.is_file()}
