"""The boards that checks try answers on, and what they say of trees that are no boards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from types import NoneType
from typing import Any

from matplotlib.axes import Axes

from blocky import draw
from blocky.block import MAX_DEPTH, Block, random_init
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.invariants import Broken, InvariantError, broken_invariants
from blocky.kit.calls import short
from blocky.kit.check.compare import tell, unlike, write
from blocky.kit.check.message import compared
from blocky.kit.check.task import Case, Hints, Outcome, Shown, told
from blocky.kit.draw.values import draw_value
from blocky.kit.hints.observation import Trait, features
from blocky.kit.language import say

__all__ = ["EXAMPLE", "TWO_LEVELS", "Drawn", "Verdict", "boards", "change", "hints_of_broken",
           "nested", "tree_if_alike", "tree_of_places"]

#: The reference board of the rules: nine nodes, max_depth 2; and one that is a level deeper.
EXAMPLE = ([0, 1, 1, 3], 2, 1, 3)
TWO_LEVELS = [0, [1, 2, 3, 0], 2, [2, [0, 1, 2, 3], 1, 0]]


@dataclass(frozen=True)
class Verdict:
    """What a check says in place of an answer's value."""

    sentence: str

    def __repr__(self) -> str:
        return self.sentence


def nested(tree: object, max_depth: int, size: int = 0) -> Block:
    """Return the board that nested lists describe, of ``size`` pixels if given."""
    return Block.from_nested(tree, max_depth, size or 16 * 2**max_depth)


def boards(rng: Random, count: int = 8, max_depth: int = 4) -> Iterator[Block]:
    """Yield boards: a leaf, small examples, then ``count`` random ones of growing depth."""
    yield nested(rng.randrange(4), 0)
    yield nested([0, 1, 2, 3], 1)
    yield nested(rng.randrange(4), 2)
    yield nested(EXAMPLE, 2)
    yield nested([1, [2, 0, 3, 3], [0, 1, 2, 0], 1], 3)
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


def tree_of_places(args: Case, expected: Outcome, got: Outcome) -> Shown:
    """Draw the changed tree with its places; nodes that are wrong are marked."""
    right, own = expected.arguments[0], got.arguments[0]
    wrong = [block.path[len(right.path):] for block in right.blocks()
             if (told(block.position), block.size) != (told(own.at(block.path).position),
                                                      own.at(block.path).size)]
    if sum(1 for _ in own.leaves()) > 20:
        return compared(args, expected, got)
    return draw.tree(own, attributes=("position", "size"), broken=wrong)


def tree_if_alike(args: Case, expected: Outcome, got: Outcome) -> Shown:
    """Draw both changed boards, or the places in one if the boards look alike."""
    alike = expected.arguments[0] == got.arguments[0]
    return (tree_of_places if alike else compared)(args, expected, got)


# -- trees that are no boards ------------------------------------------------------------------

#: A hint for each kind of broken invariant.
_WHY = {
    Broken.TWICE: "One block can't be in two places. Make a new block for each child.",
    Broken.CHILDREN: "A leaf has no children, and a divided block has exactly four. New children "
                     "replace the old ones.",
    Broken.COLOURED: "A divided block has the colour None. Only leaves have a colour.",
    Broken.TOO_DEEP: "Never divide a block at max_depth, even if the random number is small "
                     "enough.",
    Broken.PARENT: "Set child.parent = block for each child. A new block or a copy has no parent "
                   "yet.",
    Broken.MAX_DEPTH: "All blocks of a board have the same max_depth. Pass it on unchanged.",
    Broken.LEVEL: "A child's level is its parent's level plus 1.",
}


