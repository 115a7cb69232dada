"""Players that try every legal move, and those that look one move ahead."""

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

def test_looking_further_ahead_wins():
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
