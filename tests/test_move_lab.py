"""The move laboratory does what its methods say, right and wrong; no browser is needed."""

import inspect
import re

import numpy as np
import pytest
from hypothesis import given, settings

from blocky import Action, Block, Colour
from blocky.invariants import broken_invariants
from blocky.move import CALLS
from blocky.widgets.actions import ACTIONS
from blocky.widgets.mistakes import MISTAKES
from blocky.widgets.move_lab import explore_moves
from blocky.widgets.move_panel import DEEPEST, TRIED
from tests.panels import press, words
from tests.pictures import assert_inside
from tests.strategies import REFERENCE, boards_and_paths

CLOCKWISE, COUNTER = Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE
HORIZONTALLY, VERTICALLY = Action.SWAP_HORIZONTALLY, Action.SWAP_VERTICALLY
LEVELS = [[[0, 1, 1, 3], 2, 1, 3], 1, [2, 2, 0, 1], [0, 1, 2, [3, 3, 0, 1]]]


pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def lab_on(nested=REFERENCE, depth=2, path=(), **options):
    lab = explore_moves(Block.from_nested(nested, depth), **options)
    lab.select(path)
    return lab


def undrawn(board, path):
    """Return a laboratory that draws no boards, which would take long."""
    lab = explore_moves(board)
    lab._draw_column = lambda *args: None
    lab.select(path)
    return lab


@pytest.fixture(scope="module")
def deep():
    """A laboratory on a deep board that several tests use: to make one takes long."""
    return lab_on(DEEP, 4)


def named(name):
    return next(each for group in MISTAKES.values() for each in group if each.__name__ == name)


def texts(lab):
    return [text.get_text() for ax in lab.figure.axes if ax.get_visible()
            for text in [ax.title, *ax.texts] if text.get_text()] + [
                text.get_text() for text in lab.figure.texts]


def grids_shown(lab):
    """Return what is written on the cells of the grids before and after."""
    return [np.array(grids.artists[0]._texts, dtype=int) for _, _, grids in lab._columns[:2]]


def crossed_out(ax, cells):
    """Tell whether as many cells as ``cells`` has are crossed out, by lines in two colours."""
    return [len(lines.get_segments()) for lines in ax.collections] == 2 * [2 * cells.sum()]


# -- the right move --------------------------------------------------------------------------

