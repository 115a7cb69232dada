"""A process that holds one student's code, seen from the process that asks.

The asker knows the right answers and compares. It never runs a student's code, and reads only
plain data (``plain``). So the worst that a guest can do is give a right answer.
"""

from __future__ import annotations

import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, Self

import psutil

from blocky.kit.guest import walls
from blocky.kit.guest.clock import Clock
from blocky.kit.guest.plain import Exchange
from blocky.kit.guest.wire import Wire, WireError
from blocky.kit.language import in_use, say

__all__ = ["GRACE", "STARTING", "Guest", "GuestError", "Limits"]

#: The seconds that a request may take beyond its limit before the process is killed.
GRACE = 5.0

#: The seconds that the process may take to start, or to end a session.
STARTING = 60.0

#: The seconds between two looks at what the process uses.
STEP = 0.2

#: The seconds to the first look: no time is measured for what is answered within them.
FIRST_STEP = 0.05

#: The variables of the environment that a guest inherits. Others could be secrets.
_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "LANGUAGE", "SYSTEMROOT", "TZ", "BLOCKY_SLOW")

#: The variable of the environment by which the processes of a guest are found.
_MARK = "BLOCKY_GUEST"


class Limits(NamedTuple):
    """The most that a guest may use: bytes of memory, of a file and of all its files; files.

    ``memory`` is what its processes use together. Allocating more than ``address_space`` fails.
    """

    memory: int = 4 * 2**30
    address_space: int = 4 * 2**30
    file_size: int = 50 * 2**20
    folder_size: int = 200 * 2**20
    files: int = 5000
    processes: int = 64


class GuestError(Exception):
    """A guest didn't answer.

    ``ended``: it ended by itself. Otherwise it was killed because it used too much of something:
    ``excess`` is "time", "memory", "processes" or "files".
    """

    def __init__(self, ended: bool, excess: str = "") -> None:
        super().__init__(say("The process that ran the student's code ended.") if ended else say(
            "The process that ran the student's code used too much time or memory."))
        self.ended = ended
        self.excess = excess


