"""Exercise 03: a list of one's own, made of nodes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.evidence import Hints
from blocky.kit.check.sequence import class_task
from blocky.prograsonne import linked

__all__ = ["LinkedList"]

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


LinkedList = class_task(
    "LinkedList", linked.LinkedList, _sequences, own=True, kits=[linked], form=_has_iter,
    nudge="Draw the nodes as boxes, and what they know as arrows, line by line of the case.",
    endless=("Is there a loop that follows the arrows, and comes to an end?",
             "A loop over the nodes goes from a node to the next, and ends at None.",
             "Either the loop does not go on (node = node.next), or the arrows lead in a circle: "
             "the last node must have None after it."),
)
