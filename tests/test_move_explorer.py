"""The move explorer shows moves made right and wrong."""

import inspect

import numpy as np
import pytest

from blocky import Action, Block
from blocky.move import CALLS
from blocky.widgets import explore_moves
from blocky.widgets.mistakes import MISTAKES
from blocky.widgets.move_panel import TRIED
from tests.panels import press, words
from tests.pictures import assert_inside
from tests.strategies import REFERENCE

CLOCKWISE, COUNTER = Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE
HORIZONTALLY, VERTICALLY = Action.SWAP_HORIZONTALLY, Action.SWAP_VERTICALLY
DEEP = [[[[0, 1, 1, 3], 2, 1, 3], 2, 1, 3], 1, [2, 2, 0, 1], [0, 1, 2, [3, 3, 0, 1]]]
pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def lab_on(nested=REFERENCE, depth=2, path=(), action=CLOCKWISE, **options):
    lab = explore_moves(Block.from_nested(nested, depth), **options)
    lab.select(path)
    lab.choose(action)
    return lab


@pytest.fixture(scope="module")
def deep():
    """An explorer on a deep board, shared because making one takes long."""
    return lab_on(DEEP, 4)


def named(name):
    return next(each for group in MISTAKES.values() for each in group if each.__name__ == name)


def texts(lab):
    return [text.get_text() for ax in lab.figure.axes if ax.get_visible()
            for text in [ax.title, *ax.texts] if text.get_text()] + [
                text.get_text() for text in lab.figure.texts]


def crossed_out(ax, cells):
    """Whether as many cells are crossed out, in two colours, as are true in ``cells``."""
    return [len(lines.get_segments()) for lines in ax.collections] == 2 * [2 * cells.sum()]


