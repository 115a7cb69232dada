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
    "level": "The top block is at level 0, its children are at level 1, and their children are at "
             "level 2.",
    "position": "The position is (x, y) of the node's upper left corner, measured from the upper "
                "left corner of the whole board, not of the parent. x goes right, and y goes down.",
    "size": "The size is 750 at level 0 and 375 at level 1. Half of 375 is 187.5, which is rounded "
            "to 188.",
    "colour": "A leaf has a colour number: 0 blue, 1 red, 2 green, 3 yellow.",
    "number of children": "A divided block has 4 children; a leaf has 0.",
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
        return say("Blue is the number 0, and in a condition 0 counts as False, just like None. So "
                   "for a blue leaf, node.colour or None gives None.")
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
        return ("How many nodes does the tree have? How many rows does your table have?",
                "Return a dictionary that maps each path to its row. The tree has 9 nodes.",
                say("Return a dictionary with one row for each path. These paths are missing or "
                    "extra: {paths}. Write a path of one number with a comma, (0,), because (0) is "
                    "the number 0.",
                    paths=", ".join(sorted(map(str, wrong)))))
    for path, true in rows.items():
        if len(table[path]) != len(true):
            return ("Look at your rows again. What belongs in each?",
                    say("A row has {count} items: {columns}.", count=len(true),
                        columns=", ".join(map(say, _COLUMNS))),
                    say("The row of the node at path {path} doesn't have {count} items.", path=path,
                        count=len(true)))
        columns = sorted(zip(_COLUMNS, table[path], true, strict=True),
                         key=lambda each: each[0] == "position")  # a wrong size explains it
        for name, own, value in columns:
            if (own := _read(name, own)) != value:
                return (say("Look again at the node at path {path}.", path=path),
                        say("Check the {name} of the node at path {path}.", name=say(name),
                            path=path),
                        say("The {name} of the node at path {path} isn't {own!r}. {why}", own=own,
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
        "Every position is right. What else tells you where a child is?",
        "The list of children has a fixed order, whatever the positions are.",
        "The blocks are right, but a list of children is in another order. The order is: upper "
        "right, upper left, lower left, lower right.")


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
        return ("This block is part of a larger board. Which blocks does your function visit?",
                "A block's tree is the block itself and everything below it.",
                say("You return {own}, which is right for the whole board {board}, but this block "
                    "is only part of it. Go down to block.children, never up to block.parent.",
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
        "Which blocks should count? Which blocks does your function count?",
        "A divided block isn't a leaf. How much should it add for itself?",
        "Your function counts divided blocks too. A leaf counts 1; a divided block adds up the "
        "counts of its children, and nothing for itself."))])


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
    return ("How deep does the tree go in each of the four children?",
            say("In the four children, the deepest blocks are at levels {levels}.", levels=levels),
            say("In the four children, the deepest blocks are at levels {levels}. You return only "
                "the level from child {number}. Look at all four, and keep the largest.",
                levels=levels,
                number=levels.index(got.value)))


deepest_level = Task(
    "deepest_level", lambda block: max(each.level for each in block.blocks()), _subtrees,
    kits=[Block.leaves, Block.blocks], ways=[_deepest, _deepest_in_turn],
    laws=[_of_one_child, _of_the_board(_deepest)])
