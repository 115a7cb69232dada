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
from blocky.prograsonne.check.lines import (
    SUPPRESS,
    called,
    hides_none,
    kept_by_the_class,
    refused,
    with_kits,
)

__all__ = ["EditableList", "LinkedIterator", "LinkedList"]

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
    yield [_NEW, *_appended(500, 300, 500), "numbers.remove(500)", _ALL, "? len(numbers)",
           "numbers.remove(500)", _ALL]
    yield [_NEW, *_appended(4, 4, 4), "numbers.remove(4)", _ALL, "? len(numbers)"]
    yield [_NEW, "numbers.append(None)", "? len(numbers)", _ALL, "? numbers[0] is None",
           *_appended(5), _ALL, "numbers.remove(None)", _ALL]
    for call, error in (("numbers.remove(7)", "ValueError"), ("numbers[-1]", "IndexError"),
                        ("numbers[2]", "IndexError")):
        yield _refusing(_NEW, call, error)
    yield [_NEW, *_appended(5, 3), "numbers[-1]"]
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


def _refusing(new: str, call: str, error: str) -> list[str]:
    """Return lines in which a call is refused, and the next ones show what it left."""
    return [SUPPRESS, new, *_appended(5, 3), f"with suppress({error}): {call}", "? len(numbers)",
            _ALL, *_appended(1), _ALL]


def _has_iter(answer: Any) -> Hints | None:
    if hasattr(answer, "__iter__"):
        return hides_none("append", "remove", "sort")(answer)
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


class _NotTheFirst(linked.LinkedList):
    """Looks for the value to be removed from the second node on."""

    def remove(self, value: Any) -> None:
        node = self.first
        while node is not None and node.next is not None:
            if node.next.value == value:
                self._drop(node)
                return
            node = node.next
        raise ValueError


def _seen(case: Case, got: Outcome) -> Hints | None:
    """Look at what the last lines of a case should have done, where something else came."""
    made = next(line for line in case if line.startswith("numbers = "))
    right = with_kits(made[len("numbers = "):-len("()")], linked.EditableList, case)
    value, done = got.value, [*called(case[:-1])]
    own = [each for name, each in done if name == "append"]
    if value == right or any(line.startswith("for ") for line in case):
        return None
    if isinstance(right, IndexError) and "-1" in case[-1]:
        return ("Which indices are there?", "The first value has the index 0.",
                say("{line} must raise IndexError: a negative index is none here. Ask for "
                    "index < 0 as well as for an index beyond the end.", line=case[-1]))
    if case[-1] == "len(numbers)" and isinstance(value, int):
        return kept_by_the_class("numbers") if value > len(own) else _counted(case, value, right)
    if case[-1].startswith("[("):
        return ("How far has each of the two loops come?",
                "A loop within a loop over the same list goes through all of it each time.",
                "Two loops over the list disturb each other. How far a loop has come must be kept "
                "in an iterator that __iter__ makes anew, not in the list.")
    if not isinstance(value, list) or not isinstance(right, list) or not done:
        return None
    if any(each not in own for each in value) and "numbers[" not in "".join(case):
        return kept_by_the_class("numbers")
    return _listed(case, value, right)


def _counted(case: Case, value: int, right: int) -> Hints | None:
    done = refused(case) or case[-2]
    if value == right or not (refused(case) or done.startswith("del ") or ".remove(" in done):
        return None
    return ("Which calls change how many values there are?",
            "A call that takes a value out changes the count by one; one that is refused does not.",
            say("{line} is refused, and yet len(numbers) is {value} after it, not {right}: raise "
                "the error before anything is changed.", line=done, value=value, right=right)
            if refused(case) else
            say("After {line} len(numbers) is {value}, and {right} is right: change the count by "
                "one where the value is taken out.", line=done, value=value, right=right))


