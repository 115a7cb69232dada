"""What is odd about a change of a program, as it stands in its tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any

from blocky.kit.check.program import SEE
from blocky.kit.check.trees import called, calls_of, names_set
from blocky.kit.repair.change import Change, Where
from blocky.kit.repair.rules import Kind

__all__ = ["begins_anew", "ends_a_recursion", "is_a_key", "is_a_sentence", "is_joined_otherwise",
           "is_twice", "negates", "seen", "shape", "unread"]


def negates(node: Any, operator: type[ast.unaryop] = ast.Not) -> bool:
    """Tell whether a node is "not" of something, or has another operator before it."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, operator)


def unread(tree: ast.AST) -> set[tuple[str, str]]:
    """Return the functions of a tree, with the names that get a value there which nobody reads."""
    found = set[tuple[str, str]]()
    for function in [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]:
        read = {each.id for each in ast.walk(function)
                if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Store)}
        found |= {(function.name, name) for each in ast.walk(function)
                  if isinstance(each, ast.Assign) for target in each.targets
                  for name in names_set(target) if name not in read}
    return found


def is_a_key(change: Change) -> bool:
    """Tell whether a change puts something else than a constant among the keys of a literal."""
    return not isinstance(change.new, ast.Constant) and any(
        isinstance(node, ast.Dict) and field == "keys" for node, field, _ in change.edits)


def begins_anew(change: Change, tree: ast.AST) -> bool:
    """Tell whether, with a change, a value that is read after a loop begins anew in each round."""
    place, loop = change.where or (None, None)
    if place is not Where.INSIDE or not isinstance(change.old, ast.Assign) or not loop:
        return False
    inside = {*ast.walk(loop)}
    return any(each.id in names_set(change.old) and isinstance(each.ctx, ast.Load)
               and each not in inside and each.lineno > loop.lineno
               for each in ast.walk(tree) if isinstance(each, ast.Name))


def ends_a_recursion(change: Change, trees: Iterable[ast.AST]) -> bool:
    """Tell whether a function calls itself nowhere any more after a change."""
    functions = [each for tree in trees for each in ast.walk(tree)
                 if isinstance(each, ast.FunctionDef) and change.old in [*ast.walk(each)]
                 and each.name in calls_of(each)]
    with change:
        return any(each.name not in calls_of(each) for each in functions)


def is_a_sentence(change: Change) -> bool:
    """Tell whether an expression differs, with a change, in words that it says."""
    if not isinstance(change.old, ast.expr) or not isinstance(change.new, ast.expr):
        return False
    old, new = ({each.value for each in ast.walk(tree)
                 if isinstance(each, ast.Constant) and isinstance(each.value, str)}
                for tree in (change.old, change.new))
    return any(re.search(r" \w\w|\w\w ", text) for text in old ^ new) or (
        change.kind is not Kind.SPELLING and isinstance(change.edits[0][0], ast.FormattedValue))


def is_joined_otherwise(change: Change) -> bool:
    """Tell whether a change puts "and" for "or", or the reverse."""
    old, new = change.old, change.new
    return (isinstance(old, ast.BoolOp) and isinstance(new, ast.BoolOp)
            and old.values is new.values)


def is_twice(node: ast.AST) -> bool:
    """Tell whether the same is added, taken away, compared or asked twice, or a truth is added."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        if isinstance(node.left, ast.Compare) or called(node.left) == "bool":
            return True
        parts = [node.left, node.right]
    elif isinstance(node, ast.Compare):
        parts = [node.left, *node.comparators]
    else:
        parts = node.values if isinstance(node, ast.BoolOp) else []
    return len({ast.dump(each) for each in parts}) < len(parts)


def seen(*values: ast.expr) -> ast.expr:
    """Return a call that looks at what an expression is, the last of ``values``."""
    return ast.Call(ast.Name(SEE, ast.Load()), [*values], [])


def shape(node: ast.expr) -> str:
    """Return what is equal for expressions that are equal but for names."""
    return re.sub(r"id='\w+'", "", ast.dump(node))
