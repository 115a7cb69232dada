"""A kernel that is forked, not started: whatever it would import is there already.

The process that grades a submission forks it before it does anything else, and a ``Forked`` waits
until a submission has come so far that it is to be run. Only Linux forks safely enough.
"""

from __future__ import annotations

import gc
import json
import os
import random
import signal
import sys
import tempfile
from contextlib import suppress
from multiprocessing import resource_tracker
from queue import Empty
from time import monotonic
from typing import Any, NoReturn

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from blocky.kit.grading import walls

__all__ = ["CAN_FORK", "Forked", "kernel_manager"]

CAN_FORK = sys.platform == "linux"


class Forked:
    """A child of this process that waits to be a kernel; it looks like a subprocess.Popen."""

    stdin = stdout = stderr = None

    def __init__(self, path: list[str], view: walls.View | None = None) -> None:
        """Fork. ``path`` will be its sys.path; if it shall be behind walls, it has a ``view``."""
        order, self._order = os.pipe()
        self._pid, pid = os.pipe()
        self._ended: int | None = None
        self.pid = self._child = os.fork()
        if self._child == 0:
            os.close(self._order)
            os.close(self._pid)
            _wait_and_become_a_kernel(order, pid, path, view)
        os.close(order)
        os.close(pid)

    def start(self, arguments: list[str], folder: str, environment: dict[str, str]) -> None:
        """Let it be a kernel, with the arguments of ``python -m ipykernel_launcher``.

        Behind walls it is another process from now on.
        """
        with os.fdopen(self._order, "w", encoding="utf-8") as order:
            order.write(json.dumps([arguments, os.path.abspath(folder), environment]) + "\n")
        with os.fdopen(self._pid, encoding="utf-8") as pid:
            self.pid = int(pid.readline() or self.pid)

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

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def _wait_and_become_a_kernel(order: int, pid: int, path: list[str],
                              view: walls.View | None) -> NoReturn:
    """Run a kernel when the order has come; end if none comes, as the parent has ended then."""
    code = 1
    try:
        with os.fdopen(order, encoding="utf-8") as file:
            text = file.readline()
        if not text:
            os._exit(0)
        arguments, folder, environment = json.loads(text)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for each in range(3):
            os.dup2(nowhere, each)
        os.dup2(pid, 3)
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))  # nothing of the parent's stays open
        if view:
            walls.enter(view, [environment["TMPDIR"], folder], _tell)
        else:
            _tell(os.getpid())
        os.close(3)
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
        gc.freeze()
        from ipykernel.kernelapp import IPKernelApp

        IPKernelApp.launch_instance([
            *arguments, f"--IPKernelApp.parent_handle={environment['JPY_PARENT_PID']}"])
        code = 0
    finally:
        os._exit(code)


def _tell(pid: int) -> None:
    """Tell the process that forked this one which one is the kernel."""
    os.write(3, f"{pid}\n".encode())


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


def kernel_manager(forked: Forked, folder: str) -> AsyncKernelManager:
    """Return what runs ``forked`` as a kernel for nbclient.

    They talk through files in ``folder``: unlike a port, nobody else can take those.
    """
    manager = AsyncKernelManager(connection_file=os.path.join(folder, f"{forked.pid}.json"),
                                 transport="ipc", client_factory=_Client)
    manager.provisioner = _Provisioner(forked, parent=manager, kernel_id="forked",
                                       kernel_spec=manager.kernel_spec)
    return manager
