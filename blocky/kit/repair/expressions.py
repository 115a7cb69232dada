"""Changes of expressions: by the rules, and others that do not fit into their table."""

import ast
import difflib
import itertools
from collections.abc import Iterator
from typing import Any

from blocky.kit.check.trees import (
    Slot,
    called,
    calls_of,
    expressions,
    names_read,
    nodes,
    orders,
    put,
    statements,
)
from blocky.kit.repair.applied import by_rules
from blocky.kit.repair.change import Change, Scope, Way, renamed
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.material import Material
from blocky.kit.repair.rules import FAMILIES, WRAPS, Kind

__all__ = ["of_expressions"]

_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    **dict.fromkeys(_ORDERED, _ORDERED),
    ast.Eq: (ast.NotEq, ast.Is, *_ORDERED), ast.NotEq: (ast.Eq, ast.IsNot, *_ORDERED),
    ast.Is: (ast.Eq, ast.IsNot), ast.IsNot: (ast.NotEq, ast.Is),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Div, ast.Mod, ast.Pow)
_SHAPES = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.BinOp)


def of_expressions(tree: ast.AST, scope: Scope, material: Material) -> Iterator[Change]:
    """Yield the changes of the expressions."""
    itself = {tree.name} if isinstance(tree, ast.FunctionDef) else scope.own.keys()
    idle = {each for method in nodes(tree, ast.FunctionDef) if isinstance(tree, ast.ClassDef)
            and not scope.lines.intersection(range(method.lineno, (method.end_lineno or 0) + 1))
            for each in statements(method)}
    for statement in statements(tree):
        if statement in idle:
            continue
        slots = list(expressions(statement))
        tests = {id(getattr(statement, "test", None))} | {
            id(node) for parent, name, _, node in slots if name in ("test", "ifs")
            or isinstance(parent, ast.BoolOp)
            or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not))}
        for slot in slots:
            parent, name, _, node = slot
            if not _is_read(node) or not (_is_read(parent) or name == "slice"):
                continue
            handed_on = name == "args" and called(parent) in itself
            for kind, cost, new in _instead(slot, id(node) in tests, scope, material):
                if isinstance(node, ast.Name) and not scope.may_be(node.id, new):
                    continue
                if handed_on and kind in (Kind.VALUE, Kind.NAME):
                    kind, cost = Kind.ARGUMENT, cost - COSTS["name_handed_on"] * (kind is Kind.NAME)
                line = getattr(node, "lineno", statement.lineno)
                yield Change(kind, (put(slot, new),), cost, line, node, new)


