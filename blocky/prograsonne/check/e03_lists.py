"""Exercise 03: a list made of linked nodes, the same list with changes by index, an iterator."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from random import Random
from typing import Any

from blocky.kit.check.class_laws import result_of
from blocky.kit.check.run import SLOW, run
from blocky.kit.check.sequence import SUPPRESS, Lines, arguments_of, class_task, method_of
from blocky.kit.check.task import Hints, Sure, written
from blocky.kit.language import Code, say
from blocky.prograsonne import linked

__all__ = ["QUICK", "EditableList", "LinkedIterator", "LinkedList"]

#: The seconds that a few lines may take; a short limit leaves time for repair.
QUICK = 0.12 * SLOW


# -- LinkedList --------------------------------------------------------------------------------

_NEW, _ALL = "numbers = LinkedList()", "? list(numbers)"


def _appended(*values: int | str) -> list[str]:
    """Return lines that append values."""
    return [f"numbers.append({value!r})" for value in values]


def _refusing(new: str, values: list[str], call: str, error: str) -> list[str]:
    """Return lines in which a call is refused, and lines that show what it left."""
    return [SUPPRESS, new, *values, f"with suppress({error}): {call}", "? len(numbers)", _ALL]


def _sequences(rng: Random) -> Iterator[list[str]]:
    """Yield lines for LinkedList: appended, then removed, refused, sorted, and all by chance."""
    yield from _of_append()
    yield from _of_remove()
    yield from _of_refusals()
    yield from _of_sort()
    for count in range(6):
        values = rng.sample(range(300, 400), 3 + count)
        lines = [_NEW, *_appended(*values)]
        for value in rng.sample(values, 3):
            lines += [f"numbers.remove({value})", *rng.choice([["numbers.sort()"], _appended(7)])]
        yield [*lines, _ALL, "? len(numbers)"]
    yield [_NEW, "for i in range(40): numbers.append(i * 7 % 40)", "? numbers[39]",
           "numbers.sort()", "? list(numbers)"]


def _of_append() -> Iterator[list[str]]:
    """Yield lines that append, and look at the list."""
    yield [_NEW, "? len(numbers)", _ALL, "? numbers[0]"]
    yield [_NEW, *_appended(4), "? len(numbers)", _ALL, "? numbers[0]", "? numbers[1]"]
    yield [_NEW, *_appended(0), _ALL]
    yield [_NEW, *_appended(5, 3, 8), "? len(numbers)", _ALL, "? numbers[2]", "? numbers[1]",
           "? numbers[3]"]
    yield [_NEW, *_appended(5, 3), _ALL]
    yield [_NEW, *_appended(5, 3), "len(numbers)", "numbers[1]", "list(numbers)", _ALL]
    yield [_NEW, *_appended(1, 2), "[(a, b) for a in numbers for b in numbers]"]
    yield [_NEW, "others = LinkedList()", *_appended(5), "? list(others)", "others.append(1)", _ALL]


def _of_remove() -> Iterator[list[str]]:
    """Yield lines that remove: the only, a middle, the first and the last value, equal ones."""
    yield [_NEW, *_appended(5), "numbers.remove(5)", _ALL, "? len(numbers)", *_appended(4), _ALL]
    yield [_NEW, *_appended(5), "numbers.remove(7)"]
    for value in (3, 5, 8):
        yield [_NEW, *_appended(5, 3, 8), f"numbers.remove({value})", _ALL, "? len(numbers)",
               "? numbers[1]", *_appended(1), _ALL, "numbers.remove(9)"]
    yield [_NEW, *_appended(0, 5), "numbers.remove(5)", _ALL]  # 0 counts as False
    yield [_NEW, *_appended(5, 0), "numbers.remove(0)", _ALL, "numbers.remove(0)"]
    yield [_NEW, *_appended(500, 300, 500), "numbers.remove(500)", _ALL, "? len(numbers)",
           "numbers.remove(500)", _ALL]
    yield [_NEW, *_appended(4, 4, 4), "numbers.remove(4)", _ALL, "? len(numbers)"]
    yield [_NEW, "numbers.append(None)", "? len(numbers)", _ALL, "? numbers[0] is None",
           *_appended(5), _ALL, "numbers.remove(None)", _ALL]


def _of_refusals() -> Iterator[list[str]]:
    """Yield lines with a call that must be refused, and leave the list as it was."""
    for call, error in (("numbers.remove(7)", "ValueError"), ("numbers[-1]", "IndexError"),
                        ("numbers[2]", "IndexError")):
        yield [*_refusing(_NEW, _appended(5, 3), call, error), *_appended(1), _ALL]
    yield _refusing(_NEW, _appended(5, "a", 3), "numbers.sort()", "TypeError")
    yield [_NEW, *_appended(5, 3), "numbers[-1]"]


def _of_sort() -> Iterator[list[str]]:
    """Yield lines that sort: values with equal ones, no value, one value, and changes after it."""
    yield [_NEW, *_appended(2, 0, 1, 0), "numbers.sort()", _ALL]
    yield [_NEW, *_appended(3, 3), "numbers.sort()", _ALL]
    for count in range(2, 5):
        yield [_NEW, *_appended(*(5, 8, 1, 3)[:count]), "numbers.sort()", _ALL]
    yield [_NEW, *_appended(2, 1), "numbers.sort()", *_appended(3), _ALL]
    yield [_NEW, "numbers.sort()", _ALL, *_appended(5), "numbers.sort()", _ALL]
    yield [_NEW, *_appended(5, 3, 8, 3), "numbers.sort()", _ALL, "? len(numbers)", *_appended(1),
           _ALL, "numbers.sort()", _ALL, "numbers.remove(8)", *_appended(2), _ALL]


def _shows_list_after(lines: Lines, *methods: str) -> bool:
    """Whether the last line shows the list after a call of one of some methods."""
    if lines.got.error or lines.refused or not lines.done:
        return False
    last_method, _ = lines.done[-1]
    if last_method not in methods:
        return False
    return isinstance(lines.value, list) and isinstance(lines.right, list)


def _append_loses(lines: Lines) -> Hints | None:
    """Look at values that are lost when one is appended after a change of the list."""
    changes = [method for method, _ in lines.done if method != "append"]
    if not changes or not _shows_list_after(lines, "append"):
        return None
    loses_values = len(lines.value) < len(lines.right)
    if not loses_values:
        return None
    *_, last_change = changes
    return ("After which node does append put the new node?",
            "When you remove or move nodes, a different node can become the last one.",
            say("After {line}, the list is {value} instead of {right}. {method} must also update "
                "which node is the last one, because append puts the new node after it.",
                line=lines.line_before, value=lines.value, right=lines.right,
                method=last_change))


def _removes_wrongly(lines: Lines) -> Hints | None:
    """Look at the list after remove or del."""
    if not _shows_list_after(lines, "remove", "__delitem__"):
        return None
    method, given = lines.done[-1]
    leaves = say("{line} leaves {value} instead of {right}.", line=lines.line_before,
                 value=lines.value, right=lines.right)
    question = "Which values does the call remove, and how many?"
    rule = "One call removes one value."
    if method == "remove" and lines.value == [each for each in lines.right if each != given]:
        what = say("{leaves} remove must take out only the first equal value: stop after it.",
                   leaves=leaves)
        return Sure((question, rule, what))
    if len(lines.value) < len(lines.right):
        what = say("{leaves} Change only one link: make the node before the removed node refer to "
                   "the node after the removed node.", leaves=leaves)
    elif method == "remove":
        what = say("{leaves} Take out the first value that is equal, and no other.", leaves=leaves)
    else:
        what = say("{leaves} Values can be equal, so find the node by its index.", leaves=leaves)
    return question, rule, what


def _assigns_wrongly(lines: Lines) -> Hints | None:
    """Look at the list after numbers[index] = value."""
    if not _shows_list_after(lines, "__setitem__"):
        return None
    return ("What does numbers[index] = value change?", "It changes the value of one node.",
            say("After {line}, the list is {value} instead of {right}. Change only the value of "
                "the node at that index: make no new node.", line=lines.line_before,
                value=lines.value, right=lines.right))


def _not_counted(lines: Lines) -> Sure | None:
    """Look at a length that a change of the list doesn't update."""
    shows_length = lines.method == "__len__" and isinstance(lines.value, int)
    if lines.got.error or lines.refused or not lines.done or not shows_length:
        return None
    numbers = lines.names["numbers"]
    most = lines.right + 1  # the loop may never end
    counted = run(lambda: sum(1 for _ in islice(numbers, most)), ()).value
    if counted != lines.right:
        return None
    last_method, _ = lines.done[-1]
    return Sure(("How many values does the list have after the last change, and what does len "
                 "return?", "Each change to the list must also update its length.",
                 say("After {line}, a loop over the list gives {right} values, but "
                     "len(numbers) is {value}. {method} must also update the number that __len__ "
                     "returns.", line=Code(lines.line_before), right=lines.right,
                     value=lines.value, method=last_method)))


