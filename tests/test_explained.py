"""A contract of every game of the house: its positions say why, and what they say adds up."""

from importlib import import_module
from importlib.util import find_spec
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blocky import CLASSIC, EXTENDED, BlobGoal, PerimeterGoal, blue, prograsonne
from blocky import Game as Blocky
from blocky.kit.games import package
from blocky.prograsonne.scoring import Rules

BEGIN = {
    "blocky": lambda rng: Blocky(
        max_depth=rng.randint(0, 3), players=["random"] * rng.randint(1, 3), turns=4,
        rules=rng.choice([CLASSIC, EXTENDED]), goals=rng.choice([BlobGoal, PerimeterGoal]),
        seed=rng.random().hex()),
    "prograsonne": lambda rng: prograsonne.Game(
        Rules(*rng.choices([False, True], k=4)), players=["random"] * 2, seed=rng.random().hex()),
    "blue": lambda rng: blue.Game(
        ["random"] * rng.randint(2, 4), rules=rng.choice(["seed", "official"]),
        seed=rng.random().hex()),
}


def refusals(game):
    """Return the keys of the rules of a game; none as long as it has no rulebook."""
    name = f"{package(game)}.draw.rules"
    return {rule.key for rule in import_module(name).RULES} if find_spec(name) else set()


@pytest.mark.parametrize("name", BEGIN)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60))
def test_a_position_says_why(name, seed, length):
    rng = Random(seed)
    position = BEGIN[name](rng).position
    keys, tried, told = refusals(name), [], [()]
    assert tuple(position.reasons()) == ()
    for _ in range(length):
        assert (position.why_over() == "") == (not position.over)
        if position.over:
            break
        legal = position.legal_moves()
        tried += rng.sample(list(legal), min(3, len(legal)))
        refused = [move for move in tried if position.why_not(move)]
        assert all(position.why_not(move).rule in keys for move in refused if keys), refused
        before, move = position.scores, rng.choice(legal)
        position.play(move, rng)
        before_reasons = position.to_record()
        told.append(tuple(position.reasons()))
        assert position.to_record() == before_reasons
        sums = [sum(reason.points for reason in told[-1] if reason.player == player)
                for player in range(position.seats)]
        gains = [now - then for now, then in zip(position.scores, before, strict=True)]
        assert sums == gains or not (keys or told[-1]), (move, told[-1])
    while len(told) > 1:
        assert tuple(position.reasons()) == told.pop()
        position.take_back()


@pytest.mark.parametrize("name", BEGIN)
def test_a_game_that_is_over_says_why(name):
    game = BEGIN[name](Random(3))
    assert game.why_over() == ""
    game.run()
    assert game.over
    assert game.why_over() == game.position.why_over() != ""
    game.undo()
    game.end()
    assert game.why_over() == "It was ended by hand."
