"""The same league on a Dask cluster that loses a worker."""

import threading
import time

import joblib
import psutil
import pytest

from blocky import Player, RandomPlayer, SmartPlayer, arena
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
                                  silence_logs=50) as cluster, distributed.Client(cluster):
        yield cluster


def test_a_cluster_that_loses_a_worker_gives_the_same_table(cluster, tmp_path):
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
    with joblib.parallel_config(backend="dask"):
        league = arena.league(PLAYERS, file=file, **SETTINGS)
    killer.join()
    (lines, worker, started), = lost
    assert lines <= 3 * expected.games // 4  # it was lost in the middle
    assert not worker.is_running()
    assert league.results == expected.results
    assert str(league) == str(expected)
    assert psutil.wait_procs(started, timeout=20)[1] == []  # its games' process ends itself
