"""When an answer is wrong: what a right way asks for, and the wrong cases share."""

from __future__ import annotations

import ast
import builtins
import copy
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from inspect import isfunction
from time import thread_time
from typing import Any

from blocky.kit.check.compare import told, written
from blocky.kit.check.failure import Case
from blocky.kit.check.program import Program, right_trees
from blocky.kit.check.run import left
from blocky.kit.check.task import Task
from blocky.kit.check.trees import calls_of, names_read, parameters, size
from blocky.kit.hints.of_repair import source
from blocky.kit.language import say
from blocky.kit.repair.material import Material

__all__ = ["when_wrong"]

#: For so many seconds of computing expressions are worked out, of so many nodes at most.
SECONDS, LARGE = 0.2, 25

#: What an expression may call, for it changes nothing.
_HARMLESS = {"len", "max", "min", "sum", "any", "all", "set", "sorted", "abs", "range", "int",
             "str", "count", "get", "keys", "values", "items", "isinstance", "tuple", "list"}


def when_wrong(task: Task, program: Program, cases: Sequence[tuple[Case, bool, Any]]
               ) -> Iterator[str]:
    """Say what holds in all cases in which the answer is wrong, and in few others, if any.

    ``cases`` are all that were tried, each with whether the answer is right in it, and what should
    come of it.
    """
    good, wanted = [right for _, right, _ in cases], [want for *_, want in cases]
    if min(good.count(True), good.count(False)) < 2:
        return
    found: list[tuple[int, int, str]] = []
    end = thread_time() + min(SECONDS, left())
    for way in (*task.ways, task.right):
        own = program.trees[program.name]
        if not isfunction(way) or not isinstance(own, ast.FunctionDef):
            continue
        names = parameters(own)
        for tree in _expressions(way, own, program, names):
            if thread_time() > end:
                break
            values = _values(tree, names, way.__globals__, [case for case, *_ in cases])
            if values and [*map(told, values)] != wanted and (said := _split(tree, values, good)):
                found.append((said[0], size(tree), said[1]))
    if found:
        yield min(found)[-1]


def _expressions(way: Any, own: ast.FunctionDef, program: Program, names: list[str]
                 ) -> Iterator[ast.expr]:
    """Yield what a right way works out of what it is given, in a student's names."""
    right = copy.deepcopy(right_trees(way)[:1])
    if not right or len(parameters(right[0])) != len(names):
        return
    known = {*way.__globals__, *dir(builtins)} | _HARMLESS
    material = Material(right, own, known, program.name, frozenset({program.name}), set())
    for piece in material.pieces:
        bound = {name for each in ast.walk(piece.tree) if isinstance(each, ast.comprehension)
                 for name in names_read(each.target)}
        read = piece.names - bound - _HARMLESS
        if (read & {*names} and read <= {*names} | {*way.__globals__}
                and calls_of(piece.tree) <= _HARMLESS and size(piece.tree) <= LARGE):
            yield piece.tree


def _values(tree: ast.expr, names: list[str], space: Any, cases: list[Case]) -> list[Any] | None:
    """Return what an expression is in each case; None if it is no plain value in one."""
    values = []
    with suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(ast.fix_missing_locations(ast.Expression(copy.deepcopy(tree))), "<>", "eval")
        for case in cases:
            value = eval(code, {**space, **dict(zip(names, case, strict=True))})
            values.append(value)
        return values
    return None


def _split(tree: ast.expr, values: list[Any], good: list[bool]) -> tuple[int, str] | None:
    """Return what the wrong cases share, and few others have, with the number of those; or None."""
    text, keys = source(tree), [_key(value) for value in values]
    for group, holds, same, empty, full in (
            (False, say("It is wrong only where this holds: {text}."),
             say("It is wrong only where {text} is {value}."),
             say("It is wrong only where {text} is empty."),
             say("It is wrong only where {text} is not empty.")),
            (True, say("It is right only where this holds: {text}."),
             say("It is right only where {text} is {value}."),
             say("It is right only where {text} is empty."),
             say("It is right only where {text} is not empty."))):
        members = [key for key, right in zip(keys, good, strict=True) if right is group]
        others = [key for key, right in zip(keys, good, strict=True) if right is not group]
        also = others.count(members[0])
        if (None not in keys and len({*members}) == 1 and also <= len(members)
                and len(others) - also >= max(2, len(good) / 4)):
            is_plain, key = members[0] or (False, None)
            if isinstance(key, bool) and is_plain:
                test = tree if key else ast.UnaryOp(ast.Not(), tree)
                return also, holds.format(text=source(test))
            return also, (same.format(text=text, value=written(key)) if is_plain else
                          (full if key else empty).format(text=text))
    return None


def _key(value: Any) -> tuple[bool, Any] | None:
    """Return whether a value is told as it is, and it, or whether there is something in it."""
    if isinstance(told(value), (bool, int, float, type(None))):
        return True, told(value)
    return (False, len(value) > 0) if hasattr(value, "__len__") else None
