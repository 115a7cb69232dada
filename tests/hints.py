"""What tests of hints share: answers from cells, small tasks, and how answers fail."""

import types
from inspect import getsource

import pytest

from blocky.kit.check.failure import Explanation, Failure
from blocky.kit.check.program import Program
from blocky.kit.check.task import CheckError, Task
from blocky.kit.hints.explain import explain
from blocky.kit.hints.of_repair import hints_of_repair
from blocky.kit.language import plain
from blocky.kit.repair.search import repairs_of
from tests.answers import kept, solved

SETUP = "from blocky import Block, Colour, Goal, random_init\n"
FLATTEN = getsource(solved("blocky/06_flatten").flatten)
COUNT = getsource(solved("blocky/01_tree").count_leaves)


def cell(source, name=None, **more):
    """Return what a notebook cell with this source defines under ``name``, or last."""
    space = vars(types.ModuleType("__main__")) | more
    exec(SETUP, space)
    file = f"<cell {abs(hash(source))}>"
    exec(compile(kept(source, file), file, "exec"), space)
    return space[name or list(space)[-1]]


def task_for(right, *cases, name="answer", **more):
    """Return a task with these cases, which gives hints as registered tasks do."""
    task = Task(name, right, lambda rng: cases, **more)
    task.explain = explain
    return task


def failed(task, answer):
    """Return a task, and how a wrong answer to it fails."""
    failure = task.tried(answer)
    assert isinstance(failure, Failure)
    return task, failure


def repairs(task, answer):
    """Return the repairs found for a wrong answer."""
    return repairs_of(*failed(task, answer), Program(answer))


def repair_hint(task, answer):
    """Return the last hint of the repairs of an answer, or ""."""
    return plain((hints_of_repair(repairs(task, answer)) or [""])[-1])


def hints_of(task, answer):
    """Return the hints of three checks of a wrong answer."""
    task.explained = Explanation()
    said = []
    for _ in range(3):
        with pytest.raises(CheckError) as caught:
            task.check(answer)
        said.append(caught.value.hint)
    return said
