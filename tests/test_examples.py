"""The worked examples of the rules, and the calls that a notebook makes."""

import numpy as np
import pytest

from blocky import (
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    InvariantError,
    Move,
    PerimeterGoal,
)
from blocky.colour import FRAME, HIGHLIGHT
from blocky.draw.looks import PALETTES
from tests.strategies import REFERENCE

BLUE, RED, GREEN, YELLOW = Colour


@pytest.mark.parametrize(("colour", "blob", "perimeter"), [
    (BLUE, 1, 2), (RED, 4, 5), (GREEN, 4, 4), (YELLOW, 5, 5)])
def test_scores_of_the_reference_board(reference, colour, blob, perimeter):
    assert BlobGoal(colour).score(reference) == blob
    assert PerimeterGoal(colour).score(reference) == perimeter


def test_rectangles_of_the_reference_board(reference):
    assert reference.rectangles_to_draw() == [
        (BLUE, (48, 0), (16, 16), 0), (FRAME, (48, 0), (16, 16), 3),
        (RED, (32, 0), (16, 16), 0), (FRAME, (32, 0), (16, 16), 3),
        (RED, (32, 16), (16, 16), 0), (FRAME, (32, 16), (16, 16), 3),
        (YELLOW, (48, 16), (16, 16), 0), (FRAME, (48, 16), (16, 16), 3),
        (GREEN, (0, 0), (32, 32), 0), (FRAME, (0, 0), (32, 32), 3),
        (RED, (0, 32), (32, 32), 0), (FRAME, (0, 32), (32, 32), 3),
        (YELLOW, (32, 32), (32, 32), 0), (FRAME, (32, 32), (32, 32), 3),
    ]


def test_printed_tree_of_the_reference_board(reference, capsys):
    reference.print_block()
    assert capsys.readouterr().out.splitlines() == [
        "top: divided, level 0, position (0, 0), size 64",
        "    upper right: divided, level 1, position (32, 0), size 32",
        "        upper right: blue, level 2, position (48, 0), size 16",
        "        upper left: red, level 2, position (32, 0), size 16",
        "        lower left: red, level 2, position (32, 16), size 16",
        "        lower right: yellow, level 2, position (48, 16), size 16",
        "    upper left: green, level 1, position (0, 0), size 32",
        "    lower left: red, level 1, position (0, 32), size 32",
        "    lower right: yellow, level 1, position (32, 32), size 32",
    ]


@pytest.mark.parametrize(("size", "half", "quarter"), [(750, 375, 188), (50, 25, 12)])
def test_sizes_are_rounded_as_python_rounds(size, half, quarter):
    board = Block.from_nested(REFERENCE, max_depth=2, size=size)
    assert [child.size for child in board.children] == [half] * 4
    assert [child.size for child in board.children[0].children] == [quarter] * 4
    assert board.at((0, 3)).position == (half + quarter, quarter)
    board.check_invariants()


@pytest.mark.parametrize(("location", "level", "path"), [
    ((0, 0), 0, ()), ((0, 0), 1, (1,)), ((32, 31), 1, (0,)), ((32, 32), 1, (3,)),
    ((47, 15), 2, (0, 1)), ((48, 16), 2, (0, 3)), ((5, 5), 99, (1,)), ((48, 16), 99, (0, 3)),
    ((-5, 20), 2, (1,)), ((64, 0), 2, (0, 0)), ((64, 64), 1, (3,)), ((-9, 999), 1, (2,))])
def test_selected_block(reference, location, level, path):
    assert reference.get_selected_block(location, level) is reference.at(path)


@pytest.mark.parametrize(("location", "path"), [
    ((0, 0), (1,)), ((63, 63), (3,)), ((63.5, 0), (0,)),
    ((64, 0), None), ((0, 64), None), ((-1, 0), None), ((0, -1), None), ((64, 64), None)])
def test_a_pointer_outside_the_board_selects_nothing(reference, location, path):
    game = Game(board=reference, seed=1)
    assert game.parts.select(game.board, location, 1) == path


def test_a_red_quarter_turned_into_the_corner_scores_six():
    upper_right = [[2, 2, 2, 1], 3, 0, [1, 2, 2, 2]]
    lower_right = [0, 2, 1, 3]
    board = Block.from_nested([upper_right, 3, 0, lower_right], max_depth=3)
    assert np.argwhere(board.flatten()[:4] == RED).tolist() == [[1, 7], [2, 7]]
    assert PerimeterGoal(RED).score(board) == 4
    board.children[3].rotate(3)
    assert PerimeterGoal(RED).score(board) == 6


@pytest.mark.parametrize(("board", "depth"), [
    ([1, 1, 0, 0], 1), ([0, 1, 2, 3], 1), (1, 1), ([1, 1, 1, 2], 2)])
def test_combine_refuses_a_tie_and_what_is_not_four_unit_cells(board, depth):
    block = Block.from_nested(board, depth)
    with pytest.raises(ValueError, match=r"combined|four unit cells"):
        block.combine()
    assert block.to_nested() == board


