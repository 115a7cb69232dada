"""Union-find: which of some elements belong together, with every step to be taken back."""

from __future__ import annotations

__all__ = ["UnionFind"]


class UnionFind:
    """Groups of the elements 0, 1, 2, ..., each of which has one of its elements as its root.

    The smaller group always joins the larger, so that the way from an element to its root has at
    most log2(n) steps. The ways are not made shorter than that, as other union-finds do: then each
    union changes a single parent, and can be taken back as quickly as it was made.

    >>> groups = UnionFind()
    >>> a, b, c = groups.add(), groups.add(), groups.add()
    >>> groups.union(a, b)
    True
    >>> groups.find(a) == groups.find(b), groups.find(a) == groups.find(c)
    (True, False)
    >>> groups.take_back()
    >>> groups.find(a) == groups.find(b)
    False
    """

    def __init__(self) -> None:
        self.parents: list[int] = []
        self.sizes: list[int] = []
        self.steps: list[int | None] = []  # for each union the root that joined; None for an add

    def add(self) -> int:
        """Return a new element, in a group of its own."""
        element = len(self.parents)
        self.parents.append(element)
        self.sizes.append(1)
        self.steps.append(None)
        return element

    def find(self, element: int) -> int:
        """Return the root of the group of ``element``."""
        while self.parents[element] != element:
            element = self.parents[element]
        return element

    def union(self, one: int, other: int) -> bool:
        """Make one group of the groups of two elements; return whether they were two."""
        root, joins = self.find(one), self.find(other)
        if root == joins:
            return False
        if self.sizes[root] < self.sizes[joins]:
            root, joins = joins, root
        self.parents[joins] = root
        self.sizes[root] += self.sizes[joins]
        self.steps.append(joins)
        return True

    def take_back(self) -> None:
        """Take back the last element added, or the last union of two groups."""
        joined = self.steps.pop()
        if joined is None:
            self.parents.pop()
            self.sizes.pop()
        else:
            self.sizes[self.parents[joined]] -= self.sizes[joined]
            self.parents[joined] = joined
