from collections import UserList

from tests.answers import Wrong, changes, solved

LISTS = solved("prograsonne/03_lists")


class Pairs:
    """Each node is a pair of a value and the rest; the empty list is ()."""

    def __init__(self):
        self.pairs = ()

    def append(self, value):
        turned = ()
        for each in self:
            turned = (each, turned)
        self.pairs = joined(turned, (value, ()))

    def __len__(self):
        return sum(1 for _ in self)

    def __iter__(self):
        rest = self.pairs
        while rest:
            yield rest[0]
            rest = rest[1]

    def __getitem__(self, index):
        return self.cut(index)[1][0]

    def __setitem__(self, index, value):
        before, rest = self.cut(index)
        self.pairs = joined(before, (value, rest[1]))

    def __delitem__(self, index):
        before, rest = self.cut(index)
        self.pairs = joined(before, rest[1])

    def cut(self, index):
        before, rest = (), self.pairs
        while rest and index > 0:
            before, rest, index = (rest[0], before), rest[1], index - 1
        if not rest or index < 0:
            raise IndexError
        return before, rest

    def remove(self, value):
        before = ()
        rest = self.pairs
        while rest:
            if rest[0] == value:
                self.pairs = joined(before, rest[1])
                return
            before, rest = (rest[0], before), rest[1]
        raise ValueError

    def sort(self):
        done = ()
        for value in self:
            smaller = ()
            while done and done[0] > value:
                smaller, done = (done[0], smaller), done[1]
            done = joined(smaller, (value, done))
        self.pairs = joined(done, ())


def joined(before, rest):
    while before:
        rest, before = (before[0], rest), before[1]
    return rest


RIGHT = {"LinkedList": [Pairs]}

WRONG = {
    "LinkedList": [
        Wrong("is a list", type("Inherited", (list,), {}), "The class itself is a list"),
        Wrong("wraps a list", type("Wrapped", (UserList,), {}), "The attribute data is a list"),
        *changes(
            LISTS.LinkedList,
            ("the last node is forgotten", {"""
        if node.next is None:
            self.last = before""": ""}, "remove must see to it"),
            ("is, not ==", {"node.value != value": "node.value is not value"},
             "node.value is not value"),
            ("never goes on", {
                "yield node.value\n            node = node.next": "yield node.value"},
             "nothing in it changes node", "never_stops"))],
}
