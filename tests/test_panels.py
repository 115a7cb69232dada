"""What holds of every board, laboratory and explorer: how it looks, and what stands for it."""

import base64
from random import Random

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from blocky import Block, random_init
from blocky.prograsonne.widgets import play as play_prograsonne
from blocky.widgets import (
    explore_moves,
    explore_random_init,
    explore_scores,
    explore_smart_player,
    explore_stack,
    explore_tree,
    play,
    step,
)
from blocky.widgets.move_panel import DEEPEST
from tests.panels import press, words
from tests.pictures import assert_inside
from tests.strategies import REFERENCE

pytestmark = pytest.mark.usefixtures("drawn_on_demand")

SIZED = {"play": play, "moves": explore_moves, "scores": explore_scores, "tree": explore_tree,
         "random": explore_random_init, "smart": explore_smart_player}
PANELS = {
    **SIZED, "stack": lambda seed, max_depth, **looks: explore_stack(seed=seed, **looks),
    "step": lambda seed, max_depth, **looks: step(
        Block.flatten, random_init(0, max_depth, Random(seed)), **looks),
    "prograsonne": lambda seed, max_depth, **looks: play_prograsonne(seed=seed, **looks)}


def each_of(*names):
    return pytest.mark.parametrize("make", [PANELS[name] for name in names], ids=names)


EACH, MANY, MOVED = each_of(*PANELS), each_of("random", "smart"), each_of("moves", "scores")


@EACH
@pytest.mark.parametrize(("name", "value"), [("palette", "classic"), ("letters", True)])
def test_looks_are_given_or_chosen(make, name, value):
    plain, other = make(seed=7, max_depth=2), make(seed=7, max_depth=2, **{name: value})
    pngs = [plain.picture().png(), other.picture().png()]
    assert pngs[0] == plain.picture().png() != pngs[1]
    if name == "letters":
        press(plain, "l")
    else:
        plain.palette.value = value
    assert getattr(plain, name).value == value
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
    assert large.figure.bbox.width == pytest.approx(1.4 * usual.figure.bbox.width, abs=1)
    assert (usual.scale, large.scale) == (1, 1.4)
    assert "blocky-big" not in usual._dom_classes
    usual.projector.value = True
    assert usual.scale == 1.4
    assert "blocky-big" in usual._dom_classes
    assert usual.picture().png() == large.picture().png()


@EACH
@pytest.mark.parametrize("depth", [0, 3, 7])
def test_no_text_lies_outside_the_picture_or_is_too_small(make, depth):
    panel = make(seed=7, max_depth=depth, letters=True)
    if hasattr(panel, "run_many"):
        panel.run_many(2)
    least = 5 if make is explore_tree else 7.5  # the letters of its nodes repeat what is painted
    for key in (None, "end", "right", "u"):
        press(panel, key)
        assert all(text.size >= least for text in assert_inside(panel.picture(), by=1.5))


@EACH
def test_an_unknown_palette_is_refused(make):
    with pytest.raises(ValueError, match="'loud' is not a palette"):
        make(seed=7, max_depth=2, palette="loud")


@each_of(*SIZED)
@pytest.mark.parametrize("bad", [-1, "3", 13])
def test_a_bad_depth_is_refused(make, bad):
    with pytest.raises(ValueError, match="max_depth must be"):
        make(seed=7, max_depth=bad)


@each_of("play", "moves", "scores", "tree")
def test_a_path_is_typed(make):
    panel = make(board=Block.from_nested(REFERENCE, 2, 512))
    for text, path in [("0 2", (0, 2)), ("(0, 2)", (0, 2)), ("[0,1]", (0, 1)), ("02", (0, 2)),
                       (" 1 ", (1,)), ("()", ()), ("3", (3,)), ("", ())]:
        panel.typed_path.value = text
        assert panel.path == path
    panel.select((0,))
    for text, part in [("abc", "“abc” is not a path"), ("0 -1", "is not a path"),
                       ("<b>", "“<b>” is not a path"), ("4", "4"),
                       ("1 1", "There is no block at path (1, 1)"),
                       ("0 2 0", "There is no block at path (0, 2, 0)")]:
        panel.typed_path.value = text
        assert part in panel.text
        assert part in words(panel.message)
        assert 'role="alert"' in panel.message.value
        assert "<b>" not in panel.message.value
        assert panel.path == (0,)
    for path in [(4,), (-1,), (1, 0), "ab"]:
        panel.say("")
        panel.select(path)
        assert panel.text.endswith(".")
        assert panel.path == (0,)


@MANY
@pytest.mark.parametrize("bad", [0, -1, 1.5, "x"])
def test_many_boards_of_a_bad_number_are_refused(make, bad):
    with pytest.raises(ValueError, match="boards must be a whole number, 1 or more"):
        make(seed=7, max_depth=1).many.run(int, 0, bad)


@MANY
def test_what_is_drawn_from_copies_is_what_is_drawn_anew(make):
    panel = make(seed=7, max_depth=3)
    go_to = getattr(panel, "go_to", None) or panel.select

    def pixels():
        FigureCanvasAgg.draw(panel.live.canvas)
        return np.asarray(panel.live.canvas.get_renderer().buffer_rgba()).copy()

    def change_seed():
        panel.seed.value += 1

    def change_depth():
        panel.depth.value -= 2

    for act in (lambda: go_to(3), change_seed, lambda: go_to(5), change_depth, lambda: go_to(2),
                lambda: press(panel, "l")):
        before = panel.picture().png()
        act()
        assert panel.picture().png() != before
        copied = pixels()
        for ax in panel.figure.axes:
            ax.stale = True
        assert np.array_equal(copied, pixels())


@MOVED
def test_the_board_given_is_left_alone(make):
    board = Block.from_nested(REFERENCE, 2, 64)
    before = board.copy()
    panel = make(board=board)
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
