"""The table of rules, applied to trees."""

import ast
import copy
import itertools
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, NamedTuple

from blocky.kit.repair.change import Candidate
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind

__all__ = ["by_rules"]

#: What the letters of ``rules`` stand for: trees, or the names of variables and attributes.
_Letters = dict[str, Any]

#: The letters that no pattern matches; each thing that they may stand for is tried.
_OPEN_LETTERS = ("V", "T", "Y", "ME", "self")


class _Replacement(NamedTuple):
    """The tree that a rule puts in, and its letters that no pattern matches."""

    tree: ast.AST
    open_letters: list[str]


class _Rule(NamedTuple):
    """A rule of the table: in a ``place``, or anywhere for "", a pattern becomes a replacement.

    ``1.2 test: A -> not A`` has the cost 1.2, and the place "test": it applies to conditions.
    """

    kind: Kind
    cost: float
    place: str
    pattern: ast.AST
    replacements: list[_Replacement]


@cache
def _rules(of_statements: bool) -> list[_Rule]:
    """Return the rules of the table, for statements or for expressions.

    A line has a cost, perhaps a place, and rules: ``1.0 test: A -> B; C -> D`` has two of them.
    ``1.0: A -> B; C`` is one rule with two replacements.
    """
    rules = []
    for kind in Kind:
        text = kind.value.statements if of_statements else kind.value.expressions
        lines = [line.strip() for line in text.split("\n")]
        for line in filter(None, lines):  # without empty ones
            cost_and_place, _, texts = line.partition(":")
            cost, _, place = cost_and_place.partition(" ")
            has_several_rules = texts.count("->") > 1
            texts_of_rules = texts.split("; ") if has_several_rules else [texts]
            for text_of_rule in texts_of_rules:
                pattern, _, replacements = text_of_rule.partition(" -> ")
                rules.append(_Rule(
                    kind, float(cost), place, _parsed(pattern, of_statements),
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
    return _Replacement(tree, [letter for letter in _OPEN_LETTERS if letter in names])


def _matches(pattern: Any, node: Any, letters: _Letters) -> bool:
    """Return whether a tree fits a pattern; store in ``letters`` what its letters match.

    N matches a variable, K a constant, X the name of an attribute, and another letter any
    expression. Called for the parts of a tree too, which may be lists, strings and numbers.
    """
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
            # these don't count: reading or assigning, the prefix of a string, a comment
            for field in pattern._fields if field not in ("ctx", "kind", "type_comment"))
    if pattern == "X":  # any attribute
        letters["X"] = node
        return True
    is_of_the_type = type(pattern) is type(node)  # 1 is equal to 1.0 and to True
    return is_of_the_type and bool(pattern == node)


def _filled(pattern: Any, letters: _Letters) -> Any:
    """Return the tree of a replacement with its letters replaced by what they stand for.

    A whole variable such as A becomes the tree that A stands for. Where a letter stands for a
    string, as V does, only the name of the variable or of the attribute is replaced.
    """
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
    """Return a node with this ``context``, reading or assigning: a copy if it has another one."""
    if hasattr(node, "ctx") and type(node.ctx) is not type(context):
        node = copy.copy(node)
        node.ctx = context
    return node


def by_rules(node: ast.AST, places: Collection[str], first_parameter: str, material: Material
             ) -> Iterator[Candidate]:
    """Yield what the rules would put in place of an expression or a statement.

    ``places`` are the words of ``rules`` for where it is, such as "test"; ``first_parameter`` is
    the first one of its function, or "".
    """
    for rule in _rules(isinstance(node, ast.stmt)):
        letters: _Letters = {}
        applies = not rule.place or rule.place in places
        if not applies or not _matches(rule.pattern, node, letters):
            continue
        if isinstance(letters.get("N"), ast.Name):
            letters["N"] = letters["N"].id  # as a string, so that it can be an attribute: ME.N
        has_name = "N" in letters
        may_be_attribute = not has_name or letters["N"] in material.attributes
        for replacement in rule.replacements:
            for choice in _choices(replacement, first_parameter, material):
                # In ME.N, self may have any attribute N; another object only a known one.
                is_of_another = choice.get("ME", "self") != "self"
                if may_be_attribute or not is_of_another:
                    yield rule.kind, rule.cost, _filled(replacement.tree, letters | choice)


def _choices(replacement: _Replacement, first_parameter: str, material: Material
             ) -> Iterator[_Letters]:
    """Yield each choice of what the open letters of a replacement stand for.

    There is no choice if one of these letters can stand for nothing here.
    """
    possible: dict[str, Collection[Any]] = {
        "V": material.names, "T": material.tests, "Y": material.attributes,
        "ME": [first_parameter] if first_parameter else [],
        "self": ["self"] if "self" in material.names else []}
    letters = replacement.open_letters
    for choice in itertools.product(*(possible[letter] for letter in letters)):
        yield dict(zip(letters, choice, strict=True))
