"""The board of Prograsonne; tests/test_boards.py has what holds of every board."""

from itertools import product
from random import Random

import pytest

from blocky.prograsonne import (
    Game,
    HumanPlayer,
    Place,
    Restore,
    Rules,
    Tile,
    read_supply,
    write_supply,
)
from blocky.prograsonne.draw import shapes
from blocky.prograsonne.draw.history import layout
from blocky.prograsonne.hexes import CELLS
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.widgets import play
from blocky.prograsonne.widgets.texts import tile_text
from tests.panels import click, point, press, scroll, words
from tests.prograsonne.test_examples import NINE, played
from tests.prograsonne.test_game import on

TWO = [HumanPlayer(), HumanPlayer()]

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def begun(players=TWO, seed=3, **flags):
    return play(players=players, seed=seed, pause=0, rules=Rules(redraw=True, **flags))


def standing(tiles, hand="GGGGGG", turn=0):
    """Return a board with tiles in the notation of ``played``, and a tile in hand."""
    return play(on(played(tiles), hand, turn), pause=0)


def move(board):
    """Place the tile in hand on the first cell where it fits."""
    board.next_fit()
    board.place()


# -- choosing ----------------------------------------------------------------------------------

def test_a_tile_is_turned_by_wheel_and_keys():
    board = begun()
    place = next(each for each in board.game.legal_moves() if each.turns == 2)
    x, y = shapes.centre(place.cell)
    point(board, board.ax, x, y)
    assert board.cell == place.cell
    scroll(board, board.ax, x, y, -1)
    press(board, "d", "d", "a")
    assert board.turns == 2
    press(board, "enter")
    assert board.game.history[-1].move == place
    assert board.turns == 0
    assert "Player 1 chose to place the tile" in board.text


def test_the_arrows_stay_on_the_board():
    board = begun()
    press(board, *["up"] * 9, *["left"] * 9)
    assert board.cell == (0, 0)
    press(board, *["down"] * 9, *["right"] * 9)
    assert board.cell == (7, 7)


def test_the_chosen_placement_is_one_that_can_be_made():
    board = begun()
    assert board.chosen_move() is None
    for place in board.game.legal_moves()[:2]:
        board.next_fit()
        assert board.chosen_move() == place
    for cell in (next(iter(board.board.tiles)), (0, 0)):  # taken, and far away
        board.choose_cell(cell)
        assert board.chosen_move() is None


def test_the_board_says_why_a_tile_does_not_fit_and_how_it_would():
    board = standing("(3,2)GGGGGC@4 -", "GGGGGC")
    [first] = board.board.tiles.values()
    places = board.board.legal_placements("GGGGGC")
    fitting = {place.cell for place in places}
    for cell, turns in product(CELLS, range(6)):
        board.choose_cell(cell)
        board.turns = turns
        said = board.selection_text()
        if cell == first.cell:
            assert first.tile.type in said
        elif Place(cell, turns) in places:
            assert "the tile fits" in said
        else:
            assert board.board.why_not(cell, Tile("GGGGGC", turns)) in said
            assert ("The tile fits on this cell" in said) == (cell in fitting)
    board.choose_cell((0, 0))
    board.place()
    assert "doesn't touch any tile" in board.text


def test_pointing_at_a_tile_tells_its_features():
    board = standing("(3,2)GGGGGC@4 -, (4,2)GGGGGC@1 P1")
    x, y = shapes.centre((4, 2))
    point(board, board.ax, x, y - 0.7)
    assert (board.cell, board.edge) == ((4, 2), 1)
    assert ("A complete city of 2 tiles, owned by player 1 (red): 100 points."
            in board.selection_text())
    board.draw_position()
    marked = len(board.ax.patches)
    point(board, board.ax, x, y + 0.7)
    assert board.edge == 1  # there is grass at edge 4
    board.choose_cell((0, 0))
    board.draw_position()
    assert len(board.ax.patches) < marked


def test_the_key_goes_through_what_is_on_a_tile():
    board = standing("(3,2)CRCCRC@0 -")
    board.choose_cell((3, 2))
    seen = []
    for _ in range(4):
        seen.append((board.edge, board.selection_text().split(". ")[1].split(" ")[1]))
        press(board, "e")
    assert seen == [(1, "open"), (2, "river"), (3, "open"), (1, "open")]
    assert "A river of 1 tile, owned by nobody, touches 2 cities: 0 points." in tile_text(
        board.board, (3, 2), 2)
    assert "touches 1 city: 0 points" in tile_text(played("(3,2)GCCRPR@0 -"), (3, 2), 5)


