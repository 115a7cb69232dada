"""Mistakes are seen in the code where they cannot be meant, or where changing just them helps."""

import pytest

from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program
from blocky.kit.check.task import Task
from blocky.kit.hints.code import Certain, seen_in_code
from tests.test_repair import cell


def total(rows):
    count = 0
    for row in rows:
        count += sum(row)
    return count


def is_even(numbers):
    return all(number % 2 == 0 for number in numbers)


def pairs(rows):
    return [(column, row) for column in range(len(rows[0])) for row in range(len(rows))]


def moved(text, steps):
    return "".join(text[(i + steps) % len(text)] for i in range(len(text)))


def first_words(text):
    return text.replace(",", "").split()


def item(things, number):
    if number < 1:
        raise ValueError(number)
    return things[number - 1]


def longest(rows):
    best = 0
    for row in rows:
        length = 0
        for number in row:
            length = length + 1 if number else 0
            best = max(best, length)
    return best


def corners(side):
    return [(row, column) for row in (0, side - 1) for column in (0, side - 1)]


def numbered(things):
    return [shown(number, thing) for number, thing in enumerate(things, 1)]


def shown(number, thing):
    return f"{number}: {thing}"


def weights(names):
    table = {}
    for name in names:
        table[name] = table.get(name, 0) + len(name)
    return table


ROWS = [([[]],), ([[1]],), ([[1, 1]],), ([[1, 2], [3]],), ([[1], [1, 0, 1], [2, 2]],)]
GRIDS = [([[0] * width] * height,) for width, height in [(1, 1), (2, 2), (3, 2), (2, 4)]]
CASES = {
    total: ROWS, longest: ROWS, pairs: GRIDS,
    is_even: [([2],), ([3],), ([2, 3],), ([2, 4],), ([3, 2],), ([4, 6, 1],)],
    moved: [("ab", 0), ("abc", 1), ("abcd", 2), ("abcde", 7)],
    first_words: [("a",), ("a b",), ("a, b",), ("c, d, e",)],
    item: [([1, 2], 1), ([1, 2], 2), ([3, 4, 5], 2), ([3, 4, 5], 3), ([3], 0)],
    corners: [(2,), (3,), (5,), (8,)],
    numbered: [([],), (["a"],), (["b", "c"],), ([3, 4, 5],)],
    weights: [([],), (["a"],), (["a", "bb"],), (["a", "bb", "a"],), (["cc", "cc", "cc"],)],
}


def seen(right, source):
    """Return what is seen in the code of a wrong answer, the third hints by their certainty."""
    answer = cell(source, right.__name__)
    task = Task(right.__name__, right, lambda rng: CASES[right])
    failure = task.tried(answer)
    assert isinstance(failure, Failure)
    found = seen_in_code(task, failure, Program(answer))
    assert all(len({*hints}) == 3 and "▶" in mark for hints, mark in found.values())
    return {certain: hints[-1] for certain, (hints, _) in found.items()}


