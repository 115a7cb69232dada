"""Simulations of Blue: the fast way agrees with the plain one, and the results are credible."""

from collections import Counter

import joblib
import numpy as np
import pytest

from blocky.blue import OFFICIAL, SEED, Game, GreedyRow, Player, Rules, draw, simulate
from blocky.blue.draw.simulation import Samples
from blocky.blue.fast import KINDS, Batch
from blocky.blue.simulation import BATCH, SOME
from blocky.kit.position import IllegalMove
from tests.blue.test_game import Floors, Stuck

MIXED = Rules("mixed", at_once=False, refill=True, ties_by_rows=True, bonuses=(1, 2, 3), rounds=7)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", [SEED, OFFICIAL, MIXED], ids=repr)
def test_games_of_a_batch_are_games_of_the_position(rules, seats):
    rng = np.random.default_rng(seats)
    kinds = rng.integers(0, len(KINDS), (40, seats))
    batch = Batch(kinds, np.arange(40) % seats, rules, rng, log=True)
    for number in range(40):
        game = Game.from_record(batch.record(number))
        assert game.over
        assert game.scores == batch.scores[number].tolist()
        assert game.winners == batch.won[number].nonzero()[0].tolist()
        assert game.position.state.round == batch.rounds[number]
        assert [ending in game.position.endings for ending in ("row", "exhaustion")] == [
            batch.row[number], batch.exhausted[number]]
        game.undo(game.undoable)
        while game.redoable:  # players without chance choose the same again
            move, seat = game.undone[-1].move, game.turn
            if KINDS[kinds[number, seat]] in ("first", "greedy"):
                assert game.players[seat].make_move(game, None) == move
            elif KINDS[kinds[number, seat]] == "row-any":
                greedy = GreedyRow().make_move(game, None)
                assert (move.source, move.line) == (greedy.source, greedy.line)
            game.redo()


def test_random_players_play_every_legal_move_as_often():
    batch = Batch(np.full((4000, 2), 2), np.zeros(4000, int), OFFICIAL,
                  np.random.default_rng(1), log=True)
    games, source, colour, line = batch._log[1]
    assert len(games) == 4000
    assert abs((line == 0).mean() - 1 / 6) < 0.024, "four standard deviations"
    for numbers, most in ((line, 6), (colour, 5), (source, 6)):
        found = np.bincount(numbers, minlength=most)
        found = found[found > 0]
        assert found.max() - found.min() < 6 * found.mean() ** 0.5


def test_any_colour_of_a_source_is_taken_as_often_by_the_greedy_row():
    games = 6000
    batch = Batch(np.full((games, 2), KINDS.index("row-any")), np.zeros(games, int), OFFICIAL,
                  np.random.default_rng(1), log=True)
    (_, fill), (_, source, colour, line) = batch._log[:2]
    assert (source == 1).all()
    assert (line == 1).all()
    two = np.array([sorted(Counter(tiles).values()) == [1, 3] for tiles in fill[:, 0].tolist()])
    once = (fill[two, 0] == colour[two, None]).sum(axis=1) == 1
    assert abs(once.mean() - 0.5) < 4 * (0.25 / two.sum()) ** 0.5, "by colours, not by tiles"


class Mine(Player):
    """Makes the last legal move."""

    def make_move(self, game, rng):
        return game.legal_moves()[-1]


# -- what comes out --------------------------------------------------------------------------

def results(simulation):
    return [each.tolist() for each in simulation.played]


@pytest.mark.parametrize("players", [["first", "random", "greedy"], [Mine, "greedy"]])
def test_the_results_do_not_depend_on_the_workers(players):
    n = BATCH + 7 if len(players) == 3 else SOME + 2
    one, two = (simulate(n, players, OFFICIAL, seed=5, workers=workers, progress=False)
                for workers in (1, 2))
    assert results(one) == results(two)
    assert results(one) != results(simulate(n, players, OFFICIAL, seed=6, progress=False))


def test_a_dask_cluster_gives_the_same_results():
    distributed = pytest.importorskip("distributed")
    alone = simulate(3 * SOME, ["first", Mine], seed=2, rounds=1, progress=False)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False,
                                  dashboard_address=None, silence_logs=50) as cluster, \
            distributed.Client(cluster), joblib.parallel_config(backend="dask"):
        assert results(simulate(3 * SOME, ["first", Mine], seed=2, rounds=1, workers=-1,
                                progress=False)) == results(alone)


