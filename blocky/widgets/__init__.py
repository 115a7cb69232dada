"""What a notebook shows: boards to play on, and steppers, explorers and laboratories."""

from blocky.widgets.board import PlayableBoard, play
from blocky.widgets.stepper import Stepper, step

__all__ = ["PlayableBoard", "Stepper", "play", "step"]
