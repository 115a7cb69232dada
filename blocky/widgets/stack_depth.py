"""The depth of a recursion for blobs, its use of the stack, and ways without it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import perf_counter
from types import FrameType
from typing import Any

import numpy as np

from blocky.block import Block, random_init
from blocky.colour import Colour
from blocky.fast import blobs
from blocky.goal import BlobGoal
from blocky.kit.language import mark, say, say_count

__all__ = ["BOARDS", "REMEDIES", "Measured", "Run", "measure"]

#: With a higher limit, the recursion could end the whole kernel, so it is not run.
HIGHEST_LIMIT = 5000


@dataclass
class Run:
    """The result of scoring a board by the recursion.

    Attributes:
        size: the size of the largest blob; None if the recursion did not come to its end.
        calls, places: how many of its calls were open at once, at most, and how many places of the
            stack these filled; ``before`` were filled before the first.
        error, why: what ended it, in a word or two, and in full; "" for nothing.
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


def measure(board: Block, colour: int) -> Run:
    """Score ``board`` by the recursion, and see how deep it goes.

    It runs once for the time, and once more for the depth.
    """
    if sys.getrecursionlimit() > HIGHEST_LIMIT:
        return Run(error=say("not run"), why=say(
            "not run: the recursion limit is {limit}, and so deep a recursion may end the kernel",
            limit=sys.getrecursionlimit()))
    run, start = Run(before=len(inspect.stack(0)) + 1), perf_counter()
    try:
        run.size = _largest_blob(board, colour)
    except RecursionError as error:
        run.refused, run.error, run.why = True, "RecursionError", f"RecursionError: {error}"
    run.milliseconds = 1000 * (perf_counter() - start)
    run.calls, run.places = _deepest(board, colour)
    return run


def _largest_blob(board: Block, colour: int) -> int:
    goal, grid, largest = BlobGoal(colour), board.flatten(), 0
    visited = np.full_like(grid, -1)
    for pos in np.ndindex(grid.shape):
        largest = max(largest, goal.undiscovered_blob_size(pos, grid, visited))
    return largest


def _deepest(board: Block, colour: int) -> tuple[int, int]:
    """Return how many calls were open at once, and how many places of the stack they filled."""
    code = BlobGoal.undiscovered_blob_size.__code__
    calls = places = most_calls = most_places = 0

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls, places, most_calls, most_places
        if event in ("call", "return"):
            by = 1 if event == "call" else -1
            calls, places = calls + by * (frame.f_code is code), places + by
            if calls:
                most_calls, most_places = max(most_calls, calls), max(most_places, places)

    before = sys.getprofile()
    sys.setprofile(note)
    try:  # noting takes a place on the stack
        with suppress(RecursionError):
            _largest_blob(board, colour)
    finally:
        sys.setprofile(before)
    return most_calls, max(most_places - 1, 0)  # without that of _largest_blob


#: What to use instead of the recursion, and the functions that a reader of it has to see.
REMEDIES: dict[str, tuple[Callable[[Block, int], int], list[Callable[..., Any]]]] = {
    mark("a stack of its own"): (blobs.largest_blob_by_stack, [blobs.blob_size_by_stack]),
    mark("a library"): (blobs.largest_blob_by_label, [blobs.largest_blob_by_label]),
    mark("the tree itself"): (blobs.largest_blob_on_tree, [
        blobs.largest_blob_on_tree, blobs._end, blobs.touching_leaves]),
}


def _chequered(depth: int) -> Block:
    nested: Any = [Colour.YELLOW, Colour.RED, Colour.YELLOW, Colour.RED]
    for _ in range(depth - 1):
        nested = [nested] * 4
    return Block.from_nested(nested, depth)


#: The kinds of boards: for each, what makes one of a depth with a seed.
BOARDS: dict[str, Callable[[int, int], Block]] = {
    mark("one colour"): lambda depth, seed: Block(0, depth, Colour.RED),
    mark("random"): lambda depth, seed: random_init(0, depth, Random(seed)),
    mark("chequered"): lambda depth, seed: _chequered(depth),
}


class Measured:
    """A board that was scored for the colour of its largest blob, by the recursion and by remedies.

    ``blob`` is the size of that blob, as the game finds it; ``run`` is what became of the
    recursion; ``remedies`` has for each remedy the size that it found, and the milliseconds.
    """

    def __init__(self, board: Block) -> None:
        grid = board.flatten()
        self.board, self.side = board, len(grid)
        self.blob, number = max((BlobGoal(colour).score_grid(grid), int(colour))
                                for colour in Colour)
        self.colour = Colour(number)
        self.run = measure(board, number)
        self.remedies: dict[str, tuple[int, float]] = {}

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
        return say_count("Depth {depth}: the largest blob has 1 cell, and the recursion went "
                         "{calls} calls deep.", "Depth {depth}: the largest blob has {count} "
                         "cells, and the recursion went {calls} calls deep.", run.size, **told)
