"""Interactive boards for a notebook."""

from blocky.widgets.board import PlayableBoard, play

__all__ = ["PlayableBoard", "play"]