@pytest.mark.parametrize(("right", "source", "certain", "words"), [
    (total, """
def total(rows):
    count = 0
    for row in rows:
        for number in row:
            count += number
    print(count)
""", Certain.ALL, ["the result is printed, not returned", "return count in place of print(count)"]),
    (total, """
def total(rows):
    count = 1
    for row in rows:
        count += len(row)
    print(count)
""", Certain.FACT, ["line 6 the result is printed"]),
    (item, """
def item(things, number):
    if number < 1:
        return ValueError("from 1")
    return things[number - 1]
""", Certain.ALL, ["must be raised: raise ValueError('from 1'), not return"]),
    (is_even, """
def is_even(numbers):
    for number in numbers:
        if number % 2 == 0:
            return True
        else:
            return False
""", Certain.ALL, ["ends the loop that begins in line 3 in its first round, either way",
                   "Only return False may end it; return True belongs after the loop"]),
    (is_even, """
def is_even(numbers):
    for number in numbers:
        return number % 2 == 0
""", Certain.ALL, ["Only False may end it", "After the loop", "return True"]),
    (total, """
def total(rows):
    count = 0
    for row in rows:
        for number in row:
            count += number
        return count
""", Certain.ALL, ["Put return count after the loop"]),
    (total, """
def total(rows):
    count = 0
    for row in rows:
        for number in row:
            if number != 2:
                count += number
        return count
""", Certain.FACT, ["Line 8 stands in the loop that begins in line 4, and ends it",
                    "only the first of rows"]),
    (pairs, """
def pairs(rows):
    found = []
    for row in range(len(rows)):
        for column in range(len(rows[0])):
            found.append((column, row))
    return found
""", Certain.ALL, ["line 4 and in line 5, are the other way round",
                   "for column in range(len(rows[0])) must be the outer one"]),
    (longest, """
def longest(rows):
    best = 0
    length = 0
    for row in rows:
        for cell in row:
            length = length + 1 if cell else 0
            best = max(best, length)
    return best
""", Certain.ALL, ["length = 0 in line 4 is done once", "Put it inside of that loop"]),
    (moved, """
def moved(text, steps):
    letters = list(text)
    for i in range(len(text)):
        letters[i] = text[i + steps]
    return "".join(letters)
""", Certain.ALL, ["i + steps goes beyond the last index", "write (i + steps) % len(text)"]),
    (item, """
def item(things, number):
    if number < 1:
        raise ValueError(number)
    if things[number]:
        return things[number]
""", Certain.ALL, ["number is one too large", "write number - 1 there (line 5, 6)"]),
    (first_words, """
def first_words(text):
    text.replace(",", "")
    return text.split()
""", Certain.ALL, ["Line 3 makes something new, and drops it: text stays as it is",
                   "text = text.replace(',', '')"]),
    (moved, """
def moved(text, steps):
    return text[1:] + text[:1]
""", Certain.UNUSED, ["moved never uses steps"]),
    (total, """
def total(rows):
    for row in rows:
        count = sum(row)
    return count
""", Certain.FACT, ["only that of the last round is left", "Bring together what all rounds give"]),
    (total, """
def total(rows):
    if rows:
        return 3
    return 0
""", Certain.FACT, ["total can return nothing but 0 or 3"]),
    (total, """
def total(rows):
    for row in rows:
        yield sum(row)
""", Certain.FACT, ["total has a yield (line 4)", "a generator"]),
    (longest, """
def longest(rows):
    best = 0
    for row in rows:
        if len(row) > 1:
            best = best + 1
        else:
            best = best + 1
    return best
""", Certain.FACT, ["no difference whether len(row) > 1 holds", "both places (line 6, 8)"]),
    (total, """
def total(rows, found=[]):
    for row in rows:
        found.extend(row)
    return sum(found)
""", Certain.ALL, ["found=[] is made only once", "Write found=None there"]),
    (corners, """
def corners(side):
    return [(row, column) for row in (0, 4) for column in (0, 4)]
""", Certain.ALL, ["4 is written in, but it is not the same in all cases: it should be side - 1"]),
    (numbered, """
def numbered(things):
    result = []
    for i in range(len(things)):
        result.append(shown(i, things[i]))
    return result

def shown(number, thing):
    return f"{number}: {thing}"
""", Certain.ALL, ["i counts from 0, and what it is handed to has numbers from 1: write i + 1 in "
                   "shown(i, things[i])"]),
    (weights, """
def weights(names):
    table = {}
    for name in names:
        table[name] = len(name)
    return table
""", Certain.ALL, ["Line 5 puts something in the place of what is there already, which is lost",
                   "table[name] = table.get(name, 0) + len(name)"]),
], ids=lambda value: getattr(value, "__name__", None))
def test_a_mistake_is_seen_in_the_code(right, source, certain, words):
    said = seen(right, source)
    assert certain in said, said
    for each in words:
        assert each in said[certain]


@pytest.mark.parametrize(("right", "source"), [
    (total, """
def total(rows):
    found = [0]
    for row in rows:
        for number in row:
            found[0], last = found[0] + number, 7
    return found[0] + 1
"""),
    (total, """
def total(rows):
    print("total")
    count = 1
    for row in rows:
        for number in row:
            count += number
    return count
"""),
    (item, """
def item(things, number):
    for place, thing in enumerate(things, 1):
        if place == number:
            return thing
    return None
"""),
    (is_even, """
def is_even(numbers):
    for number in numbers:
        if number % 2 == 0:
            return False
    return True
"""),
    (moved, """
def moved(text, steps):
    for i in range(0):
        return text
    return text[len(text) - steps % len(text):] + text[:len(text) - steps % len(text)]
"""),
])
def test_nothing_is_said_of_what_is_right(right, source):
    assert not seen(right, source)
