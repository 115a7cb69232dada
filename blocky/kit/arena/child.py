"""The process that plays games: ``python -m blocky.kit.arena.child``, started by ``process``.

It reads matches from its standard input, and writes the messages of their games, a line of JSON
each, to its standard output. What players print goes nowhere, and they have nothing to read.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib
import json
import os
import pickle
import signal

from blocky.kit.arena import match
from blocky.kit.arena.process import GRACE, IDLE, MARGIN, START

__all__ = ["main"]


def main() -> None:
    """Play games until there is no one to play for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    matches, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(nowhere, standard)
    importlib.import_module("scipy.ndimage")  # many games need it: not in the time of a move
    gc.freeze()

    def end_after(seconds: float) -> None:
        """End this process, even in an endless call of C, unless it is heard of before."""
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)

    while True:
        end_after(IDLE)
        try:
            game: match.Match = pickle.load(matches)
        except EOFError:
            os._exit(0)  # waits for no thread of a player's
        limits = iter([START] * 2)
        try:
            for message in match.play(game):
                print(json.dumps(message), file=told, flush=True)
                end_after(next(limits, game.seconds + GRACE) + MARGIN)
        except Exception as error:
            print(json.dumps({"error": f"{error}" or repr(error)}), file=told, flush=True)
        gc.collect()  # nothing of a player's is left for the next game


if __name__ == "__main__":
    main()
