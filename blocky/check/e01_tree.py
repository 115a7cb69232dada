"""Exercise 01: a board as a tree, its attributes, and the first recursive functions."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.block import Block, Path
from blocky.check.boards import EXAMPLE, boards, hints_of_broken, nested
from blocky.colour import Colour
from blocky.kit.check.task import Case, Cases, Hints, Mistake, Outcome, Task, told, written
from blocky.kit.language import say

__all__ = ["attributes", "count_leaves", "deepest_level", "make_board"]


# -- the table of attributes -------------------------------------------------------------------

#: The columns of the table, and their meaning.
_COLUMNS = {
    "level": "The top block is at level 0, its children are at level 1, and their children are at "
             "level 2.",
    "position": "A position (x, y) is measured from the upper left corner of the whole board: x "
                "goes right, and y goes down.",
    "size": "The size is 750 at level 0 and 375 at level 1. Half of 375 is 187.5, which is rounded "
            "to 188.",
    "colour": "A leaf has a colour number: 0 blue, 1 red, 2 green, 3 yellow.",
    "number of children": "A divided block has 4 children, and a leaf has 0.",
}

#: A row of the table, with an item for each of the _COLUMNS.
_Row = tuple[Any, ...]


def _right_table() -> dict[Path, _Row]:
    """Return the right row of each node, by its path."""
    board = nested(EXAMPLE, 2, 750)
    return {block.path: (block.level, block.position, block.size, block.colour,
                         len(block.children)) for block in board.blocks()}


def _has_a_row_for_each_node(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result isn't a dictionary whose keys are the paths of the nodes."""
    table: Any = got.value
    first = "How many nodes does the tree have? How many rows does your table have?"
    second = "Return a dictionary that maps each path to its row. The tree has 9 nodes."
    if not isinstance(table, dict):
        return first, second, say("Return a dictionary, not {table}.", table=written(table))
    missing = sorted(_right_table().keys() - table.keys())
    if missing:
        return (first, second,
                say("These paths have no row: {paths}. A path with one number needs a comma, such "
                    "as (0,), because (0) is the number 0.",
                    paths=", ".join(map(str, missing))))
    unknown = sorted(map(str, table.keys() - _right_table().keys()))
    if unknown:
        return (first, second,
                say("The tree has no nodes with these paths: {paths}. Remove their rows.",
                    paths=", ".join(unknown)))
    return None


def _has_five_items_in_a_row(case: Case, got: Outcome) -> Hints | None:
    """Return hints if a row hasn't as many items as there are columns."""
    table: Any = got.value
    columns = ", ".join(map(say, _COLUMNS))
    for path in _right_table():
        if len(table[path]) != len(_COLUMNS):
            return ("Look at your rows again. What belongs in each row?",
                    say("A row has {count} items: {columns}.", count=len(_COLUMNS),
                        columns=columns),
                    say("The row of the node at path {path} has {own} items. It needs {count}: "
                        "{columns}.", path=path, own=len(table[path]), count=len(_COLUMNS),
                        columns=columns))
    return None


def _has_the_right_items(case: Case, got: Outcome) -> Hints | None:
    """Return hints about the first wrong item.

    Positions are looked at last, as a wrong size explains a wrong position.
    """
    table: Any = got.value
    for path, right_row in _right_table().items():
        right = dict(zip(_COLUMNS, right_row, strict=True))
        own = dict(zip(_COLUMNS, table[path], strict=True))
        for name in ("level", "size", "colour", "number of children", "position"):
            if _as_written_here(name, own[name]) != right[name]:
                return (say("Look again at the node at path {path}.", path=path),
                        say("Check the {name} of the node at path {path}.", name=say(name),
                            path=path),
                        say("The {name} of the node at path {path} isn't {own!r}. {why}",
                            own=own[name], name=say(name), path=path,
                            why=_why(name, own[name], path)))
    return None


def _as_written_here(name: str, value: Any) -> Any:
    """Return an item of a student's table in the form that ``_right_table`` has.

    A list becomes a tuple; in the column "colour", a colour's word becomes a Colour. ``name`` is
    the name of the column.
    """
    if isinstance(value, list):
        return tuple(value)
    if name == "colour" and isinstance(value, str):
        by_word = {colour.word: colour for colour in Colour}
        return by_word.get(value.strip().lower(), value)
    return value


