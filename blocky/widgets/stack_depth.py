"""How deep a recursion for blobs goes, and how many places on the stack it fills."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from types import CodeType, FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block
from blocky.goal import BlobGoal
from blocky.kit.language import say
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["Run", "measure"]

SECONDS = 5.0
#: With a higher limit, the recursion could end the whole kernel, so it is not run.
HIGHEST_LIMIT = 5000


@dataclass
class Run:
    """What came of scoring a board by the recursion.

    Attributes:
        size: the size of the largest blob; None if the recursion did not come to its end.
        calls: how many of its calls were open at once, at most.
        places: how many places these filled on the stack.
        before: how many places were filled before the first call.
        milliseconds: how long it took.
        error: what ended it, in a word or two; "" for nothing.
        why: the same in full.
        refused: whether the stack was full.
    """

    size: int | None = None
    calls: int = 0
    places: int = 0
    before: int = 0
    milliseconds: float = 0.0
    error: str = ""
    why: str = ""
    refused: bool = False


def measure(function: Callable[..., Any], board: Block, colour: int) -> Run:
    """Score ``board`` with ``function`` as ``undiscovered_blob_size``, and see how deep it goes.

    It runs once for the time, and once more for the depth. Nothing that it raises is raised here.
    """
    if sys.getrecursionlimit() > HIGHEST_LIMIT:
        return Run(error=say("not run"), why=say(
            "not run: the recursion limit is {limit}, and so deep a recursion may end the kernel",
            limit=sys.getrecursionlimit()))
    goal, plain = BlobGoal(colour), inspect.unwrap(function)
    code = getattr(getattr(plain, "__func__", plain), "__code__", None)
    run = Run(before=len(inspect.stack(0)) + 1)
    start = perf_counter()
    try:
        with time_limit(SECONDS):
            size = _largest_blob(function, goal, board.flatten())
        run.milliseconds = 1000 * (perf_counter() - start)
        run.size = int(size)
    except OutOfTimeError:
        run.milliseconds = 1000 * SECONDS
        run.error = run.why = say("did not end in {seconds:g} seconds", seconds=SECONDS)
        return run
    except Exception as error:
        run.milliseconds = 1000 * (perf_counter() - start)
        run.refused = isinstance(error, RecursionError)
        run.error, run.why = type(error).__name__, f"{type(error).__name__}: {error}"
    run.calls, run.places = _deepest(function, goal, board.flatten(), code)
    return run


def _largest_blob(function: Callable[..., Any], goal: BlobGoal, grid: NDArray[np.int8]) -> int:
    """Return the score of a grid, with ``function`` as ``undiscovered_blob_size``."""
    visited, largest = np.full_like(grid, -1), 0
    for pos in np.ndindex(grid.shape):
        largest = max(largest, function(goal, pos, grid, visited))
    return largest


def _deepest(function: Callable[..., Any], goal: BlobGoal, grid: NDArray[np.int8],
             code: CodeType | None) -> tuple[int, int]:
    """Return how many calls of ``function`` were open at once, and how many places they filled."""
    calls = places = most_calls = most_places = 0

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls, places, most_calls, most_places
        if event == "call":
            calls, places = calls + (frame.f_code is code), places + 1
            if calls:
                most_calls, most_places = max(most_calls, calls), max(most_places, places)
        elif event == "return":
            calls, places = calls - (frame.f_code is code), places - 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        # Noting takes time, and a place on the stack.
        with suppress(Exception, OutOfTimeError), time_limit(2 * SECONDS):
            _largest_blob(function, goal, grid)
    finally:
        sys.setprofile(before)
    return most_calls, max(most_places - 1, 0)  # without that of _largest_blob
