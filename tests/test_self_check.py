"""`blocky check` lists the state of each task of a notebook, and does not change the file."""

import json
import re

import pytest

from blocky.kit.check.exercise_cells import Cell
from blocky.kit.command import main
from tests.answers import e06_flatten
from tests.course import NAME, cell_of, code, exercise, insert, solved, written
from tests.submissions import ENDLESS, HARMLESS, changed

SOLVED = "2 of 2 tasks passed."


@pytest.fixture
def check(tmp_path, capsys):
    """A function that checks a notebook, and returns the exit code and what is said."""
    def check(notebook, place=f"exercises/blocky/{NAME}.ipynb", *words):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(notebook if isinstance(notebook, str) else json.dumps(notebook), "utf-8")
        before = {each: each.read_bytes() for each in path.parent.iterdir()}
        result = main(["check", *(words or [str(path)])])
        assert {each: each.read_bytes() for each in path.parent.iterdir()} == before
        said, wrong = capsys.readouterr()
        assert wrong == ""
        return result, said
    return check


@pytest.fixture
def not_run(monkeypatch):
    """Run nothing: whether a check is the released one does not depend on it."""
    monkeypatch.setattr("blocky.kit.notebook.check_command._run", lambda *_: None)


@pytest.mark.parametrize(("name", "words"), [
    ("blocky/06_flatten", ["6"]), ("prograsonne/01_cells", ["01", "--game", "prograsonne"]),
    ("blue/01_state", ["exercises/blue/01_state.ipynb"])])
def test_right_answers_pass_in_an_exercise_named_by_its_number_or_its_file(
        check, tmp_path, monkeypatch, name, words):
    notebook = solved(name)
    notebook["cells"].append(code("import mine"))
    path = tmp_path / f"exercises/{name}.ipynb"
    path.parent.mkdir(parents=True)
    (path.parent / "mine.py").write_text("number = 1\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    result, said = check(notebook, f"exercises/{name}.ipynb", *words)
    assert [line for line in said.splitlines() if "failed" in line] == []
    assert result == 0
    assert said.startswith(path.name)
    assert said.endswith(f"{SOLVED}\n")


@pytest.mark.parametrize("of_helpers", [False, True])
def test_what_costs_no_points_when_graded_costs_none_here(check, of_helpers):
    """All of it in one notebook; but where the helpers are gone nobody else may define theirs."""
    notebook = written()
    for name, change in HARMLESS.items():
        if of_helpers == (name == "no-helpers"):
            change(notebook)
    assert SOLVED in check(notebook)[1]


def test_each_task_has_a_state_and_a_hint(check):
    result, said = check(written(e06_flatten.goes_on_with_itself, "".join(
        cell_of(exercise(), "perimeter_score")["source"])))
    assert result == 1
    assert re.search(r"^  flatten +never stops$", said, re.M)
    assert re.search(r"^  perimeter_score +not started$", said, re.M)
    assert "Look at line" in said
    assert "Replace the line that raises NotImplementedError with your answer." in said
    assert "0 of 2 tasks passed." in said


def another_course():
    """An exercise in which an instructor has renamed a task, and changed the points of another."""
    notebook = written()
    cell_of(notebook, "flatten")["metadata"]["nbgrader"]["grade_id"] = "flat"
    for name, change in (("check-flatten", {"grade_id": "check-flat"}),
                         ("check-perimeter_score", {"points": 9})):
        kept = cell_of(notebook, name)["metadata"]["nbgrader"]
        kept |= change
        kept["checksum"] = Cell("code", "".join(cell_of(notebook, kept["grade_id"])["source"]),
                                nbgrader=kept).checksum
    return notebook


def without(notebook, name):
    notebook["cells"].remove(cell_of(notebook, name))
    return notebook


@pytest.mark.parametrize("place", [f"exercises/blocky/{NAME}.ipynb", "my_own_name.ipynb"])
def test_a_deleted_and_an_edited_check_are_restored(check, not_run, place):
    """A notebook of another name says itself what is expected."""
    notebook = without(written(), "check-flatten")
    cell_of(notebook, "check-perimeter_score")["source"] = "check.flatten(flatten)"
    result, said = check(notebook, place)
    assert (result, SOLVED in said) == (0, True)
    assert "check-flatten was deleted and has been restored" in said
    assert "check-perimeter_score was edited and has been restored" in said


def test_of_another_course_nothing_is_restored_but_what_it_has_released(check, not_run, tmp_path):
    result, said = check(another_course())
    assert (result, SOLVED in said, "restored" in said) == (0, True, False)
    assert re.search("^  flat ", said, re.MULTILINE)
    (tmp_path / "nbgrader_config.py").touch()  # exercises/ are what it has released
    result, said = check(without(another_course(), "check-flat"),
                         f"submitted/ada/blocky/{NAME}.ipynb")
    assert (result, SOLVED in said) == (0, True)
    assert "check-flat was deleted and has been restored" in said


def test_another_cell_that_fails_is_named_with_its_error(check):
    result, said = check(insert(written(
        perimeter_score="def perimeter_score(grid, colour:\n    return"), "draw.gird(board)"))
    assert result == 1
    assert re.search(r"^  flatten +passed$", said, re.M)
    assert "(draw.gird(board)) failed: AttributeError: module 'blocky.draw' has no" in said
    assert re.search(r"not checked\n +Cell 8 \(def .* failed: SyntaxError", said), "the cause"


def test_after_a_cell_that_never_ends_or_ends_python_the_next_is_run(check, monkeypatch):
    monkeypatch.setattr("blocky.kit.notebook.check_command.SECONDS", 10)
    half = changed(HARMLESS["no-helpers"], perimeter_score=e06_flatten.rows_only)
    result, said = check(insert(half, ENDLESS, "import os\nos._exit(0)"))
    assert result == 1
    assert re.search(r"^  flatten +passed$", said, re.M)
    assert re.search(r"^  perimeter_score +wrong$", said, re.M)
    assert "was stopped after 10 seconds" in said
    assert "ended Python" in said
    assert said.count("failed:") == 2


@pytest.mark.parametrize(("content", "words"), [
    ("", "This file is empty."),
    (json.dumps(exercise())[:900], "This file isn't valid JSON"),
    ("[1, 2]", "This file isn't a Jupyter notebook"),
])
def test_a_damaged_file_is_named(check, content, words):
    result, said = check(content)
    assert result == 2
    assert words in said
