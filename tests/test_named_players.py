"""Players with names, and the form that says who plays a new game."""

import pytest

from blocky import Game as Blocky
from blocky import SmartPlayer
from blocky.kit.game import Game
from blocky.kit.player import HumanPlayer, LookaheadPlayer, Player, RandomPlayer
from blocky.widgets import play
from tests.tictactoe import Board, TicTacToe


class Own(Player):
    def __init__(self, depth):
        self.depth = depth  # and the kit's __init__ is not called

    def make_move(self, game, rng):
        return game.legal_moves()[0]


class Signed(Player):
    name = property(lambda self: "Signed by me")


@pytest.mark.parametrize("player", [HumanPlayer(name="Ada"), LookaheadPlayer(0.2, 3, name="Bo"),
                                    SmartPlayer(3, name="Cleo")], ids=repr)
def test_a_name_is_shown_compared_printed_and_saved(player, tmp_path):
    assert eval(repr(player)) == player
    unnamed = eval(repr(player).split("name=")[0] + ")")
    assert (unnamed == player, unnamed.name) == (False, unnamed.kind)
    game = Blocky(max_depth=2, players=[player, "random"], seed=1)
    assert game.name_of(0) == f"Player 1 ({player.name})"
    game.save(tmp_path / "game.json")
    assert Blocky.load(tmp_path / "game.json").players == [player, RandomPlayer()]


def test_players_of_students_have_names_too():
    own = Own(3)
    assert (own.name, own.kind) == ("Own", "Own")
    own.name = "Mine"
    assert (own.name, repr(own)) == ("Mine", "Own(3, name='Mine')")
    assert own.to_record() == {"kind": "Own", "name": "Mine"}
    with pytest.raises(ValueError, match="name must be a text"):
        own.name = 3


def test_the_form_shows_who_plays_and_changes_nobody_by_itself():
    players = [HumanPlayer(name="Ada"), Own(2)]
    shown = Board(Game(TicTacToe(), players, seed=1), pause=0)
    assert [seat.kind.value for seat in shown.seats.seats] == ["human", "Own"]
    assert "yours: Own" in dict(shown.seats.seats[0].kind.options)
    shown.new_game()
    assert all(now is then for now, then in zip(shown.game.players, players, strict=True))
    shown.seats.seats[0].kind.value = "Own"
    shown.buttons["new"].click()
    assert [(type(player), player.name) for player in shown.game.players] == [
        (Own, "Ada"), (Own, "Own")]


def test_seats_ask_for_what_a_kind_can_have():
    board = play(max_depth=2, players=["human", SmartPlayer(5), Signed()], seed=1, pause=0)
    seats = board.seats
    assert seats.players() == board.game.players
    asked = [seat.difficulty.layout.display != "none" for seat in seats.seats]
    assert asked == [False, True, False, False]
    assert [seat.named.disabled for seat in seats.seats] == [False, False, True, False]
    seats.count.value = 4
    seats.seats[0].kind.value = "smart"
    seats.seats[0].difficulty.value = 2
    assert seats.players() == [SmartPlayer(2), SmartPlayer(5), Signed(), RandomPlayer()]
    assert [seat.layout.display for seat in seats.seats] == [""] * 4
    seats.count.value = 1
    assert len(seats.players()) == 1
