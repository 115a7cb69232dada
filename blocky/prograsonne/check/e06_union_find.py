"""Exercise 06: which of some elements belong together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from blocky.kit.check.sequence import class_task
from blocky.kit.check.task import Mistake
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


UnionFind = class_task(
    "UnionFind", union_find.UnionFind, _sequences, kits=[union_find],
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
             "Join the roots, not the elements, and only if they are two. And let the smaller "
             "group join the larger: long ways cost time, and Python's stack if find is a "
             "recursion."),
)
