from tests.answers import Wrong, changes
from tests.prograsonne.answers.lists import Node, Pairs, WithACount, WithoutALast


class Walker:
    def __init__(self, first):
        self.node = first

    def __iter__(self):
        return self

    def __next__(self):
        if self.node is None:
            raise StopIteration
        value = self.node.value
        self.node = self.node.next
        return value


class OneBefore:
    """Holds the node that was given last, and begins before the first."""

    def __init__(self, first):
        self.before = Node(None)
        self.before.next = first

    def __next__(self):
        if not self.before.next:
            raise StopIteration("the end")
        self.before = self.before.next
        return self.before.value

    def __iter__(self):
        return self


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


class Copies(Walker):
    def __init__(self, first):
        self.values = list(walk(first))

    def __next__(self):
        if not self.values:
            raise StopIteration
        return self.values.pop(0)


RIGHT = {"EditableList": [WithACount, WithoutALast, Pairs],
         "LinkedIterator": [Walker, OneBefore, OverAGenerator]}

WRONG = {
    "EditableList": [
        *changes(
            WithACount,
            ("changes the one after", "self.node_at(index).value = value",
             "self.node_at(index + 1).value = value", "index"),
            ("a value behind the end is put in", "self.node_at(index).value = value",
             "if index == len(self):\n            self.append(value)\n        else:\n"
             "            self.node_at(index).value = value", "raises no error there"),
            ("del forgets the last node", """
        if node.next is None:
            self.last = before""", "", "__delitem__ must see to it"),
            ("del forgets to count", "self.last = before\n        self.count -= 1",
             "self.last = before", "count"))],
    "LinkedIterator": [
        Wrong("copies the values", Copies, "wrong", "The attribute values is a list of Python"),
        *changes(
            Walker,
            ("no __iter__", "    def __iter__(self):\n        return self\n\n", "",
             "no method __iter__"),
            ("returns None at the end", "raise StopIteration", "return None", "StopIteration"),
            ("never goes on", "        self.node = self.node.next\n", "", "self.node.next"),
            ("loses the first", """        value = self.node.value
        self.node = self.node.next
        return value""", """        self.node = self.node.next
        return self.node.value""", ""))],
}
