"""Temporary folders, which the next grader removes if theirs was killed."""

import os
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import psutil

__all__ = ["empty", "remove_leftovers", "scratch"]

_PREFIX = "blocky-grading-"


def scratch() -> TemporaryDirectory[str]:
    """Return a new temporary folder, named after this process."""
    return TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)


def empty(folder: Path) -> None:
    """Remove all that is in a folder."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def remove_leftovers() -> None:
    """Remove the folders of processes that have ended."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*"):
        owner = re.match(rf"{_PREFIX}(\d+)-", folder.name)
        if owner and not psutil.pid_exists(int(owner[1])):
            shutil.rmtree(folder, ignore_errors=True)
