"""The same grades on a Dask cluster that loses a worker."""

import re
import shutil
import sys
import threading
import time
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import psutil
import pytest
from nbgrader.plugins import LateSubmissionPlugin

from blocky.kit import cluster as kits_cluster
from blocky.kit.command import main
from blocky.kit.grading import grade
from blocky.kit.grading.autograde import RunCells
from blocky.kit.grading.config import app_of, configured, plain_config
from tests.course import NAME, exercise, found_a_course, hand_in, insert, lines_in, solved, written
from tests.submissions import NONE

#: A cell that shows what a student's code can see of the environment.
SHOWS = "import os\n_ = open('seen.txt', 'w').write(repr(dict(os.environ)))"
SECRET = "a-secret-of-the-client"

STUDENTS = {
    "eva": (insert(written(), SHOWS), 7),
    "ben": (exercise(), 0),
    "cas": (written(flatten=NONE), 3),
    "dan": (solved(f"blocky/{NAME}"), 7),
    "fay": (written(), 7),
    "gus": ("{ damaged", 0),
}


@contextmanager
def workers(count, failures=3, **options):
    """Start a cluster on this machine.

    ``failures`` is how many workers a task may lose. On a busy machine a worker takes long to
    start again.
    """
    distributed = pytest.importorskip("distributed")
    settings = {"distributed.deploy.lost-worker-timeout": "10 minutes",
                "distributed.scheduler.allowed-failures": failures}
    with import_module("dask").config.set(settings), distributed.LocalCluster(
            n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=50,
            **options) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def cluster():
    """Two workers, started before the client has its secret."""
    with workers(2) as cluster:
        yield cluster


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with the work of some students, in which everything happens."""
    found_a_course(tmp_path)
    for student, (content, _) in STUDENTS.items():
        hand_in(tmp_path, student, content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def graded(*words):
    """Grade the course in the current folder; return the exit code, and the table."""
    code = main(["grade", "--no-report", *words])
    table = {student: (row["points"], row["standing"], row["remark"])
             for (student, _), row in lines_in(Path()).items()}
    return code, table


def processing(cluster):
    """Return the workers that grade a submission, with the number of submissions each has."""
    return [worker for worker in [*cluster.scheduler.workers.values()]
            if any(str(task.key).startswith("blocky-") for task in [*worker.processing])]


def test_a_cluster_that_loses_a_worker_gives_the_same_table(cluster, course, monkeypatch, capsys):
    monkeypatch.setenv("BLOCKY_SECRET", SECRET)
    code, expected = graded("06")
    assert code == 0
    assert {student: float(points) for student, (points, *_) in expected.items()} \
        == {student: points for student, (_, points) in STUDENTS.items()}
    pages = pages_of(course)
    lost = []

    def end_a_worker():
        while not processing(cluster):
            time.sleep(0.01)
        time.sleep(3)
        address = processing(cluster)[0].address
        pid = next(each.pid for each in cluster.workers.values() if each.worker_address == address)
        process = psutil.Process(pid)
        lost.append((process, process.children(recursive=True)))
        process.kill()

    killer = threading.Thread(target=end_a_worker)
    killer.start()
    capsys.readouterr()
    code, table = graded("06", "--all", "--cluster", cluster.scheduler_address)
    killer.join()
    assert (code, table) == (0, expected)
    assert "The cluster has 2 workers now." in capsys.readouterr().out
    assert pages_of(course) == pages
    (process, started), = lost
    assert not process.is_running()
    assert psutil.wait_procs(started, timeout=120)[1] == [], "what it has started ends with it"
    seen = (course / f"autograded/eva/{NAME}/seen.txt").read_text()
    assert SECRET not in seen
    assert "/eva/" not in seen, "no name goes to a worker"


def pages_of(course):
    """Return the pages of feedback, without the numbers that a browser uses."""
    return {path.relative_to(course): re.sub(r"[0-9a-f]{8,}", "", path.read_text("utf-8"))
            for path in course.glob("feedback/*/*/*.html")}


#: Ends the worker of a cluster that runs this: the parent of the program that grades, which is the
#: parent of the guest.
ENDS_ITS_WORKER = """
import ctypes, os
pid = os.getppid()
for _ in range(2):
    with open(f"/proc/{pid}/stat") as file:
        pid = int(file.read().rsplit(")", 1)[1].split()[1])
