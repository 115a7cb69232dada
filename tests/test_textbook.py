from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ipywidgets import Widget

from blocky import (
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    PerimeterGoal,
    RandomPlayer,
    SmartPlayer,
    random_init,
)
from blocky.colour import FRAME, PALETTES
from tests.benchmarks import compare, growth, textbook
from tests.pictures import assert_inside
from tests.strategies import boards, boards_and_paths, colours
from tests.test_golden import BOARDS, MOVES

GOALS = [(BlobGoal, textbook.BlobGoal), (PerimeterGoal, textbook.PerimeterGoal)]
TURNS = [Action(name) for name in textbook.TURNS]


def plain(board):
    """Return a board of the kit as one of the textbook, with its places."""
    twin = textbook.from_nested(board.to_nested(), board.max_depth)
    twin.update_block_locations((0, 0), board.size)
    return twin


def all_of(block):
    """Yield what the attributes of the blocks of a tree are, those of a parent first."""
    yield block.level, block.max_depth, block.colour, block.position, block.size
    for child in block.children:
        assert child.parent is block
        yield from all_of(child)


@pytest.mark.parametrize("golden", BOARDS, ids=range(len(BOARDS)))
def test_the_textbook_way_is_right_on_the_golden_boards(golden):
    def board():
        return textbook.from_nested(golden["board"], golden["max_depth"])

    def rows(block):
        return ["".join(map(str, row)) for row in block.flatten()]

    assert rows(board()) == golden["grid"]
    assert [textbook.BlobGoal(colour).score(board()) for colour in range(4)] == golden["blob"]
    assert ([textbook.PerimeterGoal(colour).score(board()) for colour in range(4)]
            == golden["perimeter"])
    for name, after in golden["after"].items():
        if after is not None:
            path, move = MOVES[name]
            moved = board()
            move(moved.at(path))
            assert rows(moved) == after, name


@given(boards(), colours)
def test_the_textbook_way_scores_as_the_kit_does(board, colour):
    for of_kit, of_textbook in GOALS:
        assert of_textbook(int(colour)).score(plain(board)) == of_kit(colour).score(board)


@given(boards(max_depth=4), colours)
def test_the_recursion_and_the_list_find_the_same_blobs(board, colour):
    grid = board.flatten().tolist()
    by_recursion, by_list = ([[-1] * len(grid) for _ in grid] for _ in range(2))
    for cell in np.ndindex(len(grid), len(grid)):
        assert (textbook.undiscovered_blob_size(cell, grid, by_recursion, colour)
                == textbook.blob_size_by_list(cell, grid, by_list, colour))
        assert by_recursion == by_list


def test_a_blob_of_many_cells_does_not_fill_the_stack():
    assert textbook.BlobGoal(2).score(textbook.from_nested(2, max_depth=8)) == 4**8


@given(boards_and_paths(), st.sampled_from(TURNS))
def test_the_textbook_way_moves_blocks_as_the_kit_does(board_and_path, action):
    board, path = board_and_path
    twin = plain(board)
    textbook.act(twin.at(path), action.value)
    {Action.ROTATE_CLOCKWISE: lambda block: block.rotate(1),
     Action.ROTATE_COUNTER_CLOCKWISE: lambda block: block.rotate(3),
     Action.SWAP_HORIZONTALLY: lambda block: block.swap(0),
     Action.SWAP_VERTICALLY: lambda block: block.swap(1)}[action](board.at(path))
    assert list(all_of(twin)) == list(all_of(board))
    assert twin.flatten() == board.flatten().tolist()


@given(boards(min_depth=1), st.integers(0, 999))
def test_the_textbook_way_smashes_as_the_kit_does(board, seed):
    twin = plain(board)
    twin.smash(Random(seed))
    board.smash(Random(seed))
    assert list(all_of(twin)) == list(all_of(board))


@given(st.integers(0, 9), st.integers(0, 999))
def test_the_same_seed_gives_the_same_random_board(depth, seed):
    assert (textbook.random_init(0, depth, Random(seed)).to_nested()
            == random_init(0, depth, Random(seed)).to_nested())


@pytest.mark.parametrize(("of_kit", "of_textbook"), GOALS)
@pytest.mark.parametrize("difficulty", [0, 2, 5, 7])
@pytest.mark.parametrize("depth", [0, 1, 3, 4])
def test_the_same_seed_lets_smart_players_try_and_choose_the_same_moves(
        of_kit, of_textbook, difficulty, depth):
    for seed in range(3):
        board, colour = random_init(0, depth, Random(seed)), Colour(seed)
        game = Game(players=[SmartPlayer(difficulty)], goals=[of_kit(colour)], board=board, seed=0)
        kit, way = SmartPlayer(difficulty), textbook.SmartPlayer(difficulty)
        goal, twin = of_textbook(int(colour)), plain(game.board)
        tried = [(score, (move.action.value, move.path))
                 for score, move in kit.try_moves(game.copy(), Random(seed))]
        assert way.try_moves(twin, goal, Random(seed)) == tried
        chosen = kit.make_move(game.copy(), Random(seed))
        assert way.make_move(twin, goal, Random(seed)) == (chosen.action.value, chosen.path)
        assert twin.to_nested() == board.to_nested()