def _is_read(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _instead(slot: Slot, is_test: bool, scope: Scope, material: Material) -> Iterator[Way]:
    """Yield expressions that could be meant instead."""
    parent, name, index, node = slot
    for text, cost, kind in _spelt_alike(node, scope, material):
        yield kind, cost, (ast.Name(text, ast.Load()) if isinstance(node, ast.Name) else
                           ast.Attribute(node.value, text, ast.Load()))
    if name == "func" or isinstance(node, (ast.Slice, ast.Starred, ast.JoinedStr, ast.Lambda,
                                           ast.FormattedValue)):
        return
    places = {"shape" if isinstance(node, _SHAPES) else "", "test" if is_test else "",
              "call" if isinstance(node, ast.Call) else ""}
    for kind, cost, new in by_rules(node, places, "", material):
        asked = getattr(node, "operand", node)
        if kind is not Kind.TRUTH or (not isinstance(parent, (ast.While, ast.UnaryOp)) and
                                      isinstance(asked, (ast.Name, ast.Attribute, ast.Subscript))):
            is_made_of = getattr(node, "id", "") in material.made_of.get(getattr(new, "id", ""), ())
            yield kind, cost - COSTS["made_of_it"] * is_made_of, new
    if name == "args" and called(parent) in scope.own:
        given = scope.own[called(parent)][index:]
        if given and given[0] in material.names:  # it hands on what it was given
            yield Kind.ARGUMENT, COSTS["constant_for_what_is_given" if isinstance(
                node, ast.Constant) else "other_for_what_is_given"], ast.Name(given[0], ast.Load())
        if isinstance(node, ast.Name):
            for number in (0, 1):
                yield Kind.ARGUMENT, COSTS["constant_handed_on"], ast.Constant(number)
            for item in material.items:
                yield Kind.ARGUMENT, COSTS["own_handed_on"], item
    match node:
        case ast.Constant():
            yield from _constants(node, parent, name, material)
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield from _conditions(node, is_test, material)
        case ast.BinOp(left, operator, right):
            plain = {getattr(each, "value", None) for each in (left, right)} & {0, 1}
            for other in _ARITHMETIC if not plain else (ast.Add, ast.Sub):
                yield Kind.OPERATOR, COSTS["operator"], ast.BinOp(left, other(), right)
            yield Kind.ORDER, COSTS["operands_swapped"], ast.BinOp(right, operator, left)
            for kept, dropped, side in ((left, right, "right"), (right, left, "left")):
                yield Kind.VALUE, COSTS["constant_too_many" if isinstance(dropped, ast.Constant)
                                        else f"{side}_operand_too_many"], kept
        case ast.Call():
            yield from _calls(node, scope, material)
        case ast.List(elts) | ast.Tuple(elts) if 2 <= len(elts) <= 4:
            for order, moved in orders(len(elts)):
                yield Kind.ORDER, COSTS["items"] + COSTS["each_item"] * moved, type(node)(
                    [elts[i] for i in order], node.ctx)
        case ast.Dict(keys, [first, second]):
            yield Kind.ORDER, COSTS["values_swapped"], ast.Dict(keys, [second, first])
        case ast.SetComp(elt, generators):
            yield Kind.VALUE, COSTS["list_for_a_set"], ast.ListComp(elt, generators)
        case ast.ListComp(elt, generators) | ast.GeneratorExp(elt, generators) if (
                not isinstance(parent, ast.Call)):
            made = ast.ListComp(elt, generators)
            yield Kind.VALUE, COSTS["list_for_a_generator"], made
            yield Kind.CALLED, COSTS["count"], _call("sum", node)
            yield Kind.CALLED, COSTS["count"], _call("len", made)
    names, calls = names_read(node), calls_of(node) & scope.own.keys()
    for piece in material.pieces:
        if calls <= piece.calls:
            alike = isinstance(piece.tree, type(node)) + bool(names & piece.names)
            yield Kind.VALUE, COSTS["piece"] - COSTS["alike"] * alike + piece.cost, piece.tree
    if isinstance(node, _SHAPES) and called(parent) not in WRAPS:
        for wrap in [each for each in WRAPS if each != "str" or isinstance(parent, ast.BinOp)]:
            yield Kind.CALLED, COSTS["wrapped"], _call(wrap, node)


def _call(name: str, arg: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [arg], [])


def _spelt_alike(node: ast.AST, scope: Scope, material: Material
                 ) -> Iterator[tuple[str, float, Kind]]:
    """Yield names that could be meant instead of a name or an attribute."""
    name = getattr(node, "id", getattr(node, "attr", ""))
    words = ({*scope.known, *material.names} if isinstance(node, ast.Name) else
             {*scope.vocabulary, *material.attributes})
    if name and name not in words:
        yield from ((other, COSTS["spelt"], Kind.SPELLING)
                    for other in difflib.get_close_matches(name, words, 2, 0.75))
    yield from ((other, COSTS["family"], Kind.CALLED)
                for family in FAMILIES if name in family for other in family
                if other != name and (name != "len" or other in material.calls))


def _constants(node: ast.Constant, parent: ast.AST, name: str, material: Material) -> Iterator[Way]:
    """Yield numbers that could be meant instead of a constant, near ones first."""
    value: Any = node.value
    near, others = tuple[Any, ...](), list[Any]()
    if isinstance(value, str) and value.isdecimal():
        near, others = (int(value),), [int(value)]
    elif type(value) in (int, float):
        near = (value + 1, value - 1, 0, 1) if isinstance(value, int) else ()
        others = [other for other in dict.fromkeys((*near, 2, 3, -1, 4, -value,
                                                    *material.constants))
                  if other != value and not isinstance(other, bool)]
    operator = getattr(parent, "op", None)
    without_effect = 0 if isinstance(operator, (ast.Add, ast.Sub)) else 1 if (
        isinstance(operator, ast.Mult) or (name == "right" and isinstance(
            operator, (ast.Div, ast.FloorDiv, ast.Pow)))) else None
    kind = Kind.INDEX if isinstance(parent, ast.Subscript) else Kind.VALUE
    for other in others:
        known = other in near or (type(parent), called(parent), name, other) in material.uses
        below_zero = other == -1 and 1 not in material.taken_off
        if other != without_effect and (other != -1 or called(parent) != "range"):
            yield kind, COSTS["last_item" if kind is Kind.INDEX and below_zero else
                              "far_number" if not known else
                              "below_zero" if below_zero else "number"], ast.Constant(other)


#: The operators that ask which of two is larger.
_LARGER_OR_SMALLER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _comparisons(node: ast.Compare) -> Iterator[Way]:
    """Yield comparisons with another operator; of a single one, also its left side, or not that."""
    for index, operator in enumerate(node.ops):
        right = node.comparators[index]
        for other in _COMPARISONS[type(operator)]:
            ops = [*node.ops]
            ops[index] = other()
            changed = ast.Compare(node.left, ops, node.comparators)
            yield Kind.CONDITION, _cost_of_operator(operator, other, right), changed
    if len(node.ops) == 1:
        yield Kind.CONDITION, COSTS["not_compared"], node.left
        yield Kind.CONDITION, COSTS["not_compared"], ast.UnaryOp(ast.Not(), node.left)


def _cost_of_operator(operator: ast.cmpop, other: type[ast.cmpop], right: ast.expr) -> float:
    """Return the cost of another operator in place of one that has ``right`` on its right side."""
    is_never_true = isinstance(operator, ast.Is) and isinstance(
        right, (ast.List, ast.Tuple, ast.Dict))  # no object is a new list
    if is_never_true:
        return COSTS["comparison_never_true"]
    was_of_size = isinstance(operator, _LARGER_OR_SMALLER)
    becomes_of_size = issubclass(other, _LARGER_OR_SMALLER)
    if was_of_size != becomes_of_size:  # == for <, say
        return COSTS["far_comparison"]
    return COSTS["comparison"]


def _conditions(node: ast.BoolOp, is_test: bool, material: Material) -> Iterator[Way]:
    joined = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    yield Kind.CONDITION, COSTS["and_for_or"], ast.BoolOp(joined, node.values)
    if isinstance(node.op, ast.Or):
        yield from ((Kind.GROUPS, COSTS["grouped"], new) for new in _grouped_otherwise(node.values))
    for each in node.values:
        rest = [value for value in node.values if value is not each]
        yield ((Kind.CONDITION if is_test else Kind.VALUE), COSTS["condition_left_out"],
               rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
        for old, instead in itertools.product(names_read(each), material.names):
            if old != instead:  # what is asked of one name is not asked of the other
                added = renamed(each, {old: instead})
                yield (Kind.CONDITION, COSTS["asked_of_one_name_only"],
                       ast.BoolOp(node.op, [*node.values, added]))


def _grouped_otherwise(parts: list[ast.expr]) -> Iterator[ast.expr]:
    """Yield "a and b or c and d" with parentheses around an or."""
    joined = [each.values if isinstance(each, ast.BoolOp) else [each] for each in parts]
    for first, last in itertools.combinations(range(len(parts)), 2):
        left, right = joined[first], joined[last]
        if len(left) > 1 or len(right) > 1:
            either = ast.BoolOp(ast.Or(), [left[-1], *parts[first + 1:last], right[0]])
            new = ast.BoolOp(ast.And(), [*left[:-1], either, *right[1:]])
            rest = [*parts[:first], new, *parts[last + 1:]]
            yield ast.BoolOp(ast.Or(), rest) if len(rest) > 1 else new


def _calls(node: ast.Call, scope: Scope, material: Material) -> Iterator[Way]:
    args, own = node.args, called(node) in scope.own

    def other(*args: ast.expr) -> ast.Call:
        return ast.Call(node.func, list(args), node.keywords)

    for i, j in itertools.combinations(range(len(args)), 2):
        swapped = list(args)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        yield Kind.ORDER, COSTS["arguments_swapped"], other(*swapped)
    for i, each in enumerate(args):
        yield Kind.VALUE, COSTS["number_too_many" if isinstance(each, ast.Constant) else
                                "argument_more_or_less"], other(*args[:i], *args[i + 1:])
    for name, i in itertools.product(material.names, range(len(args) + 1)):
        yield (Kind.ARGUMENT if own else Kind.VALUE), COSTS["argument_more_or_less"], other(
            *args[:i], ast.Name(name, ast.Load()), *args[i:])
    if isinstance(node.func, ast.Attribute):
        yield Kind.VALUE, COSTS["not_called"], node.func.value
        if "self" not in material.names:  # child.flatten() for flatten(child)
            for name in difflib.get_close_matches(node.func.attr, scope.own, 1, 0.75):
                yield Kind.CALLED, COSTS["function_for_a_method"], ast.Call(
                    ast.Name(name, ast.Load()), [node.func.value, *args], node.keywords)
    elif isinstance(node.func, ast.Name) and "self" in material.names:
        method = ast.Attribute(ast.Name("self", ast.Load()), node.func.id, ast.Load())
        yield Kind.CALLED, COSTS["method_for_a_function"], ast.Call(method, args, node.keywords)
