"""Exercise 05: swap, rotate and smash change their block; rotated returns a new tree.

The first three checks look at the block after the call. A smash is random, so only laws check it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from blocky.block import Block, Path, random_init
from blocky.check.boards import EXAMPLE, boards, change, hints_of_broken, nested, tree_if_alike
from blocky.check.e02_blocks import Always
from blocky.invariants import Broken, broken_invariants
from blocky.kit.check.compare import told, written
from blocky.kit.check.task import (
    Call,
    Case,
    Cases,
    Hints,
    Law,
    Outcome,
    Seen,
    Sure,
    Task,
    of_errors,
)
from blocky.kit.language import mark, say

__all__ = ["rotate", "rotated", "smash", "swap"]


def _cases_with(directions: tuple[int, int]) -> Callable[[Random], Cases]:
    """Return the function that yields the cases of a task: a block and one of these directions."""
    def cases(rng: Random) -> Cases:
        """Yield boards with both directions, a block in a larger board, and copies of children."""
        four = nested([0, 1, 2, 3], 1)
        sixteen = nested([[0, 1, 2, 3], [2, 2, 1, 0], [3, 0, 0, 1], [1, 3, 3, 2]], 2)
        for board in (four, sixteen):
            for direction in directions:
                yield board, direction
        for direction in directions:
            yield nested([0, 1, 2, [[0, 1, 2, 3], 2, 1, 0]], 3).children[3], direction
        for number, board in enumerate(boards(rng, 9)):
            for direction in directions:
                yield board, direction
            if board.children:
                yield board.children[number % 4].copy(), directions[number % 2]
    return cases


# -- laws of trees after a move ----------------------------------------------------------------

#: Gets the block before a move, the direction, and the tree after it; returns hints if the tree
#: is wrong.
TreeLaw = Callable[[Block, int, Block], Hints | None]


def _of_the_block(tree_law: TreeLaw) -> Law:
    """Return the law that gives ``tree_law`` the block that an answer has changed."""
    def law(case: Case, got: Outcome) -> Hints | None:
        block, direction = case
        changed_block, *_ = got.arguments
        return tree_law(block, direction, changed_block)
    return law


def _of_the_result(tree_law: TreeLaw) -> Law:
    """Return the law that gives ``tree_law`` the block that an answer returns.

    It has no hints for a result that isn't a block.
    """
    def law(case: Case, got: Outcome) -> Hints | None:
        block, direction = case
        return tree_law(block, direction, got.value) if isinstance(got.value, Block) else None
    return law


def _in_order(orders: Mapping[int, Sequence[int]]) -> TreeLaw:
    """Return the law that four leaves are in the right order after a move.

    ``orders`` has, by direction, which of the old children each new child is.
    """
    def tree_law(block: Block, direction: int, tree: Block) -> Hints | None:
        """Return hints if ``block`` has the leaves 0, 1, 2, 3, and ``tree`` in a wrong order."""
        if block.to_nested() != [0, 1, 2, 3]:
            return None
        own = [int(child.colour or 0) for child in tree.children]  # the colour shows which it was
        right = list(orders[direction])
        has_all_four = len({*own}) == 4
        if own == right or not has_all_four:
            return None
        if own == [0, 1, 2, 3]:
            why = say("The children are in the same order as before. Assign the new list to "
                      "block.children only once: if you do it four times in a loop, you get the "
                      "old order again.")
        else:
            why = say("With direction {direction}, your new list has the old children in the order "
                      "{own}, but the order should be {right}.",
                      direction=direction, own=own, right=right)
        return ("Where does the upper right quarter go? Where should it go?",
                "Child 0 is upper right, 1 upper left, 2 lower left, and 3 lower right.", why)
    return tree_law


def _is_sound(block: Block, direction: int, tree: Block) -> Hints | None:
    """Return hints about the first invariant that the tree breaks, or block in a wrong place."""
    error = next(broken_invariants(tree, places=False), None)
    if error and error.kind is Broken.TWICE:
        return ("Follow the four children, line by line. Are all of them still there at the end?",
                "If you overwrite a child before you've stored it somewhere else, it's lost.",
                "One child is there twice, and another is lost, because your function overwrote "
                "that child before storing it. Assign all four children at once: block.children = "
                "[...].")
    return hints_of_broken(tree, places=False) or _has_places(tree)


def _has_places(tree: Block) -> Hints | None:
    """Return hints about the first block in the tree with a wrong position or size."""
    error = next(broken_invariants(tree), None)
    if error is None:
        return None
    return ("Which attributes of a block depend on where it is?",
            "Print the position and size of every block after the move, including the blocks two "
            "levels down.",
            say("The block at path {path} has a wrong position or size. At the end, call "
                "update_block_locations(block.position, block.size) for the whole block.",
                path=error.path))


# -- swap --------------------------------------------------------------------------------------

def _swapped(block: Block, direction: int) -> None:
    """Swap the halves of a block: left and right (0), or upper and lower (1)."""
    if not block.children:
        return
    one, two, three, four = block.children
    if direction == 0:
        block.children = [two, one, four, three]
    else:
        block.children = [four, three, two, one]
    block.update_block_locations(block.position, block.size)


def _moves_whole_children(block: Block, direction: int, tree: Block) -> Hints | None:
    """Return hints if a divided child stays where it is."""
    right = block.copy()
    right.swap(direction)
    pairs = zip(block.children, tree.children, strict=True)
    a_divided_child_stays = any(old.children and new == old for old, new in pairs)
    if tree == right or not a_divided_child_stays:
        return None
    return ("What should happen to a divided child?",
            "A divided block has no colour itself. Its colours are in the leaves inside it.",
            "A divided child stayed where it was, as if your function moved only colours. Change "
            "the order of the child blocks themselves.")


def _keeps_insides(block: Block, direction: int, tree: Block) -> Hints | None:
    """Return hints about the first child in its right place in which blocks were swapped, too."""
    right_tree = block.copy()
    right_tree.swap(direction)
    for number, (own, right) in enumerate(zip(tree.children, right_tree.children, strict=True)):
        if not right.children or own == right:
            continue
        swapped_too = right.copy()
        swapped_too.swap(direction)
        swapped_all_the_way_down = _mirrored(right.copy(), direction)
        if own in (swapped_too, swapped_all_the_way_down):
            return ("What happens inside the children?",
                    "A swap changes the places of four blocks. It moves each of them as a whole.",
                    say("Child {number} is in the right place, but its own children have changed "
                        "places, too. Only the four children of block should change places: don't "
                        "call the function for the children.", number=number))
    return None


def _mirrored(block: Block, direction: int) -> Block:
    """Swap the children of a block and of all blocks below; return the block."""
    block.swap(direction)
    for child in block.children:
        _mirrored(child, direction)
    return block


swap = Task(
    "swap", Block.swap, _cases_with((0, 1)), change, show=tree_if_alike, ways=[_swapped],
    laws=[_of_the_block(tree_law) for tree_law in (
        _in_order({0: (1, 0, 3, 2), 1: (3, 2, 1, 0)}), _is_sound, _keeps_insides,
        _moves_whole_children)])


# -- rotate ------------------------------------------------------------------------------------

def _turned(block: Block, direction: int) -> None:
    """Rotate a block: clockwise (1), or counter-clockwise (3)."""
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


def _rotates_insides(block: Block, direction: int, tree: Block) -> Hints | None:
    """Return hints about the first block in the right place whose own children didn't rotate."""
    right = _rotated(block, direction)
    for right_block in right.blocks():
        path = right_block.path[len(right.path):]
        is_below_the_top = len(path) > 0
        if not is_below_the_top or not right_block.children:
            continue
        own_block = tree.at(path)
        if own_block != right_block and _rotated(own_block, direction) == right_block:
            return ("Look inside each quarter. Did the blocks inside it rotate too?",
                    "On paper, everything inside a quarter rotates with it.",
                    say("The block at path {path} is in the right place, but what's inside it "
                        "isn't rotated. Call the function for each child, so that the rotation "
                        "goes all the way down.", path=path))
    return None