def _first_not_found(lines: Lines) -> Sure | None:
    """Look at a value that remove doesn't find, although it's the only one in the list."""
    is_refused = lines.got.error == "ValueError" and not lines.error
    if not is_refused or method_of(lines.line) != "remove":
        return None
    _, *before = lines.case[:lines.case.index(lines.line)]  # the first line makes the list
    given, *_ = arguments_of(lines.line)
    is_the_only_value = before == [f"numbers.append({given!r})"]
    if not is_the_only_value:
        return None
    return Sure(("Which nodes does remove compare with the value?",
                 "There's no node before the first one.",
                 say("{line} raises ValueError, but {given} is the value of the first node. "
                     "remove must look at the first node, too.", line=Code(lines.line),
                     given=written(given))))


def _first_not_deleted(lines: Lines) -> Sure | None:
    """Look at a del that fails only for the first value."""
    is_refused = lines.got.error and not lines.error
    if not is_refused or lines.line != "del numbers[0]":
        return None
    new, *_ = lines.case
    deletes_second = [new, *_appended(5, 3), "del numbers[1]", "list(numbers)"]
    if _result(lines.answer, lines, deletes_second) != [5]:
        return None
    return Sure(("Which node is before the first one?", "There's no node before the first one.",
                 say("{line} raises {error}, but del works for other indices. There's no node "
                     "before the first one, so treat index 0 separately: the second node becomes "
                     "the first.", line=Code(lines.line), error=lines.got.error)))


