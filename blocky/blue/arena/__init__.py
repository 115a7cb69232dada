"""Leagues of Blue: every two players meet, with the same walls and first fill in both seats.

>>> from blocky.blue import FirstAvailable, RandomPlayer, arena
>>> league = arena.league([RandomPlayer(), FirstAvailable()], boards=2, progress=False)
>>> [row.name for row in league.table()]
['First available', 'Random']
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from blocky.blue.arena.series import BlueSeries
from blocky.blue.rules import RULE_SETS, SEED, Rules
from blocky.kit import arena
from blocky.kit.arena import League, collect, handed_in
from blocky.kit.arena.entry import Entry

__all__ = ["BlueSeries", "League", "add_arguments", "collect", "command", "league"]


def league(players: Mapping[str, Entry] | Iterable[Entry], boards: int = 5,
           rules: Rules | str = SEED, seed: int | str = 0, **how: Any) -> League:
    """Return the league of ``players``, objects or classes, by name if they are in a dict.

    Every two of them meet ``boards`` times in each seat; a player whose turn cannot be made loses
    the game. ``how`` it is played are the other arguments of ``blocky.kit.arena.league``.
    """
    return arena.league(players, BlueSeries(rules, seed), boards, **how)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky league --game blue``."""
    handed_in.add_arguments(parser)
    parser.add_argument("--rules", choices=RULE_SETS, default=SEED.name)


def command(options: Namespace) -> int:
    """Play the league that the options ask for; return 0 unless that is not possible."""
    return handed_in.command(options, partial(league, rules=options.rules))
