"""A kernel that is forked, not started: whatever it would import is there already.

The process that grades a submission forks it before it does anything else, and a ``Forked`` waits
until a submission has come so far that it is to be run. Only Linux forks safely enough.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
from contextlib import suppress
from multiprocessing import Pipe, resource_tracker
from multiprocessing.connection import Connection
from queue import Empty
from time import monotonic
from typing import Any, NoReturn

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from nbclient.exceptions import DeadKernelError

from blocky.kit.grading import walls
from blocky.kit.grading.witness import testify

__all__ = ["CAN_FORK", "Forked", "kernel_manager"]

CAN_FORK = sys.platform == "linux"


class Forked:
    """A child of this process that waits to be a kernel; it looks like a subprocess.Popen."""

    stdin = stdout = stderr = None

    def __init__(self, path: list[str], view: walls.View | None = None) -> None:
        """Fork. ``path`` will be its sys.path; if it shall be behind walls, it has a ``view``."""
        heard, self.questions = Pipe(duplex=False)
        self.answers, said = Pipe(duplex=False)
        self._ended: int | None = None
        self.pid = self._child = os.fork()
        if self._child == 0:
            self.questions.close()
            self.answers.close()
            _wait_and_obey(heard, said, path, view)
        heard.close()
        said.close()

    def start(self, arguments: list[str], folder: str, environment: dict[str, str]) -> None:
        """Let it be a kernel, with the arguments of ``python -m ipykernel_launcher``.

        Without any it is a ``witness``. Behind walls it is another process from now on.
        """
        order = json.dumps([arguments, os.path.abspath(folder), environment])
        with suppress(OSError, EOFError):  # it has ended
            self.questions.send_bytes(order.encode())
            self.pid = json.loads(self.answers.recv_bytes())

    def poll(self) -> int | None:
        """Return its exit code; None: it runs."""
        return self._wait(os.WNOHANG)

    def wait(self) -> int | None:
        """Return its exit code when it has ended."""
        return self._wait(0)

    def _wait(self, options: int) -> int | None:
        if self._ended is None:
            pid, status = os.waitpid(self._child, options)
            self._ended = os.waitstatus_to_exitcode(status) if pid else None
        return self._ended

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # what waits for it has not ended yet
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def _wait_and_obey(heard: Connection, said: Connection, path: list[str],
                   view: walls.View | None) -> NoReturn:
    """Run what the order says when it has come; end if none comes, as the parent has ended then."""
    code = 1
    try:
        try:
            arguments, folder, environment = json.loads(heard.recv_bytes())
        except EOFError:
            os._exit(0)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for each in range(3):
            os.dup2(nowhere, each)
        end = 3
        for each in sorted((heard.fileno(), said.fileno())):
            os.closerange(end, each)  # nothing of the parent's stays open
            end = each + 1
        os.closerange(end, os.sysconf("SC_OPEN_MAX"))

        def tell(pid: int) -> None:
            said.send_bytes(json.dumps(pid).encode())

        if view:
            walls.enter(view, [environment["TMPDIR"], folder], tell)
        else:
            tell(os.getpid())
        # nor does the process that cleans up behind the parent's others serve this one
        resource_tracker._resource_tracker._fd = None  # type: ignore[attr-defined]
        os.setsid()
        os.chdir(folder)
        sys.path[:] = path
        os.environ.clear()
        os.environ.update(environment)
        tempfile.tempdir = None
        random.seed()
        if numpy := sys.modules.get("numpy"):
            numpy.random.seed()
        if not arguments:
            testify(heard, said)
            os._exit(0)
        heard.close()
        said.close()
        from ipykernel.kernelapp import IPKernelApp

        IPKernelApp.launch_instance([
            *arguments, f"--IPKernelApp.parent_handle={environment['JPY_PARENT_PID']}",
            "--HistoryManager.enabled=False"])  # there is no other session to look back from
        code = 0
    finally:
        os._exit(code)


class _Provisioner(LocalProvisioner):
    """Gives Jupyter a forked process where it would start one."""

    def __init__(self, forked: Forked, **options: Any) -> None:
        super().__init__(**options)
        self._forked = forked

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Let the forked process be the kernel that ``cmd`` asks for."""
        self._forked.start(cmd[cmd.index("-f"):], kwargs["cwd"],
                           {**kwargs["env"], "JPY_PARENT_PID": str(os.getpid())})
        self.process = self._forked  # type: ignore[assignment]
        self.pid = self.pgid = self._forked.pid
        return self.connection_info

    async def kill(self, restart: bool = False) -> None:
        """End it; Jupyter, which looks for its end ten times a second, finds it."""
        await super().kill(restart)
        self._forked.wait()


class _Shell(AsyncZMQSocketChannel):
    """A channel that looks every second whether a message has come.

    The sign that one is there is lost where something is sent at the same moment, as nbclient does
    for each output that a widget takes.
    """

    async def get_msg(  # type: ignore[override]
            self, timeout: float | None = None) -> dict[str, Any]:
        """Return the next message. Empty: none came in so many seconds."""
        end = None if timeout is None else monotonic() + timeout
        while True:
            left = 1.0 if end is None else min(1.0, max(0.0, end - monotonic()))
            try:
                return await super().get_msg(left)
            except Empty:
                if end is not None and monotonic() >= end:
                    raise


class _Client(AsyncKernelClient):
    shell_channel_class = _Shell

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        """Wait until the kernel answers on both channels, and no longer, as Jupyter would."""
        while True:
            self.kernel_info()
            with suppress(Empty):
                await self.shell_channel.get_msg(timeout=1)
                await self.iopub_channel.get_msg(timeout=0.2)
                return
            if not await self.is_alive():
                raise DeadKernelError("Kernel died")


def kernel_manager(forked: Forked, folder: str) -> AsyncKernelManager:
    """Return what runs ``forked`` as a kernel for nbclient.

    They talk through files in ``folder``: unlike a port, nobody else can take those.
    """
    manager = AsyncKernelManager(connection_file=os.path.join(folder, f"{forked.pid}.json"),
                                 transport="ipc", client_factory=_Client)
    manager.provisioner = _Provisioner(forked, parent=manager, kernel_id="forked",
                                       kernel_spec=manager.kernel_spec)
    return manager
