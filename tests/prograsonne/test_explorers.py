"""The explorers of Prograsonne, by pointer and keys."""

import pytest

from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import new_axes
from blocky.prograsonne import Game, GreedyPlayer, Place, Rules, draw, walk
from blocky.prograsonne.draw.gains import gains
from blocky.prograsonne.draw.graph import forest, graph, joints, nodes
from blocky.prograsonne.draw.linked import linked
from blocky.prograsonne.draw.shapes import cell_at, centre
from blocky.prograsonne.hexes import EDGES, neighbour
from blocky.prograsonne.widgets import explore_forest, explore_graph, step
from tests.panels import press, words
from tests.prograsonne.test_examples import played

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


#: Roads with a triangle, a city, a river, and a road by itself.
BOARD = played("(3,2)GGPGPP@1 -, (2,2)CCCPCC@0 P1, (4,1)GPRGPR@4 P1, (4,3)GGGPPG@4 P1, "
               "(4,4)PPGPPG@4 P1, (5,3)PPGPPG@1 P1, (5,2)PPGPPG@3 P1, (6,3)GGGPPG@0 P1, "
               "(4,2)PPGPPG@2 P1")


# -- graph and forest ------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def grown():
    """A board of 30 tiles."""
    game = Game(Rules(redraw=True), 15, players=[GreedyPlayer(), GreedyPlayer()])
    while len(game.board.tiles) < 30:
        game.step()
    return game.board


def test_the_graph_has_each_joint_once(grown):
    met = {frozenset((node, other)) for node in nodes(grown) for other in walk.joined(grown, node)}
    assert {frozenset(joint[:2]) for joint in joints(grown)} == met
    assert len(joints(grown)) == len(met)


@pytest.mark.parametrize("queue", [True, False])
def test_a_walk_finds_the_feature_whole(queue):
    panel = explore_graph(BOARD, queue=queue)
    for node in panel.nodes:
        panel.choose(node)
        panel.last()
        assert set(panel.moments[-1].marked) == walk.feature(BOARD, *node)
        assert not panel.moments[-1].waiting
        assert "the feature has" in words(panel._sentence)


def tiles_around(board, cell, done):
    """Return the number of tiles of an island; the walk also enters the empty cells around it."""
    if cell in done or cell not in board.tiles:
        return 0
    done.add(cell)
    return 1 + sum(tiles_around(board, neighbour(cell, edge), done) for edge in EDGES)


def test_the_picture_of_a_walk_shows_each_cell_that_it_enters():
    stepper = step(tiles_around, BOARD, (3, 2), set())
    cells = {call.arguments["cell"].value for call in stepper.trace.calls}
    assert not cells <= set(BOARD.tiles)
    stepper.last()
    ax, _ = stepper._panels
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    for x, y in map(centre, cells):
        assert left + 1 <= x <= right - 1, "a cell is 1 wide to each side"
        assert top + 0.85 <= y <= bottom - 0.85


def test_a_queue_goes_by_distance_and_a_stack_does_not():
    panel = explore_graph(BOARD)
    queued = panel.moments[-1].marked
    assert set(queued[1:3]) == set(walk.joined(BOARD, queued[0]))
    press(panel, "q")
    stacked = panel.moments[-1].marked
    assert set(stacked) == set(queued)
    assert stacked != queued
    assert panel.step == 0


def test_the_groups_of_the_forest_are_the_features(grown):
    panel = explore_forest(grown)
    panel.last()
    groups = panel.groups(panel.steps)
    for node in panel.nodes:
        same = {other for other in panel.nodes if groups.find(panel.numbers[other])
                == groups.find(panel.numbers[node])}
        assert same == walk.feature(grown, *node)


# -- pictures --------------------------------------------------------------------------------------

def test_pictures_tell_what_they_show():
    assert graph(BOARD).alt == ("The graph of a board: 11 segments, and 8 places where two of them "
                                "meet")
    assert forest([1, 1, 2]).alt == "A forest with the roots 1, 2; 0 below 1"
    assert linked("abc", followed=1).alt == "A linked list: a, b, c; 1 link is followed"
    assert linked("abc", removed=1).alt.endswith(
        "the link that led to b now leads to the node after b")
    pngs = [linked("abc", followed=links).png() for links in range(4)]
    assert len(set(pngs)) == 4


# -- the gains -------------------------------------------------------------------------------------

def test_the_best_gain_of_each_cell_is_written_and_told():
    board = played("(2,2)GGGGGC@4 -, (3,2)CGGPPG@0 P1, (4,2)CGGPPG@3 P1")
    told = gains(board, "GGGGGC", 1).alt
    cells = {move.cell for move in board.legal_placements("GGGGGC")}
    assert told.count("a gain of ") == len(cells)
    assert f"{board.hint('GGGGGC', 1).placement}: a gain of 10" in told
    assert f"{Place((5, 2), 1)}: a gain of -20" in told


@pytest.mark.parametrize("picture", [lambda board, ax, cells: draw.board(board, ax, cells=cells),
                                     lambda board, ax, cells: gains(board, "GGGGGC", 1, ax,
                                                                    cells=cells)])
def test_a_board_can_have_the_row_and_column_of_each_cell(picture):
    def written(cells):
        ax = new_axes(5, 5)
        picture(Game(seed=1).board, ax, cells=cells)
        return {text: (x, y) for each in ax.artists if isinstance(each, Labels)
                for x, y, text, *_ in each._labels if ", " in text}

    assert written(cells=False) == {}
    assert all(cell_at(*place) == tuple(map(int, text.split(", ")))
               for text, place in written(cells=True).items())
    assert len(written(cells=True)) == 64
