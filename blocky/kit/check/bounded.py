"""A changed program ends: its rounds of loops and calls are counted, its numbers stay small."""

from __future__ import annotations

import ast
import copy
import operator
from collections.abc import Callable, Collection
from typing import Any

__all__ = ["GROWING", "RoundsError", "bounded"]

#: How large a whole number may get in a changed program.
MOST_BITS = 10_000


class RoundsError(BaseException):
    """Ends a changed program that goes round and round."""


def _small(work: Callable[[Any, Any], Any], bits: Callable[[int, int], int]
           ) -> Callable[[Any, Any], Any]:
    """Return ``work`` for two values, which ends the program where a whole number gets huge.

    Python works on such a number for minutes, and cannot be stopped meanwhile.
    """
    def small(left: Any, right: Any) -> Any:
        if isinstance(left, int) and isinstance(right, int) and bits(left, right) > MOST_BITS:
            raise RoundsError
        return work(left, right)
    return small


#: Operators that let whole numbers grow fast, and what stands for each in a changed program.
GROWING: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Pow: ("__kit_power__", _small(operator.pow, lambda a, b: a.bit_length() * b)),
    ast.LShift: ("__kit_shift__", _small(operator.lshift, lambda a, b: a.bit_length() + b)),
    ast.Mult: ("__kit_times__", _small(
        operator.mul, lambda a, b: a.bit_length() + b.bit_length())),
}


def bounded(node: Any, twins: dict[ast.AST, Any], changed: Collection[ast.AST]) -> Any:
    """Return a tree in which calls and rounds of loops are counted, and numbers stay small.

    The tree itself stays as it is; what needs no change is shared. ``twins`` are those of the
    student's own nodes; those that are ``changed`` get new ones.
    """
    kind = type(node)
    if kind is list:
        made = [bounded(each, twins, changed) for each in node]
        return made if any(map(operator.is_not, made, node)) else node
    if kind in _PLAIN:
        return node
    is_kept = node not in changed and hasattr(node, "is_own")
    if is_kept and (twin := twins.get(node)):
        return twin
    if (parts := _PARTS.get(kind)) is None:
        parts = _PARTS[kind] = [name for name in getattr(kind, "_fields", ())
                                if name not in _NO_PARTS]
    new = {name: twin for name in parts if (old := getattr(node, name, None))
           and (twin := bounded(old, twins, changed)) is not old}
    twin = node
    if kind is ast.BinOp and type(node.op) in GROWING:
        work = ast.copy_location(ast.Name(GROWING[type(node.op)][0], ast.Load()), node)
        operands: list[Any] = [new.get("left", node.left), new.get("right", node.right)]
        twin, new = ast.copy_location(ast.Call(work, operands, []), node), {}
    elif kind in (ast.FunctionDef, ast.For, ast.While):
        count = ast.Expr(ast.Call(ast.Name("__kit_round__", ast.Load()), [], []))
        for each in ast.walk(count):
            ast.copy_location(each, node)
            each.end_lineno = node.lineno  # type: ignore[attr-defined]
        new["body"] = [count, *(new.get("body") or node.body)]
    if new:
        twin = copy.copy(node)
        vars(twin).update(new)
    if is_kept:
        twins[node] = twin
    return twin


#: The fields in which a kind of node has others, and what has none that grow.
_PARTS: dict[type, list[str]] = {}
_PLAIN = {ast.Name, ast.Constant}
_NO_PARTS = {"ctx", "op", "ops", "name", "id", "attr", "arg", "type_comment", "lineno"}
