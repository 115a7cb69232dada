"""The players of Prograsonne are the kit's: they play every game."""

from __future__ import annotations

from blocky.kit.player import GreedyPlayer, HumanPlayer, LookaheadPlayer, Player, RandomPlayer

__all__ = ["GreedyPlayer", "HumanPlayer", "LookaheadPlayer", "Player", "RandomPlayer"]
