"""What a notebook shows of Blue: the table to play at, explorers and steppers."""

from blocky.blue.widgets.draft_explorer import DraftExplorer, explore_draft
from blocky.blue.widgets.sample_explorer import SampleExplorer, explore_win_rate
from blocky.blue.widgets.table import PlayableTable, play
from blocky.blue.widgets.wall_explorer import WallExplorer, explore_wall
from blocky.kit.widgets.ask import Question, ask
from blocky.kit.widgets.stepper import Stepper, step_of

__all__ = [
    "DraftExplorer", "PlayableTable", "Question", "SampleExplorer", "Stepper", "WallExplorer",
    "ask", "explore_draft", "explore_wall", "explore_win_rate", "play", "step",
]

step = step_of("blue")
