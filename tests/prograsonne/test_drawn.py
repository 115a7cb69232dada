"""The pictures of a board and its tiles."""

from random import Random

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from blocky.kit.draw.cells import Labels
from blocky.prograsonne import Place, TakeBack, Tile, draw
from blocky.prograsonne.draw import shapes
from blocky.prograsonne.hexes import CELLS, EDGES, neighbour
from blocky.prograsonne.tiles import TYPES
from blocky.prograsonne.widgets import play
from tests.prograsonne.test_board import TWO, begun
from tests.prograsonne.test_examples import played

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def pixels(panel):
    """Return the pixels of the figure of a panel."""
    FigureCanvasAgg.draw(panel.live.canvas)
    return np.asarray(panel.live.canvas.get_renderer().buffer_rgba()).astype(int)


def test_each_cell_and_each_edge_is_found_at_its_place():
    for cell in CELLS:
        x, y = shapes.centre(cell)
        assert shapes.cell_at(x, y) == cell
        for edge in EDGES:
            across, down = shapes.middle(edge)
            assert shapes.cell_at(x + 0.9 * across, y + 0.9 * down) == cell
            assert shapes.cell_at(x + 1.1 * across, y + 1.1 * down) == neighbour(cell, edge)
            assert shapes.edge_at(cell, x + 0.9 * across, y + 0.9 * down) == edge


@pytest.mark.parametrize("name", TYPES)
def test_segments_are_drawn_inside_their_tile_and_reach_their_edges(name):
    for segment in Tile(name).segments:
        path = shapes.segment_shape(segment)
        points = path.vertices[path.codes != path.CLOSEPOLY]
        assert abs(points).max() <= 1 + 1e-9
        for edge in segment.edges:
            x, y = shapes.middle(edge)
            along = points @ [x, y] / 0.75
            assert along.max() > 1 - 1e-9
        for edge in set(EDGES) - set(segment.edges):
            x, y = shapes.middle(edge, 0.98)
            assert not (segment.kind == "city" and path.contains_point((x, y)))


def test_a_picture_says_what_there_is_to_see_and_has_its_letters():
    picture = draw.board(played("(3,2)GGGGGC@4 -, (4,2)GGGGGC@1 P1"), letters=True)
    assert "Player 1 (red) has 100" in picture.alt
    assert "(4, 2) GGGGGC rotated 1 time, red" in picture.alt
    written = [text for each in picture.figure.axes[0].artists if isinstance(each, Labels)
               for _, _, text, *_ in each._labels]
    assert sorted(written) == sorted(2 * "GGGGGC")
    assert "GGGCGG" in draw.tile("GGGGGC", 4).alt


def test_what_is_drawn_move_by_move_is_what_is_drawn_at_once():
    panel, rng = play(seed=15, players=TWO, pause=0), Random(3)
    for number in range(1, 10):
        placed = [move for move in panel.game.legal_moves() if isinstance(move, Place)]
        panel.play(TakeBack() if number % 3 == 0 else rng.choice(placed))
    assert (pixels(panel) == pixels(play(panel.game))).all()


def test_another_ground_of_the_figure_is_seen_everywhere():
    board = begun()
    assert (pixels(board)[2, 2] == 255).all()
    board.figure.set_facecolor("#b8b8b8")
    shown = pixels(board)
    assert (shown[..., :3] == 255).all(axis=2).mean() < 0.01
