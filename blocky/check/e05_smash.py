"""Exercise 05: a smash, which divides a block at random."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from blocky.block import Block, random_init
from blocky.check.boards import EXAMPLE, boards, nested
from blocky.check.e02_random_init import Always
from blocky.check.e05_moves import a_board, block_of, keeps_its_place
from blocky.kit.check.compare import told, written
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Task
from blocky.kit.language import mark

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
    if case[0].level < case[0].max_depth:
        return None
    if told(case[0]) != got.after[0]:
        return ("The block in this case is a unit cell. Can it be divided?",
                "A block at max_depth has no room for children.",
                "A unit cell must stay as it was. Ask for the level first, before anything is "
                "changed.")
    if not got.facts["refused"]:
        return ("The block in this case is a unit cell. What should a smash do with it?",
                "Whoever calls a function for something impossible should be told so, by an error.",
                'A unit cell cannot be divided: when block.level == block.max_depth, raise '
                'ValueError("..."). To return or print something refuses nothing.')
    return None


def _refuses_nothing_else(case: Case, got: Outcome) -> Hints | None:
    if case[0].level == case[0].max_depth or (got.arguments[0].children and not (
            told(case[0]) == got.after[0]
            and got.arguments[1].getstate() == case[1].getstate())):
        return None
    return ("Is the block any different after the call?",
            "What a block held is gone after a smash, even if it was divided before.",
            "The block is not divided anew. Assign four new blocks to block.children, whatever it "
            "held before.")


def _is_random(case: Case, got: Outcome) -> Hints | None:
    block, rng = got.arguments[:2]
    refused = case[0].level == case[0].max_depth
    if not refused and rng.getstate() == case[1].getstate():
        return ("Where do your random numbers come from?",
                "A game can be played again only if every random choice comes from its rng.",
                "rng is not used. Hand it on: random_init(block.level + 1, block.max_depth, rng).")
    if len(case) == 2:
        return None
    smashed: list[Block] = block.children
    leaves = [leaf for child in smashed for leaf in child.leaves()]
    if all(below == child.children[0] for child in smashed for below in child.children):
        return ("Compare the four new children. What do they have in common?",
                "Each child should be drawn by itself.",
                "The four children are the same. Call random_init once for each of them.")
    if len({leaf.level for leaf in leaves}) == 1:
        return ("How deep are the new blocks, in all of the trials?",
                "Some of the new children should be divided again, and others not.",
                "All new leaves lie at the same level. The children should be random blocks: "
                "random_init(block.level + 1, block.max_depth, rng).")
    if len({leaf.colour for leaf in leaves}) == 1:
        return ("Which colours do the new blocks have?", "A smash forgets the colour.",
                "All new leaves have the same colour. Let random_init choose the colours.")
    return None


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
    laws=[_refuses_unit_cells, _refuses_nothing_else, keeps_its_place,
          a_board(block_of), _is_random],
)
