"""Signs in the code that a change makes an answer right by accident."""

import ast
import re
from collections.abc import Collection, Iterable

from blocky.kit.check.trees import blocks, called, calls_of, names_set, nodes
from blocky.kit.repair.change import Change, Where
from blocky.kit.repair.rules import Kind

__all__ = ["ends_a_recursion", "has_an_empty_block", "is_silly", "is_twice",
           "negates", "shape", "unread"]


def negates(node: ast.AST, operator: type[ast.unaryop] = ast.Not) -> bool:
    """Return whether a node is "not" of something, or begins with another operator."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, operator)


def unread(tree: ast.AST) -> set[tuple[str, str]]:
    """Return the functions of a tree, each with a name that gets a value there and is not read."""
    found = set[tuple[str, str]]()
    for function in nodes(tree, ast.FunctionDef):
        read = {each.id for each in nodes(function, ast.Name)
                if not isinstance(each.ctx, ast.Store)}
        found |= {(function.name, name) for each in nodes(function, ast.Assign)
                  for target in each.targets for name in names_set(target) if name not in read}
    return found


def has_an_empty_block(tree: ast.AST) -> bool:
    """Return whether a changed tree has a block in which nothing is left."""
    return any(isinstance(block[0], ast.Pass) and not hasattr(block[0], "is_own")
               for *_, block, _ in blocks(tree) if len(block) == 1)


def is_silly(change: Change, tree: ast.AST, given: Collection[str]) -> bool:
    """Return whether a change of a tree inserts code that nobody would write.

    That is an object in place of what it was ``given``, a result in a loop's variable, a parameter
    that is returned as it is, a variable as a key of a literal, another sentence, or a value that
    is reset in each round and read after the loop.
    """
    old, new = change.old, change.new
    running = {name for loop in nodes(tree, ast.For) for name in names_set(loop.target)}
    return (getattr(new, "id", "") == "self"
            or (isinstance(new, (ast.Assign, ast.AugAssign)) and bool(running & {*names_set(new)}))
            or (old is None and isinstance(new, ast.Return)
                and getattr(new.value, "id", "") in given)
            or (not isinstance(new, ast.Constant) and any(
                isinstance(node, ast.Dict) and field == "keys" for node, field, _ in change.edits))
            or _is_a_sentence(change) or _begins_anew(change, tree))


def _begins_anew(change: Change, tree: ast.AST) -> bool:
    place, loop = change.where or (None, None)
    if place is not Where.INSIDE or not isinstance(change.old, ast.Assign) or not loop:
        return False
    inside = {*ast.walk(loop)}
    return any(each.id in names_set(change.old) and isinstance(each.ctx, ast.Load)
               and each not in inside and each.lineno > loop.lineno
               for each in nodes(tree, ast.Name))


def _is_a_sentence(change: Change) -> bool:
    if not isinstance(change.old, ast.expr) or not isinstance(change.new, ast.expr):
        return False
    old, new = ({each.value for each in nodes(tree, ast.Constant) if isinstance(each.value, str)}
                for tree in (change.old, change.new))
    return any(re.search(r" \w\w|\w\w ", text) for text in old ^ new) or (
        change.kind is not Kind.SPELLING and isinstance(change.edits[0][0], ast.FormattedValue)
        and getattr(change.old, "id", None) != getattr(change.new, "attr", ""))


def ends_a_recursion(change: Change, trees: Iterable[ast.AST]) -> bool:
    """Return whether a function no longer calls itself after a change."""
    functions = [each for tree in trees for each in nodes(tree, ast.FunctionDef)
                 if each.name in calls_of(each) and change.old in [*ast.walk(each)]]
    with change:
        return any(each.name not in calls_of(each) for each in functions)


def is_twice(node: ast.AST) -> bool:
    """Return whether a node adds, subtracts, compares or tests the same twice, or adds a bool."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        if isinstance(node.left, ast.Compare) or called(node.left) == "bool":
            return True
        parts = [node.left, node.right]
    elif isinstance(node, ast.Compare):
        parts = [node.left, *node.comparators]
    else:
        parts = node.values if isinstance(node, ast.BoolOp) else []
    return len({ast.dump(each) for each in parts}) < len(parts)


def shape(node: ast.expr) -> str:
    """Return a text that is equal for expressions that differ only in names."""
    return re.sub(r"id='\w+'", "", ast.dump(node))
