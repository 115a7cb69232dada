"""The same league on a Dask cluster that loses a worker."""

import threading
import time
from importlib import import_module

import joblib
import psutil
import pytest

from blocky import Player, RandomPlayer, SmartPlayer, arena
from blocky.kit.cluster import WorkersLostError
from tests.test_arena import DiagonalGoal

SETTINGS = {"boards": 3, "goals": DiagonalGoal, "max_depth": 2, "turns": 3, "seconds": 10,
            "progress": False}


class Helped(Player):
    """Calls a function defined beside its class."""

    def make_move(self, game, rng):
        return helper().make_move(game, rng)


def helper():
    return SmartPlayer(1)


PLAYERS = [RandomPlayer(), SmartPlayer(2), Helped]


@pytest.fixture
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                  silence_logs=50) as cluster:
        yield cluster


def with_joblib(cluster, file):
    """Play the league as lesson 10 shows it."""
    import distributed

    with distributed.Client(cluster), joblib.parallel_config(backend="dask"):
        return arena.league(PLAYERS, file=file, **SETTINGS)


def with_an_address(cluster, file):
    """Play the league as ``blocky league --cluster`` does."""
    return arena.league(PLAYERS, file=file, cluster=cluster.scheduler_address, **SETTINGS)


@pytest.mark.parametrize("played_by", [with_joblib, with_an_address])
def test_a_cluster_that_loses_a_worker_gives_the_same_table(cluster, played_by, tmp_path):
    expected = arena.league(PLAYERS, workers=2, **SETTINGS)
    file, lost = tmp_path / "league.jsonl", []

    def end_a_worker():
        end = time.monotonic() + 60
        while time.monotonic() < end and (
                not file.exists() or file.read_bytes().count(b"\n") < expected.games // 4):
            time.sleep(0.01)
        worker = psutil.Process(cluster.workers[0].pid)
        lost.append((file.read_bytes().count(b"\n"), worker, worker.children()))
        worker.kill()

    killer = threading.Thread(target=end_a_worker)
    killer.start()
    league = played_by(cluster, file)
    killer.join()
    (lines, worker, started), = lost
    assert lines <= 3 * expected.games // 4  # it was lost in the middle
    assert not worker.is_running()
    assert league.results == expected.results
    assert str(league) == str(expected)
    assert psutil.wait_procs(started, timeout=20)[1] == []  # its games' process ends itself


class Losing:
    """A cluster whose workers are lost with every game of a player."""

    calls = 2

    def __init__(self, player):
        self.player = player
        self.tried = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def call(self, function, match, league, stopped):
        self.tried.append(match.number)
        if self.player in match.players:
            raise WorkersLostError
        return function(match, league)


def test_a_game_that_loses_its_workers_is_tried_alone_and_then_left_out(monkeypatch):
    losing = Losing("Helped")
    leagues = import_module("blocky.kit.arena.league")  # the package has a function of this name
    monkeypatch.setattr(leagues, "Cluster", lambda address: losing)
    league = arena.league(PLAYERS, cluster="an address", **SETTINGS)
    names = {name for result in league.results for name in result.players}
    assert len(names) == 2
    assert "Helped" not in names
    lost = league.games - len(league.results)
    assert len(losing.tried) == league.games + lost
    assert len(league.problems) == lost == str(league).count("couldn't be played")
