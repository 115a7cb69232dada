"""The players of Prograsonne are the kit's: they play every game. Here is who can meet."""

from __future__ import annotations

from blocky.kit.player import GreedyPlayer, HumanPlayer, LookaheadPlayer, Player, RandomPlayer

__all__ = ["OPPONENTS", "GreedyPlayer", "HumanPlayer", "LookaheadPlayer", "Player", "RandomPlayer"]

#: The ready-made pairs of players.
OPPONENTS = {
    "you and the greedy player": ("human", "greedy"),
    "you and the look-ahead player": ("human", "look-ahead"),
    "you and a random player": ("human", "random"),
    "two humans": ("human", "human"),
    "watch: look-ahead and greedy": ("look-ahead", "greedy"),
}