def test_the_tile_in_hand_is_told_in_words_as_it_is_turned():
    board = standing("(3,2)GGGGGC@4 -", "CGGPPG")
    assert words(board.hand_words) == (
        "In hand: CGGPPG. A city at edge 1; a road at edges 4 and 5; grass elsewhere.")
    press(board, "d")
    assert words(board.hand_words) == (
        "In hand: CGGPPG, rotated 1 time. A city at edge 2; a road at edges 5 and 6; grass "
        "elsewhere.")


# -- moves -------------------------------------------------------------------------------------

def test_taking_back_is_a_move_and_undo_is_not():
    board = begun()
    assert board.buttons["take back"].disabled
    assert "no tile on the board to take back" in board.buttons["take back"].tooltip
    move(board)
    move(board)
    first = board.game.history[0].move.cell
    board.take_back()
    assert first not in board.board.tiles
    assert (board.game.turn, len(board.game.history)) == (1, 3)
    board.undo()
    assert first in board.board.tiles
    assert (board.game.turn, len(board.game.history)) == (0, 2)


def test_a_saved_state_reopens_a_game_that_was_ended_by_hand():
    board = begun()
    board.save_state()
    move(board)
    board.end()
    assert board.game.over
    assert not board.buttons["restore"].disabled
    board.restore(1)
    assert not board.game.over
    assert board.waits_for_human
    move(board)


def test_states_are_saved_and_clicked():
    board = begun(keep_branches=True)
    assert "No state" in board.buttons["restore"].tooltip
    board.turn(3)
    board.save_state()
    assert board.turns == 3
    move(board)
    board.save_state()
    assert list(board.state.options) == [1, 2]
    click(board, board.saved, *layout(board.game.position.history)[1])
    assert (len(board.board.tiles), board.turns) == (1, 3)
    move(board)
    board.save_state()
    board.next_state(-1)
    assert board.state.value == 2
    press(board, "g")
    assert board.game.history[-1].move == Restore(2)
    assert [state.parent for state in board.game.position.history.states] == [None, 1, 1]


def test_a_game_won_by_the_snitch_is_told():
    board = standing(NINE, "GGGGGR", turn=1)
    board.hint()
    assert board.text == ("Hint: place the tile on cell (2, 2), rotated 3 times. It would make the "
                          "golden snitch and win the game.")
    board.place()
    assert "the golden snitch: a river of 3 tiles or more touches 2 complete cities" in board.text
    assert "+0" not in board.text
    assert "Player 2 made the golden snitch" in words(board._status)
    assert "the golden snitch" in words(board._moves)


def test_the_hint_says_what_it_gains_and_is_outlined_until_the_next_turn():
    board = begun(seed=9)
    board.hint()
    assert "It would gain nothing" in board.text
    board.place()
    best = board.board.hint(board.hand, 2)
    board.hint()
    assert board.hinted == Place(board.cell, board.turns) == best.placement
    assert (best.gain, "It would gain 10 points." in board.text) == (10, True)
    board.place()
    assert board.hinted is None


# -- new games ---------------------------------------------------------------------------------

def test_a_game_that_play_begins_is_never_over_before_its_first_move():
    rules = play(players=TWO, seed=1).game.position.rules
    assert rules == Rules(redraw=True)
    assert play(players=TWO, seed=1, rules=Rules()).game.position.rules == Rules()
    assert not any(PrograsonnePosition.begin(rules, Random(seed)).over for seed in range(300))
    assert any(PrograsonnePosition.begin(Rules(), Random(seed)).over for seed in range(300))


def test_a_new_game_has_the_rules_and_the_supply_of_the_form(tmp_path):
    board = begun()
    write_supply(tmp_path / "mine.csv", 5)
    board.supply_file.value = str(tmp_path / "mine.csv")
    board.options["closed_only"].value = True
    board.new_game(seed=17)
    assert board.game == Game(Rules(closed_only=True, redraw=True), 17, players=TWO,
                              supply=read_supply(tmp_path / "mine.csv"))


def test_a_supply_that_cannot_be_read_leaves_the_game_as_it_is(tmp_path):
    board = begun()
    move(board)
    (tmp_path / "bad.csv").write_text("GGGGGX,1")
    for name, said in (("none.csv", "can't be read"), ("bad.csv", "Line 1")):
        board.supply_file.value = str(tmp_path / name)
        board.new_game()
        assert said in board.text
        assert len(board.game.history) == 1


@pytest.mark.parametrize("keep", [False, True])
def test_a_board_says_which_option_would_keep_the_deleted_states(keep):
    board = begun(keep_branches=keep)
    for _ in range(3):
        board.save_state()
    board.restore(1)
    told = ("2 later states were deleted. "
            "To keep later states, tick “going back keeps all saved states”")
    assert (told in board.text) is not keep
    assert board.options["keep_branches"].description == "going back keeps all saved states"
