"""The table of rules, applied to trees."""

import ast
import copy
import itertools
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, NamedTuple

from blocky.kit.repair.change import Way
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind

__all__ = ["by_rules"]

#: What a pattern matches, or what is tried, by the letters of ``rules``.
_Letters = dict[str, Any]

#: The letters that stand for several things, each of which is tried.
_TRIED = ("V", "T", "Y", "ME", "self")


class _Replacement(NamedTuple):
    """The tree that a rule puts in, and the letters in it that stand for several things."""

    tree: ast.AST
    tried: list[str]


class _Rule(NamedTuple):
    """A row of the table: ``where`` it applies, "" for everywhere, the pattern and what is put in.

    ``1.2 test: A -> not A`` has the cost 1.2, and applies to conditions.
    """

    kind: Kind
    cost: float
    where: str
    pattern: ast.AST
    replacements: list[_Replacement]


@cache
def _rules(of_statements: bool) -> list[_Rule]:
    """Return the rules of the table, for statements or for expressions.

    A line is ``1.0: A -> B; C -> D``, with two rules, or ``1.0: A -> B; C``, with two replacements
    of one rule.
    """
    rules = []
    for kind in Kind:
        text = kind.value.statements if of_statements else kind.value.expressions
        for line in filter(None, map(str.strip, text.split("\n"))):
            head, _, rest = line.partition(":")
            cost, _, where = head.partition(" ")
            has_several_rules = rest.count("->") > 1
            rules_of_line = rest.split("; ") if has_several_rules else [rest]
            for rule in rules_of_line:
                pattern, _, replacements = rule.partition(" -> ")
                rules.append(_Rule(
                    kind, float(cost), where, _parsed(pattern, of_statements),
                    [_replacement(each, of_statements) for each in replacements.split(";")]))
    return rules


def _parsed(text: str, is_statement: bool) -> ast.AST:
    """Return the tree of a statement or an expression."""
    statement: Any = ast.parse(text.strip()).body[0]
    return statement if is_statement else statement.value  # type: ignore[no-any-return]


def _replacement(text: str, is_statement: bool) -> _Replacement:
    """Return what a rule puts in, from its text in the table."""
    tree = _parsed(text, is_statement)
    names = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(tree)}
    return _Replacement(tree, [letter for letter in _TRIED if letter in names])


def _matches(pattern: Any, node: Any, letters: _Letters) -> bool:
    """Return whether a tree fits a pattern; store in ``letters`` what its letters match."""
    if isinstance(pattern, ast.Name) and len(pattern.id) == 1:
        letter = pattern.id
        letters[letter] = node
        types = {"N": ast.Name, "K": ast.Constant}
        return isinstance(node, types.get(letter, ast.expr))
    if isinstance(pattern, list):
        return len(pattern) == len(node) and all(
            _matches(item_of_pattern, item, letters)
            for item_of_pattern, item in zip(pattern, node, strict=True))
    if isinstance(pattern, ast.AST):
        return type(pattern) is type(node) and all(
            _matches(getattr(pattern, field), getattr(node, field), letters)
            for field in pattern._fields if field not in ("ctx", "kind", "type_comment"))
    if pattern == "X":  # any attribute
        letters["X"] = node
        return True
    is_of_the_type = type(pattern) is type(node)  # 1 is equal to 1.0 and to True
    return is_of_the_type and bool(pattern == node)


def _filled(pattern: Any, letters: _Letters) -> Any:
    """Return the tree of a replacement with its letters replaced by what they stand for."""
    if isinstance(pattern, list):
        return [_filled(each, letters) for each in pattern]
    if isinstance(pattern, str):  # the name of an attribute or a variable
        return letters.get(pattern, pattern)
    if not isinstance(pattern, ast.AST):
        return pattern
    if isinstance(pattern, ast.Name) and isinstance(letters.get(pattern.id), ast.AST):
        return _in_context(letters[pattern.id], pattern.ctx)
    return type(pattern)(**{field: _filled(value, letters)
                            for field, value in ast.iter_fields(pattern)})


def _in_context(node: Any, context: ast.expr_context) -> Any:
    """Return a node, or a copy of it, that is read or gets a value, as the ``context`` says."""
    if hasattr(node, "ctx") and type(node.ctx) is not type(context):
        node = copy.copy(node)
        node.ctx = context
    return node


def by_rules(node: ast.AST, places: Collection[str], first_parameter: str, material: Material
             ) -> Iterator[Way]:
    """Yield the replacements that the rules offer for an expression or a statement.

    ``places`` are the words for where it is, such as "test"; ``first_parameter`` is that of its
    function, or "".
    """
    for rule in _rules(isinstance(node, ast.stmt)):
        letters: _Letters = {}
        applies = not rule.where or rule.where in places
        if not applies or not _matches(rule.pattern, node, letters):
            continue
        if isinstance(letters.get("N"), ast.Name):
            letters["N"] = letters["N"].id  # as a string, so that it can be an attribute: ME.N
        name = letters.get("N", "")
        is_known_attribute = name == "" or name in material.attributes
        for replacement in rule.replacements:
            for choice in _choices(replacement, first_parameter, material):
                # In ME.N, self may have any attribute N; another object only a known one.
                is_of_self = choice.get("ME", "self") == "self"
                if is_of_self or is_known_attribute:
                    yield rule.kind, rule.cost, _filled(replacement.tree, letters | choice)


def _choices(replacement: _Replacement, first_parameter: str, material: Material
             ) -> Iterator[_Letters]:
    """Yield each choice of things for the letters V, T, Y, ME and self of a replacement."""
    possible: dict[str, Collection[Any]] = {
        "V": material.names, "T": material.tests, "Y": material.attributes,
        "ME": [first_parameter] if first_parameter else [], "self": {"self"} & {*material.names}}
    for choice in itertools.product(*(possible[letter] for letter in replacement.tried)):
        yield dict(zip(replacement.tried, choice, strict=True))
