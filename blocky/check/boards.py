"""The boards that checks try answers on, and the hints for trees that aren't boards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from types import NoneType
from typing import Any, NamedTuple

from matplotlib.axes import Axes

from blocky import draw
from blocky.block import MAX_DEPTH, Block, random_init
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.invariants import Broken, InvariantError, broken_invariants
from blocky.kit.calls import short
from blocky.kit.check.compare import tell, unlike, write
from blocky.kit.check.message import compared
from blocky.kit.check.task import Case, CasePicture, Hints, Outcome, told
from blocky.kit.draw.values import draw_value
from blocky.kit.hints.observation import Trait, features
from blocky.kit.language import say

__all__ = ["EXAMPLE", "TWO_LEVELS", "Drawn", "InWords", "boards", "change", "hints_of_broken",
           "nested", "random_boards", "small_tree", "tree_if_alike", "tree_of_places"]

#: The nine-node board of the exercises, with max_depth 2, as nested lists.
EXAMPLE = ([0, 1, 1, 3], 2, 1, 3)

#: A board that has blocks down to level 3, as nested lists.
TWO_LEVELS = [0, [1, 2, 3, 0], 2, [2, [0, 1, 2, 3], 1, 0]]


@dataclass(frozen=True)
class InWords:
    """A sentence that a check compares and shows in place of a value, mostly of a wrong one."""

    sentence: str

    def __repr__(self) -> str:
        return self.sentence


def nested(tree: object, max_depth: int, size: int = 0) -> Block:
    """Return the board that nested lists describe; without ``size``, a unit cell has 16 pixels."""
    return Block.from_nested(tree, max_depth, size or 16 * 2**max_depth)


def boards(rng: Random, count: int = 8, max_depth: int = 4) -> Iterator[Block]:
    """Yield five small boards, a leaf first, then ``count`` random ones."""
    yield nested(rng.randrange(4), 0)
    yield nested([0, 1, 2, 3], 1)
    yield nested(rng.randrange(4), 2)
    yield nested(EXAMPLE, 2)
    yield nested([1, [2, 0, 3, 3], [0, 1, 2, 0], 1], 3)
    yield from random_boards(rng, count, max_depth)


def random_boards(rng: Random, count: int = 8, max_depth: int = 4) -> Iterator[Block]:
    """Yield ``count`` random boards whose max_depth grows from 2 to ``max_depth``."""
    for number in range(count):
        depth = 2 + number * (max_depth - 1) // count
        board = random_init(0, depth, rng)
        board.update_block_locations((0, 0), 16 * 2**depth)
        yield board


def change(answer: Any, *args: Any) -> None:
    """Call an answer that changes a board, and ignore what it returns."""
    answer(*args)


# -- pictures ------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Drawn:
    """A drawing to show beside others: it draws on axes and returns its alt text."""

    draw: Callable[[Axes], str]


draw_value.register(Drawn, lambda drawn, ax, **looks: drawn.draw(ax))


def tree_of_places(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw the changed tree with positions and sizes, and mark the blocks where these are wrong."""
    right, *_ = expected.arguments
    own, *_ = got.arguments
    wrong = []
    for block in right.blocks():
        path = block.path[len(right.path):]  # from the top of the tree, which may be in a board
        own_block = own.at(path)
        if told(own_block.position) != told(block.position) or own_block.size != block.size:
            wrong.append(path)
    return small_tree(own, args, expected, got, attributes=("position", "size"), broken=wrong)


#: The most blocks of a tree that is drawn with its attributes.
_MOST_DRAWN = 25


def small_tree(tree: Block, args: Case, expected: Outcome, got: Outcome, **looks: Any
               ) -> CasePicture:
    """Draw ``tree`` with ``draw.tree``, to which ``looks`` are passed.

    If it has too many blocks, draw the boards of ``args``, ``expected`` and ``got`` side by side.
    """
    count = sum(1 for _ in tree.blocks())
    if count > _MOST_DRAWN:
        return compared(args, expected, got)
    return draw.tree(tree, **looks)


def tree_if_alike(args: Case, expected: Outcome, got: Outcome) -> CasePicture:
    """Draw both changed boards; if they look alike, draw the positions and sizes instead."""
    right, *_ = expected.arguments
    own, *_ = got.arguments
    look_alike = right == own  # positions and sizes aren't compared
    if look_alike:
        return tree_of_places(args, expected, got)
    return compared(args, expected, got)


# -- trees that aren't boards ------------------------------------------------------------------

#: What to do about a broken invariant; for the other kinds, the error says enough.
_REMEDIES = {
    Broken.TWICE: "One block can't be in two places: make a new block for each child.",
    Broken.CHILDREN: "A divided block has exactly four children. If you give it new children, "
                     "remove the old ones.",
    Broken.COLOURED: "A divided block has the colour None.",
    Broken.TOO_DEEP: "Never divide a block at max_depth.",
    Broken.PARENT: "Set child.parent = block for each child.",
    Broken.MAX_DEPTH: "All blocks of a board have the same max_depth.",
    Broken.LEVEL: "A child's level is its parent's level plus 1.",
}


def hints_of_broken(tree: Any, places: bool = True) -> Hints:
    """Return hints about the first broken invariant of a tree; () if none is broken.

    Positions and sizes are checked only if ``places`` is true, and last.
    """
    if not isinstance(tree, Block):
        return ("What does your function return?",
                "It should return a block of the tree.",
                say("Return a Block, not {tree}.", tree=short(tree)))
    error = next(broken_invariants(tree, places=False), None)
    if error is None and places:
        error = next(broken_invariants(_with_plain_places(tree)), None)
    if error is None:
        return ()
    remedy = say(_REMEDIES.get(error.kind, ""))
    return ("The tree breaks an invariant from lesson 01.",
            say("Check each attribute of the block at path {path}.", path=error.path),
            f"{_sentence_on(error)} {remedy}".strip())


