"""The record of a tree while a recursion runs: its blocks at each step.

A recursion may change its tree, so the tree of an earlier step must be kept. At each step the
record looks at the block whose call has just run its code and at everything below it, and keeps
what is new: so the whole costs about a few walks over the tree for each of its levels. A change
elsewhere in the tree is seen when a call above is left.
"""

from typing import Any, NamedTuple

import numpy as np

from blocky.block import MAX_DEPTH, Block, Path
from blocky.colour import Colour
from blocky.kit.language import say
from blocky.kit.widgets.subjects import KeptValue, kept

__all__ = ["BlockSeen", "BlockShown", "TreeRecord", "colour_number"]

#: The length of the longest path: a tree that contains itself has no end.
DEEPEST = MAX_DEPTH + 2


class BlockShown(KeptValue):
    """Stands for a block in a record: its identity, and its path at that time.

    The path is None for a block that isn't in the tree, such as a new one.
    """

    def __init__(self, block: Block, path: Path | None) -> None:
        if path is None:
            text, brief = _description(block)
        elif path == ():
            text = brief = say("whole board") if block.level == 0 else say("top block")
        else:
            text = say("block {path}", path=path)
            brief = str(path)
        super().__init__(text, brief, distinguishes=path is not None)
        self.identity = id(block)
        self.path = path


@kept.register
def _(value: Block) -> Any:
    return KeptValue(*_description(value))


def _description(block: Block) -> tuple[str, str]:
    """Return a text on a block whose path isn't known, and a brief text: ("red leaf", "R")."""
    if _children(block):
        return say("divided block"), say("divided")
    colour = getattr(block, "colour", None)
    if isinstance(colour, Colour):
        return say("{colour} leaf", colour=say(colour.word)), colour.letter
    return say("block"), say("block")


class BlockSeen(NamedTuple):
    """A block at an earlier time: its attributes, and the identities of its children."""

    identity: int
    colour: Any
    children: tuple[int, ...]
    position: Any
    size: Any


class TreeRecord:
    """The record of a tree: its ``changes``, in the order in which they were seen.

    ``paths`` are the present paths of the blocks, by their identities.
    """

    def __init__(self, top: Block) -> None:
        self._top = top
        self.changes: list[BlockSeen] = []
        self.paths: dict[int, Path] = {id(top): ()}
        # By the identity of a block, how it was seen last; and the block, so that it isn't freed
        # and no other block gets its identity.
        self._last_seen: dict[int, tuple[Block, BlockSeen]] = {}
        # The block of each open call, the innermost one last; before them the whole tree.
        self._open_blocks = [top]
        # The last argument of ``nodes``, and its result.
        self._last_nodes: tuple[int, dict[Path, BlockSeen]] = (0, {})
        self._look(top)
        self.beginning = len(self.changes)

    def watch(self, entered: bool, arguments: dict[str, Any]) -> int:
        """Record the changes of a step; return the number of changes so far.

        The step enters a call with these ``arguments``, or leaves the last open one. Since the step
        before, only the code of one call has run, so only the block of this call is looked at.
        """
        if entered:  # the caller has run its code until now
            block_of_caller = self._open_blocks[-1]
            blocks = [value for value in arguments.values() if isinstance(value, Block)]
            block = blocks[0] if blocks else block_of_caller
            self._open_blocks.append(block)
            looked_at = self._look(block_of_caller)
            if id(block) not in looked_at:  # a block from elsewhere in the tree
                self._look(block)
        else:
            self._look(self._open_blocks.pop())
            if len(self._open_blocks) == 1:  # no call is open any more
                self._look(self._top)
        return len(self.changes)

    def _look(self, top: Block) -> set[int]:
        """Record which of the blocks from ``top`` downwards have changed, and the paths of all.

        Return the identities of these blocks; none if ``top`` isn't in the tree.
        """
        looked_at: set[int] = set()
        waiting = [(top, self.paths[id(top)])] if id(top) in self.paths else []
        while waiting:
            block, path = waiting.pop()
            identity = id(block)
            if identity in looked_at or len(path) > DEEPEST:
                continue
            looked_at.add(identity)
            self.paths[identity] = path
            children = _children(block)
            seen = BlockSeen(identity, getattr(block, "colour", None), tuple(map(id, children)),
                             _plain(getattr(block, "position", None)),
                             _plain(getattr(block, "size", None)))
            _, seen_before = self._last_seen.get(identity, (None, None))
            if seen_before != seen:
                self._last_seen[identity] = (block, seen)
                self.changes.append(seen)
            waiting += [(child, (*path, number)) for number, child in enumerate(children)
                        if isinstance(child, Block)]
        return looked_at

    def nodes(self, version: int) -> dict[Path, BlockSeen]:
        """Return the blocks by their paths, parents first, after the first ``version`` changes."""
        last_version, last_nodes = self._last_nodes
        if version == last_version:
            return last_nodes
        # How each block was seen last, by its identity: later changes overwrite earlier ones.
        blocks_seen = {seen.identity: seen for seen in self.changes[:version]}
        nodes: dict[Path, BlockSeen] = {}
        # Each block with its path, and the identities of the blocks above it.
        waiting: list[tuple[int, Path, tuple[int, ...]]] = [(id(self._top), (), ())]
        while waiting:
            identity, path, above = waiting.pop()
            node = blocks_seen.get(identity)
            if node is None or len(path) > DEEPEST:
                continue
            nodes[path] = node
            if identity not in above:  # a block may contain itself
                waiting += [(child, (*path, number), (*above, identity))
                            for number, child in reversed([*enumerate(node.children)])]
        self._last_nodes = (version, nodes)
        return nodes


def colour_number(value: Any) -> int | None:
    """Return the number of a colour; None for anything else."""
    is_colour = isinstance(value, (int, np.integer)) and 0 <= value < len(Colour)
    return int(value) if is_colour else None


def _children(block: Block) -> Any:
    """Return the children of a block; none for a broken one, or one that is just being made."""
    children = getattr(block, "children", ())
    return children if isinstance(children, (list, tuple)) else ()


def _plain(value: Any) -> Any:
    """Return a position or a size without NumPy's types, and without lists that may change."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
