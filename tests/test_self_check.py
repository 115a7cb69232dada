"""`blocky check` lists how each task of a notebook stands, and leaves the file alone."""

import json
import re
from pathlib import Path

import pytest

from blocky.kit.check.cells import Cell
from blocky.kit.command import main
from tests.answers import grids
from tests.test_grading import HARMLESS, cell_of, code, solved, written

ROOT = Path(__file__).parents[1]
EXERCISE = ROOT / "exercises" / "blocky" / "06_flatten.ipynb"
RELEASED = json.loads(EXERCISE.read_text(encoding="utf-8"))


def checked(folder, capsys, notebook):
    """Check a notebook; return the exit code, what was said, and the state of each task."""
    path = folder / EXERCISE.name
    path.write_text(notebook if isinstance(notebook, str) else json.dumps(notebook), "utf-8")
    before = path.read_bytes()
    result = main(["check", str(path)])
    assert path.read_bytes() == before
    assert [each.name for each in folder.iterdir()] == [path.name]
    said = capsys.readouterr()
    assert said.err == ""
    assert len(said.out.splitlines()) < 16
    states = {line.split()[0]: line.strip().split("  ")[-1].strip()
              for line in said.out.splitlines() if line.startswith(("  flatten", "  perimeter"))}
    return result, said.out, states


def inserted(notebook, source, after="check-flatten"):
    place = notebook["cells"].index(cell_of(notebook, after)) + 1
    notebook["cells"].insert(place, code(source))
    return notebook


@pytest.mark.parametrize(("name", "words"), [
    ("blocky/06_flatten", ["6"]), ("prograsonne/01_cells", ["01", "--game", "prograsonne"]),
    ("blue/01_state", ["exercises/blue/01_state.ipynb"])])
def test_right_answers_pass_in_an_exercise_named_by_its_number_or_its_file(
        tmp_path, capsys, monkeypatch, name, words):
    notebook = solved(name)
    notebook["cells"].append(code("import mine"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":  # as if saved after a run, with counts removed
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "old"}]
    path = tmp_path / "exercises" / f"{name}.ipynb"
    path.parent.mkdir(parents=True)
    (path.parent / "mine.py").write_text("number = 1\n", "utf-8")
    path.write_text(json.dumps(notebook), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", *words]) == 0
    said = capsys.readouterr().out
    assert said.startswith(path.name)
    assert said.endswith("2 of 2 tasks passed.\n")


def test_two_states_with_their_hints(tmp_path, capsys):
    notebook = written(RELEASED, flatten=grids.goes_on_with_itself)
    cell_of(notebook, "perimeter_score")["source"] = cell_of(RELEASED, "perimeter_score")["source"]
    result, said, states = checked(tmp_path, capsys, notebook)
    assert result == 1
    assert states == {"flatten": "never stops", "perimeter_score": "not started"}
    assert "Look at line" in said
    assert "Replace the line that raises NotImplementedError by your answer." in said
    assert "0 of 2 tasks passed." in said


@pytest.mark.parametrize("name", HARMLESS)
def test_what_costs_no_points_is_solved(tmp_path, capsys, name):
    notebook = written(RELEASED)
    HARMLESS[name](notebook)
    _, _, states = checked(tmp_path, capsys, notebook)
    assert states == {"flatten": "passed", "perimeter_score": "passed"}


@pytest.mark.parametrize("strict", [False, True])
def test_what_stands_on_a_wrong_answer_passes_unless_the_course_is_strict(
        tmp_path, capsys, strict):
    notebook = solved("blue/04_tiling")
    cell_of(notebook, "run_length")["source"] = "def run_length(cells, index):\n    return 7"
    path = tmp_path / "exercises" / "04_tiling.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(notebook), "utf-8")
    (tmp_path / "course.toml").write_text("carry = false" if strict else "", "utf-8")
    assert main(["check", str(path), "--game=blue"]) == 1
    said = capsys.readouterr().out
    assert f"{1 if strict else 3} of 4 tasks passed." in said
    assert said.count("with the kit's own run_length in the place of yours") == 2 * (not strict)


@pytest.fixture
def not_run(monkeypatch):
    """Nothing is run: whether a check is as it was released does not depend on it."""
    monkeypatch.setattr("blocky.kit.notebook.report._run", lambda notebook, path: {})


def test_a_deleted_and_an_edited_check_are_named(tmp_path, capsys, not_run):
    notebook = written(RELEASED)
    notebook["cells"].remove(cell_of(notebook, "check-flatten"))
    cell_of(notebook, "check-perimeter_score")["source"] = "check.flatten(flatten)"
    result, said, states = checked(tmp_path, capsys, notebook)
    assert result == 0
    assert states == {"flatten": "passed", "perimeter_score": "passed"}
    assert "check-flatten was deleted, and is restored" in said
    assert "check-perimeter_score was edited, and is restored" in said


def test_without_the_released_exercise_the_notebook_itself_says_what_is_expected(
        tmp_path, capsys, not_run):
    notebook = written(RELEASED)
    notebook["cells"].remove(cell_of(notebook, "check-flatten"))
    cell_of(notebook, "check-perimeter_score")["source"] = "pass"
    path = tmp_path / "my_own_name.ipynb"
    path.write_text(json.dumps(notebook), "utf-8")
    assert main(["check", str(path)]) == 0
    said = capsys.readouterr().out
    assert "check-flatten was deleted, and is restored" in said
    assert "check-perimeter_score was edited, and is restored" in said


def of_another_course():
    """An exercise in which an instructor has renamed a task, and changed the points of another."""
    notebook = written(RELEASED)
    cell_of(notebook, "flatten")["metadata"]["nbgrader"]["grade_id"] = "flat"
    for name, change in (("check-flatten", {"grade_id": "check-flat"}),
                         ("check-perimeter_score", {"points": 9})):
        kept = cell_of(notebook, name)["metadata"]["nbgrader"]
        kept |= change
        kept["checksum"] = Cell("code", "".join(cell_of(notebook, kept["grade_id"])["source"]),
                                nbgrader=kept).checksum
    return notebook


def test_of_another_course_nothing_is_restored_that_the_kit_does_not_know(
        tmp_path, capsys, not_run):
    path = tmp_path / EXERCISE.name
    path.write_text(json.dumps(of_another_course()), "utf-8")
    assert main(["check", str(path)]) == 0
    said = capsys.readouterr().out
    assert "restored" not in said
    assert "2 of 2 tasks passed." in said
    assert re.search("^  flat ", said, re.MULTILINE)


def test_in_the_folder_of_a_course_what_it_has_released_is_restored(tmp_path, capsys, not_run):
    released, handed_in = of_another_course(), of_another_course()
    handed_in["cells"].remove(cell_of(handed_in, "check-flat"))
    for folder, notebook in (("exercises", released), ("submitted/ada", handed_in)):
        path = tmp_path / folder / "blocky" / EXERCISE.name
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(notebook), "utf-8")
    (tmp_path / "nbgrader_config.py").touch()
    assert main(["check", str(path)]) == 0
    said = capsys.readouterr().out
    assert "check-flat was deleted, and is restored" in said
    assert "2 of 2 tasks passed." in said


