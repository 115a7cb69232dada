"""The stepper in JupyterLab: a student's own functions, by buttons, by keys and by pointer."""

import json
import re

import pytest

from tests.browser.lab import PIXELS

pytestmark = pytest.mark.browser

FLATTEN = """from blocky import Block
from blocky.widgets import step

def flatten(block):
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour] * side for _ in range(side)]
    a, b, c, d = [flatten(child) for child in block.children]
    return [x + y for x, y in zip(b, a)] + [x + y for x, y in zip(c, d)]

board = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], 2, 512)
stepper = step(flatten, board)
stepper"""
BLOB = """from blocky import BlobGoal, Block
from blocky.widgets import step

def undiscovered_blob_size(goal, pos, board, visited):
    r, c = pos
    n = len(board)
    if not (0 <= r < n and 0 <= c < n) or visited[r][c] != -1:
        return 0
    if board[r][c] != goal.colour:
        visited[r][c] = 0
        return 0
    visited[r][c] = 1
    size = 1
    for pos in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]:
        size += undiscovered_blob_size(goal, pos, board, visited)
    return size

board = Block.from_nested([[0, 1, 1, 3], 2, 1, 3], 2).flatten().tolist()
visited = [[-1] * 4 for _ in range(4)]
stepper = step(undiscovered_blob_size, BlobGoal(1), (2, 0), board, visited{})
stepper"""
RUNAWAY = """from blocky.widgets import step

def {0}(n):
    return {0}(n + 1) + 1

step({0}, 0)"""
CALLS = """import json
from pathlib import Path
from blocky.kit.draw.calls import arrange_calls
tree, found = stepper.figure.axes[-1], {}
for node in arrange_calls(stepper.trace, 0).nodes():
    pixel = tree.transData.transform((node.x * tree.get_xlim()[1], (node.level + 0.4) * 62))
    x, y = tree.figure.transFigure.inverted().transform(pixel).tolist()
    found[node.call.number] = [x, 1 - y, node.call.entered, node.call.left]
Path("calls.json").write_text(json.dumps(found))"""


def shows(nb, step, what=""):
    nb.wait_for(re.compile(rf"Step {step} of \d+: .*{re.escape(what)}"))


def onto_board(nb):
    """Move the pointer onto the figure, which may have been scrolled away; it takes the keys."""
    nb.board()
    nb.page.mouse.move(*nb.at(0.4, 0.3))



def drawn_anew(nb, before=0):
    """Wait until the live canvas shows another picture than before; return it as one number."""
    nb.until(f"before => ({PIXELS})() !== before", before)
    return nb.page.evaluate(PIXELS)


def shows_again(nb, picture):
    nb.until(f"picture => ({PIXELS})() === picture", picture)


def test_a_students_flatten_is_stepped_by_buttons_keys_and_pointer(notebook, lab):
    nb = notebook(FLATTEN, CALLS)
    nb.run()
    nb.board()
    shows(nb, 0, "before the first call. 9 calls follow")
    start = end = drawn_anew(nb)
    for step in range(1, 19):
        nb.press("Forward ▶")
        shows(nb, step)
        end = drawn_anew(nb, end)
    nb.wait_for("flatten(block=block ()) returned 4 by 4 grid.")
    nb.screenshot("stepper_flatten.png")
    nb.press("◀ Back")
    shows(nb, 17, "flatten(block=block (3,)) returned [[3, 3], [3, 3]].")
    nb.press("« First")
    shows(nb, 0)
    shows_again(nb, start)
    nb.press("Forward ▶")
    nb.press("Over the call")
    shows(nb, 18)
    nb.press("« First")
    shows(nb, 0)
    onto_board(nb)
    for name, step in [("ArrowRight", 1), ("End", 18)]:
        nb.page.keyboard.press(name)
        shows(nb, step)
    shows_again(nb, end)
    for name, step in [("ArrowLeft", 17), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2),
                       ("ArrowRight", 3), ("ArrowUp", 4), ("Home", 0), ("End", 18)]:
        nb.page.keyboard.press(name)
        shows(nb, step)
    nb.run(1)
    nb.board()
    calls = json.loads((lab.folder / "calls.json").read_text(encoding="utf-8"))
    assert len(calls) == 9
    for number in ("5", "1", "8", "0"):
        x, y, entered, left = calls[number]
        nb.page.mouse.click(*nb.at(x, y))
        shows(nb, entered)
        if number == "1":
            nb.page.mouse.click(*nb.at(x, y))
            shows(nb, left, "returned [[1, 0], [1, 3]].")
        nb.press("Last »")
        shows(nb, 18)
    assert nb.page.locator(".jp-Notebook .jp-CodeCell").count() == 2, "the notebook took no key"
    assert not nb.errors


@pytest.mark.parametrize("options", ["", ", big=True, letters=True, palette='classic'"],
                         ids=["usual", "big"])
def test_a_students_blob_search_is_stepped_to_the_end_and_played(notebook, options):
    where = "print('step', stepper.step, 'playing', stepper.player.playing)"
    nb = notebook(BLOB.format(options), where, where)
    nb.run()
    nb.board()
    for step in range(1, 7):
        nb.press("Forward ▶")
        shows(nb, step)
    nb.screenshot(f"stepper_blob{'_big' if options else ''}.png")
    nb.press("Out of it")
    nb.press("Last »")
    shows(nb, 34, "returned 4.")
    nb.press("« First")
    shows(nb, 0)
    onto_board(nb)
    for step in range(1, 7):
        nb.page.keyboard.press("ArrowRight")
        shows(nb, step)
    nb.page.keyboard.press("End")
    shows(nb, 34)
    label = nb.page.locator("[role=application]").first.get_attribute("aria-label")
    assert label.startswith("Step 34 of 34: undiscovered_blob_size(")
    nb.page.get_by_label("Speed", exact=True).select_option("10 a second")
    onto_board(nb)
    nb.page.keyboard.press(" ")
    nb.wait_for(re.compile(r"Step ([4-9]|1\d) of 34"))
    nb.page.keyboard.press(" ")
    for _ in range(100):  # the pause, and a step before it, may have been on their way
        for cell in (1, 2):  # the kernel is asked twice, which takes longer than a step
            nb.run(cell)
            nb.wait_for(re.compile(r"step \d+ playing"))
        if "playing False" in nb.output(1) == nb.output(2):
            break
    assert "playing False" in nb.output(1) == nb.output(2), "it stands still"
    assert "step 34" not in nb.output(2), "before the end"
    onto_board(nb)
    nb.page.keyboard.press(" ")
    shows(nb, 34, "returned 4.")
    assert not nb.errors


def test_a_runaway_is_shown(notebook):
    nb = notebook(RUNAWAY.format("endless"), "print('still alive')")
    nb.run()
    nb.wait_for("The stack was full")
    nb.wait_for("What it did until then is shown.")
    nb.board()
    nb.press("Last »")
    nb.wait_for(re.compile(r"Step (\d+) of \1: endless\(n="))
    nb.wait_for(re.compile(r"⋮ \d+ more"))
    nb.screenshot("stepper_runaway.png")
    onto_board(nb)
    nb.page.keyboard.press("Home")
    shows(nb, 0, "before the first call.")
    nb.page.keyboard.press("ArrowRight")
    shows(nb, 1, "endless(n=0) is called.")
    nb.run(1)
    nb.wait_for("still alive")
    assert not nb.errors
