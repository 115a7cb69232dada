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
        return ("How far has each of the two loops got?",
                "An inner loop over the same list goes through the whole list each time.",
                "Two loops over the list disturb each other. Store the current position in a new "
                "iterator that __iter__ creates each time, not in the list.")
    if lines.got.error or lines.refused or not done:
        return None
    (name, last), line = done[-1], lines.case[-2]
    if asked == "len(numbers)" and counts_in(lines.names["numbers"]) and name in (
            "append", *_TAKING):
        return ("Which calls change the number of values?",
                "append adds 1 to the count, and each call that removes a value subtracts 1.",
                say("After {line}, len(numbers) is {value}, but it should be {right}. Change the "
                    "count by 1 when a value is {what}.", line=line, value=value, right=right,
                    what=say("added") if name == "append" else say("removed")))
    if not isinstance(value, list) or not isinstance(right, list):
        return None
    changes = [each for each, _ in done if each != "append"]
    if name == "append" and changes and (last not in value or (
            value[-1] == last and value[:-1] == right[:len(value) - 1])):
        return ("After which node does append put the new node?",
                "When you remove or move nodes, a different node can become the last one.",
                say("After {line}, the list is {value}, but it should be {right}. The new node "
                    "isn't after the last one: {method} must also update which node the list "
                    "knows as its last.", line=line, value=value, right=right, method=changes[-1]))
    gone = [each for each in right if right.count(each) > value.count(each)]
    if name in _TAKING and gone and len(value) < len(right):
        return ("Which nodes can you still reach after one is removed?",
                "When you remove a node, change only the next of the node before it.",
                say("{line} leaves {value}, but it should leave {right}: it loses more than one "
                    "value. Only the node before the removed one gets a new next, which is the "
                    "node after the removed one. Which node do you change?",
                    line=line, value=value, right=right))
    if name in _TAKING:
        return ("Which value does the call remove, and how many?", "One call removes one value.",
                say("{line} leaves {value}, but it should leave {right}. {what}", line=line,
                    value=value, right=right,
                    what=say("Remove the first value that is equal, and no other.")
                    if name == "remove" else
                    say("It removes the value at another index. Values can be equal, so find the "
                        "node by its index.")))
    if name == "__setitem__":
        return ("What does numbers[index] = value change?", "It changes the value of one node.",
                say("After {line}, the list is {value}, but it should be {right}. Change the "
                    "value of the node at that index, and of no other node.",
                    line=line, value=value, right=right))
    if name == "sort" and sorted(value) == sorted(right) and value != right[::-1]:
        larger, smaller = next((one, two) for one, two in pairwise(value) if one > two)
        return ("In which order should the values be?", "The smallest value comes first.",
                say("After sort, the list is {value}, where {larger} comes before {smaller}. Do "
                    "you compare the last value too? Do you repeat until a round changes nothing?",
                    value=value, larger=larger, smaller=smaller))
    return None


#: The methods that take a value out.
_TAKING = ("remove", "__delitem__")


class _EqualForEver(linked.LinkedList):
    """A list whose sort never ends if two values are equal."""

    def sort(self) -> None:
        while any(a == b for a, b in pairwise(sorted(self))):
            pass
        super().sort()


_BY_INDEX = "the index is less than 0, or not less than len(numbers)"

LinkedList = class_task(
    "LinkedList", linked.LinkedList, _sequences, own=True, kits=[linked], looks=[_wrong_list],
    seconds=QUICK, mistakes=[Mistake(_EqualForEver, (
        "Which values does this case sort? What's different from the cases before it?",
        "Two of the values are equal here.",
        "sort never ends if two values are equal. Swap or move a value only if it's larger (>) "
        "than the next one, not if it's equal (>=)."))],
    refuses={"remove": "no node has the value (the search has reached the end)",
             "__getitem__": _BY_INDEX},
    gives={"__getitem__": "the value at the index", "__len__": "the number of values"},
    nudge="Draw the nodes as boxes and their references as arrows, line by line.",
    endless=("Does a loop that follows the arrows ever end?",
             "A loop over the nodes goes from each node to the next, and ends at None.",
             "The arrows form a cycle, so a loop over the nodes never reaches None. After the "
             "last node there must be None. Which line lets a node point to itself, or to an "
             "earlier node?"),
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
    return ("What does a `for` loop do first with the object after `in`?",
            "It calls iter on it, and then uses what __iter__ returns.",
            "__iter__ must return the iterator itself (return self), so that a loop goes on from "
            "where the iterator is.")


def _ends_at_a_value(lines: Lines) -> Hints | None:
    right, value = lines.right, lines.value
    if not (isinstance(right, list) and isinstance(value, list) and len(value) < len(right)
            and value == right[:len(value)] and not right[len(value)]):
        return None
    return ("Which values can a list contain?",
            "A value can be 0 or None, and the list goes on after it.",
            say("Yours ends at the value {value}, but that's a value like any other. The end is "
                "where there's no node: test whether the node is None, not its value.",
                value=written(right[len(value)])))


LinkedIterator = class_task(
    "LinkedIterator", linked.LinkedIterator, _walks, own=True,
    looks=[_its_own_iterator, _ends_at_a_value],
    refuses={"__next__": "no node is left (that's how a for loop knows that it's over)"},
    gives={"__next__": "the next value", "__iter__": "the iterator itself"},
    kits=[linked.LinkedIterator, linked.LinkedList],
    nudge="Which node does your object refer to before the last line of the case, and after it?",
    endless=("Does it ever come to an end?",
             "Each call of __next__ moves on by one node. After the last node comes None.",
             "A loop calls __next__ until it raises StopIteration, and yours never does. In each "
             "call, move on with self.node = self.node.next, and raise StopIteration when there's "
             "no node."),
)
