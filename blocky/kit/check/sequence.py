"""Classes: the same lines are run with a student's class and with the kit's, and compared.

A case is a few lines of Python, the last of which is an expression that shows something. Cases
become longer line by line, so that the one that fails first is short. A line that begins with "? "
only looks: it is left out where others follow.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from random import Random
from types import CodeType
from typing import Any

from blocky.kit.check.program import Program
from blocky.kit.check.run import Outcome, run
from blocky.kit.check.task import Case, Hints, Task
from blocky.kit.language import say

__all__ = ["after_lines", "built_in", "class_task", "names_built_in"]

#: What Python has built in to hold other things.
_BUILT_IN = (list, dict, set, frozenset, deque, bytearray)

#: What makes such a thing in a program.
_DISPLAYS = (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
_NAMES = {*(kind.__name__ for kind in _BUILT_IN), "sorted", "Counter", "defaultdict"}


def class_task(name: str, right: type, sequences: Callable[[Random], Iterable[Sequence[str]]], *,
               own: bool = False, **more: Any) -> Task:
    """Return the task of a class like ``right``; ``sequences`` are lines to run with it.

    ``own`` says that its objects may not keep their things in what Python has built in.
    """
    def perform(answer: Any, *lines: str) -> Any:
        value, space = after_lines(lines, name, answer)
        held = own and answer is not right and next(
            (found for each in space.values() if type(each) is answer
             and (found := built_in(each))), None)
        return held or value

    def cases(rng: Random) -> Iterator[Case]:
        found = dict[Case, None]()
        for lines in sequences(rng):
            for count in range(1, len(lines) + 1):
                part = (*(line for line in lines[:count - 1] if not line.startswith("? ")),
                        lines[count - 1].removeprefix("? "))
                if part not in found and _is_expression(part[-1]):
                    outcome = run(lambda *given: perform(right, *given), part)
                    if outcome.error or outcome.returned is not None:
                        found[part] = None
                    if outcome.error:
                        break
        yield from sorted(found, key=len)

    more["laws"] = [_keeps_its_own, *more.get("laws", ())]
    return Task(name, right, cases, perform, words=lambda *lines: "\n    ".join(lines),
                needs="a class, the class itself and not an object made of it",
                enough=10**6, **more)


def after_lines(lines: Sequence[str], name: str, thing: Any) -> tuple[Any, dict[str, Any]]:
    """Return what the last of some lines comes to, and the names that there are then.

    In the lines ``thing`` has a ``name``.

    >>> after_lines(["a = n + 1", "2 * a"], "n", 3)[0]
    8
    """
    space = {name: thing}
    for line in lines[:-1]:
        exec(_compiled(line, "exec"), space)
    return eval(_compiled(lines[-1], "eval"), space), space


@cache
def _compiled(line: str, mode: str) -> CodeType:
    return compile(line, "<lines of the check>", mode)


def _is_expression(line: str) -> bool:
    try:
        _compiled(line, "eval")
    except SyntaxError:
        return False
    return True


class _BuiltIn(str):
    """What a check has in place of a value when an object keeps its things in a list, or so."""

    __slots__ = ()


def built_in(thing: Any) -> _BuiltIn | None:
    """Return which attribute of an object, or of what it holds, is a list, a dict or a set."""
    waiting, seen = [thing], set[int]()
    for each in waiting:
        if isinstance(each, _BUILT_IN):
            return _BuiltIn(say("The class itself is a {kind} of Python.",
                                kind=next(kind for kind in _BUILT_IN
                                          if isinstance(each, kind)).__name__))
        names = [*getattr(each, "__dict__", ()), *(
            slot for kind in type(each).__mro__ for slot in getattr(kind, "__slots__", ()))]
        for name in names:
            value = getattr(each, name, None)
            if isinstance(value, _BUILT_IN):
                return _BuiltIn(say("The attribute {name} is a {kind} of Python.", name=name,
                                    kind=type(value).__name__))
            if type(value).__module__ == type(thing).__module__ and id(value) not in seen:
                seen.add(id(value))
                waiting.append(value)
    return None


def names_built_in(answer: Any) -> Hints | None:
    """Return hints if a student's program uses what Python has built in; a ``form`` of tasks."""
    try:
        trees = Program(answer).trees.values()
    except LookupError:
        return None
    for each in (each for tree in trees for each in ast.walk(tree)):
        if (isinstance(each, _DISPLAYS) and not isinstance(getattr(each, "ctx", None), ast.Store)
                ) or (isinstance(each, ast.Name) and each.id in _NAMES):
            return ("Which of your lines make a list, a dict or a set of Python?",
                    "Only structures of your own are allowed here: what can stand for it?",
                    say("In line {line}, {code} is one of Python's own.", line=each.lineno,
                        code=ast.unparse(each)))
    return None


def _keeps_its_own(case: Case, got: Outcome) -> Hints | None:
    if not isinstance(got.value, _BuiltIn):
        return None
    return ("In what does your object keep its things? Look at vars of it.",
            "Here you build yourself what Python has ready: nodes, each of which knows the next.",
            say("{problem} Keep a first node instead; each node has a value and the next node.",
                problem=got.value))
