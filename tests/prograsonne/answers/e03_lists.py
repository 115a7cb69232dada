from collections import UserList
from itertools import chain

from tests.answers import Wrong, changes, solved

LISTS = solved("prograsonne/03_lists")


class Pairs:
    """A value and the rest, which is another such pair; the empty list is ()."""

    def __init__(self):
        self.pairs = ()

    def append(self, value):
        self.pairs = paired(chain(self, (value,)))

    def __len__(self):
        return sum(1 for _ in self)

    def __iter__(self):
        rest = self.pairs
        while rest:
            yield rest[0]
            rest = rest[1]

    def __getitem__(self, index):
        for place, value in enumerate(self):
            if place == index:
                return value
        raise IndexError

    def __setitem__(self, index, value):
        self[index]
        self.pairs = paired(value if place == index else each
                            for place, each in enumerate(self))

    def __delitem__(self, index):
        self[index]
        self.pairs = paired(each for place, each in enumerate(self) if place != index)

    def remove(self, value):
        for index, each in enumerate(self):
            if each == value:
                del self[index]
                return
        raise ValueError

    def sort(self):
        done = Pairs()
        for value in self:
            smaller = (each for each in done if not each > value)
            larger = (each for each in done if each > value)
            done.pairs = paired(chain(smaller, (value,), larger))
        self.pairs = done.pairs


def paired(values):
    turned, pairs = (), ()
    for value in values:
        turned = value, turned
    while turned:
        pairs, turned = (turned[0], pairs), turned[1]
    return pairs


class OverAGenerator:
    def __init__(self, first):
        self.values = walk(first)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.values)


def walk(node):
    while node:
        yield node.value
        node = node.next


class EndsAtNone(OverAGenerator):
    def __next__(self):
        value = next(self.values, None)
        if value is None:
            raise StopIteration
        return value


class Copies(LISTS.LinkedIterator):
    def __init__(self, first):
        self.values = list(walk(first))

    def __next__(self):
        if not self.values:
            raise StopIteration
        return self.values.pop(0)


RIGHT = {"LinkedList": [Pairs, LISTS.LinkedList], "EditableList": [Pairs, LISTS.EditableList],
         "LinkedIterator": [OverAGenerator]}

WRONG = {
    "LinkedList": [
        Wrong("is a list", type("Inherited", (list,), {}), "Your class is itself a Python list"),
        Wrong("wraps a list", type("Wrapped", (UserList,), {}),
              "The attribute data is a Python list"),
        *changes(
            LISTS.LinkedList,
            ("the last node is forgotten", {"""
        if node.next is None:
            self.last = before""": ""}, "remove must also update"),
            ("not counted", {"        self.count -= 1\n": ""},
             "remove must also update the number that __len__ returns"),
            ("not the first node", {
                "before, node = None, self.first\n":
                "before, node = self.first, self.first and self.first.next\n"},
             "remove must look at the first node, too"),
            ("sorts another list", {"    def sort(self):\n": """\
    def sort(self):
        return sorted(self)

    def sort_this(self):
"""}, "sort returns a value, but the list itself stays"),
            ("sort swaps values", {"""\
            self.first = sorted_chain(iter(self), self.count)
            self.last = self.node_at(self.count - 1)
""": """\
            for last in range(1, self.count):
                for index in range(last, 0, -1):
                    one, other = self.node_at(index - 1), self.node_at(index)
                    if other.value < one.value:
                        one.value, other.value = other.value, one.value
"""}, "so it must change nothing"),
            ("sort leaves the last node", {"self.last = self.node_at(self.count - 1)":
                                           "self.last.next = None"},
             "sort must also update your reference to the last node"),
            ("removes all equal values", {
                "        self.take_out(before, node)\n": """\
        self.take_out(before, node)
        if value in tuple(self):
            self.remove(value)
"""}, "remove must take out only the first equal value"),
            ("an index too many", {"index >= self.count": "index > self.count"},
             "index >= self.count | must include this case"),
            ("is, not ==", {"node.value != value": "node.value is not value"},
             "node.value is not value"),
            ("never goes on", {
                "yield node.value\n            node = node.next": "yield node.value"},
             "nothing in it changes node", "never_stops"),
            ("sort empties the list first", {
                "            self.first = sorted_chain(iter(self), self.count)\n": """\
            values = [*self]
            self.first = None
            self.first = sorted_chain(iter(values), self.count)
"""}, "self.first = None"))],
    "EditableList": [*changes(
        LISTS.EditableList,
        ("an index from the end", {
            "        self.node_at(index).value = value":
            "        self.node_at(index % self.count).value = value"},
         "takes the index -1 as the last index"),
        ("not the first one", {"        self.node_at(index).value = value": """\
        if index:
            self.node_at(index).value = value"""}, "is at index 0"),
        ("del forgets the last node", {
            "        self.take_out(self.node_at(index - 1) if index > 0 else None, node)": """\
        if index == 0:
            self.first = node.next
        else:
            self.node_at(index - 1).next = node.next
        self.count -= 1"""}, "__delitem__ must also update"),
        ("a node before the first one", {" if index > 0 else None": ""},
         "treat index 0 separately"))],
    "LinkedIterator": [
        Wrong("copies the values", Copies, "The attribute values is a Python list"),
        Wrong("a value is None", EndsAtNone,
              "test whether the node is None, and don't test its value"),
        *changes(
            LISTS.LinkedIterator,
            ("no __iter__", {"__iter__": "iterate"}, "no method __iter__"),
            ("never goes on", {"        self.node = self.node.next\n": ""}, "self.node.next"),
            ("goes on first", {
                "        value = self.node.value\n        self.node = self.node.next\n":
                "        self.node = self.node.next\n        value = self.node.value\n"},
             "the value of the second node"),
            ("another iterator", {"return self\n": "return iter([*walk(self.node)])\n"},
             "In __iter__, write only this line: return self"),
            ("returns the exception", {"raise StopIteration": "return StopIteration"},
             "Write raise instead of return"), beside=[walk])],
}
