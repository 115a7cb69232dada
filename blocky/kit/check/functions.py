"""The functions that a function, a class or a module has, their code, and where it stands."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from blocky.kit.definitions import parsed

__all__ = ["codes_of", "first_line", "functions_of", "statement_of"]


def functions_of(thing: Any) -> Iterator[FunctionType]:
    """Yield the functions of a class or of a module, or what is behind a function's wrappers."""
    if isinstance(thing, (type, ModuleType)):
        for each in [*vars(thing).values()]:
            if (getattr(each, "__module__", "") == thing.__name__ if isinstance(thing, ModuleType)
                    else not isinstance(each, type)):
                yield from functions_of(each)
        return
    for name in ("__func__", "func", "fget", "__wrapped__"):
        thing = getattr(thing, name, thing)
    if isinstance(thing, FunctionType):
        yield thing


def codes_of(things: Iterable[Any]) -> frozenset[CodeType]:
    """Return the code of functions, and of those that classes and modules define."""
    return frozenset(function.__code__ for each in things for function in functions_of(each))


def statement_of(function: FunctionType, name: str) -> ast.stmt | None:
    """Return the innermost statement that defines ``name`` and in which a function is written.

    Its lines are those of its cell or file. None: there is no source.
    """
    code, found = function.__code__, None
    lines = linecache.getlines(code.co_filename, function.__globals__)
    for node in ast.walk(parsed("".join(lines))):
        if (isinstance(node, ast.stmt) and getattr(node, "name", "<lambda>") == name
                and first_line(node) <= code.co_firstlineno <= (node.end_lineno or 0)):
            found = node
    return found


def first_line(statement: ast.stmt) -> int:
    """Return the line in which a statement begins, or its first decorator."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])
