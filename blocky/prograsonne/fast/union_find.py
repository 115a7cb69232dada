"""Union-find, in which each step can be taken back."""

__all__ = ["UnionFind"]


class UnionFind:
    """Groups of the elements 0, 1, 2, ...; each group has one of its elements as its root.

    The smaller group joins the larger, so that a path to a root has at most log2(n) steps. Paths
    are not compressed, as in other union-finds: so a union changes a single parent, and can be
    taken back just as fast.

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
        self.steps: list[int | None] = []  # the root that joined in a union; None for an add

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
        """Join the groups of two elements; return whether they were different.

        The root of the larger group becomes that of both, so that the trees stay low.
        """
        larger = self.find(one)
        smaller = self.find(other)
        if larger == smaller:
            return False
        if self.sizes[larger] < self.sizes[smaller]:
            larger, smaller = smaller, larger
        self.parents[smaller] = larger
        self.sizes[larger] += self.sizes[smaller]
        self.steps.append(smaller)
        return True

    def take_back(self) -> None:
        """Take back the last element added, or the last union of two groups."""
        joined_root = self.steps.pop()
        if joined_root is None:  # an element was added
            self.parents.pop()
            self.sizes.pop()
        else:
            self.sizes[self.parents[joined_root]] -= self.sizes[joined_root]
            self.parents[joined_root] = joined_root
