"""Hints from the code alone: mistakes that nobody can have meant, and loops."""

from inspect import signature

import pytest

from blocky import Action
from blocky.kit.check.program import Program
from blocky.kit.hints.code import seen_in_code
from tests.hints import cell, failed, repair_hint, task_for


def total(rows):
    count = 0
    for row in rows:
        count += sum(row)
    return count


def is_even(numbers):
    return all(number % 2 == 0 for number in numbers)


def all_even(rows):
    for row in rows:
        for number in row:
            if number % 2:
                return False
    return True


def moved(text, steps):
    return "".join(text[(i + steps) % len(text)] for i in range(len(text)))


def longest(rows):
    best = 0
    for row in rows:
        length = 0
        for number in row:
            length = length + 1 if number else 0
            best = max(best, length)
    return best


def emptied(things):
    things.clear()


def same(one, other):
    return one == other


def twice(number):
    return 2 * number


def is_smash(action):
    return action is Action.SMASH


ROWS = [([[]],), ([[1]],), ([[1, 1]],), ([[1, 2], [3]],), ([[1], [1, 0, 1], [2, 2]],)]
CASES = {
    total: ROWS, longest: ROWS,
    is_even: [([2],), ([3],), ([2, 3],), ([2, 4],), ([3, 2],), ([4, 6, 1],)],
    all_even: [([],), ([[]],), ([[2]],), ([[3]],), ([[2], [3]],), ([[2], [2, 3]],), ([[4], [6]],)],
    moved: [("ab", 0), ("abc", 1), ("abcd", 2), ("abcde", 7), ("aab", 1)],
    emptied: [([],), ([1],), ([1, 2],)], twice: [(1,), (800,)],
    same: [([1], [1]), ([1], [2]), ([1, 2], [2, 1])], is_smash: [(Action.PASS,), (Action.SMASH,)],
}


def task_of(right):
    return task_for(right, *CASES[right], name=right.__name__)


def seen_of(right, source, surely=False):
    """Return the hints that the code of a wrong answer gives, and its source with a mark."""
    answer = cell(source, right.__name__, Action=Action)
    return seen_in_code(*failed(task_of(right), answer), Program(answer), surely=surely)


def row(right, body, *words, surely=False):
    """Return a wrong answer, words of its last hint, and whether it is surely a mistake."""
    source = f"\ndef {right.__name__}{signature(right)}:{body}"
    return pytest.param(right, source, words, surely, id=words[0] if words else "")


