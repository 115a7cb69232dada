"""Players that try every legal move or look one move ahead; players with names, and their form."""

import time
from random import Random

import pytest
from hypothesis import assume, given, settings

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Game,
    GreedyPlayer,
    HumanPlayer,
    LookaheadPlayer,
    Move,
    Player,
    RandomPlayer,
    SmartPlayer,
)
from blocky.blue.draw.rules import RULES as BLUE_RULES
from blocky.blue.player import KINDS as BLUE_KINDS
from blocky.draw.rules import RULES
from blocky.kit.game import Game as KitGame
from blocky.kit.player import best_move
from blocky.player import KINDS
from blocky.widgets import play
from tests.strategies import played_games
from tests.tictactoe import Board, TicTacToe

LONG = 60


def without_smash(game):
    return [move for move in game.legal_moves() if move.action is not Action.SMASH]


def test_legal_moves_on_larger_blocks_come_first():
    levels = [len(move.path) for move in Game(3, rules=EXTENDED, seed=1).legal_moves()]
    assert levels == sorted(levels)


@settings(max_examples=30)
@given(played_games())
def test_a_greedy_player_makes_the_best_move(game):
    assume(not game.over)
    best = max(game.score_after(move) for move in without_smash(game))
    move = GreedyPlayer(LONG).make_move(game, Random(0))
    assert game.score_after(move) == best
    assert best_move(game, LONG) == (best, move)


def test_a_greedy_player_passes_if_nothing_gains():
    game = Game(board=Block.from_nested(1, 2), rules=EXTENDED, humans=1, smarts=[],
                goals=[BlobGoal(1)])
    assert GreedyPlayer().make_move(game, Random(0)) == Move(Action.PASS)


def test_a_player_without_time_makes_the_first_move():
    game = Game(3, rules=CLASSIC, seed=1)
    assert best_move(game, 1e-9)[1] == game.legal_moves()[0]


@pytest.mark.parametrize("player", [GreedyPlayer(0.2), LookaheadPlayer(0.2)])
def test_a_player_keeps_to_its_time(player):
    """Trying all moves of this board would take many seconds."""
    game = Game(9, players=[player, player], goals=BlobGoal, seed=3)
    start = time.thread_time()
    move = player.make_move(game, Random(0))
    assert time.thread_time() - start < 1
    assert game.why_not(move) is None


def lead_after_the_worst_reply(game, move):
    """Return the lead after ``move`` and the worst reply, by playing and undoing each reply."""
    me, you = game.turn, (game.turn + 1) % len(game.players)
    twin = game.copy()
    twin.play(move)
    leads = [twin.scores[me] - twin.scores[you]] if twin.over else []
    for reply in without_smash(twin):
        scores = twin.play(reply).scores
        leads.append(scores[me] - scores[you])
        twin.undo()
    return min(leads)


@pytest.mark.parametrize(("rules", "depth", "turns"), [
    (CLASSIC, 2, 3), (EXTENDED, 1, 3), (CLASSIC, 2, 1)], ids=["classic", "extended", "last move"])
@pytest.mark.parametrize("seed", range(3))
def test_a_lookahead_player_minds_the_reply_if_there_is_one(rules, depth, turns, seed):
    game = Game(depth, players=[RandomPlayer(), LookaheadPlayer()], rules=rules, turns=turns,
                seed=seed)
    game.step()
    move = LookaheadPlayer(LONG, width=10_000).make_move(game, Random(0))
    leads = {each: lead_after_the_worst_reply(game, each) for each in without_smash(game)}
    assert leads[move] == max(leads.values())


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
    game = Game(max_depth=2, players=[player, "random"], seed=1)
    assert game.name_of(0) == f"Player 1 ({player.name})"
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json").players == [player, RandomPlayer()]


def test_players_of_students_have_names_too():
    own = Own(3)
    assert (own.name, own.kind) == ("Own", "Own")
    own.name = "Mine"
    assert (own.name, repr(own)) == ("Mine", "Own(3, name='Mine')")
    assert own.to_record() == {"kind": "Own", "name": "Mine"}
    with pytest.raises(ValueError, match="name must be a string"):
        own.name = 3


def test_the_form_shows_who_plays_and_changes_nobody_by_itself():
    players = [HumanPlayer(name="Ada"), Own(2)]
    shown = Board(KitGame(TicTacToe(), players, seed=1), pause=0)
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
    assert asked == [False, True, False]
    assert [seat.named.disabled for seat in seats.seats] == [False, False, True]
    seats.count.value = 4
    seats.seats[0].kind.value = "smart"
    seats.seats[0].difficulty.value = 2
    assert seats.players() == [SmartPlayer(2), SmartPlayer(5), Signed(), RandomPlayer()]
    assert [seat.layout.display for seat in seats.seats] == [""] * 4
    seats.count.value = 1
    assert len(seats.players()) == 1


@pytest.mark.parametrize(("rules", "kinds"), [(RULES, KINDS), (BLUE_RULES, BLUE_KINDS)],
                         ids=["blocky", "blue"])
def test_the_rules_name_every_player_that_can_be_named(rules, kinds):
    text = " ".join(rule.text() for rule in rules)
    assert not [name for name in kinds if f'"{name}"' not in text]
