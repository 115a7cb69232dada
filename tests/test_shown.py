"""What a cell shows lives as long as its output does, and has a still for afterwards."""

import re
import subprocess
import sys

import pytest
from ipywidgets import Widget
from ipywidgets.widgets.widget import _instances as open_widgets
from jupyter_client.manager import start_new_kernel

from blocky.widgets import play
from tests.course import ROOT
from tests.test_panels import PANELS

SETUP = "import blocky.widgets as kit\nfrom ipywidgets.widgets.widget import _instances"
AUTO = "kit.play('auto', seed=1, max_depth=3, turns=500, pause=0.05)"
COUNT = "print(len(_instances))"


@pytest.mark.parametrize("name", PANELS)
def test_a_closed_panel_leaves_nothing_behind(name):
    before = set(open_widgets)
    panel = PANELS[name]()
    assert len(open_widgets) > len(before)
    assert "alt=" in panel.still_markup()
    panel.close()
    assert set(open_widgets) == before


def test_a_panel_of_data_that_contains_itself_can_be_closed():
    make_panel = next(iter(PANELS.values()))
    panel = make_panel()
    panel.data = []
    panel.data.append(panel.data)
    panel.close()


def test_a_panel_whose_constructor_raised_can_be_closed():
    with pytest.raises(ValueError, match="pause"):
        play("auto", pause=-1)
    Widget.close_all()
    assert not open_widgets


class Cells:
    """A kernel that is asked to run cells, as a page asks it."""

    def __init__(self, client):
        self.client = client

    def run(self, cell, code, **metadata):
        """Run a cell; return what it prints and the data of what it shows."""
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {},
                   "allow_stdin": False, "stop_on_error": True}
        request = self.client.session.msg("execute_request", content,
                                          metadata={"cellId": cell, **metadata})
        self.client.shell_channel.send(request)
        printed, shown = "", []
        while True:
            message = self.client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") != request["header"]["msg_id"]:
                continue
            kind, content = message["msg_type"], message["content"]
            assert kind != "error", content["traceback"]
            if kind == "stream":
                printed += content["text"]
            elif kind == "display_data":
                shown.append(content["data"])
            elif kind == "status" and content["execution_state"] == "idle":
                return printed, shown

    def count(self):
        """Return the number of open widgets."""
        printed, _ = self.run("count", COUNT)
        return int(printed)


@pytest.fixture(scope="module")
def kernel():
    manager, client = start_new_kernel(cwd=str(ROOT))
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.fixture
def cells(kernel):
    cells = Cells(kernel)
    cells.run("setup", f"from ipywidgets import Widget\nWidget.close_all()\n{SETUP}")
    return cells


def test_a_cell_that_runs_again_closes_its_former_boards(cells):
    three_boards = f"unshown = {AUTO}\ndisplay({AUTO}, {AUTO})"
    cells.run("a", three_boards)
    once = cells.count()
    for _ in range(3):
        cells.run("a", three_boards)
    assert cells.count() == once
    cells.run("a", "1 + 1")
    assert cells.count() == 0


def test_a_cell_that_was_deleted_and_restored_keeps_its_board(cells):
    cells.run("a", f"board = {AUTO}\nboard", deletedCells=[])
    once = cells.count()
    cells.run("a", f"board = {AUTO}\nboard", deletedCells=["a"])
    assert cells.count() == once
    cells.run("b", "1 + 1", deletedCells=["a"])
    assert cells.count() == 0


def test_a_replaced_computer_game_stops(cells):
    cells.run("a", f"board = {AUTO}\nboard")
    cells.run("b", "replaced = board")
    cells.run("a", f"board = {AUTO}\nboard")
    moves = cells.run("c", "print(len(replaced.game.history))")
    cells.run("wait", "import asyncio\nawait asyncio.sleep(0.6)")
    assert cells.run("c", "print(len(replaced.game.history))") == moves
    cells.run("wait", "assert len(board.game.history) > 1")


def test_a_board_that_another_cell_shows_stays(cells):
    cells.run("a", "board = kit.play('solitaire', max_depth=2)\nboard")
    one = cells.count()
    cells.run("b", "board")
    cells.run("a", "1 + 1")
    assert cells.count() == one
    cells.run("b", "board")
    assert cells.count() == one
    cells.run("c", "1 + 1", deletedCells=["b"])
    assert cells.count() == 0


def test_a_closed_board_that_is_shown_again_works(cells):
    cells.run("a", f"board = {AUTO}\nboard")
    one = cells.count()
    cells.run("a", "1 + 1")
    cells.run("b", "moves = len(board.game.history)\nboard")
    assert cells.count() == one
    cells.run("wait", "import asyncio\nawait asyncio.sleep(1)")
    cells.run("c", "assert len(board.game.history) > moves")


def test_each_widget_shows_a_still_before_itself(cells):
    cells.run("def", "def sorted_again(items):\n    return sorted(items)")
    for code, part in [("kit.play(max_depth=2)", "alt="),
                       ("kit.explore_tree()", "alt="),
                       ("kit.step(sorted_again, [2, 1])", "alt="),
                       ("kit.ask('How `many`?', 9)", "How"),
                       ("kit.progress()", "")]:
        _, (still, widget, *_) = cells.run("a", code)
        assert "Run this cell again" in still["text/html"]
        assert part in re.sub(r"<style>.*</style>", "", still["text/html"], flags=re.DOTALL)
        assert "application/vnd.jupyter.widget-view+json" in widget


WITHOUT_IPYMPL = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.modules["ipympl"] = None  # as if it were not installed
import blocky.widgets, blocky.blue.widgets, blocky.prograsonne.widgets
from tests.test_panels import PANELS

asked = blocky.widgets.ask("How many?", 9)
asked.field.value = "9"
assert asked.text == "Yes: 9."
blocky.widgets.progress()
for name, make in PANELS.items():
    panel = make()
    panel.refresh()
    before = panel.live.canvas.value
    assert before, name
    for each in panel.buttons:
        if panel.live.canvas.value == before:
            panel.attempt(panel.commands[each].do)
    assert panel.live.canvas.value != before, name
    assert "image/png" in panel._repr_mimebundle_(), name
    assert "ipympl" in panel.live._companion.idle, name
    panel.close()
"""


def test_without_ipympl_every_panel_is_a_picture_that_buttons_change():
    done = subprocess.run([sys.executable, "-c", WITHOUT_IPYMPL], cwd=ROOT, text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
