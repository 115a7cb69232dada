"""The fast ways score moves and boards of any depth as the plain ones do."""

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
from blocky.fast.grid import GRID_DEPTH, cells_of, grid_of
from blocky.fast.trials import act_on_cells, trials
from tests.strategies import boards_and_paths, colours, moves, played_games

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
def test_a_board_of_one_colour(depth, monkeypatch):
    if depth > GRID_DEPTH:  # a board this deep is scored without its grid
        monkeypatch.setattr("blocky.goal.grid_of", None)
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


@given(boards_and_paths())
def test_a_grid_is_what_flatten_makes(board_and_path):
    block = board_and_path[0].at(board_and_path[1])
    grid = grid_of(block)
    np.testing.assert_array_equal(grid, block.flatten())
    assert grid.dtype == block.flatten().dtype


# -- moves on the grid ---------------------------------------------------------------------

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
    if not on_grid:
        monkeypatch.setattr("blocky.fast.trials.grid_of", None)
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
