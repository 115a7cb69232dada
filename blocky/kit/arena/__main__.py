"""Plays a league of the players handed in: ``python -m blocky.kit.arena submitted --boards 10``.

The table is printed; ``league.csv`` holds it, ``league.png`` is its picture, and ``league.jsonl``
holds every game. The same command again goes on where the league was stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from blocky.kit.arena import collect, league
from blocky.move import RULE_SETS

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the league that the arguments ask for; return 0 unless that is not possible."""
    parser = argparse.ArgumentParser("python -m blocky.kit.arena", description=__doc__)
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
    given = parser.parse_args(arguments)
    try:
        played = league(collect(given.folder), given.boards, rules=RULE_SETS[given.rules],
                        max_depth=given.depth, turns=given.turns, seed=given.seed,
                        workers=given.workers, file=f"{given.out}.jsonl")
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(played)
    played.save_table(f"{given.out}.csv")
    played.picture().save(f"{given.out}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