def _sorts_another_list(lines: Lines) -> Sure | None:
    """Look at a sort that returns something, and leaves the list as it was."""
    if not _shows_list_after(lines, "sort"):
        return None
    *before, sorting, shows = lines.case
    unsorted = _result(linked.LinkedList, lines, [*before, shows])
    returned = _result(lines.answer, lines, [*before, sorting])
    if lines.value != unsorted or returned is None:
        return None
    return Sure(("Which list does your sort change, and what does it return?",
                 "sort changes the list itself, and returns nothing.",
                 say("sort returns a value, but the list itself stays {value}. Put the sorted "
                     "values into the nodes of self, and return nothing.", value=lines.value)))


def _result(own: type, lines: Lines, case: Sequence[str]) -> Any:
    """Return the result of some lines with a class in the place of the student's."""
    return run(lambda *code: result_of(code, {lines.name: own}), (*case,)).value


def _sorts_partly(lines: Lines) -> Hints | None:
    """Look at a list that sort has put into another order."""
    if not _shows_list_after(lines, "sort") or sorted(lines.value) != lines.right:
        return None
    if lines.value == lines.right[::-1]:  # it's the wrong way round
        return None
    larger, smaller = next((one, two) for one, two in pairwise(lines.value) if one > two)
    return ("In which order should the values be?", "The smallest value comes first.",
            say("After sort(), the list is {value}: {larger} comes before {smaller}. If your sort "
                "swaps neighbours, go through the list again and again, until nothing changes.",
                value=lines.value, larger=larger, smaller=smaller))


_CLASS_LAWS = [_append_loses, _removes_wrongly, _assigns_wrongly, _not_counted, _first_not_found,
               _first_not_deleted, _sorts_another_list, _sorts_partly]

_NO_INDEX = "the index isn't from 0 to len(numbers) - 1"

LinkedList = class_task(
    "LinkedList", linked.LinkedList, _sequences, own=True, kits=[linked], laws=_CLASS_LAWS,
    seconds=QUICK,
    refuses={"remove": "no value is equal to it", "__getitem__": _NO_INDEX,
             "sort": "two values can't be compared"},
    gives={"__getitem__": "the value at the index", "__len__": "the number of values"},
    nudge="Draw the nodes as boxes and their references as arrows, line by line.",
    endless=("Does a loop that follows the arrows ever end?",
             "A loop over the nodes goes from each node to the next, and ends at None.",
             "One of your loops never ends. Does each iteration come closer to the end, and does "
             "the last node refer to None, not to an earlier node?"),
)


# -- EditableList ------------------------------------------------------------------------------

def _edits(rng: Random) -> Iterator[list[str]]:
    """Yield lines that assign and delete by index."""
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
        yield [*_refusing(new, _appended(5, 3), call, "IndexError"), *_appended(1), _ALL]
    for call in ("numbers.__setitem__(-1, 9)", "numbers.__delitem__(-1)"):
        yield [new, *_appended(5, 3), call]
    for count in range(4):
        values = rng.sample(range(300, 400), 4 + count)
        yield [new, *_appended(*values), f"numbers[{rng.randrange(len(values))}] = 7",
               f"del numbers[{rng.randrange(len(values))}]", "del numbers[0]", _ALL,
               "? len(numbers)"]