def test_every_player_sits_and_begins_everywhere_as_often():
    simulation = simulate(36, ["first", "greedy", "random"], seed=1, progress=False)
    assert np.bincount(simulation.played.starter).tolist() == [12, 12, 12]
    seats = [simulation.plan.seats(number) for number in range(9)]
    assert len({(tuple(order), first) for order, first in seats}) == 9


@pytest.mark.parametrize("players", [["greedy", "first"], [Mine, "greedy", "random"]])
def test_a_game_of_a_simulation_is_replayed(players):
    simulation = simulate(BATCH + 3 if len(players) == 2 else 4, players, seed=3, progress=False)
    for number in (0, 1, len(simulation) - 1):
        game = simulation.replay(number)
        seats, first = simulation.plan.seats(number)
        assert game.over
        scores = simulation.played.scores[number].tolist()
        assert game.scores == [scores[player] for player in seats]
        assert game.start_position.to_record()["starter"] == first + 1
        assert seats[first] == simulation.played.starter[number]
    with pytest.raises(ValueError, match="no game"):
        simulation.replay(len(simulation))


def test_what_a_students_player_does_wrong_is_told():
    with pytest.raises(IllegalMove, match="There's no red tile in the centre"):
        simulate(2, [Stuck, "first"], progress=False)


def test_the_facts_about_the_players_of_the_original():
    facts = {("seed", "first", "greedy"): (67.8, 71.8), ("official", "first", "greedy"): (71, 74.9),
             ("seed", "first", "row-any"): (66.8, 69.1),
             ("official", "first", "row-any"): (68.9, 71.3),
             ("seed", "random", "first"): (90, 92.5), ("seed", "random", "greedy"): (96.8, 98.2)}
    for (rules, *players), (low, high) in facts.items():
        row = simulate(2000, players, rules, seed=1, progress=False).table()[1]
        assert row.win_low * 100 < high
        assert row.win_high * 100 > low
        assert low - 1.5 < row.win_rate * 100 < high + 1.5
    wins, decided = simulate(8000, ["first", "first"], seed=1, progress=False).starter_wins()
    assert 0.535 - 0.01 < wins / decided < 0.555 + 0.01


def test_the_table_and_its_sentences():
    simulation = simulate(400, ["random", "random"], "official", seed=2, progress=False)
    rows = simulation.table()
    assert [row.name for row in rows] == ["Random 1", "Random 2"]
    assert sum(row.wins for row in rows) + rows[0].shared == 400
    assert rows[0].score == simulation.played.scores[:, 0].mean()
    assert str(simulation).startswith("player ")
    assert "400 games under official rules" in str(simulation)
    assert "The starting player wins" in simulation._repr_html_()
    assert "Scores in 400 games. Random 1 scores" in simulation.picture().alt


def test_games_that_never_end_are_stopped_and_told():
    simulation = simulate(2, [Floors, Floors], OFFICIAL, rounds=3, progress=False)
    assert simulation.played.rounds.tolist() == [3, 3]
    assert "2 games were stopped after 3 rounds" in str(simulation)


@pytest.mark.parametrize("size", [20, 100, 400])
def test_larger_samples_lie_closer_together(size):
    simulation = simulate(2000, ["first", "greedy"], seed=1, progress=False)
    won = simulation.played.won
    samples = Samples(won[:, 0] & ~won[:, 1], size)
    assert samples.rate == simulation.table()[0].win_rate
    assert len(samples.rates) == 2000 // size
    assert np.std(samples.rates) < 2.5 * (samples.rate * (1 - samples.rate) / size) ** 0.5
    assert sum(samples.holds) >= 0.8 * len(samples.holds)
    picture = draw.samples(simulation, size)
    assert picture.alt.startswith(f"2000 games, in {2000 // size} samples of {size}: First")
    bars = [bar.get_height() for bar in picture.figure.axes[0].patches if bar.get_alpha() is None]
    assert sum(bars) == len(samples.rates), "each sample is in a bar"


@pytest.mark.parametrize("size", [0, 41, "x"])
def test_samples_of_no_size_are_refused(size):
    simulation = simulate(40, ["first", "greedy"], seed=1, progress=False)
    with pytest.raises(ValueError, match="size must be"):
        draw.samples(simulation, size)
