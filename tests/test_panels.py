"""The contract of panels: what every board, explorer and stepper does."""

import base64
import re
from random import Random

import ipywidgets as w
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

import blocky.blue.widgets as blue
import blocky.prograsonne.widgets as prograsonne
from blocky import EXTENDED, Action, Block, Game, random_init
from blocky.kit.game import Game as KitGame
from blocky.kit.widgets.commands import keys_sentence
from blocky.prograsonne import Board
from blocky.prograsonne.check import SavingWindow
from blocky.prograsonne.view import small_game
from blocky.widgets import (
    ask,
    explore_moves,
    explore_random_init,
    explore_scores,
    explore_tree,
    play,
    step,
)
from tests import tictactoe
from tests.answers import goal_of
from tests.panels import inside, point, press, scroll, told, words
from tests.pictures import assert_inside
from tests.strategies import REFERENCE

pytestmark = pytest.mark.usefixtures("drawn_on_demand")

TWO = ["human", "human"]


def roads():
    """Return a board of Prograsonne with a road of three tiles, and another road."""
    board = Board()
    for number, (cell, name, turns) in enumerate([
            ((3, 2), "GGPGPP", 1), ((4, 2), "PPGPPG", 2), ((4, 1), "GPRGPR", 4),
            ((4, 3), "GGGPPG", 4)]):
        board.place(cell, name, turns, player=1 if number else None)
    return board


def solitaire(**settings):
    return play(**{"mode": "solitaire", "seed": 7, "max_depth": 2, "rules": EXTENDED, "pause": 0,
                   **settings})


#: Panels that show a board of any depth.
SIZED = {"play": solitaire, "moves": explore_moves, "scores": explore_scores,
         "tree": explore_tree, "random": explore_random_init}
PAINTED = {
    **{name: lambda make=make, **looks: make(**{"seed": 7, "max_depth": 3, **looks})
       for name, make in SIZED.items()},
    "step": lambda **looks: step(Block.flatten, random_init(0, 2, Random(7)), **looks),
    "prograsonne": lambda **looks: prograsonne.play(players=TWO, seed=7, pause=0, **looks),
    "blue": lambda **looks: blue.play(TWO, seed=7, pause=0, **looks),
    "wall": blue.explore_wall, "draft": blue.explore_draft}
PANELS = {
    **PAINTED,
    "window": lambda **looks: prograsonne.play_window(SavingWindow.right, small_game(2), **looks),
    "graph": lambda **looks: prograsonne.explore_graph(roads(), **looks),
    "forest": lambda **looks: prograsonne.explore_forest(roads(), **looks),
    "the guest": lambda **looks: tictactoe.Board(
        KitGame(tictactoe.TicTacToe(), TWO, seed=1), pause=0, **looks)}


def each(panels, *names):
    names = names or [*panels]
    return pytest.mark.parametrize("make", [panels[name] for name in names], ids=names)


MOVED = each(SIZED, "moves", "scores")
CHOSEN = each(SIZED, "play", "moves", "scores", "tree")


def other(control):
    """Return another value for a control."""
    if isinstance(control, w.Dropdown):
        values = [value[1] if isinstance(value, tuple) else value for value in control.options]
        return next((value for value in values if value != control.value), control.value)
    if isinstance(control, w.ToggleButton | w.Checkbox):
        return not control.value
    return control.value + (control.step if control.value < control.max else -control.step)


# -- what each panel shows ---------------------------------------------------------------------

@each(PANELS)
def test_it_is_described_and_a_picture_stands_for_it_where_no_widget_can(make):
    panel = make()
    assert panel.alt == panel.live._companion.label != ""
    bundle = panel._repr_mimebundle_()
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert bundle["text/plain"] == panel.picture().alt
    assert "application/vnd.jupyter.widget-view+json" in bundle


@each(PANELS)
def test_it_can_be_large_for_a_class(make):
    usual, large = make(), make(big=True)
    assert large.figure.bbox.width == pytest.approx(1.4 * usual.figure.bbox.width, abs=1)
    assert (usual.scale, large.scale) == (1, 1.4)
    assert "blocky-big" not in usual._dom_classes
    usual.projector.value = True
    assert usual.scale == 1.4
    assert "blocky-big" in usual._dom_classes
    assert usual.picture().alt == large.picture().alt


