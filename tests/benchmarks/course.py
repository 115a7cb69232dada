"""How long the notebooks take under nbval, and how long the checks of the exercises."""

import contextlib
import io
import subprocess
import sys
import time
from pathlib import Path

from blocky import check
from blocky.kit.check.task import CheckError
from tests.answers import tasks

ROOT = Path(__file__).parents[2]
NBVAL_TARGET, CHECK_TARGETS = 240, (0.3, 3)  # seconds; of a right and of a wrong answer


def nbval():
    """Return the seconds of an nbval run of all lessons and solutions, and whether all passed."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval-lax", "--nbval-cell-timeout=60", "-o", "addopts=",
         "-p", "no:cacheprovider", "-n", "2", "--dist", "loadfile", "notebooks", "solutions"],
        cwd=ROOT, capture_output=True, text=True, check=False)
    return time.perf_counter() - start, done.returncode == 0


def checks():
    """Yield each task with the seconds of its slowest right and of its slowest wrong answer."""
    for name, right, wrong in tasks():
        task = getattr(check, name)
        yield (name, max(seconds(task, answer) for answer in right),
               max([seconds(task, each.answer) for each in [*wrong, *task.mistakes]], default=0))


def seconds(task, answer):
    start = time.process_time()
    with contextlib.suppress(CheckError), contextlib.redirect_stdout(io.StringIO()):
        task(answer)
    return time.process_time() - start