EditableList = class_task(
    "EditableList", linked.EditableList, _edits, own=True, kits=[linked.EditableList],
    laws=_CLASS_LAWS, refuses={"__setitem__": _NO_INDEX, "__delitem__": _NO_INDEX},
    nudge=LinkedList.nudge, endless=LinkedList.endless)


# -- LinkedIterator ----------------------------------------------------------------------------

_IS_ITSELF = "iter(values) is values"


def _walks(rng: Random) -> Iterator[list[str]]:
    """Yield lines that go through linked nodes with iterators."""
    node = "from blocky.prograsonne.linked import Node"
    yield [node, "values = LinkedIterator(None)", "next(values)"]
    yield [node, "values = LinkedIterator(Node(5, Node(3)))", *["next(values)"] * 3]
    yield [node, "values = LinkedIterator(Node(5))", _IS_ITSELF]
    yield [node, "first = Node(5, Node(None, Node(0, Node(None))))",
           "values = LinkedIterator(first)", "list(values)", "list(values)",
           "list(LinkedIterator(first))"]
    yield [node, "first = Node(5, Node(3))", "one = LinkedIterator(first)",
           "other = LinkedIterator(first)", "next(one)", "next(other)", "next(one)"]
    yield [node, "first = Node(5, Node(3))", "others = LinkedIterator(first)",
           "[(a, b) for a in others for b in LinkedIterator(first)]"]
    yield [node, "values = LinkedIterator(Node(5, Node(3, Node(8))))", "next(values)",
           "list(values)", "[next(values, 'no more') for _ in range(2)]"]


def _starts_too_late(lines: Lines) -> Sure | None:
    """Look at a first value that is the one of the second node."""
    last_line = lines.case[-1]
    calls_of_next = [line for line in lines.case if line.startswith("next(")]
    if lines.got.error or lines.error or calls_of_next != [last_line]:
        return None
    second_value = _result(linked.LinkedIterator, lines, [*lines.case, last_line])
    if second_value is None or lines.value != second_value:
        return None
    return Sure(("Which node does the first value come from?",
                 "The first call to next returns the value of the first node.",
                 say("{line} returns {value}, the value of the second node. Start with the first "
                     "node, and read its value before you go on to the next one.",
                     line=lines.asked, value=lines.value)))


def _stops_at_a_value(lines: Lines) -> Sure | None:
    """Look at a loop that ends at a value that is None, or counts as False."""
    given, right = lines.value, lines.right
    if lines.refused or not isinstance(given, list) or not isinstance(right, list):
        return None
    is_cut = len(given) < len(right) and given == right[:len(given)]
    if not is_cut or right[len(given)] or right[len(given)] in given:
        return None
    return Sure(("Where does the loop end: at a value, or after the last node?",
                 "A node can have any value, even None or 0.",
                 say("{line} ends at the value {value}, but a node can have any value. Stop only "
                     "after the last node: test whether the node is None, not its value.",
                     line=lines.asked, value=written(right[len(given)]))))


def _makes_another_iterator(lines: Lines) -> Sure | None:
    """Look at an __iter__ that returns something else than the iterator itself."""
    if lines.got.error or lines.case[-1] != _IS_ITSELF or lines.value is not False:
        return None
    return Sure(("What does iter(values) return?",
                 "For an iterator, iter(...) returns the same object, so a loop continues from the "
                 "current position.",
                 "iter(values) must return values itself, but your __iter__ returns another "
                 "object. In __iter__, write only return self."))


LinkedIterator = class_task(
    "LinkedIterator", linked.LinkedIterator, _walks, own=True,
    laws=[_starts_too_late, _stops_at_a_value, _makes_another_iterator],
    refuses={"__next__": "no node is left"},
    gives={"__next__": "the next value", "__iter__": "the iterator itself"},
    kits=[linked.LinkedIterator, linked.LinkedList],
    nudge="Which node does your object refer to before the last line of the case, and after it?",
    endless=("Does a loop over your iterator ever end?",
             "Each call to __next__ moves on by one node. The last node's attribute next is None.",
             "A loop calls __next__ until it raises StopIteration, and yours never does. In each "
             "call, move on to node.next, and raise StopIteration when there's no node."),
)
