"""Exercise 02: the initializer of a block."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from random import Random
from typing import Any

from blocky.block import Block
from blocky.kit.check.compare import told, written
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.language import say

__all__ = ["MyBlock"]

_is_a_block = subclass_of(Block, "__init__")

_ATTRIBUTES = ("level", "max_depth", "colour", "position", "size", "highlighted", "parent")


def _block_cases(rng: Random) -> Iterator[Case]:
    yield from [(0, 0, 2, 0), (0, 2, None, 0), (1, 3, 0, 0), (0, 1, None, 4), (2, 5, None, 4),
                (4, 4, 3, 0), (1, 4, None, 4)]


def _attributes(answer: Any, level: int, max_depth: int, colour: int | None, count: int) -> Any:
    """Return what a new block, with so many children, says of itself."""
    children = [answer(level + 1, max_depth, number) for number in range(count)]
    if not count:
        other, earlier = answer(level + 1, max_depth, 0), answer(level, max_depth, colour)
        if isinstance(getattr(earlier, "children", None), list):
            earlier.children.append(other)
    given = (children,) if count else ()
    for number, child in enumerate(children):
        child.position, child.size = (8 * number, 4), 4
    before = [told({**vars(child), "parent": None}) for child in children]
    block = answer(level, max_depth, colour, *given)
    after = [told({**vars(child), "parent": None}) for child in children]
    seen = {name: getattr(block, name, "missing") for name in _ATTRIBUTES}
    own = getattr(block, "children", "missing")
    seen["children"] = (
        len(own) if isinstance(own, list) else own if own == "missing" else
        say("{own}, which is no list", own=written(own)))
    if count and isinstance(own, list) and [id(child) for child in own] != [*map(id, children)]:
        seen["children"] = -1
    seen[_PARENT] = sum(getattr(child, "parent", None) is block for child in children)
    seen[_AS_THEY_WERE] = before == after
    return Seen(None, seen)


_PARENT, _AS_THEY_WERE = "children with this block as parent", "children are as they were"


_ASK = {
    "level": "It is what was handed in.",
    "max_depth": "It is what was handed in.",
    "colour": "It is what was handed in, also None.",
    "position": "A new block has no place yet: (0, 0).",
    "size": "A new block has no place yet: 0.",
    "highlighted": "Nobody has chosen the new block: False.",
    "parent": "The new block is no child yet: None. The block above tells it later.",
    "children": "It is a list, [] for a leaf.",
}


def _set_rightly(case: Case, got: Outcome) -> Hints | None:
    *given, count = case
    seen, expected = got.facts, (*given, (0, 0), 0, False, None)
    missing = next((name for name in _ASK if seen[name] == "missing"), "")
    if missing:
        return ("Which attributes does a new block have?",
                "What is written to a plain name is forgotten when the initializer ends.",
                say("self.{name} is never set. {ask}", name=missing, ask=say(_ASK[missing])))
    for name, value in zip(_ATTRIBUTES, expected, strict=True):
        if told(seen[name]) != told(value) or (value is False) is not isinstance(seen[name], bool):
            return ("Look at the attributes above.", say("What should self.{name} be?", name=name),
                    say("self.{name} is {own}, but {value} is expected. {ask}", name=name,
                        own=written(seen[name]), value=value, ask=say(_ASK[name])))
    if not isinstance(seen["position"], tuple):
        return ("Look at the position above.", "Which type has a position? Try type(...).",
                say("self.position is {own}, and must be a tuple: (0, 0).",
                    own=written(seen["position"])))
    own = seen["children"]
    if not isinstance(own, int):
        return ("What is self.children for a block without children?",
                "Children are added to the list later, so it must be one.",
                say("self.children is {own}. Write list(children).", own=own))
    if not count and own:
        return ("Make two blocks, add a child to one of them, and look at the other.",
                "A default value such as [] is made once, when Python reads the def.",
                "All blocks without children share one list. Give each its own: "
                "self.children = list(children).")
    if own != count:
        return ("Look at the children of the block.", "They are those that were handed in.",
                "self.children does not hold the children that were handed in, in their order.")
    if seen[_PARENT] != count:
        return ("The children have been made before their parent. What do they not know yet?",
                "Each child has an attribute parent.",
                "The children are not told who their parent is: for each of them, "
                "child.parent = self.")
    return ("Compare the attributes of the children before and after.",
            "The children are blocks that somebody has made already.",
            "Something else than the parent of the children is changed. Leave their level, "
            "colour, position and size as they are.") if not seen[_AS_THEY_WERE] else None


def _form(answer: Any) -> Hints | None:
    """Look at the class, and whether a parameter has another's place; its name may be another."""
    if hints := _is_a_block(answer):
        return hints
    wanted = [*signature(Block.__init__).parameters]
    own = [*signature(answer.__init__).parameters]
    if all(name == each or name not in wanted for name, each in zip(own, wanted, strict=False)):
        return None
    return ("How is MyBlock called, and what does your __init__ take?",
            "Arguments go to the parameters in their order.",
            "__init__ has the wrong parameters. They are: self, level, max_depth, colour=None, "
            "children=().")


def _words_of_my_block(level: int, max_depth: int, colour: int | None, count: int) -> str:
    given = f"MyBlock({level}, {max_depth}, {colour}"
    return say("{given}, [four blocks])", given=given) if count else f"{given})"


MyBlock = Task(
    "MyBlock", Block, _block_cases, call=_attributes, laws=[_set_rightly],
    form=_form, kits=[Block.__init__],
    words=_words_of_my_block, needs="a class",
)
