"""Three ways to find the largest blob agree with the game, and the stack explorer measures them."""

import html
import re
import sys
from random import Random

import pytest
from hypothesis import given, settings

from blocky import BlobGoal, Block, Colour, random_init
from blocky.fast.blobs import (
    largest_blob_by_label,
    largest_blob_by_stack,
    largest_blob_on_tree,
)
from blocky.widgets import explore_stack
from blocky.widgets.stack_explorer import BOARDS, REMEDIES, Measured
from tests.panels import press, words
from tests.strategies import boards_and_paths, colours

WAYS = [largest_blob_by_stack, largest_blob_by_label, largest_blob_on_tree]

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


@pytest.mark.parametrize("way", WAYS)
@given(board_and_path=boards_and_paths(max_depth=5), colour=colours)
@settings(max_examples=25)
def test_every_way_finds_what_the_goal_scores(way, board_and_path, colour):
    board, path = board_and_path
    before = board.copy()
    assert way(board.at(path), colour) == BlobGoal(colour).score(board.at(path))
    assert board == before


def test_the_tree_needs_no_grid(monkeypatch):
    board = random_init(0, 9, Random(1))
    expected = {colour: BlobGoal(colour).score_grid(board.flatten()) for colour in Colour}
    monkeypatch.setattr(Block, "flatten", None)
    assert {colour: largest_blob_on_tree(board, colour) for colour in Colour} == expected


HELPERS = 3  # calls inside the last call take places too, such as the comparison of colours


@pytest.mark.parametrize("depth", range(4))
def test_the_depth_is_that_of_the_recursion(depth):
    run = Measured(Block(0, depth, Colour.RED))
    assert run.size == 4**depth
    assert run.calls == 4**depth + 1  # the last cell looks at its neighbours
    assert run.calls <= run.places <= 2 * run.calls + HELPERS  # generators take places too
    assert run.error == ""


def test_a_full_stack_is_measured_and_the_limit_stays():
    limit = sys.getrecursionlimit()
    run = Measured(Block(0, 6, Colour.RED))
    assert run.refused
    assert run.size is None
    assert run.why.startswith("RecursionError: maximum recursion depth exceeded")
    assert run.calls <= run.places <= 2 * run.calls + HELPERS
    assert run.before + run.places <= limit  # calls in C take some, too
    assert sys.getrecursionlimit() == limit


def test_a_profiler_in_use_stays_in_use():
    def profiler(frame, event, arg):
        pass
    sys.setprofile(profiler)
    try:
        Measured(Block(0, 2, Colour.RED))
        assert sys.getprofile() is profiler
    finally:
        sys.setprofile(None)


def check(lab):
    """Assert that the table shows the rows that were measured."""
    table = lab._table.value.split("<tr>")[3:]
    for depth, (shown, row) in enumerate(zip(table, lab.rows, strict=True), start=1):
        cells = [html.unescape(re.sub("<[^>]*>", "", cell))
                 for cell in shown.split("</td>")[:-1]]
        assert row.blob == BlobGoal(row.colour).score(row.board)
        assert cells[:7] == [str(depth), str(4**depth), row.colour.word, str(row.blob),
                             str(row.calls), str(row.places),
                             f"⚠ {row.error}" if row.error else str(row.blob)]
        assert {row.by(name)[0] for name in lab.shown} <= {row.blob}
    assert str(sys.getrecursionlimit()) in words(lab._lead)
    assert lab.buttons["deeper"].disabled == (len(lab.rows) == 8)


def test_one_colour_until_python_refuses():
    lab = explore_stack()
    check(lab)
    press(lab, "u")
    depth = len(lab.rows)
    assert [row.refused for row in lab.rows] == [False] * (depth - 1) + [True]
    assert [row.calls for row in lab.rows[:-1]] == [4**d + 1 for d in range(1, depth)]
    assert f"Depth {depth}: RecursionError: maximum recursion depth exceeded" in lab.text
    assert str(lab.rows[-1].calls) in lab.text
    assert lab.buttons["until"].disabled
    check(lab)
    lab.until_refused()
    assert "has already failed" in lab.text
    press(lab, "r")
    assert len(lab.rows) == 1


def test_the_remedies_show_how_they_are_written_and_go_further():
    lab = explore_stack()
    for key, name, parts in [
            ("1", "a stack of its own", ["def blob_size_by_stack", "waiting.pop()"]),
            ("2", "a library", ["def largest_blob_by_label", "ndimage.label"]),
            ("3", "the tree itself", ["def largest_blob_on_tree", "def touching_leaves"])]:
        press(lab, key)
        assert lab.remedy.value == name
        source = html.unescape(lab._source.value)
        assert all(part in source for part in parts)
        assert ">>>" not in source
    press(lab, *["right"] * 7)
    assert "With the tree itself, the largest blob (65536 cells) was found in " in lab.text
    for depth, row in enumerate(lab.rows, start=1):
        assert [row.by(name)[0] for name in REMEDIES] == 3 * [4**depth]
    check(lab)
    press(lab, "right")
    assert len(lab.rows) == 8
    assert lab.text.startswith("Going deeper than 8")
    press(lab, "0")
    assert lab._source.value == ""


def test_every_kind_of_board_is_a_board():
    lab, kinds = explore_stack(seed=3), []
    for _ in BOARDS:
        press(lab, "b")
        kinds.append(lab.kind.value)
        lab.remedy.value = "the tree itself"
        press(lab, *["right"] * 4)
        for depth, row in enumerate(lab.rows, start=1):
            row.board.check_invariants()
            assert (row.board.level, row.board.max_depth) == (0, depth)
            assert row.size == row.blob or row.refused
        check(lab)
    assert kinds == ["random", "chequered", "one colour"]


def test_a_raised_limit_is_not_tried(monkeypatch):
    monkeypatch.setattr(sys, "getrecursionlimit", lambda: 1_000_000)
    lab = explore_stack()
    assert lab.rows[0].why.startswith("not run: the recursion limit is 1000000")
    assert lab.picture().png().startswith(b"\x89PNG")