_LAWS_OF_ROTATION = (_in_order({1: (1, 2, 3, 0), 3: (3, 0, 1, 2)}), _is_sound, _rotates_insides)

rotate = Task("rotate", Block.rotate, _cases_with((1, 3)), change, show=tree_if_alike,
              ways=[_turned], laws=[_of_the_block(tree_law) for tree_law in _LAWS_OF_ROTATION])


# -- rotated -----------------------------------------------------------------------------------

def _there_and_back(block: Block, direction: int) -> Block:
    block.rotate(direction)
    new = block.copy()
    block.rotate(4 - direction)
    return new


def _with_paths(block: Block, path: Path) -> Iterator[tuple[Block, Path]]:
    """Yield the blocks of a tree with their paths, whatever their parents are."""
    yield block, path
    for number, child in enumerate(block.children):
        yield from _with_paths(child, (*path, number))


def _shares_no_block(case: Case, got: Outcome) -> Hints | Sure | None:
    """Return hints if a block of the new tree is also in the old one."""
    if not isinstance(got.value, Block):
        return None
    old_tree, *_ = got.arguments
    paths_of_old = {id(block): path for block, path in _with_paths(old_tree, ())}
    shared = [block for block in got.value.blocks() if id(block) in paths_of_old]
    if not shared:
        return None
    only_leaves_are_shared = not any(each.children for each in shared)
    is_the_old_tree = id(got.value) in paths_of_old
    if only_leaves_are_shared and not is_the_old_tree:
        return Sure((
            "Which blocks are in both the new tree and the old one?",
            "A leaf can have only one parent. If you put a leaf of the old tree into the new tree, "
            "the old tree loses it.",
            say("The new tree contains the old leaf at path {path} itself, not a copy. Make a new "
                "block for every block of the old tree, including the leaves: use block.copy(), or "
                "Block(...) in each call.",
                path=paths_of_old[id(shared[0])])))
    return ("Which blocks are in both the new tree and the old one?",
            "Copying a list doesn't copy the children in it.",
            "The new tree shares blocks with the old one. Copy everything below too: use "
            "block.copy(), or a recursion that makes a new block in each call.")


