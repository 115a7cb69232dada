"""Exercise 06: which of some elements belong together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from blocky.kit.check.failure import Case, Hints, Mistake, Sure
from blocky.kit.check.run import Outcome
from blocky.kit.check.sequence import class_task
from blocky.kit.language import say
from blocky.prograsonne.check.lines import (
    hides_none,
    kept_by_the_class,
    nothing_returned,
    values_of,
    with_kits,
)
from blocky.prograsonne.fast import union_find

__all__ = ["UnionFind"]


def _sequences(rng: Random) -> Iterator[list[str]]:
    new = "groups = UnionFind()"

    def added(count: int) -> list[str]:
        return [new, f"[groups.add() for _ in range({count})]"]

    def same(one: int, other: int) -> str:
        return f"? groups.find({one}) == groups.find({other})"

    def all_pairs(count: int) -> str:
        return (f"[(a, b) for a in range({count}) for b in range({count})"
                " if groups.find(a) == groups.find(b)]")

    yield [new, "groups.add()", "groups.add()", "groups.find(1)", same(0, 1)]
    yield [*added(2), "groups.union(0, 1)", same(0, 1), "groups.union(1, 0)", "groups.union(0, 0)"]
    yield [*added(4), "groups.union(0, 1)", "groups.union(2, 3)", same(1, 2), "groups.union(1, 2)",
           same(0, 3), "groups.union(0, 3)", "groups.add()", same(4, 0)]
    yield [new, "others = UnionFind()", "groups.add()", "others.add()"]
    for count in range(4, 10):
        pairs = [(rng.randrange(count), rng.randrange(count)) for _ in range(count)]
        yield [*added(count), *(f"groups.union{pair}" for pair in pairs), all_pairs(count)]
    for many, last in (("(each, each + 1) for each in range(39)", 39),
                       ("(0, each) for each in range(1, 40)", 39),
                       ("(i, i + n) for n in (1, 2, 4, 8) for i in range(0, 16, 2 * n)", 15)):
        yield [*added(40), f"all(groups.union(*pair) for pair in ({many}))", same(1, last)]


class _JoinsElements(union_find.UnionFind):
    def union(self, one: int, other: int) -> bool:
        apart = self.find(one) != self.find(other)
        if apart:
            self.parents[other] = one
        return apart


class _ParentsOnly(union_find.UnionFind):
    def find(self, element: int) -> int:
        return self.parents[element]


def _grouped(case: Case, got: Outcome) -> Hints | None:
    """Look at a number, or at an answer True or False, where another one is right."""
    right, value, asked = with_kits("UnionFind", union_find.UnionFind, case), got.value, case[-1]
    if value == right or right is None:
        return None
    if value is None:
        return nothing_returned(asked, right) if asked.startswith("groups.") else None
    if "groups.add()" in asked or asked.endswith(".add()"):
        if value == 1 and len(case) == 2:
            return Sure(("Which number has the first element?", "The elements are 0, 1, 2, and "
                         "so on.", "add counts the elements from 1. The first one is 0: return "
                         "how many there were before it."))
        return kept_by_the_class("groups") if type(value) in (int, list) and value > right else None
    if asked.startswith("groups.union("):
        one, other = values_of(asked.partition("(")[2][:-1])
        return ("What does union return?", "True if there were two groups, False if it was one.",
                say("{one} and {other} are of one group already, so {line} must return False. "
                    "Compare their roots before you join them.", one=one, other=other, line=asked)
                if not right else
                say("{one} and {other} are of two groups until then, so {line} must return True.",
                    one=one, other=other, line=asked))
    joined = [line for line in case if line.startswith("groups.union(")]
    if not joined:
        return None
    if isinstance(right, list) and isinstance(value, list):
        (one, other), together = min({*right} ^ {*value}), bool({*right} - {*value})
    elif asked.startswith("groups.find(") and type(value) is bool:
        one, other = (values_of(each.partition(")")[0])[0] for each in asked.split("find(")[1:])
        together = right
    else:
        return None
    return ("Which elements are of one group after these lines?",
            "Draw an arrow from each element to its parent.",
            say("find({one}) and find({other}) differ, and the lines above have made one group of "
                "theirs. union must give the root of one group the root of the other as parent, "
                "and find must go up to the root.", one=one, other=other)
            if together else
            say("find({one}) and find({other}) are the same, and no line above has joined their "
                "groups.", one=one, other=other))


UnionFind = class_task(
    "UnionFind", union_find.UnionFind, _sequences, kits=[union_find], laws=[_grouped],
    form=hides_none("add", "find", "union"),
    mistakes=[
        Mistake(_JoinsElements, (
            "What becomes of the other elements of the group?",
            "Two groups are one when their roots are joined.",
            "union gives the element itself a new parent, so that it leaves its group. Give its "
            "root one.")),
        Mistake(_ParentsOnly, (
            "Is the parent of an element always a root?", "A way can have several steps.",
            "find looks at the parent only. Go on from parent to parent, until an element is its "
            "own parent.")),
    ],
    nudge="Draw the forest after each line of the case above: an arrow from each element to its "
          "parent.",
    endless=("Where does the way from an element to its root end?",
             "A root is its own parent. Can the arrows lead in a circle?",
             "If it stays in find: each round must go from an element to its parent, and end at "
             "the one that is its own parent. If find does so, the arrows lead in a circle or are "
             "too many: union gives only a root a new parent, and only where there are two roots; "
             "let the smaller group join the larger."),
)
