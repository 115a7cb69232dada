"""Exercise 03: a list made of linked nodes, the same list with changes by index, an iterator."""

import re
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

#: The line that makes a list, and the one that looks at it. Each line with a value ends a case; one
#: that begins with "? " only looks: the cases after it are without it (see ``class_task``).
_NEW, _ALL = "numbers = LinkedList()", "? list(numbers)"


def _appended(*values: int | str) -> list[str]:
    """Return a line for each value, which appends it."""
    return [f"numbers.append({value!r})" for value in values]


def _refusing(new: str, appending: list[str], call: str, error: str) -> list[str]:
    """Return lines that make and fill a list, a call that must raise an error, and two looks.

    ``new`` is the line that makes the list, and ``appending`` are the lines that fill it. The error
    is suppressed, so that the looks show whether the call has changed the list.
    """
    refused = f"with suppress({error}): {call}"
    return [SUPPRESS, new, *appending, refused, "? len(numbers)", _ALL]


def _sequences(rng: Random) -> Iterator[list[str]]:
    """Yield lines for LinkedList: one method after the other, random mixtures, and a long list."""
    yield from _of_append()
    yield from _of_remove()
    yield from _of_refusals()
    yield from _of_sort()
    for count in range(3, 9):
        values = rng.sample(range(300, 400), count)
        lines = [_NEW, *_appended(*values)]
        for value in rng.sample(values, 3):
            sort_or_append = rng.choice([["numbers.sort()"], _appended(7)])
            lines += [f"numbers.remove({value})", *sort_or_append]
        yield [*lines, _ALL, "? len(numbers)"]
    yield [_NEW, "for i in range(40): numbers.append(i * 7 % 40)", "? numbers[39]",
           "numbers.sort()", "? list(numbers)"]


def _of_append() -> Iterator[list[str]]:
    """Yield lines that append values, and look at the list."""
    # no value, one, and several; an index that is too large
    yield [_NEW, "? len(numbers)", _ALL, "? numbers[0]"]
    yield [_NEW, *_appended(4), "? len(numbers)", _ALL, "? numbers[0]", "? numbers[1]"]
    yield [_NEW, *_appended(0), _ALL]  # 0 counts as False
    yield [_NEW, *_appended(5, 3, 8), "? len(numbers)", _ALL, "? numbers[2]", "? numbers[1]",
           "? numbers[3]"]
    yield [_NEW, *_appended(5, 3), _ALL]
    # looking doesn't change the list, and two loops don't disturb each other
    yield [_NEW, *_appended(5, 3), "len(numbers)", "numbers[1]", "list(numbers)", _ALL]
    yield [_NEW, *_appended(1, 2), "[(a, b) for a in numbers for b in numbers]"]
    # two lists share nothing
    yield [_NEW, "others = LinkedList()", *_appended(5), "? list(others)", "others.append(1)", _ALL]


def _of_remove() -> Iterator[list[str]]:
    """Yield lines that remove values, and look at the list."""
    # the only value, and one that isn't there
    yield [_NEW, *_appended(5), "numbers.remove(5)", _ALL, "? len(numbers)", *_appended(4), _ALL]
    yield [_NEW, *_appended(5), "numbers.remove(7)"]
    # a middle value, the first and the last
    for value in (3, 5, 8):
        yield [_NEW, *_appended(5, 3, 8), f"numbers.remove({value})", _ALL, "? len(numbers)",
               "? numbers[1]", *_appended(1), _ALL, "numbers.remove(9)"]
    # 0 counts as False
    yield [_NEW, *_appended(0, 5), "numbers.remove(5)", _ALL]
    yield [_NEW, *_appended(5, 0), "numbers.remove(0)", _ALL, "numbers.remove(0)"]
    # equal values, of which the first is removed; two ints 500 needn't be the same object
    yield [_NEW, *_appended(500, 300, 500), "numbers.remove(500)", _ALL, "? len(numbers)",
           "numbers.remove(500)", _ALL]
    yield [_NEW, *_appended(4, 4, 4), "numbers.remove(4)", _ALL, "? len(numbers)"]
    # None is a value, too
    yield [_NEW, "numbers.append(None)", "? len(numbers)", _ALL, "? numbers[0] is None",
           *_appended(5), _ALL, "numbers.remove(None)", _ALL]


