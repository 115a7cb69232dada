"""Signs in the code that a change makes an answer right by accident."""

import ast
import re
from collections.abc import Collection, Iterable
from typing import Any

from blocky.kit.check.trees import blocks, called, calls_of, names_set, nodes
from blocky.kit.repair.change import Change, Where, is_by_student
from blocky.kit.repair.rules import Kind

__all__ = ["ends_a_recursion", "has_an_empty_block", "is_silly", "is_twice",
           "negates", "shape", "unread"]


def negates(node: ast.AST, operator: type[ast.unaryop] = ast.Not) -> bool:
    """Return whether a node is "not" of something, or begins with another operator."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, operator)


def unread(tree: ast.AST) -> set[tuple[str, str]]:
    """Return pairs of the names of a function in a tree and of a variable that it never reads.

    They are the variables that the function assigns to.
    """
    found = set()
    for function in nodes(tree, ast.FunctionDef):
        names_read = {each.id for each in nodes(function, ast.Name)
                      if not isinstance(each.ctx, ast.Store)}
        for assignment in nodes(function, ast.Assign):
            for target in assignment.targets:
                for name in names_set(target):
                    if name not in names_read:
                        found.add((function.name, name))
    return found


def has_an_empty_block(tree: ast.AST) -> bool:
    """Return whether a changed tree has a block in which only the pass of a change is left."""
    return any(len(block) == 1 and isinstance(block[0], ast.Pass) and not is_by_student(block[0])
               for _, _, block, _ in blocks(tree))


def is_silly(change: Change, tree: ast.AST, parameters: Collection[str]) -> bool:
    """Return whether a change, which isn't made now, inserts code that nobody would write.

    ``tree`` is the student's definition that it changes; ``parameters`` are those of the student's
    functions.
    """
    return (_is_the_object_itself(change.new)
            or _sets_a_loop_variable(change.new, tree)
            or _returns_a_parameter(change, parameters)
            or _puts_no_constant_into_keys(change)
            or _changes_a_message(change)
            or _loses_its_value_in_each_round(change, tree)
            or _compares_with_a_quotient(change))


def _is_the_object_itself(new: ast.AST | None) -> bool:
    """Whether something is replaced by self."""
    return getattr(new, "id", "") == "self"


def _sets_a_loop_variable(new: ast.AST | None, tree: ast.AST) -> bool:
    """Whether ``new`` is an assignment to the variable of a for loop in the tree."""
    if not isinstance(new, (ast.Assign, ast.AugAssign)):
        return False
    loop_variables = {name for loop in nodes(tree, ast.For) for name in names_set(loop.target)}
    return not loop_variables.isdisjoint(names_set(new))


def _returns_a_parameter(change: Change, parameters: Collection[str]) -> bool:
    """Whether a change adds a return of a parameter as it is."""
    new = change.new
    is_added = change.old is None
    return (is_added and isinstance(new, ast.Return)
            and getattr(new.value, "id", "") in parameters)


def _puts_no_constant_into_keys(change: Change) -> bool:
    """Whether a key in the braces of a dict becomes no constant: ``{1: a}`` becomes ``{b: a}``."""
    return not isinstance(change.new, ast.Constant) and any(
        isinstance(node, ast.Dict) and field == "keys" for node, field, _ in change.edits)


def _changes_a_message(change: Change) -> bool:
    """Whether a change is about the words of a message, or what an f-string shows.

    In an f-string, a corrected spelling is no such change, nor is an attribute in place of the
    variable with its name.
    """
    old = change.old
    new = change.new
    if not isinstance(old, ast.expr) or not isinstance(new, ast.expr):
        return False
    differing_texts = _texts(old) ^ _texts(new)
    if any(map(_has_words, differing_texts)):
        return True
    is_in_an_f_string = isinstance(change.edits[0].node, ast.FormattedValue)
    if not is_in_an_f_string or change.kind is Kind.SPELLING:
        return False
    is_attribute_of_that_name = isinstance(old, ast.Name) and (
        old.id == getattr(new, "attr", ""))
    return not is_attribute_of_that_name


def _has_words(text: str) -> bool:
    """Whether a string is a sentence or a part of one: a word with a space beside it.

    >>> _has_words("no such colour"), _has_words("level"), _has_words(", ")
    (True, False, False)
    """
    return re.search(r" \w\w|\w\w ", text) is not None


def _texts(tree: ast.AST) -> set[str]:
    """Return the strings in a tree."""
    return {each.value for each in nodes(tree, ast.Constant) if isinstance(each.value, str)}


def _loses_its_value_in_each_round(change: Change, tree: ast.AST) -> bool:
    """Whether a change moves an assignment into a loop or if below which its variable is read."""
    assignment = change.old
    if not change.where or not isinstance(assignment, ast.Assign):
        return False
    where, loop_or_if = change.where
    if where is not Where.INSIDE:
        return False
    variables = names_set(assignment)
    nodes_inside = {*ast.walk(loop_or_if)}
    for name in nodes(tree, ast.Name):
        is_read = name.id in variables and isinstance(name.ctx, ast.Load)
        is_below = name not in nodes_inside and name.lineno > loop_or_if.lineno
        if is_read and is_below:
            return True
    return False


def _compares_with_a_quotient(change: Change) -> bool:
    """Whether a product that something is compared with becomes a quotient: ``a < b / c``.

    For a large enough c, that only means ``a <= 0``.
    """
    is_compared = isinstance(change.edits[0].node, ast.Compare) if change.edits else False
    match change.old, change.new:
        case ast.BinOp(_, ast.Mult(), _), ast.BinOp(_, ast.Div() | ast.FloorDiv(), _):
            return is_compared
    return False


def ends_a_recursion(change: Change, trees: Iterable[ast.AST]) -> bool:
    """Return whether some function in ``trees`` calls itself now, but not with a change made."""
    recursive_functions = []
    for tree in trees:
        for function in nodes(tree, ast.FunctionDef):
            is_changed = change.old in [*ast.walk(function)]
            if is_changed and _calls_itself(function):
                recursive_functions.append(function)
    with change:
        return any(not _calls_itself(each) for each in recursive_functions)


def _calls_itself(function: ast.FunctionDef) -> bool:
    return function.name in calls_of(function)


def is_twice(node: ast.AST) -> bool:
    """Return whether a node is like ``a + a``, ``a - a``, ``a == a`` or ``a and a``.

    Also for ``a + b - a``, and for a sum or a difference with a bool on its left.
    """
    parts: list[Any] = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        is_bool_on_the_left = isinstance(node.left, ast.Compare) or called(node.left) == "bool"
        takes_a_term_away = isinstance(node.op, ast.Sub) and ast.dump(node.right) in map(
            ast.dump, _terms(node.left))
        if is_bool_on_the_left or takes_a_term_away:
            return True
        parts = [node.left, node.right]
    elif isinstance(node, ast.Compare):
        parts = [node.left, *node.comparators]
    elif isinstance(node, ast.BoolOp):
        parts = node.values
    return len({ast.dump(each) for each in parts}) < len(parts)


def _terms(node: ast.expr) -> list[ast.expr]:
    """Return the terms of a sum: a, b and c of ``a + b + c``; of anything else, itself."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_terms(node.left), *_terms(node.right)]
    return [node]


def shape(node: ast.expr) -> str:
    """Return a text that is equal for expressions that differ only in names."""
    return re.sub(r"id='\w+'", "", ast.dump(node))
