from tests.answers import Wrong, changes


class BySize:
    def __init__(self):
        self.parents = []
        self.sizes = []

    def add(self):
        self.parents.append(len(self.parents))
        self.sizes.append(1)
        return len(self.parents) - 1

    def find(self, element):
        while self.parents[element] != element:
            element = self.parents[element]
        return element

    def union(self, one, other):
        one = self.find(one)
        other = self.find(other)
        if one == other:
            return False
        if self.sizes[one] < self.sizes[other]:
            one, other = other, one
        self.parents[other] = one
        self.sizes[one] += self.sizes[other]
        return True


class ShortWays:
    """Every way that is gone is made short."""

    def __init__(self):
        self.parent = {}

    def add(self):
        new = len(self.parent)
        self.parent[new] = new
        return new

    def find(self, element):
        root = element
        while self.parent[root] != root:
            root = self.parent[root]
        while self.parent[element] != root:
            self.parent[element], element = root, self.parent[element]
        return root

    def union(self, one, other):
        first, second = self.find(one), self.find(other)
        self.parent[first] = second
        return first != second


class ByNames:
    """Every element knows the name of its group: quick to find, slow to join."""

    def __init__(self):
        self.names = []

    def add(self):
        self.names.append(len(self.names))
        return self.names[-1]

    def find(self, element):
        return self.names[element]

    def union(self, one, other):
        keep, gone = self.names[one], self.names[other]
        if keep == gone:
            return False
        for element, name in enumerate(self.names):
            if name == gone:
                self.names[element] = keep
        return True


class JoinsElements(BySize):
    def union(self, one, other):
        if self.find(one) == self.find(other):
            return False
        self.parents[other] = one
        return True


class ParentOfTheElement(BySize):
    def find(self, element):
        return self.parents[element]


class TheSameAgain(BySize):
    def find(self, element):
        parent = self.parents[element]
        while parent != element:
            parent = self.parents[element]
        return parent


class NoAnswer(BySize):
    def union(self, one, other):
        one = self.find(one)
        other = self.find(other)
        if one != other:
            self.parents[other] = one


class Circle(BySize):
    def union(self, one, other):
        self.parents[one] = other
        self.parents[other] = one
        return True


RIGHT = {"UnionFind": [BySize, ShortWays, ByNames]}

WRONG = {
    "UnionFind": [
        Wrong("joins elements, not roots", JoinsElements, "wrong",
              "union must join the roots of both"),
        *changes(ByNames, ("compares with what it changes", "name == gone",
                           "name == self.names[other]",
                           "or change all elements of one group")),
        Wrong("the parent is no root", ParentOfTheElement, "wrong",
              "until an element is its own parent"),
        Wrong("each round does the same", TheSameAgain, "never_stops",
              "nothing in the loop changes element"),
        Wrong("union returns nothing", NoAnswer, "returned_none", "return"),
        Wrong("a circle", Circle, "never_stops", "The arrows lead in a circle"),
    ],
}