@pytest.mark.parametrize(("action", "children", "turned"), [
    (CLOCKWISE, [1, 2, 3, 0], lambda grid: np.rot90(grid, -1)),
    (COUNTER, [3, 0, 1, 2], np.rot90),
    (HORIZONTALLY, [1, 0, 3, 2], lambda grid: np.roll(grid, len(grid) // 2, axis=1)),
    (VERTICALLY, [3, 2, 1, 0], lambda grid: np.roll(grid, len(grid) // 2, axis=0)),
])
def test_before_and_after_are_shown(action, children, turned):
    lab = lab_on()
    lab.choose(action)
    before, after = grids_shown(lab)
    assert (before == lab.board.flatten()).all()
    assert (after == turned(before)).all()
    assert lab.right.children == children
    assert f"The list of children goes from [0, 1, 2, 3] to {children}: " in words(lab._sentences)
    assert f"After: {action.word}" in texts(lab)
    assert [str([0, 1, 2, 3]), str(children), f"becomes {children}"] == [
        caption.get_text() for caption in lab._captions]
    assert lab.right.board == lab.after()
    assert lab.picture().alt.startswith(
        f"The move laboratory. Tried: {action.word}. Selected")


def test_every_child_is_followed():
    lab = lab_on()
    assert lab.children_text() == (
        "The list of children goes from [0, 1, 2, 3] to [1, 2, 3, 0]: 0 goes lower right, "
        "1 goes upper right, 2 goes upper left, 3 goes lower left.")
    lab.select((1,))
    assert lab.children_text() == (
        "The block has no children: its list of children is [] before and after.")
    assert "A block without children stays as it is" in words(lab._sentences)


def test_a_smash_is_the_one_that_is_kept_and_another_chance_is_another():
    lab = lab_on(path=(1,))
    lab.choose(Action.SMASH)
    assert lab.children_text().endswith(": all children are new blocks.")
    first = lab.right.board
    outcomes = {str(first.to_nested())}
    for _ in range(5):
        lab.choose(Action.SMASH)
        outcomes.add(str(lab.right.board.to_nested()))
    assert len(outcomes) > 2
    kept = lab.right.board
    lab.keep()
    assert lab.board == kept


def test_paint_and_combine():
    lab = lab_on(path=(0, 0))
    lab.paint_colour.value = Colour.GREEN
    lab.choose(Action.PAINT)
    assert lab.right.board.at((0, 0)).colour == Colour.GREEN
    lab.select((0,))
    lab.choose(Action.COMBINE)
    assert lab.right.board.at((0,)).colour == Colour.RED
    assert lab.children_text().endswith("to []: the block has become a leaf.")


@pytest.mark.parametrize(("path", "action", "reason"), [
    ((), Action.SMASH, "The top-level block cannot be smashed."),
    ((0, 1), Action.SMASH, "A unit cell cannot be smashed"),
    ((0,), Action.PAINT, "Only a unit cell can be painted"),
    ((1,), Action.COMBINE, "Only a block that is divided into four unit cells"),
])
def test_a_refused_move_is_told_and_cannot_be_kept(path, action, reason):
    lab = lab_on(path=path)
    lab.choose(action)
    assert reason in words(lab._sentences)
    assert lab.right.board == lab.board
    assert lab.buttons["keep"].disabled
    lab.attempt(lab.keep)
    assert lab.text.startswith("There is no move to keep. " + reason[:20])
    lab.law_button.value = True
    assert reason in words(lab._sentences)
    assert "After: the rules refuse it" in texts(lab)


@settings(max_examples=8)
@given(boards_and_paths(max_depth=3))
def test_kept_moves_are_undone(board_and_path):
    lab = undrawn(*board_and_path)
    states = [lab.board]
    for action in (CLOCKWISE, VERTICALLY, Action.SMASH, Action.COMBINE):
        lab.choose(action)
        lab.attempt(lab.keep)
        if lab.board is not states[-1]:
            states.append(lab.board)
            lab.board.check_invariants()
    for state in reversed(states[:-1]):
        lab.undo()
        assert lab.board == state
    lab.attempt(lab.undo)
    assert lab.text == "Nothing is left to undo."
    assert lab.buttons["undo"].disabled


# -- laws ------------------------------------------------------------------------------------

@pytest.mark.parametrize(("action", "titles"), [
    (CLOCKWISE, ["before", "once", "twice", "3 times", "4 times", "↻, then ↺"]),
    (COUNTER, ["before", "once", "twice", "3 times", "4 times", "↺, then ↻"]),
    (HORIZONTALLY, ["before", "once", "twice"]),
])
def test_the_law_of_rotate_and_swap_holds(action, titles):
    lab = lab_on(LEVELS, 4)
    lab.choose(action)
    steps = lab.law
    assert [title for title, *_ in steps] == titles
    assert all((outcome.board == lab.board) == bool(back) for title, outcome, back in steps[1:])
    assert lab.law_text().startswith("The law holds: ")
    press(lab, "w")
    assert lab.shows_law
    assert sum("= before ✓" in text for text in texts(lab)) == sum(
        1 for *_, back in steps if back)
    assert "law" in texts(lab)
    lab.picture().png()
    press(lab, "w")
    assert "grid" in texts(lab)


@pytest.mark.parametrize("nested", [REFERENCE, [[1, 1, 1, 1], 2, 3, 0]], ids=["four", "one"])
def test_what_has_no_inverse_is_shown_to_have_none(nested):
    lab = lab_on(nested, path=(1,))
    lab.choose(Action.SMASH)
    smashed = [outcome.board.to_nested() for _, outcome, *_ in lab.law[1:]]
    assert len(smashed) == 3
    assert smashed[0] != smashed[1]
    lab.select((0,))
    lab.choose(Action.COMBINE)
    before, combined, other, again = [outcome.board for _, outcome, *_ in lab.law]
    assert before != other
    assert combined == again
    lab.select((0, 0))
    lab.paint_colour.value = Colour.GREEN
    lab.choose(Action.PAINT)
    assert [outcome.board == lab.board for _, outcome, *_ in lab.law] == [True, False, True]
    assert f"painted {lab.board.at((0, 0)).colour} again" in lab.law_text()


# -- mistakes --------------------------------------------------------------------------------

@pytest.mark.parametrize("group", MISTAKES)
def test_mistakes_take_what_the_method_takes_and_are_named_by_their_docstrings(group):
    method = inspect.signature(getattr(Block, group)).parameters
    labels = {inspect.getdoc(mistake) for mistake in MISTAKES[group]}
    assert len(labels) == len(MISTAKES[group])
    assert all(label.endswith(".") and "\n" not in label for label in labels)
    for mistake in MISTAKES[group]:
        assert len(inspect.signature(mistake).parameters) == len(method)


#: A block, an action, and what is seen of the mistake there.
SEEN = {
    "rotate_first_level": ((), CLOCKWISE, "cells of the grid are wrong"),
    "rotate_wrong_way": ((), CLOCKWISE, "children becomes [3, 0, 1, 2], not [1, 2, 3, 0]."),
    "rotate_without_positions": (
        (), CLOCKWISE, "The grid is right, but the picture, drawn where positions say, is wrong."),
    "rotate_one_by_one": ((), CLOCKWISE, "children becomes [1, 2, 3, 1], not [1, 2, 3, 0]."),
    "swap_mirrored": ((), HORIZONTALLY, "cells of the grid are wrong"),
    "swap_diagonally": ((), VERTICALLY, "children becomes [2, 3, 0, 1], not [3, 2, 1, 0]."),
    "swap_other_direction": ((), HORIZONTALLY, "children becomes [3, 2, 1, 0], not"),
    "swap_without_positions": ((), VERTICALLY, "its position is"),
    "swap_copies": ((), HORIZONTALLY, "The list of children becomes [new, new, new, new], not"),
    "swap_without_keeping": ((), HORIZONTALLY, "it is the same block as that at path (0,)"),
    "smash_keeps_colour": ((1,), Action.SMASH, "has children and also the colour Colour.RED"),
    "smash_without_parent": ((1,), Action.SMASH, "its parent is not the block above it"),
    "smash_same_level": ((1,), Action.SMASH, "its level is 1, but its parent's is 1"),
    "smash_without_max_depth": ((1,), Action.SMASH, "its max_depth is 0, but its parent's is 4"),
    "smash_one_child_four_times": ((1,), Action.SMASH, "it is the same block as that at path"),
    "smash_appends": ((3,), Action.SMASH, "it has 8 children, not 0 or 4"),
    "smash_without_positions": ((1,), Action.SMASH, "its size is 0, but half"),
    "smash_unit_cells": ((0, 0, 0, 0), Action.SMASH, "its level is 5, deeper than"),
    "paint_any_block": ((0,), Action.PAINT, "has children and also the colour"),
    "paint_a_new_block": ((3, 3, 0), Action.PAINT, "1 of 4 cells of the grid is wrong; it is"),
    "combine_keeps_children": ((0, 0, 0), Action.COMBINE, "children and also the colour"),
    "combine_first_child": ((0, 0, 0), Action.COMBINE, "4 of 256 cells of the grid are wrong"),
    "combine_despite_a_tie": ((0, 0, 0), Action.COMBINE, "cells of the grid are wrong"),
}
DEEP = [[[[0, 1, 1, 3], 2, 1, 3], 2, 1, 3], 1, [2, 2, 0, 1], [0, 1, 2, [3, 3, 0, 1]]]
TIED = [[[[0, 0, 1, 1], 2, 1, 3], 2, 1, 3], 1, 2, 3]


def test_every_mistake_has_an_example():
    assert {mistake.__name__ for group in MISTAKES.values() for mistake in group} == set(SEEN)


@pytest.mark.parametrize("name", SEEN)
def test_what_one_sees_of_a_mistake(name, deep):
    path, action, sentence = SEEN[name]
    lab = lab_on(TIED, 4) if "tie" in name else deep
    if name == "paint_a_new_block":
        lab, path = lab_on([1, 1, 1, 1], 1), (0,)
    lab.select(path)
    lab.choose(action)
    lab.mistakes.value = named(name)
    assert sentence in " ".join(lab.findings())
    assert sentence in words(lab._findings)
    assert f"def {name}(block" in words(lab._source)
    assert inspect.getdoc(named(name)) not in words(lab._source)
    assert "Done wrong" in texts(lab)
    lab.law_button.value = True
    lab.picture().png()
    lab.law_button.value = False
    assert lab.text == ""
    assert not any(block.highlighted for block in lab.board.blocks())
    lab.board.check_invariants()


@pytest.mark.parametrize(("name", "holds"), [
    ("rotate_first_level", True), ("rotate_wrong_way", True), ("rotate_without_positions", True),
    ("rotate_one_by_one", False), ("swap_mirrored", True), ("swap_diagonally", True),
    ("swap_without_keeping", False),
])
def test_some_mistakes_break_the_law_and_some_do_not(name, holds, deep):
    deep.select(())
    deep.choose(CLOCKWISE if name.startswith("rotate") else HORIZONTALLY)
    deep.mistakes.value = named(name)
    assert deep.law_text().startswith("The law holds" if holds else "The law fails")
    deep.law_button.value = True
    assert any("≠ before ✗" in text for text in texts(deep)) == (not holds)
    deep.law_button.value = False


def test_wrong_cells_are_crossed_out():
    lab = lab_on(DEEP, 4)
    lab.mistakes.value = named("rotate_first_level")
    wrong = lab.wrong.board.flatten() != lab.right.board.flatten()
    assert wrong.any()
    assert f"{wrong.sum()} of 256 cells of the grid are wrong" in words(lab._findings)
    assert (lab.wrong.differs_on_grid(lab.right) == wrong).all()
    assert (lab.wrong.differs_in_picture(lab.right) == wrong).all()
    board, _, cells = lab._columns[2]
    assert crossed_out(board, wrong)
    assert crossed_out(cells, wrong)
    lab.mistakes.value = named("rotate_without_positions")
    assert not lab.wrong.differs_on_grid(lab.right).any()
    assert crossed_out(board, lab.wrong.differs_in_picture(lab.right))


def test_wrong_cells_too_small_for_a_cross_are_outlined():
    lab = lab_on([0, 1, 2, 3], DEEPEST)
    lab.mistakes.value = named("rotate_wrong_way")
    assert lab.wrong.differs_on_grid(lab.right).all()
    assert [len(lines.get_segments()) for lines in lab._columns[2][2].collections] == 2 * [4 * 128]


def test_a_mistake_that_makes_no_difference_is_told():
    lab = lab_on(path=(1,))
    lab.mistakes.value = named("rotate_first_level")
    assert lab.findings() == ["Here it does the same as the right one. Try another block."]


@settings(max_examples=5)
@given(boards_and_paths(max_depth=3))
def test_findings_are_there_exactly_when_something_is_wrong(board_and_path):
    lab = undrawn(*board_and_path)
    for action, (method, _) in CALLS.items():
        lab.choose(action)
        for mistake in MISTAKES[method]:
            lab.mistakes.value = mistake
            same = (not lab.wrong.failure and lab.wrong.board == lab.right.board
                    and not any(broken_invariants(lab.wrong.board))
                    and lab.wrong.children == lab.right.children)
            if not lab.wrong.failure and lab.wrong.sound:
                assert same == (lab.findings()[0].startswith("Here it does the same"))


def test_mistakes_are_stepped_through():
    lab = lab_on()
    for mistake in (*MISTAKES["rotate"], None, MISTAKES["rotate"][0]):
        press(lab, "m")
        assert lab.mistake is mistake
    lab.choose(HORIZONTALLY)
    assert lab.mistake is None


# -- a student's own functions ---------------------------------------------------------------

def own_rotate(block, direction):
    block.rotate(direction)


def cyclic(block, direction):
    block.children = [block] * 4


def grows(block, direction):
    for _ in range(14):
        twin = Block(0, block.max_depth, 1)
        twin.children = block.children
        block.children = [twin] * 4


@pytest.mark.parametrize(("function", "sentence"), [
    (own_rotate, "Here it does the same as the right one."),
    (lambda block: None, "Your rotate raised TypeError"),
    (lambda block, direction: 1 / 0, "Your rotate raised ZeroDivisionError: division by zero."),
    (lambda block, direction: setattr(block, "children", None), "its children are None"),
    (lambda block, direction: setattr(block, "children", [7]), "it is 7, which is not a block"),
    (lambda block, direction: setattr(block, "colour", 9), "its colour is 9"),
    (lambda block, direction: setattr(block, "children", block.children[:3]), "it has 3 children"),
    (lambda block, direction: setattr(block, "position", "here"),
     "a position or size in it is no pair"),
    (lambda block, direction: setattr(block, "size", None), "its parent's size is None"),
    (lambda block, direction: setattr(block, "level", -30), "its level is -30"),
    (cyclic, "it is the same block as that at path"),
    (grows, "What it leaves cannot be drawn as a board."),
], ids=["right", "parameters", "raises", "None", "seven", "colour", "three", "position", "size",
        "level", "cyclic", "grows"])
def test_a_students_rotate_is_looked_at(function, sentence):
    lab = lab_on(DEEP, 4, (0,), rotate=function)
    lab.mistakes.value = function
    assert re.search(sentence, " ".join(lab.findings()))
    lab.picture().png()
    press(lab, "w")
    lab.picture().png()
    lab.board.check_invariants()
    lab.select((0, 0))
    assert lab.text == ""


def test_yours_is_named_and_its_source_shown():
    lab = lab_on(rotate=own_rotate)
    assert lab.mistakes.options[1][0] == "yours: own_rotate"
    lab.mistakes.value = own_rotate
    assert "def own_rotate" in lab.source()
    assert "Done by yours" in texts(lab)
    lab.choose(HORIZONTALLY)
    assert not any("yours" in label for label, _ in lab.mistakes.options)
    space = {}
    exec("def swap(block, direction): pass", space)
    lab = lab_on(swap=space["swap"])
    lab.choose(HORIZONTALLY)
    lab.mistakes.value = space["swap"]
    assert lab.source() == "(The source of this function cannot be shown.)"


def test_an_endless_function_is_waited_for_once(monkeypatch):
    monkeypatch.setattr("blocky.kit.safely.TIME_LIMIT", 1.1)
    calls = []

    def endless(block, direction):
        calls.append(block)
        while True:
            pass

    lab = lab_on(rotate=endless)
    lab.mistakes.value = endless
    assert "was stopped after 1.1 seconds" in words(lab._findings)
    for path in ((0,), (0, 1), (2,)):
        lab.select(path)
        assert "was stopped after 1.1 seconds" in words(lab._findings)
    press(lab, "w")
    assert "was stopped" in lab.law_text()
    assert len(calls) == 1
    lab.choose(COUNTER)
    assert len(calls) == 2


# -- choosing by hand ------------------------------------------------------------------------

def test_the_pointer_chooses_until_the_block_is_frozen():
    lab = lab_on(path=(0,))
    lab.point_at(0.5, 3.5)
    assert lab.path == (2,)
    lab.change_level(-1)
    assert lab.path == ()
    lab.change_level(+1)
    assert lab.path == (2,)
    lab.press_at(3.5, 0.5)
    assert (lab.path, lab.frozen) == ((0,), True)
    lab.point_at(0.5, 3.5)
    assert lab.path == (0,)
    lab.next_block(+1)
    assert lab.path == (1,)
    press(lab, "f")
    assert not lab.frozen
    lab.point_at(0.5, 3.5)
    assert lab.path == (2,)
    for place in ((None, None), (-1, 2), (4, 0), (2, 99)):
        lab.point_at(*place)
        assert lab.path == (2,)


def test_keys_do_what_buttons_do():
    lab = lab_on()
    for action in TRIED:
        press(lab, ACTIONS[action][1])
        assert lab.action is action
        assert lab.buttons[action].style.font_weight == "bold"
    press(lab, "d")
    for key, path in (("down", (3,)), ("left", (0,)), ("right", (3,)), ("up", ())):
        press(lab, key)
        assert lab.path == path
    before = lab.board
    press(lab, "k")
    assert lab.text == "Kept: rotate block () clockwise."
    press(lab, "z")
    assert lab.board is before
    press(lab, "w")
    assert lab.shows_law
    press(lab, "l")
    assert lab.letters.value
    lab.buttons[VERTICALLY].click()
    assert lab.action is VERTICALLY
    lab.law_button.value = False
    lab.buttons["keep"].click()
    lab.buttons["undo"].click()
    assert lab.board == before
    assert "Keys: l letters, up choose the larger block" in lab.live._companion.told


# -- looks, sizes, bad input -----------------------------------------------------------------

@pytest.mark.parametrize(("nested", "depth"), [(1, 0), (1, 3), ([0, 1, 2, 3], DEEPEST), (DEEP, 4)])
def test_extreme_boards(nested, depth):
    lab = lab_on(nested, depth)
    for action in TRIED:
        lab.choose(action)
        lab.mistakes.value = MISTAKES[CALLS[action][0]][0]
        press(lab, "w")
        assert lab.text == ""
    lab.picture().png()


def test_texts_lie_on_the_figure():
    lab = lab_on(DEEP, 4, letters=True)
    for name in (None, "rotate_first_level"):
        lab.mistakes.value = named(name) if name else ""
        for _ in range(2):
            press(lab, "w")
            assert min(text.size for text in assert_inside(lab.picture(), by=1)) >= 8


@pytest.mark.parametrize("options", [{"rotate": 3}, {"swap": "swap"}])
def test_what_is_no_function_is_refused(options):
    with pytest.raises(TypeError, match="must be a function that takes a block"):
        explore_moves(**options)
