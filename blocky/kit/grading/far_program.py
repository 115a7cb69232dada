"""The program that grades for a worker of a Dask cluster: ``far`` starts it."""

import os
import sys
import threading
from contextlib import suppress
from multiprocessing.connection import Connection

import psutil

from blocky.kit.teaching import editions

__all__ = ["main"]

#: After so many seconds without a submission, it ends.
IDLE = 600


def main() -> None:
    """Grade the jobs from a pipe until there are no more, or the worker has ended.

    The pipe's file descriptor is the command line's argument. The terms come first.
    """
    threading.Thread(target=_end_with_the_worker, daemon=True).start()
    from blocky.kit.grading.process import grade_all  # takes seconds, and the worker may end

    orders = Connection(int(sys.argv[1]))
    terms, folder = orders.recv()
    hidden = [each / "solutions" for each in editions().values()]
    grade_all(terms, hidden, folder, orders, IDLE)


def _end_with_the_worker() -> None:
    """Wait until the standard input is closed, as the worker's end closes it; then end, too."""
    sys.stdin.buffer.read()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            child.kill()
    os._exit(1)


if __name__ == "__main__":
    main()
