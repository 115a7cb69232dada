"""Exercise 04: a stack, to undo moves; and the history of saved states, a chain or a tree."""

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.class_laws import result_of
from blocky.kit.check.run import run
from blocky.kit.check.sequence import SUPPRESS, Lines, class_task
from blocky.kit.check.task import Hints, Sure
from blocky.kit.language import say
from blocky.prograsonne import linked
from blocky.prograsonne.history import History as Kits

__all__ = ["History", "Stack"]


# -- Stack -------------------------------------------------------------------------------------

def _of_stacks(rng: Random) -> Iterator[list[str]]:
    """Yield lines to run with a stack: fixed ones, then random ones.

    Each line with a value ends a case. One that begins with "? " only looks: the cases after it are
    without it.
    """
    new = "moves = Stack()"
    # an empty stack
    yield [new, "? len(moves)", "? moves.top()"]
    yield [new, "moves.pop()"]
    # one value, which counts as False; then several
    yield [new, "moves.push(0)", "? len(moves)", "? moves.top()", "moves.pop()", "? len(moves)"]
    yield [new, "moves.push('a')", "moves.push('b')", "? len(moves)", "? moves.top()",
           "moves.pop()", "? moves.top()", "moves.pop()", "moves.push('c')", "? moves.top()",
           "moves.pop()", "moves.pop()"]
    # top and len change nothing
    yield [new, "moves.push(7)", "moves.top()", "? len(moves)", "moves.pop()"]
    yield [new, "moves.push(7)", "len(moves)", "moves.top()"]
    # two stacks share nothing
    yield [new, "others = Stack()", "moves.push(1)", "len(others)"]
    yield [new, "others = Stack()", "moves.push(1)", "others.push(2)", "? moves.top()"]
    # None is a value, too
    yield [new, "moves.push(None)", "? len(moves)", "? moves.top() is None",
           "moves.pop() is None", "? len(moves)", "moves.pop()"]
    # a call that is refused leaves the stack empty
    for call in ("moves.pop()", "moves.top()"):
        yield [SUPPRESS, new, f"with suppress(IndexError): {call}", "? len(moves)",
               "moves.push(3)", "? len(moves)", "? moves.top()"]
    # at random, pushes are twice as likely as pops
    for count in range(4, 9):
        lines = [rng.choice([f"moves.push({number})", f"moves.push({number})", "moves.pop()"])
                 for number in range(count)]
        yield [new, "moves.push(9)", "moves.push(8)", *lines, "? moves.top()"]


def _changed_by_looking(lines: Lines) -> Hints | None:
    """Explain a stack that a call of top or len has changed."""
    if not lines.done or lines.refused or lines.got.error or lines.error:
        return None
    last_method, _argument = lines.done[-1]  # what was called before the stack was looked at
    only_looks = last_method in ("top", "__len__")
    if not only_looks:
        return None
    return (say("What's left on the stack after {line}?", line=lines.line_before),
            "Calls to top and len must not change the stack.",
            say("After {line}, {asked} is {value}, but it should be {right}. {line} must not "
                "change the stack.", line=lines.line_before, asked=lines.asked,
                right=repr(lines.right), value=repr(lines.value)))


def _stays_on_top(lines: Lines) -> Sure | None:
    """Explain a top that still returns the last pushed value, although pop finds the right one."""
    pushed = [value for method, value in lines.done if method == "push"]
    has_popped = any(method == "pop" for method, _ in lines.done)
    if lines.got.error or lines.refused or lines.method != "top" or not has_popped:
        return None
    *lines_before, _call_of_top = lines.case
    outcome_of_pop = run(lambda *code: result_of(code, {lines.name: lines.answer}),
                         (*lines_before, "moves.pop()"))
    pop_is_right = not outcome_of_pop.error and outcome_of_pop.value == lines.right
    if not pushed or lines.value != pushed[-1] or not pop_is_right:
        return None
    return Sure(("Which value does top() return after a pop?",
                 "After a pop, a different node is on top.",
                 say("{line} still returns {value}, which has already been popped. Here, pop() "
                     "would return {right}, so top() must return the same value. Read it from the "
                     "node that pop() would remove.", line=lines.asked, value=repr(lines.value),
                     right=repr(lines.right))))


def _wrong_node(lines: Lines) -> Hints | None:
    """Explain a call of pop or top that finds a wrong one of the pushed values, or none."""
    pushed = [value for method, value in lines.done if method == "push"]
    finds_nothing = lines.got.error == "IndexError" and len(pushed) > 1
    finds_another_value = not lines.got.error and lines.value in pushed
    finds_wrongly = finds_nothing or finds_another_value
    if not finds_wrongly or lines.refused or lines.method not in ("pop", "top"):
        return None
    return ("Which of the pushed values comes out first?",
            "A stack is like a pile of plates: the plate that you put on last is the first that "
            "you take off.",
            say("{line} gives {value} instead of {right}. The method push must link the new node "
                "to the old top. The method pop must make the next node the new top.",
                line=lines.asked, value=lines.got.error or repr(lines.value),
                right=repr(lines.right)))


_EMPTY = "the stack is empty"

Stack = class_task(
    "Stack", linked.Stack, _of_stacks, own=True, kits=[linked],
    laws=[_changed_by_looking, _stays_on_top, _wrong_node], refuses={"pop": _EMPTY, "top": _EMPTY},
    gives={"pop": "the value that was on top (store it in a variable before you remove its node)",
           "top": "the value on top", "__len__": "the number of values"},
    nudge="Draw the nodes after each line of the case above.",
)


