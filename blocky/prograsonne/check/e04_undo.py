"""Exercise 04: a stack, to undo; and the history of saved states, a chain or a tree."""

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.sequence import SUPPRESS, Lines, class_task
from blocky.kit.check.task import Hints
from blocky.kit.language import say
from blocky.prograsonne import linked
from blocky.prograsonne.history import History as Kits

__all__ = ["History", "Stack"]


# -- a stack -----------------------------------------------------------------------------------

def _of_stacks(rng: Random) -> Iterator[list[str]]:
    new = "moves = Stack()"
    for lines in (
            ["? len(moves)", "? moves.top()"], ["moves.pop()"],
            ["moves.push(0)", "? len(moves)", "? moves.top()", "moves.pop()", "? len(moves)"],
            ["moves.push('a')", "moves.push('b')", "? len(moves)", "? moves.top()", "moves.pop()",
             "moves.pop()", "moves.push('c')", "? moves.top()", "moves.pop()", "moves.pop()"],
            ["moves.push(7)", "moves.top()", "? len(moves)", "moves.pop()"],
            ["moves.push(7)", "len(moves)", "moves.top()"],
            ["others = Stack()", "moves.push(1)", "len(others)"],
            ["others = Stack()", "moves.push(1)", "others.push(2)", "? moves.top()"],
            ["moves.push(None)", "? len(moves)", "? moves.top() is None", "moves.pop() is None",
             "? len(moves)", "moves.pop()"]):
        yield [new, *lines]
    for call in ("moves.pop()", "moves.top()"):
        yield [SUPPRESS, new, f"with suppress(IndexError): {call}", "? len(moves)",
               "moves.push(3)", "? len(moves)", "? moves.top()"]
    for count in range(4, 9):
        lines = [rng.choice([f"moves.push({number})", f"moves.push({number})", "moves.pop()"])
                 for number in range(count)]
        yield [new, "moves.push(9)", "moves.push(8)", *lines, "? moves.top()"]


def _wrong_value(lines: Lines) -> Hints | None:
    value, right, asked, error = lines.value, lines.right, lines.asked, lines.got.error
    names = [name for name, _ in lines.done]
    if lines.refused or not names:
        return None
    if names[-1] in ("top", "__len__") and not (error or isinstance(right, Exception)):
        return (say("What's left on the stack after {line}?", line=lines.case[-2]),
                "top and len don't change the stack.",
                say("After {line}, {asked} is {value}, but it should be {right}. {line} must not "
                    "change the stack.", line=lines.case[-2], asked=asked,
                    right=repr(right), value=repr(value)))
    pushed = [each for name, each in lines.done if name == "push"]
    if asked.startswith("moves.") and (len(pushed) > 1 if error == "IndexError" else not error and (
            value in pushed or (value is None and "pop" in names))):
        return ("Which of the pushed values comes out first?",
                "A stack is like a pile of plates: first you take the plate that you put on last.",
                say("{line} gives {value} here, but it should give {right}. push must put the new "
                    "node in front of the others and link it to them. pop must make the node "
                    "below the new top.", line=asked, value=error or repr(value),
                    right=repr(right)))
    return None


_EMPTY = "the stack is empty"

Stack = class_task(
    "Stack", linked.Stack, _of_stacks, own=True, kits=[linked], looks=[_wrong_value],
    refuses={"pop": _EMPTY, "top": _EMPTY},
    gives={"pop": "the value that was on top (store it in a variable before you remove its node)",
           "top": "the value on top", "__len__": "the number of values"},
    nudge="Draw the nodes after each line of the case above.",
)


# -- the history -------------------------------------------------------------------------------

class _History:
    """The kit's history, with the methods that the exercise asks for."""

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


def _wrong_states(lines: Lines) -> Hints | None:
    value, right, asked = lines.value, lines.right, lines.asked
    if lines.got.error or lines.refused or value is None or isinstance(right, Exception):
        return None
    if asked.startswith("history.save("):
        return ("Which number does a new state get?",
                "It gets one more than the highest number so far.",
                say("The new state gets the number {value}, but it should get {right}. That's one "
                    "more than the highest number that's still there, or 1 if there is none.",
                    value=value, right=right))
    if not asked.endswith("states()") or not isinstance(value, list):
        return None
    own, rights = {each[0]: each[1] for each in value}, dict(right)
    if own.keys() != rights.keys():
        return ("Which states are left after restore?",
                "With keep_branches=True, restore deletes nothing.",
                say("Your history has the states {own}, but it should have {right}. Without "
                    "keep_branches, restore deletes every state with a higher number, and also "
                    "forgets its parent; with keep_branches=True it deletes nothing.",
                    own=[*own], right=[*rights]))
    number = next((each for each in rights if own[each] != rights[each]), None)
    last = [name for name, _ in lines.done][-2:-1] or ["save"]
    return number and (
        "What is the parent of a new state?",
        "It's the state that was last saved or restored before it.",
        say("State {number} has the parent {own}, but it should have {right}: the state last "
            "saved or restored before it (None for the first). {method} must store its state as "
            "the current one, and save must use the current one as the parent.", number=number,
            right=rights[number], own=own[number], method=last[0]))


History = class_task(
    "History", _History, _of_histories, kits=[Kits], looks=[_wrong_states],
    refuses={"restore": "no state has this number"},
    gives={"save": "the number of the new state",
           "restore": "the content that was saved under this number",
           "states": "a list of pairs (number, parent)"},
    nudge="Draw the states of the case above, each with an arrow to its parent.",
)
