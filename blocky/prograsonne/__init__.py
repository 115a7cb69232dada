"""Prograsonne: two players place hexagonal tiles with cities, roads and rivers.

>>> from blocky.prograsonne import Board
>>> board = Board()
>>> board.place((3, 2), "GGGGGC", turns=4)
>>> board.place((4, 2), "GGGGGC", turns=1, player=1)
>>> board.scores()
(100, 0)
"""

from blocky.kit.player import (
    GreedyPlayer,
    HumanPlayer,
    LookaheadPlayer,
    Player,
    RandomPlayer,
)
from blocky.kit.position import IllegalMove
from blocky.prograsonne.board import Board
from blocky.prograsonne.game import Game
from blocky.prograsonne.move import Move, Place, Restore, Save, TakeBack
from blocky.prograsonne.parts import Parts
from blocky.prograsonne.scoring import Rules
from blocky.prograsonne.supply import read_supply, write_supply
from blocky.prograsonne.tiles import Tile

__all__ = ["Board", "Game", "GreedyPlayer", "HumanPlayer", "IllegalMove", "LookaheadPlayer", "Move",
           "Parts", "Place", "Player", "RandomPlayer", "Restore", "Rules", "Save", "TakeBack",
           "Tile", "read_supply", "write_supply"]
