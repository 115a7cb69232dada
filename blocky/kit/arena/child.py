"""The process that plays games: ``python -m blocky.kit.arena.child``, started by ``process``.

It reads jobs from its standard input: a match to be played, or a submission to look for a player
in. It writes what it has to say of each, a line of JSON at a time, to its standard output. Nothing
of a student's runs in it: for that it starts processes, one for each player and game.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib
import json
import os
import pickle
import signal

from blocky.kit.arena import found, referee
from blocky.kit.arena.match import Match
from blocky.kit.arena.process import IDLE
from blocky.kit.language import ask_environment

__all__ = ["main"]


def main() -> None:
    """Do jobs until there is no one to do them for."""
    ask_environment()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    jobs, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):  # what players print goes nowhere, and they have nothing to read
        os.dup2(nowhere, standard)
    importlib.import_module("scipy.ndimage")  # many games need it: not in the time of a move
    gc.freeze()  # so that the processes started share what there is
    while True:
        faulthandler.dump_traceback_later(IDLE, exit=True, file=nowhere)
        try:
            job = pickle.load(jobs)
        except EOFError:
            os._exit(0)
        faulthandler.cancel_dump_traceback_later()
        try:
            for message in (referee.play(job) if isinstance(job, Match) else found.look(job)):
                print(json.dumps(message), file=told, flush=True)
        except Exception as error:
            print(json.dumps({"error": f"{error}" or repr(error)}), file=told, flush=True)


if __name__ == "__main__":
    main()
