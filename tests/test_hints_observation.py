"""Hints where no mistake is found: what was observed, and no more."""

import time
from dataclasses import replace

import numpy as np
import pytest

from blocky import check
from blocky.kit.check.program import Program
from blocky.kit.check.run import Seen
from blocky.kit.check.task import CheckError, Status
from blocky.kit.hints.observation import observed
from blocky.kit.hints.recursion import wrong_call
from tests.hints import COUNT, FLATTEN, cell, failed, task_for


def seen_of(task, answer):
    """Return the last hint of what is observed of a wrong answer."""
    return observed(*failed(task, answer))[-1]


def seen_in(task, source):
    """Return the last hint of what is observed of a wrong answer with this source."""
    answer = cell(source)
    return observed(*failed(task, answer), Program(answer))[-1]


@pytest.mark.parametrize(("task", "answer", "words"), [
    (check.count_leaves, lambda block: len(list(block.leaves())) if block.children else 0,
     "It is wrong only for blocks that are not divided."),
    (check.flatten, lambda block: np.ravel(block.flatten()).tolist(),
     "returns a list of numbers, where an array of rows is expected"),
    (task_for(sum, *[([n, 1],) for n in range(3)]), lambda items: items.pop() + items[0],
     "items must be after the call as it was before"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_seen(task, answer, words):
    assert words in seen_of(task, answer)


def test_where_a_recursion_goes_wrong():
    said = seen_in(check.count_leaves, COUNT.replace("return count\n", "return min(count, 3)\n"))
    assert "above makes calls of itself that return what they should: 1, 1, 1, 1" in said
    assert "What it makes of them, 3, is wrong: 4 is right" in said


def test_a_right_recursion_has_no_wrong_call():
    """A recursion that is right must not be blamed for a failure elsewhere."""
    for task, source in [(check.count_leaves, COUNT), (check.flatten, FLATTEN)]:
        wrong = task.tried(lambda block: None)
        assert not [*wrong_call(task, replace(wrong, answer=cell(source)))]


def test_a_feature_of_nearly_all_cases_says_nothing():
    few = task_for(lambda n: 1, *[(n,) for n in range(-1, 9)])
    assert "It is wrong only where" not in seen_of(few, lambda n: 1 if n < 0 else n + 1)


@pytest.mark.parametrize(("lines", "words"), [
    ("return answer(number - 1)", "answer(number=2), answer(number=1), answer(number=0), and so"),
    ("number += 1", "comes to its end in line 2, and returns None"),
    ("if number == 0:\n        return None\n    return answer(number - 1)",
     "The call answer(number=0) comes to its end in line 3"),
], ids=["calls that do not end", "no return", "the innermost of calls that return None"])
def test_where_no_result_comes_from(lines, words):
    answer = cell(f"def answer(number):\n    {lines}\n")
    assert words in seen_of(task_for(lambda number: 0, (3,)), answer)


def test_an_answer_that_is_too_slow_is_told_to_do_less():
    def fibonacci(number):
        one, other = 0, 1
        for _ in range(number):
            one, other = other, one + other
        return one

    task = task_for(fibonacci, *[(n,) for n in (0, 1, 2, 3, 4, 5, 60)])
    task.seconds = 0.3
    with pytest.raises(CheckError) as caught:
        task.check(cell("def answer(number):\n    if number < 2:\n        return number\n"
                        "    return answer(number - 1) + answer(number - 2)\n"))
    assert caught.value.state == Status.TOO_SLOW
    assert "in place of making it again" in task.explained.hints[-1]


@pytest.mark.parametrize(("own", "is_named"), [("first(number)", True), ("-first(number)", False)])
def test_an_earlier_function_is_named_if_the_answer_is_right_without_it(own, is_named):
    first, task = (task_for(lambda number: number + 2, *[(n,) for n in range(5)])
                   for _ in range(2))
    task.game = {"first": first, "answer": task}
    earlier = cell("def first(number):\n    return number + 1\n")
    with pytest.raises(CheckError) as caught:
        task.check(cell(f"def answer(number):\n    return {own}\n", first=earlier))
    assert ("check.first(first) first" in caught.value.hint) is is_named


def test_what_waits_is_made_to_wait_once_more_at_most():
    source = "import time\n\n\ndef answer(number):\n    time.sleep(1.1)\n    return number\n"
    task, waits = task_for(lambda number: number, *[(n,) for n in range(9)]), []
    answer = cell(source)
    task.seconds = 0.2
    answer.__globals__["time"] = type("Time", (), {"sleep": lambda seconds: (
        waits.append(seconds), time.sleep(seconds))})
    with pytest.raises(CheckError):
        task.check(answer)
    assert "It waits" in task.explained.hints[-1]
    assert len(waits) == 2  # the machine may have been busy the first time


def test_facts_are_compared_and_told_with_the_steps_that_make_them():
    def dealt(answer, cards):
        rest = answer(cards)
        return Seen(rest, {"the hand": cards[:2], "the pile": cards[2:]})

    def deal(cards):
        cards[:] = cards[::-1]
        return len(cards)

    task = task_for(deal, ([1, 2, 3],), call=dealt, steps={
        "the hand": "Turn the cards over first.", "the pile": "The others are the pile."})
    answer = cell("def answer(cards):\n    return len(cards)\n")
    said = seen_of(task, answer)
    assert "Turn the cards over first. Here, the hand: [1, 2]. Expected: [3, 2]." in said
    assert "Wrong as well: The others are the pile. Here, the pile: [3]. Expected: [1]." in said
    with pytest.raises(CheckError, match="Expected, the hand"):
        task.check(answer)


def test_the_nearest_case_that_is_right_is_told():
    task = task_for(lambda line, tiles, colour: len(tiles) < line and colour not in tiles,
                    (3, "r", "w"), (3, "", "w"), (1, "", "w"), (2, "r", "w"))
    source = "def answer(line, tiles, colour):\n    return line > 2 and colour not in tiles\n"
    assert "It is right where line is 3, and all else is the same" in seen_in(task, source)


@pytest.mark.parametrize(("answer", "words"), [
    (lambda items: [*items, 9], "is in what it returns, and should not be, or not so often: 9."),
    (lambda items: items[1:], "This is missing in what it returns: 1."),
    (lambda items: [items[0], *[7 for _ in items[1:]]],
     "The first item that is wrong has the index 1: it is 7, and 2 is expected."),
])
def test_the_items_that_differ_are_named(answer, words):
    assert words in seen_of(task_for(list, ([1, 2],), ([1, 2, 3],)), answer)


@pytest.mark.parametrize("count", range(1, 4))
def test_each_hint_says_more(count):
    task = task_for(lambda n: n % 7, *[(n,) for n in range(20)])
    first, second, third = observed(
        *failed(task, lambda n: n % 7 if n < count else n * n % 5 + 8))
    assert len({first, second, third}) == 3
    assert "by hand" not in first
    assert len(second) < len(third)


@pytest.mark.parametrize(("lines", "right", "cases", "words"), [
    ("total = given['all']\n    total['b'] = total.get('b', 0)\n    return sum(total.values())",
     lambda piles: sum(piles["all"].values()), [({"all": {"a": 1}},), ({"all": {}},)],
     ["given['all']['b'] was None, and is 0 now.", "Line 3 changes it: total['b'] ="]),
    ("for row in given:\n        row.sort()\n    return [*given]",
     lambda rows: [sorted(row) for row in rows], [([[2, 1]],), ([[1]],)],
     ["Line 3 changes it: row.sort()"]),
], ids=["in a dict", "in lists"])
def test_what_is_changed_is_told_with_its_place_and_the_line(lines, right, cases, words):
    said = seen_in(task_for(right, *cases), f"def answer(given):\n    {lines}\n")
    assert [each for each in words if each not in said] == []


def test_the_first_two_steps_that_differ_are_told_whole():
    steps = {"one": "Step 1.", "two": "Step 2.", "three": "Step 3."}
    task = task_for(lambda number: number, (3,), (4,), steps=steps, call=lambda answer, number: (
        Seen(None, dict.fromkeys(steps, answer(number)))))
    said = seen_of(task, lambda number: number + 1)
    assert said.startswith("Step 1. Here, one: 4. Expected: 3.\n"
                           "Wrong as well: Step 2. Here, two: 4. Expected: 3.\n"
                           "Wrong as well: three.")
    assert "right in" not in said