class Guest:
    """A process for one student's code. It's a context manager, and is killed at the end.

    A session is a fresh state of that process: it ends with all that it started. On Linux a
    process that has imported everything forks them, elsewhere each is a new process.

    ``folder`` is where it works and may write, and ``temporary`` where it may write too.
    ``modules`` are imported when it starts. With ``checks`` it can import the right answers, so
    nobody may trust what it says. Without ``cells`` it runs no cells, and starts sooner. Without
    ``writes`` its code may write no file. ``path`` has the folders in which it looks for modules.
    ``grace`` is how many seconds a request may take beyond its limit.

    Attributes:
        given: the kit's own answers to tasks of earlier exercises, by name, for the next sessions.
        took: the seconds that the last request took, as ``Clock`` counts them.
    """

    def __init__(self, folder: str, *, temporary: str = "", limits: Limits | None = None,
                 modules: Sequence[str] = (), checks: bool = False,
                 hidden: Sequence[Any] = (), walled: bool | None = None, cells: bool = True,
                 writes: bool = True, path: Sequence[str] | None = None, grace: float = GRACE,
                 settings: Mapping[str, Any] | None = None) -> None:
        """Prepare a guest; its process starts with the first session."""
        self.folder = os.path.realpath(folder)
        self._temporary = os.path.realpath(temporary or folder)
        self.limits = limits or Limits()
        self.checks = checks
        self.walled = walls.walls_hold() if walled is None else walled
        self._hidden = tuple(hidden)
        self._grace = grace
        folders = [self.folder, self._temporary]
        self._setup = {"modules": [*modules], "checks": checks, "limits": self.limits._asdict(),
                       "folders": folders, "writable": folders if writes else [],
                       "path": _path(hidden) if path is None else [*path],
                       "settings": dict(settings or {}), "walled": self.walled, "cells": cells}
        #: The process that runs or forks sessions, and the wire to it, if it forks.
        self._process: psutil.Popen | None = None
        self._control: _Control | None = None
        #: The wire to the present session, and its process.
        self._wire: Wire | None = None
        self._child: psutil.Process | None = None
        #: The value of _MARK in the environment of the guest's processes.
        self._mark = secrets.token_hex(8)
        self.given: Mapping[str, Any] = {}
        self.took = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- sessions --------------------------------------------------------------------------------

    def begin(self, **options: Any) -> None:
        """End the present session, if there is one, and begin a new one with these ``options``.

        ``inside.Session`` has their meaning. GuestError: no process starts.
        """
        self.end()
        options["language"] = in_use()
        options["given"] = Exchange(is_guest=False).write(dict(self.given)) if self.given else None
        try:
            if self._process is None or not self._process.is_running():
                self._start()
            if FORKS:  # without it, ``_start`` has made the wire
                assert self._control is not None
                ours, theirs = socket.socketpair()
                self._wire = _wire_of(ours)
                # any byte will do: what counts is the socket that comes with it
                socket.send_fds(self._control.socket, [b"s"], [theirs.fileno()])
                theirs.close()
            assert self._wire is not None
            self._wire.listen()
            self._wire.write(options)
            self._await(STARTING, answer=None, starts=True)
        except (OSError, WireError, psutil.Error) as error:
            self.close()
            raise GuestError(ended=True) from error
        self._child = self._newest()

    def end(self) -> None:
        """End the present session, and everything that it has started."""
        if self._wire is None:
            return
        self._wire.close()
        self._wire = None
        self.resume()  # a paused process wouldn't notice that the wire is closed
        if not FORKS or self._control is None:  # each process has only one session
            self.close()
            return
        try:
            self._control.wait_for_end(self._is_held)
        except WireError:
            self.close()
        if not self.walled:  # walls end all processes behind them
            self._kill_strays()

    def _is_held(self) -> bool:
        """Return whether a process of the guest is stopped by a signal: then nothing ever ends.

        Only a student's code stops one.
        """
        with suppress(psutil.Error):
            assert self._process is not None
            processes = [self._process, *self._process.children(recursive=True)]
            return any(each.status() in (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP)
                       for each in processes)
        return False

    def _start(self) -> None:
        """Start the process that runs or forks sessions, and send it the setup."""
        self._give_fonts()
        # -P and -s: a new process runs no module that a student's code has written
        command = [sys.executable, "-P", "-s", "-c", _BEGIN]
        if self.walled:
            view = walls.view(self._hidden, self.checks)
            command = [*walls.behind_walls(view, [self.folder, self._temporary]), *command]
        options: dict[str, Any] = {
            "env": self._environment(), "cwd": self.folder, "start_new_session": True,
            "stderr": None if "BLOCKY_DEBUG" in os.environ else subprocess.DEVNULL,
            "creationflags": getattr(subprocess, "CREATE_NO_WINDOW", 0)}
        if FORKS:
            self._start_to_fork(command, options)
        else:
            self._start_a_session(command, options)

    def _environment(self) -> dict[str, str]:
        """Return the variables of the environment for the process."""
        import matplotlib

        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        environment |= {
            **dict.fromkeys(("TMPDIR", "TEMP", "TMP", "IPYTHONDIR"), self._temporary),
            "HOME": os.path.join(os.sep, "nonexistent"), "PYTHONUTF8": "1",
            "MPLCONFIGDIR": os.path.join(self._temporary, "matplotlib"),
            "MPLBACKEND": "module://matplotlib_inline.backend_inline", _MARK: self._mark,
            # the settings of matplotlib itself, and none that a student's code has written
            "MATPLOTLIBRC": os.path.join(matplotlib.get_data_path(), "matplotlibrc"),
            "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
            "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
        return environment

    def _start_to_fork(self, command: list[str], options: dict[str, Any]) -> None:
        """Start a process that forks sessions, and is controlled through a socket."""
        ours, theirs = socket.socketpair()
        ours.settimeout(STARTING)
        self._process = psutil.Popen(
            [*command, str(theirs.fileno())], pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **options)
        theirs.close()
        self._control = _Control(ours)
        self._control.write(self._setup)

    def _start_a_session(self, command: list[str], options: dict[str, Any]) -> None:
        """Start a process that is one session, with a wire of its standard input and output."""
        self._process = psutil.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     **options)
        its_input: Any = self._process.stdin
        its_output: Any = self._process.stdout

        def send(data: bytes) -> None:
            its_input.write(data)
            its_input.flush()

        def close() -> None:
            with suppress(OSError):
                its_input.close()

        self._wire = Wire(its_output.read1, send, close)
        self._wire.write(self._setup)

    def _give_fonts(self) -> None:
        """Give the guest matplotlib's list of fonts, which takes long to make."""
        import matplotlib

        target = os.path.join(self._temporary, "matplotlib")
        with suppress(OSError):
            os.makedirs(target, exist_ok=True)
            for path in Path(matplotlib.get_cachedir()).glob("fontlist-*.json"):
                shutil.copy(path, target)

    def _newest(self) -> psutil.Process | None:
        """Return the process of a session that has just begun; None if it's gone.

        It's the last one that was started.
        """
        assert self._process is not None
        with suppress(psutil.Error):
            processes = [self._process, *self._process.children(recursive=True)]
            return max(processes, key=lambda each: (each.create_time(), each.pid))
        return None

    # -- between two requests ----------------------------------------------------------------

    @property
    def is_alive(self) -> bool:
        """Whether the process of the session is still there."""
        with suppress(psutil.Error):
            return self._child is not None and self._child.status() not in _DEAD
        return False

    @property
    def is_paused(self) -> bool:
        """Whether the session's process has stopped after ``pause``."""
        with suppress(psutil.Error):
            return self._child is not None and self._child.status() == psutil.STATUS_STOPPED
        return False

    def pause(self) -> None:
        """Let the session's process do nothing until ``resume``."""
        with suppress(psutil.Error):
            if self._child is not None:
                self._child.suspend()

    def resume(self) -> None:
        """Let the session's process go on."""
        with suppress(psutil.Error):
            if self._child is not None:
                self._child.resume()

    # -- requests --------------------------------------------------------------------------------

    def ask(self, seconds: float, answer: Callable[[Any], Any] | None = None, /,
            **request: Any) -> Any:
        """Return the reply to a request, which may take that many seconds of computing.

        ``answer`` answers questions that the guest asks meanwhile. GuestError: there's no reply;
        the session is over.
        """
        if self._wire is None:
            raise GuestError(ended=True)
        try:
            self._wire.write(request)
            return self._await(seconds + self._grace, answer)
        except WireError:
            self.close()
            raise GuestError(ended=True) from None

    def _await(self, seconds: float, answer: Callable[[Any], Any] | None,
               starts: bool = False) -> Any:
        """Return the next reply, which may take that many seconds of computing; set ``took``.

        ``answer`` answers questions that come before the reply. While the process ``starts``, its
        time is limited, but not what else it uses. WireError: it has ended, or sends something
        else. GuestError: it was killed because it used too much of something.
        """
        assert self._wire is not None
        clock: Clock | None = None  # until the first look
        looks = 0
        self.took = 0.0
        while True:
            reply = self._wire.poll(FIRST_STEP if clock is None else STEP)
            is_a_question = isinstance(reply, dict) and "question" in reply
            if is_a_question and answer is not None:
                self._wire.write(answer(reply["question"]))
                continue
            if reply is not None:
                if not isinstance(reply, dict):
                    raise WireError
                if clock is not None:
                    self.took = clock.used()
                return reply
            # nothing has come: look at what the process uses
            if clock is None:
                clock = Clock(self._child.pid if self._child else 0)
            looks += 1
            excess = "time" if clock.used() > seconds else ""
            if not excess and not starts:
                excess = self._excess(looks)
            if excess:
                self.took = clock.used()
                self.close()
                raise GuestError(ended=False, excess=excess)

    def _excess(self, looks: int) -> str:
        """Return "processes", "memory" or "files" if a session uses more of it than it may, or "".

        ``looks`` is the number of this look during a request, from 1 on.
        """
        with suppress(psutil.Error):
            processes = self._processes_of_session()
            if len(processes) > self.limits.processes:
                return "processes"
            memory = 0
            for each in processes:
                with suppress(psutil.Error):
                    used = each.memory_info()
                    memory += used.rss - getattr(used, "shared", 0)
            if memory > self.limits.memory:
                return "memory"
        is_time_for_files = looks % 5 == 1  # only each fifth time, as it takes longer
        return "files" if is_time_for_files and not self.folder_is_small() else ""

    def _processes_of_session(self) -> list[psutil.Process]:
        """Return the processes of the present session, without the one that forks sessions."""
        assert self._process is not None
        children: list[psutil.Process] = self._process.children(recursive=True)
        if not FORKS:
            return [self._process, *children]
        if self.walled:  # the process itself is bubblewrap, and its first child forks sessions
            return children[1:]
        return children

    def folder_is_small(self) -> bool:
        """Whether the files that the guest may write are within its limits."""
        size = 0
        count = 0
        folders_to_visit = [*{self.folder, self._temporary}]  # they may be the same
        while folders_to_visit:
            with suppress(OSError), os.scandir(folders_to_visit.pop()) as entries:
                for entry in entries:
                    count += 1
                    with suppress(OSError):
                        if entry.is_dir(follow_symlinks=False):
                            folders_to_visit.append(entry.path)
                        else:
                            size += entry.stat(follow_symlinks=False).st_size
                    if count > self.limits.files or size > self.limits.folder_size:
                        return False
        return True

    # -- the end ---------------------------------------------------------------------------------

    def close(self) -> None:
        """Kill the process and everything that it has started."""
        if self._wire is not None:
            self._wire.close()
            self._wire = None
        if self._control is not None:
            self._control.close()
            self._control = None
        process = self._process
        self._process = None
        self._child = None
        if process is None:
            return
        processes = [process]
        with suppress(psutil.Error):
            processes += process.children(recursive=True)
        for each in processes:
            with suppress(psutil.Error):
                each.kill()
        if sys.platform != "win32":
            with suppress(OSError):  # also those whose parents have ended
                os.killpg(process.pid, signal.SIGKILL)
        if not self.walled:
            self._kill_strays()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _kill_strays(self) -> None:
        """Kill processes that left the guest's group, but still have its mark."""
        for each in psutil.process_iter():
            with suppress(psutil.Error):
                if each.environ().get(_MARK) == self._mark and each != self._process:
                    each.kill()


