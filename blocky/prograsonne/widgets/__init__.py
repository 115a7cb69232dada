"""What a notebook shows of Prograsonne: the board to play on, explorers and steppers."""

from blocky.kit.widgets.ask import Question, ask
from blocky.kit.widgets.interact import Interact, interact
from blocky.kit.widgets.stepper import Stepper, step
from blocky.prograsonne.widgets import subjects as _registered  # noqa: F401 - what steppers show
from blocky.prograsonne.widgets.board import PlayableBoard, play
from blocky.prograsonne.widgets.cell_explorer import CellExplorer
from blocky.prograsonne.widgets.graph_explorer import ForestExplorer, GraphExplorer
from blocky.prograsonne.widgets.state_explorer import StateExplorer
from blocky.prograsonne.widgets.window import HandlerWindow

__all__ = ["CellExplorer", "ForestExplorer", "GraphExplorer", "HandlerWindow", "Interact",
           "PlayableBoard", "Question", "StateExplorer", "Stepper", "ask", "explore_cells",
           "explore_forest", "explore_graph", "explore_states", "interact", "play", "play_window",
           "step"]

# An explorer is called like a function.
explore_cells, explore_forest, explore_graph = CellExplorer, ForestExplorer, GraphExplorer
explore_states = StateExplorer

# So is a window that a student's event handlers drive.
play_window = HandlerWindow
