"""Exercise 05: moves that change a block or return a new one, and a smash, which is random."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from blocky.block import Block, random_init
from blocky.check.boards import EXAMPLE, boards, change, hints_of_broken, nested, tree_if_alike
from blocky.check.e02_blocks import Always
from blocky.invariants import Broken, broken_invariants
from blocky.kit.check.compare import told, written
from blocky.kit.check.task import Call, Case, Cases, Hints, Law, Outcome, Seen, Task, of_errors
from blocky.kit.language import mark, say

__all__ = ["a_board", "block_of", "rotate", "rotated", "smash", "swap"]


def _cases(directions: tuple[int, int]) -> Callable[[Random], Cases]:
    """Return cases: copies of blocks, as in a game, with directions."""
    def cases(rng: Random) -> Cases:
        quarters = [[0, 1, 2, 3], [2, 2, 1, 0], [3, 0, 0, 1], [1, 3, 3, 2]]
        for small in nested([0, 1, 2, 3], 1), nested(quarters, 2):
            yield from ((small, direction) for direction in directions)
        for number, board in enumerate(boards(rng, 9)):
            yield from ((board, direction) for direction in directions)
            if board.children:
                yield board.children[number % 4].copy(), directions[number % 2]
    return cases


_OVERWRITTEN = (
    "Follow the four children, line by line. Are all of them still there at the end?",
    "If you overwrite a child before you keep it, it is lost.",
    "One child is there twice, and another is lost: it was overwritten before it was kept. Take "
    "all four out first, and then assign them all at once: block.children = [...].")


def a_board(tree_of: Callable[[Outcome], Any], twice: Hints = ()) -> Law:
    """Return the law that a tree is sound; ``twice``: the hints if a block is in it twice."""
    def law(case: Case, got: Outcome) -> Hints | None:
        tree = tree_of(got)
        if not isinstance(tree, Block):
            return None
        if error := next(broken_invariants(tree, places=False), None):
            return (error.kind is Broken.TWICE and twice) or hints_of_broken(tree, places=False)
        return (
            "Which attributes of a block depend on where it is?",
            "Print the position and size of every block after the move, even two levels down.",
            "Positions and sizes are not updated, or not all the way down. At the end, call "
            "update_block_locations(block.position, block.size) for the whole block."
        ) if any(broken_invariants(tree)) else None
    return law


def block_of(got: Outcome) -> Any:
    """Return the given block, as it is after the move."""
    return got.arguments[0]


def _in_order(orders: Mapping[int, Sequence[int]], tree_of: Callable[[Outcome], Any]) -> Law:
    """Return the law that four leaves come into one of the ``orders``."""
    def law(case: Case, got: Outcome) -> Hints | None:
        (block, direction), tree = case, tree_of(got)
        if block.to_nested() != [0, 1, 2, 3] or not isinstance(tree, Block):
            return None
        own = tuple(int(child.colour or 0) for child in tree.children)
        if own == (right := orders[direction]) or len({*own}) < 4:
            return None
        return ("Where does the upper right quarter go? Where should it go?",
                "Child 0 is upper right, 1 upper left, 2 lower left, and 3 lower right.",
                "The children are in the same order as before. Assign the new list to "
                "block.children, and do it only once. If a loop does it for each of the four "
                "children, all of them end where they started."
                if own == (0, 1, 2, 3) else
                say("With direction {direction}, your new children are the old {own}, but they "
                    "should be the old {right}.",
                    direction=direction, own=list(own), right=list(right)))
    return law


# -- swap --------------------------------------------------------------------------------------

_SWAPS = {0: (1, 0, 3, 2), 1: (3, 2, 1, 0)}
_TURNS = {1: (1, 2, 3, 0), 3: (3, 0, 1, 2)}


def _swapped(block: Block, direction: int) -> None:
    if not block.children:
        return
    one, two, three, four = block.children
    if direction == 0:
        block.children = [two, one, four, three]
    else:
        block.children = [four, three, two, one]
    block.update_block_locations(block.position, block.size)


def _come_whole(case: Case, got: Outcome) -> Hints | None:
    own, right = block_of(got), case[0].copy()
    right.swap(case[1])
    return None if own == right or not any(
        old.children and new == old
        for new, old in zip(own.children, case[0].children, strict=True)) else (
        "What should happen to a divided child?",
        "A divided block has no colour itself; its colours are further down.",
        "A divided child stays where it was, as if you moved only colours. Change the order of the "
        "child blocks themselves.")


swap = Task("swap", Block.swap, _cases((0, 1)), change,
            [_in_order(_SWAPS, block_of), a_board(block_of, _OVERWRITTEN), _come_whole],
            show=tree_if_alike, ways=[_swapped])


# -- rotate ------------------------------------------------------------------------------------

def _turned(block: Block, direction: int) -> None:
    if not block.children:
        return
    one, two, three, four = block.children
    if direction == 1:
        block.children = [two, three, four, one]
    else:
        block.children = [four, one, two, three]
    for child in block.children:
        _turned(child, direction)
    block.update_block_locations(block.position, block.size)


def _rotated(block: Block, direction: int) -> Block:
    new = block.copy()
    new.rotate(direction)
    return new


def _turned_inside(tree_of: Callable[[Outcome], Any]) -> Law:
    """Return the law that the inside of each child turns too."""
    def law(case: Case, got: Outcome) -> Hints | None:
        (block, direction), own = case, tree_of(got)
        right = _rotated(block, direction)
        if not isinstance(own, Block) or not any(child.children for child in block.children):
            return None
        for path in (each.path[len(right.path):] for each in right.blocks() if each.children):
            inside, true = own.at(path), right.at(path)
            if path and inside != true and _rotated(inside, direction) == true:
                return ("Look inside each quarter. Did it rotate too?",
                        "On paper, everything inside a quarter rotates with it.",
                        say("The block at path {path} is in the right place, but its inside isn't "
                            "rotated. Call the function for each child, so that it goes all the "
                            "way down.",
                            path=path))
        return None
    return law


rotate = Task("rotate", Block.rotate, _cases((1, 3)), change, [
    _in_order(_TURNS, block_of), a_board(block_of, _OVERWRITTEN), _turned_inside(block_of)],
              show=tree_if_alike, ways=[_turned])


# -- rotated -----------------------------------------------------------------------------------

def _there_and_back(block: Block, direction: int) -> Block:
    block.rotate(direction)
    new = block.copy()
    block.rotate(4 - direction)
    return new


def _shares_no_block(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, Block) or not {*map(id, got.value.blocks())} & {
            *map(id, got.arguments[0].blocks())}:
        return None
    return ("Which blocks are in both the new tree and the old one?",
            "Copying a list doesn't copy the children in it.",
            "The new tree shares blocks with the old one. Copy everything below too: use "
            "block.copy(), or a recursion that makes a new block in each call.")


def _lies_there_too(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, Block) or got.value.size == case[0].size:
        return None
    return ("Where is the new block? Where should it be?",
            "A new block has no position or size until you set them.",
            "The block that you return must be where the old one is. Call its "
            "update_block_locations(block.position, block.size).")


rotated = Task("rotated", _rotated, _cases((1, 3)), laws=[_shares_no_block, *(
    law(lambda got: got.value) for law in (a_board, partial(_in_order, _TURNS), _turned_inside)),
    _lies_there_too], ways=[_there_and_back])


Paths = tuple[tuple[int, ...], ...]


def _smash(answer: Any, block: Block, rng: Random, paths: Paths = ((),)) -> Any:
    """Smash a block, or blocks below it; note whether a unit cell is refused."""
    if block.level < block.max_depth:
        for path in paths:
            answer(block.at(path), rng)
        return None
    with suppress(ValueError):
        answer(block, rng)
        return Seen(None, {mark("refused"): False})
    return Seen(None, {"refused": True})


def _smash_cases(rng: Random) -> Cases:
    def new() -> Random:
        return Random(rng.randrange(1000))

    yield nested(EXAMPLE, 2).children[rng.randrange(1, 4)].copy(), new()
    yield nested(EXAMPLE, 3).children[rng.randrange(1, 4)].copy(), Always(0.99)
    for number in (2, 1):
        yield nested([0, [1, 2, 2, 3], 2, 3], 2).children[number].copy(), new()
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
    return ("This block is a unit cell. What should smash do with it?",
            "If a function can't do its job, it should raise an error.",
            "You refuse the unit cell, but you change it first. Check the level before you change "
            "the block." if got.facts["refused"] else
            "A unit cell can't be divided and must stay as it was. If block.level == "
            'block.max_depth, raise ValueError("...") before you change anything. '
            "It isn't enough to return or print something.")


@of_errors
def _divides_large_leaves(case: Case, got: Outcome) -> Hints | None:
    block = case[0]
    if got.error != ValueError.__name__ or block.children or block.level == block.max_depth:
        return None
    return ("Your function refuses this block. Should it?",
            "Which leaves can be divided? Which can't?",
            say("This block is a leaf but not a unit cell: its level is {level}, and its max_depth "
                "is {max_depth}. It can be divided. Refuse only blocks with block.level == "
                "block.max_depth.", level=block.level, max_depth=block.max_depth))


def _is_random(case: Case, got: Outcome) -> Hints | None:
    before, (block, rng) = case[0], got.arguments[:2]
    if before.level == before.max_depth:
        return None
    leaves = [leaf for child in block.children for leaf in child.leaves()] if case[2:] else []
    unused = rng.getstate() == case[1].getstate()
    old, new = ((each.position, each.size, each.level, each.max_depth) for each in (before, block))
    why = (
        "You change the block's own position, size, level or max_depth. These must stay as they "
        "were. To place the new children, call block.update_block_locations(block.position, "
        "block.size)."
        if told(new) != told(old) else
        "The block doesn't get new children. Assign four new blocks to block.children, whatever "
        "was there before." if not block.children or (unused and told(before) == got.after[0]) else
        "rng is not used. Pass it on: random_init(block.level + 1, block.max_depth, rng)."
        if unused else
        "" if not case[2:] else
        "The four children are the same. Call random_init once for each child." if all(
            below == child.children[0] for child in block.children for below in child.children) else
        "All new leaves have the same level or the same colour. Make random children: "
        "random_init(block.level + 1, block.max_depth, rng)."
        if min(len({leaf.level for leaf in leaves}), len({leaf.colour for leaf in leaves})) == 1
        else "")
    return ("What is new in the block after the call? Where does it come from?",
            "A smash removes everything inside the block. Get every random choice from rng, so "
            "that a game can be replayed.", why) if why else None


def _smashed(block: Block, rng: Random) -> None:
    if block.level == block.max_depth:
        raise ValueError("...")
    block.colour = None
    block.children = [random_init(block.level + 1, block.max_depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


smash = Task(
    "smash", Block.smash, _smash_cases, _smash, only_laws=True, ways=[_smashed],
    laws=[_divides_large_leaves, _refuses_unit_cells, _is_random, a_board(block_of)],
    words=lambda block, rng, paths=((),): (
        f"smash({written(block)}, rng)" if paths == ((),) else
        f"for child in {written(block)}.children: smash(child, rng)"),
    python=lambda block, rng, paths=((),): Call(
        "smash(block, rng)\nblock.to_nested()" if paths == ((),) else
        "for child in block.children:\n    smash(child, rng)\nblock.to_nested()",
        {"block": block, "rng": rng}))
