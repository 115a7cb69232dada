"""The depth of a recursion for blobs, its use of the stack, and ways without it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
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

__all__ = ["BOARDS", "REMEDIES", "Measured"]

#: With a higher limit, the recursion could end the whole kernel, so it is not run.
HIGHEST_LIMIT = 5000

#: What to use instead of the recursion, and the functions that a reader of it has to see.
REMEDIES: dict[str, tuple[Callable[[Block, int], int], list[Any]]] = {
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
    """A board that was scored for the colour of its largest blob by the recursion.

    Attributes:
        colour, blob: that colour, and the size of that blob, as the game finds it.
        size: what the recursion found; None if it did not come to its end.
        calls, places: how many of its calls were open at once, at most, and how many places of the
            stack these filled; ``before`` were filled before the first.
        error, why: what ended it, in a word or two, and in full; "" for nothing.
        refused: whether the stack was full.
    """

    def __init__(self, board: Block) -> None:
        self.board, self.side = board, 2**board.max_depth
        self._grid = board.flatten()
        self.blob, number = max((BlobGoal(colour).score_grid(self._grid), int(colour))
                                for colour in Colour)
        self.colour = Colour(number)
        self.size: int | None = None
        self.calls = self.places = self.before = 0
        self.error, self.why, self.refused, self.milliseconds = "", "", False, 0.0
        self._by: dict[str, tuple[int, float]] = {}
        if (limit := sys.getrecursionlimit()) > HIGHEST_LIMIT:
            self.error, self.why = say("not run"), say(
                "not run: the recursion limit is {limit}, and so deep a recursion may end the "
                "kernel", limit=limit)
            return
        self.before, start = len(inspect.stack(0)) + 2, perf_counter()
        try:
            self.size = self._recurse()
        except RecursionError as error:
            self.refused, self.error, self.why = True, "RecursionError", f"RecursionError: {error}"
        self.milliseconds = 1000 * (perf_counter() - start)
        self._see_depth()

    def _recurse(self) -> int:
        goal, visited = BlobGoal(self.colour), np.full_like(self._grid, -1)
        return max(goal.undiscovered_blob_size(pos, self._grid, visited)
                   for pos in np.ndindex(self._grid.shape))

    def _see_depth(self) -> None:
        """Run the recursion once more, and note how many calls and places there are at most."""
        code, calls, places = BlobGoal.undiscovered_blob_size.__code__, 0, 0

        def note(frame: FrameType, event: str, _: Any) -> None:
            nonlocal calls, places
            if event in ("call", "return"):
                by = 1 if event == "call" else -1
                calls, places = calls + by * (frame.f_code is code), places + by
                if calls:
                    self.calls, self.places = max(self.calls, calls), max(self.places, places - 2)

        before = sys.getprofile()
        sys.setprofile(note)
        try:  # noting takes a place on the stack
            with suppress(RecursionError):
                self._recurse()
        finally:
            sys.setprofile(before)

    def by(self, remedy: str) -> tuple[int, float]:
        """Return the size that a remedy finds, and the milliseconds that it takes."""
        if remedy not in self._by:
            score = REMEDIES[remedy][0]
            score(Block(0, 0, Colour.RED), self.colour)  # so that loading a library is not timed
            start = perf_counter()
            self._by[remedy] = score(self.board, self.colour), 1000 * (perf_counter() - start)
        return self._by[remedy]

    def sentence(self) -> str:
        """Return a sentence on how the recursion ended."""
        told = {"depth": self.board.max_depth, **vars(self)}
        if self.refused:
            return say("Depth {depth}: {why}. {calls} calls were open. They filled {places} places "
                       "on the stack, {each:.0f} for each call; {before} were filled before, and "
                       "{limit} is the limit.", each=self.places / max(self.calls, 1),
                       limit=sys.getrecursionlimit(), **told)
        if self.size is None:
            return say("Depth {depth}: {why}.", **told)
        return say_count("Depth {depth}: the largest blob has 1 cell, and the recursion went "
                         "{calls} calls deep.", "Depth {depth}: the largest blob has {count} "
                         "cells, and the recursion went {calls} calls deep.", self.size, **told)
