"""A function run in a process of its own and watched: it cannot hang or end the one that asks it.

The other process is a fresh copy of this one (where there is no fork, a new one), so that it knows
nothing of those before it and changes nothing for those after it. It answers in JSON, and stands
still while nobody waits for its answer.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from textwrap import shorten
from time import monotonic
from types import TracebackType
from typing import Any, Self

import psutil

from blocky.kit.grading.guard import guard_files
from blocky.kit.safely import PartError

__all__ = ["GRACE", "SLOWEST", "Apart", "Ask", "end", "told"]

#: How much longer than its limit, in seconds of computing, an answer may take until its process is
#: ended; how many times that may pass on the clock, as others compute too; how often the process is
#: looked at until then, in seconds.
GRACE, SLOWEST, INTERVAL = 2.0, 5, 0.05

#: How many letters are shown of what a player said, returned or raised; how many bytes it may send.
MOST, LARGEST = 240, 20_000_000

CONTEXT: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")

#: Sends an answer, and returns the next question. EOFError: there are no more questions.
Ask = Callable[[Any], Any]


class Apart:
    """A process that runs ``function(ask, *given)``; it is ended with the block it is used in.

    ``memory`` is how many megabytes it may use, ``name`` who is to blame for what it does; ``took``
    is for how many seconds it computed its last answer.
    """

    def __init__(self, name: str, memory: float, function: Callable[..., None],
                 *given: Any) -> None:
        self.name, self.memory, self.took = name, memory, 0.0
        self._pipe, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_begin, args=(theirs, function, *given))
        self._process.start()
        theirs.close()
        self._watched = psutil.Process(self._process.pid)

    def answer(self, seconds: float, question: Any = None) -> Any:
        """Return the answer to ``question``; without one, what the process says first.

        PartError: it took much more than its ``seconds`` of computing or its memory, or ended.
        """
        most = seconds + GRACE
        end = monotonic() + SLOWEST * most
        try:
            begun = self._computed() if question is not None else 0.0
            if question is not None:
                self._watched.resume()
                self._pipe.send_bytes(json.dumps(question).encode())
            while not self._pipe.poll(INTERVAL):
                if self._computed() - begun > most or monotonic() > end:
                    raise PartError("not_stopped", name=self.name, seconds=most)
                if self._watched.memory_info().rss > self.memory * 1e6:
                    raise PartError("memory", name=self.name, megabytes=self.memory)
            said, self.took = self._pipe.recv_bytes(LARGEST), self._computed() - begun
            self._watched.suspend()
        except (OSError, EOFError, psutil.Error):
            raise PartError("gone", name=self.name) from None
        try:
            return json.loads(said)
        except (ValueError, RecursionError):
            raise PartError("no_answer", name=self.name) from None

    def _computed(self) -> float:
        times = self._watched.cpu_times()
        return float(times.user + times.system)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        end(self._watched)
        self._process.join()
        self._process.close()
        self._pipe.close()


def end(process: psutil.Process) -> None:
    """End a process, and those that were started from it."""
    with suppress(psutil.Error):  # it has ended
        for each in [*process.children(recursive=True), process]:
            each.kill()


def _begin(pipe: Connection, function: Callable[..., None], *given: Any) -> None:
    """Run ``function`` where nothing of the parent process is within its reach."""
    if CONTEXT.get_start_method() == "fork":
        os.closerange(3, pipe.fileno())
        os.closerange(pipe.fileno() + 1, 4096)
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    guard_files()

    def ask(answer: Any) -> Any:
        pipe.send_bytes(json.dumps(answer).encode())
        return json.loads(pipe.recv_bytes())

    with suppress(EOFError, OSError):
        function(ask, *given)
    os._exit(0)  # waits for no thread of a player's


def told(text: str) -> str:
    r"""Return a player's words in a form to show to others: short, and in one line.

    >>> told("no\x1b[31m\nidea")
    'no [31m idea'
    """
    return shorten("".join(each if each.isprintable() else " " for each in text), MOST)
