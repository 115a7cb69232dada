"""The exercises are made of the solutions, and both run as they should."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator

from blocky.kit.check.exercise_cells import read
from blocky.kit.check.record import Status, state_of
from blocky.kit.games import package
from blocky.kit.lessons.exercises import make_exercises
from blocky.kit.notebook.tasks import tasks_of
from blocky.kit.teaching import editions
from tests.kernels import errors, ran
from tools.outputs import ROOT, SOLUTIONS, name_of, with_outputs

EXERCISES = [path.parents[2] / "exercises" / path.parent.name / path.name for path in SOLUTIONS]
#: The exercises that are run: in other languages the code is the same, and solutions are run.
IN_ENGLISH = [path for path in EXERCISES if path.is_relative_to(ROOT / "exercises")]
CHECKS = {game: import_module(f"{package(game)}.check")
          for game in sorted({path.parent.name for path in SOLUTIONS})}
IDS = [name_of(path).replace("/", "-") for path in SOLUTIONS]
each_solution = pytest.mark.parametrize("path", SOLUTIONS, ids=IDS)
each_exercise = pytest.mark.parametrize("path", EXERCISES, ids=IDS)


@pytest.mark.parametrize("language", editions())
def test_the_exercises_are_made_of_the_solutions(language, tmp_path, monkeypatch):
    edition = editions()[language]
    shutil.copytree(edition / "solutions", tmp_path / "solutions",
                    ignore=shutil.ignore_patterns(".*"))
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    make_exercises(tmp_path)
    kept, made = ({path.relative_to(top / "exercises"): path.read_bytes()
                   for path in top.glob("exercises/*/*.ipynb")} for top in (edition, tmp_path))
    assert sorted(kept) == sorted(made) == sorted(
        path.relative_to(edition / "exercises") for path in EXERCISES if path.is_relative_to(
            edition / "exercises"))
    assert [name for name in kept if kept[name] != made[name]] == [], "make exercises"


@pytest.mark.parametrize("path", IN_ENGLISH, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_exercise_is_not_started_and_has_no_other_error(path):
    notebook = ran(path)
    failed = errors(notebook)
    for cell in read(path):
        if cell.is_check:
            assert shown(notebook, cell) == 2 * [(cell.task, Status.NOT_STARTED)]  # box and error
        elif cell.kind == "code":
            assert cell.number not in failed, failed[cell.number]


@each_solution
def test_every_cell_of_a_solution_passes_and_has_the_kept_outputs(path):
    notebook = ran(path)
    assert errors(notebook) == {}
    for cell in read(path):
        if cell.is_check:
            assert shown(notebook, cell) == [(cell.task, Status.PASSED)]
    kept = nbformat.read(path, as_version=4)
    assert with_outputs(kept, notebook) == kept, (
        f"If that is meant: python -m tools.outputs {name_of(path)}")


def shown(notebook, check):
    """Return the status of a task in each output of its check's cell."""
    cell = [cell for cell in notebook.cells if cell.cell_type == "code"][check.number - 1]
    return [state_of(output)[:2] for output in cell.outputs]


@each_solution
def test_a_solution_is_a_valid_notebook_for_nbgrader(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    assert "widgets" not in notebook.metadata
    cells = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
    assert len({kept["grade_id"] for kept in cells}) == len(cells)
    for kept in cells:
        assert kept["locked"] == (not kept["solution"])
        assert not kept["grade"] or kept["points"] > 0


@each_solution
def test_each_answer_has_one_check_of_one_line(path):
    cells = read(path)
    answers = [cell.name for cell in cells if cell.is_answer  # only tasks give points
               and cell.name in tasks_of(path.parent.name)]
    checks = {cell.name: cell.source for cell in cells if cell.is_check}
    assert answers
    assert checks == {f"check-{name}": f"check.{name}({name})" for name in answers}


@each_exercise
def test_an_exercise_has_no_solution_in_it(path):
    text = path.read_text(encoding="utf-8")
    assert "SOLUTION" not in text
    for cell in json.loads(text)["cells"]:
        assert not cell.get("outputs")
        if cell["metadata"].get("nbgrader", {}).get("locked"):
            assert cell["metadata"]["deletable"] is cell["metadata"]["editable"] is False
    for cell in read(path):
        assert cell.nbgrader.get("checksum", cell.checksum) == cell.checksum


@pytest.mark.parametrize("game", CHECKS)
def test_every_task_is_asked_for_in_an_exercise(game):
    for edition in editions().values():
        asked = [cell.task for path in edition.glob(f"solutions/{game}/*.ipynb")
                 for cell in read(path) if cell.is_check]
        assert sorted(asked) == sorted(tasks_of(game)), f"{edition}: see How to translate"
    assert set(asked) <= set(CHECKS[game].__all__)


def test_the_command_of_the_documents_compares_outputs(tmp_path):
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    options = shlex.split(re.search(r"^python -m pytest (--nbval .*) solutions$", page, re.M)[1])
    notebook = nbformat.read(ROOT / "solutions/prograsonne/01_cells.ipynb", as_version=4)
    number, cell = next((number, cell) for number, cell in enumerate(
        each for each in notebook.cells if each.cell_type == "code") if cell.outputs)
    cell.outputs[0].text = cell.outputs[0].text.replace("returns (2, 3)", "returns (2, 4)")
    nbformat.write(notebook, tmp_path / "changed.ipynb")
    done = subprocess.run([sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider",
                           f"--rootdir={tmp_path}", "changed.ipynb"],
                          cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    assert f"Cell {number}" in done.stdout
    assert "1 failed" in done.stdout


@pytest.mark.parametrize("path", IN_ENGLISH, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_exercise_says_at_its_top_where_run_all_stops(path):
    top = nbformat.read(path, as_version=4).cells[0].source
    assert "**Run All** stops at the first task" in top
