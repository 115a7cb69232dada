"""Exercise 01: a board as a tree, its attributes, and the first recursions."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, boards, hints_of_broken, nested
from blocky.colour import Colour
from blocky.kit.check.task import Case, Cases, Hints, Law, Mistake, Outcome, Task, told, written
from blocky.kit.language import say

__all__ = ["attributes", "count_leaves", "deepest_level", "make_board"]


# -- the table of attributes -------------------------------------------------------------------

#: The columns of the table, and their meaning.
_COLUMNS = {
    "level": "The top is at level 0, its children at level 1, their children at level 2.",
    "position": "It is (x, y) of the upper left corner: x goes to the right, y goes down, both "
                "seen from the corner of the whole board, not of the parent.",
    "size": "At level 0 it is 750, at level 1 375. Half of 375 is 187.5, which is rounded to 188.",
    "colour": "A leaf has a number: 0 blue, 1 red, 2 green, 3 yellow.",
    "number of children": "A divided block has 4 children, a leaf has 0.",
}


def _rows() -> dict[Path, tuple[Any, ...]]:
    board = nested(list(EXAMPLE), 2, 750)
    return {block.path: (block.level, block.position, block.size, block.colour,
                         len(block.children)) for block in board.blocks()}


def _why(name: str, own: Any, path: Path) -> str:
    if name != "colour":
        return say(_COLUMNS[name])
    colours = {each: row[[*_COLUMNS].index(name)] for each, row in _rows().items()}
    if colours[path] is None:
        return say("A divided block has the colour None.")
    if own is None and colours[path] == Colour.BLUE:
        return say("Blue is the number 0. As a condition, 0 counts as False like None does: what "
                   "is written as node.colour or None is None for a blue leaf.")
    near = [colour for each, colour in colours.items() if each[:-1] == path[:-1]]
    return say("{numbers} Child 0 is upper right, 1 upper left, 2 lower left, 3 lower right.",
               numbers=say(_COLUMNS[name])) if own in near else say(_COLUMNS[name])


def _read(name: str, value: Any) -> Any:
    """Return a student's entry in the way the kit writes it."""
    if name == "colour" and isinstance(value, str):
        return next((colour for colour in Colour if colour.word == value.strip().lower()), value)
    return tuple(value) if isinstance(value, list) else value


def _first_wrong(case: Case, got: Outcome) -> Hints | None:
    table, rows = got.value, _rows()
    wrong = {**rows}.keys() ^ (table.keys() if isinstance(table, dict) else ())
    if wrong:
        return ("How many nodes has the tree, and how many rows has your table?",
                "It returns a dictionary, path: row, ..., and the tree has 9 nodes.",
                say("Return a dictionary. These paths are missing in it, or too many: {paths}. One "
                    "of a single number is written with a comma: (0,), as (0) is the number 0.",
                    paths=", ".join(sorted(map(str, wrong)))))
    for path, true in rows.items():
        if len(table[path]) != len(true):
            return ("Look at the rows again: what belongs into each?",
                    say("A row has {count} items: {columns}.", count=len(true),
                        columns=", ".join(map(say, _COLUMNS))),
                    say("The row of the node at path {path} has not {count} items.", path=path,
                        count=len(true)))
        columns = sorted(zip(_COLUMNS, table[path], true, strict=True),
                         key=lambda each: each[0] == "position")  # a wrong size explains it
        for name, own, value in columns:
            if (own := _read(name, own)) != value:
                return (say("Look at the node at path {path} again.", path=path),
                        say("Look at the {name} of the node at path {path}.", name=say(name),
                            path=path),
                        say("The {name} of the node at path {path} is not {own!r}. {why}", own=own,
                            name=say(name), path=path, why=_why(name, own, path)))
    return None


attributes = Task("attributes", None, lambda rng: [()], laws=[_first_wrong])


# -- a board made by hand ----------------------------------------------------------------------

