"""Mistakes that show in the loops of a wrong answer."""

import ast
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.failure import Failure
from blocky.kit.check.task import Task
from blocky.kit.check.trees import called, names_read, names_set, nodes, of_the_last, source
from blocky.kit.hints.look import Found, look

__all__ = ["in_the_first_round"]

#: Methods that add to a thing.
_GATHERS = {"append", "extend", "add", "insert", "update"}


def _loops(tree: ast.AST) -> list[Any]:
    return nodes(tree, ast.For, ast.While)


@look("How often does the body of the loop on line {loop} run?",
      "Line {line} ends the loop on line {loop} in its first iteration, so your code uses only the "
      "first of {things}. Return the result after the loop on line {outer}, with less indentation.")
def _ended_at_once(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    yield from ((last, named) for loop, last, named in in_the_first_round(function)
                if _gathers(loop, failure))


@look("How often does the body of the loop on line {loop} run?",
      "Line {line} ends the loop on line {loop} in its first iteration. Move it after that loop, "
      "and indent it less.")
def _returned_after_a_test(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop, last, fields in in_the_first_round(function):
        is_nested = fields["outer"] != fields["loop"]
        comes_after_a_test = bool(nodes(loop, ast.If))
        if comes_after_a_test and not is_nested and not _gathers(loop, failure):
            yield last, fields


@look("How often does the body of the loop on line {loop} run?",
      'Line {line} ends the loop on line {loop} in its first iteration, so your code checks only '
      'the first of {things}. Return inside the loop only under an if. The return for "nothing '
      'found" goes after the loop on line {outer}.')
def _taken_at_once(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    yield from ((last, named) for loop, last, named in in_the_first_round(function)
                if not _gathers(loop, failure))


def in_the_first_round(function: ast.FunctionDef
                       ) -> Iterator[tuple[ast.For, ast.Return, dict[str, Any]]]:
    """Yield the loops that end in their first round, with the statement that ends it and fields."""
    for loop in nodes(function, ast.For):
        last = loop.body[-1]
        if isinstance(last, ast.Return) and not nodes(loop, ast.Continue) and (
                len(loop.body) > 1 or names_read(last) & names_read(loop.target)):
            yield loop, last, {"loop": loop.lineno, "things": loop.iter, "outer": next(
                each.lineno for each in _loops(function) if loop in ast.walk(each))}


def _gathers(loop: ast.For, failure: Failure) -> bool:
    """Return whether a loop adds to the result of the rounds before; for a number it must."""
    return type(failure.expected.value) is int or any(
        isinstance(each, ast.AugAssign) or called(each) in _GATHERS
        or (isinstance(each, ast.Assign) and not names_read(each.value).isdisjoint(names_set(each)))
        for each in nodes(loop, ast.AugAssign, ast.Call, ast.Assign))


@look("What is {old} after a few iterations of the loop on line {loop}?",
      "Line {line} compares with {old}, but line {other} can change it during the loop. Store it "
      "in a variable before the loop on line {loop}, and compare with that.")
def _compared_with_what_changes(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    for loop in _loops(function):
        names = names_read(loop.target) if isinstance(loop, ast.For) else {*names_set(loop)}
        for step in nodes(loop, ast.Assign):
            new = step.targets[0]
            for test in nodes(loop, ast.Compare) if isinstance(new, ast.Subscript) else ():
                for old in (test.left, *test.comparators):
                    if (isinstance(old, ast.Subscript) and source(old.value) == source(new.value)
                            and names & names_read(new.slice) and names_read(old.slice)
                            and not (names | {*names_set(loop)}) & names_read(old.slice)):
                        yield test, {"old": old, "other": step.lineno, "loop": loop.lineno}


@look("What is {name} after the loop?",
      "Line {line} gives {name} a new value in each iteration, so only the last one is left after "
      "the loop. What should happen to the others?")
def _only_the_last(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    yield from ((each, {"name": name}) for _, each, name in of_the_last(function))
