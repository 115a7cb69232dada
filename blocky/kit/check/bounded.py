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
        made = [bounded(each, twins, changed) for each in node]
        return made if any(map(operator.is_not, made, node)) else node
    if kind in (ast.Name, ast.Constant):
        return node
    is_kept = node not in changed and hasattr(node, "is_own")
    if is_kept and (twin := twins.get(node)):
        return twin
    new = {name: twin for name in _inner_fields(kind) if (old := getattr(node, name, None))
           and (twin := bounded(old, twins, changed)) is not old}
    twin = node
    if kind is ast.BinOp and type(node.op) in GROWING:
        work = ast.copy_location(ast.Name(GROWING[type(node.op)][0], ast.Load()), node)
        operands: list[Any] = [new.get("left", node.left), new.get("right", node.right)]
        twin, new = ast.copy_location(ast.Call(work, operands, []), node), {}
    elif kind in (ast.FunctionDef, ast.For, ast.While):
        at = {"lineno": node.lineno, "end_lineno": node.lineno, "col_offset": 0,
              "end_col_offset": 0}
        count = ast.Expr(ast.Call(ast.Name("__kit_round__", ast.Load()), [], []), **at)
        new["body"] = [ast.fix_missing_locations(count), *(new.get("body") or node.body)]
    if new:
        twin = copy.copy(node)
        vars(twin).update(new)
    if is_kept:
        twins[node] = twin
    return twin


@cache
def _inner_fields(kind: type) -> list[str]:
    """Return the fields of a type of node with nodes in them that could grow."""
    return [name for name in getattr(kind, "_fields", ()) if name not in (
        "ctx", "op", "ops", "name", "id", "attr", "arg", "type_comment", "lineno")]
