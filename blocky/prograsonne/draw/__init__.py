"""The pictures of Prograsonne: tiles, boards, segments, saved states."""

from blocky.prograsonne.draw.history import states
from blocky.prograsonne.draw.segments import parts
from blocky.prograsonne.draw.tiles import PALETTES, board, tile

__all__ = ["PALETTES", "board", "parts", "states", "tile"]