def _of_refusals() -> Iterator[list[str]]:
    """Yield lines with a call that must be refused, and leave the list as it was."""
    for call, error in (("numbers.remove(7)", "ValueError"), ("numbers[-1]", "IndexError"),
                        ("numbers[2]", "IndexError")):
        yield [*_refusing(_NEW, _appended(5, 3), call, error), *_appended(1), _ALL]
    # two values can't be compared, before or after the first two that a sort may swap
    for values in ((5, "a", 3), (3, 1, "a"), ("a", 3, 1)):
        yield _refusing(_NEW, _appended(*values), "numbers.sort()", "TypeError")
    yield [_NEW, *_appended(5, 3), "numbers[-1]"]


def _of_sort() -> Iterator[list[str]]:
    """Yield lines that sort, and look at the list."""
    # equal values, then two, three and four different ones, then no value and one
    yield [_NEW, *_appended(2, 0, 1, 0), "numbers.sort()", _ALL]
    yield [_NEW, *_appended(3, 3), "numbers.sort()", _ALL]
    for values in ((5, 8), (5, 8, 1), (5, 8, 1, 3)):
        yield [_NEW, *_appended(*values), "numbers.sort()", _ALL]
    yield [_NEW, *_appended(2, 1), "numbers.sort()", *_appended(3), _ALL]
    yield [_NEW, "numbers.sort()", _ALL, *_appended(5), "numbers.sort()", _ALL]
    # changes after sorting
    yield [_NEW, *_appended(5, 3, 8, 3), "numbers.sort()", _ALL, "? len(numbers)", *_appended(1),
           _ALL, "numbers.sort()", _ALL, "numbers.remove(8)", *_appended(2), _ALL]


def _shows_list_after(lines: Lines, *methods: str) -> bool:
    """Whether the last line shows the list, and the line before it calls one of ``methods``.

    False after an error, and in a case with a call that must be refused.
    """
    if lines.got.error or lines.refused or not lines.done:
        return False
    last_method, _argument = lines.done[-1]
    if last_method not in methods:
        return False
    return isinstance(lines.value, list) and isinstance(lines.right, list)


def _append_loses(lines: Lines) -> Hints | None:
    """Explain values that are lost when one is appended after another change of the list."""
    other_methods = [method for method, _ in lines.done if method != "append"]
    if not other_methods or not _shows_list_after(lines, "append"):
        return None
    loses_values = len(lines.value) < len(lines.right)
    if not loses_values:
        return None
    *_, last_other_method = other_methods
    return ("After which node does append put the new node?",
            "When you remove or move nodes, a different node can become the last one.",
            say("After {line}, the list is {value} instead of {right}. The method {method} must "
                "also update your reference to the last node, because append puts the new node "
                "after that node.",
                line=lines.line_before, value=lines.value, right=lines.right,
                method=last_other_method))


