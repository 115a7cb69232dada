"""Leagues: many games between many players, in parallel, on one machine or on a cluster.

>>> from blocky import RandomPlayer, SmartPlayer, arena
>>> league = arena.league([RandomPlayer(), SmartPlayer(3)], boards=1, progress=False)
>>> [row.name for row in league.table()]
['Smart 3', 'Random']
"""

from blocky.kit.arena.collect import Collected, collect
from blocky.kit.arena.league import League, league
from blocky.kit.arena.match import Result
from blocky.kit.arena.table import Row

__all__ = ["Collected", "League", "Result", "Row", "collect", "league"]
