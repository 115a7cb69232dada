from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from blocky import Action, BlobGoal, Block, PerimeterGoal, random_init
from tests import oracle
from tests.strategies import boards, boards_and_paths, colours

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


@given(boards(max_depth=5), colours)
def test_the_blob_score_is_that_of_a_flood(board, colour):
    assert BlobGoal(colour).score(board) == oracle.blob(board.flatten(), colour)


@given(boards(max_depth=4), colours)
def test_the_blob_score_is_the_best_of_the_recursion(board, colour):
    goal, grid = BlobGoal(colour), board.flatten()
    visited = np.full_like(grid, -1)
    sizes = [goal.undiscovered_blob_size(cell, grid, visited) for cell in np.ndindex(grid.shape)]
    assert goal.score(board) == max(sizes)
    assert sum(sizes) == np.count_nonzero(grid == colour)
    np.testing.assert_array_equal(visited, grid == colour)


@given(boards(), colours)
def test_the_perimeter_score_counts_sides_without_a_neighbour(board, colour):
    assert PerimeterGoal(colour).score(board) == oracle.perimeter(board.flatten(), colour)


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
