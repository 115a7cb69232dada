"""Leagues of Blocky: many games between many players.

>>> from blocky import RandomPlayer, SmartPlayer, arena
>>> league = arena.league([RandomPlayer(), SmartPlayer(3)], boards=1, progress=False)
>>> [row.name for row in league.table()]
['Smart 3', 'Random']
"""

import sys
from argparse import ArgumentParser, Namespace

from blocky.kit.arena import Collected, League, Result, Row, collect, league
from blocky.move import RULE_SETS

__all__ = ["Collected", "League", "Result", "Row", "add_arguments", "collect", "command", "league"]


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``blocky league``."""
    parser.add_argument("folder", help="holds the players: Python files, notebooks, or a folder "
                                       "of them for each student")
    for name, value, words in (("boards", 5, "how many boards two players meet on"),
                               ("depth", 3, "the depth of the boards"),
                               ("turns", 10, "how many turns each player has in a game"),
                               ("seed", 0, "determines all boards"),
                               ("workers", -1, "how many games at a time; -1: one for each core")):
        parser.add_argument(f"--{name}", type=int, default=value, help=f"{words} ({value})")
    parser.add_argument("--rules", choices=RULE_SETS, default="classic")
    parser.add_argument("--out", default="league",
                        help="the name of the files written, without its ending (league)")


def command(options: Namespace) -> int:
    """Play the league that the options ask for; return 0 unless that is not possible.

    The table is printed, and written with its picture and every game. The same command again goes
    on where the league was stopped.
    """
    try:
        played = league(collect(options.folder), options.boards, rules=RULE_SETS[options.rules],
                        max_depth=options.depth, turns=options.turns, seed=options.seed,
                        workers=options.workers, file=f"{options.out}.jsonl")
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(played)
    played.save_table(f"{options.out}.csv")
    played.picture().save(f"{options.out}.png")
    return 0
