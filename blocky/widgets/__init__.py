"""What a notebook shows: boards to play on, steppers and explorers."""

from blocky.kit.widgets.ask import Question, ask
from blocky.kit.widgets.interact import Interact, interact
from blocky.kit.widgets.progress import progress
from blocky.kit.widgets.stepper import Stepper, step_of
from blocky.widgets import subjects as _registered  # noqa: F401 - what steppers show of Blocky
from blocky.widgets.board import PlayableBoard, play
from blocky.widgets.move_explorer import MoveExplorer
from blocky.widgets.random_explorer import RandomExplorer
from blocky.widgets.score_explorer import ScoreExplorer
from blocky.widgets.tree_explorer import TreeExplorer

__all__ = [
    "Interact", "PlayableBoard", "Question", "Stepper", "ask", "explore_moves",
    "explore_random_init", "explore_scores", "explore_tree", "interact", "play", "progress", "step",
]

step = step_of("blocky")

# An explorer is called like a function.
explore_moves, explore_random_init, explore_scores = MoveExplorer, RandomExplorer, ScoreExplorer
explore_tree = TreeExplorer