def _removes_wrongly(lines: Lines) -> Hints | None:
    """Explain a wrong list after remove or del.

    All values equal to the removed one may be gone, or too many values, or another value.
    """
    if not _shows_list_after(lines, "remove", "__delitem__"):
        return None
    method, argument = lines.done[-1]  # the value to remove, or the index to delete
    leaves = say("{line} leaves {value} instead of {right}.", line=lines.line_before,
                 value=lines.value, right=lines.right)
    question = "Which values does the call remove, and how many?"
    rule = "One call removes one value."
    without_equal_values = [each for each in lines.right if each != argument]
    if method == "remove" and lines.value == without_equal_values:
        what = say("{leaves} The method remove must take out only the first equal value, and then "
                   "stop.",
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
    """Explain a wrong list after numbers[index] = value."""
    if not _shows_list_after(lines, "__setitem__"):
        return None
    return ("What does numbers[index] = value change?", "It changes the value of one node.",
            say("After {line}, the list is {value} instead of {right}. Change only the value of "
                "the node at that index, and don't make a new node.", line=lines.line_before,
                value=lines.value, right=lines.right))


def _not_counted(lines: Lines) -> Sure | None:
    """Explain a wrong len of a list in which a loop finds the right number of values."""
    shows_length = lines.method == "__len__" and isinstance(lines.value, int)
    if lines.got.error or lines.refused or not lines.done or not shows_length:
        return None
    numbers = lines.names["numbers"]
    most = lines.right + 1  # the loop may never end
    length_of_loop = run(lambda: sum(1 for _ in islice(numbers, most)), ()).value
    if length_of_loop != lines.right:
        return None
    last_method, _ = lines.done[-1]
    return Sure(("How many values does the list have after the last change, and what does len "
                 "return?", "Each change to the list must also update its length.",
                 say("After {line}, a loop over the list gives {right} values, but len(numbers) is "
                     "{value}. The method {method} must also update the number that __len__ "
                     "returns.", line=Code(lines.line_before), right=lines.right,
                     value=lines.value, method=last_method)))


def _first_not_found(lines: Lines) -> Sure | None:
    """Explain a remove that doesn't find a value, although it's the only one in the list."""
    finds_nothing = lines.got.error == "ValueError"
    must_raise = bool(lines.error)
    if not finds_nothing or must_raise or method_of(lines.line) != "remove":
        return None
    _making, *lines_before = lines.case[:lines.case.index(lines.line)]
    value, *_ = arguments_of(lines.line)
    is_the_only_value = lines_before == _appended(value)
    if not is_the_only_value:
        return None
    return Sure(("Which nodes does the method remove compare with the value?",
                 "There's no node before the first one.",
                 say("{line} raises ValueError, but {given} is the value of the first node. The "
                     "method remove must look at the first node, too.", line=Code(lines.line),
                     given=written(value))))


def _first_not_deleted(lines: Lines) -> Sure | None:
    """Explain an error of del for index 0, if del works for index 1."""
    must_raise = bool(lines.error)
    if not lines.got.error or must_raise or lines.line != "del numbers[0]":
        return None
    new, *_ = lines.case
    deleting_the_second = [new, *_appended(5, 3), "del numbers[1]", "list(numbers)"]
    deletes_the_second = _result(lines.answer, lines, deleting_the_second) == [5]
    if not deletes_the_second:
        return None
    return Sure(("Which node is before the first one?", "There's no node before the first one.",
                 say("{line} raises {error}, but del works for other indices. There's no node "
                     "before the first one, so treat index 0 separately: the second node becomes "
                     "the first.", line=Code(lines.line), error=lines.got.error)))


def _counts_from_the_end(lines: Lines) -> Sure | None:
    """Explain an index of -1 that's taken as the last index, as in Python's list."""
    *lines_before, call = lines.case
    # such as "numbers[-1]" or "numbers.__setitem__(-1, 9)"
    parts = re.fullmatch(r"(?P<start>numbers\.__\w+__\(|numbers\[)-1(?P<rest>.*)", call)
    must_be_refused = lines.error == "IndexError"
    if lines.got.error or not must_be_refused or not parts:
        return None
    count = len(_result(linked.LinkedList, lines, [*lines_before, "list(numbers)"]) or [])
    if not count:
        return None
    call_of_last_index = f"{parts['start']}{count - 1}{parts['rest']}"
    # What each call returns, and the list after it; None if it raises an error.
    for_minus_one = _result(lines.answer, lines, [*lines_before, f"({call}, list(numbers))"])
    for_last_index = _result(lines.answer, lines,
                             [*lines_before, f"({call_of_last_index}, list(numbers))"])
    is_taken_as_last = for_minus_one is not None and for_minus_one == for_last_index
    if not is_taken_as_last:
        return None
    return Sure(("Which node does your code use for the index -1?",
                 "In this task, an index is from 0 to len(numbers) - 1.",
                 say("Your code takes the index -1 as the last index, like Python's own list. In "
                     "this task, {line} must raise IndexError: don't add the length to a negative "
                     "index.", line=lines.asked)))


def _sorts_another_list(lines: Lines) -> Sure | None:
    """Explain a sort that returns something, and leaves the list as it was."""
    if not _shows_list_after(lines, "sort"):
        return None
    *lines_before, sorting, look = lines.case
    unsorted = _result(linked.LinkedList, lines, [*lines_before, look])  # by the kit's class
    returned = _result(lines.answer, lines, [*lines_before, sorting])
    if lines.value != unsorted or returned is None:
        return None
    return Sure(("Which list does your method sort change, and what does it return?",
                 "The method sort changes the list itself and returns None.",
                 say("Your method sort returns a value, but the list itself stays {value}. Put the "
                     "sorted values into the nodes of self, and don't return anything.",
                     value=lines.value)))


def _result(list_class: type, lines: Lines, case: Sequence[str]) -> Any:
    """Return the value of the last line of a case, run with ``list_class``; None after an error."""
    return run(lambda *code: result_of(code, {lines.name: list_class}), (*case,)).value


def _sorts_partly(lines: Lines) -> Hints | None:
    """Explain a list that has its values after sort, but not in order."""
    if not _shows_list_after(lines, "sort") or sorted(lines.value) != lines.right:
        return None
    is_reversed = lines.value == lines.right[::-1]
    if is_reversed:  # sorted by the wrong comparison, not only in part
        return None
    wrong_pairs = [(left, right) for left, right in pairwise(lines.value) if left > right]
    larger, smaller = wrong_pairs[0]
    return ("In which order should the values be?", "The smallest value comes first.",
            say("After sort(), the list is {value}: {larger} comes before {smaller}. If your sort "
                "swaps neighbours, go through the list again and again, until nothing changes.",
                value=lines.value, larger=larger, smaller=smaller))


_CLASS_LAWS = [_append_loses, _removes_wrongly, _assigns_wrongly, _not_counted, _first_not_found,
               _first_not_deleted, _counts_from_the_end, _sorts_another_list, _sorts_partly]

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
             "One of your loops never ends. Does each iteration get closer to the end? Does the "
             "last node refer to None, and not to an earlier node?"),
)


