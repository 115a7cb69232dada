"""The exercises are those of the solutions, and both run as they should."""

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator

from blocky import check
from blocky.kit.check import kept
from blocky.kit.check.notebook import read
from blocky.kit.check.record import State, state_of
from blocky.kit.check.report import failures
from blocky.kit.check.tasks import tasks_of

ROOT = Path(__file__).parents[1]
SOLUTIONS = sorted(ROOT.glob("solutions/*/*.ipynb"))
NAMES = [path.relative_to(ROOT / "solutions") for path in SOLUTIONS]
each_solution = pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
each_name = pytest.mark.parametrize("name", NAMES, ids=lambda name: name.stem)


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """A folder with the exercises that nbgrader makes of the solutions now."""
    course = tmp_path_factory.mktemp("course")
    shutil.copytree(ROOT / "solutions", course / "solutions",
                    ignore=shutil.ignore_patterns(".*"))
    shutil.copy(ROOT / "nbgrader_config.py", course)
    for game in sorted({str(name.parent) for name in NAMES}):
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", "generate_assignment", game, "--create", "--no-db"],
            cwd=course, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return course / "exercises"


def ran(paths, folder):
    """Run notebooks by nbval; return why cells failed, by notebook and number."""
    result = folder / "result.xml"
    environment = {key: value for key, value in os.environ.items() if key != "PYTEST_ADDOPTS"}
    subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval-lax", "--nbval-current-env", "--color=no",
         "--nbval-cell-timeout=60", "-o", "addopts=", "-o", "junit_family=xunit1",
         "-p", "no:cacheprovider", "-p", kept.__name__, f"--junitxml={result}", *map(str, paths)],
        cwd=ROOT, env=environment, capture_output=True, check=False)
    cells = sum(cell.number > 0 for path in paths for cell in read(path))
    assert result.read_text(encoding="utf-8").count("<testcase ") == cells
    return failures(result)


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """What nbval says of the cells of all solutions and of all exercises, run as they lie there."""
    steps = ("solutions", "exercises")
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(steps, pool.map(
            lambda step: ran([ROOT / step / name for name in NAMES], tmp_path_factory.mktemp(step)),
            steps), strict=True))


def test_the_exercises_are_made_of_the_solutions(generated):
    kept = {path.relative_to(ROOT / "exercises"): path.read_bytes()
            for path in ROOT.glob("exercises/*/*.ipynb")}
    made = {path.relative_to(generated): path.read_bytes()
            for path in generated.glob("*/*.ipynb")}
    assert sorted(kept) == sorted(made) == NAMES
    assert [name for name in NAMES if kept[name] != made[name]] == [], "make exercises"


@each_name
def test_an_exercise_is_not_started_and_nothing_worse(name, outcomes):
    for cell in read(ROOT / "exercises" / name):
        failure = outcomes["exercises"].get((name.stem, cell.number))
        if cell.is_check:
            assert state_of(failure.output)[:2] == (cell.task, State.NOT_STARTED)
        else:
            assert failure is None, f"cell {cell.number}: {failure.said}"


@each_name
def test_every_cell_of_a_solution_passes(name, outcomes):
    assert [cell for cell in outcomes["solutions"] if cell[0] == name.stem] == []


@each_solution
def test_a_solution_is_a_valid_notebook_for_nbgrader(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    cells = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    ids = [cell.metadata.nbgrader["grade_id"] for cell in cells]
    assert len(set(ids)) == len(ids)
    for cell in cells:
        kept = cell.metadata.nbgrader
        assert kept["schema_version"] == 3
        assert kept["grade"] or kept["solution"]
        assert kept["locked"] == (not kept["solution"])
        assert not kept["grade"] or kept["points"] > 0
        assert not cell.get("outputs")
        region = re.search(r"^ *### BEGIN SOLUTION\n.*^ *### END SOLUTION", cell.source,
                           re.M | re.S)
        if kept["locked"]:
            assert not region
        elif cell.cell_type == "code" and not kept["grade"]:
            assert region


@each_solution
def test_each_answer_has_one_check_of_one_line(path):
    cells = read(path)
    answers = [cell.name for cell in cells if cell.is_answer  # what is no task gives no points
               and cell.name in tasks_of("blocky")]
    checks = {cell.name: cell.source for cell in cells if cell.is_check}
    assert answers
    assert checks == {f"check-{name}": f"check.{name}({name})" for name in answers}


@each_name
def test_an_exercise_has_no_solution_in_it(name, generated):
    text = (generated / name).read_text(encoding="utf-8")
    assert "SOLUTION" not in text
    assert all(cell["metadata"].get("deletable") is False and
               cell["metadata"].get("editable") is False
               for cell in json.loads(text)["cells"]
               if cell["metadata"].get("nbgrader", {}).get("locked"))
    assert all(cell.is_as_released for cell in read(generated / name))


def test_every_task_is_asked_for_in_an_exercise():
    asked = [cell.task for path in SOLUTIONS for cell in read(path) if cell.is_check]
    assert sorted(asked) == sorted(tasks_of("blocky"))
    assert set(asked) <= set(check.__all__)
