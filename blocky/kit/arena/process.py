"""The processes that play games and look for players: they run ``child``.

Each does one job after the other, as students' code runs only in processes that it starts. One that
ends or falls silent all the same is replaced.
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

import psutil

from blocky.kit.arena.find_player import Submission
from blocky.kit.arena.isolated import GRACE, SLOWEST, kill
from blocky.kit.arena.match import Match, Message, Result, result_of
from blocky.kit.arena.referee import START
from blocky.kit.language import in_use, say
from blocky.kit.safely import Fault, PartError

__all__ = ["IDLE", "ask", "play"]

#: In seconds: how long a process stays without a job, how late its next message may be beyond the
#: limits of the job, and how often it is looked at.
IDLE, MARGIN, INTERVAL = 5.0, 10.0, 0.05

_ENVIRONMENT = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1",
                "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

#: The processes that wait for the next job of their league.
_waiting: list[_Process] = []
_lock = threading.Lock()


def play(match: Match, league: str) -> Result:
    """Return the result of ``match``, played in a process that serves only ``league``.

    PartError: the goal failed. RuntimeError: no process can be started.
    """
    return result_of(match, *ask(match, league))


def ask(job: Match | Submission, league: str) -> tuple[list[Message], Fault | None]:
    """Return the messages about a job, and the fault for which its process was ended, if any.

    PartError, RuntimeError: as in ``play``.
    """
    while process := _take_waiting(league):
        if (answer := process.ask(job))[0]:
            return answer
    if (answer := _Process(league).ask(job))[0]:
        return answer
    raise RuntimeError(say("No process could be started for the games: {python} -m "
                           "blocky.kit.arena.child didn't answer.", python=sys.executable))


def _take_waiting(league: str) -> _Process | None:
    with _lock:
        for process in _waiting:
            if process.league == league:
                _waiting.remove(process)
                return process
    return None


class _Process:
    """A process that does one job after the other, and its messages about the present one."""

    def __init__(self, league: str) -> None:
        self.league = league
        path = os.pathsep.join(os.path.abspath(place) for place in sys.path)
        self._process = psutil.Popen(
            [sys.executable, "-P", "-m", "blocky.kit.arena.child"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **_ENVIRONMENT, "PYTHONPATH": path, "LANGUAGE": in_use()},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=True)  # a process group that can be killed as a whole
        self._messages: list[Message] = []
        self._heard = monotonic()
        self._changed = threading.Event()
        self._over = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._process.stdout:
            self._heard = monotonic()
            self._messages.append(json.loads(line))
            if isinstance(self._messages[-1], dict):
                self._changed.set()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # the process ended before it read everything
                pipe.close()
        self._over = True
        self._changed.set()
        with _lock, suppress(ValueError):
            _waiting.remove(self)

    def ask(self, job: Match | Submission) -> tuple[list[Message], Fault | None]:
        """Return the messages about ``job``, none if the process had ended, and a fault."""
        self._messages, self._heard = [], monotonic()
        self._changed.clear()
        patience, fault = SLOWEST * (START + job.seconds + GRACE) + MARGIN, Fault("gone")
        try:
            with suppress(OSError, ValueError):  # it has ended
                pickle.dump(job, self._process.stdin)
                self._process.stdin.flush()
            while not (self._over or self._changed.wait(INTERVAL)):
                if monotonic() - self._heard > patience:
                    fault = Fault("not_stopped", seconds=patience)
                    break
        except BaseException:
            self._kill()
            raise
        if self._messages and isinstance(last := self._messages[-1], dict):
            with _lock:
                _waiting.append(self)
            if "error" in last:
                raise PartError("other", text=last["error"])
            return self._messages, None
        self._kill()
        return self._messages, fault

    def _kill(self) -> None:
        """Kill the process, and the players' processes that it may have left behind."""
        kill(self._process)
        if sys.platform != "win32":
            with suppress(OSError):  # they have all ended
                os.killpg(self._process.pid, signal.SIGKILL)
