"""How long the kernel takes to show another step of a recorded run."""

import time
from random import Random

import numpy as np

from blocky import BlobGoal, Block
from blocky.kit.widgets.stepper import step
from tests.benchmarks.kernel import SAMPLES, SEED, WARM_UP, median

CALLS = {50: 4, 500: 6, 5000: 7}  # and the depth of a board of so many blocks
AT, TARGET = 500, 30  # calls, milliseconds


def board(blocks, depth):
    """Return a board of so many blocks, or a few more: it is divided where chance says."""
    rng = Random(SEED)
    nested = [rng.randrange(4)]
    leaves, made = [(nested, 0, 0)], 1
    while made < blocks:
        above, number, level = leaves.pop(rng.randrange(len(leaves)))
        if level < depth:
            above[number] = [rng.randrange(4) for _ in range(4)]
            leaves += [(above[number], child, level + 1) for child in range(4)]
            made += 4
    return Block.from_nested(nested[0], depth)


def comb(calls):
    """Return a grid with a blob that is searched in about so many calls, four for each cell.

    It is a row and every other column, so that the search is not deep.
    """
    side = min(range(2, 99), key=lambda side: abs(4 * (side + side // 2 * (side - 1)) - calls))
    grid = np.zeros((side, side), dtype=int)
    grid[0] = grid[:, 1::2] = 1
    return grid


def steppers():
    """Yield the name of a function and a stepper over its run."""
    for calls, depth in CALLS.items():
        yield "flatten", step(Block.flatten, board(calls, depth), calls=2 * calls, seconds=60)
    for calls in CALLS:
        grid = comb(calls)
        yield "undiscovered_blob_size", step(
            BlobGoal(1).undiscovered_blob_size, (0, 1), grid, np.full_like(grid, -1),
            calls=2 * calls, seconds=60)


def rows():
    """Yield the name, the calls, and the milliseconds until a step was drawn, with its PNG.

    First those of a step forward, then those of a jump to any step.
    """
    for name, stepper in steppers():
        stepper.live.canvas.syncing_data_url = False  # it draws as if a page showed it
        rng = Random(SEED)
        starts = [rng.randrange(stepper.steps) for _ in range(WARM_UP + SAMPLES)]
        jumps, forwards = [], []
        for start in starts:
            jumps.append(taken(stepper.go_to, start))
            forwards.append(taken(stepper.forward))
        yield (name, len(stepper.trace.calls), median(forwards[WARM_UP:]),
               median(jumps[WARM_UP:]))


def taken(action, *args):
    start = time.perf_counter()
    action(*args)
    return time.perf_counter() - start
