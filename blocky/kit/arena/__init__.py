"""Leagues: many games between many players, in parallel, on one machine or on a cluster.
What the games of a league are, a game says: its ``Series``.
"""

from blocky.kit.arena.collect import Collected, collect
from blocky.kit.arena.league import League, league
from blocky.kit.arena.match import Result, Series
from blocky.kit.arena.ratings import PlayerFigures

__all__ = ["Collected", "League", "PlayerFigures", "Result", "Series", "collect", "league"]
