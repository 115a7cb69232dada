"""The pictures of Prograsonne: tiles, boards, saved states."""

from blocky.prograsonne.draw.history import states
from blocky.prograsonne.draw.tiles import PALETTES, board, tile

__all__ = ["PALETTES", "board", "states", "tile"]
