from tests.answers import Wrong, but, changes, solved

UNION_FIND = solved("prograsonne/06_union_find").UnionFind

GOES_ON = """        while self.parents[element] != element:
            element = self.parents[element]
"""

JOINS = """        root, joins = self.find(one), self.find(other)
        if root == joins:
            return False
        if self.sizes[root] < self.sizes[joins]:
            root, joins = joins, root
        self.parents[joins] = root
        self.sizes[root] += self.sizes[joins]
"""

ParentOfTheElement = but(UNION_FIND, {
    f"{GOES_ON}        return element": "        return self.parents[element]"})

JoinsElements = but(UNION_FIND, {JOINS: """\
        root = self.find(one)
        if root != self.find(other):
            self.parents[other] = root
        return True
""", "        return True\n        return True": "        return True"})

ParentOrNone = but(UNION_FIND, {
    GOES_ON: """\
        while self.parents[element]:
            element = self.parents[element]
""", "self.parents.append(element)": "self.parents.append(None)"})

RIGHT = {"UnionFind": [UNION_FIND]}

WRONG = {"UnionFind": [
    Wrong("the parent is no root", ParentOfTheElement, "an element that is its own parent"),
    Wrong("always True", JoinsElements, "are already in one group"),
    Wrong("a parent 0 counts as none", ParentOrNone, "0 counts as False"),
    *changes(
        UNION_FIND,
        ("each round does the same", {f"{GOES_ON}        return element": """\
        parent = self.parents[element]
        while parent != element:
            parent = self.parents[element]
        return parent"""}, "nothing in the loop changes element", "never_stops"),
        ("shortens in the wrong order", {
            "element = self.parents[element]\n":
                "element = self.parents[element] = self.parents[self.parents[element]]\n",
            "        if self.sizes[root] < self.sizes[joins]:\n": "",
            "            root, joins = joins, root\n": ""}, "If find shortens paths"),
        ("a result isn't returned", {f"{GOES_ON}        return element": """\
        if self.parents[element] == element:
            return element
        self.find(self.parents[element])"""}, "return self.find(self.parents[element])"),
        ("a circle", {JOINS: """\
        self.parents[one] = other
        self.parents[other] = one
"""}, "The arrows form a cycle", "never_stops"))]}
