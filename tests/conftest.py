import gc

import pytest
from hypothesis import HealthCheck, settings
from ipywidgets import Widget

from blocky import Action, Block, Colour, Game, Move, PerimeterGoal
from blocky.kit.widgets.live import LiveFigure
from tests.strategies import REFERENCE

#: What `make quick` leaves out: leagues, classes, exercises that are run, what waits for a clock.
SLOW = {"test_arena", "test_arena_cluster", "test_arena_collect", "test_checks", "test_exercises",
        "test_images", "test_parts", "test_safely", "test_self_check", "test_stack_lab",
        "test_textbook"}

settings.register_profile(
    "blocky", max_examples=100, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("blocky")


def pytest_collection_modifyitems(items):
    """Mark as slow what is for `make test` only."""
    for item in items:
        if item.path.stem in SLOW or item.get_closest_marker("browser"):
            item.add_marker("slow")


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
def drawn_on_demand(monkeypatch):
    """A figure is drawn when a test asks for its picture: to draw it at each step takes long."""
    monkeypatch.setattr(LiveFigure, "redraw", lambda figure: None)
    yield
    Widget.close_all()