def _sentence_on(error: InvariantError) -> str:
    """Return the sentence that says which block breaks an invariant, and how."""
    if error.path:
        return say("The block at path {path} is wrong: {problem}.", path=error.path,
                   problem=error.problem)
    return say("The top block of your tree is wrong: {problem}.", problem=error.problem)


def _with_plain_places(tree: Block) -> Block:
    """Return a copy in which a size such as 25.0 is an int, and each position is a tuple.

    A float or a list with the right numbers breaks no invariant.
    """
    twin = tree.copy()
    for block in twin.blocks():
        block.position = tuple(block.position)  # type: ignore[assignment]
        if block.size == round(block.size):
            block.size = round(block.size)
    return twin


# -- how a check compares and writes a board and a goal ----------------------------------------

#: No board in a check has more nodes: a larger tree contains itself.
MOST_NODES = 3000

#: The attributes of a node that are compared, besides its children and its parent.
_ATTRIBUTES = ("level", "max_depth", "position", "size", "colour", "highlighted")


class _Node(NamedTuple):
    """What is compared of a node of a tree.

    ``values`` are in the order of ``_ATTRIBUTES``, and ``children`` is how many there are.
    """

    path: tuple[int, ...]
    values: tuple[Any, ...]
    children: int
    has_its_parent: bool


class _Waiting(NamedTuple):
    """A node that is still to be looked at, and the parent that it should have."""

    path: tuple[int, ...]
    block: Any
    right_parent: Any


tell.register(Block, lambda board: ("a tree", *_nodes(board)))


def _nodes(top: Block) -> Iterator[Any]:
    """Yield a ``_Node`` for each block of a tree, each before its children.

    A student's code may have made anything of the tree. For a child that isn't a block, yield a
    tuple that describes it. A tree that seems to be endless ends with a string.
    """
    waiting = [_Waiting((), top, getattr(top, "parent", None))]  # the next one is at the end
    for _ in range(MOST_NODES):
        if not waiting:
            return
        path, block, right_parent = waiting.pop()
        is_endless = len(path) > 2 * MAX_DEPTH
        if is_endless:
            break
        if not isinstance(block, Block):
            yield path, "no block", short(block)
            continue
        children = getattr(block, "children", None)
        children = list(children) if isinstance(children, (list, tuple)) else []
        values = tuple(_attribute(getattr(block, name, "missing")) for name in _ATTRIBUTES)
        has_its_parent = getattr(block, "parent", "missing") is right_parent
        yield _Node(path, values, len(children), has_its_parent)
        below = [_Waiting((*path, number), child, right_parent=block)
                 for number, child in enumerate(children)]
        waiting += reversed(below)  # child 0 comes next
    yield "and so on for ever"


@unlike.register
def _(right: Block, own: Any) -> str:
    """Return a sentence on the first attribute or parent that differs in two trees.

    Return "" if the shapes of the trees differ before that, or if nothing differs.
    """
    for expected, got in zip(_nodes(right), _nodes(own), strict=False):
        if expected == got:
            continue
        if not isinstance(expected, _Node) or not isinstance(got, _Node):  # see ``_nodes``
            return ""
        for name, right_value, own_value in zip(_ATTRIBUTES, expected.values, got.values,
                                                strict=True):
            if right_value != own_value:
                return say("The {name} of block {path} is {own}, but it should be {right}.",
                           name=name, path=expected.path, own=own_value, right=right_value)
        if expected.has_its_parent != got.has_its_parent:
            return say("The parent of block {path} isn't the block above it.", path=expected.path)
        return ""  # only the number of children differs, so it's another shape
    return ""


def _attribute(value: Any) -> Any:
    """Return the value of an attribute in a form to compare.

    A block, or a list with blocks, becomes just "blocks": its own attributes may lead to further
    blocks without end.
    """
    if isinstance(value, (int, NoneType)):
        return value
    parts = value if isinstance(value, (list, tuple)) else [value]
    if any(isinstance(each, Block) for each in parts):
        return "blocks"
    return tell(value)


@features.register
def _(board: Block) -> Iterator[Trait]:
    """Yield two traits: whether a board is a leaf, and whether a child of it is divided.

    Each comes with the sentences on an answer that is right, or wrong, only for such boards.
    """
    is_a_leaf = not board.children
    yield (is_a_leaf, "Your answer is right only for blocks that aren't divided.",
           "Your answer is wrong only for blocks that aren't divided.")
    has_a_divided_child = any(child.children for child in board.children)
    yield (has_a_divided_child,
           "Your answer is right only for blocks with a divided child.",
           "Your answer is wrong only for blocks with a divided child.")


@write.register
def _(board: Block) -> str:
    """Return a board as it is written in messages; for a block below the top, with its level."""
    nested = short(board.to_nested(), 70)
    if board.level:
        return say("<block {nested} at level {level}, max_depth={max_depth}>", level=board.level,
                   nested=nested, max_depth=board.max_depth)
    return say("<board {nested}, max_depth={max_depth}>", nested=nested, max_depth=board.max_depth)


write.register(Goal, lambda goal: f"{type(goal).__name__}({Colour(goal.colour)!r})")
