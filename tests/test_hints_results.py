"""Hints on the parts of a result that an answer leaves out, adds, or counts differently."""

import math
from importlib import import_module
from random import Random

import pytest

from blocky.kit.check.run import Seen
from blocky.kit.games import package
from blocky.kit.hints.results import made_of, parts_here
from blocky.kit.notebook.tasks import tasks_of
from tests.answers import GAMES
from tests.hints import failed, task_for

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
    (lambda a, b: a + b + a * b, ["counts shared, and must not"]),
    (lambda a, b: a + a * b, ["counts shared in place of pears"]),
    (lambda a, b: a + b + 2, ["too large by 2"]),
    (lambda a, b: a - 1, ["leaves out pears", "too small by 1"]),
    (lambda a, b: (a * 7 + b * 3) % 11, []),
])
def test_what_a_number_is_the_sum_of(answer, words):
    hints = made_of(*failed_of(lambda a, b: a + b, answer, PAIRS, of_sum))
    assert bool(hints) == bool(words)
    assert all(word in hints[-1] for word in words)


def of_condition(a, b):
    return {"no apples": a == 0, "many pears": b > 2 and f"there are {b} pears"}, {
        "as many of both": a == b, "no pears": b == 0}


@pytest.mark.parametrize(("answer", "words"), [
    (lambda a, b: a == 0, ["This makes no difference to your function, and must: many pears."]),
    (lambda a, b: a == 0 or b > 2 or a == b,
     ["returns True for this, too, and must not: as many of both"]),
    (lambda a, b: a == 0 or b == 0,
     ["returns True where this holds: no pears.\n",
      "It must where this holds: many pears."]),
    (lambda a, b: (a * 7 + b) % 3 == 1, []),
])
def test_on_which_conditions_it_depends(answer, words):
    right = failed_of(lambda a, b: a == 0 or b > 2, answer, PAIRS, of_condition)
    hints = made_of(*right)
    assert bool(hints) == bool(words)
    assert all(word in hints[-1] for word in words)
    assert "Yours is" in parts_here(*right)[-1]


def test_a_condition_is_told_of_the_case():
    hints = parts_here(*failed_of(lambda a, b: a == 0 or b > 2, lambda a, b: a == 0, PAIRS[7:],
                               of_condition))
    assert "Here this holds: there are 3 pears." in hints[-1]


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
    assert "In your result fruit leaves out pears." in made_of(*wrong)[-1]
    assert parts_here(*wrong) == ()
