"""What holds of every board, laboratory and explorer: how it looks, and what stands for it."""

import base64

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from blocky import Block
from blocky.widgets import (
    explore_moves,
    explore_random_init,
    explore_scores,
    explore_smart_player,
    play,
)
from blocky.widgets.move_panel import DEEPEST
from tests.strategies import REFERENCE

pytestmark = pytest.mark.usefixtures("drawn_on_demand")

PANELS = {"play": play, "moves": explore_moves, "scores": explore_scores,
          "random": explore_random_init, "smart": explore_smart_player}
EACH = pytest.mark.parametrize("make", PANELS.values(), ids=PANELS)
MANY = pytest.mark.parametrize("make", [explore_random_init, explore_smart_player],
                               ids=["random", "smart"])
MOVED = pytest.mark.parametrize("make", [explore_moves, explore_scores], ids=["moves", "scores"])


@EACH
@pytest.mark.parametrize(("name", "value"), [("palette", "classic"), ("letters", True)])
def test_looks_are_given_or_chosen(make, name, value):
    plain, other = make(seed=7, max_depth=2), make(seed=7, max_depth=2, **{name: value})
    pngs = [plain.picture().png(), other.picture().png()]
    assert pngs[0] == plain.picture().png() != pngs[1]
    getattr(plain, name).value = value
    assert plain.picture().png() == pngs[1]


@EACH
def test_a_picture_stands_for_it_where_no_widget_can(make):
    panel = make(seed=7, max_depth=2)
    bundle = panel._repr_mimebundle_()
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert bundle["text/plain"] == panel.picture().alt
    assert "application/vnd.jupyter.widget-view+json" in bundle


@EACH
def test_it_can_be_large_for_a_class(make):
    usual, large = make(seed=7, max_depth=2), make(seed=7, max_depth=2, big=True)
    assert large.figure.bbox.width == pytest.approx(1.4 * usual.figure.bbox.width)
    assert large.px(100) == "140px"


@EACH
@pytest.mark.parametrize(("options", "sentence"), [
    ({"palette": "loud"}, "'loud' is not a palette"),
    ({"max_depth": -1}, "max_depth must be"), ({"max_depth": "3"}, "max_depth must be"),
    ({"max_depth": 13}, "max_depth must be"),
])
def test_bad_input_is_refused(make, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(**options)


@MANY
@pytest.mark.parametrize("bad", [0, -1, 1.5, "x"])
def test_many_boards_of_a_bad_number_are_refused(make, bad):
    with pytest.raises(ValueError, match="boards must be a whole number, 1 or more"):
        make(max_depth=1).many.run(int, 0, bad)


@MANY
def test_what_is_drawn_from_copies_is_what_is_drawn_anew(make):
    panel = make(seed=7, max_depth=3)

    def pixels():
        FigureCanvasAgg.draw(panel.live.canvas)
        return np.asarray(panel.live.canvas.get_renderer().buffer_rgba()).copy()

    def change_seed():
        panel.seed.value += 1

    def change_depth():
        panel.depth.value -= 2

    for act in (lambda: panel.select(3), change_seed, lambda: panel.select(5), change_depth,
                lambda: panel.select(2), panel.toggle_letters):
        act()
        copied = pixels()
        for ax in panel.figure.axes:
            ax.stale = True
        assert np.array_equal(copied, pixels())


@MOVED
def test_the_board_given_is_left_alone(make):
    board = Block.from_nested(REFERENCE, 2, 64)
    before = board.copy()
    panel = make(board)
    panel.keep()
    assert panel.board != before
    assert board == before
    assert board.size == 64


@MOVED
def test_a_seed_gives_the_same_board(make):
    assert make(seed=3).board == make(seed=3).board != make(seed=4).board


@MOVED
@pytest.mark.parametrize(("options", "sentence"), [
    ({"board": [0, 1, 2, 3]}, "board must be a Block"),
    ({"board": Block(0, 1, children=[Block(1, 1, 0)])}, "1 children"),
    ({"board": Block(0, DEEPEST + 1, 0)}, "max_depth must be 7 or less"),
    ({"max_depth": DEEPEST + 1}, "max_depth must be 7 or less"),
])
def test_a_bad_board_is_refused(make, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(**options)
