"""The laws that several games share: chance comes from rng, nothing is changed, one is ahead."""

import random
from itertools import count
from time import thread_time

import numpy as np
import pytest

from blocky.kit.check.laws import Lead, Unsteady, from_rng, is_ahead, lead, steady, unchanged
from blocky.kit.check.run import Outcome, run


def told_of(call):
    return from_rng((), Outcome(value=steady(call, 3)))


def test_what_comes_from_rng_is_steady():
    assert steady(lambda rng: rng.sample(range(9), 3), 3) == random.Random(3).sample(range(9), 3)
    assert told_of(lambda rng: rng.random()) is None


@pytest.mark.parametrize("draw", [random.random, lambda: np.random.randint(10**6)])
def test_other_chance_is_named(draw):
    assert "Use only rng for random choices" in told_of(lambda rng: draw())[-1]


def test_who_draws_nothing_is_not_told_to_draw_from_rng():
    numbers = count()
    hint = told_of(lambda rng: next(numbers))[-1]
    assert "Two calls with the same rng gave different results" in hint
    assert "don't store anything between calls" in hint
    assert "Use only rng for random choices" not in hint


def test_after_long_computing_it_is_not_called_again():
    calls = []
    steady(lambda rng: calls.append(sum(range(10**5))), 3, enough=0)
    assert len(calls) == 1


def test_an_argument_that_is_changed_is_named():
    law, case = unchanged(moves=1), ([1], [2])
    assert law(case, run(lambda one, moves: one.append(3), case)) is None
    assert "Your code changes moves" in law(case, run(lambda one, moves: moves.append(3), case))[-1]


@pytest.mark.parametrize(("margin", "pairs"), [(5, 3), (0.9, 3), (1, 10)])
def test_a_league_ends_when_it_is_clear(margin, pairs):
    result = lead(lambda seed, seat, end: margin, 10, 1)
    assert len(result.margins) == pairs
    hints = is_ahead(1, 5, lambda league: "Not ahead.")((), Outcome(value=result))
    assert (hints is None) is (margin >= 1)


def test_a_league_returns_what_is_no_margin_and_gives_the_benefit_of_the_doubt():
    assert lead(lambda seed, seat, end: "refused", 10, 1) == "refused"
    law = is_ahead(1, 5, lambda league: "Not ahead.")
    assert law((), Outcome(value=Lead([-3.9], late=True))) is None
    assert law((), Outcome(value=Lead([-3.9, -3.9], late=True)))[-1] == "Not ahead."
    assert law((), Outcome(value=Unsteady(1, 2, False))) is None


def test_a_league_cut_short_by_the_clock_gets_no_benefit_once_it_has_enough_games():
    def play_slowly(seed, seat, end):
        """Return a margin of chance, for a game that takes as long as a whole league may."""
        finish = thread_time() + 0.02
        while thread_time() < finish:
            pass
        return (-1) ** seed

    result = lead(play_slowly, 30, 1, seconds=0.02)
    assert len(result.margins) < 6
    assert result.late
    result = lead(play_slowly, 30, 1, seconds=0.1)
    assert len(result.margins) == 6
    assert not result.late
