"""Laws of boards, scores and moves, and that the fast ways agree with the plain ones."""

from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    Move,
    Parts,
    PerimeterGoal,
    SmartPlayer,
    random_init,
)
from blocky.fast.blobs import (
    largest_blob_by_label,
    largest_blob_by_stack,
    largest_blob_on_tree,
)
from blocky.fast.grid import SCORED_ON_GRID, TRIED_ON_GRID, cells_of
from blocky.fast.trials import act_on_cells, trials
from tests import oracle
from tests.strategies import boards, boards_and_paths, colours, moves, played_games

TURNS = {
    Action.ROTATE_CLOCKWISE: lambda block: block.rotate(1),
    Action.ROTATE_COUNTER_CLOCKWISE: lambda block: block.rotate(3),
    Action.SWAP_HORIZONTALLY: lambda block: block.swap(0),
    Action.SWAP_VERTICALLY: lambda block: block.swap(1),
}


@pytest.mark.parametrize("action", TURNS)
@given(boards_and_paths(min_depth=1))
def test_a_move_of_a_block_moves_its_square_of_the_grid(action, board_and_path):
    board, path = board_and_path
    block = board.at(path)
    expected = board.flatten()
    place = oracle.square(len(expected), path)
    if block.children:
        expected[place] = oracle.turned(expected[place], action)
    TURNS[action](block)
    np.testing.assert_array_equal(board.flatten(), expected)
    board.check_invariants()


@given(boards_and_paths())
def test_a_block_flattens_to_its_square(board_and_path):
    board, path = board_and_path
    grid = board.flatten()
    np.testing.assert_array_equal(
        board.at(path).flatten(), grid[oracle.square(len(grid), path)])


@given(boards_and_paths())
def test_a_copy_is_equal_and_shares_no_block(board_and_path):
    block = board_and_path[0].at(board_and_path[1])
    block.highlighted = True
    twin = block.copy()
    assert twin == block
    assert not {id(b) for b in block.blocks()} & {id(b) for b in twin.blocks()}
    assert twin.parent is None
    assert [(b.position, b.size, b.highlighted) for b in twin.blocks()] == [
        (b.position, b.size, b.highlighted) for b in block.blocks()]
    twin.check_invariants()


@given(boards(), boards())
def test_boards_are_equal_exactly_when_their_depth_and_nested_lists_are(one, other):
    same = (one.max_depth, one.to_nested()) == (other.max_depth, other.to_nested())
    assert (one == other) == same


@given(boards())
def test_a_board_is_made_of_its_own_nested_lists(board):
    again = Block.from_nested(board.to_nested(), board.max_depth, board.size)
    assert again == board
    assert again.to_nested() == board.to_nested()
    again.check_invariants()


@given(boards())
def test_path_and_at_are_inverse(board):
    paths = [block.path for block in board.blocks()]
    assert len(set(paths)) == len(paths)
    assert all(board.at(block.path) is block for block in board.blocks())
    assert all(len(block.path) == block.level for block in board.blocks())


@given(boards(cell=2), st.data())
def test_the_selected_block_is_the_one_whose_half_open_box_holds_the_pixel(board, data):
    x, y = (data.draw(st.integers(0, board.size - 1)) for _ in range(2))
    level = data.draw(st.integers(0, board.max_depth))
    holding = [block for block in board.blocks()
               if block.position[0] <= x < block.position[0] + block.size
               and block.position[1] <= y < block.position[1] + block.size
               and block.level <= level]
    assert board.get_selected_block((x, y), level) is max(holding, key=lambda b: b.level)


@pytest.mark.parametrize(("kind", "plain"), [
    (BlobGoal, oracle.blob), (PerimeterGoal, oracle.perimeter)])
@given(board_and_path=boards_and_paths(), colour=colours)
def test_a_board_or_a_part_of_it_scores_what_is_counted_on_its_grid(
        kind, plain, board_and_path, colour):
    block = board_and_path[0].at(board_and_path[1])
    grid, goal = block.flatten(), kind(colour)
    assert goal.score(block) == goal.score_grid(grid) == plain(grid, colour)


@given(boards(max_depth=4), colours)
def test_the_blob_score_is_the_best_of_the_recursion(board, colour):
    goal, grid = BlobGoal(colour), board.flatten()
    visited = np.full_like(grid, -1)
    sizes = [goal.undiscovered_blob_size(cell, grid, visited) for cell in np.ndindex(grid.shape)]
    assert goal.score(board) == max(sizes)
    assert sum(sizes) == np.count_nonzero(grid == colour)
    np.testing.assert_array_equal(visited, grid == colour)


@pytest.mark.parametrize("find", [largest_blob_by_stack, largest_blob_by_label,
                                  largest_blob_on_tree])
@given(board_and_path=boards_and_paths(max_depth=5), colour=colours)
def test_every_way_to_find_the_largest_blob_finds_what_the_goal_scores(
        find, board_and_path, colour):
    board, path = board_and_path
    before = board.copy()
    assert find(board.at(path), colour) == BlobGoal(colour).score(board.at(path))
    assert board == before


