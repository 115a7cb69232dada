"""Structures of linked nodes: lists and a stack. The game itself uses Python's lists."""

from __future__ import annotations

from typing import Any

__all__ = ["EditableList", "LinkedIterator", "LinkedList", "Node", "Stack"]


class Node:
    """A value, and the next node; None if it is the last."""

    def __init__(self, value: Any, next: Node | None = None) -> None:
        self.value = value
        self.next = next


class LinkedIterator:
    """Iterates over the values from a node on.

    >>> values = LinkedIterator(Node(5, Node(3)))
    >>> next(values), next(values), next(values, "no more")
    (5, 3, 'no more')
    """

    def __init__(self, first: Node | None) -> None:
        self.node = first

    def __iter__(self) -> LinkedIterator:
        return self

    def __next__(self) -> Any:
        if self.node is None:
            raise StopIteration
        value, self.node = self.node.value, self.node.next
        return value


class LinkedList:
    """A sequence of values, each in a node that is linked to the next.

    >>> numbers = LinkedList()
    >>> for number in (5, 3, 8, 3):
    ...     numbers.append(number)
    >>> numbers.remove(3)
    >>> numbers.sort()
    >>> len(numbers), list(numbers), numbers[1]
    (3, [3, 5, 8], 5)
    """

    def __init__(self) -> None:
        self.first: Node | None = None
        self.last: Node | None = None
        self.count = 0

    def append(self, value: Any) -> None:
        """Add a value at the end."""
        node = Node(value)
        if self.last is None:
            self.first = node
        else:
            self.last.next = node
        self.last = node
        self.count += 1

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> LinkedIterator:
        return LinkedIterator(self.first)

    def __getitem__(self, index: int) -> Any:
        return self._at(index).value

    def remove(self, value: Any) -> None:
        """Remove the first value equal to ``value``. ValueError: there is none."""
        before, node = None, self.first
        while node is not None and node.value != value:
            before, node = node, node.next
        if node is None:
            raise ValueError(value)
        self._drop(before)

    def _at(self, index: int) -> Node:
        """Return the node at an index. IndexError: there is none."""
        if index < 0 or index >= self.count:
            raise IndexError(index)
        node = self.first
        for _ in range(index):
            node = node.next  # type: ignore[union-attr]
        return node  # type: ignore[return-value]

    def _drop(self, before: Node | None) -> None:
        """Unlink the node after ``before``, or the first node if it is None."""
        if before is None:
            self.first = self.first.next  # type: ignore[union-attr]
        else:
            before.next = before.next.next  # type: ignore[union-attr]
        # the last node was unlinked, so the one before it is now the last
        if self.first is None or (before is not None and before.next is None):
            self.last = before
        self.count -= 1

    def sort(self) -> None:
        """Sort the values by merging; the order of equal values is kept.

        TypeError, and no change: two of them cannot be compared.
        """
        if self.count:
            self.first = _sorted(iter(self), self.count)
            self.last = self._at(self.count - 1)


class EditableList(LinkedList):
    """A list whose values can be changed and removed by index.

    >>> numbers = EditableList()
    >>> for number in (5, 3, 8):
    ...     numbers.append(number)
    >>> numbers[0] = 9
    >>> del numbers[1]
    >>> list(numbers)
    [9, 8]
    """

    def __setitem__(self, index: int, value: Any) -> None:
        self._at(index).value = value

    def __delitem__(self, index: int) -> None:
        self._at(index)  # IndexError: there is none
        self._drop(self._at(index - 1) if index else None)


def _sorted(values: LinkedIterator, count: int) -> Node | None:
    """Return the first node of a new chain of the next ``count`` values, sorted."""
    if count == 1:
        return Node(next(values))
    return _merged(_sorted(values, count // 2), _sorted(values, count - count // 2))


def _merged(one: Node | None, other: Node | None) -> Node | None:
    """Merge two sorted chains of nodes into one; return its first node."""
    start = Node(None)  # an extra node, so that each node of the chain has one before it
    last = start
    while one is not None and other is not None:
        if other.value < one.value:
            last.next, other = other, other.next
        else:
            last.next, one = one, one.next  # of equal values, that of the first chain
        last = last.next
    last.next = other if one is None else one
    return start.next


class Stack:
    """A stack: only the value pushed last can be seen and removed.

    >>> moves = Stack()
    >>> moves.push("a")
    >>> moves.push("b")
    >>> moves.top(), moves.pop(), len(moves)
    ('b', 'b', 1)
    """

    def __init__(self) -> None:
        self.first: Node | None = None
        self.count = 0

    def push(self, value: Any) -> None:
        """Push a value."""
        self.first = Node(value, self.first)
        self.count += 1

    def pop(self) -> Any:
        """Remove the value on top, and return it. IndexError: the stack is empty."""
        value = self.top()
        self.first = self.first.next  # type: ignore[union-attr]
        self.count -= 1
        return value

    def top(self) -> Any:
        """Return the value on top. IndexError: the stack is empty."""
        if self.first is None:
            raise IndexError
        return self.first.value

    def __len__(self) -> int:
        return self.count
