"""Exercise 05: a smash, which divides a block at random."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from blocky.block import Block, random_init
from blocky.check.boards import EXAMPLE, boards, nested
from blocky.check.e02_random_init import Always
from blocky.check.e05_moves import a_board, block_of
from blocky.kit.check.compare import told, written
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Task, of_errors
from blocky.kit.language import mark, say

__all__ = ["smash"]

Paths = tuple[tuple[int, ...], ...]


def _smash(answer: Any, block: Block, rng: Random, paths: Paths = ((),)) -> Any:
    """Smash a block, or some below it; return whether a unit cell is refused."""
    if block.level < block.max_depth:
        for path in paths:
            answer(block.at(path), rng)
        return None
    with suppress(ValueError):
        answer(block, rng)
        return Seen(None, {mark("refused"): False})
    return Seen(None, {"refused": True})


def _smash_words(block: Block, rng: Random, paths: Paths = ((),)) -> str:
    if paths == ((),):
        return f"smash({written(block)}, rng)"
    return f"for child in {written(block)}.children: smash(child, rng)"


def _smash_cases(rng: Random) -> Iterator[Case]:
    def new() -> Random:
        return Random(rng.randrange(1000))

    yield nested(EXAMPLE, 2).children[rng.randrange(1, 4)].copy(), new()
    yield nested(EXAMPLE, 3).children[rng.randrange(1, 4)].copy(), Always(0.99)
    yield nested([0, [1, 2, 2, 3], 2, 3], 2).children[2].copy(), new()
    yield nested([0, [1, 2, 2, 3], 2, 3], 2).children[1].copy(), new()
    yield nested([0, 1, 2, 3], 1).children[rng.randrange(4)].copy(), new()
    yield nested(rng.randrange(4), 0), new()
    for board in boards(rng, 6):
        if board.children:
            yield rng.choice(board.children).copy(), new()
    yield nested([0, 1, 2, 3], 4), new(), ((0,), (1,), (2,), (3,))


def _refuses_unit_cells(case: Case, got: Outcome) -> Hints | None:
    if case[0].level < case[0].max_depth or (told(case[0]) == got.after[0]
                                             and got.facts["refused"]):
        return None
    return ("The block in this case is a unit cell. What should a smash do with it?",
            "Whoever calls a function for something impossible should be told so, by an error.",
            "The unit cell is refused, but it is changed before that. Ask for the level first, and "
            "change the block after that." if got.facts["refused"] else
            'A unit cell cannot be divided, and must stay as it was: when block.level == '
            'block.max_depth, raise ValueError("..."), before anything is changed. To return or '
            'print something refuses nothing.')


@of_errors
def _divides_large_leaves(case: Case, got: Outcome) -> Hints | None:
    block = case[0]
    if got.error != ValueError.__name__ or block.children or block.level == block.max_depth:
        return None
    return ("The block in this case is refused. Should it be?",
            "Which leaves can be divided, and which cannot?",
            say("This block is a leaf, but no unit cell, and can be divided: its level is {level}, "
                "and its max_depth is {max_depth}. Only a block with block.level == "
                "block.max_depth is a unit cell.", level=block.level, max_depth=block.max_depth))


def _is_random(case: Case, got: Outcome) -> Hints | None:
    """See whether the block has four new children, which rng has drawn."""
    before, (block, rng) = case[0], got.arguments[:2]
    if before.level == before.max_depth:
        return None
    leaves = [leaf for child in block.children for leaf in child.leaves()] if case[2:] else []
    why = (
        "The block's own position or size is changed. Those below it are set by "
        "block.update_block_locations(block.position, block.size)."
        if told([block.position, block.size, block.level, block.max_depth])
        != told([before.position, before.size, before.level, before.max_depth]) else
        "The block is not divided anew. Assign four new blocks to block.children, whatever it held "
        "before." if not block.children or (
            told(before) == got.after[0] and rng.getstate() == case[1].getstate()) else
        "rng is not used. Hand it on: random_init(block.level + 1, block.max_depth, rng)."
        if rng.getstate() == case[1].getstate() else
        "" if not case[2:] else
        "The four children are the same. Call random_init once for each of them." if all(
            below == child.children[0] for child in block.children for below in child.children) else
        "All new leaves are at one level, or of one colour. The children should be random blocks: "
        "random_init(block.level + 1, block.max_depth, rng)."
        if min(len({leaf.level for leaf in leaves}), len({leaf.colour for leaf in leaves})) == 1
        else "")
    return ("What is new in the block after the call, and where does it come from?",
            "All that a block held is gone after a smash. A game can be played again only if every "
            "random choice comes from its rng.", why) if why else None


def _smashed(block: Block, rng: Random) -> None:
    if block.level == block.max_depth:
        raise ValueError("...")
    block.colour = None
    block.children = [random_init(block.level + 1, block.max_depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


smash = Task(
    "smash", Block.smash, _smash_cases, _smash, only_laws=True, ways=[_smashed], words=_smash_words,
    laws=[_divides_large_leaves, _refuses_unit_cells, _is_random, a_board(block_of)],
)
