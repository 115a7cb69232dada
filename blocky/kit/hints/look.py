"""Looks at the code of an answer: a look yields a node that cannot be meant, and what its sentences
name beside its line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from blocky.kit.check.failure import Failure
from blocky.kit.check.task import Task
from blocky.kit.check.trees import names_read

__all__ = ["LOOKS", "Found", "look", "touched"]

Found = Iterator[tuple[Any, dict[str, Any]]]
See = Callable[[Any, Failure, Task], Found]

#: The looks, in their order, each with what it asks and the fact that it tells; by whether what is
#: seen cannot be meant in any program.
LOOKS: dict[bool, list[tuple[See, str, str]]] = {True: [], False: []}


def look(ask: str, fact: str, surely: bool = False) -> Callable[[See], See]:
    """Let a function of a function's tree, the failure and the task be a look; a decorator."""
    def register(see: See) -> See:
        LOOKS[surely].append((see, ask, fact))
        return see
    return register


def touched(node: ast.AST) -> set[str]:
    """Return the names of what a node may change: what it assigns to, calls, or hands to a call."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return set() if isinstance(node.ctx, ast.Load) else names_read(node.value)
    return names_read(node) if isinstance(node, ast.Call) else set()