def _why_not_rounded(own: Any, path: Path) -> str:
    """Return a sentence on a wrong position ``own`` that is at most 1 pixel off on each axis.

    Return "" for any other position.
    """
    board = nested(EXAMPLE, 2, 750)
    right = board.at(path).position
    if not isinstance(own, (tuple, list)) or len(own) != 2:
        return ""
    axes = list(zip("xy", own, right, strict=True))
    if any(abs(own_value - right_value) > 1 for _, own_value, right_value in axes):
        return ""
    axis = next(name for name, own_value, right_value in axes if own_value != right_value)
    size = board.at(path[:-1]).size  # of the parent
    return say("For {axis}, add round({size} / 2) = {half} to the {axis} of its parent, even if "
               "the block then reaches 1 pixel over the edge.", axis=axis, size=size,
               half=round(size / 2))


def _why(name: str, own: Any, path: Path) -> str:
    """Return the sentence that explains why the item ``own`` is wrong.

    ``name`` is the name of its column, and ``path`` the path of the node in its row.
    """
    if name == "position":
        return _why_not_rounded(own, path) or say(_COLUMNS[name])
    if name != "colour":
        return say(_COLUMNS[name])
    board = nested(EXAMPLE, 2)
    right_colour = board.at(path).colour
    if right_colour is None:
        return say("A divided block has the colour None.")
    if right_colour == Colour.BLUE and own is None:
        return say("Blue is the number 0. The operator “or” treats 0 as False, so (node.colour or "
                   "None) gives None for a blue leaf.")
    return say("{numbers} Child 0 is upper right, 1 upper left, 2 lower left, 3 lower right.",
               numbers=say(_COLUMNS[name]))


attributes = Task(
    "attributes", None, lambda rng: [()],
    laws=[_has_a_row_for_each_node, _has_five_items_in_a_row, _has_the_right_items])


# -- a board made by hand ----------------------------------------------------------------------

def _made_board() -> Block:
    return nested([3, [0, 2, 2, 1], 3, 2], 2, 100)


