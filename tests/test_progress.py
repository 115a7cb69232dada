"""The first page shows a student's progress, read from the outputs of saved exercises."""

import json
import shutil

import pytest

from blocky.kit.check.record import CheckError, Record, Status
from blocky.kit.notebook.progress import exercises
from blocky.kit.teaching import nearest
from blocky.kit.widgets.progress import Progress, progress
from tests.course import cell_of
from tests.test_exercises import ROOT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The exercises of a student, who works in a folder beside them."""
    shutil.copytree(ROOT / "exercises", tmp_path / "exercises")
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    return tmp_path / "exercises"


def save(path, name, *outputs):
    """Save a notebook with these outputs of a cell."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cell_of(notebook, name)["outputs"] = list(outputs)
    path.write_text(json.dumps(notebook), encoding="utf-8")


def passed(task):
    record = Record(task, Status.PASSED)._asdict()
    return {"output_type": "display_data", "metadata": {},
            "data": {"application/vnd.blocky.check+json": record}}


def failed(task, state):
    return {"output_type": "error", "ename": "CheckError", "traceback": [],
            "evalue": CheckError(task, state, "Look.").kept}


def test_a_new_student_has_everything_before_them(folder):
    assert nearest("exercises").resolve() == folder
    found = exercises(folder)
    assert len(found) == len(list(ROOT.glob("exercises/*/*.ipynb")))
    assert all(each.tasks and not each.passed and not each.wrong for each in found)
    assert "not started" in repr(Progress({"blocky": found}))


def test_what_the_checks_showed_is_counted(folder, capsys):
    path = folder / "blocky" / "06_flatten.ipynb"
    save(path, "check-flatten", passed("flatten"))
    save(path, "check-perimeter_score", failed("perimeter_score", Status.NEVER_STOPS))
    save(folder / "blocky" / "03_geometry.ipynb", "check-update_block_locations",
         {"output_type": "error", "ename": "NameError", "evalue": "name", "traceback": []})
    found = {each.path.stem: each for each in exercises(folder) if each.game == "blocky"}
    assert (found["06_flatten"].passed, found["06_flatten"].wrong) == (1, 1)
    assert found["03_geometry"].wrong == 1
    progress("blocky", folder=folder)
    assert "grid: 1 of 2 passed, 1 not right yet" in capsys.readouterr().out
    markup = Progress({"blocky": list(found.values())})._repr_html_()
    assert 'aria-label="flatten: passed"' in markup
    assert 'aria-label="perimeter_score: never stops"' in markup
    assert 'href="../exercises/blocky/06_flatten.ipynb"' in markup


def test_what_is_no_notebook_is_passed_over(folder):
    (folder / "blue" / "01_state.ipynb").write_text("{", encoding="utf-8")
    (folder / "blue" / "99_mine.ipynb").write_text("", encoding="utf-8")
    assert len([each for each in exercises(folder) if each.game == "blue"]) == 7
