"""Games on the playable board: computer players, files, new games."""

from random import Random

import pytest

from blocky.prograsonne import (
    Game,
    GreedyPlayer,
    HumanPlayer,
    Parts,
    Player,
    RandomPlayer,
    Rules,
    read_supply,
    write_supply,
)
from blocky.prograsonne.hexes import opposite
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


def test_computers_play_and_a_human_against_one():
    watched = begun([RandomPlayer(), GreedyPlayer()], seed=5)
    assert watched.game.over
    board = begun([HumanPlayer(), GreedyPlayer()], seed=5)
    for number in range(1, 4):
        board.hint()
        board.place()
        assert len(board.game.history) == 2 * number
    board.undo()
    assert len(board.game.history) == 4


class Lost(Player):
    def make_move(self, game, rng):
        raise KeyError("lost")


def test_a_player_that_fails_loses_the_game():
    board = begun([HumanPlayer(), Lost()])
    move(board)
    assert board.game.winners == [0]
    assert "Player 1 (Human) wins" in words(board._status)


def test_a_game_is_saved_and_loaded(tmp_path):
    board = begun()
    move(board)
    board.save_state()
    board.save(str(tmp_path / "game.json"))
    move(board)
    board.load(str(tmp_path / "game.json"))
    assert (len(board.board.tiles), list(board.state.options)) == (2, [1])


@pytest.mark.parametrize("who", [None, "greedy", "look-ahead", "random"])
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


def test_a_new_game_keeps_a_students_functions():
    parts = Parts(opposite=lambda edge: opposite(edge))
    board = play(players=TWO, seed=1, parts=parts, pause=0)
    board.new_game()
    assert board.game.position.parts is parts


def test_play_takes_a_game_or_settings():
    game = Game(seed=2, players=TWO)
    assert play(game).game is game
    with pytest.raises(ValueError, match="not both"):
        play(game, seed=3)