#: Whether sessions are forked. Only Linux forks safely enough.
FORKS = sys.platform == "linux" and hasattr(os, "fork")


class _Control(Wire):
    """The wire to the process that forks sessions."""

    def __init__(self, ours: socket.socket) -> None:
        super().__init__(ours.recv, ours.sendall, ours.close)
        self.socket = ours

    def wait_for_end(self, is_held: Callable[[], bool]) -> None:
        """Wait for the message that a session has ended.

        WireError: the process that forks sessions has ended too, or no message comes in time.
        ``is_held`` returns whether a process is stopped, so that no message can come.
        """
        end = monotonic() + STARTING
        while not self._has_message(seconds=1.0):
            if monotonic() > end or is_held():
                raise WireError
        self.read()

    def _has_message(self, seconds: float) -> bool:
        """Return whether there's something to read, after at most so many ``seconds``."""
        readable, _, _ = select.select([self.socket], [], [], seconds)
        return bool(readable)


def _wire_of(ours: socket.socket) -> Wire:
    """Return the wire through a socket."""
    def close() -> None:
        """Close the socket, and wake a thread that waits to read from it."""
        with suppress(OSError):
            ours.shutdown(socket.SHUT_RDWR)
        ours.close()

    return Wire(ours.recv, ours.sendall, close)


#: The states of a process that has ended.
_DEAD = (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)

#: The folder that holds the kit's package.
_KIT = Path(__file__).resolve().parents[3]


#: What a guest's process runs. Python's own modules come first.
_BEGIN = f"import sys; sys.path.append({str(_KIT)!r}); " \
         "from blocky.kit.guest.inside import main; main()"


def _path(hidden: Iterable[Any]) -> list[str]:
    """Return the folders in which a guest looks for modules: those of this process, but two kinds.

    The folder of the program that runs here is left out, and so are the ``hidden`` folders. The
    folder that holds the kit always stays.
    """
    folder_of_program = os.path.dirname(os.path.abspath(sys.argv[0]))
    left_out = {folder_of_program, *(os.path.abspath(each) for each in hidden)} - {str(_KIT)}
    return [os.path.abspath(each) for each in sys.path
            if each and os.path.abspath(each) not in left_out]
