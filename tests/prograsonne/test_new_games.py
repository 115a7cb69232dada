"""New games on the playable board."""

from random import Random

import pytest

from blocky.prograsonne import (
    Game,
    HumanPlayer,
    Rules,
    read_supply,
    write_supply,
)
from blocky.prograsonne.position import PrograsonnePosition
from blocky.prograsonne.widgets import play
from tests.panels import words
from tests.prograsonne.test_board import TWO, begun, move

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


def test_a_game_that_play_begins_is_never_over_before_its_first_move():
    rules = play(players=TWO, seed=1).game.position.rules
    assert rules == Rules(redraw=True)
    assert play(players=TWO, seed=1, rules=Rules()).game.position.rules == Rules()
    begun = [PrograsonnePosition.begin(rules, Random(seed)) for seed in range(300)]
    assert [position.over for position in begun] == [False] * 300
    assert any(PrograsonnePosition.begin(Rules(), Random(seed)).over for seed in range(300))


@pytest.mark.parametrize("who", [None, "look-ahead"])
def test_a_new_game_is_as_the_form_says(who, tmp_path):
    board = begun()
    board.stopped.value = True
    if who:
        board.seats.seats[1].kind.value = who
    board.seats.seats[0].named.value = "Ada"
    board.options["closed_only"].value, board.seed.value = True, "17"
    write_supply(tmp_path / "mine.csv", 5)
    board.supply_file.value = str(tmp_path / "mine.csv")
    board.new_game()
    expected = [HumanPlayer(name="Ada"), Game.kinds[who]() if who else HumanPlayer()]
    assert board.game.players == expected
    assert board.game.position.rules == Rules(closed_only=True, redraw=True)
    again = Game(Rules(closed_only=True, redraw=True), 17, players=expected,
                 supply=read_supply(tmp_path / "mine.csv"))
    again.run()
    assert board.game == again
    assert "Ada" in words(board._players)


def test_a_supply_that_cannot_be_read_leaves_the_game_as_it_is(tmp_path):
    board = begun()
    move(board)
    board.supply_file.value = str(tmp_path / "none.csv")
    board.new_game()
    assert "cannot be read" in board.text
    (tmp_path / "bad.csv").write_text("GGGGGX,1")
    board.supply_file.value = str(tmp_path / "bad.csv")
    board.new_game()
    assert "Line 1" in board.text
    assert len(board.game.history) == 1
