"""The command ``blocky league``, for all games: the players that were handed in meet."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from blocky.kit.arena.collect import collect
from blocky.kit.arena.league import League
from blocky.kit.cluster import ClusterError
from blocky.kit.guest.walls import protection
from blocky.kit.language import say

__all__ = ["add_arguments", "command"]


def add_arguments(parser: ArgumentParser, **numbers: tuple[int, str]) -> None:
    """Add the arguments of ``blocky league``.

    ``numbers`` are the options for integers that only this game has: the default of each, and its
    meaning in words.
    """
    parser.add_argument("folder", help=say("the folder with the players: Python files, "
                                           "notebooks, or a folder for each student"))
    all_numbers = {
        "boards": (5, say("the number of boards for each pair of players")), **numbers,
        "seed": (0, say("the seed of the boards")),
        "workers": (-1, say("how many games to play at a time; -1 means one for each core"))}
    for name, (default, words) in all_numbers.items():
        parser.add_argument(f"--{name}", type=int, default=default, help=say(
            "{words} (default: {value})", words=words, value=default))
    parser.add_argument("--cluster", default="", metavar="ADDRESS",
                        help=say("play the games on the Dask cluster whose scheduler has this "
                                 "address, such as tcp://10.0.0.5:8786"))
    parser.add_argument("--out", default="league",
                        help=say("the base name of the files to write, without an extension "
                                 "(default: league)"))


def command(options: Namespace, league: Callable[..., League]) -> int:
    """Play the ``league`` of the players that were handed in; return the exit code.

    Print the table; write the table, its picture and every game. If the league was stopped, the
    same command goes on with it. The code is 1 if the league can't be played or a file can't be
    written, and otherwise 0.
    """
    from blocky.kit.check.course_settings import settings_of

    print(protection(), flush=True)
    for problem in settings_of(Path.cwd()).problems:
        print(problem, file=sys.stderr)
    try:
        played = league(collect(options.folder, options.game), boards=options.boards,
                        seed=options.seed, workers=options.workers, file=f"{options.out}.jsonl",
                        cluster=options.cluster)
    except (ValueError, OSError, ClusterError) as error:
        print(error, file=sys.stderr)
        return 1
    print(played)
    try:
        played.save_table(f"{options.out}.csv")
        played.picture().save(f"{options.out}.png")
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
