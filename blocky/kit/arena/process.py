"""Plays a game in a process of its own, so that no player can hang or end the one that asks for it.

Nothing in Python itself can stop an endless call into a library, or a player that ends its process
or fills the memory. Here such a process is ended, and another takes its place.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from time import monotonic
from typing import Any

import psutil

from blocky.kit.arena.match import Match, Message, Result, result
from blocky.kit.language import say
from blocky.kit.safely import PartError

__all__ = ["play"]

#: In seconds: how long a process may say nothing while it starts and makes the players, how much
#: longer than its limit a move may take until the process is ended, how long a process stays
#: without a game; and how much later than here it ends itself, if nobody is left to end it.
START, GRACE, IDLE, MARGIN = 30.0, 2.0, 5.0, 3.0

#: How often a process is looked at, in seconds.
INTERVAL = 0.05

_ENVIRONMENT = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1",
                "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

#: The processes that wait for another game of their league.
_waiting: list[_Process] = []
_lock = threading.Lock()


def play(match: Match, league: str) -> Result:
    """Return the result of ``match``, played in a process kept for games of ``league`` only.

    PartError: the goal failed. RuntimeError: no process can be started.
    """
    while process := _waiting_one(league):
        if played := process.play(match):
            return played
    if played := _Process(league).play(match):
        return played
    raise RuntimeError(say("No process for the games could be started: {python} -m "
                           "blocky.kit.arena.child said nothing.", python=sys.executable))


def _waiting_one(league: str) -> _Process | None:
    with _lock:
        for process in _waiting:
            if process.league == league:
                _waiting.remove(process)
                return process
    return None


class _Process:
    """A process that plays one game after the other, and what it says of the present one."""

    def __init__(self, league: str) -> None:
        self.league = league
        path = os.pathsep.join(os.path.abspath(place) for place in sys.path)
        self._process = psutil.Popen(
            [sys.executable, "-P", "-m", "blocky.kit.arena.child"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **_ENVIRONMENT, "PYTHONPATH": path},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))
        self._said: list[Message] = []
        self._heard = monotonic()
        self._changed = threading.Event()
        self._over = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._process.stdout:
            self._heard = monotonic()
            self._said.append(json.loads(line))
            if isinstance(self._said[-1], dict):
                self._changed.set()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was not read in time
                pipe.close()
        self._over = True
        self._changed.set()
        with _lock, suppress(ValueError):
            _waiting.remove(self)

    def play(self, match: Match) -> Result | None:
        """Return the result of ``match``; None if this process ended before its first word."""
        self._said, self._heard = [], monotonic()
        self._changed.clear()
        fault: dict[str, Any] = {}
        try:
            with suppress(OSError, ValueError):  # it has ended
                pickle.dump(match, self._process.stdin)
                self._process.stdin.flush()
            while not (fault or self._over or self._changed.wait(INTERVAL)):
                fault = self._fault(match)
        except BaseException:
            self._end()
            raise
        if self._said and isinstance(self._said[-1], dict):
            with _lock:
                _waiting.append(self)
            if "error" in self._said[-1]:
                raise PartError("other", text=self._said[-1]["error"])
            return result(match, self._said)
        self._end()
        if not self._said:
            return None
        return result(match, self._said, **fault or {"fault": "gone"})

    def _fault(self, match: Match) -> dict[str, Any]:
        """Return the kind of fault, with its fields, for which the process is to be ended."""
        limit = match.seconds + GRACE if len(self._said) > 2 else START
        if monotonic() - self._heard > limit:
            return {"fault": "not_stopped", "seconds": limit}
        with suppress(psutil.Error):
            if self._process.memory_info().rss > match.memory * 1e6:
                return {"fault": "memory", "megabytes": match.memory}
        return {}

    def _end(self) -> None:
        """End the process, and those that a player started from it."""
        with suppress(psutil.Error):  # it has ended
            for process in [*self._process.children(recursive=True), self._process]:
                process.kill()
