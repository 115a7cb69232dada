"""Runs a function in a process of its own, which cannot hang or end the process that asks it.

That process is forked (or started, where there is no fork), so that it knows nothing of those
before it and changes nothing for those after it. It answers in JSON, and is suspended while nobody
waits for its answer.
"""

import json
import multiprocessing
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from textwrap import shorten
from time import monotonic
from typing import Any, Self

import psutil

from blocky.kit.file_guard import guard_files
from blocky.kit.safely import PartError

__all__ = ["GRACE", "SLOWEST", "Ask", "Isolated", "kill", "printable"]

#: The seconds of computing by which an answer may exceed its limit before its process is killed;
#: how many times as long that may take by the clock, on a busy machine; and the seconds between two
#: looks at the process.
GRACE, SLOWEST, INTERVAL = 2.0, 5, 0.05

#: The most letters that are shown of a player's text, and the most bytes of an answer.
LETTERS, LARGEST = 240, 20_000_000

CONTEXT: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")

#: Sends an answer, and returns the next question. EOFError: there are no more questions.
Ask = Callable[[Any], Any]


class Isolated:
    """A process that runs ``function(ask, *arguments)``, and is killed at the end of a with block.

    ``memory`` is the limit in megabytes, ``name`` the player to blame for its faults. ``took`` is
    the number of seconds it computed its last answer.
    """

    def __init__(self, name: str, memory: float, function: Callable[..., None],
                 *arguments: Any) -> None:
        self.name, self.memory, self.took = name, memory, 0.0
        self._pipe, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_begin, args=(theirs, function, *arguments))
        self._process.start()
        theirs.close()
        self._watched = psutil.Process(self._process.pid)

    def answer(self, seconds: float, question: Any = None) -> Any:
        """Return the answer to ``question``, or the first answer, before any question.

        PartError: it took much more than its ``seconds`` of computing or its memory, or ended.
        """
        most = seconds + GRACE
        end = monotonic() + SLOWEST * most
        try:
            begun = 0.0
            if question is not None:
                begun = self._computed()
                self._watched.resume()
                self._pipe.send_bytes(json.dumps(question).encode())
            while not self._pipe.poll(INTERVAL):
                if self._computed() - begun > most or monotonic() > end:
                    raise PartError("not_stopped", name=self.name, seconds=most)
                if self._watched.memory_info().rss > self.memory * 1e6:
                    raise PartError("memory", name=self.name, megabytes=self.memory)
            answer, self.took = self._pipe.recv_bytes(LARGEST), self._computed() - begun
            self._watched.suspend()
        except (OSError, EOFError, psutil.Error):
            raise PartError("gone", name=self.name) from None
        try:
            return json.loads(answer)
        except (ValueError, RecursionError):
            raise PartError("no_answer", name=self.name) from None

    def _computed(self) -> float:
        times = self._watched.cpu_times()
        return float(times.user + times.system)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        kill(self._watched)
        self._process.join()
        self._process.close()
        self._pipe.close()


def kill(process: psutil.Process) -> None:
    """Kill a process and its descendants."""
    with suppress(psutil.Error):  # it has ended
        for each in [*process.children(recursive=True), process]:
            each.kill()


def _begin(pipe: Connection, function: Callable[..., None], *arguments: Any) -> None:
    """Run ``function`` out of reach of the parent's files."""
    if CONTEXT.get_start_method() == "fork":
        os.closerange(3, pipe.fileno())
        os.closerange(pipe.fileno() + 1, 4096)
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    guard_files()

    def ask(answer: Any) -> Any:
        pipe.send_bytes(json.dumps(answer).encode())
        return json.loads(pipe.recv_bytes())

    with suppress(EOFError, OSError):
        function(ask, *arguments)
    os._exit(0)  # without waiting for threads


def printable(text: str) -> str:
    r"""Return a player's text in a form fit to be shown: short, and on one line.

    >>> printable("no\x1b[31m\nidea")
    'no [31m idea'
    """
    return shorten("".join(each if each.isprintable() else " " for each in text), LETTERS)