ctypes.CDLL(None).kill(pid, 9)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_a_submission_that_ends_every_worker_is_ungraded_and_the_others_are_graded(
        course, tmp_path_factory, capsys):
    for student in {*STUDENTS} - {"ben", "fay"}:
        shutil.rmtree(course / "submitted" / student)
    hand_in(course, "bad", insert(written(), ENDS_ITS_WORKER))
    nothing = tmp_path_factory.mktemp("nothing")
    with workers(2, failures=1, env={"PATH": str(nothing)}) as cluster:  # there's no bubblewrap
        code, table = graded("06", "--cluster", cluster.scheduler_address)
    said = capsys.readouterr().out
    assert "on 0 of them" in said
    points, standing, remark = table.pop("bad")
    assert (code, points, standing) == (grade.UNGRADED, "", "ungraded")
    assert remark == "ungraded: each worker of the cluster that tried to grade it was lost"
    assert {student: float(points) for student, (points, *_) in table.items()} \
        == {"ben": 0, "fay": 7}


# -- what goes wrong -------------------------------------------------------------------------------

@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://127.0.0.1:8786", "nowhere"])
@pytest.mark.parametrize("command", ["grade", "league"])
def test_a_wrong_address_gives_a_sentence(command, address, course, monkeypatch, capsys):
    monkeypatch.setattr(kits_cluster, "PATIENCE", 1)
    if command == "league":
        players = course / "players"
        players.mkdir()
        for name in ("ada", "ben"):
            (players / f"{name}.py").write_text(PLAYER, "utf-8")
        assert main(["league", "players", "--cluster", address]) == 1
    else:
        assert main(["grade", "--cluster", address]) == grade.REFUSED
    assert f"There's no Dask scheduler at '{address}'" in capsys.readouterr().err


PLAYER = """
from blocky import Player

class MyPlayer(Player):
    def make_move(self, game, rng):
        return rng.choice(game.legal_moves())
"""


def test_without_dask_a_sentence_says_what_to_install(course, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["grade", "--cluster", "tcp://127.0.0.1:1"]) == grade.REFUSED
    assert "python -m pip install distributed" in capsys.readouterr().err


def test_a_worker_with_another_version_gives_a_sentence(cluster, course, monkeypatch, capsys):
    monkeypatch.setattr(kits_cluster, "_version_of", lambda package: "0.0.9")
    assert main(["grade", "--cluster", cluster.scheduler_address]) == grade.REFUSED
    said = capsys.readouterr().err
    assert re.search(r"The worker tcp://\S+ of the cluster has blocky-kit \S+, but this computer "
                     r"has blocky-kit 0\.0\.9\. Install the same version", said)


def test_a_worker_that_comes_later_with_another_version_gives_a_sentence(cluster):
    with kits_cluster.Cluster(cluster.scheduler_address) as own:
        assert own.call(max, [1, 3, 2]) == 3
        own._versions = {"blocky-kit": "0.0.9"}
        with pytest.raises(kits_cluster.ClusterError, match=r"has blocky-kit 0\.0\.9\."):
            own.call(max, [1, 3, 2])


def test_a_scheduler_that_goes_away_gives_a_sentence_and_the_next_run_goes_on(
        course, capsys):
    for student in {*STUDENTS} - {"ben", "cas", "fay"}:
        shutil.rmtree(course / "submitted" / student)
    with workers(1) as cluster:
        def end_the_scheduler():
            while not list(course.glob("feedback/*/*/*.html")):
                time.sleep(0.05)
            cluster.close()

        ender = threading.Thread(target=end_the_scheduler)
        ender.start()
        code, table = graded("06", "--cluster", cluster.scheduler_address)
        ender.join()
    said = capsys.readouterr().err
    assert code == grade.UNGRADED
    assert "doesn't answer any more. The finished work is kept." in said
    assert "Traceback" not in said
    standings = [standing for _, standing, _ in table.values()]
    assert "ungraded" in standings
    code, table = graded("06")
    assert code == 0
    assert {student: float(points) for student, (points, *_) in table.items()} \
        == {"ben": 0, "cas": 3, "fay": 7}


def test_only_what_grading_reads_of_the_configuration_goes_to_a_cluster(course):
    with open("nbgrader_config.py", "a", encoding="utf-8") as file:
        file.write(f"\nc.Exchange.root = '/{SECRET}'\n"
                   f"c.CourseDirectory.db_url = 'sqlite:///{SECRET}.db'\n"
                   "c.RunCells.timeout = 7\n")
    app, _, _ = configured()
    sent = plain_config(app)
    assert SECRET not in repr(sent)
    assert sent["RunCells"]["timeout"] == 7
    assert RunCells(parent=app_of(sent)).timeout == 7
    app.config.AssignLatePenalties.plugin_class = LateSubmissionPlugin
    with pytest.raises(SystemExit, match=r"c\.AssignLatePenalties\.plugin_class"):
        plain_config(app)
