"""Exercise 03: a list of one's own, made of nodes, and an iterator."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from blocky.kit.check.run import SLOW
from blocky.kit.check.sequence import SUPPRESS, Lines, class_task, counts_in
from blocky.kit.check.task import Hints, Mistake, written
from blocky.kit.language import say
from blocky.prograsonne import linked

__all__ = ["QUICK", "EditableList", "LinkedIterator", "LinkedList"]

#: The seconds that a few lines may take; a short limit leaves time for repair.
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
    yield [_NEW, *_appended(0, 5), "numbers.remove(5)", _ALL]  # 0 counts as False
    yield [_NEW, *_appended(5, 0), "numbers.remove(0)", _ALL, "numbers.remove(0)"]
    yield [_NEW, *_appended(2, 0, 1, 0), "numbers.sort()", _ALL]
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
    """Return lines in which a call is refused, and lines that show what it left."""
    return [SUPPRESS, new, *_appended(5, 3), f"with suppress({error}): {call}", "? len(numbers)",
            _ALL, *_appended(1), _ALL]


def _wrong_list(lines: Lines) -> Hints | None:
    """Explain how the list differs after the last lines of a case."""
    value, right, asked, done = lines.value, lines.right, lines.asked, lines.done
    if asked.startswith("[(") and isinstance(value, list) and len(value) < len(right):
        return ("How far has each of the two loops come?",
                "A loop within a loop over the same list goes through all of it each time.",
                "Two loops over the list disturb each other. How far a loop has come must be kept "
                "in an iterator that __iter__ makes anew, not in the list.")
    if lines.got.error or lines.refused or not done:
        return None
    (name, last), line = done[-1], lines.case[-2]
    if asked == "len(numbers)" and counts_in(lines.names["numbers"]) and name in (
            "append", *_TAKING):
        return ("Which calls change how many values there are?",
                "append changes the count by one, and so does each call that takes a value out.",
                say("After {line} len(numbers) is {value}, and {right} is right: change the count "
                    "by one where the value is {what}.", line=line, value=value, right=right,
                    what=say("put in") if name == "append" else say("taken out")))
    if not isinstance(value, list) or not isinstance(right, list):
        return None
    changes = [each for each, _ in done if each != "append"]
    if name == "append" and changes and (last not in value or (
            value[-1] == last and value[:-1] == right[:len(value) - 1])):
        return ("Behind which node does append put the new one?",
                "When nodes are taken out or moved, another one can be the last.",
                say("After {line} the list holds {value}, and should hold {right}: the new node is "
                    "not put behind the last one. {method} must see to it that the list knows its "
                    "last node again.", line=line, value=value, right=right, method=changes[-1]))
    gone = [each for each in right if right.count(each) > value.count(each)]
    if name in _TAKING and gone and len(value) < len(right):
        return ("Which nodes can still be reached after the one is taken out?",
                "Only the node just before the one that is taken out gets another next.",
                say("{line} leaves {value}, and should leave {right}: it loses more than one. The "
                    "node just before the one that is taken out, and no other, must get the one "
                    "just after it as its next. Which node do you change there, and is it that?",
                    line=line, value=value, right=right))
    if name in _TAKING:
        return ("Which value is taken out, and how many are?", "One call takes out one value.",
                say("{line} leaves {value}, and should leave {right}: {what}", line=line,
                    value=value, right=right,
                    what=say("what goes is the first value that equals, and no other.")
                    if name == "remove" else
                    say("what it takes out stands at another index. Values can be equal, so look "
                        "for the node by its index.")))
    if name == "__setitem__":
        return ("What does numbers[index] = value change?", "It changes the value in one node.",
                say("After {line} the list holds {value}, and should hold {right}: the node at "
                    "that index, and no other, gets another value.", line=line, value=value,
                    right=right))
    if name == "sort" and sorted(value) == sorted(right) and value != right[::-1]:
        larger, smaller = next((one, two) for one, two in pairwise(value) if one > two)
        return ("In which order should the values be?", "The smallest comes first.",
                say("After sort the list holds {value}, where {larger} stands before {smaller}. Is "
                    "the last value compared, too? And is there a further round as long as one "
                    "changes something?", value=value, larger=larger, smaller=smaller))
    return None


#: The methods that take a value out.
_TAKING = ("remove", "__delitem__")


class _EqualForEver(linked.LinkedList):
    """A list whose sort never ends if two values are equal."""

    def sort(self) -> None:
        while any(a == b for a, b in pairwise(sorted(self))):
            pass
        super().sort()


_BY_INDEX = "the index is below 0, or not less than len(numbers)"

LinkedList = class_task(
    "LinkedList", linked.LinkedList, _sequences, own=True, kits=[linked], looks=[_wrong_list],
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
    yield [new, *_appended(0, 5), "numbers[1] = 0", _ALL, "del numbers[0]", _ALL, "? len(numbers)"]
    yield [new, *_appended(5, 3, 8), "numbers[1] = 7", _ALL, "numbers[2] = 9", "numbers[0] = 4",
           "? len(numbers)", *_appended(1), _ALL, "numbers.__setitem__(4, 6)"]
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
    looks=[_wrong_list],
    refuses={"__setitem__": _BY_INDEX, "__delitem__": _BY_INDEX},
    nudge=LinkedList.nudge, endless=LinkedList.endless)


# -- the iterator ------------------------------------------------------------------------------

def _walks(rng: Random) -> Iterator[list[str]]:
    node = "from blocky.prograsonne.linked import Node"
    yield [node, "values = LinkedIterator(None)", "next(values)"]
    yield [node, "values = LinkedIterator(Node(5, Node(3)))", *["next(values)"] * 3]
    yield [node, "values = LinkedIterator(Node(5))", "iter(values) is values"]
    yield [node, "first = Node(5, Node(0, Node(None, Node(5))))", "values = LinkedIterator(first)",
           "list(values)", "list(values)", "list(LinkedIterator(first))"]
    yield [node, "first = Node(5, Node(3))", "one = LinkedIterator(first)",
           "other = LinkedIterator(first)", "next(one)", "next(other)", "next(one)"]
    yield [node, "first = Node(5, Node(3))", "others = LinkedIterator(first)",
           "[(a, b) for a in others for b in LinkedIterator(first)]"]
    yield [node, "values = LinkedIterator(Node(5, Node(3, Node(8))))", "next(values)",
           "list(values)", "[next(values, 'no more') for _ in range(2)]"]


def _its_own_iterator(lines: Lines) -> Hints | None:
    if not lines.asked.startswith("iter(") or lines.got.error:
        return None
    return ("What does a for loop do first with what stands behind its in?",
            "It calls iter, and goes on with what __iter__ returns.",
            "__iter__ must return the iterator itself, return self, so that a loop goes on from "
            "where the iterator is.")


def _ends_at_a_value(lines: Lines) -> Hints | None:
    right, value = lines.right, lines.value
    if not (isinstance(right, list) and isinstance(value, list) and len(value) < len(right)
            and value == right[:len(value)] and not right[len(value)]):
        return None
    return ("Which values can stand in a list?",
            "A value may be 0 or None, and the list goes on.",
            say("Yours ends where the value is {value}. That is a value like any other: the end is "
                "where there is no node any more. Ask whether the node is None, and nothing of its "
                "value.", value=written(right[len(value)])))


LinkedIterator = class_task(
    "LinkedIterator", linked.LinkedIterator, _walks, own=True,
    looks=[_its_own_iterator, _ends_at_a_value],
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
