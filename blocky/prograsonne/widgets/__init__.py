"""What a notebook shows of Prograsonne: the board to play on, explorers and steppers."""

from blocky.kit.widgets.ask import Question, ask
from blocky.kit.widgets.interact import Interact, interact
from blocky.kit.widgets.stepper import Stepper, step
from blocky.prograsonne.widgets import subjects as _registered  # noqa: F401 - what steppers show
from blocky.prograsonne.widgets.board import PlayableBoard, play
from blocky.prograsonne.widgets.graph_explorer import ForestExplorer, GraphExplorer
from blocky.prograsonne.widgets.window import HandlerWindow

__all__ = ["ForestExplorer", "GraphExplorer", "HandlerWindow", "Interact", "PlayableBoard",
           "Question", "Stepper", "ask", "explore_forest", "explore_graph", "interact", "play",
           "play_window", "step"]

# An explorer is called like a function.
explore_forest, explore_graph = ForestExplorer, GraphExplorer

# So is a window that a student's event handlers drive.
play_window = HandlerWindow
