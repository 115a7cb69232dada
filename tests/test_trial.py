"""Moves tried on the grid score what they score on the tree, and boards of any depth are scored."""

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
    RandomPlayer,
    SmartPlayer,
    random_init,
)
from blocky.fast.grid import GRID_DEPTH, cells_of, grid_of
from blocky.fast.trials import act_on_cells, trials
from tests.strategies import REFERENCE, boards_and_paths, colours, moves, played_games

GOALS = [BlobGoal, PerimeterGoal]


# -- scores on the tree --------------------------------------------------------------------

@pytest.mark.parametrize("kind", GOALS)
@given(board_and_path=boards_and_paths(), colour=colours)
def test_a_board_or_a_part_of_it_scores_what_its_grid_scores(kind, board_and_path, colour):
    block = board_and_path[0].at(board_and_path[1])
    assert kind(colour).score(block) == kind(colour).score_grid(block.flatten())


@pytest.mark.parametrize("kind", GOALS)
@pytest.mark.parametrize("depth", [GRID_DEPTH, GRID_DEPTH + 1])
def test_a_random_deep_board_scores_what_its_grid_scores(kind, depth):
    board = random_init(0, depth, Random(depth))
    grid = board.flatten()
    for colour in Colour:
        assert kind(colour).score(board) == kind(colour).score_grid(grid)


@pytest.mark.parametrize("depth", [0, 1, 6, 12])
def test_a_board_of_one_colour(depth):
    divided = 2
    for _ in range(min(depth, 5)):
        divided = [divided] * 4
    for nested in (2, divided):
        board = Block.from_nested(nested, depth)
        assert [BlobGoal(colour).score(board) for colour in Colour] == [0, 0, 4**depth, 0]
        assert [PerimeterGoal(colour).score(board) for colour in Colour] == [0, 0, 4 * 2**depth, 0]


def test_a_spiral_of_the_greatest_depth_does_not_fill_the_stack():
    """Only one path is divided, down to the unit cells, and its leaves are all in one blob."""
    nested = [1, 1, 1, 1]
    for _ in range(11):
        nested = [nested, 1, 0, 1]
    board = Block.from_nested(nested, 12)
    for colour in (0, 1):
        assert BlobGoal(colour).score(board) == BlobGoal(colour).score_grid(board.flatten())


@given(boards_and_paths())
def test_a_grid_is_what_flatten_makes(board_and_path):
    block = board_and_path[0].at(board_and_path[1])
    grid = grid_of(block)
    np.testing.assert_array_equal(grid, block.flatten())
    assert grid.dtype == block.flatten().dtype


def test_a_deep_board_is_scored_without_a_grid(monkeypatch):
    monkeypatch.setattr("blocky.goal.grid_of", None)
    board = Block.from_nested(3, 12)
    assert BlobGoal(3).score(board) == 4**12
    assert PerimeterGoal(3).score(board) == 4 * 2**12


# -- moves on the grid ---------------------------------------------------------------------

@given(boards_and_paths(max_depth=4))
def test_the_cells_of_a_block_are_its_part_of_the_grid(board_and_path):
    board, path = board_and_path
    grid = board.flatten()
    cells = cells_of(grid, path)
    np.testing.assert_array_equal(cells, board.at(path).flatten())
    assert np.shares_memory(cells, grid)


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
    with pytest.raises(ValueError, match="not known before it is made"):
        act_on_cells(np.zeros((2, 2), np.int8), Move(Action.SMASH))


@pytest.mark.parametrize("kind", GOALS)
def test_a_deep_board_is_tried_on_the_tree(kind, monkeypatch):
    monkeypatch.setattr("blocky.fast.trials.grid_of", None)
    game = Game(12, players=[RandomPlayer(), RandomPlayer()], goals=kind, seed=2)
    scores_after = trials(game.position, [0, 1])
    for move in game.legal_moves()[:40]:
        if move.action is not Action.SMASH:
            after = game.copy()
            after.play(move)
            assert scores_after(move) == tuple(after.scores)


class Corner(BlobGoal):
    """A goal of a student: it scores boards in its own way."""

    def score(self, board):
        return 7 * int(board.flatten()[0, 0] == self.colour)


def test_moves_for_a_goal_of_ones_own_are_tried_on_the_tree():
    game = Game(board=Block.from_nested(REFERENCE, 2), players=[RandomPlayer(), RandomPlayer()],
                rules=EXTENDED, goals=[Corner(2), Corner(1)])
    scores_after, board = trials(game.position, [game.turn]), game.board.copy()
    legal = [move for move in game.legal_moves() if move.action is not Action.SMASH]
    assert [scores_after(move)[0] for move in legal] == [game.score_after(m) for m in legal]
    assert {7, 0} <= {scores_after(move)[0] + game.rules.cost(move.action) for move in legal}
    assert game.board == board


@pytest.mark.parametrize(("kind", "rules", "depth"), [
    (BlobGoal, CLASSIC, 4), (PerimeterGoal, EXTENDED, 6), (BlobGoal, EXTENDED, 1),
    (PerimeterGoal, CLASSIC, 0)])
def test_a_smart_player_tries_the_moves_it_always_tried(kind, rules, depth):
    """The moves come from the random numbers alone, and each has its score on the tree."""
    game = Game(depth, humans=0, smarts=[5], rules=rules, goals=kind, seed=depth)
    tried = SmartPlayer(5).try_moves(game, Random(3))
    assert len(tried) == 150
    for score, move in tried[::7]:
        assert score == game.score_after(move)


def test_a_students_functions_are_not_needed_to_try_a_move():
    def rotate(block, direction):
        raise RuntimeError("not yet")

    game = Game(2, humans=0, smarts=[5], seed=1, parts=Parts(rotate=rotate))
    assert len(SmartPlayer(5).try_moves(game.copy(), Random(1))) == 150
