"""Blocky: trees and recursion through a game. The names that a notebook imports."""

from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.invariants import InvariantError
from blocky.kit.safely import PartError
from blocky.move import CLASSIC, EXTENDED, Action, IllegalMove, Move, RuleSet
from blocky.parts import Parts
from blocky.player import (
    GreedyPlayer,
    HumanPlayer,
    LookaheadPlayer,
    Player,
    RandomPlayer,
    SmartPlayer,
)

__all__ = [
    "CLASSIC", "EXTENDED", "Action", "BlobGoal", "Block", "Colour", "Game", "Goal", "GreedyPlayer",
    "HumanPlayer", "IllegalMove", "InvariantError", "LookaheadPlayer", "Move", "PartError", "Parts",
    "PerimeterGoal", "Player", "RandomPlayer", "RuleSet", "SmartPlayer", "random_init",
]