# -- EditableList ------------------------------------------------------------------------------

_NEW_EDITABLE = "numbers = EditableList()"


def _edits(rng: Random) -> Iterator[list[str]]:
    """Yield lines that change an EditableList by index: valid, invalid and random indices."""
    yield from _of_changes_by_index()
    yield from _of_refused_indices()
    for count in range(4, 8):
        values = rng.sample(range(300, 400), count)
        yield [_NEW_EDITABLE, *_appended(*values), f"numbers[{rng.randrange(count)}] = 7",
               f"del numbers[{rng.randrange(count)}]", "del numbers[0]", _ALL, "? len(numbers)"]


def _of_changes_by_index() -> Iterator[list[str]]:
    """Yield lines that assign and delete by an index of the list.

    Some end with an index that's too large. That line calls the method by its name, because only a
    line with a value ends a case.
    """
    new = _NEW_EDITABLE
    # 0 counts as False
    yield [new, *_appended(0, 5), "numbers[1] = 0", _ALL, "del numbers[0]", _ALL, "? len(numbers)"]
    # the middle, the last and the first value are replaced
    yield [new, *_appended(5, 3, 8), "numbers[1] = 7", _ALL, "numbers[2] = 9", "numbers[0] = 4",
           "? len(numbers)", *_appended(1), _ALL, "numbers.__setitem__(4, 6)"]
    # the only value is deleted; then a middle one, the first and the last; then one of equal values
    yield [new, *_appended(5), "del numbers[0]", _ALL, "? len(numbers)", *_appended(4), _ALL,
           "numbers.__delitem__(1)"]
    for index in (1, 0, 2):
        yield [new, *_appended(5, 3, 8), f"del numbers[{index}]", _ALL, "? len(numbers)",
               *_appended(1), _ALL, "numbers.__delitem__(3)"]
    yield [new, *_appended(5, 3, 5, 3), "del numbers[2]", _ALL, "del numbers[2]", _ALL]


def _of_refused_indices() -> Iterator[list[str]]:
    """Yield lines with an index that must be refused, and leave the list as it was."""
    new = _NEW_EDITABLE
    for call in ("numbers[-1] = 9", "numbers[2] = 9", "del numbers[-1]", "del numbers[2]"):
        yield [*_refusing(new, _appended(5, 3), call, "IndexError"), *_appended(1), _ALL]
    for call in ("numbers.__setitem__(-1, 9)", "numbers.__delitem__(-1)"):
        yield [new, *_appended(5, 3), call]


EditableList = class_task(
    "EditableList", linked.EditableList, _edits, own=True, kits=[linked.EditableList],
    laws=_CLASS_LAWS, refuses={"__setitem__": _NO_INDEX, "__delitem__": _NO_INDEX},
    nudge=LinkedList.nudge, endless=LinkedList.endless)


