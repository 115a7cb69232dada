"""Calls functions on the workers of a Dask cluster.

A call is one task. If its worker is lost, Dask gives the task to another one.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from threading import Event
from typing import Any, Self
from uuid import uuid4

from blocky.kit.extras import missing
from blocky.kit.language import in_use, language, say

__all__ = ["CallStoppedError", "Cluster", "ClusterError", "WorkersLostError"]

#: The package that contains the kit.
KIT = "blocky-kit"

#: The seconds in which the scheduler must answer.
PATIENCE = 20

#: The number of calls at a time, if the cluster isn't larger: it may grow.
CALLS = 128


class ClusterError(Exception):
    """A cluster can't be used, or can't be used any more; the message says why."""


class WorkersLostError(Exception):
    """The workers were lost that tried a call, one after the other."""


class CallStoppedError(Exception):
    """Nobody waits for the result of a call any more."""


class Cluster:
    """A Dask cluster, whose workers have the same versions of some packages as this process.

    It's a context manager, which closes the connection.

    Attributes:
        address: the address of the scheduler.
    """

    def __init__(self, address: str, packages: Sequence[str] = ()) -> None:
        """Connect to the cluster of a scheduler, and wait until it has a worker.

        ClusterError: there's no scheduler at this address, or the workers have other versions of
        the kit or of other ``packages`` than this computer.
        """
        try:
            import distributed
        except ImportError:
            raise ClusterError(missing("distributed")) from None
        self.address = address
        self._closed = Event()
        self._versions = {name: _version_of(name) for name in (KIT, *packages)}
        # The sentences here say what went wrong; Dask would print it, too.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        connect: Any = distributed.Client
        try:
            self._client = connect(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(say(
                "There's no Dask scheduler at {address!r} ({error}). Its address looks like "
                "tcp://10.0.0.5:8786, and the scheduler prints it when it starts.",
                address=address, error=f"{error}".rstrip("."))) from None
        try:
            self._wait_for_workers()
            self._compare_versions()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection. Calls that aren't finished raise CallStoppedError."""
        self._closed.set()
        with suppress(Exception):  # the scheduler may be gone
            self._client.close(timeout=PATIENCE)

    @property
    def workers(self) -> int:
        """The number of workers."""
        return len(self._client.scheduler_info(n_workers=-1)["workers"])

    @property
    def calls(self) -> int:
        """How many calls to make at a time."""
        threads: dict[str, int] = self._client.nthreads()
        return max(CALLS, 2 * sum(threads.values()))

    def _wait_for_workers(self) -> None:
        """Wait until there is a worker. ClusterError: the scheduler is gone."""
        if not self.workers:
            print(say("The cluster has no workers yet. Blocky is waiting for the first one; press "
                      "Ctrl-C to stop."), flush=True)
        while not self.workers:
            if self._client.status != "running":
                raise self._gone()
            self._closed.wait(1)

    def _compare_versions(self) -> None:
        """Raise ClusterError if a worker has another version of a package, or lacks it."""
        for package, expected in self._versions.items():
            for worker, version_or_error in self.on_each_worker(version, package).items():
                # ``version`` raises an error if the package isn't installed on the worker
                version_there = version_or_error if isinstance(version_or_error, str) else ""
                if version_there != expected:
                    raise ClusterError(_other_version(worker, package, version_there, expected))

    def on_each_worker(self, function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
        """Call a function on each worker; return its results, or errors, by worker.

        ClusterError: the scheduler is gone.
        """
        if self._client.status != "running":
            raise self._gone()
        try:
            results: dict[str, Any] = self._client.run(function, *arguments, on_error="return")
        except OSError:
            raise self._gone() from None
        return results

    def call(self, function: Callable[..., Any], *arguments: Any,
             stopped: Event | None = None) -> Any:
        """Return what a function of the kit returns on a worker.

        WorkersLostError: its workers were lost. ClusterError: the scheduler is gone, or a worker
        has another version of the kit. CallStoppedError: ``stopped`` is set, or this is closed.
        """
        from distributed import CancelledError, KilledWorker

        if self._client.status != "running":
            raise self._gone()
        ended = Event()
        try:
            # With a key that is used once, Dask runs each call, even one that it ran before.
            future: Any = self._client.submit(
                _called, self._versions, in_use(), function, arguments,
                key=f"blocky-{uuid4().hex}", pure=False)
            future.add_done_callback(lambda _: ended.set())
            while not ended.wait(0.5):
                if self._closed.is_set() or (stopped is not None and stopped.is_set()):
                    future.cancel()
                    raise CallStoppedError
            return future.result()
        except KilledWorker:  # Dask gave up after several workers were lost
            raise WorkersLostError from None
        except (CancelledError, OSError):  # the connection was closed, here or by the scheduler
            if self._closed.is_set():
                raise CallStoppedError from None
            raise self._gone() from None

    def _gone(self) -> ClusterError:
        """Return the error that says that the scheduler is gone."""
        return ClusterError(say(
            "The Dask scheduler at {address} doesn't answer any more. The finished work is kept. "
            "To go on, start a cluster and run this again.", address=self.address))


def _version_of(package: str) -> str:
    """Return the version of an installed package; "" if it isn't installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _other_version(worker: str, package: str, there: str, expected: str) -> str:
    """Return a sentence on a worker's version of a package; "" stands for one not installed."""
    return say("The worker {worker} of the cluster has {package} {there}, but this computer has "
               "{package} {expected}. Install the same version on all the computers.",
               worker=worker,
               package=package, there=there or say("(not installed)"),
               expected=expected or say("(not installed)"))


def _called(versions: dict[str, str], spoken: str, function: Callable[..., Any],
            arguments: Sequence[Any]) -> Any:
    """Return what a function returns; this runs on a worker.

    ``spoken`` is the language in use on the computer that asked for the call.
    ClusterError: a package has another version here than in ``versions``.
    """
    from distributed import get_worker

    language(spoken)
    for package, expected in versions.items():
        there = _version_of(package)
        if there != expected:
            raise ClusterError(_other_version(get_worker().address, package, there, expected))
    return function(*arguments)
