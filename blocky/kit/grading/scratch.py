"""Folders for a while: they are removed at the end, or by the next grader if theirs was killed."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import psutil

__all__ = ["remove_what_is_left", "scratch"]

_PREFIX = "blocky-grading-"


def scratch() -> TemporaryDirectory[str]:
    """Return a new folder that has the number of this process in its name."""
    return TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)


def remove_what_is_left() -> None:
    """Remove the folders of processes that have ended."""
    for each in Path(gettempdir()).glob(f"{_PREFIX}*"):
        owner = re.match(rf"{_PREFIX}(\d+)-", each.name)
        if owner and not psutil.pid_exists(int(owner[1])):
            shutil.rmtree(each, ignore_errors=True)