@pytest.mark.parametrize(("of_kit", "of_textbook"), GOALS)
def test_the_same_seed_gives_the_same_game(of_kit, of_textbook):
    forfeited = 0
    for seed in range(6):
        game = Game(max_depth=3, players=[RandomPlayer(), SmartPlayer(1)], turns=6, seed=seed,
                    goals=[of_kit(0), of_kit(1)])
        twin = textbook.Game(plain(game.board), [textbook.RandomPlayer(), textbook.SmartPlayer(1)],
                             [of_textbook(0), of_textbook(1)], turns=6, seed=seed)
        game.run()
        twin.run()
        assert twin.history == [((turn.move.action.value, turn.move.path), turn.scores[turn.player])
                                for turn in game.history]
        assert list(all_of(twin.board)) == list(all_of(game.board))
        forfeited += sum(bool(turn.forfeited) for turn in game.history)
    assert forfeited > 0, "no smash was refused: the seeds should be others"


@given(boards())
def test_the_textbook_way_draws_the_rectangles_of_the_kit(board):
    paints = PALETTES["classic"]
    black = textbook.BLACK
    assert plain(board).rectangles_to_draw() == [
        (black if colour == FRAME else paints[colour], *place)
        for colour, *place in board.rectangles_to_draw()]


def test_a_board_that_is_saved_is_loaded_the_same(tmp_path):
    board = plain(Block.from_nested([[0, 1, 1, 3], 2, 1, 3], max_depth=2, size=64))
    textbook.save(board, tmp_path / "board.json")
    assert list(all_of(textbook.load(tmp_path / "board.json"))) == list(all_of(board))


# -- what the benchmark measures -----------------------------------------------------------


def as_grid(result):
    """Return the grid of a result: of a board, of nested lists or of an array."""
    return np.asarray(result.flatten() if hasattr(result, "children") else result)


@pytest.mark.parametrize("cost", ["flatten", "blob score", "perimeter score", "copy it"])
@given(board=boards(max_depth=5))
def test_the_three_ways_compute_the_same(cost, board):
    case = compare.Case("random", board, folder=None)
    ways = [as_grid(run()) for run in compare.COSTS[cost](case)]
    for result in ways[1:]:
        np.testing.assert_array_equal(result, ways[0])


@pytest.mark.parametrize("cost", ["rotate the board", "swap its halves"])
@given(board=boards(min_depth=1, max_depth=5))
def test_the_three_ways_move_a_board_the_same(cost, board):
    case = compare.Case("random", board, folder=None)
    by_textbook, by_kit, on_grid = compare.COSTS[cost](case)
    expected = on_grid() if board.children else case.grid
    by_textbook()
    by_kit()
    for moved in (case.plain, case.board):
        np.testing.assert_array_equal(as_grid(moved), expected)


@pytest.mark.parametrize("cost", compare.COSTS)
def test_every_cost_is_measured_and_some_on_the_grid_too(cost, tmp_path):
    case = compare.Case("random", random_init(0, 2, Random(7)), tmp_path)
    by_textbook, by_kit, on_grid = compare.COSTS[cost](case)
    assert compare.seconds(by_textbook) > 0
    assert compare.seconds(by_kit) > 0
    assert (on_grid is None) == (cost in ("random board", "smash it", "auto game"))
    assert on_grid is None or compare.seconds(on_grid) > 0
    Widget.close_all()


@pytest.mark.parametrize("goal", ["blob", "perimeter"])
def test_the_limit_of_a_choice_leaves_the_grid_as_it_was(goal):
    case = compare.Case("random", random_init(0, 4, Random(7)), folder=None)
    limit = compare.COSTS[f"smart choice, {goal}"](case)[2]
    before = case.grid.copy()
    limit()
    np.testing.assert_array_equal(case.grid, before)


@pytest.mark.parametrize("goal", ["blob", "perimeter"])
def test_the_two_players_that_are_compared_choose_the_same(goal):
    for seed in range(4):
        case = compare.Case("random", random_init(0, 3, Random(seed)), folder=None)
        by_textbook, by_kit, _ = compare.COSTS[f"smart choice, {goal}"](case)
        move = by_kit()
        assert by_textbook() == (move.action.value, move.path)


def test_boards_are_as_deep_and_as_divided_as_they_are_called():
    assert sum(1 for _ in compare.divided(5, Colour).leaves()) == 4**5
    assert {leaf.colour for leaf in compare.divided(5, Colour).leaves()} == set(Colour)
    assert np.all(compare.divided(3, [Colour.RED]).flatten() == Colour.RED)


def law(cost, kind, depths, leaves, seconds):
    """Return measurements of a cost that follows a law in all three ways."""
    return [compare.Measured(kind, depth, leaves(depth), cost, *3 * [seconds(depth)])
            for depth in depths]


def test_growth_is_found_in_costs_that_follow_a_law():
    measurements = [*law("flatten", "random", range(3, 13), lambda depth: 400,
                         lambda depth: 1e-6 * 4**depth),
                    *law("flatten", "divided", range(3, 9), lambda depth: 4**depth,
                         lambda depth: 1e-6 * 2**depth)]
    found = dict(growth.rows(measurements))
    assert list(found) == list(compare.COSTS)
    assert found["flatten"][:6] == pytest.approx([4, 4, 4, 0.5, 0.5, 0.5])
    assert found["flatten"][6:] == [None] * 3
    assert found["save"] == [None] * 9


def test_the_picture_has_every_cost_and_the_ways_beside_its_lines():
    measurements = [each for cost in compare.COSTS
                    for each in law(cost, "random", range(3, 13), lambda depth: 400,
                                    lambda depth: 1e-6 * 3**depth)]
    drawn = {(text, box) for text, box, _ in assert_inside(growth.picture(measurements))}
    texts = [text for text, _ in drawn]
    assert set(growth.PANELS) <= set(texts)
    for way in compare.WAYS:
        assert texts.count(way) == len(growth.PANELS) + 1, "and once to say what it means"