def _is_at_the_same_place(block: Block, direction: int, tree: Block) -> Hints | None:
    """Return hints if the new tree hasn't the size and the position of the old one."""
    if tree.size == block.size:
        if tree.position == block.position:
            return None
        return ("Where is the new block? Where should it be?",
                "The new block belongs at the place of the old one, which may be anywhere.",
                say("Your new block is at {own}, but the old one is at {place}. Use "
                    "block.position: update_block_locations(block.position, block.size).",
                    own=tree.position, place=block.position))
    return ("Where is the new block? Where should it be?",
            "A new block has no position or size until you set them.",
            "The block that you return must be where the old one is. Call its "
            "update_block_locations(block.position, block.size).")


rotated = Task(
    "rotated", _rotated, _cases_with((1, 3)), ways=[_there_and_back],
    laws=[_shares_no_block, *(
        _of_the_result(tree_law) for tree_law in (*_LAWS_OF_ROTATION, _is_at_the_same_place))])


# -- smash -------------------------------------------------------------------------------------

Paths = tuple[Path, ...]

#: The path of the block itself, as the only one.
_ONLY_ITSELF: Paths = ((),)

#: The fact whether the answer raised a ValueError for a unit cell.
_REFUSED = mark("refused")


def _smash(answer: Any, block: Block, rng: Random, paths: Paths = _ONLY_ITSELF) -> Any:
    """Smash the blocks at these paths below a block, and return None.

    For a unit cell, call ``answer`` with it, and return a Seen with the fact _REFUSED.
    """
    if not _is_unit_cell(block):
        for path in paths:
            answer(block.at(path), rng)
        return None
    refused = False
    try:
        answer(block, rng)
    except ValueError:
        refused = True
    return Seen(None, {_REFUSED: refused})


def _is_unit_cell(block: Block) -> bool:
    return block.level == block.max_depth


def _smash_cases(rng: Random) -> Cases:
    """Yield a block and rng; the last case also has the paths of four children to smash."""
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


def _smashed(block: Block, rng: Random) -> None:
    """Give a block four random children, or refuse a unit cell."""
    if block.level == block.max_depth:
        raise ValueError("...")
    block.colour = None
    block.children = [random_init(block.level + 1, block.max_depth, rng) for _ in range(4)]
    for child in block.children:
        child.parent = block
    block.update_block_locations(block.position, block.size)


@of_errors
def _divides_large_leaves(case: Case, got: Outcome) -> Hints | None:
    """Return hints for a ValueError at a leaf that isn't a unit cell, so it can be divided."""
    block, *_ = case
    if got.error != "ValueError" or block.children or _is_unit_cell(block):
        return None
    return ("Your function raises an error for this block. Should it?",
            "Which leaves can be divided? Which can't?",
            say("This block is a leaf but not a unit cell: its level is {level}, and its max_depth "
                "is {max_depth}. Raise the error only if block.level == block.max_depth.",
                level=block.level, max_depth=block.max_depth))


