"""A seat of a league: a guest for one player after the other, seen by the process that asks it.

Each game has a session of its own, so it begins with a fresh process. That process is paused while
nobody waits for its answer.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten
from typing import Any, Self

from blocky.kit.guest.folders import empty
from blocky.kit.guest.guest import Guest, GuestError, Limits
from blocky.kit.language import say
from blocky.kit.safely import PartError

__all__ = ["Seat", "printable"]

#: The seconds by which an answer may exceed its limit before its process is killed.
GRACE = 2.0

#: How many bytes a player may allocate beyond the memory that it may use.
ROOM = 4 * 2**30

#: The most letters that are shown of a player's text.
LETTERS = 240

#: The seconds until a process must have paused.
PAUSING = 60.0

#: What players use that takes long to import.
_MODULES = ("scipy.ndimage", "matplotlib.font_manager", "blocky.kit.arena.guest_player")


class Seat:
    """A guest that holds one player at a time. It's a context manager, and ends with the block.

    ``modules`` are imported when the guest starts, and ``memory`` is in megabytes.
    """

    def __init__(self, modules: Sequence[str], memory: float) -> None:
        """Prepare a guest that imports ``modules`` and may use ``memory`` megabytes."""
        self.memory = memory
        self.name = ""
        #: Whether the process is known to be paused; False behind walls, where nobody looks.
        self._is_paused = False
        most_bytes = int(memory * 1e6)
        self._folder = TemporaryDirectory(prefix="blocky-league-", ignore_cleanup_errors=True)
        self._guest = Guest(
            self._folder.name, modules=[*_MODULES, *modules], cells=False, writes=False,
            limits=Limits(memory=most_bytes, address_space=most_bytes + ROOM), grace=GRACE,
            path=[os.path.abspath(each) for each in sys.path])

    def begin(self, name: str) -> None:
        """Begin with a fresh process for the player ``name``.

        RuntimeError, PermissionError: no process can be started.
        """
        self.name = name
        self._is_paused = False
        self._guest.end()
        empty(Path(self._folder.name))
        try:
            self._guest.begin()
        except GuestError:  # the player before may have ended the process that forks sessions
            self._begin_again()

    def _begin_again(self) -> None:
        """Begin a second time. RuntimeError, PermissionError: no process can be started."""
        try:
            self._guest.begin()  # this starts a new process that forks sessions
        except GuestError as error:
            if isinstance(error.__cause__, PermissionError):  # as in a notebook while it's graded
                raise error.__cause__ from None
            raise RuntimeError(say("No process could be started for the players of the league. "
                                   "Is there enough memory?")) from error

    def ask(self, function: Callable[..., Any], *given: Any, seconds: float) -> Any:
        """Return the result of a function of ``guest_player``, called in the guest with ``given``.

        PartError: the player used too much time or memory, ended its process, or sent nonsense.
        """
        self._is_paused = False
        self._guest.resume()
        try:
            # "kits": it calls a function of the kit
            reply = self._guest.ask(seconds, do="kits", module=function.__module__,
                                    name=function.__name__, given=given)
        except GuestError as error:
            raise self._error(error, seconds) from None
        self._pause()
        if "value" not in reply:
            raise PartError("no_answer", name=self.name)
        return reply["value"]

    def _error(self, error: GuestError, seconds: float) -> PartError:
        """Return the error that says why a guest gives no answer: it ended, or used too much."""
        if error.ended:
            return PartError("gone", name=self.name)
        if error.excess == "time":
            return PartError("not_stopped", name=self.name, seconds=seconds + GRACE)
        if error.excess == "memory":
            return PartError("memory", name=self.name, megabytes=self.memory)
        return PartError("too_much", name=self.name)

    def _pause(self) -> None:
        """Pause the player's process, and wait until it's paused. PartError: it has ended.

        If it ends before it's paused, the player has ended it. If it ends or goes on later, the
        other player has done that: see ``was_disturbed``.
        """
        self._guest.pause()
        if self._guest.walled:  # nobody else can reach it, so there's nothing to find out
            return
        end = time.monotonic() + PAUSING
        while not self._guest.is_paused:
            if not self._guest.is_alive or time.monotonic() > end:
                raise PartError("gone", name=self.name)
            time.sleep(0.0001)
        self._is_paused = True

    @property
    def was_disturbed(self) -> bool:
        """Whether another player has ended the paused process of this one, or let it go on."""
        return self._is_paused and not self._guest.is_paused

    @property
    def took(self) -> float:
        """The seconds that the last answer took."""
        return self._guest.took

    def end(self) -> None:
        """End the player's process."""
        self._guest.end()

    def close(self) -> None:
        """End the guest."""
        self._guest.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def printable(text: str) -> str:
    r"""Return a player's text in a form fit to be shown: short, and on one line.

    >>> printable("no\x1b[31m\nidea")
    'no [31m idea'
    """
    return shorten("".join(each if each.isprintable() else " " for each in text), LETTERS)