def _made_board() -> Block:
    return nested([3, [0, 2, 2, 1], 3, 2], 2, 100)


def _is_made(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, Block):
        return None
    own, right = (
        [told([each.level, each.max_depth, each.position, each.size, each.colour])
         for each in board.blocks()] for board in (got.value, _made_board()))
    return hints_of_broken(got.value) if own == right or Counter(own) != Counter(right) else (
        "Each block lies where it should. What else says where a child is?",
        "The children stand in a fixed order, whatever their positions are.",
        "All blocks are right, but the children stand in another order in the list. The first is "
        "the one at the upper right; then come upper left, lower left, lower right.")


make_board = Task("make_board", _made_board, lambda rng: [()], laws=[_is_made],
                  kits=[Block.from_nested])


# -- the first recursions ----------------------------------------------------------------------

def _subtrees(rng: Random) -> Cases:
    flat, deep = [0, 1, 2, 3], [0, [1, 1, 2, 0], 3, 1]
    yield from (nested(tree, 5) for tree in (
        2, flat, [flat, [deep, 1, 2, 0], 1, [0, 1, 2, flat]], list(EXAMPLE), [1, deep, flat, flat],
        [flat, flat, deep, 0], [flat, deep, flat, flat], *(
            [*flat[:number], deep, *flat[number + 1:]] for number in range(4))))
    for board in boards(rng):
        yield from (board, *board.children[:1])


def _of_the_board(of: Callable[[Block], int]) -> Law:
    """Return the law that the result is not that of the board around the block."""
    def law(case: Case, got: Outcome) -> Hints | None:
        board = block = case[0]
        while board.parent is not None:
            board = board.parent
        if got.value != of(board) or of(block) == of(board):
            return None
        return ("The block of this case is part of a board. Which blocks does your function visit?",
                "Only the block and what lies below it belong to its tree.",
                say("You return {own}, which is right for the whole board {board}, of which this "
                    "block is a part. Go only down, to block.children, and never up by parent.",
                    own=got.value, board=written(board)))
    return law


def _counted(block: Block) -> int:
    if not block.children:
        return 1
    count = 0
    for child in block.children:
        count += _counted(child)
    return count


count_leaves = Task(
    "count_leaves", lambda block: sum(1 for _ in block.leaves()), _subtrees,
    laws=[_of_the_board(_counted)], kits=[Block.leaves, Block.blocks], ways=[_counted],
    mistakes=[Mistake(lambda block: sum(1 for _ in block.blocks()), (
        "Which blocks of the tree count, and which does your function count?",
        "A divided block is no leaf. What does it count for, beside its children?",
        "The divided blocks are counted, too. A leaf counts 1; a divided block counts what its "
        "children count together, and nothing for itself."))])


def _deepest(block: Block) -> int:
    if not block.children:
        return block.level
    deepest = 0
    for child in block.children:
        deepest = max(deepest, _deepest(child))
    return deepest


def _deepest_in_turn(block: Block) -> int:
    deepest = block.level
    for child in block.children:
        below = _deepest_in_turn(child)
        if below > deepest:
            deepest = below
    return deepest


def _of_one_child(case: Case, got: Outcome) -> Hints | None:
    levels = [_deepest(child) for child in case[0].children]
    if len({*levels}) < 4 or got.value not in levels[::3] or got.value == max(levels):
        return None
    return ("Look at the four children: how deep does the tree go below each of them?",
            say("Their deepest blocks lie at the levels {levels}.", levels=levels),
            say("Below the children, the deepest blocks lie at the levels {levels}. Yours is that "
                "of child {number} alone. Ask all four, and keep the largest.", levels=levels,
                number=levels.index(got.value)))


deepest_level = Task(
    "deepest_level", lambda block: max(each.level for each in block.blocks()), _subtrees,
    kits=[Block.leaves, Block.blocks], ways=[_deepest, _deepest_in_turn],
    laws=[_of_one_child, _of_the_board(_deepest)])