def _listed(case: Case, value: list[Any], right: list[Any]) -> Hints | None:
    (name, last), before = [*called(case[:-1])][-1], [name for name, _ in called(case[:-2])]
    changes = [each for each in before if each != "append"]
    if refused(case) and name != "append":
        return ("What is in the list after a call that is refused?",
                "Whoever refuses must not have begun.",
                say("{line} is refused, and yet the list is not as it was before: raise the error "
                    "before anything is changed.", line=refused(case)))
    if name == "append" and last not in value and changes:
        return ("Behind which node does append put the new one?",
                "When the last node is taken out or moved, another one is the last.",
                say("The value of {line} cannot be reached. It was put behind a node that is the "
                    "last one no more: look after the end of the list in {method}, too.",
                    line=case[-2], method={"del": "__delitem__"}.get(changes[-1], changes[-1])))
    if len(value) < len(right) and value == right[:len(value)] and not right[len(value)]:
        return ("Where does the loop over the nodes end?", "Any value can stand in a node.",
                say("The list ends before the value {value}. The end is where there is no node: "
                    "ask whether the node is None, and not what its value is.",
                    value=repr(right[len(value)])))
    if name == "append" and value == right[::-1] and len(right) > 1:
        return ("Where does append put a value?", "The first one that was added stays the first.",
                "The values come in the wrong order, the last one first: append adds at the end.")
    if name == "remove" and last in value and last not in right:
        return ("What did remove take out?", "remove looks for the value, from the first node on.",
                say("{line} leaves the value in the list.", line=case[-2]))
    if name in ("remove", "del") and len(value) < len(right):
        return ("How many values are taken out?", "One call takes out one value.",
                say("{line} takes out more than one value: all that follow, or all that equal it. "
                    "Only one node may be passed by, and then the loop must end.", line=case[-2]))
    if name == "sort" and sorted(value) == sorted(right):
        return ("In which order should the values be?", "The smallest comes first.",
                "sort brings the largest value to the front. Is it < where you have >?"
                if value == right[::-1] else
                say("After sort not all values are in order: {value}. How often, and how far, must "
                    "be gone through the list?", value=value))
    if name == "sort":
        return ("Are all values there after sort?", "sort moves values, or nodes, and loses none.",
                say("Not all values are there after sort: the list holds {value}, and should hold "
                    "{right}. Which link was not set, or which node is the first?", right=right,
                    value=value))
    return None


LinkedList = class_task(
    "LinkedList", linked.LinkedList, _sequences, own=True, kits=[linked], form=_has_iter,
    laws=[_seen],
    mistakes=[Mistake(_NotTheFirst, (
        "At which node does remove begin to look?",
        "The first node has none before it, and is a node like the others.",
        "remove never looks at the value of the first node. Ask whether that is the one, and let "
        "the list begin with the node after it.")), Mistake(_ByIdentity, (
        "When is a value the one that remove looks for?",
        "Two numbers can be equal and yet be two objects: is asks for more than ==.",
        "Compare the values by ==, not by is: a value that equals is to be removed."))],
    nudge="Draw the nodes as boxes, and what they know as arrows, line by line of the case.",
    endless=("Is there a loop that follows the arrows, and comes to an end?",
             "A loop over the nodes goes from a node to the next, and ends at None.",
             "Either the loop does not go on (node = node.next), or the arrows lead in a circle: "
             "the last node must have None after it."),
)


# -- a list to be changed by index --------------------------------------------------------------

def _edits(rng: Random) -> Iterator[list[str]]:
    new = "numbers = EditableList()"
    yield [new, *_appended(5, 3, 8), "numbers[1] = 7", _ALL, "numbers[2] = 9", "? len(numbers)",
           *_appended(1), _ALL, "numbers.__setitem__(4, 6)"]
    yield [new, *_appended(5), "del numbers[0]", _ALL, "? len(numbers)", *_appended(4), _ALL,
           "numbers.__delitem__(1)"]
    for index in (1, 0, 2):
        yield [new, *_appended(5, 3, 8), f"del numbers[{index}]", _ALL, "? len(numbers)",
               *_appended(1), _ALL, "numbers.__delitem__(3)"]
    for call in ("numbers[-1] = 9", "numbers[2] = 9", "del numbers[-1]", "del numbers[2]"):
        yield _refusing(new, call, "IndexError")
    for call in ("numbers.__setitem__(-1, 9)", "numbers.__delitem__(-1)"):
        yield [new, *_appended(5, 3), call]
    for count in range(4):
        values = rng.sample(range(300, 400), 4 + count)
        yield [new, *_appended(*values), f"numbers[{rng.randrange(len(values))}] = 7",
               f"del numbers[{rng.randrange(len(values))}]", "del numbers[0]", _ALL,
               "? len(numbers)"]


EditableList = class_task(
    "EditableList", linked.EditableList, _edits, own=True, kits=[linked], laws=[_seen],
    nudge="Draw the nodes as boxes, and what they know as arrows, line by line of the case.",
    endless=LinkedList.endless,
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
