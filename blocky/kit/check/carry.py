"""One mistake costs once: what stands on a wrong answer is tried with the kit's in its place.

Which other answers an answer uses is seen by their names in it, and in all of the notebook that it
uses: functions, classes, their methods, what they inherit. What a cell has made of another answer
when it ran keeps that one: a value that it returned, a ``functools.partial`` of it, a closure.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from blocky.kit.check.program import FILE, Program

if TYPE_CHECKING:
    from blocky.kit.check.task import Task

__all__ = ["with_the_kits"]


def with_the_kits(task: Task, answer: Any) -> tuple[Any, list[Task]]:
    """Return an answer that uses the kit's own for earlier ones that do not pass, and their tasks.

    The notebook stays as it is: the answer, and what it uses, is defined anew. LookupError, or what
    the definitions raise: there is no such answer.
    """
    wrong: list[Task] = []
    program = Program(answer)
    space = program.space()
    nodes = [node for tree in program.trees.values() for node in ast.walk(tree)]
    bound = {node.id for node in nodes if isinstance(node, ast.Name)
             and not isinstance(node.ctx, ast.Load)} | {
                 node.arg for node in nodes if isinstance(node, ast.arg)}
    earlier = {each.name: each for each in task.game.values()
               if each.number < task.number and each.right is not None}

    def look_at(name: str) -> None:
        each = earlier.get(name)
        if each and space.get(name) is not each.right and not each.passes(space.get(name)):
            space[name] = each.right
            wrong.append(each)

    for name in sorted(program.named - program.trees.keys() - bound):  # it may not be defined
        look_at(name)
    for name, tree in program.trees.items():
        exec(compile(ast.Module([tree], []), FILE, "exec"), space)
        known = tree.name  # type: ignore[attr-defined]
        look_at(known)
        space[name] = space[known]
    return space[program.name], wrong
