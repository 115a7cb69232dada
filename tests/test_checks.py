"""Every check passes right answers in any style, and names the mistake in typical wrong ones."""

import random

import numpy as np
import pytest

from blocky import Block, check
from blocky.kit.check.task import LIMIT, CheckError, State, Task
from tests.answers import tasks

TASKS = {name: task for name in check.__all__ if isinstance(task := getattr(check, name), Task)}
RIGHT = [pytest.param(name, answer, id=f"{name}-{number}")
         for name, right, _ in tasks() for number, answer in enumerate(right)]
WRONG = [pytest.param(name, wrong, id=f"{name}-{wrong.mistake}")
         for name, _, answers in tasks() for wrong in answers]


def said_of(name, answer, student=None):
    with pytest.raises(CheckError) as caught:
        TASKS[name](answer, student)
    return caught.value


def test_every_task_has_answers_of_each_kind():
    answers = {name: (right, wrong) for name, right, wrong in tasks()}
    assert set(answers) == set(TASKS)
    assert all(len(right) >= 3 and len(wrong) >= 5 for right, wrong in answers.values())
    assert {wrong.state for _, _, answers in tasks() for wrong in answers} <= set(State)


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_a_right_answer_passes(name, answer, capsys):
    TASKS[name](answer)
    TASKS[name](answer, student="Ada")
    said = capsys.readouterr()
    assert said.err == ""
    assert all(line.startswith(f"{name}: ") and line.endswith(" checks passed.")
               for line in said.out.splitlines())


@pytest.mark.parametrize("name", TASKS)
def test_the_kits_own_answer_passes(name):
    if TASKS[name].right is not None:
        assert TASKS[name].passes(TASKS[name].right)


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_a_wrong_answer_gets_its_hint(name, wrong, capsys):
    TASKS[name]._failed = ((), 0)
    first, second, third = (said_of(name, wrong.answer) for _ in range(3))
    assert first.state == second.state == third.state == wrong.state, str(first)
    assert wrong.hint in third.hint, str(third)
    assert first.hint != third.hint, "a hint must grow"
    assert capsys.readouterr() == ("", "")
    assert all(len(line) < 400 for line in third.text.splitlines())


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_a_wrong_answer_is_wrong_for_every_student(name, wrong):
    assert said_of(name, wrong.answer, student="Grace").state == wrong.state


@pytest.mark.parametrize("name", TASKS)
def test_an_answer_that_is_not_written(name):
    def stub(*args):
        raise NotImplementedError

    class Stub:
        def __init__(self, *args):
            raise NotImplementedError

    assert said_of(name, Stub if "class" in TASKS[name].needs else stub).state == "not_started"
    assert said_of(name, None).state == "not_started"
    assert LIMIT < 5


def test_an_answer_must_not_let_the_kits_own_function_do_the_work():
    def flatten(block):
        return block.flatten()

    def rotate(block, direction):
        if block.children:
            order = {1: (1, 2, 3, 0), 3: (3, 0, 1, 2)}[direction]
            block.children = [block.children[i] for i in order]
            block.update_block_locations(block.position, block.size)
            for child in block.children:
                child.rotate(direction)

    assert "the kit's own flatten" in str(said_of("flatten", flatten))
    assert "the kit's own rotate" in str(said_of("rotate", rotate))


def test_a_check_leaves_the_random_numbers_as_they_were():
    def greedy(level, max_depth, rng):
        return Block(level, max_depth, random.randrange(4) + np.random.randint(1))

    states = random.getstate(), np.random.get_state()[1].tolist()
    said_of("random_init", greedy)
    said_of("random_init", greedy)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == states