@pytest.mark.parametrize(("action", "children", "turned"), [
    (CLOCKWISE, [1, 2, 3, 0], lambda grid: np.rot90(grid, -1)),
    (COUNTER, [3, 0, 1, 2], np.rot90),
    (HORIZONTALLY, [1, 0, 3, 2], lambda grid: np.roll(grid, len(grid) // 2, axis=1)),
    (VERTICALLY, [3, 2, 1, 0], lambda grid: np.roll(grid, len(grid) // 2, axis=0)),
])
def test_before_and_after_are_shown(action, children, turned):
    lab = lab_on(action=action)
    before, after = (np.array(grids.artists[0]._texts, dtype=int)
                     for _, _, grids in lab._columns[:2])
    assert (before == lab.board.flatten()).all()
    assert (after == turned(before)).all()
    assert f"The list of children changes from [0, 1, 2, 3] to {children}: " in words(lab._sentence)
    assert f"After: {action.word}" in texts(lab)
    assert [str([0, 1, 2, 3]), str(children), f"becomes {children}"] == [
        caption.get_text() for caption in lab._captions]


@pytest.mark.parametrize(("path", "action", "said"), [
    ((), CLOCKWISE, "1 goes upper right, 2 goes upper left, 3 goes lower left."),
    ((1,), CLOCKWISE, "The block has no children: its list of children is [] before and after."),
    ((1,), Action.SMASH, ": all the children are new blocks."),
    ((0,), Action.COMBINE, "to []: the block has become a leaf."),
])
def test_every_child_is_followed(path, action, said):
    assert said in words(lab_on(path=path, action=action)._sentence)


def test_another_chance_is_another_smash_and_the_one_that_is_shown_is_kept():
    lab = lab_on(path=(1,))
    outcomes = set()
    for _ in range(5):
        lab.choose(Action.SMASH)
        outcomes.add(str(lab.right.board.to_nested()))
    assert len(outcomes) > 2
    shown = lab.right.board
    lab.keep()
    assert lab.board == shown


@pytest.mark.parametrize(("action", "titles"), [
    (CLOCKWISE, ["before", "once", "twice", "3 times", "4 times", "↻, then ↺"]),
    (HORIZONTALLY, ["before", "once", "twice"]),
])
def test_the_law_of_rotate_and_swap_holds(action, titles):
    lab = lab_on(DEEP, 4, action=action)
    assert [title for title, *_ in lab.law] == titles
    assert all((outcome.board == lab.board) == bool(back) for _, outcome, back in lab.law[1:])
    assert lab.law_text().startswith("The law holds: ")
    press(lab, "w")
    assert sum("= before ✓" in text for text in texts(lab)) == sum(
        1 for *_, back in lab.law if back)
    assert "law" in texts(lab)
    press(lab, "w")
    assert "grid" in texts(lab)


#: For some mistakes a block, an action, and what shows the mistake there.
SEEN = {
    "rotate_first_level": ((), CLOCKWISE, "cells are wrong"),
    "rotate_wrong_way": ((), CLOCKWISE,
                         "children becomes [3, 0, 1, 2], but should become [1, 2, 3, 0]."),
    "rotate_without_positions": (
        (), CLOCKWISE, "The grid is right, but the picture is wrong, because the picture is drawn "
                       "from the positions."),
    "swap_without_positions": ((), VERTICALLY, "its position is"),
    "swap_copies": ((), HORIZONTALLY, "The list of children becomes [new, new, new, new], but"),
    "smash_keeps_colour": ((1,), Action.SMASH, "has children and also the colour Colour.RED"),
    "smash_one_child_four_times": ((1,), Action.SMASH, "it is the same block as the one at path"),
    "smash_unit_cells": ((0, 0, 0, 0), Action.SMASH, "its level is 5, deeper than"),
    "combine_first_child": ((0, 0, 0), Action.COMBINE, "4 of the grid's 256 cells are wrong"),
}


@pytest.mark.parametrize("name", SEEN)
def test_what_one_sees_of_a_mistake(name, deep):
    path, action, sentence = SEEN[name]
    deep.select(path)
    deep.choose(action)
    deep.mistakes.value = named(name)
    assert sentence in words(deep._findings)
    assert f"def {name}(block" in words(deep._source)
    assert inspect.getdoc(named(name)) not in words(deep._source)
    assert "With the mistake" in texts(deep)
    assert deep.text == ""
    deep.board.check_invariants()


@pytest.mark.parametrize(("name", "holds"), [
    ("rotate_wrong_way", True), ("rotate_one_by_one", False), ("swap_diagonally", True),
    ("swap_without_keeping", False)])
def test_some_mistakes_break_the_law_and_some_do_not(name, holds, deep):
    deep.select(())
    deep.choose(CLOCKWISE if name.startswith("rotate") else HORIZONTALLY)
    deep.mistakes.value = named(name)
    deep.law_button.value = True
    assert deep.law_text().startswith("The law holds" if holds else "The law fails")
    assert any("≠ before ✗" in text for text in texts(deep)) == (not holds)
    deep.law_button.value = False


def test_wrong_cells_are_crossed_out(deep):
    deep.select(())
    deep.choose(CLOCKWISE)
    deep.mistakes.value = named("rotate_first_level")
    wrong = deep.wrong.board.flatten() != deep.right.board.flatten()
    said = f"{wrong.sum()} of the grid's 256 cells are wrong, and they are marked"
    assert said in words(deep._findings)
    board, _, cells = deep._columns[2]
    assert crossed_out(board, wrong)
    assert crossed_out(cells, wrong)
    deep.mistakes.value = named("rotate_without_positions")
    assert not deep.wrong.differs_on_grid(deep.right).any()
    assert crossed_out(board, deep.wrong.differs_in_picture(deep.right))


def test_mistakes_are_stepped_through_and_left_with_their_method():
    lab = lab_on()
    for mistake in (*MISTAKES["rotate"], None, MISTAKES["rotate"][0]):
        press(lab, "m")
        assert lab.mistake is mistake
    lab.choose(HORIZONTALLY)
    assert lab.mistake is None


def own_rotate(block, direction):
    block.rotate(direction)


def cyclic(block, direction):
    block.children = [block] * 4


def grows(block, direction):
    for _ in range(14):
        twin = Block(0, block.max_depth, 1)
        twin.children = block.children
        block.children = [twin] * 4


def sets(name, value):
    return lambda block, direction: setattr(block, name, value)


@pytest.mark.parametrize(("function", "sentence"), [
    (own_rotate, "On this block, the result is the same as with the correct function."),
    (lambda block: None, "Your rotate raised TypeError"),
    (sets("children", None), "its children are None"),
    (sets("children", [7]), "it is 7, which isn't a block"),
    (sets("colour", 9), "its colour is 9"),
    (lambda block, direction: block.children.pop(), "it has 3 children"),
    (sets("position", "here"), "its tree can't be checked further"),
    (sets("size", None), "its parent's size is None"), (sets("level", -30), "its level is -30"),
    (cyclic, "it is the same block as the one at path"),
    (grows, "The result can't be drawn as a board."),
])
def test_a_students_rotate_is_looked_at(function, sentence):
    lab = lab_on(DEEP, 4, (0,), rotate=function)
    lab.mistakes.value = function
    assert sentence in words(lab._findings)
    press(lab, "w")
    assert lab.picture().png().startswith(b"\x89PNG")
    lab.board.check_invariants()
    assert lab.text == ""


def test_yours_is_named_and_its_source_shown():
    lab = lab_on(rotate=own_rotate)
    assert lab.mistakes.options[1][0] == "yours: own_rotate"
    lab.mistakes.value = own_rotate
    assert "def own_rotate" in lab.source()
    assert "Your version" in texts(lab)
    lab.choose(HORIZONTALLY)
    assert not any("yours" in label for label, _ in lab.mistakes.options)
    space = {}
    exec("def swap(block, direction): pass", space)
    lab = lab_on(action=HORIZONTALLY, swap=space["swap"])
    lab.mistakes.value = space["swap"]
    assert lab.source() == "(The source of this function can't be shown.)"


def test_an_endless_function_is_waited_for_once(monkeypatch):
    monkeypatch.setattr("blocky.kit.safely.TIME_LIMIT", 1.1)
    calls = []

    def endless(block, direction):
        calls.append(block)
        while True:
            pass

    lab = lab_on(rotate=endless)
    lab.mistakes.value = endless
    for path in ((0,), (2,)):
        lab.select(path)
        assert "was stopped after 1.1 seconds" in words(lab._findings)
    press(lab, "w")
    assert "was stopped" in lab.law_text()
    assert len(calls) == 1


@pytest.mark.parametrize(("nested", "depth"), [(1, 0), (DEEP, 4)])
def test_every_action_and_its_law_are_shown_on_extreme_boards(nested, depth):
    lab = lab_on(nested, depth, letters=True)
    for action in TRIED:
        lab.choose(action)
        lab.mistakes.value = MISTAKES[CALLS[action][0]][0]
        press(lab, "w")
        assert lab.text == ""
    for _ in range(2):
        press(lab, "w")
        assert min(text.size for text in assert_inside(lab.picture(), by=1)) >= 7