# -- LinkedIterator ----------------------------------------------------------------------------

_IS_ITSELF = "iter(values) is values"


def _walks(rng: Random) -> Iterator[list[str]]:
    """Yield lines that go through linked nodes with iterators."""
    node = "from blocky.prograsonne.linked import Node"
    # no node, two nodes and then no more, and what iter returns
    yield [node, "values = LinkedIterator(None)", "next(values)"]
    yield [node, "values = LinkedIterator(Node(5, Node(3)))", *["next(values)"] * 3]
    yield [node, "values = LinkedIterator(Node(5))", _IS_ITSELF]
    # an iterator is used up, but its nodes stay; values can be equal, or count as False
    yield [node, "first = Node(5, Node(None, Node(0, Node(None))))",
           "values = LinkedIterator(first)", "list(values)", "list(values)",
           "list(LinkedIterator(first))"]
    # two iterators over the same nodes
    yield [node, "first = Node(5, Node(3))", "one = LinkedIterator(first)",
           "other = LinkedIterator(first)", "next(one)", "next(other)", "next(one)"]
    yield [node, "first = Node(5, Node(3))", "others = LinkedIterator(first)",
           "[(a, b) for a in others for b in LinkedIterator(first)]"]
    # a loop goes on where next has stopped
    yield [node, "values = LinkedIterator(Node(5, Node(3, Node(8))))", "next(values)",
           "list(values)", "[next(values, 'no more') for _ in range(2)]"]


def _starts_too_late(lines: Lines) -> Sure | None:
    """Explain a first call of next that returns the value of the second node."""
    last_line = lines.case[-1]
    calls_of_next = [line for line in lines.case if line.startswith("next(")]
    is_first_call = calls_of_next == [last_line]
    if lines.got.error or lines.error or not is_first_call:
        return None
    with_second_call = [*lines.case, last_line]
    second_value = _result(linked.LinkedIterator, lines, with_second_call)  # by the kit's class
    if second_value is None or lines.value != second_value:
        return None
    return Sure(("Which node does the first value come from?",
                 "The first call to next returns the value of the first node.",
                 say("{line} returns {value}, the value of the second node. Start with the first "
                     "node, and read its value before you go on to the next one.",
                     line=lines.asked, value=lines.value)))


def _stops_at_a_value(lines: Lines) -> Sure | None:
    """Explain a loop that ends at the first value that is None or counts as False."""
    own, right = lines.value, lines.right
    if lines.refused or not isinstance(own, list) or not isinstance(right, list):
        return None
    is_cut = len(own) < len(right) and own == right[:len(own)]
    if not is_cut:
        return None
    next_value = right[len(own)]
    if next_value or next_value in own:  # if it's in the result, such a value doesn't end the loop
        return None
    return Sure(("Where does the loop end: at a value, or after the last node?",
                 "A node can have any value, even None or 0.",
                 say("{line} ends at the value {value}, but a node can have any value. Stop only "
                     "after the last node: test whether the node is None, and don't test its "
                     "value.",
                     line=lines.asked, value=written(next_value))))


def _makes_another_iterator(lines: Lines) -> Sure | None:
    """Explain an __iter__ that returns something other than the iterator itself."""
    if lines.got.error or lines.case[-1] != _IS_ITSELF or lines.value is not False:
        return None
    return Sure(("What does iter(values) return?",
                 "For an iterator, iter(...) returns the same object, so a loop continues from the "
                 "current position.",
                 "iter(values) must return values itself, but your __iter__ returns another "
                 "object. In __iter__, write only this line: return self"))


LinkedIterator = class_task(
    "LinkedIterator", linked.LinkedIterator, _walks, own=True,
    laws=[_starts_too_late, _stops_at_a_value, _makes_another_iterator],
    refuses={"__next__": "no node is left"},
    gives={"__next__": "the next value", "__iter__": "the iterator itself"},
    kits=[linked.LinkedIterator, linked.LinkedList],
    nudge="Which node does your object refer to before the last line of the case, and after it?",
    endless=("Does a loop over your iterator ever end?",
             "Each call to __next__ moves on by one node. The last node's attribute next is None.",
             "A loop calls __next__ until this method raises StopIteration, but yours never does. "
             "In each call, move on to node.next, and raise StopIteration when there's no node."),
)
