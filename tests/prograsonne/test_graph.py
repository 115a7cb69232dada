"""The graph of a board: explorers of it."""

import pytest

from blocky.prograsonne import Game, GreedyPlayer, Rules, walk
from blocky.prograsonne.draw.graph import joints, nodes
from blocky.prograsonne.widgets import explore_forest, explore_graph
from tests.panels import press, words
from tests.prograsonne.test_explorers import BOARD

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


@pytest.fixture
def board():
    return BOARD


def grown(tiles, seed=15):
    game = Game(Rules(redraw=True), seed, players=[GreedyPlayer(), GreedyPlayer()])
    while len(game.board.tiles) < tiles and not game.over:
        game.step()
    return game.board


def test_the_graph_has_each_joint_once():
    board = grown(30)
    met = {frozenset((node, other)) for node in nodes(board)
           for other in walk.joined(board, node)}
    assert {frozenset(joint[:2]) for joint in joints(board)} == met
    assert 2 * len(joints(board)) == sum(len(list(walk.joined(board, node)))
                                         for node in nodes(board))


@pytest.mark.parametrize("queue", [True, False])
def test_a_walk_finds_the_feature_whole(board, queue):
    panel = explore_graph(board, queue=queue)
    for node in panel.nodes:
        panel.choose(node)
        panel.last()
        assert set(panel.moments[-1].marked) == walk.feature(board, *node)
        assert not panel.moments[-1].waiting
        assert "the feature has" in words(panel._sentence)


def test_a_queue_goes_by_distance_and_a_stack_does_not(board):
    panel = explore_graph(board)
    queued = panel.moments[-1].marked
    assert set(queued[1:3]) == set(walk.joined(board, queued[0]))
    press(panel, "q")
    stacked = panel.moments[-1].marked
    assert set(stacked) == set(queued)
    assert stacked != queued
    assert panel.step == 0


def test_the_groups_of_the_forest_are_the_features():
    board = grown(30)
    panel = explore_forest(board)
    panel.last()
    groups = panel.groups(panel.steps)
    for node in panel.nodes:
        same = {other for other in panel.nodes if groups.find(panel.numbers[other])
                == groups.find(panel.numbers[node])}
        assert same == walk.feature(board, *node)


