"""Hints where no mistake is found: what was observed, and what a result leaves out or adds."""

import math
import time
from dataclasses import replace
from importlib import import_module
from random import Random

import numpy as np
import pytest

from blocky import check
from blocky.kit.check.program import Program
from blocky.kit.check.run import Seen
from blocky.kit.check.task import CheckError, Status
from blocky.kit.games import package
from blocky.kit.hints.observation import observed
from blocky.kit.hints.recursion import wrong_call
from blocky.kit.hints.results import made_of, parts_here
from blocky.kit.language import plain
from blocky.kit.notebook.tasks import tasks_of
from tests.answers import GAMES
from tests.hints import COUNT, FLATTEN, cell, failed, task_for


def seen_of(task, answer):
    """Return the last hint of what is observed of a wrong answer."""
    return plain(observed(*failed(task, answer))[-1])


def seen_in(task, source):
    """Return the last hint of what is observed of a wrong answer with this source."""
    answer = cell(source)
    return plain(observed(*failed(task, answer), Program(answer))[-1])


@pytest.mark.parametrize(("task", "answer", "words"), [
    (check.count_leaves, lambda block: len(list(block.leaves())) if block.children else 0,
     "Your answer is wrong only for blocks that aren't divided."),
    (check.flatten, lambda block: np.ravel(block.flatten()).tolist(),
     "returns a list of numbers, but should return a list of rows"),
    (task_for(sum, *[([n, 1],) for n in range(3)]), lambda items: items.pop() + items[0],
     "Your code changes items, but it mustn't"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_seen(task, answer, words):
    assert words in seen_of(task, answer)


def test_a_wrong_sign_is_told():
    task = task_for(abs, *[(number,) for number in range(-3, 0)])
    said = seen_of(task, lambda number: number)
    assert "Your result has the wrong sign: it's -3, but should be 3." in said


def test_where_a_recursion_goes_wrong():
    said = seen_in(check.count_leaves, COUNT.replace(
        "sum(count_leaves(child) for child in block.children)",
        "min(3, sum(map(count_leaves, block.children)))"))
    assert "above gets the right results from its recursive calls: 1, 1, 1, 1" in said
    assert "it turns them into 3 instead of 4" in said


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
    ("number += 1", "answer ends on line 2 and returns None. Return a value in this case"),
    ("if number == 0:\n        return None\n    return answer(number - 1)",
     "answer(number=0) ends on line 3 and returns None"),
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
    assert "instead of making the same call again" in task.explained.hints[-1]


@pytest.mark.parametrize(("own", "is_named"), [("first(number)", True), ("-first(number)", False)])
def test_an_earlier_function_is_named_if_the_answer_is_right_without_it(own, is_named):
    first, task = (task_for(lambda number: number + 2, *[(n,) for n in range(5)])
                   for _ in range(2))
    task.game = {"first": first, "answer": task}
    earlier = cell("def first(number):\n    return number + 1\n")
    with pytest.raises(CheckError) as caught:
        task.check(cell(f"def answer(number):\n    return {own}\n", first=earlier))
    assert ("Run check.first(first) first" in caught.value.hint) is is_named


def test_what_waits_is_made_to_wait_once_more_at_most():
    source = "import time\n\n\ndef answer(number):\n    time.sleep(1.1)\n    return number\n"
    task, waits = task_for(lambda number: number, *[(n,) for n in range(9)]), []
    answer = cell(source)
    task.seconds = 0.2
    answer.__globals__["time"] = type("Time", (), {"sleep": lambda seconds: (
        waits.append(seconds), time.sleep(seconds))})
    with pytest.raises(CheckError):
        task.check(answer)
    assert "Your code stops and waits" in task.explained.hints[-1]
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
    assert "Turn the cards over first. Your result for the hand: [1, 2]. Expected: [3, 2]." in said
    assert "pile" not in said
    with pytest.raises(CheckError, match="Expected for the hand"):
        task.check(answer)


def test_the_nearest_case_that_is_right_is_told():
    task = task_for(lambda line, tiles, colour: len(tiles) < line and colour not in tiles,
                    (3, "r", "w"), (3, "", "w"), (1, "", "w"), (2, "r", "w"))
    source = "def answer(line, tiles, colour):\n    return line > 2 and colour not in tiles\n"
    right_if = "Your result is right if line is 3 and everything else stays the same"
    assert right_if in seen_in(task, source)


@pytest.mark.parametrize(("answer", "words"), [
    (lambda items: [*items, 9], "Your result has too many of these: 9."),
    (lambda items: items[1:], "Missing from your result: 1."),
    (lambda items: [items[0], *[7 for _ in items[1:]]],
     "The first wrong item is at index 1: it's 7, but should be 2."),
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
     ["On line 2, total is given['all'] itself, not a copy, so line 3 changes given."]),
    ("for row in given:\n        row.sort()\n    return [*given]",
     lambda rows: [sorted(row) for row in rows], [([[2, 1]],), ([[1]],)],
     ["Line 3 changes row, but row shares objects with given."]),
    ("given.sort()\n    return [*given]", sorted, [([2, 1],), ([3, 1, 2],)],
     ["Line 2 changes it: given.sort()"]),
], ids=["in a dict", "in lists", "the argument itself"])
def test_what_is_changed_is_told_with_its_place_and_the_line(lines, right, cases, words):
    said = seen_in(task_for(right, *cases), f"def answer(given):\n    {lines}\n")
    assert [each for each in words if each not in said] == []


def test_only_the_first_step_that_differs_is_told():
    steps = {"one": "Step 1.", "two": "Step 2.", "three": "Step 3."}
    task = task_for(lambda number: number, (3,), (4,), steps=steps, call=lambda answer, number: (
        Seen(None, dict.fromkeys(steps, answer(number)))))
    said = seen_of(task, lambda number: number + 1)
    assert said == "Step 1. Your result for one: 4. Expected: 3."


def test_long_results_of_a_step_are_left_out():
    task = task_for(lambda number: number, (3,), (4,), steps={"all": "Step 1."},
                    call=lambda answer, number: Seen(None, {"all": [answer(number)] * 50}))
    assert seen_of(task, lambda number: number + 1) == "Step 1."


for each in GAMES:
    import_module(f"{package(each)}.check")
WITH_PARTS = [task for game in GAMES for task in tasks_of(game).values() if task.parts]


@pytest.mark.parametrize("task", WITH_PARTS, ids=lambda task: task.name)
def test_the_parts_make_the_right_result(task):
    ways = set()
    for case in task.cases(Random(3)):
        came = task.run(task.right, case, 10)
        for name, parts in task.parts.items():
            counted, others = parts(*case)
            right = came.facts[name] if name else came.value
            assert not counted.keys() & others.keys()
            if isinstance(right, bool):
                ways.add(right == any(counted.values()))
            else:
                assert math.isclose(sum(counted.values()), right, abs_tol=1e-5)
    assert len(ways) <= 1, "any of the conditions decides, always in the same way"


def failed_of(right, answer, cases, parts):
    return failed(task_for(right, *cases, parts={"": parts}), answer)


PAIRS = [(a, b) for a in range(5) for b in range(4)]


def of_sum(a, b):
    return {"apples": a, "pears": b}, {"shared": a * b}


@pytest.mark.parametrize(("answer", "words"), [
    (lambda a, b: a, ["Your result leaves out pears."]),
    (lambda a, b: a + 2 * b, ["counts pears twice"]),
    (lambda a, b: a + b + a * b, ["counts shared, but it shouldn't"]),
    (lambda a, b: a + a * b, ["counts shared instead of pears"]),
    (lambda a, b: a + b + 2, ["too large by 2"]),
    (lambda a, b: a - 1, ["leaves out pears", "too small by 1"]),
    (lambda a, b: (a * 7 + b * 3) % 11, []),
])
def test_what_a_number_is_the_sum_of(answer, words):
    hints = made_of(*failed_of(lambda a, b: a + b, answer, PAIRS, of_sum))
    assert bool(hints) == bool(words)
    assert all(word in hints[-1] for word in words)


def test_a_part_that_is_always_1_is_not_added_to_the_only_part():
    def of_one(a, b):
        return {"apples": a}, {"only one of them": int(a > 0)}

    hints = made_of(*failed_of(lambda a, b: a, lambda a, b: a + (a > 0), PAIRS, of_one))
    assert hints == () or "only one of them" not in hints[-1]
    hints = made_of(*failed_of(lambda a, b: a, lambda a, b: int(a > 0), PAIRS, of_one))
    assert "only one of them" in hints[-1]


def of_condition(a, b):
    return {"no apples": a == 0, "many pears": b > 2 and f"there are {b} pears"}, {
        "as many of both": a == b, "no pears": b == 0}


@pytest.mark.parametrize(("answer", "words"), [
    (lambda a, b: a == 0,
     ["Your function should also return True in this case: many pears."]),
    (lambda a, b: a == 0 or b > 2 or a == b,
     ["shouldn't return True in this case: as many of both"]),
    (lambda a, b: a == 0 or b == 0,
     ["returns True in this case: no pears.\n",
      "It should return True in this case: many pears."]),
    (lambda a, b: (a * 7 + b) % 3 == 1, []),
])
def test_on_which_conditions_it_depends(answer, words):
    right = failed_of(lambda a, b: a == 0 or b > 2, answer, PAIRS, of_condition)
    hints = made_of(*right)
    assert bool(hints) == bool(words)
    assert all(word in hints[-1] for word in words)
    assert "but yours is" in parts_here(*right)[-1]


def test_a_condition_is_told_of_the_case():
    hints = parts_here(*failed_of(lambda a, b: a == 0 or b > 2, lambda a, b: a == 0, PAIRS[7:],
                               of_condition))
    assert "In this case: there are 3 pears." in hints[-1]


def of_fruit(n):
    return {"apples": n, "pears": 10 * n}, {"shared": 3 * n}


@pytest.mark.parametrize(("right", "answer", "cases", "parts"), [
    (lambda a, b: a + b, lambda a, b: a, PAIRS[1:5], of_sum),
    (lambda n: 11 * n, lambda n: 5 * n, [(n,) for n in range(16)], of_fruit)],
    ids=["few cases prove little", "no part is ever seen alone"])
def test_what_is_not_sure_is_not_said(right, answer, cases, parts):
    assert made_of(*failed_of(right, answer, cases, parts)) == ()


def test_facts_have_parts_of_their_own():
    task = task_for(lambda a, b: (a, b), *PAIRS, parts={"fruit": of_sum},
                    call=lambda answer, a, b: Seen(None, {"fruit": sum(answer(a, b))}))
    wrong = failed(task, lambda a, b: (a, 0))
    assert "Your result for fruit leaves out pears." in made_of(*wrong)[-1]
    assert parts_here(*wrong) == ()


def test_a_method_that_returns_nothing_is_named():
    class Right:
        def best(self):
            return 3

    task = task_for(Right, (1,), call=lambda kind, number: kind().best())
    said = seen_in(task, "class answer:\n    def best(self):\n        self.kept = 3\n")
    assert said.endswith("best ends on line 3 and returns None. Return the result there.")
