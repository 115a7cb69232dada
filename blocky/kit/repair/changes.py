"""All changes of a program to try: of one place, or of all similar places together."""

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from blocky.kit.check.trees import called, lines_of, statements
from blocky.kit.repair.change import Change, Edit, Scope
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.expressions import of_expressions
from blocky.kit.repair.loops import of_loops
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import Kind
from blocky.kit.repair.signatures import of_definitions
from blocky.kit.repair.statements import of_statements

__all__ = ["changes"]

#: Operators that are taken for one another at several places.
_NEAR = ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE}, {ast.Eq, ast.NotEq})


def changes(tree: ast.stmt, scope: Scope, material: Material) -> list[Change]:
    """Return the changes of the statements that ran, and insertions beside them."""
    ran = {line for each in statements(tree) if scope.lines.intersection(lines_of(each))
           for line in lines_of(each)}
    anywhere = [*of_expressions(tree, scope, material)]
    found = [*(each for each in anywhere if each.line in ran),
             *of_statements(tree, scope, material), *of_definitions(tree, scope, material),
             *of_loops(tree)]
    found += _everywhere([*anywhere, *(each for each in found if isinstance(each.old, ast.stmt)
                                       and not each.said)], ran)
    for each in found:
        if scope.near is not None and each.kind is not Kind.GUARD:
            each.cost += min(COSTS["far_from_the_error"],
                             COSTS["each_line_from_it"] * abs(each.line - scope.near))
    return found


def _everywhere(found: Iterable[Change], ran: set[int]) -> Iterator[Change]:
    """Yield the changes that do the same wherever it is possible, in a line or in all lines.

    The program ran at one of the places at least.
    """
    groups: dict[Any, dict[int, Change]] = {}
    for each in found:
        if key := _alike(each):
            if not isinstance(each.old, ast.Name) or key[0] == "by one" or (
                    each.cost <= COSTS["name_everywhere"]):
                groups.setdefault(key, {}).setdefault(id(each.old), each)
            groups.setdefault((*key, each.line), {}).setdefault(id(each.old), each)
    for group in map(list, map(dict.values, groups.values())):
        first, edits = next((each for each in group if each.line in ran), None), _together(group)
        if first and edits and len(group) > 1:
            old, new = first.old, first.new
            if len(edits) == 1 and isinstance(edits[0][0], ast.BoolOp):
                old, new = edits[0][0], ast.BoolOp(edits[0][0].op, edits[0][2])
            lines = dict.fromkeys(each.line for each in group if each.line != first.line)
            less = COSTS["order_everywhere"] * (first.kind is Kind.ORDER) or (
                COSTS["moved_by_one"] * (_alike(first)[0] == "by one"))
            yield Change(first.kind, edits, first.cost - less, first.line, old, new, tuple(lines))


def _alike(change: Change) -> tuple[Any, ...]:
    """Return a key that is equal for changes that do the same elsewhere; () if none do."""
    old, new, (node, field, _) = change.old, change.new, change.edits[0]
    if (isinstance(old, ast.Compare) and isinstance(new, ast.Compare)
            and new.comparators is old.comparators):
        pairs = [(i, type(one), type(two)) for i, (one, two) in enumerate(
            zip(old.ops, new.ops, strict=True)) if one is not two]
        return ("operator", *pairs) if pairs and {*pairs[0][1:]} in _NEAR else ()
    if (isinstance(old, (ast.List, ast.Tuple)) and isinstance(new, (ast.List, ast.Tuple))
            and {*map(id, old.elts)} == {*map(id, new.elts)}
            and all(isinstance(each, ast.Constant) for each in old.elts)):
        return ("order", *(old.elts.index(each) for each in new.elts))
    if change.kind is Kind.TRUTH and isinstance(new, ast.Compare) and (
            isinstance(old, ast.UnaryOp) is isinstance(new.ops[0], ast.Is)):
        return "truth", ast.dump(new.left)
    if isinstance(old, ast.SetComp) and isinstance(new, ast.ListComp):
        return ("items",)
    if (isinstance(new, ast.BinOp) and new.left is old
            and getattr(new.right, "value", None) == 1
            and (field == "slice" or (field == "args" and called(node) not in (
                "range", "len", "print")))):  # what counts from 0, and what from 1
        return "by one", type(node), ast.dump(old), type(new.op)
    if change.cost <= COSTS["everywhere"] and isinstance(
            old, (ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.Call, ast.Expr, ast.Break,
                  ast.Continue)):
        use = (type(node), field) if isinstance(old, ast.Constant) else ()
        return change.kind, ast.dump(old), new and ast.dump(new), *use
    return ()


def _together(group: list[Change]) -> tuple[Edit, ...]:
    """Return the edits of several changes as one; () if they cannot be made at once."""
    made: dict[tuple[int, str], Edit] = {}
    for node, field, value in (edit for each in group for edit in each.edits):
        before, was = made.get((id(node), field), (node, field, None))[2], getattr(node, field)
        if before is None:
            both = value
        elif isinstance(value, list) and len(value) == len(before) == len(was):
            both = [one if one is not now else other
                    for one, other, now in zip(before, value, was, strict=True)]
        else:
            return ()
        made[id(node), field] = node, field, both
    return tuple(made.values())
