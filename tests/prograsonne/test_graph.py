"""The graph of a board: explorers of it, and the stepper."""

import pytest

from blocky.prograsonne import Board, Game, GreedyPlayer, Rules, walk
from blocky.prograsonne.draw.graph import joints, nodes, place_of
from blocky.prograsonne.draw.shapes import centre
from blocky.prograsonne.hexes import EDGES, neighbour
from blocky.prograsonne.widgets import explore_forest, explore_graph, step
from tests.panels import click, press, words
from tests.prograsonne.test_explorers import BOARD, with_tiles

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


def test_a_click_begins_the_walk_there_and_keys_go_through_it(board):
    panel = explore_graph(board)
    node = next(node for node in panel.nodes if node[1].kind == "river")
    click(panel, panel.ax, *place_of(node))
    assert panel.chosen == node
    press(panel, "right")
    assert panel.step == panel.steps == 1
    press(panel, "n", "home")
    assert panel.chosen == panel.nodes[panel.nodes.index(node) + 1]
    click(panel, panel.ax, *centre((3, 3)))
    assert panel.chosen == panel.nodes[panel.nodes.index(node) + 1]


def test_the_groups_of_the_forest_are_the_features():
    board = grown(30)
    panel = explore_forest(board)
    panel.last()
    groups = panel.groups(panel.steps)
    for node in panel.nodes:
        same = {other for other in panel.nodes if groups.find(panel.numbers[other])
                == groups.find(panel.numbers[node])}
        assert same == walk.feature(board, *node)


def test_the_forest_tells_what_is_joined_and_how_far_the_root_is(board):
    panel = explore_forest(board)
    press(panel, "end")
    assert "Segments 10 and 3 meet. Their roots are 6 and 3: now 3 is below 6." in words(
        panel._sentence)
    press(panel, "left")
    assert "they belong together already" in words(panel._sentence)
    click(panel, panel.ax, *place_of(panel.nodes[0]))
    assert "its root is 6, 2 steps up" in words(panel._sentence)
    assert "0 below 2; 2 below 6" in panel.alt
    press(panel, "home")
    assert words(panel._sentence) == "No tile is placed."


@pytest.mark.parametrize("make", [explore_graph, explore_forest])
def test_a_board_without_segments_has_no_graph(make):
    for empty in (Board(), with_tiles(((3, 2), "GGGGGG", 0))):
        with pytest.raises(ValueError, match="no segment"):
            make(empty)



# -- the stepper -------------------------------------------------------------------------------

def island(board, cell, seen):
    if cell not in board.tiles or cell in seen:
        return 0
    seen.add(cell)
    return 1 + sum(island(board, neighbour(cell, edge), seen) for edge in EDGES)


def reached(board, node, seen):
    if node not in seen:
        seen.add(node)
        for other in walk.joined(board, node):
            reached(board, other, seen)


def test_the_stepper_shows_a_walk_from_cell_to_cell(board):
    panel = step(island, board, (3, 2), set())
    assert panel.trace.result == len(board.tiles)
    assert len(panel.trace.calls) == 1 + 6 * len(board.tiles)
    panel.last()
    assert panel.trace.seen[-1] == sorted(board.tiles)
    assert all(str(cell) in panel.sentence() for cell in board.tiles)
    assert panel.picture().alt


def test_the_stepper_shows_a_walk_from_segment_to_segment(board):
    start = next(node for node in nodes(board) if node[0] == (3, 2))
    panel = step(reached, board, start, set())
    panel.go_to(5)
    assert "(3, 2) road 1 4 6" in panel.sentence()
    panel.last()
    assert set(panel.trace.seen[-1]) == walk.feature(board, *start)
    assert panel.picture().alt

