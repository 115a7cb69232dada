"""Leagues of Blocky: many games between many players.

>>> from blocky import RandomPlayer, SmartPlayer, arena
>>> league = arena.league([RandomPlayer(), SmartPlayer(3)], boards=1, progress=False)
>>> [row.name for row in league.table()]
['Smart 3', 'Random']
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from blocky.arena.series import BlockySeries
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit import arena
from blocky.kit.arena import Collected, League, Result, Row, collect, handed_in
from blocky.kit.arena.entry import Entry
from blocky.kit.language import say
from blocky.move import CLASSIC, RULE_SETS, RuleSet

__all__ = ["BlockySeries", "Collected", "League", "Result", "Row", "add_arguments", "collect",
           "command", "league"]


def league(players: Mapping[str, Entry] | Iterable[Entry], boards: int = 5,
           goals: type[Goal] | Sequence[type[Goal]] = (BlobGoal, PerimeterGoal),
           rules: RuleSet = CLASSIC, max_depth: int = 3, turns: int = 10, seed: int | str = 0,
           **how: Any) -> League:
    """Return the league of ``players``, objects or classes, by name if they are in a dict.

    Every two of them meet on every board, for every goal, in both seats. ``how`` it is played are
    the other arguments of ``blocky.kit.arena.league``: ``workers=-1`` (games at a time; -1: one for
    each core), ``seconds=1.0`` (for a move), ``memory=1000`` (megabytes for a player),
    ``file=None`` (where results are kept) and ``progress=True``.
    """
    return arena.league(players, BlockySeries(goals, rules, max_depth, turns, seed), boards, **how)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky league``."""
    handed_in.add_arguments(parser, depth=(3, say("the depth of the boards")),
                            turns=(10, say("how many turns each player has in a game")))
    parser.add_argument("--rules", choices=RULE_SETS, default="classic")


def command(options: Namespace) -> int:
    """Play the league that the options ask for; return 0 unless that is not possible."""
    return handed_in.command(options, partial(
        league, rules=RULE_SETS[options.rules], max_depth=options.depth, turns=options.turns))
