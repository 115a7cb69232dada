from collections import deque  # noqa: F401 - what an answer below keeps

from tests.answers import Wrong, changes


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


class WithACount:
    """As the exercise shows it: a first and a last node, and how many there are."""

    def __init__(self):
        self.first = None
        self.last = None
        self.count = 0

    def append(self, value):
        node = Node(value)
        if self.first is None:
            self.first = node
        else:
            self.last.next = node
        self.last = node
        self.count += 1

    def __len__(self):
        return self.count

    def __iter__(self):
        node = self.first
        while node is not None:
            yield node.value
            node = node.next

    def __getitem__(self, index):
        return self.node_at(index).value

    def node_at(self, index):
        if index < 0 or index >= self.count:
            raise IndexError("there is no such value")
        node = self.first
        for _ in range(index):
            node = node.next
        return node

    def __setitem__(self, index, value):
        self.node_at(index).value = value

    def __delitem__(self, index):
        node = self.node_at(index)
        if index == 0:
            before = None
            self.first = node.next
        else:
            before = self.node_at(index - 1)
            before.next = node.next
        if node.next is None:
            self.last = before
        self.count -= 1

    def remove(self, value):
        previous = None
        node = self.first
        while node is not None:
            if node.value == value:
                if previous is None:
                    self.first = node.next
                else:
                    previous.next = node.next
                if node.next is None:
                    self.last = previous
                self.count -= 1
                return
            previous = node
            node = node.next
        raise ValueError("there is no such value")

    def sort(self):
        values = WithACount()
        for value in self:
            values.insert(value)
        self.first, self.last = values.first, values.last

    def insert(self, value):
        """Insert a value where it belongs in a sorted list."""
        node = Node(value)
        if self.first is None or value < self.first.value:
            node.next = self.first
            self.first = node
        else:
            before = self.first
            while before.next is not None and before.next.value <= value:
                before = before.next
            node.next = before.next
            before.next = node
        self.count += 1
        if node.next is None:
            self.last = node


class WithoutALast(WithACount):
    """Goes to the end for each append, counts anew each time, sorts by merging."""

    def __init__(self):
        self.first = None

    def append(self, value):
        if self.first is None:
            self.first = Node(value)
            return
        node = self.first
        while node.next:
            node = node.next
        node.next = Node(value)

    def __len__(self):
        count = 0
        for _ in self:
            count += 1
        return count

    def __getitem__(self, index):
        for number, value in enumerate(self):
            if number == index:
                return value
        raise IndexError(index)

    def __setitem__(self, index, value):
        if index < 0:
            raise IndexError(index)
        node = self.first
        while node is not None and index > 0:
            node, index = node.next, index - 1
        if node is None:
            raise IndexError(index)
        node.value = value

    def __delitem__(self, index):
        if self.first is None or index < 0:
            raise IndexError(index)
        start = before = Node(None)
        start.next = self.first
        for _ in range(index):
            before = before.next
            if before.next is None:
                raise IndexError(index)
        before.next = before.next.next
        self.first = start.next

    def remove(self, value):
        start = before = Node(None)
        start.next = self.first
        while before.next is not None and before.next.value != value:
            before = before.next
        if before.next is None:
            raise ValueError(value)
        before.next = before.next.next
        self.first = start.next

    def sort(self):
        self.first = merge_sorted(self.first)


def merge_sorted(node):
    if node is None or node.next is None:
        return node
    slow, fast = node, node.next
    while fast is not None and fast.next is not None:
        slow, fast = slow.next, fast.next.next
    half, slow.next = slow.next, None
    return merge(merge_sorted(node), merge_sorted(half))


def merge(one, other):
    head = tail = Node(None)
    while one and other:
        if one.value <= other.value:
            tail.next, one = one, one.next
        else:
            tail.next, other = other, other.next
        tail = tail.next
    tail.next = one or other
    return head.next


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


class Wrapped:
    def __init__(self):
        self.items = []

    def append(self, value):
        self.items.append(value)

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, index):
        return self.items[index]

    def remove(self, value):
        self.items.remove(value)

    def sort(self):
        self.items = type(self.items)(sorted(self.items))


RIGHT = {"LinkedList": [WithACount, WithoutALast, Pairs]}

WRONG = {
    "LinkedList": [
        Wrong("wraps a list", Wrapped, "wrong", "The attribute items is a list of Python"),
        *changes(Wrapped, ("wraps a deque", "[]", "deque()", "The attribute items is a deque")),
        Wrong("is a list", type("Inherited", (list,), {}), "wrong", "The class itself is a list"),
        *changes(
            WithACount,
            ("the last node is forgotten", """
                if node.next is None:
                    self.last = previous""", "", "remove must see to it"),
            ("is, not ==", "node.value == value", "node.value is value", "node.value is value"),
            ("stops at 0", "is not None:\n            yield", "is not None and node.value:"
             "\n            yield", "not None and node.value."),
            ("never goes on", "yield node.value\n            node = node.next",
             "yield node.value", "nothing in it changes node", "never_stops"),
            ("any index is taken", """        if index < 0 or index >= self.count:
            raise IndexError("there is no such value")
""", "", "raise IndexError"),
            ("the last one is not walked to", "while node is not None:\n            yield",
             "while node.next is not None:\n            yield",
             "should be node is not None, not node.next is not None"),
            ("sort forgets the last node", "self.first, self.last = values.first, values.last",
             "self.first = values.first", "sort must see to it"))],
}
