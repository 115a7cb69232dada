"""Exercise 04: a stack, to undo; and the history of saved states, a chain or a tree."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.compare import written
from blocky.kit.check.failure import Hints
from blocky.kit.check.sequence import SUPPRESS, Lines, class_task, counts_in
from blocky.kit.language import say
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
    yield [new, "moves.push(7)", "len(moves)", "moves.top()"]
    yield [new, "others = Stack()", "moves.push(1)", "len(others)"]
    yield [new, "others = Stack()", "moves.push(1)", "others.push(2)", "? moves.top()"]
    yield [new, "moves.push(None)", "? len(moves)", "? moves.top() is None", "moves.pop() is None",
           "? len(moves)", "moves.pop()"]
    for call in ("moves.pop()", "moves.top()"):
        yield [SUPPRESS, new, f"with suppress(IndexError): {call}", "? len(moves)",
               "moves.push(3)", "? len(moves)", "? moves.top()"]
    for count in range(4, 9):
        lines = [rng.choice([f"moves.push({number})", f"moves.push({number})", "moves.pop()"])
                 for number in range(count)]
        yield [new, "moves.push(9)", "moves.push(8)", *lines, "? moves.top()"]


def _came(lines: Lines) -> Hints | None:
    """Look at what a stack gives, or counts, where something else is right."""
    value, right, asked, line = lines.value, lines.right, lines.asked, lines.case[-2]
    names, left, gone = [name for name, _ in lines.done], list[Any](), list[Any]()
    for name, each in lines.done:
        if name == "push":
            left.append(each)
        elif name == "pop" and left:
            gone.append(left.pop())
    if lines.refused or not names:
        return None
    if names[-1] == "__len__" and not isinstance(right, Exception):
        return ("What is left on the stack after len(moves)?", "len only looks.",
                say("{line} only looks, and afterwards {asked} is wrong: it has changed what the "
                    "stack knows. Let a name of its own, such as node, go down the nodes, and no "
                    "attribute of the stack.", line=line, asked=asked))
    if lines.got.error:
        return None if lines.got.error != "IndexError" or names.count("push") < 2 or not left else (
            "What does the new node know when it is pushed?",
            "From the highest node one must be able to come down to all the others.",
            say("{line} finds no node, though {value} is still on the stack: push must let the new "
                "node know the one that was the highest until then, and pop go down to it.",
                line=asked, value=repr(left[-1])))
    if asked.startswith("moves.") and value in gone and value not in left:
        return ("Is a value still there after it was popped?", "pop returns the value on top, and "
                "takes it away.",
                say("{line} gives {value}, which was popped before. After pop the node below must "
                    "be the highest one.", line=asked, value=repr(value)))
    if asked == "len(moves)" and names[-1] == "top":
        return ("What is left on the stack after top?", "top only looks.",
                say("After moves.top() len(moves) is {value}, and {right} is right: top takes the "
                    "value away. It must return it and change nothing.", right=right, value=value))
    if asked == "len(moves)" and not counts_in(lines.names["moves"]):
        return ("What does __len__ count, and from which number on?",
                "No attribute of the stack keeps a number, so that __len__ goes through the nodes.",
                say("After {line} len(moves) is {value}, and {right} is right: __len__ goes "
                    "through the nodes and does not count each of them once. With which number "
                    "does it begin, and at which node does it end?", line=line, value=value,
                    right=right))
    if asked == "len(moves)":
        return ("What changes how many values there are?",
                "After push there is one value more, after pop one less.",
                say("After {line} len(moves) is {value}, and {right} is right: {method} must "
                    "change the count by one.", line=line, value=value, right=right,
                    method=names[-1]))
    if left and value == left[0] and asked.startswith("moves.") and value is not None:
        return ("Which of the values that were pushed comes out first?",
                "A stack is like a pile of plates: what was put on top last is taken first.",
                say("{line} gives {value}, which was pushed before {right}. The value that was "
                    "pushed last must come first: let push put the new node in front of the "
                    "others, and let pop and top both take that for the highest.", line=asked,
                    value=repr(value), right=repr(right)))
    return None


_EMPTY = "the stack is empty"

Stack = class_task(
    "Stack", linked.Stack, _of_stacks, own=True, kits=[linked], looks=[_came],
    refuses={"pop": _EMPTY, "top": _EMPTY},
    gives={"pop": "the value that was on top (keep it in a name before its node goes)",
           "top": "the value on top", "__len__": "how many values there are"},
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


def _remembered(lines: Lines) -> Hints | None:
    """Look at the numbers, the parents and the contents, where others are right."""
    value, right, asked = lines.value, lines.right, lines.asked
    if "changed size during iteration" in lines.got.said:
        return ("Through what does the loop go, and what is taken out meanwhile?",
                "A loop over a dict needs all its keys until it ends.",
                "The loop goes through the dict from which it deletes. Go through a copy of its "
                "keys, list(...), and delete from the dict itself.")
    if lines.got.error or lines.refused or value is None or isinstance(right, Exception):
        return None
    if asked.endswith("states()"):
        return _states(lines)
    if asked.startswith("history.save("):
        return ("Which number does a new state get?",
                "It is one more than the highest number that there is.",
                say("The first state must have the number 1, and gets {value}: states are counted "
                    "from 1.", value=value) if right == 1 else
                say("The new state gets the number {value}: as many were saved in all. The states "
                    "above the restored one are gone, and their numbers are free: {right} is one "
                    "more than the highest that is left.", value=value, right=right)
                if value == 1 + sum(name == "save" for name, _ in lines.done) else
                say("The new state gets the number {value}, one more than the state that was "
                    "restored. {right} is one more than the highest number that is still there: "
                    "all states are still there, for branches are kept.", value=value, right=right)
                if lines.done and lines.done[-1] == ("restore", value - 1) else
                say("The new state gets the number {value}, and {right} is one more than the "
                    "highest number that is still there.", value=value, right=right))
    return None


def _states(lines: Lines) -> Hints | None:
    value, right = lines.value, lines.right
    try:
        own, rights = dict([*value]), dict(right)
    except (TypeError, ValueError):
        own, rights = None, dict(right)
    if own is None or isinstance(value, dict):
        return ("What does states() return?", "For each state a pair: its number and its parent.",
                say("states() must return a list of pairs (number, parent), not {value}.",
                    value=repr(value)))
    keep = any("keep_branches=True" in line for line in lines.case)
    restored = next((each for name, each in lines.done[::-1] if name == "restore"), None)
    if (more := sorted(own.keys() - rights.keys(), key=repr)) and restored is not None:
        return ("Which states are left after restore?",
                "Without keep_branches, a state with a higher number than the restored one goes.",
                say("State {number} is still there, or is there with a wrong number. restore({m}) "
                    "must delete every state with a number above {m}, its parent too.",
                    number=more[0], m=restored))
    if (less := sorted(rights.keys() - own.keys())) and restored is not None:
        return ("Which states are left after restore?",
                "With keep_branches=True nothing is deleted.",
                say("State {number} is gone. With keep_branches=True restore deletes nothing.",
                    number=less[0])
                if keep else
                say("State {number} is gone. restore(m) deletes only states with a number above m.",
                    number=less[0]))
    number = next((each for each in rights if each in own and own[each] != rights[each]), None)
    if number is None:
        return None
    last = [name for name, _ in lines.done][-2:-1]
    return ("What is the parent of a new state?",
            "The parent is the state that was last saved or restored before it.",
            say("State {number} was saved before all others, and has no parent: None. Yours is "
                "{own}.", number=number, own=written(own[number]))
            if rights[number] is None else
            say("The parent of state {number} is {right}, the state that was {how} just before it "
                "was saved, and yours is {own}. {method} must remember its state as the current "
                "one, and save take the current one for the parent.", number=number,
                right=rights[number], own=own[number],
                how=say("restored") if last == ["restore"] else say("saved"),
                method=last[0] if last else "save"))


History = class_task(
    "History", _History, _of_histories, kits=[Kits], looks=[_remembered],
    refuses={"restore": "there is no state of that number"},
    gives={"save": "the number of the new state",
           "restore": "what was saved under the number",
           "states": "a list of pairs (number, parent)"},
    nudge="Draw the states of the case above, each with an arrow to its parent.",
)
