"""A hint is kept for the same answer only: its code, the values that it uses, and its failure."""

import pytest

from blocky.kit.check.program import Program
from blocky.kit.check.task import CheckError
from blocky.kit.hints.answered import key_of
from tests.hints import cell, failed, task_for

#: Each answer uses the value ``before``, and then ``after``; its line stays the same.
SCALED = "def answer(x):\n    return x * {}\n"
USES = {
    "a global": ("FACTOR = 3\n" + SCALED.format("FACTOR"), "FACTOR = 4"),
    "a helper": ("def factor():\n    return 3\n\n\n" + SCALED.format("factor()"),
                 "def factor():\n    return 4"),
    "a closure": ("def of(n):\n    return lambda: n\n\n\nfactor = of(3)\n" +
                  SCALED.format("factor()"), "factor = of(4)"),
    "an attribute of an object": ("class Scale:\n    pass\n\n\nscale = Scale()\n"
                                  "scale.factor = 3\n" +
                                  SCALED.format("scale.factor"), "scale.factor = 4"),
}
DEFINED = {
    "a list": ("FACTORS = [3]\n" + SCALED.format("FACTORS[0]"), "FACTORS[0] = 4"),
    "a default": ("def answer(x, factor=3):\n    return x * factor\n",
                  "answer.__defaults__ = (4,)"),
    "an attribute of a class": ("class Scale:\n    factor = 3\n\n    def of(self):\n"
                                "        return self.factor\n\n\n" + SCALED.format("Scale().of()"),
                                "Scale.factor = 4"),
}


@pytest.mark.parametrize(("source", "change"), USES.values(), ids=USES)
def test_a_hint_is_made_for_the_values_that_an_answer_uses_now(source, change):
    cases = (1, 5, 7)
    task = task_for(lambda x: 2 * x, *cases)
    answer = cell(source, "answer")
    before = last_hint(task, answer)
    exec(change, answer.__globals__)
    now = last_hint(task, answer)
    assert now == last_hint(task_for(lambda x: 2 * x, *cases), answer) != before


@pytest.mark.parametrize(("source", "change"), {**USES, **DEFINED}.values(),
                         ids={**USES, **DEFINED})
def test_an_answer_is_another_one_when_a_value_that_it_uses_changes(source, change):
    task, answer = task_for(lambda x: 2 * x, 1, 5, 7), cell(source, "answer")
    before = key_of(Program(answer), failed(task, answer)[1])
    assert key_of(Program(answer), failed(task, answer)[1]) == before
    exec(change, answer.__globals__)
    assert key_of(Program(answer), failed(task, answer)[1]) != before


def test_the_same_answer_gets_a_clearer_hint_each_time():
    task = task_for(lambda x: 2 * x, 1, 5, 7)
    source = "FACTOR = 3\n" + SCALED.format("FACTOR")
    said = [hint_of(task, cell(source, "answer")) for _ in range(3)]
    assert len({*said}) == 3


def hint_of(task, answer):
    with pytest.raises(CheckError) as caught:
        task.check(answer)
    return caught.value.hint


def last_hint(task, answer):
    """Return the clearest hint, without forgetting the hints of other answers."""
    return [hint_of(task, answer) for _ in range(3)][-1]
