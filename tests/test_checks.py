"""Every check passes right answers in any style, and names the mistake in typical wrong ones."""

import random

import numpy as np
import pytest

from blocky import Block
from blocky.check.mistakes import MISTAKES
from blocky.kit.check import task as room
from blocky.kit.check.record import State, state_of
from blocky.kit.check.task import LIMIT, CheckError
from blocky.kit.check.tasks import tasks_of
from tests.answers import tasks

TASKS = tasks_of("blocky")
RIGHT = [pytest.param(name, answer, id=f"{name}-{number}")
         for name, right, _ in tasks() for number, answer in enumerate(right)]
WRONG = [pytest.param(name, wrong, id=f"{name}-{wrong.mistake}")
         for name, _, answers in tasks() for wrong in answers]
TYPICAL = [pytest.param(name, mistake, id=f"{name}-{number}")
           for name, task in TASKS.items() for number, mistake in enumerate(task.mistakes)]

#: Typical mistakes that laws find, or that do what others of the list do; words of the hint.
BROKEN = {
    "rotate_without_positions": "not updated", "rotate_one_by_one": "there twice",
    "swap_without_positions": "not updated", "swap_copies": "no parent",
    "swap_without_keeping": "a, b = b, a", "smash_keeps_colour": "keeps its colour",
    "smash_without_parent": "no parent", "smash_same_level": "wrong level",
    "smash_without_max_depth": "max_depth is not passed",
    "smash_one_child_four_times": "more than once", "smash_appends": "appended",
    "smash_without_positions": "not updated", "smash_unit_cells": "unit cell",
    "combine_first_child": "The colour of one child", "combine_despite_a_tie": "A tie is not",
}


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Let a check take as long as it needs, for the machine may be busy."""
    monkeypatch.setattr(room, "LIMIT", 60)


def said_of(name, answer, student=None):
    with pytest.raises(CheckError) as caught:
        TASKS[name](answer, student)
    return caught.value


def test_every_task_has_answers():
    right = {name: answers for name, answers, _ in tasks()}
    assert set(right) == set(TASKS)
    assert all(len(answers) == 3 for answers in right.values())
    states = {wrong.state for _, _, answers in tasks() for wrong in answers}
    assert states == {State.WRONG, State.NEVER_STOPS, State.TOO_SLOW, State.CHANGED_INPUT,
                      State.RETURNED_NONE}


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_a_right_answer_passes(name, answer, capsys, monkeypatch):
    monkeypatch.setattr(TASKS[name], "seconds", 60)
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
def test_a_wrong_answer_gets_its_hint_whoever_gives_it(name, wrong, capsys, monkeypatch):
    if wrong.state == State.WRONG:
        monkeypatch.setattr(TASKS[name], "seconds", 60)
    TASKS[name]._failed = ((), 0)
    first = said_of(name, wrong.answer)
    TASKS[name]._failed = (TASKS[name]._failed[0], 2)  # as after a second try
    third = said_of(name, wrong.answer)
    other = said_of(name, wrong.answer, student="Grace")
    assert first.state == third.state == other.state == wrong.state, str(first)
    assert wrong.hint in third.hint, str(third)
    assert first.hint != third.hint, "a hint must grow"
    assert capsys.readouterr() == ("", "")
    assert all(len(line) < 400 for line in third.text.splitlines())
    output = {"output_type": "error", "ename": "CheckError", "evalue": str(third)}
    assert state_of(output) == (name, third.state, third.hint)


@pytest.mark.parametrize(("name", "mistake"), TYPICAL)
def test_a_typical_mistake_gets_its_own_hints(name, mistake):
    TASKS[name]._failed = ((), 0)
    assert said_of(name, mistake.answer).state != State.PASSED
    assert TASKS[name]._failed == (mistake.hints, 1)
    assert len(mistake.hints) == len(set(mistake.hints)) == 3


def test_the_checks_know_the_mistakes_of_the_laboratory():
    shown = {wrong for group in MISTAKES.values() for wrong in group}
    checked = {mistake.answer for task in TASKS.values() for mistake in task.mistakes}
    assert {wrong.__name__ for wrong in shown - checked} == set(BROKEN)


@pytest.mark.parametrize("wrong", [wrong for group in MISTAKES.values() for wrong in group
                                   if wrong.__name__ in BROKEN])
def test_a_mistake_of_the_laboratory_gets_its_hint(wrong):
    name = next(name for name, group in MISTAKES.items() if wrong in group)
    TASKS[name]._failed = ((), 0)
    said_of(name, wrong)
    assert BROKEN[wrong.__name__] in TASKS[name]._failed[0][-1]


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
