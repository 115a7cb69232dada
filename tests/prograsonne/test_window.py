"""The view of exercise 11, and the window that a student's event handlers drive."""

import re

import pytest

from blocky.prograsonne import Place
from blocky.prograsonne.check import SavingWindow, Window
from blocky.prograsonne.draw.shapes import centre
from blocky.prograsonne.view import View, small_game
from blocky.prograsonne.widgets import play_window
from tests.panels import click, words

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def pieces_of(game):
    """Return the tiles of a game as the view shows them."""
    return {cell: (tile.type, tile.turns, player)
            for cell, tile, player in game.board.tiles.values()}


# -- the view --------------------------------------------------------------------------------------

@pytest.mark.parametrize(("call", "sentence"), [
    (lambda view: view.add_piece((3, 2), "GGGGGG", 0, 1), "already shows a piece on cell (3, 2)"),
    (lambda view: view.add_piece((8, 0), "GGGGGG", 0, 1), "(8, 0) isn't a cell of the board"),
    (lambda view: view.add_piece((0, 0), "GGGGGG", 6, 1), "rotated 0 to 5 times, not 6"),
    (lambda view: view.add_piece((0, 0), "GGGGGG", 0, 0), "There's no player 0"),
    (lambda view: view.pop_piece((0, 0)), "no piece on cell (0, 0)"),
    (lambda view: view.new_piece("GGG"), "There's no tile 'GGG'"),
    (lambda view: view.add_hint(None), "None isn't a cell of the board"),
    (lambda view: view.add_number(1, 2), "already shows state 1"),
    (lambda view: view.add_number("2", 2), "must be an integer, not '2'"),
    (lambda view: view.pop_number(2), "doesn't show state 2"),
    (lambda view: view.set_points(3, 0), "There's no player 3")])
def test_the_view_refuses_what_it_cannot_show(call, sentence):
    view = View()
    view.add_piece((3, 2), "GGGGGC", 4, None)
    view.add_number(1, 1)
    before = repr(vars(view))
    with pytest.raises(ValueError, match=re.escape(sentence)):
        call(view)
    assert repr(vars(view)) == before


def test_another_piece_in_hand_removes_the_outline():
    view = View()
    view.add_hint((3, 2))
    view.new_piece("GGGGGC", 1, 2)
    assert (view.hint, view.hand) == (None, ("GGGGGC", 1, 2))
    view.new_piece(None)
    assert view.hand is None


# -- the window ------------------------------------------------------------------------------------

def test_a_game_is_played_by_pointer_and_buttons():
    game = small_game(2)
    panel = play_window(SavingWindow.right, game)
    click(panel, panel.ax, *centre((0, 0)))
    assert panel.text == "place_clicked((0, 0)) returned False."
    panel.buttons["save"].click()
    panel.cell.value = (4, 5)
    panel.buttons["place"].click()
    assert panel.text == "place_clicked((4, 5)) returned True."
    assert "Player 1 (red) has 10" in words(panel._sentence)
    click(panel, panel.ax, *centre((0, 0)), button=3)
    assert panel.view.hand == (game.position.hand, 1, 2)
    panel.buttons["save"].click()
    panel.buttons["hint"].click()
    assert panel.view.hint == game.board.hint(game.position.hand, 2).placement.cell
    panel.buttons["take back"].click()
    assert panel.text == "take_back_clicked() returned None."
    click(panel, panel.saved, 3, 0)
    assert len(panel.view.pieces) == 2
    click(panel, panel.saved, 0, 0)
    assert panel.view.pieces == pieces_of(game)
    assert len(panel.view.pieces) == 1
    assert panel.state.options == (1,)
    panel.buttons["finish"].click()
    assert game.over
    panel.state.value = 1
    panel.buttons["restore"].click()
    assert not game.over


def test_every_event_has_a_button():
    class Heard:
        def __init__(self, game, view):
            self.events = []

        def __getattr__(self, name):
            return lambda *args: self.events.append(name.removesuffix("_clicked"))

    panel = play_window(Heard, small_game(2))
    panel.view.add_number(1, 1)
    panel.refresh()
    for button in panel.buttons.values():
        button.click()
    assert sorted(panel.handlers.events) == [
        "finish", "hint", "place", "points", "rotate", "save", "state", "take_back"]


class Unfinished:
    def __init__(self, game, view):
        view.add_piece((1, 1), "CCCCCC", 0, 1)
        view.add_piece((1, 2), "GGGGGG", 0, 2)  # it does not fit there: the view knows no rules
        view.add_number(40, 1)

    def rotate_clicked(self):
        raise NotImplementedError

    def save_clicked(self):
        return 1 / 0

    def points_clicked(self):
        return self.points_clicked()

    def hint_clicked(self):
        while True:
            pass


@pytest.mark.parametrize(("name", "sentence"), [
    ("rotate_clicked", "You haven't written rotate_clicked yet."),
    ("save_clicked", "Unfinished.save_clicked raised ZeroDivisionError: division by zero."),
    ("points_clicked", "called itself until the stack was full"),
    ("hint_clicked", "was stopped after"),
    ("finish_clicked", "has no attribute 'finish_clicked'")])
def test_a_bad_handler_is_told_and_the_window_goes_on(name, sentence, monkeypatch):
    monkeypatch.setattr("blocky.kit.safely.TIME_LIMIT", 0.2)
    panel = play_window(Unfinished, small_game(2))
    panel.handle(name)
    assert sentence in panel.text
    assert "(1, 1) CCCCCC" in panel.alt
    assert "Saved states: 40." in panel.alt


def test_a_window_that_cannot_be_made_is_told():
    class Broken:
        def __init__(self, game, view):
            view.pop_piece((0, 0))

    panel = play_window(Broken, small_game(2))
    assert "shows no piece on cell (0, 0)" in panel.text
    with pytest.raises(ValueError, match="needs a class"):
        play_window(SavingWindow.right(small_game(2), View()))


@pytest.mark.parametrize("task", [Window, SavingWindow])
def test_the_handlers_show_the_game_as_it_is(task):
    game, view = small_game(5), View()
    window = task.right(game, view)
    while not game.over:
        move = next(move for move in game.legal_moves() if isinstance(move, Place))
        while window.turns != move.turns:
            window.rotate_clicked()
        assert window.place_clicked(move.cell)
        assert view.pieces == pieces_of(game)
        assert [view.points[1], view.points[2]] == game.scores
    assert view.hand is None
