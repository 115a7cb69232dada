"""Leagues of Prograsonne: every two players meet, with the same first tiles in both seats.

>>> from blocky.prograsonne import GreedyPlayer, RandomPlayer, arena
>>> league = arena.league([RandomPlayer(), GreedyPlayer()], boards=2, progress=False)
>>> [row.name for row in league.table()]
['Greedy', 'Random']
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping
from typing import Any

from blocky.kit import arena
from blocky.kit.arena import League, collect, handed_in
from blocky.kit.arena.entry import Entry
from blocky.kit.arena.handed_in import add_arguments
from blocky.prograsonne.arena.series import MOVES, PrograsonneSeries
from blocky.prograsonne.scoring import Rules

__all__ = ["MOVES", "RULES", "League", "PrograsonneSeries", "add_arguments", "collect", "command",
           "league"]

#: Without ``redraw`` every tenth game would end before its first move.
RULES = Rules(redraw=True)


def league(players: Mapping[str, Entry] | Iterable[Entry], boards: int = 5, rules: Rules = RULES,
           seed: int | str = 0, **how: Any) -> League:
    """Return the league of ``players``, objects or classes, by name if they are in a dict.

    Every two of them meet ``boards`` times in each seat; a player whose turn cannot be made loses
    the game. ``how`` it is played are the other arguments of ``blocky.kit.arena.league``.
    """
    return arena.league(players, PrograsonneSeries(rules, seed), boards, **how)


def command(options: Namespace) -> int:
    """Play the league that the options ask for; return 0 unless that is not possible."""
    return handed_in.command(options, league)
