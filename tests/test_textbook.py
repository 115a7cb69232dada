from random import Random

import numpy as np
import pytest
from ipywidgets import Widget

from blocky import (
    BlobGoal,
    Game,
    PerimeterGoal,
    RandomPlayer,
    SmartPlayer,
    random_init,
)
from tests.benchmarks import compare, textbook

GOALS = [(BlobGoal, textbook.BlobGoal), (PerimeterGoal, textbook.PerimeterGoal)]


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


def as_grid(result):
    """Return the grid of a result: of a board, of nested lists or of an array."""
    return np.asarray(result.flatten() if hasattr(result, "children") else result)


@pytest.mark.parametrize("cost", ["flatten", "blob score", "perimeter score", "copy it",
                                  "rotate the board", "swap its halves"])
@pytest.mark.parametrize("seed", range(5))
def test_the_three_ways_do_the_same(cost, seed):
    case = compare.Case("random", random_init(0, 5, Random(seed)), folder=None)
    by_textbook, by_kit, on_grid = compare.COSTS[cost](case)
    expected = on_grid()
    for run, board in ((by_textbook, case.plain), (by_kit, case.board)):
        done = run()
        np.testing.assert_array_equal(as_grid(board if done is None else done), expected)


@pytest.mark.parametrize("cost", compare.COSTS)
def test_every_cost_is_measured_and_some_on_the_grid_too(cost, tmp_path):
    case = compare.Case("random", random_init(0, 2, Random(7)), tmp_path)
    by_textbook, by_kit, on_grid = compare.COSTS[cost](case)
    assert compare.seconds(by_textbook) > 0
    assert compare.seconds(by_kit) > 0
    assert (on_grid is None) == (cost in ("random board", "smash it", "auto game"))
    assert on_grid is None or compare.seconds(on_grid) > 0
    Widget.close_all()
