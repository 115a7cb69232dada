"""Exercise 02: the initializer of a block."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.block import Block
from blocky.check.boards import Verdict
from blocky.kit.check.compare import told, written
from blocky.kit.check.run import Seen
from blocky.kit.check.task import Case, Task, subclass_of
from blocky.kit.language import say

__all__ = ["MyBlock"]

_KINDS: dict[str, type] = {"position": tuple, "highlighted": bool, "children": list}
_PARENT, _AS_THEY_WERE = "children with this block as parent", "what else is changed in them"

#: What the text asks for in a new block.
_STEPS = {
    "level": "It is what was handed in: self.level = level.",
    "max_depth": "It is what was handed in: self.max_depth = max_depth.",
    "colour": "It is what was handed in, also None: self.colour = colour.",
    "position": "A new block has no place yet: (0, 0).",
    "size": "A new block has no place yet: 0.",
    "highlighted": "Nobody has chosen the new block: False.",
    "parent": "The new block is no child yet: None. The block above tells it later.",
    "children": "children is a list of the block's own, with the blocks handed in, in their order: "
                "self.children = list(children).",
    _PARENT: "Each child is told who its parent is: for each of them, child.parent = self.",
    _AS_THEY_WERE: "Nothing else than the parent of the children is changed.",
}


def _block_cases(rng: Random) -> Iterator[Case]:
    yield from [(0, 0, 2, 0), (0, 2, None, 0), (1, 3, 0, 0), (0, 1, None, 4), (2, 5, None, 4),
                (4, 4, 3, 0), (1, 4, None, 4)]


def _made(answer: Any, level: int, max_depth: int, colour: int | None, count: int) -> Seen:
    """Return what a new block, with so many children, says of itself."""
    children = [answer(level + 1, max_depth, number) for number in range(count)]
    if not count and isinstance(getattr(earlier := answer(level, max_depth, colour), "children",
                                        None), list):
        earlier.children.append(answer(level + 1, max_depth, 0))
    for number, child in enumerate(children):
        child.position, child.size = (8 * number, 4), 4
    before = [{**vars(child)} for child in children]
    block = answer(level, max_depth, colour, *[children] * bool(count))
    changed = {name for child, was in zip(children, before, strict=True) for name in vars(child)
               if name != "parent" and told(vars(child)[name]) != told(was.get(name))}
    unset = Verdict(say("nothing: self has no such attribute"))
    seen = {name: getattr(block, name, unset) for name in _STEPS if " " not in name}
    own = seen["children"]
    if isinstance(own, list):
        seen["children"] = (
            Verdict(say("the very list that was handed in")) if own is children else
            Verdict(say("one list that all blocks share")) if own and not count else
            len(own) if [*map(id, own)] == [*map(id, children)] else
            Verdict(say("{number} other blocks, or in another order", number=len(own))))
    for name, kind in _KINDS.items():
        if not isinstance(value := getattr(block, name, unset), (kind, Verdict)):
            seen[name] = Verdict(say("{value}, which is no {kind}",
                                     value=written(value), kind=kind.__name__))
    return Seen(None, {**seen, _PARENT: sum(getattr(child, "parent", None) is block
                                            for child in children),
                       _AS_THEY_WERE: sorted(changed)})


MyBlock = Task(
    "MyBlock", Block, _block_cases, call=_made, steps=_STEPS, needs="a class",
    form=subclass_of(Block, "__init__"), kits=[Block.__init__],
    words=lambda level, max_depth, colour, count: say(
        "MyBlock({level}, {max_depth}, {colour}, [four blocks])" if count else
        "MyBlock({level}, {max_depth}, {colour})", level=level, max_depth=max_depth,
        colour=colour),
)