def test_another_cell_that_fails_is_named_with_its_error(tmp_path, capsys):
    notebook = inserted(written(RELEASED), "draw.gird(board)")
    cell_of(notebook, "perimeter_score")["source"] = "def perimeter_score(grid, colour:\n    return"
    result, said, states = checked(tmp_path, capsys, notebook)
    assert result == 1
    assert states == {"flatten": "passed", "perimeter_score": "not checked"}
    assert "(draw.gird(board)) failed: AttributeError: module 'blocky.draw' has no" in said
    assert re.search(r"not checked\n +Cell 8 \(def .* failed: SyntaxError", said), "the cause"


@pytest.mark.parametrize(("source", "words"), [
    ("import time\nwhile True:\n    time.sleep(0.1)", "was stopped after 10 seconds"),
    ("import os\nos._exit(0)", "ended Python"),
])
def test_a_cell_that_never_ends_or_ends_python(tmp_path, capsys, monkeypatch, source, words):
    monkeypatch.setattr("blocky.kit.notebook.report.SECONDS", 10)
    notebook = inserted(written(RELEASED, perimeter_score=grids.rows_only), source)
    for cell in notebook["cells"][notebook["cells"].index(cell_of(notebook, "check-flatten")) + 2:]:
        if cell["cell_type"] == "code" and "nbgrader" not in cell["metadata"]:
            cell["source"] = ""  # so that the limit of the test is only met by the cell above
    result, said, states = checked(tmp_path, capsys, notebook)
    assert result == 1
    assert states["flatten"] == "passed"
    assert words in said
    assert states["perimeter_score"] == "wrong", "the kernel is started again"
    assert said.count("failed:") == 1


@pytest.mark.parametrize(("content", "words"), [
    ("", "This file is an empty file."),
    (json.dumps(RELEASED)[:900], "This file is not valid JSON"),
    ("[1, 2]", "This file is no notebook of Jupyter"),
])
def test_a_damaged_file_is_named(tmp_path, capsys, content, words):
    result, said, states = checked(tmp_path, capsys, content)
    assert result == 2
    assert words in said
    assert states == {}


def test_a_missing_file_is_named(tmp_path, capsys):
    assert main(["check", str(tmp_path / "missing.ipynb")]) == 2
    assert "There is no notebook" in capsys.readouterr().err
