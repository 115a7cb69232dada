"""One mistake costs once: an answer built on a wrong one is tried with the kit's in its place.

The other answers that an answer uses are found by their names in it, and in all of the notebook
that it uses: functions, classes, their methods and bases. What a cell has already made of another
answer stays: a value that it returned, a ``functools.partial`` of it, a closure.
"""

import ast
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from blocky.kit.check.base_task import BaseTask
from blocky.kit.check.failure import Case
from blocky.kit.check.own import refuse_borrowed
from blocky.kit.check.program import FILE, Program
from blocky.kit.check.run import Outcome, in_time
from blocky.kit.check.trees import names_set
from blocky.kit.language import say_count
from blocky.kit.safely import OutOfTimeError

__all__ = ["carried", "mended", "with_the_kits"]


def carried(task: BaseTask, answer: Any, student: str | None
            ) -> tuple[list[tuple[Case, Outcome]], str]:
    """Try an answer with the kit's functions in place of the student's wrong ones that it uses.

    If it passes, return its cases and outcomes, and a remark that names these functions; otherwise
    [] and "".
    """
    with suppress(Exception, OutOfTimeError):  # then the answer is judged as it is
        new_answer, wrong = with_the_kits(task, answer)
        if not wrong:
            return [], ""
        passed = in_time(task.tried, new_answer, student)
        if isinstance(passed, list) and passed:
            refuse_borrowed(task, new_answer, passed, [each.right for each in wrong])
            return passed, say_count(
                "It passed with the kit's own {names} instead of yours, which doesn't pass its "
                "check.", "It passed with the kit's own {names} instead of yours, which "
                                   "don't pass their checks.", len(wrong),
                names=", ".join(each.name for each in wrong))
    return [], ""


def with_the_kits(task: BaseTask, answer: Any) -> tuple[Any, list[BaseTask]]:
    """Define an answer again, with the kit's functions in place of the student's wrong ones.

    Return the new answer, and the earlier tasks whose functions were replaced. What the answer uses
    is defined again, too, in a copy of the notebook's names.
    LookupError: the answer has no source. The definitions may raise any other error.
    """
    wrong: list[BaseTask] = []
    program = Program(answer)
    space = program.space()
    earlier_tasks = {each.name: each for each in task.game.values()
                     if each.number < task.number and each.right is not None}

    def use_the_kits_if_wrong(name: str) -> None:
        """Put the kit's function into ``space`` for an earlier task with a wrong answer."""
        earlier_task = earlier_tasks.get(name)
        if earlier_task is None or space.get(name) is earlier_task.right:
            return
        if not earlier_task.passes(space.get(name)):
            space[name] = earlier_task.right
            wrong.append(earlier_task)

    # Names that the program only reads: an answer to an earlier task may be missing altogether.
    set_in_trees = {name for tree in program.trees.values() for name in names_set(tree)}
    for name in sorted(program.named - program.trees.keys() - set_in_trees):
        use_the_kits_if_wrong(name)
    return _defined_again(program, space, use_the_kits_if_wrong), wrong


def mended(program: Program, given: Mapping[str, Any]) -> Any:
    """Return the answer of a program, with the values ``given`` by name in place of its own.

    What it uses is defined again, in a copy of the notebook's names.
    """
    space = {**program.space(), **given}

    def use_given(name: str) -> None:
        if name in given:
            space[name] = given[name]

    return _defined_again(program, space, use_given)


def _defined_again(program: Program, space: dict[str, Any], replace: Callable[[str], None]) -> Any:
    """Define a program in ``space``, and return its answer.

    ``replace`` is called with the name of each function or class just after it was defined, and may
    put another value under this name.
    """
    for name, tree in program.trees.items():
        exec(compile(ast.Module([tree], []), FILE, "exec"), space)
        name_in_source = tree.name  # type: ignore[attr-defined]
        replace(name_in_source)
        space[name] = space[name_in_source]  # they differ after ``other = rotate``
    return space[program.name]
