"""Exercise 04: a stack, to undo; and the history of saved states, a chain or a tree."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.failure import Case, Hints, Mistake
from blocky.kit.check.run import Outcome
from blocky.kit.check.sequence import class_task
from blocky.kit.language import say
from blocky.prograsonne import linked
from blocky.prograsonne.check.lines import (
    SUPPRESS,
    called,
    hides_none,
    kept_by_the_class,
    nothing_returned,
    refused,
    values_of,
    with_kits,
)
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
    yield [new, "moves.push(None)", "? len(moves)", "? moves.top() is None", "moves.pop() is None",
           "? len(moves)", "moves.pop()"]
    for call in ("moves.pop()", "moves.top()"):
        yield [SUPPRESS, new, f"with suppress(IndexError): {call}", "? len(moves)",
               "moves.push(3)", "? len(moves)", "? moves.top()"]
    for count in range(4, 9):
        lines = [rng.choice([f"moves.push({number})", f"moves.push({number})", "moves.pop()"])
                 for number in range(count)]
        yield [new, "moves.push(9)", "moves.push(8)", *lines, "? moves.top()"]


class _NoLink(linked.Stack):
    """Its nodes do not know what lies below them."""

    def push(self, value: Any) -> None:
        self.first = linked.Node(value)
        self.count += 1


class _NoLinkCounted(_NoLink):
    def __len__(self) -> int:
        return int(self.first is not None)


_LOST = ("What does the new node know when it is pushed?",
         "From the highest node one must be able to come down to all the others.",
         "push loses what was there before: the new node must know the node that was the highest "
         "until then as the one below it.")


def _came(case: Case, got: Outcome) -> Hints | None:
    """Look at what a stack gives, or counts, where something else is right."""
    right, value = with_kits("Stack", linked.Stack, case), got.value
    done, asked = [*called(case[:-1])], case[-1]
    pushed, gone = [each for name, each in done if name == "push"], list[Any]()
    if value == right or right is None:
        return None
    if "others" in asked:
        return kept_by_the_class("others")
    if value is None and None not in pushed:
        return (nothing_returned(asked, right)
                if asked.startswith("moves.") and not isinstance(right, IndexError) else None)
    if asked == "len(moves)":
        if value > len(pushed):
            return kept_by_the_class("moves")
        return _counted(case, value, right)
    if value not in pushed:
        return kept_by_the_class("moves") if not pushed else None
    if not isinstance(asked, str) or not asked.startswith("moves."):
        return None
    left = list[Any]()
    for name, each in done:
        if name == "push":
            left.append(each)
        elif name == "pop" and left:
            gone.append(left.pop())
    if left and value == left[0] and not isinstance(right, IndexError):
        return ("Which of the values that were pushed comes out first?",
                "A stack is like a pile of plates: what was put on top last is taken first.",
                say("{line} gives {value}, which was pushed before {right}. The value that was "
                    "pushed last must come first: put the new node in front of the others.",
                    line=asked, value=repr(value), right=repr(right)))
    if value in gone:
        return ("Is a value still there after it was popped?", "pop returns the value on top, and "
                "takes it away.",
                say("{line} gives {value}, which was popped before. After pop the node below must "
                    "be the highest one.", line=asked, value=repr(value)))
    return None


def _counted(case: Case, value: Any, right: int) -> Hints | None:
    names = [name for name, _ in called(case[:-1])]
    if refused(case):
        return ("What has changed after a call that is refused?",
                "Whoever refuses must not have begun.",
                say("{line} is refused, and yet len(moves) is {value} after it, not {right}: "
                    "raise the error before anything is changed.", line=refused(case), value=value,
                    right=right))
    if "top" in names and value < right:
        return ("What is left on the stack after top?", "top only looks.",
                say("After moves.top() len(moves) is {value}, and {right} is right: top takes the "
                    "value away. It must return it and change nothing.", right=right,
                    value=value))
    if "pop" in names and value > right:
        return ("What does pop change?", "After pop there is one value less.",
                say("After moves.pop() len(moves) is {value}, and {right} is right: pop must take "
                    "the node away, and count it.", value=value, right=right))
    return None


Stack = class_task(
    "Stack", linked.Stack, _of_stacks, own=True, kits=[linked], laws=[_came],
    form=hides_none("push", "pop", "top"),
    mistakes=[Mistake(_NoLink, _LOST), Mistake(_NoLinkCounted, _LOST)],
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
        yield [new, "history.save(None)", "? history.restore(1) is None", "history.save('b')",
               "? history.states()", "? history.restore(2)"]
        for number in (0, -1, 4):
            yield [SUPPRESS, new, *(f"history.save({each!r})" for each in "abc"),
                   f"with suppress(ValueError): history.restore({number})", "? history.states()",
                   "history.save('d')", "? history.states()"]
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


def _remembered(case: Case, got: Outcome) -> Hints | None:
    """Look at the numbers, the parents and the contents, where others are right."""
    right, value = with_kits("History", _History, case), got.value
    done, asked = [*called(case[:-1])], case[-1]
    saves = sum(name == "save" for name, _ in done)
    if value == right or right is None:
        return None
    if value is None:
        return nothing_returned(asked, right) if asked.startswith("history.") else None
    if isinstance(right, ValueError):
        return _should_be_refused(asked, value, saves)
    if asked == "other.states()" or (asked.endswith("states()") and isinstance(value, list)
                                     and len(value) > saves):
        return kept_by_the_class("The history")
    if refused(case):
        return ("What has changed after a call that is refused?",
                "Whoever refuses must not have begun.",
                say("{line} is refused, and yet something is not as it was before it. Raise the "
                    "ValueError first, before anything is set or deleted.", line=refused(case)))
    if asked.endswith("states()"):
        return _states(case, value, right)
    if asked.startswith("history.save("):
        return ("Which number does a new state get?",
                "It is one more than the highest number that there is.",
                say("The new state gets the number {value}, and {right} is one more than the "
                    "highest number that is still there.", value=value, right=right))
    if asked.startswith("history.restore("):
        return ("Which content belongs to the number?", "States are counted from 1, a list from 0.",
                say("{line} gives {value}, and that state was saved with {right}.", line=asked,
                    value=repr(value), right=repr(right)))
    return None


def _should_be_refused(asked: str, value: Any, saves: int) -> Hints | None:
    number = values_of(asked.partition("(")[2][:-1])[0]
    if type(number) is int and number < 1:
        return ("Which numbers have the states?", "States are counted from 1.",
                say("There is no state {number}, and {line} gives {value}. A negative index takes "
                    "an item from the end of a list, without an error: ask for number < 1, too, "
                    "and raise ValueError.", number=number, line=asked, value=repr(value)))
    if type(number) is int and number <= saves:
        return ("Which states are left?", "A state that was deleted cannot be restored.",
                say("State {number} was deleted before, and {line} gives {value}. Whatever is kept "
                    "of a state must go with it.", number=number, line=asked, value=repr(value)))
    return None


def _states(case: Case, value: Any, right: list[Any]) -> Hints | None:
    try:
        own, rights = dict(value), dict(right)
    except (TypeError, ValueError):
        return ("What does states() return?", "For each state a pair: its number and its parent.",
                say("states() must return a list of pairs (number, parent), not {value}.",
                    value=repr(value)))
    keep = "keep_branches=True" in case[0]
    restored = next((each for name, each in [*called(case)][::-1] if name == "restore"), None)
    if more := sorted(own.keys() - rights.keys(), key=repr):
        return ("Which states are left after restore?",
                "Without keep_branches, a state with a higher number than the restored one goes.",
                say("State {number} is still there, or is there with a wrong number. restore({m}) "
                    "must delete every state with a number above {m}, its parent too.",
                    number=more[0], m=restored))
    if less := sorted(rights.keys() - own.keys()):
        return ("Which states are left after restore?",
                "With keep_branches=True nothing is deleted.",
                say("State {number} is gone. With keep_branches=True restore deletes nothing.",
                    number=less[0])
                if keep else
                say("State {number} is gone. restore(m) deletes only states with a number above m.",
                    number=less[0]))
    number = next((each for each in rights if own[each] != rights[each]), None)
    if number is None:
        return None
    return ("What is the parent of a new state?",
            "The parent is the state that was last saved or restored before it.",
            say("The parent of state {number} is {right}, the state that was last saved or "
                "restored before it, and yours is {own}. Does save remember its new state, and "
                "restore the one it went back to, as the current one?", number=number,
                right=rights[number], own=own[number])
            if restored is not None else
            say("The parent of state {number} is {right}, the state that was saved before it, and "
                "yours is {own}.", number=number, right=rights[number], own=own[number]))


class _LastSaved(_History):
    """Takes the state that was saved last for the parent, whatever was restored since."""

    saved: int | None = None

    def save(self, content: Any) -> int:
        self.current = self.saved
        self.saved = super().save(content)
        return self.saved


History = class_task(
    "History", _History, _of_histories, kits=[Kits], laws=[_remembered],
    form=hides_none("save", "restore", "states"),
    mistakes=[Mistake(_LastSaved, (
        "What is the parent of a state that is saved after restore?",
        "The parent is the state that was last saved or restored.",
        "restore does not remember where it went back to: the next state must have the restored "
        "one as its parent, so set the current state in restore, too."))],
    nudge="Draw the states of the case above, each with an arrow to its parent.",
)
