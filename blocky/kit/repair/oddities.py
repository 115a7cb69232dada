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
    """Return the functions of a tree, each with a name that gets a value there and is not read."""
    found = set()
    for function in nodes(tree, ast.FunctionDef):
        read = {each.id for each in nodes(function, ast.Name)
                if not isinstance(each.ctx, ast.Store)}
        for assignment in nodes(function, ast.Assign):
            for target in assignment.targets:
                found |= {(function.name, name) for name in names_set(target) if name not in read}
    return found


def has_an_empty_block(tree: ast.AST) -> bool:
    """Return whether a changed tree has a block in which nothing is left."""
    return any(len(block) == 1 and isinstance(block[0], ast.Pass) and not is_by_student(block[0])
               for _, _, block, _ in blocks(tree))


def is_silly(change: Change, tree: ast.AST, given: Collection[str]) -> bool:
    """Return whether a change of a tree inserts code that nobody would write.

    ``given`` are the parameters of the student's functions.
    """
    return (_is_the_object_itself(change.new)
            or _sets_a_loop_variable(change.new, tree)
            or _returns_a_parameter(change, given)
            or _puts_no_constant_into_keys(change)
            or _is_another_message(change)
            or _begins_anew_in_each_round(change, tree)
            or _compares_with_a_quotient(change))


def _is_the_object_itself(new: ast.AST | None) -> bool:
    """Whether something is replaced by self."""
    return getattr(new, "id", "") == "self"


def _sets_a_loop_variable(new: ast.AST | None, tree: ast.AST) -> bool:
    """Whether an assignment gives a value to the variable of a for loop."""
    if not isinstance(new, (ast.Assign, ast.AugAssign)):
        return False
    loop_variables = {name for loop in nodes(tree, ast.For) for name in names_set(loop.target)}
    return not loop_variables.isdisjoint(names_set(new))


def _returns_a_parameter(change: Change, given: Collection[str]) -> bool:
    """Whether a return is added that returns a parameter as it is."""
    new = change.new
    return (change.old is None and isinstance(new, ast.Return)
            and getattr(new.value, "id", "") in given)


def _puts_no_constant_into_keys(change: Change) -> bool:
    """Whether a key of a dict that is written out becomes a variable, say."""
    return not isinstance(change.new, ast.Constant) and any(
        isinstance(node, ast.Dict) and field == "keys" for node, field, _ in change.edits)


def _is_another_message(change: Change) -> bool:
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


def _begins_anew_in_each_round(change: Change, tree: ast.AST) -> bool:
    """Whether an assignment moves into a block, and its name is read below that block."""
    old = change.old
    if not change.where or not isinstance(old, ast.Assign):
        return False
    where, block = change.where
    if where is not Where.INSIDE:
        return False
    inside = {*ast.walk(block)}
    return any(each.id in names_set(old) and isinstance(each.ctx, ast.Load)
               and each not in inside and each.lineno > block.lineno
               for each in nodes(tree, ast.Name))


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
    """Return whether a function no longer calls itself after a change."""
    recursive = [function for tree in trees for function in nodes(tree, ast.FunctionDef)
                 if _calls_itself(function) and change.old in [*ast.walk(function)]]
    with change:
        return not all(map(_calls_itself, recursive))


def _calls_itself(function: ast.FunctionDef) -> bool:
    return function.name in calls_of(function)


def is_twice(node: ast.AST) -> bool:
    """Return whether a node adds, subtracts, compares or tests the same twice, or adds a bool."""
    parts: list[Any] = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        if isinstance(node.left, ast.Compare) or called(node.left) == "bool":
            return True
        parts = [node.left, node.right]
        if isinstance(node.op, ast.Sub) and ast.dump(node.right) in map(
                ast.dump, _terms(node.left)):
            return True
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
