"""A student's answer of an earlier exercise can be used in the next one, if it passes."""

import inspect

import pytest

from blocky import Block, check
from blocky.kit.check import base_task
from blocky.kit.check.failure import Explanation
from tests.answers import e06_flatten
from tests.course import code, notebook_of

OWN = "This notebook uses your own flatten, from 06_flatten.ipynb.\n"
WRITTEN = f"""import numpy as np
from blocky.widgets import play
{inspect.getsource(e06_flatten.with_numpy)}
{inspect.getsource(e06_flatten.square)}
SIDE = 2


def flatten(block):
    return with_numpy(block)
"""


@pytest.fixture(autouse=True)
def beside(tmp_path, monkeypatch):
    monkeypatch.setattr(base_task, "LIMIT", 60)  # the machine may be busy
    monkeypatch.chdir(tmp_path)
    return tmp_path


def store(folder, *sources, name="06_flatten.ipynb", answer=None):
    """Write a notebook with these code cells; ``answer`` is the number of the answer cell."""
    cells = [code(source, **({"nbgrader": {"grade_id": "flatten", "solution": True}}
                             if number == answer else {}))
             for number, source in enumerate(sources)]
    (folder / name).write_text(notebook_of(*cells), encoding="utf-8")


def test_an_answer_that_passes_is_returned_and_works(beside, capsys):
    store(beside, "from blocky import check", WRITTEN, answer=1)
    flatten = check.earlier("flatten")
    assert capsys.readouterr().out == OWN
    assert flatten.__name__ == "flatten"
    assert flatten is not check.flatten.right
    board = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2, size=64)
    assert flatten(board).tolist() == board.flatten().tolist()
    assert inspect.getsource(flatten).startswith("def flatten(block):\n    return")


def test_only_definitions_are_run(beside, capsys):
    store(beside, "%matplotlib inline\n!touch shell.txt\nprint('run')\nopen('made.txt', 'w')",
          "while True:\n    pass", "raise SystemExit", "x = [open('made.txt', 'w')]", WRITTEN,
          "import no_such_module\nimport math")
    assert check.earlier("flatten").__name__ == "flatten"
    assert capsys.readouterr() == (OWN, "")
    assert [path.name for path in beside.iterdir()] == ["06_flatten.ipynb"]


def test_damaged_cells_and_notebooks_are_passed_over(beside, capsys):
    (beside / "01_tree.ipynb").write_text("{", encoding="utf-8")
    (beside / "02_random.ipynb").write_text("", encoding="utf-8")
    (beside / "03_places.ipynb").write_text('{"cells": 3}', encoding="utf-8")
    (beside / "04_goals.ipynb").write_bytes(b"\xff\xfe\x00")
    (beside / "05_moves.ipynb").mkdir()
    store(beside, "def broken(:", WRITTEN, "x = (")
    assert check.earlier("flatten").__name__ == "flatten"
    assert capsys.readouterr().out == OWN


def test_a_wrong_answer_in_one_notebook_gives_way_to_a_right_one_in_another(beside, capsys):
    store(beside, "def flatten(block):\n    return [[0]]", name="01_tree.ipynb")
    store(beside, WRITTEN)
    check.earlier("flatten")
    assert capsys.readouterr().out == OWN


@pytest.mark.parametrize(("source", "words"), [
    ("def flatten(block):\n    return [[0]]", "in 06_flatten.ipynb doesn't pass"),
    ("def flatten(block):\n    while True:\n        pass", "in 06_flatten.ipynb doesn't pass"),
    ("class Endless:\n    while True:\n        pass\n\ndef flatten(block):\n    pass",
     "in 06_flatten.ipynb doesn't pass"),
    ("def flatten(block:\n    return [[0]]", "The notebooks in this folder don't define flatten"),
    ("flatten = 3", "The notebooks in this folder don't define flatten"),
    (None, "The notebooks in this folder don't define flatten"),
])
def test_else_the_kits_own_is_returned(beside, capsys, source, words):
    if source is not None:
        store(beside, source)
    assert check.earlier("flatten") is check.flatten.right
    said = capsys.readouterr()
    assert words in said.out
    assert said.err == ""


def test_a_hint_that_was_seen_is_not_forgotten(beside):
    store(beside, "def flatten(block):\n    return [[0]]")
    check.flatten.explained = seen = Explanation(("one", "two"), times=1)
    check.earlier("flatten")
    assert check.flatten.explained is seen


@pytest.mark.parametrize("name", ["flat", "earlier", "", None, "__name__"])
def test_a_task_that_does_not_exist_is_named(name):
    with pytest.raises(ValueError, match=r"isn't a task.*flatten, .*perimeter_score"):
        check.earlier(name)
