"""What a notebook shows of Blue: the table to play at, explorers and steppers."""

from blocky.blue.widgets.draft_explorer import DraftExplorer
from blocky.blue.widgets.table import PlayableTable, play
from blocky.blue.widgets.wall_explorer import WallExplorer
from blocky.kit.widgets.ask import Question, ask
from blocky.kit.widgets.interact import Interact, interact
from blocky.kit.widgets.stepper import Stepper, step_of

__all__ = [
    "DraftExplorer", "Interact", "PlayableTable", "Question", "Stepper", "WallExplorer", "ask",
    "explore_draft", "explore_wall", "interact", "play", "step",
]

step = step_of("blue")

# An explorer is called like a function.
explore_draft, explore_wall = DraftExplorer, WallExplorer
