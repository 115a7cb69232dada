"""Leagues of Blocky: many games between many players.

>>> from blocky import RandomPlayer, SmartPlayer, arena
>>> league = arena.league([RandomPlayer(), SmartPlayer(3)], boards=1, progress=False)
>>> [row.name for row in league.table()]
['Smart 3', 'Random']
"""

from blocky.kit.arena import Collected, League, Result, Row, collect, league

__all__ = ["Collected", "League", "Result", "Row", "collect", "league"]
