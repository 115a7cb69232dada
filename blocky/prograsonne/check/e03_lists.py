"""Exercise 03: a list of one's own, made of nodes, and an iterator."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from blocky.kit.check.failure import Hints, Mistake, Sure
from blocky.kit.check.run import SLOW, run
from blocky.kit.check.sequence import (
    SUPPRESS,
    Lines,
    arguments_of,
    class_task,
    counts_in,
    method_of,
)
from blocky.kit.language import say
from blocky.prograsonne import linked

__all__ = ["QUICK", "EditableList", "LinkedIterator", "LinkedList"]

#: How many seconds a few lines may take: what never stops is cut soon, and there is time to mend.
QUICK = 0.12 * SLOW

# -- the list ----------------------------------------------------------------------------------

_NEW, _ALL = "numbers = LinkedList()", "? list(numbers)"


def _appended(*values: int) -> list[str]:
    return [f"numbers.append({value})" for value in values]


def _sequences(rng: Random) -> Iterator[list[str]]:
    yield [_NEW, "? len(numbers)", _ALL, "? numbers[0]"]
    yield [_NEW, *_appended(4), "? len(numbers)", _ALL, "? numbers[0]", "? numbers[1]"]
    yield [_NEW, *_appended(0), _ALL]
    yield [_NEW, *_appended(5, 3, 8), "? len(numbers)", _ALL, "? numbers[2]", "? numbers[1]",
           "? numbers[3]"]
    yield [_NEW, *_appended(5, 3), _ALL]
    yield [_NEW, *_appended(5, 3), "len(numbers)", "numbers[1]", "list(numbers)", _ALL]
    yield [_NEW, *_appended(1, 2), "[(a, b) for a in numbers for b in numbers]"]
    yield [_NEW, "others = LinkedList()", *_appended(5), "? list(others)", "others.append(1)", _ALL]
    yield [_NEW, *_appended(5), "numbers.remove(5)", _ALL, "? len(numbers)", *_appended(4), _ALL]
    yield [_NEW, *_appended(5), "numbers.remove(7)"]
    for value in (3, 5, 8):  # in the middle, the first and the last one
        yield [_NEW, *_appended(5, 3, 8), f"numbers.remove({value})", _ALL, "? len(numbers)",
               "? numbers[1]", *_appended(1), _ALL, "numbers.remove(9)"]
    yield [_NEW, *_appended(500, 300, 500), "numbers.remove(500)", _ALL, "? len(numbers)",
           "numbers.remove(500)", _ALL]
    yield [_NEW, *_appended(3, 3), "numbers.sort()", _ALL]
    for count in range(2, 5):
        yield [_NEW, *_appended(*(5, 8, 1, 3)[:count]), "numbers.sort()", _ALL]
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


def _seen(lines: Lines) -> Hints | Sure | None:
    """Look at what the last lines of a case should have done, where something else came."""
    value, right, asked, done = lines.value, lines.right, lines.asked, lines.done
    if asked.startswith("[(") and isinstance(value, list) and len(value) < len(right):
        return ("How far has each of the two loops come?",
                "A loop within a loop over the same list goes through all of it each time.",
                "Two loops over the list disturb each other. How far a loop has come must be kept "
                "in an iterator that __iter__ makes anew, not in the list.")
    if done and done[-1][0] in _LOOKS and not lines.refused and (
            not isinstance(right, Exception)):
        return ("Which methods change a list, and which only look?",
                "What only looks leaves the nodes, and what the list knows of them, as they are.",
                say("{line} only looks, and afterwards {asked} is wrong: it has changed what the "
                    "list knows. Let a name of its own, such as node, go along the nodes, and no "
                    "attribute of the list.", line=lines.case[-2], asked=asked))
    if lines.got.error or lines.refused or not done:
        return _but_the_first(lines) or _of_none(lines) if lines.got.error else None
    if asked == "len(numbers)" and done[-1][0] == "sort":
        return ("How many values are there before sort, and after it?",
                "sort puts values elsewhere. It adds none, and takes none out.",
                say("After {line} len(numbers) is {value}, and {right} is right: sort must leave "
                    "the count as it was. Does it call append, which counts each value again, or "
                    "remove?", line=lines.case[-2], value=value, right=right))
    if asked == "len(numbers)" and not counts_in(lines.names["numbers"]):
        return ("What does __len__ count, and from which number on?",
                "No attribute of the list keeps a number, so that __len__ goes through the nodes.",
                say("After {line} len(numbers) is {value}, and {right} is right: __len__ goes "
                    "through the nodes and does not count each of them once. With which number "
                    "does it begin, and at which node does it end?", line=lines.case[-2],
                    value=value, right=right))
    if asked == "len(numbers)" and done[-1][0] in ("append", "remove", "__delitem__"):
        return ("Which calls change how many values there are?",
                "append changes the count by one, and so does each call that takes a value out.",
                say("After {line} len(numbers) is {value}, and {right} is right: change the count "
                    "by one where the value is {what}.", line=lines.case[-2], value=value,
                    right=right, what=say("put in") if done[-1][0] == "append" else
                    say("taken out")))
    if isinstance(value, list) and isinstance(right, list):
        return _listed(lines, *done[-1], [name for name, _ in done if name != "append"])
    return None


#: The methods that only look.
_LOOKS = ("__len__", "__getitem__", "__iter__")


def _of_none(lines: Lines) -> Hints | None:
    """See whether an empty list is asked for a node."""
    if lines.got.error != "AttributeError" or isinstance(lines.right, Exception) or any(
            name == "append" for name, _ in lines.done):
        return None
    return ("What does an empty list know as its first node?",
            "The first node of an empty list is None, which has no value and no next.",
            say("{line} is done with an empty list, of which the first node is None, and asks that "
                "for its next or its value. Ask whether the node itself is None, not whether the "
                "next of it is: so does a loop that also comes to the last node.",
                line=lines.line))


def _but_the_first(lines: Lines) -> Hints | None:
    """See whether a value can be taken out by a method unless it is the first one."""
    method, numbers = method_of(lines.line), lines.names.get("numbers")
    if method not in ("remove", "__delitem__") or isinstance(lines.right, Exception):
        return None

    def tried(index: int) -> list[Any]:
        others = lines.answer()
        for value in (5, 3, 8):
            others.append(value)
        getattr(others, method)(index if method == "__delitem__" else (5, 3, 8)[index])
        return [*others]

    first = arguments_of(lines.line)[0] in (0, *[*numbers][:1])  # type: ignore[misc]
    if not first or run(tried, (1,), 0.2).value != [5, 8] or run(tried, (0,), 0.2).value == [3, 8]:
        return None
    return ("Which node comes before the first one?",
            "The first node has none before it, and is a node like the others.",
            say("{method} can take a value out of the middle, but not the first one: no node comes "
                "before it. Ask whether it is the first node that is to go, and let the list begin "
                "with the node after it.", method=method))


def _listed(lines: Lines, name: str, last: Any, changes: list[str]) -> Hints | Sure | None:
    value, right, line = lines.value, lines.right, lines.case[-2]
    if name == "append" and value == right[::-1] and len(right) > 1:
        return ("Where does append put a value?", "The first one that was added stays the first.",
                "The values come in the wrong order, the last one first: append adds at the end.")
    if name == "append" and len(value) < len(right) > 2 and value == [right[0], right[-1]]:
        return ("To which node does append tie the new one?",
                "The new node comes after the last one, wherever that is.",
                say("{line} ties the new node to the first one, and the nodes that stood after the "
                    "first are lost. Go from node to node to the last one, the one with no next, "
                    "and tie it to that.", line=line))
    if name == "append" and last not in value and changes:
        return ("Behind which node does append put the new one?",
                "When the last node is taken out or moved, another one is the last.",
                say("The value of {line} cannot be reached. It was put behind a node that is the "
                    "last one no more: look after the end of the list in {method}, too.",
                    line=line, method=changes[-1]))
    if name == "append" and changes and value[:-1] == right[:len(value) - 1] and value[-1:] == [
            last]:
        return ("Behind which node does append put the new one?",
                "When nodes are taken out or moved, another one can be the last.",
                say("{line} puts the new node right behind that of {before}, which is not the last "
                    "one, so that all that stood behind it is lost: {lost}. {method} must see to "
                    "it that the list knows its last node again.", line=line,
                    before=repr(value[-2]) if value[1:] else say("nothing"), method=changes[-1],
                    lost=", ".join(map(repr, right[len(value) - 1:-1]))))
    if len(value) < len(right) and value == right[:len(value)] and not changes:
        lost = right[len(value)]
        return ("Where does the loop over the nodes end?",
                "It has come to the end where there is no node any more.",
                say("The values end before {value}, though it was added. The end is where there "
                    "is no node: ask whether the node is None, and not what its value is.",
                    value=repr(lost)) if not lost else
                say("The value {value} was added, and a loop over the list does not come to it. "
                    "Does the loop of __iter__ end only where node is None (not where node.next "
                    "is), and is the new node tied to the one before it?", value=repr(lost)))
    if name == "remove" and last in value and last not in right:
        return ("What did remove take out?", "remove looks for the value, from the first node on.",
                say("{line} leaves the value in the list. Only a change of what a node knows takes "
                    "one out: the next of the node before it, or the first of the list. To give "
                    "another value to a name such as node or before changes no node.", line=line))
    if name == "remove" and len(value) < len(right) and value == [
            each for each in right if each != last]:
        return Sure(("Which value is taken out, and how many are?",
                     "One call takes out one value, the first that equals.",
                     say("{line} takes out all values that equal {value}: end the loop, by "
                         "return, as soon as the first of them is taken out.", line=line,
                         value=repr(last))))
    if name == "__delitem__" and len(value) == len(right) and isinstance(last, int):
        place = next(place for place, each in enumerate(right) if value[place] != each)
        if place in (last, last - 1) and value[place + 1:] == right[place + 1:]:
            return ("Which node is tied to another one, and which is taken out?",
                    "What is taken out is the node after the one whose next is changed.",
                    say("{line} takes out the value at the index {other}: the loop goes {far}. "
                        "Stop at the node with the index {before}, and let its next be the one "
                        "after the node that goes.", line=line,
                        other=last + 1 if place == last else last - 1, before=last - 1,
                        far=say("one step too far") if place == last else
                        say("one step too few")))
    if name == "__setitem__":
        return ("What does numbers[index] = value change?", "It changes the value in one node.",
                say("After {line} the list holds {value}, and should hold {right}: there are as "
                    "many nodes as before, in the same order. Only the node at that index gets "
                    "another value.", line=line, value=value, right=right))
    if name in ("remove", "__delitem__"):
        return ("Which value is taken out, and how many are?", "One call takes out one value.",
                say("{line} takes out more than one value: all that follow, or all that equal it. "
                    "Only one node may be passed by, and then the loop must end.", line=line)
                if len(value) < len(right) else
                say("{line} leaves {value}, and should leave {right}: what it takes out stands at "
                    "another index. Values can be equal, so look for the node by its index.",
                    line=line, value=value, right=right)
                if name == "__delitem__" else
                say("{line} leaves {value}, and should leave {right}: it takes out another value "
                    "than the first one that is equal.", line=line, value=value, right=right))
    if name == "sort" and changes == ["sort"] and value == [each for did, each in lines.done
                                                           if did == "append"]:
        return ("What is different in the list after sort?",
                "sorted makes a new list of Python, and changes nothing in yours.",
                say("After sort the values stand as before: {value}. What is sorted must be put "
                    "into the nodes, or the nodes into another order: sort returns nothing, and "
                    "changes the list itself.", value=value))
    if name == "sort" and sorted(value) == sorted(right):
        return ("In which order should the values be?", "The smallest comes first.",
                "sort brings the largest value to the front. Is it < where you have >?"
                if value == right[::-1] else
                say("After sort not all values are in order: {value}. One round of exchanges "
                    "brings a value only part of the way: go through the list again, until a "
                    "round changes nothing.", value=value))
    if name == "sort":
        return ("Are all values there after sort?", "sort moves values, or nodes, and loses none.",
                say("Not all values are there after sort: the list holds {value}, and should hold "
                    "{right}. Which link was not set, or which node is the first?", right=right,
                    value=value))
    return None


class _EqualForEver(linked.LinkedList):
    """A list of which sort never ends where two values are equal."""

    def sort(self) -> None:
        while any(a == b for a, b in pairwise(sorted(self))):
            pass
        super().sort()


_BY_INDEX = "there is a value only at an index from 0 to less than len(numbers)"

LinkedList = class_task(
    "LinkedList", linked.LinkedList, _sequences, own=True, kits=[linked], looks=[_seen],
    seconds=QUICK, mistakes=[Mistake(_EqualForEver, (
        "Which values does the case sort, and which did those before it?",
        "Two of the values are equal here.",
        "sort comes to no end where two of the values are equal; where all differ it does. What "
        "it exchanges, or moves, as long as there is something to do must be out of order: a "
        "value that is larger (>) than the one after it, not one that equals it (>=)."))],
    refuses={"remove": "no node holds the value (the search has come to its end)",
             "__getitem__": _BY_INDEX},
    gives={"__getitem__": "the value at the index", "__len__": "how many values there are"},
    nudge="Draw the nodes as boxes, and what they know as arrows, line by line of the case.",
    endless=("Is there a loop that follows the arrows, and comes to an end?",
             "A loop over the nodes goes from a node to the next, and ends at None.",
             "The arrows lead in a circle, so that a loop over the nodes never comes to None. The "
             "last node must have None after it: which line lets a node point to one that stands "
             "before it, or to itself?"),
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
    yield [new, *_appended(5, 3, 5, 3), "del numbers[2]", _ALL, "del numbers[2]", _ALL]
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
    "EditableList", linked.EditableList, _edits, own=True, kits=[linked.EditableList],
    looks=[_seen],
    refuses={"__setitem__": _BY_INDEX, "__delitem__": _BY_INDEX},
    nudge="Draw the nodes as boxes, and what they know as arrows, line by line of the case.",
    endless=LinkedList.endless,
)


# -- the iterator ------------------------------------------------------------------------------

def _walks(rng: Random) -> Iterator[list[str]]:
    node = "from blocky.prograsonne.linked import Node"
    yield [node, "values = LinkedIterator(None)", "next(values)"]
    yield [node, "values = LinkedIterator(Node(5, Node(3)))", *["next(values)"] * 3]
    yield [node, "values = LinkedIterator(Node(5))", "iter(values) is values"]
    yield [node, "first = Node(5, Node(0, Node(None, Node(5))))",
           "values = LinkedIterator(first)",
           "list(values)", "list(values)", "list(LinkedIterator(first))"]
    yield [node, "first = Node(5, Node(3))", "one = LinkedIterator(first)",
           "other = LinkedIterator(first)", "next(one)", "next(other)", "next(one)"]
    yield [node, "first = Node(5, Node(3))",
           "others = LinkedIterator(first)",
           "[(a, b) for a in others for b in LinkedIterator(first)]"]
    yield [node, "values = LinkedIterator(Node(5, Node(3, Node(8))))", "next(values)",
           "list(values)", "[next(values, 'no more') for _ in range(2)]"]


def _passed_over(lines: Lines) -> Hints | None:
    """See whether a value was passed over."""
    if not lines.asked.startswith("next(") or type(lines.value) is not int or (
            isinstance(lines.right, Exception)):
        return None
    return ("Of which node does next give the value?",
            "The value is that of the node at which the iterator stands, and then it goes on.",
            say("{line} gives {value}, and {right} comes first. Keep the value of the node before "
                "you go on to the next one, and return what you kept.", line=lines.asked,
                value=lines.value, right=lines.right))


def _itself(lines: Lines) -> Hints | None:
    """See whether an iterator is its own iterator, and whether it disturbs another one."""
    if lines.asked.startswith("[(") and isinstance(lines.value, list):
        return ("How far has each of the two loops come?",
                "Two iterators over the same nodes know nothing of each other.",
                "Two iterators disturb each other, though they were made by two calls. How far one "
                "has come must be kept in the object itself, self.node, not in the class, nor in "
                "the nodes.")
    if not lines.asked.startswith("iter(") or lines.got.error:
        return None
    return ("What does a for loop do first with what stands behind its in?",
            "It calls iter, and goes on with what __iter__ returns.",
            say("__iter__ returns a {kind}, which goes its own way. It must return the iterator "
                "itself, return self, so that a loop goes on from where the iterator is.",
                kind=type(iter(lines.names["values"])).__name__))


LinkedIterator = class_task(
    "LinkedIterator", linked.LinkedIterator, _walks, own=True, looks=[_passed_over, _itself],
    refuses={"__next__": "no node is left (a for loop waits for that, and ends)"},
    gives={"__next__": "the next value", "__iter__": "the iterator itself"},
    kits=[linked.LinkedIterator, linked.LinkedList],
    nudge="Which node does your object know before the last line of the case, and which after it?",
    endless=("Does it ever come to an end?",
             "Each call of __next__ goes on by one node. After the last node there is None.",
             "A loop calls __next__ until that raises StopIteration, and yours never does. It must "
             "go on by one node in each call, self.node = self.node.next, and raise StopIteration "
             "where there is none."),
)