def _refuses_unit_cells(case: Case, got: Outcome) -> Hints | None:
    """Return hints if a unit cell isn't refused with a ValueError, or is changed before that."""
    block, *_ = case
    if not _is_unit_cell(block):
        return None
    refused = got.facts[_REFUSED]
    told_after, *_ = got.after
    is_unchanged = told_after == told(block)
    if refused and is_unchanged:
        return None
    if refused:
        why = ("Your function raises an error for the unit cell, but it changes the cell first. "
               "Check the level before you change the block.")
    else:
        why = ('A unit cell can\'t be divided. If block.level == block.max_depth, raise '
               'ValueError("...") before you change anything.')
    return ("This block is a unit cell. What should the function smash do with it?",
            "If a function can't do its job, it should raise an error.", why)


def _of_smashed(law: Law) -> Law:
    """Return the law without hints for unit cells, which can't be smashed; a decorator."""
    def restricted(case: Case, got: Outcome) -> Hints | None:
        block, *_ = case
        return None if _is_unit_cell(block) else law(case, got)
    return restricted


@_of_smashed
def _keeps_its_place(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the block's own position, size, level or max_depth has changed."""
    block_before, *_ = case
    block_after, *_ = got.arguments
    if _own_attributes(block_before) == _own_attributes(block_after):
        return None
    return ("Which attributes of the block itself should change?",
            "A smash replaces what is inside a block. The block stays where it is.",
            "Your function changes the block's own position, size, level or max_depth, but these "
            "should stay as they were.")


def _own_attributes(block: Block) -> Any:
    """Return the attributes of a block that a smash leaves alone, in a form to compare."""
    return told((block.position, block.size, block.level, block.max_depth))


@_of_smashed
def _gets_new_children(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the block isn't divided afterwards, or has its old children."""
    before, *_ = case
    block, *_ = got.arguments
    told_after, *_ = got.after
    # Children that were drawn from rng are new, though they may happen to be like the old ones.
    are_new = _uses_rng(case, got) or told(before) != told_after
    if block.children and are_new:
        return None
    return ("What is new in the block after the call?",
            "A smash removes everything inside the block, and divides it again.",
            "Your function doesn't give the block new children. Assign four new blocks to "
            "block.children, whatever was there before.")


@_of_smashed
def _draws_from_rng(case: Case, got: Outcome) -> Hints | None:
    """Return hints if nothing was drawn from rng."""
    if _uses_rng(case, got):
        return None
    return ("Where do the new children come from?",
            "Get every random choice from rng, so that a game can be replayed.",
            "Your function doesn't use rng. Pass it to random_init: random_init(block.level + 1, "
            "block.max_depth, rng).")


def _uses_rng(case: Case, got: Outcome) -> bool:
    """Whether the answer has drawn from rng."""
    _, rng_before, *_ = case
    _, rng_after, *_ = got.arguments
    return bool(rng_after.getstate() != rng_before.getstate())


@_of_smashed
def _children_vary(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the new children of four smashed blocks are all alike.

    Only the last case has four smashes, and so many levels that this is no accident.
    """
    smashes_four_children = len(case) == 3  # their paths come after rng
    if not smashes_four_children:
        return None
    top, *_ = got.arguments
    smashed = top.children
    siblings_are_equal = all(
        child == block.children[0] for block in smashed for child in block.children)
    levels = {leaf.level for block in smashed for leaf in block.leaves()}
    colours = {leaf.colour for block in smashed for leaf in block.leaves()}
    if siblings_are_equal:
        why = "The four children are the same. Call random_init once for each child."
    elif len(levels) == 1 or len(colours) == 1:
        why = ("All new leaves have the same level or the same colour. Make random children: "
               "random_init(block.level + 1, block.max_depth, rng).")
    else:
        return None
    return ("How do the new children differ from each other?",
            "Each of the four children needs its own call to random_init.", why)


def _is_a_board(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first invariant that the smashed block breaks."""
    block, *_ = got.arguments
    return hints_of_broken(block, places=False) or _has_places(block)


smash = Task(
    "smash", Block.smash, _smash_cases, _smash, only_laws=True, ways=[_smashed],
    laws=[_divides_large_leaves, _refuses_unit_cells, _keeps_its_place, _gets_new_children,
          _draws_from_rng, _children_vary, _is_a_board],
    words=lambda block, rng, paths=_ONLY_ITSELF: (
        f"smash({written(block)}, rng)" if paths == _ONLY_ITSELF else
        f"for child in {written(block)}.children: smash(child, rng)"),
    python=lambda block, rng, paths=_ONLY_ITSELF: Call(
        "smash(block, rng)\nblock.to_nested()" if paths == _ONLY_ITSELF else
        "for child in block.children:\n    smash(child, rng)\nblock.to_nested()",
        {"block": block, "rng": rng}))
