"""Hints from the code alone: mistakes that nobody can have meant, and loops."""

import ast
from inspect import getsource, signature

import pytest

from blocky.kit.check.program import Program
from blocky.kit.hints.code import seen_in_code
from blocky.kit.hints.loops import in_the_first_round
from blocky.kit.language import plain
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


ROWS = [([[]],), ([[1]],), ([[1, 1]],), ([[1, 2], [3]],), ([[1], [1, 0, 1], [2, 2]],)]
CASES = {
    total: ROWS, longest: ROWS,
    is_even: [([2],), ([3],), ([2, 3],), ([2, 4],), ([3, 2],), ([4, 6, 1],)],
    all_even: [([],), ([[]],), ([[2]],), ([[3]],), ([[2], [3]],), ([[2], [2, 3]],), ([[4], [6]],)],
    moved: [("ab", 0), ("abc", 1), ("abcd", 2), ("abcde", 7), ("aab", 1)],
    emptied: [([],), ([1],), ([1, 2],)],
}


def task_of(right):
    return task_for(right, *CASES[right], name=right.__name__)


def seen_of(right, source, surely=False):
    """Return the hints that the code of a wrong answer gives, and its source with a mark."""
    answer = cell(source, right.__name__)
    hints, _, marked = seen_in_code(*failed(task_of(right), answer), Program(answer), surely=surely)
    return tuple(map(plain, hints)), marked


def row(right, wrong, *words, surely=False):
    """Return a wrong answer, words of its last hint, and whether it is surely a mistake.

    ``wrong`` is the body of the answer, or the text that is replaced in the right one.
    """
    if isinstance(wrong, str):
        source = f"def {right.__name__}{signature(right)}:\n    {wrong}\n"
    else:
        source = getsource(right)
        for old, new in wrong.items():
            assert old in source
            source = source.replace(old, new)
    return pytest.param(right, source, words, surely, id=words[0] if words else "")


@pytest.mark.parametrize(("right", "source", "words", "surely"), [
    row(emptied, {"things.clear()": "things = []"},
        "Line 2 only gives the name things to another object, so the argument stays"),
    row(total, {"    return": "        return"},
        "Line 5 ends the loop on line 3 in its first iteration, so your code uses only the first"),
    row(all_even, {"            if number % 2:\n                return False":
                   "            rest = number % 2\n            return rest == 0"},
        "Inside the loop, return only under an if."),
    row(all_even, {"    return True": "        return True"},
        "Move it after that loop, and indent it less."),
    row(is_even, """if not numbers:
        return True
    if numbers[0] % 2:
        return False
    is_even(numbers[1:])""",
        "Line 6 calls is_even, but doesn't return its result. Write return is_even(numbers[1:])."),
    row(moved, """letters = list(text)
    for i in range(len(letters)):
        if letters[i] == letters[steps % len(letters)]:
            letters[i] = "b"
    return "".join(letters)""",
        "Line 4 compares with letters[steps % len(letters)], but line 5 can change its value"),
    row(total, "return sum(rows[:][0])", "rows[:][0] is a row, not a column",
        surely=True),
    row(total, "return ValueError('no')", "Raise it instead: raise ValueError('no')", surely=True),
    row(moved, "text.replace('a', 'b')\n    return text",
        "returns a new string, but text stays as it was. Assign the new string: "
        "text = text.replace('a', 'b')",
        surely=True),
])
def test_a_mistake_is_seen_in_the_code(right, source, words, surely):
    hints, mark = seen_of(right, source, surely)
    assert [each for each in words if each not in hints[-1]] == []
    assert len({*hints}) == 3
    assert "▶" in mark


@pytest.mark.parametrize(("right", "source", "words", "surely"), [
    row(total, {"        count": "        for _ in row:\n            count"},
        "The body of the loop on line 4 runs too many times"),
    row(is_even, """for number in numbers:
        if number % 2 == 0:
            return True
        else:
            return False""",
        "The loop should end early only here: return False. Write this after the loop on line 2, "
        "with less indentation: return True"),
    row(is_even, "for number in numbers:\n        return number % 2 == 0",
        "The loop should end early only here: if number % 2 != 0: return False.",
        "with less indentation: return True"),
    row(longest, {"        length = 0\n": "", "best = 0\n": "best = 0\n    length = 0\n"},
        "length = 0 on line 3 runs only once", "Move it into the loop on line"),
    row(moved, """letters = list(text)
    for i in range(len(text)):
        letters[i] = text[i + steps]
    return "".join(letters)""", "with text[(i + steps) % len(text)]"),
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
    assert "runs only once" not in repair_hint(task_of(longest), cell(source))


@pytest.mark.parametrize(("right", "source", "words", "surely"), [
    row(all_even, """for row in rows:
        row = [number for number in row if number % 2]
        if not row:
            return True
    return False""", surely=True),
    row(all_even, """for row in rows:
        if not row:
            rows.remove(row)
            break
    return not rows""", surely=True),
    row(total, {"count = 0": 'print("total")\n    count = 1'}),
    row(moved, """for i in range(0):
        return text
    return text[len(text) - steps % len(text):] + text[:len(text) - steps % len(text)]"""),
])
def test_nothing_is_seen_in_what_is_right_or_may_be_meant(right, source, words, surely):
    assert seen_of(right, source, surely) == ((), "")


@pytest.mark.parametrize(("target", "body", "is_seen"), [
    ("i", "return i", True),
    ("i", "return things[i]", True),
    ("i, (j, k)", "return k", True),
    ("i", "return total", False),
    ("i", "return None", False),
    ("things[key]", "return key", False),  # the loop sets things[key], and only reads the key
    ("i", "total += 1; return total", True),
    ("i", "if i: continue\n        return i", False),
])
def test_a_loop_that_ends_in_its_first_round_is_seen_if_its_return_can_be_wrong(
        target, body, is_seen):
    source = f"def f(things):\n    for {target} in things:\n        {body}"
    [function] = ast.parse(source).body
    assert any(in_the_first_round(function)) is is_seen


def test_a_local_variable_in_place_of_an_attribute_is_seen():
    class Counter:
        def __init__(self, start):
            self.count = start

    answer = cell("class Counter:\n    def __init__(self, start):\n        count = start\n")
    task = task_for(Counter, (1,), call=lambda made, start: hasattr(made(start), "count"))
    hints, _, _ = seen_in_code(*failed(task, answer), Program(answer))
    assert "count on line 3 is a local variable" in plain(hints[-1])
    assert "Write self.count there." in plain(hints[-1])
