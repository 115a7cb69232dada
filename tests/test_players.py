"""The players who look at every legal move, and those who look one move further."""

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
    LookaheadPlayer,
    Move,
    RandomPlayer,
    SmartPlayer,
)
from blocky.kit.player import best_move
from tests.strategies import played_games

LONG = 60


def without_smash(game):
    return [move for move in game.legal_moves() if move.action is not Action.SMASH]


def two(kind, rules, seed, depth=2, turns=3):
    return Game(depth, players=[kind, RandomPlayer()], rules=rules, seed=seed, turns=turns)


# -- legal moves ---------------------------------------------------------------------------

def test_legal_moves_on_larger_blocks_come_first():
    levels = [len(move.path) for move in Game(3, rules=EXTENDED, seed=1).legal_moves()]
    assert levels == sorted(levels)


# -- greedy --------------------------------------------------------------------------------

@settings(max_examples=30)
@given(played_games())
def test_a_greedy_player_makes_the_best_of_all_moves(game):
    assume(not game.over)
    best = max(game.score_after(move) for move in without_smash(game))
    move = GreedyPlayer(LONG).make_move(game, Random(0))
    assert game.score_after(move) == best
    assert best_move(game, LONG) == (best, move)


def test_a_greedy_player_passes_if_nothing_gains():
    game = Game(board=Block.from_nested(1, 2), rules=EXTENDED, humans=1, smarts=[],
                goals=[BlobGoal(1)])
    assert GreedyPlayer().make_move(game, Random(0)) == Move(Action.PASS)


def test_without_time_the_first_move_is_made_still():
    game = Game(3, rules=CLASSIC, seed=1)
    assert best_move(game, 1e-9)[1] == game.legal_moves()[0]


@pytest.mark.parametrize("player", [GreedyPlayer(0.2), LookaheadPlayer(0.2)])
def test_a_player_keeps_to_its_time(player):
    """On this board all moves would take many seconds."""
    game = Game(9, players=[player, player], goals=BlobGoal, seed=3)
    start = time.thread_time()
    move = player.make_move(game, Random(0))
    assert time.thread_time() - start < 1
    assert game.why_not(move) is None


# -- look-ahead ----------------------------------------------------------------------------

def lead_after_the_worst_reply(game, move):
    """Return the lead after ``move``, in the plainest way: every reply is played, and undone."""
    me, you = game.turn, (game.turn + 1) % len(game.players)
    twin = game.copy()
    twin.play(move)
    leads = [twin.scores[me] - twin.scores[you]] if twin.over else []
    for reply in without_smash(twin):
        scores = twin.play(reply).scores
        leads.append(scores[me] - scores[you])
        twin.undo()
    return min(leads)


@pytest.mark.parametrize(("rules", "depth"), [(CLASSIC, 2), (EXTENDED, 1)])
@pytest.mark.parametrize("seed", range(3))
def test_a_lookahead_player_minds_the_reply(rules, depth, seed):
    game = two(LookaheadPlayer(), rules, seed, depth)
    player = LookaheadPlayer(LONG, width=10_000)
    move = player.make_move(game, Random(0))
    leads = {each: lead_after_the_worst_reply(game, each) for each in without_smash(game)}
    assert leads[move] == max(leads.values())


def test_the_last_move_of_a_game_has_no_reply():
    game = Game(2, players=[RandomPlayer(), LookaheadPlayer()], turns=1, seed=4)
    game.step()
    move = LookaheadPlayer(LONG, 10_000).make_move(game, Random(0))
    leads = [lead_after_the_worst_reply(game, each) for each in without_smash(game)]
    assert lead_after_the_worst_reply(game, move) == max(leads)


# -- in a game -----------------------------------------------------------------------------

def test_to_see_more_is_to_play_better():
    def lead(one, other):
        total = 0
        for seed in range(4):
            for seat in (0, 1):
                game = Game(2, players=[one, other] if seat == 0 else [other, one], seed=seed,
                            turns=5)
                game.run()
                total += game.scores[seat] - game.scores[1 - seat]
        return total

    assert lead(GreedyPlayer(LONG), SmartPlayer(0)) > 0
    assert lead(LookaheadPlayer(LONG), GreedyPlayer(LONG)) > 0
