"""Exercise 03: a list of one's own, made of nodes, and an iterator."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.failure import Case, Hints, Mistake
from blocky.kit.check.run import Outcome
from blocky.kit.check.sequence import class_task
from blocky.kit.language import say
from blocky.prograsonne import linked

__all__ = ["LinkedIterator", "LinkedList"]

# -- the list ----------------------------------------------------------------------------------

_NEW, _ALL = "numbers = LinkedList()", "? list(numbers)"


def _appended(*values: int) -> list[str]:
    return [f"numbers.append({value})" for value in values]


def _sequences(rng: Random) -> Iterator[list[str]]:
    yield [_NEW, "? len(numbers)", _ALL, "? numbers[0]"]
    yield [_NEW, *_appended(0), "? len(numbers)", _ALL, "? numbers[0]", "? numbers[1]"]
    yield [_NEW, *_appended(5, 3, 8), "? len(numbers)", _ALL, "? numbers[2]", "? numbers[1]",
           "? numbers[3]"]
    yield [_NEW, *_appended(1, 2), "[(a, b) for a in numbers for b in numbers]"]
    yield [_NEW, "others = LinkedList()", *_appended(5), "? list(others)", "others.append(1)", _ALL]
    yield [_NEW, *_appended(5), "numbers.remove(5)", _ALL, "? len(numbers)", *_appended(4), _ALL]
    yield [_NEW, *_appended(5), "numbers.remove(7)"]
    for value in (3, 5, 8):  # in the middle, the first and the last one
        yield [_NEW, *_appended(5, 3, 8), f"numbers.remove({value})", _ALL, "? len(numbers)",
               "? numbers[1]", *_appended(1), _ALL, "numbers.remove(9)"]
    yield [_NEW, *_appended(500, 300, 500), "numbers.remove(500)", _ALL, "numbers.remove(500)",
           _ALL]
    yield [_NEW, *_appended(5, 3, 8), "numbers[1] = 7", _ALL, "numbers[2] = 9", "? len(numbers)",
           *_appended(1), _ALL, "numbers.__setitem__(4, 6)"]
    yield [_NEW, *_appended(5), "del numbers[0]", _ALL, "? len(numbers)", *_appended(4), _ALL,
           "numbers.__delitem__(1)"]
    for index in (1, 0, 2):
        yield [_NEW, *_appended(5, 3, 8), f"del numbers[{index}]", _ALL, "? len(numbers)",
               *_appended(1), _ALL, "numbers.__delitem__(3)"]
    yield [_NEW, "numbers.sort()", _ALL, *_appended(5), "numbers.sort()", _ALL]
    yield [_NEW, *_appended(5, 3, 8, 3), "numbers.sort()", _ALL, "? len(numbers)", *_appended(1),
           _ALL, "numbers.sort()", _ALL, "numbers.remove(8)", *_appended(2), _ALL]
    for count in range(6):
        values = rng.sample(range(300, 400), 3 + count)
        lines = [_NEW, *_appended(*values)]
        for value in rng.sample(values, 3):
            lines += [f"numbers.remove({value})", *rng.choice([["numbers.sort()"], _appended(7)])]
        yield [*lines, _ALL, "? len(numbers)"]
    yield [_NEW, "for i in range(40): numbers.append(i * 7 % 40)", "? numbers[39]",
           "numbers.sort()", "? list(numbers)"]


def _has_iter(answer: Any) -> Hints | None:
    if hasattr(answer, "__iter__"):
        return None
    return ("What does a for loop ask your list for?",
            "Without __iter__ Python asks for the values at index 0, 1, 2, and so on, and each "
            "index begins at the first node.",
            "The class has no method __iter__. Write one that follows the links.")


class _ByIdentity(linked.LinkedList):
    """Removes a value only if it is the same object."""

    def remove(self, value: Any) -> None:
        before, node = None, self.first
        while node is not None and node.value is not value:
            before, node = node, node.next
        if node is None:
            raise ValueError
        self._drop(before)

    def _at(self, index: int) -> linked.Node:
        if not 0 <= index < self.count:
            raise IndexError
        return super()._at(index)


def _counted(case: Case, got: Outcome) -> Hints | None:
    """Look at the count after a value was taken out."""
    if len(case) < 3 or case[-1] != "len(numbers)" or not case[-2].startswith("del "):
        return None
    before = sum(".append(" in line for line in case)
    return ("How many values are there after del?", "Whatever takes a value out changes the count.",
            say("len(numbers) was {before} before {line}, and still is: count it.", before=before,
                line=case[-2])) if got.value == before else None


LinkedList = class_task(
    "LinkedList", linked.LinkedList, _sequences, own=True, kits=[linked], form=_has_iter,
    laws=[_counted],
    mistakes=[Mistake(_ByIdentity, (
        "When is a value the one that remove looks for?",
        "Two numbers can be equal and yet be two objects: is asks for more than ==.",
        "Compare the values by ==, not by is: a value that equals is to be removed."))],
    nudge="Draw the nodes as boxes, and what they know as arrows, line by line of the case.",
    endless=("Is there a loop that follows the arrows, and comes to an end?",
             "A loop over the nodes goes from a node to the next, and ends at None.",
             "Either the loop does not go on (node = node.next), or the arrows lead in a circle: "
             "the last node must have None after it."),
)


# -- the iterator ------------------------------------------------------------------------------

def _walks(rng: Random) -> Iterator[list[str]]:
    node = "from blocky.prograsonne.linked import Node"
    yield [node, "values = LinkedIterator(None)", "next(values)"]
    yield [node, "values = LinkedIterator(Node(5, Node(3)))", *["next(values)"] * 3]
    yield [node, "values = LinkedIterator(Node(5))", "iter(values) is values"]
    yield [node, "first = Node(5, Node(0, Node(5)))", "values = LinkedIterator(first)",
           "list(values)", "list(values)", "list(LinkedIterator(first))"]
    yield [node, "first = Node(5, Node(3))", "one = LinkedIterator(first)",
           "other = LinkedIterator(first)", "next(one)", "next(other)", "next(one)"]
    yield [node, "first = Node(5, Node(3))",
           "others = LinkedIterator(first)",
           "[(a, b) for a in others for b in LinkedIterator(first)]"]
    yield [node, "values = LinkedIterator(Node(5, Node(3, Node(8))))", "next(values)",
           "list(values)", "[next(values, 'no more') for _ in range(2)]"]


def _ends(case: Case, got: Outcome) -> Hints | None:
    if not case[-1].startswith("next(") or got.returned is not None:
        return None
    return ("How does Python learn that no value is left?",
            "None could be a value as well. So the end is not told by what is returned.",
            "When no node is left, raise StopIteration; a for loop waits for that, and ends.")


def _has_both(answer: Any) -> Hints | None:
    missing = next((name for name in ("__next__", "__iter__") if not hasattr(answer, name)), None)
    return missing and (
        "Which methods does Python call on an iterator?",
        "next(values) calls __next__, and for calls __iter__ first, which returns the iterator.",
        say("The class has no method {name}.", name=missing))


LinkedIterator = class_task(
    "LinkedIterator", linked.LinkedIterator, _walks, own=True, form=_has_both, laws=[_ends],
    kits=[linked.LinkedIterator, linked.LinkedList],
    nudge="Which node does your object know before the last line of the case, and which after it?",
    endless=("Does it ever come to an end?",
             "Each call of __next__ goes on by one node. After the last node there is None.",
             "Either __next__ does not go on to the next node, or it does not raise StopIteration "
             "when there is none."),
)
