"""Temporary folders, which the next grader removes if theirs was killed."""

import os
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import psutil

__all__ = ["remove_leftovers", "scratch"]

_PREFIX = "blocky-grading-"


def scratch() -> TemporaryDirectory[str]:
    """Return a new temporary folder, named after this process."""
    return TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)


def remove_leftovers() -> None:
    """Remove the temporary folders of processes that have ended: the name has a process's id."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*"):
        owner = re.match(rf"{_PREFIX}(\d+)-", folder.name)
        if owner and not psutil.pid_exists(int(owner[1])):
            shutil.rmtree(folder, ignore_errors=True)
