"""The table of rules, applied to trees."""

import ast
import copy
import itertools
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from blocky.kit.repair.change import Way
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind

__all__ = ["by_rules"]


class _Rule(NamedTuple):
    kind: Kind
    cost: float
    where: str
    pattern: ast.AST
    puts: list[ast.AST]


@cache
def _rules(of_statements: bool) -> list[_Rule]:
    """Return the rules of the table, for statements or for expressions."""
    found = []
    for kind in Kind:
        text = kind.value.statements if of_statements else kind.value.expressions
        for line in filter(None, map(str.strip, text.split("\n"))):
            head, _, rule = line.partition(":")
            cost, _, where = head.partition(" ")
            for one in rule.split("; ") if rule.count("->") > 1 else [rule]:
                pattern, _, puts = one.partition(" -> ")
                trees: list[Any] = [ast.parse(each.strip()).body[0]
                                    for each in (pattern, *puts.split(";"))]
                first, *rest = trees if of_statements else [each.value for each in trees]
                found.append(_Rule(kind, float(cost), where, first, rest))
    return found


def _matches(pattern: Any, node: Any, found: dict[str, Any]) -> bool:
    """Return whether a tree fits a pattern; store in ``found`` what its letters match."""
    if isinstance(pattern, ast.Name) and len(pattern.id) == 1:
        found[pattern.id] = node
        return isinstance(node, {"N": ast.Name, "K": ast.Constant}.get(pattern.id, ast.expr))
    if isinstance(pattern, list):
        return len(pattern) == len(node) and all(
            _matches(one, other, found) for one, other in zip(pattern, node, strict=True))
    if not isinstance(pattern, ast.AST):
        if pattern == "X":
            found["X"] = node
        return pattern == "X" or (type(pattern), pattern) == (type(node), node)
    return type(pattern) is type(node) and all(
        _matches(getattr(pattern, name), getattr(node, name), found)
        for name in pattern._fields if name not in ("ctx", "kind", "type_comment"))


def _filled(pattern: Any, found: dict[str, Any]) -> Any:
    """Return a pattern with its letters replaced by what they match."""
    if isinstance(pattern, list):
        return [_filled(each, found) for each in pattern]
    if not isinstance(pattern, ast.AST):
        return found.get(pattern, pattern) if isinstance(pattern, str) else pattern
    if isinstance(pattern, ast.Name) and isinstance(found.get(pattern.id), ast.AST):
        node = found[pattern.id]
        if hasattr(node, "ctx") and type(node.ctx) is not type(pattern.ctx):
            node = copy.copy(node)
            node.ctx = pattern.ctx
        return node
    return type(pattern)(**{name: _filled(value, found)
                            for name, value in ast.iter_fields(pattern)})


def by_rules(node: ast.AST, places: set[str], first: str, material: Material) -> Iterator[Way]:
    """Yield the replacements that the rules offer for an expression or a statement."""
    for kind, cost, where, pattern, puts in _rules(isinstance(node, ast.stmt)):
        found: dict[str, Any] = {}
        if (where and where not in places) or not _matches(pattern, node, found):
            continue
        if isinstance(found.get("N"), ast.Name):
            found["N"] = found["N"].id
        for put in puts:
            named = {getattr(each, "id", getattr(each, "attr", "")) for each in ast.walk(put)}
            free: dict[str, Iterable[Any]] = {
                "V": material.names, "T": material.tests, "Y": material.attributes,
                "ME": [first] if first else [], "self": {"self"} & {*material.names}}
            for way in itertools.product(*(
                    [(letter, each) for each in free[letter]] for letter in free
                    if letter in named)):
                taken = dict(way)
                if taken.get("ME", "self") == "self" or found.get("N", "") in (
                        "", *material.attributes):  # else there is no such attribute
                    yield kind, cost, _filled(put, found | taken)
