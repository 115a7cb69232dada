"""The process that plays games, ``python -m blocky.kit.arena.child``, started by ``process``.

It reads jobs from its standard input, a match to play or a submission to find a player in, and
writes messages about each to its standard output, as lines of JSON. Students' code runs only in
processes that it starts, one for each player and game.
"""

import faulthandler
import gc
import importlib
import json
import os
import pickle
import signal

from blocky.kit.arena.find_player import find_player
from blocky.kit.arena.match import Match
from blocky.kit.arena.process import IDLE
from blocky.kit.arena.referee import play
from blocky.kit.language import ask_environment

__all__ = ["main"]


def main() -> None:
    """Do jobs until there are no more."""
    ask_environment()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    jobs, messages = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):  # players have nothing to read, and what they print is dropped
        os.dup2(nowhere, standard)
    importlib.import_module("scipy.ndimage")  # many games need it: not in the time of a move
    gc.freeze()  # so that forked processes share this memory
    while True:
        faulthandler.dump_traceback_later(IDLE, exit=True, file=nowhere)
        try:
            job = pickle.load(jobs)
        except EOFError:
            os._exit(0)
        faulthandler.cancel_dump_traceback_later()
        try:
            for message in play(job) if isinstance(job, Match) else find_player(job):
                print(json.dumps(message), file=messages, flush=True)
        except Exception as error:
            print(json.dumps({"error": f"{error}" or repr(error)}), file=messages, flush=True)


if __name__ == "__main__":
    main()
