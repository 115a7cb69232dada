"""Kernels that are forked instead of started, so that all they import is there already.

The process that runs a notebook forks its kernel first of all. Only Linux forks safely enough.
"""

import json
import os
import random
import signal
import sys
import tempfile
from contextlib import suppress
from multiprocessing import Pipe, resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any, NoReturn

import IPython
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from nbclient.exceptions import DeadKernelError

__all__ = ["CAN_FORK", "Forked", "kernel_manager"]

CAN_FORK = sys.platform == "linux"


class Forked:
    """A child process that waits to become a kernel, with the interface of subprocess.Popen."""

    stdin = stdout = stderr = None

    def __init__(self, path: list[str]) -> None:
        """Fork a process with this sys.path."""
        questions, self.questions = Pipe(duplex=False)
        self.answers, answers = Pipe(duplex=False)
        self._ended: int | None = None
        self.pid = self._child = os.fork()
        if self._child == 0:
            self.questions.close()
            self.answers.close()
            _become_a_kernel(questions, answers, path)
        questions.close()
        answers.close()

    def start(self, arguments: list[str], folder: str, environment: dict[str, str]) -> None:
        """Make it a kernel with the arguments of ``python -m ipykernel_launcher``."""
        order = json.dumps([arguments, os.path.abspath(folder), environment])
        with suppress(OSError, EOFError):  # it has ended
            self.questions.send_bytes(order.encode())
            self.pid = json.loads(self.answers.recv_bytes())

    def poll(self) -> int | None:
        """Return the exit code; None while the process runs."""
        return self._wait(os.WNOHANG)

    def wait(self) -> int | None:
        """Wait for the process to end, and return its exit code."""
        return self._wait(0)

    def _wait(self, options: int) -> int | None:
        if self._ended is None:
            pid, status = os.waitpid(self._child, options)
            self._ended = os.waitstatus_to_exitcode(status) if pid else None
        return self._ended

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # only its parent, behind the walls, is still there
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process."""
        self.send_signal(signal.SIGKILL)


def _become_a_kernel(questions: Connection, answers: Connection, path: list[str]) -> NoReturn:
    """Wait for the order to start, and run the kernel."""
    code = 1
    try:
        try:
            arguments, folder, environment = json.loads(questions.recv_bytes())
        except EOFError:  # the parent has ended
            os._exit(0)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for each in range(3):
            os.dup2(nowhere, each)
        end = 3
        for each in sorted((questions.fileno(), answers.fileno())):
            os.closerange(end, each)  # no other file of the parent stays open
            end = each + 1
        os.closerange(end, os.sysconf("SC_OPEN_MAX"))

        answers.send_bytes(json.dumps(os.getpid()).encode())
        # this process shares no resource tracker with the parent
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
        questions.close()
        answers.close()
        from ipykernel.kernelapp import IPKernelApp

        _see_files_beside_the_notebook()
        IPKernelApp.launch_instance([
            *arguments, f"--IPKernelApp.parent_handle={environment['JPY_PARENT_PID']}",
            "--HistoryManager.enabled=False"])  # no later session needs the history
        code = 0
    finally:
        os._exit(code)


def _see_files_beside_the_notebook() -> None:
    """Add the current folder to sys.path where IPython adds it: before the installed packages.

    IPython itself doesn't, as grading runs with PYTHONSAFEPATH.
    """
    packages = str(Path(IPython.__file__).parents[1])
    place = sys.path.index(packages) if packages in sys.path else len(sys.path)
    sys.path.insert(place, "")


class _Provisioner(LocalProvisioner):
    """Gives Jupyter a forked process instead of starting one."""

    def __init__(self, forked: Forked, **options: Any) -> None:
        super().__init__(**options)
        self._forked = forked

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Make the forked process the kernel that ``cmd`` asks for."""
        self._forked.start(cmd[cmd.index("-f"):], kwargs["cwd"],
                           {**kwargs["env"], "JPY_PARENT_PID": str(os.getpid())})
        self.process = self._forked  # type: ignore[assignment]
        self.pid = self.pgid = self._forked.pid
        return self.connection_info

    async def kill(self, restart: bool = False) -> None:
        """Kill the kernel, and wait, as Jupyter would look only ten times a second."""
        await super().kill(restart)
        self._forked.wait()


class _Shell(AsyncZMQSocketChannel):
    """A channel that looks for a message every second.

    It may miss the event that one has come while nbclient sends something at the same moment, as it
    does for each output of a widget.
    """

    async def get_msg(  # type: ignore[override]
            self, timeout: float | None = None) -> dict[str, Any]:
        """Return the next message. Empty: none came in ``timeout`` seconds."""
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
        """Wait until the kernel answers on both channels; Jupyter would wait longer."""
        while True:
            self.kernel_info()
            with suppress(Empty):
                await self.shell_channel.get_msg(timeout=1)
                await self.iopub_channel.get_msg(timeout=0.2)
                return
            if not await self.is_alive():
                raise DeadKernelError("Kernel died")


def kernel_manager(forked: Forked, folder: str) -> AsyncKernelManager:
    """Return the manager with which nbclient runs ``forked`` as a kernel.

    They talk through files in ``folder``, which nobody else can take, unlike a port.
    """
    manager = AsyncKernelManager(connection_file=os.path.join(folder, f"{forked.pid}.json"),
                                 transport="ipc", client_factory=_Client)
    manager.provisioner = _Provisioner(forked, parent=manager, kernel_id="forked",
                                       kernel_spec=manager.kernel_spec)
    return manager
