"""Every rule set that can be built is played to its end, by players of every kind."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocky import (
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    GreedyPlayer,
    HumanPlayer,
    LookaheadPlayer,
    Move,
    PerimeterGoal,
    Player,
    RandomPlayer,
    RuleSet,
    SmartPlayer,
    arena,
    blue,
    prograsonne,
)
from blocky.blue.arena import BlueSeries
from blocky.blue.player import FirstAvailable, GreedyRow, GreedyRowAnyColour
from blocky.kit.game import Game as KitGame
from blocky.kit.position import IllegalMove
from blocky.widgets import play
from tests.strategies import REFERENCE, any_blue_rules, any_rules, boards, supplies
from tests.tictactoe import Cell, TicTacToe

QUICK = [RandomPlayer(), GreedyPlayer(0.02), LookaheadPlayer(0.02, 2), SmartPlayer(0),
         SmartPlayer(2)]

quick_players = st.sampled_from(QUICK)

SMASHES = RuleSet("smashes", [Action.SMASH])
NOTHING = RuleSet("nothing", [])


@settings(max_examples=60, deadline=None)
@given(boards(max_depth=4), any_rules, st.lists(quick_players, min_size=1, max_size=4),
       st.integers(1, 3), st.sampled_from([BlobGoal, PerimeterGoal]), st.integers(0, 99))
def test_every_player_of_blocky_plays_under_every_rule_set(board, rules, players, turns, goal,
                                                           seed):
    game = Game(board=board, rules=rules, players=players, turns=turns, goals=goal, seed=seed)
    game.run()
    assert game.over
    assert len(game.history) == turns * len(players)
    assert Game.from_record(game.to_record()) == game
    smart = [turn for turn in game.history if isinstance(players[turn.player], SmartPlayer)]
    assert not any(turn.move and turn.move.action is Action.SMASH for turn in smart)


@settings(max_examples=40, deadline=None)
@given(boards(max_depth=4), any_rules, quick_players, st.integers(0, 99))
def test_a_player_that_has_a_move_makes_a_legal_one(board, rules, player, seed):
    game = Game(board=board, rules=rules, players=[player], seed=seed)
    move, legal = player.make_move(game.copy(), Random(seed)), game.legal_moves()
    if move is None:
        left = {each.action for each in legal}
        assert left <= ({Action.SMASH} if isinstance(player, SmartPlayer) else set())
    else:
        assert move in legal or game.why_not(move).forfeits


@settings(max_examples=25, deadline=None)
@given(any_blue_rules, st.integers(2, 4), st.data(), st.integers(0, 99))
def test_every_player_of_blue_plays_under_every_rule_set(rules, seats, data, seed):
    kinds = [RandomPlayer(), GreedyPlayer(), LookaheadPlayer(0.02, 2), FirstAvailable(),
             GreedyRow(), GreedyRowAnyColour()]
    players = data.draw(st.lists(st.sampled_from(kinds), min_size=seats, max_size=seats))
    game = blue.Game(players, rules, seed)
    while not game.over and len(game.history) < 60:
        game.step()
    assert blue.Game.from_record(game.to_record()) == game


@settings(max_examples=25, deadline=None)
@given(supplies, st.builds(prograsonne.Rules, *[st.booleans()] * 4),
       st.lists(st.sampled_from(QUICK[:3]), min_size=2, max_size=2), st.integers(0, 99))
def test_every_player_of_prograsonne_plays_with_every_supply(supply, rules, players, seed):
    game = prograsonne.Game(rules, seed, players=players, supply=supply)
    while not game.over and len(game.history) < 40:
        game.step()
    assert prograsonne.Game.from_record(game.to_record()) == game


# -- a player without a move -------------------------------------------------------------------

def test_a_player_without_a_legal_move_loses_the_turn_and_a_sentence_says_so():
    combine = RuleSet("combine", [Action.COMBINE])
    game = Game(board=Block.from_nested(1, 2), rules=combine, turns=2,
                players=["human", "random", "greedy", "look-ahead", "smart"])
    assert game.stuck
    assert game.choose() is None
    assert game.step().forfeited == "No move is legal."
    game.run()
    assert game.over
    assert {turn.forfeited for turn in game.history} == {"No move is legal."}
    assert {turn.move for turn in game.history} == {None}


@pytest.mark.parametrize("name", ["random", "greedy", "look-ahead"])
def test_a_player_who_can_only_smash_does_so(name):
    game = Game(board=Block.from_nested(REFERENCE, 3), rules=SMASHES, players=[name], turns=1)
    assert game.step().move.action is Action.SMASH


def test_a_smart_player_who_can_only_smash_loses_the_turn():
    game = Game(board=Block.from_nested(REFERENCE, 3), rules=SMASHES, players=["smart"], turns=1)
    assert not game.stuck
    assert game.step().forfeited == "Smart 1 found no move to make."


@pytest.mark.parametrize("name", ["random", "greedy", "look-ahead", "smart"])
def test_a_player_who_can_only_pass_passes(name):
    rules = RuleSet("still", [Action.PASS, Action.COMBINE])
    game = Game(board=Block.from_nested(1, 2), rules=rules, players=[name], turns=1)
    assert game.step().move == Move(Action.PASS)


@pytest.mark.parametrize("seed", range(5))
def test_a_smart_player_finds_the_few_cells_that_it_may_paint(seed):
    paint = RuleSet("paint", [Action.PAINT, Action.PASS])
    nested = [[[[0, 1, 2, 3], 2, 2, 2], 2, 2, 2], 2, 2, 2]
    game = Game(board=Block.from_nested(nested, 4), rules=paint, players=[SmartPlayer(5)],
                goals=[BlobGoal(Colour.GREEN)], turns=1, seed=seed)
    assert game.step().move.action is Action.PAINT


class Forgets(Player):
    def make_move(self, game, rng):
        return None


def test_a_students_player_who_returns_nothing_is_told_so_but_only_if_it_has_a_move():
    game = Game(players=[Forgets()], seed=1)
    with pytest.raises(Exception, match="returned None, but it should return a Move"):
        game.step()
    game = Game(players=[Forgets()], rules=NOTHING, turns=2, seed=1)
    game.run()
    assert game.over


class Blocked(TicTacToe):
    """Tic-tac-toe in which the second player never has a legal move."""

    def legal_moves(self):
        return [] if self.turn else super().legal_moves()


def test_where_no_turn_can_be_lost_a_player_without_a_move_loses_the_game():
    game = KitGame(Blocked(), ["look-ahead", "greedy"], seed=1)
    game.run()
    assert (game.over, game.winners, len(game.history)) == (True, [0], 2)
    human = KitGame(Blocked(), [HumanPlayer(), HumanPlayer()], seed=1)
    human.play(Cell(4))
    human.run()
    assert human.winners == [0]


# -- what a rule set is made of ----------------------------------------------------------------

def test_actions_and_costs_can_be_given_by_name():
    rules = RuleSet("own", ["smash", "pass"], {"smash": 2})
    assert rules == RuleSet("own", (Action.SMASH, Action.PASS), ((Action.SMASH, 2),))
    assert {rules} == {RuleSet.from_record(rules.to_record())}


@pytest.mark.parametrize(("wrong", "why"), [
    ({"actions": ["jump"]}, "'jump' isn't an action"),
    ({"costs": {"smash": "much"}}, "The cost of the action smash must be a number of points"),
    ({"smashes": -1}, "smashes must be an integer, 0 or more"),
    ({"max_players": 0}, "max_players must be an integer, 1 or more")])
def test_a_rule_set_that_cannot_be_is_refused(wrong, why):
    with pytest.raises(ValueError, match=why):
        RuleSet(**{"name": "own", "actions": [], **wrong})


@pytest.mark.parametrize(("wrong", "why"), [
    ({"rounds": 0}, "rounds must be an integer, 1 or more"),
    ({"wall": "rbg"}, "wall must have each of the colours"),
    ({"bonuses": (1, 2)}, "bonuses must be three numbers of points"),
    ({"refill": "yes"}, "refill must be True or False")])
def test_rules_of_blue_that_cannot_be_are_refused(wrong, why):
    with pytest.raises(ValueError, match=why):
        blue.Rules("own", **wrong)


@pytest.mark.parametrize("divided", [True, False])
@pytest.mark.parametrize("most", [0, 1, 2])
def test_the_limit_of_smashes_counts_for_humans_under_every_rule_set(divided, most):
    rules = RuleSet("few", [Action.SMASH, Action.PASS], smashes=most, smash_divided=divided)
    game = Game(board=Block.from_nested([0, 1, 2, 3], 4), rules=rules, turns=9,
                players=["human", "random"], seed=1)
    made = 0
    while not game.over:
        smashes = [move for move in game.legal_moves() if move.action is Action.SMASH]
        made += game.play((smashes or [Move(Action.PASS)])[0]).move.action is Action.SMASH
        game.play(next(move for move in game.legal_moves() if move.action is Action.SMASH))
    assert made == most


def test_a_random_player_tries_no_illegal_move_but_a_smash():
    rules = RuleSet("strict", list(Action), forfeits=True)
    for seed in range(60):
        game = Game(2, rules=rules, players=["random"], turns=3, seed=seed)
        game.run()
        assert all(turn.move.action is Action.SMASH for turn in game.history if turn.fault)


def test_a_league_of_blue_ends_with_its_own_rules():
    assert BlueSeries(blue.Rules("short", rounds=2), 1).settings()["rules"]["rounds"] == 2


# -- boards and leagues ------------------------------------------------------------------------

@pytest.mark.usefixtures("drawn_on_demand")
@settings(max_examples=12, deadline=None)
@given(boards(max_depth=3), any_rules, st.lists(quick_players, max_size=2), st.integers(1, 3),
       st.integers(0, 99))
def test_a_human_on_a_board_reaches_the_end_under_every_rule_set(board, rules, others, turns,
                                                                 seed):
    shown = play(game=Game(board=board, rules=rules, players=["human", *others], turns=turns,
                           seed=seed), pause=0)
    while shown.waits_for_human:
        shown.hint()
        before = len(shown.game.history)
        move = shown.game.legal_moves()[0]
        shown.select(move.path)
        shown.play(move)
        assert len(shown.game.history) > before
    assert shown.game.over
    shown.undo()
    shown.redo()
    assert shown.game.over or shown.stopped.value
    assert shown.stopped.layout.display == "" or shown.game.over


@pytest.mark.usefixtures("drawn_on_demand")
def test_a_board_says_that_a_human_has_no_legal_move():
    rules = RuleSet("once", [Action.SMASH], smashes=1)
    shown = play(game=Game(board=Block.from_nested([0, 1, 2, 3], 2), rules=rules, turns=3,
                           players=["human", "random"], seed=1), pause=0)
    shown.select((0,))
    shown.act(Action.SMASH)
    assert shown.game.over
    lost = [turn for turn in shown.game.history if turn.player == 0 and turn.fault]
    assert len(lost) == 2
    assert "Player 1: turn lost. No move is legal." in shown._moves.value


@pytest.mark.usefixtures("drawn_on_demand")
def test_a_game_without_a_legal_move_can_be_looked_through_on_a_board():
    shown = play(game=Game(2, rules=NOTHING, players=["human", "human"], turns=1, seed=1), pause=0)
    assert "Player 2 loses the turn" in shown.text
    assert shown.game.over
    shown.undo()
    assert (len(shown.game.history), shown.stopped.value, shown.stopped.layout.display) == (
        0, True, "")
    shown.act(Action.PASS)
    assert shown.text == "No move is legal, so player 1 loses the turn."
    shown.stopped.value = False
    assert shown.game.over


@pytest.mark.slow
@pytest.mark.parametrize("rules", [SMASHES, NOTHING, RuleSet("paint", [Action.PAINT, Action.PASS])],
                         ids=lambda rules: rules.name)
def test_a_league_is_played_under_odd_rules(rules):
    league = arena.league([RandomPlayer(), SmartPlayer(0), GreedyPlayer(0.05)], boards=1,
                          rules=rules, max_depth=2, turns=2, progress=False)
    assert all(result.ended is None for result in league.results)
    for number, result in enumerate(league.results):
        assert tuple(league.replay(number).scores) == result.scores
    lost = {name for result in league.results for name, _, _ in result.forfeits}
    assert lost <= ({"Smart 0", "Random"} if rules is SMASHES else set())


def test_an_illegal_move_of_a_human_is_refused_under_odd_rules():
    game = Game(2, rules=NOTHING, players=["human"], seed=1)
    with pytest.raises(IllegalMove, match="The nothing rules don't have the action pass"):
        game.play(Move(Action.PASS))
