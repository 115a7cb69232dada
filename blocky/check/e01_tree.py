"""Exercise 01: a board as a tree, its attributes and invariants, and the first recursions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from blocky import draw
from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, boards, hints_of_broken, nested
from blocky.colour import Colour
from blocky.draw import Picture
from blocky.invariants import broken_invariants
from blocky.kit.check.run import Outcome
from blocky.kit.check.show import compared
from blocky.kit.check.task import Case, Hints, Mistake, Task
from blocky.kit.language import say

__all__ = ["attributes", "count_leaves", "deepest_level", "is_board", "make_board"]


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
                "Return a dictionary from each path to its row, and do not forget the return.")
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
        if path not in table:
            return ("How many nodes has the tree, and how many rows has your table?",
                    "The tree has 9 nodes.", say("The node at path {path} is missing.", path=path))
        row = table[path]
        if not isinstance(row, (tuple, list)) or len(row) != len(_COLUMNS):
            return ("Look at the rows again: what belongs into each?",
                    say("A row has {count} items: {columns}.", count=len(_COLUMNS),
                        columns=", ".join(map(say, _COLUMNS))),
                    say("The row of the node at path {path} has not {count} items.", path=path,
                        count=len(_COLUMNS)))
        for name, own, value in zip(_COLUMNS, row, true, strict=True):
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
    return hints_of_broken(got.value)


def _permuted(order: tuple[int, ...]) -> Mistake:
    tree = [[_BOARD[1][i] for i in order] if n == 1 else _BOARD[n] for n in order]
    return Mistake(lambda: nested(tree, 2, _SIZE), (
        "Compare your board with the one above.", "Which child is at the upper right?",
        "The children are in another order. Child 0 is at the upper right, 1 at the upper left, "
        "2 at the lower left, 3 at the lower right."))


make_board = Task(
    "make_board", _made_board, lambda rng: [()],
    laws=[_is_made],
    mistakes=[_permuted(order) for order in ((1, 0, 2, 3), (1, 0, 3, 2), (0, 3, 2, 1))],
    hints=("Compare your board with the one above.", "Which leaf has another colour there?",
           "All attributes fit together, but the colours are not those of the board above."),
)


# -- the first recursions ----------------------------------------------------------------------

def _subtrees(rng: Random) -> Iterator[Case]:
    flat, deep = [0, 1, 2, 3], [0, [1, 1, 2, 0], 3, 1]
    yield from ((nested(tree, 3),) for tree in (
        2, flat, list(EXAMPLE), [1, deep, flat, flat], [flat, flat, deep, 0],
        [flat, deep, flat, flat]))
    for board in boards(rng):
        yield (board,)
        yield from ((child,) for child in board.children[:1])


def _fold(leaf: Callable[[Block], int], join: Callable[[Block, list[int]], int]
          ) -> Callable[[Block], int]:
    """Return the recursion that has ``leaf`` for a leaf, and joins what the children return."""
    def answer(block: Block) -> int:
        if not block.children:
            return leaf(block)
        return join(block, [answer(child) for child in block.children])
    return answer


def _count(block: Block) -> int:
    return sum(1 for _ in block.leaves())


_LOST = ("What do the calls for the children return, and what becomes of it?",
         "Each call returns a number. The block above must do something with the four of them.",
         "The results of the calls for the children are lost: they are never used.")

_IN_THE_LOOP = ("How many of the four children does your function ask?",
                "A return ends the function, also in the middle of a loop.",
                "The return stands in the loop, so that only the first child is asked.")

_ONLY_CHILDREN = ("How many levels does your function look at?",
                  "A child may be divided itself: what is below it?",
                  "Only the children are looked at. Call the function for each of them.")

count_leaves = Task(
    "count_leaves", _count, _subtrees,
    mistakes=[
        Mistake(_fold(lambda leaf: 1, lambda block, counts: 1 + sum(counts)), (
            "Which blocks are counted? Go through the small case above.",
            "Is a divided block a leaf?",
            "All blocks are counted, also the divided ones. A divided block adds nothing of its "
            "own.")),
        Mistake(_fold(lambda leaf: 0, lambda block, counts: 1 + sum(counts)), (
            "Which blocks are counted?", "What does your function return for a single leaf?",
            "The divided blocks are counted, not the leaves.")),
        Mistake(_fold(lambda leaf: 0, lambda block, counts: sum(counts)), (
            "What does your function return for a single leaf?",
            "If every leaf returns 0, the sum of them all is 0.",
            "A leaf must return 1: that is the base case.")),
        Mistake(lambda block: len(block.children), _ONLY_CHILDREN),
        Mistake(lambda block: len(block.children) or 1, _ONLY_CHILDREN),
        Mistake(_fold(lambda leaf: 1, lambda block, counts: 0), _LOST),
        Mistake(lambda block: 1, (
            "How many of the four numbers that the children return are used?",
            "A return in the loop ends it after one child, and an = forgets what was before.",
            "Only one child is counted. The return stands in the loop, or there is an = in place "
            "of +=.")),
        Mistake(_fold(lambda leaf: int(leaf.level == leaf.max_depth),
                      lambda block, counts: sum(counts)), (
            "Which leaves are counted, and which are not?", "A leaf may lie at any level.",
            "Only unit cells are counted. A leaf is a block without children, at whatever "
            "level.")),
    ],
    hints=("Go through the small case above by hand: what does each call return?",
           "A leaf is one leaf. How many are in a divided block?",
           "A leaf returns 1, a divided block the sum of what its four children return."),
)


def _deepest(block: Block) -> int:
    return max(each.level for each in block.blocks())


deepest_level = Task(
    "deepest_level", _deepest, _subtrees,
    mistakes=[
        Mistake(lambda block: block.max_depth, (
            "Does every board have a block at max_depth?",
            "max_depth says how deep a block may lie. How deep does one lie?",
            "You return max_depth, but the tree may end above it. Look at the leaves.")),
        Mistake(lambda block: _deepest(block) - block.level, (
            "Try the function on a child of a board.", "From where are the levels counted?",
            "You count from the block that is handed in. The level counts from the top of the "
            "board; a leaf has it as block.level.")),
        Mistake(lambda block: _deepest(block) - block.level + 1, (
            "What should be returned for a single leaf?", "The top is at level 0.",
            "You count levels: a tree of one level has its deepest block at level 0.")),
        Mistake(_fold(lambda leaf: leaf.level, lambda block, levels: block.level), _LOST),
        Mistake(lambda block: block.level + bool(block.children), _ONLY_CHILDREN),
        Mistake(_fold(lambda leaf: leaf.level, lambda block, levels: levels[0]), _IN_THE_LOOP),
        Mistake(_fold(lambda leaf: leaf.level, lambda block, levels: levels[-1]), (
            "The four children return four levels. What becomes of the first three?",
            "An = in the loop forgets what was there before.",
            "Only the level of the last child is kept. Keep the largest: max(...).")),
        Mistake(_fold(lambda leaf: leaf.level, lambda block, levels: min(levels)), (
            "Of the four levels that the children return, which one counts?",
            "The deepest level is the largest number.",
            "You keep the smallest level; use max.")),
        Mistake(_fold(lambda leaf: leaf.level, lambda block, levels: sum(levels)), (
            "What does a block do with the four levels that its children return?",
            "Levels cannot be added: which of the four counts?",
            "You add the levels. Keep the largest of them: max(...).")),
        Mistake(_fold(lambda leaf: leaf.level, lambda block, levels: 1 + max(levels)), (
            "Is 1 added for each level?", "A leaf already returns how deep it lies.",
            "The levels are counted twice: each block adds 1 to a level that is counted from the "
            "top. Do not add anything.")),
    ],
    hints=("Go through the small case above by hand: what does each call return?",
           "A leaf knows its level. Of four levels, which one does a divided block return?",
           "A leaf returns block.level, a divided block the largest of what its four children "
           "return."),
)


# -- is it a board? ----------------------------------------------------------------------------

def _broken(tree: Any, max_depth: int, path: Path, what: str) -> Block:
    """Return a board in which one rule is broken: at a block, or at the one above it."""
    board = nested(tree, max_depth, 64)
    block = board.at(path)
    above = block.parent or block
    if what == "three":
        above.children.pop()
    elif what == "five":
        above.children.append(block.copy())
        above.children[4].parent = above
    elif what == "coloured":
        above.colour = Colour.RED
    elif what == "colourless":
        block.colour = None
    elif what == "level":
        block.level += 1
    elif what == "max_depth":
        block.max_depth += 1
    elif what == "parent":
        block.parent = None
    elif what == "size":
        block.size += 1
    elif what == "position":
        block.position = above.children[path[-1] - 1].position
    return board


_RULES = ("three", "five", "coloured", "colourless", "level", "max_depth", "parent", "size",
          "position")


def _is_board_cases(rng: Random) -> Iterator[Case]:
    flat, both = [0, 1, 2, 3], [[0, 1, 2, 3], 1, 2, [3, 2, 1, 0]]
    for tree, max_depth, size in ((2, 0, 64), (flat, 1, 64), (list(EXAMPLE), 3, 64),
                                  (list(EXAMPLE), 2, 750), (list(EXAMPLE), 2, 50), (2, 1, 50)):
        yield (nested(tree, max_depth, size),)
    yield (_broken(2, 0, (), "level"),)
    yield (_broken(2, 3, (), "colourless"),)
    for what in _RULES:
        if what != "colourless":
            yield (_broken(flat, 3, (rng.randrange(1, 4),), what),)
    for path in ((0, 1), (3, 2)):
        for what in rng.sample(_RULES, 4):
            yield (_broken(both, 4, path, what),)
    for board in list(boards(rng, 6))[5:]:
        yield (board,)
        leaf = rng.choice(list(board.leaves()))
        yield (_broken(board.to_nested(), 5, leaf.path, "parent"),)


def _right_is_board(block: Block) -> bool:
    return next(broken_invariants(block), None) is None


def _own_rules(block: Block, half: Callable[[float], float] = round) -> bool:
    """Tell whether the rules hold for a block and for its children, but look no deeper."""
    x, y, h = *block.position, half(block.size / 2)
    corners = ((x + h, y), (x, y), (x, y + h), (x + h, y + h))
    return (len(block.children) in (0, 4) and (block.colour is None) == bool(block.children)
            and block.level <= block.max_depth
            and all((child.level, child.max_depth, child.size, child.position)
                    == (block.level + 1, block.max_depth, h, corner) and child.parent is block
                    for child, corner in zip(block.children, corners, strict=False)))


def _checks(join: Callable[[Iterable[bool]], bool], own: Callable[[Block], bool] = _own_rules
            ) -> Callable[[Block], bool]:
    def answer(block: Block) -> bool:
        return own(block) and (not block.children
                               or join([answer(child) for child in block.children]))
    return answer


def _unseen_rule(case: Case, got: Outcome) -> Hints | None:
    error = next(broken_invariants(case[0]), None)
    if got.value is None:
        return None
    if got.returned not in (True, False):
        return ("What kind of value does your function return?", "The answer is yes or no.",
                "Return True or False.")
    if error is None or not got.returned or any(child.children for child in case[0].children):
        return None  # what is wrong further down, a call must find
    return ("This is no board: one of the rules is broken. Which one?",
            say("Look at the block at path {path}, and at each of its attributes.",
                path=error.path),
            say("{error} Your function does not see this.", error=error))


def _shown_tree(args: Case, expected: Outcome, got: Outcome) -> Picture:
    if sum(1 for _ in args[0].blocks()) > 25:
        picture = compared(args, expected, got)
        assert picture is not None
        return picture
    return draw.tree(args[0], letters=True,
                     attributes=("level", "max_depth", "position", "size", "colour"))


_BOARD_HALF = ("This is a board. Which of your rules says no?",
               "Which sizes have the blocks in it? Work them out by hand.",
               "Sizes are rounded: a child's size is round(size / 2), neither size / 2 nor "
               "size // 2.")

is_board = Task(
    "is_board", _right_is_board, _is_board_cases,
    laws=[_unseen_rule],
    mistakes=[
        Mistake(_own_rules, (
            "How deep does your function look?",
            "The rules hold for every block, also for children of children.",
            "Only the top and its children are looked at. Call the function for each child, and "
            "use what it returns.")),
        Mistake(_checks(lambda found: next(iter(found))), _IN_THE_LOOP),
        Mistake(_checks(all, lambda block: _own_rules(block, lambda half: half)), _BOARD_HALF),
        Mistake(_checks(all, lambda block: _own_rules(block, int)), _BOARD_HALF),
        Mistake(_checks(all, lambda block: _own_rules(block, lambda half: int(half + 0.5))), (
            "This is a board. Which of your rules says no?",
            "Which sizes have the blocks in it? Compare them with Python's round.",
            "Python rounds a half to the even number: round(12.5) is 12. Use round(size / 2).")),
        Mistake(_checks(all, lambda block: _own_rules(block) and (
            bool(block.children) or block.level == block.max_depth)), (
            "This is a board. Which of your rules says no?", "At which level may a leaf lie?",
            "A leaf need not lie at max_depth: level <= max_depth is enough.")),
        Mistake(lambda block: False, (
            "This is a board. Which of your rules says no?",
            "Is there a way through your function that returns True?",
            "Your function always returns False. A leaf that keeps the rules must return True.")),
    ],
    show=_shown_tree,
    hints=("Go through the rules for the case above by hand. Which one decides it?",
           "When your function says False, which rule said so? When it says True, is each block "
           "asked?",
           "A block is a board if the rules hold for it and its children, and if each child is a "
           "board as well: all of the four."),
)
