"""Controls for the arguments of a function, and what stands for them without a kernel."""

import nbformat
import pytest

from blocky import Block, Colour, draw
from blocky.blue import widgets as blue
from blocky.kit.widgets.interact import Interact
from blocky.prograsonne import widgets as prograsonne
from blocky.widgets import interact
from tests.kernels import errors, ran


def coloured(colour, size=2):
    """Print a sum, and return a picture."""
    print(f"{size} < {size + 1}")
    return draw.board(Block(colour=Colour(colour)))


def test_each_argument_has_a_control_and_the_still_shows_the_last_call():
    shown = Interact(coloured, colour=[0, 1])
    assert [control.description for control in shown.controls.values()] == ["colour", "size"]
    assert "<pre>2 &lt; 3\n" in shown.still_markup()
    assert "A blue block" in shown.still_markup()
    shown.controls["colour"].value = 1
    assert "A red block" in shown.still_markup()
    shown.controls["size"].value = 5
    assert "5 &lt; 6" in shown.still_markup()
    assert "2 &lt; 3" not in shown.still_markup()


def test_a_call_that_raises_leaves_no_still_of_another_call():
    shown = Interact(lambda n: 6 / n, n=[1, 2, 0])
    assert "6.0" in shown.still_markup()
    shown.controls["n"].value = 0
    assert shown.still_markup() == ""


def test_it_is_called_as_in_ipywidgets_and_every_game_has_it():
    assert interact(coloured, colour=[0, 1]) is coloured
    assert blue.interact is prograsonne.interact is interact


NOTEBOOK = [
    "from ipywidgets import interact as plain\nfrom blocky.kit.widgets.interact import interact",
    "from blocky import Block, draw\n"
    "interact(lambda n: draw.board(Block(colour=n)), n=[1, 2]);",
    "interact(lambda n: 6 / n, n=[0, 1]);",
    "plain(lambda n: 6 / n, n=[0, 1]);",
    "1 / 0",
]


@pytest.mark.slow
def test_in_a_notebook_it_has_a_described_picture_and_its_errors_are_found(tmp_path):
    path = tmp_path / "interact.ipynb"
    nbformat.write(nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(code) for code in NOTEBOOK]), path)
    notebook = ran(path)
    assert {number: error["ename"] for number, error in errors(notebook).items()} == dict.fromkeys(
        [3, 4, 5], "ZeroDivisionError")
    still, widget = notebook.cells[1].outputs
    assert "Run this cell again" in still.data["text/html"]
    assert 'alt="A red block"' in still.data["text/html"]
    assert 'alt="A red block"' in widget.data["text/html"]
    assert widget.data["text/plain"] == "<Picture: A red block>"