def _lists_children_in_order(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the blocks have the right attributes, but are in a wrong order."""
    if not isinstance(got.value, Block):
        return None
    own = list(_attributes_of_blocks(got.value))
    right = list(_attributes_of_blocks(_made_board()))
    if own == right or Counter(own) != Counter(right):
        return None
    return ("Every position is right. What else tells you where a child is?",
            "The list of children always has the same order. It doesn't depend on the positions.",
            "The blocks are right, but one list of children is in the wrong order. The order is: "
            "upper right, upper left, lower left, lower right.")


def _attributes_of_blocks(board: Block) -> Iterator[Any]:
    """Yield the attributes of each block, apart from its children and its parent."""
    for block in board.blocks():
        yield told([block.level, block.max_depth, block.position, block.size, block.colour])


def _has_the_right_size(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the top block hasn't the size that the task asks for."""
    size = getattr(got.value, "size", None)
    right_size = _made_board().size
    if not isinstance(got.value, Block) or size == right_size:
        return None
    return ("Look at the top block. What are its position and its size?",
            "A new block has size 0 until you set its size.",
            say("The top block has the size {own}, but the board should have the size {right}. Set "
                "the size of the top block, too.", own=size, right=right_size))


def _breaks_no_invariant(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result is a tree with a broken invariant."""
    if not isinstance(got.value, Block):
        return None
    return hints_of_broken(got.value)


make_board = Task("make_board", _made_board, lambda rng: [()], kits=[Block.from_nested],
                  laws=[_has_the_right_size, _lists_children_in_order, _breaks_no_invariant])


# -- the first recursive functions -------------------------------------------------------------

def _subtrees(rng: Random) -> Cases:
    """Yield boards, and blocks that are part of a larger board.

    In four of the boards, only one child is divided: each time another one.
    """
    flat = [0, 1, 2, 3]
    deep = [0, [1, 1, 2, 0], 3, 1]
    for tree in (2, flat, [flat, [deep, 1, 2, 0], 1, [0, 1, 2, flat]], EXAMPLE,
                 [1, deep, flat, flat], [flat, flat, deep, 0], [flat, deep, flat, flat]):
        yield nested(tree, 5)
    for tree in ([deep, 1, 2, 3], [0, deep, 2, 3], [0, 1, deep, 3], [0, 1, 2, deep]):
        yield nested(tree, 5)
    for board in boards(rng):
        yield board
        yield from board.children[:1]


def _leaves_counted(block: Block) -> int:
    """Return the number of leaves, counted by recursion."""
    if not block.children:
        return 1
    count = 0
    for child in block.children:
        count += _leaves_counted(child)
    return count


def _nodes_counted(block: Block) -> int:
    """A typical mistake: count the divided blocks as well."""
    count = 1
    for child in block.children:
        count += _nodes_counted(child)
    return count


def _different_leaves_counted(block: Block) -> int:
    """A typical mistake: count leaves that are equal only once."""
    different: list[Block] = []
    for leaf in block.leaves():
        if leaf not in different:
            different.append(leaf)
    return len(different)


def _colours_counted(block: Block) -> int:
    """Count each colour once, a typical mistake."""
    return len({leaf.colour for leaf in block.leaves()})


count_leaves = Task(
    "count_leaves", lambda block: sum(1 for _ in block.leaves()), _subtrees,
    kits=[Block.leaves, Block.blocks], ways=[_leaves_counted],
    mistakes=[Mistake(_nodes_counted, (
        "Which blocks should count? Which blocks does your function count?",
        "A divided block isn't a leaf. Should it count too, or only the leaves below it?",
        "Your function counts divided blocks too. A leaf counts as 1. For a divided block, add up "
        "the counts of its children, and don't add 1 for the block itself.")),
        Mistake(_different_leaves_counted, (
            "How does your function count two leaves with the same level and the same colour?",
            "Two leaves with the same level and colour are equal, but they're still two leaves.",
            "Two leaves with the same level and colour are equal (==), so your function counts "
            "them as one. Count every leaf: don't test whether an equal leaf is already there.")),
        Mistake(_colours_counted, (
            "How does your function count two leaves with the same colour?",
            "Two leaves with the same colour are still two leaves.",
            "Your function counts each colour only once, so two leaves with the same colour count "
            "as one. Count every leaf, whatever its colour is."))])


def _deepest(block: Block) -> int:
    """Return the deepest level of the leaves of a block."""
    if not block.children:
        return block.level
    deepest = 0
    for child in block.children:
        deepest = max(deepest, _deepest(child))
    return deepest


def _deepest_in_turn(block: Block) -> int:
    """Return the deepest level of the leaves; compares with if in place of max."""
    deepest = block.level
    for child in block.children:
        below = _deepest_in_turn(child)
        if below > deepest:
            deepest = below
    return deepest


def _below_the_first_divided(block: Block) -> int:
    """A typical mistake: go down only into the first divided child of each block."""
    for child in block.children:
        if child.children:
            return _below_the_first_divided(child)
    return block.level + 1 if block.children else block.level


def _below_the_last_divided(block: Block) -> int:
    """A typical mistake: go down only into the last divided child of each block."""
    for child in reversed(block.children):
        if child.children:
            return _below_the_last_divided(child)
    return block.level + 1 if block.children else block.level


def _below_the_first_child(block: Block) -> int:
    """A typical mistake: go down only into child 0 of each block."""
    return _below_the_first_child(block.children[0]) if block.children else block.level


def _below_the_last_child(block: Block) -> int:
    """A typical mistake: go down only into child 3 of each block."""
    return _below_the_last_child(block.children[-1]) if block.children else block.level


#: The first two hints for an answer that follows only one child of each block.
_ONE_CHILD = ("Which blocks does your function never look at?",
              "The deepest leaf can be in any of the four children.")

deepest_level = Task(
    "deepest_level", lambda block: max(each.level for each in block.blocks()), _subtrees,
    kits=[Block.leaves, Block.blocks], ways=[_deepest, _deepest_in_turn],
    mistakes=[
        Mistake(_below_the_first_divided, (
            *_ONE_CHILD,
            "Your function goes down only into the first divided child, but the deepest leaf may "
            "be in another child. Take the max of the results for all four children.")),
        Mistake(_below_the_last_divided, (
            *_ONE_CHILD,
            "Your function goes down only into the last divided child, but the deepest leaf may be "
            "in another child. Take the max of the results for all four children.")),
        Mistake(_below_the_first_child, (
            *_ONE_CHILD,
            "Your function goes down only into child 0, but the deepest leaf may be in another "
            "child. Take the max of the results for all four children.")),
        Mistake(_below_the_last_child, (
            *_ONE_CHILD,
            "Your function goes down only into child 3, but the deepest leaf may be in another "
            "child. Take the max of the results for all four children."))])
