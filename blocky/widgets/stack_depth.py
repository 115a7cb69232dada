"""The depth of a recursion for blobs, its use of the stack, and ways without it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from types import CodeType, FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.fast import blobs
from blocky.goal import BlobGoal
from blocky.kit.language import say, say_count
from blocky.kit.safely import OutOfTimeError, time_limit

__all__ = ["BOARDS", "REMEDIES", "Measured", "Run", "measure"]

SECONDS = 5.0
#: With a higher limit, the recursion could end the whole kernel, so it is not run.
HIGHEST_LIMIT = 5000


@dataclass
class Run:
    """The result of scoring a board by the recursion.

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
    run = Run(before=len(inspect.stack(0)) + 2)
    start = perf_counter()
    try:
        size = time_limit(SECONDS).call(_largest_blob, function, goal, board.flatten())
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

    def noted() -> None:
        sys.setprofile(note)
        _largest_blob(function, goal, grid)

    before = sys.getprofile()
    try:  # noting takes time, and a place on the stack
        with suppress(Exception, OutOfTimeError):
            time_limit(2 * SECONDS).call(noted)
    finally:
        sys.setprofile(before)
    return most_calls, max(most_places - 1, 0)  # without that of _largest_blob


#: What to use instead of the recursion, and the functions that a reader of it has to see.
REMEDIES: dict[str, tuple[Callable[[Block, int], int], list[Callable[..., Any]]]] = {
    "stack": (blobs.largest_blob_by_stack, [blobs.blob_size_by_stack]),
    "library": (blobs.largest_blob_by_label, [blobs.largest_blob_by_label]),
    "tree": (blobs.largest_blob_on_tree,
             [blobs.largest_blob_on_tree, blobs._end, blobs.touching_leaves]),
}


def _chequered(depth: int) -> Block:
    nested: Any = [Colour.YELLOW, Colour.RED, Colour.YELLOW, Colour.RED]
    for _ in range(depth - 1):
        nested = [nested] * 4
    return Block.from_nested(nested, depth)


#: The kinds of boards: for each, what makes one of a depth with a seed.
BOARDS: dict[str, Callable[[int, int], Block]] = {
    "one colour": lambda depth, seed: Block(0, depth, Colour.RED),
    "random": lambda depth, seed: random_init(0, depth, Random(seed)),
    "chequered": lambda depth, seed: _chequered(depth),
}


@dataclass
class Measured:
    """A board that was scored for the colour of its largest blob, by the recursion and by remedies.

    ``blob`` is the size of that blob, as the game finds it; ``remedies`` has for each remedy the
    size that it found, and the milliseconds.
    """

    board: Block
    colour: Colour
    blob: int
    run: Run
    remedies: dict[str, tuple[int, float]] = field(default_factory=dict)

    @property
    def side(self) -> int:
        """How many unit cells wide the board is."""
        return int(2**self.board.max_depth)

    @property
    def wrong(self) -> bool:
        """Whether the recursion failed, or found another size."""
        return self.run.size != self.blob

    def time(self, name: str) -> None:
        """Score the board by a remedy too."""
        score = REMEDIES[name][0]
        score(Block(0, 0, Colour.RED), self.colour)  # so that loading a library is not timed
        start = perf_counter()
        self.remedies[name] = score(self.board, self.colour), 1000 * (perf_counter() - start)

    def sentence(self) -> str:
        """Return a sentence on how the recursion ended."""
        run, depth = self.run, self.board.max_depth
        told: dict[str, Any] = {"depth": depth, "blob": self.blob, **vars(run)}
        if run.refused:
            each = run.places / max(run.calls, 1)
            return say("Depth {depth}: {why}. {calls} calls were open. They filled {places} places "
                       "on the stack, {each:.0f} for each call; {before} were filled before, and "
                       "{limit} is the limit.", each=each, limit=sys.getrecursionlimit(), **told)
        if run.size is None:
            return say("Depth {depth}: {why}.", **told)
        if self.wrong:
            return say_count("Depth {depth}: the recursion finds 1 cell, but the largest blob has "
                             "{blob}.", "Depth {depth}: the recursion finds {count} cells, but the "
                             "largest blob has {blob}.", run.size, **told)
        return say_count("Depth {depth}: the largest blob has 1 cell, and the recursion went "
                         "{calls} calls deep.", "Depth {depth}: the largest blob has {count} "
                         "cells, and the recursion went {calls} calls deep.", run.size, **told)
