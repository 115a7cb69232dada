"""Exercise 01: a board as a tree, its attributes, and the first recursions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, boards, hints_of_broken, nested
from blocky.colour import Colour
from blocky.kit.check.compare import told
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.language import say, say_count
from blocky.kit.trace import short

__all__ = ["attributes", "count_leaves", "deepest_level", "make_board"]


# -- the table of attributes -------------------------------------------------------------------

_COLUMNS = ("level", "position", "size", "colour", "number of children")

_ASK = {
    "level": "How many steps is the node below the top?",
    "position": "A position is (x, y) of the upper left corner, seen from that of the board.",
    "size": "Each size is half of the one above, rounded.",
    "colour": "Which blocks have a colour, and which child is where?",
    "number of children": "Is the block divided?",
}


def _rows() -> dict[Path, tuple[Any, ...]]:
    board = nested(list(EXAMPLE), 2, 750)
    return {block.path: (block.level, block.position, block.size, block.colour,
                         len(block.children)) for block in board.blocks()}


def _read(name: str, value: Any) -> Any:
    """Return what a student wrote in a column in the way the kit writes it."""
    if name == "colour" and isinstance(value, str):
        return next((colour for colour in Colour if colour.word == value.strip().lower()), value)
    return tuple(value) if isinstance(value, list) else value


def _why(name: str, path: Path, own: Any, true: Any) -> str:
    if name == "level":
        return say("The top is at level 0, its children at level 1, their children at level 2.")
    if name == "number of children":
        return say("A divided block has 4 children, a leaf has 0.")
    if name == "colour":
        return (say("A divided block has the colour None.") if true is None else
                say("A colour is its number: 0 blue, 1 red, 2 green, 3 yellow.")
                if own not in list(Colour) else
                say("The children are 0 upper right, 1 upper left, 2 lower left, 3 lower right."))
    if name == "size":
        return (say("Half of 375 is 187.5, and that is rounded to 188.") if own in (187, 187.5)
                else say("At level 0 it is 750, at level 1 it is 375, at level 2 it is 188."))
    if own == (true[1], true[0]):
        return say("x comes first and goes to the right; y goes down.")
    (x, y), size = true, _rows()[path][2]
    if own in ((x, 750 - size - y), (x, 750 - y), (x, 375 - size - y), (x, 375 - y)):
        return say("y goes down: the upper edge of the board has y = 0.")
    if path and own == tuple(a - b for a, b in zip(true, _rows()[path[:-1]][1], strict=True)):
        return say("It is seen from the corner of the whole board, not of the parent.")
    return say("With h the size of the children, child 0 lies at (x + h, y), child 1 at (x, y), "
               "child 2 at (x, y + h) and child 3 at (x + h, y + h).")


def _first_wrong(case: Case, got: Outcome) -> Hints | None:
    table, rows = got.value, _rows()
    if not isinstance(table, dict):
        return ("What does the function return?", "It returns a dictionary: path: row, ...",
                say("Return a dictionary from each path to its row, not {value}.",
                    value=short(table, 60)))
    for path in table:
        if not isinstance(path, tuple):
            return ("Look at the paths in your table.", say("{path!r} is no path.", path=path),
                    "A path is a tuple. One of a single number is written with a comma: (0,), "
                    "as (0) is the number 0.")
        if path not in rows:
            return ("There is a row too many.", "Which paths lead to a block of this board?",
                    say("There is no block at path {path}: only child 0 of the board is divided.",
                        path=path))
    for path, true in rows.items():
        if missing := [str(each) for each in rows if each not in table]:
            return ("How many nodes has the tree, and how many rows has your table?",
                    "The tree has 9 nodes.",
                    say_count("The node at the path {paths} is missing in your table.",
                              "{count} nodes are missing in your table, at the paths {paths}.",
                              len(missing), paths=", ".join(missing)))
        row = table[path]
        if not isinstance(row, (tuple, list)) or len(row) != len(_COLUMNS):
            return ("Look at the rows again: what belongs into each?",
                    say("A row has {count} items: {columns}.", count=len(_COLUMNS),
                        columns=", ".join(map(say, _COLUMNS))),
                    say("The row of the node at path {path} has not {count} items.", path=path,
                        count=len(_COLUMNS)))
        columns = sorted(zip(_COLUMNS, row, true, strict=True),
                         key=lambda each: each[0] == "position")  # it depends on the size
        for name, own, value in columns:
            own = _read(name, own)
            try:
                same = bool(own == value)
            except ValueError:
                same = False
            if not same:
                return (say("Look at the node at path {path} again.", path=path),
                        say("Look at the {name} of the node at path {path}. {ask}",
                            name=say(name), path=path, ask=say(_ASK[name])),
                        say("The {name} of the node at path {path} is not {own!r}. {why}",
                            name=say(name), path=path, own=own, why=_why(name, path, own, value)))
    return None


attributes = Task("attributes", None, lambda rng: [()], laws=[_first_wrong])


# -- a board made by hand ----------------------------------------------------------------------

_BOARD: Any = [3, [0, 2, 2, 1], 3, 2]
_SIZE = 100


def _made_board() -> Block:
    return nested(_BOARD, 2, _SIZE)


def _is_made(case: Case, got: Outcome) -> Hints | None:
    if got.value is None:
        return None
    if not isinstance(got.value, Block):
        return hints_of_broken(got.value)
    for name, value in (("level", 0), ("max_depth", 2), ("position", (0, 0)), ("size", _SIZE)):
        own = getattr(got.value, name, "missing")
        if _read(name, own) != value:
            return ("Look at the block at the top.", say("What is its {name}?", name=name),
                    say("The block at the top has the {name} {own}, but {value} is expected.",
                        name=name, own=own, value=value))
    broken = hints_of_broken(got.value)
    these, those = ([*map(_of_itself, board.blocks())] for board in (got.value, _made_board()))
    if broken and these != those and Counter(these) == Counter(those):
        return ("Each block lies where it should. What else says where a child is?",
                "The children stand in a fixed order, whatever their positions are.",
                "All blocks are right, but the children stand in another order in the list. The "
                "first is the one at the upper right; then come upper left, lower left, lower "
                "right.")
    if broken:
        return broken
    for right, own in zip(_made_board().blocks(), got.value.blocks(), strict=False):
        if right.colour != own.colour:
            return ("Compare your board with the one above.", "Which child is at the upper right?",
                    say("In the picture, the block at path {path} is {right}, but in your board it "
                        "is {own}. Child 0 is at the upper right, 1 at the upper left, 2 at the "
                        "lower left, 3 at the lower right.", path=right.path, right=_seen(right),
                        own=_seen(own)))
    return None


def _of_itself(block: Block) -> Any:
    """Return what a block is, wherever it stands in the tree."""
    return told([block.level, block.max_depth, block.position, block.size, block.colour])


def _seen(block: Block) -> str:
    return say("divided") if block.colour is None else Colour(block.colour).word


make_board = Task(
    "make_board", _made_board, lambda rng: [()], laws=[_is_made], kits=[Block.from_nested])


# -- the first recursions ----------------------------------------------------------------------

def _subtrees(rng: Random) -> Iterator[Case]:
    flat, deep = [0, 1, 2, 3], [0, [1, 1, 2, 0], 3, 1]
    yield from ((nested(tree, 5),) for tree in (
        2, flat, [flat, [deep, 1, 2, 0], 1, [0, 1, 2, flat]], list(EXAMPLE), [1, deep, flat, flat],
        [flat, flat, deep, 0], [flat, deep, flat, flat]))
    for board in boards(rng):
        yield (board,)
        yield from ((child,) for child in board.children[:1])


def _counted(block: Block) -> int:
    if not block.children:
        return 1
    count = 0
    for child in block.children:
        count += _counted(child)
    return count


count_leaves = Task(
    "count_leaves", lambda block: sum(1 for _ in block.leaves()), _subtrees,
    kits=[Block.leaves, Block.blocks], ways=[_counted],
    mistakes=[Mistake(lambda block: sum(1 for _ in block.blocks()), (
        "Which blocks of the tree count, and which does your function count?",
        "A divided block is no leaf. What does it count for, beside its children?",
        "The divided blocks are counted, too. A leaf counts 1; a divided block counts what its "
        "children count together, and nothing for itself."))],
)


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
    """See whether the result is that of one child alone, where all differ."""
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
    kits=[Block.leaves, Block.blocks], ways=[_deepest, _deepest_in_turn], laws=[_of_one_child],
    mistakes=[Mistake(lambda block: block.level + bool(block.children), (
        "How many levels does your function look at?",
        "A child may be divided itself: what is below it?",
        "Only the children are looked at. Call the function for each of them, and use what it "
        "returns."))],
)
