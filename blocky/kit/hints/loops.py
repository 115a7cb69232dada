"""Mistakes that show in the loops of a wrong answer."""

import ast
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.failure import Failure
from blocky.kit.check.task import Task
from blocky.kit.check.trees import called, names_read, names_set, nodes, of_the_last, source
from blocky.kit.hints.look import Found, code_search

__all__ = ["in_the_first_round"]

#: Methods that add to a list, a set or a dict.
_ADDING_METHODS = {"append", "extend", "add", "insert", "update"}


def _loops(tree: ast.AST) -> list[Any]:
    """Return the for and while loops in a tree, the outer ones first."""
    return nodes(tree, ast.For, ast.While)


@code_search(
    "How many times does the body of the loop on line {loop} run?",
    "Line {line} ends the loop on line {loop} in its first iteration, so your code uses only the "
    "first item of {things}. Return the result after the loop on line {outer}, with less "
    "indentation.")
def _ended_at_once(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a return that ends a loop in its first round, if the loop adds to a result."""
    for loop, last, fields in in_the_first_round(function):
        if _gathers(loop, failure):
            yield last, fields


@code_search(
    "How many times does the body of the loop on line {loop} run?",
    "Line {line} ends the loop on line {loop} in its first iteration. Move it after that loop, "
    "and indent it less.")
def _returned_after_a_test(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a return that ends a loop in its first round, after an if in the loop."""
    for loop, last, fields in in_the_first_round(function):
        is_nested = fields["outer"] != fields["loop"]
        comes_after_a_test = bool(nodes(loop, ast.If))
        if comes_after_a_test and not is_nested and not _gathers(loop, failure):
            yield last, fields


@code_search(
    "How many times does the body of the loop on line {loop} run?",
    'Line {line} ends the loop on line {loop} in its first iteration, so your code checks only the '
    'first item of {things}. Inside the loop, return only under an if. The return for "nothing '
    'found" goes after the loop on line {outer}.')
def _searched_only_at_first(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a return that ends a loop in its first round, if the loop searches for something."""
    for loop, last, fields in in_the_first_round(function):
        if not _gathers(loop, failure):
            yield last, fields


def in_the_first_round(function: ast.FunctionDef
                       ) -> Iterator[tuple[ast.For, ast.Return, dict[str, Any]]]:
    """Yield each for loop that always ends in its first round, the return that ends it, and fields.

    The fields are those of the sentences: the loop's line, what it goes through, and the line of
    the outermost loop around it. A loop is left out if its body is only a return whose value
    doesn't depend on the loop's variables: this may be the test whether there is any item.
    """
    for loop in nodes(function, ast.For):
        last = loop.body[-1]  # a continue would skip it
        if not isinstance(last, ast.Return) or nodes(loop, ast.Continue):
            continue
        is_more_than_a_return = len(loop.body) > 1
        uses_a_loop_variable = not names_read(last).isdisjoint(names_set(loop.target))
        if is_more_than_a_return or uses_a_loop_variable:
            loops_around = [each for each in _loops(function) if loop in ast.walk(each)]
            outermost = loops_around[0]  # the outer ones are first; maybe it's the loop itself
            yield loop, last, {"loop": loop.lineno, "things": loop.iter, "outer": outermost.lineno}


def _gathers(loop: ast.For, failure: Failure) -> bool:
    """Return whether a loop adds to the result of earlier rounds, or must since that's a number."""
    if type(failure.expected.value) is int:
        return True
    return any(map(_adds_to_a_result, nodes(loop, ast.AugAssign, ast.Call, ast.Assign)))


def _adds_to_a_result(node: ast.AST) -> bool:
    """Whether a node is like ``a += b``, ``a.append(b)`` or ``a = a + b``."""
    if isinstance(node, ast.Assign):
        return not names_read(node.value).isdisjoint(names_set(node))
    return isinstance(node, ast.AugAssign) or called(node) in _ADDING_METHODS


@code_search(
    "What is {old} after a few iterations of the loop on line {loop}?",
    "Line {line} compares with {old}, but line {other} can change its value during the loop. Store "
    "the value in a variable before the loop on line {loop}, and compare with that variable.")
def _compared_with_what_changes(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a comparison with an item at a fixed index, in a loop that assigns to other items.

    In ``for i in range(3): if a[i] == a[k]: a[i] = 0``, it's a[k]: when i is k, it changes.
    """
    for loop in _loops(function):
        names_set_in_loop = {*names_set(loop)}
        # The names that differ in each iteration; a while loop counts with names that it sets.
        counters = {*names_set(loop.target)} if isinstance(loop, ast.For) else names_set_in_loop
        for assignment in nodes(loop, ast.Assign):
            changed_item = assignment.targets[0]
            if not isinstance(changed_item, ast.Subscript):
                continue
            if counters.isdisjoint(names_read(changed_item.slice)):
                continue  # it's the same item in each iteration
            for comparison, item in _compared_items(loop):
                is_of_the_same_list = source(item.value) == source(changed_item.value)
                names_in_index = names_read(item.slice)
                has_fixed_index = names_in_index.isdisjoint(counters | names_set_in_loop)
                if is_of_the_same_list and names_in_index and has_fixed_index:
                    yield comparison, {"old": item, "other": assignment.lineno,
                                       "loop": loop.lineno}


def _compared_items(loop: ast.AST) -> Iterator[tuple[ast.Compare, ast.Subscript]]:
    """Yield each comparison with an item, such as ``a[i]``, on one side, and that item."""
    for comparison in nodes(loop, ast.Compare):
        for side in (comparison.left, *comparison.comparators):
            if isinstance(side, ast.Subscript):
                yield comparison, side


@code_search(
    "What is {name} after the loop?",
    "Line {line} gives {name} a new value in each iteration, so only the last value is left after "
    "the loop. What should happen to the other values?")
def _only_the_last(function: ast.FunctionDef, failure: Failure, task: Task) -> Found:
    """Find a name that each round of a loop sets, and that only the code after the loop reads."""
    for _, statement, name in of_the_last(function):
        yield statement, {"name": name}