@pytest.mark.parametrize(("right", "source", "words", "surely"), [
    row(total, """
    count = 1
    for row in rows:
        count += len(row)
    print(count)
""", "line 6 something is printed, not returned"),
    row(total, """
    for row in rows:
        yield sum(row)
""", "total has a yield (line 4), so that it returns a generator"),
    row(emptied, """
    things = []
""", "Line 3 gives the name things to something else: what was handed in stays"),
    row(total, """
    count = 0
    for row in rows:
        for number in row:
            if number != 2:
                count += number
        return count
""", "Line 8 stands in the loop that begins in line 4, and ends it in its first round"),
    row(moved, """
    return text[1:] + moved(text[:1], steps)
""", "No line of moved uses steps for more than to hand it on"),
    row(is_even, """
    for number in numbers:
        rest = number % 2
        return rest == 0
""", "Return in the loop only what is really found, below an if."),
    row(moved, """
    letters = list(text)
    for i in range(len(letters)):
        if letters[i] == letters[steps % len(letters)]:
            letters[i] = "b"
    return "".join(letters)
""", "Line 5 compares with letters[steps % len(letters)] in each round"),
    row(total, """
    count = 0
    for row in rows:
        if len(row) == 2:
            break
        count += sum(row)
    return count
""", "Line 6 ends the loop that begins in line 4 for good"),
    row(total, """
    found = 0
    for row in rows:
        for number in row:
            if number > 1:
                found = number
                break
    return found
""", "The break in line 8 ends only the loop that begins in line 5."),
    row(same, """
    return set(one) == set(other)
""", "Line 3 compares sets, which have no order"),
    row(moved, """
    while "a" in text:
        text.replace("a", "b")
    return text
""", "text.replace('a', 'b') in line 4 makes something new, and nothing keeps it",
        "Keep it: text = text.replace('a', 'b')", surely=True),
    row(all_even, """
    for row in rows:
        row = [number for number in row if number % 2]
    return not any(rows)
""", "Line 4 only gives another value to the name row", "in rows everything stays as it was",
        surely=True),
    row(all_even, """
    for row in rows:
        if not row:
            rows.remove(row)
    return not rows
""", "so that some are passed over", "Go through a copy, list(rows)", surely=True),
    row(moved, """
    letters = list(text)
    for i in range(len(text) - 1):
        letters[i + 1] = letters[i]
    return "".join(letters)
""", "Line 5 takes letters[i], and a round before has put something else there.",
        surely=True),
    row(is_even, """
    even = True
    for number in numbers:
        if number % 2 == 0:
            even = True
        else:
            even = False
    return even
""", "in the end it is that of the last round alone", surely=True),
    row(total, """
    return sum(rows[:][0])
""", "rows[:][0] is its item 0: a row, and not a column", surely=True),
    row(twice, """
    return min(2 * number, 1000)
""", "beyond 1000 your code does not look", surely=True),
    row(is_smash, """
    return action == "SMASH"
""", "Write Action.SMASH.", surely=True),
])
def test_a_mistake_is_seen_in_the_code(right, source, words, surely):
    hints, mark = seen_of(right, source, surely)
    assert [each for each in words if each not in hints[-1]] == []
    assert len({*hints}) == 3
    assert "▶" in mark


@pytest.mark.parametrize(("right", "source", "words", "surely"), [
    row(total, """
    count = 0
    for row in rows:
        for _ in row:
            count += sum(row)
    return count
""", "What stands in the loop that begins in line 5 must not be done so often"),
    row(is_even, """
    for number in numbers:
        if number % 2 == 0:
            return True
        else:
            return False
""", "Only this may end it: return False. After the loop that begins in line 3"),
    row(is_even, """
    for number in numbers:
        return number % 2 == 0
""", "Only this may end it: if number % 2 != 0: return False.", "comes return True"),
    row(longest, """
    best = 0
    length = 0
    for row in rows:
        for cell in row:
            length = length + 1 if cell else 0
            best = max(best, length)
    return best
""", "length = 0 in line 4 is done once", "Put it inside of that loop"),
    row(moved, """
    letters = list(text)
    for i in range(len(text)):
        letters[i] = text[i + steps]
    return "".join(letters)
""", "it should be text[(i + steps) % len(text)]"),
])
def test_a_loop_is_mended(right, source, words, surely):
    said = repair_hint(task_of(right), cell(source, right.__name__))
    assert [each for each in words if each not in said] == []


def test_what_is_read_after_a_loop_does_not_begin_anew_in_it():
    source = """
def longest(rows):
    lengths = [0]
    for row in rows:
        lengths.append(sum(row))
    return max(lengths)
"""
    assert "done once" not in repair_hint(task_of(longest), cell(source))


@pytest.mark.parametrize(("right", "source", "words", "surely"), [
    row(all_even, """
    for row in rows:
        row = [number for number in row if number % 2]
        if not row:
            return True
    return False
""", surely=True),
    row(all_even, """
    for row in rows:
        if not row:
            rows.remove(row)
            break
    return not rows
""", surely=True),
    row(total, """
    print("total")
    count = 1
    for row in rows:
        for number in row:
            count += number
    return count
"""),
    row(moved, """
    for i in range(0):
        return text
    return text[len(text) - steps % len(text):] + text[:len(text) - steps % len(text)]
"""),
])
def test_nothing_is_seen_in_what_is_right_or_may_be_meant(right, source, words, surely):
    assert seen_of(right, source, surely) == ((), "")
