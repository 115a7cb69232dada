"""The limits of a changed program: its rounds of loops and calls, and the size of its numbers."""

import ast
import copy
import operator
from collections.abc import Callable, Collection
from functools import cache
from typing import Any

__all__ = ["GROWING", "RoundsError", "bounded"]

#: The most bits of a whole number.
MOST_BITS = 10_000


class RoundsError(BaseException):
    """Ends a changed program after too many rounds."""


def _small(work: Callable[[Any, Any], Any], bits: Callable[[int, int], int]
           ) -> Callable[[Any, Any], Any]:
    """Return ``work``, but end the program before a whole number gets huge.

    Python computes with such a number for minutes, and cannot be stopped meanwhile.
    """
    def small(left: Any, right: Any) -> Any:
        if isinstance(left, int) and isinstance(right, int) and bits(left, right) > MOST_BITS:
            raise RoundsError
        return work(left, right)
    return small


#: Operators that let whole numbers grow fast, and the function for each in a changed program.
GROWING: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Pow: ("__kit_power__", _small(operator.pow, lambda a, b: a.bit_length() * b)),
    ast.LShift: ("__kit_shift__", _small(operator.lshift, lambda a, b: a.bit_length() + b)),
    ast.Mult: ("__kit_times__", _small(
        operator.mul, lambda a, b: a.bit_length() + b.bit_length())),
}


def bounded(node: Any, twins: dict[ast.AST, Any], changed: Collection[ast.AST]) -> Any:
    """Return a tree that counts its calls and rounds of loops, and keeps numbers small.

    The original stays as it is; what needs no change is shared. ``twins`` are the bounded forms of
    the student's own nodes; the ``changed`` ones get new forms.
    """
    kind: type = type(node)
    if kind is list:
        items = [bounded(each, twins, changed) for each in node]
        has_changed = any(map(operator.is_not, items, node))
        return items if has_changed else node
    if kind in (ast.Name, ast.Constant):
        return node
    is_kept = node not in changed and hasattr(node, "is_own")
    if is_kept:
        twin = twins.get(node)
        if twin:
            return twin
    new_fields: dict[str, Any] = {}
    for name in _inner_fields(kind):
        old = getattr(node, name, None)
        new = bounded(old, twins, changed) if old else old
        if new is not old:
            new_fields[name] = new
    if kind is ast.BinOp and type(node.op) in GROWING:
        left = new_fields.get("left", node.left)
        right = new_fields.get("right", node.right)
        twin = _call_of_small_work(node, left, right)
    else:
        if kind in (ast.FunctionDef, ast.For, ast.While):
            body = new_fields.get("body", node.body)
            new_fields["body"] = [_call_of_count(node), *body]
        twin = _with_fields(node, new_fields) if new_fields else node
    if is_kept:
        twins[node] = twin
    return twin


def _call_of_small_work(node: ast.BinOp, left: ast.expr, right: ast.expr) -> ast.Call:
    """Return the call that does what an operator does, as long as its number stays small."""
    function, _ = GROWING[type(node.op)]
    name = ast.copy_location(ast.Name(function, ast.Load()), node)
    return ast.copy_location(ast.Call(name, [left, right], []), node)


def _call_of_count(node: ast.stmt) -> ast.stmt:
    """Return the statement that counts a call, or a round of a loop, in its first line."""
    line = node.lineno
    call = ast.Call(ast.Name("__kit_round__", ast.Load()), [], [])
    count = ast.Expr(call, lineno=line, end_lineno=line, col_offset=0, end_col_offset=0)
    return ast.fix_missing_locations(count)


def _with_fields(node: Any, fields: dict[str, Any]) -> Any:
    """Return a copy of a node with other values in some fields."""
    twin = copy.copy(node)
    vars(twin).update(fields)
    return twin


@cache
def _inner_fields(kind: type) -> list[str]:
    """Return the fields of a type of node with nodes in them that could grow."""
    return [name for name in getattr(kind, "_fields", ()) if name not in (
        "ctx", "op", "ops", "name", "id", "attr", "arg", "type_comment", "lineno")]