@each(PAINTED)
def test_looks_are_given_or_chosen(make):
    panel = make()
    palette = next(name for name in panel.palettes if name != "safe")
    pngs = {panel.picture().png()}
    for looks in ({"letters": True}, {"letters": True, "palette": palette}):
        if "palette" in looks:
            panel.palette.value = palette
        else:
            press(panel, "l")
        assert looks.items() <= panel.looks.items()
        pngs.add(panel.picture().png())
        assert make(**looks).picture().png() in pngs
    assert len(pngs) == 3
    with pytest.raises(ValueError, match="'loud' isn't a palette"):
        make(palette="loud")


@pytest.mark.parametrize(("name", "depth"), [
    *((name, 2) for name in PANELS if name not in SIZED),
    *((name, depth) for name in SIZED for depth in (0, 7))])
def test_no_text_lies_outside_the_picture_or_is_too_small(name, depth):
    looks = {"letters": True} if name in PAINTED else {}
    panel = PANELS[name](**looks, **({"max_depth": depth} if name in SIZED else {}))
    least = 5 if name in ("tree", "prograsonne") else 7  # whose letters repeat what is painted
    for key in (None, "end"):
        press(panel, key)
        assert all(text.size >= least for text in assert_inside(panel.picture(), by=1.5))


# -- what is done with it ------------------------------------------------------------------------

