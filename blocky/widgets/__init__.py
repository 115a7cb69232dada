"""What a notebook shows: boards to play on, steppers and explorers."""

from blocky.kit.widgets.ask import Question, ask
from blocky.kit.widgets.progress import progress
from blocky.kit.widgets.stepper import Stepper, step_of
from blocky.widgets import subjects as _registered  # noqa: F401 - what steppers show of Blocky
from blocky.widgets.board import PlayableBoard, play
from blocky.widgets.move_explorer import explore_moves
from blocky.widgets.random_explorer import explore_random_init
from blocky.widgets.score_explorer import explore_scores
from blocky.widgets.smart_explorer import explore_smart_player
from blocky.widgets.stack_explorer import explore_stack
from blocky.widgets.tree_explorer import explore_tree

__all__ = [
    "PlayableBoard", "Question", "Stepper", "ask", "explore_moves", "explore_random_init",
    "explore_scores", "explore_smart_player", "explore_stack", "explore_tree", "play", "progress",
    "step",
]

step = step_of("blocky")
