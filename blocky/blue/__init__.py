"""Blue: state as data, simulation, agents. The names that a notebook imports."""

from blocky.blue.board import Board, Placed, Tiling, run_length
from blocky.blue.data import plain
from blocky.blue.game import Game
from blocky.blue.parts import Parts
from blocky.blue.player import (
    FirstAvailable,
    GreedyRow,
    GreedyRowAnyColour,
    HumanPlayer,
    LookaheadPlayer,
    Player,
    RandomPlayer,
)
from blocky.blue.position import Move, Position
from blocky.blue.rules import COLOURS, OFFICIAL, SEED, Rules
from blocky.blue.simulation import simulate
from blocky.blue.state import State, counts
from blocky.kit.position import IllegalMove

__all__ = [
    "COLOURS", "OFFICIAL", "SEED", "Board", "FirstAvailable", "Game", "GreedyRow",
    "GreedyRowAnyColour", "HumanPlayer", "IllegalMove", "LookaheadPlayer", "Move", "Parts",
    "Placed", "Player", "Position", "RandomPlayer", "Rules", "State", "Tiling", "counts", "plain",
    "run_length", "simulate",
]