def hints_of_broken(tree: Any, places: bool = True) -> Hints:
    """Return hints about the first broken invariant of anything; () if none is."""
    if not isinstance(tree, Block):
        return ("What does your function return?", "It should return a block of the tree.",
                say("Return a Block, not {tree}.", tree=short(tree)))
    error = next(broken_invariants(tree, places=False), None)
    if places and not error:
        error = next(broken_invariants(_whole(tree)), None)
    if error is None:
        return ()
    return ("The tree breaks an invariant from lesson 01.",
            say("Check each attribute of the block at path {path}.",
                path=error.path), f"{error} {_why(tree, error)}".strip())


def _why(tree: Block, error: InvariantError) -> str:
    if error.kind is Broken.PARENT and isinstance(tree.at(error.path).parent, Block):
        return say("Its parent is another block. Set child.parent = block for every child of the "
                   "block at path {path}, even for a child that came from another block.",
                   path=error.path[:-1])
    return say(_WHY.get(error.kind, ""))


def _whole(tree: Block) -> Block:
    """Return a copy with int sizes for 25.0, and tuples for lists."""
    twin = tree.copy()
    for block in twin.blocks():
        block.position = tuple(block.position)  # type: ignore[assignment]
        if block.size == round(block.size):
            block.size = round(block.size)
    return twin


# -- what a check tells of a board and of a goal -----------------------------------------------

#: No board in a check has more nodes: a larger tree contains itself.
MOST_NODES = 3000

_ATTRIBUTES = ("level", "max_depth", "position", "size", "colour", "highlighted")


tell.register(Block, lambda board: ("a tree", *_nodes(board)))


def _nodes(top: Block) -> Iterator[Any]:
    """Yield all attributes of each node, and whether its parent is the node above."""
    above = getattr(top, "parent", None)
    waiting: list[tuple[tuple[int, ...], Any, Any]] = [((), top, above)]
    for _ in range(MOST_NODES):
        if not waiting:
            return
        path, block, above = waiting.pop()
        if len(path) > 2 * MAX_DEPTH:
            break
        if not isinstance(block, Block):
            yield path, "no block", short(block)
            continue
        children = getattr(block, "children", None)
        children = list(children) if isinstance(children, (list, tuple)) else []
        seen = [_attribute(getattr(block, name, "missing")) for name in _ATTRIBUTES]
        yield path, *seen, len(children), getattr(block, "parent", "missing") is above
        waiting += [((*path, number), child, block) for number, child in enumerate(children)]
    yield "and so on for ever"


@unlike.register
def _(right: Block, own: Any) -> str:
    for one, other in zip(_nodes(right), _nodes(own), strict=False):
        if one[:-1] != other[:-1]:
            return next((say("The {name} of block {path} is {own}, but it should be {right}.",
                             name=name, path=one[0], own=got, right=expected)
                         for name, expected, got in zip(_ATTRIBUTES, one[1:], other[1:],
                                                        strict=False) if expected != got), "")
        if one != other:
            return say("The parent of block {path} isn't the block above it.", path=one[0])
    return ""


def _attribute(value: Any) -> Any:
    """Return an attribute without following blocks in it, which could be endless."""
    if isinstance(value, (int, NoneType)):
        return value
    parts = value if isinstance(value, (list, tuple)) else [value]
    return "blocks" if any(isinstance(each, Block) for each in parts) else tell(value)


@features.register
def _(board: Block) -> Iterator[Trait]:
    yield (not board.children, "Your answer is right only for blocks that aren't divided.",
           "Your answer is wrong only for blocks that aren't divided.")
    yield (any(child.children for child in board.children),
           "Your answer is right only for blocks with a divided child.",
           "Your answer is wrong only for blocks with a divided child.")


@write.register
def _(board: Block) -> str:
    nested = short(board.to_nested(), 70)
    if board.level:
        return say("<block {nested} at level {level}, max_depth={max_depth}>", level=board.level,
                   nested=nested, max_depth=board.max_depth)
    return say("<board {nested}, max_depth={max_depth}>", nested=nested, max_depth=board.max_depth)


write.register(Goal, lambda goal: f"{type(goal).__name__}({Colour(goal.colour)!r})")
