"""Leagues of Blue: every two players meet, with the same walls and first fill in both seats.

>>> from blocky.blue import FirstAvailable, RandomPlayer, arena
>>> league = arena.league([RandomPlayer(), FirstAvailable()], boards=2, progress=False)
>>> [row.name for row in league.table()]
['First available', 'Random']
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from blocky.blue.game import Game
from blocky.blue.position import Position
from blocky.blue.rules import RULE_SETS, SEED, Rules, rules_called
from blocky.kit import arena
from blocky.kit.arena import League, Series, collect, league_command
from blocky.kit.arena.entry import Entry
from blocky.kit.arguments import given_seed
from blocky.kit.language import say, say_count
from blocky.kit.player import Player

__all__ = ["BlueSeries", "League", "add_arguments", "collect", "command", "league"]

#: The most rounds of a game of a league, which would have no end if nobody ever tiled.
ROUNDS = 40


class BlueSeries(Series):
    """Games of Blue that start with the same walls and factories for all players."""

    position_type = Position

    def __init__(self, rules: Rules | str, seed: int | str) -> None:
        given = rules_called(rules)
        rounds = ROUNDS if given.rounds is None else min(given.rounds, ROUNDS)
        self._rules = replace(given, rounds=rounds)
        self.seed = given_seed(seed)

    def begin(self, board: int, kind: str, players: Sequence[Player], names: Sequence[str]) -> Game:
        """Return game number ``board`` before its first turn; the player in seat 0 starts."""
        position = Position.deal(len(players), self._rules, Random(self.seed_of(board)), first=0)
        return Game.on(position, players, f"{self.seed}, {board}: {', '.join(names)}")

    def settings(self) -> dict[str, Any]:
        """Return the settings that determine the games, in a form for JSON."""
        return {"rules": self._rules.to_record(), "seed": self.seed}

    def caption(self, players: int, boards: int) -> str:
        """Return the caption of a league's table."""
        return say_count(
            "A league of {players} players who met {count} time in each seat, {rules} rules, "
            "seed {seed}",
            "A league of {players} players who met {count} times in each seat, {rules} rules, "
            "seed {seed}", boards, players=players, rules=say(self._rules.name), seed=self.seed)


def league(players: Mapping[str, Entry] | Iterable[Entry], boards: int = 5,
           rules: Rules | str = SEED, seed: int | str = 0, **how: Any) -> League:
    """Return the league of ``players``, objects or classes, by name if they are in a dict.

    Every two of them meet ``boards`` times in each seat; a player whose turn cannot be made loses
    the game. ``how`` takes the other arguments of ``blocky.kit.arena.league``.
    """
    return arena.league(players, BlueSeries(rules, seed), boards, **how)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky league --game blue``."""
    league_command.add_arguments(parser)
    parser.add_argument("--rules", choices=RULE_SETS, default=SEED.name)


def command(options: Namespace) -> int:
    """Play the league that the options ask for; return 0 unless it is impossible."""
    return league_command.command(options, partial(league, rules=options.rules))
