"""Exercise 04: a stack, to undo; and the history of saved states, a chain or a tree."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.sequence import class_task
from blocky.prograsonne import linked
from blocky.prograsonne.history import History as Kits

__all__ = ["History", "Stack"]


# -- a stack -----------------------------------------------------------------------------------

def _of_stacks(rng: Random) -> Iterator[list[str]]:
    new = "moves = Stack()"
    yield [new, "? len(moves)", "? moves.top()"]
    yield [new, "moves.pop()"]
    yield [new, "moves.push(0)", "? len(moves)", "? moves.top()", "moves.pop()", "? len(moves)"]
    yield [new, "moves.push('a')", "moves.push('b')", "? moves.top()", "moves.pop()",
           "moves.pop()", "moves.push('c')", "? moves.top()", "moves.pop()", "moves.pop()"]
    yield [new, "moves.push(7)", "moves.top()", "? len(moves)", "moves.pop()"]
    yield [new, "others = Stack()", "moves.push(1)", "len(others)"]
    for count in range(4, 9):
        lines = [rng.choice([f"moves.push({number})", f"moves.push({number})", "moves.pop()"])
                 for number in range(count)]
        yield [new, "moves.push(9)", "moves.push(8)", *lines, "? moves.top()"]


Stack = class_task(
    "Stack", linked.Stack, _of_stacks, own=True, kits=[linked],
    nudge="Draw the nodes after each line of the case above.",
)


# -- the history -------------------------------------------------------------------------------

class _History:
    """The kit's history of saved states, as the exercise asks for it."""

    def __init__(self, keep_branches: bool = False) -> None:
        self.keep_branches = keep_branches
        self.kept: list[Any] = []
        self.current: int | None = None

    def save(self, content: Any) -> int:
        number = len(self.kept) + 1
        self.kept.append((number, self.current, content))
        self.current = number
        return number

    def restore(self, number: int) -> Any:
        if number < 1 or number > len(self.kept):
            raise ValueError(number)
        if not self.keep_branches:
            self.kept = self.kept[:number]
        self.current = number
        return self.kept[number - 1][2]

    def states(self) -> list[Any]:
        return [(number, parent) for number, parent, _ in self.kept]


def _of_histories(rng: Random) -> Iterator[list[str]]:
    for new in ("history = History()", "history = History(keep_branches=True)"):
        yield [new, "? history.states()", "history.save('a')", "? history.states()",
               "history.restore(1)", "? history.states()"]
        yield [new, "history.restore(1)"]
        yield [new, "history.save('a')", "history.save('b')", "history.restore(3)"]
        yield [new, "history.save('a')", "history.restore(0)"]
        saved = [new, *(f"history.save({each!r})" for each in "abc"), "? history.states()"]
        for number in (1, 2, 3):
            yield [*saved, f"history.restore({number})", "? history.states()", "history.save('d')",
                   "? history.states()", "history.save('e')", "? history.states()",
                   "history.restore(2)", "? history.states()"]
        for _ in range(3):
            lines = [rng.choice([f"history.save('{letter}')", f"history.restore({number})"])
                     for letter, number in zip("defghi", [1, 2, 3, 1, 2, 1], strict=True)]
            yield [*saved, *lines, "? history.states()"]
    yield ["one, other = History(), History()", "one.save('a')", "other.states()"]


History = class_task(
    "History", _History, _of_histories, kits=[Kits],
    nudge="Draw the states of the case above, each with an arrow to its parent.",
)