@each(PANELS)
def test_a_button_does_what_its_key_does_and_says_why_it_cannot(make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    keyed, clicked = make(), make()
    for panel in (keyed, clicked):
        if isinstance(getattr(panel, "seed", None), w.Text):
            panel.seed.value = "5"
        if isinstance(getattr(panel, "file", None), w.Text):
            panel.file.value = "mine"
    assert keyed.live._companion.keys_in_use == [*keyed.hotkeys]
    assert keyed.live._companion.keys_text == keys_sentence(keyed.commands.values())
    for name, command in [*keyed.commands.items()]:
        if command.key:
            press(keyed, command.key)
        else:
            keyed.attempt(command.do)
        if name == "save":  # or the other board would ask before it replaces the game
            (tmp_path / "mine.game.json").unlink(missing_ok=True)
        if command.label:
            clicked.buttons[name].click()
        else:
            clicked.attempt(clicked.commands[name].do)
        assert told(keyed) == told(clicked), name
        assert not re.match(r"\w+Error: ", keyed.text), (name, keyed.text)
        for named, reason in keyed.reasons.items():
            button = keyed.buttons[named]
            assert button.disabled == (reason is not None), (name, named)
            assert button.tooltip == (reason or keyed.commands[named].tip), (name, named)


BOARDS = ("play", "prograsonne", "blue", "the guest")
#: Controls that change only what later commands do.
LATER = {"Speed", "Boards", "Freeze (f)", "Keep block (k)", "Projector",
         "with", "Break", "State"}


@each(PANELS, *(name for name in PANELS if name not in BOARDS))
def test_each_control_changes_what_is_shown(make):
    panel, kinds = make(), (w.Dropdown, w.ToggleButton, w.Checkbox, w.IntSlider, w.BoundedIntText)

    def shown():
        open_parts = [each.layout.display for each in inside(panel)]
        return told(panel), open_parts, panel.picture().png()

    for control in inside(panel):
        if not isinstance(control, kinds) or control.description in LATER or (
                control.layout.display == "none"):
            continue
        before, value = shown(), control.value
        control.value = other(control)
        assert shown() != before, control.description
        control.value = value


def test_what_raises_is_said_and_what_is_said_holds_no_markup():
    def fails():
        raise KeyError("<b>&")

    panel = PANELS["the guest"]()
    panel.attempt(fails)
    assert panel.text == "KeyError: '<b>&'"
    assert 'role="alert"' in panel.message.value
    assert "&lt;b&gt;&amp;" in panel.message.value


UNCOPYABLE = Block(0, 0, 1)
UNCOPYABLE.parts = (number for number in [])


@pytest.mark.parametrize(("make", "options", "sentence"), [
    *((make, {"max_depth": bad}, "max_depth must be") for make in SIZED.values()
      for bad in (-1, "3", 13)),
    *((make, {"board": bad}, sentence) for make in (explore_moves, explore_scores)
      for bad, sentence in [([0, 1, 2, 3], "board must be a Block"),
                            (Block(0, 1, children=[Block(1, 1, 0)]), "1 children"),
                            (Block(0, 8, 0), "max_depth must be 7 or less")]),
    (explore_tree, {"board": [0, 1, 2, 3]}, "takes a Block"),
    (explore_tree, {"board": UNCOPYABLE}, "can't be copied"),
    (explore_moves, {"rotate": 3}, "must be a function that takes a block"),
    *((explore_scores, {"goal": bad}, "goal must be “perimeter” or “blob”")
      for bad in ("diagonal", 3, goal_of(len)(1))),
    (explore_scores, {"colour": 9}, "9 isn't a colour"),
    *((explore_random_init, {"seed": bad}, "seed must be") for bad in (-1, 10**6)),
    (blue.explore_wall, {"example": "x"}, "There's no example 'x'"),
    (blue.explore_draft, {"position": "x"}, "position must be a position of Blue"),
], ids=lambda value: getattr(value, "__name__", str(value)))
def test_what_cannot_be_shown_is_refused_with_a_sentence(make, options, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        make(**options)


# -- panels on which a block is chosen -------------------------------------------------------------

def on_reference(make, **options):
    """Return a panel on the reference board, and the axes on which the pointer selects."""
    panel = make(board=Block.from_nested(REFERENCE, 2, 512), **options)
    linked = getattr(panel, "linked", None)
    axes = linked.board_axes if linked else panel.figure.axes[0]
    panel.select(())
    return panel, axes


@CHOSEN
def test_a_path_is_typed(make):
    panel, _ = on_reference(make)
    for text, path in [("0 2", (0, 2)), ("(0, 2)", (0, 2)), ("[0,1]", (0, 1)), ("02", (0, 2)),
                       (" 1 ", (1,)), ("()", ()), ("3", (3,)), ("", ()), ("0", (0,))]:
        panel.typed_path.value = text
        assert panel.path == path
    for text, part in [("abc", "“abc” isn't a path"), ("0 -1", "isn't a path"), ("4", "4"),
                       ("1 1", "There's no block at path (1, 1)"),
                       ("0 2 0", "There's no block at path (0, 2, 0)")]:
        panel.typed_path.value = text
        assert part in words(panel.message)
        assert 'role="alert"' in panel.message.value
        assert panel.path == (0,)
    for path in [(4,), (-1,), (1, 0), "ab"]:
        panel.say("")
        panel.attempt(panel.select, path)
        assert panel.text.endswith(".")
        assert panel.path == (0,)


@CHOSEN
def test_the_pointer_chooses_and_the_wheel_changes_the_level(make):
    panel, ax = on_reference(make)
    panel.level = 1
    for x, y, turned, path in [
            (3.5, 0.5, 0, (0,)), (3.5, 0.5, -1, (0, 0)), (2.5, 1.5, 0, (0, 2)),
            (0.5, 0.5, 0, (1,)), (2.5, 1.5, 0, (0, 2)), (2.5, 1.5, 1, (0,)), (2.5, 1.5, 1, ()),
            (2.5, 1.5, 1, ()), (0.5, 3.5, 0, ()), (0.5, 3.5, -1, (2,)), (-0.1, 1, 0, (2,)),
            (99, 99, 0, (2,))]:
        if turned:
            scroll(panel, ax, x, y, turned)
        else:
            point(panel, ax, x, y)
        assert panel.path == path, (x, y, turned)


@each(SIZED, "play", "moves", "scores")
def test_keys_choose_the_blocks_around(make):
    panel, _ = on_reference(make)
    walked = []
    for name in ("down", "down", "left", "right", "right", "up", "up", None):
        press(panel, name)
        walked.append(panel.path)
    assert walked == [(3,), (3,), (2,), (3,), (0,), (), (), ()]


@each(SIZED, "play", "moves", "scores", "tree")
def test_the_right_arrow_chooses_the_next_child_everywhere(make):
    panel, _ = on_reference(make)
    panel.select((0,))
    walked = []
    for name in ("right", "right", "left"):
        press(panel, name)
        walked.append(panel.path)
    assert walked == [(1,), (2,), (1,)]
    assert panel.commands["next"].key == "right"
    assert panel.commands["next"].what == "choose the next child"


@each(SIZED, "moves", "scores", "tree")
def test_what_is_frozen_the_pointer_leaves_alone(make):
    panel, ax = on_reference(make)
    panel.select((0,))
    panel.freeze_button.value = True
    point(panel, ax, 0.5, 3.5)
    assert panel.path == (0,)
    press(panel, "right")
    assert panel.path == (1,)
    panel.freeze_button.value = False
    point(panel, ax, 0.5, 3.5)
    assert panel.path == (2,)


@pytest.mark.parametrize(("path", "action", "reason"), [
    ((), Action.SMASH, "The whole board can't be smashed."),
    ((0,), Action.PAINT, "Only a unit cell can be painted"),
    ((1,), Action.COMBINE, "Only a block that is divided into four unit cells"),
])
@MOVED
def test_a_refused_move_is_told_and_cannot_be_kept(make, path, action, reason):
    panel, _ = on_reference(make)
    panel.select(path)
    panel.choose(action)
    assert reason in words(panel._sentence)
    assert panel.after() == panel.board
    assert panel.buttons["keep"].disabled
    panel.attempt(panel.keep)
    assert panel.text.startswith(f"There's no move to keep. {reason}")


@each(SIZED, "moves", "scores", "tree")
def test_moves_are_made_on_a_copy_and_undone(make):
    board = Block.from_nested(REFERENCE, 2, 64)
    before = board.copy()
    panel = make(board=board)
    panel.select((0,))
    press(panel, "d")
    if make is not explore_tree:
        press(panel, "k")
        assert panel.text == "Kept: rotate block (0,) clockwise."
    assert panel.board != before
    press(panel, "z")
    assert panel.board == before
    press(panel, "z")
    assert panel.text == "There is nothing left to undo."
    assert (board, board.size) == (before, 64)
    assert make(seed=3).board == make(seed=3).board != make(seed=4).board


# -- panels that go through steps -----------------------------------------------------------------

@each(PANELS, "step", "random", "scores", "graph", "forest")
def test_steps_are_gone_through_and_never_left(make):
    panel = make()
    for go, at in [(panel.first, panel.start), (panel.forward, panel.start + 1),
                   (panel.last, panel.steps), (panel.forward, panel.steps),
                   (panel.back, panel.steps - 1), (lambda: panel.go_to(-9), 0), (panel.back, 0),
                   (lambda: panel.go_to(10**6), panel.steps)]:
        go()
        assert panel.step == panel.slider.value == panel.player.value == at
    panel.slider.value = 1
    assert panel.step == 1
    panel.last()
    panel.play()
    assert (panel.player.playing, panel.step) == (True, panel.start), "it begins again"
    panel.play()
    assert not panel.player.playing


def test_what_is_drawn_from_copies_is_what_is_drawn_anew():
    panel = explore_random_init(seed=7, max_depth=3)

    def pixels():
        FigureCanvasAgg.draw(panel.live.canvas)
        return np.asarray(panel.live.canvas.get_renderer().buffer_rgba()).copy()

    def change_seed():
        panel.seed.value += 1

    def change_depth():
        panel.depth.value -= 2

    for act in (lambda: panel.go_to(3), change_seed, change_depth, lambda: press(panel, "l")):
        before = pixels()
        act()
        copied = pixels()
        assert (copied != before).any()
        for ax in panel.figure.axes:
            ax.stale = True
        assert np.array_equal(copied, pixels())


# -- arguments of the wrong type -----------------------------------------------------------------

GAME = Game(seed=3, max_depth=1)
WRONG = [
    *[(play, {"mode": mode}) for mode in (["random", "human"], GAME, {}, 3, "chess")],
    *[(make, {"game": game}) for make in (play, prograsonne.play, blue.play)
      for game in (3, "x", {}, object, ["human"])],
    (prograsonne.play, {"game": GAME}), (blue.play, {"game": GAME}), (blue.play, {"players": GAME}),
    (blue.play, {"players": 3}), (prograsonne.play, {"supply": ["GGGGGC"]}),
    *[(make, {"pause": pause}) for make in (play, prograsonne.play, blue.play)
      for pause in ("fast", -1, None, [], float("nan"))],
    *[(make, {"palette": palette}) for make in PAINTED.values() for palette in ([], GAME, 3)],
    *[(make, {"board": board}) for make in (prograsonne.explore_graph, prograsonne.explore_forest)
      for board in (None, 3, GAME)],
    (ask, {"question": 3, "answer": 3}), (ask, {"question": "Why?", "answer": 3, "why": 3}),
    (ask, {"question": "Which?", "answer": "a", "among": 3}),
]


@pytest.mark.parametrize(("make", "wrong"), WRONG, ids=map(str, range(len(WRONG))))
def test_an_argument_of_the_wrong_type_gets_a_sentence(make, wrong):
    with pytest.raises(ValueError, match=r"^[^\n]{10,}\.$"):
        make(**wrong)