def test_the_largest_blob_on_the_tree_needs_no_grid(monkeypatch):
    board = random_init(0, 9, Random(1))
    expected = {colour: BlobGoal(colour).score_grid(board.flatten()) for colour in Colour}
    monkeypatch.setattr(Block, "flatten", None)
    assert {colour: largest_blob_on_tree(board, colour) for colour in Colour} == expected


@pytest.mark.parametrize("depth", range(9))
def test_a_random_board_is_valid_and_depends_on_its_seed_alone(depth):
    for seed in range(5):
        board = random_init(0, depth, Random(seed))
        assert board == random_init(0, depth, Random(seed))
        assert bool(board.children) == (depth > 0)
        board.check_invariants()
        board.update_block_locations((0, 0), 750)
        board.check_invariants()


@given(boards_and_paths(), st.integers(0, 99))
def test_a_smash_divides_the_block_and_keeps_all_others(board_and_path, seed):
    board, path = board_and_path
    block = board.at(path)
    assume(block.level < board.max_depth)
    expected = board.flatten()
    block.smash(Random(seed))
    expected[oracle.square(len(expected), path)] = block.flatten()
    assert len(block.children) == 4
    np.testing.assert_array_equal(board.flatten(), expected)
    board.check_invariants()


@pytest.mark.parametrize("kind", [BlobGoal, PerimeterGoal])
@pytest.mark.parametrize("depth", [SCORED_ON_GRID, SCORED_ON_GRID + 1])
def test_a_random_deep_board_scores_what_its_grid_scores(kind, depth):
    board = random_init(0, depth, Random(depth))
    grid = board.flatten()
    for colour in Colour:
        assert kind(colour).score(board) == kind(colour).score_grid(grid)


@pytest.mark.parametrize("depth", [0, 1, 6, 12])
def test_a_board_of_one_colour(depth, monkeypatch):
    if depth > SCORED_ON_GRID:  # a board this deep is scored without its grid
        monkeypatch.setattr(Block, "flatten", None)
    divided = 2
    for _ in range(min(depth, 5)):
        divided = [divided] * 4
    for nested in (2, divided):
        board = Block.from_nested(nested, depth)
        assert [BlobGoal(colour).score(board) for colour in Colour] == [0, 0, 4**depth, 0]
        assert [PerimeterGoal(colour).score(board) for colour in Colour] == [0, 0, 4 * 2**depth, 0]


def test_a_spiral_of_the_greatest_depth_does_not_fill_the_stack():
    """Only one path is divided, down to the unit cells; its leaves are one blob."""
    nested = [1, 1, 1, 1]
    for _ in range(11):
        nested = [nested, 1, 0, 1]
    board = Block.from_nested(nested, 12)
    for colour in (0, 1):
        assert BlobGoal(colour).score(board) == BlobGoal(colour).score_grid(board.flatten())


@given(played_games(), st.data())
def test_a_move_does_to_the_cells_what_it_does_to_the_block(game, data):
    assume(not game.over)
    move = data.draw(moves(game))
    assume(move.action is not Action.SMASH)
    grid = game.board.flatten()
    divided = bool(game.board.at(move.path).children)
    if divided or move.action is Action.PAINT:
        act_on_cells(cells_of(grid, move.path), move)
    game.play(move)
    np.testing.assert_array_equal(grid, game.board.flatten())


def test_a_smash_cannot_be_tried():
    with pytest.raises(ValueError, match="isn't known in advance"):
        act_on_cells(np.zeros((2, 2), np.int8), Move(Action.SMASH))


class Corner(BlobGoal):
    """A student's goal, with its own ``score``."""

    def score(self, board):
        return 7 * int(board.flatten()[0, 0] == self.colour)


@pytest.mark.parametrize(("goal", "rules", "depth", "on_grid"), [
    (BlobGoal, CLASSIC, 4, True), (PerimeterGoal, EXTENDED, 6, True), (BlobGoal, EXTENDED, 1, True),
    (PerimeterGoal, CLASSIC, 0, True), (BlobGoal, EXTENDED, 12, False),
    (PerimeterGoal, CLASSIC, 12, False), (Corner, EXTENDED, 2, False)])
def test_a_move_that_is_tried_scores_what_it_scores_when_it_is_made(
        goal, rules, depth, on_grid, monkeypatch):
    assert on_grid == (goal is not Corner and depth <= TRIED_ON_GRID)
    if not on_grid:
        monkeypatch.setattr("blocky.fast.trials.cells_of", None)
    game = Game(depth, humans=0, smarts=[5, 5], rules=rules, goals=goal, seed=depth)
    board, scores_after = game.board.copy(), trials(game.position, [0, 1])
    legal = [move for move in game.legal_moves() if move.action is not Action.SMASH]
    for move in Random(1).sample(legal, min(40, len(legal))):
        after = game.copy()
        after.play(move)
        assert scores_after(move) == tuple(after.scores)
    assert game.board == board


def test_a_students_functions_are_not_needed_to_try_a_move():
    def rotate(block, direction):
        raise RuntimeError("not yet")

    game = Game(2, humans=0, smarts=[5], seed=1, parts=Parts(rotate=rotate))
    assert len(SmartPlayer(5).try_moves(game.copy(), Random(1))) == 150
