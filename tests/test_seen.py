"""Mistakes are seen in the code where they cannot be meant; loops are mended as a whole."""

from inspect import signature

import pytest

from blocky import Action
from blocky.kit.check.failure import Failure
from blocky.kit.check.program import Program
from blocky.kit.check.task import Task
from blocky.kit.hints.code import seen_in_code
from blocky.kit.hints.of_repair import hints_of_repair
from blocky.kit.repair.search import repairs_of
from tests.test_repair import cell


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


def failed(right, source):
    """Return a task, and how a wrong answer to it failed."""
    answer = cell(source, right.__name__)
    task = Task(right.__name__, right, lambda rng: CASES[right])
    failure = task.tried(answer)
    assert isinstance(failure, Failure)
    return task, failure, Program(answer)


def row(right, body, *words):
    return pytest.param(right, f"\ndef {right.__name__}{signature(right)}:{body}", words,
                        id=words[0] if words else "")


@pytest.mark.parametrize(("right", "source", "words"), [
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
])
def test_a_fact_is_seen_in_the_code(right, source, words):
    hints, mark = seen_in_code(*failed(right, source))
    assert words[0] in hints[-1]
    assert len({*hints}) == 3
    assert "▶" in mark


@pytest.mark.parametrize(("right", "source", "words"), [
    row(moved, """
    while "a" in text:
        text.replace("a", "b")
    return text
""", "text.replace('a', 'b') in line 4 makes something new, and nothing keeps it",
        "Keep it: text = text.replace('a', 'b')"),
    row(all_even, """
    for row in rows:
        row = [number for number in row if number % 2]
    return not any(rows)
""", "Line 4 only gives another value to the name row", "in rows everything stays as it was"),
    row(all_even, """
    for row in rows:
        if not row:
            rows.remove(row)
    return not rows
""", "so that some are passed over", "Go through a copy, list(rows)"),
    row(moved, """
    letters = list(text)
    for i in range(len(text) - 1):
        letters[i + 1] = letters[i]
    return "".join(letters)
""", "Line 5 takes letters[i], and a round before has put something else there."),
    row(is_even, """
    even = True
    for number in numbers:
        if number % 2 == 0:
            even = True
        else:
            even = False
    return even
""", "in the end it is that of the last round alone"),
    row(total, """
    return sum(rows[:][0])
""", "rows[:][0] is its item 0: a row, and not a column"),
    row(twice, """
    return min(2 * number, 1000)
""", "beyond 1000 your code does not look"),
    pytest.param(is_smash, """
from blocky import Action

def is_smash(action):
    return action == "SMASH"
""", ["Write Action.SMASH."], id="text"),
])
def test_what_cannot_be_meant_is_seen_first(right, source, words):
    hints, mark = seen_in_code(*failed(right, source), surely=True)
    assert [each for each in words if each not in hints[-1]] == []
    assert len({*hints}) == 3
    assert "▶" in mark


@pytest.mark.parametrize(("right", "source", "words"), [
    row(all_even, """
    for row in rows:
        row = [number for number in row if number % 2]
        if not row:
            return True
    return False
"""),
    row(all_even, """
    for row in rows:
        if not row:
            rows.remove(row)
            break
    return not rows
"""),
])
def test_what_may_be_meant_is_not_told_first(right, source, words):
    assert seen_in_code(*failed(right, source), surely=True) == ((), "")


@pytest.mark.parametrize(("right", "source", "words"), [
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
def test_a_loop_is_mended(right, source, words):
    said = hints_of_repair(repairs_of(*failed(right, source)))[-1]
    assert [each for each in words if each not in said] == []


def test_what_is_read_after_a_loop_does_not_begin_anew_in_it():
    source = """
def longest(rows):
    lengths = [0]
    for row in rows:
        lengths.append(sum(row))
    return max(lengths)
"""
    assert "done once" not in str(hints_of_repair(repairs_of(*failed(longest, source))))


@pytest.mark.parametrize(("right", "source", "words"), [
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
def test_nothing_is_seen_in_what_is_right(right, source, words):
    assert seen_in_code(*failed(right, source)) == ((), "")
