"""What it costs to record the calls of a recursive function."""

import time
from random import Random

from blocky import Block, random_init
from blocky.kit.trace import trace
from tests.benchmarks.kernel import SAMPLES, median


def fibonacci(number):
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


def taken(function):
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def rows():
    """Yield what is traced, its calls, and the milliseconds of a plain and of a traced run."""
    boards = {depth: random_init(0, depth, Random(7)) for depth in (3, 5, 7)}
    cases = [("fibonacci(14), numbers only", fibonacci, (14,))]
    cases += [(f"flatten, random board of depth {depth}", Block.flatten, (board,))
              for depth, board in boards.items()]
    for name, function, args in cases:
        def plain(function=function, args=args):
            return function(*args)

        def traced(function=function, args=args):
            return trace(function, *args)

        yield (name, len(traced().calls), median(taken(plain) for _ in range(SAMPLES)),
               median(taken(traced) for _ in range(SAMPLES)))
