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


def _limited(operation: Callable[[Any, Any], Any], bits_of_result: Callable[[int, int], int]
             ) -> Callable[[Any, Any], Any]:
    """Return an operation that raises RoundsError instead of returning a huge whole number.

    Python may compute such a number for minutes, and cannot be stopped meanwhile.
    ``bits_of_result`` says how many bits the result for two numbers has at most.
    """
    def limited(left: Any, right: Any) -> Any:
        are_integers = isinstance(left, int) and isinstance(right, int)
        if are_integers and bits_of_result(left, right) > MOST_BITS:
            raise RoundsError
        return operation(left, right)
    return limited


#: Operators that let whole numbers grow fast: for each, the name and the function that replace it
#: in a changed program.
GROWING: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Pow: ("__kit_power__", _limited(
        operator.pow, lambda left, right: left.bit_length() * right)),
    ast.LShift: ("__kit_shift__", _limited(
        operator.lshift, lambda left, right: left.bit_length() + right)),
    ast.Mult: ("__kit_times__", _limited(
        operator.mul, lambda left, right: left.bit_length() + right.bit_length())),
}


def bounded(node: Any, twins: dict[ast.AST, Any], changed: Collection[ast.AST]) -> Any:
    """Return the bounded form of a tree: it counts calls and rounds of loops, and limits numbers.

    The tree itself stays as it is; its parts that need no limit are also used in the bounded form.
    ``twins`` holds the bounded forms of the student's own nodes: they are taken from it, except for
    nodes in ``changed``, and new ones are added. ``node`` may also be a list of nodes.
    """
    kind: type = type(node)
    if kind is list:
        items = [bounded(each, twins, changed) for each in node]
        has_new_items = any(map(operator.is_not, items, node))
        return items if has_new_items else node
    if kind in (ast.Name, ast.Constant):
        return node
    is_remembered = node not in changed and hasattr(node, "is_own")  # is_own: the student wrote it
    if is_remembered:
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
        twin = _call_of_limited(node, left, right)
    else:
        if kind in (ast.FunctionDef, ast.For, ast.While):
            body = new_fields.get("body", node.body)
            new_fields["body"] = [_call_of_count(node), *body]
        twin = _with_fields(node, new_fields) if new_fields else node
    if is_remembered:
        twins[node] = twin
    return twin


def _call_of_limited(node: ast.BinOp, left: ast.expr, right: ast.expr) -> ast.Call:
    """Return the call of the limited function for the operator of ``node``; see GROWING."""
    function, _ = GROWING[type(node.op)]
    name = ast.copy_location(ast.Name(function, ast.Load()), node)
    return ast.copy_location(ast.Call(name, [left, right], []), node)


def _call_of_count(node: ast.stmt) -> ast.stmt:
    """Return the statement that counts a call of a function, or a round of a loop.

    It gets the position of the def or the loop, so that an error in it is found there.
    """
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
    """Return the fields of a type of node that may hold a loop, a function or an operator."""
    return [name for name in getattr(kind, "_fields", ()) if name not in (
        "ctx", "op", "ops", "name", "id", "attr", "arg", "type_comment", "lineno")]
