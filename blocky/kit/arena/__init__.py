"""Leagues: many games between many players, in parallel, on one machine or on a cluster.

A game defines the games of its leagues by a ``Series``.
"""

from blocky.kit.arena.collect import Collected, collect
from blocky.kit.arena.league import League, league
from blocky.kit.arena.match import Result, Series
from blocky.kit.arena.ratings import PlayerFigures

__all__ = ["Collected", "League", "PlayerFigures", "Result", "Series", "collect", "league"]