# -- History -----------------------------------------------------------------------------------

class _History:
    """The kit's history, with the methods that the exercise asks for.

    ``kept`` has the number, the number of the parent, and the content of each state. ``current`` is
    the number of the state that was saved or restored last; None if there is none.
    """

    def __init__(self, keep_branches: bool = False) -> None:
        self.keep_branches = keep_branches
        self.kept: list[Any] = []
        self.current: int | None = None

    def save(self, content: Any) -> int:
        """Save a content as a new state, and return its number."""
        number = len(self.kept) + 1
        self.kept.append((number, self.current, content))
        self.current = number
        return number

    def restore(self, number: int) -> Any:
        """Return the content of a state; without branches, forget the states after it."""
        if number < 1 or number > len(self.kept):
            raise ValueError(number)
        if not self.keep_branches:
            self.kept = self.kept[:number]
        self.current = number
        return self.kept[number - 1][2]

    def states(self) -> list[Any]:
        return [(number, parent) for number, parent, _ in self.kept]


def _saved(contents: str) -> list[str]:
    """Return a line for each letter, which saves it."""
    return [f"history.save({letter!r})" for letter in contents]


def _of_histories(rng: Random) -> Iterator[list[str]]:
    """Yield lines for a history without branches, for one with branches, and for two at once."""
    yield from _of_history(rng, "history = History()")
    yield from _of_history(rng, "history = History(keep_branches=True)")
    yield ["one, other = History(), History()", "one.save('a')", "other.states()"]


def _of_history(rng: Random, new: str) -> Iterator[list[str]]:
    """Yield lines that save and restore, after ``new``, the line that makes a history."""
    states = "? history.states()"  # it only looks: the cases after it are without it
    # no state, and one
    yield [new, states, *_saved("a"), states, "history.restore(1)", states]
    # numbers that no state has
    yield [new, "history.restore(1)"]
    yield [new, *_saved("ab"), "history.restore(3)"]
    yield [new, *_saved("a"), "history.restore(0)"]
    # None is a content, too
    yield [new, "history.save(None)", "? history.restore(1) is None", *_saved("b"), states,
           "? history.restore(2)"]
    # equal contents are different states
    yield [new, *_saved("aab"), "? history.restore(2)", *_saved("a"), states]
    # a number that is refused changes nothing
    for number in (0, -1, 4):
        yield [SUPPRESS, new, *_saved("abc"),
               f"with suppress(ValueError): history.restore({number})", states, *_saved("d"),
               states]
    # states saved after going back; then back again
    for number in (1, 2, 3):
        yield [new, *_saved("abc"), states, f"history.restore({number})", states, *_saved("d"),
               states, *_saved("e"), states, "history.restore(2)", states]
    # at random, save or go back at each step
    for _ in range(3):
        lines = [rng.choice([f"history.save('{letter}')", f"history.restore({number})"])
                 for letter, number in zip("defghi", [1, 2, 3, 1, 2, 1], strict=True)]
        yield [new, *_saved("abc"), *lines, states]


def _wrong_number(lines: Lines) -> Hints | None:
    """Explain a wrong number that ``save`` returns for a new state."""
    if not lines.asked.startswith("history.save(") or lines.got.error or lines.value is None:
        return None
    return ("Which number does a new state get?",
            "Look at the states that are still there. The new number is one more than their "
            "highest number.",
            say("The new state gets the number {value}, but it should get {right}. That's one more "
                "than the highest number that's still there, or 1 if no state is left.",
                value=lines.value, right=lines.right))


def _shows_states(lines: Lines) -> bool:
    """Whether the last line has shown the states, and no call was refused before it."""
    return (lines.asked.endswith("states()") and isinstance(lines.value, list)
            and not lines.refused)


def _wrong_states(lines: Lines) -> Hints | None:
    """Explain states that are missing after ``restore``, or that should be gone."""
    if not _shows_states(lines):
        return None
    # dicts from the number of each state to that of its parent
    own, right = dict(lines.value), dict(lines.right)
    if own.keys() == right.keys():
        return None
    return ("Which states are left after the call to restore?",
            "With keep_branches=True, restore deletes nothing.",
            say("Your history has the states {own} instead of {right}. The method restore must "
                "delete every state with a higher number than its argument, but with "
                "keep_branches=True it must delete nothing.",
                own=[*own], right=[*right]))


def _wrong_parent(lines: Lines) -> Hints | None:
    """Explain the first state with a wrong parent; the numbers of the states are right."""
    if not _shows_states(lines):
        return None
    own_parents = dict(lines.value)  # by number
    for number, parent in lines.right:
        if own_parents[number] != parent:
            return ("What is the parent of a new state?",
                    "The parent is the state that was saved or restored most recently.",
                    say("The parent of state {number} is {own} instead of {right}. Store the "
                        "number of the current state, which is the parent of the next state. It's "
                        "None at first, and the methods save and restore both change it.",
                        number=number, own=own_parents[number],
                        right=parent))
    return None


History = class_task(
    "History", _History, _of_histories, kits=[Kits],
    laws=[_wrong_number, _wrong_states, _wrong_parent],
    refuses={"restore": "no state has this number"},
    gives={"save": "the number of the new state",
           "restore": "the content that was saved under this number",
           "states": "a list of pairs (number, parent)"},
    nudge="Draw the states of the case above, each with an arrow to its parent.",
)