@pytest.mark.parametrize(("cells", "colour"), [
    ([1, 1, 0, 2], RED), ([0, 2, 1, 1], RED), ([2, 1, 2, 2], GREEN), ([3, 3, 3, 3], YELLOW)])
def test_combine_takes_the_colour_of_most_cells(cells, colour):
    board = Block.from_nested([cells, 0, 0, 0], max_depth=2, size=64)
    board.children[0].combine()
    assert board.to_nested() == [colour, 0, 0, 0]
    board.check_invariants()


@pytest.mark.parametrize(("move", "after"), [
    (lambda board: board.at((1,)).rotate(1), REFERENCE),
    (lambda board: board.at((1,)).swap(0), REFERENCE),
    (lambda board: board.at((0, 0)).paint(GREEN), [[2, 1, 1, 3], 2, 1, 3]),
    (lambda board: board.rotate(1), [2, 1, 3, [1, 1, 3, 0]]),
    (lambda board: board.rotate(3), [3, [3, 0, 1, 1], 2, 1]),
    (lambda board: board.swap(0), [2, [0, 1, 1, 3], 3, 1]),
    (lambda board: board.swap(1), [3, 1, 2, [0, 1, 1, 3]]),
])
def test_moved_reference_board(reference, move, after):
    move(reference)
    assert reference.to_nested() == after
    reference.check_invariants()


def test_the_classic_palette_has_the_colours_of_the_rules():
    assert PALETTES["classic"] == {
        BLUE: (1, 128, 181), RED: (199, 44, 58), GREEN: (138, 151, 71), YELLOW: (255, 211, 92),
        FRAME: (0, 0, 0), HIGHLIGHT: (75, 196, 213)}


def test_a_fully_divided_board_of_one_colour_does_not_exhaust_the_stack(tmp_path):
    ones = 1
    for _ in range(6):  # 4,096 cells: four times the limit of open calls
        ones = [ones] * 4
    board = Block.from_nested(ones, max_depth=6, size=512)
    twin = board.copy()
    assert twin == board
    for action in (lambda b: b.rotate(1), lambda b: b.rotate(3), lambda b: b.swap(0)):
        action(twin)
        assert twin == board
    twin.check_invariants()
    assert (twin.flatten() == RED).all()

    game = Game(humans=2, smarts=[], board=board, goals=BlobGoal, seed=1)
    game.play(Move(Action.ROTATE_CLOCKWISE))
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json") == game
    game.undo()
    assert game.board == board


def test_the_deepest_board_is_played_and_saved(tmp_path):
    chain = 1
    for _ in range(12):
        chain = [chain, 1, 1, 1]
    game = Game(humans=1, smarts=[], board=Block.from_nested(chain, max_depth=12),
                goals=[BlobGoal(RED)], rules=EXTENDED, seed=1)
    assert game.scores == [4**12]
    game.play(Move(Action.PAINT, (0,) * 12, BLUE))
    game.board.check_invariants()
    assert game.scores == [4**12 - 1 - 1]
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json") == game


def set_on(path, **attributes):
    return lambda board: vars(board.at(path)).update(attributes)


def put(place, child):
    return lambda board: board.children.__setitem__(place, child(board))


@pytest.mark.parametrize(("breaks", "path", "problem"), [
    (lambda board: board.children.pop(), (), "3 children"),
    (lambda board: board.children.append(Block()), (), "5 children"),
    (lambda board: board.children[0].children.pop(), (0,), "3 children"),
    (set_on((), children=None), (), "not a list"),
    (set_on((0,), colour=RED), (0,), "children and also the colour"),
    (set_on((1,), colour=None), (1,), "no children, and no colour"),
    (set_on((0, 3), colour=7), (0, 3), "isn't one of the game's colours"),
    (set_on((), level=3), (), "deeper than its max_depth"),
    (set_on((0, 1), level=1), (0, 1), "its level is 1"),
    (set_on((0, 1), level=None), (0, 1), "its level is None"),
    (set_on((0, 1), max_depth=3), (0, 1), "its max_depth is 3"),
    (set_on((3,), parent=None), (3,), "its parent"),
    (set_on((2,), size=33), (2,), "its size is 33"),
    (set_on((), size=None), (0,), "parent's size is None"),
    (set_on((0, 1), position=(0, 0)), (0, 1), r"its position is \(0, 0\)"),
    (set_on((0, 1), position=None), (0, 1), "its position is None"),
    (put(1, lambda board: None), (1,), "isn't a block"),
    (put(2, lambda board: board.children[1]), (2,), "the same block"),
    (put(2, lambda board: board), (2,), "the same block"),
])
def test_a_broken_invariant_is_named_with_its_place(reference, breaks, path, problem):
    breaks(reference)
    with pytest.raises(InvariantError, match=problem) as caught:
        reference.check_invariants()
    assert caught.value.path == path
    place = f"The block at path {path}: " if path else "The root of the tree: "
    assert str(caught.value).startswith(place)
