"""What holds in every game of Blue."""

from random import Random

import hypothesis.strategies as st
from hypothesis import given, settings

from blocky.blue import OFFICIAL, SEED, Position
from blocky.blue.state import take, tile_all

starts = st.builds(Position.deal, st.integers(2, 4), st.sampled_from([SEED, OFFICIAL]),
                   st.integers(0, 10**6))
seeds = st.integers(0, 10**6)


def play_on(position, rng, moves=None):
    """Play random moves, so many or to the end; yield after each of them."""
    while not position.over and moves != 0:
        position.play(position.random_move(rng), rng)
        moves = moves and moves - 1
        yield


@settings(max_examples=20, deadline=None)
@given(starts, seeds, st.integers(0, 40))
def test_the_rule_sets_differ_only_in_scores_discards_and_ends(position, seed, moves):
    list(play_on(position, Random(seed), moves))
    state = position.state
    for move in position.legal_moves():
        after = take(state, *move)
        if after.draft_over:
            seed_round, official_round = (tile_all(after, rules)[0] for rules in (SEED, OFFICIAL))
            for one, other in zip(seed_round.boards, official_round.boards, strict=True):
                assert one._replace(score=0) == other._replace(score=0)
                assert one.score <= other.score


@settings(max_examples=20, deadline=None)
@given(starts, seeds, st.integers(0, 60))
def test_a_round_of_seed_rules_tiles_all_at_the_same_time(position, seed, moves):
    list(play_on(position, Random(seed), moves))
    for board in position.boards:
        gains = board.tile(SEED)[1].gains
        alone = sum(board._replace(lines=tuple(
            tiles if i == row else "" for i, tiles in enumerate(board.lines))).tile(SEED)[1].gains
            for row in range(5))
        assert gains == alone


@settings(max_examples=10, deadline=None)
@given(starts, seeds)
def test_a_seed_game_ends_with_the_pool(position, seed):
    most = {2: 5, 3: 4, 4: 3}[position.seats]
    if position.rules is SEED:
        list(play_on(position, Random(seed)))
        assert position.state.round <= most
        assert position.state.round == most or "row" in position.endings
