"""The processes that play games and look for players: ``child`` is what runs in them.

They do one job after the other, as nothing of a student's runs in them but in processes of their
own. One that ends all the same, or falls silent, is replaced.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from time import monotonic
from typing import Any

import psutil

from blocky.kit.arena.apart import GRACE, SLOWEST, end
from blocky.kit.arena.found import Submission
from blocky.kit.arena.match import Match, Message, Result, result
from blocky.kit.arena.referee import START
from blocky.kit.language import in_use, say
from blocky.kit.safely import PartError

__all__ = ["IDLE", "ask", "play"]

#: In seconds: how long a process stays without a job, how much later than it ought to it may be
#: heard of, and how often it is looked at.
IDLE, MARGIN, INTERVAL = 5.0, 10.0, 0.05

_ENVIRONMENT = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1",
                "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

#: The processes that wait for another game of their league.
_waiting: list[_Process] = []
_lock = threading.Lock()


def play(match: Match, league: str) -> Result:
    """Return the result of ``match``, played in a process kept for games of ``league`` only.

    PartError: the goal failed. RuntimeError: no process can be started.
    """
    messages, fault = ask(match, league)
    return result(match, messages, **fault)


def ask(job: Match | Submission, league: str) -> tuple[list[Message], dict[str, Any]]:
    """Return a process's messages on a job, and the fault for which it was ended early, if any.

    PartError, RuntimeError: as for ``play``.
    """
    while process := _waiting_one(league):
        if (answer := process.ask(job))[0]:
            return answer
    if (answer := _Process(league).ask(job))[0]:
        return answer
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
    """A process that does one job after the other, and what it says of the present one."""

    def __init__(self, league: str) -> None:
        self.league = league
        path = os.pathsep.join(os.path.abspath(place) for place in sys.path)
        self._process = psutil.Popen(
            [sys.executable, "-P", "-m", "blocky.kit.arena.child"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **_ENVIRONMENT, "PYTHONPATH": path, "LANGUAGE": in_use()},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=True)  # so that it can be ended with all that belongs to it
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

    def ask(self, job: Match | Submission) -> tuple[list[Message], dict[str, Any]]:
        """Return the messages on ``job``, and a fault. There are none if the process had ended."""
        self._said, self._heard = [], monotonic()
        self._changed.clear()
        patience, fault = SLOWEST * (START + job.seconds + GRACE) + MARGIN, {}
        try:
            with suppress(OSError, ValueError):  # it has ended
                pickle.dump(job, self._process.stdin)
                self._process.stdin.flush()
            while not (self._over or self._changed.wait(INTERVAL)):
                if monotonic() - self._heard > patience:
                    fault = {"fault": "not_stopped", "seconds": patience}
                    break
        except BaseException:
            self._end()
            raise
        if self._said and isinstance(self._said[-1], dict):
            with _lock:
                _waiting.append(self)
            if "error" in self._said[-1]:
                raise PartError("other", text=self._said[-1]["error"])
            return self._said, {}
        self._end()
        return self._said, fault or {"fault": "gone"}

    def _end(self) -> None:
        """End the process, and those of the players, which it may have left behind."""
        end(self._process)
        if sys.platform != "win32":
            with suppress(OSError):  # it has ended, and so have they
                os.killpg(self._process.pid, signal.SIGKILL)
