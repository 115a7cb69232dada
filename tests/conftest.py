import gc
import os
import sys
import tracemalloc  # noqa: F401  pytest would import it where a repair may import nothing
from pathlib import PurePosixPath
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings
from ipywidgets import Widget

from blocky import Action, Block, Colour, Game, Move, PerimeterGoal
from blocky.kit.check import failure, run
from blocky.kit.hints import explain, observation, recursion
from blocky.kit.language import language
from blocky.kit.repair import search
from blocky.kit.safely import OutOfTimeError
from blocky.kit.widgets.live import LiveFigure
from tests.strategies import REFERENCE

os.environ["LANGUAGE"] = "C"  # whatever the system speaks, commands are tried in English

collect_ignore = ["elsewhere"]  # it is for other processes: test_elsewhere.py

#: What `make quick` leaves out: leagues, classes, notebooks that are run, repairs, simulations,
#: explorers, what waits for a clock.
SLOW = {"test_arena", "test_arena_cheats", "test_arena_cluster", "test_arena_collect",
        "test_check_limits", "test_checks", "test_earlier", "test_exercises",
        "test_explorers", "test_falsy", "test_grading_cluster", "test_images", "test_league",
        "test_move_explorer",
        "test_panels", "test_random_explorer", "test_repair", "test_safely",
        "test_score_explorer", "test_self_check", "test_settings", "test_simulation",
        "test_slides",
        "test_stepper", "test_table", "test_textbook",
        "test_tree_explorer"}

#: What shares something that takes long to make, as the browser tests do.
TOGETHER = {"test_arena_cluster", "test_grading", "test_grading_cluster", "test_images",
            "test_report"}

# What hint an answer gets shall depend on the answer, and not on how fast the machine is.
search.COMPUTING = failure.TRYING = 6
explain.SECONDS_FOR_MISTAKES, run.CHECK, observation.SECONDS, recursion.SECONDS = 60, 100, 4, 4


@pytest.fixture(autouse=True)
def _environment_kept():
    """Undo what commands do to the environment of their process."""
    with mock.patch.dict(os.environ):
        yield


def unraisable(raised):
    """Say nothing of a runaway that was stopped in the middle of a garbage collection."""
    if not issubclass(raised.exc_type, OutOfTimeError):
        sys.__unraisablehook__(raised)


sys.unraisablehook = unraisable

settings.register_profile(
    "blocky", max_examples=40, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("blocky")


def pytest_collection_modifyitems(items):
    """Mark as slow what is for `make test` only."""
    for item in items:
        of_a_class = "graded" in item.fixturenames
        if item.path.stem in SLOW or of_a_class or item.get_closest_marker("browser"):
            item.add_marker("slow")


@pytest.hookimpl(optionalhook=True)  # there may be no pytest-xdist
def pytest_xdist_make_scheduler(config, log):
    """Give each test to a process that has nothing to do, but those of a group to the same one."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            path = PurePosixPath(nodeid.split("::")[0])
            if path.parent.name == "browser":
                return path.parent.name
            return path.stem if path.stem in TOGETHER else nodeid

    return Scheduling(config, log)


def pytest_collection_finish():
    """Leave what all tests have in common out of Python's garbage collections.

    With so many objects one of them can take longer than an answer may.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture
def reference():
    return Block.from_nested(REFERENCE, max_depth=2, size=64)


@pytest.fixture
def game(reference):
    """A game of two humans on the reference board, for red and blue, one move made."""
    goals = [PerimeterGoal(Colour.RED), PerimeterGoal(Colour.BLUE)]
    game = Game(humans=2, smarts=[], turns=5, seed=1, board=reference, goals=goals)
    game.play(Move(Action.ROTATE_CLOCKWISE, (0,)))
    return game


@pytest.fixture
def english_again():
    """Whatever language a test uses, the next one is in English."""
    yield
    language("en")


@pytest.fixture
def drawn_on_demand(monkeypatch):
    """A figure is drawn when a test asks for its picture: to draw it at each step takes long."""
    monkeypatch.setattr(LiveFigure, "redraw", lambda figure: None)
    yield
    Widget.close_all()
