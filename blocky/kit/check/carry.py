"""One mistake costs once: an answer built on a wrong one is tried with the kit's in its place.

The other answers that an answer uses are found by their names in it, and in all of the notebook
that it uses: functions, classes, their methods and bases. What a cell has already made of another
answer stays: a value that it returned, a ``functools.partial`` of it, a closure.
"""

import ast
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from blocky.kit.check.failure import Case
from blocky.kit.check.own import refuse_borrowed
from blocky.kit.check.program import FILE, Program
from blocky.kit.check.run import Outcome, in_time
from blocky.kit.check.trees import names_set
from blocky.kit.check.trials import Trials
from blocky.kit.language import say_count
from blocky.kit.safely import OutOfTimeError

__all__ = ["carried", "mended", "with_the_kits"]


def carried(task: Trials, answer: Any, student: str | None
            ) -> tuple[list[tuple[Case, Outcome]], str]:
    """Return the trials, and a remark, if an answer passes with the kit's in place of wrong ones.

    Else return [] and "".
    """
    with suppress(Exception, OutOfTimeError):
        mended, wrong = with_the_kits(task, answer)
        passed = in_time(task.tried, mended, student) if wrong else []
        if isinstance(passed, list) and passed:
            refuse_borrowed(task, mended, passed, [each.right for each in wrong])
            return passed, say_count(
                "It passed with the kit's own {names} instead of yours, which doesn't pass its "
                "check.", "It passed with the kit's own {names} instead of yours, which "
                                   "don't pass their checks.", len(wrong),
                names=", ".join(each.name for each in wrong))
    return [], ""


def with_the_kits(task: Trials, answer: Any) -> tuple[Any, list[Trials]]:
    """Return an answer that uses the kit's in place of wrong earlier ones, and their tasks.

    The answer, and what it uses, is defined again; the notebook stays as it is. LookupError, or an
    error of the definitions: it cannot be.
    """
    wrong: list[Trials] = []
    program = Program(answer)
    space = program.space()
    bound = {name for tree in program.trees.values() for name in names_set(tree)}
    earlier = {each.name: each for each in task.game.values()
               if each.number < task.number and each.right is not None}

    def replace_wrong(name: str) -> None:
        each = earlier.get(name)
        if each and space.get(name) is not each.right and not each.passes(space.get(name)):
            space[name] = each.right
            wrong.append(each)

    for name in sorted(program.named - program.trees.keys() - bound):  # it may not be defined
        replace_wrong(name)
    for name, tree in program.trees.items():
        exec(compile(ast.Module([tree], []), FILE, "exec"), space)
        known = tree.name  # type: ignore[attr-defined]
        replace_wrong(known)
        space[name] = space[known]
    return space[program.name], wrong


def mended(program: Program, given: Mapping[str, Any]) -> Any:
    """Return the answer of a program in which things by their names replace the student's own."""
    space = {**program.space(), **given}
    for name, tree in program.trees.items():
        exec(compile(ast.Module([tree], []), FILE, "exec"), space)
        known = tree.name  # type: ignore[attr-defined]
        if known in given:
            space[known] = given[known]
        space[name] = space[known]
    return space[program.name]
