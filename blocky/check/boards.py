"""The boards that checks try answers on, the small ones first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from blocky.block import Block, random_init

__all__ = ["EXAMPLE", "boards", "nested"]

#: The reference board of the rules: nine nodes, max_depth 2.
EXAMPLE = ([0, 1, 1, 3], 2, 1, 3)


def nested(tree: object, max_depth: int, size: int = 0) -> Block:
    """Return the board that nested lists describe, with places if a ``size`` is given."""
    return Block.from_nested(tree, max_depth, size or 16 * 2**max_depth)


def boards(rng: Random, count: int = 8, max_depth: int = 4) -> Iterator[Block]:
    """Yield boards: a leaf, small examples, then ``count`` random ones of growing depth."""
    yield nested(rng.randrange(4), 0)
    yield nested([0, 1, 2, 3], 1)
    yield nested(list(EXAMPLE), 2)
    yield nested(rng.randrange(4), 2)
    yield nested([1, [2, 0, 3, 3], [0, 1, 2, 0], 1], 3)
    for number in range(count):
        depth = 2 + number * (max_depth - 1) // count
        board = random_init(0, depth, rng)
        board.update_block_locations((0, 0), 16 * 2**depth)
        yield board
